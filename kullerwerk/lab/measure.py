"""How a course plays: figures with 95 % intervals out of runs of every tower.

Sample sizes: a number of throws, or as many runs as make every headline figure narrow enough. The
second draws in two stages (Stein, Annals of Mathematical Statistics 16, 1945, p. 243): a first
sample tells how many runs it takes, and the figures come from that many, whatever they show; to
look again and again until an interval happens to be narrow would make it hold too seldom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

import kullerwerk
from kullerwerk.lab import intervals
from kullerwerk.lab.intervals import Estimate, Floats
from kullerwerk.lab.runs import BLOCK, Runs, sets_of
from kullerwerk.lab.study import StudyError, gather, open_shelf
from kullerwerk.players.specs import Spec
from scenes.files import scene_hash
from scenes.track import Track
from sim.provider import settings_hash

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

FIRST = 3
"""Pieces of the first stage of a study that goes on until it is sure: 24 runs of each set."""
MARGIN = 1.1
"""The second stage draws so many times what the first one says it takes."""
MOST = 20_000
"""Most pieces of a study."""
STUCK = ("never_left_mouth", "out_at_back", "timed_out")
OVERALL = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """One answer: ``key`` and ``set`` name it ("" = all sets together), ``label`` says it."""

    key: str
    set: str
    label: str
    unit: str
    estimate: Estimate

    @property
    def headline(self) -> bool:
        """Whether ``--until`` waits for it."""
        return self.set == OVERALL and self.key in HEADLINES


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

    def __getitem__(self, key: str) -> Estimate:
        """Return the figure of a key (``turns``) or of a set (``turns:red``). Raises KeyError."""
        name, _, of = key.partition(":")
        for figure in self.figures:
            if (figure.key, figure.set) == (name, of):
                return figure.estimate
        raise KeyError(key)

    @property
    def origin(self) -> dict[str, str | int]:
        """What every row of a file says of where it comes from."""
        return {
            "seed": self.seed,
            "version": kullerwerk.__version__,
            "settings": settings_hash(),
            "scene": scene_hash(self.track),
        }

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        return self.table.with_columns(pl.lit(v).alias(k) for k, v in self.origin.items())

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return a heat map of where dice came to rest, as a picture; also into a PNG or SVG file.

        A notebook shows it. Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.landing import landing_figure
        from kullerwerk.draw.style import save_figure

        figure = landing_figure(self)
        if path is not None:
            save_figure(figure, Path(path))
        return figure

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
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Measurement:
    """Let every tower run the course until there are ``throws`` throws in all.

    Whole rounds are taken, a run of each set, up to the one that reaches the number. ``until``
    asks instead that half the interval of every headline figure is at most that share (of one for
    shares, of the figure itself for turns and progress). ``progress`` hears how many pieces of how
    many are done. Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    chosen = Spec("greedy") if player is None else player
    job = Runs(track, sets_of(track, sets), chosen, seed)
    shelf = open_shelf(folder, job)
    have: list[pl.DataFrame] = []

    def grow(pieces: int) -> None:
        if pieces > MOST:
            raise StudyError(
                f"this takes {pieces * BLOCK * len(job.sets)} runs; "
                f"at most {MOST * BLOCK * len(job.sets)} are made"
            )
        begun = len(have)
        numbers = range(begun, pieces)
        done = begun

        def one(number: int, frame: pl.DataFrame) -> None:
            nonlocal done
            del number, frame
            done += 1
            progress(done, pieces)

        have.extend(
            gather(job, shelf, numbers, jobs=jobs, cluster=cluster, stopped=stopped, done=one)
        )

    while (pieces := pieces_needed(have, job.sets, throws, until)) > len(have):
        grow(pieces)
    return measurement(job, have, throws, until)


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
    first = figures_of(pl.concat(have[:FIRST]), sets)
    return math.ceil(max(FIRST, FIRST * MARGIN * _times(first, until)))


def measurement(
    job: Runs, have: Sequence[pl.DataFrame], throws: int, until: float | None
) -> Measurement:
    """Return what whole samples of runs show."""
    table = pl.concat(have)
    if until is None:
        table = _whole_rounds(table, len(job.sets), throws)
    figures = figures_of(table, job.sets)
    return Measurement(job.track, job.sets, str(job.player), job.seed, table, figures)


