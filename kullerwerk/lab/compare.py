"""Two layouts side by side, under common random numbers: what differs, and by how much.

Run k of one layout has the same seed as run k of the other, so both meet the same dice and hands
as long as they ask the same of them; differences are taken run by run (races: pair by pair).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from kullerwerk.lab.figures import OVERALL, Figure, columns_of, estimate_data, said
from kullerwerk.lab.intervals import LEVEL, Estimate, between
from kullerwerk.lab.measure import (
    FIRST,
    HEADLINES,
    Measurement,
    RunJob,
    figures_of,
    first_rounds,
    headlines,
    pieces_needed,
    rounds_for,
    scale_of,
    second_stage,
)
from kullerwerk.lab.races import Races, RaceStudy, race_study
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.study import Job
from scenes.track import Track

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

RACE_HEADLINES = ("rounds", "overtakes", "leads", "unfair_by_rule", "unfair", "unfair_place")
MANY = 10_000_000
"""A difference that would take more runs than that is none for practical purposes."""
MORE_LESS = ("more", "less")
WORDS: dict[str, tuple[str, str]] = {
    "turns": ("longer", "shorter"),
    "rounds": ("longer", "shorter"),
    "time": ("longer", "shorter"),
}
"""What a difference up and down is called, where it is not `MORE_LESS`."""


SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "figure": pl.String,
    "set": pl.String,
    "label": pl.String,
    "unit": pl.String,
    **{
        f"{of}{bound}": pl.Float64 for of in ("a", "b", "change") for bound in ("", ".low", ".high")
    },
    "told": pl.Boolean,
    "more": pl.Int64,
    "of": pl.String,
    "verdict": pl.String,
}
"""A row of the table of differences: ``a``, ``b`` and the ``change`` from a to b, with intervals.

