"""What the results file of an lm-evaluation-harness run says: the model, its settings, the plan."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape
from pathlib import Path

import msgspec

from generator.artifacts.checks import MOST_TASKS, Wrong, amount, count, number, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, is_regular, source
from generator.artifacts.gather import said_of
from generator.artifacts.json_level import Level, read_level
from generator.artifacts.json_object import read_head
from generator.artifacts.json_shape import names_in
from generator.artifacts.json_walk import exact, members, one_spelling
from generator.artifacts.records import ArmIdentity, JsonValue, Source, Window
from generator.errors import printable

_NANOSECONDS = 1_000_000_000
_LATEST = 9_000_000_000  # the year 2255; nanoseconds beyond fill more than 64 bits soon
_PLAIN = (
    "date",
    "model_name",
    "model_source",
    "lm_eval_version",
    "git_hash",
    "total_evaluation_time_seconds",
)
_SETTINGS = ("chat_template_sha", "system_instruction_sha", "fewshot_as_multiturn")
_BY_TASK = ("configs", "n-shot", "n-samples", "versions")
_WANTED = frozenset({*_PLAIN, *_SETTINGS, *_BY_TASK, "config"})

# Repeats of a run differ in nothing but their seeds.
_SEED = re.compile(r"(?:^|(?<=,))\s*seed=[^,]*,?")


@dataclass(frozen=True, slots=True)
class Results:
    """What is known of the run that a sample file is of; `docs` is how many were planned."""

    task: str
    arm: ArmIdentity
    docs: int | None = None
    filters: tuple[str, ...] = ()
    repeats: int = 1
    window: Window | None = None
    source: Source | None = None

    def settled(self, deciding: str, metric: tuple[str, ...] | None) -> ArmIdentity:
        """Return the arm as a filter and a metric judge it: judged by others it is no repeat."""
        judged: dict[str, JsonValue] = {"filter": deciding, "metric": metric[0] if metric else None}
        return msgspec.structs.replace(
            self.arm, runner_config=(self.arm.runner_config or {}) | judged
        )


def time_in_name(path: Path) -> str:
    """Return the time of writing, which the names of a run's files end with."""
    return path.stem.rpartition("_")[2]


def results_beside(path: Path) -> Path | None:
    """Return the results file that a sample file was written with, if it is there.

    The two have the time of writing in their names, and nothing else that links them.
    """
    date = time_in_name(path)
    beside = [
        path.with_name(f"results_{date}.json"),
        *sorted(path.parent.glob(f"*_{escape(date)}.json")),
    ]
    return next((each for each in beside if is_regular(each) and _is_results(each)), None)


def _is_results(path: Path) -> bool:
    return ("results",) in names_in(path)


def read_results_of(path: Path, limits: Limits, root: Path) -> Results:
    """Return what is known of a sample file's run: without a results file, what its names say."""
    task = path.stem.removeprefix("samples_").rpartition("_")[0] or path.stem
    file = results_beside(path)
    if file is None:
        model = printable(path.parent.name) if path.parent != root else "model"
        arm = ArmIdentity(arm_id=f"{printable(task)} {model}", harness="lm-evaluation-harness")
        return Results(task=printable(task), arm=arm)
    head = read_head(file, limits, _WANTED)
    read = source(file, root, head.sha256)
    with said_of(file):
        return read_level(head.members, limits.json_depth, lambda top: _results(top, task, read))


def _results(top: Level, written: str, read: Source) -> Results:
    plain = top.fields(_PLAIN)
    task = _task(top, written)
    samples = _of_task(top, "n-samples", task).fields(("effective",))
    config = _of_task(top, "configs", task)
    return Results(
        task=printable(task),
        arm=_arm(top, plain, task, config),
        docs=samples.nullable("effective", whole(0, MOST_TASKS)),
        filters=tuple(_filters(config)),
        repeats=config.fields(("repeats",)).nullable("repeats", count) or 1,
        window=_window(plain),
        source=read,
    )


