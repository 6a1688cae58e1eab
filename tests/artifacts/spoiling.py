"""Ways to spoil a good document: any value in any place of it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Place = tuple[Any, ...]

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    0.5,
    -0.0,
    2**62,
    2**63,
    10**18,
    1e27,
    1.7e308,
    -1.7e308,
    5e-324,
    "",
    "x",
    "1",
    "a\tb",
    "a\nb",
    "a\u200bb",
    "turned \u202e round",
    "\0",
    "\ud800",
    "x" * 70_000,
    [],
    {},
    [None],
    [[]],
    {"": {}},
)
"""Values of every kind, at the ends of what a field may hold and beyond."""


def anything(*words: str, leaves: int = 8) -> st.SearchStrategy[Any]:
    """Any JSON value, and often one of the words that the format knows."""
    return st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-3, 9)
        | st.integers()
        | st.floats()
        | st.text()
        | st.sampled_from([*words, ""])
        | st.sampled_from(ODD),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=leaves,
    )


def places(value: Any, path: Place = ()) -> Iterator[Place]:
    """Every place in a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def changed(document: Any, path: Place, value: Any) -> Any:
    """A document with something else in one place."""
    document = copy.deepcopy(document)
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return document
