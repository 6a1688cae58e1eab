"""The whole report: every id learned, every arm published, the inputs bound by one keyed digest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import cast

from generator import __version__
from generator.artifacts.records import Source
from generator.artifacts.results import Results
from generator.measures.results import Measures
from generator.publication.aliases import Aliases, Kind, keyed_digest
from generator.publication.disclosure.arm import publish_arm
from generator.publication.disclosure.audit import publish_audit, publish_cells_read
from generator.publication.disclosure.comparison import publish_comparison
from generator.publication.disclosure.eio import ledger_ids, publish_ledger
from generator.publication.disclosure.limits import report_limits
from generator.publication.disclosure.study import publish_study, study_ids
from generator.publication.report import SCHEMA, Citation, Generator, Provenance, Report, Rules
from generator.publication.strings import IdentityField
from generator.spec.load import LoadedSpec
from generator.spec.model import CitationRule, Spec


def publish(
    results: Results,
    measures: Measures,
    labels: Mapping[str, str],
    aliases: Aliases,
    loaded: LoadedSpec,
    *,
    version: str,
    published_on: str | None,
) -> Report:
    """Return the public report of everything measured; `labels` are the arms' public names."""
    spec = loaded.spec
    for kind, found in named_ids(measures).items():
        aliases.learn(kind, found)
    arms = [publish_arm(m, labels[m.account.arm_id], aliases, spec) for m in measures.arms]
    ledgers = [publish_ledger(measure, aliases, spec) for measure in measures.ledgers]
    studies = [publish_study(measure, aliases) for measure in measures.studies]
    return Report(
        schema=SCHEMA,
        version=version,
        published_on=published_on,
        provenance=Provenance(
            spec_sha256=loaded.sha256,
            inputs_sha256=inputs_digest(results.sources, aliases.key),
            generator=Generator(name="stability-report", version=__version__),
            seed=spec.random_seed,
            cells=publish_cells_read(measures.cells),
        ),
        rules=_rules(spec),
        notes=list(spec.notes),
        arms=arms,
        comparisons=[publish_comparison(c, labels, aliases, spec) for c in measures.comparisons],
        ledgers=sorted(ledgers, key=lambda ledger: ledger.ledger),
        studies=sorted(studies, key=lambda study: study.study),
        limits=report_limits(arms),
        audit=publish_audit(measures.audit, labels, aliases) if measures.audit else None,
        citation=_citation(spec.citation),
    )


def _citation(rule: CitationRule) -> Citation | None:
    if rule == CitationRule():
        return None
    return Citation(title=rule.title, authors=list(rule.authors), url=rule.url)


def named_ids(measures: Measures) -> dict[Kind, set[str]]:
    """Return every id, arms apart, that will be named by an alias."""
    audit = measures.audit
    ids: defaultdict[Kind, set[str]] = defaultdict(set)
    for arm in measures.arms:
        ids["run"] |= {run.run.run_id for run in arm.account.runs}
        ids["case"] |= {case.case.case_id for case in arm.cases}
    if audit:
        ids["run"] |= audit.run_ids
        ids["case"] |= audit.case_ids
    for named in (ledger_ids(measures.ledgers), study_ids(measures.studies)):
        for kind, found in named.items():
            ids[kind] |= found
    return dict(ids)


def inputs_digest(sources: Sequence[Source], key: bytes) -> str:
    """Return one keyed digest of every parsed file, which tells nothing without the key."""
    lines = sorted({f"{source.relative}\0{source.sha256}" for source in sources})
    return keyed_digest(key, "inputs", *lines)


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
