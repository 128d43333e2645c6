"""Studies of a marble hill: single marbles dropped on it empty, from every hatch.

Marble k goes into hatch k modulo their number, so hatches are equally often; after a marble for
each the slider stands at the other side, so that every exit and every gutter below is tried. A
*round* is a marble for each hatch on either side. Marble k depends on the seed and k alone: it is
marble k of ``kullerwerk drop`` with the same seed and the slider where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from kullerwerk.drops import Dropper, Plan
from kullerwerk.lab import hill_games
from kullerwerk.lab.figures import Figure, figure_data, pick
from kullerwerk.lab.hill_figures import figures_of, headlines, worst_fork
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.measure import FIRST, scale_of, second_stage
from kullerwerk.lab.sample import Sample, Work, never, untold
from kullerwerk.lab.study import origin_of
from kullerwerk.physics import settings_of
from scenes.files import scene_hash
from scenes.hill import MarbleHill
from sim.settled import Side

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

    from kullerwerk.lab.hill_games import GameStudy

ROUNDS = 10
"""Rounds in a piece: about a second of work on a hill of five hatches."""
SIDES: tuple[Side, Side] = ("left", "right")


def schema_of(hill: MarbleHill) -> dict[str, pl.DataType | type[pl.DataType]]:
    """Return the columns of the table of drops, a row each.

    ``slider``: the side whose exits are open; ``end``: what became of the marble; ``exit``: the one
    above which it fell; ``row_1`` and so on: the gutter in which it crossed each row below the
    exits, null where it did not come. Hatches, exits and gutters are counted from 1, from the left.
    ``x``, ``y``: where it was last, mm (in the hut across and up, else across and downhill);
    ``time_s``: from the drop to rest, or into the hollow; ``wedged``: it was, and was put further.
    """
    return {
        "ball": pl.Int64,
        "hatch": pl.Int32,
        "slider": pl.String,
        "end": pl.String,
        "exit": pl.Int32,
        **{f"row_{k}": pl.Int32 for k in range(1, len(hill.rows))},
        "x": pl.Float64,
        "y": pl.Float64,
        "time_s": pl.Float64,
        "wedged": pl.Boolean,
    }


@dataclass(frozen=True, slots=True)
class Drops:
    """The drops of a study, `ROUNDS` rounds to a piece."""

    hill: MarbleHill
    seed: int

    @property
    def round(self) -> int:
        """How many marbles a round has."""
        return 2 * len(self.hill.hut.hatches)

    @property
    def piece_size(self) -> int:
        """How many marbles a piece has."""
        return ROUNDS * self.round

    def side(self, ball: int) -> Side:
        """Return whose exits are open for a marble."""
        return SIDES[ball // len(self.hill.hut.hatches) % 2]

    def whole(self, drops: int) -> int:
        """Return how many marbles whole rounds have that have at least so many."""
        return self.round * max(1, -(-drops // self.round))

    def question(self) -> dict[str, Any]:
        """Return what decides the drops."""
        return {
            "what": "drops",
            "scene": scene_hash(self.hill),
            "seed": self.seed,
            "settings": settings_of(self.hill),
        }

    def piece(self, number: int) -> pl.DataFrame:
        """Return the drops of piece ``number``."""
        droppers = {side: Dropper(Plan(self.hill, 0, side, self.seed, 0)) for side in SIDES}
        rows: list[dict[str, Any]] = []
        for k in range(number * self.piece_size, (number + 1) * self.piece_size):
            one = droppers[self.side(k)].drop(k)
            rows.append(
                {
                    "ball": k,
                    "hatch": one.hatch,
                    "slider": self.side(k),
                    "end": one.end,
                    "exit": one.exit,
                    **{f"row_{n}": lane for n, lane in enumerate(one.lanes, 1)},
                    "x": one.x,
                    "y": one.y,
                    "time_s": one.time,
                    "wedged": one.helped,
                }
            )
        return pl.DataFrame(rows, schema=schema_of(self.hill))


@dataclass(frozen=True, slots=True)
class HillMeasurement:
    """What a study of drops found; ``table`` has a row per drop (`schema_of`)."""

    hill: MarbleHill
    seed: int
    table: pl.DataFrame
    figures: tuple[Figure, ...]
    games: GameStudy | None = None
    """Whole games on it, where there were any."""

    def __getitem__(self, key: str) -> Estimate:
        """Return the figure of a key (``out``, of games ``turns``), or of a hatch or a side.

        Those are written ``time:hatch 2`` and ``out:left``. Raises KeyError.
        """
        played = () if self.games is None else self.games.figures
        return pick((*self.figures, *played), key)

    @property
    def drops(self) -> int:
        """How many marbles were dropped."""
        return self.table.height

    @property
    def worst(self) -> Figure | None:
        """The fork farthest from 50:50, as its share to the right; None where none was passed."""
        return worst_fork(self.figures)

    @property
    def origin(self) -> dict[str, str | int]:
        """What every row of a file says of where it comes from."""
        return origin_of(self.hill, self.seed)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        return self.table.with_columns(pl.lit(v).alias(k) for k, v in self.origin.items())

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return the hill with the share of every gutter as a picture; also into a PNG or SVG file.

        A notebook shows it. Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.hill_shares import shares_figure
        from kullerwerk.draw.style import saved

        return saved(shares_figure(self), path)

    def report(self, path: str | Path, replays: int = 25_000, jobs: int = 1) -> Path:
        """Write the study as one HTML page and return its path.

        Up to ``replays`` drops can be played in it; they are made once more for that, by ``jobs``
        processes. Raises OSError.
        """
        from kullerwerk.lab.report.hill_page import write_hill_page

        target = Path(path)
        write_hill_page(self, target, replays, jobs=jobs)
        return target


def measure_hill(
    hill: MarbleHill,
    drops: int = 2_000,
    *,
    until: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: Path | None = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] = untold,
) -> HillMeasurement:
    """Drop marbles on an empty hill in whole rounds, at least ``drops`` of them.

    ``until`` asks instead that half the interval of every headline figure is at most that share
    (of one for shares, of the figure itself for times), in two stages as
    `kullerwerk.lab.measure.measure` does. Raises StudyError,
    `kullerwerk.lab.study.Interrupted`, OSError.
    """
    return hill_measured(
        Drops(hill, seed), drops, until, folder, Work(jobs, cluster, stopped, progress)
    )


def hill_measured(
    job: Drops,
    drops: int,
    until: float | None = None,
    folder: Path | None = None,
    work: Work | None = None,
) -> HillMeasurement:
    """Return what `measure_hill` finds out of the drops of a job."""
    sample = Sample.begin(job, folder, Work() if work is None else work)
    if until is None:
        sample.grow(-(-job.whole(drops) // job.piece_size))
    else:
        sample.grow(FIRST)
        first = headlines(figures_of(job.hill, sample.table))
        sample.grow(second_stage(((f.estimate, scale_of(f)) for f in first), until))
    return hill_measurement(job, sample.pieces, drops, until)


def hill_measurement(
    job: Drops, have: Sequence[pl.DataFrame], drops: int, until: float | None
) -> HillMeasurement:
    """Return what the pieces of a whole sample show."""
    table = pl.concat(have)
    if until is None:
        table = table.head(job.whole(drops))
    return HillMeasurement(job.hill, job.seed, table, figures_of(job.hill, table))


def data_of(found: HillMeasurement) -> dict[str, Any]:
    """Return the figures as JSON data; an interval that is not bounded has null there."""
    worst = found.worst
    return {
        "hill": found.hill.name,
        "seed": found.seed,
        "drops": found.drops,
        "figures": [figure_data(figure) for figure in found.figures],
        "worst": None if worst is None else {"key": worst.key, "set": worst.set or None},
        **({} if found.games is None else {"games": hill_games.data_of(found.games)}),
    }
