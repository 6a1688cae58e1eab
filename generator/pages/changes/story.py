"""The whole of what changed, in the order in which it is told: verdict, why, what to look at, rest.

Page, pull request and terminal are told the same story; each sets it in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages.changes import groups
from generator.pages.changes.details import detail
from generator.pages.changes.labels import label
from generator.pages.changes.names import Names
from generator.pages.changes.titles import title
from generator.pages.changes.verdict import cause, frame, verdict
from generator.pages.changes.worry import worry
from generator.pages.escape import Markdown, md
from generator.publication.changes.records import FRAME, Change, Changes

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
    look: tuple[Thing, ...]
    rest: tuple[Rest, ...]


def story(found: Changes, names: Names) -> Story:
    """Return the story of what changed."""
    alone = len({tuple(each.cause) for each in found.changes if each.kind not in FRAME}) == 1
    return Story(
        old=found.old.version,
        new=found.new.version,
        verdict=verdict(found),
        frame=tuple(frame(found)),
        look=tuple(_thing(group, names, alone=alone) for group in groups.to_look_at(found)),
        rest=tuple(
            Rest(
                _about(place[0][0], names),
                tuple(_thing(group, names, alone=alone) for group in place),
            )
            for place in groups.rest_by_place(found)
        ),
    )


def _thing(group: Sequence[Change], names: Names, *, alone: bool) -> Thing:
    first = group[0]
    causes = {tuple(change.cause) for change in group}
    told = first.cause if len(causes) == 1 else sorted({each for one in causes for each in one})
    return Thing(
        about=_about(first, names),
        title=title(group),
        rows=tuple(Row(label(change, names, len(group)), detail(change)) for change in group),
        cause=None if alone else cause(told),
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
