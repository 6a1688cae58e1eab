"""Words for every code of the report: one registry for pages, figures' notes and the glossary.

A code names what was decided; a word says it to someone who has never seen the protocol. The
sentences are Markdown of our own; `{screen}` and its like stand for numbers of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.publication.audit import ArmPart, Basis, InvalidCauseName, PastRole
from generator.publication.report import Rules
from generator.publication.strings import (
    AuditStatus,
    BudgetBreach,
    ComparisonVerdict,
    EscalateReason,
    Evidence,
    IdentityField,
    LeftOutReason,
    Outcome,
    Reason,
    Role,
    Scope,
    Stage,
    Suppressed,
    Tier,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A code in words: `short` fits a table's cell, `sentence` says what it means."""

    short: str
    sentence: str

    @property
    def label(self) -> Markdown:
        """The short form, ready for a page."""
        return Markdown(self.short)

    def say(self, rules: Rules) -> Markdown:
        """The sentence with the numbers of the rules in it."""
        return md(self.sentence, **rule_numbers(rules))


def rule_numbers(rules: Rules) -> dict[str, Markdown]:
    """The numbers of the rules that sentences name, as pages show them."""
    return {
        "screen": numbers.integer(rules.screen),
        "confirmation": numbers.integer(rules.confirmation),
        "minimum_tasks": numbers.integer(rules.minimum_tasks),
        "level": numbers.level(rules.level),
        "one_sided_level": numbers.level(rules.one_sided_level),
        "alpha": numbers.decimal(rules.order_alpha),
        "order_trials": numbers.integer(rules.order_minimum_trials),
        "margin": numbers.score(rules.boundary_margin),
        "masquerade": numbers.seconds(rules.masquerade_max_wall_s),
    }


VERDICTS: Mapping[Verdict, Word] = {
    "no_recovery_observed": Word(
        "no recovery seen",
        "The case failed first, and none of at least {screen} valid repeat trials passed. "
        "This bounds how often it can pass; it does not prove that it never does.",
    ),
    "recovery_capable": Word(
        "can recover",
        "The case failed first, and at least one valid repeat trial passed.",
    ),
    "screen_incomplete": Word(
        "screen incomplete",
        "The case failed first and nothing has passed since, "
        "but fewer than the {screen} valid trials of a screen are there yet.",
    ),
    "not_screened": Word("not tried again", "The case failed first and has no valid repeat trial."),
    "boundary": Word(
        "boundary case",
        "The usual score of this partial-credit case lies within {margin} of its pass threshold, "
        "so that noise in the score flips pass and fail. Its flips count nowhere as instability.",
    ),
}

OUTCOMES: Mapping[Outcome, Word] = {
    "pass": Word("pass", "The first pass has a valid outcome, and it passed."),
    "fail": Word("fail", "The first pass has a valid outcome, and it failed."),
    "protocol_violation": Word(
        "protocol violation", "The attempt broke the rules of the evaluation; it is no outcome."
    ),
    "pending": Word("pending", "The attempt awaits adjudication and counts nowhere until then."),
    "owed": Word("owed", "The attempt was invalid, and its makeup has not been run."),
    "missing": Word("missing", "There is no attempt to judge."),
}

STAGES: Mapping[Stage, Word] = {
    "screen": Word(
        "screen",
        "The case failed first and has fewer than {confirmation} valid repeat trials. "
        "Only a yes-or-no verdict is published: rates from so few trials over-read.",
    ),
    "confirmation": Word(
        "confirmed", "The case has at least {confirmation} valid repeat trials; its rate is shown."
    ),
}

STATES: Mapping[str, Word] = {
    "valid_task_success": Word("passed", "The attempt ran as it should and passed."),
    "valid_task_failure": Word("failed", "The attempt ran as it should and failed."),
    "invalid_infrastructure": Word(
        "invalid", "Something around the agent failed. It counts in no rate, and is shown."
    ),
    "protocol_violation": Word(
        "protocol violation", "The attempt broke the rules of the evaluation; never read as flaky."
    ),
    "pending_adjudication": Word(
        "pending", "The outcome is not decided yet; it counts in no rate until it is."
    ),
    "missing": Word("missing", "A planned trial with nothing recorded; neither pass nor fail."),
    "owed": Word("owed", "A planned trial that was invalid and has not been made up."),
}

