"""Throws of every set from one place: where do they land?

Throw k of each set is throw k of ``kullerwerk throw`` with the same seed, so the sets share their
random numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import Figure, figure_data, floats
from kullerwerk.lab.measure import STUCK
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.study import origin_of
from scenes.files import scene_hash
from scenes.track import Track
from sim.batch import generator
from sim.provider import settings_hash, settle
from sim.settled import DEGREE, MM, ON_TABLE, DieThrow, Pose

BLOCK = 100
"""Throws of each set in a piece."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "throw": pl.Int64,
    "set": pl.String,
    "outcome": pl.String,
    "number": pl.Int32,
    "rest_x": pl.Float64,
    "rest_y": pl.Float64,
    "time_s": pl.Float64,
}
"""A row per throw; where the die ended, mm."""


@dataclass(frozen=True, slots=True)
class Landings:
    """Throws of some sets out of towers at one pose (0.01 mm, 0.01 degrees)."""

    track: Track
    sets: tuple[str, ...]
    pose: Pose
    seed: int

    def question(self) -> dict[str, Any]:
        """Return what decides the throws."""
        return {
            "what": "landings",
            "scene": scene_hash(self.track),
            "sets": list(self.sets),
            "pose": list(self.pose),
            "seed": self.seed,
            "settings": settings_hash(),
        }

    def request(self, name: str) -> DieThrow:
        """Return what a set throws."""
        return DieThrow(name, name, self.pose)

    def piece(self, number: int) -> pl.DataFrame:
        """Return the throws of piece ``number``."""
        rows: list[dict[str, Any]] = []
        for k in range(number * BLOCK, (number + 1) * BLOCK):
            for name in self.sets:
                settled = settle(self.track, self.request(name), generator(self.seed, k))
                x, y, _ = settled.pose
                rows.append(
                    {
                        "throw": k,
                        "set": name,
                        "outcome": settled.outcome,
                        "number": settled.face,
                        "rest_x": x / MM,
                        "rest_y": y / MM,
                        "time_s": settled.time / 1000,
                    }
                )
        return pl.DataFrame(rows, schema=SCHEMA)


@dataclass(frozen=True, slots=True)
class Landed:
    """What the throws from a place came to."""

    job: Landings
    table: pl.DataFrame
    figures: tuple[Figure, ...]

    @property
    def rows(self) -> pl.DataFrame:
        """The table with its origin in every row."""
        origin = origin_of(self.job.track, self.job.seed)
        return self.table.with_columns(pl.lit(value).alias(key) for key, value in origin.items())


def landed(
    job: Landings, throws: int, folder: Path | None = None, work: Work | None = None
) -> Landed:
    """Throw so often in all, equally often with each set (rounded up).

    Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    sample = Sample.begin(job, folder, Work() if work is None else work)
    each = -(-throws // len(job.sets))
    sample.grow(-(-each // BLOCK))
    table = sample.table.filter(pl.col("throw") < each)
    figures = [f for name in job.sets for f in _figures(job, table, name)]
    return Landed(job, table, tuple(figures))


def _figures(job: Landings, table: pl.DataFrame, name: str) -> list[Figure]:
    own = table.filter(pl.col("set") == name)
    ones = np.ones(own.height)
    off = (own["outcome"] == "off_table").cast(pl.Float64).to_numpy()
    stuck = own["outcome"].is_in(STUCK).cast(pl.Float64).to_numpy()
    down = own.filter(pl.col("outcome").is_in(list(ON_TABLE)))
    x, y, heading = job.pose
    dx, dy = floats(down, "rest_x") - x / MM, floats(down, "rest_y") - y / MM
    angle = math.radians(heading / DEGREE)
    ahead = math.cos(angle) * dx + math.sin(angle) * dy
    aside = math.cos(angle) * dy - math.sin(angle) * dx
    return [
        Figure("off_table", name, "throws off the table", "%", intervals.portion(off, ones)),
        Figure("stuck", name, "throws that stay in the tower", "%",
               intervals.portion(stuck, ones)),
        Figure("ahead", name, "way straight ahead", "mm", intervals.mean(ahead)),
        Figure("aside", name, "way to the left", "mm", intervals.mean(aside)),
        Figure("ahead_p90", name, "way ahead that 90% of the dice stay within", "mm",
               intervals.quantile(ahead, 0.9)),
    ]  # fmt: skip


def data_of(found: Landed) -> dict[str, Any]:
    """Return the figures as JSON data."""
    x, y, heading = found.job.pose
    return {
        "track": found.job.track.name,
        "at": [x / MM, y / MM],
        "heading_deg": heading / DEGREE,
        "sets": list(found.job.sets),
        "seed": found.job.seed,
        "throws": found.table.height,
        "figures": [figure_data(figure) for figure in found.figures],
    }
