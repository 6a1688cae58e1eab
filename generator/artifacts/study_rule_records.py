"""The records of a study's frozen decision rule: every threshold that decides anything."""

from __future__ import annotations

from generator.artifacts.records import Record
from generator.artifacts.study_words import Arm, InvalidReason


class PairRule(Record, frozen=True):
    """When the two facts of a content pair match."""

    fact_count: int
    minimum_jaccard: float
    maximum_jaccard: float
    maximum_token_gap: float
    maximum_relative_token_gap: float


class TimingRule(Record, frozen=True):
    """When timing is supported: minima are reached by equality, the last two are strict."""

    baseline: Arm
    candidate: Arm
    minimum_benefit: float
    minimum_reduction: float
    benefit_above: float
    adjusted_p_below: float


class ContentRule(Record, frozen=True):
    """When content is supported; all three are strict."""

    baseline: Arm
    candidate: Arm
    failure_benefit_above: float
    pass_benefit_above: float
    adjusted_p_below: float
    pairs: PairRule


class NoTrapRule(Record, frozen=True):
    """When the gate changes nothing where there is no trap: intervals strictly inside margins."""

    baseline: Arm
    candidate: Arm
    level: float
    pass_margin: float
    steps_margin: float
    gate_pass_rate: bool
    minimum_power: float | None


class PowerTarget(Record, frozen=True):
    """What the pilot must show before the main run; None where the rule sets no minimum."""

    experiments: int
    minimum_timing: float | None
    minimum_content: float | None


class Population(Record, frozen=True):
    """What the study was registered on."""

    dataset_inventory_hash: str
    split: str
    tasks: int
    seeds_per_profile: int
    profiles: int
    seeds: tuple[int, ...] | None


class Rule(Record, frozen=True):
    """One frozen decision rule.

    `content` and `no_trap` are None in a registration of timing alone; `imputed` are the reasons
    for which an invalid row is scored against the candidate and not cut.
    """

    version: int
    preregistration_hash: str
    population: Population
    draws: int
    level: float
    alpha: float
    timing: TimingRule
    content: ContentRule | None
    no_trap: NoTrapRule | None
    imputed: frozenset[InvalidReason]
    power: PowerTarget
    arms: tuple[Arm, ...]
    host_fault_retries: int
    invalid_reasons: frozenset[InvalidReason]

    @property
    def timing_only(self) -> bool:
        """Whether timing alone was registered."""
        return self.content is None