INVALID_CAUSES: Mapping[str, Word] = {
    "infrastructure_missing": Word(
        "infrastructure failed",
        "Something the run needs was not there or broke, such as a browser; also where no other "
        "cause is stated.",
    ),
    "harness_timeout": Word(
        "killed at the time cap", "The attempt hit its cap; it is owed a makeup at twice the cap."
    ),
    "billing_exhausted": Word(
        "quota ran out",
        "The account was spent. Attempts of at most {masquerade} that start after it in the same "
        "run are counted here too, whatever they say of themselves.",
    ),
    "model_delivery_budget_burn": Word(
        "model over-ran", "The model used up its delivery budget; counted by the profile's rules."
    ),
}

FAILURE_MODES: Mapping[str, Word] = {
    "no_deliverable": Word(
        "nothing delivered", "No artifact was there to judge, whatever the agent claimed."
    ),
    "oracle_judged": Word("judged and failed", "An artifact was delivered, and it did not pass."),
}

EVIDENCE: Mapping[Evidence, Word] = {
    "first_pass": Word("first pass", "The run that gave the headline score."),
    "same_day": Word("same day", "A repeat on the UTC date of the first pass."),
    "cross_day": Word("another day", "A repeat on another UTC date than the first pass."),
    "cross_arm": Word(
        "another arm",
        "Some part of the set-up differs, so it is not a repeat of this arm. In no rate.",
    ),
    "cross_time": Word(
        "other settings",
        "The same arm at another concurrency or time limit: not a repeat. In no rate.",
    ),
    "contaminated": Word(
        "contaminated", "Calls went to a substitute model; no evidence for this arm. In no rate."
    ),
    "undated": Word(
        "undated", "Its date, or the one to hold it against, is not stated. It counts all the same."
    ),
}

AUDITS: Mapping[AuditStatus, Word] = {
    "clean": Word("clean", "The wire audit found no call to another model."),
    "substitute_calls": Word("substitute calls", "The wire audit found calls to another model."),
    "not_audited": Word("not audited", "Nobody checked which model answered; counted, and said."),
}

ROLES: Mapping[Role, Word] = {
    "primary": Word("primary", "The run behind the headline score."),
    "repeat": Word("repeat", "A run designed to try the same cases again."),
    "makeup": Word("makeup", "A run that makes up invalid attempts; it plans no trials."),
    "observational": Word("observational", "A run made for another purpose, whose trials count."),
}

SCOPES: Mapping[Scope, Word] = {
    "full": Word("all cases", "The run set out to attempt the whole case set."),
    "fail_set": Word("fail set", "The run set out to attempt the cases that failed first."),
    "spot_check": Word("spot check", "The run set out to attempt a few chosen cases."),
}

TIERS: Mapping[Tier, Word] = {
    "bench-dedicated": Word("bench-dedicated", "An account that only evaluations use."),
    "production-fallback": Word(
        "production fallback", "An account that operations use too; each use needs a sign-off."
    ),
    "not_recorded": Word("not recorded", "The attempts do not say which kind of account paid."),
}

BREACHES: Mapping[BudgetBreach, Word] = {
    "NO_OWNER_APPROVAL": Word("no owner approval", "The owner did not approve the spending."),
    "NO_ACCOUNT": Word("no account named", "No billing account was named before the run."),
    "NO_ACCOUNT_TIER": Word("no account tier", "The tier of the billing account was not named."),
    "NO_EXPECTED_WINDOW_SHARE": Word(
        "no expected share", "The expected share of the quota window was not stated beforehand."
    ),
    "NO_SIGN_OFF": Word(
        "no sign-off", "A production-fallback account was used without a sign-off for that use."
    ),
}

ESCALATIONS: Mapping[EscalateReason, Word] = {
    "RECOVERY_OBSERVED": Word("a trial passed", "At least one trial of the screen passed."),
    "DECISION_CRITICAL": Word("decision-critical", "A decision depends on this case."),
}

COMPARISONS: Mapping[ComparisonVerdict, Word] = {
    "a_higher": Word(
        "first arm higher", "The first passes more, and the corrected test tells the two apart."
    ),
    "b_higher": Word(
        "second arm higher", "The second passes more, and the corrected test tells the two apart."
    ),
    "tied": Word(
        "tied", "The data cannot tell the two arms apart; this does not say that they are equal."
    ),
    "not_comparable": Word(
        "not comparable",
        "Nothing shows that the two sat the same exam, or they share too few cases for a test.",
    ),
}

