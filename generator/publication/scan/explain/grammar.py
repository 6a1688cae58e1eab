"""The tags and attributes that a page or a figure may have; whatever is not listed is refused.

The lists are short on purpose: they hold what the templates, the theme and the figures need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from generator.publication.scan.explain.markup import Refused, Start, Text, Token

Tags = Mapping[str, frozenset[str]]


def _grammar(plain: str, **more: str) -> Tags:
    """Return tags that have an id and a class alone, and others with what else they may have."""
    tags = dict.fromkeys(plain.split(), "") | more
    return {tag.lower(): frozenset(f"id class {own}".lower().split()) for tag, own in tags.items()}


ARTICLE = _grammar(
    "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd strong em code pre br hr blockquote sup "
    "table thead tbody tr figure figcaption span div details summary",
    th="style",
    td="style",
    a="href title download",
    img="src alt loading",
)
"""What Markdown makes of a page."""

FRAME = _grammar(
    "head title aside footer header main article nav ol ul li span div strong",
    html="lang",
    body="dir",
    meta="charset name content http-equiv",
    link="rel href",
    script="src type",
    svg="xmlns viewBox",
    path="d",
    a="href title",
    label="for title",
    form="name",
    button="type title",
    input="type name checked required placeholder autocapitalize autocomplete autocorrect "
    "spellcheck",
)
"""What the theme puts around a page."""

FIGURE = _grammar(
    "title desc defs g",
    svg="xmlns width height viewBox version role aria-labelledby font-family",
    style="type",
    path="d style transform",
    text="x y style transform",
    pattern="x y width height patternUnits",
    rect="x y width height fill",
    clipPath="",
    use="href x y style",
)
"""What a figure is drawn with."""

_OF_FRAME = re.compile(r"(?:data-md|aria)-[a-z-]+|hidden|tabindex|role")
_STYLE = re.compile(r"text-align: (?:left|right|center);")
_ADDRESS = re.compile(r"https?://[^\s\\]+|(?![A-Za-z][A-Za-z0-9+.-]*:|//|\\)[^\s\\]*")
_ADDRESSES = frozenset({"href", "src"})
_WITHIN = re.compile(r"#[A-Za-z0-9_-]+")
_FOREIGN = re.compile(r"@import|url\((?!#[A-Za-z0-9_-]+\))", re.IGNORECASE)


def check_article(tokens: Iterable[Token]) -> None:
    """Refuse what no article may have, even where its own source says so."""
    for token in _starts(tokens):
        _listed(token, ARTICLE)
        for name, value in token.attributes:
            if name == "style" and not _STYLE.fullmatch(value or ""):
                raise Refused(token.at, "The style is none that a page may have.")
            if name in _ADDRESSES and not _ADDRESS.fullmatch(value or ""):
                raise Refused(token.at, "The address is of a kind that pages may not have.")


def check_frame(token: Start) -> None:
    """Refuse a tag that the theme does not have."""
    _listed(token, FRAME, _OF_FRAME)


def check_figure(tokens: Iterable[Token]) -> None:
    """Refuse what no figure may have: scripts, links, pictures, anything from elsewhere."""
    styled = False
    for token in tokens:
        if isinstance(token, Start):
            _listed(token, FIGURE)
            styled = token.tag == "style"
            for name, value in token.attributes:
                leads_out = name == "href" and not _WITHIN.fullmatch(value or "")
                if leads_out or _FOREIGN.search(value or ""):
                    raise Refused(token.at, "A figure leads to another file.")
        elif isinstance(token, Text) and styled and _FOREIGN.search(token.text):
            raise Refused(token.at, "A figure leads to another file.")


def _starts(tokens: Iterable[Token]) -> Iterator[Start]:
    return (token for token in tokens if isinstance(token, Start))


def _listed(token: Start, known: Tags, also: re.Pattern[str] | None = None) -> None:
    allowed = known.get(token.tag)
    if allowed is None:
        raise Refused(token.at, "The tag is none that this may have.")
    for name, _ in token.attributes:
        if name.lower() not in allowed and not (also and also.fullmatch(name)):
            raise Refused(token.at, "The tag has an attribute that it may not have.")