def _task(top: Level, written: str) -> str:
    """Return the task's name as the results spell it; a file's name may hold it plainer."""
    names = members(top.found.get("configs", "{}"))
    plainer = (name for name in names if re.sub(r"\W", "_", name) == written)
    return written if written in names else next(plainer, written)


def _of_task(top: Level, name: str, task: str) -> Level:
    """Return what a member says of one task; the task's name stays out of the place."""
    found = top.inner(name).found.get(task, "{}")
    return Level(members(found), f"{name}.task", top.depth, top.problems)


def _said_of_task(top: Level, name: str, task: str) -> int | float | str | None:
    """Return the plain value that a member holds for one task."""
    found = top.inner(name).found.get(task, "null")
    value = exact({name: found}, top.depth)[name]
    return value if isinstance(value, int | float | str) else None


def _filters(config: Level) -> Iterator[str]:
    """Yield the names of a task's filters, in the task's order."""
    value = config.fields(("filter_list",)).nullable("filter_list", _anything)
    for each in value if isinstance(value, list) else ():
        name = each.get("name") if isinstance(each, dict) else None
        if isinstance(name, str):
            yield name


def _anything(value: JsonValue) -> JsonValue:
    return value


def _arm(top: Level, plain: Fields, task: str, config: Level) -> ArmIdentity:
    model = plain.nullable("model_name", text)
    backend = plain.nullable("model_source", text)
    shots, version = _said_of_task(top, "n-shot", task), _said_of_task(top, "versions", task)
    run = _without_seeds(top.inner("config"))
    settings: dict[str, JsonValue] = {
        "backend": backend,
        "num_fewshot": shots,
        "task_version": version,
        "model_args_sha256": run.digest("model_args"),
        "generation_sha256": run.digest("gen_kwargs"),
        "task_generation_sha256": config.digest("generation_kwargs"),
        "prompting_sha256": top.digest(*_SETTINGS),
    }
    stated: dict[str, JsonValue] = {
        name: value for name, value in settings.items() if value is not None
    }
    variety = run.digest("model_args", "gen_kwargs")
    parts = (
        printable(task),
        model or "model",
        f"{shots}-shot" if isinstance(shots, int) else "",
        (variety or "")[:8],
    )
    return ArmIdentity(
        arm_id=" ".join(part for part in parts if part),
        served_model=model,
        harness="lm-evaluation-harness",
        harness_version=plain.nullable("lm_eval_version", text) or plain.nullable("git_hash", text),
        profile=backend,
        runner_config=stated or None,
    )


def _without_seeds(config: Level) -> Level:
    """Return the run's arguments without what repeats of it differ in."""
    found = dict(config.found)
    for name in ("model_args", "gen_kwargs"):
        written = found.get(name, "null")
        if written.startswith("{"):
            kept = {key: value for key, value in members(written).items() if key != "seed"}
            found[name] = json.dumps({key: one_spelling(kept[key]) for key in sorted(kept)})
        elif written.startswith('"'):
            found[name] = f'"{_SEED.sub("", written[1:-1]).rstrip(",")}"'
    return Level(found, config.place, config.depth, config.problems)


def _window(plain: Fields) -> Window | None:
    """Return the run's time: `date` is its beginning in seconds since 1970."""
    begun = plain.nullable("date", number)
    lasted = plain.nullable("total_evaluation_time_seconds", _seconds)
    if begun is None or lasted is None or not 0 < begun < _LATEST:
        return None
    start = round(begun * 1000) * (_NANOSECONDS // 1000)
    return Window(start=start, end=start + round(lasted * 1000) * (_NANOSECONDS // 1000))


def _seconds(value: JsonValue) -> float:
    """Return a duration, which the harness writes as text."""
    if not isinstance(value, str):
        return amount(value)
    try:
        return amount(float(value))
    except ValueError:
        raise Wrong("WRONG_TYPE", "must be a number of seconds") from None