Shares are of one, lengths mm; ``set`` "" = all sets together; ``told``: the interval leaves out
that nothing changed; ``more``: so many more runs or races (``of``) would tell the change that was
seen.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both layouts; ``change`` is that of the second less that of the first.

    ``unit_of_work`` is what its clusters are: "run" or "drop", or "race" or "game", of which two
    are a cluster.
    """

    figure: Figure
    first: Estimate
    second: Estimate
    change: Estimate
    unit_of_work: str

    @property
    def told(self) -> bool:
        """Whether the interval of the change leaves out that there is none."""
        return self.change.low > 0.0 or self.change.high < 0.0

    @property
    def more(self) -> int | None:
        """How many more runs or races would tell a change of the size that was seen.

        0 where it is told already, None where none was seen (or nothing is known).
        """
        value = self.change.value
        if self.told:
            return 0
        if math.isnan(value) or value == 0.0:
            return None
        half = value - self.change.low if value > 0.0 else self.change.high - value
        if math.isinf(half):
            return None
        each = 2 if self.unit_of_work in ("race", "game") else 1
        # What is next to nothing would take more than anybody can count.
        times = min(half / abs(value), float(MANY))
        return round_up(each * self.change.clusters * (times**2 - 1.0))

    def verdict(self) -> str:
        """Return what is to be said of this figure, in plain words."""
        change = self.change
        if math.isnan(change.value):
            return "not known"
        if self.told:
            up, down = WORDS.get(self.figure.key, MORE_LESS)
            return f"{amount(change, self.figure.unit)} {up if change.value > 0.0 else down}"
        if change.low == change.high == 0.0:
            return "the same"
        if self.more is None:
            return "no difference seen"
        if self.more > MANY:
            return "cannot be told apart; even millions more would not"
        works = self.unit_of_work + ("" if self.more == 1 else "s")
        return f"cannot be told apart yet; {thousands(self.more)} more {works} would"


def amount(change: Estimate, unit: str) -> str:
    """Return the size of a change with half its interval: ``2.1 ± 0.4 turns``.

    Of an interval with an open end it is the other one: ``at least 1.7 turns``.
    """
    size, half = abs(change.value), change.half
    if math.isinf(half):
        least = min(abs(change.low), abs(change.high))
        return (
            f"at least {100 * least:.1f} points"
            if unit == "%"
            else (f"at least {said(least, unit)} {unit}")
        )
    if unit == "%":
        return f"{100 * size:.1f} ± {100 * half:.1f} points"
    return f"{said(size, unit)} ± {said(half, unit)} {unit}"


def round_up(number: float) -> int:
    """Return a number of runs that is no smaller, with two digits that count."""
    whole = max(1, math.ceil(number))
    step = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // step) * step


def thousands(number: int) -> str:
    """Return a number with blanks between thousands, as in ``8 000``."""
    return f"{number:,}".replace(",", " ")


def pick_difference(some: Sequence[Difference], key: str) -> Difference:
    """Return the difference of a key (``turns``) or a set (``turns:red``). Raises KeyError."""
    name, _, of = key.partition(":")
    for one in some:
        if (one.figure.key, one.figure.set) == (name, of):
            return one
    raise KeyError(key)


def table_of(some: Sequence[Difference]) -> pl.DataFrame:
    """Return differences as a table, a row each (`SCHEMA`)."""
    return pl.DataFrame(
        [
            {
                "figure": d.figure.key,
                "set": d.figure.set,
                "label": d.figure.label,
                "unit": d.figure.unit,
                **columns_of("a", d.first),
                **columns_of("b", d.second),
                **columns_of("change", d.change),
                "told": d.told,
                "more": d.more,
                "of": d.unit_of_work,
                "verdict": d.verdict(),
            }
            for d in some
        ],
        schema=SCHEMA,
    )


def with_origins(
    table: pl.DataFrame, first: Mapping[str, str | int], second: Mapping[str, str | int]
) -> pl.DataFrame:
    """Return such a table with both scenes, seed, version and settings in every row."""
    origin = {
        "scene_a": first["scene"],
        "scene_b": second["scene"],
        **{key: value for key, value in first.items() if key != "scene"},
    }
    return table.with_columns(pl.lit(value).alias(key) for key, value in origin.items())


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both studies, and all their differences."""

    first: Measurement
    second: Measurement
    races: tuple[RaceStudy, RaceStudy] | None
    differences: tuple[Difference, ...]

    def __getitem__(self, key: str) -> Difference:
        """Return the difference of a key (``turns``) or a set (``turns:red``). Raises KeyError."""
        return pick_difference(self.differences, key)

    @property
    def main(self) -> tuple[Difference, ...]:
        """The differences of headlines."""
        keys = (*HEADLINES, *RACE_HEADLINES)
        return tuple(
            d for d in self.differences if d.figure.set == OVERALL and d.figure.key in keys
        )

    @property
    def _same(self) -> bool:
        """Whether not a single throw was another one."""
        races = self.races is None or self.races[0].table.equals(self.races[1].table)
        return races and self.first.table.equals(self.second.table)

    @property
    def table(self) -> pl.DataFrame:
        """A row per figure: A's, B's, the change from A to B, and whether it can be told."""
        return table_of(self.differences)

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row: scenes, seed, version and settings."""
        return with_origins(self.table, self.first.origin, self.second.origin)

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return both landing maps and what differs, as a picture; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.compare import compare_figure
        from kullerwerk.draw.style import saved

        return saved(compare_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import comparison_page, write_short_page

        return write_short_page(comparison_page(self), self.plot(), path)

    def verdict(self) -> str:
        """Return in plain words what the second layout is beside the first."""
        if self._same:
            return "the two play the same, run by run."
        return verdict_of(self.main, self.differences)


def verdict_of(main: Sequence[Difference], every: Sequence[Difference]) -> str:
    """Return in plain words what the headlines tell apart, and how many of all figures."""
    told = "; ".join(f"{d.figure.label}: {d.verdict()}" for d in main if d.told)
    known = [d for d in every if not math.isnan(d.change.value)]
    apart = sum(d.told for d in known)
    chance = (1.0 - LEVEL) * len(known)
    count = f"{apart} of {len(known)} figures differ; about {chance:.0f} would by chance alone"
    return f"{told or 'no headline can be told apart yet'} ({count})."


def begun(jobs: tuple[Job, Job], folder: Path | None, work: Work | None) -> tuple[Sample, Sample]:
    """Return the samples of both studies, without pieces; ``a`` and ``b`` of ``folder`` keep them.

    Raises as `Sample.begin`.
    """
    doing = Work() if work is None else work
    a, b = (None if folder is None else folder / name for name in ("a", "b"))
    return Sample.begin(jobs[0], a, doing), Sample.begin(jobs[1], b, doing)


def first_stage(samples: tuple[Sample, Sample]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the tables of both first stages."""
    for sample in samples:
        sample.grow(FIRST)
    return samples[0].table, samples[1].table


