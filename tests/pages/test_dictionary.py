"""The data dictionary names every field of the schema."""

from __future__ import annotations

import json

from generator.pages.dictionary import records
from generator.pages.table import markdown
from generator.publication.report import json_schema
from tests.pages.html import render


def test_every_field_of_the_published_schema_is_in_the_dictionary() -> None:
    schema = json.loads(json_schema())
    described = {
        record.name: set(render(markdown(record.table)).text.split()) for record in records()
    }
    assert set(described) == set(schema["$defs"])
    for name, definition in schema["$defs"].items():
        assert set(definition["properties"]) <= described[name], name


def test_a_field_says_what_it_holds_and_whether_it_may_be_null() -> None:
    rows = {
        record.name: {str(row[0]).split("]")[0][1:]: row[1:] for row in record.table.rows}
        for record in records()
    }
    assert rows["Case"]["rate"] == ("number from 0 to 1", "yes")
    assert rows["Case"]["valid"] == ("whole number from 0", "no")
    assert rows["Case"]["escalate"] == ("true or false", "no")
    assert rows["Case"]["case"] == ("alias", "no")
    assert rows["Case"]["interval"] == ("[Interval](#type-interval)", "yes")
    assert rows["Tokens"]["in"] == ("whole number from 0", "yes")
    assert "<code>recovery_capable</code>" in str(rows["Case"]["verdict"][0])


def test_the_report_comes_first_and_each_type_says_what_it_is() -> None:
    found = records()
    assert found[0].name == "Report"
    assert all(record.about.endswith(".") for record in found)
