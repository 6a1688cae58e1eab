"""JUnit XML reports: tests as cases, runs as trials, reruns of failures apart from both."""

from __future__ import annotations

import importlib.util
import runpy
import shutil
from pathlib import Path

import pytest

from generator.accounting.account import account
from generator.artifacts.junit import JunitReader
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from generator.spec.load import load_spec
from tests.artifacts.samples import LIMITS, Said, refusal, said

SPEC = load_spec(None).spec
READER = JunitReader()
RUNS = Path(__file__).parent / "fixtures" / "junit" / "runs"
SUCCESS, FAILURE, INVALID = "valid_task_success", "valid_task_failure", "invalid_infrastructure"
P, F, E, R = (SUCCESS, "passed"), (FAILURE, "failure"), (INVALID, "error"), (FAILURE, "rerun")


@pytest.fixture(params=["committed", "written now"])
def nightly(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Three reports of pytest: as they are committed, and as it writes them today."""
    if request.param == "committed":
        return RUNS / "nightly"
    if importlib.util.find_spec("pytest_rerunfailures") is None:
        pytest.skip("the pytest-rerunfailures package is not installed")
    runpy.run_path(str(RUNS.parent / "write.py"))["main"](tmp_path / "nightly")
    return tmp_path / "nightly"


def read(path: Path, root: Path | None = None) -> list[RunArtifact]:
    assert READER.recognise(path, LIMITS)
    return list(READER.read(path, LIMITS, root or path.parent))


def ends(artifact: RunArtifact) -> dict[tuple[str, int], tuple[str, str | None]]:
    return {
        (each.case_id, each.repeat_index): (each.state.value, each.end)
        for each in artifact.attempts
    }


def firsts(artifact: RunArtifact) -> dict[str, tuple[str, str | None]]:
    """The ends of a run with one trial of each test, by the test's own name."""
    assert artifact.run.trials_per_case == 1
    return {case.rpartition("/")[2]: end for (case, _), end in ends(artifact).items()}


def written(folder: Path, body: str, name: str = "a.xml") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"<testsuites>{body}</testsuites>")
    return path


def suite(*tests: str, name: str = "s", more: str = "") -> str:
    return f'<testsuite name="{name}" {more}>{"".join(tests)}</testsuite>'


def case(name: str, inner: str = "", classname: str = "c") -> str:
    return f'<testcase classname="{classname}" name="{name}">{inner}</testcase>'


def refused(path: Path) -> list[Said]:
    return said(refusal(lambda: READER.read(path, LIMITS, path.parent)))


def codes(artifact: RunArtifact) -> list[str]:
    return [each.code for each in artifact.warnings]


def test_the_reruns_of_maven_surefire_are_runs_of_the_fail_set() -> None:
    first, second, third = read(RUNS / "once" / "surefire-reports")
    assert firsts(first) == {
        "boils": P,
        "whistles": F,
        "pours": F,
        "lifts": E,
        "cracks": E,
        "opens": P,
    }
    assert firsts(second) == {"whistles": P, "pours": F, "lifts": E, "cracks": E}
    assert firsts(third) == {"pours": F, "lifts": P, "cracks": E}
    assert [(each.run.role, each.run.scope) for each in (first, second, third)] == [
        ("primary", "full"),
        ("repeat", "fail_set"),
        ("repeat", "fail_set"),
    ]
    assert [codes(each) for each in (first, second, third)] == [["SKIPPED"], [], []]
    walls = {each.case_id: each.wall_s for each in first.attempts}
    assert walls["demo.BarnTest/opens"] == 1000.5
    assert walls["demo.KettleTest/pours"] == 0.03
    assert walls["demo.KettleTest/whistles"] is None
    assert len(first.sources) == 2
    assert "PRIVATE" not in repr((first, second, third))


def test_a_single_run_with_reruns_is_a_first_pass_and_what_recovers_of_it() -> None:
    results = read_results(RUNS / "once", LIMITS)
    (arm,) = account(results.runs, SPEC).arms
    assert [run.role for run in arm.own_runs] == ["primary", "repeat", "repeat"]
    outcomes = {(each.case_id.rpartition("/")[2], each.passed) for each in arm.repeats}
    assert ("whistles", True) in outcomes
    assert ("pours", False) in outcomes


def test_what_pytest_ran_again_did_not_pass(nightly: Path) -> None:
    first, again, third = read(nightly / "run-1.xml")
    assert firsts(first) == {
        "test_boils": P,
        "test_whistles": R,
        "test_pours": R,
        "test_lifts": P,
        "test_fills[1]": P,
    }
    assert firsts(again) == {"test_whistles": P, "test_pours": R}
    assert firsts(third) == {"test_pours": F}
    assert codes(first) == ["RERUN_UNTOLD"]
    assert first.run.window is not None
    broken = read(nightly / "run-2.xml")
    assert [firsts(each).get("test_lifts") for each in broken] == [R, R, E]


