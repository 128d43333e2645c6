"""The contract between physics and rules: what is asked of a simulation, and what it answers.

Rules emit a *request* and stop; a provider answers with a *settled state*. Both are frozen,
compare with ``==``, hash, and hold integers only, so that a record, a digest and a replay are exact
on every machine:

* lengths in 0.01 mm, angles in 0.01 degrees (counter-clockwise, from +x), times in ms,
* speeds in 0.01 mm/s.

A die is thrown out of its tower (``DieThrow`` -> ``DieSettled``); marbles run down a hill (five
requests -> ``MarblesSettled``).

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


# --- marbles on a hill -------------------------------------------------------

Stop = Literal["rest", "first-touch"]
"""When a run of marbles ends: once all are at rest, or (also) at the first touch of a marmot."""
Side = Literal["left", "right"]
"""Which exit of every pair of the hut is open."""
Touch = tuple[int, int]
"""A marble and the marmot that it touched."""

IN_HOLLOW, IN_HUT, ON_HILL = 0, 1, 2
"""Where a row of ``OnHill.world`` says that its marble is."""
IN_HAND = 0
"""The place of a marmot that was lifted off the hill."""


@dataclass(frozen=True, slots=True)
class OnHill:
    """A hill before a run: all that a simulation needs to build it anew.

    ``marmots`` holds the place of each marmot: 1 to n is a space of the path, n + 1 a deck chair,
    -k the start place k, ``IN_HAND`` none. ``world`` holds one row per marble, in the order of
    their numbers: ``(where, x, y, vx, vy, ...)``, ``where`` being ``IN_HOLLOW``, ``IN_HUT`` or
    ``ON_HILL``, the place in 0.01 mm, the speed in 0.01 mm/s (0 at rest), and whatever else the
    simulation wants to find again. On the hill x runs across and y downhill, seen from above; in
    the hut x runs across and y up. In the hollow a place says nothing.
    """

    slider: Side
    marmots: tuple[int, ...]
    world: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class MarbleDrop:
    """Drop ``marble`` out of the hollow into roof hatch ``hatch`` (1, 2, ... from the left)."""

    on: OnHill
    hatch: int
    marble: int
    stop: Stop = "rest"


@dataclass(frozen=True, slots=True)
class LiftMarmot:
    """Take a marmot off the hill; the marbles that it held run."""

    on: OnHill
    marmot: int
    stop: Stop = "rest"


@dataclass(frozen=True, slots=True)
class PlaceMarmot:
    """Put a marmot to ``place``; its old place, if it had one, is free, and its marbles run."""

    on: OnHill
    marmot: int
    place: int
    stop: Stop = "rest"


@dataclass(frozen=True, slots=True)
class PushSlider:
    """Push the shutters from ``on.slider`` to the other side; all marbles in the hut come out."""

    on: OnHill
    stop: Stop = "rest"


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a first touch that moved no marmot.

    Touches of ``ignore`` do not stop the run any more.
    """

    on: OnHill
    ignore: tuple[Touch, ...]
    stop: Stop = "first-touch"


@dataclass(frozen=True, slots=True)
class MarblesSettled:
    """The marbles after a run. They keep their numbers 0, 1, ... for the whole game.

    ``front`` counts, per marmot, the marbles at rest that it holds, through a chain of contacts.
    ``out`` are the marbles that passed the front of the hut in this run, in that order; ``hut`` and
    ``hollow`` those that are there now, in rising order; ``lost`` those that left the track or fell
    into a deck chair in this run: they are put into the hollow and listed there too. ``resting``
    holds every other marble, in rising order, with the place of the marmot that holds it, or None
    while it rolls, which only a run that stopped at a touch may tell.

    ``touched`` are the touches in their order; a run with ``stop="first-touch"`` ends at the first
    and tells no other. A marble that is no news (it lay there before the run) does not touch.
    ``world`` is as in ``OnHill``; ``time`` counts ms; ``timed_out`` tells that the run was stopped
    and each moving marble put to the next rest place below it.
    """

    front: tuple[int, ...]
    out: tuple[int, ...]
    hut: tuple[int, ...]
    hollow: tuple[int, ...]
    lost: tuple[int, ...]
    touched: tuple[Touch, ...]
    resting: tuple[tuple[int, int | None], ...]
    world: tuple[tuple[int, ...], ...]
    time: int
    timed_out: bool = False


MarbleRequest = MarbleDrop | LiftMarmot | PlaceMarmot | PushSlider | Resume
"""Everything that rules may ask of a hill with marbles."""
Request = DieThrow | MarbleRequest
"""Everything that rules may ask of a simulation."""
Settled = DieSettled | MarblesSettled
"""Everything that a simulation may answer."""
