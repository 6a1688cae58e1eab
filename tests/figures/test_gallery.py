"""All figures of all sample reports: the same bytes everywhere, well-formed, accessible, small."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import pytest

from generator.pages.figures import Figure, figures
from tests.figures.reading import SVG, root_of, words
from tests.sample_report import all_reports, empty_report, large_report, sample_report

ROOT = Path(__file__).parents[2]

FINGERPRINT = """
import hashlib
from generator.pages.figures import figures
from tests.sample_report import hostile_report, sample_report
seen = hashlib.sha256()
for report in (sample_report(), hostile_report()):
    for figure in figures(report):
        seen.update(figure.light + figure.dark + figure.table.encode() + figure.name.encode())
print(seen.hexdigest())
"""

ALL = [
    pytest.param(figure, id=f"{name}-{figure.name}")
    for name, report in all_reports().items()
    for figure in figures(report)
]


def fingerprint(folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", FINGERPRINT],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_bytes_do_not_depend_on_hash_seed_zone_locale_date_or_the_users_matplotlib(
    tmp_path: Path,
) -> None:
    (tmp_path / "matplotlibrc").write_text(
        "svg.fonttype: path\nhatch.linewidth: 3\nfont.family: serif\ntext.color: red\n"
        "savefig.bbox: tight\npatch.antialiased: False\nsavefig.facecolor: yellow\n"
    )
    here = fingerprint(ROOT, PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C", SOURCE_DATE_EPOCH="0")
    there = fingerprint(tmp_path, PYTHONHASHSEED="2", TZ="Asia/Tokyo", LC_ALL="C.UTF-8")
    assert here == there
    seen = hashlib.sha256()
    for name in ("sample", "hostile"):
        for figure in figures(all_reports()[name]):
            seen.update(figure.light + figure.dark + figure.table.encode() + figure.name.encode())
    assert seen.hexdigest() == here.strip()


def test_drawing_leaves_matplotlibs_own_settings_alone() -> None:
    before = dict(mpl.rcParams)
    figures(sample_report())
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("figure", ALL)
def test_a_figure_says_what_it_is_inside_itself(figure: Figure) -> None:
    for drawing in (figure.light, figure.dark):
        root = root_of(drawing)
        assert root.get("role") == "img"
        named = root.get("aria-labelledby", "").split()
        texts = {element.get("id"): element.text for element in list(root)[:2]}
        assert [element.tag for element in list(root)[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert all(texts[name] for name in named)
        assert figure.title
        assert figure.description


@pytest.mark.parametrize("figure", ALL)
def test_light_and_dark_differ_in_their_colours_alone(figure: Figure) -> None:
    def colourless(drawing: bytes) -> bytes:
        return re.sub(rb"#[0-9a-f]{6}", b"", drawing)

    assert figure.light != figure.dark
    assert colourless(figure.light) == colourless(figure.dark)
    light = set(re.findall(rb"(?:fill|stroke): (#[0-9a-f]{6})", figure.light))
    dark = set(re.findall(rb"(?:fill|stroke): (#[0-9a-f]{6})", figure.dark))
    assert len(light) == len(dark)
    assert not light & dark


@pytest.mark.parametrize("figure", ALL)
def test_a_figure_holds_nothing_that_is_not_shown(figure: Figure) -> None:
    drawing = figure.light.decode()
    assert "<!" not in drawing
    assert "metadata" not in drawing
    assert "matplotlib" not in drawing.lower()
    addresses = set(re.findall(r"https?://[^\"']+", drawing))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    allowed = {"svg", "title", "desc", "defs", "style", "g", "path", "text", "pattern", "rect"}
    assert {element.tag.removeprefix(SVG) for element in root_of(figure.light).iter()} <= allowed
    ids = [element.get("id") for element in root_of(figure.light).iter() if element.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("figure", ALL)
def test_text_is_large_enough_on_a_phone(figure: Figure) -> None:
    root = root_of(figure.light)
    width = float(root.get("viewBox", "").split()[2])
    column = 390 - 32  # a phone's width without the margins of the page
    sizes = re.findall(r"font-size: ([\d.]+)px", figure.light.decode())
    assert min(float(size) for size in sizes) * column / width >= 8.9


@pytest.mark.parametrize("figure", ALL)
def test_text_stays_within_the_sheet(figure: Figure) -> None:
    root = root_of(figure.light)
    width, height = (float(part) for part in root.get("viewBox", "").split()[2:])
    for element in root.iter(f"{SVG}text"):
        x, y = float(element.get("x", "")), float(element.get("y", ""))
        assert 0 <= x <= width
        assert 0 <= y <= height


@pytest.mark.parametrize("figure", ALL)
def test_names_are_safe_as_file_names(figure: Figure) -> None:
    assert re.fullmatch(r"[a-z0-9-]{1,80}", figure.name)


def test_names_are_unique() -> None:
    for report in all_reports().values():
        names = [figure.name for figure in figures(report)]
        assert len(names) == len(set(names))


def test_an_empty_report_has_no_figures() -> None:
    assert figures(empty_report()) == []


def test_a_thousand_cases_stay_small_and_say_what_is_left_out() -> None:
    drawn = figures(large_report(1000))
    assert all(len(figure.light) < 100_000 for figure in drawn)
    grid = next(figure for figure in drawn if figure.name.startswith("outcomes"))
    assert any(re.fullmatch(r"and [\d,]+ more, in the table", text) for text in words(grid.light))
    tried = sum(1 for case in large_report(1000).arms[0].cases if case.planned)
    assert grid.table.count("\n") == tried + 1
