"""A canary in every string of a harness's file, known or not: nothing of it comes out."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from generator.artifacts.registry import RUN_READERS
from generator.cli import main
from generator.errors import Problem, UnusableInput
from tests.artifacts.samples import LIMITS

CANARY = "canary7f3a"
FIXTURES = Path(__file__).parent / "fixtures"

# Members that are read as what they say: words of the format and times.
READ = {"version", "status", "type", "value", "started_at", "completed_at"}
READ |= {"termination_reason", "start_time", "end_time", "timestamp"}
READ |= {"total_evaluation_time_seconds", "epoch"}


# Members whose own members bear names that are the log's own: of scorers, of models.
BY_NAME = {"scores", "model_usage"}


def planted(value: Any, name: str = "") -> Any:
    """The value with a canary in every string, and in a new member of every object."""
    if isinstance(value, dict) and name in BY_NAME:
        return {f"{CANARY} {key}": planted(each, key) for key, each in value.items()}
    if isinstance(value, dict):
        return {
            **{key: planted(each, key) for key, each in value.items()},
            f"{CANARY}-name": f"{CANARY} {name}",
        }
    if isinstance(value, list):
        return [planted(each, name) for each in value]
    # The same string in two places stays the same: ids of samples and of the plan must agree.
    return f"{CANARY} {value}" if isinstance(value, str) and name not in READ else value


def inspect_json(folder: Path) -> None:
    log = json.loads((FIXTURES / "inspect_ai" / "every_end.json").read_text())
    text = json.dumps(planted(log))
    (folder / f"{CANARY}.json").write_text(text)


def inspect_eval(folder: Path) -> None:
    log = planted(
        json.loads((FIXTURES / "inspect_ai" / "every_end.json").read_text()),
    )
    with zipfile.ZipFile(folder / f"{CANARY}.eval", "w") as archive:
        for each in log.pop("samples"):
            archive.writestr(f"samples/{each['id']}_epoch_{each['epoch']}.json", json.dumps(each))
        archive.writestr("header.json", json.dumps(log))


def tau2_json(folder: Path) -> None:
    results = json.loads((FIXTURES / "tau2" / "garden_later.json").read_text())
    (folder / f"{CANARY}.json").write_text(json.dumps(planted(results)))


def promptfoo_json(folder: Path) -> None:
    output = json.loads((FIXTURES / "promptfoo" / "kettles.json").read_text())
    (folder / f"{CANARY}.json").write_text(json.dumps(planted(output)))


def lm_eval_jsonl(folder: Path) -> None:
    time = "2026-03-01T10-00-00.250000"
    source = FIXTURES / "lm_eval" / "acme__tiny-1b"
    task = "barn_sums"
    rows = (source / f"samples_{task}_{time}.jsonl").read_text().splitlines()
    lines = [json.dumps(planted(metrics_renamed(json.loads(row)))) for row in rows]
    (folder / CANARY).mkdir()
    (folder / CANARY / f"samples_{CANARY}_{time}.jsonl").write_text("\n".join(lines))
    results = json.loads((source / f"results_{time}.json").read_text())
    for name in ("results", "configs", "versions", "n-shot", "n-samples"):
        results[name] = {CANARY: results[name][task]}
    (folder / CANARY / f"results_{time}.json").write_text(json.dumps(planted(results)))


def metrics_renamed(row: dict[str, Any]) -> dict[str, Any]:
    """A sample with metrics of the task's own names: `planted` names them so in the list."""
    return {f"{CANARY} {key}" if key in row["metrics"] else key: row[key] for key in row}


def every_eval_ever_jsonl(folder: Path) -> None:
    for path in (FIXTURES / "every_eval_ever").glob("*.json*"):
        texts = path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]
        lines = [json.dumps(planted(json.loads(each))) for each in texts]
        name = path.name.replace("0d3ac2e6", CANARY)
        (folder / name).write_text("\n".join(lines))


