"""What every public type stands on: the closed base, the interval, the bracket."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from generator.publication.strings import IntervalMethod

Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""A whole number from 0, as large as a column of a typed table can hold."""

Share = Annotated[float, Meta(ge=0, le=1)]


class Public(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """The base of every public type: immutable and closed, and a tree, which needs no collector.

    Every field is written out, except one that a later release added and that says nothing here: a
    report that was published before it was added must keep its bytes.
    """


class Interval(Public, frozen=True):
    """Where the true value may lie, at which level and by which method."""

    lower: float | None
    upper: float | None
    level: Share
    method: IntervalMethod


class Bracket(Public, frozen=True):
    """What the rate would be if every trial that is not there had failed, or had passed."""

    worst: Share
    best: Share
