"""What a site was built from, and what came of it: so that a sound version is built once.

A version's pages are taken over by the next build if their inputs are as they were, and if they
are still what was built. Whatever was damaged since is built again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec

from generator.errors import UnusableInput
from generator.regular_file import read_regular
from generator.site.files import tree_digests

_LARGEST = 64 << 20

RECORD = ".builds.json"
"""Digest of the inputs of each version in the site; all of them are published anyway."""

Inputs = Mapping[str, str]
"""The digest of what a version is made from, by version."""

NONE_PASSED: Inputs = MappingProxyType({})
"""What is taken for passed where nothing is."""

Made = Mapping[str, str]
"""The digest of what a version became, by version."""


def encode(digests: Mapping[str, str]) -> bytes:
    """Return the one spelling of a record."""
    return msgspec.json.encode(digests, order="sorted") + b"\n"


def digests_of(site: Path, versions: Sequence[str]) -> Made:
    """Return what some versions of a site are, as their folders lie there now."""
    folders = (site / version for version in versions)
    return dict(zip(versions, tree_digests(folders), strict=True))


def made_of(built: Path, kept: Made) -> Made:
    """Return what each version of a site became; what was `kept` was found sound before."""
    return {**kept, **digests_of(built, [each for each in recorded(built) if each not in kept])}


def seal(site: Path, made: Made) -> None:
    """Record what was built, beside the site."""
    _sealed(site).write_bytes(encode(made))


def alike(made_from: Inputs, inputs: Inputs) -> list[str]:
    """Return the versions that were made from what these inputs are."""
    return [version for version, state in inputs.items() if made_from.get(version) == state]


def sound(site: Path, versions: Iterable[str]) -> Made:
    """Return which of some versions of a site are still as they were built, and what they are."""
    made = _read(_sealed(site))
    there = [each for each in versions if each in made and (site / each).is_dir()]
    found = digests_of(site, there)
    return {version: state for version, state in found.items() if state == made[version]}


def recorded(site: Path) -> Inputs:
    """Return what each version of a site was made from."""
    return _read(site / RECORD)


def memory_of(site: Path) -> Path:
    """Return the file in which the search keeps what it gathered from a site."""
    return site.with_name(f".{site.name}.searched")


def _sealed(site: Path) -> Path:
    return site.with_name(f".{site.name}.digests.json")


def _read(file: Path) -> dict[str, str]:
    """Read digests by version; without a file that can be read, everything is built."""
    try:
        return msgspec.json.decode(read_regular(file, _LARGEST), type=dict[str, str])
    except (UnusableInput, msgspec.DecodeError):
        return {}
