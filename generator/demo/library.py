"""The case set: 24 invented tasks, in the order of the case-set pin.

Four of them carry the public aliases of the protocol's own instances. The rest have names of the
kind that must stay private, and all have prompts, rubrics and paths that must.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One task: its private text, how it is scored and how long it usually takes in seconds."""

    case_id: str
    path: str
    function: str
    prompt: str
    rubric: str
    variants: tuple[str, ...] = ()
    unscored: tuple[str, ...] = ()
    criteria: int = 0
    threshold: int = 0
    decision_critical: bool = False
    usual_s: tuple[int, int] = (150, 840)

    @property
    def all_variants(self) -> tuple[str | None, ...]:
        """Every variant a round attempts; (None,) for a case with none."""
        return self.variants or (None,)

    def plan(self) -> dict[str, object]:
        """Return the case as run.json lists it."""
        listed: dict[str, object] = {"case_id": self.case_id, "variants": list(self.variants)}
        if self.unscored:
            listed["scored_variants"] = [v for v in self.variants if v not in self.unscored]
        return listed | {
            "kind": "partial" if self.criteria else "binary",
            "threshold": self.threshold or None,
            "max_score": self.criteria or None,
            "decision_critical": self.decision_critical,
        }


LIBRARY: tuple[Case, ...] = (
    Case(
        "ledger-rounding-eur-chf",
        "crates/ledger/src/rounding.rs",
        "round_half_even",
        "The month-end ledger of the Zürich branch is off by one rappen on some days. "
        "Find where postings are rounded and make the totals agree with the bank statement.",
        "Rounds every posting half to even before summing; the sum itself is never rounded again.",
    ),
    Case(
        "A-d9b79b46",
        "services/cheese-orders/reserve.py",
        "reserve_wheel",
        "Two shops can reserve the same wheel of cheese within a second of each other. "
        "Make the reservation safe without slowing the ordinary path.",
        "A second reservation must be refused under contention; a global lock earns nothing.",
    ),
    Case(
        "ferry-timetable-merge",
        "timetable/merge_seasons.py",
        "merge_seasons",
        "Merge the winter and summer ferry timetables. On days where both apply the summer one "
        "wins, except on public holidays.",
        "All 31 hidden holidays resolve to winter sailings and no sailing is listed twice.",
    ),
    Case(
        "broken-symlink-rescue",
        "bin/rescue-links.sh",
        "rescue_links",
        "A backup left some hundred dangling links. Repoint those whose target moved and list "
        "the ones that cannot be saved.",
        "Exactly 212 links repointed, 17 listed; touching a healthy link fails the case.",
    ),
    Case(
        "A-0676097b",
        "installer/fetch/resolve.ts",
        "resolveMirror",
        "The installer must find a mirror with the caches cold, warm, absent or behind a proxy. "
        "It now hangs in some of these; make all of them work.",
        "Each network layout is judged alone; a retry loop above five seconds fails that layout.",
        variants=("cold-cache", "warm-cache", "offline-mirror", "proxy-only"),
    ),
    Case(
        "greenhouse-sensor-backfill",
        "etl/backfill/humidity.sql",
        "fill_humidity_gaps",
        "Greenhouse four lost its humidity sensor for nine days. Backfill from its neighbours "
        "and mark every value that was inferred.",
        "Interpolates on the neighbour median and sets inferred = 1 on all 2,592 rows.",
    ),
    Case(
        "invoice-ocr-umlauts",
        "ocr/postprocess/names.py",
        "repair_umlauts",
        "Scanned invoices turn Müller into Mu1ler. Repair names without changing part numbers.",
        "One point for each of eight scans whose names and part numbers are both right.",
        criteria=8,
        threshold=5,
    ),
    Case(
        "A-ea80d793",
        "docs/audit/findings.md",
        "list_findings",
        "Read the attached change and write down what a careful reviewer must object to.",
        "Five planted faults: the races, the leak, the lost error, the wrong unit, the stale test.",
        criteria=5,
        threshold=3,
    ),
    Case(
        "queue-drain-on-sigterm",
        "worker/drain.go",
        "DrainAndExit",
        "On SIGTERM the worker drops what it holds. Let it finish within thirty seconds and hand "
        "the rest back.",
        "No job lost in 500 forced restarts, none run twice, exit code 0 throughout.",
        decision_critical=True,
    ),
    Case(
        "recipe-scaler-units",
        "kitchen/scale.py",
        "scale_recipe",
        "Scale recipes between cups, grams and spoons so that the printed card stays readable.",
        "Prefers whole spoons below 20 g; never prints more than one decimal.",
    ),
    Case(
        "A-a317e74b",
        "migrations/0042_split_addresses.py",
        "split_addresses",
        "Split the address column of forty million rows in place while the shop stays open.",
        "Finishes on the large fixture, keeps every apartment number, holds no lock above 200 ms.",
        usual_s=(1480, 1790),
    ),
    Case(
        "harbour-map-tiles",
        "maps/tiles/seams.rs",
        "close_seams",
        "Harbour maps show hairline seams at zoom 14. Close them without shifting the buoys.",
        "No seam in 64 sampled tiles and every buoy within half a pixel of its survey point.",
    ),
    Case(
        "payroll-leap-second",
        "payroll/clock/intervals.py",
        "paid_interval",
        "A night shift over the leap second was paid twice. Find out why and pay it once.",
        "Uses monotonic intervals; a special case for one date is refused by the second oracle.",
        decision_critical=True,
    ),
    Case(
        "choir-roster-clash",
        "roster/assign.py",
        "assign_voices",
        "Assign forty singers to rehearsals and keep two soloists of a voice apart.",
        "Valid for all twelve rosters, including the one in which only a swap of three works.",
    ),
    Case(
        "archive-checksum-resume",
        "archive/resume.c",
        "resume_from_block",
        "Interrupted archives must resume from the last good block instead of from the start.",
        "Resumes after a cut at each of 100 offsets; the digest equals that of an unbroken run.",
    ),
    Case(
        "beehive-alert-dedupe",
        "alerts/dedupe.ex",
        "dedupe_window",
        "Beekeepers get the same swarm alert up to nine times. Send one an hour for each hive.",
        "One alert for each hive and hour in the dense and sparse logs; replay is informative.",
        variants=("dense-log", "sparse-log", "replayed-week"),
        unscored=("replayed-week",),
    ),
    Case(
        "tram-ticket-refunds",
        "refunds/policy.kt",
        "refundFor",
        "Refund tram tickets when a line is down for twenty minutes, but each ticket only once.",
        "Agrees with the clerk's table on 340 tickets, the seven transfer tickets included.",
    ),
    Case(
        "observatory-dome-log",
        "dome/parse_log.py",
        "parse_dome_log",
        "Turn the observatory's handwritten dome log into events a script can query.",
        "Finds the 14 openings at night and does not read the coffee stain as an opening.",
    ),
    Case(
        "museum-label-i18n",
        "labels/plurals.js",
        "pluralLabel",
        "Museum labels show the wrong plural in Polish and Slovene. Correct them everywhere.",
        "All CLDR categories in both languages; string concatenation of numbers fails.",
    ),
    Case(
        "parser-tab-regression",
        "parser/lexer/indent.zig",
        "measureIndent",
        "Since the last release a tab after a comment ends the block. Restore the old reading.",
        "Bisects to the lexer and leaves the parser untouched; 58 grammar files parse as before.",
    ),
    Case(
        "well-depth-unit-mixup",
        "wells/import_depths.R",
        "import_depths",
        "Some wells were entered in feet, others in metres. Find which and convert them.",
        "Names all 23 wells in feet by their casing length, not by a cut at a fixed depth.",
    ),
    Case(
        "library-fine-waiver",
        "lending/fines.rb",
        "waive_fines",
        "Waive the fines of everyone who returned a book during the flood week.",
        "Exactly 1,204 readers; those who had paid already get a credit and no refund.",
    ),
    Case(
        "kiln-schedule-solver",
        "kiln/solve.py",
        "solve_schedule",
        "Fire 60 pieces in three kilns before the fair without mixing glazes that stain.",
        "Feasible and at most one firing above the optimum of eleven on every instance.",
    ),
    Case(
        "post-office-queue-sim",
        "sim/counter.jl",
        "simulate_counter",
        "Simulate the post office with three counters and say when a fourth one pays off.",
        "The break-even hour is within ten minutes of the reference on five seeds.",
    ),
)
