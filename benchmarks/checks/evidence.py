"""What a throw left behind, as plain data for the judges."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.checks.geometry import XYZ


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
