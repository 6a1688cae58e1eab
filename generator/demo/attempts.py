"""From how a run's attempts ended to whole attempt records: times, figures, ids, private text."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from generator.artifacts.records import State
from generator.demo.arms import Account
from generator.demo.endings import Ending, endings
from generator.demo.library import Case
from generator.demo.private_text import private_fields
from generator.demo.runs import RunStory

AttemptRecord = dict[str, Any]
"""One line of attempts.jsonl."""

_SEED = 20260915
_SIDE_EFFECTS = ("file-outside-workspace", "network-off-allowlist", "process-left-running")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slot:
    """One attempt that a story asks for; `rerun` follows an invalid one in its own round."""

    case: Case
    variant: str | None
    repeat_index: int
    account: Account
    ending: Ending
    rerun: bool
    makeup_of: str | None


class _Clock:
    """Gives each attempt the first free worker, so that no more run at once than the run states."""

    def __init__(self, start: datetime, workers: int) -> None:
        self._free = [start] * workers
        self._last_start = start
        self._last_end = start

    def next(self, seconds: int, pause: int, *, after_previous: bool) -> tuple[datetime, datetime]:
        """Return the start and the end of the next attempt; starts never go back nor coincide."""
        worker = self._free.index(min(self._free))
        ready = max(self._free[worker], self._last_end if after_previous else self._last_start)
        start = ready + timedelta(seconds=pause)
        self._free[worker] = self._last_end = start + timedelta(seconds=seconds)
        self._last_start = start
        return start, self._last_end


def instant(text: str) -> datetime:
    """Read a time of a story."""
    return datetime.fromisoformat(text)


def spelled(time: datetime) -> str:
    """Spell a time in UTC, the way the format prefers."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def attempts_of(
    run: RunStory, earlier: Mapping[str, tuple[AttemptRecord, ...]]
) -> tuple[AttemptRecord, ...]:
    """Return the attempts of a run in the order of their start.

    `earlier` holds the attempts of the runs built before, by run_id, for a makeup run to refer to.
    The generator is seeded by the run's own id, so that one more run changes no other.
    """
    rng = random.Random(f"{_SEED}/{run.run_id}")  # noqa: S311 - plausible numbers, no secrets
    clock = _Clock(instant(run.start), run.concurrency)
    slots = _slots(run, _owed(earlier[run.makes_up]) if run.makes_up else {})
    return tuple(
        {"attempt_id": f"{run.run_id}-{number:04d}"} | _attempt(rng, clock, run, slot)
        for number, slot in enumerate(slots, start=1)
    )


def _owed(attempts: tuple[AttemptRecord, ...]) -> dict[str, list[AttemptRecord]]:
    owed: dict[str, list[AttemptRecord]] = {}
    for attempt in attempts:
        if attempt["state"] == State.INVALID:
            owed.setdefault(attempt["case_id"], []).append(attempt)
    return owed


def _slots(run: RunStory, owed: Mapping[str, list[AttemptRecord]]) -> Iterator[_Slot]:
    for turn in range(run.rounds):
        for case in run.cases:
            made_up = owed[case.case_id][turn] if owed else None
            for variant in case.all_variants:
                letter = run.letter(case.case_id, variant, turn)
                for nth, ending in enumerate(endings(letter, case)):
                    yield _Slot(
                        case=case,
                        variant=variant,
                        repeat_index=made_up["repeat_index"] if made_up else run.first_index + turn,
                        account=run.account(turn),
                        ending=ending,
                        rerun=nth > 0,
                        makeup_of=made_up["attempt_id"] if made_up else None,
                    )


def _attempt(rng: random.Random, clock: _Clock, run: RunStory, slot: _Slot) -> AttemptRecord:
    case, ending = slot.case, slot.ending
    seconds = _seconds(rng, run, case, ending)
    start, end = clock.next(seconds, rng.randint(2, 15), after_previous=slot.rerun)
    record: AttemptRecord = {
        "case_id": case.case_id,
        "variant": slot.variant,
        "repeat_index": slot.repeat_index,
        "started_at": spelled(start),
        "ended_at": spelled(end),
        "state": ending.state,
        "invalid_cause": ending.cause,
        "failure_mode": ending.mode,
        "claimed_delivery": ending.claimed or None,
        "score": ending.score,
        "criteria_hits": _hits(rng, case, ending),
        "side_effects": _side_effects(rng, ending),
        "reset_id": _reset(rng, run, case),
        **_figures(rng, run, ending, seconds),
        "billing_fingerprint": slot.account.fingerprint,
        "account_tier": slot.account.tier,
        "makeup_of": slot.makeup_of,
        "cap_s": run.timeout_s,
        **private_fields(rng, case, ending),
    }
    kept_null = ("variant", "tokens_in", "tokens_out", "cost_usd", "wall_s", "window_share")
    return {key: value for key, value in record.items() if value is not None or key in kept_null}


def _seconds(rng: random.Random, run: RunStory, case: Case, ending: Ending) -> int:
    if ending.killed_at_cap:
        return run.timeout_s
    if ending.wall_s:
        return rng.randint(*ending.wall_s)
    if run.timeout_s > run.arm.timeout_s:
        # What a doubled cap makes up for takes longer than the cap that killed it.
        return rng.randint(run.arm.timeout_s + 120, run.timeout_s - 300)
    low, high = case.usual_s
    return min(int(rng.randint(low, high) * run.arm.pace), run.timeout_s - 5)


def _hits(rng: random.Random, case: Case, ending: Ending) -> list[bool] | None:
    """Return which criteria were hit: nearly always the easy ones, in a fixed order."""
    if ending.score is None:
        return None
    hits = [place < ending.score for place in range(case.criteria)]
    if 0 < ending.score < case.criteria and rng.random() < 0.2:
        hits[ending.score - 1], hits[ending.score] = False, True
    return hits


def _side_effects(rng: random.Random, ending: Ending) -> list[dict[str, object]] | None:
    if not ending.worked or rng.random() >= 0.05:
        return None
    return [{"class": rng.choice(_SIDE_EFFECTS), "count": rng.choice((1, 1, 1, 2, 3))}]


def _reset(rng: random.Random, run: RunStory, case: Case) -> str:
    fresh = f"ws-{rng.getrandbits(40):010x}"
    return f"ws-{run.run_id}-{case.case_id}" if run.shares_resets else fresh


def _figures(
    rng: random.Random, run: RunStory, ending: Ending, seconds: int
) -> dict[str, int | float | None]:
    """Return tokens, cost, length and window share: null where there is none."""
    arm = run.arm
    pace = rng.uniform(120, 220) if ending.worked else 0.0
    tokens_in = int(seconds * pace)
    tokens_out = int(tokens_in * rng.uniform(0.05, 0.12))
    known = ending.state is not State.DRIVER_EXCEPTION and rng.random() < 0.95
    metered = known and arm.reports_tokens
    price, window = arm.usd_per_million_in, arm.window_tokens
    return {
        "tokens_in": tokens_in if metered else None,
        "tokens_out": tokens_out if metered else None,
        # A token out costs four times a token in.
        "cost_usd": (
            round((tokens_in + 4 * tokens_out) * price / 1e6, 4) if known and price else None
        ),
        "wall_s": seconds if rng.random() < 0.96 else None,
        "window_share": (round((tokens_in + tokens_out) / window, 5) if known and window else None),
    }
