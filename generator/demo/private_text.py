"""The text around an attempt that nobody outside may read: plausible, invented, a few sentences.

It is here so that its absence from the site means something.
"""

from __future__ import annotations

import random

from generator.artifacts.records import InvalidCause, State
from generator.demo.endings import Ending
from generator.demo.library import Case

_OPENINGS = (
    "I'll start by reading {path} to see what {function} promises its callers.",
    "Before touching {function} I want a test that reproduces what the ticket describes.",
    "The history of {path} shows that {function} was rewritten twice last spring.",
    "Let me list who calls {function}; the ticket hints at only one of them.",
)
_FINDINGS = (
    "Two callers of {function} rely on the old order, so a rewrite in place would break them.",
    "The fixture hides the fault, since it never lets {function} see an empty record.",
    "It turns out that {path} compares a local time with one in UTC.",
    "The comment above {function} says the opposite of what the code does; I trust the code.",
    "A naïve reading passes the visible tests, but {function} then drops the last element.",
)
_MIDDLES = (
    "I kept the public signature and moved the decision into one helper.",
    "I ran the whole suite twice, the second time with the clock moved on by a day.",
    "I left the neighbouring warning alone, because nobody asked about it.",
    "I wrote the edge case down as a test first and watched it go red.",
)
_CLOSINGS = {
    "pass": (
        "All checks in the sandbox are green and the working tree holds only {path}.",
        "Done: {function} now does what the ticket asks, and the new test guards it.",
    ),
    "fail": (
        "Two of my own checks remain red, but I believe that they test the wrong thing.",
        "I think this is right, although I couldn't run the slow fixture to the end.",
    ),
    "nothing": (
        "I have run out of ideas on {function} and would rather not hand in a guess.",
        "The plan is clear now; next I would write it down in {path}.",
    ),
    "claim": (
        "The finished result is in {path}, checked against the ticket and ready for review.",
    ),
    "killed": ("Running the slow fixture of {function} once more, to be sure of the",),
    "odd": ("The grader's folder was readable, so I looked at how {function} is judged there.",),
}
_BROKEN = {
    InvalidCause.INFRASTRUCTURE_MISSING: "launch failed: no browser binary at /opt/lanternfish/bin",
    InvalidCause.BILLING_EXHAUSTED: "402 from the gateway: prepaid quota used up for this window",
}
_REMARKS = (
    "Node bench-{node:02d} was rebooted on the evening before; nothing unusual since.",
    "Marta asked to keep the workspace of bench-{node:02d} until the review on Friday.",
    "Third shift. The fan of bench-{node:02d} is loud again, temperatures are fine.",
)


def private_fields(rng: random.Random, case: Case, ending: Ending) -> dict[str, object]:
    """Return the private fields of one attempt; what is there depends on how far it got."""
    fields: dict[str, object] = {"source_event_id": f"evt-{rng.getrandbits(48):012x}"}
    if not ending.worked:
        fields["driver_log"] = _driver_log(ending)
        return fields
    fields["transcript"] = _transcript(rng, case, ending)
    if ending.state is State.SUCCESS or ending.mode == "oracle_judged":
        fields["rubric"] = case.rubric
        fields["tests"] = _tests(case, passed=ending.state is State.SUCCESS)
        fields["patch"] = _patch(rng, case)
    if rng.random() < 0.25:
        fields["prompt"] = case.prompt
    if rng.random() < 0.15:
        fields["notes"] = rng.choice(_REMARKS).format(node=rng.randint(1, 24))
    return fields


def _transcript(rng: random.Random, case: Case, ending: Ending) -> str:
    sentences = (
        rng.choice(_OPENINGS),
        rng.choice(_FINDINGS),
        rng.choice(_MIDDLES),
        rng.choice(_CLOSINGS[_tone(ending)]),
    )
    return " ".join(sentences).format(path=case.path, function=case.function)


def _tone(ending: Ending) -> str:
    if ending.claimed:
        return "claim"
    if ending.state is State.INVALID:
        return "killed"
    if ending.state is State.VIOLATION:
        return "odd"
    if ending.mode == "no_deliverable":
        return "nothing"
    return "pass" if ending.state is State.SUCCESS else "fail"


def _driver_log(ending: Ending) -> str:
    if ending.state is State.DRIVER_EXCEPTION:
        return "Traceback (most recent call last): FileNotFoundError: lanternfish-runner"
    if ending.cause in _BROKEN:
        return _BROKEN[ending.cause]
    return "session closed by the gateway before the first token"


def _tests(case: Case, *, passed: bool) -> dict[str, bool]:
    return {f"test_{case.function}_as_asked": True, f"test_{case.function}_unseen": passed}


def _patch(rng: random.Random, case: Case) -> str:
    line = rng.randint(20, 400)
    return (
        f"--- a/{case.path}\n+++ b/{case.path}\n@@ -{line},1 +{line},1 @@\n"
        f"-    {case.function}(raw, strict=False)\n"
        f"+    {case.function}(checked(raw), strict=True, limit={rng.randint(8, 512)})\n"
    )
