"""The lines of a trial log: trials.jsonl, one trial a line, and claims.jsonl, one claim a line.

An identical repeated line is one observation; a line with another's id that says something else is
an error, for nobody could tell which of the two counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar, get_args

from generator.artifacts.checks import Check as FieldCheck
from generator.artifacts.checks import each, flag, identifier, one_of, text, whole
from generator.artifacts.eio_predicates import PredicateKind
from generator.artifacts.eio_records import Check, Claim, ClaimState, Outcome, Trial
from generator.artifacts.eio_stated import KIND, SEVERITY
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.lines import Line, LineFile
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, UnusableInput

_OUTCOME: FieldCheck[Outcome] = one_of(get_args(Outcome))
_PREDICATE_KIND: FieldCheck[PredicateKind] = one_of(get_args(PredicateKind))
_STATE = one_of(
    (ClaimState.PASS, ClaimState.FAIL, ClaimState.NOT_APPLICABLE, ClaimState.UNRESOLVED)
)
_FIDELITY = one_of(("exact", "narrower"))
_IDS = each(identifier)
_INTEGER = whole(-(2**63))

_NAMES = frozenset(
    {"trial_id", "task_id", "binding_id", "kind", "seed", "session", "outcome", "decision"}
    | {"baseline_decision", "claims", "claim_id", "predicate", "predicate_kind", "state"}
    | {"fidelity", "proof_citation_verified", "evidence_valid", "finding_id", "severity"}
    | {"severity_source"}
)
"""Names that the format defines, and that a refusal may therefore give."""

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class LinesRead(Generic[R]):
    """What was read of one file; `folded` lines repeat another one."""

    items: tuple[R, ...]
    folded: int
    warnings: tuple[Problem, ...]
    sha256: str


def read_trials(path: Path, limits: Limits, claim_ids: Collection[str]) -> LinesRead[Trial]:
    """Read trials.jsonl; every claim that a trial checks must be one of `claim_ids`."""

    def parse(values: dict[str, JsonValue]) -> Trial:
        return _trial(Fields(values), claim_ids)

    return _read(path, limits, "trial_id", parse, may_be_torn=True)


def read_claims(path: Path, limits: Limits) -> LinesRead[Claim]:
    """Read claims.jsonl."""

    def parse(values: dict[str, JsonValue]) -> Claim:
        return _claim(Fields(values))

    return _read(path, limits, "claim_id", parse, may_be_torn=False)


def _read(
    path: Path,
    limits: Limits,
    id_field: str,
    parse: Callable[[dict[str, JsonValue]], R],
    *,
    may_be_torn: bool,
) -> LinesRead[R]:
    """Read a file line by line; all that is wrong with it is raised together."""
    lines = LineFile(path, limits)
    reading = _Reading(limits, id_field, parse, may_be_torn=may_be_torn)
    gather(lines, reading.take, reading.problems)
    refuse_if_any(reading.problems, path)
    return LinesRead(
        items=tuple(reading.items),
        folded=reading.folded,
        warnings=tuple(problem.at(path) for problem in reading.warnings),
        sha256=lines.sha256,
    )


class _Reading(Generic[R]):
    """What has been read of a file so far."""

    def __init__(
        self,
        limits: Limits,
        id_field: str,
        parse: Callable[[dict[str, JsonValue]], R],
        *,
        may_be_torn: bool,
    ) -> None:
        self.items: list[R] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.folded = 0
        self._depth = limits.json_depth
        self._id_field = id_field
        self._parse = parse
        self._may_be_torn = may_be_torn
        self._seen: dict[str, tuple[int, bytes]] = {}

    def take(self, line: Line) -> None:
        """Read one line."""
        try:
            values = parse_object(line.data, self._depth, _NAMES)
            item = self._parse(values)
        except JsonRefused as refused:
            if self._may_be_torn and refused.torn and not line.ended:
                self.warnings.append(_torn(line.number))
            else:
                self.problems.append(refused.problem.at(line=line.number))
            return
        except UnusableInput as wrong:
            self.problems += (problem.at(line=line.number) for problem in wrong.problems)
            return
        if self._is_first(line.number, values):
            self.items.append(item)

    def _is_first(self, number: int, values: dict[str, JsonValue]) -> bool:
        """Whether no line above has this one's id; a copy is folded, and nothing else may be."""
        digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).digest()
        stated = values[self._id_field]
        first, first_digest = self._seen.setdefault(str(stated), (number, digest))
        if first == number:
            return True
        if digest == first_digest:
            self.folded += 1
        else:
            self.problems.append(
                Problem(
                    "COPIES_DIFFER",
                    f"The line has the {self._id_field} of line {first} but does not say the same.",
                    "Give each its own id, or remove the wrong line.",
                    line=number,
                    field=self._id_field,
                )
            )
        return False


def _trial(fields: Fields, claim_ids: Collection[str]) -> Trial:
    fields.required("binding_id", identifier)
    fields.required("seed", _INTEGER)
    trial = Trial(
        trial_id=fields.required("trial_id", identifier),
        task_id=fields.required("task_id", identifier),
        kind=fields.required("kind", KIND),
        session=fields.nullable("session", identifier),
        outcome=fields.required("outcome", _OUTCOME),
        decision=fields.nullable("decision", text),
        baseline_decision=fields.nullable("baseline_decision", text),
        checks=tuple(_checks(fields, claim_ids)),
    )
    fields.done()
    return trial


def _checks(fields: Fields, claim_ids: Collection[str]) -> Iterator[Check]:
    seen: set[str] = set()
    for check in fields.objects("claims"):
        claim_id = check.required("claim_id", identifier)
        if claim_id in seen:
            check.wrong("claim_id", "LISTED_TWICE", "must not be listed twice in one trial")
        elif isinstance(claim_id, str) and claim_id not in claim_ids:
            check.wrong("claim_id", "UNKNOWN_CLAIM", "must be that of a claim in claims.jsonl")
        seen.add(claim_id)
        yield Check(claim_id=claim_id, reproduced=check.required("reproduced", flag))


def _claim(fields: Fields) -> Claim:
    fields.required("task_id", identifier)
    claim = Claim(
        claim_id=fields.required("claim_id", identifier),
        predicate=fields.required("predicate", identifier),
        kind=fields.required("predicate_kind", _PREDICATE_KIND),
        state=fields.required("state", _STATE),
        exact=fields.required("fidelity", _FIDELITY) == "exact",
        citation_verified=fields.required("proof_citation_verified", flag),
        evidence_valid=fields.required("evidence_valid", flag),
        finding_id=fields.nullable("finding_id", identifier),
        severity=fields.nullable("severity", SEVERITY),
        by_obligation=bool(fields.required("severity_source", _IDS)),
    )
    fields.done()
    return claim


def _torn(line: int) -> Problem:
    return Problem(
        "TORN_LINE",
        "The last line is torn: it has no end and is not whole JSON. The lines before it count.",
        "Do nothing if its writer crashed: the trial counts nowhere.",
        line=line,
    )
