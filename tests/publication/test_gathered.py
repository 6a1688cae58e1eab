"""What is kept of a public side: it says the same as reading it again, or nothing at all."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.publication.scan.search.gathered import Gathered, read_back, spelled
from generator.publication.scan.search.grams import pieces
from generator.publication.scan.search.names import Common
from generator.publication.scan.search.public import PublicSide

COMMON = Common.of(["Write to someone@example.org"], [], [])
PAGES = {
    "v1/a.html": "<p>The kelp forest A-3f09c2d1</p>",
    "v1/b.csv": "case,rate\nA-77aa01bc,0.25\nsomeone@example.org,1\n",
    "v2/c.md": "Nothing but a quay, and cormorants",
}


def same(one: Gathered, other: Gathered) -> bool:
    return (
        np.array_equal(one.short, other.short)
        and np.array_equal(one.long, other.long)
        and (one.words, one.digits, one.excused) == (other.words, other.digits, other.excused)
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in PAGES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_was_gathered_before_and_what_is_new_are_the_whole(site: Path) -> None:
    whole = PublicSide(site, COMMON).gathered
    (site / "apart").mkdir()
    (site / "v2").rename(site / "apart" / "v2")
    before = PublicSide(site, COMMON, apart=["apart/"]).gathered
    (site / "apart" / "v2").rename(site / "v2")
    (site / "apart").rmdir()
    assert not same(before, whole)
    assert same(PublicSide(site, COMMON, before, ["v1/"]).gathered, whole)
    assert whole.excused == {b"exampleorg"}


def test_what_lies_apart_is_still_read_for_places(site: Path) -> None:
    side = PublicSide(site, COMMON, PublicSide(site, COMMON).gathered, ["v1/", "v2/"])
    assert {path for path, _ in side.read()} == set(PAGES)


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 2**64 - 1), unique=True),
    st.frozensets(st.text(alphabet="abcé0", max_size=5)),
    st.frozensets(st.binary(max_size=5)),
    st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=3),
)
def test_it_is_read_back_as_it_was(
    numbers: list[int], words: frozenset[str], excused: frozenset[bytes], versions: dict[str, str]
) -> None:
    pieces = np.sort(np.array(numbers, np.uint64))
    gathered = Gathered(pieces, pieces[::2], words, words, excused)
    found, of = read_back(spelled(gathered, versions, "by"), "by")
    assert same(found, gathered)
    assert of == versions


@pytest.mark.parametrize("damage", ["cut", "empty", "longer", "a bit"])
def test_what_was_damaged_is_nothing(damage: str) -> None:
    data = bytearray(spelled(Gathered(np.arange(9, dtype=np.uint64)), {"v1": "a"}, "by"))
    if damage == "cut":
        del data[-1]
    elif damage == "empty":
        data.clear()
    elif damage == "longer":
        data += b"x"
    else:
        data[-20] ^= 1
    found, of = read_back(bytes(data), "by")
    assert same(found, Gathered())
    assert of == {}


def test_what_another_program_gathered_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    data = spelled(Gathered(np.arange(9, dtype=np.uint64)), {"v1": "a"}, "by")
    assert read_back(data, "by")[1] == {"v1": "a"}
    assert read_back(data, "another")[1] == {}
    monkeypatch.setattr(np, "__version__", "0")
    assert read_back(data, "by")[1] == {}


def test_letters_have_the_numbers_they_always_had() -> None:
    """From `printf abcdef | sha256sum`, letter by letter, as a polynomial in the factor."""
    first = [hashlib.sha256(letter.encode()).digest()[:8] for letter in "abcdef"]
    numbers = [int.from_bytes(each, "little") for each in first]
    factor = 0x9E3779B97F4A7C15
    number = 0
    for each in numbers:
        number = (number * factor + each) % 2**64
    short, _ = pieces(b"abcdef")
    assert short.tolist() == [number]


def test_a_content_that_two_versions_share_is_read_once(site: Path) -> None:
    (site / "v2" / "a.html").write_text(PAGES["v1/a.html"])
    side = PublicSide(site, COMMON, PublicSide(site, COMMON).gathered, ["v1/", "v2/"])
    whole = [path for path, view in side.read() if not view.name]
    assert whole == sorted(PAGES)
