"""A guess from the names of a table's columns of what each holds, for a person to correct."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.checks import Wrong
from generator.artifacts.files import Limits
from generator.artifacts.lines import LineFile
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.artifacts.table_cells import decimal, empty, spelled
from generator.artifacts.table_file import JSON_LINES, TableFile, kind_of, mark_of
from generator.artifacts.table_parquet import PARQUET, parquet_columns
from generator.errors import UnusableInput

# The usual names, the more telling first, without anything but letters and digits.
_NAMES: dict[str, tuple[str, ...]] = {
    "task": ("taskid", "taskname", "task", "caseid", "case", "instanceid", "problemid", "sampleid"),
    "arm": ("arm", "armid", "model", "modelname", "agent", "agentname", "system"),
    "trial": (
        "trial",
        "trialindex",
        "epoch",
        "repeat",
        "repeatindex",
        "repetition",
        "runindex",
        "attempt",
    ),
    "outcome": (
        "success",
        "passed",
        "pass",
        "isresolved",
        "resolved",
        "outcome",
        "correct",
        "result",
    ),
    "score": ("reward", "score"),
    "state": ("state", "status", "failuremode", "terminationreason"),
    "started_at": ("startedat", "starttime", "start", "started"),
    "ended_at": ("endedat", "finishedat", "completedat", "endtime", "end", "ended", "finished"),
    "tokens_in": ("tokensin", "inputtokens", "ninputtokens", "prompttokens", "totalinputtokens"),
    "tokens_out": (
        "tokensout",
        "outputtokens",
        "noutputtokens",
        "completiontokens",
        "totaloutputtokens",
    ),
    "cost_usd": ("costusd", "cost", "totalcost", "totalcostusd", "usd"),
    "wall_s": ("walls", "executiontimesec", "durations", "durationsec", "durationseconds"),
}
_ROWS = 10_000
"""How many rows tell what a column holds; what comes behind them is said when the table is read."""
_NOT_TELLING = re.compile(r"[^a-z0-9]")


def columns_in(path: Path, limits: Limits) -> tuple[str, ...]:
    """Return the names of a table's columns; none of one that cannot be read."""
    try:
        if kind_of(path) == PARQUET:
            return parquet_columns(path)
        first = next(iter(LineFile(path, limits)), None)
        if first is None:
            return ()
        if kind_of(path) in JSON_LINES:
            return tuple(parse_object(first.data, limits.json_depth))
        text = first.data.decode("utf-8").removesuffix("\r")
        return tuple(next(csv.reader([text], delimiter=mark_of(path), strict=True), []))
    except (UnusableInput, JsonRefused, UnicodeDecodeError, csv.Error):
        return ()


class Seen(NamedTuple):
    """What stands in the columns that say how trials ended, as far as a guess needs it."""

    scores: tuple[float, ...]
    outcomes: tuple[str, ...]
    states: tuple[str, ...]


def seen_in(path: Path, limits: Limits, mapping: Mapping[str, str]) -> Seen:
    """Return the different scores and words of a table's first rows; none that cannot be read."""
    columns = {held: mapping[held] for held in ("outcome", "score", "state") if held in mapping}
    scores: set[float] = set()
    words: dict[str, set[str]] = {"outcome": set(), "state": set()}
    try:
        for row in islice(TableFile(path, limits, columns), _ROWS):
            for held, value in row.cells.items():
                if empty(value):
                    continue
                if held == "score":
                    scores.add(decimal(value))
                else:
                    words[held].add(spelled(value))
    except (UnusableInput, Wrong):
        pass  # what cannot be read is said when it is to be read
    return Seen(
        tuple(sorted(scores)), tuple(sorted(words["outcome"])), tuple(sorted(words["state"]))
    )


def guess(columns: Sequence[str]) -> dict[str, str]:
    """Return a column for each thing that one is named for; none where no table of trials shows.

    A column that stands twice is never meant; of outcome and score, outcome decides.
    """
    telling = {_NOT_TELLING.sub("", each.casefold()): each for each in reversed(columns)}
    found = {
        held: telling[name]
        for held, names in _NAMES.items()
        if (name := next((each for each in names if each in telling), None)) is not None
        and columns.count(telling[name]) == 1
    }
    if "outcome" in found:
        found.pop("score", None)
    judged = found.keys() & {"outcome", "score", "state"}
    return found if "task" in found and judged else {}
