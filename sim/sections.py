"""What a tumbling polyhedron shows of itself in one plane: a seeded distribution of sections.

A die turns about changing axes, so its planar stand-in is not one polygon: a d6 lies between a
square and a hexagon, a d12 near a hexagon, a d10 between four and seven sides, a d4 near a
triangle (PHYSICS.md section 1). Weights and jitter are data with their provenance, in ``fit.json``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from sim.side import Section

DRAWS = 15
"""Uniform numbers that one section uses up."""


@dataclass(frozen=True, slots=True)
class DieFit:
    """Fitted figures of one kind of die."""

    sides: tuple[int, ...]
    weights: tuple[float, ...]
    jitter: float
    """Relative spread of corner angles and radii."""
    kick: float
    """Sideways turn of the motion at a ground impact, per unit of impact speed over speed."""
    yaw_kick: float
    """Yaw speed gained at a ground impact, times the inscribed radius, per unit of impact speed."""


@dataclass(frozen=True, slots=True)
class Fit:
    """All fitted figures, and where they come from."""

    provenance: str
    dice: dict[str, DieFit]


@lru_cache(maxsize=1)
def shipped_fit() -> Fit:
    """Return the fit that comes with the program."""
    text = resources.files("sim").joinpath("fit.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Fit(
        provenance=data["provenance"],
        dice={
            kind: DieFit(
                sides=tuple(row["sides"]),
                weights=tuple(row["weights"]),
                jitter=row["jitter"],
                kick=row["kick"],
                yaw_kick=row["yaw_kick"],
            )
            for kind, row in data["dice"].items()
        },
    )


def section(fit: DieFit, r_in: float, edge_radius: float, draws: tuple[float, ...]) -> Section:
    """Draw a section with inscribed radius ``r_in``, from ``DRAWS`` uniform numbers.

    The corners lie ``edge_radius`` further in: the body adds that radius again.
    """
    total = sum(fit.weights)
    pick = draws[0] * total
    sides = fit.sides[-1]
    for n, weight in zip(fit.sides, fit.weights, strict=True):
        if pick < weight:
            sides = n
            break
        pick -= weight
    corners: list[tuple[float, float]] = []
    for k in range(sides):
        angle = 2 * math.pi * (k + fit.jitter * (draws[1 + k % 7] - 0.5)) / sides
        radius = 1.0 + fit.jitter * (draws[8 + k % 7] - 0.5)
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))
    # Scale so that the nearest side is r_in away: a lying die has its true height or more.
    inner = min(
        (x0 * y1 - x1 * y0) / math.hypot(x1 - x0, y1 - y0)
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    scale = (r_in - edge_radius) / inner
    return tuple((x * scale, y * scale) for x, y in corners)
