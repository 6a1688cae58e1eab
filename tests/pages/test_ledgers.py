"""The pages of ledgers: two books side by side, every code in words, every link somewhere."""

from __future__ import annotations

import csv
import io
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from generator.pages import ledger_words
from generator.pages.data import data_files, tables
from generator.pages.figures import figures
from generator.pages.kinds import glossary
from generator.pages.page import view
from generator.pages.render import navigation, render
from generator.publication import eio
from generator.publication.eio import (
    Ledger,
    LedgerDisagreement,
    LedgerLists,
    LedgerTrials,
    Occurrence,
    Recurrence,
)
from generator.publication.report import Report, decode, encode
from tests.figures import test_gallery as gallery
from tests.ledgers.sample import sample_ledger
from tests.pages.html import Parsed, body
from tests.pages.html import render as to_html
from tests.sample_report import RULES, empty_report, report_of, sample_report

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
PAGE = "ledgers/r-0a1b2c3d.md"


def occurrence(finding: str, severity: Any = None) -> Occurrence:
    return Occurrence(
        finding=finding,
        severity=severity,
        severity_source="OBLIGATION" if severity else "NONE",
        proof_status="UNPROVEN",
        occurred=True,
        deduction_retained=True,
    )


def recurrence(claim: str, finding: str | None, band: Any, r: int, n: int) -> Recurrence:
    return Recurrence(
        claim=claim, finding=finding, band=band, reproduced_in=r, retests=n, by_kind=[]
    )


LEDGER = sample_ledger(
    inputs=["record", "bundle"],
    trial_kinds=["eio.trial.repeat"],
    trials=[LedgerTrials(kind="eio.trial.repeat", valid=None, invalid=None)],
    passes=5,
    tasks=2,
    occurrence=[occurrence("F-00000001", "HIGH"), occurrence("F-00000002")],
    recurrence=[
        recurrence("C-00000001", "F-00000001", "UNCONFIRMED", 0, 5),
        recurrence("C-00000002", "F-00000002", "CONFIRMED", 5, 5),
        recurrence("C-00000003", "F-00000002", "NOT_RETESTED", 0, 0),
    ],
    finding_bands={"F-00000001": "UNCONFIRMED", "F-00000002": "NOT_RETESTED"},
    named_lists=LedgerLists(
        always_fail=["T-00000001"], sometimes_fail=[], never_fail=["T-00000002"]
    ),
    disagreements=[
        LedgerDisagreement(
            where="recurrence.band", claim="C-00000001", finding=None, task=None,
            stated="CONFIRMED", derived="UNCONFIRMED",
        )
    ],
)  # fmt: skip


def rate(**changes: Any) -> eio.LedgerRate:
    """A rate that is not published, with what is given in its place."""
    fields: dict[str, Any] = dict.fromkeys(eio.LedgerRate.__struct_fields__)
    fields |= {"basis": "computed", "k": 3, "tasks": 2, "floor": 5, "published": False}
    return eio.LedgerRate(**fields | {"suppressed_state": "RATE_NOT_PUBLISHED"} | changes)


def report(*ledgers: Ledger) -> Report:
    return report_of(ledgers=list(ledgers))


@cache
def files(name: str) -> dict[str, bytes]:
    made = {
        "suppressed": report(msgspec.structs.replace(LEDGER, rate=rate())),
        "with arms": msgspec.structs.replace(sample_report(), ledgers=[LEDGER]),
        "nothing": report(sample_ledger()),
    }
    return render(made[name], TEMPLATES)


@cache
def page(name: str, path: str = PAGE) -> Parsed:
    return to_html(body(files(name)[path].decode()))


def words(name: str, path: str = PAGE) -> str:
    return " ".join(page(name, path).text.split())


def rows(text: str, anchor: str) -> list[list[str]]:
    """The cells of the first table behind a heading, links without their addresses."""
    behind = text.split(f"{{ #{anchor} }}")[1]
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)(\{[^}]*\})?", r"\1", behind[behind.index("\n| ") + 1 :])
    table = plain.split("\n\n")[0].split("</div>")[0].strip().split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


