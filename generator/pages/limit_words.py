"""Words for the honest limits: what was found, and what it forbids a reader to conclude."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.publication.strings import LimitCode


@dataclass(frozen=True, slots=True)
class Limit:
    """One honest limit: its name, what was found in the data, and how to read on with it."""

    title: str
    found: str
    reading: str


LIMITS: Mapping[LimitCode, Limit] = {
    "ORDER_CLUSTERING": Limit(
        "Failures cluster in time",
        "Failures stand together in the order of the trials more than an arbitrary order explains: "
        "over all cases together, or in a case by itself when Holm's method allows for every case "
        "that was tested (exact runs tests, p at most {alpha}).",
        "The trials are not independent draws; the true uncertainty is larger than the intervals "
        "say. Something may have changed between the trials.",
    ),
    "STABLE_SCORE_DRIFTING_SET": Limit(
        "The score is stable, the failed cases are not",
        "Two full runs have the same score, but not the same failed cases.",
        "Do not read the equal scores as equal behaviour: cases moved in both directions.",
    ),
    "SMALL_SAMPLE": Limit(
        "Few cases",
        "A rate has fewer than {minimum_tasks} cases behind it.",
        "The cases are named, and that rate is not published. Do not rank by them.",
    ),
    "SELECTED_FAIL_SET": Limit(
        "Recovery starts from failures",
        "Recovery after fail is measured on cases that failed first, and on no others.",
        "Recovery says how often a failed case passes later. It is no estimate of overall "
        "reliability, and some recovery is to be expected by chance alone.",
    ),
    "SCREEN_ONLY": Limit(
        "Some cases are screened only",
        "At least one case that failed first has fewer than {confirmation} valid repeat trials.",
        "There is a yes or no for such a case, and no rate. A screen finds that a case can "
        "recover; it does not say how often.",
    ),
    "SAME_DAY_ONLY": Limit(
        "All repeats are of one day",
        "Every trial was run on one and the same day.",
        "Nothing is known of stability from day to day.",
    ),
    "MISSING_TRIALS": Limit(
        "Planned trials are not there",
        "Trials that were planned are missing, owed or pending.",
        "They count neither as passes nor as failures. The bracket beside a rate shows what they "
        "could change.",
    ),
    "WIRE_NOT_AUDITED": Limit(
        "The wire was not audited",
        "For at least one run nobody checked which model answered.",
        "The runs count, on trust that no substitute model took part.",
    ),
    "SHARED_RESETS": Limit(
        "Trials shared an environment",
        "Not every trial had a reset of its workspace for itself.",
        "What one trial left behind may have helped or hindered the next.",
    ),
    "SUBSTITUTE_CALLS": Limit(
        "A run was contaminated",
        "At least one run had calls to a substitute model.",
        "It is left out of every rate and listed with the runs that were left out.",
    ),
    "BOUNDED_NOT_IMPOSSIBLE": Limit(
        "Not seen is not impossible",
        "A case never passed in at least {screen} repeat trials.",
        "The trials bound how often it can pass. They cannot prove that it never does.",
    ),
    "ORDER_NOT_TESTABLE": Limit(
        "Clustering in time cannot be tested",
        "No case has enough trials of both outcomes in a known order.",
        "Independence of the trials is assumed, not shown.",
    ),
    "RESETS_NOT_RECORDED": Limit(
        "Resets were not recorded",
        "For at least one trial no reset of its workspace is recorded.",
        "Whether what one trial left behind helped or hindered the next cannot be told.",
    ),
    "INDEPENDENCE_NOT_CHARACTERISED": Limit(
        "Independence is assumed",
        "Trials of one case are taken as independent of each other; outcomes alone cannot show it.",
        "Where they are not, the true uncertainty is larger than the intervals say.",
    ),
    "ONE_ENVIRONMENT": Limit(
        "One environment",
        "All evidence comes from one isolation, egress and tool set-up.",
        "Stability here does not carry over to another set-up without evidence from there.",
    ),
}
"""In the order of how much they change the reading of a number, most first."""


def limit_anchor(code: LimitCode) -> str:
    """Return the anchor of a limit on the limits page."""
    return code.lower().replace("_", "-")
