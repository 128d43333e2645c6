"""A region of materials: all that are tried, or an ellipse of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kullerwerk.lab.intervals import Floats
from kullerwerk.lab.questions import Flags

NAMES = ("restitution", "friction")
LIMITS = np.array([[0.05, 0.90], [0.02, 0.80]])
"""The materials that are tried."""

WIDER = 4.0
"""A region holds what is likely once log likelihoods are divided by this, ..."""
_LEFT = 0.05
"""... or by as much more as it takes for so large a part of the region before to stay."""
_RADIUS = 2.8
"""A region's ellipse reaches so many standard deviations of that."""


@dataclass(frozen=True, slots=True)
class Region:
    """An ellipse of materials: ``centre`` + ``axes`` times a disc of ``radius`` (None = all)."""

    centre: tuple[float, ...] = ()
    axes: tuple[tuple[float, ...], ...] = ()
    radius: float | None = None

    @classmethod
    def of(cls, materials: Floats, weights: Floats, radius: float) -> Region:
        """Return the ellipse of weighted rows of materials."""
        centre = weights @ materials
        apart = materials - centre
        spread = apart.T @ (apart * weights[:, None]) + 1e-10 * np.eye(len(centre))
        axes = np.linalg.cholesky(spread)
        return cls(tuple(centre.tolist()), tuple(tuple(row) for row in axes.tolist()), radius)

    @classmethod
    def point(cls, materials: Sequence[float]) -> Region:
        """Return the region that holds one row of materials alone."""
        return cls(tuple(materials), ((0.0, 0.0), (0.0, 0.0)), 0.0)

    def drawn(self, count: int, rng: np.random.Generator) -> Floats:
        """Return rows of materials, evenly from the part of the region within the limits."""
        low, high = LIMITS.T
        if self.radius is None:
            return low + rng.random((count, len(low))) * (high - low)
        found = np.empty((0, len(low)))
        while len(found) < count:
            angle = 2.0 * math.pi * rng.random(2 * count)
            way = self.radius * np.sqrt(rng.random(2 * count))
            disc = np.stack([way * np.cos(angle), way * np.sin(angle)], axis=1)
            made = np.array(self.centre) + disc @ np.array(self.axes).T
            found = np.concatenate([found, made[((made >= low) & (made <= high)).all(axis=1)]])
        return found[:count]

    def holds(self, materials: Floats, radius: float | None = None) -> Flags:
        """Return which rows of materials lie in the region, or within another ``radius``."""
        if self.radius is None:
            return np.ones(len(materials), dtype=np.bool_)
        disc = np.linalg.solve(np.array(self.axes), (materials - np.array(self.centre)).T)
        reach = self.radius if radius is None else radius
        return np.hypot(disc[0], disc[1]) <= reach * (1.0 + 1e-9)


def likelier(logs: Floats, divisor: float) -> Floats:
    """Return weights that sum to 1 from log likelihoods, which are divided first."""
    weights = np.exp((logs - logs.max()) / divisor)
    return weights / weights.sum()


def share_left(logs: Floats, divisor: float) -> float:
    """Return how large a part of evenly drawn materials stays likely (their effective number)."""
    return float(1.0 / (likelier(logs, divisor) ** 2).sum() / len(logs))


def left_of(materials: Floats, logs: Floats) -> Region:
    """Return the region of evenly drawn materials that stay likely by their log likelihoods."""
    divisor = WIDER
    while share_left(logs, divisor) < _LEFT:
        divisor *= 1.1
    return Region.of(materials, likelier(logs, divisor), _RADIUS)
