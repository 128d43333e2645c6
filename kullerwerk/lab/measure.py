"""How a course plays: figures with 95 % intervals out of runs of every tower.

Sample sizes: a number of throws, or as many runs as make every headline figure narrow enough. The
second draws in two stages (Stein, Annals of Mathematical Statistics 16, 1945, p. 243): a first
sample tells how many runs it takes, and the figures come from that many, whatever they show; to
look again and again until an interval happens to be narrow would make it hold too seldom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import polars as pl

from kullerwerk.lab import intervals, races
from kullerwerk.lab.corners import corner_data, corners
from kullerwerk.lab.figures import OVERALL, Figure, figure_data, floats, pick
from kullerwerk.lab.intervals import Estimate, Floats, spread_out
from kullerwerk.lab.runs import TRAPPED, Runs, sets_of
from kullerwerk.lab.sample import Sample, Work, never, untold
from kullerwerk.lab.study import Job, origin_of
from kullerwerk.players.specs import Spec
from scenes.track import Track

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

    from kullerwerk.lab.races import RaceStudy

FIRST = 3
"""Pieces of the first stage of a study that goes on until it is sure: 24 runs of each set."""
MARGIN = 1.1
"""The second stage draws so many times what the first one says it takes."""
MANY_TIMES = 1e6
"""No sample is told to become so many times narrower."""
STUCK = ("never_left_mouth", "out_at_back", "timed_out")


class RunJob(Job, Protocol):
    """Runs in pieces, equally many of every set: those of `Runs`, or drawn from a pool of such."""

    @property
    def track(self) -> Track:
        """The course."""
        ...

    @property
    def sets(self) -> tuple[str, ...]:
        """The piece sets; run k is of set k modulo their number."""
        ...

    @property
    def player(self) -> Spec:
        """Who aims."""
        ...

    @property
    def seed(self) -> int:
        """What all randomness comes from."""
        ...


HEADLINES: dict[str, tuple[str, str]] = {
    "turns": ("turns to the finish", "turns"),
    "off_table": ("throws off the table", "%"),
    "stuck": ("throws that stay in the tower", "%"),
    "blocked": ("throws that the tower cannot follow", "%"),
    "progress": ("nearer to the finish by a throw", "mm"),
    "trapped": ("runs whose tower is trapped for good", "%"),
}
"""The figures that every set has and all have together, with label and unit."""
QUANTILES = (0.1, 0.5, 0.9)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a study of runs found; ``table`` has a row per throw (`kullerwerk.lab.runs.SCHEMA`)."""

    track: Track
    sets: tuple[str, ...]
    player: str
    seed: int
    table: pl.DataFrame
    figures: tuple[Figure, ...]
    races: RaceStudy | None = None
    """Races of the same sets, where there were any."""

    def __getitem__(self, key: str) -> Estimate:
        """Return the figure of a key (``turns``) or of a set (``turns:red``, ``win:red``).

        Raises KeyError.
        """
        raced = () if self.races is None else self.races.figures
        return pick((*self.figures, *raced), key)

    @property
    def hardest(self) -> str:
        """Key of the passage that takes the most turns ("" where too few runs finished)."""
        passages = [
            f
            for f in self.figures
            if f.key.startswith("passage_") and math.isfinite(f.estimate.value)
        ]
        return max(passages, key=lambda f: f.estimate.value).key if passages else ""

    @property
    def origin(self) -> dict[str, str | int]:
        """What every row of a file says of where it comes from."""
        return origin_of(self.track, self.seed)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        return self.table.with_columns(pl.lit(v).alias(k) for k, v in self.origin.items())

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return a heat map of where dice came to rest, as a picture; also into a PNG or SVG file.

        A notebook shows it. Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.landing import landing_figure
        from kullerwerk.draw.style import saved

        return saved(landing_figure(self), path)

    def report(self, path: str | Path, replays: int = 25_000, jobs: int = 1) -> Path:
        """Write the study as one HTML page and return its path.

        Up to ``replays`` throws can be played in it; they are thrown once more for that, by
        ``jobs`` processes. Raises OSError.
        """
        from kullerwerk.lab.report.page import write_page

        target = Path(path)
        write_page(self, target, replays, jobs=jobs)
        return target

    @property
    def throws(self) -> int:
        """How many throws there were."""
        return self.table.height

    @property
    def runs(self) -> int:
        """How many runs there were."""
        return self.table["run"].n_unique()


