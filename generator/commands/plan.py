"""`stability plan`: how many trials a question needs, and what they would cost under an arm."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from generator.commands.places import FILE
from generator.commands.plan_study import study
from generator.console import Console, speaks
from generator.errors import Problem, UnusableInput
from generator.pages.spend import Spend, expected_spend
from generator.publication.arm import Arm
from generator.publication.report_file import read_report
from generator.statistics import (
    PlanRow,
    plan_bound,
    plan_certify,
    plan_compare,
    plan_estimate,
    plan_screen,
    rules_of_thumb,
    ss_two_prop,
)


class _Share(click.FloatRange):
    """A number strictly between 0 and 1; a NaN is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or say what is wrong with it."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail("it is not a number.", param, ctx)
        return number


SHARE = _Share(0, 1, min_open=True, max_open=True)
LEVEL = click.option("--level", type=_Share(0.5, 1, max_open=True), default=0.95, show_default=True)
Command = Callable[..., None]


def _costed(command: Command) -> Command:
    """Give a plan the report and the arm whose trials tell what a trial costs."""

    @click.option("--report", type=FILE, help="A report.json.")
    @click.option("--arm", help="The arm of that report whose trials tell the cost.")
    @speaks
    @functools.wraps(command)
    def wrapped(*, console: Console, report: Path | None, arm: str | None, **options: Any) -> None:
        spends_under = _arm(report, arm) if report else None
        try:
            command(console=console, spends_under=spends_under, **options)
        except (ValueError, OverflowError) as error:
            raise click.UsageError(f"These numbers have no answer: {error}.") from None

    return wrapped


def _arm(report: Path, label: str | None) -> Arm:
    arms = read_report(report).arms
    chosen = [arm for arm in arms if label in (None, arm.arm)]
    if len(chosen) != 1:
        known = ", ".join(arm.arm for arm in arms)
        what = "The report has no such arm." if not chosen else "The report has several arms."
        remedy = f"Name one with --arm: {known}." if known else "It has no arm at all."
        raise UnusableInput(Problem("NO_ARM", what, remedy, report, field="--arm"))
    return chosen[0]


@click.group()
def plan() -> None:
    """Say how many trials a question needs, and what they would cost."""


@plan.command(epilog="Example: stability plan screen --trials 5 --rate 0.2")
@click.option("--trials", type=click.IntRange(1, 10**9), default=5, show_default=True)
@click.option("--rate", type=SHARE, default=0.2, show_default=True, help="A rate to be noticed.")
@LEVEL
@_costed
def screen(
    *, console: Console, spends_under: Arm | None, trials: int, rate: float, level: float
) -> None:
    """Say what a screen of so many trials can tell."""
    _answer(
        console,
        plan_screen(trials, rate, level),
        spends_under,
        trials,
        trials=trials,
        rate=rate,
        level=level,
    )


@plan.command(epilog="Example: stability plan bound --bound 0.14")
@click.option("--bound", "bound_", type=SHARE, required=True, help="The upper bound wanted.")
@LEVEL
@_costed
def bound(*, console: Console, spends_under: Arm | None, bound_: float, level: float) -> None:
    """Say how many trials without a pass bound the rate."""
    _answer(console, plan_bound(bound_, level), spends_under, bound=bound_, level=level)


@plan.command(epilog="Example: stability plan certify --rate 0.9")
@click.option("--rate", type=SHARE, required=True, help="The pass rate to be shown.")
@LEVEL
@_costed
def certify(*, console: Console, spends_under: Arm | None, rate: float, level: float) -> None:
    """Say how many trials, all passed, certify a rate."""
    _answer(console, plan_certify(rate, level), spends_under, rate=rate, level=level)


@plan.command(epilog="Example: stability plan estimate --rate 0.5 --within 0.1")
@click.option("--rate", type=SHARE, default=0.5, show_default=True, help="The rate expected.")
@click.option("--within", type=SHARE, required=True, help="The half-width wanted.")
@LEVEL
@_costed
def estimate(
    *, console: Console, spends_under: Arm | None, rate: float, within: float, level: float
) -> None:
    """Say how many trials estimate a rate so closely."""
    rows = plan_estimate(rate, within, level)
    _answer(console, rows, spends_under, rate=rate, within=within, level=level)


@plan.command(epilog="Example: stability plan compare --first 0.5 --second 0.7")
@click.option("--first", type=SHARE, required=True, help="The pass rate of one arm.")
@click.option("--second", type=SHARE, required=True, help="The pass rate of the other.")
@click.option("--power", type=SHARE, default=0.8, show_default=True)
@click.option("--alpha", type=SHARE, default=0.05, show_default=True)
@click.option("--discordant", type=SHARE, help="The share of cases that will separate the arms.")
@_costed
def compare(
    *,
    console: Console,
    spends_under: Arm | None,
    first: float,
    second: float,
    power: float,
    alpha: float,
    discordant: float | None,
) -> None:
    """Say how many trials an arm, or pairs of cases, tell two arms apart."""
    if first == second:
        raise click.UsageError(
            "--first and --second are equal: no number of trials tells them apart."
        )
    size = math.ceil(ss_two_prop(first, second, alpha, power))
    console.say(f"{size} trials per arm are the usual answer (two-sided, pooled variance)")
    rows = plan_compare(first, second, alpha, power, discordant)
    named = {"first": first, "second": second, "power": power, "alpha": alpha}
    if discordant is not None:
        named["discordant"] = discordant
    _answer(console, rows, spends_under, size, **named)


@plan.command(epilog="Example: stability plan rules")
@speaks
def rules(*, console: Console) -> None:
    """Print the protocol's rules of thumb beside the exact numbers."""
    for rule in rules_of_thumb():
        console.say(
            f"{rule.goal}\n  rule of thumb: {rule.stated}\n  exact: {rule.exact}\n  {rule.why}"
        )
    console.result([asdict(rule) for rule in rules_of_thumb()])


def _answer(
    console: Console,
    rows: Sequence[PlanRow],
    arm: Arm | None,
    planned: int | None = None,
    **assumed: float,
) -> None:
    """Print an answer under what it assumes, defaults included."""
    console.say(f"assumed: {', '.join(f'{name} {each:.10g}' for name, each in assumed.items())}")
    for row in rows:
        console.say(f"{_shown(row):>8}  {row.quantity} ({row.convention}{_rounded_up(row)})")
    sizes = [row.value for row in rows if isinstance(row.value, int)]
    spend = expected_spend(arm, planned or sizes[0]) if arm and (planned or sizes) else None
    if spend:
        console.say(_spent(spend))
    console.result(
        {
            "assumed": assumed,
            "rows": [asdict(row) for row in rows],
            "spend": asdict(spend) if spend else None,
        }
    )


def _shown(row: PlanRow) -> str:
    return str(row.value) if isinstance(row.value, int) else f"{100 * row.value:.1f}%"


def _rounded_up(row: PlanRow) -> str:
    return "" if row.unrounded is None else f", {row.unrounded:.2f} rounded up"


def _spent(spend: Spend) -> str:
    figures = (
        (spend.tokens, "{:,.0f} tokens"),
        (spend.hours, "{:.1f} hours"),
        (spend.cost_usd, "{:,.2f} US dollars"),
        (spend.window_share, "{:.2f} quota windows"),
    )
    said = [form.format(value) for value, form in figures if value is not None]
    cost = ", ".join(said) if said else "no attempt states what it cost"
    return f"{spend.trials} trials under this arm: {cost}"


plan.add_command(study)
