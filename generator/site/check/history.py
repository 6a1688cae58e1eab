"""The list of versions against an older state of the repository: what was published stays.

A chain shows a change within a list. One who rewrites the whole list leaves a chain that holds, and
only the history knows better.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from generator.errors import Problem, UnusableInput
from generator.site import versions
from generator.site.versions import Entry, Versions

_WITHDRAWN = (
    "Restore it from the repository's history. If it had to go because it leaked, a second person "
    "confirms that and merges over this message: once it is merged, it is not said again."
)
_RESTORE = "Restore it from the repository's history; a correction is a new version."


@dataclass(frozen=True, slots=True)
class Base:
    """The versions of an older state; `unknown` says why there is none to hold against."""

    listed: Versions
    unknown: str | None = None


def base_of(site_src: Path, ref: str | None) -> Base:
    """Return the versions at a commit, or at the last one where none is named.

    Without a name it is no error if there is no repository; with one it is.
    """
    named = f"{'HEAD' if ref is None else ref}^{{commit}}"
    commit = _git(site_src, "rev-parse", "--verify", "--quiet", "--end-of-options", named)
    if commit is None:
        if ref is None:
            return Base((), "there is no repository with a commit here")
        what = "Git finds no such commit here."
        remedy = "Name one that is there; in a shallow clone, fetch it first."
        raise UnusableInput(Problem("NO_BASE", what, remedy, field="--base"))
    listed = _git(site_src, "show", f"{commit.decode().strip()}:./{versions.FILE_NAME}")
    if listed is None:
        return Base((), "no version was listed there")
    try:
        return Base(versions.loads(listed))
    except UnusableInput as error:
        what = "The list of versions at this commit is not in its form."
        remedy = "Name a commit with a list that this program wrote."
        raise UnusableInput(Problem("NO_BASE", what, remedy, field="--base")) from error


def history_problems(
    base: Versions, listed: Versions, reports: Mapping[str, str]
) -> Iterator[Problem]:
    """Name each version that was published and is not as it was, the oldest first.

    A report that is not the one that is listed now either is named by the list. `reports` holds the
    digest of each version's present report by name.
    """
    present = {entry.version: entry for entry in listed}
    told = False
    for old in reversed([entry for entry in base if entry.status == "published"]):
        new = present.get(old.version)
        report = reports.get(old.version, old.report_sha256)
        if new is None:
            what = f"Version {old.version} was published, and is not listed any more."
            yield Problem("PUBLISHED_REMOVED", what, _WITHDRAWN)
        elif new.report_sha256 == report != old.report_sha256:
            what = f"The report of version {old.version} was published, and is another now."
            yield Problem("PUBLISHED_CHANGED", what, _RESTORE)
        # An entry that is newer than one that was changed or removed has another link for it.
        elif not _alike(_again(new, old, present) if told else new, old):
            what = f"The entry of version {old.version} was published, and is another now."
            yield Problem("PUBLISHED_CHANGED", what, _RESTORE)
        else:
            continue
        told = True


def _again(new: Entry, old: Entry, present: Mapping[str, Entry]) -> Entry:
    """Return an entry with its old link, and as the correction of what is no longer there."""
    gone = new.corrects is None and old.corrects not in present
    return replace(new, previous=old.previous, corrects=old.corrects if gone else new.corrects)


def _alike(new: Entry, old: Entry) -> bool:
    return versions.digest(new) == versions.digest(old)


def _git(folder: Path, *arguments: str) -> bytes | None:
    """Return what git prints, None where it fails or there is none."""
    git = shutil.which("git")
    if git is None or not folder.is_dir():
        return None
    done = subprocess.run(  # noqa: S603 - our own words, and a name that cannot be an option
        [git, "-C", str(folder), *arguments], capture_output=True, check=False
    )
    return done.stdout if done.returncode == 0 else None
