"""The fields that mean the same in every type that has them."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.meanings.meaning import Meaning

SHARED: Mapping[str, Meaning] = {
    "a": Meaning("The first arm of the pair, by its label."),
    "always_fail": Meaning("Those that failed on every trial that counts."),
    "arm": Meaning("The arm, by its public label or its alias."),
    "attempts": Meaning("Attempts that were made.", "attempts"),
    "b": Meaning("The second arm of the pair, by its label."),
    "band": Meaning("In how many re-tests it reproduced: all, some, none, or never re-tested."),
    "basis": Meaning("Whether run directories say it, or cells of published pages."),
    "best": Meaning("The rate if every trial that is not there had passed.", "share"),
    "case": Meaning("The case, by its alias."),
    "cases": Meaning("The cases that the rate is over.", "cases"),
    "claim": Meaning("The claim, by its alias.", null="the row is about no claim"),
    "clustered": Meaning("Whether failures cluster in the order of their start."),
    "compared": Meaning("The cases with a valid outcome in both.", "cases"),
    "content_compound_p": Meaning(
        "The larger of the content primary's two p values.",
        null="the content primary was not registered, or has no p value",
    ),
    "date": Meaning("The day on which the run began.", null="the input states no day"),
    "degrees_of_freedom": Meaning("The degrees of freedom of the statistic."),
    "derived": Meaning("The value that the counts give.", null="the counts give no value"),
    "dictionary.column": Meaning("The column, by the path of its field in report.json."),
    "dictionary.csv": Meaning("How the CSV spells a value."),
    "dictionary.json": Meaning("The type of a value in the JSON."),
    "dictionary.meaning": Meaning("What the column means."),
    "dictionary.null_means": Meaning("Why a row may have nothing there.", null="none has nothing"),
    "dictionary.parquet": Meaning("The type of the column in the Parquet, as SQL names it."),
    "dictionary.table": Meaning("The table."),
    "dictionary.unit": Meaning("The unit of the values.", null="they have none"),
    "dictionary.values": Meaning("What values there are."),
    "differs": Meaning("The parts of the identity in which it differs."),
    "equivalent": Meaning(
        "Whether the whole interval lies strictly inside the margins.",
        null="the rows do not decide it",
    ),
    "evidence": Meaning("The class of evidence.", null="the source states none"),
    "fail_set": Meaning("The cases that failed, by their aliases."),
    "fail_to_pass": Meaning("The cases that failed before and passed after, by their aliases."),
    "finding": Meaning("The finding, by its alias.", null="the row is about no finding"),
    "from": Meaning("The earlier run, by its alias."),
    "invalid_infrastructure": Meaning("Attempts that infrastructure spoiled.", "attempts"),
    "judged": Meaning("The trials that were judged.", "trials"),
    "k": Meaning("Of how many trials at once the probability is.", "trials"),
    "kind": Meaning("The kind of the trials."),
    "late_p_value": Meaning(
        "One-sided p value of failures that come so late in the order.",
        null="the order could not be tested",
    ),
    "level": Meaning("The level of confidence of the interval.", "share"),
    "lower": Meaning(
        "The lower end of the interval.", "as the rate", null="the interval is open at this end"
    ),
    "measure": Meaning("Whether the row is of pass@k or of pass^k."),
    "method": Meaning("The method of the interval."),
    "never_fail": Meaning("Those that passed on every trial that counts."),
    "only_a": Meaning("The cases that the first arm alone passed, by their aliases."),
    "only_b": Meaning("The cases that the second arm alone passed, by their aliases."),
    "p_value": Meaning("The p value of the test.", "share"),
    "pass_to_fail": Meaning("The cases that passed before and failed after, by their aliases."),
    "passed_from": Meaning("The compared cases that passed in the earlier run.", "cases"),
    "passed_to": Meaning("The compared cases that passed in the later run.", "cases"),
    "pending_adjudication": Meaning("Attempts that await their judgement.", "attempts"),
    "planned": Meaning("The repeat trials that were planned.", "trials"),
    "policy": Meaning("How the contested ends are read."),
    "predicate": Meaning(
        "The predicate of the published vocabulary.",
        null="the predicate is not of the published vocabulary, so it has no name here",
    ),
    "rate": Meaning("The rate.", "share", "there is nothing to divide by, or it is withheld"),
    "recorded": Meaning("The value that the run recorded.", null="the run recorded none"),
    "repeated_failure_p": Meaning(
        "The p value of the benefit in repeated failures.", "share", "there is no p value"
    ),
    "reproduced_in": Meaning("The re-tests in which the claim reproduced.", "trials"),
    "retests": Meaning("The re-tests of the claim.", "trials"),
    "role": Meaning("What the run was made for."),
    "run": Meaning("The run, by its alias."),
    "seed": Meaning("The seed of the random draws."),
    "sometimes_fail": Meaning("Those that failed on some trials that count and passed on others."),
    "standard_error": Meaning("The standard error over tasks.", "as the rate"),
    "standard_error_trials": Meaning(
        "The standard error by the noise of the trials alone.",
        "as the rate",
        "a task has too few trials for it, or no task varies",
    ),
    "stated": Meaning("The value that the producer states.", null="the producer states none"),
    "stayed_failed": Meaning("The compared cases that failed both times.", "cases"),
    "steps_difference": Meaning(
        "Steps of the candidate less those of the baseline, mean over tasks.",
        "steps",
        "no task is complete",
    ),
    "study": Meaning("The study run, by its alias."),
    "study_decision": Meaning("The decision on the study as a whole.", null="nothing decides it"),
    "suppressed": Meaning(
        "Why the numbers are withheld: the rate is over too few cases to be published.",
        null="nothing is withheld",
    ),
    "task": Meaning("The task, by its alias.", null="the row is about no task"),
    "task_count": Meaning("The complete tasks.", "tasks"),
    "task_pass_p": Meaning("The p value of the benefit in passes.", "share", "there is no p value"),
    "tasks": Meaning("The tasks that the numbers are over.", "tasks"),
    "timeout_s": Meaning("The time limit of an attempt.", "s", "the run states none"),
    "to": Meaning("The later run, by its alias."),
    "trials": Meaning("The valid trials.", "trials"),
    "undefined": Meaning(
        "Why the data do not determine the numbers.", null="the data determine them"
    ),
    "upper": Meaning(
        "The upper end of the interval.", "as the rate", null="the interval is open at this end"
    ),
    "used": Meaning("The reading behind every other figure of the arm."),
    "valid_task_failure": Meaning(
        "Valid attempts that failed.", "attempts", "it would give a withheld count back"
    ),
    "valid_task_success": Meaning(
        "Valid attempts that passed.", "attempts", "it would give a withheld count back"
    ),
    "variant": Meaning("The scored variant, by its number."),
    "withheld": Meaning(
        "That the counts beside it are withheld: they would give a screen's count away.",
        null="nothing is withheld here",
    ),
    "worst": Meaning("The rate if every trial that is not there had failed.", "share"),
}
