"""Every rule of both gates is needed: switched off, what it finds is no longer found.

The rules are read from the code: each place that refuses, each entry of each list, each pattern. A
new one without a case here is a failure.
"""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import html
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from urllib.parse import quote

import pytest

from generator.artifacts.files import Limits
from generator.publication.scan.explain import (
    characters,
    derived,
    frame,
    grammar,
    markup,
    page,
)
from generator.publication.scan.explain import site as explain_site
from generator.publication.scan.explain.frame import Frame, Theme
from generator.publication.scan.explain.grammar import check_article, check_figure, check_frame
from generator.publication.scan.explain.markup import Refused, Start, tokens
from generator.publication.scan.explain.page import Source, check_page
from generator.publication.scan.explain.site import Vouched, explain
from generator.publication.scan.search import decode, encoded, fold, self_attack, shapes
from generator.publication.scan.search.encoded import ENCODINGS
from generator.publication.scan.search.fold import squash
from generator.publication.scan.search.self_attack import guessed, made_without_key
from generator.publication.scan.search.shapes import shapes_in
from generator.spec.load import load_spec

LIMITS: Limits = load_spec(None).spec.limits

# The positive gate: each `raise Refused` in its modules is a rule.

POSITIVE = (derived, explain_site, frame, grammar, markup, page)
Refusal = tuple[str, int]
"""A function by its module and name, and which of the places in it that refuse."""


def functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions and methods that are written in a module, by name."""
    short = module.__name__.rpartition(".")[2]
    for owner in (module, *(each for each in vars(module).values() if isinstance(each, type))):
        for name, each in vars(owner).items():
            if isinstance(each, FunctionType) and each.__code__.co_filename == module.__file__:
                yield f"{short}.{name}", each


def refusals(tree: ast.AST) -> list[ast.Raise]:
    """Return the places that refuse, in their order."""
    found = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.Raise)
        and isinstance(each.exc, ast.Call)
        and isinstance(each.exc.func, ast.Name)
        and each.exc.func.id == "Refused"
    ]
    return sorted(found, key=lambda each: each.lineno)


def parsed(function: FunctionType) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


FUNCTIONS = dict(each for module in POSITIVE for each in functions(module))
REFUSALS: list[Refusal] = [
    (name, number)
    for name, function in FUNCTIONS.items()
    for number in range(len(refusals(parsed(function))))
]


def without(function: FunctionType, number: int) -> CodeType:
    """Return a function's code with one of its refusals left out."""
    tree = parsed(function)
    refusals(tree)[number].exc = None
    off = refusals_off(tree)
    compiled = compile(off, "<switched off>", "exec")
    (code,) = (each for each in compiled.co_consts if isinstance(each, CodeType))
    return code


def refusals_off(tree: ast.Module) -> ast.Module:
    """Let what is raised without a cause pass."""

    class Passing(ast.NodeTransformer):
        def visit_Raise(self, node: ast.Raise) -> ast.stmt:
            return node if node.exc else ast.copy_location(ast.Pass(), node)

    passing: ast.Module = Passing().visit(tree)
    return passing


THEME = Theme(
    words=frozenset({"__config", "md-nav"}),
    numbered=re.compile("__nav_[0-9]+"),
    phrases=frozenset({"Overview"}),
    scripts={"var x": "a" * 43 + "="},
    drawings=frozenset({"M0 0"}),
)
FRAME = Frame(THEME, frozenset({"v1"}), {"v1/index.html": frozenset({"a"})}, "v1/", "")
ARTICLE = "<p>All of it</p><h2 id='a'>b</h2>".replace("'", '"')
SOURCE = Source(ARTICLE)
MAP = b"<urlset><url><loc>http://a/</loc></url></urlset>"


def whole(article: str = ARTICLE, around: str = "") -> Callable[[], object]:
    text = f"<body>{around}<article>{article}</article></body>"
    return lambda: check_page(text, "v1/index.html", SOURCE, FRAME)


def of_frame(text: str) -> Callable[[], object]:
    return lambda: FRAME.check(tokens(text), "v1/index.html", ())


def of_index(**changes: object) -> Callable[[], object]:
    index = {"config": derived._SETTINGS, "docs": [], **changes}
    return lambda: derived.check_search_index(json.dumps(index).encode(), {"a.html": SOURCE})


