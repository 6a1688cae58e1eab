"""A published report that changed or went missing: named before anything is made of it."""

from __future__ import annotations

import shutil

import pytest

from generator.errors import ReleaseStopped
from generator.site.store import refuse_changed
from tests.site.test_check import Checked, checked, sound  # noqa: F401


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_render_says_what_is_to_be_restored_and_writes_nothing(
    checked: Checked,  # noqa: F811 - a fixture
    damage: str,
) -> None:
    report = checked.src / "v1" / "report.json"
    if damage == "changed":
        report.write_text(report.read_text().replace("2026-10-01", "2026-10-02"))
    else:
        shutil.rmtree(report.parent)
    page = checked.src / "v2" / "index.md"
    page.write_text("edited")
    done = checked.run("render")
    assert done.exit_code == 1
    assert "Restore its folder" in done.stderr or "restore its folder" in done.stderr
    assert "v1/report.json" in done.stderr
    assert page.read_text() == "edited"


def test_of_a_draft_and_of_the_version_being_made_nothing_is_asked(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    for version in ("v1", "v2"):
        (checked.src / version / "report.json").unlink()
    refuse_changed(checked.src, but="v1")
    with pytest.raises(ReleaseStopped):
        refuse_changed(checked.src)
