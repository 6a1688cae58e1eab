"""Why two arms cannot be compared is said as it is, not as a lack of common cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from generator.measures.comparison import PINS
from generator.pages.render import render
from generator.pages.sections.incomparable import EXAM
from generator.publication.comparison import Comparison
from generator.publication.strings import IdentityField
from tests.pages.html import body
from tests.pages.html import render as to_html
from tests.sample_report import TIED, report_of, sample_report

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def page(**changes: Any) -> str:
    """The page of one pair as it is read, in one line."""
    fields = {name: getattr(TIED, name) for name in TIED.__struct_fields__}
    pair = Comparison(**fields | {"verdict": "not_comparable"} | changes)
    report = msgspec.structs.replace(report_of(*sample_report().arms), comparisons=[pair])
    return " ".join(
        to_html(body(render(report, TEMPLATES)["comparisons.md"].decode())).text.split()
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"same": ["harness"], "differs": [], "cases": 0},
            "Nothing shows that the two arms sat the same exam: neither states specification",
        ),
        (
            {"same": ["spec_sha256", "base_bundle_sha256"], "differs": ["index_version"]},
            (
                "Nothing shows that the two arms sat the same exam: "
                "different, or stated by one of them only, in case index version."
            ),
        ),
        (
            {"same": list(PINS), "differs": ["effort"], "cases": 0},
            "The two arms share no case that may be compared.",
        ),
        (
            {"same": list(PINS), "differs": [], "cases": 3},
            "The two arms share 3 cases that may be compared; a test needs 5.",
        ),
    ],
)
def test_the_reason_is_the_one_that_holds(changes: dict[str, Any], said: str) -> None:
    assert f"Not comparable. {said}" in page(**changes)


def test_arms_that_state_no_difference_differ_in_nothing_that_is_stated() -> None:
    assert "Different in: nothing that is stated." in page(differs=[])


def test_pages_name_the_parts_of_an_exam_that_are_measured() -> None:
    assert EXAM == PINS
    assert set(EXAM) <= set(get_args(IdentityField))
