"""Dead corners: places where towers are caught, turn after turn, and those they never leave."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import estimate_data, text_of
from kullerwerk.lab.intervals import Estimate

CAUGHT = 4
"""A tower is caught where it throws so many times in a row."""
MOVED = 10.0
"""It stays where it is as long as it moves less than that, mm."""
CELL = 50.0
"""Side of the cells by which places are put together, mm: cells that touch are one corner."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Corner:
    """A place where towers are caught.

    ``x``, ``y``: the mean place of the mouths, mm; ``runs``: the share of runs that are caught
    there; ``lost``: turns that such a run loses there; ``trapped``: how many never left.
    """

    x: float
    y: float
    runs: Estimate
    lost: float
    trapped: int


def corners(table: pl.DataFrame) -> list[Corner]:
    """Return the dead corners of a table of throws (`kullerwerk.lab.runs.SCHEMA`), worst first."""
    stays = _stays(table).filter(pl.col("throws") >= CAUGHT)
    of = _clusters({(x, y) for x, y in stays.select("column", "row").iter_rows()})
    names = [of[cell] for cell in stays.select("column", "row").iter_rows()]
    many = table["run"].n_unique()
    found: list[Corner] = []
    for _, inside in stays.with_columns(pl.Series("corner", names, pl.Int64)).group_by("corner"):
        caught = inside["run"].n_unique()
        once = np.concatenate([np.ones(caught), np.zeros(many - caught)])
        found.append(
            Corner(
                float(np.mean(inside["x"].to_numpy())),
                float(np.mean(inside["y"].to_numpy())),
                intervals.portion(once, np.ones(many)),
                float((inside["throws"].to_numpy() - 1).sum()) / caught,
                int((~inside["left"].to_numpy()).sum()),
            )
        )
    # Of a single run no share is known.
    return sorted(found, key=lambda c: (-np.nan_to_num(c.runs.value, nan=1.0) * c.lost, c.x, c.y))


def _stays(table: pl.DataFrame) -> pl.DataFrame:
    """Return a row per place where a tower threw: how often in a row, and whether it left it."""
    way = (pl.col("x").diff() ** 2 + pl.col("y").diff() ** 2).over("run")
    return (
        table.with_columns((way.fill_null(0.0) >= MOVED**2).cum_sum().over("run").alias("stay"))
        .group_by("run", "stay", maintain_order=True)
        .agg(
            pl.col("x", "y").first(),
            pl.len().alias("throws"),
            pl.col("finished").any().alias("ended"),
        )
        .with_columns(
            ((pl.col("stay") < pl.col("stay").max().over("run")) | pl.col("ended")).alias("left"),
            (pl.col("x") / CELL).floor().cast(pl.Int64).alias("column"),
            (pl.col("y") / CELL).floor().cast(pl.Int64).alias("row"),
        )
    )


def _clusters(cells: set[Cell]) -> dict[Cell, int]:
    """Return the number of the cluster of each cell: those that touch, corners too, are one."""
    of: dict[Cell, int] = {}
    for number, seed in enumerate(sorted(cells)):
        waiting = [] if seed in of else [seed]
        while waiting:
            cell = waiting.pop()
            if cell in cells and cell not in of:
                of[cell] = number
                x, y = cell
                waiting += [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return of


def corner_data(corner: Corner) -> dict[str, Any]:
    """Return a corner as JSON data, mm."""
    return {
        "x": round(corner.x, 1),
        "y": round(corner.y, 1),
        "runs": estimate_data(corner.runs),
        "turns_lost": round(corner.lost, 3),
        "trapped": corner.trapped,
    }


def corner_text(corner: Corner) -> str:
    """Return a corner in words."""
    share = corner.runs
    never = f", {corner.trapped} for good" if corner.trapped else ""
    known = math.isfinite(share.value)
    caught = f"{text_of(share, '%')} of the runs are" if known else "the only run is"
    return (
        f"at {math.floor(corner.x + 0.5)},{math.floor(corner.y + 0.5)} mm: {caught} caught{never}; "
        f"{'they lose' if known else 'it loses'} {corner.lost:.1f} turns there"
    )
