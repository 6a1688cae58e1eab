"""What a kind of change is called, for one and for many of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.changes.groups import figure_stands
from generator.pages.changes.worry import turned
from generator.pages.escape import Markdown, md
from generator.publication.changes.records import Change, Kind


@dataclass(frozen=True, slots=True)
class Title:
    """A kind of change as a clause: `more` has a place for how many.

    `noun` names what is in a list, one and many, so that it can be new or gone; `around` is the
    clause where a figure stands and only its interval or its counts changed.
    """

    one: str
    more: str
    noun: tuple[str, str] | None = None
    around: tuple[str, str] | None = None

    def of(self, changes: Sequence[Change]) -> Markdown:
        """Return the clause for these changes, which are all of one way."""
        first, count = changes[0], len(changes)
        if self.noun and None in (first.old, first.new):
            be = Markdown("is" if count == 1 else "are")
            what = counted(count, *self.noun)
            return md("{} {} {}", what, be, Markdown("new" if first.old is None else "gone"))
        one, more = self.one, self.more
        if self.around and figure_stands(first):
            one, more = self.around
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
    "identity": Title("its set-up changed in one part", "its set-up changed in {} parts"),
    "run_reclassified": Title(
        "a run counts as other evidence than before", "{} runs count as other evidence than before"
    ),
    "arm_removed": Title("an arm is no longer reported", "{} arms are no longer reported"),
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
        ("value of k for pass^k, without a rate,", "values of k for pass^k, without a rate,"),
        (
            "the counts or the interval of pass^k changed for one k",
            "the counts or the intervals of pass^k changed for {} values of k",
        ),
    ),
    "pass_at_k": Title(
        "pass@k moved for one k",
        "pass@k moved for {} values of k",
        ("value of k for pass@k, without a rate,", "values of k for pass@k, without a rate,"),
        (
            "the counts or the interval of pass@k changed for one k",
            "the counts or the intervals of pass@k changed for {} values of k",
        ),
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
    "ledger_rate": Title("the ledger's rate moved", "{} of the ledger's rates moved"),
    "delta": Title(
        "a full repeat changed",
        "{} full repeats changed",
        ("full repeat", "full repeats"),
    ),
    "limits": Title("the honest limits changed", "the honest limits changed {} times"),
    "arm_added": Title("an arm is new", "{} arms are new"),
    "case_added": Title("a case is new", "{} cases are new"),
    "comparison_removed": Title("a comparison is gone", "{} comparisons are gone"),
    "ledger_removed": Title("a ledger is gone", "{} ledgers are gone"),
    "study_removed": Title("a study is gone", "{} studies are gone"),
    "comparison_added": Title("a comparison is new", "{} comparisons are new"),
    "ledger_added": Title("a ledger is new", "{} ledgers are new"),
    "study_added": Title("a study is new", "{} studies are new"),
    "stage": Title("a case is at another stage", "{} cases are at another stage"),
    "comparison": Title("figures of the comparison moved", "figures of {} comparisons moved"),
    "case_trials": Title("the trials of a case changed", "the trials of {} cases changed"),
    "boundary": Title("the scores of a partial case moved", "the scores of {} partial cases moved"),
    "order": Title("the run order of a case changed", "the run orders of {} cases changed"),
    "named_lists": Title("the named lists changed", "{} named lists changed"),
    "dependence": Title("a measure of independence moved", "{} measures of independence moved"),
    "states": Title("the counts of a state changed", "counts of states changed in {} places"),
    "plan": Title("the plan's ledger moved", "the plan's ledger moved in {} places"),
    "evidence": Title("the classes of evidence moved", "the classes of evidence moved {} times"),
    "invalid": Title(
        "the burden of invalid attempts moved",
        "invalid attempts moved in {} places",
        ("row of time caps", "rows of time caps"),
    ),
    "run": Title("a run is listed otherwise", "{} runs are listed otherwise", ("run", "runs")),
    "budget": Title(
        "a budget entry changed",
        "{} budget entries changed",
        ("budget entry", "budget entries"),
    ),
    "side_effects": Title("side effects changed", "side effects changed in {} places"),
    "cost": Title("the cost changed", "the cost changed in {} places"),
    "ledger": Title(
        "an entry of the ledger changed",
        "{} entries of the ledger changed",
        ("ledger entry", "ledger entries"),
    ),
    "study": Title("figures of the study changed", "figures of {} studies changed"),
    "history": Title(
        "an entry of the past changed",
        "{} entries of the past changed",
        ("entry of the past", "entries of the past"),
    ),
    "published_cells": Title("the published cells that were read changed", ""),
    "other": _IN_GENERAL,
    "notes": Title("the notes changed", ""),
    "program": Title("another program", "another program in {} respects"),
    "spec": Title("another spec", ""),
    "inputs": Title("another input", ""),
    "version": Title("another version name", ""),
    "date": Title("another date", ""),
}


def title(changes: Sequence[Change]) -> Markdown:
    """Return what changes of one kind at one place are called."""
    first, count = changes[0], len(changes)
    if first.kind == "shown":
        be = Markdown("is" if count == 1 else "are")
        said = Markdown("published for the first time" if turned(first) else "no longer published")
        return md("{} {} {}", counted(count, "rate", "rates"), be, said)
    if first.kind == "headline" and set(first.fields) == {"fail_set"}:
        return Markdown("the same headline score stands on other failed cases")
    return TITLES[first.kind].of(changes)
