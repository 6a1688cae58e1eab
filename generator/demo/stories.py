"""The stories: every run of the demonstration and how each of its attempts ended.

Letters are those of `endings`, one a round. A reader who wants to know why a number stands on a
page of the demonstration report finds it here.
"""

from __future__ import annotations

from generator.demo.arms import (
    IBEX_CAIRN,
    PLOVER_CAIRN,
    PLOVER_SALTMARSH,
    SALTMARSH_SPARE,
    TANSY_TIDEPOOL,
)
from generator.demo.runs import Budget, Reprint, RunStory, library_run

# Plover 3 @ Saltmarsh: the arm with the protocol's screens, confirmed a week later in six cases of
# its fail set, enough to publish a recovery rate.
_PLOVER_SALTMARSH = (
    RunStory(
        run_id="plv-slt-0915-library",
        folder="2026-09-15/saltmarsh-library",
        arm=PLOVER_SALTMARSH,
        role="primary",
        scope="full",
        start="2026-09-15T00:20:00Z",
        first_index=0,
        outcomes=library_run(
            {
                "A-d9b79b46": "F",
                "broken-symlink-rescue": "F",
                "A-0676097b/offline-mirror": "F",
                "A-ea80d793": "2",
                "queue-drain-on-sigterm": "F",
                "payroll-leap-second": "F",
                "archive-checksum-resume": "R",
                "beehive-alert-dedupe/replayed-week": "F",  # not scored: the case passed
                "tram-ticket-refunds": "F",
                "museum-label-i18n": "C",
                "kiln-schedule-solver": "N",
            }
        ),
    ),
    RunStory(
        run_id="plv-slt-0915-screen",
        folder="2026-09-15/saltmarsh-screen",
        arm=PLOVER_SALTMARSH,
        role="repeat",
        stage=1,
        scope="fail_set",
        start="2026-09-15T09:30:00Z",
        budget=Budget(approved=True, expected_window_share=0.18),
        with_workspace=True,
        outcomes={
            "A-d9b79b46": "PPFPI",  # 3 of 4 valid trials, one owed
            "broken-symlink-rescue": "FNFFF",
            "A-0676097b": "PPPPP",  # two variants never move, the flips are in the other two
            "A-0676097b/offline-mirror": "PPPFF",
            "A-0676097b/proxy-only": "PPPPF",
            "A-ea80d793": "32133",
            "queue-drain-on-sigterm": "FFFFF",
            "payroll-leap-second": "FFCFF",
            "tram-ticket-refunds": "FPFFP",
            "museum-label-i18n": "FNVAI",  # an incomplete screen
            "kiln-schedule-solver": "FNFPF",
        },
    ),
    # Passes that a decision rests on, spot-checked.
    RunStory(
        run_id="plv-slt-0915-spot",
        folder="2026-09-15/saltmarsh-spot-check",
        arm=PLOVER_SALTMARSH,
        role="repeat",
        scope="spot_check",
        start="2026-09-15T16:00:00Z",
        outcomes={"recipe-scaler-units": "PPPPP", "library-fine-waiver": "PPFPP"},
    ),
    RunStory(
        run_id="plv-slt-0921-makeup",
        folder="2026-09-22/saltmarsh-makeup",
        arm=PLOVER_SALTMARSH,
        role="makeup",
        scope="fail_set",
        start="2026-09-21T07:10:00Z",
        makes_up="plv-slt-0915-screen",
        outcomes={"A-d9b79b46": "F"},
    ),
    RunStory(
        run_id="plv-slt-0921-confirm",
        folder="2026-09-22/saltmarsh-confirmation",
        arm=PLOVER_SALTMARSH,
        role="repeat",
        stage=2,
        scope="fail_set",
        start="2026-09-21T08:00:00Z",
        first_index=6,
        budget=Budget(approved=True, expected_window_share=0.45),
        spare_account=SALTMARSH_SPARE,  # swapped halfway: a payment pipe, no part of the arm
        packed="zst",
        outcomes={
            "A-d9b79b46": "FFPFFFFPFFFPFFF",  # 6 of 20 in all
            "A-0676097b": "PPPPPPPPPPPPPPP",  # 18 of 20: only rounds 4 and 5 ever failed
            "A-ea80d793": "213231232132312",  # 8 of 20 reach the threshold
            "queue-drain-on-sigterm": "FFFFNFFFFFFFFFF",  # 0 of 20, decision-critical
            "payroll-leap-second": "FFFFFFPPPPPPPPP",  # 9 of 20, and clustered in time
            "tram-ticket-refunds": "FFPFFPFPFFFPFPF",  # 7 of 20
            "kiln-schedule-solver": "FFFFPFFCFFPFFPF",  # 4 of 20
        },
    ),
)

