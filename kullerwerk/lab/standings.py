"""Who leads and who wins: what races on a track and games on a hill are asked alike.

Tables have a row per seat of each race, with its ``pair`` and its share of the ``win``; the two
races of a pair have the same seating and are one cluster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import OVERALL, Figure
from kullerwerk.lab.intervals import Floats


@dataclass(slots=True)
class Order:
    """Who is before whom, from one look to the next: counts ``overtakes`` and changed ``leads``."""

    overtakes: int = 0
    leads: int = 0
    _ahead: dict[tuple[int, int], bool] = field(default_factory=dict[tuple[int, int], bool])
    _leader: int | None = None

    def compare(self, lefts: Sequence[float]) -> None:
        """Take what each seat has left of its way; count who passed since the last time."""
        for a in range(len(lefts)):
            for b in range(a):
                if lefts[a] != lefts[b]:
                    ahead = lefts[a] < lefts[b]
                    self.overtakes += self._ahead.get((a, b), ahead) != ahead
                    self._ahead[a, b] = ahead
        least = min(lefts)
        first = [seat for seat, left in enumerate(lefts) if left == least]
        if len(first) == 1:
            self.leads += self._leader not in (None, first[0])
            self._leader = first[0]


def wins_by(races: pl.DataFrame, column: str, names: Sequence[str]) -> Floats:
    """Return the mean share of the win per pair (rows) of each of these (columns)."""
    if races.is_empty():
        return np.zeros((0, len(names)))
    # Names may be those of columns: the columns of what is returned are numbered.
    of_each = (
        pl.col("win").filter(pl.col(column).cast(pl.String) == name).mean().alias(str(k))
        for k, name in enumerate(names)
    )
    return races.group_by("pair", maintain_order=True).agg(*of_each).drop("pair").to_numpy()


def win_shares(key: str, label: str, names: Sequence[str], wins_of: Floats) -> list[Figure]:
    """Return what share of the races each of the names won."""
    twice = np.full(len(wins_of), 2.0)
    return [
        Figure(key, name, label, "%", intervals.portion(2.0 * wins_of[:, k], twice))
        for k, name in enumerate(names)
    ]


def wins_apart(key: str, label: str, wins_of: Floats) -> Figure:
    """Return how far the one who wins most is before the one who wins least."""
    found = intervals.widest_pair(wins_of)
    # Shares of one whole are never farther apart than that.
    found = replace(found, high=min(1.0, found.high)) if found.clusters else found
    return Figure(key, OVERALL, label, "%", found)
