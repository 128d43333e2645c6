"""Two hills side by side, under common random numbers: what differs, and by how much.

Marble k falls into the same hatch at the same place on both, with the slider at the same side, as
long as both have equally many hatches; games are compared pair by pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kullerwerk.lab.compare import (
    Difference,
    begun,
    difference_data,
    differences,
    first_stage,
    pick_difference,
    pieces_for,
    table_of,
    verdict_of,
    with_origins,
)
from kullerwerk.lab.figures import OVERALL
from kullerwerk.lab.hill_figures import figures_of, headlines, main_keys
from kullerwerk.lab.hill_games import MAIN, Games, GameStudy, game_study
from kullerwerk.lab.hills import Drops, HillMeasurement, hill_measurement
from kullerwerk.lab.sample import Work

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure as MatplotlibFigure


@dataclass(frozen=True, slots=True)
class HillComparison:
    """Both studies, and all their differences."""

    first: HillMeasurement
    second: HillMeasurement
    games: tuple[GameStudy, GameStudy] | None
    differences: tuple[Difference, ...]

    def __getitem__(self, key: str) -> Difference:
        """Return the difference of a key (``out``), a hatch or a side (``out:left``).

        Raises KeyError.
        """
        return pick_difference(self.differences, key)

    @property
    def main(self) -> tuple[Difference, ...]:
        """The differences of headlines."""
        keys = {"drop": main_keys(self.first.figures), "game": MAIN}
        return tuple(
            d
            for d in self.differences
            if d.figure.set == OVERALL and d.figure.key in keys[d.unit_of_work]
        )

    @property
    def table(self) -> pl.DataFrame:
        """A row per figure: A's, B's, the change from A to B, and whether it can be told."""
        return table_of(self.differences)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row: scenes, seed, version and settings."""
        return with_origins(self.table, self.first.origin, self.second.origin)

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return the lanes of both and what differs, as a picture; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.hill_compare import hill_compare_figure
        from kullerwerk.draw.style import saved

        return saved(hill_compare_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import hill_comparison_page, write_short_page

        return write_short_page(hill_comparison_page(self), self.plot(), path)

    def verdict(self) -> str:
        """Return in plain words what the second hill is beside the first."""
        games = self.games is None or self.games[0].table.equals(self.games[1].table)
        if games and self.first.table.equals(self.second.table):
            return "the two play the same, marble by marble."
        return verdict_of(self.main, self.differences)


def drop_both(
    jobs: tuple[Drops, Drops],
    drops: int,
    until: float | None = None,
    folder: Path | None = None,
    work: Work | None = None,
) -> tuple[HillMeasurement, HillMeasurement]:
    """Return two studies of at least ``drops`` drops, in whole rounds of each hill.

    ``until`` asks instead that half the interval of every headline's difference is at most that
    share (of one for shares, of the first hill's figure for times), in two stages as in
    `kullerwerk.lab.measure`. Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    samples = begun(jobs, folder, work)
    if until is None:
        for job, sample in zip(jobs, samples, strict=True):
            sample.grow(-(-job.whole(drops) // job.piece_size))
    else:
        first, second = (
            headlines(figures_of(job.hill, table))
            for job, table in zip(jobs, first_stage(samples), strict=True)
        )
        pieces = pieces_for(first, second, until)
        for sample in samples:
            sample.grow(pieces)
    first, second = (
        hill_measurement(job, sample.pieces, drops, until)
        for job, sample in zip(jobs, samples, strict=True)
    )
    return first, second


def play_both(
    jobs: tuple[Games, Games], games: int, folder: Path | None = None, work: Work | None = None
) -> tuple[GameStudy, GameStudy]:
    """Return two studies of as many games. Raises as `kullerwerk.lab.hill_games.game_study`."""
    a, b = (None if folder is None else folder / f"{name}-games" for name in ("a", "b"))
    return game_study(jobs[0], games, a, work), game_study(jobs[1], games, b, work)


def compared(
    first: HillMeasurement,
    second: HillMeasurement,
    games: tuple[GameStudy, GameStudy] | None = None,
) -> HillComparison:
    """Return all differences between two studies of the same drops (and games)."""
    found = differences(first.figures, second.figures, "drop")
    if games is not None:
        found += differences(games[0].figures, games[1].figures, "game")
    return HillComparison(first, second, games, tuple(found))


def data_of(found: HillComparison) -> dict[str, Any]:
    """Return a comparison as JSON data; ``change`` is the second hill less the first."""
    return {
        "hills": [found.first.hill.name, found.second.hill.name],
        "seed": found.first.seed,
        "drops": [found.first.drops, found.second.drops],
        "games": 0 if found.games is None else found.games[0].games,
        "verdict": found.verdict(),
        "figures": [difference_data(d) for d in found.differences],
    }
