"""All figures of a report, in the order the pages show them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages.addresses import slugs
from generator.pages.figures.bands import bands
from generator.pages.figures.boundary import boundary
from generator.pages.figures.figure import Figure
from generator.pages.figures.headline import headline
from generator.pages.figures.moves import moves
from generator.pages.figures.outcomes import outcomes
from generator.pages.figures.pairs import pairs
from generator.pages.figures.pass_curve import pass_curve
from generator.pages.figures.plan import plan
from generator.pages.figures.recovery import recovery
from generator.pages.figures.rounds import rounds
from generator.pages.figures.study_effects import study_effects
from generator.pages.figures.study_power import study_power
from generator.pages.figures.study_tasks import study_tasks
from generator.publication.report import Report


def figures(report: Report) -> list[Figure]:
    """Return every figure there are numbers for: of all arms, then by arm, ledger and study.

    The figures of an arm, a ledger or a study carry the name of its page in theirs.
    """
    return [figure for figure in _drawn(report) if figure is not None]


def _drawn(report: Report) -> Iterator[Figure | None]:
    yield headline(report)
    yield plan(report)
    yield pairs(report)
    for arm, slug in zip(report.arms, slugs(arm.arm for arm in report.arms), strict=True):
        yield recovery(arm, slug)
        yield outcomes(arm, slug)
        yield rounds(arm, slug)
        yield boundary(arm, slug)
        yield moves(arm, slug)
        yield pass_curve(arm, slug)
    names = slugs(ledger.ledger for ledger in report.ledgers)
    for ledger, slug in zip(report.ledgers, names, strict=True):
        yield bands(ledger, slug)
    aliases = slugs(study.study for study in report.studies)
    for study, slug in zip(report.studies, aliases, strict=True):
        yield study_effects(study, slug)
        yield study_tasks(study, slug)
        yield study_power(study, slug)
