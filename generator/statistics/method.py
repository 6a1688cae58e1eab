"""What the methods page says of an estimator, kept beside the function that computes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Method:
    """One published estimator.

    `formula` is plain text; `unit` the unit of analysis; `undefined_when` and `caution` are
    sentences; `agrees_with` names independent implementations the expected values were checked
    against; `function` is the very callable that the numbers come from.
    """

    name: str
    title: str
    formula: str
    unit: str
    undefined_when: str
    source: str
    agrees_with: tuple[str, ...]
    function: Callable[..., Any]
    caution: str = ""
