"""The reader of JUnit XML reports: a test is a case, a run of the tests a trial of each.

A file is one run; a folder of `TEST-*.xml` files, as Maven and Gradle write one for each class, is
one run as well. The reports state no arm: the folder that a run lies in names it. Reruns of tests
that failed are runs of their own, of the fail set.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from generator.artifacts.endings import Ending, ended
from generator.artifacts.files import Limits, is_regular, peek, source
from generator.artifacts.harness_runs import harness_run, missing_trials
from generator.artifacts.junit_suites import ERROR, FAILURE, PASSED, RERUN, JunitFile, Suite
from generator.artifacts.junit_trials import Trial, trials
from generator.artifacts.records import (
    ArmIdentity,
    Attempt,
    FailureMode,
    InvalidCause,
    RunArtifact,
    Source,
    State,
    Window,
)
from generator.errors import Problem, printable

_PARTS = "TEST-*.xml"
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ELEMENT = re.compile(r"<([A-Za-z_][\w.:-]*)")
_ROOTS = frozenset({"testsuites", "testsuite"})
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_NANOSECONDS = 1_000_000_000
NO_ARM = "junit"
"""The arm of reports that lie in no folder."""

_ENDINGS = {
    PASSED: Ending(name=PASSED, state=State.SUCCESS),
    FAILURE: Ending(name=FAILURE, state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED),
    RERUN: Ending(name=RERUN, state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED, contested=True),
    ERROR: Ending(
        name=ERROR,
        state=State.INVALID,
        cause=InvalidCause.INFRASTRUCTURE_MISSING,
        contested=True,
    ),
}


class JunitReader:
    """Reads JUnit XML reports: the run, and one more for each time that tests were run again."""

    format = "junit-xml"
    endings = tuple(_ENDINGS.values())

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a file's root is that of a report, or a folder holds a report for each class.

        A folder with others in it is none: they may hold runs of their own. Its files are runs.
        """
        if path.is_dir():
            parts = any(map(_is_report, path.glob(_PARTS)))
            return parts and not any(each.is_dir() for each in path.iterdir() if _own(each))
        return path.suffix == ".xml" and _is_report(path)

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read a file or a folder as one run, and the reruns with each number as one."""
        reading = _Reading(path, limits, root)
        reruns = {each.rerun for each in reading.trials}
        return tuple(self._run(path, root, reading, each) for each in sorted(reruns | {0}))

    def _run(self, path: Path, root: Path, reading: _Reading, rerun: int) -> RunArtifact:
        chosen = [each for each in reading.trials if each.rerun == rerun]
        attempts = tuple(sorted(map(_attempt, chosen), key=_order))
        has_reruns = any(each.rerun for each in reading.trials)
        run_id = f"junit-{reading.digest}"
        run = harness_run(
            run_id=f"{run_id} rerun {rerun}" if rerun else run_id,
            arm=ArmIdentity(arm_id=_arm(path, root)),
            cases=sorted({each.case_id for each in attempts}),
            trials_per_case=1 + max((each.repeat_index for each in attempts), default=0),
            window=reading.window,
            role="repeat" if rerun else "primary" if has_reruns else "observational",
        )
        if rerun:
            run = msgspec.structs.replace(run, scope="fail_set")
        warnings = () if rerun else tuple(reading.warnings(path))
        return RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=run,
            attempts=attempts,
            sources=tuple(reading.sources),
            warnings=(*warnings, *missing_trials(run, attempts, path)),
        )


class _Reading:
    """The suites of a file, or of a folder's files, and what they come to."""

    def __init__(self, path: Path, limits: Limits, root: Path) -> None:
        self.sources: list[Source] = []
        self._suites: list[Suite] = []
        files = sorted(filter(_is_report, path.glob(_PARTS))) if path.is_dir() else [path]
        self._others = 0
        if path.is_dir():
            self._others = sum(map(_is_report, path.glob("*.xml"))) - len(files)
        seen = set()
        for file in files:
            read = JunitFile(file, limits)
            self.sources.append(source(file, root, read.sha256))
            if read.sha256 not in seen:  # a copy under another name is no second part
                self._suites += read.suites
            seen.add(read.sha256)
        self.trials: list[Trial] = trials(self._suites)
        self.digest = hashlib.sha256("".join(sorted(seen)).encode()).hexdigest()[:16]

    @property
    def window(self) -> Window | None:
        """The time of the run, if every suite with tests states a time that can be known."""
        timed = [each for each in self._suites if each.tests]
        starts = [each.start for each in timed if each.start is not None]
        if not timed or len(starts) < len(timed):
            return None
        ends = [
            each.start + round((each.wall_s or 0) * _NANOSECONDS)
            for each in timed
            if each.start is not None
        ]
        return Window(start=min(starts), end=max(ends))

    def warnings(self, path: Path) -> Iterator[Problem]:
        """Yield what must be said of the run."""
        if skipped := sum(each.skipped for each in self._suites):
            what = f"Tests that were skipped: {skipped}. They were not tried and are no cases."
            remedy = "Nothing is to be done if that is what you meant."
            yield Problem("SKIPPED", what, remedy, path, field="testcase.skipped")
        if self._others:
            what = f"Other reports in the folder that are not named as its parts: {self._others}."
            remedy = "They are not read. Put them into a folder of their own if they count."
            yield Problem("NOT_READ", what, remedy, path)
        if not self.trials:
            what = "The report holds no test that was run."
            yield Problem("NO_TESTS", what, "Take it out of the results.", path)
        words = Counter(each.verdict.word for each in self.trials)
        if words[RERUN]:
            yield Problem(
                "RERUN_UNTOLD",
                f"Attempts that were made again, without a verdict of their own: {words[RERUN]}. "
                "pytest writes them so when they failed, and does not say how.",
                "Say in the spec how the end `rerun` is to be read if failure is not right.",
                path,
                field="testcase",
            )


def _own(path: Path) -> bool:
    """Whether a folder beside reports may be somebody's: Gradle keeps one there for itself."""
    return path.name != "binary"


def _is_report(path: Path) -> bool:
    if not is_regular(path):
        return False
    piece = peek(path)
    encoding = "utf-16" if piece.startswith(_UTF16) else "utf-8"
    root = _ELEMENT.search(_COMMENT.sub("", piece.decode(encoding, errors="replace")))
    return root is not None and root[1].rpartition(":")[2] in _ROOTS


def _arm(path: Path, root: Path) -> str:
    """Return the folder that a run lies in, from the results on."""
    above = path.relative_to(root).parent if path != root else Path()
    return printable(above.as_posix()) if above.parts else NO_ARM


def _attempt(trial: Trial) -> Attempt:
    attempt = Attempt(
        line=trial.verdict.line,
        attempt_id=f"{trial.case_id}#{trial.index}.{trial.rerun}",
        case_id=trial.case_id,
        variant=None,
        repeat_index=trial.index,
        started_at=None,
        ended_at=None,
        state=State.PENDING,
        wall_s=trial.verdict.wall_s,
    )
    return ended(attempt, _ENDINGS[trial.verdict.word])


def _order(attempt: Attempt) -> tuple[str, int]:
    return attempt.case_id, attempt.repeat_index
