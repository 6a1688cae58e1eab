"""One project with every format, a canary in every text of every field, known and unknown.

Whatever is built of it, and whatever is said while it is built, holds none of them but those that
the spec declares public.
"""

from __future__ import annotations

import gzip
import html
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts.eio_samples import write
from tests.artifacts.samples import arm, attempt, case, failure, run, write_run
from tests.artifacts.test_cells import HEADER, row
from tests.artifacts.test_tau_bench import element
from tests.ledgers.test_privacy import (
    Canaries,
    private_bundle,
    private_log,
    private_record,
)
from tests.study.scenarios import supported

PUBLIC_FIELDS = ("served_model", "effort")
_CLOSED = (
    "amber-run/1 primary repeat makeup observational full fail_set spot_check binary partial clean "
    "substitute_calls not_audited bench-dedicated production-fallback valid_task_success "
    "valid_task_failure invalid_infrastructure protocol_violation pending_adjudication "
    "driver_exception infrastructure_missing harness_timeout billing_exhausted "
    "model_delivery_budget_burn no_deliverable oracle_judged network-off-allowlist"
)
CLOSED = frozenset(_CLOSED.split())
"""What the format's own vocabularies say; every other text of a run is a canary."""


class Canarised(Canaries):
    """Puts one canary in the place of each open text, the same for the same text."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, str] = {}

    def text(self, value: str) -> str:
        """Return what stands in a text's place; times must stay times."""
        if value in CLOSED or value.endswith("Z"):
            return value
        if value not in self._known:
            self._known[value] = self("text")
        return self._known[value]

    def all(self, value: Any) -> Any:
        """Return a JSON value with every text replaced, and with unknown fields in every object."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.all(each) for each in value]
        if isinstance(value, dict):
            unknown = {self("field"): {self("field"): [self("value"), self("value")]}}
            return {name: self.all(each) for name, each in value.items()} | unknown
        return value


@dataclass
class Built:
    """A built project: what was said, what may be said, and where it lies."""

    root: Path
    said: str
    canaries: list[str]
    public: list[str]

    def published(self) -> Iterator[tuple[str, str]]:
        """Every public file by name, its text with the name before it."""
        for folder in ("site_src", "site"):
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file():
                    data = path.read_bytes()
                    data = gzip.decompress(data) if path.suffix == ".gz" else data
                    name = str(path.relative_to(self.root))
                    yield name, html.unescape(name + data.decode("utf-8", errors="replace"))


def outcomes() -> list[dict[str, Any]]:
    """Attempts that end in every way there is, with every field that an attempt can have."""
    everything = {
        "claimed_delivery": True,
        "side_effects": [{"class": "network-off-allowlist", "count": 2}],
        "reset_id": "reset",
        "tokens_in": 10,
        "tokens_out": 20,
        "cost_usd": 0.5,
        "wall_s": 90.0,
        "billing_fingerprint": "fingerprint",
        "account_tier": "bench-dedicated",
        "window_share": 0.01,
        "transcript": "what was said",
        "rubric": "what was asked",
        "patch": "what was changed",
        "prompt": "what was told",
        "source_event_id": "event",
        "notes": "what was noted",
    }
    invalid = ("infrastructure_missing", "harness_timeout", "billing_exhausted")
    found = [failure(), attempt(), failure(failure_mode="no_deliverable"), attempt(), attempt()]
    found += [attempt(state="invalid_infrastructure", invalid_cause=cause) for cause in invalid]
    found += [
        attempt(state=state)
        for state in ("protocol_violation", "pending_adjudication", "driver_exception")
    ]
    found += [
        attempt(case_id="case-v", variant=name, repeat_index=at)
        for at in range(3)
        for name in ("left", "right")
    ]
    found += [
        failure(case_id="case-p", score=2, criteria_hits=[True, False], repeat_index=at)
        for at in range(6)
    ]
    return [
        {**everything, **each, "attempt_id": f"attempt-{at}", "repeat_index": at}
        for at, each in enumerate(found)
    ]


def write_amber(results: Path, canary: Canarised) -> list[str]:
    """Write a primary and a repeat run; return the canaries that are declared public."""
    cases = [
        case(decision_critical=True),
        case(case_id="case-v", variants=["left", "right"], scored_variants=["left", "right"]),
        case(case_id="case-p", kind="partial", threshold=3, max_score=5),
    ]
    texts = {name: f"arm {name}" for name in arm() if name not in ("arm_id", "runner_config")}
    unit = arm(**texts, runner_config={"shell": "sh", "list": ["of", "words"]})
    budget = {
        "owner_approved": True,
        "account": "account",
        "account_tier": "bench-dedicated",
        "expected_window_share": 0.1,
    }
    first = run(run_id="run-0", role="primary", stage=None, arm=unit, cases=cases)
    later = run(arm=unit, cases=cases, budget=budget)
    passes = [failure(), failure(case_id="case-v", variant="left"), failure(case_id="case-p")]
    passes.append(failure(case_id="case-v", variant="right"))
    primary = [each | {"attempt_id": f"first-{at}"} for at, each in enumerate(passes)]
    for stated, attempts in ((first, primary), (later, outcomes())):
        folder = results / canary("folder") / canary("run")
        write_run(folder, [canary.all(each) for each in attempts], canary.all(stated))
        (folder / "transcripts" / canary("folder")).mkdir(parents=True)
        (folder / "transcripts" / f"{canary('file')}.txt").write_text(canary("transcript"))
        (folder / f"{canary('file')}.md").write_text(f"# {canary('heading')}\n{canary('text')}\n")
        (folder / f".{canary('hidden')}").write_text(canary("hidden"))
        (folder / canary("link")).symlink_to(canary("target"))
    return [canary.text(texts[name]) for name in PUBLIC_FIELDS]


def write_all(results: Path, canary: Canarised) -> list[str]:
    """Write one artifact of every format; return the canaries that are declared public."""
    public = write_amber(results, canary)
    names = {name: canary(name) for name in ("source", "section", "arm_label", "detail")}
    printed = row(**names, arm_id=f"{canary('model')}@{canary('lane')}")
    (results / f"{canary('file')}.csv").write_text(f"{HEADER}\n{printed}\n")
    conversation = {"info": {canary("key"): canary("value")}, "traj": [{"content": canary("said")}]}
    elements = [
        element(canary("task"), reward, 0, **conversation, **{canary("field"): canary("value")})
        for reward in (1.0, 0.0)
    ]
    (results / f"{canary('file')}.json").write_text(json.dumps(elements))
    private_log(results / canary("folder"), canary)
    write(results / f"{canary('file')}.json", private_bundle(canary))
    write(results / f"{canary('file')}.json", private_record(canary))
    supported().write(results / canary("folder") / canary("study"))
    (results / f"{canary('file')}.bin").write_bytes(b"\xff\x00" + canary("bytes").encode())
    return public


def stability(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=cwd,
        env=os.environ | {"STABILITY_ALIAS_KEY": "a key that is long enough for tests"},
        capture_output=True,
        text=True,
        check=False,
    )


def new_project(root: Path, results: Callable[[Path, Canarised], list[str]]) -> Built:
    """Start a project on results full of canaries, and build it."""
    stability("init", str(root), cwd=root.parent)
    canary = Canarised()
    public = results(root / "results", canary)
    spec = root / "stability.yml"
    text = spec.read_text().replace("classes: []", "classes: [network-off-allowlist]")
    before, rest = text.split("identity_public:\n")
    rest = rest[rest.index("\n\n") :]
    spec.write_text(f"{before}identity_public: [{', '.join(PUBLIC_FIELDS)}]{rest}")
    done = stability("build", "--version", "1", "--public-log", cwd=root)
    assert done.returncode == 0, done.stderr
    return Built(root, done.stdout + done.stderr, canary.made, public)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The project with everything in it."""
    return new_project(tmp_path_factory.mktemp("canaries") / "project", write_all)


