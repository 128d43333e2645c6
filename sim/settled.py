"""The contract between physics and rules: what is asked of a simulation, and what it answers.

Rules emit a *request* and stop; a provider answers with a *settled state*. Both are frozen,
compare with ``==``, hash, and hold integers only, so that a record, a digest and a replay are exact
on every machine:

* lengths in 0.01 mm, angles in 0.01 degrees (counter-clockwise, from +x), times in ms,
* speeds in 0.01 mm/s.

This module imports the standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MM = 100
"""Integer units in one millimetre (and, for speeds, in one millimetre a second)."""
DEGREE = 100
"""Integer units in one degree."""
FULL_TURN = 360 * DEGREE

Point = tuple[int, int]
"""x, y in 0.01 mm."""
Pose = tuple[int, int, int]
"""x, y in 0.01 mm and an angle in 0.01 degrees, 0 <= angle < 36000."""

OUTLINE_MAX = 12
"""Most points that an outline may have."""

DieOutcome = Literal["rests", "off_table", "never_left_mouth", "out_at_back", "cocked", "timed_out"]
DIE_OUTCOMES: tuple[DieOutcome, ...] = (
    "rests",
    "off_table",
    "never_left_mouth",
    "out_at_back",
    "cocked",
    "timed_out",
)
ON_TABLE: frozenset[DieOutcome] = frozenset({"rests", "cocked", "timed_out"})
"""Outcomes of a die that left the mouth and whose place on the table counts."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece that stands on the table: ``name`` finds its shape in the piece sets.

    A tower's pose is the middle of its snout line and its heading; a blocker's its centre and the
    direction of its length.
    """

    name: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class DieThrow:
    """Pull the hat of ``tower`` and let ``die`` tumble until ``stop``.

    ``tower`` and ``die`` name a piece set each (``"yellow"``, ...); ``towers`` are the rivals'
    standing towers, ``blockers`` what was placed for this throw. ``pull`` is the hat's upward speed
    and its sideways slip (positive to the left of the heading), both in 0.01 mm/s. ``start_face``
    is the number on the face that lies on the ramp, 0 = drawn by the provider.
    """

    tower: str
    die: str
    pose: Pose
    towers: tuple[Standing, ...] = ()
    blockers: tuple[Standing, ...] = ()
    pull: tuple[int, int] = (600 * MM, 0)
    start_face: int = 0
    stop: Literal["rest"] = "rest"


@dataclass(frozen=True, slots=True)
class DieSettled:
    """A die at rest, or gone.

    ``pose`` is the die's centre and yaw at the end (of a die off the table: where it crossed the
    edge). ``face`` is the number that counts, 1..n, 0 for a die that left the table. ``path`` is
    the way of the centre in plan from the mouth on, simplified to within 0.1 mm, ending at
    ``pose``; of a die that never left the mouth, or fell out at the back, its place alone.
    ``outline`` is the die's outline in plan at rest, convex, counter-clockwise, exact (a d10 and a
    d12 on a face show ten corners; at most ``OUTLINE_MAX``), empty off the table. ``displaced``
    holds every blocker that the die moved, with the pose where it came to stand (its centre beyond
    the edge: it fell off). ``time`` counts ms from the pull to rest.
    """

    outcome: DieOutcome
    pose: Pose
    face: int
    path: tuple[Point, ...]
    outline: tuple[Point, ...]
    displaced: tuple[Standing, ...]
    time: int


Request = DieThrow
"""Everything that rules may ask of a simulation."""
Settled = DieSettled
"""Everything that a simulation may answer."""