LEFT_OUT: Mapping[LeftOutReason, Word] = {
    "ONE_ARM_ONLY": Word("one arm only", "Only one of the two arms has this case."),
    "DEFINED_DIFFERENTLY": Word(
        "defined differently", "Kind, threshold or variants of the case differ between the arms."
    ),
    "NOT_VALID_IN_BOTH": Word("not valid in both", "One of the first passes has no valid outcome."),
    "BOUNDARY": Word("boundary case", "Its pass or fail is noise in the score, not a difference."),
}

REASONS: Mapping[Reason, Word] = {
    "NO_TRIALS": Word("no valid trial", "There is no valid trial to compute it from."),
    "TOO_FEW_TRIALS": Word("too few trials", "There are fewer valid trials than it needs."),
    "TOO_FEW_TASKS": Word("too few cases", "There are fewer cases than a rate is published for."),
    "ONE_TASK": Word("one case only", "With a single case there is no spread over cases."),
    "ZERO_VARIANCE": Word(
        "all cases alike", "Every case has the same value; that is no proof of certainty."
    ),
    "ZERO_BASELINE": Word("baseline is zero", "The baseline never failed: nothing to reduce."),
    "SEPARATION": Word("one outcome only", "One group has a single outcome: no finite estimate."),
    "NO_VARIATION": Word("one outcome only", "Every trial ended alike, so it cannot be tested."),
    "NO_DISCORDANCE": Word("no case differs", "No case passed under one arm and failed the other."),
    "NO_TIMES": Word("no times", "The trials carry no start times, so their order is unknown."),
    "NOT_COMPARABLE": Word("not comparable", "What was measured is not the same on both sides."),
    "WITHHELD_COUNTS": Word("withheld", "It would give a count back that is withheld."),
}

SUPPRESSED: Mapping[Suppressed, Word] = {
    "RATE_NOT_PUBLISHED": Word(
        "not published",
        "Fewer than {minimum_tasks} cases stand behind this rate, so the cases are named instead.",
    )
}

BASES: Mapping[Basis, Word] = {
    "runs": Word("run directories", "Run directories state it, attempt by attempt."),
    "cells": Word("published pages", "Cells of published pages state it, outcome by outcome."),
}

PAST_ROLES: Mapping[PastRole, Word] = {
    "primary": ROLES["primary"],
    "repeat": ROLES["repeat"],
    "observational": ROLES["observational"],
    "retest": Word("retest", "A page prints it as a later test of cases that it had before."),
}

ARM_PARTS: Mapping[ArmPart, Word] = {
    "model": Word("model version", "The model behind the label is another one."),
    "lane": Word("lane", "The model is served on another lane; the lane is part of the arm."),
    "band": Word("band", "The lane has bands, and this is another one."),
}

AUDIT_CAUSES: Mapping[InvalidCauseName, Word] = {
    "infrastructure_missing": INVALID_CAUSES["infrastructure_missing"],
    "harness_timeout": INVALID_CAUSES["harness_timeout"],
    "billing_exhausted": INVALID_CAUSES["billing_exhausted"],
    "model_delivery_budget_burn": INVALID_CAUSES["model_delivery_budget_burn"],
    "not_stated": Word("not stated", "The cell is invalid or pending, and does not say why."),
}

WITHHELD = Word(
    "withheld",
    "A screen publishes only whether a case recovered, not how often; this number would tell.",
)

IDENTITY: Mapping[IdentityField, str] = {
    "provider_endpoint": "Provider endpoint",
    "lane": "Lane",
    "served_model": "Served model",
    "model_snapshot": "Model snapshot",
    "effort": "Effort",
    "reasoning_wire": "Reasoning on the wire",
    "harness": "Harness",
    "harness_version": "Harness version",
    "runner_config": "Runner configuration",
    "profile": "Evaluation profile",
    "fallback_policy": "Fallback policy",
    "isolation": "Isolation",
    "egress": "Egress",
    "spec_sha256": "Specification digest",
    "base_bundle_sha256": "Base bundle digest",
    "oracle_pack_sha256": "Oracle pack digest",
    "index_version": "Case index version",
    "concurrency": "Concurrency",
    "timeout_s": "Time limit",
}


def missing_number(suppressed: Suppressed | None, undefined: Reason | None) -> Markdown:
    """Return why a number is not there, short enough for a table's cell."""
    if suppressed is not None:
        return SUPPRESSED[suppressed].label
    return REASONS[undefined].label if undefined is not None else numbers.DASH