def test_every_format_was_read(built: Built) -> None:
    report = json.loads((built.root / "site_src/1/report.json").read_bytes())
    assert len(report["arms"]) == 2
    assert len(report["ledgers"]) == 3
    assert len(report["studies"]) == 1
    assert report["provenance"]["cells"]["home"]["cells"] == 1
    assert len(built.canaries) > 400


def test_no_canary_is_published_but_those_declared_public(built: Built) -> None:
    private = [each for each in built.canaries if each not in built.public]
    for name, text in built.published():
        lowered = text.lower()
        assert [each for each in private if each in lowered] == [], name


def test_what_is_declared_public_is_published(built: Built) -> None:
    index = (built.root / "site_src/1/report.json").read_text()
    assert all(each in index for each in built.public)


def test_a_public_log_names_nothing(built: Built) -> None:
    assert built.said
    assert [each for each in built.canaries if each in built.said] == []


@pytest.mark.parametrize("command", ["scan", "aggregate"])
def test_other_commands_say_nothing_either(built: Built, command: str) -> None:
    arguments = {"scan": ["scan", "site"], "aggregate": ["aggregate", "--out", "report.json"]}
    done = stability(*arguments[command], "--public-log", cwd=built.root)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    assert [each for each in built.canaries if each in said] == []


def test_a_leak_stops_the_build_and_leaves_what_was_there(built: Built) -> None:
    """A text pasted into a template stands in for the mistake that nobody foresaw."""
    private = next(each for each in built.canaries if "transcript" in each)
    template = built.root / "templates" / "methods.md.j2"
    clean = template.read_text()
    before = {name: text for name, text in built.published()}
    template.write_text(clean.replace("How the numbers", f"{private.upper()} How the numbers"))
    try:
        for options in ((), ("--no-site",)):
            done = stability("build", "--version", "2", "--public-log", *options, cwd=built.root)
            assert done.returncode == 1
            assert private not in (done.stdout + done.stderr).lower()
            assert "negative gate" in done.stderr
            assert {name: text for name, text in built.published()} == before
    finally:
        template.write_text(clean)