# Ibex 2 @ Cairn: a full-library repeat a week later scores the same 17 of 24 over another fail set.
# Two confirmed cases are too few for a rate.
_IBEX_CAIRN = (
    RunStory(
        run_id="ibx-crn-0914-library",
        folder="2026-09-15/ibex-library",
        arm=IBEX_CAIRN,
        role="primary",
        scope="full",
        start="2026-09-14T18:05:00Z",
        first_index=0,
        outcomes=library_run(
            {
                "ferry-timetable-merge": "F",
                "harbour-map-tiles": "F",
                "payroll-leap-second": "F",
                "choir-roster-clash": "N",
                "observatory-dome-log": "F",
                "parser-tab-regression": "F",
                "well-depth-unit-mixup": "C",
            }
        ),
    ),
    RunStory(
        run_id="ibx-crn-0915-screen",
        folder="2026-09-15/ibex-screen",
        arm=IBEX_CAIRN,
        role="repeat",
        stage=1,
        scope="fail_set",
        start="2026-09-15T06:00:00Z",
        budget=Budget(approved=True, expected_window_share=0.05),
        outcomes={
            "ferry-timetable-merge": "PFPFP",
            "harbour-map-tiles": "FFFFF",
            "payroll-leap-second": "FFFFF",
            "choir-roster-clash": "NFFFN",  # none of five, and yet it passes a week later
            "observatory-dome-log": "FFF--",
            "parser-tab-regression": "FPFFP",
        },
    ),
    RunStory(
        run_id="ibx-crn-0921-confirm",
        folder="2026-09-22/ibex-confirmation",
        arm=IBEX_CAIRN,
        role="repeat",
        stage=2,
        scope="fail_set",
        start="2026-09-21T13:00:00Z",
        first_index=6,
        budget=Budget(approved=True, expected_window_share=0.04),
        outcomes={
            "ferry-timetable-merge": "PPFPFPPFPFPPFPF",
            "payroll-leap-second": "FFFFFFNFFFFFFFF",
        },
    ),
    RunStory(
        run_id="ibx-crn-0922-library",
        folder="2026-09-22/ibex-library",
        arm=IBEX_CAIRN,
        role="repeat",
        scope="full",
        start="2026-09-22T02:30:00Z",
        first_index=21,
        packed="gz",
        outcomes=library_run(
            {
                "ferry-timetable-merge": "F",
                "greenhouse-sensor-backfill": "F",  # pass to fail
                "invoice-ocr-umlauts": "7",
                "harbour-map-tiles": "F",
                "payroll-leap-second": "F",
                "choir-roster-clash": "P",  # fail to pass
                "observatory-dome-log": "F",
                "parser-tab-regression": "F",
                "well-depth-unit-mixup": "N",
            }
        ),
    ),
)