def test_of_several_runs_the_first_attempts_are_trials_and_reruns_stand_apart(
    nightly: Path,
) -> None:
    results = read_results(nightly.parent if nightly != RUNS / "nightly" else RUNS, LIMITS)
    arms = {each.arm_id: each for each in account(results.runs, SPEC).arms}
    arm = arms["nightly"]
    assert [run.role for run in arm.own_runs] == ["observational"] * 3
    trials: dict[str, list[bool | None]] = {}
    for each in arm.repeats:
        trials.setdefault(each.case_id.rpartition("/")[2], []).append(each.passed)
    counts = {name: (found.count(True), len(found)) for name, found in trials.items()}
    assert counts == {
        "test_boils": (3, 3),
        "test_whistles": (2, 3),
        "test_pours": (0, 3),
        "test_lifts": (2, 3),
        "test_fills[1]": (3, 3),
    }
    # Run 1: whistles once, pours twice; run 2: lifts and pours twice; run 3: pours twice.
    apart = [each for each in arm.runs if not each.own]
    assert sum(len(each.record.observations) for each in apart) == 3 + 4 + 2


def test_attempts_after_one_that_passed_are_planned_repeats(tmp_path: Path) -> None:
    failed = case("b", "<failure/>")
    path = written(tmp_path, suite(case("a"), case("a"), failed, failed))
    (artifact,) = read(path)
    assert ends(artifact) == {("s/c/a", 0): P, ("s/c/a", 1): P, ("s/c/b", 0): F, ("s/c/b", 1): F}
    assert artifact.run.role == "observational"
    assert artifact.run.trials_per_case == 2


def test_attempts_up_to_one_that_passed_are_reruns(tmp_path: Path) -> None:
    path = written(tmp_path, suite(case("a", "<failure/>"), case("a"), case("b")))
    first, again = read(path)
    assert firsts(first) == {"a": F, "b": P}
    assert firsts(again) == {"a": P}


def test_suites_of_one_name_are_trials_unless_their_hosts_differ(tmp_path: Path) -> None:
    body = suite(case("a")) + suite(case("a", "<failure/>"))
    (artifact,) = read(written(tmp_path, body))
    assert ends(artifact) == {("s/c/a", 0): P, ("s/c/a", 1): F}
    body = suite(case("a"), more='hostname="x"') + suite(case("a"), more='hostname="y"')
    (artifact,) = read(written(tmp_path, body))
    assert set(ends(artifact)) == {("s/x/c/a", 0), ("s/y/c/a", 0)}


def test_a_test_that_failed_and_could_not_be_cleaned_up_failed(tmp_path: Path) -> None:
    for inner in ("<failure/><error/>", "<error/><failure/>"):
        (artifact,) = read(written(tmp_path, suite(case("a", inner))))
        assert firsts(artifact) == {"a": F}


def test_suites_may_nest_and_tests_may_stand_under_the_root(tmp_path: Path) -> None:
    (artifact,) = read(written(tmp_path, suite(suite(case("a"), name="inner"), name="outer")))
    assert set(ends(artifact)) == {("outer > inner/c/a", 0)}
    (artifact,) = read(written(tmp_path, case("a")))
    assert set(ends(artifact)) == {("c/a", 0)}


def test_what_was_not_run_is_no_case(tmp_path: Path) -> None:
    off = '<testcase name="off" status="notrun"/>'
    (artifact,) = read(written(tmp_path, suite(case("a"), case("b", "<skipped/>"), off)))
    assert firsts(artifact) == {"a": P}
    assert codes(artifact) == ["SKIPPED"]
    (artifact,) = read(written(tmp_path, suite()))
    assert (artifact.attempts, artifact.run.cases) == ((), ())
    assert codes(artifact) == ["NO_TESTS"]


def test_only_a_time_with_an_offset_is_a_time(tmp_path: Path) -> None:
    zoned = 'timestamp="2026-03-01T10:00:00+01:00" time="60"'
    (artifact,) = read(written(tmp_path, suite(case("a"), more=zoned)))
    window = artifact.run.window
    assert window is not None
    assert (window.start, window.end - window.start) == (1_772_355_600_000_000_000, 60 * 10**9)
    for time in ("2026-03-01T10:00:00", "yesterday"):
        body = suite(case("a"), more=f'timestamp="{time}"')
        assert read(written(tmp_path, body))[0].run.window is None


