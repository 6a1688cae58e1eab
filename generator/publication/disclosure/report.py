"""The whole report: every id learned, every arm published, the inputs bound by one keyed digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from generator import __version__
from generator.accounting.cells import CellAccount
from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.eio_records import LedgerArtifact
from generator.artifacts.records import RunArtifact, Source
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.times import utc_day
from generator.errors import Problem, UnusableInput
from generator.measures.arm import ArmMeasure
from generator.measures.audit import AuditMeasure
from generator.measures.comparison import ComparisonMeasure
from generator.measures.ledger import LedgerMeasure
from generator.measures.study import StudyMeasure
from generator.publication.aliases import Aliases, keyed_digest
from generator.publication.disclosure.arm import publish_arm
from generator.publication.disclosure.audit import publish_audit, publish_cells_read
from generator.publication.disclosure.comparison import publish_comparison
from generator.publication.disclosure.eio import ledger_ids, publish_ledger
from generator.publication.disclosure.limits import report_limits
from generator.publication.disclosure.study import publish_study, study_ids
from generator.publication.report import Generator, Provenance, Report, Rules
from generator.publication.strings import IdentityField
from generator.spec.load import LoadedSpec
from generator.spec.model import Spec


@dataclass(frozen=True, slots=True)
class Measures:
    """All that was measured, and the artifacts it was measured from."""

    artifacts: Sequence[RunArtifact]
    pages: Sequence[CellArtifact]
    ledger_files: Sequence[LedgerArtifact]
    study_runs: Sequence[StudyArtifact]
    cells: CellAccount
    arms: Sequence[ArmMeasure]
    comparisons: Sequence[ComparisonMeasure]
    ledgers: Sequence[LedgerMeasure]
    studies: Sequence[StudyMeasure]
    audit: AuditMeasure | None

    @property
    def sources(self) -> list[Source]:
        """Every file that was parsed."""
        read = (*self.artifacts, *self.pages, *self.ledger_files, *self.study_runs)
        return [source for artifact in read for source in artifact.sources]


def publish(
    measures: Measures,
    loaded: LoadedSpec,
    aliases: Aliases,
    version: str,
    published_on: str | None = None,
) -> Report:
    """Return the public report; without a date it bears that of the latest run's end."""
    spec = loaded.spec
    labels = _learn(measures, aliases, spec)
    arms = [publish_arm(m, labels[m.account.arm_id], aliases, spec) for m in measures.arms]
    arms.sort(key=lambda arm: arm.arm)
    comparisons = [publish_comparison(c, labels, aliases, spec) for c in measures.comparisons]
    comparisons.sort(key=lambda each: (each.a, each.b))
    ledgers = [publish_ledger(measure, aliases, spec) for measure in measures.ledgers]
    ledgers.sort(key=lambda ledger: ledger.ledger)
    studies = [publish_study(measure, aliases) for measure in measures.studies]
    return Report(
        schema="stability-report/1",
        version=version,
        published_on=published_on or last_day(measures.artifacts, measures.ledger_files),
        provenance=Provenance(
            spec_sha256=loaded.sha256,
            inputs_sha256=inputs_digest(measures.sources, aliases.key),
            generator=Generator(name="stability-report", version=__version__),
            seed=spec.random_seed,
            cells=publish_cells_read(measures.cells),
        ),
        rules=_rules(spec),
        notes=list(spec.notes),
        arms=arms,
        comparisons=comparisons,
        ledgers=ledgers,
        studies=sorted(studies, key=lambda study: study.study),
        limits=report_limits(arms),
        audit=publish_audit(measures.audit, labels, aliases) if measures.audit else None,
    )


def _learn(measures: Measures, aliases: Aliases, spec: Spec) -> dict[str, str]:
    """Give every id that will be named an alias, and every arm its public label."""
    arms, audit = measures.arms, measures.audit
    arm_ids = {m.account.arm_id for m in arms} | (audit.arm_ids if audit else set())
    run_ids = {run.run.run_id for m in arms for run in m.account.runs}
    case_ids = {case.case.case_id for m in arms for case in m.cases}
    of_ledgers = ledger_ids(measures.ledgers)
    for kind, ids in study_ids(measures.studies).items():
        of_ledgers[kind] |= ids
    aliases.learn("arm", arm_ids)
    aliases.learn("run", run_ids | (audit.run_ids if audit else set()) | of_ledgers.pop("run"))
    aliases.learn("case", case_ids | (audit.case_ids if audit else set()))
    for kind, ids in of_ledgers.items():
        aliases.learn(kind, ids)
    return _labels(sorted(arm_ids), aliases, spec)


def last_day(
    artifacts: Sequence[RunArtifact], ledgers: Sequence[LedgerArtifact] = ()
) -> str | None:
    """Return the UTC date on which the latest run ended, None where no run states a time."""
    ends = [artifact.run.window.end for artifact in artifacts if artifact.run.window is not None]
    ends += [ledger.ended for ledger in ledgers if ledger.ended is not None]
    return utc_day(max(ends)) if ends else None


def inputs_digest(sources: Sequence[Source], key: bytes) -> str:
    """Return one keyed digest of every parsed file, which tells nothing without the key."""
    lines = sorted({f"{source.relative}\0{source.sha256}" for source in sources})
    return keyed_digest(key, "inputs", *lines)


def _labels(arm_ids: Sequence[str], aliases: Aliases, spec: Spec) -> dict[str, str]:
    """The public label of every arm; no two arms may share one."""
    labels = {each: spec.labels.arms.get(each) or aliases.of("arm", each) for each in arm_ids}
    if len(set(labels.values())) != len(labels):
        raise UnusableInput(
            Problem(
                "LABEL_SHARED",
                "Two arm_ids would be published under one label.",
                "Give each arm a label of its own under labels.arms.",
                field="labels.arms",
            )
        )
    return labels


def _rules(spec: Spec) -> Rules:
    return Rules(
        protocol=spec.protocol.name,
        protocol_version=spec.protocol.version,
        screen=spec.stages.screen,
        confirmation=spec.stages.confirmation,
        pass_k=list(spec.pass_k),
        case_rule=spec.case_rule,
        minimum_tasks=spec.publication.minimum_tasks,
        interval_method=spec.interval.method,
        level=spec.interval.level,
        one_sided_level=spec.interval.one_sided_level,
        boundary_margin=spec.boundary.margin,
        order_alpha=spec.order.alpha,
        order_minimum_trials=spec.order.minimum_trials,
        masquerade_max_wall_s=spec.masquerade.max_wall_s,
        identity_public=cast("list[IdentityField]", list(spec.identity_public)),
        side_effect_classes=list(spec.side_effect_classes),
    )