# Plover 3 @ Cairn: the same model behind another endpoint, with every kind of run that is not its
# own evidence, and a screen that died of its quota.
_PLOVER_CAIRN = (
    RunStory(
        run_id="plv-crn-0915-library",
        folder="2026-09-15/cairn-library",
        arm=PLOVER_CAIRN,
        role="primary",
        scope="full",
        start="2026-09-15T01:00:00Z",
        first_index=0,
        outcomes=library_run(
            {
                "queue-drain-on-sigterm": "F",
                "archive-checksum-resume": "F",
                "tram-ticket-refunds": "F",
                "library-fine-waiver": "N",
                "kiln-schedule-solver": "F",
            }
        ),
    ),
    RunStory(
        run_id="plv-crn-0915-screen",
        folder="2026-09-15/cairn-screen",
        arm=PLOVER_CAIRN,
        role="repeat",
        stage=1,
        scope="fail_set",
        start="2026-09-15T11:45:00Z",
        budget=Budget(approved=True, expected_window_share=0.04),
        outcomes={
            "queue-drain-on-sigterm": "FFFFQ",
            "archive-checksum-resume": "FPFF-",
            "tram-ticket-refunds": "FFFB-",  # the quota ends here, in round 4
            "library-fine-waiver": "PFFQ-",
            "kiln-schedule-solver": "FFFQ-",
        },
    ),
    RunStory(
        run_id="plv-crn-0915-substituted",
        folder="2026-09-15/cairn-repeat-substituted",
        arm=PLOVER_CAIRN,
        role="repeat",
        scope="fail_set",
        start="2026-09-15T17:20:00Z",
        audit="substitute_calls",
        substitute_calls=7,
        outcomes={
            "archive-checksum-resume": "PP",
            "tram-ticket-refunds": "PP",
            "library-fine-waiver": "PF",
        },
    ),
    RunStory(
        run_id="plv-crn-0915-fleet",
        folder="2026-09-15/cairn-fleet",
        arm=PLOVER_CAIRN,
        role="observational",
        stage=0,
        scope="spot_check",
        start="2026-09-15T19:00:00Z",
        audit="not_audited",
        outcomes={
            "recipe-scaler-units": "PP",
            "museum-label-i18n": "PP",
            "post-office-queue-sim": "PF",
        },
    ),
    RunStory(
        run_id="plv-crn-0922-effort",
        folder="2026-09-22/cairn-medium-effort",
        arm=PLOVER_CAIRN,
        role="repeat",
        scope="fail_set",
        start="2026-09-22T09:00:00Z",
        differs={"effort": "medium", "reasoning_wire": "reasoning_effort=medium"},
        outcomes={"tram-ticket-refunds": "FP", "kiln-schedule-solver": "FF"},
    ),
    RunStory(
        run_id="plv-crn-0922-crowded",
        folder="2026-09-22/cairn-double-concurrency",
        arm=PLOVER_CAIRN,
        role="repeat",
        scope="fail_set",
        start="2026-09-22T12:00:00Z",
        concurrency_factor=2,
        outcomes={"queue-drain-on-sigterm": "FF", "archive-checksum-resume": "FN"},
    ),
)

# Tansy Mini @ Tidepool: a first pass with holes, and a screen on the help desk's own account that
# nobody approved. Its 1800 s cap killed 3 of 6 attempts at one case.
_TANSY_TIDEPOOL = (
    RunStory(
        run_id="tsm-tdp-0915-library",
        folder="2026-09-15/tidepool-library",
        arm=TANSY_TIDEPOOL,
        role="primary",
        scope="full",
        start="2026-09-15T02:00:00Z",
        first_index=0,
        outcomes=library_run(
            {
                "A-d9b79b46": "N",
                "ferry-timetable-merge": "C",
                "greenhouse-sensor-backfill": "F",
                "A-ea80d793": "1",
                "queue-drain-on-sigterm": "F",
                "A-a317e74b": "F",
                "harbour-map-tiles": "A",
                "choir-roster-clash": "F",
                "archive-checksum-resume": "R",
                "tram-ticket-refunds": "V",
                "museum-label-i18n": "T",  # owed
                "kiln-schedule-solver": "F",
                "post-office-queue-sim": "-",
            }
        ),
    ),
    RunStory(
        run_id="tsm-tdp-0915-screen",
        folder="2026-09-15/tidepool-screen",
        arm=TANSY_TIDEPOOL,
        role="repeat",
        stage=1,
        scope="fail_set",
        start="2026-09-15T11:00:00Z",
        budget=Budget(approved=False),
        shares_resets=True,
        outcomes={
            "A-d9b79b46": "NFPFF",
            "ferry-timetable-merge": "CNCFN",
            "greenhouse-sensor-backfill": "FFXFM",
            "A-a317e74b": "FTTFT",
        },
    ),
    RunStory(
        run_id="tsm-tdp-0921-makeup",
        folder="2026-09-22/tidepool-makeup",
        arm=TANSY_TIDEPOOL,
        role="makeup",
        scope="fail_set",
        start="2026-09-21T20:00:00Z",
        timeout_factor=2,
        makes_up="tsm-tdp-0915-screen",
        outcomes={"A-a317e74b": "FFF"},
    ),
)

RUNS: tuple[RunStory, ...] = (*_PLOVER_SALTMARSH, *_IBEX_CAIRN, *_PLOVER_CAIRN, *_TANSY_TIDEPOOL)

REPRINTS: tuple[Reprint, ...] = (
    Reprint(
        folder="2026-09-22/ibex-library-digest",
        of="ibx-crn-0914-library",
        cases=("ferry-timetable-merge", "harbour-map-tiles", "choir-roster-clash"),
        utc_offset_hours=2,
    ),
)
