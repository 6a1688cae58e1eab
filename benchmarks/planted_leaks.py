"""A private tree whose every text is a canary, and clean pages into which canaries are planted.

A kind says what sort of private text a canary is and where it is stated; a disguise says how it is
written where it is planted. Every pair of them has a canary of its own, so that one look at all
pages tells which pairs were found.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.disguises import FILES, INLINE, OUT_OF_REACH, PARTS
from generator.pages.render import render
from generator.publication.report import decode
from generator.publication.scan.explain.site import explain
from generator.publication.scan.search.names import Common
from generator.publication.scan.search.public import PublicSide
from generator.publication.scan.search.search import search
from generator.site.build import build_site
from generator.site.settings import Settings
from generator.site.store import REPORT, earlier, write_version
from generator.site.vouched import Voucher
from generator.spec.load import load_spec

ROOT = Path(__file__).parents[1]
_CONSONANTS, _VOWELS = "bcdfghjklmnpqrstvwz", "aeiou"


def _word(draw: random.Random, syllables: int) -> str:
    return "".join(draw.choice(_CONSONANTS) + draw.choice(_VOWELS) for _ in range(syllables))


def _words(draw: random.Random, count: int) -> str:
    return " ".join(_word(draw, draw.choice((1, 2, 2, 3))) for _ in range(count))


def _hex(draw: random.Random, digits: int) -> str:
    return "".join(draw.choice("0123456789abcdef") for _ in range(digits))


def _letters(draw: random.Random, count: int) -> str:
    return "".join(
        draw.choice("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789") for _ in range(count)
    )


KINDS: Mapping[str, Callable[[random.Random], str]] = {
    "case_id": lambda d: f"{_word(d, 2).upper()}-{d.randrange(1000, 9999)}",
    "task": lambda d: f"{_word(d, 3)}-{_word(d, 2)}-{d.randrange(100, 999)}",
    "variant": lambda d: f"{_word(d, 2)}-{_word(d, 2)}",
    "scored_variants": lambda d: f"{_word(d, 2)} lantern {_word(d, 2)}",
    "arm_id": lambda d: f"arm-{_word(d, 2)}-{_word(d, 2)}-high",
    "run_id": lambda d: f"run-{d.randrange(10**6):06d}-{_word(d, 3)}",
    "attempt_id": lambda d: f"at-{_hex(d, 12)}",
    "reset_id": lambda d: f"ws-{_word(d, 2)}-{_hex(d, 6)}",
    "billing_fingerprint": lambda d: _hex(d, 40),
    "account": lambda d: f"acct-{_word(d, 3)}-{d.randrange(10, 99)}",
    "source_event_id": lambda d: f"evt_{_letters(d, 18)}",
    "uuid": lambda d: "-".join(_hex(d, size) for size in (8, 4, 4, 4, 12)),
    "started_at": lambda d: (
        f"2026-09-{d.randrange(10, 28)}T{d.randrange(10, 23)}:"
        f"{d.randrange(10, 59)}:{d.randrange(10, 59)}.{d.randrange(1000):03d}Z"
    ),
    "host": lambda d: f"{_word(d, 3)}-{d.randrange(10, 99)}.lab.{_word(d, 2)}.internal",
    "url": lambda d: f"https://{_word(d, 3)}.example/{_word(d, 2)}/{d.randrange(10**5)}",
    "path": lambda d: f"/srv/{_word(d, 2)}/{_word(d, 3)}/{_word(d, 2)}.py",
    "windows path": lambda d: f"D:\\{_word(d, 3)}\\{_word(d, 2)}\\{_word(d, 3)}.log",
    "key": lambda d: f"zk-{_letters(d, 40)}",
    "e-mail": lambda d: f"{_word(d, 3)}@{_word(d, 3)}.test",
    "function": lambda d: f"{_word(d, 2)}_{_word(d, 3)}_{_word(d, 2)}",
    "camel": lambda d: _word(d, 2) + _word(d, 2).title() + _word(d, 3).title(),
    "field name": lambda d: f"{_word(d, 3)}_{_word(d, 2)}_hint",
    "folder name": lambda d: f"{_word(d, 3)}-{_word(d, 3)}-night",
    "file name": lambda d: f"{_word(d, 3)}-{_word(d, 2)}-{d.randrange(100)}.txt",
    "table cell": lambda d: f"{_word(d, 3)}@{_word(d, 3)}:high",
    "prompt": lambda d: _words(d, 14),
    "transcript": lambda d: f"I read {_words(d, 8)} and then {_words(d, 6)}.",
    "rubric": lambda d: f"The answer must {_words(d, 7)}; {_words(d, 5)}.",
    "patch": lambda d: f"-    return {_word(d, 3)}({_word(d, 2)}, {_word(d, 3)})  # {_words(d, 4)}",
    "notes": lambda d: f"{_words(d, 5)}, {_words(d, 5)}",
    "invalid_reason": lambda d: f"launch failed: no {_word(d, 3)} at {_words(d, 6)}",
    "markup": lambda d: f"<b>{_words(d, 4)}</b> & <i>{_words(d, 4)}</i>",
    "markdown": lambda d: f"**{_words(d, 4)}** [{_words(d, 3)}]({_word(d, 3)})",
    "accents": lambda d: f"{_words(d, 4)} naïveté {_words(d, 3)} Übermaß {_words(d, 2)}",
    "other letters": lambda d: "".join(chr(d.randrange(0x4E00, 0x5E00)) for _ in range(22)),
    "line of a log": lambda d: f"[{_hex(d, 8)}] WARN {_words(d, 7)}",
    "packed line": lambda d: _words(d, 10),
}
"""Each kind of private text by where it is stated, and how one is drawn."""


WINDOW = 24
"""Letters that a part of a text needs for no other text to have them by chance."""


@dataclass(frozen=True)
class Plant:
    """One canary under one disguise."""

    kind: str
    disguise: str
    canary: str

    @property
    def in_reach(self) -> bool:
        """Whether a search can be asked to find it: not so a short part of a text.

        Of the letters of a part there must be as many as a window of the search has.
        """
        letters = sum(char.isalnum() for char in self.canary)
        part = PARTS.get(self.disguise, 1.0)
        return self.disguise not in OUT_OF_REACH and (part == 1.0 or part * letters >= WINDOW)


def plants(seed: int = 20260915) -> list[Plant]:
    """Return one canary for every kind under every disguise."""
    found = []
    for kind, drawn in KINDS.items():
        for disguise in (*INLINE, *OUT_OF_REACH, *FILES):
            draw = random.Random(f"{seed} {kind} {disguise}")
            found.append(Plant(kind, disguise, drawn(draw)))
    return found


def plant(page: str, at: int, leak: Plant) -> bytes:
    """Return a clean page with one canary written into it, where a tag ends a line."""
    write = INLINE.get(leak.disguise) or OUT_OF_REACH[leak.disguise]
    place = page.find(">\n", at) + 1
    return f"{page[:place]}{write(leak.canary)}{page[place:]}".encode("utf-8", "surrogatepass")


def write_private(results: Path, leaks: list[Plant]) -> None:
    """Write a tree of artifacts that states every canary in its own kind of place."""
    run = results / "2026-09-14-primary"
    (run / "transcripts").mkdir(parents=True)
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for leak in leaks:
        by_kind[leak.kind].append(leak.canary)
    with (run / "attempts.jsonl").open("w", encoding="utf-8") as file:
        for kind, texts in by_kind.items():
            for text in texts if kind not in _ELSEWHERE else ():
                line = json.dumps({kind.replace(" ", "_"): text}, ensure_ascii=False)
                file.write(f"{line}\n")
        for name in by_kind["field name"]:
            file.write(json.dumps({"known": {name: 1}}) + "\n")
    for text in by_kind["folder name"]:
        (results / text).mkdir(exist_ok=True)
        (results / text / "empty.txt").write_text("")
    for text in by_kind["file name"]:
        (run / "transcripts" / text).write_text("")
    (run / "cells.csv").write_text(
        "\n".join(["case,arm", *(f"x,{t}" for t in by_kind["table cell"])])
    )
    (run / "run.log").write_text("\n".join(by_kind["line of a log"]), "utf-8")
    (run / "fix.patch").write_text("\n".join(by_kind["patch"]), "utf-8")
    packed = "\n".join(json.dumps({"text": text}) for text in by_kind["packed line"])
    (run / "turns.jsonl.gz").write_bytes(gzip.compress(packed.encode(), mtime=0))


_ELSEWHERE = {
    "field name",
    "folder name",
    "file name",
    "table cell",
    "line of a log",
    "patch",
    "packed line",
}


PORTION = 25
"""So many leaks are looked for at a time: each makes some findings, and a search ends after 100."""


def missed(leaks: list[Plant], place: Path, pages: list[str], common: Common) -> list[Plant]:
    """Plant every leak into a page of its own, and return those that the negative gate misses."""
    lost = []
    for at in range(0, len(leaks), PORTION):
        folder = place / str(at)
        where = dict(_planted(leaks[at : at + PORTION], folder / "site", pages))
        write_private(folder / "results", leaks[at : at + PORTION])
        public = PublicSide(folder / "site", common)
        found = search(public, folder / "results", load_spec(None).spec.limits)
        told = {finding.file for finding in found}
        lost += [leak for name, leak in where.items() if name not in told]
    return lost


def _planted(leaks: list[Plant], site: Path, pages: list[str]) -> Iterator[tuple[str, Plant]]:
    """Write a page or a file for each leak, and yield its name with it."""
    for number, leak in enumerate(leaks):
        name = f"{number:05d}.html"
        if leak.disguise in FILES:
            stem, write = FILES[leak.disguise]
            name, data = f"{number:05d}/{stem}", write(leak.canary)
        else:
            data = plant(f"<p>a page</p>\n{pages[number % len(pages)][:1500]}", 9, leak)
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
        yield name, leak


def source_pages() -> list[str]:
    """Return the committed pages as Markdown: the text of the built ones in less markup."""
    return [page.read_text("utf-8") for page in sorted((ROOT / "site_src").rglob("*.md"))]


def by_search(leaks: list[Plant], place: Path) -> None:
    """Print how many leaks the negative gate finds, and which it does not."""
    pages = source_pages()
    lost = missed(leaks, place, pages, Common.of(pages, [], []))
    reach = [leak for leak in leaks if leak.in_reach]
    lost_in_reach = [leak for leak in lost if leak.in_reach]
    found = 100 * (1 - len(lost_in_reach) / len(reach))
    print("| negative gate | planted | found | % |")
    print("| --- | --- | --- | --- |")
    print(f"| in reach | {len(reach)} | {len(reach) - len(lost_in_reach)} | {found:.1f} |")
    beyond, lost_beyond = len(leaks) - len(reach), len(lost) - len(lost_in_reach)
    print(f"| beyond it | {beyond} | {beyond - lost_beyond} | |")
    most = Counter(leak.disguise for leak in lost_in_reach).most_common()
    print("\nMissed in reach: " + ", ".join(f"{name} {count}" for name, count in most) + ".\n")


def by_explaining(leaks: list[Plant], place: Path) -> None:
    """Print how many pages with a leak the positive gate refuses, and how many without one."""
    sources, site = place / "site_src", place / "site"
    settings = Settings(ROOT / "mkdocs.yml", ROOT / "templates")
    for file in sorted((ROOT / "site_src").glob(f"*/{REPORT}")):
        if not file.parent.is_symlink():
            report = decode(file.read_bytes())
            compared = earlier(sources, report.version, None)
            write_version(sources, report, render(report, settings.templates, compared))
    build_site(sources, site, settings)
    folders = list(Voucher(site, settings).folders())
    clean = {page: page.read_text("utf-8") for page in site.glob("*/**/*.html")}
    alarms = len({finding.file for finding in explain(site, folders)})
    inline = [leak for leak in leaks if leak.disguise not in FILES]
    refused = 0
    for at in range(0, len(inline), len(clean)):
        planted = dict(zip(clean, inline[at : at + len(clean)], strict=False))
        for page, leak in planted.items():
            page.write_bytes(plant(clean[page], clean[page].index("<body"), leak))
        told = {site / finding.file for finding in explain(site, folders)}
        refused += len(told & planted.keys())
        for page in planted:
            page.write_text(clean[page], "utf-8")
    print("| positive gate | pages | refused |")
    print("| --- | --- | --- |")
    print(f"| with a leak | {len(inline)} | {refused} |")
    print(f"| without one | {len(clean)} | {alarms} |")


def main(every: int = 1) -> None:
    """Plant all leaks, or every so many, before both gates and print what they say."""
    leaks = plants()[::every]
    with tempfile.TemporaryDirectory() as folder:
        by_search(leaks, Path(folder) / "search")
        by_explaining(leaks, Path(folder))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