def test_the_folder_that_a_run_lies_in_names_the_arm(tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    for name, arm in (("a.xml", "junit"), ("mac/a.xml", "mac"), ("ci/linux/a.xml", "ci/linux")):
        path = written(tmp_path, suite(case("a")), name)
        assert read(path, tmp_path)[0].run.arm.arm_id == arm
    folder = tmp_path / "mac" / "run-1"
    folder.mkdir(parents=True)
    shutil.copy(path, folder / "TEST-a.xml")
    assert read(folder, tmp_path)[0].run.arm.arm_id == "mac"
    assert read(folder, folder)[0].run.arm.arm_id == "junit"


def test_a_copy_of_a_report_is_no_second_run(tmp_path: Path) -> None:
    for name in ("a.xml", "b.xml"):
        shutil.copy(RUNS / "nightly" / "run-1.xml", tmp_path / name)
    results = read_results(tmp_path, LIMITS)
    (arm,) = account(results.runs, SPEC).arms
    assert [run.role for run in arm.own_runs] == ["primary", "repeat", "repeat"]
    folder = tmp_path / "copied"
    folder.mkdir()
    for name in ("TEST-a.xml", "TEST-b.xml"):
        shutil.copy(RUNS / "nightly" / "run-1.xml", folder / name)
    assert len(read(folder)[0].attempts) == 5


def test_other_reports_beside_a_runs_parts_are_named(tmp_path: Path) -> None:
    for name in ("TEST-a.xml", "all.xml", "coverage.xml"):
        written(tmp_path, suite(case(name)), name)
    (tmp_path / "coverage.xml").write_text("<coverage/>")
    (artifact,) = read(tmp_path)
    assert set(ends(artifact)) == {("s/c/TEST-a.xml", 0)}
    assert codes(artifact) == ["NOT_READ"]


def test_a_folder_with_folders_in_it_is_no_run_and_hides_none(tmp_path: Path) -> None:
    written(tmp_path, suite(case("a")), "TEST-a.xml")
    (tmp_path / "binary").mkdir()
    assert READER.recognise(tmp_path, LIMITS)
    written(tmp_path, suite(case("b")), "more/b.xml")
    assert READER.recognise(tmp_path, LIMITS) is False
    assert len(read_results(tmp_path, LIMITS).runs) == 2


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE bomb [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + ']><testsuites><testsuite name="&j;"/></testsuites>'
)
FILE = (
    '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
    '<testsuites><testsuite name="s"><testcase name="a">&f;</testcase></testsuite></testsuites>'
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (BOMB, Said("XML_DOCTYPE", 1, None)),
        (FILE, Said("XML_DOCTYPE", 1, None)),
        ("<!DOCTYPE x SYSTEM 'http://localhost/a.dtd'><testsuites/>", Said("XML_DOCTYPE", 1, None)),
        ('<testsuites>\n<testsuite name="s">', Said("NOT_XML", 2, None)),
        ("<testsuites/><testsuites/>", Said("NOT_XML", 1, None)),
        ("<testsuites>&later;</testsuites>", Said("NOT_XML", 1, None)),
        ("<testsuites>\x01</testsuites>", Said("NOT_XML", 1, None)),
        ("<testsuites>\n<testcase/></testsuites>", Said("MISSING_FIELD", 2, "testcase.name")),
        ("<testsuites>" + "<testsuite>" * 1000, Said("TOO_DEEP", 1, None)),
        ('<?xml version="1.0" encoding="morse"?><testsuites/>', Said("NOT_UTF8", 1, None)),
        (f'<testsuites name="{"x" * 3 * 2**20}"/>', Said("LINE_TOO_LONG", 1, None)),
    ],
)
def test_what_is_no_safe_report_is_refused(tmp_path: Path, text: str, wrong: Said) -> None:
    path = tmp_path / "a.xml"
    path.write_text(text)
    assert READER.recognise(path, LIMITS)
    assert refused(path) == [wrong]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b'<testsuites><testsuite name="\xff\xfe"/></testsuites>')
    assert refused(path) == [Said("NOT_XML", 1, None)]


def test_other_encodings_of_xml_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    text = f'<?xml version="1.0" encoding="utf-16"?><testsuites>{suite(case("é"))}</testsuites>'
    path.write_bytes(text.encode("utf-16"))
    assert firsts(read(path)[0]) == {"é": P}


def test_other_xml_is_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    for text in ("<coverage/>", "", "<!-- <testsuites/> --><html/>", "testsuites"):
        path.write_text(text)
        assert READER.recognise(path, LIMITS) is False
    path.write_text('<?xml version="1.0"?><!-- x --><j:testsuites xmlns:j="u"/>')
    assert READER.recognise(path, LIMITS)
