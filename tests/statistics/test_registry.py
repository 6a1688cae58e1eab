from __future__ import annotations

import json
from pathlib import Path

import pytest

import generator.statistics
from generator.statistics.method import Method
from generator.statistics.registry import METHODS
from generator.statistics.undefined import Undefined

every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)


def test_names_and_titles_are_given_once() -> None:
    for values in ([m.name for m in METHODS], [m.title for m in METHODS]):
        assert len(values) == len(set(values))


@every_method
def test_a_method_names_the_function_that_computes_it(method: Method) -> None:
    assert method.name == method.function.__name__
    assert method.function.__doc__


@every_method
def test_a_method_says_all_that_its_page_shows(method: Method) -> None:
    for text in (method.title, method.formula, method.unit, method.undefined_when, method.source):
        assert text == text.strip() != ""
    for sentence in (method.undefined_when, method.caution):
        assert sentence == "" or sentence.endswith((".", ")"))


def test_every_reason_has_words() -> None:
    words = [reason.words for reason in Undefined]
    assert len(set(words)) == len(Undefined)


def test_exports_exist_and_are_named_once() -> None:
    names = generator.statistics.__all__
    assert all(hasattr(generator.statistics, name) for name in names)
    assert len(names) == len(set(names))


def test_every_function_with_an_expected_value_is_exported(shared: Path) -> None:
    cases = json.loads((shared / "golden" / "golden.json").read_text())["cases"]
    assert {case["function"] for case in cases} <= set(generator.statistics.__all__)
