"""The books of a die's energy, kept from stored states alone. Nothing of ``sim``.

Contacts are springs, so what a die has while it touches something is not all seen in its motion:
the springs hold some. Three rules, all from the moment when the hat is clear:

* *flight*: while nothing is touched, kinetic and potential energy together stay the same (from the
  moment when the die is out of its tower: in there not every touch is stored).
* *contact*: from the moment when the die began to touch to the one when it touched nothing any
  more, its kinetic energy (three velocities, three spins) grew by no more than gravity's work.
* *total*: kinetic and potential energy together never rise above their last maximum by more than
  1e-4 of the first energy E0 in 10 ms.

The first two are held to 1e-9 of E0. Energies are per mass, mm^2/s^2. They hold for a die that
pushed nothing: a blocker that slides can give energy back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.checks.evidence import LEAVES, OUT, STRIKES, Instant
from benchmarks.checks.geometry import dot

G = 9810.0
"""mm/s^2."""
WINDOW = 0.010
"""s."""
RISE = 1e-4
"""Share of E0 by which the total may rise above its last maximum in a window."""
GAIN = 1e-9
"""Share of E0 by which a contact may seem to add energy, or a flight to change it."""

Gyration = tuple[float, float]
"""Moments of inertia per mass, mm^2: across a die's axis, and about it."""


@dataclass(frozen=True)
class Books:
    """What one throw's states say about its energy, as shares of E0."""

    flights: int
    """Pairs of moments between which the die touched nothing."""
    drift: float
    """Largest change of the total in one of them."""
    contacts: int
    """Contacts that began and ended."""
    gain: float
    """Largest gain of the total in a contact (negative: all lost some)."""
    rise: float
    """Largest rise of the total above its last maximum, per window."""
    complaints: tuple[str, ...]


def kinetic(moment: Instant, gyration: Gyration) -> float:
    """Kinetic energy of the whole die."""
    across, along = gyration
    spin = dot(moment.spin, moment.spin)
    about = dot(moment.spin, moment.axis) ** 2
    return 0.5 * (dot(moment.velocity, moment.velocity) + across * (spin - about) + along * about)


def books(instants: Sequence[Instant], gyration: Gyration) -> Books:
    """Add up the states of one throw. A throw that never was free of the hat has empty books."""
    free = [m for m in instants if m.free]
    if not free:
        return Books(0, 0.0, 0, 0.0, 0.0, ())
    total = [kinetic(m, gyration) + G * m.place[2] for m in free]
    first = total[0]
    found: list[str] = []

    flights, drift = 0, 0.0
    contacts, gain = 0, -1.0
    # Whether it touched something when it came free of the hat is not known.
    out, flying, struck = False, False, None
    for (a, before), (b, after) in pairwise(zip(free, total, strict=True)):
        out = out or a.event == OUT
        if a.event in STRIKES:
            flying, struck = False, before
        elif a.event == LEAVES:
            flying, struck = True, None
        if out and flying:
            flights += 1
            change = abs(after - before) / first
            drift = max(drift, change)
            if change > GAIN:
                found.append(f"flight from {a.time:.4f} to {b.time:.4f} s: energy {change:.2e} off")
        if b.event == LEAVES and struck is not None:
            contacts += 1
            share = (after - struck) / first
            gain = max(gain, share)
            if share > GAIN:
                found.append(f"contact up to {b.time:.4f} s: energy +{share:.2e}")

    rise = 0.0
    peak, since = first, free[0].time
    for m, now in zip(free, total, strict=True):
        if now > peak:
            share = (now - peak) / first / max(1.0, (m.time - since) / WINDOW)
            rise = max(rise, share)
            if share > RISE:
                found.append(f"total energy at {m.time:.4f} s ({m.event}): +{share:.2e} in 10 ms")
        if now >= peak:
            peak, since = now, m.time
    return Books(flights, drift, contacts, gain if contacts else 0.0, rise, tuple(found))