def junit_xml(folder: Path) -> None:
    """A report with a canary in every attribute that is no number or word, and in every text."""
    (folder / CANARY).mkdir()
    tree = ET.parse(FIXTURES / "junit" / "runs" / "nightly" / "run-1.xml")  # noqa: S314 - it is our own
    for element in tree.iter():
        if element.text is not None:
            element.text = CANARY
        for name, value in element.attrib.items():
            if name not in {"time", "timestamp"} and value not in {"pytest", "pytest tests"}:
                element.set(name, f"{CANARY} {value}")
        element.set(f"{CANARY}-name", CANARY)
    tests = [each for each in tree.iter("testcase") if "[1]" not in each.get("name", "")]
    # Three cases, as every other file here has.
    for suite in tree.iter("testsuite"):
        for each in list(suite):
            if each not in tests or "boils" in each.get("name", ""):
                suite.remove(each)
    tree.write(folder / CANARY / f"{CANARY}.xml")


WRITERS = [
    inspect_json,
    inspect_eval,
    tau2_json,
    promptfoo_json,
    lm_eval_jsonl,
    every_eval_ever_jsonl,
    junit_xml,
]


@pytest.mark.parametrize("write", WRITERS)
def test_no_canary_comes_out(
    tmp_path: Path, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key that is long enough for a test of canaries")
    results, pages = tmp_path / "results", tmp_path / "pages"
    results.mkdir()
    write(results)
    spec = tmp_path / "stability.yml"
    spec.write_text("identity_public: []\n")
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(results), "--version", "1", "--no-site"),
            *("--site-src", str(pages), "--spec", str(spec), "--public-log"),
        ],
    )
    assert done.exit_code == 0, done.output
    assert CANARY not in done.output
    files = [each for each in pages.rglob("*") if each.is_file()]
    (report,) = (json.loads(each.read_text()) for each in files if each.name == "report.json")
    assert report["arms"]
    assert {len(arm["cases"]) for arm in report["arms"]} == {3}
    for each in files:
        assert CANARY not in each.name
        assert CANARY.encode() not in each.read_bytes().lower()


def refusals(path: Path) -> list[str]:
    """What is said of a file, whether it is read or refused."""
    for reader in RUN_READERS:
        if reader.recognise(path, LIMITS) is True:
            said: list[Problem] = []
            try:
                for artifact in reader.read(path, LIMITS, path.parent):
                    said += artifact.warnings
            except UnusableInput as unusable:
                said += unusable.problems
            return [repr((each.message("-"), each.field)) for each in said]
    return []


@pytest.mark.parametrize(
    "name", ["inspect_ai/every_end.json", "tau2/garden_later.json", "promptfoo/kettles.json"]
)
def test_no_message_quotes_a_value_wherever_it_is_wrong(tmp_path: Path, name: str) -> None:
    """Every value of the file in turn is replaced by what it must not be."""
    whole = json.loads((FIXTURES / name).read_text())
    path = tmp_path / "a.json"
    said = 0
    for place in places(whole):
        for wrong in (CANARY, {CANARY: CANARY}, [CANARY], -1):
            path.write_text(json.dumps(replaced(whole, place, wrong)))
            messages = refusals(path)
            said += bool(messages)
            assert not [each for each in messages if CANARY in each], place
    assert said > 50


LINES = {
    "lm_eval": "acme__tiny-1b/samples_barn_sums_2026-03-01T10-00-00.250000.jsonl",
    "every_eval_ever": "0d3ac2e6-0000-4000-8000-000000000001_samples.jsonl",
}


@pytest.mark.parametrize("name", LINES)
def test_no_message_quotes_a_value_of_a_line_wherever_it_is_wrong(
    tmp_path: Path, name: str
) -> None:
    """Every value of the file's first line in turn is replaced by what it must not be."""
    first, *others = (FIXTURES / name / LINES[name]).read_text().splitlines()
    path = tmp_path / "a_samples.jsonl"
    said = 0
    for place in places(json.loads(first)):
        for wrong in (CANARY, {CANARY: CANARY}, [CANARY], -1):
            line = json.dumps(replaced(json.loads(first), place, wrong))
            path.write_text("\n".join([line, *others]))
            messages = refusals(path)
            said += bool(messages)
            assert not [each for each in messages if CANARY in each], place
    assert said > 20


def places(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document, of a list only its first element."""
    if isinstance(value, dict):
        inner = [place for key, each in value.items() for place in places(each, (*before, key))]
    elif isinstance(value, list) and value:
        inner = places(value[0], (*before, 0))
    else:
        inner = []
    return [before, *inner] if before else inner


def replaced(value: Any, place: tuple[Any, ...], wrong: object) -> Any:
    """The document with something else in one place."""
    if not place:
        return wrong
    first, *rest = place
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[first] = replaced(value[first], tuple(rest), wrong)
    return copy
