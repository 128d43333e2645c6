"""The books of a die's energy, kept from stored states alone. Nothing of ``sim``.

Two rules, both from the moment when the hat is clear:

* *impact*: where two moments of the same time are stored, the state just before an impact and the
  one just after it, the kinetic energy of the whole die (three velocities, three spins) did not
  grow, to 1e-9 of the first energy E0. No time passes, so gravity does no work.
* *total*: kinetic and potential energy never rise by more than 1e-4 of E0 in 10 ms, seen from any
  earlier moment.

Energies are per mass, mm^2/s^2. They hold for a die that pushed nothing: a blocker that slides can
give energy back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.checks.evidence import Instant

G = 9810.0
"""mm/s^2."""
WINDOW = 0.010
"""s."""
RISE = 1e-4
"""Share of E0 by which the total may rise in a window."""
GAIN = 1e-9
"""Share of E0 by which an impact may seem to add kinetic energy."""


@dataclass(frozen=True)
class Books:
    """What one throw's states say about its energy, as shares of E0."""

    impacts: int
    """Impacts with a state just before and one just after."""
    pairs: int
    """Pairs of moments whose totals were compared."""
    gain: float
    """Largest gain of kinetic energy in an impact (negative: all lost some)."""
    rise: float
    """Largest rise of the total, per window."""
    complaints: tuple[str, ...]


def kinetic(moment: Instant, gyration: float) -> float:
    """Kinetic energy of the whole die; ``gyration`` is its inertia over its mass, mm^2."""
    linear = sum(v * v for v in moment.velocity)
    return 0.5 * (linear + gyration * sum(w * w for w in moment.spin))


def books(instants: Sequence[Instant], gyration: float) -> Books:
    """Add up the states of one throw. A throw that never was free of the hat has empty books."""
    free = [m for m in instants if m.free]
    if not free:
        return Books(0, 0, 0.0, 0.0, ())
    total = [kinetic(m, gyration) + G * m.place[2] for m in free]
    first = total[0]
    found: list[str] = []
    gain, impacts = -1.0, 0
    for a, b in pairwise(free):
        if a.time == b.time:
            impacts += 1
            share = (kinetic(b, gyration) - kinetic(a, gyration)) / first
            gain = max(gain, share)
            if share > GAIN:
                found.append(f"impact at {b.time:.4f} s ({b.event}): kinetic energy +{share:.2e}")
    rise, pairs = 0.0, 0
    for i, (late, after) in enumerate(zip(free, total, strict=True)):
        steepest = max(
            (
                (after - before) / first / max(1.0, (late.time - early.time) / WINDOW)
                for early, before in zip(free[:i], total, strict=False)
            ),
            default=0.0,
        )
        pairs += i
        rise = max(rise, steepest)
        if steepest > RISE:
            found.append(
                f"total energy at {late.time:.4f} s ({late.event}): +{steepest:.2e} in 10 ms"
            )
    return Books(impacts, pairs, gain if impacts else 0.0, rise, tuple(found))
