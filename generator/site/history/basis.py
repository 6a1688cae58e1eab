"""What must be equal for two versions' numbers of an arm to be compared, as far as it is public.

The basis of an arm in a report is the public part of its identity, the set of its cases, what its
headline is a share of, and the thresholds that decide its numbers. Private fields of an identity
are compared within a report, before publication; between reports only this is there to compare.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

from generator.pages.figures.headline import score_of
from generator.pages.figures.lettering import plain
from generator.pages.words import IDENTITY
from generator.publication.arm import Arm
from generator.publication.report import Report
from generator.publication.strings import IdentityField

_RULES = {
    "protocol": "Protocol",
    "protocol_version": "Protocol version",
    "screen": "Trials of a screen",
    "confirmation": "Trials of a confirmation",
    "case_rule": "Rule for a case of several variants",
    "minimum_tasks": "Least number of cases of a published rate",
    "interval_method": "Interval method",
    "level": "Interval level",
    "boundary_margin": "Margin of a boundary case",
    "masquerade_max_wall_s": "Longest attempt that a spent quota explains, in seconds",
}
"""The rules that decide a number of the trends, with their names."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What one version's numbers of an arm rest on."""

    identity: dict[IdentityField, str | None]
    cases: int
    cases_sha256: str
    headline: str
    rules: dict[str, str]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of all of it: versions that share it can be compared."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RulesOf:
    """What all arms of one report share: the public identity fields, and the rules in words."""

    identity: tuple[IdentityField, ...]
    words: dict[str, str]


def rules_of(report: Report) -> RulesOf:
    """Return what the numbers of every arm of a report rest on."""
    rules = report.rules
    words = {rule: plain(str(getattr(rules, rule))) for rule in _RULES}
    return RulesOf(tuple(rules.identity_public), words)


def basis_of(arm: Arm, rules: RulesOf) -> Basis:
    """Return what the numbers of an arm rest on in a report of these rules."""
    aliases = sorted(case.case for case in arm.cases)
    return Basis(
        identity={field: arm.identity.get(field) for field in rules.identity},
        cases=len(aliases),
        cases_sha256=hashlib.sha256("\n".join(aliases).encode()).hexdigest(),
        headline=score_of(arm).kind,
        rules=rules.words,
    )


def differences(before: Basis, after: Basis) -> Iterator[str]:
    """Yield in words all that keeps two versions' numbers of an arm from being compared."""
    if before.cases_sha256 != after.cases_sha256:
        yield (
            f"Cases: not the same set, {before.cases:,} before and {after.cases:,} after"
            if before.cases != after.cases
            else f"Cases: not the same set, {after.cases:,} in both (or another alias key)"
        )
    for field, name in IDENTITY.items():
        if before.identity.get(field) != after.identity.get(field):
            pair = _said(before.identity.get(field)), _said(after.identity.get(field))
            yield f"{name}: {pair[0]} before, {pair[1]} after"
    if before.headline != after.headline:
        yield f"Headline: {before.headline} before, {after.headline} after"
    for rule, name in _RULES.items():
        if before.rules[rule] != after.rules[rule]:
            yield f"{name}: {before.rules[rule]} before, {after.rules[rule]} after"


def _said(value: str | None) -> str:
    return plain(value) if value else "not stated"
