"""`sources:` of the spec: which files hold what, whose runs they are, how their ends are read."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import msgspec

from generator.errors import Problem
from generator.spec.model import PublicIdentityField, SourceRule, TableRule

IDENTITY: tuple[str, ...] = get_args(PublicIdentityField)

TABLE = "table"
"""The format of a table, which only a mapping in the spec can read."""

JUDGED = "judged"
"""What a word of a table's state column means where the outcome column has the verdict."""

READINGS = (
    "valid_task_success",
    "valid_task_failure",
    "valid_task_failure/no_deliverable",
    "valid_task_failure/oracle_judged",
    "invalid_infrastructure",
    "invalid_infrastructure/infrastructure_missing",
    "invalid_infrastructure/harness_timeout",
    "invalid_infrastructure/billing_exhausted",
    "invalid_infrastructure/model_delivery_budget_burn",
    "protocol_violation",
    "pending_adjudication",
    "driver_exception",
)
"""What a harness's own word for an end can be read as: a state, and perhaps why."""

PLACES = ("arm", "file", "folder", "model", *IDENTITY)
"""The names an arm's template may hold: `arm` as the file states it, parts of the path, identity;
`model` is short for `served_model`."""

_NAME = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Source:
    """One entry of `sources:`, with its place in the spec."""

    rule: SourceRule
    index: int
    file: Path | None
    line: int | None

    def problem(self, code: str, what: str, remedy: str, key: str = "path") -> Problem:
        """Return a problem that lies with this entry."""
        field = f"sources[{self.index}].{key}"
        return Problem(code, what, remedy, self.file, self.line, field)


def placeholders(template: str) -> list[str]:
    """Return the names in an arm's template, in their order."""
    return _NAME.findall(template)


def filled(template: str, values: dict[str, str]) -> str:
    """Return a template with every name replaced by its value."""
    return _NAME.sub(lambda match: values[match.group(1)], template)


def nearest(word: str, known: Sequence[str]) -> str:
    """Return the known word that is spelled most alike."""
    return difflib.get_close_matches(word, known, n=1, cutoff=0.0)[0]


def wrong_sources(sources: Iterable[Source]) -> Iterator[Problem]:
    """Yield what is wrong with entries of which each key, by itself, has a possible value."""
    paths: set[str] = set()
    for source in sources:
        yield from _wrong_path(source, paths)
        yield from _wrong_skip(source)
        yield from _wrong_arm(source)
        yield from _wrong_ends(source)
        yield from _wrong_table(source)


def _wrong_path(source: Source, paths: set[str]) -> Iterator[Problem]:
    path = source.rule.path
    parts = path.split("/")
    if path.startswith("/") or ".." in parts or "\\" in path or "\0" in path:
        what = "The path leads out of the results, or is not written with /."
        yield source.problem("BAD_VALUE", what, "Write it from the results folder on.")
    if path.strip("/") in paths:
        what = "Two entries have this path."
        yield source.problem("LISTED_TWICE", what, "Make one entry of them.")
    paths.add(path.strip("/"))


def _wrong_skip(source: Source) -> Iterator[Problem]:
    rule = source.rule
    if rule.skip and rule != SourceRule(path=rule.path, skip=True):
        what = "The entry leaves out what lies at its path, and yet says what it is."
        yield source.problem("CONTRADICTION", what, "Keep path and skip alone.", "skip")


def _wrong_arm(source: Source) -> Iterator[Problem]:
    template = source.rule.arm or ""
    for name in placeholders(template):
        if name not in PLACES:
            what = f"There is no such name for a template; the nearest is {nearest(name, PLACES)}."
            yield source.problem("UNKNOWN_KEY", what, "Correct the template.", "arm")
    if "{" in _NAME.sub("", template) or "}" in _NAME.sub("", template):
        what = "A brace of the template has no partner."
        yield source.problem("BAD_VALUE", what, "Write names as {folder}.", "arm")


def _wrong_ends(source: Source) -> Iterator[Problem]:
    known = (*READINGS, JUDGED) if source.rule.table else READINGS
    for reading in source.rule.ends.values():
        if reading not in known:
            what = f"This is no state; the nearest is {nearest(reading, known)}."
            remedy = "Map each of the harness's words to a state of the protocol."
            yield source.problem("BAD_VALUE", what, remedy, "ends")


def _wrong_table(source: Source) -> Iterator[Problem]:
    table, stated = source.rule.table, source.rule.format
    if (table is None) != (stated != TABLE):
        what = "A mapping of columns and `format: table` belong together."
        yield source.problem("CONTRADICTION", what, "Write both, or neither.", "table")
    if table is None:
        return
    if table.outcome is None and table.score is None and table.state is None:
        what = "No column says how a trial ended."
        yield source.problem("CONTRADICTION", what, "Map outcome, score or state.", "table")
    if table.outcome is not None and table.score is not None:
        what = "Both outcome and score are mapped."
        yield source.problem("CONTRADICTION", what, "Keep the one that decides.", "table.score")
    if table.outcome is None and table.score is None and JUDGED in source.rule.ends.values():
        what = "A word is read as judged, but neither outcome nor score is mapped."
        yield source.problem("CONTRADICTION", what, "Map the column that judges.", "ends")
    if table.arm is not None and "arm" not in placeholders(source.rule.arm or "{arm}"):
        what = "The table has a column of arms, and the entry one arm for all of them."
        yield source.problem("CONTRADICTION", what, "Keep one, or write {arm} into it.", "arm")
    if (table.score is None) != (table.threshold is None):
        what = "A score passes from a threshold on; one of the two is not given."
        yield source.problem("CONTRADICTION", what, "Give score and threshold.", "table.threshold")
    words = [word.casefold() for word in (*table.passes, *table.fails)]
    if len(set(words)) < len(words):
        what = "One word stands twice among those that mean pass or fail."
        yield source.problem("CONTRADICTION", what, "Keep it in one list.", "table.passes")


def columns_of(table: TableRule) -> dict[str, str]:
    """Return the columns that a mapping names, by what they hold."""
    return {key: name for key in _COLUMNS if (name := getattr(table, key)) is not None}


_COLUMNS = tuple(
    each.name
    for each in msgspec.structs.fields(TableRule)
    if each.name not in ("passes", "fails", "threshold", "planned")
)
