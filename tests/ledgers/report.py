"""From EIO artifacts to what is published of them, as its JSON says it."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from generator.aggregate import Aggregated, aggregate
from generator.pages.render import render
from generator.publication.report import encode

KEY = "a key that is long enough for tests"
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

Json = dict[str, Any]


def aggregated(results: Path, minimum_tasks: int = 5) -> Aggregated:
    """The report of a folder, under a floor."""
    spec = results.parent / f"floor-{minimum_tasks}.yml"
    text = f"schema: stability-spec/1\npublication: {{minimum_tasks: {minimum_tasks}}}\n"
    spec.write_text(text, encoding="utf-8")
    return aggregate(results, spec, "1.0")


def ledgers(results: Path, minimum_tasks: int = 5) -> list[Json]:
    """The published ledgers of a folder."""
    found: list[Json] = json.loads(encode(aggregated(results, minimum_tasks).report))["ledgers"]
    return found


def ledger(results: Path, minimum_tasks: int = 5) -> Json:
    """The only published ledger of a folder."""
    (only,) = ledgers(results, minimum_tasks)
    return only


def files(results: Path, minimum_tasks: int = 5) -> dict[str, str]:
    """Every file of a version that is rendered from a folder, its texts as they stand."""
    made = render(aggregated(results, minimum_tasks).report, TEMPLATES)
    return {path: data.decode(errors="replace") for path, data in made.items()}


def page_of(made: dict[str, str]) -> str:
    """The page of the only ledger."""
    (path,) = [path for path in made if re.fullmatch(r"ledgers/r-[0-9a-f]+\.md", path)]
    return made[path]


@cache
def alias(kind: str, prefix: str, private: str) -> str:
    """The alias of an id, computed here as the contract says."""
    message = f"{kind}\0{private}".encode()
    return f"{prefix}-{hmac.new(KEY.encode(), message, hashlib.sha256).hexdigest()[:8]}"


def finding_of(private: str) -> str:
    """The alias of a finding."""
    return alias("finding", "F", private)


def claim_of(private: str) -> str:
    """The alias of a claim."""
    return alias("claim", "C", private)


def task_of(private: str) -> str:
    """The alias of a task."""
    return alias("task", "T", private)
