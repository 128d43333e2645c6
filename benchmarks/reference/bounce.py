"""What a restitution measured under gravity says of the contact itself.

The files' ``restitution`` is how fast a ball of die size leaves a level surface that it hits at
0.4-1.4 m/s. While a contact of 200 Hz lasts, gravity takes some of that speed; the engine's
restitution is that of the contact alone.
"""

from __future__ import annotations

import cmath
import math

from sim.compliance import damping_of
from sim.world import GRAVITY

SPEED = 700.0
"""Speed of the hit at which a file's restitution holds, mm/s: amid those it was measured at."""
_TURNS = 50
"""Bisections."""


def of_contact(measured: float, frequency: float) -> float:
    """Return the restitution without gravity of a contact that shows ``measured`` with it."""
    if measured <= 0.0 or measured >= 1.0:
        return measured
    low, high = measured, 1.0
    for _ in range(_TURNS):
        middle = 0.5 * (low + high)
        if under_gravity(middle, frequency) < measured:
            low = middle
        else:
            high = middle
    return low


def under_gravity(restitution: float, frequency: float, speed: float = SPEED) -> float:
    """Return what a contact gives back of ``speed``, mm/s, to a ball that falls on a level table.

    The spring (``frequency`` in Hz) pushes until its force is zero, then the ball rises out of what
    it has sunk in: 0 where it does not.
    """
    omega, ratio = 2.0 * math.pi * frequency, damping_of(restitution)
    swing = omega * cmath.sqrt(ratio * ratio - 1.0) or 1e-9
    first, second = -ratio * omega + swing, -ratio * omega - swing
    # Height over the place where spring and gravity balance: one exponential for each root.
    sag = GRAVITY / omega**2
    one = (-speed - second * sag) / (first - second)
    two = sag - one

    def pushes(time: float) -> bool:
        one_now = one * first**2 * cmath.exp(first * time)
        two_now = two * second**2 * cmath.exp(second * time)
        return (one_now + two_now).real + GRAVITY > 0.0

    early, late = 0.0, math.pi / omega
    while pushes(late) and late < 1.0:
        early, late = late, 1.25 * late
    for _ in range(_TURNS):
        middle = 0.5 * (early + late)
        if pushes(middle):
            early = middle
        else:
            late = middle
    a, b = one * cmath.exp(first * early), two * cmath.exp(second * early)
    height, rises = (a + b).real - sag, (a * first + b * second).real
    left = rises * rises + 2.0 * GRAVITY * height
    return math.sqrt(left) / speed if rises > 0.0 and left > 0.0 else 0.0
