"""What a throw left behind, as plain data for the judges."""

from __future__ import annotations

import math
from dataclasses import dataclass

from benchmarks.checks.geometry import XYZ

STRIKES = ("impact", "obstacle")
"""Events at which a die begins to touch: the ground, or something else."""
OUT = "out"
"""The event at which it is out of its tower for good."""
LEAVES = "leaves"
"""The event at which it touches nothing any more."""


@dataclass(frozen=True)
class Instant:
    """The whole state of a die at one stored moment (s, mm, mm/s, rad/s)."""

    time: float
    event: str
    place: XYZ
    velocity: XYZ
    spin: XYZ
    free: bool
    """The hat is clear: nothing adds energy any more."""
    axis: XYZ = (0.0, 0.0, 1.0)
    """The axis of the die about which its inertia may differ."""


@dataclass(frozen=True)
class Evidence:
    """What a throw left behind: the settled state (integers) and the simulated one (floats)."""

    outcome: str
    pose: tuple[int, int, int]
    face: int
    path: tuple[tuple[int, int], ...]
    outline: tuple[tuple[int, int], ...]
    displaced: tuple[tuple[str, tuple[int, int, int]], ...]
    time: int
    places: tuple[XYZ, ...]
    """The centre at every stored moment."""
    matrix: tuple[float, ...]
    """Orientation at the end, row by row."""
    events: tuple[str, ...] = ()
    """What happened at each of the places, where it was traced."""
    instants: tuple[Instant, ...] = ()
    """The whole state at every stored moment, where it was traced."""
    softness: float = 0.0
    """How deep a hit sinks in, mm for every mm/s: contacts are springs."""
    reach: float = 0.0
    """Greatest distance of a point of the die from its centre, mm."""

    def give(self) -> tuple[float, ...]:
        """Return how deep the die may be in something at every place, mm, because it struck it.

        A spring of angular frequency w that is struck at the speed v yields by v / w. The speed is
        the greatest of any point of the die since it began to touch something.
        """
        if not self.softness or len(self.instants) != len(self.places):
            return (0.0,) * len(self.places)
        found: list[float] = []
        speed = 0.0
        for m in self.instants:
            now = math.hypot(*m.velocity) + self.reach * math.hypot(*m.spin)
            speed = now if m.event in STRIKES else max(speed, now)
            found.append(speed * self.softness)
        return tuple(found)
