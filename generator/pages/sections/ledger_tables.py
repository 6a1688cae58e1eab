"""The two tables of a ledger, occurrence and recurrence, and the claims behind them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import LiteralString

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.ledger_words import (
    BANDS,
    LISTS,
    PLACES,
    PROOFS,
    SEVERITIES,
    TRIAL_KINDS,
)
from generator.pages.links import Links
from generator.pages.sections.case_list import FOLD_ABOVE
from generator.pages.table import Column, Table, numeric, row_anchor, text, without_empty
from generator.publication.eio import (
    CountedKind,
    Ledger,
    LedgerDisagreement,
    ListName,
    Occurrence,
    Recurrence,
)

_COUNTED: tuple[CountedKind, ...] = ("eio.trial.repeat", "eio.trial.metamorphic")


MOST_ROWS = 200
"""A table of a ledger shows so many findings or claims; the downloads have them all."""

_MOST_CLAIMS = 12
"""The cell of a finding names so many of its claims."""


def occurrence(ledger: Ledger) -> Table:
    """Return what happened: each finding with its severity and proof, its deduction kept."""
    rows = tuple(
        (
            row_anchor(f"occurred-{row.finding}", row.finding),
            _severity(row),
            PROOFS[row.proof_status].label,
            Markdown("kept"),
        )
        for row in ledger.occurrence[:MOST_ROWS]
    )
    return Table("occurrence", text("Finding", "Severity", "Proof", "Deduction"), rows)


def _severity(row: Occurrence) -> Markdown:
    return Markdown("none") if row.severity is None else SEVERITIES[row.severity].label


def finding_bands(ledger: Ledger) -> Table:
    """Return what recurs: each finding with its band, and with those of its claims."""
    parts: dict[str, list[Recurrence]] = {finding: [] for finding in ledger.finding_bands}
    for row in ledger.recurrence:
        if row.finding is not None:
            parts[row.finding].append(row)
    here = {row.claim for row in ledger.recurrence[:MOST_ROWS]}
    rows = tuple(
        (
            row_anchor(f"recurs-{finding}", finding),
            md("**{}**", BANDS[band].label),
            _claims(parts[finding], here),
        )
        for finding, band in list(ledger.finding_bands.items())[:MOST_ROWS]
    )
    return Table("recurrence", text("Finding", "Band", "Claims reproduced"), rows)


def _claims(rows: Sequence[Recurrence], here: Collection[str]) -> Markdown:
    """Name a finding's claims, linked where they stand on the page."""
    shown = [
        md("{} {}", _linked(row.claim, "claim", here), _reproduced(row))
        for row in rows[:_MOST_CLAIMS]
    ]
    if len(rows) > _MOST_CLAIMS:
        shown.append(md("and {} more", numbers.integer(len(rows) - _MOST_CLAIMS)))
    return md_join("<br>", shown) if shown else numbers.DASH


def _linked(alias: str, kind: LiteralString, here: Collection[str]) -> Markdown:
    if alias not in here:
        return md("{}", alias)
    return md("[{}](#{}-{})", alias, Markdown(kind), Markdown(alias))


def _reproduced(row: Recurrence) -> Markdown:
    if not row.retests:
        return BANDS["NOT_RETESTED"].label
    return numbers.counted(row.reproduced_in, row.retests, None)


def claims(ledger: Ledger) -> Table:
    """Return claims' re-tests, by kind of trial."""
    columns = (
        *text("Claim", "Finding", "Band"),
        *numeric("Reproduced"),
        *(Column(f"{TRIAL_KINDS[kind].short.capitalize()} trials", "right") for kind in _COUNTED),
    )
    here = list(ledger.finding_bands)[:MOST_ROWS]
    rows = tuple(
        (
            row_anchor(f"claim-{row.claim}", row.claim),
            _linked(row.finding, "recurs", here) if row.finding else numbers.DASH,
            BANDS[row.band].label,
            numbers.counted(row.reproduced_in, row.retests, None) if row.retests else numbers.DASH,
            *(_of_kind(row, kind) for kind in _COUNTED),
        )
        for row in ledger.recurrence[:MOST_ROWS]
    )
    return without_empty(Table("claims", columns, rows), ("Claim", "Finding", "Reproduced"))


def _of_kind(row: Recurrence, kind: CountedKind) -> Markdown:
    found = next((each for each in row.by_kind if each.kind == kind), None)
    if found is None:
        return numbers.DASH
    return numbers.counted(found.reproduced_in, found.retests, None)


def trials(ledger: Ledger, links: Links) -> Table:
    """Return how many trials of which kind there are, and what each kind is for."""
    rows = tuple(
        (
            TRIAL_KINDS[each.kind].label,
            numbers.integer(each.valid),
            numbers.integer(each.invalid),
            TRIAL_KINDS[each.kind].say(links.rules),
        )
        for each in ledger.trials
    )
    columns = (*text("Kind"), *numeric("Trials", "Invalid"), *text("What it measures"))
    return without_empty(Table("trials", columns, rows))


@dataclass(frozen=True, slots=True)
class TaskList:
    """One of the three named lists: what it says of its tasks, and the tasks in alias order."""

    lead: Markdown
    tasks: Markdown
    folded: bool


def named_lists(ledger: Ledger) -> list[TaskList]:
    """Return the named lists, empty ones as well, where any names a task."""
    lists: Mapping[ListName, list[str]] = {
        "always_fail": ledger.named_lists.always_fail,
        "sometimes_fail": ledger.named_lists.sometimes_fail,
        "never_fail": ledger.named_lists.never_fail,
    }
    if not any(lists.values()):
        return []
    return [
        TaskList(
            md("{} ({}):", Markdown(LISTS[name].short.capitalize()), len(tasks)),
            md_join(", ", tasks) if tasks else Markdown("none"),
            len(tasks) > FOLD_ABOVE,
        )
        for name, tasks in lists.items()
    ]


def disagreements(ledger: Ledger, links: Links) -> Table:
    """Return where a producer's statements are not what its counts make."""
    rows = tuple(
        (
            PLACES[each.where].label,
            each.claim or each.finding or each.task or Markdown("the ledger"),
            _value(each, each.stated),
            _value(each, each.derived),
            PLACES[each.where].say(links.rules),
        )
        for each in ledger.disagreements
    )
    return Table("disagreements", text("What", "Of", "Stated", "From its counts", "Why"), rows)


_WORDS: Mapping[str, Markdown] = {
    **{code: word.label for code, word in BANDS.items()},
    **{code: word.label for code, word in PROOFS.items()},
    **{code: word.label for code, word in SEVERITIES.items()},
    **{code: word.label for code, word in LISTS.items()},
    "EVALUATED": Markdown("re-tested"),
}


def _value(row: LedgerDisagreement, value: str | float | bool | None) -> Markdown:  # noqa: FBT001 - the report's own value
    if value is None:
        return Markdown("none")
    if isinstance(value, bool):
        return Markdown("yes" if value else "no")
    if isinstance(value, str):
        return _WORDS[value]
    if row.where.startswith("rate."):
        return numbers.share(float(value), 4)
    return numbers.integer(int(value))
