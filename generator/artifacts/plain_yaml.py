"""Text as YAML reads it back, for what a person is to edit."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./@+-]*", re.ASCII)


def quoted(text: str) -> str:
    """Return a text as YAML reads it back, on one line whatever it holds."""
    plain = _PLAIN.fullmatch(text) and text not in ("null", "true", "false")
    return text if plain else json.dumps(text)
