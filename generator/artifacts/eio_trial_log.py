"""The reader of trial logs (`eio-trials/1`): ledger.json, trials.jsonl and claims.jsonl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.checks import count, identifier, text, whole
from generator.artifacts.eio_records import LedgerArtifact, TrialLog
from generator.artifacts.eio_trials import read_claims, read_trials
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, read_whole, source
from generator.artifacts.gather import said_of
from generator.artifacts.json_document import read_object
from generator.errors import Problem, UnusableInput

FORMAT = "eio-trials/1"
LEDGER_FILE, TRIALS_FILE, CLAIMS_FILE = "ledger.json", "trials.jsonl", "claims.jsonl"

_FAMILY = "eio-trials/"
_DEFAULT_FLOOR = 5
_NAMES = frozenset({"format", "run_id", "k", "floor", "seed"})
_BEFORE_OBJECT = b"\xef\xbb\xbf \t\r\n"


class TrialLogReader:
    """Reads trial logs."""

    format = FORMAT

    def recognise(self, path: Path, limits: Limits) -> bool:
        """Whether the folder's ledger.json says that it is a trial log, of whatever version."""
        file = path / LEDGER_FILE
        if not is_regular(file):
            return False
        data = read_whole(file, limits).data
        try:
            value = json.loads(data.lstrip(_BEFORE_OBJECT))
        except (ValueError, RecursionError):
            return _FAMILY.encode() in data or is_regular(path / TRIALS_FILE)
        stated = value.get("format") if isinstance(value, dict) else None
        return isinstance(stated, str) and stated.startswith(_FAMILY)

    def read(self, path: Path, limits: Limits, root: Path) -> LedgerArtifact:
        """Read one trial log."""
        head = _read_head(path / LEDGER_FILE, limits)
        claims = read_claims(path / CLAIMS_FILE, limits)
        trials = read_trials(path / TRIALS_FILE, limits, {each.claim_id for each in claims.items})
        return TrialLog(
            format=FORMAT,
            file=path / LEDGER_FILE,
            run_id=head.run_id,
            k=head.k,
            floor=head.floor,
            trials=trials.items,
            claims=claims.items,
            sources=tuple(
                source(path / name, root, sha256)
                for name, sha256 in (
                    (LEDGER_FILE, head.sha256),
                    (TRIALS_FILE, trials.sha256),
                    (CLAIMS_FILE, claims.sha256),
                )
            ),
            folded=trials.folded + claims.folded,
            warnings=trials.warnings,
        )


class _Head(NamedTuple):
    """What ledger.json states."""

    run_id: str
    k: int
    floor: int
    sha256: str


def _read_head(file: Path, limits: Limits) -> _Head:
    document = read_object(file, limits, _NAMES)
    with said_of(file):
        fields = Fields(document.values)
        _check_format(fields)
        run_id = fields.required("run_id", identifier)
        k = fields.required("k", whole(1))
        floor = fields.nullable("floor", count)
        fields.nullable("seed", whole(-(2**63)))
        fields.done()
    return _Head(run_id, k, _DEFAULT_FLOOR if floor is None else floor, document.sha256)


def _check_format(fields: Fields) -> None:
    stated = fields.required("format", text)
    fields.done()
    if stated != FORMAT:
        raise UnusableInput(
            Problem(
                "OTHER_VERSION",
                f"The trial log is of another version than {FORMAT}, which alone is read.",
                f"Write it as {FORMAT}.",
                field="format",
            )
        )
