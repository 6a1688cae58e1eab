"""Seeded random trees of run directories: valid input with everything the rules speak of."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tests.reference.arms import ArmMaker
from tests.reference.naming import digest
from tests.reference.printing import blank, copied, print_run, split

Json = dict[str, Any]

KEY = b"a key for tests that is no secret"
STAGES: tuple[Json, ...] = ({"screen": 2, "confirmation": 6}, {"screen": 3, "confirmation": 8}, {})


def write_tree(folder: Path, seed: int) -> Json:
    """Write a random tree of valid run directories; returns the spec's own values for it."""
    rng = Random(seed)  # noqa: S311 - a seeded tree is the point
    folder.mkdir(parents=True, exist_ok=True)
    spec = random_spec(rng)
    pool = [random_case(rng, number) for number in range(rng.randrange(4, 13))]
    if spec["alias"]["digits"] == 4:
        pool.append({**random_case(rng, 99), "case_id": twin(pool[0]["case_id"])})
    for number in range(rng.randrange(1, 4)):
        cases = [dict(case) for case in pool if rng.random() < 0.9] or [dict(pool[0])]
        for case in cases:
            case["decision_critical"] = rng.random() < 0.3
            if case["threshold"] and rng.random() < 0.1:
                # Another definition of the case under another arm.
                case["threshold"] += 1
        maker = ArmMaker(rng, f"arm{number}", cases, spec)
        fill(maker, spec)
        if rng.random() < 0.5:
            spec["labels"]["arms"][maker.arm["arm_id"]] = f"Arm number {number}"
        for run in maker.runs:
            print_copies(folder, run, rng)
    decoy = folder / "other harness"
    decoy.mkdir()
    (decoy / "run.json").write_text(json.dumps({"format": "other/3"}), encoding="utf-8")
    return spec


def random_spec(rng: Random) -> Json:
    """Overrides of the spec; nested keys keep their defaults."""
    spec: Json = {
        "stages": dict(rng.choice(STAGES)),
        "interval": rng.choice(
            (
                {},
                {},
                {"method": "wilson"},
                {"method": "jeffreys", "level": 0.9},
                {"method": "mid-p"},
            )
        ),
        "publication": {"minimum_tasks": rng.choice((1, 1, 2, 5))},
        "case_rule": rng.choice(("all", "all", "any", 2)),
        "boundary": {"margin": rng.choice((0, 0.5, 1))},
        "masquerade": {"max_wall_s": rng.choice((10, 10, 2.5))},
        "side_effect_classes": ["network", "files.outside", "unused"],
        "labels": {"arms": {}},
        "alias": {"digits": rng.choice((4, 8, 8))},
    }
    if rng.random() < 0.5:
        spec["pass_k"] = [1, 2, 3, 4, 6]
        spec["order"] = {"minimum_trials": 3}
    if rng.random() < 0.3:
        spec["identity_public"] = ["served_model", "lane", "model_snapshot"]
    return spec


def random_case(rng: Random, number: int) -> Json:
    """A case that runs can list: binary or partial, with or without variants."""
    names = [f"variant {each}é" for each in range(rng.choice((0, 0, 1, 2, 3)))]
    case: Json = {
        "case_id": rng.choice((f"SECRET-{number:03}", f"fälle/{number} ☃", f"A-{number:08x}")),
        "variants": names,
        "kind": "binary",
        "threshold": None,
        "max_score": None,
        "decision_critical": False,
    }
    if names and rng.random() < 0.5:
        case["scored_variants"] = names[: max(1, len(names) - 1)]
    if rng.random() < 0.35:
        case.update(kind="partial", threshold=rng.choice((2, 3)), max_score=10)
        if rng.random() < 0.7:
            case.update(variants=[])
            case.pop("scored_variants", None)
    return case


def twin(case_id: str) -> str:
    """Another case id whose alias of four digits is the same."""
    number = 0
    while digest(KEY, "case", f"twin {number}")[:4] != digest(KEY, "case", case_id)[:4]:
        number += 1
    return f"twin {number}"


def fill(maker: ArmMaker, spec: Json) -> None:
    """The runs of one arm, mostly in the order in which a project makes them."""
    rng = maker.rng
    size = spec["stages"].get("confirmation", 20)
    primaries = rng.choice((0, 1, 1, 1, 1, 1, 1, 2, 2, 3))
    first, fresh = maker.cases, maker.cases
    if len(first) > 3 and rng.random() < 0.3:
        # Cases that were added after the first pass.
        first = first[:-1]
    for number in range(primaries):
        foul = "contaminated" if rng.random() < (0.15 if number == 0 else 0.1) else ""
        if rng.random() < 0.1:
            maker.full_run("observational", "spot_check", first[:2], 1)
        maker.full_run("primary", "full", first, 1, foul)
    maker.makeup_run()
    for _ in range(rng.randrange(2, 5)):
        scope = rng.choice(("full", "full", "fail_set", "spot_check"))
        some = [case for case in fresh if scope == "full" or rng.random() < 0.7]
        role = rng.choice(("repeat", "repeat", "observational"))
        trials = rng.choice((1, 2, size // 2, size, size))
        # Runs that are counted list only cases that some counted run lists too.
        maker.full_run(role, scope, some or first[:1], trials)
    maker.makeup_run()
    for kind in ("cross_arm", "cross_time", "contaminated"):
        if rng.random() < 0.35:
            maker.full_run("repeat", "full", first[:3], rng.choice((1, 2)), kind)
    if rng.random() < 0.3:
        maker.makeup_run(rng.choice(("contaminated", "cross_arm")))
    maker.makeup_run()


def print_copies(folder: Path, run: Json, rng: Random) -> None:
    """Print a run once, in two parts, or with a reprint elsewhere."""
    name = f"{rng.randrange(10**6):06}"
    places = [folder / name, folder / "deep er" / name / "part", folder / f"z{name}" / "copy"]
    prints = split(run, rng) if rng.random() < 0.15 else [run]
    if rng.random() < 0.3:
        if rng.random() < 0.5:
            # The reprint may know what the first print left null.
            prints.append(copied(run, rng))
            prints[0] = {**prints[0], "attempts": [dict(each) for each in prints[0]["attempts"]]}
            for each in prints[0]["attempts"]:
                blank(each, rng)
        else:
            prints.append(copied(run, rng))
    rng.shuffle(places)
    for place, one in zip(places, prints, strict=False):
        print_run(place, one, rng)
