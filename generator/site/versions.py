"""The list of versions and its chain: pure types and rules, no file is touched here.

`versions.json` lists the versions newest first. Each entry holds the digest of its report and the
digest of the entry before it, so that a changed or removed old version shows. A draft may be
rebuilt; a published version may not change, and nothing older than it may either.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from generator.errors import Problem, ReleaseStopped, UnusableInput
from generator.publication.strings import Day, Digest, Label, Version

FILE_NAME = "versions.json"
LATEST = "latest"
RESERVED = frozenset({LATEST, FILE_NAME, "index.html", "404.html", "history", "feed.xml"})
"""Names beside the versions in the site's folder, in lower case."""

Versions = tuple["Entry", ...]


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One version of the report; `corrects` names the version it corrects."""

    version: Version
    title: Label
    aliases: tuple[str, ...] = ()
    date: Day | None
    status: Literal["draft", "published"]
    corrects: Version | None
    report_sha256: Digest
    previous: Digest | None = None


def loads(data: bytes) -> Versions:
    """Read a list of versions; anything but the form that `dumps` writes is refused."""
    try:
        return msgspec.json.decode(data, type=tuple[Entry, ...])
    except msgspec.DecodeError as error:
        raise UnusableInput(
            Problem(
                "VERSIONS_UNREADABLE",
                "The list of versions is not in its form.",
                "Restore the file from the repository's history; the program writes it.",
            )
        ) from error


def dumps(versions: Versions) -> bytes:
    """Return the one spelling of a list of versions."""
    return msgspec.json.format(msgspec.json.encode(versions), indent=2) + b"\n"


def digest(entry: Entry) -> str:
    """Return the SHA-256 of an entry's canonical JSON, without the aliases, which move on."""
    fields = msgspec.to_builtins(entry)
    del fields["aliases"]
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def with_entry(versions: Versions, entry: Entry) -> Versions:
    """Return the list with a new version on top, or with a draft of that name replaced."""
    check_new(versions, entry.version, entry.corrects)
    names = [known.version for known in versions]
    if entry.version not in names:
        return _linked((entry, *versions), 0)
    at = names.index(entry.version)
    if versions[at].status == "published":
        raise ReleaseStopped(
            Problem(
                "PUBLISHED_VERSION_CHANGED",
                f"Version {entry.version} is published and its report may not change.",
                "Build under a new name; to correct this version, name it as the one corrected.",
            )
        )
    return _linked((*versions[:at], entry, *versions[at + 1 :]), at)


def check_new(versions: Versions, version: str | None, corrects: str | None) -> None:
    """Refuse a name that a version may not have, and a correction of none that is older.

    A version without a name yet will stand on top.
    """
    names = [known.version for known in versions]
    listed = version in names
    if version is not None and not listed:
        _check_name(version, names)
    if corrects is not None and corrects not in (
        names[names.index(version) + 1 :] if version is not None and listed else names
    ):
        raise UnusableInput(
            Problem(
                "NO_SUCH_VERSION",
                "A correction corrects an older version, and this names none.",
                "Name a version of the list that is older than the one that is built.",
                field="--corrects",
            )
        )


def published(versions: Versions, version: str) -> Versions:
    """Return the list with a draft made final; everything older must be final already."""
    names = [entry.version for entry in versions]
    if version not in names:
        raise UnusableInput(
            Problem(
                "NO_SUCH_VERSION",
                f"There is no version {version}.",
                "Build it first, then publish it.",
            )
        )
    at = names.index(version)
    drafts = [entry.version for entry in versions[at + 1 :] if entry.status == "draft"]
    if drafts:
        raise ReleaseStopped(
            Problem(
                "OLDER_DRAFT",
                f"Version {drafts[-1]} is older than {version} and still a draft.",
                f"Publish it first, or remove its draft: stability withdraw {drafts[-1]}.",
            )
        )
    final = msgspec.structs.replace(versions[at], status="published")
    return _linked((*versions[:at], final, *versions[at + 1 :]), at)


def without(versions: Versions, version: str) -> Versions:
    """Return the list without a version: the newer ones are linked anew, and correct it no more."""
    names = [entry.version for entry in versions]
    if version not in names:
        raise UnusableInput(
            Problem(
                "NO_SUCH_VERSION",
                f"There is no version {version}.",
                "Name one of the list; if it was withdrawn just now, `stability render` does the "
                "rest.",
            )
        )
    at = names.index(version)
    newer = tuple(
        msgspec.structs.replace(entry, corrects=None) if entry.corrects == version else entry
        for entry in versions[:at]
    )
    return _linked((*newer, *versions[at + 1 :]), at - 1)


