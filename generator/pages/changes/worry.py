"""Whether to worry about a change: one or two plain sentences a group of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.publication.changes.records import Change, Kind

_ALWAYS: Mapping[Kind, str] = {
    "version_reused": "Yes, if that version was published: a published report never changes. A "
    "draft may be built again.",
    "aliases_replaced": "Yes: nothing can be paired case by case. If the case set is the same, the "
    "alias key is another; build again with the old key.",
    "rule": "Yes: figures under different rules cannot be read side by side. Check that the change "
    "was decided before the data were seen.",
    "arm_renamed": "Not of its figures: its runs are the same, and so it is compared. What quotes "
    "the old label or links to its page does not lead here.",
    "identity": "Yes: this is another set-up under the same label, so that figures before and "
    "after are not repeats of each other.",
    "run_reclassified": "Check it: the trials of such a run enter every rate or leave it.",
    "arm_removed": "Check it: the old version says things of it that the new one no longer does.",
    "arm_added": "Read its page before it goes out: nothing of it was public before.",
    "case_removed": "Check it: scores before and after are over different cases.",
    "case_added": "Check it: scores before and after are over different cases.",
    "case_definition": "Check it: before and after, the case does not mean the same.",
    "decision": "Check it: readers act on decisions.",
    "eligibility": "Check it: it bounds every sentence that is said of the study.",
    "band": "Check it: more re-tests move a band; that a claim occurred stays true.",
    "comparison_added": "Read it before it goes out.",
    "comparison_removed": "Check it: a comparison that was public is not made any more.",
    "ledger_added": "Read its page before it goes out.",
    "ledger_removed": "Check it: a ledger that was public is gone.",
    "study_added": "Read its page before it goes out.",
    "study_removed": "Check it: a study that was public is gone.",
    "spec": "Check it: with the same counts, figures are others because the rules are.",
    "program": "Check it: with the same counts, figures are others because the program is. The "
    "changelog should say why.",
}

_CORRECTED: frozenset[Kind] = frozenset(
    {
        *("headline", "recovery", "regression", "pass_at_k", "pass_hat_k", "ledger_rate"),
        *("case_rate", "first_outcome"),
    }
)
"""Kinds that say of a correction that a figure was wrong."""

_INSIDE = "Not by itself: it lies inside the old interval."
_OUTSIDE = "Yes: it lies outside the old interval, where more of the same seldom leads."
_NO_INTERVAL = "There was no interval to hold it against."
_RECOMPUTED = "The counts are the same; only the way from them to the figure changed."


def worry(changes: Sequence[Change]) -> Markdown | None:
    """Say whether to worry about changes of one kind; None where there is nothing to say."""
    if all(change.cause[0] == "unexplained" for change in changes):
        return Markdown(
            "Yes: input, spec and program are stated to be the same. A report was changed by hand, "
            "or the program without its version."
        )
    if all(change.cause[0] == "representation" for change in changes):
        return Markdown("No: the values are the same but for their last digits or their order.")
    kind = changes[0].kind
    if kind in _CORRECTED and all(change.cause[0] == "correction" for change in changes):
        return Markdown(
            "Expected of a correction: check that it says what was wrong. Whoever quoted the old "
            "figure needs this one."
        )
    if kind in _ALWAYS:
        return Markdown(_ALWAYS[kind])
    return _SAID[kind](changes) if kind in _SAID else None


def _verdict(changes: Sequence[Change]) -> Markdown:
    moves = {(change.old.verdict, change.new.verdict) for change in changes}
    if any(old == "recovery_capable" for old, _ in moves):
        return Markdown(
            "Yes: more trials cannot undo a pass that was seen. Find out what no longer counts."
        )
    said = []
    if any(old in ("not_screened", "screen_incomplete") for old, _ in moves):
        said.append("Where trials were too few to say, there are more now.")
    if ("no_recovery_observed", "recovery_capable") in moves:
        said.append(
            "More trials found a pass where fewer had found none: nobody may say any longer that "
            "such a case never passes."
        )
    if not said:
        return Markdown("Check it: a verdict moves only with the trials behind it.")
    return Markdown(f"Not a fault. {' '.join(said)}")


def _first_outcome(changes: Sequence[Change]) -> Markdown:
    gaps = ("missing", "owed", "pending")
    if all(change.old.primary_outcome in gaps for change in changes):
        return Markdown("Not a fault: a gap of the first pass was filled, and the score with it.")
    return Markdown(
        "Yes, unless it was announced: later trials never change a first pass. Another run stands "
        "for it now, or its record was changed."
    )


def _shown(changes: Sequence[Change]) -> Markdown:
    if turned(changes[0]):
        return Markdown(
            "Read before it goes out: the version before did not show it. Enough cases stand "
            "behind a rate now for it to be published."
        )
    return Markdown("Check it: older versions still show what is withheld or undefined now.")


def turned(change: Change) -> bool | None:
    """Whether a rate is published now and was not; None for other changes."""
    if change.kind != "shown":
        return None
    return change.new is not None and not _absent(change.new)


def _absent(value: object) -> bool:
    names = ("rate", "estimate", "pass_1", "pass_k")
    return all(getattr(value, name, None) is None for name in names)


def _headline(changes: Sequence[Change]) -> Markdown:
    change = changes[0]
    pairs = change.moved
    if change.noise is None or pairs is None:
        return Markdown(_RECOMPUTED)
    if set(change.fields) <= {"interval", "bracket"}:
        return Markdown("The score is the same; how sure one can be of it is not.")
    if change.noise == "unknown":
        return Markdown("There is no score on one side to hold it against.")
    if not (pairs.fail_to_pass or pairs.pass_to_fail):
        same = "No case with an outcome in both versions moved: the score is over other cases."
        return md(
            "{} {}", Markdown(_INSIDE if change.noise == "within" else _OUTSIDE), Markdown(same)
        )
    test = md("McNemar&#39;s exact test: p = {}", numbers.p_value(pairs.p_value))
    if change.noise == "within":
        return md(
            "Not by itself: it lies inside the old interval, and chance alone often moves as many "
            "cases ({}).",
            test,
        )
    return md("Yes: chance alone would seldom do this ({}). Find out what changed.", test)


def _rate(changes: Sequence[Change]) -> Markdown | None:
    noises = {change.noise for change in changes}
    for noise, said in (("beyond", _OUTSIDE), (None, _RECOMPUTED), ("within", _INSIDE)):
        if noise in noises:
            return Markdown(said)
    if all(_absent(change.old) or _absent(change.new) for change in changes):
        return None
    return Markdown(_NO_INTERVAL)


def _case_rate(changes: Sequence[Change]) -> Markdown | None:
    if any(change.old.rate is None and change.new.rate is not None for change in changes):
        return Markdown(
            "Not a fault: these cases have the trials now from which on a rate is published."
        )
    return _rate(changes)


def _delta(changes: Sequence[Change]) -> Markdown:
    noises = {change.noise for change in changes}
    if "beyond" in noises:
        return Markdown("Yes: more cases moved than noise alone explains.")
    if noises == {"within"}:
        return Markdown("Not by itself: noise alone moves about as many.")
    return Markdown("The trials are too few to say how many cases noise alone would move.")


def _limits(changes: Sequence[Change]) -> Markdown:
    came = any(set(change.new) - set(change.old) for change in changes)
    went = any(set(change.old) - set(change.new) for change in changes)
    parts = []
    if came:
        parts.append("Read the new ones before you quote a figure: they narrow what it says.")
    if went:
        parts.append("Where one went, claims reach further now: check that the evidence does too.")
    return md_join(" ", [Markdown(each) for each in parts])


_SAID: Mapping[Kind, Callable[[Sequence[Change]], Markdown | None]] = {
    "verdict": _verdict,
    "first_outcome": _first_outcome,
    "shown": _shown,
    "headline": _headline,
    "recovery": _rate,
    "regression": _rate,
    "pass_at_k": _rate,
    "pass_hat_k": _rate,
    "ledger_rate": _rate,
    "case_rate": _case_rate,
    "delta": _delta,
    "limits": _limits,
}