def measure(
    track: Track,
    throws: int = 2_000,
    *,
    until: float | None = None,
    sets: Sequence[str] = (),
    player: Spec | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: Path | None = None,
    stopped: Callable[[], bool] = never,
    progress: Callable[[int, int], None] = untold,
) -> Measurement:
    """Let every tower run the course until there are ``throws`` throws in all.

    Whole rounds are taken, a run of each set, up to the one that reaches the number. ``until``
    asks instead that half the interval of every headline figure is at most that share (of one for
    shares, of the figure itself for turns and progress). ``progress`` hears how many pieces of how
    many are done. Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    chosen = Spec("greedy") if player is None else player
    job = Runs(track, sets_of(track, sets), chosen, seed)
    return measured(job, throws, until, folder, Work(jobs, cluster, stopped, progress))


def measured(
    job: RunJob,
    throws: int,
    until: float | None = None,
    folder: Path | None = None,
    work: Work | None = None,
) -> Measurement:
    """Return what `measure` finds out of the runs of a job."""
    sample = Sample.begin(job, folder, Work() if work is None else work)
    while (more := pieces_needed(sample.pieces, job.sets, throws, until)) > len(sample.pieces):
        sample.grow(more)
    return measurement(job, sample.pieces, throws, until)


def measurement(
    job: RunJob, have: Sequence[pl.DataFrame], throws: int, until: float | None
) -> Measurement:
    """Return what the pieces of a whole sample show."""
    table = pl.concat(have)
    if until is None:
        table = first_rounds(table, len(job.sets), rounds_for(table, len(job.sets), throws))
    figures = figures_of(table, job.sets)
    return Measurement(job.track, job.sets, str(job.player), job.seed, table, figures)


def pieces_needed(
    have: Sequence[pl.DataFrame], sets: Sequence[str], throws: int, until: float | None
) -> int:
    """Return how many pieces a sample should have, by those that it has; as many = it is whole."""
    if until is None:
        count = sum(frame.height for frame in have)
        if not have or count >= throws:
            return max(1, len(have))
        # What is missing, by what a piece brings; the last step is one piece.
        return len(have) + max(1, math.ceil((throws - count) * len(have) / count))
    if len(have) < FIRST:
        return FIRST
    first = headlines(figures_of(pl.concat(have[:FIRST]), sets))
    return second_stage(((figure.estimate, scale_of(figure)) for figure in first), until)


def rounds_for(table: pl.DataFrame, sets: int, throws: int) -> int:
    """Return how many rounds, a run of each set, it takes to make so many throws."""
    rounds = table.select(pl.col("run") // sets).to_series().to_numpy()
    return int(np.searchsorted(np.cumsum(np.bincount(rounds)), throws)) + 1


def first_rounds(table: pl.DataFrame, sets: int, rounds: int) -> pl.DataFrame:
    """Return the throws of the first rounds."""
    return table.filter(pl.col("run") < rounds * sets)


def headlines(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures of all sets together that ``until`` waits for."""
    return [f for f in figures if f.set == OVERALL and f.key in HEADLINES]


def scale_of(figure: Figure) -> float:
    """Return what ``until`` is a share of: one for shares, else the figure itself."""
    return 1.0 if figure.unit == "%" else abs(figure.estimate.value)


def second_stage(widths: Iterable[tuple[Estimate, float]], until: float) -> int:
    """Return how many pieces the whole sample has, by the ``widths`` that the first stage shows.

    They are as in `times`.
    """
    return math.ceil(max(FIRST, FIRST * MARGIN * times(widths, until)))


def times(widths: Iterable[tuple[Estimate, float]], until: float) -> float:
    """Return how many times the runs of a sample make all intervals narrow enough.

    ``widths`` holds estimates, each with what it is to be a share of.
    """
    most = 1.0
    for estimate, scale in widths:
        wanted = until * scale
        if math.isfinite(estimate.half) and wanted > 0.0:
            # A figure that is next to nothing asks for more than anybody can throw.
            most = max(most, min(estimate.half / wanted, MANY_TIMES) ** 2)
    return most


def runs_of(table: pl.DataFrame) -> pl.DataFrame:
    """Return a row per run: its set, turns, whether it finished, counts and sums of its throws.

    The last throws of a tower that was given up as trapped are counted as turns, but not among its
    ``throws``: they are one and the same throw again and again, and how many there are of them is
    a choice of ours (`kullerwerk.lab.runs.TRAPPED`). A few such runs would make shares of throws
    hang on how many there happen to be, and their intervals hold in 75 % of studies.
    """
    free = pl.col("finished").any() | (pl.int_range(pl.len()) < pl.len() - TRAPPED)
    outcome, stays = pl.col("outcome").filter(free), pl.col("stays").filter(free)
    return table.group_by("run", maintain_order=True).agg(
        pl.col("set").first(),
        pl.len().cast(pl.Float64).alias("turns"),
        pl.col("finished").any(),
        free.sum().cast(pl.Float64).alias("throws"),
        (outcome == "off_table").sum().cast(pl.Float64).alias("off_table"),
        outcome.is_in(STUCK).sum().cast(pl.Float64).alias("stuck"),
        stays.is_in(("no_place", "put_back")).sum().cast(pl.Float64).alias("blocked"),
        pl.col("gain").filter(free).sum().alias("gain"),
    )


