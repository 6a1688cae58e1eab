"""Tables of trials: what a mapping makes of the rows, and every row that cannot be meant."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.artifacts.records import InvalidCause, RunArtifact, State
from generator.artifacts.table import TableReader
from generator.spec.model import Limits, SourceRule, TableRule
from tests.artifacts.samples import LIMITS, refusal

HEADER = "model,task,ok"
ROWS = ("m,a,true", "m,a,false", "m,b,true", "n,a,False", "n,b,1")
PLAIN: dict[str, Any] = {"task": "task", "arm": "model", "outcome": "ok"}


def reader(ends: dict[str, str] | None = None, **columns: Any) -> TableReader:
    table = msgspec.convert(columns or PLAIN, TableRule)
    return TableReader(SourceRule(path="t", format="table", ends=ends or {}, table=table), table)


def written(folder: Path, *lines: str, name: str = "t.csv", end: str = "\n") -> Path:
    path = folder / name
    path.write_bytes("".join(line + end for line in lines).encode())
    return path


def read(path: Path, ends: dict[str, str] | None = None, **columns: Any) -> list[RunArtifact]:
    return list(reader(ends, **columns).read(path, LIMITS, path.parent))


def counts(runs: list[RunArtifact]) -> dict[str, list[tuple[str, int, bool]]]:
    return {
        each.run.arm.arm_id: [
            (one.case_id, one.repeat_index, one.state is State.SUCCESS) for one in each.attempts
        ]
        for each in runs
    }


EXPECTED = {
    "m": [("a", 0, True), ("a", 1, False), ("b", 0, True)],
    "n": [("a", 0, False), ("b", 0, True)],
}


def test_a_table_with_a_column_of_arms_is_a_run_of_each(tmp_path: Path) -> None:
    runs = read(written(tmp_path, HEADER, *ROWS))
    assert counts(runs) == EXPECTED
    assert [each.run.trials_per_case for each in runs] == [2, 1]
    assert [[case.case_id for case in each.run.cases] for each in runs] == [["a", "b"], ["a", "b"]]
    assert len({each.run.run_id for each in runs}) == 2
    assert {(each.run.role, each.run.scope, each.run.stage) for each in runs} == {
        ("observational", "full", None)
    }


def test_without_a_column_of_arms_the_table_is_one_arm(tmp_path: Path) -> None:
    (run,) = read(written(tmp_path, HEADER, *ROWS), task="task", outcome="ok")
    assert run.run.arm.arm_id == "t"
    assert len(run.attempts) == 5


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("t.tsv", "\n".join([HEADER, *ROWS]).replace(",", "\t").encode()),
        ("t.csv", "\r\n".join([HEADER, *ROWS, ""]).encode()),
        ("t.csv", b"\xef\xbb\xbf" + "\n".join([HEADER, "", *ROWS, "", ""]).encode()),
        ("t.csv.gz", gzip.compress("\n".join([HEADER, *ROWS]).encode(), mtime=0)),
        ("t.csv", "\n".join(["ok,x,task,model", "1,,a,m", "0,,a,m", 'true,"1\n\n,""2",b,m',
                             "fail,,a,n", "PASSED,,b,n"]).encode()),
        (
            "t.jsonl",
            b"".join(
                json.dumps({"model": m, "task": t, "ok": ok, "trajectory": [{"a": "b"}]}).encode()
                + b"\n"
                for m, t, ok in (
                    ("m", "a", True), ("m", "a", 0), ("m", "b", 1.0), ("n", "a", "fail"),
                    ("n", "b", "true"),
                )
            ),
        ),
    ],
)  # fmt: skip
def test_however_it_is_written_it_is_the_same_table(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert counts(read(path)) == EXPECTED


def test_figures_are_read_and_nothing_may_stand_for_them(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "task,ok,in,out,usd,s,from,to",
        "a,1,12,3.0,0.5,60.25,2026-01-01T00:00:00Z,2026-01-01 00:01:00+00:00",
        "b,1,,nan,None,NULL,,",
    )
    columns: dict[str, Any] = {
        "tokens_in": "in",
        "tokens_out": "out",
        "cost_usd": "usd",
        "wall_s": "s",
    }
    times: dict[str, Any] = {"started_at": "from", "ended_at": "to"}
    (run,) = read(path, task="task", outcome="ok", **columns, **times)
    first, second = run.attempts
    assert (first.tokens_in, first.tokens_out, first.cost_usd, first.wall_s) == (12, 3, 0.5, 60.25)
    assert first.ended_at is not None
    assert first.started_at is not None
    assert first.ended_at - first.started_at == 60 * 10**9
    assert run.run.window is not None
    assert (run.run.window.start, run.run.window.end) == (first.started_at, first.ended_at)
    assert [second.tokens_in, second.cost_usd, second.wall_s, second.started_at] == [None] * 4


def test_a_score_passes_from_its_threshold_on(tmp_path: Path) -> None:
    path = written(tmp_path, "task,score", "a,0.5", "a,0.4999", "a,1", "a,")
    (run,) = read(path, task="task", score="score", threshold=0.5)
    states = [each.state for each in run.attempts]
    assert states == [State.SUCCESS, State.FAILURE, State.SUCCESS, State.INVALID]
    assert [each.contested for each in run.attempts] == [False, False, False, True]
    assert all(each.score is None for each in run.attempts)


def test_a_verdict_that_is_not_there_is_infrastructure_and_contested(tmp_path: Path) -> None:
    path = written(tmp_path, "task,ok", "a,true", "a,")
    (run,) = read(path, task="task", outcome="ok")
    lost = run.attempts[1]
    assert (lost.state, lost.invalid_cause) == (
        State.INVALID,
        InvalidCause.INFRASTRUCTURE_MISSING,
    )
    assert (lost.end, lost.contested) == ("no_verdict", True)
    (run,) = read(path, {"no_verdict": "valid_task_failure"}, task="task", outcome="ok")
    assert (run.attempts[1].state, run.attempts[1].contested) == (State.FAILURE, True)


def test_words_of_a_state_column_are_mapped(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "task,ok,how",
        "a,true,done",
        "a,false,done",
        "a,true,",
        "a,false,cut",
        "a,true,cut",
        "a,,protocol_violation",
        "a,,down",
    )
    ends = {
        "done": "judged",
        "cut": "valid_task_failure/no_deliverable",
        "down": "invalid_infrastructure/harness_timeout",
    }
    (run,) = read(path, ends, task="task", outcome="ok", state="how")
    assert [(each.state.value, each.contested) for each in run.attempts] == [
        ("valid_task_success", False),
        ("valid_task_failure", False),
        ("valid_task_success", False),
        ("valid_task_failure", True),
        ("valid_task_failure", True),
        ("protocol_violation", False),
        ("invalid_infrastructure", True),
    ]
    assert run.attempts[6].invalid_cause is InvalidCause.HARNESS_TIMEOUT


def test_a_state_column_alone_may_hold_the_verdict(tmp_path: Path) -> None:
    path = written(tmp_path, "task,how", "a,Passed", "a,failed", "a,timeout")
    (run,) = read(path, {"timeout": "invalid_infrastructure"}, task="task", state="how")
    assert [(each.state, each.contested) for each in run.attempts] == [
        (State.SUCCESS, False),
        (State.FAILURE, False),
        (State.INVALID, True),
    ]


@pytest.mark.parametrize("first", [0, 1, 7])
def test_trials_that_are_numbered_count_from_0(tmp_path: Path, first: int) -> None:
    rows = (f"{task},{first + n},1" for n in (1, 0, 2) for task in "ab" if (task, n) != ("b", 0))
    (run,) = read(written(tmp_path, "task,n,ok", *rows), task="task", trial="n", outcome="ok")
    assert sorted((each.case_id, each.repeat_index) for each in run.attempts) == [
        ("a", 0), ("a", 1), ("a", 2), ("b", 1), ("b", 2),
    ]  # fmt: skip
    assert run.run.trials_per_case == 3


def test_the_plan_may_be_stated(tmp_path: Path) -> None:
    (run,) = read(written(tmp_path, "t,o", "a,1"), task="t", outcome="o", planned=5)
    assert run.run.trials_per_case == 5


def test_a_copy_of_a_numbered_trial_is_folded_and_a_contradiction_refused(tmp_path: Path) -> None:
    columns: dict[str, Any] = {"task": "task", "trial": "n", "outcome": "ok"}
    (run,) = read(written(tmp_path, "task,n,ok", "a,1,1", "a,1,true"), **columns)
    assert (len(run.attempts), run.folded) == (1, 1)
    path = written(tmp_path, "task,n,ok", "a,1,1", "a,1,0")
    (problem,) = refusal(lambda: read(path, **columns))
    assert (problem.code, problem.line, problem.field) == ("COPIES_DIFFER", 3, "trial (column 2)")


def test_the_order_of_rows_changes_no_count(tmp_path: Path) -> None:
    one = read(written(tmp_path, HEADER, *ROWS))
    other = read(written(tmp_path, HEADER, *reversed(ROWS)))
    for a, b in zip(one, other, strict=True):
        assert a.run.cases == b.run.cases
        assert sorted((x.case_id, x.repeat_index) for x in a.attempts) == sorted(
            (x.case_id, x.repeat_index) for x in b.attempts
        )


@pytest.mark.parametrize(
    ("lines", "code", "line", "field"),
    [
        ([HEADER, "m,a"], "RAGGED_ROW", 2, None),
        ([HEADER, "m,a,1,2"], "RAGGED_ROW", 2, None),
        ([HEADER, "m,a,1", 'm,"a,1', "m,b,1"], "BAD_CSV", 3, None),
        ([HEADER, 'm,"a"b,1'], "BAD_CSV", 2, None),
        ([HEADER, "m,a\0,1"], "BAD_TEXT", 2, None),
        ([HEADER, "m,a,yes"], "UNKNOWN_VALUE", 2, "outcome (column 3)"),
        ([HEADER, "m,,1"], "EMPTY_ID", 2, "task (column 2)"),
        ([HEADER, ",a,1"], "EMPTY_ID", 2, "arm (column 1)"),
        ([HEADER.replace(",", ";"), "m;a;1"], "WRONG_DELIMITER", 1, None),
        ([HEADER.replace(",", "\t"), "m\ta\t1"], "WRONG_DELIMITER", 1, None),
        (["model,task", "m,a"], "NO_COLUMN", 1, None),
        (["model,task,ok,ok", "m,a,1,0"], "DOUBLED_COLUMN", 1, None),
        ([HEADER], "NO_ROWS", 1, None),
        ([], "NO_COLUMN", 1, None),
    ],
)
def test_a_table_that_cannot_be_meant_is_refused_with_its_line(
    tmp_path: Path, lines: list[str], code: str, line: int, field: str | None
) -> None:
    path = written(tmp_path, *lines)
    (problem,) = refusal(lambda: read(path))
    assert (problem.code, problem.file, problem.line, problem.field) == (code, path, line, field)


def test_a_word_that_is_no_verdict_is_shown_its_place(tmp_path: Path) -> None:
    (problem,) = refusal(lambda: read(written(tmp_path, HEADER, "m,a,crash")))
    assert "name the column under state instead of outcome" in problem.remedy


@pytest.mark.parametrize(
    ("held", "cell", "code"),
    [
        ("trial", "x", "WRONG_TYPE"),
        ("trial", "-1777", "OUT_OF_RANGE"),
        ("trial", "1.5", "WRONG_TYPE"),
        ("tokens_in", "1.5", "OUT_OF_RANGE"),
        ("tokens_in", "1_000", "WRONG_TYPE"),
        ("tokens_in", "many", "WRONG_TYPE"),
        ("cost_usd", "-1777", "OUT_OF_RANGE"),
        ("cost_usd", "inf", "WRONG_TYPE"),
        ("wall_s", "$5", "WRONG_TYPE"),
        ("started_at", "2026-01-01 00:00:00", "BAD_TIME"),
        ("started_at", "1767225600", "BAD_TIME"),
        ("score", "high", "WRONG_TYPE"),
        ("state", "exploded", "UNMAPPED_END"),
    ],
)
def test_a_cell_that_is_not_what_it_holds_is_named_and_not_quoted(
    tmp_path: Path, held: str, cell: str, code: str
) -> None:
    columns: dict[str, Any] = {"task": "task", "outcome": "ok", held: "secret_column"}
    if held == "score":
        del columns["outcome"]
        columns["threshold"] = 1
    path = written(tmp_path, "task,secret_column,ok", f"a,{cell},1")
    (problem,) = refusal(lambda: read(path, **columns))
    assert (problem.code, problem.line, problem.field) == (code, 2, f"{held} (column 2)")
    assert cell not in problem.message()
    assert "secret" not in problem.message()


def test_an_end_before_its_start_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "task,ok,f,t", "a,1,2026-01-01T00:00:01Z,2026-01-01T00:00:00Z")
    (problem,) = refusal(
        lambda: read(path, task="task", outcome="ok", started_at="f", ended_at="t")
    )
    assert (problem.code, problem.field) == ("BACKWARDS", "ended_at (column 4)")


def test_a_doubled_column_that_is_not_asked_for_costs_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "task,ok,x,x", "a,1,2,3")
    (run,) = read(path, task="task", outcome="ok")
    assert len(run.attempts) == 1


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b'{"task": "a", "ok": true}\n{"task": "a"', "NOT_JSON", 2),
        (b'{"task": "a", "ok": true}\n[]\n', "NOT_AN_OBJECT", 2),
        (b'{"task": "a", "ok": true, "ok": false}\n', "DOUBLED_KEY", 1),
        (b'{"task": "a"}\n', "NO_COLUMN", 1),
        (b'{"task": "a", "ok": {"x": 1}}\n', "WRONG_TYPE", 1),
        (b'{"task": "a", "ok": NaN}\n', "BAD_NUMBER", 1),
        (b'{"task": 1.0, "ok": true}\n', "WRONG_TYPE", 1),
        (b"\xff\xfe{", "UTF16", 1),
    ],
)
def test_json_lines_that_cannot_be_meant_are_refused(
    tmp_path: Path, data: bytes, code: str, line: int
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(data)
    (problem,) = refusal(lambda: read(path, task="task", outcome="ok"))
    assert (problem.code, problem.line) == (code, line)


def test_a_quote_that_stays_open_does_not_take_in_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, 'm,"a,1', *["m,b,1" * 1000] * 400)
    small = Limits(line_mib=1, archive_ratio=100, json_depth=64)
    (problem,) = refusal(lambda: reader().read(path, small, tmp_path))
    assert (problem.code, problem.line) == ("LINE_TOO_LONG", 2)


def test_a_transcript_may_be_longer_than_the_csv_module_expects(tmp_path: Path) -> None:
    path = written(tmp_path, "task,ok,said", f'a,1,"{"word " * 100_000}"')
    (run,) = read(path, task="task", outcome="ok")
    assert "word" not in repr(run)


def test_only_so_many_wrong_rows_are_listed(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, *["m,a,maybe"] * 100)
    assert len(refusal(lambda: read(path))) == 20


@pytest.mark.parametrize(
    ("scores", "threshold", "line"),
    [
        (("0", "56.00000000000001", "100"), 1, 3),
        (("1", "1.5"), 0.5, 3),
        (("33.3", "100"), 50, None),
        (("0", "0.5", "1"), 1, None),
        (("2", "3"), 1.5, None),
    ],
)
def test_percentages_under_a_threshold_of_one_are_warned_of_once(
    tmp_path: Path, scores: tuple[str, ...], threshold: float, line: int | None
) -> None:
    rows = [f"m,t{n},{score}" for n, score in enumerate(scores)]
    path = written(tmp_path, "model,task,score", *rows, "n,a,0")
    runs = read(path, task="task", arm="model", score="score", threshold=threshold)
    said = [each for run in runs for each in run.warnings]
    assert [(each.code, each.file, each.line, each.field) for each in said] == (
        [] if line is None else [("SCORES_ABOVE_ONE", path, line, "score (column 3)")]
    )
