"""The story of what changed as GitHub-flavoured Markdown, never longer than a comment may be.

Where it would be too long it sheds detail in steps: first the single cases of what needs no
decision, then most and then all of those of what does, then everything but the number of changes at
each place. The verdict, why there are changes and what was compared always stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from generator.pages import numbers
from generator.pages.changes.story import Look, Story, Thing
from generator.pages.escape import Markdown, md
from generator.pages.sentences import many

_FEW = 5
"""The rows of a thing that stand where not all of them have room."""

LIMIT = 65_536
"""What GitHub takes, counted here in bytes, of which there are never fewer than characters."""

_MENTION = re.compile(r"&#(?:64|35);|\bGH(?=-\d)", re.IGNORECASE)
"""What GitHub makes links of even where it is spelled in references: @name, #1, GH-1."""


def github(told: Story, limit: int = LIMIT) -> str:
    """Return the story in as much detail as a comment of this length holds."""
    for shed in _STEPS:
        said = _MENTION.sub(lambda found: f"{found[0]}<!-- -->", "\n".join(shed(told)) + "\n")
        if len(said.encode()) <= limit:
            break
    return said


def _whole(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from _look(told)
    yield from _rest(told)


def _cases_of_the_rest_shed(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from _look(told)
    yield from _rest(told, 0)
    yield from _shed(told, "the single cases and rows of what needs no decision")


def _most_cases_shed(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from _look(told, _FEW)
    yield from _rest(told, 0)
    yield from _shed(told, "the single cases and rows but for the first of each thing")


def _cases_shed(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from _look(told, 0)
    yield from _rest(told, 0)
    yield from _shed(told, "the single cases and rows")


def _places_alone(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from ("### Changes by place", "")
    looks = Counter(thing.about for look in told.look for thing in look.things)
    for about in dict.fromkeys([*looks, *_places(told)]):
        rest = sum(len(place.things) for place in told.rest if place.about == about)
        yield md(
            "- {}: {} to look at, {} more",
            about,
            *map(numbers.integer, (looks[about], rest)),
        )
    yield from _shed(told, "all but how many changes there are at each place")


def _verdict_alone(told: Story) -> Iterator[str]:
    yield from _head(told)
    yield from _shed(told, "all but the verdict and what was compared")


_STEPS: tuple[Callable[[Story], Iterator[str]], ...] = (
    _whole,
    _cases_of_the_rest_shed,
    _most_cases_shed,
    _cases_shed,
    _places_alone,
    _verdict_alone,
)


def _places(told: Story) -> list[Markdown]:
    return [place.about for place in told.rest]


def _head(told: Story) -> Iterator[str]:
    yield md("## What changed: {} → {}", told.old, told.new)
    yield from ("", md("**{}**", told.verdict), "")
    for said in told.frame:
        yield md("- {}", said)
    yield ""


def _look(told: Story, most: int | None = None) -> Iterator[str]:
    if told.look:
        yield from ("### Look at", "")
    for number, look in enumerate(told.look, start=1):
        yield f"{number}. {md('**{}: {}.**', look.about, look.title)}"
        if len(look.things) == 1:
            yield from _rows(look.things[0], "    ", most)
        if look.cause is not None:
            yield md("    - Cause: {}.", look.cause)
        if look.worry is not None:
            yield md("    - *Worry?* {}", look.worry)
        if len(look.things) > 1:
            yield from _by_place(look, most)
    if told.look:
        yield ""


def _by_place(look: Look, most: int | None) -> Iterator[str]:
    """Yield each place of a thing; where its rows have no room, how many there are."""
    for thing in look.things:
        if len(thing.rows) > 1 and most == 0:
            yield md("    - {}: {}", thing.about, thing.title)
        else:
            yield md("    - {}", thing.place)
            if len(thing.rows) > 1:
                yield from _rows(thing, "        ", most)


def _rest(told: Story, most: int | None = None) -> Iterator[str]:
    if told.rest:
        yield from ("### Also changed, and needs no decision", "")
    for place in told.rest:
        count = many(len(place.things), "change", "changes")
        yield md("<details><summary>{}: {}</summary>", place.about, count)
        yield ""
        for thing in place.things:
            yield md("- {}", _with_only_row(thing))
            if len(thing.rows) > 1:
                yield from _rows(thing, "    ", most)
        yield from ("", "</details>", "")


def _with_only_row(thing: Thing) -> Markdown:
    only = thing.rows[0].line if len(thing.rows) == 1 else Markdown("")
    said = md("{}: {}", thing.title, only) if only else thing.title
    if thing.cause is not None:
        said = md("{} (cause: {})", said, thing.cause)
    return said if thing.worry is None else md("{}. *Worry?* {}", said, thing.worry)


def _rows(thing: Thing, indent: str, most: int | None) -> Iterator[str]:
    """Yield the first rows of a thing; the only one it has is never left out."""
    lines = thing.lines
    shown = lines if most is None or len(lines) == 1 else lines[:most]
    for line in shown:
        yield f"{indent}- {line}"
    if shown and len(shown) < len(lines):
        yield md("{}- and {} more", Markdown(indent), numbers.integer(len(lines) - len(shown)))


def _shed(told: Story, what: str) -> Iterator[str]:
    yield md(
        "*Left out for length: {}. All of it: `stability diff {} {} --format json`.*",
        Markdown(what),
        Markdown(told.old),
        Markdown(told.new),
    )
