"""What a kind of change is called, for one and for many of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.changes.groups import figure_stands, other_failed_cases
from generator.pages.changes.worry import turned
from generator.pages.escape import Markdown, md
from generator.publication.changes.records import Change, Kind


@dataclass(frozen=True, slots=True)
class Title:
    """A kind of change as a clause: `more` has a place for how many.

    `noun` names what is in a list, one and many, so that it can be new or gone; `around` is the
    clause where a figure stands and only its interval or its counts changed. `they` is the clause
    for several arms, pairs, ledgers or studies where `more` does not fit them.
    """

    one: str
    more: str
    noun: tuple[str, str] | None = None
    around: tuple[str, str] | None = None
    they: str | None = None

    def of(self, changes: Sequence[Change], places: int) -> Markdown:
        """Return the clause for these changes at so many places, which are all of one way."""
        first, count = changes[0], len(changes)
        if self.noun and None in (first.old, first.new):
            be = Markdown("is" if count == 1 else "are")
            what = counted(count, *self.noun)
            return md("{} {} {}", what, be, Markdown("new" if first.old is None else "gone"))
        one, more = self.one, self.more
        if self.around and figure_stands(first):
            one, more = self.around
        elif self.they and places > 1:
            more = self.they
        return Markdown(more.format(numbers.integer(count)) if more and count > 1 else one)


def counted(count: int, one: str, more: str) -> Markdown:
    """Return a count with its noun, and an article for one."""
    article = "an" if one[0] in "aeio" else "a"
    return Markdown(f"{article} {one}" if count == 1 else f"{numbers.integer(count)} {more}")


_IN_GENERAL = Title("another value changed", "{} other values changed")

TITLES: Mapping[Kind, Title] = {
    "version_reused": Title("two reports under one version name", ""),
    "aliases_replaced": Title("every case has another alias", ""),
    "rule": Title("a rule changed", "{} rules changed"),
    "arm_renamed": Title("this arm had another label", "", they="they had other labels"),
    "identity": Title(
        "its set-up changed in one part",
        "its set-up changed in {} parts",
        they="their set-up changed in {} parts",
    ),
    "run_reclassified": Title(
        "a run counts as other evidence than before", "{} runs count as other evidence than before"
    ),
    "arm_removed": Title("this arm is no longer reported", "", they="they are no longer reported"),
    "case_removed": Title("a case is no longer reported", "{} cases are no longer reported"),
    "case_definition": Title("a case is defined otherwise", "{} cases are defined otherwise"),
    "decision": Title("the decision changed", "{} decisions changed"),
    "eligibility": Title("what may be claimed changed", "what may be claimed changed {} times"),
    "first_outcome": Title(
        "the first-pass outcome of a case changed", "the first-pass outcomes of {} cases changed"
    ),
    "verdict": Title("the verdict of a case changed", "the verdicts of {} cases changed"),
    "band": Title("a recurrence band changed", "{} recurrence bands changed"),
    "shown": Title("a rate appeared or disappeared", "{} rates appeared or disappeared"),
    "headline": Title(
        "the headline score moved",
        "{} headline scores moved",
        around=("the interval or bracket of the headline score changed", ""),
    ),
    "recovery": Title(
        "recovery after fail moved",
        "",
        around=("the counts or the interval of recovery after fail changed", ""),
    ),
    "pass_hat_k": Title(
        "pass^k moved for one k",
        "pass^k moved for {} values of k",
        ("row of pass^k that has no rate yet", "rows of pass^k that have no rate yet"),
        (
            "the counts or the interval of pass^k changed in one row",
            "the counts or the intervals of pass^k changed in {} rows",
        ),
        they="pass^k moved in {} rows",
    ),
    "pass_at_k": Title(
        "pass@k moved for one k",
        "pass@k moved for {} values of k",
        ("row of pass@k that has no rate yet", "rows of pass@k that have no rate yet"),
        (
            "the counts or the interval of pass@k changed in one row",
            "the counts or the intervals of pass@k changed in {} rows",
        ),
        they="pass@k moved in {} rows",
    ),
    "regression": Title(
        "failures after a pass moved",
        "",
        around=("the counts or the interval of failures after a pass changed", ""),
    ),
    "case_rate": Title(
        "the rate of a case moved",
        "the rates of {} cases moved",
        around=(
            "the bound or the interval of a case changed",
            "the bounds or the intervals of {} cases changed",
        ),
    ),
    "ledger_rate": Title(
        "the ledger's rate moved",
        "{} of the ledger's rates moved",
        they="{} of their rates moved",
    ),
    "delta": Title(
        "what moved between two full runs changed",
        "what moved between full runs changed in {} places",
        ("comparison of two full runs", "comparisons of two full runs"),
    ),
    "limits": Title("what limits the reading changed", ""),
    "arm_added": Title("this arm is new", "", they="they are new"),
    "case_added": Title("a case is new", "{} cases are new"),
    "comparison_removed": Title(
        "the comparison of these arms is gone", "", they="their comparisons are gone"
    ),
    "ledger_removed": Title("this ledger is gone", "", they="they are gone"),
    "study_removed": Title("this study is gone", "", they="they are gone"),
    "comparison_added": Title(
        "the comparison of these arms is new", "", they="their comparisons are new"
    ),
    "ledger_added": Title("this ledger is new", "", they="they are new"),
    "study_added": Title("this study is new", "", they="they are new"),
    "stage": Title("a case is at another stage", "{} cases are at another stage"),
    "comparison": Title("figures of the comparison moved", "figures of {} comparisons moved"),
    "case_trials": Title("the trials of a case changed", "the trials of {} cases changed"),
    "boundary": Title("the scores of a partial case moved", "the scores of {} partial cases moved"),
    "order": Title(
        "the outcomes of a case in their order changed (P passed, F failed)",
        "the outcomes of {} cases in their order changed (P passed, F failed)",
    ),
    "named_lists": Title("the lists of cases that always, sometimes or never fail changed", ""),
    "dependence": Title(
        "how far trials depend on each other changed in one measure",
        "how far trials depend on each other changed in {} measures",
    ),
    "states": Title(
        "counts of attempts changed",
        "counts of attempts changed in {} places",
    ),
    "plan": Title(
        "counts of the plan changed",
        "counts of the plan changed in {} places",
    ),
    "evidence": Title("the trials by kind of evidence changed", ""),
    "invalid": Title(
        "counts of invalid attempts changed",
        "counts of invalid attempts changed in {} places",
        ("row of time caps", "rows of time caps"),
    ),
    "run": Title("a run is listed otherwise", "{} runs are listed otherwise", ("run", "runs")),
    "budget": Title(
        "the budget record of a run changed",
        "the budget records of {} runs changed",
        ("budget record of a run", "budget records of runs"),
    ),
    "side_effects": Title("the counts of side effects changed", ""),
    "cost": Title("what the attempts cost changed", ""),
    "ledger": Title(
        "an entry of the ledger changed",
        "{} entries of the ledger changed",
        ("ledger entry", "ledger entries"),
    ),
    "study": Title("figures of the study changed", "figures of {} studies changed"),
    "history": Title(
        "the historical audit changed in one place",
        "the historical audit changed in {} places",
        ("entry of the historical audit", "entries of the historical audit"),
    ),
    "published_cells": Title("how many cells of published pages were read changed", ""),
    "other": _IN_GENERAL,
    "notes": Title("the notes changed", ""),
    "program": Title("another program", "another program in {} respects"),
    "spec": Title("another spec", ""),
    "inputs": Title("another input", ""),
    "version": Title("another version name", ""),
    "date": Title("another date", ""),
}


def title(changes: Sequence[Change], places: int = 1) -> Markdown:
    """Return what changes of one kind at one place are called, or at several places together."""
    first, count = changes[0], len(changes)
    if first.kind == "shown":
        be = Markdown("is" if count == 1 else "are")
        came = "published that the version before did not show"
        said = Markdown(came if turned(first) else "no longer published")
        return md("{} {} {}", counted(count, "rate", "rates"), be, said)
    if other_failed_cases(first):
        return Markdown("the same headline score stands on other failed cases")
    return TITLES[first.kind].of(changes, places)
