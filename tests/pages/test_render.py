"""Whole versions rendered: complete, readable, always the same, telling nothing withheld."""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from generator.pages.render import navigation, render
from generator.publication.report import Report, decode, encode, json_schema
from tests.pages.html import Parsed, body, parse
from tests.pages.html import render as to_html
from tests.sample_report import all_reports

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
NAMES = tuple(all_reports())

TAGS = {
    *("h1", "h2", "h3", "p", "ul", "li", "a", "strong", "em", "code", "pre", "br"),
    *("table", "thead", "tbody", "tr", "th", "td"),
    *("div", "details", "summary", "figure", "figcaption", "img"),
}
ATTRIBUTES = {"id", "href", "title", "class", "style", "src", "alt", "loading", "download"}


@cache
def files(name: str) -> dict[str, bytes]:
    return render(all_reports()[name], TEMPLATES)


@cache
def pages(name: str) -> dict[str, Parsed]:
    return {
        path: to_html(body(data.decode()))
        for path, data in files(name).items()
        if path.endswith(".md")
    }


def report(name: str) -> Report:
    return all_reports()[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_version_holds_report_schema_data_and_pages(name: str) -> None:
    found = files(name)
    assert found["report.json"] == encode(report(name))
    assert decode(found["report.json"]) == report(name)
    assert found["report.schema.json"] == json_schema()
    wanted = {"index.md", "comparability.md", "limits.md", "methods.md", "glossary.md"}
    assert wanted | {"downloads.md", "data/arms.csv", "data/cases.csv"} <= set(found)
    assert ("comparisons.md" in found) == (len(report(name).arms) > 1)
    assert list(found) == sorted(found)


@pytest.mark.parametrize("name", NAMES)
def test_pages_use_expected_tags_and_attributes_only(name: str) -> None:
    for path, page in pages(name).items():
        assert page.names <= TAGS, path
        for tag, attributes in page.tags:
            assert set(attributes) <= ATTRIBUTES, (path, tag)
            assert not attributes.get("href", "").startswith(("javascript:", "data:", "http", "//"))


@pytest.mark.parametrize("name", NAMES)
def test_no_page_shows_a_value_that_has_no_words(name: str) -> None:
    for path, page in pages(name).items():
        if path in ("downloads.md", "dictionary.md", "methods.md", "glossary.md"):
            continue  # these speak of null and of code
        assert not re.search(r"\b(None|nan|NaN|inf|Infinity|null|undefined)\b", page.text), path
        assert "Undefined" not in page.text


@pytest.mark.parametrize("name", NAMES)
def test_no_markup_is_left_over(name: str) -> None:
    if name == "hostile":
        pytest.skip("its labels are leftovers of markup, and are to be seen")
    for path, page in pages(name).items():
        for leftover in ("{{", "}}", "{%", "](", "][", "**", "| --", "&#", "&lt;", "{ #"):
            assert leftover not in page.text, (path, leftover)


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_to_a_file_and_an_anchor(name: str) -> None:
    ids = {path: set(page.ids) for path, page in pages(name).items()}
    for path, page in pages(name).items():
        links = [
            attributes.get("href") or attributes.get("src") or ""
            for tag, attributes in page.tags
            if tag in ("a", "img")
        ]
        for link in links:
            target, _, anchor = link.partition("#")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            file = file if target else path
            assert file in files(name), (path, link)
            if anchor and anchor not in ("only-light", "only-dark"):
                assert anchor in ids[file], (path, link)


@pytest.mark.parametrize("name", NAMES)
def test_an_anchor_stands_once_on_its_page(name: str) -> None:
    for path, page in pages(name).items():
        assert len(page.ids) == len(set(page.ids)), path


@pytest.mark.parametrize("name", NAMES)
def test_every_table_stands_under_a_heading_and_has_rows(name: str) -> None:
    for path, page in pages(name).items():
        names = [tag for tag, _ in page.tags]
        for i, tag in enumerate(names):
            if tag == "table":
                assert {"h2", "h3"} & set(names[:i]), path
                assert names[i:].index("td") > 0, path


@pytest.mark.parametrize("name", NAMES)
def test_the_navigation_names_every_page_once(name: str) -> None:
    listed: list[str] = []
    for title, target in navigation(report(name)):
        assert title
        listed += [target] if isinstance(target, str) else [path for _, path in target]
    assert sorted(listed) == sorted(path for path in files(name) if path.endswith(".md"))
    assert listed[0] == "index.md"


def test_titles_of_the_navigation_are_inert() -> None:
    entries = dict(navigation(report("hostile")))
    arms = entries["Arms"]
    assert isinstance(arms, list)
    for title, _ in arms:
        assert not set(title) & set("<>[]{}|\"'`")
        assert not parse(title).tags


@pytest.mark.parametrize("name", NAMES)
def test_front_matter_titles_are_inert(name: str) -> None:
    for path, data in files(name).items():
        if path.endswith(".md"):
            head = yaml.safe_load(data.decode().split("---\n", 2)[1])
            assert head["title"]
            assert not set(head["title"] + head["description"]) & set('<>[]{}|"`'), path


@pytest.mark.parametrize("name", NAMES)
def test_a_withheld_count_stands_nowhere(name: str) -> None:
    for arm in report(name).arms:
        withheld = [case for case in arm.cases if case.stage == "screen" and case.passed is None]
        for case in withheld:
            telling = re.compile(rf"\b\d+/{case.valid}\b")
            for path, page in files(name).items():
                if not path.endswith(".md") or path == "index.md":
                    continue
                rows = [line for line in page.decode().split("\n") if f"#{case.case} " in line]
                for row in rows:
                    assert not telling.search(row), (path, row)
            for data in files(name)["data/cases.csv"].decode().split("\n"):
                if data.startswith(f"{arm.arm},{case.case},"):
                    assert ",screen," in data
                    assert f",{case.valid},," in data  # valid, then an empty cell for passed


def test_withheld_totals_are_said_to_be_withheld() -> None:
    page = pages("suppressed")["arms/few-cases.md"].text
    assert report("suppressed").arms[0].states.valid_task_success is None
    assert re.search(r"passed\s+withheld", page)
    assert re.search(r"failed\s+withheld", page)


@pytest.mark.parametrize("seed", ["0", "1", "4294967295"])
def test_the_same_bytes_under_any_hash_seed(seed: str) -> None:
    program = (
        "import hashlib; from pathlib import Path;"
        "from generator.pages.render import render;"
        "from tests.sample_report import all_reports\n"
        "for name, report in sorted(all_reports().items()):\n"
        "    files = render(report, Path('templates'))\n"
        "    for path, data in files.items():\n"
        "        print(name, path, hashlib.sha256(data).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = [
        f"{name} {path} {hashlib.sha256(data).hexdigest()}"
        for name in sorted(NAMES)
        for path, data in files(name).items()
    ]
    assert done.stdout.split("\n")[:-1] == expected


def test_a_thousand_cases_stay_light() -> None:
    for path, data in files("large").items():
        if path.endswith(".md"):
            assert len(data) < 150_000, path
    assert sum(path.startswith("arms/a-thousand-cases/") for path in files("large")) == 5
