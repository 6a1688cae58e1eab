"""Pages have safe names of their own, and every case a place."""

from __future__ import annotations

import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from generator.pages.addresses import ROWS_ON_ARM_PAGE, arm_addresses, slugs
from tests.sample_parts import HOSTILE
from tests.sample_report import large_report, sample_report


@given(st.lists(st.text(min_size=1, max_size=50), unique=True, max_size=12))
def test_slugs_are_safe_and_used_once(labels: list[str]) -> None:
    made = slugs(labels)
    assert len(made) == len(labels) == len(set(made))
    for name in made:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert name not in {"index", "readme"}
        assert len(name) <= 60


def test_a_slug_reads_like_its_label() -> None:
    assert slugs(["Atlas 2 · high", "gpt-4.1 @ lane/3"]) == ["atlas-2-high", "gpt-4-1-lane-3"]


def test_labels_that_leave_nothing_get_part_of_their_digest() -> None:
    # the digests as `printf 日本 | sha256sum` prints them
    assert slugs(["日本", "***"]) == ["arm-cf2abf", "arm-596f41"]
    assert slugs(["***", "日本"]) == ["arm-596f41", "arm-cf2abf"]


def test_a_name_in_use_is_told_apart_and_the_first_keeps_it() -> None:
    first, second = slugs(["A b", "a-b"])
    assert first == "a-b"
    assert re.fullmatch(r"a-b-[0-9a-f]{6}", second)


def test_thousands_of_equal_labels_have_names_of_their_own() -> None:
    digest = hashlib.sha256(b"A").hexdigest()
    made = slugs(["A"] * 3000 + [f"A-{digest[:7]}", "***", "***"])
    assert made[:3] == ["a", f"a-{digest[:6]}", f"a-{digest[:7]}"]
    assert made[58:61] == [f"a-{digest[:63]}", f"a-{digest}", f"a-{digest}-2"]
    assert len(set(made)) == len(made)
    assert max(map(len, made)) <= 120


def test_names_that_the_site_gives_a_meaning_are_not_used() -> None:
    (name,) = slugs(["Index"])
    assert name.startswith("index-")


def test_hostile_labels_name_files_like_any_other() -> None:
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in slugs(HOSTILE))


def test_few_cases_stand_on_the_page_of_their_arm() -> None:
    atlas = arm_addresses(sample_report())[0]
    assert atlas.case_pages == ()
    assert atlas.case("A-d9b79b46") == "arms/atlas-2-high.md#A-d9b79b46"
    assert atlas.case("A-00000000") is None


def test_many_cases_have_pages_of_their_own_and_each_stands_on_one() -> None:
    (address,) = arm_addresses(large_report())
    listed = [case.case for page in address.case_pages for case in page.cases]
    assert listed == sorted(case.case for case in address.arm.cases)
    assert all(len(page.cases) <= ROWS_ON_ARM_PAGE for page in address.case_pages)
    assert [page.first for page in address.case_pages] == [1, 201, 401, 601, 801]
    last = address.case_pages[-1]
    assert address.case(listed[-1]) == f"{last.path}#{listed[-1]}"
