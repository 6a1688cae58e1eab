"""The audits that a study's harness recorded, derived again where its artifacts allow.

An audit that cannot be derived is shown as recorded, and called so. Its file is the harness's own:
a verdict is read from wherever the harness puts it, and none is made up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from generator.artifacts.records import JsonValue
from generator.artifacts.study_records import StudyArtifact
from generator.measures.study_comparison import Hypothesis
from generator.measures.study_isolation import isolated
from generator.measures.study_pairs import PairsMeasure
from generator.measures.study_recorded_audits import KEYS, AuditId, Verdict, recorded_verdict
from generator.measures.study_recorded_cuts import objects, same_cuts
from generator.measures.study_replay import StudyReplay
from generator.measures.study_rowset import RowSet

BINDING: frozenset[AuditId] = frozenset({"dataset", "isolation", "model_profiles", "traces"})
"""Audits that a run fails by being what it is; the others describe what came of it."""


@dataclass(frozen=True, slots=True)
class AuditMeasure:
    """One audit: as recorded and as derived again, each None where it is not there.

    `agrees` is None where only one of them is there. Of the decision, both are the decision.
    """

    audit: AuditId
    recorded: Verdict
    rederived: Verdict
    agrees: bool | None

    @property
    def passed(self) -> bool | None:
        """Whether all that is known of it speaks for it; None where nothing is."""
        if self.audit == "decision":
            return self.agrees
        known = [each for each in (self.recorded, self.rederived, self.agrees) if each is not None]
        return all(known) if known else None

    @property
    def failed(self) -> bool:
        """Whether it must stop who checks the run: a contradiction, or a breach of the set-up."""
        return self.agrees is False or (self.audit in BINDING and self.rederived is False)


@dataclass(frozen=True, slots=True)
class Derived:
    """What an audit gives when it is derived again, and whether its recorded numbers agree."""

    verdict: Verdict = None
    agrees: bool = True


def audit_study(
    study: StudyArtifact, rows: RowSet, replay: StudyReplay | None, pairs: PairsMeasure | None
) -> tuple[AuditMeasure, ...]:
    """Return every audit that the run records, in the harness's order."""
    if study.audit is None:
        return ()
    deriving = _Deriving(study, rows, replay, pairs)
    measures = []
    for audit in get_args(AuditId):
        if KEYS[audit] in study.audit:
            value = study.audit[KEYS[audit]]
            recorded, derived = recorded_verdict(audit, value), deriving.derive(audit, value)
            measures.append(
                AuditMeasure(audit, recorded, derived.verdict, _agree(recorded, derived))
            )
    return tuple(measures)


def _agree(recorded: Verdict, derived: Derived) -> bool | None:
    if not derived.agrees:
        return False
    if recorded is None or derived.verdict is None:
        return None
    return recorded == derived.verdict


class _Deriving:
    """The audits, derived from a run's artifacts."""

    def __init__(
        self,
        study: StudyArtifact,
        rows: RowSet,
        replay: StudyReplay | None,
        pairs: PairsMeasure | None,
    ) -> None:
        self._study = study
        self._rows = rows
        self._replay = replay
        self._pairs = pairs

    def derive(self, audit: AuditId, value: JsonValue) -> Derived:
        """Return one audit derived again; the numbers recorded of it are held against it."""
        ways: Mapping[AuditId, Callable[[dict[str, JsonValue]], Derived]] = {
            "dataset": self._dataset,
            "expected_design": self._expected_design,
            "fact_pairs": self._fact_pairs,
            "isolation": lambda _: Derived(isolated(self._study)),
            "no_trap": self._no_trap,
            "deviations": self._deviations,
            "traces": lambda _: Derived(self._traces()),
            "cuts": self._cuts,
        }
        if audit == "model_profiles":
            return self._model_profiles(value)
        if audit == "decision":
            decided = self._replay.verdict.decisions.study if self._replay else None
            return Derived(decided)
        if audit not in ways:
            return Derived()
        return ways[audit](value if isinstance(value, dict) else {})

    def _dataset(self, value: dict[str, JsonValue]) -> Derived:
        """The corpus is not in the run; only its inventory's digest can contradict it."""
        stated, known = value.get("inventoryHash"), self._study.run.dataset_inventory_hash
        differs = isinstance(stated, str) and known is not None and stated != known
        return Derived(False if differs else None)

    def _expected_design(self, value: dict[str, JsonValue]) -> Derived:
        rows = self._rows
        counts = {"expectedRows": rows.expected, "terminalRows": rows.terminal}
        return Derived(rows.exact, _counts_agree(value, counts))

    def _fact_pairs(self, value: dict[str, JsonValue]) -> Derived:
        pairs = self._pairs
        if pairs is None:
            return Derived()
        said = not pairs.unmatched
        agrees = value.get("allMatched", said) == said
        verdict = pairs.all_matched if pairs.judged else None
        return Derived(verdict, agrees and _counts_agree(value, {"pairCount": pairs.pairs}))

    def _no_trap(self, value: dict[str, JsonValue]) -> Derived:
        """Whether every no-trap row passed: by its final state, or within its caps as well.

        Where the two readings of the word part, nothing is derived.
        """
        planned = self._study.design.no_trap
        found = [self._rows.of(identity) for identity in planned]
        counts = {"expectedRows": len(planned), "observedRows": sum(map(len, found))}
        outcomes = [each[0].outcome if len(each) == 1 else None for each in found]
        reached = all(
            outcome is not None and outcome.valid and outcome.final_state == "NO_TRAP"
            for outcome in outcomes
        )
        passed = reached and all(outcome and outcome.task_passed for outcome in outcomes)
        verdict = None if reached and not passed else passed
        return Derived(verdict if planned else None, _counts_agree(value, counts))

    def _deviations(self, value: dict[str, JsonValue]) -> Derived:
        counted = self._study.deviations
        if counted is None:
            return Derived()
        return Derived(counted == 0, _counts_agree(value, {"count": counted}))

    def _traces(self) -> bool | None:
        known = [row.trace_whole for row in self._study.rows if row.trace_whole is not None]
        return all(known) if known else None

    def _model_profiles(self, value: JsonValue) -> Derived:
        # A list, for what an audit records may be of any kind, and not all of it goes into a set.
        listed = [(profile.get("id"), profile.get("hash")) for profile in objects(value)]
        profiles = self._study.run.profiles
        if profiles is None or not listed or (None, None) in listed:
            return Derived()
        return Derived(
            all(each in profiles for each in listed) and all(each in listed for each in profiles)
        )

    def _cuts(self, value: dict[str, JsonValue]) -> Derived:
        if self._replay is None:
            return Derived()
        cuts = self._replay.cuts
        primary = [cut for cut in cuts if cut.hypothesis is not Hypothesis.NO_TRAP]
        no_trap = [cut for cut in cuts if cut.hypothesis is Hypothesis.NO_TRAP]
        agrees = same_cuts(objects(value.get("primary")), primary) and same_cuts(
            objects(value.get("timidity")), no_trap
        )
        return Derived(not cuts, agrees)


def _counts_agree(value: dict[str, JsonValue], counts: Mapping[str, int]) -> bool:
    """Whether every count that is recorded is the one that was found."""
    return all(value.get(name, found) == found for name, found in counts.items())
