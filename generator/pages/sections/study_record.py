"""The record of a study: rows, cuts, arms, power, audits, retries, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_code, md_join, md_text
from generator.pages.links import Links
from generator.pages.sentences import many
from generator.pages.study_words import (
    CUT_CODES,
    ELIGIBILITY_REASONS,
    HYPOTHESES,
    POWER_STATUSES,
    ROW_REASONS,
    STUDY_ARMS,
    STUDY_AUDITS,
    STUDY_DECISIONS,
    STUDY_HASHES,
)
from generator.pages.table import Table, numeric, text, without_empty
from generator.pages.words import Word
from generator.publication.study import Study
from generator.publication.study_effects import StudyArmOutcome
from generator.publication.study_words import StudyWord


def rows(study: Study) -> Table:
    """Return the rows against the design."""
    counted = study.completeness
    listed = [
        ("planned", study.design.expected_rows),
        ("valid", counted.valid),
        ("invalid", counted.invalid),
        ("missing", counted.missing),
        ("doubled", counted.duplicate),
        ("not planned", counted.unexpected),
        ("not in the run order", counted.unlisted),
    ]
    found = tuple((Markdown(name), numbers.integer(count)) for name, count in listed)
    return Table("rows", (*text("Rows"), *numeric("Count")), found)


def invalid_reasons(study: Study, links: Links) -> Table:
    """Return why rows were invalid."""
    found = tuple(
        (ROW_REASONS[code].label, numbers.integer(count), ROW_REASONS[code].say(links.rules))
        for code, count in study.completeness.invalid_reasons.items()
    )
    columns = (*text("Invalid because"), *numeric("Rows"), *text("Meaning"))
    return Table("invalid-rows", columns, found)


def cuts(study: Study) -> Table:
    """Return every task that was cut, with every reason."""
    found = tuple(
        (
            HYPOTHESES[cut.hypothesis].label,
            cut.task,
            md_join("; ", [_reason(reason) for reason in cut.reasons]),
        )
        for cut in study.cuts
    )
    return Table("cuts", text("Cut from", "Task", "Because of"), found)


_ARM_WORDS: dict[str, Word] = dict(STUDY_ARMS.items())
_ROW_WORDS: dict[str, Word] = dict(ROW_REASONS.items())


def _reason(reason: str) -> Markdown:
    """Say a reason in words: its code, the arm, and why a row was invalid."""
    code, *rest = reason.split(":")
    words = [CUT_CODES[code].label]
    words += [_ARM_WORDS[part].label for part in rest if part in _ARM_WORDS]
    words += [_ROW_WORDS[part].label for part in rest[1:] if part in _ROW_WORDS]
    return md_join(", ", words)


def imputed(study: Study) -> Table:
    """Return the invalid rows that were scored against the candidate."""
    found = tuple(
        (row.task, row.variant, STUDY_ARMS[row.arm].label, numbers.integer(row.seed))
        for row in study.imputed_rows
    )
    return Table("imputed", (*text("Task", "Variant", "Arm"), *numeric("Seed")), found)


def arms(study: Study) -> Table:
    """Return what the rows of every arm of the primary analysis came to."""
    of_primary = [each for each in study.arm_outcomes if each.analysis == "primary"]
    return _arms("arms", of_primary, _roles(study))


def no_trap_arms(study: Study) -> Table:
    """Return what the no-trap rows of both arms came to."""
    of_check = [each for each in study.arm_outcomes if each.analysis == "no_trap"]
    return _arms("no-trap-arms", of_check, {})


def _roles(study: Study) -> dict[str, Markdown]:
    """Return what each arm is there for; one of no primary explains and never rescues."""
    parts: dict[str, list[Markdown]] = {}
    for name, found in (("timing", study.timing), ("content", study.content)):
        if found is not None:
            parts.setdefault(found.baseline_arm, []).append(md("{} baseline", Markdown(name)))
            parts.setdefault(found.candidate_arm, []).append(md("{} candidate", Markdown(name)))
    return {arm: md_join(", ", said) for arm, said in parts.items()}


def _arms(anchor: str, outcomes: Iterable[StudyArmOutcome], roles: dict[str, Markdown]) -> Table:
    found = tuple(
        (
            STUDY_ARMS[each.arm].label,
            roles.get(each.arm, Markdown("explains only") if roles else numbers.DASH),
            numbers.counted(
                each.repeated_failures, each.valid, _share(each.repeated_failures, each)
            ),
            numbers.counted(each.passes, each.valid, _share(each.passes, each)),
            numbers.decimal(each.mean_steps),
            numbers.integer(each.invalid),
        )
        for each in outcomes
    )
    columns = (
        *text("Arm", "Part in the decision"),
        *numeric("Repeated failures", "Passes", "Mean steps", "Invalid rows"),
    )
    return without_empty(Table(anchor, columns, found))


def _share(count: int, each: StudyArmOutcome) -> float | None:
    return count / each.valid if each.valid else None


def power(study: Study) -> Table:
    """Return the power that the harness recorded, against what the rule asks for."""
    found, rule = study.power, study.thresholds
    listed = (
        ("timing", found.timing, rule.minimum_timing_power if rule else None),
        ("content", found.content, rule.minimum_content_power if rule else None),
        ("no-trap check", found.no_trap, rule.minimum_no_trap_power if rule else None),
    )
    shown = tuple(
        (
            Markdown(name),
            numbers.share(value, 4),
            numbers.share(least, 2),
            _reached(value, least),
        )
        for name, value, least in listed
        if value is not None
    )
    columns = (*text("Part"), *numeric("Power", "Required"), *text("Reached"))
    return Table("power", columns, shown)


def _reached(value: float, least: float | None) -> Markdown:
    if least is None:
        return Markdown("not asked for")
    return Markdown("yes" if value >= least else "**no**")


def power_status(study: Study, links: Links) -> Markdown | None:
    """Say where the recorded power comes from."""
    status = study.power.status
    return None if status is None else POWER_STATUSES[status].say(links.rules)


def power_curve(study: Study) -> Table:
    """Return the power by number of tasks."""
    found = tuple(
        (
            numbers.integer(point.tasks),
            _with_error(point.timing, point.timing_standard_error),
            _with_error(point.content, point.content_standard_error),
            _with_error(point.no_trap, point.no_trap_standard_error),
        )
        for point in study.power_curve
    )
    columns = numeric("Tasks", "Timing", "Content", "No-trap check")
    return without_empty(Table("power-curve", columns, found))


def _with_error(value: float | None, error: float | None) -> Markdown:
    if value is None:
        return numbers.DASH
    return md("{} ± {}", numbers.share(value), numbers.decimal(error, 3))


def experiments(study: Study) -> Markdown | None:
    """Return how many experiments stand behind each point of the power curve."""
    points = study.power_curve
    return many(points[0].experiments, "experiment", "experiments") if points else None


def audits(study: Study, links: Links) -> Table:
    """Return every required audit: as recorded, and as derived again."""
    found = tuple(
        (
            STUDY_AUDITS[audit.id].label,
            _verdict(audit.recorded),
            _verdict(audit.rederived) if audit.rederived is not None else Markdown("as recorded"),
            _verdict(audit.passed),
            STUDY_AUDITS[audit.id].say(links.rules),
        )
        for audit in study.audits
    )
    return Table(
        "audits", text("Audit", "Recorded", "Derived again", "Passed", "What it says"), found
    )


def _verdict(value: bool | StudyWord | None) -> Markdown:  # noqa: FBT001 - a verdict
    if isinstance(value, str):
        return STUDY_DECISIONS[value].label
    return numbers.DASH if value is None else Markdown("yes" if value else "**no**")


def hashes(study: Study, links: Links) -> Table:
    """Return which digests agree."""
    found = tuple(
        (
            STUDY_HASHES[name].label,
            Markdown("not there") if agrees is None else _verdict(agrees),
            STUDY_HASHES[name].say(links.rules),
        )
        for name, agrees in study.hashes.items()
    )
    return Table("digests", text("Digest", "Agrees", "What it says"), found)


def differences(study: Study) -> Table:
    """Return where the recorded statistics are not those of the rows."""
    found = tuple(
        (md_code(each.path), _value(each.recorded), _value(each.replayed))
        for each in study.replay.differences
    )
    return Table("differences", text("Path", "Recorded", "The rows give"), found)


def _value(value: bool | float | str | None) -> Markdown:  # noqa: FBT001 - any value
    if value is None:
        return numbers.DASH
    if isinstance(value, bool):
        return Markdown("true" if value else "false")
    return md_code(value) if isinstance(value, str) else md_text(repr(value))


def against(study: Study, links: Links) -> Table:
    """Return every reason that speaks against claiming more."""
    found = tuple(
        (ELIGIBILITY_REASONS[code].label, ELIGIBILITY_REASONS[code].say(links.rules))
        for code in study.eligibility.reasons
    )
    return Table("against", text("Reason", "Meaning"), found)


def retries(study: Study) -> Table:
    """Return the accounting of tries."""
    found = study.retries
    limit = study.thresholds.host_fault_retries if study.thresholds else None
    listed: list[tuple[Markdown, Markdown]] = [
        (Markdown("Rows that were tried more than once"), numbers.integer(found.rows_retried)),
        (Markdown("Host faults, all kept"), numbers.integer(found.host_faults)),
        (Markdown("Most tries of one row"), numbers.integer(found.most_tries)),
        (Markdown("Retries that the rule allows after a fault"), numbers.integer(limit)),
        (Markdown("Rows left at a fault that paused the run"), numbers.integer(found.exhausted)),
        (Markdown("Breaches of the retry rule or of rows"), numbers.integer(found.violations)),
    ]
    return Table("retries", (*text("Tries"), *numeric("Count")), tuple(listed))
