"""The downloads of preregistered studies: a table for each of a study's parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from generator.pages.data_file import DataKind, Keys
from generator.publication.base import Public
from generator.publication.report import Report
from generator.publication.study import (
    ImputedRow,
    PowerPoint,
    ReplayDifference,
    Study,
    StudyAudit,
    StudyCut,
)
from generator.publication.study_effects import (
    HolmEntry,
    StudyArmOutcome,
    StudyComparison,
    TaskEffect,
)


def _of_study(
    of: Callable[[Study], Iterable[Public]],
) -> Callable[[Report], Iterable[tuple[Keys, Public]]]:
    """Return the rows of every study, behind the study."""
    return lambda report: (
        ((study.study,), record) for study in report.studies for record in of(study)
    )


STUDY_KINDS = (
    DataKind(
        "studies",
        "a study run",
        (),
        Study,
        lambda report: (((), study) for study in report.studies),
    ),
    DataKind(
        "study-effects",
        "a primary hypothesis of a study",
        ("study", "hypothesis"),
        StudyComparison,
        lambda report: (
            ((study.study, name), comparison)
            for study in report.studies
            for name, comparison in (("TIMING", study.timing), ("CONTENT", study.content))
            if comparison is not None
        ),
    ),
    DataKind(
        "study-tasks",
        "a complete task of a comparison",
        ("study",),
        TaskEffect,
        _of_study(lambda study: study.task_effects),
    ),
    DataKind(
        "study-arms",
        "an arm of an analysis",
        ("study",),
        StudyArmOutcome,
        _of_study(lambda study: study.arm_outcomes),
    ),
    DataKind(
        "study-holm",
        "a p value of the registered family",
        ("study",),
        HolmEntry,
        _of_study(lambda study: study.holm),
    ),
    DataKind(
        "study-cuts",
        "a task cut from a comparison",
        ("study",),
        StudyCut,
        _of_study(lambda study: study.cuts),
    ),
    DataKind(
        "study-imputed",
        "an invalid row that is scored",
        ("study",),
        ImputedRow,
        _of_study(lambda study: study.imputed_rows),
    ),
    DataKind(
        "study-power",
        "a number of tasks and its power",
        ("study",),
        PowerPoint,
        _of_study(lambda study: study.power_curve),
    ),
    DataKind(
        "study-audits",
        "a required audit",
        ("study",),
        StudyAudit,
        _of_study(lambda study: study.audits),
    ),
    DataKind(
        "study-differences",
        "a path where recorded statistics differ",
        ("study",),
        ReplayDifference,
        _of_study(lambda study: study.replay.differences),
    ),
)
