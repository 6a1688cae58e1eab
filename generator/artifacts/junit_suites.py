"""The test suites of a JUnit XML report: what each test came to, attempt after attempt.

Of messages, stack traces, output, properties and machines nothing is kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

from generator.artifacts.checks import Wrong, instant
from generator.artifacts.files import Limits
from generator.artifacts.records import Instant
from generator.artifacts.xml_file import read_xml
from generator.errors import Problem, UnusableInput

PASSED, FAILURE, ERROR, RERUN = "passed", "failure", "error", "rerun"

# What stands in a test beside its own verdict: attempts before it passed, or after it failed.
_AGAIN = {
    "flakyFailure": FAILURE,
    "flakyError": ERROR,
    "rerunFailure": FAILURE,
    "rerunError": ERROR,
}
_SKIPPED = "skipped"
_NOT_RUN = frozenset({"notrun", "disabled", "skipped", "ignored"})
_PYTEST = frozenset({"pytest", "pytest tests"})
_LONGEST = 1e9


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one attempt at a test came to, and how long it took."""

    word: str
    line: int
    wall_s: float | None = None


@dataclass(slots=True)
class Suite:
    """One `testsuite` element: the attempts at each of its tests, in order."""

    name: str
    host: str
    pytest: bool
    start: Instant | None
    wall_s: float | None
    tests: dict[tuple[str, str], list[Verdict]] = field(default_factory=dict)
    skipped: int = 0


class JunitFile:
    """The suites of one file, with the digest of its bytes."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.suites: list[Suite] = []
        self._open: list[Suite] = []
        self._pytest = False
        self._test: _Test | None = None
        self._problems: list[Problem] = []
        self.sha256 = read_xml(path, limits, self._start, self._end)
        if self._problems:
            raise UnusableInput(*(each.at(path) for each in self._problems))

    def _start(self, name: str, attributes: dict[str, str], line: int) -> None:
        if name == "testsuites":
            self._pytest = attributes.get("name") in _PYTEST
        elif name == "testsuite":
            self._open.append(self._suite(attributes))
            self.suites.append(self._open[-1])
        elif name == "testcase":
            if not attributes.get("name"):
                self._wrong("MISSING_FIELD", "The test has no name.", line)
            if not self._open:  # some writers put tests straight under the root
                self._open.append(self._suite({}))
                self.suites.append(self._open[-1])
            self._test = _Test(attributes, line)
        elif self._test is not None:
            self._test.take(name, attributes, line)

    def _end(self, name: str) -> None:
        if name == "testsuite":
            self._open.pop()
        elif name == "testcase" and self._test is not None:
            test, suite = self._test, self._open[-1]
            if test.skipped:
                suite.skipped += 1
            else:
                suite.tests.setdefault(test.key, []).extend(test.verdicts())
            self._test = None

    def _suite(self, attributes: dict[str, str]) -> Suite:
        outer = f"{self._open[-1].name} > " if self._open else ""
        name = attributes.get("name", "")
        return Suite(
            name=outer + name,
            host=attributes.get("hostname", ""),
            pytest=self._pytest or name in _PYTEST,
            start=_time(attributes.get("timestamp", "")),
            wall_s=_seconds(attributes.get("time")),
        )

    def _wrong(self, code: str, what: str, line: int) -> None:
        remedy = "Correct it where the file is written."
        self._problems.append(Problem(code, what, remedy, line=line, field="testcase.name"))


class _Test:
    """A `testcase` element that is being read."""

    def __init__(self, attributes: dict[str, str], line: int) -> None:
        self.key = (attributes.get("classname", ""), attributes.get("name", ""))
        self.skipped = attributes.get("status", "").lower() in _NOT_RUN
        self._line = line
        self._wall = _seconds(attributes.get("time"))
        self._own: str | None = None
        self._before: list[Verdict] = []
        self._after: list[Verdict] = []

    def take(self, name: str, attributes: dict[str, str], line: int) -> None:
        """Take an element within the test."""
        if name == _SKIPPED:
            self.skipped = True
        elif name in (FAILURE, ERROR):
            # A test that failed and could not be cleaned up has both: it failed.
            self._own = FAILURE if FAILURE in (self._own, name) else ERROR
        elif name in _AGAIN:
            verdict = Verdict(_AGAIN[name], line, _seconds(attributes.get("time")))
            (self._before if name.startswith("flaky") else self._after).append(verdict)

    def verdicts(self) -> list[Verdict]:
        """Return the attempts at the test, in order.

        Reruns that failed stand behind the failure that they are reruns of. Without one, the test
        passed after them.
        """
        own = Verdict(self._own or PASSED, self._line, self._wall)
        if self._after and self._own is None:
            return [*self._before, *self._after, own]
        return [*self._before, own, *self._after]


def _seconds(written: str | None) -> float | None:
    """Return a duration; some writers part thousands by commas, and some have none."""
    try:
        found = float((written or "").replace(",", ""))
    except ValueError:
        return None
    return found if math.isfinite(found) and 0 <= found <= _LONGEST else None


def _time(written: str) -> Instant | None:
    """Return a time that has an offset; of a machine's own time nobody knows when it was."""
    try:
        return instant(written)
    except Wrong:
        return None
