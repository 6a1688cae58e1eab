"""Conversations of harnesses pass through: memory does not grow with their number or size."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts.inspect_samples import header, sample
from tests.artifacts.test_every_eval_ever import record
from tests.artifacts.test_lm_eval import row
from tests.artifacts.test_promptfoo import document, result
from tests.artifacts.test_tau2 import document as tau2_document
from tests.artifacts.test_tau2 import simulation

TRIALS = 2000
TEXT = "The agent said {nothing} of [note]. " * 1500

PEAK_KIB = f"""
import sys
from pathlib import Path
from generator.artifacts.registry import RUN_READERS
from generator.spec.model import Limits
path, limits = Path(sys.argv[1]), Limits(line_mib=256, archive_ratio=100, json_depth=64)
reader = next(each for each in RUN_READERS if each.recognise(path, limits) is True)
(artifact,) = reader.read(path, limits, path.parent)
assert len(artifact.attempts) == {TRIALS}
status = Path("/proc/self/status").read_text()
print(status.split("VmHWM:")[1].split()[0])
"""


def peak_mib(path: Path) -> float:
    """The most memory that a process of its own held while it read a file."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK_KIB, str(path)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout) / 1024


def samples(text: str) -> Iterator[str]:
    for number in range(TRIALS):
        yield json.dumps(sample(number // 4, number % 4 + 1, events=[{"text": text}]))


def write_listed(path: Path, head: dict[str, Any], name: str, rows: Iterator[str]) -> None:
    with path.open("w") as file:
        file.write(json.dumps(head)[:-1] + f', "{name}": [')
        for number, each in enumerate(rows):
            file.write(("," if number else "") + each)
        file.write("]}")


def inspect_json(path: Path, text: str) -> None:
    write_listed(path, header(), "samples", samples(text))


def inspect_eval(path: Path, text: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, each in enumerate(samples(text)):
            archive.writestr(f"samples/{number}_epoch_1.json", each)
        archive.writestr("header.json", json.dumps(header()))


def tau2_json(path: Path, text: str) -> None:
    head = tau2_document()
    del head["simulations"]
    rows = (
        json.dumps(simulation(number // 4, number % 4, messages=[{"content": text}]))
        for number in range(TRIALS)
    )
    write_listed(path, head, "simulations", rows)


def promptfoo_json(path: Path, text: str) -> None:
    whole = document(repeat=4)
    head = {"evalId": "eval-1", "results": {**whole["results"], "results": []}}
    begun, ended = json.dumps(head).split('"results": []')
    with path.open("w") as file:
        file.write(begun + '"results": [')
        for number in range(TRIALS):
            each = result(number, word=str(number // 4), prompt={"raw": text})
            file.write(("," if number else "") + json.dumps(each))
        file.write("]" + ended)


def lm_eval_jsonl(path: Path, text: str) -> None:
    with path.open("w") as file:
        for number in range(TRIALS):
            file.write(json.dumps(row(number, acc=1) | {"arguments": text}) + "\n")


def every_eval_ever_jsonl(path: Path, text: str) -> None:
    with path.open("w") as file:
        for number in range(TRIALS):
            more = {"metadata": {"epoch": str(number % 4 + 1)}, "messages": [text]}
            file.write(json.dumps(record(number // 4, **more)) + "\n")


def junit_xml(path: Path, text: str) -> None:
    with path.open("w") as file:
        file.write('<testsuites><testsuite name="s">')
        for number in range(TRIALS):
            inner = f"<system-out><![CDATA[{text}]]></system-out>"
            file.write(f'<testcase classname="c" name="{number}">{inner}</testcase>')
        file.write("</testsuite></testsuites>")


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux says how much memory was held"
)
@pytest.mark.parametrize(
    ("write", "name"),
    [
        (inspect_json, "a.json"),
        (inspect_eval, "a.eval"),
        (tau2_json, "a.json"),
        (promptfoo_json, "a.json"),
        (lm_eval_jsonl, "a.jsonl"),
        (every_eval_ever_jsonl, "a.jsonl"),
        (junit_xml, "a.xml"),
    ],
)
def test_memory_is_flat_in_the_size_of_conversations(
    tmp_path: Path, write: Callable[[Path, str], None], name: str
) -> None:
    peaks = []
    for folder, text in (("small", ""), ("large", TEXT)):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder / name, text)
        peaks.append(peak_mib(tmp_path / folder / name))
    assert len(TEXT) * TRIALS > 100 * 2**20
    assert peaks[1] - peaks[0] < 10
