"""What is seen across versions: what can be compared, and what became of each case."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest

from generator.pages.figures.trend import TrendPoint, highest_of, trend
from generator.publication.arm import Arm
from generator.publication.report import Report
from generator.site.history.past import Past
from generator.site.history.rows import case_rows, cases_csv, estimates_csv
from generator.site.history.series import Moment, followed, moments
from generator.site.versions import Entry, Versions, with_entry
from tests.figures.reading import SVG, root_of
from tests.sample_parts import run_row, sample_arm, sample_case
from tests.sample_report import RULES, report_of
from tests.site.conftest import Project, version

FAILS = "FFFFFFFFFFFFFFFFFFFF"
CASES = [
    *(sample_case(f"A-0000000{i}", "pass") for i in range(6)),
    sample_case("A-a1c40e57", "fail", FAILS),
    sample_case("A-f4a82c9e", "fail", "FFFFF"),
]


def arm(*more: object, label: str = "Atlas") -> Arm:
    return sample_arm(label, [*CASES, *more])  # type: ignore[list-item]


def listed(*names: str, corrects: dict[str, str] | None = None) -> Versions:
    """A list of versions, given oldest first."""
    versions: Versions = ()
    for name in names:
        entry = Entry(
            version=name,
            title=name,
            date="2026-10-01",
            status="published",
            corrects=(corrects or {}).get(name),
            report_sha256="0" * 64,
        )
        versions = with_entry(versions, entry)
    return versions


def past_of(*reports: Report) -> Past:
    """The past of reports, given oldest first."""
    past = Past()
    for report in reversed(reports):
        past.add(report)
    return past


def report(name: str, *arms: Arm, **changes: object) -> Report:
    return version(name, report_of(*(arms or (arm(),)), **changes))


def series(*reports: Report, corrects: dict[str, str] | None = None) -> list[Moment]:
    names = [report.version for report in reports]
    return moments(past_of(*reports).arms[0], listed(*names, corrects=corrects))


# -- what can be compared --------------------------------------------------------------------


def test_versions_on_one_basis_can_be_compared() -> None:
    first, second = series(report("v1"), report("v2"))
    assert (first.breaks, second.breaks) == ((), ())
    assert first.point.basis.fingerprint == second.point.basis.fingerprint


def renamed_model(changed: Arm) -> Arm:
    return msgspec.structs.replace(
        changed, identity={**changed.identity, "harness_version": "9.9.9"}
    )


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        (report("v2", arm(sample_case("A-99999999", "pass"))), "Cases: not the same set"),
        (report("v2", renamed_model(arm())), "Harness version: "),
        (
            report("v2", rules=msgspec.structs.replace(RULES, confirmation=30)),
            "Trials of a confirmation: 20 before, 30 after",
        ),
    ],
    ids=["cases", "identity", "threshold"],
)
def test_what_changed_breaks_the_line_and_is_named(after: Report, reason: str) -> None:
    first, second = series(report("v1"), after)
    assert len(second.breaks) == 1
    assert reason in second.breaks[0]
    assert first.point.basis.fingerprint != second.point.basis.fingerprint


def test_a_corrected_version_is_passed_by() -> None:
    wrong = report("v2", renamed_model(arm()))
    found = series(report("v1"), wrong, report("v3"), corrects={"v3": "v2"})
    assert [moment.corrected_by for moment in found] == [None, "v3", None]
    assert [moment.breaks for moment in found] == [(), (), ()]


# -- the figure ------------------------------------------------------------------------------


def point(name: str, value: float | None, *, breaks: bool = False, **more: object) -> TrendPoint:
    fields = {"state": "published", "lower": None, "upper": None, **more}
    return TrendPoint(version=name, value=value, breaks=breaks, **fields)  # type: ignore[arg-type]


def joins(*points: TrendPoint) -> int:
    """How many lines join two points: those that lead neither straight across nor straight up."""
    _, light, _ = trend("Title", "unit", tuple(points))
    found = 0
    for path in root_of(light).iter(f"{SVG}path"):
        words = path.get("d", "").split()
        if words[::3] == ["M", "L"] and words[1] != words[4] and words[2] != words[5]:
            found += "stroke: #0067a8" in path.get("style", "")
    return found


def test_a_line_joins_neighbours_alone_and_stops_at_a_break() -> None:
    assert joins(point("v1", 0.2), point("v2", 0.8)) == 1
    assert joins(point("v1", 0.2), point("v2", 0.8, breaks=True)) == 0
    assert joins(point("v1", 0.2), point("v2", None), point("v3", 0.8)) == 0
    assert joins(point("v1", 0.2), point("v2", 0.4, state="corrected"), point("v3", 0.8)) == 1


def test_the_words_of_a_trend_say_every_number_interval_and_break() -> None:
    points = [
        point("v1", 0.25, lower=0.1, upper=0.5, state="draft"),
        point("v2", None),
        point("v3", 0.5, breaks=True),
    ]
    words, light, dark = trend("Title", "unit", tuple(points))
    assert words == (
        "v1, draft: 25.0% (10.0% to 50.0%). v2: no number. "
        "v3: 50.0%. Not comparable with what is before."
    )
    assert light != dark
    assert words in light.decode()


def test_what_has_no_number_stands_below_the_scale_in_a_band_with_its_name() -> None:
    _, light, _ = trend("Title", "unit", (point("v1", 0.0), point("v2", None)))
    heights = {words.text: float(words.get("y", "")) for words in root_of(light).iter(f"{SVG}text")}
    nought = max(y for text, y in heights.items() if text == "0%")
    assert heights["no number"] > nought + 9  # a line of its own below the foot of the scale
    crosses = [
        float(path.get("d", "").split()[2])
        for path in root_of(light).iter(f"{SVG}path")
        if "stroke: #5a6170" in path.get("style", "") and path.get("d", "").count("M") == 2
    ]
    assert crosses
    assert all(abs(y - heights["no number"]) < 8 for y in crosses)
    _, light, _ = trend("Title", "unit", (point("v1", 0.0), point("v2", 0.5)))
    assert "no number" not in light.decode()


def test_a_hundred_versions_still_fit_and_older_ones_are_counted() -> None:
    words, light, _ = trend("Title", "unit", tuple(point(f"v{i}", 0.5) for i in range(130)))
    assert words.startswith("v110: 50.0%")
    assert words.endswith(" 110 older versions are in the table.")
    words, _, _ = trend("Title", "unit", tuple(point(f"v{i}", 0.5) for i in range(21)))
    assert words.endswith(" 1 older version is in the table.")
    assert len(light) < 60_000


def test_the_scale_holds_every_interval() -> None:
    assert highest_of([point("v1", 0.02, lower=0.0, upper=0.08)]) == 0.1
    assert highest_of([point("v1", 0.02, lower=0.0, upper=0.11)]) == 0.2
    assert highest_of([point("v1", None)]) == 1.0


def test_of_pass_hat_k_the_k_most_versions_know_has_the_figure() -> None:
    names = [measure.name for measure in followed([m.point for m in series(report("v1"))])]
    assert names[0] == "headline"
    assert sum(name.startswith("pass-hat") for name in names) <= 1


# -- the cases -------------------------------------------------------------------------------


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_a_case_is_told_by_what_changed() -> None:
    recovered = [
        case if case.case != "A-a1c40e57" else sample_case("A-a1c40e57", "fail", "P" + FAILS[1:])
        for case in CASES
    ]
    past = past_of(report("v1"), report("v2"), report("v3", sample_arm("Atlas", recovered)))
    rows = {row.case: row for row in case_rows(past.arms[0])}
    assert rows["A-a1c40e57"].told == [
        "v3: first pass: fail; can recover; 1 of 20 repeat trials passed",
        "v1 to v2 (2 versions): first pass: fail; no recovery seen; 0 of 20 repeat trials passed",
    ]
    assert rows["A-a1c40e57"].changed
    assert not rows["A-00000000"].changed
    assert rows["A-00000000"].address == "v3/arms/atlas.html#A-00000000"
    states = [row for row in read(cases_csv(past.arms[0])) if row["case"] == "A-a1c40e57"]
    assert [(row["first_version"], row["last_version"]) for row in states] == [
        ("v3", "v3"),
        ("v1", "v2"),
    ]


def test_of_a_screened_case_no_count_is_told() -> None:
    past = past_of(report("v1")).arms[0]
    screened = next(row for row in case_rows(past) if row.case == "A-f4a82c9e")
    assert screened.told == ["v1: first pass: fail; no recovery seen"]
    row = next(row for row in read(cases_csv(past)) if row["case"] == "A-f4a82c9e")
    assert (row["passed"], row["valid"]) == ("", "")


def test_without_a_first_pass_the_counts_of_trials_are_told_and_no_first_pass() -> None:
    runs = [run_row("R-00000001", "observational")]
    old, new = (
        report(name, sample_arm("Atlas", [sample_case("A-00000000", "missing", seen)], runs=runs))
        for name, seen in (("v1", "PPFF"), ("v2", "PPFFP"))
    )
    past = past_of(old, new).arms[0]
    (row,) = case_rows(past)
    assert row.told == ["v2: 3 of 5 trials passed", "v1: 2 of 4 trials passed"]
    assert not row.changed
    states = read(cases_csv(past))
    assert [(each["first_pass"], each["passed"], each["valid"]) for each in states] == [
        ("", "3", "5"),
        ("", "2", "4"),
    ]


def test_a_case_that_was_away_has_two_stretches() -> None:
    without = sample_arm("Atlas", CASES[1:])
    past = past_of(report("v1"), report("v2", without), report("v3")).arms[0]
    row = next(row for row in case_rows(past) if row.case == "A-00000000")
    assert row.told == ["v3: first pass: pass", "v1: first pass: pass"]


# -- the files -------------------------------------------------------------------------------


def test_the_download_holds_every_number_of_every_version() -> None:
    found = series(report("v1"), report("v2"))
    rows = read(estimates_csv(found))
    headlines = [row for row in rows if row["measure"] == "headline"]
    assert [(row["version"], row["estimate"], row["counts"]) for row in headlines] == [
        ("v1", "0.75", "6/8"),
        ("v2", "0.75", "6/8"),
    ]
    assert {row["comparable"] for row in rows} == {"yes"}
    assert all(row["estimate"] or row["missing"] for row in rows)


@pytest.fixture
def hostile(project: Project, without_mkdocs: None) -> Path:
    label = '"><script>alert(1)</script>'
    project.write(version("v1", report_of(arm(label=label))))
    project.build()
    return project.site


def test_a_label_is_text(hostile: Path) -> None:
    for page in (hostile / "history").rglob("*.html"):
        text = page.read_text("utf-8")
        assert "<script" not in text
    assert "&lt;script&gt;" in (hostile / "history" / "index.html").read_text("utf-8")


@pytest.mark.usefixtures("without_mkdocs")
def test_arms_of_like_names_have_files_of_their_own(project: Project) -> None:
    arms = [arm(label=label) for label in ("Atlas", "Atlas cases", "Atlas headline", "index")]
    project.write(version("v1", report_of(*arms)))
    project.build()
    pages = [path.name for path in (project.site / "history").glob("*.html")]
    assert len(pages) == len(arms) + 1
    files = list((project.site / "history" / "figures").glob("*-headline-light.svg"))
    assert len(files) == len(arms)


def test_every_column_of_the_downloads_is_explained(built: Project) -> None:
    page = (built.site / "history" / "index.html").read_text("utf-8")
    for kind, files in (("estimates", "*.csv"), ("cases", "cases/*.csv")):
        for file in (built.site / "history" / "data").glob(files):
            header = file.read_text("utf-8").splitlines()[0].split(",")
            assert all(f'id="{kind}-{column}"' in page for column in header)
