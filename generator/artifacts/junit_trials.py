"""What attempts at tests are: trials of a run, or reruns of what failed.

A rerun is made because a test failed, and the last one because none passed before it: such attempts
are no equal trials, and no rate may count them as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.artifacts.junit_suites import PASSED, RERUN, Suite, Verdict


@dataclass(frozen=True, slots=True)
class Trial:
    """An attempt at a case; `rerun` is 0 for one that was made whatever came before."""

    case_id: str
    index: int
    rerun: int
    verdict: Verdict


def trials(suites: Sequence[Suite]) -> list[Trial]:
    """Return the attempts of one run.

    Suites of one name hold trials of one set of tests; where they are of several hosts, as of
    several browsers, each host has tests of its own. Attempts that go on after one that passed are
    repeats that were planned, and so are all others of such a run.
    """
    hosts: defaultdict[str, set[str]] = defaultdict(set)
    for suite in suites:
        hosts[suite.name].add(suite.host)
    planned = any(_goes_on(verdicts) for _, _, verdicts in _sequences(suites, hosts))
    found: list[Trial] = []
    counted: defaultdict[str, int] = defaultdict(int)
    for case_id, pytest, verdicts in _sequences(suites, hosts):
        index = counted[case_id]
        if planned and not pytest:
            counted[case_id] += len(verdicts)
            found += (Trial(case_id, index + n, 0, each) for n, each in enumerate(verdicts))
        else:
            counted[case_id] += 1
            found += (Trial(case_id, index, n, each) for n, each in enumerate(verdicts))
    return found


def _sequences(
    suites: Sequence[Suite], hosts: dict[str, set[str]]
) -> Iterator[tuple[str, bool, list[Verdict]]]:
    for suite in suites:
        host = suite.host if len(hosts[suite.name]) > 1 else ""
        for (classname, name), verdicts in suite.tests.items():
            own = "" if suite.name == classname else suite.name
            case_id = "/".join(part for part in (own, host, classname, name) if part)
            yield case_id, suite.pytest, _told(verdicts) if suite.pytest else verdicts


def _told(verdicts: list[Verdict]) -> list[Verdict]:
    """Return the attempts that pytest-rerunfailures made.

    It writes a test without a verdict for each attempt that failed and was made again.
    """
    *before, last = verdicts
    return [
        *(replace(each, word=RERUN) if each.word == PASSED else each for each in before),
        last,
    ]


def _goes_on(verdicts: Sequence[Verdict]) -> bool:
    return any(each.word == PASSED for each in verdicts[:-1])
