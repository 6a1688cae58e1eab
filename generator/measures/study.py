"""One preregistered study: replayed, counted, decided, and held against what was recorded of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.study_rule_records import Rule
from generator.measures.study_audits import AuditMeasure, audit_study
from generator.measures.study_contract import Clause, departures
from generator.measures.study_decisions import Decisions, Verdict
from generator.measures.study_differences import Difference, find_differences
from generator.measures.study_eligibility import Eligibility, Found, assess
from generator.measures.study_exact import ExactStudy, count_study
from generator.measures.study_pairs import PairsMeasure, judge_pairs
from generator.measures.study_power import take_pilot
from generator.measures.study_replay import StudyReplay, replay_study
from generator.measures.study_retries import Retries, account_retries
from generator.measures.study_rowset import RowSet, take_rows
from generator.statistics import PrimaryDecision, StudyPower

ReplayStatus = Literal["identical", "different", "not_recorded"]


@dataclass(frozen=True, slots=True)
class Decided:
    """The study under its frozen rule; there is none of it where the run has no rule.

    The replay has the harness's own decisions. `decisions` are what may be said: a primary with a
    row that nobody planned, or with a pair that did not match, or of a run that did not end, is
    not estimable after all.
    """

    rule: Rule
    replay: StudyReplay
    exact: ExactStudy
    decisions: Decisions
    exact_decisions: Decisions
    withheld: frozenset[str]


@dataclass(frozen=True, slots=True)
class StudyMeasure:
    """All that is measured of one study run."""

    study: StudyArtifact
    rows: RowSet
    departures: tuple[Clause, ...]
    decided: Decided | None
    differences: tuple[Difference, ...]
    audits: tuple[AuditMeasure, ...]
    pairs: PairsMeasure | None
    retries: Retries
    eligibility: Eligibility
    power_curve: tuple[StudyPower, ...] = ()

    @property
    def replay_status(self) -> ReplayStatus:
        """Whether the recorded statistics are those of the rows."""
        if self.study.statistics is None or self.decided is None:
            return "not_recorded"
        return "different" if self.differences else "identical"


def measure_study(study: StudyArtifact, *, simulate: bool = True) -> StudyMeasure:
    """Measure one study run; the power of a pilot is simulated unless it is not wanted."""
    rule, rows = study.rule, take_rows(study)
    pairs = None
    if rule is not None and rule.content is not None and study.pairs is not None:
        pairs = judge_pairs(study.pairs, rule.content.pairs)
    decided = None if rule is None else _decide(study, rule, rows, pairs)
    differences: tuple[Difference, ...] = ()
    if rule is not None and decided is not None and study.statistics is not None:
        differences = find_differences(study.statistics, decided.replay, rule)
    audits = audit_study(study, rows, decided.replay if decided else None, pairs)
    retries = account_retries(study)
    departed = () if rule is None else departures(study, rule)
    found = Found(
        study=study,
        rows=rows,
        departures=departed,
        replay=decided.replay if decided else None,
        decisions=decided.decisions if decided else None,
        differences=differences,
        audits=audits,
        pairs=pairs,
        retries=retries,
    )
    return StudyMeasure(
        study=study,
        rows=rows,
        departures=departed,
        decided=decided,
        differences=differences,
        audits=audits,
        pairs=pairs,
        retries=retries,
        eligibility=assess(found),
        power_curve=_power_curve(study, decided) if simulate else (),
    )


def _decide(study: StudyArtifact, rule: Rule, rows: RowSet, pairs: PairsMeasure | None) -> Decided:
    replay = replay_study(study, rule, rows)
    exact = count_study(replay, rule)
    withheld = _withheld(study, rule, rows, pairs)
    return Decided(
        rule=rule,
        replay=replay,
        exact=exact,
        decisions=_withhold(replay.verdict, withheld),
        exact_decisions=_withhold(exact.verdict, withheld),
        withheld=withheld,
    )


def _withheld(
    study: StudyArtifact, rule: Rule, rows: RowSet, pairs: PairsMeasure | None
) -> frozenset[str]:
    """Return the primaries that cannot be answered, whatever the complete tasks say.

    A run that did not end has no final record; a row that nobody planned speaks against every
    primary that compares its arm, a pair that did not match against content.
    """
    arms = {"timing": {rule.timing.baseline, rule.timing.candidate}}
    if rule.content is not None:
        arms["content"] = {rule.content.baseline, rule.content.candidate}
    withheld = {
        name for name, compared in arms.items() if not study.finished or rows.stray_arms & compared
    }
    if pairs is not None and not pairs.all_matched:
        withheld.add("content")
    return frozenset(withheld)


def _withhold(verdict: Verdict, withheld: frozenset[str]) -> Decisions:
    """Return the decisions without an answer to what cannot be answered."""
    decisions, none = verdict.decisions, PrimaryDecision.NOT_ESTIMABLE
    return Decisions(
        timing=none if "timing" in withheld else decisions.timing,
        content=none if "content" in withheld else decisions.content,
    )


def _power_curve(study: StudyArtifact, decided: Decided | None) -> tuple[StudyPower, ...]:
    if decided is None or study.run.phase != "pilot":
        return ()
    pilot = take_pilot(decided.replay, decided.rule)
    return pilot.curve() if pilot else ()
