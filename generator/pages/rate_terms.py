"""The terms of rates, intervals and tests."""

from __future__ import annotations

from generator.pages.term import Term

RATE_TERMS = (
    Term(
        "bracket",
        "bracket",
        "The rate if every missing outcome had failed, and if every one had passed.",
        "It is not an interval: it shows how far outcomes that are missing, owed or pending could "
        "move the rate. Nothing can come of a protocol violation any more: it is in neither.",
    ),
    Term(
        "design-effect",
        "design effect",
        "By how much likeness of a case's trials inflates the variance of the pooled rate.",
        "At 1 the trials are as good as independent; at 4 they are worth a quarter of their "
        "number.",
    ),
    Term(
        "discordance",
        "discordant case",
        "A case that one arm passed and the other failed.",
        "Only these cases tell two arms apart; those on which both agree say nothing about the "
        "difference.",
    ),
    Term(
        "dispersion",
        "overdispersion",
        "How much more the cases differ than chance alone would make them.",
        "Pearson's statistic over its degrees of freedom: about 1 if every case had the same "
        "chance of passing, more if some are hard and some easy. It says that cases differ, not "
        "that the trials of a case depend on each other.",
    ),
    Term(
        "expected-moves",
        "moves expected by chance",
        "How many cases would change between two runs if nothing but chance were at work.",
        "Estimated from each case's own repeat trials. Many more moves than that mean that the "
        "arm, or something around it, changed.",
    ),
    Term(
        "holm",
        "Holm",
        "A correction of p values for the number of comparisons made.",
        "With many pairs some differ by chance; Holm's p value keeps the chance of any false "
        "claim in the report at the stated level.",
    ),
    Term(
        "icc",
        "intra-class correlation",
        "How alike the trials of one case are, compared with trials of different cases.",
        "At 0 knowing one trial of a case says nothing about the next; at 1 it says everything.",
    ),
    Term(
        "interval",
        "interval",
        "The range of true rates that the data do not rule out, at {level}.",
        "Its method is named beside it. A wide interval means that little is known, whatever the "
        "rate says.",
    ),
    Term(
        "late-failures",
        "late failures",
        "Whether failures stand later in time than an arbitrary order explains.",
        "The positions of the failures are summed. The p value is one-sided, exact up to 200 "
        "trials a case, from {order_trials} trials on.",
    ),
    Term(
        "mcnemar",
        "exact McNemar test",
        "A test of two arms on the same cases; it looks only at the discordant ones.",
        "Its p value is the chance of so uneven a split if both arms were equally good. The mid-p "
        "form is a little less cautious.",
    ),
    Term(
        "not-published",
        "not published",
        "A rate over fewer than {minimum_tasks} cases is replaced by the names of the cases.",
    ),
    Term(
        "odds-ratio",
        "odds ratio",
        "How much more often the first arm alone passes than the second alone.",
        "It is computed on the discordant cases. At 1 the arms are alike; an open end means that "
        "the data set no bound on that side.",
    ),
    Term(
        "pass-at-k",
        "pass@k",
        "The chance that at least one of k trials passes.",
        "Estimated for each case with at least k trials, then averaged over cases. It rises with "
        "k: it answers whether an arm *can* do it.",
    ),
    Term(
        "pass-hat-k",
        "pass^k",
        "The chance that all of k trials pass.",
        "Estimated for each case with at least k trials, then averaged over cases. It falls with "
        "k: it answers whether an arm can be *relied on*.",
    ),
    Term(
        "runs-test",
        "runs test",
        "Whether failures stand together in time more than an arbitrary order explains.",
        "A run here is an unbroken block of equal outcomes. Few blocks mean that outcomes come in "
        "phases. The p value is exact and one-sided, from {order_trials} trials on. Over all cases "
        "together it is held against {alpha}; for a case by itself Holm's method first allows for "
        "every case of the arm that was tested.",
    ),
    Term(
        "standard-error",
        "standard error",
        "How far an estimate would typically be off.",
        "*Over cases* treats the cases as a sample of such cases. *Rerun noise* treats them as "
        "fixed and tells only what running the same cases again would change.",
    ),
    Term(
        "tied",
        "tied",
        "The data cannot tell the two arms apart.",
        "This is not a finding that they are equal: with few cases almost everything is tied.",
    ),
    Term(
        "undefined",
        "undefined",
        "A number that the data do not determine is left out, with the reason.",
    ),
    Term(
        "upper-bound",
        "upper bound",
        "The highest true rate that is still plausible after no trial passed.",
        "One-sided at {one_sided_level}. Even 20 trials without a pass leave room for a rate of "
        "13.9% at a level of 95%.",
    ),
    Term(
        "withheld",
        "withheld",
        "A count that would tell how often a screened case passed.",
        "Below {confirmation} valid trials only the verdict is public. A total that would give a "
        "single withheld count back is withheld too.",
    ),
)
