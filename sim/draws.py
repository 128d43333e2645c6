"""The random numbers of one throw, drawn first and in fixed order and number.

Two layouts under the same stream therefore share them (common random numbers).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Draws:
    """Uniform numbers in [0, 1), and a standard normal one, by what they are for."""

    start_face: float
    start_yaw: float
    start_side: float
    """Normal: how far from the middle of its channel the die lies."""


def draw(rng: np.random.Generator) -> Draws:
    """Draw all random numbers of one throw."""
    face, yaw = rng.random(2).tolist()
    return Draws(start_face=face, start_yaw=yaw, start_side=float(rng.standard_normal()))
