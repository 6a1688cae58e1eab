"""The rows of a study against its frozen design: what is missing, doubled, or was never planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.artifacts.study_hashes import row_key
from generator.artifacts.study_records import Cell, Row, RowIdentity, StudyArtifact
from generator.artifacts.study_words import Arm, InvalidReason

RowKey = tuple[Cell, Arm]


@dataclass(frozen=True, slots=True)
class RowSet:
    """All rows by their identity, and what of them is not as planned.

    `unexpected` rows have an identity that is not in the design, `unlisted` ones a key that is not
    in the run order, or not their own.
    """

    planned: frozenset[RowKey]
    by_identity: Mapping[RowKey, Sequence[Row]]
    expected: int
    terminal: int
    missing: tuple[RowIdentity, ...]
    duplicates: tuple[Row, ...]
    unexpected: tuple[Row, ...]
    unlisted: tuple[Row, ...]
    invalid: Mapping[InvalidReason | None, int]

    @property
    def exact(self) -> bool:
        """Whether there is one row for every planned one and no other."""
        return not (self.missing or self.duplicates or self.unexpected or self.unlisted)

    @property
    def stray_arms(self) -> frozenset[Arm]:
        """The arms of rows that nobody planned; no primary that compares one can be estimated."""
        stray = (*self.duplicates, *self.unexpected, *self.unlisted)
        return frozenset(row.identity.arm for row in stray)

    def of(self, identity: RowIdentity) -> Sequence[Row]:
        """Return the rows that have an identity."""
        return self.by_identity.get(identity.key, ())


def take_rows(study: StudyArtifact) -> RowSet:
    """Return the rows of a study against its design."""
    design = study.design
    planned = {identity.key: identity for identity in (*design.primary, *design.no_trap)}
    listed = _listed(study)
    by_identity: dict[RowKey, list[Row]] = {}
    for row in study.rows:
        by_identity.setdefault(row.identity.key, []).append(row)
    known = [row for row in study.rows if row.identity.key in planned]
    return RowSet(
        planned=frozenset(planned),
        by_identity=by_identity,
        expected=len(design.primary) + len(design.no_trap),
        terminal=len(study.rows),
        missing=tuple(planned[key] for key in planned if key not in by_identity),
        duplicates=tuple(
            row for key, rows in by_identity.items() if key in planned for row in rows[1:]
        ),
        unexpected=tuple(row for row in study.rows if row.identity.key not in planned),
        unlisted=tuple(row for row in known if not _is_listed(row, listed)),
        invalid=Counter(row.outcome.invalid_reason for row in study.rows if not row.outcome.valid),
    )


def _listed(study: StudyArtifact) -> frozenset[str] | None:
    """Return the keys of the run order, None where neither file states one."""
    orders = [order for order in (study.design.planned, study.run.planned) if order is not None]
    if not orders:
        return None
    return frozenset.intersection(*(frozenset(row.row_key for row in order) for order in orders))


def _is_listed(row: Row, listed: frozenset[str] | None) -> bool:
    if row.row_key != row_key(row.identity):
        return False
    return listed is None or row.row_key in listed
