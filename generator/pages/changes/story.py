"""The whole of what changed, in the order in which it is told: verdict, why, what to look at, rest.

Page, pull request and terminal are told the same story; each sets it in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.changes import groups
from generator.pages.changes.details import detail
from generator.pages.changes.labels import label
from generator.pages.changes.names import Names
from generator.pages.changes.titles import title
from generator.pages.changes.verdict import cause, frame, verdict
from generator.pages.changes.worry import worry
from generator.pages.escape import Markdown, md, md_join
from generator.publication.changes.records import FRAME, Change, Changes, Where

_GENERAL = Markdown("The whole report")


@dataclass(frozen=True, slots=True)
class Row:
    """One change of a kind: which it is, where that must be said, and what it is."""

    label: Markdown
    said: Markdown

    @property
    def line(self) -> Markdown:
        """Both in a line; empty where the title of the thing says it all."""
        if self.label and self.said:
            return md("{}: {}", self.label, self.said)
        return self.label or self.said


@dataclass(frozen=True, slots=True)
class Thing:
    """Changes of one kind at one place, told together.

    `cause` is None where all changes of the report have the same one, which is told once.
    """

    about: Markdown
    title: Markdown
    rows: tuple[Row, ...]
    cause: Markdown | None
    worry: Markdown | None

    @property
    def lines(self) -> list[Markdown]:
        """What its rows say, where the title does not say it all."""
        return [row.line for row in self.rows if row.line]

    @property
    def place(self) -> Markdown:
        """The place alone, with what its only row says: where several places share a title."""
        return md_join(": ", [self.about, *(self.lines if len(self.rows) == 1 else ())])


@dataclass(frozen=True, slots=True)
class Look:
    """What asks for a decision, at one place or at several of which the same is said.

    `things` are what is told of each place; cause and worry are told here, once.
    """

    about: Markdown
    title: Markdown
    things: tuple[Thing, ...]
    cause: Markdown | None
    worry: Markdown | None


@dataclass(frozen=True, slots=True)
class Rest:
    """What else changed at one place, and asks for nobody."""

    about: Markdown
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """What changed, ready to be set; `frame` says what was compared, and what is as it was."""

    old: str
    new: str
    verdict: Markdown
    frame: tuple[Markdown, ...]
    look: tuple[Look, ...]
    rest: tuple[Rest, ...]


def story(found: Changes, names: Names) -> Story:
    """Return the story of what changed."""
    alone = len({tuple(each.cause) for each in found.changes if each.kind not in FRAME}) == 1
    return Story(
        old=found.old.version,
        new=found.new.version,
        verdict=verdict(found),
        frame=tuple(frame(found)),
        look=tuple(_look(places, names, alone=alone) for places in groups.to_look_at(found)),
        rest=tuple(
            Rest(
                _about(place[0][0], names),
                tuple(_thing(group, names, alone=alone) for group in place),
            )
            for place in groups.rest_by_place(found)
        ),
    )


def _look(places: Sequence[Sequence[Change]], names: Names, *, alone: bool) -> Look:
    things = tuple(_thing(group, names, alone=alone) for group in places)
    several = len(things) > 1
    return Look(
        about=_together([group[0] for group in places]) if several else things[0].about,
        title=title([change for group in places for change in group], len(things)),
        things=things,
        cause=things[0].cause,
        worry=things[0].worry,
    )


def _thing(group: Sequence[Change], names: Names, *, alone: bool) -> Thing:
    return Thing(
        about=_about(group[0], names),
        title=title(group),
        rows=tuple(Row(label(change, names, len(group)), detail(change)) for change in group),
        cause=None if alone else cause(groups.causes(group)),
        worry=worry(group),
    )


def _about(change: Change, names: Names) -> Markdown:
    where = change.where
    if where.arm and where.other_arm:
        return md("{} and {}", names.arm(where.arm), names.arm(where.other_arm))
    if where.arm:
        return names.arm(where.arm)
    if where.ledger:
        return md("Ledger {}", where.ledger)
    if where.study:
        return md("Study {}", where.study)
    return _GENERAL


def _together(firsts: Sequence[Change]) -> Markdown:
    """Say how many places there are, and of what kind if they are of one."""
    kinds = {_places(change.where) for change in firsts}
    called = kinds.pop() if len(kinds) == 1 else "places"
    return md("{} {}", numbers.integer(len(firsts)), Markdown(called))


def _places(where: Where) -> str:
    if where.arm:
        return "pairs of arms" if where.other_arm else "arms"
    return "ledgers" if where.ledger else "studies" if where.study else "places"
