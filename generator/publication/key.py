"""Where the alias key comes from, and the alias map that a person may state instead.

The environment variable wins over the file; both lose their trailing white space; with neither, or
with an empty, a short or a monotonous one, nothing is published. Nobody but its owner may read a
key file; the demonstration's is public, and known by what stands in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from generator.artifacts.files import SafeFile
from generator.errors import Problem, UnusableInput
from generator.publication.aliases import PUBLIC_CASE
from generator.publication.scan.search.self_attack import made_without_key
from generator.spec.load import LoadedSpec, read_flat_yaml

DEMO_MARK = b"public-demo-key"
LEAST_BYTES = 16
"""Fewer bytes than these can be found by trying keys until a likely id has the alias it has."""

_LARGEST = 4096
_MAKE_ONE = (
    "python3 -c 'import secrets; print(secrets.token_hex(32))' > FILE; chmod 600 FILE. "
    "`stability init` makes one for a new project."
)
_ALIAS = re.compile(r"[A-Za-z]{1,16}-[0-9A-Za-z]{1,64}\Z")


def load_key(loaded: LoadedSpec, home: Path) -> bytes:
    """Return the alias key of a project, or say how to make one.

    The key file lies relative to the spec's folder; `home` stands in for that of the default spec.
    """
    rule = loaded.spec.alias
    file = (loaded.folder or home) / rule.key_file
    stated = _in_environment(rule.key_env)
    if not stated and not os.path.lexists(file):
        raise UnusableInput(
            Problem(
                "NO_ALIAS_KEY",
                "There is no alias key, and without one no id can get a public name.",
                f"Set {rule.key_env}, or write a random key into this file, for example with: "
                f"{_MAKE_ONE}",
                file=file,
                field="alias.key_file",
            )
        )
    key = stated or read_key(file)
    if len(key) < LEAST_BYTES:
        raise UnusableInput(
            Problem(
                "SHORT_ALIAS_KEY",
                f"The alias key has {len(key)} bytes; below {LEAST_BYTES} it can be guessed.",
                f"Make a random one, for example with: {_MAKE_ONE}",
                file=None if stated else file,
                field=rule.key_env if stated else "alias.key_file",
            )
        )
    return key


def _in_environment(name: str) -> bytes:
    """Return the key that an environment variable holds; white space alone is none."""
    return os.fsencode(os.environ.get(name, "")).rstrip()


def read_key(file: Path) -> bytes:
    """Return what a key file holds, if it is a small regular file that only its owner can read."""
    # A secret that is mounted is often a link to the file itself, so links are followed.
    with SafeFile(Path(os.path.realpath(file))) as opened:
        if opened.size > _LARGEST:
            what = f"The key file is larger than {_LARGEST} bytes."
            raise UnusableInput(
                Problem("LONG_ALIAS_KEY", what, f"Make one with: {_MAKE_ONE}", file)
            )
        key = opened.read(_LARGEST).rstrip()
        if opened.open_to_others and not is_demo(key):
            raise UnusableInput(
                Problem(
                    "OPEN_ALIAS_KEY",
                    "Others than its owner can read or change the key file, and whoever has the "
                    "key can find the ids behind the aliases.",
                    "Close it with `chmod 600`; if somebody may have read it, make a new key and "
                    "map the aliases with `stability rotate`.",
                    file,
                    field="alias.key_file",
                )
            )
    return key


def is_demo(key: bytes) -> bool:
    """Whether a key is the public one of the demonstration, however it is written.

    What is put before it, or a change of case, leaves it one that everybody would try.
    """
    return DEMO_MARK in key.lower()


def private_texts(loaded: LoadedSpec, home: Path) -> Iterator[tuple[Path, str]]:
    """Yield the key, unless it is the public one, and the ids of the map, each with its place."""
    rule = loaded.spec.alias
    file = (loaded.folder or home) / rule.key_file
    stated = _in_environment(rule.key_env)
    if stated or file.is_file():
        key = load_key(loaded, home)
        if not is_demo(key):
            yield Path(rule.key_env) if stated else file, _as_text(key)
    if rule.map_file is not None:
        place = (loaded.folder or home) / rule.map_file
        yield from ((place, private) for private in load_alias_map(loaded, home))


def _as_text(key: bytes) -> str:
    """Return a key as a page would show it; of random bytes there is no text but one of bytes."""
    try:
        return key.decode()
    except UnicodeDecodeError:
        return key.decode("latin-1")


def load_alias_map(loaded: LoadedSpec, home: Path) -> dict[str, str]:
    """Return the aliases a person states, id -> alias; empty without a map."""
    if loaded.spec.alias.map_file is None:
        return {}
    file = (loaded.folder or home) / loaded.spec.alias.map_file
    stated = read_flat_yaml(file)
    for line, (private, alias) in enumerate(stated.items(), 1):
        _check(file, line, private, alias)
    if len(set(stated.values())) != len(stated):
        remedy = "Give each id an alias of its own."
        raise UnusableInput(Problem("ALIAS_SHARED", "Two ids have one alias.", remedy, file))
    return stated


def _check(file: Path, entry: int, private: str, alias: str) -> None:
    if alias == private and not PUBLIC_CASE.fullmatch(private):
        what = f"The alias of entry {entry} is the private id itself."
        raise UnusableInput(Problem("BAD_ALIAS", what, "Draw one at random instead.", file))
    if not _ALIAS.match(alias):
        raise UnusableInput(
            Problem(
                "BAD_ALIAS",
                f"The alias of entry {entry} is not a prefix of letters, a dash, and letters or "
                "digits.",
                "Write it like A-3f09c2d1.",
                file,
            )
        )
    if alias != private and made_without_key(private, alias.partition("-")[2]):
        raise UnusableInput(
            Problem(
                "GUESSABLE_ALIAS",
                f"The alias of entry {entry} is a part of its id, or of an unkeyed digest of it: "
                "who guesses the id can check the guess.",
                "Draw it at random instead.",
                file,
            )
        )
