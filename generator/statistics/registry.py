"""Every published estimator, in the order of the methods page, which is generated from it."""

from __future__ import annotations

from generator.statistics.bands import METHODS as BANDS
from generator.statistics.betabinomial import METHODS as BETABINOMIAL
from generator.statistics.boundary import METHODS as BOUNDARY
from generator.statistics.decisions import METHODS as DECISIONS
from generator.statistics.differences import METHODS as DIFFERENCES
from generator.statistics.dispersion import METHODS as DISPERSION
from generator.statistics.drift import METHODS as DRIFT
from generator.statistics.equivalence import METHODS as EQUIVALENCE
from generator.statistics.exact_power import METHODS as EXACT_POWER
from generator.statistics.icc import METHODS as ICC
from generator.statistics.method import Method
from generator.statistics.multiplicity import METHODS as MULTIPLICITY
from generator.statistics.order import METHODS as ORDER
from generator.statistics.paired import METHODS as PAIRED
from generator.statistics.paired_intervals import METHODS as PAIRED_INTERVALS
from generator.statistics.passk import METHODS as PASSK
from generator.statistics.power import METHODS as POWER
from generator.statistics.proportions import METHODS as PROPORTIONS
from generator.statistics.recovery import METHODS as RECOVERY
from generator.statistics.replay import METHODS as REPLAY
from generator.statistics.resampling import METHODS as RESAMPLING
from generator.statistics.sample_size import METHODS as SAMPLE_SIZE
from generator.statistics.signflip import METHODS as SIGNFLIP

METHODS: tuple[Method, ...] = (
    *PROPORTIONS,
    *PASSK,
    *RECOVERY,
    *DRIFT,
    *BOUNDARY,
    *BANDS,
    *DISPERSION,
    *ICC,
    *BETABINOMIAL,
    *ORDER,
    *PAIRED,
    *PAIRED_INTERVALS,
    *DIFFERENCES,
    *RESAMPLING,
    *SIGNFLIP,
    *MULTIPLICITY,
    *EQUIVALENCE,
    *DECISIONS,
    *REPLAY,
    *POWER,
    *SAMPLE_SIZE,
    *EXACT_POWER,
)
