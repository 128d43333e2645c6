"""One impact in three dimensions: normal restitution, Coulomb friction, never more energy.

The die is taken with an isotropic inertia. Sliding friction acts against the slip at the start of
the impact and never reverses it; Newton's restitution with friction can make energy at eccentric
hits (MDPI Dynamics 2022, 2(4) 434), so an impulse that would is scaled back to the energy it found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.solids import Vec3

SLOW = 50.0
"""Below this normal speed, mm/s, restitution falls linearly to zero (real contacts do not ring)."""


def cross(a: Vec3, b: Vec3) -> Vec3:
    """Return a x b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def dot(a: Vec3, b: Vec3) -> float:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@dataclass(frozen=True, slots=True)
class Mobile:
    """A blocker as the partner of an impact: it moves in the plane only.

    ``arm`` is the contact point seen from its centre, ``velocity`` that of the contact point.
    """

    inverse_mass: float
    inverse_inertia: float
    arm: tuple[float, float]
    velocity: tuple[float, float]


def _yield_of(p: Vec3, r: Vec3, inverse_mass: float, inverse_inertia: float) -> Vec3:
    """Velocity change of the die's contact point by impulse ``p`` at ``r``."""
    spin = cross(r, p)
    turn = cross(spin, r)
    return (
        p[0] * inverse_mass + turn[0] * inverse_inertia,
        p[1] * inverse_mass + turn[1] * inverse_inertia,
        p[2] * inverse_mass + turn[2] * inverse_inertia,
    )


def _mobile_yield(p: Vec3, other: Mobile) -> Vec3:
    spin = (other.arm[0] * p[1] - other.arm[1] * p[0]) * other.inverse_inertia
    return (
        p[0] * other.inverse_mass - spin * other.arm[1],
        p[1] * other.inverse_mass + spin * other.arm[0],
        0.0,
    )


def impact(
    inverse_mass: float,
    inverse_inertia: float,
    normal: Vec3,
    arm: Vec3,
    slip: Vec3,
    restitution: float,
    friction: float,
    other: Mobile | None = None,
) -> Vec3:
    """Return the impulse on the die (g mm/s), zero where the bodies do not approach.

    ``normal`` points at the die, ``arm`` from the die's centre to the contact, ``slip`` is the
    velocity of the die's contact point against the obstacle's. With ``other`` the obstacle yields.
    """
    approach = dot(slip, normal)
    if approach >= 0.0:
        return (0.0, 0.0, 0.0)

    def moved(p: Vec3) -> Vec3:
        a = _yield_of(p, arm, inverse_mass, inverse_inertia)
        if other is None:
            return a
        b = _mobile_yield(p, other)
        return (a[0] + b[0], a[1] + b[1], a[2] + b[2])

    speed = -approach
    bounce = restitution * min(1.0, speed / SLOW)
    wanted = (1.0 + bounce) * speed
    tangent = (
        slip[0] - approach * normal[0],
        slip[1] - approach * normal[1],
        slip[2] - approach * normal[2],
    )
    slipping = math.sqrt(dot(tangent, tangent))
    by_normal = moved(normal)
    nn = dot(by_normal, normal)
    p = (normal[0] * wanted / nn, normal[1] * wanted / nn, normal[2] * wanted / nn)
    if slipping > 1e-9 and friction > 0.0:
        against = (-tangent[0] / slipping, -tangent[1] / slipping, -tangent[2] / slipping)
        by_tangent = moved(against)
        nt = dot(by_tangent, normal)
        tt = dot(by_tangent, against)
        # Impulses jn, jt that give the wanted rebound and just stop the slip along `against`.
        det = nn * tt - nt * nt
        jn = (wanted * tt - slipping * nt) / det
        jt = (nn * slipping - nt * wanted) / det
        if not (jn > 0.0 and abs(jt) <= friction * jn):
            sign = math.copysign(1.0, jt) if jn > 0.0 else 1.0
            below = nn + sign * friction * nt
            jn = wanted / below if below > 1e-3 * nn else wanted / nn
            jt = sign * friction * jn if below > 1e-3 * nn else 0.0
        p = (
            normal[0] * jn + against[0] * jt,
            normal[1] * jn + against[1] * jt,
            normal[2] * jn + against[2] * jt,
        )
    work = dot(p, slip)
    square = dot(p, moved(p))
    if work + 0.5 * square > 0.0:
        scale = max(0.0, -2.0 * work / square)
        p = (p[0] * scale, p[1] * scale, p[2] * scale)
    return p
