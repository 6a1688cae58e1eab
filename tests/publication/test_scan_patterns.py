"""What is written so that it is found quickly finds what its plain form finds."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.publication.scan.search import decode, fold, shapes
from generator.publication.scan.search.encoded import ENCODINGS
from generator.publication.scan.search.fold import letters_of, lowered
from generator.publication.scan.search.names import runs
from generator.publication.scan.search.shapes import shapes_in

OFTEN = settings(max_examples=400)


def made_of(*parts: str, letters: str = "", most: int = 12) -> st.SearchStrategy[str]:
    """Texts put together from these parts and from rows of these letters."""
    rows = st.text(letters, max_size=14) if letters else st.nothing()
    return st.lists(st.sampled_from(parts) | rows, max_size=most).map("".join)


READINGS: dict[str, tuple[str, st.SearchStrategy[str]]] = {
    "_MARKUP": (
        r"""</?[A-Za-z][A-Za-z0-9:-]*|(?<=[\s"'])[A-Za-z_:][\w:.-]*\s*=\s*(?=["'])|<!--|-->|/?>""",
        made_of(*"<>/!-=\"' \n\u3000aZ_:.9é", "<!--", "-->", "</a", ' a="', 'b.c = "'),
    ),
    "_ESCAPED_BYTES": (
        r"(?:\\x[0-9A-Fa-f]{2})+|(?:=[0-9A-F]{2}(?:=\r?\n)?)+|=\r?\n",
        made_of(*"\\x=Aa09\r\n ", "\\x4f", "\\xAg", "=4F", "=\r\n", "=\n", most=16),
    ),
    "_PERCENT": (r"(?:%[0-9A-Fa-f]{2})+", made_of(*"%Aa09g ", "%4f", "%C3", most=16)),
    "_REVERSES": (
        "[\u202e\u2066-\u2069\u202a-\u202d]|bidi-override|<bdo|rtl",
        made_of("bidi-", "override", "<", "bdo", "r", "tl", " ")
        | st.text(st.characters(min_codepoint=0x2020, max_codepoint=0x2070)),
    ),
}


@pytest.mark.parametrize("name", READINGS)
def test_a_way_of_writing_is_found_where_its_plain_form_is(name: str) -> None:
    plain, texts = READINGS[name]

    @OFTEN
    @given(texts)
    def held(text: str) -> None:
        found = [match.span() for match in vars(decode)[name].finditer(text)]
        assert found == [match.span() for match in re.finditer(plain, text)]

    held()


_SPACES = " \n\r\t\u3000\xa0"
_SELECTORS = "\ufe00\ufe0f\U000e0100\U000e01ef"
RUNS: tuple[tuple[str, st.SearchStrategy[str]], ...] = (
    (r"[A-Za-z0-9+/_-]{8,}={0,2}", made_of(*"=. ", letters="aZ9+/_-")),
    (
        r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{4,}(?:\s+[A-Za-z0-9+/]+)+={0,2}",
        made_of(*"=.-_é", *_SPACES, "abc", letters="aZ9+/"),
    ),
    (r"[A-Z2-7]{13,}=*|[a-z2-7]{13,}=*", made_of(*"=189 ", "ab" * 6, "AB" * 6, letters="aZ27")),
    (r"[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{15,}", made_of(*"'\" ", letters="aZ9!$<~-")),
    (r"<~[!-uz\s]{10,}~>", made_of("<~", "~>", *"~>v", letters="!uz \n")),
    (
        r"(?<![0-9A-Fa-f])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[\s,:;-]{0,2}){6,}",
        made_of(*"g\\%x0", *",:;-", *_SPACES, "0x", "\\x", letters="0aF9", most=24)
        | made_of(*"0aFx%", "0x4f", "\\x4f", "%4f", ", ", "4f" * 5, most=24),
    ),
    (
        r"(?:[12]?[0-9]{2}[\s,;]{1,2}){5,}[12]?[0-9]{2}",
        made_of(*"g1", *",;", *_SPACES, "12", "255", "399", ", ", "12 " * 4, most=24)
        | made_of("12", "7", " ", "\n,", "x", "12 " * 5, most=6),
    ),
    (
        "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}",
        made_of(*"x\ufdff\ufe10\U000e00ff\U000e01f0", letters=_SELECTORS),
    ),
)