def pieces_for(first: Sequence[Figure], second: Sequence[Figure], until: float) -> int:
    """Return how many pieces make the differences of these headlines narrow enough."""
    widths = (
        (between(one.estimate, other.estimate), scale_of(one))
        for one, other in zip(first, second, strict=True)
    )
    return second_stage(widths, until)


def compare(
    jobs: tuple[RunJob, RunJob],
    throws: int,
    until: float | None = None,
    folder: Path | None = None,
    work: Work | None = None,
) -> tuple[Measurement, Measurement]:
    """Return two studies of equally many runs, each of at least ``throws`` throws.

    ``until`` asks instead that half the interval of every headline's difference is at most that
    share (of one for shares, of the first layout's figure for turns and progress), in two stages
    as in `kullerwerk.lab.measure`. Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    samples = begun(jobs, folder, work)
    sets = jobs[0].sets
    if until is None:
        for sample in samples:
            while (more := pieces_needed(sample.pieces, sets, throws, None)) > len(sample.pieces):
                sample.grow(more)
        pieces = max(len(sample.pieces) for sample in samples)
    else:
        first, second = (headlines(figures_of(table, sets)) for table in first_stage(samples))
        pieces = pieces_for(first, second, until)
    for sample in samples:
        sample.grow(pieces)
    tables = [sample.table for sample in samples]
    if until is None:
        rounds = max(rounds_for(table, len(sets), throws) for table in tables)
        tables = [first_rounds(table, len(sets), rounds) for table in tables]
    first, second = (
        Measurement(job.track, sets, str(job.player), job.seed, table, figures_of(table, sets))
        for job, table in zip(jobs, tables, strict=True)
    )
    return first, second


def race_both(
    jobs: tuple[Races, Races], races: int, folder: Path | None = None, work: Work | None = None
) -> tuple[RaceStudy, RaceStudy]:
    """Return two studies of as many races. Raises as `compare`."""
    a, b = (None if folder is None else folder / f"{name}-races" for name in ("a", "b"))
    return race_study(jobs[0], races, a, work), race_study(jobs[1], races, b, work)


def common_sets(first: Track, second: Track) -> tuple[str, ...]:
    """Return the names of the piece sets that both tracks have."""
    names = {s.name for s in second.sets}
    return tuple(s.name for s in first.sets if s.name in names)


def compared(
    first: Measurement, second: Measurement, races: tuple[RaceStudy, RaceStudy] | None = None
) -> Comparison:
    """Return all differences between two studies of the same runs (and races)."""
    found = differences(first.figures, second.figures, "run")
    if races is not None:
        found += differences(races[0].figures, races[1].figures, "race")
    return Comparison(first, second, races, tuple(found))


def differences(first: Sequence[Figure], second: Sequence[Figure], work: str) -> list[Difference]:
    """Return the differences of all figures that both have."""
    others = {(figure.key, figure.set): figure.estimate for figure in second}
    return [
        Difference(one, one.estimate, other, between(one.estimate, other), work)
        for one in first
        if (other := others.get((one.key, one.set))) is not None
    ]


def data_of(found: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON data; ``change`` is the second layout less the first."""
    return {
        "tracks": [found.first.track.name, found.second.track.name],
        "sets": list(found.first.sets),
        "player": found.first.player,
        "seed": found.first.seed,
        "runs": found.first.runs,
        "throws": [found.first.throws, found.second.throws],
        "races": 0 if found.races is None else found.races[0].races,
        "verdict": found.verdict(),
        "figures": [difference_data(d) for d in found.differences],
    }


def difference_data(one: Difference) -> dict[str, Any]:
    """Return a difference as JSON data."""
    return {
        "key": one.figure.key,
        "set": one.figure.set or None,
        "label": one.figure.label,
        "unit": one.figure.unit,
        "first": estimate_data(one.first),
        "second": estimate_data(one.second),
        "change": estimate_data(one.change),
        "told": one.told,
        "more": one.more,
        "of": one.unit_of_work,
        "verdict": one.verdict(),
    }
