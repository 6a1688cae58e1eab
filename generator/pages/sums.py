"""The list of a version's files with their SHA-256, in the form that `sha256sum --check` reads."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

SUMS = "SHA256SUMS"
"""The list's own name; it does not list itself."""


def sums(files: Mapping[str, bytes]) -> bytes:
    """Return the list of files, in the order of their paths, which hold no line breaks."""
    lines = (
        f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items())
    )
    return "".join(lines).encode()
