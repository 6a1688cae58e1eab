"""Coverage-guided fuzzing: whatever the bytes, they are read or refused, and no page breaks.

It needs atheris, which is no dependency of the project: `pip install atheris`, then
`python -m benchmarks.fuzz_readers TARGET -runs=20000 CORPUS_DIR`. The runs are counted, not timed;
an empty corpus is filled with what is good. A target is the name of a sample of
`tests.artifacts.every_format`, of which one file is spoiled at a time (the first byte of an input
says which), or `spec`, `map` or `report`. Inputs of `report` say what becomes of which of its
fields, and of a report that is still one no page may hold what no template makes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["generator"]):
    from generator.errors import UnusableInput
    from generator.pages.render import render
    from generator.publication.report import encode
    from generator.publication.report_file import read_report
    from generator.spec.load import load_spec, read_flat_yaml
    from tests.artifacts.every_format import Sample, readings, samples
    from tests.artifacts.spoiling import ODD, changed, places
    from tests.pages import html
    from tests.sample_parts import HOSTILE
    from tests.sample_report import all_reports

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Target:
    """What is done with an input in a folder of its own, and the inputs to begin with."""

    use: Callable[[Path, bytes], object]
    seeds: tuple[bytes, ...]

    def one_input(self, data: bytes) -> None:
        """Use one input; anything but a refusal is a finding."""
        with tempfile.TemporaryDirectory() as folder, suppress(UnusableInput):
            self.use(Path(folder), data)


def of_format(sample: Sample) -> Target:
    """Return the target that spoils the files of one sample."""
    names = sorted(sample.files)

    def use(folder: Path, data: bytes) -> None:
        place = data[0] % len(names) if data else 0
        sample.lay(folder, {names[place]: data[1:]})
        readings(folder)

    return Target(use, tuple(bytes([n]) + sample.files[name] for n, name in enumerate(names)))


def of_file(read: Callable[[Path], object], *seeds: bytes) -> Target:
    """Return the target that reads one file."""

    def use(folder: Path, data: bytes) -> None:
        (folder / "file").write_bytes(data)
        read(folder / "file")

    return Target(use, seeds)


def spoiled_report(folder: Path, data: bytes) -> None:
    """Put odd values into some fields of a good report, read it, and render it if it is one."""
    chosen = atheris.FuzzedDataProvider(data)
    documents = _documents()
    document = documents[chosen.ConsumeIntInRange(0, len(documents) - 1)]
    for _ in range(chosen.ConsumeIntInRange(1, 4)):
        ways = _places(document)
        way = ways[chosen.ConsumeIntInRange(0, len(ways) - 1)]
        document = changed(document, way, _odd(chosen, document))
    file = folder / "report.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    for name, page in render(read_report(file), ROOT / "templates").items():
        if name.endswith(".md") and (odd := _elements(page) - _known_elements()):
            raise AssertionError(f"{name} holds what no template makes: {sorted(odd)}")


def _odd(chosen: Any, document: Any) -> Any:
    """Return a value that may be of another kind, out of range, hostile, or of another field."""
    kind = chosen.ConsumeIntInRange(0, 5)
    if kind == 0:
        return (*ODD, *HOSTILE)[chosen.ConsumeIntInRange(0, len(ODD) + len(HOSTILE) - 1)]
    if kind == 1:
        return chosen.ConsumeIntInRange(-2, 30)
    if kind == 2:
        return chosen.ConsumeFloat()
    if kind == 3:
        return chosen.ConsumeUnicodeNoSurrogates(40)
    ways = _places(document)
    found = document
    for step in ways[chosen.ConsumeIntInRange(0, len(ways) - 1)]:
        found = found[step]
    return [found, found] if kind == 4 else found


def _places(document: Any) -> list[tuple[Any, ...]]:
    return [*places(document)]


@cache
def _documents() -> tuple[Any, ...]:
    """Return good reports, a hostile one among them, small enough to render often."""
    written = (encode(report) for report in all_reports().values())
    return tuple(json.loads(data) for data in written if len(data) < 200_000)


@cache
def _known_elements() -> frozenset[tuple[str, ...]]:
    """Return the elements of good reports' pages."""
    return frozenset(
        element
        for report in all_reports().values()
        for name, data in render(report, ROOT / "templates").items()
        if name.endswith(".md")
        for element in _elements(data)
    )


def _elements(page: bytes) -> frozenset[tuple[str, ...]]:
    """Return the elements of a page as a reader gets them, each with its attributes' names."""
    parsed = html.render(html.body(page.decode()))
    return frozenset((name, *sorted(attributes)) for name, attributes in parsed.tags)


def targets() -> dict[str, Target]:
    """Return every target by its name."""
    spec = (ROOT / "generator" / "spec" / "stability.yml").read_bytes()
    return {sample.name.replace("/", "-"): of_format(sample) for sample in samples()} | {
        "spec": of_file(load_spec, spec, (ROOT / "stability.yml").read_bytes()),
        "map": of_file(read_flat_yaml, b"case-1: A-00000001\n"),
        "report": Target(spoiled_report, (b"\0" * 64, bytes(range(64)), b"\xff" * 64)),
    }


def main(name: str, *options: str) -> None:
    """Fuzz one target, from its seeds where the corpus is empty."""
    target = targets()[name]
    for folder in (Path(option) for option in options if not option.startswith("-")):
        folder.mkdir(parents=True, exist_ok=True)
        if not any(folder.iterdir()):
            for number, seed in enumerate(target.seeds):
                (folder / f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *options], target.one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
