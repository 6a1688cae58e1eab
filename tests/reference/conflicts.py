"""One small tree for each input that the texts say is refused (exit 2)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.reference.small import IDENTITY, attempts, case, run, write_run

Json = dict[str, Any]

LATER = {"start": "2026-09-14T12:00:00Z", "end": "2026-09-14T23:00:00Z"}


def pair(folder: Path, **changes: Any) -> list[Json]:
    """A primary and a repeat run; `changes` are made to the repeat run. Returns its attempts."""
    cases = [case("c"), case("d")]
    write_run(folder / "first", run("first", "primary", cases), attempts("c", "F", 1))
    lines = attempts("c", "PF", 2)
    write_run(folder / "again", {**run("again", "repeat", cases, 2), **changes}, lines)
    return lines


def with_lines(folder: Path, lines: list[Json], **changes: Any) -> None:
    """The pair with other lines in the repeat run."""
    pair(folder, **changes)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "again" / "attempts.jsonl").write_text(text, encoding="utf-8")


def with_change(**change: Any) -> Callable[[Path], None]:
    """The pair with the repeat run's first attempt changed; a value of ... takes a field away."""

    def write(folder: Path) -> None:
        lines = attempts("c", "PF", 2)
        merged = {**lines[0], **change}
        kept = {name: value for name, value in merged.items() if value is not ...}
        with_lines(folder, [kept, lines[1]])

    return write


def with_run(**change: Any) -> Callable[[Path], None]:
    """The pair with the repeat run's own file changed."""

    def write(folder: Path) -> None:
        pair(folder, **change)

    return write


def with_cases(*listed: Json) -> Callable[[Path], None]:
    """The pair with other cases in the repeat run than in the primary one."""
    return with_run(cases=list(listed))


def with_makeup(how: str, **change: Any) -> Callable[[Path], None]:
    """The repeat run with an invalid attempt and attempts that say they make it up."""

    def write(folder: Path) -> None:
        lines = attempts("c", "T", 2)
        for hour, letter in enumerate(how, start=3):
            made = attempts("c", letter, hour, makeup_of="c 2 0")
            lines += [{**made[0], **change}]
        cases = [case("c", "x", "y"), case("d")] if "variant" in change else [case("c"), case("d")]
        if "variant" in change:
            lines[0]["variant"] = "x"
        write_run(folder / "again", run("again", "repeat", cases, 2), lines)

    return write


def raw_line(text: str) -> Callable[[Path], None]:
    """The repeat run with one line of its own spelling before a good one."""

    def write(folder: Path) -> None:
        lines = pair(folder)
        good = json.dumps(lines[1])
        body = text.replace("GOOD", json.dumps(lines[0])[1:-1])
        (folder / "again" / "attempts.jsonl").write_text(f"{body}\n{good}\n", encoding="utf-8")

    return write


def copy_disagrees_on_run(folder: Path) -> None:
    lines = pair(folder)
    cases = [case("c"), case("d")]
    write_run(folder / "copy", run("again", "repeat", cases, 3), lines)


def copy_disagrees_on_attempt(folder: Path) -> None:
    lines = attempts("c", "PF", 2)
    other = [{**lines[0], "cost_usd": 2.0}, lines[1]]
    with_lines(folder, [{**lines[0], "cost_usd": 1.0}, lines[1]])
    cases = [case("c"), case("d")]
    write_run(folder / "copy", run("again", "repeat", cases, 2), other)


def primaries_differ(folder: Path) -> None:
    arm = {**IDENTITY, "effort": "low"}
    pair(folder)
    later = run("second", "primary", [case("c")], arm=arm, window=LATER)
    write_run(folder / "second", later, attempts("c", "P", 13))


def two_arms_under_one_label(folder: Path) -> None:
    pair(folder)
    other = run("other", "primary", [case("c")], arm={**IDENTITY, "arm_id": "other"})
    write_run(folder / "other", other, attempts("c", "P", 1))


def repeat_index_in_primary(folder: Path) -> None:
    write_run(folder / "first", run("first", "primary", [case("c")]), attempts("c", "FP", 1))


def two_thresholds(folder: Path) -> None:
    for role, threshold in (("primary", 3), ("repeat", 4)):
        listed = [case("c", kind="partial", threshold=threshold, max_score=5)]
        write_run(folder / role, run(role, role, listed), [])


def no_variant(folder: Path) -> None:
    write_run(folder / "first", run("first", "primary", [case("c", "x")]), attempts("c", "F", 1))


def makeup_found_twice(folder: Path) -> None:
    cases = [case("c")]
    for name in ("one", "two"):
        write_run(folder / name, run(name, "repeat", cases), attempts("c", "T", 2))
    made = attempts("c", "P", 5, makeup_of="c 2 0")
    write_run(folder / "made", run("made", "makeup", cases), made)


def two_valid_at_one_index(folder: Path) -> None:
    lines = attempts("c", "PF", 2)
    with_lines(folder, [lines[0], {**lines[1], "repeat_index": 0}])


def one_id_two_lines(folder: Path) -> None:
    lines = attempts("c", "PF", 2)
    with_lines(folder, [lines[0], {**lines[1], "attempt_id": lines[0]["attempt_id"]}])


def plain_beside_archive(folder: Path) -> None:
    pair(folder)
    (folder / "again" / "attempts.jsonl.gz").write_bytes(gzip.compress(b"", mtime=0))


