"""Synthetic run directories of the study, whole and consistent until a test spoils one."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.study import harness
from tests.study.documents import canonical_digest, digest, write_json, write_lines
from tests.study.evidence import checkpoint, pair
from tests.study.rule_file import ARMS, NO_TRAP_ARMS, TIMING_ARMS, Object, rule

KEPT = 20
"""How many rows keep a checkpoint, unless a test asks for more: files are slow to write."""


Outcome = Callable[[Object, int], Object]
"""What a row comes to: from its identity and its place among its task's cells of that arm."""


def counts(
    failures: dict[str, list[int]],
    passes: dict[str, list[int]] | None = None,
    no_trap: dict[str, list[int]] | None = None,
    steps: dict[str, list[int]] | None = None,
) -> Outcome:
    """So many repeated failures and passes of each task under each arm, task by task.

    `steps` are the steps of every row of a task; where an arm is not named, nothing fails or
    passes and a row takes five steps.
    """

    def outcome(identity: Object, place: int) -> Object:
        arm, task = identity["arm"], int(identity["taskId"].rpartition("-")[2])
        calm = identity["variantId"].endswith(":no-trap")

        def of(given: dict[str, list[int]] | None) -> int:
            return given[arm][task] if given and arm in given else 0

        passed = place < of(no_trap if calm else passes)
        failed = not calm and place < of(failures)
        return {
            "finalState": "NO_TRAP" if calm else "TRAPPED" if failed else "UNFIXED",
            "repeatedFailure": failed,
            "taskPassed": passed,
            "steps": 5 if steps is None or arm not in steps else steps[arm][task],
        }

    return outcome


@dataclass
class Run:
    """Everything that a run directory holds, to be spoiled before it is written."""

    rule: Object
    run: Object
    design: Object
    rows: list[Object]
    pairs: list[Object]
    power: Object
    audit: Object
    statistics: Object
    deviations: list[Object] = field(default_factory=list)
    checkpoints: list[Object] = field(default_factory=list)

    @property
    def primary(self) -> list[Object]:
        """The identities of the primary analysis."""
        return self.design["primary"]["rows"]  # type: ignore[no-any-return]

    @property
    def no_trap(self) -> list[Object]:
        """The identities of the no-trap check."""
        return self.design["timidity"]["rows"]  # type: ignore[no-any-return]

    def row(self, task: int, arm: str, place: int = 0, *, no_trap: bool = False) -> Object:
        """The row of a task and arm that stands at a place among its cells."""
        found = [
            row
            for row in self.rows
            if row["identity"]["arm"] == arm
            and row["identity"]["taskId"] == task_id(task)
            and row["identity"]["variantId"].endswith(":no-trap") == no_trap
        ]
        return found[place]

    def analyse(self) -> Run:
        """Record again what the harness makes of the rows, and of everything else."""
        seed, draws = self.run["statisticsSeed"], self.run["statisticsDraws"]
        self.statistics = harness.statistics(
            self.rows, self.primary, self.no_trap, self.rule, seed=seed, draws=draws
        )
        self.audit = audit(self)
        self.checkpoints = [checkpoint(row) for row in self.rows[:KEPT]]
        return self

    def write(self, folder: Path, *, manifest: bool = False, rule_alone: bool = False) -> Path:
        """Write the run; the digests of rule and design are those of what is written."""
        folder.mkdir(parents=True)
        rule_bytes = json.dumps(self.rule, indent=2).encode() + b"\n"
        self.run.setdefault("decisionRuleHash", hashlib.sha256(rule_bytes).hexdigest())
        self.run.setdefault("expectedDesignHash", canonical_digest(self.design))
        if rule_alone:
            name = "decision-rule.sha256"
            (folder / name).write_text(f"{self.run['decisionRuleHash']}  decision-rule.json\n")
        else:
            (folder / "decision-rule.json").write_bytes(rule_bytes)
        for name, document in (
            ("run.json", self.run),
            ("expected-design.json", self.design),
            ("fact-pair-audit.json", {"schemaVersion": 1, "pairs": self.pairs}),
            ("power.json", self.power),
            ("audit.json", self.audit),
            ("statistics.json", self.statistics),
        ):
            write_json(folder / name, document)
        write_lines(folder / "episodes.jsonl", self.rows)
        write_lines(folder / "deviations.jsonl", self.deviations)
        (folder / "checkpoints").mkdir()
        for each in self.checkpoints:
            write_json(folder / "checkpoints" / f"{each['rowKey']}.json", each)
        if manifest:
            listed = [
                {"path": path.relative_to(folder).as_posix(), "sha256": digest(path)}
                for path in sorted(folder.rglob("*"))
                if path.is_file()
            ]
            write_json(folder / "MANIFEST.json", {"schemaVersion": 1, "artifacts": listed})
        return folder


def task_id(number: int) -> str:
    """The id of a task."""
    return f"private-task-{number:02d}"


