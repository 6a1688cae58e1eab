"""A build that is killed, at any moment: the site that was there, or the new one, and no ruins."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.publication.report import Report
from generator.site.lock import alone
from generator.site.store import publish
from tests.site.conftest import Project, version
from tests.site.test_build import tree

ROOT = Path(__file__).parents[2]
KILLS = 12

BUILDS = """
import shutil, sys
from pathlib import Path
from generator.site import build
from generator.site.lock import alone
from generator.site.settings import Settings

root = Path(sys.argv[1])
build.run = lambda job, site_dir: shutil.copytree(job.docs, site_dir)
settings = Settings(root / "mkdocs.yml", root / "templates")
print("ready", flush=True)
while True:
    with alone(root / "site_src", root / "site"):
        for record in root.glob(".site.digests.json"):
            record.unlink()
        build.build_site(root / "site_src", root / "site", settings, jobs=2)
    print("built", flush=True)
"""


@pytest.mark.usefixtures("without_mkdocs")
def test_the_site_is_whole_whenever_a_build_is_killed(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    project.build()
    old = tree(project.site)
    publish(project.site_src, "v1")
    publish(project.site_src, "v2")
    moments = random.Random(20261130)  # noqa: S311 - moments, no secrets
    for _ in range(KILLS):
        killed = subprocess.Popen(
            [sys.executable, "-c", BUILDS, str(project.root)],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert killed.stdout is not None
        assert killed.stdout.readline() == "ready\n"
        time.sleep(moments.random() / 2)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        found = tree(project.site)
        if found != old:
            new = found
            with alone(project.site_src, project.site):
                project.build()
            assert tree(project.site) == new
    with alone(project.site_src, project.site):
        project.build()
    assert {path.name for path in project.root.iterdir()} == {
        *("mkdocs.yml", "templates", "site_src", "site", ".site.digests.json")
    }
    assert not [path for path in project.site_src.iterdir() if path.name.startswith(".")]


def test_two_builds_at_once_leave_one_whole_site(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "generator", "render", "--quiet"],
            cwd=project.root,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [each.communicate()[1] for each in both]
    codes = sorted(each.returncode for each in both)
    assert codes in ([0, 2], [0, 0]), said
    assert all("Another build is running here" in text for text in said if text)
    built = tree(project.site)
    assert {"index.html", "v1/index.html", "latest/index.html"} <= built.keys()
    assert built["versions.json"] == (project.site_src / "versions.json").read_bytes()
    assert built["v1/report.json"] == (project.site_src / "v1" / "report.json").read_bytes()
