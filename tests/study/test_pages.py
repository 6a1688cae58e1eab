"""The page of a study: first the decision and what it allows, then everything behind it."""

from __future__ import annotations

import csv
import io
import posixpath
import re
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from generator.measures import study_comparison
from generator.pages import study_words
from generator.pages.data import data_files, tables
from generator.pages.figures import Figure, figures
from generator.pages.kinds import glossary
from generator.pages.page import view
from generator.pages.render import navigation, render
from generator.pages.study_sentences import allowed
from generator.publication import study_words as public
from generator.publication.report import Report
from generator.publication.study import Study, StudyEligibility
from generator.publication.study_effects import StudyDecisions
from tests.figures import test_gallery as gallery
from tests.figures.reading import rows as rows_of
from tests.figures.reading import words as drawn_words
from tests.pages.html import Parsed, body
from tests.pages.html import render as to_html
from tests.sample_report import RULES, empty_report, report_of, sample_report
from tests.study.reports import NAMES, PAGE, STUDY, TEMPLATES, files, report


@cache
def page(name: str, path: str = PAGE) -> Parsed:
    return to_html(body(files(name)[path].decode()))


def words(name: str, path: str = PAGE) -> str:
    return " ".join(page(name, path).text.split())


def study_of(name: str) -> Study:
    (only,) = report(name).studies
    return only


def rows(name: str, anchor: str) -> list[list[str]]:
    """The cells of the first table behind a heading, terms without their addresses."""
    behind = files(name)[PAGE].decode().split(f"{{ #{anchor} }}")[1]
    plain = re.sub(r"\[([^]]*)\]\[[^]]*\]", r"\1", behind[behind.index("\n| ") + 1 :])
    table = plain.split("\n\n")[0].strip().split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


# -- the decision first ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "decision", "sentence"),
    [
        ("pass", "pass", "On these tasks, a failure note just before the matched action led to"),
        ("pilot", "pass", "Nothing may be claimed: a pilot plans the main run"),
        ("cut", "not estimable", "Nothing may be claimed from this run, whatever its numbers say"),
        ("timing", "pass", "On these tasks, a failure note just before the matched action led to"),
        ("no rule", "not decided", "Nothing is decided: the run holds only the digest"),
        ("different", "pass", "Nothing may be claimed from this run, whatever its numbers say"),
        ("paused", "not estimable", "Nothing may be claimed from this run"),
    ],
)
def test_a_page_opens_with_the_decision_and_the_sentence_it_allows(
    name: str, decision: str, sentence: str
) -> None:
    text = files(name)[PAGE].decode()
    opening = text.split("\n## ")[0]
    assert f'"Decision: {decision}"' in opening
    assert sentence in words(name)
    assert words(name).index(sentence) < words(name).index("May be claimed as")


def test_only_what_may_be_claimed_is_marked_a_success() -> None:
    for name in NAMES:
        confirms = study_of(name).eligibility.status == "CONFIRMATORY"
        assert ("!!! success" in files(name)[PAGE].decode()) == confirms


def said(timing: Any, content: Any, status: Any) -> str:
    study = msgspec.structs.replace(
        study_of("pass"),
        decisions=StudyDecisions(timing=timing, content=content),
        eligibility=StudyEligibility(status=status, reasons=[]),
    )
    return allowed(study)


def test_the_sentence_follows_each_primary_and_a_rejection_proves_nothing() -> None:
    assert "fewer repeated failures and to more passes" in said(
        "REJECTED", "SUPPORTED", "CONFIRMATORY"
    )
    rejected = said("REJECTED", "REJECTED", "CONFIRMATORY")
    assert rejected.count("is not supported") == 2
    assert "no better" not in rejected
    assert "equal" not in rejected
    unknown = said("SUPPORTED", "NOT_ESTIMABLE", "EXPLORATORY")
    assert unknown.startswith("Nothing is confirmed")
    assert "cannot be decided by this run" in unknown


# -- the numbers -----------------------------------------------------------------------------


