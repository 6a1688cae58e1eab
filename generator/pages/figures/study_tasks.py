"""Task by task: how often the known failure came back under the baseline and the candidate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.forest import LABELS_HEIGHT, Scale, share
from generator.pages.figures.legend import draw_legend, legend_height, mark_key
from generator.pages.figures.lettering import fitted
from generator.pages.figures.style import FAIL, MAX_ROWS, MUTED, PASS, SMALL, TEXT, WIDTH
from generator.pages.figures.table import table
from generator.publication.study import Study
from generator.publication.study_effects import TaskEffect
from generator.publication.study_words import PrimaryHypothesis

_ROW = 14.0
_HEADING = 22.0
_SCALE = Scale(106, WIDTH - 54)

_NAMES: dict[PrimaryHypothesis, str] = {
    "TIMING": "Timing: before the action against turn start",
    "CONTENT": "Content: failure against success, turn start",
}
_KEYS = [
    mark_key("baseline", "circle", FAIL, hollow=True),
    mark_key("candidate", "circle", PASS),
]


@dataclass(frozen=True, slots=True)
class _Part:
    """The tasks of one primary, those with the greatest benefit first."""

    name: str
    tasks: list[TaskEffect]
    shown: int

    @property
    def left_out(self) -> int:
        """How many tasks are in the table alone."""
        return len(self.tasks) - self.shown

    @property
    def height(self) -> float:
        """How high the part stands."""
        return _HEADING + _ROW * (self.shown + bool(self.left_out)) + LABELS_HEIGHT


def study_tasks(study: Study, slug: str) -> Figure | None:
    """Return the tasks of one study's primaries; None where no task is complete."""
    of = {
        hypothesis: [each for each in study.task_effects if each.comparison == hypothesis]
        for hypothesis in _NAMES
    }
    held = [hypothesis for hypothesis, tasks in of.items() if tasks]
    if not held:
        return None
    parts = [_part(hypothesis, of[hypothesis], MAX_ROWS // len(held)) for hypothesis in held]
    height = sum(part.height for part in parts)
    canvas = Canvas(height + legend_height(_KEYS))
    top = 0.0
    for part in parts:
        _draw(canvas, top, part)
        top += part.height
    draw_legend(canvas, height, _KEYS)
    title = f"Repeated failures, task by task: {study.study}"
    description = " ".join(_sentence(part) for part in parts)
    light, dark = canvas.pair(title, description)
    tasks = [task for part in parts for task in part.tasks]
    name = f"study-tasks-{slug}"
    return Figure(name, study.study, title, description, light, dark, _table(tasks))


def _part(hypothesis: PrimaryHypothesis, tasks: list[TaskEffect], room: int) -> _Part:
    ordered = sorted(tasks, key=lambda task: (-_avoided(task), task.task))
    return _Part(_NAMES[hypothesis], ordered, min(len(ordered), room))


def _baseline(task: TaskEffect) -> Fraction:
    return Fraction(task.baseline_repeated_failures, task.baseline_rows)


def _candidate(task: TaskEffect) -> Fraction:
    return Fraction(task.candidate_repeated_failures, task.candidate_rows)


def _avoided(task: TaskEffect) -> Fraction:
    return _baseline(task) - _candidate(task)


def _draw(canvas: Canvas, top: float, part: _Part) -> None:
    canvas.text(0, top + 14, part.name, bold=True)
    first = top + _HEADING
    last = first + _ROW * part.shown
    _SCALE.draw_lines(canvas, first, last)
    for number, task in enumerate(part.tasks[: part.shown]):
        _draw_task(canvas, first + _ROW * (number + 0.5), task)
    if part.left_out:
        words = f"and {part.left_out:,} more tasks, in the table"
        canvas.text(0, last + 10, words, colour=MUTED, size=SMALL)
        last += _ROW
    _SCALE.draw_labels(canvas, last, "share of rows that repeated the failure")


def _draw_task(canvas: Canvas, y: float, task: TaskEffect) -> None:
    """Draw one task: a line from the baseline's share to the candidate's, and both counts."""
    before, after = _SCALE.at(float(_baseline(task))), _SCALE.at(float(_candidate(task)))
    canvas.text(0, y + 3.5, fitted(task.task, _SCALE.left - 12, TEXT))
    canvas.line([(before, y), (after, y)], MUTED, width=1.2)
    canvas.mark(before, y, "circle", FAIL, size=4.2, hollow=True)
    canvas.mark(after, y, "circle", PASS, size=2.8)
    words = f"{task.baseline_repeated_failures} → {task.candidate_repeated_failures}"
    canvas.text(WIDTH, y + 3.5, words, anchor="right")


def _sentence(part: _Part) -> str:
    moves = [_avoided(task) for task in part.tasks]
    fewer = sum(move > 0 for move in moves)
    more = sum(move < 0 for move in moves)
    before = float(sum(map(_baseline, part.tasks)) / len(part.tasks))
    after = float(sum(map(_candidate, part.tasks)) / len(part.tasks))
    return (
        f"{part.name}: of {len(part.tasks)} tasks {fewer} repeated the failure less often under "
        f"the candidate, {more} more often, {len(moves) - fewer - more} as often; on average "
        f"{share(before)} of rows against {share(after)}."
    )


def _table(tasks: list[TaskEffect]) -> str:
    return table(
        [
            *("comparison", "task", "baseline_rows", "baseline_repeated_failures"),
            *("candidate_rows", "candidate_repeated_failures"),
        ],
        (
            [
                task.comparison,
                task.task,
                task.baseline_rows,
                task.baseline_repeated_failures,
                task.candidate_rows,
                task.candidate_repeated_failures,
            ]
            for task in tasks
        ),
    )
