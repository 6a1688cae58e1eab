"""run.json and expected-design.json of a study: what was registered, before any row ran."""

from __future__ import annotations

from typing import Literal

from generator.artifacts.checks import Check, count, each, flag, identifier, one_of, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.records import JsonValue
from generator.artifacts.study_checks import ARM, IDENTITY_NAMES, digest, identity, seed
from generator.artifacts.study_records import Design, PlannedRow, RetryRule, RowIdentity, RunHead
from generator.artifacts.study_words import Phase

RUN_NAMES = IDENTITY_NAMES | {
    "runId",
    "datasetInventoryHash",
    "expectedDesignHash",
    "decisionRuleHash",
    "preregistrationHash",
    "phase",
    "arms",
    "modelProfileIds",
    "modelProfileHashes",
    "seeds",
    "splitTaskIds",
    "retryRule",
    "hostApiFaultRetriesAfterFirstTry",
    "rerunTaskResults",
    "runOrder",
    "rowKey",
    "analysis",
    "identity",
    "expectedRowCount",
    "statisticsSeed",
    "statisticsDraws",
}
DESIGN_NAMES = IDENTITY_NAMES | {
    "schemaVersion",
    "runOrder",
    "rowKey",
    "analysis",
    "identity",
    "primary",
    "timidity",
    "rows",
}
"""Names that the format defines, and that a refusal may therefore give."""

NO_TRAP_VARIANT = ":no-trap"
"""What the variant of a no-trap row ends in."""

_PHASE: Check[Phase] = one_of(("pilot", "main", "unspecified"))
_ANALYSIS: Check[Literal["PRIMARY", "TIMIDITY"]] = one_of(("PRIMARY", "TIMIDITY"))
_TEXTS = each(text)


def parse_run(values: dict[str, JsonValue]) -> RunHead:
    """Return what run.json states; every field that is wrong is named."""
    fields = Fields(values)
    run = RunHead(
        run_id=fields.required("runId", identifier),
        phase=fields.required("phase", _PHASE),
        expected_design_hash=fields.required("expectedDesignHash", digest),
        decision_rule_hash=fields.required("decisionRuleHash", digest),
        preregistration_hash=fields.nullable("preregistrationHash", digest),
        dataset_inventory_hash=fields.nullable("datasetInventoryHash", digest),
        statistics_seed=fields.required("statisticsSeed", seed),
        statistics_draws=fields.required("statisticsDraws", whole(1)),
        arms=fields.nullable("arms", each(ARM)),
        seeds=fields.nullable("seeds", each(seed)),
        profiles=_profiles(fields),
        task_ids=fields.nullable("splitTaskIds", each(identifier)),
        driver_kinds=fields.nullable("modelDriverKinds", _TEXTS),
        retry_rule=_retry_rule(fields.inner("retryRule")) if fields.states("retryRule") else None,
        planned=_planned(fields),
        expected_rows=fields.nullable("expectedRowCount", count),
    )
    fields.done()
    return run


def _profiles(fields: Fields) -> tuple[tuple[str, str], ...] | None:
    ids = fields.nullable("modelProfileIds", each(identifier))
    hashes = fields.nullable("modelProfileHashes", _TEXTS)
    if ids is None or hashes is None:
        return None
    if len(ids) != len(hashes):
        fields.wrong("modelProfileHashes", "CONTRADICTION", "must name one digest a profile")
        return None
    return tuple(zip(ids, hashes, strict=True))


def _retry_rule(fields: Fields) -> RetryRule:
    return RetryRule(
        host_fault_retries=fields.nullable("hostApiFaultRetriesAfterFirstTry", count),
        rerun_task_results=fields.nullable("rerunTaskResults", flag),
    )


def _planned(fields: Fields) -> tuple[PlannedRow, ...] | None:
    if not fields.states("runOrder"):
        return None
    return tuple(_planned_row(row) for row in fields.objects("runOrder"))


def _planned_row(fields: Fields) -> PlannedRow:
    fields.nullable("analysis", _ANALYSIS)
    return PlannedRow(
        row_key=fields.required("rowKey", identifier), identity=identity(fields.inner("identity"))
    )


def parse_design(values: dict[str, JsonValue]) -> Design:
    """Return the registered rows: of both analyses, or of one flat list."""
    fields = Fields(values)
    if fields.states("primary"):
        primary = _rows(fields.inner("primary"))
        no_trap = _rows(fields.inner("timidity")) if fields.states("timidity") else ()
    else:
        rows = _rows(fields)
        no_trap = tuple(row for row in rows if _is_no_trap(row))
        primary = tuple(row for row in rows if not _is_no_trap(row))
    planned = _planned(fields)
    fields.done()
    return Design(primary=primary, no_trap=no_trap, planned=planned)


def _rows(fields: Fields) -> tuple[RowIdentity, ...]:
    return tuple(identity(row) for row in fields.objects("rows"))


def _is_no_trap(row: RowIdentity | None) -> bool:
    # A variant that is no text was put down already and ends in nothing.
    return row is not None and str(row.variant_id).endswith(NO_TRAP_VARIANT)
