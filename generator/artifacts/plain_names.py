"""Names of models and agents as harnesses state them, which may be places on somebody's disk.

An identity field can be declared public; a path tells of a machine and its user, and is no name.
"""

from __future__ import annotations

import re

_PATH = re.compile(
    r"\\|://|//|\.py\b"  # a Windows path, an address, an empty part, a program's file
    r"|(?:^|/)[.~]"  # a relative path, somebody's home
    r"|^/|^[A-Za-z]:"  # an absolute path
)


def plain_name(name: str | None) -> str | None:
    """Return a name, or None for one that is a path: `provider/maker/model` is a name."""
    if not name or _PATH.search(name):
        return None
    return name
