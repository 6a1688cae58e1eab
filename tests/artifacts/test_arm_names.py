"""What an arm is called by where its files lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.artifacts.arm_names import arm_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("gpt-5.1.json", "gpt-5.1"),
        ("reports/o3.json", "o3"),
        ("my-agent/run1_2025-08-10__05-27-18", "my-agent"),
        (
            "20250811_cursor-cli_claude-4-sonnet/run2_2025-08-10__21-53-39",
            "20250811_cursor-cli_claude-4-sonnet",
        ),
        ("my-agent/2025-08-10__05-27-18/results.json", "my-agent"),
        ("my-agent/results_3.json", "my-agent"),
        ("my-agent/attempt-2/report.json", "my-agent"),
        ("my-agent/5.json", "my-agent"),
        ("run1/results.json", "none"),
        ("results.json", "none"),
        ("seed7", "none"),
        ("gpt-4/Trial_2", "gpt-4"),
        ("runs/gpt-4o-2024-08-06.json", "gpt-4o-2024-08-06"),
        ("x/my-agent_2025-08-10__05-27-18", "my-agent"),
        ("x/2025-08-10", "x"),
    ],
)
def test_the_nearest_name_that_is_no_clock_and_no_kind_of_file(path: str, name: str) -> None:
    root = Path("somewhere", "results")
    assert arm_name(root / path, root, "none") == name


def test_a_name_that_a_terminal_trips_over_is_escaped() -> None:
    assert arm_name(Path("r/a\nb.json"), Path("r"), "none") == "a\\nb"
