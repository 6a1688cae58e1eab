"""JSON files as a harness writes them, and their digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.study.rule_file import Object


def canonical_digest(value: Any) -> str:
    """The digest of canonical JSON; all numbers of these documents are small integers."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest(path: Path) -> str:
    """The digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_json(path: Path, document: Any) -> None:
    """Write a document as the harness does."""
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def write_lines(path: Path, documents: list[Object]) -> None:
    """Write one document a line."""
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")


def edit(path: Path, change: Callable[[Any], None]) -> None:
    """Change a JSON file where it lies."""
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document)
    write_json(path, document)
