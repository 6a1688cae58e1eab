"""What is told of a field: what it means, in which unit, and what it means that it is null."""

from __future__ import annotations

from typing import NamedTuple


class Meaning(NamedTuple):
    """The words of one field; `unit` is empty where it has none, `null` where it is never null.

    `null` is empty as well where the record has the reason in a field of its own.
    """

    says: str
    unit: str = ""
    null: str = ""