def figures_of(table: pl.DataFrame, sets: Sequence[str]) -> tuple[Figure, ...]:
    """Return all figures of a table of throws."""
    runs = runs_of(table)
    found = _figures(runs, OVERALL)
    found += _passages(table, runs)
    if len(sets) > 1:
        for name in sets:
            found += _figures(runs.filter(pl.col("set") == name), name)
        found.append(_spread(runs, sets))
    return tuple(found)


def _figures(runs: pl.DataFrame, of: str) -> list[Figure]:
    throws = floats(runs, "throws")
    ended = runs.filter(pl.col("finished"))
    to_finish = floats(ended, "turns")
    strata, strata_ended = (None, None) if of else (names_in(runs), names_in(ended))
    estimates = {
        "turns": spread_out(intervals.mean(to_finish, strata_ended), runs["finished"].to_numpy()),
        "off_table": intervals.portion(floats(runs, "off_table"), throws, strata),
        "stuck": intervals.portion(floats(runs, "stuck"), throws, strata),
        "blocked": intervals.portion(floats(runs, "blocked"), throws, strata),
        "progress": intervals.ratio(floats(runs, "gain"), throws, strata),
        "trapped": intervals.portion(1.0 - floats(runs, "finished"), np.ones(runs.height), strata),
    }
    found = [Figure(key, of, *HEADLINES[key], one) for key, one in estimates.items()]
    for q in QUANTILES:
        label = f"turns that {q:.0%} of the runs need at most"
        found.append(
            Figure(f"turns_p{q * 100:.0f}", of, label, "turns", intervals.quantile(to_finish, q))
        )
    return found


def _passages(table: pl.DataFrame, runs: pl.DataFrame) -> list[Figure]:
    """Mean turns that a run spends on the way to each ray, the gate last."""
    if not runs["finished"].any():
        return []
    ended = table.join(runs.filter(pl.col("finished")).select("run"), on="run", how="semi")
    last = int(ended["rays"].max() or 0)  # pyright: ignore[reportArgumentType]
    # A throw belongs to the ray that was next when it was made; over the finish line, but not
    # wholly, to the finish still.
    towards = ended.with_columns(
        pl.col("rays")
        .shift(1, fill_value=0)
        .over("run")
        .clip(upper_bound=last - 1)
        .alias("towards")
    )
    names = runs.filter(pl.col("finished"))
    found: list[Figure] = []
    for ray in range(last):
        spent = (
            towards.filter(pl.col("towards") == ray)
            .group_by("run")
            .agg(pl.len().cast(pl.Float64).alias("spent"))
        )
        filled = names.join(spent, on="run", how="left", maintain_order="left")
        values = filled["spent"].fill_null(0.0).to_numpy()
        what = "the finish line" if ray == last - 1 else f"ray {ray + 1}"
        found.append(
            Figure(
                f"passage_{ray + 1}",
                OVERALL,
                f"turns on the way to {what}",
                "turns",
                spread_out(intervals.mean(values, names_in(filled)), runs["finished"].to_numpy()),
            )
        )
    return found


def names_in(runs: pl.DataFrame) -> Floats:
    """Return the set of each run as a number."""
    return runs["set"].rank("dense").cast(pl.Float64).to_numpy()


def _spread(runs: pl.DataFrame, sets: Sequence[str]) -> Figure:
    """How far the slowest set is behind the fastest one, in turns, with a simultaneous interval.

    The sets are compared by their means, and which is fastest is a matter of chance too: the
    interval is that of the two that differ most, widened for all pairs (Bonferroni).
    """
    ended = runs.filter(pl.col("finished"))
    groups = [floats(ended.filter(pl.col("set") == name), "turns") for name in sets]
    if any(len(group) < 2 for group in groups):
        estimate = intervals.NOTHING
    else:
        estimate = intervals.widest(groups)
    return Figure("spread", OVERALL, "turns between slowest and fastest set", "turns", estimate)


def data_of(found: Measurement) -> dict[str, Any]:
    """Return the figures as JSON data; an interval that is not bounded has null there."""
    return {
        "track": found.track.name,
        "sets": list(found.sets),
        "player": found.player,
        "seed": found.seed,
        "throws": found.throws,
        "runs": found.runs,
        "figures": [figure_data(figure) for figure in found.figures],
        "hardest": found.hardest or None,
        "corners": [corner_data(corner) for corner in corners(found.table)],
        **({} if found.races is None else {"races": races.data_of(found.races)}),
    }
