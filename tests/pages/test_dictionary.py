"""The data dictionary names every field of the schema."""

from __future__ import annotations

import json
import re

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


def test_a_field_says_what_it_holds_and_where_it_is_null() -> None:
    rows = {
        record.name: {str(row[0]).split("]")[0][1:]: row[1:] for row in record.table.rows}
        for record in records()
    }
    case = rows["Case"]
    assert case["rate"][:3] == ("number from 0 to 1", "share", "Passed by valid trials&#46;")
    assert "not at confirmation size" in str(case["rate"][3])
    assert (case["valid"][0], case["valid"][3]) == ("whole number from 0", "")
    assert (case["escalate"][0], case["escalate"][3]) == ("true or false", "")
    assert case["case"][0] == "alias"
    assert case["interval"][0] == "[Interval](#type-interval)"
    assert str(case["interval"][2]).startswith("Where the true value may lie")
    assert rows["Tokens"]["in"][1] == "tokens"
    assert "`recovery_capable`" in str(case["verdict"][0])
    # Where a reason stands beside a number, the dictionary points there.
    assert rows["PassRow"]["estimate"][3] == "suppressed or undefined says why"


def test_the_report_comes_first_and_each_type_says_what_it_is() -> None:
    found = records()
    assert found[0].name == "Report"
    assert all(record.about.endswith(".") for record in found)


def test_what_is_not_there_is_null_as_in_json() -> None:
    told = [word for record in records() for word in [*record.about.split(), record.table.rows]]
    assert not [word for word in map(str, told) if re.search(r"\bNone\b", word)]
    assert not re.search(rb"\bNone\b", json_schema())
