"""The files of the history: its pages, the figures on them, and the tables behind both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import jinja2

from generator.pages.addresses import slugs
from generator.pages.figures.trend import TrendPoint, highest_of, trend
from generator.site.history.estimates import BURDEN, Measure
from generator.site.history.past import Past
from generator.site.history.rows import (
    CASE_COLUMNS,
    ESTIMATE_COLUMNS,
    case_rows,
    cases_csv,
    estimate_words,
    estimates_csv,
    interval_words,
    state_words,
)
from generator.site.history.series import Moment, followed, moments
from generator.site.versions import Versions

FOLDER = "history"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A figure as a page shows it: the stem of its files, its title, the words in its place."""

    name: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class _Row:
    """One version in an arm's table."""

    version: str
    page: str
    date: str
    state: str
    corrected: bool
    cells: list[str]
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _ArmView:
    """One arm as its page shows it."""

    arm: str
    slug: str
    rows: list[_Row]
    measures: list[str]
    figures: list[_Drawn]
    intervals: list[str]
    broken: int


def history_files(
    past: Past, listed: Versions, env: jinja2.Environment, name: str
) -> Mapping[str, bytes]:
    """Return the files of the history by their path in the site; `name` is the site's own."""
    files: dict[str, bytes] = {}
    views = []
    arms = past.arms
    for arm, slug in zip(arms, slugs(arm.arm for arm in arms), strict=True):
        series = moments(arm, listed)
        measures = followed([moment.point for moment in series])
        view = _ArmView(
            arm=arm.arm,
            slug=slug,
            rows=[_row(moment, measures) for moment in reversed(series)],
            measures=[measure.title for measure in measures],
            figures=list(_figures(arm.arm, slug, series, measures, files)),
            intervals=interval_words(series, measures),
            broken=sum(bool(moment.breaks) for moment in series),
        )
        views.append(view)
        pages = {
            f"{slug}.html": env.get_template("history/arm.html").render(
                name=name, view=view, up="../"
            ),
            f"cases/{slug}.html": env.get_template("history/cases.html").render(
                name=name, view=view, rows=case_rows(arm), up="../../"
            ),
        }
        files |= {f"{FOLDER}/{page}": text.encode() for page, text in pages.items()}
        files[f"{FOLDER}/data/{slug}.csv"] = estimates_csv(series)
        files[f"{FOLDER}/data/cases/{slug}.csv"] = cases_csv(arm)
    index = env.get_template("history/index.html").render(
        name=name,
        views=views,
        columns={"estimates": ESTIMATE_COLUMNS, "cases": CASE_COLUMNS},
        up="../",
    )
    files[f"{FOLDER}/index.html"] = index.encode()
    return files


def _row(moment: Moment, measures: Sequence[Measure]) -> _Row:
    point = moment.point
    return _Row(
        version=point.version,
        page=f"{point.version}/{point.page}",
        date=moment.entry.date or "no date",
        state=state_words(moment),
        corrected=moment.corrected_by is not None,
        cells=[estimate_words(point.estimates.get(measure)) for measure in measures],
        breaks=moment.breaks,
    )


def _figures(
    arm: str,
    slug: str,
    series: Sequence[Moment],
    measures: Sequence[Measure],
    files: dict[str, bytes],
) -> Iterator[_Drawn]:
    """Draw the figure of each measure into the files."""
    for measure in measures:
        points = tuple(_point(moment, measure) for moment in series)
        highest = highest_of(points) if measure == BURDEN else 1.0
        title = f"{measure.title} over the versions: {arm}"
        words, light, dark = trend(title, measure.unit, points, highest=highest)
        stem = f"{slug}-{measure.name}"
        files[f"{FOLDER}/figures/{stem}-light.svg"] = light
        files[f"{FOLDER}/figures/{stem}-dark.svg"] = dark
        yield _Drawn(stem, measure.title, f"{title}. {words}")


def _point(moment: Moment, measure: Measure) -> TrendPoint:
    estimate = moment.point.estimates.get(measure)
    return TrendPoint(
        version=moment.entry.version,
        state="corrected" if moment.corrected_by else moment.entry.status,
        value=estimate.value if estimate else None,
        lower=estimate.lower if estimate else None,
        upper=estimate.upper if estimate else None,
        breaks=bool(moment.breaks),
    )