def of_site(name: str, data: bytes | None, known: bytes | None) -> Callable[[], object]:
    """A site of one file, of which other bytes may be known."""

    def check(place: Path) -> None:
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if data is not None:
            file.write_bytes(data)
        else:
            place.with_suffix(".elsewhere").write_bytes(b"zumi")
            file.symlink_to(place.with_suffix(".elsewhere"))
        vouched = Vouched("", {} if known is None else {name: known}, {}, {}, {})
        for finding in explain(place, [vouched]):
            raise Refused(finding.offset, finding.what)

    return lambda: check(PLACE[0])


PLACE: list[Path] = []
"""Where the test at hand writes its site."""

REFUSED: dict[Refusal, Callable[[], object]] = {
    ("derived.check_search_index", 0): lambda: derived.check_search_index(b"{", {}),
    ("derived.check_search_index", 1): of_index(more=1),
    ("derived.check_search_index", 2): of_index(config={}),
    ("derived.check_search_index", 3): of_index(
        docs=[{"location": "a.html#a", "title": "b", "text": "zumi"}]
    ),
    ("derived.check_sitemap", 0): lambda: derived.check_sitemap(b"<lastmod></lastmod>", ()),
    ("derived.check_sitemap", 1): lambda: derived.check_sitemap(MAP, ()),
    ("derived.check_packed_sitemap", 0): lambda: derived.check_packed_sitemap(
        gzip.compress(MAP), MAP
    ),
    ("site._read", 0): of_site("a.txt", None, b"zumi"),
    ("site._check", 0): of_site("zumi.txt", b"", None),
    ("site._check_exact", 0): of_site("a.txt", b"zumi", b"bako"),
    ("site._readable", 0): of_site("a.csv", b"zumi\xff", b"zumi\xff"),
    ("site._readable", 1): of_site("a.csv", b"zu\x08mi", b"zu\x08mi"),
    ("frame.check", 0): of_frame("<p>zumi</p>".replace("p>", "span>")),
    ("frame._check_attributes", 0): of_frame('<div class="zumi">'),
    ("frame._check_script", 0): of_frame("<script>zumi</script>"),
    ("frame._check_config", 0): of_frame('<script id="__config">{</script>'),
    ("frame._check_config", 1): of_frame('<script id="__config">["zumi"]</script>'),
    ("grammar.check_article", 0): lambda: check_article(
        tokens('<td style="text-align: zumi;"></td>')
    ),
    ("grammar.check_article", 1): lambda: check_article(tokens('<a href="zumi:bako"></a>')),
    ("grammar.check_figure", 0): lambda: check_figure(tokens('<use href="zumi.svg"/>')),
    ("grammar.check_figure", 1): lambda: check_figure(tokens("<style>@import 'zumi'</style>")),
    ("grammar._listed", 0): lambda: check_frame(Start(0, "zumi", ())),
    ("grammar._listed", 1): lambda: check_frame(Start(0, "div", (("zumi", "bako"),))),
    ("markup.tokens", 0): lambda: list(tokens("<!-- zumi -->")),
    ("markup._raw", 0): lambda: list(tokens("<script>zumi")),
    ("markup._attributes", 0): lambda: list(tokens('<p id="a" ID="zumi">')),
    ("markup._resolved", 0): lambda: list(tokens("zumi & bako")),
    ("page.check_page", 0): whole(around="<article></article>"),
    ("page._compare", 0): whole(ARTICLE.replace("All", "zumi")),
}


def test_every_place_that_refuses_has_a_case() -> None:
    assert sorted(REFUSALS) == sorted(REFUSED)


def refuses(check: Callable[[], object]) -> bool:
    """Whether something is refused; a gate that breaks over it has refused nothing."""
    try:
        check()
    except Refused:
        return True
    except Exception:  # what comes behind a rule may not stand what it refuses
        return False
    return False


