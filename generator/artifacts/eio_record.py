"""The reader of Portable Evaluation Records (PER 2.0, its release candidates, to 2.1.x)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args

from generator.artifacts.checks import Check, each, flag, identifier, one_of, text
from generator.artifacts.eio_digest import archive_sha256
from generator.artifacts.eio_document import Document, end_of_run, kind_of, read_document
from generator.artifacts.eio_records import (
    LedgerArtifact,
    PortableRecord,
    ProofStatus,
    Retest,
    StatedFinding,
    StatedTrials,
    TrialKind,
)
from generator.artifacts.eio_stated import (
    BAND,
    SEVERITY,
    read_trials,
    reproduced,
    task_of,
)
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.gather import said_of
from generator.artifacts.records import JsonValue
from generator.errors import Problem, UnusableInput

_READ = re.compile(r"2\.0(\.\d+)?(-rc\d+(-[a-z]+)*)?|2\.1(\.\d+)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}(\.\d{1,4}){0,3}", re.ASCII)

FindingKind = Literal["BEHAVIOURAL", "CONTEXT_GAP"]
_FINDING_KIND: Check[FindingKind] = one_of(get_args(FindingKind))
_STATUS = one_of(("EVALUATED", "NOT_RETESTED"))
_PROOF: Check[ProofStatus] = one_of(get_args(ProofStatus))
_SOURCE = one_of(("OBLIGATION", "NONE"))
_IDS = each(identifier)


class RecordReader:
    """Reads Portable Evaluation Records."""

    format = "eio-per/2"

    def recognise(self, path: Path, limits: Limits) -> bool:
        """Whether a file is a JSON object whose header states a version of the record format."""
        return kind_of(path, limits) == "record"

    def read(self, path: Path, limits: Limits, root: Path) -> LedgerArtifact:
        """Read one record."""
        document = read_document(path, limits, root)
        with said_of(path):
            return self._parse(path, document)

    def _parse(self, path: Path, document: Document) -> PortableRecord:
        fields = Fields(document.values)
        header = fields.inner("header")
        _check_version(header.required("per_version", text))
        ledger = fields.inner("reliability")
        status = ledger.required("status", _STATUS)
        trials = None
        if status == "EVALUATED":
            trials = read_trials(ledger, "recurrence", _retest, with_floor=True)
        archive = header.required("archive_sha256", identifier)
        findings = tuple(_findings(fields, _occurred(ledger), trials))
        fields.done()
        return PortableRecord(
            format=self.format,
            file=path,
            run_id=_run_id(document.values),
            archive_sha256=archive,
            content=archive_sha256(document.values),
            findings=findings,
            trials=trials,
            ended=end_of_run(document.values, "provenance", "run", "completed_at"),
            sources=(document.source,),
        )


def _check_version(version: str | None) -> None:
    """Refuse a record of another version, and say which it is."""
    if version is None or _READ.fullmatch(version):
        return
    number = _NUMBER.match(version)
    what = f"{number.group()}" if number else "no number"
    raise UnusableInput(
        Problem(
            "OTHER_VERSION",
            f"The record's version is {what}, and only PER 2.0 to 2.1 are read.",
            "Convert its bundle again with a release of eio-agents that writes one of these.",
            field="header.per_version",
        )
    )


def _run_id(values: JsonValue) -> str | None:
    """Return the run that the record is of; only to notice other records of the same."""
    for name in ("provenance", "run", "run_id"):
        values = values.get(name) if isinstance(values, dict) else None
    return values if isinstance(values, str) else None


def _retest(row: Fields, kind: TrialKind) -> Retest:
    r, n = reproduced(row, "retests")
    key = row.nullable("ledger_key", text)
    return Retest(
        claim_id=row.required("claim_id", identifier),
        kind=kind,
        reproduced_in=r,
        retests=n,
        task=task_of(key),
        ledger_key=key,
        finding_id=row.nullable("finding_id", identifier),
        band=row.required("band", BAND),
    )


def _occurred(ledger: Fields) -> dict[str, bool]:
    """Return what the occurrence ledger says of each finding."""
    return {
        row.required("finding_id", identifier): row.required("occurred", flag)
        for row in ledger.objects("occurrence")
    }


def _findings(
    fields: Fields, occurred: Mapping[str, bool], trials: StatedTrials | None
) -> Iterator[StatedFinding]:
    """Yield the behavioural findings; a gap in the context is no behaviour, and never occurred."""
    seen: set[str] = set()
    for finding in fields.objects("findings"):
        finding_id = finding.required("finding_id", identifier)
        if finding_id in seen:
            finding.wrong("finding_id", "LISTED_TWICE", "must not be that of another finding")
        seen.add(finding_id)
        if finding.required("kind", _FINDING_KIND) == "CONTEXT_GAP":
            continue
        yield StatedFinding(
            finding_id=finding_id,
            claim_ids=finding.required("claim_ids", _IDS),
            predicate=finding.nullable("predicate", identifier),
            exact=_fidelity(finding) == "exact",
            severity=finding.nullable("severity", SEVERITY),
            by_obligation=finding.inner("severity_source").required("kind", _SOURCE)
            == "OBLIGATION",
            proof_status=finding.required("proof_status", _PROOF),
            band=finding.inner("recurrence").required("band", BAND),
            occurred=occurred.get(finding_id, False),
        )
    rows = trials.retests if trials else ()
    if not occurred.keys() <= seen:
        fields.wrong("reliability.occurrence", "UNKNOWN_FINDING", "must name known findings")
    if not {row.finding_id for row in rows} <= seen | {None}:
        fields.wrong("reliability.recurrence", "UNKNOWN_FINDING", "must name known findings")


def _fidelity(finding: Fields) -> str | None:
    """Return the finding's fidelity, which the first release candidate calls its relation."""
    name = "fidelity" if "fidelity" in finding else "mapping_relation"
    return finding.nullable(name, text)