def problems(versions: Versions, reports: Mapping[str, str]) -> Iterator[Problem]:
    """Name what breaks the chain; `reports` holds the digest of each version's report by name.

    A problem of a report has the folder of its version.
    """
    older = (*versions, None)[1:]
    names = [entry.version for entry in versions]
    shuffled = _is_shuffled(versions)
    if shuffled:
        yield Problem(
            "CHAIN_BROKEN",
            "The list holds its entries in another order than they were linked in.",
            "Restore the list of versions from the repository's history.",
        )
    for at, (entry, before) in enumerate(zip(versions, older, strict=True)):
        if not shuffled and entry.previous != (digest(before) if before else None):
            yield Problem(
                "CHAIN_BROKEN",
                f"The entry of version {entry.version} does not fit the one before it.",
                "An older version was changed or removed: restore it from the history.",
            )
        if entry.version not in reports:
            yield Problem(
                "VERSION_MISSING",
                f"The report of version {entry.version} is missing.",
                "Restore its folder from the repository's history.",
                Path(entry.version),
            )
        elif reports[entry.version] != entry.report_sha256:
            yield Problem(
                "REPORT_CHANGED",
                f"The report of version {entry.version} is not the one that was listed.",
                "Restore its folder from the repository's history, or build the draft again."
                if entry.status == "draft"
                else "It is published and stays as it was: restore its folder from the "
                "repository's history. A correction is a new version.",
                Path(entry.version),
            )
        if before and before.status == "draft" and entry.status == "published":
            yield Problem(
                "OLDER_DRAFT",
                f"Version {entry.version} is published on top of a draft.",
                "Publish the older version, or restore the list of versions.",
            )
        if entry.corrects is not None and entry.corrects not in names[at + 1 :]:
            yield Problem(
                "CORRECTS_NOTHING",
                f"Version {entry.version} states that it corrects a version that is not older.",
                "Restore the list of versions, or build the draft again with --corrects.",
            )
        if entry.version in names[:at]:
            yield Problem(
                "LISTED_TWICE",
                f"Version {entry.version} is listed twice.",
                "Restore the list of versions from the history.",
            )


def _is_shuffled(versions: Versions) -> bool:
    """Whether the entries form a whole chain, but in another order than they are listed in."""
    by_digest = {digest(entry): entry for entry in versions}
    before = [by_digest.get(entry.previous) for entry in versions if entry.previous is not None]
    whole = len(before) == len(versions) - 1 and None not in before
    linked = {entry.version for entry in before if entry is not None}
    return whole and len(linked) == len(before) and before != list(versions[1:])


def correction_of(versions: Sequence[Entry], version: str) -> str | None:
    """Return the newest published version that corrects the given one; a draft corrects nothing."""
    corrections = (e for e in versions if e.corrects == version and e.status == "published")
    return next((entry.version for entry in corrections), None)


def compared_with(versions: Versions, version: str, corrects: str | None) -> tuple[str, ...]:
    """Return the versions that a version's page of changes tells of: fixed once it has its place.

    That is the one before it in the list, and the one that it corrects where that is another. A
    version that is not listed yet will stand on top.
    """
    names = [entry.version for entry in versions]
    before = names[names.index(version) + 1 :] if version in names else names
    older = [*before[:1], *([corrects] if corrects and corrects != version else [])]
    return tuple(dict.fromkeys(older))


def told_of(versions: Versions, entry: Entry) -> tuple[str, ...]:
    """Return the digests of the reports that a version's page of changes tells of."""
    digests = {each.version: each.report_sha256 for each in versions}
    names = compared_with(versions, entry.version, entry.corrects)
    return tuple(digests.get(name, "") for name in names)


def _check_name(version: str, taken: Sequence[str]) -> None:
    lowered = version.lower()
    if lowered in RESERVED or lowered in {name.lower() for name in taken}:
        raise UnusableInput(
            Problem(
                "VERSION_NAME",
                f"The name {version} is taken.",
                "Choose a version name that no other version and no file of the site has.",
                field="--version",
            )
        )


def _linked(versions: Versions, changed: int) -> Versions:
    """Link the changed entry and the newer ones; what is older keeps its links, true or not."""
    linked = list(versions)
    for at in range(changed, -1, -1):
        previous = digest(linked[at + 1]) if at + 1 < len(linked) else None
        linked[at] = msgspec.structs.replace(linked[at], previous=previous)
    return tuple(
        msgspec.structs.replace(entry, aliases=() if at else (LATEST,))
        for at, entry in enumerate(linked)
    )
