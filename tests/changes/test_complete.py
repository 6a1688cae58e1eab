"""Nothing that differs goes unreported: every field of a whole report, changed one by one."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from generator.pages.changes.github import github
from generator.pages.changes.names import Plain
from generator.pages.changes.story import story
from generator.pages.changes.text import text
from generator.publication.changes import Change, Changes, changes
from generator.publication.report import Report, decode, encode, json_schema
from tests.changes.reports import demo, whole
from tests.sample_report import all_reports

Path = tuple[str | int, ...]
SPELLED = encode(whole())


def leaves(value: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from leaves(inside, (*at, key))
    elif isinstance(value, list) and value:
        for number, inside in enumerate(value):
            yield from leaves(inside, (*at, number))
    else:
        yield at, value


@cache
def one_of_each() -> dict[str, tuple[Path, Any]]:
    """One value for every path of the whole report, list positions aside."""
    found: dict[str, tuple[Path, Any]] = {}
    for path, value in leaves(json.loads(encode(whole()))):
        found.setdefault(".".join("[]" if isinstance(s, int) else s for s in path), (path, value))
    return found


@cache
def words() -> list[str]:
    """Every word of every closed vocabulary, and one text of each open class."""
    listed = {
        word
        for path, word in leaves(json.loads(json_schema()))
        if "enum" in path and isinstance(word, str)
    }
    texts = ["A-00000000", "2001-01-01", "0" * 64, "zz9", "V77", "PFPFPF", "MISSING_ROW", "holm.x"]
    return [*texts, *sorted(listed)]


def others(value: Any) -> Iterator[Any]:
    """Other values that may stand in its place."""
    if isinstance(value, bool):
        yield from (not value, None)
    elif isinstance(value, int | float):
        yield from (value + 1, value / 2, value - 1, None, 0.25)
    elif value is None:
        yield from (1, 0.5, True, {}, [])
    elif isinstance(value, list):
        yield from (["A-00000000"], [1], [])
    elif isinstance(value, dict):
        yield {"A-00000000": 1}
    else:
        yield None
    yield from words()


def with_value(path: Path, value: Any) -> Report | None:
    tree = json.loads(SPELLED)
    inside = tree
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    try:
        made = decode(json.dumps(tree).encode())
    except msgspec.ValidationError:
        return None
    return made if encode(made) != SPELLED else None


def mutated(path: Path, value: Any) -> Report | None:
    return next((made for other in others(value) if (made := with_value(path, other))), None)


def told(found: Changes) -> str:
    """What is said of changes, which must have words for every value of a report."""
    said = story(found, Plain())
    assert github(said)
    return text(said)


def has_kinds(found: Changes) -> bool:
    """Whether every change has a kind of its own; another order of the same is none."""
    return all(
        change.kind != "other" or change.cause == ["representation"] for change in found.changes
    )


@pytest.mark.parametrize("pattern", one_of_each())
def test_a_single_changed_value_is_reported(pattern: str) -> None:
    path, value = one_of_each()[pattern]
    made = mutated(path, value)
    if made is None:
        fixed = ("schema", "occurred", "deduction_retained", "name")
        assert path[-1] in fixed or value in (None, [], {}), pattern
        return
    found = changes(whole(), made)
    assert found.changes
    assert has_kinds(found)
    assert told(found)
    if pattern != "version":
        assert any(change.where.field != "version" for change in found.changes)


def lists(value: Any, at: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from lists(inside, (*at, key))
    elif isinstance(value, list):
        if value:
            yield at, value
        for number, inside in enumerate(value):
            yield from lists(inside, (*at, number))


def edits(value: list[Any]) -> Iterator[list[Any]]:
    yield value[1:]
    yield [*value, copy.deepcopy(value[0])]
    if value[::-1] != value:
        yield value[::-1]


@cache
def one_list_of_each() -> dict[str, tuple[Path, list[Any]]]:
    found: dict[str, tuple[Path, list[Any]]] = {}
    for path, value in lists(json.loads(encode(whole()))):
        found.setdefault(".".join("[]" if isinstance(s, int) else s for s in path), (path, value))
    return found


@pytest.mark.parametrize("pattern", one_list_of_each())
def test_an_item_more_or_less_or_another_order_is_reported(pattern: str) -> None:
    path, value = one_list_of_each()[pattern]
    tried = 0
    for edit in edits(value):
        made = with_value(path, edit)
        if made is not None:
            tried += 1
            found = changes(whole(), made)
            assert found.changes
            assert has_kinds(found)
            assert told(found)
    assert tried


@pytest.mark.parametrize("report", [*all_reports().values(), whole()])
def test_a_report_has_not_changed_from_itself(report: Report) -> None:
    found = changes(report, decode(encode(report)))
    assert found.changes == []
    assert found.verdict == "same"
    assert found.compared.arms == len(report.arms)


SWAPPED = {
    "arm_added": "arm_removed",
    "case_added": "case_removed",
    "comparison_added": "comparison_removed",
    "ledger_added": "ledger_removed",
    "study_added": "study_removed",
}
SWAPPED |= {value: key for key, value in SWAPPED.items()}


def spelled(found: Changes, *, swapped: bool = False) -> list[str]:
    def one(change: Change) -> list[Any]:
        kind = SWAPPED.get(change.kind, change.kind) if swapped else change.kind
        old, new = (change.new, change.old) if swapped else (change.old, change.new)
        return [kind, change.where, sorted(change.fields), old, new]

    return sorted(msgspec.json.encode(one(change)).decode() for change in found.changes)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (demo("2026.09.15"), demo("2026.09.22")),
        (demo("2026.09.15"), whole()),
        (all_reports()["sample"], all_reports()["hostile"]),
        (all_reports()["empty"], whole()),
    ],
)
def test_the_other_way_round_old_and_new_change_places(old: Report, new: Report) -> None:
    assert spelled(changes(old, new)) == spelled(changes(new, old), swapped=True)


def test_records_are_the_same_whatever_the_order_of_a_hash() -> None:
    once = msgspec.json.encode(changes(demo("2026.09.15"), whole()))
    assert once == msgspec.json.encode(changes(demo("2026.09.15"), decode(encode(whole()))))
