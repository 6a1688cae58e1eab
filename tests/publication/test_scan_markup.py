"""Markup is read strictly: what two readers could understand differently is refused."""

from __future__ import annotations

import pytest

from generator.publication.scan.explain.characters import unseen
from generator.publication.scan.explain.grammar import check_article, check_figure, check_frame
from generator.publication.scan.explain.markup import End, Refused, Start, Text, tokens


def test_tags_text_and_references_become_tokens() -> None:
    assert list(tokens('<p class="a">x &amp; &#64;<br></p>')) == [
        Start(0, "p", (("class", "a"),)),
        Text(13, "x & @"),
        Start(26, "br", ()),
        End(30, "p"),
    ]


def test_the_code_of_a_script_is_no_markup() -> None:
    found = list(tokens("<script>if (a<b) c()</script>"))
    assert found[1] == Text(8, "if (a<b) c()")


def test_a_tag_that_closes_itself_is_a_start_and_an_end() -> None:
    assert list(tokens('<path d="M0" />')) == [Start(0, "path", (("d", "M0"),)), End(0, "path")]


@pytest.mark.parametrize(
    "text",
    [
        "<p>a<!-- b --></p>",
        "<p>a<![CDATA[b]]></p>",
        "<?php b ?>",
        "<p class=b>a</p>",
        "<p class='b'>a</p>",
        "<p a<b>",
        "a < b",
        "<p",
        "fish & chips",
        "&nosuchthing;",
        "&#64",
        "<script>never closed",
        '<p class="a" CLASS="b">',
        "<!DOCTYPE html SYSTEM 'x'>",
        "</p >",
    ],
)
def test_what_a_browser_would_have_to_repair_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        list(tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<iframe></iframe>",
        "<form></form>",
        '<p onclick="x">',
        '<p style="display:none">',
        '<td style="text-align: right; color: white">',
        '<p data-note="x">',
        "<p hidden>",
        '<a href="javascript:x">',
        '<a href="JavaScript:x">',
        '<a href="//elsewhere.example/x">',
        '<a href="data:text/html,x">',
        '<a href="file:///etc/passwd">',
        '<img src="http://a b">',
        "<svg></svg>",
        "<blink>",
    ],
)
def test_an_article_has_no_tag_attribute_or_address_but_the_listed(text: str) -> None:
    with pytest.raises(Refused):
        check_article(list(tokens(text)))


@pytest.mark.parametrize(
    "text",
    [
        '<td style="text-align: right;">',
        '<a href="../index.html#x" title="y">',
        '<a href="https://example.org/a?b=c">',
        '<a class="headerlink" href="#x" id="y">',
        '<img src="figures/a.svg" alt="a" loading="lazy">',
    ],
)
def test_what_the_pages_need_passes(text: str) -> None:
    check_article(list(tokens(text)))


@pytest.mark.parametrize(
    "text",
    [
        "<script>x</script>",
        "<metadata>x</metadata>",
        "<foreignObject></foreignObject>",
        '<image href="x.png"/>',
        '<use href="other.svg#x"/>',
        '<a href="x"></a>',
        '<rect fill="url(https://x.example/y)"/>',
        "<style>@import 'x';</style>",
        "<style>a{background:url(x)}</style>",
        '<g onload="x"/>',
        '<g data-x="y"/>',
    ],
)
def test_a_figure_is_only_drawn(text: str) -> None:
    with pytest.raises(Refused):
        check_figure(list(tokens(text)))


def test_a_figure_may_use_its_own_parts() -> None:
    check_figure(list(tokens('<svg><path d="M0" style="fill: url(#i0)"/><use href="#i1"/></svg>')))


@pytest.mark.parametrize("text", ["<iframe>", '<div onclick="x">', '<body background="x">'])
def test_the_frame_has_no_tag_or_attribute_but_the_listed(text: str) -> None:
    (token,) = tokens(text)
    assert isinstance(token, Start)
    with pytest.raises(Refused):
        check_frame(token)


@pytest.mark.parametrize(
    "char",
    [
        *"\x00\x08\x1b\x7f",
        "\u00ad",
        "\u034f",
        "\u200b",
        "\u200e",
        "\u2028",
        "\u202e",
        "\u2060",
        "\u2800",
        "\u3164",
        "\ufe0f",
        "\ufeff",
        "\ue000",
        "\U000e0041",
        "\U000e0101",
        "\u2003",
    ],
)
def test_a_character_that_nobody_sees_is_found(char: str) -> None:
    assert unseen(f"ab{char}c") == 2


def test_letters_of_any_script_are_seen() -> None:
    assert unseen("naïve Übermaß 名前 ελ – “x” 5\u00a0%\n\t") is None
