"""The random numbers of one throw, drawn first and in fixed order and number.

Two layouts under the same stream therefore share them (common random numbers).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.sections import DRAWS

KICKS = 32
"""Normal numbers for ground impacts; a throw with more impacts uses them again in turn."""


@dataclass(frozen=True, slots=True)
class Draws:
    """Uniform numbers in [0, 1) and standard normal ones, by what they are for."""

    start_face: float
    start_yaw: float
    facet: float
    section: tuple[float, ...]
    start_side: float
    kicks: tuple[float, ...]
    yaws: tuple[float, ...]


def draw(rng: np.random.Generator) -> Draws:
    """Draw all random numbers of one throw."""
    uniform = rng.random(3 + DRAWS).tolist()
    normal = rng.standard_normal(1 + 2 * KICKS).tolist()
    return Draws(
        start_face=uniform[0],
        start_yaw=uniform[1],
        facet=uniform[2],
        section=tuple(uniform[3:]),
        start_side=normal[0],
        kicks=tuple(normal[1 : 1 + KICKS]),
        yaws=tuple(normal[1 + KICKS :]),
    )
