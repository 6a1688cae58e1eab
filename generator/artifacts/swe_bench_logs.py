"""The reader of SWE-bench evaluation logs: a folder a run and model, in it one an instance.

The harness writes `logs/run_evaluation/<run_id>/<model>/<instance>/report.json`. Of such a report
only whether the instance was resolved is kept; the logs and patches beside it are not opened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.artifacts.arm_names import telling_name
from generator.artifacts.checks import flag
from generator.artifacts.endings import Ending
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, shown_entries, source
from generator.artifacts.gather import gather, refuse_if_any, said_of
from generator.artifacts.id_sets import only_attempt
from generator.artifacts.json_document import read_object
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import Attempt, JsonValue, RunArtifact, Source
from generator.artifacts.report_names import ReportName
from generator.artifacts.swe_bench import (
    EMPTY_PATCH,
    ENDINGS,
    ERROR,
    RESOLVED,
    UNRESOLVED,
    report_run,
)
from generator.errors import Problem, UnusableInput, printable

_REPORT = "report.json"
# What lies in an instance's folder before there is a report.
_BEGUN = ("run_instance.log", "patch.diff", "test_output.txt", "eval.sh")
_FIELDS = frozenset({"resolved", "patch_is_None"})


class SweBenchLogsReader:
    """Reads the logs of one evaluation run of one model."""

    format = "swe-bench-logs"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a folder's folders hold reports, each of the instance it is named after."""
        return path.is_dir() and any(map(_is_report, _instances(path)))

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one run's logs as its arm's first pass."""
        attempts: list[Attempt] = []
        sources: list[Source] = []
        problems: list[Problem] = []

        def take(folder: Path) -> None:
            if is_regular(folder / _REPORT):
                ending, made = _read(folder, limits, root)
                sources.append(made)
            elif any(is_regular(folder / name) for name in _BEGUN):
                ending = ERROR
            else:
                return
            attempts.append(only_attempt(printable(folder.name), ending))

        gather(_instances(path), take, problems)
        refuse_if_any(problems, path)
        if not attempts:
            what = "There is no instance here with a report or a log."
            raise UnusableInput(Problem("NO_REPORTS", what, "Name the folder of a model.", path))
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=report_run(_name(path, root), _digest(sources), [a.case_id for a in attempts]),
            attempts=tuple(attempts),
            sources=tuple(sources),
        )
        return (artifact,)


def _name(path: Path, root: Path) -> ReportName:
    """Return the model and the run that the two last folders are named after."""
    run = path.parent.name if path.parent not in (root, path) else ""
    return ReportName(telling_name(path.name) or SweBenchLogsReader.format, printable(run) or None)


def _digest(sources: Iterable[Source]) -> str:
    together = "".join(each.sha256 for each in sources)
    return hashlib.sha256(together.encode()).hexdigest()


def _read(folder: Path, limits: Limits, root: Path) -> tuple[Ending, Source]:
    file = folder / _REPORT
    document = read_object(file, limits, _FIELDS)
    with said_of(file):
        ending = _ending(document.values, folder.name)
    return ending, source(file, root, document.sha256)


def _ending(values: dict[str, JsonValue], instance: str) -> Ending:
    """Return how an instance ended; the field of its report is named after it, and private."""
    stated = values.get(instance)
    if not isinstance(stated, dict):
        raise UnusableInput(
            Problem(
                "MISSING_FIELD",
                "The report is not of the instance that its folder is named after.",
                "Put each report into the folder of its instance.",
            )
        )
    fields = Fields(stated)
    resolved = fields.required("resolved", flag)
    empty = fields.nullable("patch_is_None", flag)
    fields.done()
    if empty:
        return EMPTY_PATCH
    return RESOLVED if resolved else UNRESOLVED


def _instances(folder: Path) -> Iterator[Path]:
    """Yield the folders in a folder, in the order of the names' bytes; links are none."""
    for each in shown_entries(folder):
        if each.is_dir() and not each.is_symlink():
            yield each


def _is_report(folder: Path) -> bool:
    file = folder / _REPORT
    if not is_regular(file):
        return False
    names = names_in(file)
    return (folder.name, "resolved") in names and (folder.name, "patch_exists") in names
