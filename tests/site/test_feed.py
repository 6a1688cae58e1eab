"""The feed of published versions: what a feed reader keeps an entry by never changes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from generator.publication.report import Report, encode
from generator.site.feed import feed
from generator.site.history.past import Past
from generator.site.versions import Entry, Versions, published, with_entry
from tests.sample_report import trials_only_report
from tests.site.conftest import Project, version

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def listed(*names: str, drafts: int = 0, corrects: dict[str, str] | None = None) -> Versions:
    """Versions a month apart, given oldest first; so many of the newest are drafts."""
    found: Versions = ()
    for number, name in enumerate(names):
        entry = Entry(
            version=name,
            title=name,
            date=f"2026-{number + 1:02d}-01",
            status="draft",
            corrects=(corrects or {}).get(name),
            report_sha256=f"{number:064x}",
        )
        found = with_entry(found, entry)
        if number < len(names) - drafts:
            found = published(found, name)
    return found


def read(versions: Versions, site_url: str = "") -> ET.Element:
    past = Past()
    for entry in versions:
        past.add(version(entry.version, trials_only_report()))
    written = feed(versions, past, "Our report", site_url)
    assert written is not None
    return ET.fromstring(written)  # noqa: S314 - written by the code under test


def texts(root: ET.Element, path: str) -> list[str]:
    return [element.text or "" for element in root.iterfind(path, ATOM)]


def test_published_versions_have_entries_newest_first_and_drafts_have_none() -> None:
    root = read(listed("v1", "v2", "v3", drafts=1))
    assert texts(root, "a:entry/a:title") == ["Version v2", "Version v1"]
    assert texts(root, "a:entry/a:published") == ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"]
    assert texts(root, "a:updated") == ["2026-02-01T00:00:00Z"]


def test_nothing_published_makes_no_feed() -> None:
    assert feed(listed("v1", drafts=1), Past(), "Our report", "") is None


def test_ids_stay_when_a_version_is_added_and_no_two_are_alike() -> None:
    before, after = read(listed("v1", "v2")), read(listed("v1", "v2", "v3"))
    assert texts(before, "a:id") == texts(after, "a:id")
    assert texts(after, "a:entry/a:id")[1:] == texts(before, "a:entry/a:id")
    ids = texts(after, "a:entry/a:id") + texts(after, "a:id")
    assert len(set(ids)) == len(ids)
    assert all(each.startswith("urn:uuid:") for each in ids)


def test_a_correction_is_told_in_both_entries_and_moves_the_date_of_the_old_one() -> None:
    root = read(listed("v1", "v2", "v3", corrects={"v3": "v1"}))
    newest, _, oldest = texts(root, "a:entry/a:summary")
    assert newest.startswith("Corrects version v1.")
    assert oldest.startswith("Corrected by version v3.")
    assert texts(root, "a:entry/a:updated")[2] == "2026-03-01T00:00:00Z"
    assert texts(root, "a:entry/a:published")[2] == "2026-01-01T00:00:00Z"


def test_addresses_start_from_the_site_where_it_is_stated() -> None:
    def links(root: ET.Element) -> list[str | None]:
        return [element.get("href") for element in root.iterfind(".//a:link", ATOM)]

    assert links(read(listed("v1"))) == ["feed.xml", "index.html", "v1/index.html"]
    assert links(read(listed("v1"), "https://example.org/r/")) == [
        "https://example.org/r/feed.xml",
        "https://example.org/r/index.html",
        "https://example.org/r/v1/index.html",
    ]


def test_the_site_has_the_feed_and_leads_to_it(built: Project) -> None:
    root = ET.fromstring((built.site / "feed.xml").read_bytes())  # noqa: S314 - our own
    assert texts(root, "a:entry/a:title") == ["Version v1"]
    assert 'href="feed.xml"' in (built.site / "index.html").read_text("utf-8")


def test_a_date_that_never_was_is_no_error(small: Report) -> None:
    odd = listed("v1")[0]
    past = Past()
    past.add(version("v1", small))
    assert encode(small)
    entry = Entry(**{name: getattr(odd, name) for name in odd.__struct_fields__} | {"date": None})
    written = feed((entry,), past, "Our report", "")
    assert written is not None
    assert b"2000-01-01T00:00:00Z" in written
