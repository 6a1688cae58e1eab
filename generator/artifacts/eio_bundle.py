"""The reader of evaluation bundles (archive schema 3): claims, and the counts of their re-tests.

Sources, evidence graph and context texts are passed over; they are private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.artifacts.checks import count, identifier, text
from generator.artifacts.eio_digest import archive_sha256
from generator.artifacts.eio_document import Document, end_of_run, kind_of, read_document
from generator.artifacts.eio_records import (
    Bundle,
    Claim,
    ClaimState,
    LedgerArtifact,
    Retest,
    TrialKind,
)
from generator.artifacts.eio_stated import KIND, read_claims, read_trials, reproduced, task_of
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.gather import said_of
from generator.errors import Problem, UnusableInput

ARCHIVE_SCHEMA = 3


class BundleReader:
    """Reads evaluation bundles."""

    format = "eio-bundle/3"

    def recognise(self, path: Path, limits: Limits) -> bool:
        """Whether a file is a JSON object that states an archive schema."""
        return kind_of(path, limits) == "bundle"

    def read(self, path: Path, limits: Limits, root: Path) -> LedgerArtifact:
        """Read one bundle."""
        document = read_document(path, limits, root)
        with said_of(path):
            return self._parse(path, document)

    def _parse(self, path: Path, document: Document) -> Bundle:
        fields = Fields(document.values)
        _check_schema(fields)
        claims = tuple(read_claims(fields))
        trials = None
        if fields.states("trials"):
            trials = read_trials(fields.inner("trials"), "records", _retest, with_floor=False)
        run_id = fields.inner("header").required("run_id", identifier)
        fields.done()
        if trials is not None:
            _check_rows(trials.retests, claims)
        return Bundle(
            format=self.format,
            file=path,
            run_id=run_id,
            archive_sha256=archive_sha256(document.values),
            claims=claims,
            trials=trials,
            ended=end_of_run(document.values, "provenance", "record", "run", "completed_at"),
            sources=(document.source,),
            warnings=tuple(_unknown_kinds(claims, path)),
        )


def _check_schema(fields: Fields) -> None:
    """Refuse a bundle of another archive schema, and say which it is."""
    schema = fields.required("archive_schema", count)
    fields.done()
    if schema != ARCHIVE_SCHEMA:
        raise UnusableInput(
            Problem(
                "OTHER_SCHEMA",
                f"The bundle's archive_schema is {schema}, and only {ARCHIVE_SCHEMA} is read.",
                f"Write it again with a producer of archive schema {ARCHIVE_SCHEMA}.",
                field="archive_schema",
            )
        )


def _retest(row: Fields, _kind: TrialKind) -> Retest:
    r, n = reproduced(row, "passes")
    key = row.nullable("ledger_key", text)
    return Retest(
        claim_id=row.required("claim_id", identifier),
        kind=row.required("trial_kind", KIND),
        reproduced_in=r,
        retests=n,
        task=task_of(key),
        ledger_key=key,
    )


def _check_rows(rows: Iterable[Retest], claims: Iterable[Claim]) -> None:
    """Refuse a row of a claim that the bundle does not have."""
    known = {claim.claim_id for claim in claims}
    problems = [
        Problem(
            "UNKNOWN_CLAIM",
            "The row is of a claim that is none of the bundle's.",
            "Correct it where the file is written.",
            field=f"trials.records[{index}].claim_id",
        )
        for index, row in enumerate(rows)
        if row.claim_id not in known
    ]
    if problems:
        raise UnusableInput(*problems)


def _unknown_kinds(claims: Iterable[Claim], path: Path) -> Iterator[Problem]:
    """Warn of failed claims of which it cannot be told whether they make a finding."""
    for index, claim in enumerate(claims):
        if claim.kind is None and claim.state is ClaimState.FAIL:
            yield Problem(
                "UNKNOWN_PREDICATE",
                "A failed claim is on a predicate that the published EIO vocabulary does not have, "
                "and names no risk: it makes no finding.",
                "Nothing, if it is an observation; else publish the run as a trial log, "
                "which says of what kind each predicate is.",
                path,
                field=f"claims[{index}].predicate",
            )
