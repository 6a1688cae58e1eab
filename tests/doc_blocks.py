"""The `sh` blocks of a document, run in their order by a shell that finds the program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"^```sh\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)


def blocks(document: Path) -> list[str]:
    """Every block that says it can be run."""
    return BLOCK.findall(document.read_text(encoding="utf-8"))


def run(script: list[str], folder: Path) -> None:
    """Run blocks one after the other, from a folder on; each of their commands must work."""
    done = subprocess.run(
        ["bash", "-c", "set -eu\n" + "\n".join(script)],
        cwd=folder,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
