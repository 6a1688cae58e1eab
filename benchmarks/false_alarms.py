"""How often the negative gate cries wolf: pages of random projects whose names say next to nothing.

Each project has arms, cases and folders with the names that people give them (run1, a0-prim, t-2,
gpt-4o, 0001, hello-world, dates): many of its own format, or a few of every harness. It is
aggregated and rendered as any other, and searched for all it holds. Nothing private is on its
pages, but for one more that has one private name on it.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

import markdown

from benchmarks.harness_projects import SOURCES, write_harnesses
from generator.aggregate import aggregate
from generator.gates import Gates
from generator.pages.render import render
from generator.project import MARKER, shipped
from generator.publication.scan.finding import Finding
from generator.site.settings import Settings
from generator.spec.load import load_spec
from tests.artifacts.samples import arm, attempt, case, failure, run, write_run

ARMS = 40
MODELS = (
    "gpt-4o openai/gpt-4o o1 o3-mini claude-3-5-sonnet anthropic/claude-sonnet-4 qwen2.5-coder "
    "llama-3.1-8b mistral/large deepseek-r1 gemini-2.0-flash"
).split()
STEMS = (
    "run a t task case test ops issue sample model arm exp e v seed trial job cell id q p x item "
    "bench eval agent set part step"
).split()
TAILS = (
    "prim rep primary repeat fail full a b high low base main old new v2 final dev prod med pass"
).split()
WORDS = sorted({w.lower() for text in topics.values() for w in re.findall("[A-Za-z]{2,}", text)})
"""The words of Python's manual: what cases and tasks of programming benchmarks are called after."""


@dataclass(frozen=True)
class Names:
    """Draws names of one style: a project has one for its arms and one for its cases."""

    draw: random.Random
    style: int

    def one(self, number: int) -> str:
        """Return the name with this number."""
        draw = self.draw
        stem, tail, word = draw.choice(STEMS), draw.choice(TAILS), draw.choice(WORDS)
        other, digits = draw.choice(WORDS), f"{draw.getrandbits(32):08x}"
        return (
            f"a{number}-{tail}",
            f"{stem}{number}",
            f"{stem}-{number}",
            f"{number}",
            f"{number:04d}",
            f"{word}-{other}",
            f"{word}_{other}",
            f"{word}{number}",
            f"{draw.choice(MODELS)}-{number}",
            f"{digits[: draw.randrange(4, 9)]}",
            f"2026-{number % 12 + 1:02d}-{number % 28 + 1:02d}",
            f"{word}{other}",
            f"{stem}_{tail}:{number}",
            f"{draw.choice('abcdef')}{number % 10}-{word}",
        )[self.style]

    def some(self, count: int) -> list[str]:
        """Return so many different names."""
        found: dict[str, None] = {}
        number = 0
        while len(found) < count:
            found[self.one(number) if number < 3 * count else f"{self.one(number)}-{number}"] = None
            number += 1
        return list(found)


STYLES = 14
LEAK = "leak.html"
SPEC = """\
schema: stability-spec/1
identity_public: [served_model]
resampling: {draws: 100}
"""