def no_attempts_file(folder: Path) -> None:
    pair(folder)
    (folder / "again" / "attempts.jsonl").unlink()


def doubled_key_in_run(folder: Path) -> None:
    pair(folder)
    file = folder / "again" / "run.json"
    text = file.read_text(encoding="utf-8")
    file.write_text('{"role": "repeat", ' + text[1:], encoding="utf-8")


def score_against_state(folder: Path) -> None:
    listed = [case("c", kind="partial", threshold=3, max_score=5)]
    lines = attempts("c", "P", 1, score=2)
    write_run(folder / "first", run("first", "primary", listed), lines)


def archive_unfolds_too_far(folder: Path) -> None:
    pair(folder)
    (folder / "again" / "attempts.jsonl").unlink()
    data = gzip.compress(b"\n" * 50_000_000, mtime=0)
    (folder / "again" / "attempts.jsonl.gz").write_bytes(data)


def not_utf8(folder: Path) -> None:
    pair(folder)
    (folder / "again" / "attempts.jsonl").write_bytes(b'{"attempt_id": "\xff\xfe"}\n{}\n')


SIDE_EFFECT = [{"class": "never declared", "count": 1}]
CLEAN_WITH_SUBSTITUTES = {"status": "clean", "substitute_calls": 1}
DEEP = "[" * 200 + "]" * 200

KINDS: dict[str, Callable[[Path], None]] = {
    "copies of a run that disagree": copy_disagrees_on_run,
    "copies of an attempt that disagree": copy_disagrees_on_attempt,
    "primaries that differ": primaries_differ,
    "two arms under one label": two_arms_under_one_label,
    "clean with substitute calls": with_run(wire_audit=CLEAN_WITH_SUBSTITUTES),
    "repeat_index in a primary run": repeat_index_in_primary,
    "a case that is not listed": with_change(case_id="unlisted"),
    "a variant that is not listed": with_change(variant="unlisted"),
    "no variant where the case has some": no_variant,
    "one case of two kinds": with_cases(
        case("c"), case("d", kind="partial", threshold=3, max_score=5)
    ),
    "one case of two thresholds": two_thresholds,
    "one case of two variant sets": with_cases(case("c"), case("d", "x")),
    "a makeup of nothing": with_change(makeup_of="nothing"),
    "a makeup found twice": makeup_found_twice,
    "a makeup at another case": with_makeup("P", case_id="d"),
    "a makeup at another variant": with_makeup("P", variant="y"),
    "two valid makeups": with_makeup("PF"),
    "two valid attempts at one index": two_valid_at_one_index,
    "one attempt_id on two lines that differ": one_id_two_lines,
    "an undeclared side effect class": with_change(side_effects=SIDE_EFFECT),
    "attempts.jsonl beside attempts.jsonl.gz": plain_beside_archive,
    "no attempts file": no_attempts_file,
    "a doubled key in run.json": doubled_key_in_run,
    "a doubled key in an attempt": raw_line('{"state": "pending_adjudication", GOOD}'),
    "a malformed line": raw_line("{not JSON"),
    "a line that is no object": raw_line("[1, 2]"),
    "bytes that are no UTF-8": not_utf8,
    "ended before started": with_change(ended_at="2026-09-14T01:00:00Z"),
    "a time without an offset": with_change(started_at="2026-09-14T02:00:00"),
    "a time that is none": with_change(started_at="yesterday"),
    "an empty id": with_change(attempt_id=""),
    "NUL in an id": with_change(attempt_id="a\0b"),
    "an unpaired surrogate": with_change(attempt_id="a\ud800b"),
    "a score against the state": score_against_state,
    "invalid without a cause": with_change(state="invalid_infrastructure"),
    "a failure without a mode": with_change(state="valid_task_failure"),
    "an unknown state": with_change(state="flaky"),
    "an unknown cause": with_change(state="invalid_infrastructure", invalid_cause="gremlins"),
    "a negative repeat_index": with_change(repeat_index=-1),
    "a missing repeat_index": with_change(repeat_index=...),
    "a missing attempt_id": with_change(attempt_id=...),
    "a missing state": with_change(state=...),
    "a string for a number": with_change(tokens_in="12"),
    "true for a number": with_change(tokens_in=True),
    "a number beyond 64 bits": with_change(tokens_in=2**64),
    "a number that is none": raw_line('{"cost_usd": NaN, GOOD}'),
    "JSON too deep": raw_line('{"notes": ' + DEEP + ", GOOD}"),
    "an archive that unfolds too far": archive_unfolds_too_far,
    "an unknown role": with_run(role="secondary"),
    "an empty run_id": with_run(run_id=""),
    "no trials": with_run(trials_per_case=0),
    "a window that ends before it starts": with_run(
        window={"start": "2026-09-14T12:00:00Z", "end": "2026-09-14T11:00:00Z"}
    ),
}


def write_conflict(folder: Path, kind: str) -> Json:
    """Write the tree of one kind; returns the spec's own values for it."""
    folder.mkdir(parents=True, exist_ok=True)
    KINDS[kind](folder)
    if KINDS[kind] is two_arms_under_one_label:
        return {"labels": {"arms": {"arm": "the same", "other": "the same"}}}
    return {}
