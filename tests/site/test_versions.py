"""The list of versions: its chain shows every change, and what is published stays."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest

from generator.errors import ReleaseStopped, UnusableInput
from generator.site import versions
from generator.site.versions import Entry, Versions


def entry(version: str, report: str = "a", **changes: Any) -> Entry:
    fields: dict[str, Any] = {
        "version": version,
        "title": version,
        "date": "2026-11-09",
        "status": "draft",
        "corrects": None,
        "report_sha256": report * 64,
    }
    return Entry(**fields | changes)


def chain(*names: str) -> Versions:
    listed: Versions = ()
    for name in names:
        listed = versions.published(versions.with_entry(listed, entry(name)), name)
    return listed


def reports(listed: Versions) -> dict[str, str]:
    return {each.version: each.report_sha256 for each in listed}


def codes(listed: Versions, known: dict[str, str] | None = None) -> set[str]:
    found = versions.problems(listed, reports(listed) if known is None else known)
    return {problem.code for problem in found}


def test_a_list_of_no_versions_has_no_problem() -> None:
    assert codes(()) == set()


def test_the_newest_comes_first_and_alone_is_the_latest() -> None:
    listed = chain("v1", "v2", "v3")
    assert [each.version for each in listed] == ["v3", "v2", "v1"]
    assert [each.aliases for each in listed] == [("latest",), (), ()]


def test_an_entry_holds_the_digest_of_the_older_ones_canonical_json_without_aliases() -> None:
    newer, older = chain("v1", "v2")
    document = {
        "version": "v1",
        "title": "v1",
        "date": "2026-11-09",
        "status": "published",
        "corrects": None,
        "report_sha256": "a" * 64,
        "previous": None,
    }
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    assert newer.previous == hashlib.sha256(canonical.encode()).hexdigest()
    assert older.previous is None
    assert codes((newer, older)) == set()


def test_what_is_written_is_read_back_and_has_the_selectors_keys() -> None:
    listed = chain("v1", "v2")
    written = versions.dumps(listed)
    assert versions.loads(written) == listed
    assert all({"version", "title", "aliases"} <= set(each) for each in json.loads(written))
    assert written.endswith(b"]\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'[{"version": "v1"}]',
        versions.dumps(chain("v1")).replace(b'"title"', b'"other": 1, "title"'),
        versions.dumps(chain("v1")).replace(b'"v1"', b'"../v1"'),
        versions.dumps(chain("v1")).replace(b"published", b"final"),
    ],
)
def test_another_form_is_refused(data: bytes) -> None:
    with pytest.raises(UnusableInput):
        versions.loads(data)


def test_a_draft_may_be_rebuilt() -> None:
    listed = versions.with_entry(chain("v1"), entry("v2", "b"))
    again = versions.with_entry(listed, entry("v2", "c"))
    assert [each.report_sha256[0] for each in again] == ["c", "a"]
    assert codes(again) == set()


def test_a_rebuilt_older_draft_keeps_the_chain_whole() -> None:
    listed = versions.with_entry(versions.with_entry((), entry("v1")), entry("v2"))
    again = versions.with_entry(listed, entry("v1", "b"))
    assert again[0].previous == versions.digest(again[1]) != listed[0].previous


def test_a_published_version_may_not_change() -> None:
    with pytest.raises(ReleaseStopped) as stopped:
        versions.with_entry(chain("v1"), entry("v1", "b"))
    assert "new name" in stopped.value.problems[0].remedy


def test_nothing_is_published_on_top_of_a_draft() -> None:
    listed = versions.with_entry(versions.with_entry((), entry("v1")), entry("v2"))
    with pytest.raises(ReleaseStopped, match="v1"):
        versions.published(listed, "v2")
    both = versions.published(versions.published(listed, "v1"), "v2")
    assert {each.status for each in both} == {"published"}
    assert codes(both) == set()


def test_a_version_that_is_not_there_cannot_be_published() -> None:
    with pytest.raises(UnusableInput):
        versions.published(chain("v1"), "v2")


@pytest.mark.parametrize("name", ["latest", "Latest", "index.html", "versions.json", "V1"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    with pytest.raises(UnusableInput):
        versions.with_entry(chain("v1"), entry(name))


@pytest.mark.parametrize(
    "changes",
    [{"title": "other"}, {"date": "2026-11-10"}, {"report_sha256": "b" * 64}, {"corrects": "v0"}],
)
def test_a_changed_old_entry_shows(changes: dict[str, Any]) -> None:
    newest, middle, oldest = chain("v1", "v2", "v3")
    assert "CHAIN_BROKEN" in codes((newest, middle, msgspec.structs.replace(oldest, **changes)))


def test_a_removed_old_entry_shows() -> None:
    newest, _, oldest = chain("v1", "v2", "v3")
    assert codes((newest, oldest)) == {"CHAIN_BROKEN"}


def test_a_new_version_does_not_heal_a_broken_chain() -> None:
    newest, _, oldest = chain("v1", "v2", "v3")
    assert codes(versions.with_entry((newest, oldest), entry("v4"))) == {"CHAIN_BROKEN"}


def test_a_changed_or_missing_report_shows() -> None:
    listed = chain("v1", "v2")
    assert codes(listed, {"v1": "b" * 64, "v2": "a" * 64}) == {"REPORT_CHANGED"}
    assert codes(listed, {"v2": "a" * 64}) == {"VERSION_MISSING"}


@pytest.mark.parametrize("named", ["v9", "v2", "v3"])
def test_a_correction_names_an_older_version(named: str) -> None:
    listed = versions.with_entry(versions.with_entry(chain("v1"), entry("v2")), entry("v3"))
    with pytest.raises(UnusableInput, match="older"):
        versions.with_entry(listed, entry("v2", corrects=named))
    with pytest.raises(UnusableInput, match="older"):
        versions.with_entry(listed, entry("v4", corrects="v4"))
    stated = msgspec.structs.replace(listed[1], corrects=named)
    assert "CORRECTS_NOTHING" in codes((listed[0], stated, listed[2]))


def test_a_version_that_is_listed_twice_shows() -> None:
    newest, oldest = chain("v1", "v2")
    assert "LISTED_TWICE" in codes((newest, oldest, oldest))


def test_a_published_entry_made_a_draft_shows() -> None:
    newest, oldest = chain("v1", "v2")
    opened = msgspec.structs.replace(oldest, status="draft")
    assert codes((newest, opened)) == {"CHAIN_BROKEN", "OLDER_DRAFT"}


def test_the_newest_correction_is_found() -> None:
    listed = chain("v1")
    for name in ("v2", "v3"):
        corrected = entry(name, corrects="v1")
        listed = versions.published(versions.with_entry(listed, corrected), name)
    assert versions.correction_of(listed, "v1") == "v3"
    drafted = versions.with_entry(listed, entry("v4", corrects="v1"))
    assert versions.correction_of(drafted, "v1") == "v3"  # a draft corrects nothing yet
    assert versions.correction_of(listed, "v2") is None