def test_each_primary_has_a_table_of_its_own() -> None:
    timing, content = rows("pass", "timing"), rows("pass", "content")
    assert timing[0] == [
        "Repeated failures avoided, points",
        "44.4",
        "[27.8, 61.1]",
        "at least 5.0",
        "yes",
    ]
    assert [row[0] for row in timing if row[4] != "—"] == [
        "Repeated failures avoided, points",
        "Of the baseline's repeated failures, avoided",
        "Lower limit of failures avoided, points",
        "p, corrected for both primaries",
    ]
    assert [row[0] for row in content if row[4] != "—"] == [
        "Lower limit of failures avoided, points",
        "Lower limit of passes gained, points",
        "p, corrected for both primaries",
    ]
    assert {row[4] for row in (*timing, *content)} == {"yes", "—"}


@pytest.mark.parametrize("name", NAMES)
def test_no_interval_has_no_width(name: str) -> None:
    """Where no draw differs, an interval without width would look like certainty."""
    told = [
        words(name),
        *(word for each in figures(report(name)) for word in drawn_words(each.light)),
    ]
    shown = " ".join(told)
    assert not [pair for pair in re.findall(r"\[([^],]+), ([^],]+)\]", shown) if len({*pair}) == 1]


def test_an_interval_without_width_is_called_degenerate() -> None:
    (passes, steps) = rows("cut", "content")[2], rows("cut", "content")[-1]
    assert passes[2] == steps[2] == "degenerate: no draw differs"
    assert rows("cut", "no-trap")[0][2] == "degenerate: no draw differs"


def test_an_interval_that_only_touches_a_margin_is_not_within_it() -> None:
    study = study_of("pass")
    assert study.no_trap is not None
    assert study.no_trap.steps_interval is not None
    touching = msgspec.structs.replace(
        study.no_trap,
        steps_interval=msgspec.structs.replace(study.no_trap.steps_interval, upper=2.0),
        equivalent=False,
    )
    made = render(report_of(studies=[msgspec.structs.replace(study, no_trap=touching)]), TEMPLATES)
    table = made[PAGE].decode().split("{ #no-trap }")[1]
    assert "| Steps | 0.00 | [0.00, 2.00] | ±2 | **no** | yes |" in table
    assert "**not equivalent**" in table


def test_a_timing_run_has_no_table_of_content_and_corrects_for_nothing() -> None:
    text = files("timing")[PAGE].decode()
    assert "{ #content }" not in text
    assert "{ #no-trap }" not in text
    assert "p, of one primary alone" in words("timing")
    (imputed,) = rows("timing", "imputed")
    assert imputed[1:] == ["V1", "failure, turn start", "1"]


def test_cuts_are_told_with_their_reasons_in_words() -> None:
    found = {(row[0], row[2]) for row in rows("cut", "cuts")}
    assert found == {
        ("timing", "row invalid, failure, before action, gap in the trace"),
        ("no-trap check", "row missing, no memory"),
    }
    assert "They describe, and decide nothing." in words("cut")


def test_what_was_drawn_stands_beside_what_was_counted() -> None:
    found = {row[0]: row[1:] for row in rows("pass", "exact")}
    assert found["**Decision of the study**"] == ["**pass**", "**pass**"]
    assert found["Timing: decision"] == ["supported", "supported"]
    assert "exact" not in page("no rule").ids
    assert "Counting decides otherwise" not in words("pass")


def test_a_decision_that_counting_does_not_share_is_warned_of() -> None:
    study = study_of("pass")
    assert study.recomputed is not None
    other = msgspec.structs.replace(
        study.recomputed,
        decisions=StudyDecisions(timing="REJECTED", content="SUPPORTED"),
        study_decision="PARTIAL",
    )
    made = render(report_of(studies=[msgspec.structs.replace(study, recomputed=other)]), TEMPLATES)
    assert "Counting decides otherwise" in made[PAGE].decode()


def test_a_difference_shows_its_path_and_both_values() -> None:
    (row,) = rows("different", "differences")
    assert row[0] == "<code>timing.task_pass_p</code>"
    assert row[1] == "0.123"
    assert "replay differs" in words("different")


def test_power_shows_what_was_recorded_required_and_simulated() -> None:
    assert rows("pilot", "power") == [
        ["timing", "0.8364", "0.80", "yes"],
        ["content", "0.0123", "0.80", "**no**"],
        ["no-trap check", "0.1627", "0.80", "**no**"],
    ]
    assert [row[0] for row in rows("pilot", "power-curve")] == ["6", "12", "18", "24", "36"]


