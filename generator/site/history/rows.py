"""The numbers of the history in words and as files: what the pages' tables and downloads say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from generator.pages.figures.forest import share
from generator.pages.figures.table import table
from generator.pages.numbers import METHOD_NAMES, level
from generator.pages.words import OUTCOMES, VERDICTS
from generator.site.history.estimates import Estimate, Measure
from generator.site.history.past import ArmPast, CaseState, Stretch
from generator.site.history.series import Moment

LATEST_STRETCHES = 5
"""Changes of one case that its row tells; the download has every one."""


ESTIMATE_COLUMNS = {
    "version": "the version",
    "date": "its date",
    "status": "draft or published",
    "corrected_by": "the version that corrects it",
    "fingerprint": "SHA-256 of all that must be equal for numbers to be compared",
    "comparable": "yes, or no: the version before that still stands has another fingerprint",
    "measure": "headline, recovery, invalid-burden, or pass-hat-1, pass-hat-2, … for pass^k",
    "estimate": "the number, a share between 0 and 1, not rounded",
    "lower": "lower end of its interval",
    "upper": "upper end of its interval",
    "level": "level of the interval",
    "method": "method of the interval",
    "counts": "what it is a share of, or how many cases it is a mean over",
    "missing": "why there is no number",
}
"""The columns of an arm's estimates, with what they hold."""

CASE_COLUMNS = {
    "case": "alias of the case",
    "first_version": "the oldest version of this state",
    "last_version": "the newest version of this state; those between have it too",
    "versions": "how many versions of the arm that is",
    "first_pass": "outcome of the first pass; empty where no run came first",
    "verdict": "verdict after the repeat trials",
    "passed": "trials passed after the first pass, where the version publishes the case's rate; "
    "all trials passed, where no run came first",
    "valid": "valid trials of which these passed",
}
"""The columns of an arm's cases, with what they hold."""


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One case: the address of its row in the newest version that has it, and what became of it."""

    case: str
    newest: str
    address: str
    told: list[str]
    earlier: int
    changed: bool


def state_words(moment: Moment) -> str:
    """Return the state of a version: published, draft, corrected."""
    if moment.corrected_by:
        return f"{moment.entry.status}, corrected by {moment.corrected_by}"
    if moment.entry.corrects:
        return f"{moment.entry.status}, corrects {moment.entry.corrects}"
    return moment.entry.status


def estimate_words(estimate: Estimate | None) -> str:
    """Return an estimate with its counts and interval, or why there is none."""
    if estimate is None:
        return "not reported"
    if estimate.value is None:
        return estimate.missing
    said = f"{share(estimate.value)} ({estimate.counts})"
    if estimate.lower is None or estimate.upper is None:
        return f"{said}, no interval"
    return f"{said}, {share(estimate.lower)} to {share(estimate.upper)}"


def interval_words(moments: Sequence[Moment], measures: Sequence[Measure]) -> list[str]:
    """Say by which method and at which level the intervals of each measure are."""
    said = []
    for measure in measures:
        found = [moment.point.estimates.get(measure) for moment in moments]
        kinds = {(e.method, e.level) for e in found if e is not None and e.method and e.level}
        names = [
            f"{unescape(METHOD_NAMES[method])} at {unescape(level(at))}"
            for method, at in sorted(kinds)
        ]
        said.extend([f"{measure.title} by {', '.join(names)}"] if names else [])
    return said


def estimates_csv(moments: Sequence[Moment]) -> bytes:
    """Return every followed number of an arm, one row a version and measure, oldest first."""
    rows = (
        [
            moment.entry.version,
            moment.entry.date,
            moment.entry.status,
            moment.corrected_by,
            fingerprint,
            "no" if moment.breaks else "yes",
            measure.name,
            estimate.value,
            estimate.lower,
            estimate.upper,
            estimate.level,
            estimate.method,
            estimate.counts,
            estimate.missing,
        ]
        for moment in moments
        for fingerprint in [moment.point.basis.fingerprint]
        for measure, estimate in moment.point.estimates.items()
    )
    return table(list(ESTIMATE_COLUMNS), rows).encode()


def cases_csv(past: ArmPast) -> bytes:
    """Return every state of every case of an arm, one row a state, newest first."""
    rows = (
        [
            case,
            past.points[stretch.oldest].version,
            past.points[stretch.newest].version,
            stretch.oldest - stretch.newest + 1,
            stretch.state.first_pass,
            stretch.state.verdict,
            stretch.state.passed,
            stretch.state.valid,
        ]
        for case, stretches in sorted(past.cases.items())
        for stretch in stretches
    )
    return table(list(CASE_COLUMNS), rows).encode()


def case_rows(past: ArmPast) -> list[CaseRow]:
    """Return the history of every case, newest state first: those that changed, then the others."""
    rows = [_case_row(past, case, stretches) for case, stretches in past.cases.items()]
    return sorted(rows, key=lambda row: (not row.changed, row.case))


def _case_row(past: ArmPast, case: str, stretches: list[Stretch]) -> CaseRow:
    return CaseRow(
        case=case,
        address=past.places[case],
        told=[_stretch(past, stretch) for stretch in stretches[:LATEST_STRETCHES]],
        earlier=max(0, len(stretches) - LATEST_STRETCHES),
        newest=past.points[stretches[0].newest].version,
        changed=len({(each.state.first_pass, each.state.verdict) for each in stretches}) > 1,
    )


def _stretch(past: ArmPast, stretch: Stretch) -> str:
    first, last = past.points[stretch.oldest].version, past.points[stretch.newest].version
    versions = stretch.oldest - stretch.newest + 1
    where = first if versions == 1 else f"{first} to {last} ({versions:,} versions)"
    return f"{where}: {_state(stretch.state)}"


def _state(state: CaseState) -> str:
    """Return a state in words."""
    said = []
    if state.first_pass is not None:
        said.append(f"first pass: {OUTCOMES[state.first_pass].short}")
    if state.verdict is not None:
        said.append(VERDICTS[state.verdict].short)
    if state.passed is not None:
        trials = "trials" if state.first_pass is None else "repeat trials"
        said.append(f"{state.passed:,} of {state.valid:,} {trials} passed")
    return "; ".join(said) or "no count"
