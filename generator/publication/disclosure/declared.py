"""The identity values that the spec declares public, held against what may be published.

A value that cannot be is told by the run that states it, before anything is computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import get_args

from generator.artifacts.records import RunArtifact
from generator.errors import Problem, UnusableInput
from generator.publication.strings import Declared
from generator.spec.model import Spec

_DECLARED = re.compile(get_args(Declared)[1].pattern)


def check_declared(runs: Iterable[RunArtifact], spec: Spec) -> None:
    """Refuse a public identity value that is too long or holds characters nobody sees."""
    problems = tuple(_problems(runs, spec))
    if problems:
        raise UnusableInput(*problems)


def _problems(runs: Iterable[RunArtifact], spec: Spec) -> Iterator[Problem]:
    for artifact in runs:
        for field in spec.identity_public:
            value = getattr(artifact.run.arm, field)
            if isinstance(value, str) and not _DECLARED.match(value):
                yield Problem(
                    "NOT_PUBLIC",
                    "identity_public of the spec declares this value public, but it is longer than "
                    "200 characters or holds one that nobody sees, such as a zero-width space.",
                    "Correct the value in this file, or take the field from identity_public.",
                    artifact.file,
                    field=f"arm.{field}",
                )
