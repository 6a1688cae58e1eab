"""What the negative gate costs: growth with either side, and against one look for each text.

The private side is a study's attempts with long transcripts, the public side the demonstration's
pages with other aliases and numbers in them. Nothing of the one is in the other.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import re
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

import markdown

from generator.publication.scan.search.names import Common
from generator.publication.scan.search.private import private_texts
from generator.publication.scan.search.public import PublicSide
from generator.publication.scan.search.search import search
from generator.spec.load import load_spec

ROOT = Path(__file__).parents[1]
MEGABYTE = 10**6
SIZES = ((25, 5), (50, 5), (100, 5), (25, 10), (25, 20), (100, 20))
"""Megabytes of private text and of site; the last pair is what the gate is made for."""

_LIMITS = load_spec(None).spec.limits
_ALIAS = re.compile(r"(?<=A-)[0-9a-f]{8}")
_NUMBER = re.compile(r"\b[0-9]{2,}\b")


def attempts(draw: random.Random) -> Iterator[str]:
    """Yield attempts as JSON lines; the prose is drawn from the words of Python's manual."""
    words = sorted({word for text in topics.values() for word in re.findall(r"[A-Za-z]{2,}", text)})
    while True:
        attempt = {
            "case_id": f"ops-{draw.randrange(10**6)}",
            "attempt_id": f"at-{draw.getrandbits(64):x}",
            "started_at": f"2026-09-14T08:31:{draw.randrange(10, 60)}.{draw.randrange(1000):03d}Z",
            "notes": " ".join(draw.choices(words, k=8)),
            "transcript": " ".join(draw.choices(words, k=draw.randrange(100, 1500))),
        }
        yield json.dumps(attempt) + "\n"


def write_private(folder: Path, megabytes: float) -> None:
    """Write so much private text."""
    folder.mkdir()
    left = megabytes * MEGABYTE
    with (folder / "attempts.jsonl").open("w") as file:
        for line in attempts(random.Random(1)):
            left -= file.write(line)
            if left < 0:
                return


def sources() -> list[str]:
    """Return the demonstration's pages as Markdown."""
    return [page.read_text("utf-8") for page in sorted((ROOT / "site_src").rglob("*.md"))]


def write_site(folder: Path, megabytes: float) -> None:
    """Write so many pages, no two of them alike."""
    folder.mkdir()
    draw = random.Random(2)
    pages = [markdown.markdown(text, extensions=["tables", "attr_list"]) for text in sources()]
    left, number = megabytes * MEGABYTE, 0
    while left > 0:
        page = _ALIAS.sub(lambda _: f"{draw.getrandbits(32):08x}", pages[number % len(pages)])
        page = _NUMBER.sub(lambda match: str(draw.randrange(10 ** len(match[0]))), page)
        left -= (folder / f"{number:05d}.html").write_text(page, "utf-8")
        number += 1


def gate(site: Path, results: Path) -> None:
    """Look for everything private at once, as the gate does."""
    assert list(search(PublicSide(site, Common.of(sources(), [], [])), results, _LIMITS)) == []


def loop(site: Path, results: Path) -> None:
    """Look for every private text in every file with `in`, as it is written and no other way."""
    pages = [path.read_text("utf-8") for path in sorted(site.rglob("*")) if path.is_file()]
    texts = {stated.text for stated in private_texts(results, _LIMITS) if len(stated.text) >= 8}
    assert sum(text in page for text in texts for page in pages) < len(texts)


def measured(run: Callable[[], None]) -> tuple[float, float, float]:
    """Return what one run takes in a process of its own: seconds of it, of work, and megabytes."""
    began, worked = time.perf_counter(), time.process_time()
    run()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return time.perf_counter() - began, time.process_time() - worked, most


def alone(run: Callable[..., None], *arguments: Any) -> tuple[float, float, float]:
    """Measure a run in a new process, so that its memory is its own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(measured, partial(run, *arguments)).result()


def growth(place: Path) -> None:
    """Print what the gate costs for each pair of sizes."""
    print("| private, MB | site, MB | seconds | of work | memory, MB |")
    print("| --- | --- | --- | --- | --- |")
    for private, public in SIZES:
        results, site = place / f"private-{private}", place / f"site-{public}"
        for folder, size, write in ((results, private, write_private), (site, public, write_site)):
            if not folder.exists():
                write(folder, size)
        seconds, work, memory = alone(gate, site, results)
        print(f"| {private} | {public} | {seconds:.0f} | {work:.0f} | {memory:.0f} |", flush=True)


def ratio(place: Path) -> None:
    """Print the gate beside the plain loop, on one pair of the sizes above."""
    results, site = place / "private-25", place / "site-10"
    _, ours, _ = alone(gate, site, results)
    _, theirs, _ = alone(loop, site, results)
    print("\n| 25 MB of private text, a site of 10 MB | seconds of work | ratio |")
    print("| --- | --- | --- |")
    print(f"| `in`, each text as it is written | {theirs:.1f} | {theirs / ours:.1f} |")
    print(f"| the gate, in all spellings and encodings | {ours:.1f} | 1 |")


def main() -> None:
    """Measure and print both tables."""
    with tempfile.TemporaryDirectory() as folder:
        growth(Path(folder))
        ratio(Path(folder))


if __name__ == "__main__":
    main()
