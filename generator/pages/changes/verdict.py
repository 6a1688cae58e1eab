"""The verdict on a comparison in one line, why there is a change at all, and what is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import LiteralString

from generator.pages import numbers
from generator.pages.changes.groups import figure_stands, to_look_at
from generator.pages.changes.plain import plain
from generator.pages.changes.values import between
from generator.pages.escape import Markdown, md, md_join
from generator.pages.sentences import many
from generator.publication.changes.records import Cause, Changes, Kind
from generator.publication.report import Generator

_CAUSES: Mapping[Cause, str] = {
    "unexplained": "nothing that is stated to have changed",
    "correction": "corrected input",
    "data": "new data",
    "spec": "the changed spec",
    "program": "the changed program",
    "representation": "rounding or another order of the same values",
    "release": "the new version itself",
}

_MADE_FROM: Mapping[Kind, str] = {
    "inputs": "the input",
    "spec": "the spec",
    "program": "the program",
}


def verdict(found: Changes) -> Markdown:
    """Say in one line whether a reviewer has to look, and at how many things."""
    both = found.compared
    if found.verdict == "same" and not (both.arms or both.ledgers or both.studies):
        return Markdown(
            "No change, but nothing was compared: neither version reports an arm, a ledger or a "
            "study."
        )
    if found.verdict == "same":
        return md(
            "No change: every figure and every decision is as it was in {}.", found.old.version
        )
    if found.verdict == "routine":
        return md("Changed by {}; nothing needs a decision.", _only(found.sources))
    things = many(len(to_look_at(found)), "thing", "things")
    known = [each for each in found.sources if each != "unexplained"]
    if not known:
        return md("Look at {}. Nothing that is stated to differ explains it.", things)
    said = md("Look at {}. Changed by {}.", things, _only(known))
    return said if known == found.sources else md("{} Some of it has no stated cause.", said)


def summary_line(found: Changes) -> str:
    """Return the verdict as plain text: for a feed, a commit, a title."""
    return plain(verdict(found))


def cause(causes: Sequence[Cause]) -> Markdown:
    """Say what caused a change; several causes are those that cannot be told apart."""
    said = [Markdown(_CAUSES[each]) for each in causes]
    if len(said) == 1:
        return said[0]
    return md("{} (they cannot be told apart)", md_join(" or ", said))


def _only(sources: Sequence[Cause]) -> Markdown:
    if len(sources) == 1:
        return md("{} only", Markdown(_CAUSES[sources[0]]))
    said = [Markdown(_CAUSES[each]) for each in sources]
    return md("{} and {}", md_join(", ", said[:-1]), said[-1])


def why(found: Changes) -> list[Markdown]:
    """Say what of the versions' making differs, and how far that tells causes apart."""
    kinds = {change.kind for change in found.changes}
    other = [_maker(found, kind) for kind in _MADE_FROM if kind in kinds]
    equal = [Markdown(_MADE_FROM[kind]) for kind in _MADE_FROM if kind not in kinds]
    said: list[Markdown] = []
    if found.corrects:
        said.append(md("Version {} corrects version {}.", found.new.version, found.old.version))
    if other:
        said.append(md("Different between the two: {}.", md_join(", ", other)))
    if equal:
        said.append(md("The same: {}.", md_join(", ", equal)))
    if any(len(change.cause) > 1 for change in found.changes):
        said.append(
            Markdown(
                "Two reports alone cannot tell these causes apart where a change names several. "
                "Build the old results with the new program and spec: what then still differs is "
                "new data."
            )
        )
    return said


def _maker(found: Changes, kind: Kind) -> Markdown:
    for change in found.changes:
        if change.kind == kind == "program" and isinstance(change.new, Generator):
            versions = between(change.old.version, change.new.version)
            return md("{} ({})", Markdown(_MADE_FROM[kind]), versions)
    return Markdown(_MADE_FROM[kind])


def frame(found: Changes) -> list[Markdown]:
    """Say what was compared, what differs in how it was made, and what is as it was."""
    return [*why(found), *_sizes(found), compared(found), *_same(found)]


def _sizes(found: Changes) -> Iterator[Markdown]:
    """Say how much stands behind each version, where that is not the same."""
    old, new = found.old, found.new
    parts = [
        md("{} {} → {}", Markdown(name), numbers.integer(before), numbers.integer(after))
        for name, before, after in (
            ("arms", old.arms, new.arms),
            ("cases", old.cases, new.cases),
            ("runs", old.runs, new.runs),
            ("valid repeat trials", old.trials, new.trials),
        )
        if before != after
    ]
    if parts:
        yield md("Size: {}.", md_join(", ", parts))


def compared(found: Changes) -> Markdown:
    """Say how much stands in both versions, so that no change is told from nothing compared."""
    both = found.compared
    counts: tuple[tuple[int, LiteralString, LiteralString], ...] = (
        (both.cases, "case under its arm", "cases under their arms"),
        (both.comparisons, "comparison", "comparisons"),
        (both.ledgers, "ledger", "ledgers"),
        (both.studies, "study", "studies"),
    )
    said = [many(both.arms, "arm", "arms"), *(many(*each) for each in counts if each[0])]
    return md("In both versions, and compared: {}.", md_join(", ", said))


_STANDING: tuple[tuple[Kind, LiteralString, LiteralString, LiteralString], ...] = (
    ("headline", "the headline score of", "arm", "arms"),
    ("identity", "the set-up of", "arm", "arms"),
    ("decision", "the decision on", "pair of arms", "pairs of arms"),
)


def _same(found: Changes) -> Iterator[Markdown]:
    both = found.compared
    said = []
    for kind, what, one, more in _STANDING:
        moved = {
            (change.where.arm, change.where.other_arm)
            for change in found.changes
            if change.kind == kind and change.where.arm and not figure_stands(change)
        }
        count = (both.comparisons if kind == "decision" else both.arms) - len(moved)
        if count:
            said.append(md("{} {}", Markdown(what), many(count, one, more)))
    if all(change.kind != "rule" for change in found.changes):
        said.append(Markdown("the rules"))
    if said:
        yield md("Not changed: {}.", md_join("; ", said))