def write_results(results: Path, seed: int) -> str:
    """Write the runs of a random project; return a name that a search must find on a page."""
    draw = random.Random(seed)
    arms = Names(draw, seed % STYLES).some(ARMS)
    ids = Names(draw, (seed // STYLES + 3 * seed) % STYLES).some(12)
    folders = Names(draw, draw.randrange(STYLES)).some(2 * ARMS)
    secret = _secret(draw)
    cases = [case(case_id=each) for each in (*ids, secret)]
    number = 0
    for unit in arms:
        stated = arm(arm_id=unit, served_model=draw.choice(MODELS), lane=draw.choice(STEMS))
        for role, stage, trials in (("primary", None, 1), ("repeat", 1, 3)):
            settings: dict[str, Any] = {"role": role, "stage": stage, "trials_per_case": trials}
            settings |= {"run_id": f"{unit}-{role[:4]}", "arm": stated, "cases": cases}
            tries = list(_attempts(draw, cases, trials, number))
            place = folders[number].replace("/", "-").replace(":", "-") + f"-{number}"
            write_run(results / place, tries, run(**settings))
            number += 1
    return secret


def _secret(draw: random.Random) -> str:
    return f"{draw.choice(WORDS)}-zq{draw.randrange(10**4):04d}-{draw.choice(WORDS)}"


def write_harness_results(results: Path, seed: int) -> str:
    """Write the runs of a random project that has some of every harness, and return as above."""
    draw = random.Random(seed)
    secret = _secret(draw)
    results.mkdir()
    write_harnesses(results, draw, Names(draw, seed % STYLES).one, WORDS, secret)
    return secret


def _attempts(
    draw: random.Random, cases: list[dict[str, Any]], trials: int, number: int
) -> Iterator[dict[str, Any]]:
    for each in cases:
        for trial in range(trials):
            made = attempt if draw.random() < 0.5 else failure
            name = f"{number}-{each['case_id']}-{trial}"
            code = f"{draw.choice(('PASS', 'FAIL', 'ERR'))}:{each['case_id']}"
            yield made(
                attempt_id=name, case_id=each["case_id"], repeat_index=trial, **{code: code, "t": 1}
            )


def write_pages(root: Path, results: Path, seed: int, spec_text: str) -> Gates:
    """Aggregate and render a project into the folder `site`; return its gates."""
    spec = root / "stability.yml"
    spec.write_text(spec_text)
    (root / ".stability").mkdir()
    key = root / ".stability" / "alias.key"
    key.touch(mode=0o600)
    key.write_text(f"a key of its own for project {seed}")
    report = aggregate(results, spec, "1", published_on="2026-09-15", home=root).report
    for name, data in render(report, shipped("templates")).items():
        place = root / "site" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        if name.endswith(".md"):
            text = markdown.markdown(data.decode(), extensions=["tables", "attr_list"])
            place.with_suffix(".html").write_text(text, "utf-8")
    return Gates(Settings(shipped(MARKER), shipped("templates")), load_spec(spec), results)


PROJECTS = {
    "own format": (write_results, SPEC),
    "harnesses": (write_harness_results, SPEC + SOURCES),
}
"""How the results of each kind of project are written, and its spec."""


def one_project(kind: str, seed: int) -> tuple[int, list[Finding], bool]:
    """Return how many pages a project has, its false alarms, and whether its leak is found."""
    write, spec = PROJECTS[kind]
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        secret = write(Path(folder) / "results", seed)
        gates = write_pages(Path(folder), Path(folder) / "results", seed, spec)
        pages = sorted(site.rglob("*.html"))
        text = random.Random(seed).choice(pages).read_text("utf-8")
        (site / LEAK).write_text(f"{text}<p>{secret.upper()}</p>", "utf-8")
        found = list(gates.private_texts(site))
        alarms = [finding for finding in found if finding.file != LEAK]
        return len(pages), alarms, len(found) > len(alarms)


def main(own: int = 28, harnesses: int = 56, first: int = 0) -> None:
    """Make so many projects of each kind, from the first seed on, and print what was found."""
    print("| projects | clean pages | false alarms | a thousand pages | leaks found |")
    print("| --- | --- | --- | --- | --- |")
    for kind, projects in zip(PROJECTS, (own, harnesses), strict=True):
        pages = alarms = leaks = 0
        for seed in range(first, first + projects):
            here, wrong, right = one_project(kind, seed)
            pages, alarms, leaks = pages + here, alarms + len(wrong), leaks + right
            for finding in wrong:
                place = [kind, seed, finding.file, finding.view, finding.offset]
                print(json.dumps(place), file=sys.stderr)
        if projects:
            rate = f"{1000 * alarms / pages:.2f}"
            found = f"{leaks} of {projects}"
            print(f"| {projects}, {kind} | {pages} | {alarms} | {rate} | {found} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