# -- what a ledger's page tells --------------------------------------------------------------


def test_occurrence_and_recurrence_are_two_tables_side_by_side() -> None:
    text = files("suppressed")[PAGE].decode()
    first, second = (part.split("</div>")[0] for part in text.split("<div markdown>")[1:])
    assert "F-00000001" in first
    assert "F-00000001" in second
    assert "band" not in first.lower()
    assert "deduction" not in second.lower()


def test_an_unconfirmed_finding_keeps_its_deduction() -> None:
    text = files("suppressed")[PAGE].decode()
    assert rows(text, "occurrence")[0] == ["F-00000001", "high", "unproven", "kept"]
    assert rows(text, "recurrence")[0][:2] == ["F-00000001", "**unconfirmed**"]


def test_not_re_tested_is_never_shown_as_unconfirmed() -> None:
    text = files("suppressed")[PAGE].decode()
    claims = {row[0]: row for row in rows(text, "claims")}
    assert claims["C-00000003"][2:4] == ["not re-tested", "—"]
    assert claims["C-00000001"][2:4] == ["unconfirmed", "0/5"]


def test_a_suppressed_rate_is_its_code_its_reason_and_the_lists() -> None:
    said = words("suppressed")
    assert "Not published: RATE_NOT_PUBLISHED" in said
    assert "2 tasks with at least 3 trials, and a rate needs 5" in said
    assert "Failed every trial (1): T-00000001" in said
    assert "Failed some trials (0): none" in said
    assert "Passed every trial (1): T-00000002" in said
    assert "independence" not in page("suppressed").ids


def test_a_suppressed_rate_over_enough_tasks_says_who_suppresses_it() -> None:
    made = render(report(msgspec.structs.replace(LEDGER, rate=rate(tasks=8))), TEMPLATES)
    said = " ".join(to_html(body(made[PAGE].decode())).text.split())
    assert (
        "8 tasks would be enough, but the producer's own record does not publish the rate" in said
    )


def test_a_rate_stands_beside_its_error_or_the_reason_that_it_has_none() -> None:
    published = {
        "published": True, "suppressed_state": None, "tasks": 6, "pass_1": 0.875,
        "pass_1_standard_error": 0.0625, "pass_k": 1.0, "undefined": "ZERO_VARIANCE",
    }  # fmt: skip
    ledger = msgspec.structs.replace(LEDGER, rate=rate(**published))
    made = render(report(ledger), TEMPLATES)
    found = rows(made[PAGE].decode(), "rate")
    assert [row[1:5] for row in found] == [
        ["pass^1", "6", "0.875", "0.062"],
        ["pass^3", "6", "1", "all tasks alike"],
    ]


def test_many_claims_are_cut_on_the_page_and_whole_in_the_downloads() -> None:
    many = [recurrence(f"C-{n:08x}", f"F-{n % 250:08x}", "CONFIRMED", 2, 2) for n in range(4000)]
    names: Any = {f"F-{n:08x}": "CONFIRMED" for n in range(250)}
    ledger = msgspec.structs.replace(LEDGER, recurrence=many, finding_bands=names)
    made = render(report(ledger), TEMPLATES)
    parsed = to_html(body(made[PAGE].decode()))
    assert "3,800 more claims are in the downloads" in " ".join(parsed.text.split())
    assert len(rows(made[PAGE].decode(), "claims")) == 200
    assert "and 4 more" in parsed.text
    anchors = [address[1:] for address in parsed.addresses() if address.startswith("#")]
    assert set(anchors) <= set(parsed.ids)
    assert made["data/recurrence.csv"].count(b"\n") == 4001


def test_disagreements_show_both_values() -> None:
    (row,) = rows(files("suppressed")[PAGE].decode(), "disagreements")
    assert row[:4] == ["band of a claim", "C-00000001", "confirmed", "unconfirmed"]


def test_a_ledger_of_nothing_says_so() -> None:
    said = words("nothing")
    assert "No finding." in said
    assert "Nothing was re-tested" in said
    assert "None: no decision changed" in words("nothing", "ledgers/evaluator.md")


