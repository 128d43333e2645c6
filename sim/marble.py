"""How a ball rolls on the hill: what a plane seen from above must know of it (PHYSICS.md, 2).

Seen from above nothing rolls *in* the plane, so a body's moment of inertia does nothing there. What
rolling costs is put into the pull along the slope instead: with I = 2/5 m R^2 and an arm b, the
distance of the ball's centre from the line through its points of contact, the ball speeds up with
g sin(slope) / (1 + 2/5 (R/b)^2). Lengths mm, angles radians.
"""

from __future__ import annotations

import math

from sim.world import GRAVITY

BALL = 2 / 5
"""I / (m R^2) of a solid ball."""


def arm_in_vee(radius: float, half_angle: float) -> float:
    """Return the rolling arm b in a V-groove whose walls stand at ``half_angle`` from the vertical.

    Half a right angle is a groove of 90 degrees. Raises ``ValueError`` where it is no groove.
    """
    if not 0.0 < half_angle <= math.pi / 2:
        raise ValueError(f"a groove's walls stand at 0 to 90 degrees, got {half_angle} radians")
    return radius * math.sin(half_angle)


def arm_on_rails(radius: float, half_gap: float) -> float:
    """Return the rolling arm b on two edges that are ``2 half_gap`` apart.

    Raises ``ValueError`` where the ball would fall between them.
    """
    if not 0.0 <= half_gap < radius:
        raise ValueError(f"rails 2 x {half_gap} mm apart do not carry a ball of {radius} mm")
    return math.sqrt(radius * radius - half_gap * half_gap)


def slope_factor(radius: float, arm: float) -> float:
    """Return the share of gravity along the slope that speeds a rolling ball up.

    5/7 on a flat floor (``arm`` = ``radius``), 5/9 in a V-groove of 90 degrees.
    """
    return 1.0 / (1.0 + BALL * (radius / arm) ** 2)


def slope_pull(slope: float, factor: float) -> float:
    """Return the acceleration down a plane tilted by ``slope``, mm/s^2: the plane's gravity."""
    return factor * GRAVITY * math.sin(slope)


def rolling_drag(slope: float, coefficient: float) -> float:
    """Return the deceleration by rolling resistance, mm/s^2: the force C N over the mass.

    ``coefficient`` is C in the *force* definition, (v0^2 - v^2) / (2 g s) on the flat; the energy
    definition gives values 7/5 as large for the same ball (physics-figures.md, 1.2).
    """
    return coefficient * GRAVITY * math.cos(slope)