def new_run(
    outcome: Outcome,
    *,
    tasks: int = 18,
    variants: int = 3,
    seeds: Iterable[int] = (1, 2, 3, 4, 5),
    frozen: Object | None = None,
    phase: str = "main",
    statistics_seed: int = 81,
    draws: int | None = None,
    arms: tuple[str, ...] | None = None,
) -> Run:
    """A whole run in which every row is there; its statistics are the harness's own."""
    chosen = copy.deepcopy(frozen) if frozen else rule(tasks=tasks, seeds=len(list(seeds)))
    both = "H6-content" in chosen["hypotheses"]
    arms = arms or (ARMS if both else TIMING_ARMS)
    primary = _identities(tasks, variants, seeds, arms, "")
    no_trap = _identities(tasks, variants, seeds, NO_TRAP_ARMS, ":no-trap") if both else []
    planned = [("PRIMARY", each) for each in primary] + [("TIMIDITY", each) for each in no_trap]
    order = [
        {"rowKey": harness.row_key(each), "analysis": analysis, "identity": each}
        for analysis, each in planned
    ]
    places: dict[tuple[str, str, bool], int] = {}
    rows = []
    for analysis, identity in planned:
        key = (identity["taskId"], identity["arm"], analysis == "PRIMARY")
        place = places[key] = places.get(key, -1) + 1
        rows.append(_row(identity, outcome(identity, place)))
    made = Run(
        rule=chosen,
        run=_head(chosen, order, phase, statistics_seed, draws),
        design={
            "schemaVersion": 1,
            "runOrder": order,
            "primary": {"rows": primary},
            "timidity": {"rows": no_trap},
        },
        rows=rows,
        pairs=[pair(each) for each in primary if each["arm"] == "TURN_START_FAILURE"]
        if both
        else [],
        power={
            "schemaVersion": 1,
            "status": "VERIFIED_PILOT",
            "pilot": {
                "simulations": {
                    "timing": {"power": 0.8364},
                    "content": {"power": 0.0123},
                    "timidity": {"power": 0.1627},
                }
            },
        },
        audit={},
        statistics={},
    )
    return made.analyse()


def _identities(
    tasks: int, variants: int, seeds: Iterable[int], arms: tuple[str, ...], suffix: str
) -> list[Object]:
    return [
        {
            "suiteVersion": "private-suite-v1",
            "taskId": task_id(task),
            "variantId": f"{task_id(task)}-variant-{variant}{suffix}",
            "modelProfileId": "private-profile",
            "modelProfileHash": "c" * 64,
            "seed": seed,
            "arm": arm,
        }
        for task in range(tasks)
        for variant in range(variants)
        for seed in seeds
        for arm in arms
    ]


def _row(identity: Object, outcome: Object) -> Object:
    key = harness.row_key(identity)
    matched = "NOT_APPLICABLE" if identity["variantId"].endswith(":no-trap") else "MATCHED"
    return {
        "schemaVersion": 1,
        "rowKey": key,
        "identity": identity,
        "status": "VALID",
        **outcome,
        "warningCount": 0,
        "falseWarningCount": 0,
        "factPairAudit": matched,
        "durationMs": 1000,
        "tokens": {"input": 10, "output": 5, "total": 15},
        "tryCount": 1,
        "isolation": {
            name: hashlib.sha256(f"{key}:{name}".encode()).hexdigest()
            for name in ("repoId", "memoryId", "chatId")
        },
    }


def _head(chosen: Object, order: list[Object], phase: str, seed: int, draws: int | None) -> Object:
    identities = [each["identity"] for each in order]
    return {
        "runId": "private-run-1",
        "suiteVersion": "private-suite-v1",
        "datasetInventoryHash": chosen["analysisPopulation"]["datasetInventoryHash"],
        "preregistrationHash": chosen["preregistration"]["sha256"],
        "analysisVersion": "v1",
        "gitSha": "d" * 40,
        "gitDirty": False,
        "phase": phase,
        "mode": "full",
        "arms": sorted({each["arm"] for each in identities}),
        "modelProfileIds": ["private-profile"],
        "modelProfileHashes": ["c" * 64],
        "seeds": sorted({each["seed"] for each in identities}),
        "splitTaskIds": sorted({each["taskId"] for each in identities}),
        "retryRule": {
            "hostApiFaultRetriesAfterFirstTry": 5,
            "rerunTaskResults": False,
            "retainAllTries": True,
        },
        "runOrder": order,
        "expectedRowCount": len(order),
        "statisticsSeed": seed,
        "statisticsDraws": draws or chosen["analysis"]["bootstrap"]["draws"],
    }


def audit(run: Run) -> Object:
    """What the harness records of its own run."""
    cuts = run.statistics["cuts"]
    keys = {each["rowKey"] for each in run.design["runOrder"]}
    calm = {harness.row_key(each) for each in run.no_trap}
    observed = [row for row in run.rows if row["rowKey"] in calm]
    recorded: Object = {
        "schemaVersion": 1,
        "dataset": {
            "inventoryHash": run.run["datasetInventoryHash"],
            "supportArtifactsMatch": True,
        },
        "expectedDesign": {
            "expectedRows": len(keys),
            "terminalRows": len(run.rows),
            "exactRowSet": sorted(keys) == sorted(row["rowKey"] for row in run.rows),
        },
        "factPairs": {
            "pairCount": len(run.pairs),
            "allMatched": all(each["status"] == "MATCHED" for each in run.pairs),
        },
        "isolation": {"allUnique": True, "primaryStartHashesMatchWithinCells": True},
        "timingEvidence": {"allMatched": True},
        "fakeAgentContract": {"status": "NOT_APPLICABLE", "deterministicDriverCount": 0},
        "modelProfiles": [{"id": "private-profile", "hash": "c" * 64, "driverKind": "ollama-chat"}],
        "noTrap": {
            "expectedRows": len(calm),
            "observedRows": len(observed),
            "allPassed": bool(calm)
            and len(observed) == len(calm)
            and all(
                row["status"] == "VALID" and row["finalState"] == "NO_TRAP" and row["taskPassed"]
                for row in observed
            ),
        },
        "deviations": {"count": len(run.deviations), "none": not run.deviations},
        "traces": {"expectedCount": len(run.rows), "allDurable": True},
        "cuts": {
            "primary": [cut for cut in cuts if cut["hypothesis"] != "TIMIDITY"],
            "timidity": [cut for cut in cuts if cut["hypothesis"] == "TIMIDITY"],
        },
        "decision": run.statistics["studyDecision"],
    }
    if not calm:
        del recorded["noTrap"]
    return recorded