def test_every_encoding_has_a_plain_form() -> None:
    assert len(RUNS) == len(ENCODINGS)


@pytest.mark.parametrize("at", range(len(RUNS)))
def test_the_runs_of_an_encoding_are_those_of_its_plain_form(at: int) -> None:
    plain, texts = RUNS[at]

    @OFTEN
    @given(texts)
    def held(text: str) -> None:
        assert list(ENCODINGS[at].runs(text)) == re.findall(plain, text)

    held()


SHAPES: dict[str, tuple[str, st.SearchStrategy[str]]] = {
    "://": (
        r"[a-z]://[^\s/:@\"']{1,200}:[^\s/@\"']{1,200}@",
        made_of(*"aZ:/@'\" ", "://", "a://", "b:c@", "d" * 99),
    ),
    ":": (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?!00:00:00Z)[0-9]{2}:[0-9]{2}",
        made_of(
            *"0-:TZ ", "2026-", "09-", "14T", "14 ", "08:31", "2026-09-14T", "00:00:00", "00:00:00Z"
        ),
    ),
    "T": (r"[0-9]{8}T[0-9]{6}", made_of(*"T2x", "2026", "0914", "0831", "20260914T", "083107")),
}


@pytest.mark.parametrize("mark", SHAPES)
def test_a_shape_stands_where_its_plain_form_does(
    mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, texts = SHAPES[mark]
    (shape,) = (each for each in shapes.SHAPES if each.mark == mark)
    monkeypatch.setattr(shapes, "SHAPES", (shape,))

    @OFTEN
    @given(texts)
    def held(text: str) -> None:
        match = re.search(plain, text)
        expected = [(shape, match.start(), match[0])] if match else []
        assert list(shapes_in(text)) == expected

    held()


def plainly(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def test_every_character_is_of_a_run_or_is_not() -> None:
    apart = "a".join(map(chr, range(sys.maxunicode + 1)))
    assert runs([apart]) == set(plainly(apart))
    assert letters_of(apart) == "".join(plainly(apart)).encode()


@pytest.mark.parametrize("few", [0, fold._FEW])
@pytest.mark.parametrize(
    "texts", [st.text(), made_of(*"aB9_-– é²½٣名\u0301\ud835\udc29\U0001d7ff")]
)
def test_the_runs_of_a_text_are_those_of_their_plain_form(
    texts: st.SearchStrategy[str], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold, "_FEW", few)

    @OFTEN
    @given(texts)
    def held(text: str) -> None:
        assert runs([text]) == set(plainly(text))
        assert letters_of(text) == "".join(plainly(text)).encode()

    held()


def in_place(text: str, form: Callable[[str], str]) -> str:
    return re.sub(r"[^\x00-\x7f]+", lambda run: form(run[0]), text)


@OFTEN
@given(made_of(*"aB9_- \n–Éσς²½٣名\u0301\u200b\ud835\udc29\U0001d7ff", "Σ"))
def test_a_text_is_folded_run_by_run(text: str) -> None:
    assert lowered(text) == in_place(text, fold._folded).lower()


@pytest.mark.parametrize("most", [0, 20, 1000])
def test_what_is_kept_of_a_run_changes_no_reading(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = b"".join(
        b"<p>UGxlYXNlIG1lbHQgbmluZSB0dXJuaXBz %s 4142434445464748 H4sIAAAAAAAA</p>" % each
        for each in (b"x", b"UGxlYXNlIG1lbHQgc2V2ZW4gdHVybmlwcw==", b"y")
    )
    monkeypatch.setattr(decode, "_LONGEST_KEPT", most)
    first, second = list(decode.views(page)), list(decode.views(page))
    monkeypatch.setattr(decode, "_undone_before", decode._undone)
    assert first == second == list(decode.views(page))
    assert sum("melt nine turnips" in view.text for view in first) >= 1
