"""What the gates take for declared, and what the search keeps of versions that passed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

from generator.errors import Problem, ReleaseStopped, UnusableInput
from generator.gates import Gates
from generator.publication.scan.search.gathered import read_back, spelled
from generator.publication.scan.search.public import PublicSide
from generator.site.files import tree_digest
from generator.site.record import RECORD, encode
from generator.site.settings import Settings
from generator.spec.load import load_spec
from tests.artifacts.samples import arm, run

ROOT = Path(__file__).parents[1]
MODEL = "cormorant-quay-70"


@pytest.fixture
def gates(tmp_path: Path) -> Gates:
    """The gates over results that state a model's name, which the spec declares public."""
    spec = tmp_path / "stability.yml"
    spec.write_text("identity_public: [served_model]\n")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "notes.json").write_text(json.dumps({"said": MODEL}))
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.md").write_text(f"It was {MODEL} again")
    settings = Settings(ROOT / "mkdocs.yml", ROOT / "templates")
    return Gates(settings, load_spec(spec), tmp_path / "results")


def declare(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "run.json"
    file.write_text(json.dumps(run(arm=arm(served_model=MODEL))))
    return file


def test_what_a_run_states_is_declared(gates: Gates, tmp_path: Path) -> None:
    declare(tmp_path / "results" / "one")
    assert list(gates.private_texts(tmp_path / "site")) == []


def test_a_link_declares_nothing(gates: Gates, tmp_path: Path) -> None:
    file = declare(tmp_path / "elsewhere")
    (tmp_path / "results" / "one").mkdir()
    (tmp_path / "results" / "one" / "run.json").symlink_to(file)
    (finding,) = gates.private_texts(tmp_path / "site")
    assert finding.file == "a.md"


def test_a_pipe_is_not_waited_for(gates: Gates, tmp_path: Path) -> None:
    (tmp_path / "results" / "one").mkdir()
    os.mkfifo(tmp_path / "results" / "one" / "run.json")
    (finding,) = gates.private_texts(tmp_path / "site")
    assert finding.file == "a.md"


def test_each_gate_in_a_process_of_its_own_finds_and_tells_the_same(
    gates: Gates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [{"case_id": f"kelp-{at:05}-forest"} for at in range(5_001)]
    (tmp_path / "results" / "ids.json").write_text(json.dumps(ids))
    told: list[Problem] = []
    gates = replace(gates, tell=told.append)
    found = gates.findings(tmp_path / "site")
    assert {each.gate for each in found} == {"positive", "negative"}
    assert [each.code for each in told] == ["IDS_NOT_TRIED"]
    monkeypatch.delattr("generator.gates.PublicSide")  # in this process alone
    assert replace(gates, jobs=2).findings(tmp_path / "site") == found
    assert told == told[:1] * 2


def test_an_error_comes_out_of_another_process_as_it_was_raised_there() -> None:
    problem = Problem("CODE", "What.", "Remedy.", Path("file"), 3)
    for raised in (UnusableInput(problem), ReleaseStopped(problem, problem)):
        come = ForkingPickler.loads(ForkingPickler.dumps(raised))
        assert type(come) is type(raised)
        assert (come.problems, str(come)) == (raised.problems, str(raised))


class Kept:
    """A site of two versions that was searched, and what the search keeps of it."""

    def __init__(self, gates: Gates, root: Path) -> None:
        self.gates, self.site, self.file = gates, root / "kept", root / ".kept.searched"
        for version in ("v1", "v2"):
            (self.site / version).mkdir(parents=True)
            (self.site / version / "a.md").write_text(f"Of {version} and kelp-forest-one")
        self.record("v1", "v2")

    def record(self, *versions: str) -> None:
        (self.site / RECORD).write_bytes(encode(dict.fromkeys(versions, "inputs")))

    def found(self) -> list[str]:
        """Search, and return the files that something is in."""
        return [each.file for each in self.gates.private_texts(self.site, self.file)]

    def read(self, monkeypatch: pytest.MonkeyPatch) -> set[str]:
        """Search, and return the files that were read in full."""
        seen: set[str] = set()
        squashed = PublicSide._squashed

        def watched(side: PublicSide) -> Iterator[tuple[bytes, bool]]:
            seen.update(path for path, _ in side._new())
            return squashed(side)

        monkeypatch.setattr(PublicSide, "_squashed", watched)
        assert self.found() == []
        return seen


@pytest.fixture
def kept(gates: Gates, tmp_path: Path) -> Kept:
    kept = Kept(gates, tmp_path)
    assert kept.found() == []
    return kept


def test_a_version_that_is_as_it_was_is_not_read_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept.site / "v2" / "a.md").write_text("Of v2 and no more")
    assert kept.read(monkeypatch) == {"v2/a.md", RECORD}


def test_a_text_that_became_private_is_found_in_a_version_that_is_not_read_again(
    kept: Kept, tmp_path: Path
) -> None:
    (tmp_path / "results" / "more.json").write_text(json.dumps({"case_id": "kelp-forest-one"}))
    before = kept.file.read_bytes()
    assert kept.found() == ["v1/a.md"]  # and in one more file
    assert kept.file.read_bytes() == before  # of a site that does not go out nothing is kept


def test_a_version_that_changes_while_it_is_read_is_read_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = kept.site / "v2" / "a.md"
    page.write_text("Of v2 and no more")
    squashed = PublicSide._squashed

    def changing(side: PublicSide) -> Iterator[tuple[bytes, bool]]:
        page.write_text("Of v2, changed")
        yield from squashed(side)

    with monkeypatch.context() as patched:
        patched.setattr(PublicSide, "_squashed", changing)
        assert kept.found() == []
    page.write_text("Of v2 and no more")
    assert kept.read(monkeypatch) == {"v2/a.md", RECORD}


@pytest.mark.parametrize("why", ["damaged", "another program", "gone", "no longer excused"])
def test_all_is_read_again_where_what_is_kept_is_not_of_it(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    data = kept.file.read_bytes()
    by = tree_digest(ROOT / "generator", apart="__pycache__")
    gathered, versions = read_back(data, by)
    assert set(versions) == {"v1", "v2"}
    if why == "damaged":
        kept.file.write_bytes(data[:-1])
    elif why == "another program":
        kept.file.write_bytes(spelled(gathered, versions, "another"))
    elif why == "gone":
        kept.record("v1")
    else:
        excused = frozenset([b"kelp"])
        kept.file.write_bytes(spelled(replace(gathered, excused=excused), versions, by))
    assert kept.read(monkeypatch) == {"v1/a.md", "v2/a.md", RECORD}


def test_a_memory_that_cannot_be_written_stops_nothing(kept: Kept) -> None:
    kept.file.unlink()
    kept.file.mkdir()
    assert kept.found() == []
