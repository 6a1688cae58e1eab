"""What in an arm's numbers shows that a limit applies to it, where that can be told in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.sections.case_list import FOLD_ABOVE
from generator.pages.sections.evidence import LEFT_OUT_CLASSES
from generator.pages.sentences import many
from generator.publication.arm import Arm
from generator.publication.strings import LimitCode


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts of one arm, one method a limit."""

    arm: Arm
    links: Links

    def clustering(self) -> Markdown | None:
        """Which cases cluster by themselves, and whether all do together."""
        order = self.arm.dependence.order_clustering
        alpha = self.links.rules.order_alpha
        found = []
        if order.clustered and order.p_value is not None:
            found.append(
                md(
                    "over {} together, p {}",
                    many(order.cases, "case", "cases"),
                    numbers.compared(numbers.p_value(order.p_value, alpha)),
                )
            )
        tested = {
            case.case: case.order.p_value
            for case in self.arm.cases
            if case.order and case.order.p_value is not None and case.verdict != "boundary"
        }
        found += [
            md(
                "{} by itself, p {} (one of {} tested)",
                self.links.case(self.arm.arm, case),
                numbers.compared(numbers.p_value(tested.get(case), alpha)),
                many(len(tested), "case", "cases"),
            )
            for case in order.clustered_cases
        ]
        return md_join("; ", found) if found else None

    def selected(self) -> Markdown:
        """How many of the cases tried again failed first."""
        tried = [case for case in self.arm.cases if case.valid]
        failed = sum(case.primary_outcome == "fail" for case in tried)
        if failed == len(tried):
            return md("{} tried again, none of which passed first", many(failed, "case", "cases"))
        return md(
            "of {} tried again {} failed first; recovery counts these alone",
            many(len(tried), "case", "cases"),
            numbers.integer(failed),
        )

    def drifting(self) -> Markdown:
        """The runs of equal score, and who moved between them."""
        return md_join(
            "; ",
            [
                md(
                    "{} in both of {} and {}, with {} up and {} down",
                    numbers.counted(delta.passed_from, delta.compared, None),
                    delta.start,
                    delta.end,
                    numbers.integer(len(delta.fail_to_pass)),
                    numbers.integer(len(delta.pass_to_fail)),
                )
                for delta in self.arm.deltas
                if delta.passed_from == delta.passed_to and delta.fail_to_pass
            ],
        )

    def few(self) -> Markdown:
        """Which rates have too few cases."""
        counted = sum(
            len(each)
            for each in (
                self.arm.named_lists.always_fail,
                self.arm.named_lists.sometimes_fail,
                self.arm.named_lists.never_fail,
            )
        )
        floor = self.links.rules.minimum_tasks
        few = [
            md("{}: {}", what, many(cases, "case", "cases"))
            for what, cases, wanted in (
                (Markdown("recovery"), self.arm.recovery.cases, self.arm.recovery.cases > 0),
                (Markdown("regression"), self.arm.regression.cases, self.arm.regression.cases > 0),
                (Markdown("pass@k and pass^k"), counted, True),
            )
            if wanted and cases < floor
        ]
        return md_join(", ", few)

    def screened(self) -> Markdown:
        """How many cases are at screen size."""
        return many(sum(case.stage == "screen" for case in self.arm.cases), "case", "cases")

    def bounded(self) -> Markdown | None:
        """The cases that never passed, and the loosest of their bounds."""
        bounded = [case for case in self.arm.cases if case.upper_bound is not None]
        bounds = [case.upper_bound for case in bounded if case.upper_bound is not None]
        if not bounds:
            return None
        names = (
            self.links.cases(self.arm.arm, [case.case for case in bounded])
            if len(bounded) <= FOLD_ABOVE
            else many(len(bounded), "case", "cases")
        )
        return md("{}; the loosest upper bound is {}", names, numbers.percent(max(bounds)))

    def missing(self) -> Markdown:
        """What of the plan is not there."""
        plan = self.arm.plan
        parts = [
            md("{} {}", numbers.integer(count), Markdown(what))
            for count, what in (
                (plan.missing, "missing"),
                (plan.owed, "owed"),
                (plan.pending, "pending"),
            )
            if count
        ]
        return md("{} of {} planned", md_join(", ", parts), numbers.integer(plan.planned))

    def audits(self) -> Markdown:
        """How many runs nobody audited."""
        own = [run for run in self.arm.runs if run.evidence not in LEFT_OUT_CLASSES]
        without = sum(run.wire_audit == "not_audited" for run in own)
        return md("{} of {}", numbers.integer(without), many(len(own), "run", "runs"))

    def substituted(self) -> Markdown:
        """How many runs are contaminated."""
        return many(
            sum(run.wire_audit == "substitute_calls" for run in self.arm.runs), "run", "runs"
        )

    def unrecorded(self) -> Markdown:
        """How many trials name no reset."""
        return many(self.arm.resets_unrecorded, "trial", "trials")


_FACTS: Mapping[LimitCode, Callable[[_Facts], Markdown | None]] = {
    "ORDER_CLUSTERING": _Facts.clustering,
    "STABLE_SCORE_DRIFTING_SET": _Facts.drifting,
    "SMALL_SAMPLE": _Facts.few,
    "SELECTED_FAIL_SET": _Facts.selected,
    "SCREEN_ONLY": _Facts.screened,
    "MISSING_TRIALS": _Facts.missing,
    "WIRE_NOT_AUDITED": _Facts.audits,
    "SUBSTITUTE_CALLS": _Facts.substituted,
    "BOUNDED_NOT_IMPOSSIBLE": _Facts.bounded,
    "RESETS_NOT_RECORDED": _Facts.unrecorded,
}


def limit_fact(code: LimitCode, arm: Arm, links: Links) -> Markdown | None:
    """Return what of an arm shows the limit; None where its sentence says it all."""
    fact = _FACTS.get(code)
    return fact(_Facts(arm, links)) if fact is not None else None