def test_audits_show_what_was_recorded_and_what_was_derived() -> None:
    found = {row[0]: row[1:4] for row in rows("pass", "audits")}
    assert found["row set"] == ["yes", "yes", "yes"]
    assert found["timing payloads"] == ["yes", "as recorded", "yes"]
    assert found["decision"] == ["pass", "pass", "yes"]
    assert "No deviation was logged." in words("pass")


@pytest.mark.parametrize("name", NAMES)
def test_no_page_shows_a_code_or_a_value_that_has_no_words(name: str) -> None:
    shown = page(name).text
    assert not re.search(r"\b(None|nan|inf|null|True|False)\b", shown)
    assert not re.search(r"\b[A-Z]+_[A-Z_]+\b", shown)


# -- where it all stands ---------------------------------------------------------------------


def test_studies_stand_under_their_own_heading() -> None:
    assert dict(navigation(report("pass")))["Studies"] == [(STUDY, PAGE)]


def test_without_a_study_there_is_no_page_of_one() -> None:
    made = render(sample_report(), TEMPLATES)
    assert not [path for path in made if path.startswith("studies")]
    assert "{ #studies }" not in made["index.md"].decode()
    assert "{ #studies }" not in made["methods.md"].decode()


def test_the_overview_tells_each_decision() -> None:
    assert PAGE in page("pass", "index.md").addresses()
    found = words("pass", "index.md")
    assert "nothing to report" not in found
    assert f"{STUDY}: pass. On these tasks" in found


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_somewhere(name: str) -> None:
    made = files(name)
    ids = {path: set(page(name, path).ids) for path in made if path.endswith(".md")}
    for path, here in ids.items():
        assert len(page(name, path).ids) == len(here), path
        for address in page(name, path).addresses():
            target, _, anchor = address.partition("#")
            there = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
                if target
                else path
            )
            assert there in made, address
            assert not anchor or anchor in ids[there], address


# -- words -----------------------------------------------------------------------------------

REGISTRIES = [
    (get_args(public.StudyWord), study_words.STUDY_DECISIONS),
    (get_args(public.PrimaryWord), study_words.PRIMARY_DECISIONS),
    (get_args(public.StudyHypothesis), study_words.HYPOTHESES),
    (get_args(public.StudyArm), study_words.STUDY_ARMS),
    (get_args(public.StudyPhase), study_words.PHASES),
    (get_args(public.Interpretation), study_words.INTERPRETATIONS),
    (get_args(study_comparison.CutCode), study_words.CUT_CODES),
    (get_args(public.RowInvalidReason), study_words.ROW_REASONS),
    (get_args(public.EligibilityStatus), study_words.ELIGIBILITY),
    (get_args(public.EligibilityReason), study_words.ELIGIBILITY_REASONS),
    (get_args(public.PowerStatus), study_words.POWER_STATUSES),
    (get_args(public.ReplayStatus), study_words.REPLAYS),
    (get_args(public.StudyAuditId), study_words.STUDY_AUDITS),
    (get_args(public.StudyHash), study_words.STUDY_HASHES),
]


@pytest.mark.parametrize(("codes", "registry"), REGISTRIES)
def test_every_code_has_words_of_its_own(codes: tuple[str, ...], registry: Any) -> None:
    assert set(codes) == set(registry)
    shorts = [word.short for word in registry.values()]
    assert len(set(shorts)) == len(shorts)
    for word in registry.values():
        assert 0 < len(word.short) <= 24
        told = word.say(RULES)
        assert told[0].isupper()
        assert told.endswith(".")


def test_every_code_is_in_the_glossary() -> None:
    (only,) = glossary.build(view(empty_report()))
    listed: Any = only.context["vocabularies"]
    shown = " ".join(str(cell) for _, _, table in listed for row in table.rows for cell in row)
    for codes, _ in REGISTRIES:
        assert all(f"[{code}]" in shown for code in codes)


# -- downloads and figures -------------------------------------------------------------------


def table(name: str, file: str) -> list[dict[str, str]]:
    data = data_files(tables(report(name)))[f"data/{file}.csv"].decode()
    return list(csv.DictReader(io.StringIO(data)))


