"""Of a table nothing but counts goes out, and its transcripts pass through memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.gates import _tells_more

CANARIES = {
    "task": "kestrelgrove-{n}-quernstone",
    "arm": "mothlantern-of-brindlewick",
    "word": "thistledown-collapse",
    "header": "gorsewhistle_ledger",
    "said": "the ferryman counted nineteen copper otters beside the weir",
    "file": "juniperhollow-audit",
}
SPEC = """\
sources:
  - path: {file}.csv
    format: table
    identity: {{harness: Declared Harness}}
    ends: {{{word}: invalid_infrastructure/harness_timeout}}
    table: {{task: {header}, arm: who, state: how, outcome: ok, tokens_in: n}}
"""


def test_no_text_of_a_table_reaches_a_page_or_a_public_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    rows = [f"{CANARIES['header']},who,how,ok,n,log"]
    for n in range(6):
        task = CANARIES["task"].format(n=n)
        for ok in ("true", "false", ""):
            how = CANARIES["word"] if not ok else ""
            rows.append(f'{task},{CANARIES["arm"]},{how},{ok},7,"{CANARIES["said"]}\n{n}"')
    results = tmp_path / "results"
    results.mkdir()
    (results / f"{CANARIES['file']}.csv").write_text("\n".join(rows) + "\n")
    spec = tmp_path / "stability.yml"
    spec.write_text(SPEC.format(**CANARIES))
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(results), "--spec", str(spec), "--version", "1"),
            *("--date", "2026-01-01", "--public-log"),
            *("--site-src", str(tmp_path / "src"), "--site", str(tmp_path / "site")),
        ],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    published = [
        path.read_text(encoding="utf-8", errors="ignore")
        for folder in (tmp_path / "src", tmp_path / "site")
        for path in folder.rglob("*")
        if path.is_file()
    ]
    assert any("Declared Harness" in text for text in published)
    for canary in CANARIES.values():
        part = canary.split("{")[0].rstrip("-")
        assert not any(part in text for text in published), part
        assert part not in done.output


PEAK_KIB = """
import sys
from pathlib import Path
from tests.artifacts.test_table import read
(run,) = read(Path(sys.argv[1]), task="task", outcome="ok")
assert len(run.attempts) == 10_000
status = Path("/proc/self/status").read_text()
print(status.split("VmHWM:")[1].split()[0])
"""


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux says how much memory was held"
)
@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_memory_is_flat_in_the_size_of_transcripts(tmp_path: Path, kind: str) -> None:
    peaks = []
    for words in (1, 1000):
        said = "The agent said nothing. " * words
        path = tmp_path / f"{words}.{kind}"
        with path.open("w") as file:
            if kind == "csv":
                file.write("task,ok,said\n")
                file.writelines(f't{n % 100},1,"{said}\n{n}"\n' for n in range(10_000))
            else:
                line = '{{"task": "t{}", "ok": true, "said": "{}"}}\n'
                file.writelines(line.format(n % 100, said) for n in range(10_000))
        done = subprocess.run(
            [sys.executable, "-c", PEAK_KIB, str(path)],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(int(done.stdout) / 1024)
        path.unlink()
    assert peaks[1] - peaks[0] < 20


@pytest.mark.parametrize(
    ("arm", "told"),
    [
        ("acme/tiny-2 mender", False),
        ("mender@acme/tiny-2", False),
        ("acme/tiny-2 mender of brindlewick", True),
        ("acme/tiny-22", True),
    ],
)
def test_an_arm_made_of_declared_texts_is_no_secret(arm: str, told: bool) -> None:
    assert _tells_more(arm, ["acme/tiny-2", "mender", ""]) is told
