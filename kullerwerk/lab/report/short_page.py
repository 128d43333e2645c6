"""Short reports: answers in sentences, the picture, every figure in words, and the origin.

The long pages of `kullerwerk.lab.report.page` and ``hill_page`` have replays; what is found out of
several studies, or of whole races and games, has a page like this.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from kullerwerk.console import write_text
from kullerwerk.draw.style import png_of
from kullerwerk.lab.calibrated import estimate_lines, remarks
from kullerwerk.lab.figures import OVERALL, Figure, basis_text, text_of
from kullerwerk.lab.intervals import LEVEL
from kullerwerk.lab.measure import HEADLINES
from kullerwerk.lab.report.frame import asset, template_of, versions_here
from kullerwerk.lab.study import origin_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

    from kullerwerk.lab.calibrate import Calibrated
    from kullerwerk.lab.compare import Comparison
    from kullerwerk.lab.hill_compare import HillComparison
    from kullerwerk.lab.hill_games import GameStudy
    from kullerwerk.lab.measure import Measurement
    from kullerwerk.lab.races import RaceStudy
    from kullerwerk.lab.sweep import Swept
    from kullerwerk.lab.tune import Tuned
    from scenes.hill import MarbleHill
    from scenes.track import Track


@dataclass(frozen=True, slots=True)
class Page:
    """What a short report says; ``rows`` have a cell for each of ``heads``."""

    title: str
    question: str
    answers: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    origin: Mapping[str, str | int]


def write_short_page(page: Page, picture: Picture, path: str | Path) -> Path:
    """Write a short report as one HTML file that needs no network; return its path.

    Raises OSError.
    """
    text = template_of("short.html.j2").render(
        page=page,
        picture=base64.b64encode(png_of(picture)).decode(),
        level=round(100 * LEVEL),
        versions=versions_here(),
        style=Markup(asset("page.css")),
    )
    target = Path(path)
    write_text(target, text)
    return target


def races_page(found: RaceStudy) -> Page:
    """Return the page of a study of races."""
    track = found.job.track
    origin = origin_of(track, found.job.seed)
    return _played(track.title or track.name, found.field, found.figures, "race", origin)


def games_page(found: GameStudy) -> Page:
    """Return the page of a study of games on a hill."""
    hill = found.job.hill
    origin = origin_of(hill, found.job.seed)
    return _played(hill.title or hill.name, found.field, found.figures, "game", origin)


def _played(
    name: str, field: str, figures: Sequence[Figure], item: str, origin: Mapping[str, str | int]
) -> Page:
    """Return the page of whole races or games; they come in pairs."""
    bases = [basis_text(f.estimate, "pair", item) for f in figures]
    rows = [
        [f.title, text_of(f.estimate, f.unit), basis]
        for f, basis in zip(figures, bases, strict=True)
    ]
    first = [f"{row[0]}: {row[1]}" for f, row in zip(figures, rows, strict=True) if not f.set][:6]
    return Page(
        f"{name}: its {item}s", field, first, (f"{item}s", "figure", "rests on"), rows, origin
    )


def comparison_page(found: Comparison) -> Page:
    """Return the page of a comparison of tracks."""
    return _compared(found, (found.first.track, found.second.track))


def hill_comparison_page(found: HillComparison) -> Page:
    """Return the page of a comparison of hills."""
    return _compared(found, (found.first.hill, found.second.hill))


def _compared(found: Comparison | HillComparison, scenes: Sequence[Track | MarbleHill]) -> Page:
    names = [scene.title or scene.name for scene in scenes]
    rows = [
        [
            d.figure.title,
            text_of(d.first, d.figure.unit),
            text_of(d.second, d.figure.unit),
            d.verdict(),
        ]
        for d in found.differences
    ]
    return Page(
        " and ".join(names),
        f"A is {names[0]}, B is {names[1]}. What differs?",
        [
            f"B beside A: {found.verdict()}",
            *(f"{d.figure.title}: {d.verdict()}" for d in found.main),
        ],
        ("figure", "A", "B", "B beside A"),
        rows,
        {**found.first.origin, "scene B": found.second.origin["scene"]},
    )


def sweep_page(found: Swept) -> Page:
    """Return the page of a sweep."""
    plan = found.plan
    rows = [
        [str(number), *(str(point.values[field]) for field in plan.fields),
         *(_headlines(one) if one is not None else [point.problem] + [""] * (len(HEADLINES) - 1))]
        for number, (point, one) in enumerate(zip(plan.points, found.found, strict=True))
    ]  # fmt: skip
    built = sum(one is not None for one in found.found)
    return Page(
        f"{plan.track.title or plan.track.name}: {', '.join(plan.fields)} varied",
        f"What do other values do to it? {', '.join(plan.sets)} by {plan.player}.",
        [f"{built} of {len(plan.points)} layouts could be built."],
        ("layout", *plan.fields, *(label for label, _ in HEADLINES.values())),
        rows,
        origin_of(plan.track, plan.seed),
    )


def tuned_page(found: Tuned) -> Page:
    """Return the page of a tuning: the layouts that are reported, by throws of their own."""
    plan = found.plan
    fields = [one.field for one in plan.ranges]
    rows = [
        [f"best-{number}", *(str(one.tried.values[field]) for field in fields),
         *_headlines(one.found)]
        for number, one in enumerate(found.best, 1)
    ]  # fmt: skip
    wished = [
        f"{one.track.name}: " + ", ".join(
            f"{f.title} {text_of(f.estimate, f.unit)}"
            for f in one.found.figures
            if f.name in plan.goal.keys
        )
        for one in found.best
    ]  # fmt: skip
    return Page(
        f"{plan.track.title or plan.track.name}, tuned",
        f"Wanted: {plan.goal}; {len(found.tries)} layouts were tried.",
        wished,
        ("layout", *fields, *(label for label, _ in HEADLINES.values())),
        rows,
        origin_of(plan.track, plan.seed),
    )


def calibrated_page(found: Calibrated) -> Page:
    """Return the page of a calibration."""
    plan = found.plan
    rows = [
        [name, *("" if cell is None else f"{cell:.4f}" for cell in (before, value, low, high))]
        for name, before, value, low, high, *_ in found.table.iter_rows()
    ]
    return Page(
        f"{plan.track.title or plan.track.name}, calibrated",
        f"Which materials has {plan.pair}? {len(plan.rows)} throws of a real table beside "
        f"{found.throws} simulated ones.",
        [*estimate_lines(found), *remarks(found)],
        ("number", "as the track has it", "fitted", "from", "to"),
        rows,
        origin_of(plan.track, plan.seed),
    )


def _headlines(found: Measurement) -> list[str]:
    """Return the headlines of a study in words, "not known" where it has none."""
    overall = {f.key: f for f in found.figures if f.set == OVERALL}
    return [
        text_of(overall[key].estimate, overall[key].unit) if key in overall else "not known"
        for key in HEADLINES
    ]
