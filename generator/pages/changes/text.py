"""The story of what changed as plain text, for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from generator.pages.changes.plain import plain
from generator.pages.changes.story import Story, Thing
from generator.pages.escape import md_join

_WIDTH = 100
_SIGN = re.compile(r"(?<=[<>]) (?=\d)")
_HOLD = "\N{NO-BREAK SPACE}"
_ROWS = 12
"""More rows of one thing than this are counted; the other formats list them all."""


def text(told: Story) -> str:
    """Return the story as lines of a width that a terminal shows."""
    return "\n".join([*_head(told), *_look(told), *_rest(told)]).rstrip() + "\n"


def _head(told: Story) -> Iterator[str]:
    yield f"{told.old} -> {told.new}"
    yield from _wrapped(plain(told.verdict))
    yield ""
    for said in told.frame:
        yield from _wrapped(plain(said))


def _look(told: Story) -> Iterator[str]:
    if told.look:
        yield from ("", "LOOK AT", "")
    for number, look in enumerate(told.look, start=1):
        yield from _wrapped(f"{plain(look.about)}: {plain(look.title)}.", f"{number:>2}. ", "    ")
        if len(look.things) == 1:
            yield from _rows(look.things[0])
        if look.cause is not None:
            yield from _wrapped(f"Cause: {plain(look.cause)}.", "    ", "    ")
        if look.worry is not None:
            yield from _wrapped(f"Worry? {plain(look.worry)}", "    ", "    ")
        for thing in look.things if len(look.things) > 1 else ():
            yield from _wrapped(plain(thing.place), "    - ", "      ")
            if len(thing.rows) > 1:
                yield from _rows(thing, "        ")
        yield ""


def _rows(thing: Thing, indent: str = "    ") -> Iterator[str]:
    for line in thing.lines[:_ROWS]:
        yield from _wrapped(plain(line), f"{indent}- ", f"{indent}  ")
    if len(thing.lines) > _ROWS:
        yield f"{indent}- and {len(thing.lines) - _ROWS} more (--format json holds them all)"


def _rest(told: Story) -> Iterator[str]:
    if told.rest:
        yield from ("", "ALSO CHANGED, and needs no decision", "")
    for place in told.rest:
        yield f"  {plain(place.about)}"
        for thing in place.things:
            only = thing.lines if len(thing.rows) == 1 else []
            yield from _wrapped(plain(md_join(": ", [thing.title, *only])), "  - ", "    ")
            if len(thing.rows) > 1:
                yield from _rows(thing)
            if thing.cause is not None:
                yield from _wrapped(f"Cause: {plain(thing.cause)}.", "    ", "    ")
            if thing.worry is not None:
                yield from _wrapped(f"({plain(thing.worry)})", "    ", "    ")
        yield ""


def _wrapped(said: str, first: str = "", then: str = "") -> list[str]:
    """Wrap a line, and keep a sign of comparison with its number."""
    lines = textwrap.wrap(
        _SIGN.sub(_HOLD, said),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
    )
    return [line.replace(_HOLD, " ") for line in lines]
