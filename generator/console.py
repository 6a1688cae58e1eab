"""What a command says: results to standard output, everything else to standard error.

Messages name files, lines and fields, and quote no value. A log that strangers can read may not
even name files: then each is given by its ordinal, which `stability inventory` resolves.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from generator.artifacts.discovery import discover
from generator.artifacts.ordinals import Ordinals
from generator.errors import ExitCode, Problem, StabilityError, UnusableInput, printable
from generator.interrupt import CODE, LINE, raising_interrupts
from generator.spec.load import load_spec

Command = Callable[..., None]
_SHOWN_OF_A_KIND = 5
"""Warnings of one kind that are said; a thousand lines alike hide all others."""
Step = Callable[[int, int], None]
"""Told how many of how many are done."""


@dataclass(slots=True)
class Console:
    """Where and how much a command speaks."""

    quiet: bool = False
    as_json: bool = False
    public_log: bool = False
    _results: Path | None = None
    _spec: Path | None = None
    _ordinals: Ordinals | None = None
    _here: Path = field(default_factory=Path.cwd)
    """Where the command was begun: what it replaces whole may be that very folder."""

    def look_into(self, results: Path, spec: Path | None = None) -> None:
        """Remember where the private files lie, whose names a public log must not give.

        `spec` may say what some of them are.
        """
        self._results, self._spec = results, spec

    def refuse_public_log(self, what: str) -> None:
        """Refuse to say in a public log what is private through and through."""
        if self.public_log:
            told = f"{what} says what runs, arms and files, their numbers or aliases stand for."
            remedy = "Leave --public-log out, and keep what is printed to yourself."
            raise UnusableInput(Problem("PRIVATE_OUTPUT", told, remedy, field="--public-log"))

    def say(self, text: str) -> None:
        """Say a line to the person at the terminal."""
        if not self.quiet and not self.as_json:
            click.echo(text)

    def result(self, value: object) -> None:
        """Print a result for machines."""
        if self.as_json:
            click.echo(json.dumps(value, indent=2, ensure_ascii=True))

    def warn(self, problems: Sequence[Problem]) -> None:
        """Say what costs nothing but must be said."""
        for kind in _by_kind(problems):
            said = _by_words(kind)
            for first, *others in said[:_SHOWN_OF_A_KIND]:
                also = f" So it is with {counted(len(others), 'more file')}." if others else ""
                click.echo(f"warning: {self.message(first)}{also}", err=True)
            more = sum(map(len, said[_SHOWN_OF_A_KIND:]))
            if more > 0:
                click.echo(
                    f"warning: and {more:,} more of this kind ({kind[0].code}); "
                    "--json lists all, of `aggregate` with --out.",
                    err=True,
                )

    def message(self, problem: Problem) -> str:
        """Return a problem on one line, its file as this console shows files."""
        name = self.name(problem.file) if problem.file else None
        return replace(problem, field=self.field(problem)).message(name)

    def field(self, problem: Problem) -> str | None:
        """Return the field of a problem as it may be shown."""
        own = self.public_log and problem.public_field is not None
        return problem.public_field if own else problem.field

    def name(self, file: Path) -> str:
        """Return a file's name as it may be shown: from the current folder, or by its ordinal."""
        if self.public_log and self._results and _inside(file, self._results):
            return self._ordinal(file, self._results)
        try:
            return printable(str(_absolute(file).relative_to(self._here)))
        except ValueError:
            return printable(file.name if self.public_log else str(file))

    def _ordinal(self, file: Path, results: Path) -> str:
        """What stands for a private file in a public log; `stability inventory` resolves it."""
        try:
            if self._ordinals is None:
                loaded = load_spec(self._spec)
                found = discover(results, loaded.spec.limits, loaded.sources)
                self._ordinals = Ordinals(found)
        except StabilityError:
            return "#?"
        return self._ordinals.shown(file)

    @contextmanager
    def progress(self, label: str) -> Iterator[Step]:
        """Show a bar on a terminal, and a line for every tenth of the work elsewhere."""
        if self.quiet or self.as_json:
            yield lambda _done, _of: None
        elif sys.stderr.isatty():
            with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

                def move(done: int, of: int) -> None:
                    bar.length = max(of, 1)
                    bar.update(done - bar.pos)

                yield move
        else:
            yield _lines(label)


def _by_kind(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Return problems with all of one code together, in the order in which the codes came up."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.code, []).append(problem)
    return list(kinds.values())


def _by_words(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Return problems with those together that say the same of whole files."""
    alike: dict[Problem | int, list[Problem]] = {}
    for number, problem in enumerate(problems):
        of_file = problem.line is None and problem.file is not None
        alike.setdefault(replace(problem, file=None) if of_file else number, []).append(problem)
    return list(alike.values())


def _lines(label: str) -> Step:
    told = -1

    def line(done: int, of: int) -> None:
        nonlocal told
        tenth = 10 * done // max(of, 1)
        if tenth > told:
            told = tenth
            click.echo(f"{label}: {done} of {of}", err=True)

    return line


def _absolute(file: Path) -> Path:
    """Return a file's own place: a link is named, not what it leads to."""
    return Path(os.path.abspath(file))  # noqa: PTH100 - resolve() follows links, absolute() keeps ..


def _inside(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder, whichever of its names a link gave the folder."""
    return any(
        _absolute(file).is_relative_to(each)
        for each in (_absolute(folder), Path(os.path.realpath(folder)))
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular where it is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_json(problem: Problem, console: Console) -> dict[str, object]:
    """Return a problem for machines."""
    return {
        "code": problem.code,
        "file": console.name(problem.file) if problem.file else None,
        "line": problem.line,
        "field": console.field(problem),
        "what": problem.what,
        "remedy": problem.remedy,
    }


def run(command: Callable[[], None], console: Console) -> None:
    """Run a command; whatever goes wrong becomes a message and an exit code, never a traceback."""
    try:
        with raising_interrupts():
            command()
    except StabilityError as error:
        for problem in error.problems:
            click.echo(f"error: {console.message(problem)}", err=True)
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        click.echo(LINE, err=True)
        raise SystemExit(CODE) from None
    except click.ClickException:
        raise
    except BrokenPipeError:
        # Whoever read the output has stopped reading; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(ExitCode.STOPPED) from None
    except OSError as error:
        place = console.name(Path(str(error.filename))) if error.filename else "a file"
        reason = os.strerror(error.errno) if error.errno else "it cannot be used"
        click.echo(f"error: {place}: {reason}. Check the place and its permissions.", err=True)
        raise SystemExit(ExitCode.UNUSABLE) from None
    except Exception as error:  # its text may quote an artifact, so it is not shown
        if os.environ.get("STABILITY_DEBUG"):
            raise
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(frame.filename).name}:{frame.lineno}"
        click.echo(
            f"error: the program failed ({type(error).__name__} at {where}), which is a defect. "
            "Set STABILITY_DEBUG=1 to see where, and report it without the artifacts.",
            err=True,
        )
        raise SystemExit(ExitCode.UNUSABLE) from None


def speaks(command: Command) -> Command:
    """Give a command --quiet, --json and --public-log, and turn its errors into messages."""

    @click.option("--quiet", is_flag=True, help="Print nothing but warnings and errors.")
    @click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
    @click.option("--public-log", is_flag=True, help="Give files by ordinal, not by name.")
    @functools.wraps(command)
    def wrapped(*, quiet: bool, as_json: bool, public_log: bool, **options: Any) -> None:
        console = Console(quiet=quiet, as_json=as_json, public_log=public_log)
        run(lambda: command(console=console, **options), console)

    return wrapped
