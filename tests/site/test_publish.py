"""`stability publish`: it looks at a version whole, and at others as they passed in the site."""

from __future__ import annotations

import shutil

import pytest

from generator.site.store import read_versions
from tests.site.test_check import Checked, checked, sound  # noqa: F401


def test_what_check_refuses_is_not_published(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    page = checked.src / "v2" / "limits.md"
    whole = page.read_bytes()
    page.write_bytes(whole + b"All is well.\n")
    done = checked.run("publish", "v2")
    assert done.exit_code == 1
    assert "site_src/v2/limits.md" in done.stderr
    assert "The check failed in: pages (1 problem)." in done.stderr
    assert "Nothing was published." in done.stderr
    assert read_versions(checked.src)[0].status == "draft"
    page.write_bytes(whole)
    done = checked.run("publish", "v2")
    assert done.exit_code == 0, done.stderr
    assert read_versions(checked.src)[0].status == "published"
    assert "Next: `stability render`, for site was built before" in done.stdout
    assert "then commit site_src." in done.stdout


def test_others_that_passed_are_not_rendered_again_but_the_version_itself_is(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    done = checked.run("publish", "v2")
    assert done.exit_code == 0, done.stderr
    assert "rendering: 1 of 1" in done.stderr
    for said in ("byte for byte", "nothing from elsewhere", "without runs"):
        assert f"{said}; 1 version passed before as they are" in done.stdout


@pytest.mark.parametrize("place", ["site_src/v1/limits.md", "site/v1/limits.html"])
def test_one_that_is_not_as_it_passed_is_looked_at_again(
    checked: Checked,  # noqa: F811 - a fixture
    place: str,
) -> None:
    file = checked.project.root / place
    file.write_bytes(file.read_bytes() + b"\n")
    done = checked.run("publish", "v2")
    assert "passed before" not in done.stdout
    assert done.exit_code == (1 if place.startswith("site_src") else 0)


def test_without_a_site_every_version_is_looked_at(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    shutil.rmtree(checked.project.site)
    done = checked.run("publish", "v2")
    assert "rendering: 2 of 2" in done.stderr
    assert "passed before" not in done.stdout
    assert read_versions(checked.src)[0].status == "published"


def test_a_version_whose_folder_is_gone_is_named(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    shutil.rmtree(checked.src / "v1")
    done = checked.run("publish", "v2")
    assert done.exit_code == 1
    assert "The report of version v1 is missing" in done.stderr
