"""Several files of one run: they become prints of it; runs of their own stay what they are."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from generator.artifacts.records import RunArtifact, State, Window
from generator.artifacts.resumed import as_one_run
from tests.artifacts.samples import attempt, jsonl, read_run, write_run


def artifact(
    folder: Path, run_id: str, continues: str | None, window: Window | None
) -> RunArtifact:
    written = read_run(write_run(folder / run_id))
    run = msgspec.structs.replace(written.run, run_id=run_id, window=window)
    return msgspec.structs.replace(written, run=run, continues=continues)


def test_files_of_one_run_take_its_name_and_its_whole_time(tmp_path: Path) -> None:
    parts = [
        artifact(tmp_path, "b", "task", Window(start=50, end=90)),
        artifact(tmp_path, "a", "task", Window(start=10, end=60)),
        artifact(tmp_path, "c", "task", None),
        artifact(tmp_path, "d", "other", Window(start=1, end=2)),
        artifact(tmp_path, "e", None, None),
    ]
    one, said = as_one_run(parts)
    assert [each.run.run_id for each in one] == ["task", "task", "task", "d", "e"]
    assert {each.run.window for each in one[:3]} == {Window(start=10, end=90)}
    assert one[3:] == parts[3:]
    assert [(each.code, each.file) for each in said] == [
        ("RESUMED", each.file) for each in parts[:3]
    ]


def test_prints_of_one_file_are_not_resumed(tmp_path: Path) -> None:
    first = artifact(tmp_path, "a", "task", None)
    assert as_one_run([first, first]) == ([first, first], [])


def test_without_any_time_there_is_none(tmp_path: Path) -> None:
    parts = [artifact(tmp_path, name, "task", None) for name in ("a", "b")]
    assert [each.run.window for each in as_one_run(parts)[0]] == [None, None]


@pytest.mark.parametrize(("state", "contested"), [(State.FAILURE, True), (State.PENDING, False)])
def test_what_was_tried_again_is_no_failure_by_any_reading(
    tmp_path: Path, state: State, *, contested: bool
) -> None:
    """Whatever an error is read as, it is not what its trial came to if that was tried again."""
    parts = []
    for name, starts in (("a", (10, 20)), ("b", (10, 90))):
        lines = [
            attempt(attempt_id=f"{name}{index}", repeat_index=index, started_at=at(start))
            for index, start in enumerate(starts)
        ]
        written = read_run(write_run(tmp_path / name, jsonl(lines)))
        run = msgspec.structs.replace(written.run, run_id=name)
        attempts = tuple(
            msgspec.structs.replace(each, end="error", contested=contested, state=state)
            for each in written.attempts
        )
        parts.append(msgspec.structs.replace(written, run=run, attempts=attempts, continues="task"))
    one, _ = as_one_run(parts)
    # The first trial's only attempt stands in both files; the second trial was tried again.
    found = [[(each.state, each.contested) for each in part.attempts] for part in one]
    assert found == [
        [(state, contested), (State.INVALID, False)],
        [(state, contested), (state, contested)],
    ]
    assert one[0].attempts[1].invalid_cause == "infrastructure_missing"


def at(second: int) -> str:
    return f"2026-09-14T08:{second // 60:02}:{second % 60:02}Z"
