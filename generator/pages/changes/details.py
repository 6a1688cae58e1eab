"""One change in a line: what it was, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.pages import numbers
from generator.pages.changes.field_words import field_name
from generator.pages.changes.groups import figure_stands
from generator.pages.changes.values import NOTHING, between, moved, value
from generator.pages.escape import Markdown, md, md_join
from generator.pages.ledger_words import BANDS
from generator.pages.limit_words import LIMITS
from generator.pages.quoted import has_primary_run, single_trial
from generator.pages.sections.evidence import declared, field_names
from generator.pages.sentences import many
from generator.pages.study_words import ELIGIBILITY, ELIGIBILITY_REASONS, STUDY_DECISIONS
from generator.pages.words import (
    AUDITS,
    COMPARISONS,
    EVIDENCE,
    OUTCOMES,
    PAST_ROLES,
    ROLES,
    SCOPES,
    STAGES,
    VERDICTS,
    missing_number,
)
from generator.publication.arm import Arm, Delta, Primary, RunRow
from generator.publication.audit import AuditDelta, AuditRun, Flip, SeverityDrift
from generator.publication.case import Case
from generator.publication.changes.records import Change
from generator.publication.comparison import Comparison
from generator.publication.eio import LedgerRate, Recurrence
from generator.publication.estimates import PassRow, Recovery, Regression
from generator.publication.strings import Outcome
from generator.publication.study import Study, StudyEligibility

_NO_VERDICT = Markdown("none, for it did not fail first")


def detail(change: Change) -> Markdown:
    """Say what a change is, from what to what; nothing where its title says it all."""
    return _DETAILS.get(change.kind, _fields)(change)


def _fields(change: Change) -> Markdown:
    if not change.fields and (change.old is None or change.new is None):
        return Markdown("")  # the title says that it is new, or gone
    return moved(change.old, change.new, change.fields)


def _shown(show: Callable[[Any], Markdown]) -> Callable[[Change], Markdown]:
    """Return both sides by one way of showing, with an arrow."""

    def said(change: Change) -> Markdown:
        return md("{} → {}", show(change.old), show(change.new))

    return said


def _headline(change: Change) -> Markdown:
    said = md("{} → {}", _score(change.old), _score(change.new))
    pairs = change.moved
    if pairs is None or not pairs.compared or figure_stands(change):
        return said
    return md(
        "{}; of {} cases with an outcome in both versions, {} went from fail to pass and {} from "
        "pass to fail",
        said,
        numbers.integer(pairs.compared),
        numbers.integer(len(pairs.fail_to_pass)),
        numbers.integer(len(pairs.pass_to_fail)),
    )


def _score(first: Primary) -> Markdown:
    if not first.cases:
        return Markdown("no score")
    score = numbers.counted(first.passed, first.cases, first.rate)
    return md("{} {}", score, numbers.interval(first.interval))


def _rate(change: Change) -> Markdown:
    """A rate with its counts; without any on either side, what else moved."""
    old, new = rate_said(change.old), rate_said(change.new)
    if change.old is None:  # the title says that it is new
        return new
    if old == new or (change.old is not None and change.new is not None and _only_counts(change)):
        return moved(change.old, change.new, change.fields)
    return md("{} → {}", old, new)


def _only_counts(change: Change) -> bool:
    return not {"rate", "estimate", "interval", "pass_1", "pass_k"} & set(change.fields)


def rate_said(value: object) -> Markdown:
    """Return a rate as it is published, or why it is not."""
    match value:
        case Recovery() | Regression() | PassRow():
            return _estimate(value)
        case LedgerRate():
            if value.pass_1 is None and value.pass_k is None:
                return missing_number(value.suppressed_state, None)
            return md(
                "pass^1 {}, pass^{} {}",
                numbers.percent(value.pass_1),
                numbers.integer(value.k),
                numbers.percent(value.pass_k),
            )
    return Markdown("no figure")


def _estimate(value: Recovery | Regression | PassRow) -> Markdown:
    if isinstance(value, PassRow):
        rate, over = value.estimate, value.tasks
    else:
        rate, over = value.rate, value.cases
    cases = md("{} {}", numbers.integer(over), Markdown("case" if over == 1 else "cases"))
    if rate is None:
        return md("{} ({})", missing_number(value.suppressed, value.undefined), cases)
    if value.interval is None:
        return md("{} over {}", numbers.percent(rate), cases)
    return md("{} {} over {}", numbers.percent(rate), numbers.interval(value.interval), cases)


def _case_rate(change: Change) -> Markdown:
    old, new = _of_case(change.old), _of_case(change.new)
    return moved(change.old, change.new, change.fields) if old == new else md("{} → {}", old, new)


def _stage(change: Change) -> Markdown:
    old, new = (_of_stage(case) for case in (change.old, change.new))
    return moved(change.old, change.new, change.fields) if old == new else md("{} → {}", old, new)


def _of_stage(case: Case) -> Markdown:
    stage = STAGES[case.stage].label if case.stage else Markdown("no stage")
    if not case.escalate:
        return stage
    return md("{}, to be confirmed", stage)


def _of_case(case: Case) -> Markdown:
    if case.rate is None and case.upper_bound is None:
        return Markdown("no rate")
    if case.rate is None:
        return md("no rate, upper bound {}", numbers.percent(case.upper_bound))
    counts = numbers.counted(case.passed or 0, case.valid, case.rate)
    return md("{} {}", counts, numbers.interval(case.interval))


def _verdict(case: Case) -> Markdown:
    return VERDICTS[case.verdict].label if case.verdict else _NO_VERDICT


def _limits(change: Change) -> Markdown:
    """Name the limits that apply now and did not, and those that no longer do."""
    parts = []
    for said, codes in (
        ("new", set(change.new) - set(change.old)),
        ("gone", set(change.old) - set(change.new)),
    ):
        titles = [md("“{}”", Markdown(LIMITS[code].title)) for code in LIMITS if code in codes]
        if titles:
            parts.append(md("{}: {}", Markdown(said), md_join(", ", titles)))
    return md_join("; ", parts) if parts else Markdown("in another order")


def _identity(change: Change) -> Markdown:
    return md("{} → {}", declared(change.old), declared(change.new))


def _decision(change: Change) -> Markdown:
    def show(value: object) -> Markdown:
        match value:
            case Comparison():
                return COMPARISONS[value.verdict].label
            case Study():
                decided = value.study_decision
                return STUDY_DECISIONS[decided].label if decided else Markdown("nothing decided")
        return NOTHING

    old, new = show(change.old), show(change.new)
    return moved(change.old, change.new, change.fields) if old == new else md("{} → {}", old, new)


def _eligibility(study: Study) -> Markdown:
    found: StudyEligibility = study.eligibility
    status = ELIGIBILITY[found.status].label
    if not found.reasons:
        return status
    reasons = [ELIGIBILITY_REASONS[reason].label for reason in found.reasons]
    return md("{} ({})", status, md_join(", ", reasons))


def _band(value: object) -> Markdown:
    band = value.band if isinstance(value, Recurrence) else value
    return BANDS[band].label if band is not None else NOTHING  # type: ignore[index]


def _run(change: Change) -> Markdown:
    if change.old is None or change.new is None:
        return _row(change.old or change.new)
    return moved(change.old, change.new, change.fields)


def _row(run: RunRow) -> Markdown:
    return md(
        "{}, {}, {}, {}",
        ROLES[run.role].label,
        SCOPES[run.scope].label,
        run.date or Markdown("no date"),
        EVIDENCE[run.evidence].label,
    )


def _class(run: RunRow) -> Markdown:
    said = md("{}, {}", ROLES[run.role].label, EVIDENCE[run.evidence].label)
    if run.differs:
        return md("{}, differs in {}", said, field_names(run.differs))
    return said if run.wire_audit == "clean" else md("{}, {}", said, AUDITS[run.wire_audit].label)


def _delta(change: Change) -> Markdown:
    if change.old is None:
        return _moves(change.new)
    if change.new is None:
        return _moves(change.old)
    return md("{} → {}", _moves(change.old), _moves(change.new))


def _moves(delta: Delta) -> Markdown:
    up, down = len(delta.fail_to_pass), len(delta.pass_to_fail)
    said = md(
        "{} of {} cases moved, {} from fail to pass and {} from pass to fail",
        numbers.integer(up + down),
        numbers.integer(delta.compared),
        numbers.integer(up),
        numbers.integer(down),
    )
    if delta.expected_moves is None:
        return said
    return md("{}; noise alone moves about {}", said, numbers.decimal(delta.expected_moves, 1))


def _arm(change: Change) -> Markdown:
    arm: Arm = change.old if change.new is None else change.new
    trials = (
        many(arm.plan.valid, "valid repeat trial", "valid repeat trials")
        if has_primary_run(arm)
        else many(arm.plan.valid, "valid trial", "valid trials")
    )
    return md("{}, {}, {}", _arm_score(arm), many(len(arm.cases), "case", "cases"), trials)


def _arm_score(arm: Arm) -> Markdown:
    """Return the headline, or the mean of trials of an arm without a first pass."""
    mean = single_trial(arm)
    if arm.primary.cases or mean is None or mean.estimate is None:
        return _score(arm.primary)
    mean_over = md("mean of trials {}", numbers.percent(mean.estimate))
    return md("{} {}", mean_over, numbers.interval(mean.interval)) if mean.interval else mean_over


def _case(change: Change) -> Markdown:
    case: Case = change.old if change.new is None else change.new
    return md("first pass: {}", OUTCOMES[case.primary_outcome].label)


def _comparison(change: Change) -> Markdown:
    pair: Comparison = change.old if change.new is None else change.new
    return COMPARISONS[pair.verdict].label


def _rule(change: Change) -> Markdown:
    name = field_name(change.where.field)
    if isinstance(change.old, list) or isinstance(change.new, list):
        return md("{} {}", name, moved(change.old, change.new))
    return md("{} {} → {}", name, *(value(each, exact=True) for each in (change.old, change.new)))


def _digest(change: Change) -> Markdown:  # noqa: ARG001 - a digest says only that it is another
    return Markdown("another digest")


def _order(change: Change) -> Markdown:
    """Both orders; where they are alike, what else changed of them."""
    old, new = (NOTHING if each.order is None else value(each.order) for each in _sides(change))
    return moved(change.old, change.new, change.fields) if old == new else md("{} → {}", old, new)


def _boundary(change: Change) -> Markdown:
    old, new = (case.boundary for case in _sides(change))
    if old is None or new is None:
        return Markdown("recorded now" if old is None else "no longer recorded")
    return moved(old, new)


def _sides(change: Change) -> tuple[Case, Case]:
    return change.old, change.new


def _history(change: Change) -> Markdown:
    """Of an entry that is new or gone, what it says; of others what in them moved."""
    match change.old if change.new is None else change.new if change.old is None else None:
        case AuditRun() as run:
            passed = numbers.counted(run.passed, run.cases, None)
            return md("{}, {} passed", PAST_ROLES[run.role].label, passed)
        case AuditDelta() as delta:
            return md(
                "{} from fail to pass, {} from pass to fail, of {} cases valid in both",
                *map(numbers.integer, _counts(delta)),
            )
        case Flip() as flip:
            return md_join(" → ", [OUTCOMES[_ENDS[end]].label for end in flip.pattern])
        case SeverityDrift() as drift:
            return md("{} both times", OUTCOMES[drift.outcome].label)
    return _fields(change)


_ENDS: Mapping[str, Outcome] = {"P": "pass", "F": "fail"}


def _counts(delta: AuditDelta) -> tuple[int, int, int]:
    return len(delta.fail_to_pass), len(delta.pass_to_fail), delta.compared


_DETAILS: Mapping[str, Callable[[Change], Markdown]] = {
    "aliases_replaced": lambda change: md(
        "none of the {} old aliases is among the {} new ones",
        numbers.integer(change.old),
        numbers.integer(change.new),
    ),
    "arm_renamed": lambda change: between(change.old, change.new),
    "version_reused": lambda change: md("both reports are called {}", change.new),
    "rule": _rule,
    "identity": _identity,
    "run_reclassified": _shown(_class),
    "arm_removed": _arm,
    "arm_added": _arm,
    "case_removed": _case,
    "case_added": _case,
    "comparison_removed": _comparison,
    "comparison_added": _comparison,
    "decision": _decision,
    "eligibility": _shown(_eligibility),
    "first_outcome": _shown(lambda case: OUTCOMES[case.primary_outcome].label),
    "verdict": _shown(_verdict),
    "band": _shown(_band),
    "shown": _rate,
    "headline": _headline,
    "recovery": _rate,
    "regression": _rate,
    "pass_at_k": _rate,
    "pass_hat_k": _rate,
    "ledger_rate": _rate,
    "case_rate": _case_rate,
    "delta": _delta,
    "limits": _limits,
    "stage": _stage,
    "run": _run,
    "order": _order,
    "boundary": _boundary,
    "history": _history,
    "spec": _digest,
    "inputs": _digest,
    "program": lambda change: moved(change.old, change.new),
    "version": lambda change: between(change.old, change.new),
    "date": lambda change: between(change.old, change.new),
}