@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: f"{rule[0]} {rule[1]}")
def test_every_place_that_refuses_is_needed(
    rule: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    PLACE[:] = [tmp_path / "with"]
    assert refuses(REFUSED[rule])
    name, number = rule
    monkeypatch.setattr(FUNCTIONS[name], "__code__", without(FUNCTIONS[name], number))
    PLACE[:] = [tmp_path / "without"]
    assert not refuses(REFUSED[rule])


# Grammars: each tag and each attribute that is let through is let through on purpose.

ALLOWED = {"article": grammar.ARTICLE, "frame": grammar.FRAME, "figure": grammar.FIGURE}
CHECKS: dict[str, Callable[[Start], object]] = {
    "article": lambda tag: check_article([tag]),
    "frame": check_frame,
    "figure": lambda tag: check_figure([tag]),
}


def may_stand(kind: str, tag: str, *attributes: tuple[str, str]) -> bool:
    return not refuses(lambda: CHECKS[kind](Start(0, tag, attributes)))


EVERY_TAG = sorted({tag for known in ALLOWED.values() for tag in known} | {"iframe", "metadata"})


@pytest.mark.parametrize("kind", ALLOWED)
def test_a_tag_or_attribute_of_another_grammar_is_refused(kind: str) -> None:
    for tag in EVERY_TAG:
        assert may_stand(kind, tag) == (tag in ALLOWED[kind])
        assert not may_stand(kind, tag, ("onclick", "x"))


SEEN_NOT: dict[str, tuple[object, str, object, str]] = {
    "controls": (characters, "_CONTROL", re.compile("(?!)"), "\x08"),
    "categories": (characters, "_UNSEEN", frozenset(), "\u200b"),
    "blanks": (characters, "_BLANK", re.compile("(?!)"), "\u3164"),
    "spaces": (characters, "_SPACES", frozenset("\u2003"), "\u2003"),
}


def test_every_list_of_characters_has_a_case() -> None:
    listed = {name for name, each in vars(characters).items() if isinstance(each, frozenset)}
    listed |= {name for name, each in vars(characters).items() if isinstance(each, re.Pattern)}
    assert listed == {name for _, name, *_ in SEEN_NOT.values()} | {"_BEYOND_ASCII"}


@pytest.mark.parametrize("rule", SEEN_NOT)
def test_every_list_of_characters_is_needed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, off, char = SEEN_NOT[rule]
    assert characters.unseen(f"a{char}b") == 1
    monkeypatch.setattr(where, name, off)
    assert characters.unseen(f"a{char}b") is None


# The negative gate: each entry of each of its lists is a rule.

SHAPED = (
    "-----BEGIN RSA PRIVATE KEY-----",
    f"AKIA{'B7' * 8}",
    f"ASIA{'B7' * 8}",
    f"ghp_{'a1B2' * 9}",
    f"github_pat_{'a1B2' * 9}",
    f"glpat-{'a1B2' * 6}",
    "xoxb-1234567890-abc",
    f"sk-proj-{'a1B2' * 6}",
    f"AIza{'a1B2c' * 7}",
    f"hf_{'aB' * 17}",
    f"npm_{'a1B2' * 9}",
    f"pypi-AgE{'a1B2' * 13}",
    "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl",
    "https://kelp:harbour@example",
    "someone@example.org",
    "/home/someone",
    "/Users/someone",
    "C:\\Users\\someone",
    "2026-09-14T08:31",
    "20260914T083107",
)


def test_every_shape_has_a_case() -> None:
    assert len(SHAPED) == len(shapes.SHAPES)


@pytest.mark.parametrize("at", range(len(SHAPED)))
def test_every_shape_is_needed(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    what = shapes.SHAPES[at].what
    assert [found.what for found, *_ in shapes_in(f"x {SHAPED[at]} y")] == [what]
    monkeypatch.setattr(shapes, "SHAPES", shapes.SHAPES[:at] + shapes.SHAPES[at + 1 :])
    assert not list(shapes_in(f"x {SHAPED[at]} y"))


SAID = "Please melt nine turnips, ñandúes"
_BASE64 = base64.b64encode(SAID.encode()).decode()
ENCODED = (
    f"see {_BASE64} so",
    "see " + "\n".join(_BASE64[at : at + 5] for at in range(0, len(_BASE64), 5)),
    base64.b32encode(SAID.encode()).decode(),
    base64.b85encode(SAID.encode()).decode(),
    base64.a85encode(SAID.encode(), adobe=True).decode(),
    SAID.encode().hex(" "),
    ", ".join(map(str, SAID.encode())),
    "x" + "".join(chr(0xFE00 + b) if b < 16 else chr(0xE0100 + b - 16) for b in SAID.encode()),
)


def test_every_encoding_has_a_case() -> None:
    assert len(ENCODED) == len(ENCODINGS)


def is_read(text: str) -> bool:
    return any(squash(SAID) in squash(view.text) for view in decode.views(text.encode()))


@pytest.mark.parametrize("at", range(len(ENCODED)))
def test_every_encoding_is_needed(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_read(ENCODED[at])
    monkeypatch.setattr(decode, "ENCODINGS", ENCODINGS[:at] + ENCODINGS[at + 1 :])
    assert not is_read(ENCODED[at])


ESCAPED: dict[str, str] = {
    "_PERCENT": quote(SAID),
    "_ESCAPE": "".join(f"\\u{{{ord(char):x}}}" for char in SAID),
    "_ESCAPED_BYTES": "".join(f"={byte:02X}" for byte in SAID.encode()),
    "_SURROGATES": "".join(f"\\u{ord(c):04x}" for c in "\ud835\udc29") + SAID[1:],
    "_COMMENT": "".join(f'<b class="q">{char}</b>' for char in SAID),
    "_MARKUP": f'<a title="{SAID[:9]}" id="{SAID[9:]}">x</a>',
    "_ENDED": html.escape("".join(f'<b class="q">{char}</b>' for char in SAID)),
    "_READABLE": base64.b64encode(b"\0\1\xff" + SAID.encode()).decode(),
    "_READABLE_IN_TABLE": f"PAR1\0\1{SAID}\0\2PAR1",
    "_REVERSES": f"\u202e{SAID[::-1]}\u202c",
}


def test_every_pattern_that_undoes_something_has_a_case() -> None:
    elsewhere = {"_BLOCK", "_READABLE_WIDE"}
    assert set(patterns_of(decode)) == {*ESCAPED, *elsewhere}
    encodings = [encoding.pattern for encoding in ENCODINGS]
    used = {name for name, each in patterns_of(encoded).items() if each in encodings}
    assert set(patterns_of(encoded)) == {*used, "_HEX_DIGITS"}


def patterns_of(module: ModuleType) -> dict[str, re.Pattern[str]]:
    return {name: each for name, each in vars(module).items() if isinstance(each, re.Pattern)}


def test_where_a_block_ends_a_word_does(monkeypatch: pytest.MonkeyPatch) -> None:
    page = b"<td>zumi</td><td>bako</td>"
    assert not any("zumibako" in view.text for view in decode.views(page) if view.name == "text")
    monkeypatch.setattr(decode, "_BLOCK", re.compile("(?!)"))
    assert any("zumibako" in view.text for view in decode.views(page) if view.name == "text")


@pytest.mark.parametrize("name", ESCAPED)
def test_every_escape_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "_undone_before", decode._undone)
    assert is_read(ESCAPED[name])
    monkeypatch.setattr(decode, name, re.compile("(?!)"))
    assert not is_read(ESCAPED[name])


@pytest.mark.parametrize("latin", fold._DRAWN_ALIKE)
def test_every_letter_that_is_drawn_alike_is_needed(
    latin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = fold._DRAWN_ALIKE[latin]
    assert squash(drawn) == latin.lower().encode() * len(drawn)
    rest = {at: to for at, to in fold._ALIKE.items() if to != latin}
    monkeypatch.setattr(fold, "_ALIKE", rest)
    fold._folded.cache_clear()
    assert squash(drawn) != latin.lower().encode() * len(drawn)
    fold._folded.cache_clear()


ID = "queue-drain-on-sigterm"


@pytest.mark.parametrize("name", self_attack._DIGESTS)
def test_every_digest_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alias = hashlib.new(name, ID.encode()).hexdigest()[:12]
    assert dict(guessed([ID], {alias})) == {ID: alias}
    assert made_without_key(ID, alias)
    digests = self_attack._DIGESTS
    monkeypatch.setattr(
        self_attack, "_DIGESTS", {each: digests[each] for each in digests if each != name}
    )
    assert not dict(guessed([ID], {alias}))
    assert not made_without_key(ID, alias)


@pytest.mark.parametrize("joint", self_attack._JOINTS, ids=repr)
@pytest.mark.parametrize("kind", self_attack.KINDS)
def test_every_kind_and_joint_is_needed(
    kind: str, joint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alias = hashlib.sha256(f"{kind}{joint}{ID}".encode()).hexdigest()[:12]
    assert dict(guessed([ID], {alias})) == {ID: alias}
    for name, each in (("KINDS", kind), ("_JOINTS", joint)):
        with monkeypatch.context() as off:
            off.setattr(self_attack, name, tuple(x for x in vars(self_attack)[name] if x != each))
            assert not dict(guessed([ID], {alias}))
