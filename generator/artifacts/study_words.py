"""The closed vocabulary of a study: its arms and reasons, in its harness's own words."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

Phase = Literal["pilot", "main", "unspecified"]
FinalState = Literal["UNFIXED", "TRAPPED", "FIXED", "NO_TRAP", "INVALID"]
FactPairs = Literal["MATCHED", "UNMATCHED", "NOT_APPLICABLE"]
HashName = Literal[
    "decision_rule", "expected_design", "preregistration", "dataset_inventory", "row_keys"
]


class Arm(StrEnum):
    """The arms of the study, in its own words and order."""

    NO_MEMORY = "NO_MEMORY"
    TURN_START_FAILURE = "TURN_START_FAILURE"
    TURN_START_SUCCESS = "TURN_START_SUCCESS"
    PRE_ACTION_FAILURE = "PRE_ACTION_FAILURE"
    BOTH = "BOTH"


class InvalidReason(StrEnum):
    """Why a row is invalid; a rule admits these or fewer."""

    CORPUS_INVALID = "CORPUS_INVALID"
    CORE_REPO_DIR_MISMATCH = "CORE_REPO_DIR_MISMATCH"
    START_DRIFT = "START_DRIFT"
    TRACE_GAP = "TRACE_GAP"
    VAGUE_CHECK = "VAGUE_CHECK"
    MIXED_ARM_STATE = "MIXED_ARM_STATE"
    UNMATCHED_FACTS = "UNMATCHED_FACTS"
    WAIT_RULE_FAULT = "WAIT_RULE_FAULT"
    HOST_RETRIES_EXHAUSTED = "HOST_RETRIES_EXHAUSTED"
