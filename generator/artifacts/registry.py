"""Every format that is read. A new one is a module of its own and one line here."""

from __future__ import annotations

from generator.artifacts.amber import AmberReader
from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.cells import CellsReader
from generator.artifacts.eee import InstanceReader
from generator.artifacts.eio_bundle import BundleReader
from generator.artifacts.eio_record import RecordReader
from generator.artifacts.eio_records import LedgerArtifact
from generator.artifacts.eio_trial_log import TrialLogReader
from generator.artifacts.gso import GsoReader
from generator.artifacts.harbor import HarborReader
from generator.artifacts.inspect_log import InspectReader
from generator.artifacts.junit import JunitReader
from generator.artifacts.lm_eval import LmEvalReader
from generator.artifacts.promptfoo import PromptfooReader
from generator.artifacts.reader import Reader
from generator.artifacts.records import RunArtifact
from generator.artifacts.study import StudyReader
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.swe_bench import SweBenchReader
from generator.artifacts.swe_bench_logs import SweBenchLogsReader
from generator.artifacts.tau2 import Tau2Reader
from generator.artifacts.tau_bench import TauBenchReader
from generator.artifacts.terminal_bench import TerminalBenchReader

RUN_READERS: tuple[Reader[tuple[RunArtifact, ...]], ...] = (
    AmberReader(),
    TauBenchReader(),
    Tau2Reader(),
    InspectReader(),
    SweBenchReader(),
    SweBenchLogsReader(),
    GsoReader(),
    TerminalBenchReader(),
    HarborReader(),
    LmEvalReader(),
    PromptfooReader(),
    JunitReader(),
    InstanceReader(),
)
"""Formats that hold attempts."""

CELL_READERS: tuple[Reader[CellArtifact], ...] = (CellsReader(),)
"""Formats that hold published results only."""

LEDGER_READERS: tuple[Reader[LedgerArtifact], ...] = (
    TrialLogReader(),
    BundleReader(),
    RecordReader(),
)
"""Formats that hold reliability ledgers."""

STUDY_READERS: tuple[Reader[StudyArtifact], ...] = (StudyReader(),)
"""Formats that hold preregistered studies."""