def _whole_rounds(table: pl.DataFrame, sets: int, throws: int) -> pl.DataFrame:
    """Return the rounds, a run of each set, up to the one that makes so many throws."""
    rounds = table.select(pl.col("run") // sets).to_series().to_numpy()
    sizes = np.bincount(rounds)
    last = int(np.searchsorted(np.cumsum(sizes), throws))
    return table.filter(pl.Series(rounds <= last))


def _times(figures: Sequence[Figure], until: float) -> float:
    """How many times the runs of a sample it takes until every headline figure is narrow enough."""
    most = 1.0
    for figure in figures:
        if figure.headline and math.isfinite(figure.estimate.half):
            unit = 1.0 if figure.unit == "%" else abs(figure.estimate.value)
            if unit > 0.0:
                most = max(most, (figure.estimate.half / (until * unit)) ** 2)
    return most


def runs_of(table: pl.DataFrame) -> pl.DataFrame:
    """Return a row per run: its set, turns, whether it finished, counts and sums of its throws."""
    return table.group_by("run", maintain_order=True).agg(
        pl.col("set").first(),
        pl.len().cast(pl.Float64).alias("turns"),
        pl.col("finished").any(),
        (pl.col("outcome") == "off_table").sum().cast(pl.Float64).alias("off_table"),
        pl.col("outcome").is_in(STUCK).sum().cast(pl.Float64).alias("stuck"),
        pl.col("stays").is_in(("no_place", "put_back")).sum().cast(pl.Float64).alias("blocked"),
        pl.col("gain").sum().alias("gain"),
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
    turns = _floats(runs, "turns")
    ended = runs.filter(pl.col("finished"))
    to_finish = _floats(ended, "turns")
    names = ended["set"].to_numpy()
    estimates = {
        "turns": intervals.mean(to_finish, None if of else names),
        "off_table": intervals.portion(_floats(runs, "off_table"), turns),
        "stuck": intervals.portion(_floats(runs, "stuck"), turns),
        "blocked": intervals.portion(_floats(runs, "blocked"), turns),
        "progress": intervals.ratio(_floats(runs, "gain"), turns),
        "trapped": intervals.portion(1.0 - _floats(runs, "finished"), np.ones(len(turns))),
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
                intervals.mean(values, filled["set"].to_numpy()),
            )
        )
    return found


def _spread(runs: pl.DataFrame, sets: Sequence[str]) -> Figure:
    """How far the slowest set is behind the fastest one, in turns, with a simultaneous interval.

    The sets are compared by their means, and which is fastest is a matter of chance too: the
    interval is that of the two that differ most, widened for all pairs (Bonferroni).
    """
    ended = runs.filter(pl.col("finished"))
    groups = [_floats(ended.filter(pl.col("set") == name), "turns") for name in sets]
    if any(len(group) < 2 for group in groups):
        estimate = intervals.NOTHING
    else:
        estimate = intervals.widest(groups)
    return Figure("spread", OVERALL, "turns between slowest and fastest set", "turns", estimate)


def _floats(frame: pl.DataFrame, column: str) -> Floats:
    return frame[column].cast(pl.Float64).to_numpy()


def text_of(estimate: Estimate, unit: str) -> str:
    """Return a figure with its interval in words: ``16.2 turns (15.9 to 16.5)``."""
    if math.isnan(estimate.value):
        return "not known"
    if unit == "%":
        return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f}) {unit}"


def data_of(found: Measurement) -> dict[str, Any]:
    """Return the figures as JSON data; an interval that is not bounded has null there."""
    return {
        "track": found.track.name,
        "sets": list(found.sets),
        "player": found.player,
        "seed": found.seed,
        "throws": found.throws,
        "runs": found.runs,
        "figures": [
            {
                "key": f.key,
                "set": f.set or None,
                "label": f.label,
                "unit": f.unit,
                "value": _number(f.estimate.value),
                "low": _number(f.estimate.low),
                "high": _number(f.estimate.high),
                "runs": f.estimate.clusters,
            }
            for f in found.figures
        ],
    }


def _number(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None
