"""Text of the report stays text, whatever it holds and wherever it stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.pages.escape import (
    Markdown,
    finalize,
    front_matter,
    md,
    md_code,
    md_join,
    md_text,
)
from generator.pages.table import Table, markdown, text
from tests.pages.html import render
from tests.sample_parts import HOSTILE

PAYLOADS = (
    *HOSTILE,
    "<script>alert(1)</script>",
    "</td></tr></table><script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "![a](x){ onerror=alert(1) }",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a]: javascript:alert(1)",
    "[case][term-case]",
    "[term-case]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<https://example.com>",
    "www.example.com",
    "https://example.com/?a=1&b=2",
    "{: onclick=alert(1) }",
    "{ #id .class onclick=alert(1) }",
    "[^1]: note",
    "*[HTML]: abbreviation",
    "!!! danger",
    "??? note",
    "=== tab",
    "``` python",
    "~~~",
    "$x^2$",
    "/// html | div[onclick='alert(1)']",
    ":smile:",
    "{% include 'x' %}",
    "{# comment #}",
    "---",
    "===",
    "1. one",
    "- one",
    "+ one",
    "> quote",
    "    code",
    "a  b",
    "&lt;b&gt;",
    "&#60;b&#62;",
    "\\*a\\*",
    "a|b",
    "`a`",
    "``a`b``",
    "__init__",
    "snake_case and **bold**",
    "<!-- comment -->",
    "<!DOCTYPE x>",
    "<?php ?>",
    "<![CDATA[x]]>",
    "<base href=//evil>",
    "<meta http-equiv=refresh content=0>",
    "<style>*{display:none}</style>",
    "line\nbreak\r\nand\u2028more",
    "\x00\x07\x1b[31m",
    "\u202eabc\u2066",
    "\ufeffbom",
    "gpt-4.1_mini",
    "日本語 · émile ٣",
    "😀",
)

BREAKS = "\n\r\t\x0b\x0c\x85\u2028\u2029"


def shown(value: str) -> str:
    """What a reader should see: one line, control characters by number, blanks as HTML has them."""
    one_line = "".join(" " if char in BREAKS else char for char in value)
    spelled = "".join(
        f"\\u{{{ord(char):x}}}"
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")
        else char
        for char in one_line
    )
    return " ".join(spelled.split())


def one_line(value: str) -> str:
    return " ".join(value.split())


CONTEXTS: dict[str, tuple[Callable[[str], str], set[str]]] = {
    "paragraph": (lambda t: md("{}", t), {"p"}),
    "sentence": (lambda t: md("a {} b", t), {"p"}),
    "heading": (lambda t: md("## {} {{ #anchor }}", t), {"h2"}),
    "emphasis": (lambda t: md("**{}**", t), {"p", "strong"}),
    "item": (lambda t: md("- {}", t), {"ul", "li"}),
    "link": (lambda t: md("[{}](x.md)", t), {"p", "a"}),
    "code": (md_code, {"p", "code"}),
    "cell": (
        lambda t: markdown(Table("t", text("A", "B"), ((t, "end"),))),
        {"table", "thead", "tbody", "tr", "th", "td"},
    ),
    "heading cell": (
        lambda t: markdown(Table("t", text("A", t), (("start", "end"),))),
        {"table", "thead", "tbody", "tr", "th", "td"},
    ),
    "admonition": (lambda t: md("!!! note\n\n    {}", t), {"div", "p"}),
}


def check(name: str, value: str) -> None:
    """The context holds the text and nothing but the text: no tag and no attribute more."""
    build, allowed = CONTEXTS[name]
    parsed = render(build(value))
    seen = one_line(parsed.text)
    assert shown(value) in seen
    assert parsed.names <= allowed
    for _, attributes in parsed.tags:
        assert set(attributes) <= {"id", "href", "class"}
        assert attributes.get("href", "x.md") == "x.md"


@pytest.mark.parametrize("name", CONTEXTS)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_shows_as_itself_in_every_context(name: str, payload: str) -> None:
    check(name, payload)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(CONTEXTS)),
    st.one_of(
        st.text(max_size=60),
        st.text(alphabet="<>[](){}|`*_#&;:=+-~!^\\\"'/.$%@ \nax1", max_size=40),
        st.lists(st.sampled_from(PAYLOADS), min_size=1, max_size=3).map(" ".join),
    ).filter(lambda value: shown(value) != ""),
)
def test_any_text_shows_as_itself(name: str, value: str) -> None:
    check(name, value)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_alternative_text_of_an_image_is_that_text(payload: str) -> None:
    parsed = render(md("![{}](x.svg#only-light){{ loading=lazy }}", payload))
    (image,) = [attributes for name, attributes in parsed.tags if name == "img"]
    assert set(image) == {"alt", "src", "loading"}
    assert one_line(image["alt"]) == shown(payload)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_front_matter_holds_one_inert_line(payload: str) -> None:
    written = front_matter(hide=("toc",), title=payload)
    head, rest = written.removeprefix("---\n").split("---\n")
    assert rest == ""
    found = yaml.safe_load(head)
    assert found["hide"] == ["toc"]
    assert not set(found["title"]) & set("<>\"'{}[]`|")
    assert one_line(render(found["title"]).text) == shown(payload)


def test_ordinary_names_stay_readable_in_the_source() -> None:
    assert md_text("gpt-4.1_mini, 50% done") == "gpt-4.1_mini, 50% done"


@pytest.mark.parametrize("value", [None, True, float("nan"), float("inf"), [], b"x"])
def test_what_has_no_words_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        finalize(value)


def test_markdown_by_type_passes_and_is_not_escaped_twice() -> None:
    assert finalize(Markdown("**a**")) == "**a**"
    assert finalize(md("{}", md_text("a*b"))) == "a&#42;b"
    assert md_join(", ", [Markdown("*a*"), "*b*"]) == "*a*, &#42;b&#42;"
