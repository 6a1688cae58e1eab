"""Files: opened once, only if regular, and digested while they are read.

A link is not followed, a pipe or a device not opened, and the digest is of the very bytes that
were parsed; a file that changes meanwhile is refused.
"""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from generator.artifacts.records import Source
from generator.errors import Problem, UnusableInput, printable

MIB = 1 << 20

_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


class Limits(Protocol):
    """The bounds on input, as the spec's `limits` states them."""

    @property
    def line_mib(self) -> int:
        """How many MiB one line, or one file that is read whole, may have."""

    @property
    def archive_ratio(self) -> int:
        """How many times its own size an archive may unfold to."""

    @property
    def json_depth(self) -> int:
        """How deep a JSON document may nest."""


def _refused(path: Path, code: str, what: str, remedy: str) -> UnusableInput:
    return UnusableInput(Problem(code, what, remedy, file=path))


def _unreadable(path: Path) -> UnusableInput:
    return _refused(
        path,
        "UNREADABLE",
        "The file or folder cannot be read.",
        "Give the account that runs this program the right to read it, or move it away.",
    )


def _changed(path: Path) -> UnusableInput:
    return _refused(
        path,
        "CHANGED_WHILE_READ",
        "The file changed while it was read.",
        "Run the command again when its writer has finished.",
    )


def is_regular(path: Path) -> bool:
    """Whether a regular file lies here; a link to one is not one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def entries(folder: Path) -> list[Path]:
    """Return what lies in a folder, in the order of the names' bytes."""
    try:
        return sorted(folder.iterdir(), key=os.fsencode)
    except OSError:
        raise _unreadable(folder) from None


def shown_entries(folder: Path) -> list[Path]:
    """Return what lies in a folder, nothing where that cannot be read: the walk says so of it."""
    try:
        return entries(folder)
    except UnusableInput:
        return []


class SafeFile:
    """A regular file, opened once. `size` is its length when it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._digest = hashlib.sha256()
        self._read = 0
        try:
            before = path.lstat()
            if not stat.S_ISREG(before.st_mode):
                raise _refused(
                    path,
                    "NOT_A_REGULAR_FILE",
                    "This is a link, a pipe, a device or a folder, and no regular file.",
                    "Put the file itself here.",
                )
            # The flags close the gap between the check and the opening: a link put here since
            # fails, and a pipe does not hang.
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            self._file = os.fdopen(os.open(path, flags), "rb")
        except OSError:
            raise _unreadable(path) from None
        self._opened = os.fstat(self._file.fileno())
        if not os.path.samestat(before, self._opened):
            self._file.close()
            raise _changed(path)
        self.size = self._opened.st_size

    @property
    def open_to_others(self) -> bool:
        """Whether anybody but the file's owner has a right to it."""
        return bool(self._opened.st_mode & (stat.S_IRWXG | stat.S_IRWXO))

    def __enter__(self) -> Self:
        """Return the file, open until the block ends."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def read(self, size: int) -> bytes:
        """Return the next bytes, at most `size`; none at the end of the file."""
        try:
            data = self._file.read(size)
        except OSError:
            raise _unreadable(self.path) from None
        self._digest.update(data)
        self._read += len(data)
        if self._read > self.size:
            raise _changed(self.path)  # now, not at an end that a busy writer may never let come
        return data

    def at(self, offset: int, size: int) -> bytes:
        """Return bytes from a place of the file; what `read` has gone through is not touched."""
        try:
            return os.pread(self._file.fileno(), size, offset)
        except OSError:
            raise _unreadable(self.path) from None

    def finish(self) -> str:
        """Return the SHA-256 of the bytes that were read, if they are all and still the same."""
        try:
            after, here = os.fstat(self._file.fileno()), self.path.lstat()
        except OSError:
            raise _changed(self.path) from None
        same = (
            os.path.samestat(after, here)
            and after.st_mtime_ns == self._opened.st_mtime_ns
            and after.st_size == self.size == self._read
        )
        if not same:
            raise _changed(self.path)
        return self._digest.hexdigest()


class Whole(NamedTuple):
    """A file that was read whole, with its digest."""

    data: bytes
    sha256: str


def read_whole(path: Path, limits: Limits) -> Whole:
    """Read a file of at most one line's limit into memory."""
    with SafeFile(path) as file:
        if file.size > limits.line_mib * MIB:
            raise UnusableInput(too_long(limits).at(path, 1))
        data = file.read(file.size + 1)
        return Whole(data, file.finish())


def peek(path: Path, size: int = MIB // 4) -> bytes:
    """Return a file's first bytes, to recognise what it is."""
    with SafeFile(path) as file:
        return file.read(size)


def too_long(limits: Limits) -> Problem:
    """Return the problem of a line, or a file read whole, that is past the limit."""
    return Problem(
        "LINE_TOO_LONG",
        f"This is longer than the {limits.line_mib} MiB that limits.line_mib allows.",
        "Raise the limit in the spec if the file is what it should be.",
    )


def without_bom(data: bytes, path: Path) -> bytes:
    """Return the first bytes of a text without a UTF-8 byte order mark; UTF-16 is refused."""
    if data.startswith(_UTF16_BOMS):
        raise _refused(path, "UTF16", "The file is written in UTF-16.", "Write it in UTF-8.")
    return data.removeprefix(_BOM)


def relative_to(path: Path, root: Path) -> str:
    """Return a path below the results folder with `/` between its parts, printable in any case.

    What a terminal or an encoding could trip over (a line break, bytes that are no UTF-8) is
    escaped: the name identifies the file, it does not open it.
    """
    return printable(path.relative_to(root).as_posix())


def source(path: Path, root: Path, sha256: str) -> Source:
    """Return the record of a parsed file."""
    return Source(path=path, relative=relative_to(path, root), sha256=sha256)
