"""What each kind of page tells, and what it leaves out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from generator.pages.limit_words import LIMITS
from generator.pages.render import render
from generator.statistics.registry import METHODS
from tests.pages.html import Parsed, body
from tests.pages.html import render as to_html
from tests.sample_report import all_reports

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
ATLAS = "arms/atlas-2-high.md"


@cache
def files(name: str) -> dict[str, bytes]:
    return render(all_reports()[name], TEMPLATES)


def source(name: str, path: str) -> str:
    return files(name)[path].decode()


@cache
def page(name: str, path: str) -> Parsed:
    return to_html(body(source(name, path)))


def words(name: str, path: str) -> str:
    return " ".join(page(name, path).text.split())


def row(name: str, path: str, key: str) -> list[str]:
    """The cells of the first table row that has this key in its first cell."""
    for line in map(str.strip, source(name, path).split("\n")):
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and key in cells[0]:
            return [" ".join(to_html(cell).text.split()) for cell in cells]
    raise AssertionError(f"no row {key}")


# -- overview --------------------------------------------------------------------------------


def test_the_overview_answers_in_its_first_table() -> None:
    # 14 of 23 exact: scipy.stats.binomtest(14, 23).proportion_ci()
    cells = row("sample", "index.md", "Atlas")
    assert "14/23 = 60.9%" in cells[1]
    assert "[38.5%, 80.3%]" in cells[1]
    assert cells[2].startswith("36.0%")
    assert cells[4] == "5 of 7"  # screened and boundary cases are in neither number
    assert cells[5].startswith("2 of 22")
    assert cells[6] == "176"
    assert row("sample", "index.md", "Borealis")[2].startswith("2 of 5 passed")


def test_the_overview_says_in_sentences_what_happened() -> None:
    said = words("sample", "index.md")
    assert "passed 14/23 = 60.9% of cases on the first pass, [38.5%, 80.3%] 95%" in said
    assert "of 9 cases that failed first, 8 were tried again: 6 passed at least once" in said
    assert "1 boundary case is told apart" in said
    assert "1 from fail to pass and 1 from pass to fail; chance alone would move about 2.4" in said
    assert "176 valid repeat trials (38 of the same day, 138 of another day)" in said
    assert "65 more are left out of every rate" in said


def test_the_overview_names_the_weightiest_limits_and_counts_the_rest() -> None:
    top = source("sample", "index.md").split("## Arm by arm")[0]
    codes = all_reports()["sample"].limits
    weighed = [LIMITS[code].title for code in LIMITS if code in codes]
    assert f"{len(codes)} limits were found in these data" in top
    assert all(f"[{title}](limits.md#" in top for title in weighed[:3])
    assert not any(f"[{title}]" in top for title in weighed[3:])
    assert f"[{len(codes) - 3} more](limits.md)" in top


def test_terms_explain_themselves_where_they_stand() -> None:
    tips = [
        attributes.get("title", "")
        for tag, attributes in page("sample", "index.md").tags
        if "glossary.md" in attributes.get("href", "") and tag == "a"
    ]
    assert len(tips) > 8
    assert all(tip.endswith(".") for tip in tips)


def test_an_arm_without_a_primary_run_has_no_headline_score() -> None:
    # patterns PPPP PPPF FFFF PFPF FFPF PPPP FFFF: mean of c/4 is 14/28; two of seven pass all four
    said = words("trials_only", "index.md")
    assert "no run came before the others, so all trials count alike" in said
    cells = row("trials_only", "index.md", "Trials only")
    assert cells[1].startswith("50.0%")
    assert "mean over 7 cases" in cells[1]
    assert cells[2].startswith("28.6% at k = 4")
    assert "50.0% at k = 1" in cells[2]
    # PPPF, PFPF and FFPF have both outcomes
    assert cells[3] == "3 of 7"
    assert "Recovery after fail" not in said
    assert "first pass" not in said


def test_an_empty_report_says_that_it_is_empty() -> None:
    assert "There is nothing to report yet" in words("empty", "index.md")
    assert "no date in the input" in words("empty", "index.md")
    assert not [path for path in files("empty") if path.startswith("arms/")]


def test_an_arm_that_was_never_tried_again_says_so() -> None:
    said = words("primary_only", "index.md")
    assert "Tried again: no case, so nothing is known of its stability yet." in said


def test_a_rate_over_too_few_cases_is_not_published() -> None:
    said = words("suppressed", "index.md")
    assert "1 of them is at confirmation size (20 trials or more): too few for a rate" in said


# -- arm -------------------------------------------------------------------------------------


def test_the_ledger_adds_up_where_it_is_read() -> None:
    found = re.search(r"([\d,]+) planned = ([^.]+)\.", words("sample", ATLAS))
    assert found
    parts = [int(number) for number in re.findall(r"\d+", found[2])]
    assert int(found[1]) == sum(parts) == 179
    assert len(parts) == 5


def test_attempts_by_state_add_up() -> None:
    states = ("passed", "failed", "invalid", "protocol violation", "pending")
    section = source("sample", ATLAS).split("{ #states }")[1]
    counts = [
        int(re.search(rf"\| {state} \| (\d+) \|", section)[1])  # type: ignore[index]
        for state in states
    ]
    assert f"| **All attempts** | **{sum(counts)}** |" in section


def test_confirmed_cases_show_their_rate_and_interval() -> None:
    # the protocol's own instances: 6/20 is [11.9%, 54.3%], 0/20 is bounded by 13.9%
    cells = row("sample", ATLAS, "A-d9b79b46")
    assert cells[4:7] == ["6/20", "30.0%", "[11.9%, 54.3%]"]
    cells = row("sample", ATLAS, "A-a1c40e57")
    assert cells[4:8] == ["0/20", "0%", "[0%, 16.8%]", "≤ 13.9%"]


def test_screened_cases_show_a_verdict_and_no_count() -> None:
    cells = row("sample", ATLAS, "A-a317e74b")
    assert cells[1:7] == ["fail", "can recover", "screen", "withheld", "—", "—"]
    cells = row("sample", ATLAS, "A-f4a82c9e")
    assert cells[2:6] == ["no recovery seen", "screen", "0/5", "—"]


def test_variants_that_moved_are_told_from_those_that_did_not() -> None:
    section = source("sample", ATLAS).split("{ #variants }")[1].split("###")[0]
    moved = re.findall(r"\| (V\d) \| \*withheld\* \| (\*\*moved\*\*|never moved) \|", section)
    assert [name for name, said in moved if "**" in said] == ["V2", "V4"]


def test_a_boundary_case_shows_its_scores() -> None:
    section = source("sample", ATLAS).split("{ #boundary }")[1].split("###")[0]
    assert "| 3 at 1, 9 at 2, 8 at 3 |" in section
    assert "boundary: flips are noise" in section


def test_the_cap_that_killed_stands_beside_the_one_that_did_not() -> None:
    section = source("sample", ATLAS).split("{ #caps }")[1].split("###")[0]
    assert "| 30 min | 6 | 3 |" in section
    assert "| 1 h | 3 | 0 |" in section


def test_breaches_of_the_budget_gate_are_named() -> None:
    said = words("sample", ATLAS)
    assert "R-3c01e5f9: no owner approval; no expected share; no sign-off" in said


def test_sections_that_do_not_apply_are_left_out() -> None:
    absent = {
        ("trials_only", "arms/trials-only.md"): ("fail-set", "rates", "deltas", "caps", "budget"),
        ("primary_only", "arms/one-run.md"): ("pass-hat-k", "order", "ledger", "dependence"),
        ("sample", "arms/borealis-1.md"): ("variants", "boundary", "deltas", "budget"),
    }
    for (name, path), anchors in absent.items():
        assert not set(anchors) & set(page(name, path).ids), path


def test_many_cases_are_listed_on_pages_of_their_own() -> None:
    assert "Cases 801 to 1,000" in words("large", "arms/a-thousand-cases.md")
    assert len(page("large", "arms/a-thousand-cases.md").ids) < 100
    long_lists = source("large", "arms/a-thousand-cases.md")
    assert '??? note "Show the cases"' in long_lists


# -- comparability, comparisons, limits ------------------------------------------------------


def test_left_out_runs_say_what_differed() -> None:
    section = source("sample", "comparability.md").split("{ #left-out }")[1]
    assert "| R-6a7b9c00 | 2026-11-05 | another arm | effort, runner configuration |" in section
    assert "| R-77c0ffee | 2026-11-06 | other settings | concurrency |" in section
    assert "| R-8badf00d | 2026-11-07 | contaminated | substitute calls |" in section


def test_what_was_held_equal_is_told_from_what_differed() -> None:
    text = source("sample", "comparability.md")
    equal = text.split("{ #equal }")[1].split("## ")[0]
    differing = text.split("{ #differing }")[1].split("## ")[0]
    assert "| Harness | bench-runner |" in equal
    assert "| Arm | Served model | Model snapshot | Harness version |" in differing
    assert "*not stated*" in differing


def test_what_every_arm_states_is_not_said_to_be_missing() -> None:
    assert "Not stated by any arm" not in source("sample", "comparability.md")


# -- planning --------------------------------------------------------------------------------


def test_many_cases_to_confirm_are_counted_after_the_first() -> None:
    report = all_reports()["large"]
    asked = sum(case.escalate for case in report.arms[0].cases)
    named = row("large", "planning.md", "A thousand cases")[1]
    assert named.count("A-") == 24
    assert named.endswith(f"and {asked - 24} more, listed with the arm's cases")
    assert "more, listed" not in words("sample", "planning.md")


def test_arms_that_cannot_be_told_apart_are_shown_tied() -> None:
    cells = row("sample", "comparisons.md", "Atlas")
    assert cells[2] == "tied"
    assert cells[3:6] == ["20", "2", "2"]
    assert cells[7] == "[\N{MINUS SIGN}24.4, 24.4]"
    assert "not told apart by these data" in words("sample", "comparisons.md")


def test_concordance_is_a_table_of_both_outcomes() -> None:
    section = source("sample", "comparisons.md").split("{ #pair-atlas-2-high--borealis-1 }")[1]
    assert re.search(r"\| Atlas[^|]+passed \| 12 \| 2 \|", section)
    assert re.search(r"\| Atlas[^|]+failed \| 2 \| 4 \|", section)


@pytest.mark.parametrize("name", all_reports())
def test_every_limit_is_either_told_or_listed_as_not_found(name: str) -> None:
    report = all_reports()[name]
    applying = {*report.limits, *(code for arm in report.arms for code in arm.limits)}
    text = source(name, "limits.md")
    told, _, clear = text.partition("{ #not-found }")
    for code, limit in LIMITS.items():
        assert (f"## {limit.title} {{ #" in told) == (code in applying)
        assert (f"| {limit.title} |" in clear) == (code not in applying)


def test_a_limit_names_the_arms_it_applies_to() -> None:
    text = words("sample", "limits.md")
    assert "Clustering in time cannot be tested" in text
    section = source("sample", "limits.md").split("{ #order-not-testable }")[1].split("## ")[0]
    assert "Borealis 1" in section
    assert "Atlas" not in section


# -- methods, glossary, downloads ------------------------------------------------------------


def test_every_registered_method_is_on_the_methods_page() -> None:
    text = words("sample", "methods.md")
    for method in METHODS:
        assert method.title in text
        assert " ".join(method.formula.split()) in text


def test_the_rules_in_force_are_shown() -> None:
    text = words("sample", "methods.md")
    for value in ("5 valid trials", "20 valid trials", "5 cases", "95% Clopper", "at most 10 s"):
        assert value in text


def test_the_private_part_of_the_identity_is_named_as_private() -> None:
    text = words("sample", "methods.md")
    assert "provider endpoint, lane, reasoning on the wire" in text


def test_downloads_link_every_form_of_every_table_with_its_size() -> None:
    text = source("sample", "downloads.md")
    for path, data in files("sample").items():
        if path.startswith(("data/", "report.", "figures/", "badges/")):
            assert f"]({path})" in text, path
        if path.endswith(".csv") and path.startswith("data/"):
            name = path.removeprefix("data/").removesuffix(".csv")
            cells = row("sample", "downloads.md", f"[{name}]")
            assert cells[4].replace(",", "") == str(data.count(b"\n") - 1)
            assert re.fullmatch(r"CSV [0-9.]+ k?B", cells[1])
            assert re.fullmatch(r"JSON [0-9.]+ k?B", cells[2])
            assert re.fullmatch(r"Parquet [0-9.]+ k?B", cells[3])
    report = files("sample")["report.json"]
    assert row("sample", "downloads.md", "report.json")[2] == f"{len(report) / 1000:.0f} kB"


def test_tables_without_rows_are_folded_away() -> None:
    shown, _, folded = source("sample", "downloads.md").partition("more tables, without rows")
    assert "](data/cases.parquet)" in shown
    assert "](data/studies.csv)" not in shown
    assert "](data/studies.csv)" in folded


def test_the_places_of_the_downloads_page_keep_their_address() -> None:
    ids = page("sample", "downloads.md").ids
    places = {"whole", "tables", "figures", "verify", "citation", "badges", "dictionary"}
    assert places | {"figure-headline", "table-cases", "table-studies"} <= set(ids)
    assert {"type-report", "type-case", "field-case-rate"} <= set(
        page("sample", "dictionary.md").ids
    )


def test_the_downloads_page_is_short() -> None:
    # A figure's and a table's row each; the dictionary has a page of its own.
    assert len(source("large", "downloads.md")) < 30_000
    assert "](dictionary.md#type-case)" in source("large", "downloads.md")


def test_a_pair_and_a_figure_have_an_address_that_stays() -> None:
    text = source("sample", "comparisons.md")
    assert "](#pair-atlas-2-high--borealis-1)" in text
    assert '<figure id="figure-pairs"' in text
    assert "](#figure-pairs)" in text
