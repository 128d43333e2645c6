"""How contacts give: the figures behind `sim.contact`, and what a restitution means for them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Compliance:
    """How every contact of a die gives. Data with their provenance, in ``compliance.json``."""

    frequency: float
    """Of a contact's spring, Hz: a hit lasts about half its inverse."""
    share: float
    """Share of the wished acceleration that a contact without a lever brings about; the rest is
    give."""
    grip: float
    """How much less a contact gives along its tangents than along its normal."""
    twist: float
    """Torque about a contact's normal that friction holds, over the normal force, mm."""
    provenance: str = ""


@lru_cache(maxsize=1)
def shipped() -> Compliance:
    """Return the figures that come with the program."""
    text = resources.files("sim").joinpath("compliance.json").read_text(encoding="utf-8")
    data = json.loads(text)
    return Compliance(
        float(data["frequency"]),
        float(data["share"]),
        float(data["grip"]),
        float(data["twist"]),
        data["provenance"],
    )


@lru_cache(maxsize=256)
def material(
    compliance: Compliance, restitution: float, friction: float, step: float
) -> tuple[float, float, float, float, float, float]:
    """Return a pair of materials for the solver, stepped by ``step`` s: see `sim.contact.add`.

    Stiffness and damping are those with which the stepped spring (velocity first, then place) has
    the very motion of the damped spring: equal trace and determinant of their step matrices.
    """
    omega = 2.0 * math.pi * compliance.frequency
    ratio = damping_of(restitution)
    decay = math.exp(-ratio * omega * step)
    turn = omega * step * math.sqrt(abs(1.0 - ratio * ratio))
    swing = math.cos(turn) if ratio < 1.0 else math.cosh(turn)
    damp = (1.0 - decay * decay) / step
    stiff = (2.0 - damp * step - 2.0 * decay * swing) / step**2
    give = (1.0 - compliance.share) / compliance.share
    return (
        stiff / compliance.share,
        damp / compliance.share,
        friction,
        give,
        give / compliance.grip,
        compliance.twist / max(friction, 1e-3),
    )


def damping_of(restitution: float) -> float:
    """Damping ratio of a contact that gives back the share ``restitution`` of the speed.

    A damped spring that pushes and never pulls lets go before it is back at its length: Schwager
    and Poeschel, Granular Matter 9, 465 (2007); solved by bisection.
    """

    def given_back(ratio: float) -> float:
        if ratio >= 1.0:
            root = math.sqrt(ratio * ratio - 1.0) or 1e-9
            return math.exp(-ratio / root * math.log((ratio + root) / (ratio - root)))
        root = math.sqrt(1.0 - ratio * ratio)
        angle = math.atan2(2.0 * ratio * root, root * root - ratio * ratio)
        return math.exp(-ratio / root * (math.pi - angle))

    low, high = 0.0, 50.0
    for _ in range(80):
        middle = 0.5 * (low + high)
        if given_back(middle) > restitution:
            low = middle
        else:
            high = middle
    return low
