"""What a study's harness states beside its rows: the match of pairs, power, and deviations."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from generator.artifacts.checks import Check, amount, count, identifier, one_of, text
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.lines import LineFile
from generator.artifacts.records import JsonValue
from generator.artifacts.study_checks import seed, share
from generator.artifacts.study_records import FactPair, StatedPower

T = TypeVar("T")

PAIR_NAMES = frozenset(
    {"pairs", "taskId", "variantId", "seed", "modelProfileId", "jaccard", "tokenGap", "status"}
    | {"relativeTokenGap", "failureTokens", "successTokens", "failureFactCount"}
    | {"successFactCount", "failurePathShapeHash", "successPathShapeHash"}
    | {"failureActionShapeHash", "successActionShapeHash"}
)
POWER_NAMES = frozenset(
    {"status", "draws", "analysisDraws", "simulations", "pilot", "timing", "content", "timidity"}
    | {"power"}
)
"""Names that the formats define, and that a refusal may therefore give."""

_MATCH = one_of(("MATCHED", "UNMATCHED"))
_POWER: Check[Literal["COMPUTED", "VERIFIED_PILOT", "NOT_ESTIMABLE", "NOT_RUN"]] = one_of(
    ("COMPUTED", "VERIFIED_PILOT", "NOT_ESTIMABLE", "NOT_RUN")
)


def parse_pairs(values: dict[str, JsonValue]) -> tuple[FactPair, ...]:
    """Return the content pairs with every measurement of their match."""
    fields = Fields(values)
    pairs = tuple(_pair(pair) for pair in fields.objects("pairs"))
    fields.done()
    return pairs


def _pair(fields: Fields) -> FactPair:
    return FactPair(
        cell=(
            fields.required("taskId", identifier),
            fields.required("variantId", identifier),
            fields.required("seed", seed),
            fields.required("modelProfileId", identifier),
        ),
        matched=fields.required("status", _MATCH) == "MATCHED",
        jaccard=fields.nullable("jaccard", amount),
        token_gap=fields.nullable("tokenGap", amount),
        relative_token_gap=fields.nullable("relativeTokenGap", amount),
        failure_tokens=fields.nullable("failureTokens", amount),
        success_tokens=fields.nullable("successTokens", amount),
        path_shapes=_both(fields, "PathShapeHash", text),
        action_shapes=_both(fields, "ActionShapeHash", text),
        fact_counts=_both(fields, "FactCount", count),
    )


def _both(fields: Fields, name: str, check: Check[T]) -> tuple[T, T] | None:
    failure = fields.nullable(f"failure{name}", check)
    success = fields.nullable(f"success{name}", check)
    return None if failure is None or success is None else (failure, success)


def parse_power(values: dict[str, JsonValue]) -> StatedPower:
    """Return the power that was simulated; that of a verified pilot lies with the pilot."""
    fields = Fields(values)
    status = fields.required("status", _POWER)
    holder = fields.inner("pilot") if status == "VERIFIED_PILOT" else fields
    simulated = holder.inner("simulations") if holder.states("simulations") else None
    power = StatedPower(
        status=status,
        timing=_power(simulated, "timing"),
        content=_power(simulated, "content"),
        no_trap=_power(simulated, "timidity"),
    )
    fields.done()
    return power


def _power(simulated: Fields | None, name: str) -> float | None:
    if simulated is None or not simulated.states(name):
        return None
    return simulated.inner(name).nullable("power", share)


class Deviations(NamedTuple):
    """How many deviations there are, and the digest of their file: no more of them is read."""

    lines: int
    sha256: str


def count_deviations(file: Path, limits: Limits) -> Deviations:
    """Count the lines of deviations.jsonl that are not blank."""
    lines = LineFile(file, limits)
    counted = sum(1 for _ in lines)
    return Deviations(counted, lines.sha256)
