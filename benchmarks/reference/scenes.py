"""What stands round a reference throw, as the JSON in each file says it. SI units, angles in deg.

The origin lies on the table at the ramp's lower end, +x is where the mouth points, z is up.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]
DieKind = Literal["d4", "d6", "d10", "d12"]

HAT_BELOW_TOP = 0.04
"""The hat closes a ramp this far below its upper end, m."""
CHANNEL = 0.034
"""Width of the channel, and its height square to the ramp, m."""

# MuJoCo has no coefficient of restitution. What a ball of a die's size keeps of its speed at 0.4 to
# 1.4 m/s was measured for some values of the nominal damping; +- 0.01.
_NOMINAL = (0.10, 0.20, 0.30, 0.43, 0.55, 0.65, 0.80)
_MEASURED = (0.23, 0.31, 0.385, 0.485, 0.585, 0.67, 0.805)


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", allow_inf_nan=False)


class ReferenceTower(_Data):
    """A ramp between two walls, closed by a hat; above its lower end a lintel."""

    angle: Annotated[float, Field(gt=0, lt=90)]
    """Slope of the ramp, deg."""
    length: Positive
    lip: Annotated[float, Field(ge=0)]
    """Height of the ramp's lower end, m."""
    width: Positive
    mouth_height: Positive
    """From the ramp's lower end straight up to the lintel, m."""
    hat_at: Positive
    """From the ramp's lower end up the ramp to the hat, m."""


class ReferenceDie(_Data):
    """A die. ``size`` is the edge of a d4 and the distance of opposite faces of all others."""

    kind: DieKind
    size: Positive
    mass: Positive
    edge_radius: Annotated[float, Field(ge=0)] = 0.0
    """0: a sharp solid."""


class ReferenceScene(_Data):
    """A tower on a table with what stands on it; ``restitution`` and ``mu`` hold for every pair."""

    table: tuple[Positive, Positive]
    table_center: tuple[float, float]
    tower: ReferenceTower
    hemispheres: tuple[tuple[float, float, Positive], ...] = ()
    """x, y, radius: whole spheres centred on the table's plane."""
    boxes: tuple[tuple[float, float, Positive, Positive, Positive, float], ...] = ()
    """x, y, length, width, height, yaw in deg."""
    e: Annotated[float, Field(gt=0, lt=1)] | None = None
    """Nominal damping, for MuJoCo only."""
    restitution: Share
    """What ``e`` gives a ball of a die's size: the figure to use in another engine."""
    mu: Annotated[float, Field(ge=0)]
    contact_hz: Positive = 200.0
    """Frequency of MuJoCo's contact springs."""
    pull: tuple[Positive, Positive]
    """Least and greatest speed of the hat, m/s."""
    yaw_sd: Annotated[float, Field(ge=0)] = 4.0
    """Spread of the angle at which a d6 stands in its channel, deg."""


def ramp(length: float, angle: float) -> ReferenceTower:
    """Return a tower with a ramp of ``length`` m at ``angle`` deg, everything else as usual."""
    return ReferenceTower(
        angle=angle,
        length=length,
        lip=0.004,
        width=CHANNEL,
        mouth_height=round(CHANNEL / math.cos(math.radians(angle)), 4),
        hat_at=round(length - HAT_BELOW_TOP, 4),
    )


def restitution(e: float) -> float:
    """Return what a nominal damping of ``e`` keeps of a ball's speed.

    Raises ``ValueError`` outside the range that was measured.
    """
    pairs = list(zip(_NOMINAL, _MEASURED, strict=True))
    for (low, kept_low), (high, kept_high) in pairwise(pairs):
        if low <= e <= high:
            share = (e - low) / (high - low)
            return round(kept_low + share * (kept_high - kept_low), 3)
    raise ValueError(f"e = {e:g} was not measured: expected {_NOMINAL[0]:g} to {_NOMINAL[-1]:g}")
