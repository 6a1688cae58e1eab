"""The handed expected values as parameters of tests, and what it means to agree with one."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.conftest import shared_dir


@cache
def _cases() -> dict[str, list[dict[str, Any]]]:
    folder = shared_dir()
    if folder is None:
        return {}
    by_function: dict[str, list[dict[str, Any]]] = {}
    for case in json.loads((folder / "golden" / "golden.json").read_text())["cases"]:
        by_function.setdefault(case["function"], []).append(case)
    return by_function


def golden(*functions: Callable[..., Any]) -> list[Any]:
    """Parameters (function, case) of every handed case of these functions, or one loud skip."""
    if not _cases():
        reason = "the golden values (../shared, or STABILITY_SHARED) are not on this machine"
        return [pytest.param(None, {}, marks=pytest.mark.skip(reason=reason))]
    return [
        pytest.param(function, case, id=case["id"], marks=pytest.mark.shared)
        for function in functions
        for case in _cases()[function.__name__]
    ]


def check(function: Callable[..., Any], case: dict[str, Any]) -> None:
    """Assert that the function gives what the case expects, within its tolerance."""
    value = function(**case["args"])
    assert _agrees(case["expected"], value, case["tolerance"]), (case["expected"], value)


def _agrees(expected: Any, value: Any, tolerance: dict[str, float]) -> bool:
    if isinstance(expected, dict):
        return isinstance(value, dict) and all(
            _agrees(expected[key], value.get(key), tolerance) for key in expected
        )
    if isinstance(expected, list):
        return len(expected) == len(value) and all(
            _agrees(one, other, tolerance) for one, other in zip(expected, value, strict=True)
        )
    if expected is None or isinstance(expected, str | bool):
        return bool(value == expected)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return False
    return bool(abs(value - expected) <= tolerance["atol"] + tolerance["rtol"] * abs(expected))
