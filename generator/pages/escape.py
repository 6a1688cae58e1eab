"""The one way in which text becomes Markdown: escaped by default, markup only by type.

Text of the report (labels, declared values, notes) may hold anything. `md_text` spells it so that
it is plain text to Markdown, to HTML, to YAML and to Jinja alike; only a value of the type
`Markdown` passes a template as it stands. HTML escaping alone would not do: a link to
`javascript:` or an attribute list of `attr_list` contains nothing that HTML escapes.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import LiteralString

import yaml

_LINE_BREAKS = frozenset("\n\r\t\x0b\x0c\x85\u2028\u2029")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


class Markdown(str):
    """Text that is Markdown on purpose, and is not escaped again."""

    __slots__ = ()


def md_text(value: str) -> Markdown:
    """Return text as one line that is inert in Markdown, HTML, YAML and Jinja.

    Letters and digits stay as they are, and so do `-`, `.` and `_` between two of them, so that
    `gpt-4.1` can be read in a review; everything else becomes a character reference. Control and
    direction characters are shown by their number instead of taking effect.
    """
    out: list[str] = []
    for i, char in enumerate(value):
        if char in _LINE_BREAKS:
            out.append(" ")
        elif unicodedata.category(char) in _UNSEEN:
            out.append(f"&#92;u&#123;{ord(char):x}&#125;")
        elif char.isalnum() or char in " ,%" or _joins_a_word(value, i):
            out.append(char)
        else:
            out.append(f"&#{ord(char)};")
    return Markdown("".join(out).strip())


def _joins_a_word(value: str, i: int) -> bool:
    """Whether the character is a harmless joint, and not that of a `www.` address."""
    return (
        value[i] in "-._"
        and 0 < i < len(value) - 1
        and value[i - 1].isalnum()
        and value[i + 1].isalnum()
        and value[max(0, i - 3) : i].lower() != "www"
    )


def finalize(value: object) -> str:
    """Return what a template prints for a value; a missing one is a defect of the page."""
    if isinstance(value, Markdown):
        return value
    if isinstance(value, str):
        return md_text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return repr(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    raise TypeError(f"a page cannot print a {type(value).__name__}: choose words for it")


def md(template: LiteralString, *values: object, **named: object) -> Markdown:
    """Fill a Markdown template of our own with values, each escaped by its type."""
    return Markdown(
        template.format(
            *(finalize(value) for value in values),
            **{name: finalize(value) for name, value in named.items()},
        )
    )


def md_join(separator: LiteralString, values: Iterable[object]) -> Markdown:
    """Join values, each escaped by its type, with a separator of our own."""
    return Markdown(separator.join(finalize(value) for value in values))


def md_code(value: str) -> Markdown:
    """Return text in the type of code; backticks would not hold text that has backticks in it."""
    return md("<code>{}</code>", value)


def front_matter(*, hide: Sequence[LiteralString] = (), **values: str) -> Markdown:
    """Return a page's front matter; the site's own templates do not escape what it says.

    `hide` names the parts of the site's frame that the page goes without.
    """
    entries: dict[str, object] = {name: str(md_text(value)) for name, value in values.items()}
    if hide:
        entries["hide"] = list(hide)
    body = yaml.safe_dump(entries, allow_unicode=True, width=10_000)
    return Markdown(f"---\n{body}---\n")
