"""The link walk: dead links, dead fragments and foreign loads are named, sound pages are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.site.links import link_problems

PAGE = '<html><body><h1 id="top">Page</h1>{}</body></html>'


def test_the_line_is_named_in_which_it_stands_first(tmp_path: Path) -> None:
    link = '<a href="nowhere.html">x</a>'
    (tmp_path / "page.html").write_text(PAGE.format(f"\n<p>\n{link} {link}\n{link}</p>"))
    (tmp_path / "a.css").write_text("a {}\n\n@import url(https://fonts.example/a);\n")
    found = [(problem.code, str(problem.file), problem.line) for problem in link_problems(tmp_path)]
    assert found == [("LOADED_FROM_ELSEWHERE", "a.css", 3), ("DEAD_LINK", "page.html", 3)]


def test_what_lies_apart_is_read_only_where_others_lead_there(tmp_path: Path) -> None:
    for folder, link in (("v1", "gone.html"), ("v2", "../v1/page.html#gone")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "page.html").write_text(PAGE.format(f'<a href="{link}">x</a>'))
    assert [str(each.file) for each in link_problems(tmp_path)] == ["v1/page.html", "v2/page.html"]
    assert [str(each.file) for each in link_problems(tmp_path, apart={"v1"})] == ["v2/page.html"]


def codes(site: Path, body: str, base: str = "/") -> list[str]:
    (site / "v1").mkdir(exist_ok=True)
    (site / "v1" / "index.html").write_text(PAGE.format(""))
    (site / "v1" / "data file.csv").write_text("a\n")
    (site / "v1" / "page.html").write_text(PAGE.format(body))
    return [problem.code for problem in link_problems(site, base)]


@pytest.mark.parametrize(
    "body",
    [
        '<a href="index.html#top">x</a>',
        '<a href="#top">x</a>',
        '<a href="../v1/">x</a>',
        '<a href="/v1/page.html">x</a>',
        '<a href="data%20file.csv">x</a>',
        '<a href="https://example.org/">x</a>',
        '<a href="mailto:a@example.org">x</a>',
        '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
        '<link rel="canonical" href="https://example.org/v1/page.html">',
    ],
)
def test_sound_pages_pass(tmp_path: Path, body: str) -> None:
    assert codes(tmp_path, body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<a href="nowhere.html">x</a>', "DEAD_LINK"),
        ('<a href="index.html#nowhere">x</a>', "DEAD_LINK"),
        ('<a href="#nowhere">x</a>', "DEAD_LINK"),
        ('<a href="../../outside.html">x</a>', "DEAD_LINK"),
        ('<a href="/elsewhere/">x</a>', "DEAD_LINK"),
        ('<img src="gone.svg">', "DEAD_LINK"),
        ('<meta http-equiv="refresh" content="0; url=gone.html">', "DEAD_LINK"),
        ('<a href="javascript:alert(1)">x</a>', "UNSAFE_LINK"),
        ('<script src="https://cdn.example/x.js"></script>', "LOADED_FROM_ELSEWHERE"),
        ('<img src="//cdn.example/x.png">', "LOADED_FROM_ELSEWHERE"),
        ('<link rel="stylesheet" href="https://fonts.example/a">', "LOADED_FROM_ELSEWHERE"),
        ("<style>@import 'https://fonts.example/a'</style>", "LOADED_FROM_ELSEWHERE"),
        ("<style>@import url(https://fonts.example/a)</style>", "LOADED_FROM_ELSEWHERE"),
        ('<p style="background: url(https://x.example/a.png)">x</p>', "LOADED_FROM_ELSEWHERE"),
        ('<iframe src="https://x.example/"></iframe>', "LOADED_FROM_ELSEWHERE"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, body: str, code: str) -> None:
    assert codes(tmp_path, body) == [code]


def test_style_sheets_and_drawings_are_read_too(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("@font-face { src: url('https://fonts.example/a.woff2') }")
    (tmp_path / "b.svg").write_text('<svg><image href="https://x.example/a.png"/></svg>')
    found = link_problems(tmp_path)
    assert [(str(problem.file), problem.code) for problem in found] == [
        ("a.css", "LOADED_FROM_ELSEWHERE"),
        ("b.svg", "LOADED_FROM_ELSEWHERE"),
    ]


def test_addresses_from_the_host_start_at_the_base(tmp_path: Path) -> None:
    body = '<a href="/reports/v1/index.html#top">x</a>'
    assert codes(tmp_path, body, base="/reports/") == []
    assert codes(tmp_path, body) == ["DEAD_LINK"]