# -- where it all stands ---------------------------------------------------------------------


def test_ledgers_stand_under_their_own_heading() -> None:
    entries = dict(navigation(report(LEDGER)))
    assert entries["Ledgers"] == [
        ("All ledgers", "ledgers.md"),
        ("R-0a1b2c3d", PAGE),
        ("Evaluator and predicates", "ledgers/evaluator.md"),
    ]


def test_without_a_ledger_there_is_no_page_of_one() -> None:
    made = render(sample_report(), TEMPLATES)
    assert not [path for path in made if path.startswith("ledgers")]
    assert "Reliability ledgers" not in made["index.md"].decode()
    assert "Reliability ledgers" not in made["methods.md"].decode()


def test_the_overview_leads_to_the_ledgers() -> None:
    for name in ("suppressed", "with arms"):
        assert "ledgers.md" in page(name, "index.md").addresses()
    assert "nothing to report" not in words("suppressed", "index.md")


@pytest.mark.parametrize("name", ["suppressed", "with arms", "nothing"])
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
    (eio.Band, ledger_words.BANDS),
    (eio.ProofStatus, ledger_words.PROOFS),
    (eio.Severity, ledger_words.SEVERITIES),
    (eio.SeveritySource, ledger_words.SEVERITY_SOURCES),
    (eio.TrialKind, ledger_words.TRIAL_KINDS),
    (eio.LedgerInput, ledger_words.INPUTS),
    (eio.ListName, ledger_words.LISTS),
    (eio.LedgerReason, ledger_words.LEDGER_REASONS),
    (eio.DisagreementPlace, ledger_words.PLACES),
]


@pytest.mark.parametrize(("vocabulary", "registry"), REGISTRIES)
def test_every_code_has_words(vocabulary: Any, registry: Any) -> None:
    assert set(get_args(vocabulary)) == set(registry)
    for word in registry.values():
        assert 0 < len(word.short) <= 24
        said = word.say(RULES)
        assert said[0].isupper()
        assert said.endswith(".")


def test_every_code_is_in_the_glossary() -> None:
    (only,) = glossary.build(view(empty_report()))
    listed: Any = only.context["vocabularies"]
    codes = " ".join(str(cell) for _, _, table in listed for row in table.rows for cell in row)
    for vocabulary, _ in REGISTRIES:
        assert all(f"[{code}]" in codes for code in get_args(vocabulary))


# -- downloads and figures -------------------------------------------------------------------


def table(name: str) -> list[dict[str, str]]:
    data = data_files(tables(report(LEDGER)))[f"data/{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(data)))


def test_every_part_of_a_ledger_is_a_download() -> None:
    assert [row["named_lists.always_fail"] for row in table("ledgers")] == ["T-00000001"]
    assert [row["finding"] for row in table("occurrence")] == ["F-00000001", "F-00000002"]
    assert [row["band"] for row in table("recurrence")] == [
        "UNCONFIRMED",
        "CONFIRMED",
        "NOT_RETESTED",
    ]
    assert table("finding-bands")[1]["band"] == "NOT_RETESTED"
    (row,) = table("disagreements")
    assert (row["ledger"], row["stated"], row["derived"]) == (
        "R-0a1b2c3d",
        "CONFIRMED",
        "UNCONFIRMED",
    )


def test_a_report_with_a_ledger_comes_back() -> None:
    made = report(msgspec.structs.replace(LEDGER, rate=rate()))
    assert decode(encode(made)) == made


def test_the_figure_keeps_to_what_all_figures_keep_to() -> None:
    (figure,) = figures(report(LEDGER))
    gallery.test_a_figure_says_what_it_is_inside_itself(figure)
    gallery.test_light_and_dark_differ_in_their_colours_alone(figure)
    gallery.test_a_figure_holds_nothing_that_is_not_shown(figure)
    gallery.test_text_is_large_enough_on_a_phone(figure)
    gallery.test_text_stays_within_the_sheet(figure)
    gallery.test_names_are_safe_as_file_names(figure)
