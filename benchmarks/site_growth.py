"""What the next version of a site costs after one version and after ninety-nine.

A version has forty pages. The history is built once by MkDocs and laid out ninety-nine times over,
with a report and a record for each, and searched for the private texts of the demonstration's runs.
The version that is timed is rendered, built, passes both gates and is published like any other.
"""

from __future__ import annotations

import os
import resource
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import msgspec
from click.testing import CliRunner

from generator.cli import main as stability
from generator.commands.places import PROCESSORS
from generator.gates import Gates, stop_leaks
from generator.pages.render import render
from generator.publication.report import Report, decode, encode
from generator.site import build
from generator.site.build import build_site
from generator.site.check.pages import page_problems
from generator.site.mkdocs import Job
from generator.site.mkdocs import run as run_mkdocs
from generator.site.record import Inputs, memory_of
from generator.site.settings import Settings
from generator.site.store import REPORT, earlier, publish, write_version
from generator.spec.load import load_spec

ROOT = Path(__file__).resolve().parents[1]
PAGES, HISTORY = 40, 99


def forty_pages() -> Report:
    """Return the demonstration's report with so many arms that it has forty pages."""
    report = decode((ROOT / "site_src" / "2026.09.15" / "report.json").read_bytes())
    plain = msgspec.structs.replace(report, comparisons=[], ledgers=[], studies=[], audit=None)
    without = sum(name.endswith(".md") for name in render(_with_arms(plain, 2), ROOT / "templates"))
    return _with_arms(plain, PAGES - without + 2)


def _with_arms(report: Report, number: int) -> Report:
    arms = [msgspec.structs.replace(report.arms[0], arm=f"arm {at:02d}") for at in range(number)]
    return msgspec.structs.replace(report, arms=arms)


def lay_out(root: Path, versions: int) -> None:
    """Make a project whose site has so many versions."""
    root.mkdir()
    shutil.copy(ROOT / "mkdocs.yml", root)
    shutil.copy(ROOT / "stability.yml", root)
    for folder in ("templates", "results"):
        shutil.copytree(ROOT / folder, root / folder)
    report = forty_pages()
    files = render(report, root / "templates")
    for at in range(1, versions + 1):
        one = msgspec.structs.replace(report, version=f"v{at}")
        write_version(root / "site_src", one, files | {"report.json": encode(one)})
        publish(root / "site_src", f"v{at}")
    built = root / "built"
    gates, memory = gates_of(root), memory_of(root / "site")

    def check(staging: Path, _: Inputs) -> None:
        # The pages that were laid out name the version that was built, so only the search passes.
        stop_leaks(gates.private_texts(staging, memory), root / "site", names=True)

    with patch.object(build, "run", _copying(built)):
        build_site(root / "site_src", root / "site", gates.settings, check=check)
    shutil.rmtree(built)


def gates_of(root: Path) -> Gates:
    """Return the gates of a project that was laid out."""
    settings = Settings(root / "mkdocs.yml", root / "templates")
    return Gates(settings, load_spec(root / "stability.yml"), root / "results", jobs=PROCESSORS)


def _copying(built: Path) -> Callable[[Job, Path], None]:
    def copy(job: Job, site_dir: Path) -> None:
        if not built.exists():
            run_mkdocs(job, built)
        shutil.copytree(built, site_dir)
        shutil.copy(job.docs / REPORT, site_dir)

    return copy


def next_version(root: Path, version: str) -> tuple[float, float, float, int]:
    """Add a version as `render` does, and publish it.

    Return the seconds of either, MiB at the peak, and pages.
    """
    report = msgspec.structs.replace(forty_pages(), version=version)
    gates, memory = gates_of(root), memory_of(root / "site")

    def check(staging: Path, passed: Inputs) -> None:
        stop_leaks(gates.findings(staging, passed, memory), root / "site", names=True)

    began = time.perf_counter()
    compared = earlier(root / "site_src", version, None)
    files = render(report, gates.settings.templates, compared)
    write_version(root / "site_src", report, files)
    summary = build_site(root / "site_src", root / "site", gates.settings, check=check)
    added = time.perf_counter() - began
    assert summary.built == (version,)
    assert not list(page_problems(root / "site_src" / version, files))
    os.chdir(root)
    began = time.perf_counter()
    done = CliRunner().invoke(stability, ["publish", version])
    published = time.perf_counter() - began
    assert done.exit_code == 0, done.output
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak = max(peak, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return added, published, peak / 1024, sum(name.endswith(".md") for name in files)


def size_of(folder: Path) -> float:
    """Return the size of a folder in MiB; what is at two places is counted once."""
    stats = {(s.st_dev, s.st_ino): s.st_size for p in folder.rglob("*") if (s := p.lstat())}
    return sum(stats.values()) / 2**20


def main() -> None:
    """Print what the next version costs, by the length of the history."""
    print("| versions before | pages each | added, s | published, s | peak MiB | site MiB after |")
    print("| --- | --- | --- | --- | --- | --- |")
    for history in (1, HISTORY):
        with (
            TemporaryDirectory() as place,
            ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
            ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other,
        ):
            root = Path(place) / "project"
            pool.submit(lay_out, root, history).result()
            added, published, peak, pages = other.submit(
                next_version, root, f"v{history + 1}"
            ).result()
            size = size_of(root / "site")
            costs = f"{added:.1f} | {published:.1f} | {peak:.0f} | {size:.0f}"
            print(f"| {history} | {pages} | {costs} |", flush=True)


if __name__ == "__main__":
    main()
