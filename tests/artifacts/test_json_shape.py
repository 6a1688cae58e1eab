"""The names that the beginning of a JSON text shows, from which readers know what it is."""

from __future__ import annotations

import pytest

from generator.artifacts.json_shape import name_paths


@pytest.mark.parametrize(
    ("prefix", "paths"),
    [
        (b"", set()),
        (b"[1]", set()),
        (b'{"a": 1, "b": {"c": [2]}}', {("a",), ("b",), ("b", "c")}),
        (b'{"a": [{"b": 1}, {"c": 1}]}', {("a",), ("a", "[]", "b")}),
        (b'{"a": [1, {"c": 1}]}', {("a",)}),
        (b'{"a": [[{"b": 1}]]}', {("a",), ("a", "[]", "[]", "b")}),
        (b'{"a": "{\\"b\\": 1}", "c": [', {("a",), ("c",)}),
        (b'\xef\xbb\xbf {"a": {"b": "cut o', {("a",), ("a", "b")}),
        (b'{"a": 1} {"b": 2}', {("a",)}),
        (b'{"a": "\xff"}', {("a",)}),
        (b"}}}]]{", set()),
        (b'[{"a": 1, "b": {"c": 2}}, {"d": 1}]', {("[]", "a"), ("[]", "b"), ("[]", "b", "c")}),
        (b'{"a": 1}\n{"b": 2}\n', {("a",)}),
        (b'{"a": "}{", "b": {"c": "x", "d', {("a",), ("b",), ("b", "c")}),
    ],
)
def test_the_names_that_a_beginning_shows(prefix: bytes, paths: set[tuple[str, ...]]) -> None:
    assert name_paths(prefix) == paths
