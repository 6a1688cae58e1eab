"""The terms that only preregistered studies use."""

from __future__ import annotations

from generator.pages.term import Term

STUDY_TERMS = (
    Term(
        "cut",
        "cut",
        "A whole task left out of a comparison, because one of its rows cannot be used.",
        "Each cut is listed with every reason. The rule forgives none: a primary with a cut is "
        "not estimable, and what its complete tasks say is exploratory.",
    ),
    Term(
        "equivalence",
        "equivalence",
        "The whole interval lies strictly inside the margins.",
        "That no difference was found does not show that there is none. Equivalence is claimed "
        "only where everything plausible is smaller than what would matter.",
    ),
    Term(
        "no-trap-check",
        "no-trap check",
        "Whether the gate leaves pass rate and steps as they are where there is no trap.",
        "It stands apart from the two primaries: it can neither rescue one nor sink it.",
    ),
    Term(
        "preregistration",
        "preregistration",
        "Design, analysis and decision rule, fixed before the first row ran.",
        "The digests of all three are checked here first. Whatever was decided afterwards can "
        "only explore.",
    ),
    Term(
        "primary-hypothesis",
        "primary hypothesis",
        "One of the questions that the study was registered to decide.",
        "Each is decided by itself, by its own conditions. Other arms can explain what was seen; "
        "they cannot rescue a primary.",
    ),
    Term(
        "power",
        "power",
        "How likely a study is to come out supported.",
        "Simulated by drawing tasks from a pilot and deciding by the whole rule. It answers for "
        "the effects of that pilot. At the registered minimum it would be about one half for any "
        "number of tasks, since an estimate falls short of its own true value half the time.",
    ),
    Term(
        "recomputed",
        "recomputed",
        "The same question answered exactly: every pattern counted, ties as ties.",
        "The registered analysis draws at random and compares rounded numbers, which can lose a "
        "tie. Counting whole numbers does neither. The registered decision stays what it is; "
        "where the exact one differs, both are shown.",
    ),
    Term(
        "relative-risk-reduction",
        "relative risk reduction",
        "The share of the baseline's repeated failures that the candidate avoids.",
        "It is undefined where the baseline never failed.",
    ),
    Term(
        "repeated-failure",
        "repeated failure",
        "A row whose action and whose checked outcome are those of the known failure.",
    ),
    Term(
        "replay",
        "replay",
        "The recorded statistics, drawn and rounded again as the harness did it.",
        "The same seeds give the same draws, so every number must come back to the last digit.",
    ),
)
