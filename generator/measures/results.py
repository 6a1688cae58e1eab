"""All that is measured of a results folder; ids are still private."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.accounting.account import account
from generator.accounting.cells import CellAccount, account_cells
from generator.artifacts.results import Results
from generator.errors import Problem
from generator.measures.arm import ArmMeasure, measure_arm
from generator.measures.audit import AuditMeasure, measure_audit
from generator.measures.comparison import ComparisonMeasure, measure_comparisons
from generator.measures.ledger import LedgerMeasure, measure_ledger
from generator.measures.ledger_pairing import pair_ledgers
from generator.measures.study import StudyMeasure, measure_study
from generator.spec.model import Spec


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of everything read, and what the accounting had to say on the way."""

    arms: tuple[ArmMeasure, ...]
    comparisons: tuple[ComparisonMeasure, ...]
    audit: AuditMeasure | None
    cells: CellAccount
    ledgers: tuple[LedgerMeasure, ...]
    studies: tuple[StudyMeasure, ...]
    warnings: tuple[Problem, ...]


def measure_results(results: Results, spec: Spec, shown: Callable[[str], str]) -> Measures:
    """Take every measure. `shown` is the public name of an arm_id.

    Arms stand and are paired in the order of those names: the order of their ids is private.
    """
    accounted = account(results.runs, spec)
    cells = account_cells(results.cells)
    arms = [measure_arm(arm, spec) for arm in accounted.arms]
    arms.sort(key=lambda arm: shown(arm.account.arm_id))
    paired, about_ledgers = pair_ledgers(results.ledgers)
    return Measures(
        arms=tuple(arms),
        comparisons=tuple(measure_comparisons(arms, spec)),
        audit=measure_audit(arms, cells),
        cells=cells,
        ledgers=tuple(measure_ledger(ledger, spec) for ledger in paired),
        studies=tuple(measure_study(study) for study in results.studies),
        warnings=(*accounted.warnings, *about_ledgers),
    )