def test_every_part_of_a_study_is_a_download() -> None:
    assert [row["study_decision"] for row in table("pass", "studies")] == ["PASS"]
    assert [row["hypothesis"] for row in table("pass", "study-effects")] == ["TIMING", "CONTENT"]
    assert len(table("pass", "study-tasks")) == 3 * 12
    assert [row["id"] for row in table("pass", "study-holm")] == ["TIMING", "CONTENT"]
    assert len(table("cut", "study-cuts")) == 2
    assert len(table("timing", "study-imputed")) == 1
    assert [row["tasks"] for row in table("pilot", "study-power")] == ["6", "12", "18", "24", "36"]
    assert len(table("pass", "study-audits")) == 12
    (difference,) = table("different", "study-differences")
    assert difference["recorded"] == "0.123"
    assert {row["arm"] for row in table("pass", "study-arms")} == set(get_args(public.StudyArm))


def drawn(of: Report) -> dict[str, Figure]:
    return {figure.name.rpartition(STUDY.lower())[0].strip("-"): figure for figure in figures(of)}


@pytest.mark.parametrize("name", NAMES)
def test_figures_keep_to_what_all_figures_keep_to(name: str) -> None:
    found = figures(report(name))
    assert bool(found) == (name != "no rule")
    for figure in found:
        gallery.test_a_figure_says_what_it_is_inside_itself(figure)
        gallery.test_light_and_dark_differ_in_their_colours_alone(figure)
        gallery.test_a_figure_holds_nothing_that_is_not_shown(figure)
        gallery.test_text_is_large_enough_on_a_phone(figure)
        gallery.test_text_stays_within_the_sheet(figure)
        gallery.test_names_are_safe_as_file_names(figure)


def test_the_forest_plot_holds_every_effect_beside_its_margins() -> None:
    figure = drawn(report("pass"))["study-effects"]
    found = {(row["comparison"], row["measure"], row["unit"]): row for row in rows_of(figure)}
    assert len(found) == 4 + 3 + 2
    timing = found["TIMING", "failures avoided", "points"]
    study = study_of("pass")
    assert study.timing is not None
    assert study.timing.repeated_failure_benefit is not None
    assert float(timing["estimate"]) == 100 * study.timing.repeated_failure_benefit
    assert (timing["margin_low"], timing["margin_high"]) == ("5.0", "")
    check = found["NO_TRAP", "steps", "steps"]
    assert (float(check["margin_low"]), float(check["margin_high"])) == (-2, 2)
    assert "44.4 [27.8, 61.1]" in drawn_words(figure.light)
    assert "what the rule asks for" in drawn_words(figure.light)
    assert "timing, exploratory" not in drawn_words(figure.light)
    assert "timing, exploratory" in drawn_words(drawn(report("cut"))["study-effects"].light)


def test_the_task_figure_shows_each_primary_apart_and_every_task() -> None:
    figure = drawn(report("pass"))["study-tasks"]
    shown = drawn_words(figure.light)
    first, second = (
        shown.index(words) for words in shown if words.startswith(("Timing", "Content"))
    )
    between = shown[first:second]
    assert sum(text.startswith("T-") for text in between) == 12
    assert between.count("2 → 0") == 8
    assert len(rows_of(figure)) == 24
    assert "of 12 tasks 8 repeated the failure less often under the candidate" in figure.description


def test_many_tasks_are_capped_and_the_rest_is_told() -> None:
    study = study_of("pass")
    many = [
        msgspec.structs.replace(study.task_effects[0], task=f"T-{number:08x}", comparison=each)
        for each in ("TIMING", "CONTENT")
        for number in range(100)
    ]
    figure = drawn(report_of(studies=[msgspec.structs.replace(study, task_effects=many)]))[
        "study-tasks"
    ]
    assert drawn_words(figure.light).count("and 70 more tasks, in the table") == 2
    assert len(rows_of(figure)) == 200


def test_the_power_curve_is_drawn_against_what_is_required() -> None:
    figure = drawn(report("pilot"))["study-power"]
    found = rows_of(figure)
    assert {row["part"] for row in found} == {"timing", "content", "no-trap check"}
    assert {row["required"] for row in found} == {"0.8"}
    assert {row["experiments"] for row in found} == {"200"}
    assert "study-power" not in drawn(report("pass"))
