"""attempts.jsonl: a line is an attempt that the run can have, or a problem with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.records import Attempt, FailureMode, InvalidCause, SideEffect, State
from generator.artifacts.times import parse_instant
from tests.artifacts.samples import (
    Said,
    attempt,
    failure,
    jsonl,
    read_run,
    refusal,
    run,
    said,
    write_run,
)

WHOLE = {
    "case_id": "case-v",
    "variant": "left",
    "repeat_index": 3,
    "started_at": "2026-09-14T08:00:00.123456789Z",
    "ended_at": "2026-09-14T10:01:40.5+02:00",
    "state": "invalid_infrastructure",
    "invalid_cause": "harness_timeout",
    "failure_mode": None,
    "claimed_delivery": True,
    "score": 1.5,
    "criteria_hits": [True, False],
    "side_effects": [{"class": "mail", "count": 2}, {"class": "git", "count": 0}],
    "reset_id": "workspace-9",
    "tokens_in": 1000,
    "tokens_out": 20.0,
    "cost_usd": 0.25,
    "wall_s": 100,
    "billing_fingerprint": "fp",
    "account_tier": "production-fallback",
    "window_share": 0.01,
    "makeup_of": "attempt-0",
    "cap_s": 3600,
    "transcript": ["private"],
}


def read(folder: Path, *attempts: object, **changes: Any) -> tuple[Attempt, ...]:
    return read_run(write_run(folder / "r", attempts, run(**changes))).attempts


def refused(folder: Path, *attempts: object, **changes: Any) -> list[Said]:
    write_run(folder / "r", attempts, run(**changes))
    problems = refusal(lambda: read_run(folder / "r"))
    assert {problem.file for problem in problems} == {folder / "r" / "attempts.jsonl"}
    return said(problems)


def warned(folder: Path, *attempts: object, **changes: Any) -> list[Said]:
    artifact = read_run(write_run(folder / "r", attempts, run(**changes)))
    return said(artifact.warnings)


def test_every_field_is_read(tmp_path: Path) -> None:
    assert read(tmp_path, attempt(**WHOLE)) == (
        Attempt(
            line=1,
            attempt_id="attempt-1",
            case_id="case-v",
            variant="left",
            repeat_index=3,
            started_at=parse_instant("2026-09-14T08:00:00.123456789Z"),
            ended_at=parse_instant("2026-09-14T08:01:40.5Z"),
            state=State.INVALID,
            invalid_cause=InvalidCause.HARNESS_TIMEOUT,
            failure_mode=None,
            claimed_delivery=True,
            score=1.5,
            criteria_hits=(True, False),
            side_effects=(SideEffect(name="mail", count=2), SideEffect(name="git", count=0)),
            reset_id="workspace-9",
            tokens_in=1000,
            tokens_out=20,
            cost_usd=0.25,
            wall_s=100.0,
            billing_fingerprint="fp",
            account_tier="production-fallback",
            window_share=0.01,
            makeup_of="attempt-0",
            cap_s=3600.0,
        ),
    )


NULLABLE = [
    "score",
    "criteria_hits",
    "side_effects",
    "reset_id",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "wall_s",
    "billing_fingerprint",
    "account_tier",
    "window_share",
    "makeup_of",
    "cap_s",
    "failure_mode",
]


@pytest.mark.parametrize("name", NULLABLE)
def test_a_nullable_field_may_be_null_or_left_out(tmp_path: Path, name: str) -> None:
    whole = attempt(**WHOLE)
    left_out = {key: value for key, value in whole.items() if key != name}
    (null,) = read(tmp_path / "a", whole | {name: None})
    assert read(tmp_path / "b", left_out) == (null,)
    assert getattr(null, name) is None


def test_an_absent_claim_is_no_claim(tmp_path: Path) -> None:
    assert read(tmp_path, attempt())[0].claimed_delivery is False


@pytest.mark.parametrize(
    "name", ["attempt_id", "case_id", "repeat_index", "started_at", "ended_at", "state"]
)
def test_a_required_field_is_missed(tmp_path: Path, name: str) -> None:
    whole = attempt()
    del whole[name]
    assert refused(tmp_path / "a", attempt(attempt_id="0"), whole) == [
        Said("MISSING_FIELD", 2, name)
    ]
    assert refused(tmp_path / "b", attempt(**{name: None})) == [Said("WRONG_TYPE", 1, name)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"attempt_id": ""}, "EMPTY_ID"),
        ({"attempt_id": 7}, "WRONG_TYPE"),
        ({"attempt_id": "a\0"}, "BAD_TEXT"),
        ({"attempt_id": "\udead"}, "BAD_TEXT"),
        ({"case_id": ""}, "EMPTY_ID"),
        ({"case_id": "\ud800"}, "BAD_TEXT"),
        ({"case_id": "elsewhere"}, "UNLISTED"),
        ({"case_id": "CASE-1"}, "UNLISTED"),
        ({"variant": "left"}, "UNLISTED"),  # of a case without variants
        ({"variant": ""}, "EMPTY_ID"),
        ({"repeat_index": -1}, "OUT_OF_RANGE"),
        ({"repeat_index": True}, "WRONG_TYPE"),
        ({"repeat_index": 1.0}, "WRONG_TYPE"),
        ({"repeat_index": "1"}, "WRONG_TYPE"),
        ({"repeat_index": 2**63}, "OUT_OF_RANGE"),
        ({"started_at": "2026-09-14T08:00:00"}, "BAD_TIME"),
        ({"started_at": 1789372800}, "BAD_TIME"),
        ({"started_at": 1789372800000.5}, "BAD_TIME"),
        ({"started_at": "2026-09-31T08:00:00Z"}, "BAD_TIME"),
        ({"ended_at": "2026-09-14T07:59:59.999999999Z"}, "BACKWARDS"),
        ({"ended_at": "9999-12-31T23:59:59-12:00"}, "BAD_TIME"),
        ({"state": "Valid_Task_Success"}, "UNKNOWN_VALUE"),
        ({"state": "passed"}, "UNKNOWN_VALUE"),
        ({"state": ""}, "UNKNOWN_VALUE"),
        ({"state": True}, "WRONG_TYPE"),
        ({"state": ["valid_task_success"]}, "WRONG_TYPE"),
        ({"claimed_delivery": None}, "WRONG_TYPE"),
        ({"claimed_delivery": 1}, "WRONG_TYPE"),
        ({"score": "3"}, "WRONG_TYPE"),
        ({"score": False}, "WRONG_TYPE"),
        ({"score": 1.1e15}, "OUT_OF_RANGE"),
        ({"score": -1.7e308}, "OUT_OF_RANGE"),
        ({"criteria_hits": [1, 0]}, "WRONG_TYPE"),
        ({"criteria_hits": "TF"}, "WRONG_TYPE"),
        ({"side_effects": {"mail": 1}}, "WRONG_TYPE"),
        ({"reset_id": 4}, "WRONG_TYPE"),
        ({"reset_id": ""}, "EMPTY_ID"),
        ({"tokens_in": -1}, "OUT_OF_RANGE"),
        ({"tokens_in": 1.5}, "OUT_OF_RANGE"),
        ({"tokens_in": "1"}, "WRONG_TYPE"),
        ({"tokens_out": True}, "WRONG_TYPE"),
        ({"tokens_out": 2**63}, "OUT_OF_RANGE"),
        ({"tokens_out": 1e300}, "OUT_OF_RANGE"),
        ({"cost_usd": -0.01}, "OUT_OF_RANGE"),
        ({"cost_usd": 1e27}, "OUT_OF_RANGE"),
        ({"cost_usd": 1_000_000_001}, "OUT_OF_RANGE"),
        ({"wall_s": -1}, "OUT_OF_RANGE"),
        ({"wall_s": 1.7e308}, "OUT_OF_RANGE"),
        ({"billing_fingerprint": {}}, "WRONG_TYPE"),
        ({"account_tier": "free"}, "UNKNOWN_VALUE"),
        ({"window_share": "1%"}, "WRONG_TYPE"),
        ({"window_share": 1e300}, "OUT_OF_RANGE"),
        ({"makeup_of": ""}, "EMPTY_ID"),
        ({"cap_s": 0}, "OUT_OF_RANGE"),
        ({"cap_s": 1e10}, "OUT_OF_RANGE"),
        ({"invalid_cause": "weather"}, "UNKNOWN_VALUE"),
    ],
)
def test_a_wrong_value_is_refused_by_line_and_field(
    tmp_path: Path, changes: dict[str, object], code: str
) -> None:
    (name,) = changes
    assert refused(tmp_path, attempt(attempt_id="0"), attempt(**changes)) == [Said(code, 2, name)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cost_usd", 1_000_000_000),
        ("wall_s", 1e9),
        ("window_share", 1e9),
        ("cap_s", 1e9),
        ("score", -1e15),
        ("score", 5e-324),
        ("tokens_in", 2**53 + 1),  # more digits than a double holds, and a count all the same
        ("tokens_out", 2**63 - 1),
    ],
)
def test_the_largest_numbers_are_read_to_the_last_digit(
    tmp_path: Path, field: str, value: float
) -> None:
    (seen,) = read(tmp_path, attempt(**{field: value}))
    assert getattr(seen, field) == value


@pytest.mark.parametrize(
    ("effect", "said_of_it"),
    [
        ("mail", ("WRONG_TYPE", 1, "side_effects[1]")),
        ({"class": "mail"}, ("MISSING_FIELD", 1, "side_effects[1].count")),
        ({"class": "mail", "count": -1}, ("OUT_OF_RANGE", 1, "side_effects[1].count")),
        ({"class": "mail", "count": 1.0}, ("WRONG_TYPE", 1, "side_effects[1].count")),
        ({"class": "", "count": 1}, ("EMPTY_ID", 1, "side_effects[1].class")),
    ],
)
def test_a_side_effect_is_a_class_and_a_count(
    tmp_path: Path, effect: object, said_of_it: tuple[str, int, str]
) -> None:
    effects = [{"class": "git", "count": 1}, effect]
    assert refused(tmp_path, attempt(side_effects=effects)) == [said_of_it]


@pytest.mark.parametrize(
    ("changes", "said_of_it"),
    [
        ({"state": "invalid_infrastructure"}, ("MISSING_FIELD", 1, "invalid_cause")),
        ({"state": "valid_task_failure"}, ("MISSING_FIELD", 1, "failure_mode")),
    ],
)
def test_a_state_needs_its_own_detail(
    tmp_path: Path, changes: dict[str, object], said_of_it: tuple[str, int, str]
) -> None:
    assert refused(tmp_path, attempt(**changes)) == [said_of_it]


@pytest.mark.parametrize(
    ("state", "own", "idle"),
    [
        ("valid_task_success", {}, "invalid_cause"),
        ("invalid_infrastructure", {"invalid_cause": "billing_exhausted"}, "failure_mode"),
        ("pending_adjudication", {}, "failure_mode"),
        ("protocol_violation", {}, "invalid_cause"),
        ("driver_exception", {}, "failure_mode"),
    ],
)
def test_a_detail_of_another_state_counts_for_nothing_and_is_said(
    tmp_path: Path, state: str, own: dict[str, object], idle: str
) -> None:
    value = {"invalid_cause": "harness_timeout", "failure_mode": "oracle_judged"}[idle]
    stated = attempt(state=state, **own, **{idle: value})
    assert warned(tmp_path, stated) == [Said("IDLE_DETAIL", 1, idle)]
    (warning,) = read_run(tmp_path / "r").warnings
    assert "clock" not in warning.remedy
    assert "state" in warning.remedy


@pytest.mark.parametrize("state", [str(state) for state in State])
def test_every_state_is_read(tmp_path: Path, state: str) -> None:
    detail = {
        "invalid_infrastructure": {"invalid_cause": "infrastructure_missing"},
        "valid_task_failure": {"failure_mode": "no_deliverable"},
    }.get(state, {})
    (seen,) = read(tmp_path, attempt(state=state, **detail))
    assert seen.state == state
    assert seen.failure_mode == (FailureMode.NO_DELIVERABLE if "failure" in state else None)


@pytest.mark.parametrize("variant", [None, "middle", "LEFT"])
def test_an_attempt_at_a_case_with_variants_names_one_of_them(
    tmp_path: Path, variant: str | None
) -> None:
    stated = attempt(case_id="case-v", variant=variant)
    assert refused(tmp_path, stated) == [Said("UNLISTED", 1, "variant")]


@pytest.mark.parametrize(
    ("score", "passed", "agrees"),
    [
        (3, True, True),
        (3.0, True, True),
        (2.9999999999999996, True, False),  # compared exactly, as the gate did
        (2.9999999999999996, False, True),
        (3, False, False),
        (5, False, False),
        (-13, False, True),
        (-13, True, False),
        (None, True, True),
        (None, False, True),
    ],
)
def test_a_partial_score_agrees_with_state_and_threshold(
    tmp_path: Path, score: float | None, *, passed: bool, agrees: bool
) -> None:
    stated = (attempt if passed else failure)(case_id="case-p", score=score)
    if agrees:
        assert read(tmp_path, stated)[0].score == score
    else:
        assert refused(tmp_path, stated) == [Said("CONTRADICTION", 1, "score")]


def test_the_score_of_an_attempt_without_outcome_contradicts_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, attempt(case_id="case-p", state="pending_adjudication", score=5))


def test_the_score_of_a_binary_case_contradicts_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, failure(score=5))


def test_a_primary_run_has_one_attempt_of_each_kind_only(tmp_path: Path) -> None:
    first, second = attempt(), attempt(attempt_id="2", repeat_index=1)
    assert refused(tmp_path, first, second, role="primary") == [
        Said("CONTRADICTION", 2, "repeat_index")
    ]


@pytest.mark.parametrize(
    ("line", "said_of_it"),
    [
        (b"null", ("NOT_AN_OBJECT", 2, None)),
        (b"[]", ("NOT_AN_OBJECT", 2, None)),
        (b"{", ("NOT_JSON", 2, None)),
        (b"{} {}", ("NOT_JSON", 2, None)),
        (b'{"state": "a", "state": "b"}', ("DOUBLED_KEY", 2, "state")),
        (b'{"notes": {"secret": 1, "secret": 1}}', ("DOUBLED_KEY", 2, None)),
        (b'{"score": NaN}', ("BAD_NUMBER", 2, "score")),
        (b'{"score": 1e400}', ("BAD_NUMBER", 2, "score")),
        (b'{"tokens_in": 18446744073709551616}', ("BAD_NUMBER", 2, "tokens_in")),
        (b'{"notes": [99999999999999999999]}', ("BAD_NUMBER", 2, None)),
        (b'{"notes": "\xff"}', ("NOT_UTF8", 2, None)),
        (b'{"notes": ' + b"[" * 64 + b"]" * 64 + b"}", ("TOO_DEEP", 2, None)),
    ],
)
def test_a_malformed_line_is_refused(
    tmp_path: Path, line: bytes, said_of_it: tuple[str, int, str | None]
) -> None:
    lines = jsonl([attempt()]) + line + b"\n" + jsonl([attempt(attempt_id="2")])
    folder = write_run(tmp_path / "r", lines)
    assert said(refusal(lambda: read_run(folder))) == [said_of_it]


def test_all_that_is_wrong_is_said_at_once_in_line_order(tmp_path: Path) -> None:
    assert refused(
        tmp_path,
        attempt(state="lost", repeat_index=-1),
        attempt(attempt_id="2"),
        attempt(attempt_id="3", case_id="elsewhere"),
        attempt(attempt_id="2", notes="unlike"),
        attempt(attempt_id="4", ended_at="yesterday"),
    ) == [
        Said("OUT_OF_RANGE", 1, "repeat_index"),
        Said("UNKNOWN_VALUE", 1, "state"),
        Said("UNLISTED", 3, "case_id"),
        Said("COPIES_DIFFER", 4, None),
        Said("BAD_TIME", 5, "ended_at"),
    ]


def test_a_file_with_very_much_wrong_is_not_read_on(tmp_path: Path) -> None:
    problems = refused(tmp_path, *([] for _ in range(1000)))
    assert len(problems) == 20
    assert problems[-1].line == 20


def test_an_empty_file_says_that_nothing_was_recorded(tmp_path: Path) -> None:
    artifact = read_run(write_run(tmp_path / "r", b""))
    assert (artifact.attempts, artifact.warnings) == ((), ())


def test_carriage_returns_blank_lines_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    one, two = jsonl([attempt()]), jsonl([attempt(attempt_id="2")])
    lines = b"\xef\xbb\xbf\r\n" + one.replace(b"\n", b"\r\n") + b"\n  \n" + two
    assert [each.line for each in read_run(write_run(tmp_path / "r", lines)).attempts] == [2, 5]


def test_line_separators_of_other_alphabets_part_no_lines(tmp_path: Path) -> None:
    line = b'{"notes": "a\xe2\x80\xa8b\xc2\x85c", ' + jsonl([attempt()])[1:]
    assert len(read_run(write_run(tmp_path / "r", line)).attempts) == 1


@pytest.mark.parametrize("kept", [1, 40, -40, -2])
def test_a_torn_last_line_is_reported_and_the_lines_before_it_count(
    tmp_path: Path, kept: int
) -> None:
    last = jsonl([attempt(attempt_id="2", notes="€uro")])
    artifact = read_run(write_run(tmp_path / "r", jsonl([attempt()]) + last[:kept]))
    assert [each.line for each in artifact.attempts] == [1]
    assert said(artifact.warnings) == [Said("TORN_LINE", 2, None)]


def test_a_last_line_torn_within_a_character_is_torn(tmp_path: Path) -> None:
    artifact = read_run(write_run(tmp_path / "r", jsonl([attempt()]) + b'{"notes": "\xe2\x82'))
    assert said(artifact.warnings) == [Said("TORN_LINE", 2, None)]


def test_a_last_line_without_end_that_is_whole_counts(tmp_path: Path) -> None:
    lines = jsonl([attempt(), attempt(attempt_id="2")])
    artifact = read_run(write_run(tmp_path / "r", lines.removesuffix(b"\n")))
    assert ([each.line for each in artifact.attempts], artifact.warnings) == ([1, 2], ())


def test_a_last_line_without_end_that_is_whole_but_wrong_is_an_error(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", jsonl([attempt()]) + b"12")
    assert said(refusal(lambda: read_run(folder))) == [Said("NOT_AN_OBJECT", 2, None)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"started_at": "2026-09-14T10:00:00+02:00"},
        {"started_at": "2026-09-14T08:00:00.000Z"},
        {"score": None, "claimed_delivery": False},  # what was left out
        {"notes": {"b": 1.0, "a": [1]}},
    ],
)
def test_an_identical_line_is_the_same_observation(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    first = attempt(notes={"a": [1], "b": 1})
    artifact = read_run(write_run(tmp_path / "r", [first, first | changes, first]))
    assert [each.line for each in artifact.attempts] == [1]
    assert artifact.folded == 2
    assert not artifact.warnings


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"repeat_index": 1}, "repeat_index"),
        ({"started_at": "2026-09-14T08:00:00.000000001Z"}, "started_at"),
        ({"wall_s": 100}, "wall_s"),
        ({"state": "pending_adjudication"}, "state"),
        ({"notes": "b"}, None),
        ({"notes": ["a"]}, None),
        ({"rubric": None}, None),  # a field the other does not have
    ],
)
def test_a_line_that_differs_names_both_lines(
    tmp_path: Path, changes: dict[str, object], field: str | None
) -> None:
    other = attempt(attempt_id="other")
    first = attempt(notes="a")
    write_run(tmp_path / "r", [other, first, first | changes])
    (problem,) = refusal(lambda: read_run(tmp_path / "r"))
    assert (problem.code, problem.line) == ("COPIES_DIFFER", 3)
    assert "line 2" in problem.what
    assert problem.field == field


@pytest.mark.parametrize(
    ("wall_s", "odd"), [(100, False), (99.2, False), (100.9, False), (98, True), (102, True)]
)
def test_a_duration_unlike_the_times_is_reported(
    tmp_path: Path, wall_s: float, *, odd: bool
) -> None:
    expected = [Said("WALL_CLOCK", 1, "wall_s")] if odd else []
    assert warned(tmp_path, attempt(wall_s=wall_s)) == expected


@pytest.mark.parametrize(("score", "odd"), [(5, False), (5.5, True), (30, True)])
def test_a_score_above_the_most_is_reported(tmp_path: Path, score: float, *, odd: bool) -> None:
    stated = attempt(case_id="case-p", score=score)
    assert warned(tmp_path, stated) == ([Said("ABOVE_MAXIMUM", 1, "score")] if odd else [])


@pytest.mark.parametrize(("share", "odd"), [(0.07, False), (1, False), (7, True)])
def test_a_share_of_more_than_the_window_is_reported(
    tmp_path: Path, share: float, *, odd: bool
) -> None:
    expected = [Said("ABOVE_MAXIMUM", 1, "window_share")] if odd else []
    assert warned(tmp_path, attempt(window_share=share)) == expected


def test_an_attempt_outside_the_window_is_reported(tmp_path: Path) -> None:
    early = {"started_at": "2026-09-13T23:59:59Z", "ended_at": "2026-09-14T00:00:00Z"}
    late = {"started_at": "2026-09-14T12:00:00Z", "ended_at": "2026-09-14T12:00:00.000000001Z"}
    after = {"started_at": "2026-09-15T00:00:00Z", "ended_at": "2026-09-15T00:00:01Z"}
    attempts = [attempt(attempt_id=str(n), **times) for n, times in enumerate((early, late, after))]
    assert warned(tmp_path, *attempts) == [
        Said("OUTSIDE_WINDOW", 1, "started_at"),
        Said("OUTSIDE_WINDOW", 2, "ended_at"),
        Said("OUTSIDE_WINDOW", 3, "started_at"),
        Said("OUTSIDE_WINDOW", 3, "ended_at"),
    ]


def test_lines_out_of_the_order_of_their_starts_are_reported(tmp_path: Path) -> None:
    starts = ["08:02", "08:00", "08:01", "08:03", "08:03"]
    attempts = [
        attempt(
            attempt_id=str(n),
            started_at=f"2026-09-14T{start}:00Z",
            ended_at="2026-09-14T09:00:00Z",
        )
        for n, start in enumerate(starts)
    ]
    assert warned(tmp_path, *attempts) == [Said("OUT_OF_ORDER", 2, "started_at")]
