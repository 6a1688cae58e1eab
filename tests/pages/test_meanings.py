"""Every field and every column has words, none has two, and no words are left over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from msgspec import inspect

from generator.pages.data import tables
from generator.pages.dictionary import types_of
from generator.pages.flatten import holds_records, may_be_null, without_none
from generator.pages.meanings.lookup import MEANINGS, spot, why_null
from generator.pages.meanings.parts import MISSING_PARTS
from generator.publication.report import Report
from tests.sample_report import sample_report


def fields() -> Iterator[tuple[str, inspect.Field, frozenset[str]]]:
    for struct in types_of(Report):
        names = frozenset(field.encode_name for field in struct.fields)
        yield from ((struct.cls.__name__, field, names) for field in struct.fields)


def is_record(field: inspect.Field) -> bool:
    kind = without_none(field.type)
    return isinstance(kind, inspect.StructType) or holds_records(kind)


def keys() -> Iterator[tuple[str, str]]:
    for file in tables(sample_report()):
        yield from ((file.name, column.name) for column in file.columns if column.field is None)


def test_every_field_and_every_key_has_words() -> None:
    for owner, field, _ in fields():
        assert is_record(field) or spot(owner, field.encode_name) in MEANINGS, (owner, field.name)
    for name, key in keys():
        assert spot(name, key) in MEANINGS, (name, key)


def test_every_field_that_may_be_null_says_when() -> None:
    for owner, field, names in fields():
        if may_be_null(field.type):
            said = why_null(owner, field.encode_name, names)
            assert not said.startswith(" "), (owner, field.encode_name)


def test_no_words_are_left_over() -> None:
    used = {spot(owner, field.encode_name) for owner, field, _ in fields()}
    used |= {spot(*key) for key in keys()}
    assert set(MEANINGS) <= used
    parts = {
        f"{owner}.{field.encode_name}"
        for owner, field, _ in fields()
        if is_record(field) and may_be_null(field.type)
    }
    assert set(MISSING_PARTS) <= parts


@pytest.mark.parametrize("name", MEANINGS)
def test_words_are_a_sentence_and_reasons_are_a_clause(name: str) -> None:
    said = MEANINGS[name]
    assert re.fullmatch(r"\S.*\.", said.says), name
    assert not said.null.endswith("."), name


def test_the_dictionary_lists_every_column_of_every_table() -> None:
    found = tables(sample_report())
    rows = json.loads(found[-1].forms["json"])
    assert found[-1].name == "dictionary"
    listed = [(row["table"], row["column"]) for row in rows]
    assert listed == [(file.name, column.name) for file in found for column in file.columns]
    by_name = {(row["table"], row["column"]): row for row in rows}
    rate = by_name["cases", "rate"]
    assert (rate["json"], rate["csv"], rate["parquet"]) == ("number", "number", "DOUBLE")
    assert (rate["values"], rate["unit"]) == ("number from 0 to 1", "share")
    lower = by_name["arms", "recovery.interval.lower"]
    assert lower["null_means"].endswith(
        "there is no recovery.interval: suppressed or undefined says why"
    )
    assert by_name["cases", "valid"]["null_means"] is None
    assert by_name["cases", "escalate_reasons"]["parquet"] == "VARCHAR[]"
    assert by_name["cases", "verdict"]["values"].startswith("boundary, no_recovery_observed")
    assert by_name["disagreements", "stated"]["json"] == "string, number or boolean"


def test_a_column_with_nothing_in_a_row_says_why_that_may_be() -> None:
    found = tables(sample_report())
    says = {
        (row["table"], row["column"]): row["null_means"]
        for row in json.loads(found[-1].forms["json"])
    }
    for file in found:
        for row in json.loads(file.forms["json"]):
            for column, value in row.items():
                assert value is not None or says[file.name, column], (file.name, column)
