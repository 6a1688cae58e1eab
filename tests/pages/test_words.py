"""Every code of the report has words, and every word its place in the glossary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
import pytest

from generator.pages import words
from generator.pages.kinds import glossary
from generator.pages.limit_words import LIMITS, limit_anchor
from generator.pages.numbers import METHOD_NAMES
from generator.pages.page import view
from generator.pages.policy_words import POLICIES
from generator.pages.terms import BY_ANCHOR, TERMS
from generator.publication import strings
from generator.publication.accounts import FailureModes, InvalidCauses, States
from generator.publication.policies import PolicyUsed
from tests.sample_report import RULES, empty_report


def fields(record: type[msgspec.Struct]) -> tuple[str, ...]:
    return record.__struct_fields__


@pytest.mark.parametrize(
    ("vocabulary", "registry"),
    [
        (get_args(strings.Verdict), words.VERDICTS),
        (get_args(strings.Outcome), words.OUTCOMES),
        (get_args(strings.Stage), words.STAGES),
        (get_args(strings.Evidence), words.EVIDENCE),
        (get_args(strings.AuditStatus), words.AUDITS),
        (get_args(strings.Role), words.ROLES),
        (get_args(strings.Scope), words.SCOPES),
        (get_args(strings.Tier), words.TIERS),
        (get_args(strings.BudgetBreach), words.BREACHES),
        (get_args(strings.EscalateReason), words.ESCALATIONS),
        (get_args(strings.ComparisonVerdict), words.COMPARISONS),
        (get_args(strings.LeftOutReason), words.LEFT_OUT),
        (get_args(strings.Reason), words.REASONS),
        (get_args(strings.Suppressed) or ("RATE_NOT_PUBLISHED",), words.SUPPRESSED),
        (get_args(strings.IdentityField), words.IDENTITY),
        (get_args(strings.LimitCode), LIMITS),
        (get_args(strings.IntervalMethod), METHOD_NAMES),
        (get_args(PolicyUsed), POLICIES),
        ({*fields(States)} - {"withheld"}, words.STATES),
        (fields(InvalidCauses), words.INVALID_CAUSES),
        (fields(FailureModes), words.FAILURE_MODES),
    ],
)
def test_a_vocabulary_is_covered_exactly(vocabulary: Iterable[str], registry: Any) -> None:
    assert set(vocabulary) == set(registry)


@pytest.mark.parametrize(
    "registry",
    [
        words.VERDICTS,
        words.OUTCOMES,
        words.STAGES,
        words.STATES,
        words.INVALID_CAUSES,
        words.FAILURE_MODES,
        words.EVIDENCE,
        words.AUDITS,
        words.ROLES,
        words.SCOPES,
        words.TIERS,
        words.BREACHES,
        words.ESCALATIONS,
        words.COMPARISONS,
        words.LEFT_OUT,
        words.REASONS,
        words.SUPPRESSED,
        POLICIES,
    ],
)
def test_words_are_short_in_cells_and_whole_sentences_elsewhere(registry: Any) -> None:
    for word in registry.values():
        said = word.say(RULES)
        assert 0 < len(word.short) <= 24
        assert said[0].isupper()
        assert said.endswith(".")
        assert "{" not in said
    shorts = [word.short for word in registry.values()]
    if registry is not words.REASONS:  # two reasons say the same of different statistics
        assert len(shorts) == len(set(shorts))


def test_a_limit_says_what_was_found_and_how_to_read_on() -> None:
    for code, limit in LIMITS.items():
        assert limit.title
        assert limit.found.endswith(".")
        assert limit.reading.endswith(".")
        assert limit_anchor(code) == code.lower().replace("_", "-")


def test_terms_are_in_alphabetical_order_and_have_one_anchor_each() -> None:
    names = [term.anchor for term in TERMS]
    assert len(BY_ANCHOR) == len(TERMS)
    assert names == sorted(names)


def test_a_short_explanation_fits_a_tooltip() -> None:
    for term in TERMS:
        assert len(term.short) <= 100, term.anchor
        assert term.short.endswith(".")
        assert '"' not in term.short


def test_every_code_is_in_the_glossary() -> None:
    (page,) = glossary.build(view(empty_report()))
    listed: Any = page.context["vocabularies"]
    codes = " ".join(str(cell) for _, _, table in listed for row in table.rows for cell in row)
    for vocabulary in (strings.Verdict, strings.Reason, strings.Evidence, strings.LeftOutReason):
        for code in get_args(vocabulary):
            assert f"[{code}]" in codes


def test_a_missing_number_is_told_by_its_reason() -> None:
    assert words.missing_number("RATE_NOT_PUBLISHED", None) == "not published"
    assert words.missing_number(None, "ZERO_VARIANCE") == "all cases alike"
    assert words.missing_number(None, None) == "—"
