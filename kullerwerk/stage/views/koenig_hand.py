"""What a hand does at the table of König der Maulwürfel: hold a piece and turn it, pull the hat.

Plain functions and data, in the units of the rules (0.01 mm, 0.01 degrees), so that a mouse, keys
and a gamepad come to the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from rules.core.arcs import nearest
from rules.core.geometry import towards
from rules.core.types import Seat
from rules.koenig.poses import (
    check_block,
    check_start,
    contact_towards,
    free_start,
    heading_arcs,
    random_block,
    snout_pose,
    turned_pose,
)
from rules.koenig.progress import ideal_line
from rules.koenig.state import (
    PULL_SIDE,
    PULL_SPEED,
    Action,
    Block,
    BlockFrame,
    PlaceFrame,
    Pull,
    ReorientFrame,
    Start,
    StartFrame,
    State,
    Tower,
    Turn,
)
from sim.settled import DEGREE, FULL_TURN, MM, Point, Pose

Kind = Literal["start", "block", "tower", "turn"]
SNAP = 12 * MM
"""A piece that stands over an edge by no more than this is put back within it."""
SNAP_ANGLE = 4 * DEGREE
"""An angle that is this near to a free one becomes that one."""


@dataclass(frozen=True, slots=True)
class Held:
    """A piece in the hand: where it would be put.

    ``x``, ``y`` are the middle of a tower's snout line or of a blocker; ``angle`` its heading, or
    the direction of its length; of a tower at its die (``tower``) the contact angle.
    """

    kind: Kind
    seat: Seat
    x: int
    y: int
    angle: int


def in_hand(s: State) -> Held | None:
    """The piece that must be placed now, where somebody sensible might begin; None = none."""
    match s.agenda[-1] if s.agenda else None:
        case StartFrame(seat=seat):
            return Held("start", seat, *_first_start(s, seat))
        case BlockFrame(seat=seat):
            return Held("block", seat, *_first_block(s, seat))
        case PlaceFrame(seat=seat) as frame:
            ahead = ideal_line(s.board, frame.counters, frame.die)[1]
            return _snapped_angle(
                Held("tower", seat, *frame.die, contact_towards(frame.die, ahead)),
                frame.arcs,
                FULL_TURN,
            )
        case ReorientFrame(seat=seat):
            pose = s.racers[seat].pose
            assert pose is not None, "a tower that has started"
            ahead = ideal_line(s.board, s.racers[seat].counters, pose[:2])[1]
            held = Held("turn", seat, *pose[:2], towards(pose, ahead))
            return _snapped_angle(held, heading_arcs(s, seat), FULL_TURN)
        case _:
            return None


def _first_start(s: State, seat: Seat) -> Pose:
    """As far ahead in the start box as there is room, with a look at the first ray."""
    x0, y0, x1, y1 = s.board.start_box
    counters = s.racers[seat].counters
    best: Pose | None = None
    least = math.inf
    for k in range(12):
        for j in range(9):
            place = (round(x1 - (x1 - x0) * k / 20), round(y0 + (y1 - y0) * j / 8))
            line = ideal_line(s.board, counters, place)
            for heading in (towards(place, line[1]), 0):
                pose = (*place, heading)
                left = sum(math.dist(p, q) for p, q in pairwise(line))
                left += 50 * MM * (heading == 0)
                if left < least and check_start(s, seat, pose).ok:
                    best, least = pose, left
    found = best or free_start(s, seat)
    assert found is not None, "whoever is asked has a free spot"
    return found


def _first_block(s: State, seat: Seat) -> Pose:
    """A hand's breadth before the mouth and a little aside, where there is room."""
    pose = s.racers[seat].pose
    if pose is not None:
        c, d = math.cos(_rad(pose[2])), math.sin(_rad(pose[2]))
        for out in (160, 130, 200, 100, 240):
            for aside in (60, -60, 90, -90):
                x = round(pose[0] + (c * out - d * aside) * MM)
                y = round(pose[1] + (d * out + c * aside) * MM)
                found = (x, y, pose[2])
                if check_block(s, seat, found).ok:
                    return found
    found = random_block(s, seat, random.Random(0))
    return found if found is not None else (s.board.length // 2, s.board.width // 2, 0)


def action_of(held: Held) -> Action:
    """What it would be to put the piece here."""
    match held.kind:
        case "start":
            return Start((held.x, held.y, held.angle))
        case "block":
            return Block((held.x, held.y, held.angle))
        case "tower":
            return Tower(held.angle)
        case "turn":
            return Turn(held.angle)


def pose_of(s: State, held: Held) -> Pose:
    """Where the piece would stand."""
    top = s.agenda[-1] if s.agenda else None
    if held.kind == "tower" and isinstance(top, PlaceFrame):
        return snout_pose(top.die, top.radius, held.angle)
    if held.kind == "turn":
        pose = s.racers[held.seat].pose
        assert pose is not None, "a tower that has started"
        return turned_pose(s.pieces(held.seat), pose, held.angle)
    return held.x, held.y, held.angle


def held_by(s: State, seat: Seat, action: Action) -> Held | None:
    """The piece where an action puts it; None for actions that place nothing."""
    match action:
        case Start(pose=(x, y, angle)):
            return Held("start", seat, x, y, angle)
        case Block(pose=(x, y, angle)):
            return Held("block", seat, x, y, angle)
        case Tower(angle=angle):
            top = s.agenda[-1]
            x, y = top.die if isinstance(top, PlaceFrame) else (0, 0)
            return Held("tower", seat, x, y, angle)
        case Turn(heading=angle):
            return Held("turn", seat, 0, 0, angle)
        case _:
            return None


def turned(held: Held, by: float) -> Held:
    """Turned by so many degrees."""
    return replace(held, angle=round(held.angle + by * DEGREE) % FULL_TURN)


def pivot(s: State, held: Held) -> Point:
    """The point that a piece turns about: a die, or the middle of a footprint."""
    top = s.agenda[-1] if s.agenda else None
    if held.kind == "tower" and isinstance(top, PlaceFrame):
        return top.die
    x, y, angle = pose_of(s, held)
    if held.kind == "block":
        return x, y
    half = s.pieces(held.seat).tower_depth / 2
    return round(x - half * math.cos(_rad(angle))), round(y - half * math.sin(_rad(angle)))


def turned_on_spot(s: State, held: Held, by: float) -> Held:
    """Turned by so many degrees about its `pivot`."""
    if held.kind != "start":
        return turned(held, by)
    pose = turned_pose(s.pieces(held.seat), (held.x, held.y, held.angle), turned(held, by).angle)
    return replace(held, x=pose[0], y=pose[1], angle=pose[2])


def aimed(s: State, held: Held, target: Sequence[float]) -> Held:
    """Turned towards a place: a tower at its die is led there, others look there."""
    angle = towards(pivot(s, held), target)
    if held.kind == "tower":
        return replace(held, angle=angle)
    return turned_on_spot(s, held, (angle - held.angle) / DEGREE)


def shifted(held: Held, dx: float, dy: float) -> Held:
    """Moved by so many mm."""
    return replace(held, x=held.x + round(dx * MM), y=held.y + round(dy * MM))


def snapped(s: State, held: Held) -> Held:
    """Put where it may stand if it misses that by a little."""
    match held.kind:
        case "tower":
            top = s.agenda[-1]
            if not isinstance(top, PlaceFrame) or s.options.hand_mode:
                return held
            return _snapped_angle(held, top.arcs)
        case "turn":
            return _snapped_angle(held, heading_arcs(s, held.seat))
        case "start":
            room = s.board.start_box
        case "block":
            room = (0, 0, s.board.length, s.board.width)
    corners = list(_corners(s, held))
    dx = _into(min(x for x, _ in corners), max(x for x, _ in corners), room[0], room[2])
    dy = _into(min(y for _, y in corners), max(y for _, y in corners), room[1], room[3])
    if abs(dx) > SNAP or abs(dy) > SNAP:
        return held
    return replace(held, x=held.x + dx, y=held.y + dy)


def _corners(s: State, held: Held) -> Iterator[tuple[float, float]]:
    from rules.core.geometry import block
    from rules.koenig.poses import tower_polygon

    pieces, pose = s.pieces(held.seat), (held.x, held.y, held.angle)
    if held.kind == "block":
        yield from block(pose, pieces.blocker_length, pieces.blocker_depth)
    else:
        yield from tower_polygon(pieces, pose)


def _into(low: float, high: float, least: int, most: int) -> int:
    """How far to go so that ``low`` to ``high`` lies in a room, rounded inwards."""
    if low < least:
        return math.ceil(least - low)
    if high > most:
        return math.floor(most - high)
    return 0


def _snapped_angle(held: Held, arcs: Sequence[tuple[int, int]], most: int = SNAP_ANGLE) -> Held:
    if not arcs:
        return held
    angle = nearest(tuple(arcs), held.angle)
    off = abs((angle - held.angle + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2)
    return replace(held, angle=angle) if off <= most else held


def _rad(angle: int) -> float:
    return math.radians(angle / DEGREE)


# --- the hat -----------------------------------------------------------------

OUT = 90.0
"""Logical pixels that the pointer must go until the hat is out."""
HAND = 0.6
"""Speed of the hat, mm/s, for each logical pixel a second of the pointer."""
LATEST = 0.07
"""The speed is that of the last so many seconds."""
SPEED_STEP, SIDE_STEP = 50 * MM, 20 * MM
"""What a key changes."""


def pull_of(speed: float, side: float) -> Pull:
    """A pull at a speed and a slip to the left in mm/s, within what the rules allow."""
    return Pull(
        min(PULL_SPEED[1], max(PULL_SPEED[0], round(speed * MM))),
        min(PULL_SIDE[1], max(PULL_SIDE[0], round(side * MM))),
    )


@dataclass(slots=True)
class Grip:
    """A hand at the hat: the pointer from where it took hold, in seconds and logical pixels.

    ``back`` is the way that the hat is to be pulled on the screen, a unit vector: away from the
    mouth. What the pointer goes beside it is the slip.
    """

    start: tuple[float, float]
    back: tuple[float, float]
    track: list[tuple[float, float, float]]
    """Time, way along and way to the left of the tower's heading."""

    @classmethod
    def taken(cls, x: float, y: float, heading: float, time: float) -> Grip:
        """The hat is taken at a place; ``heading`` of the tower in radians."""
        return cls((x, y), (-math.cos(heading), -math.sin(heading)), [(time, 0.0, 0.0)])

    def to(self, x: float, y: float, time: float) -> None:
        """The pointer is here now."""
        dx, dy = x - self.start[0], y - self.start[1]
        along = dx * self.back[0] + dy * self.back[1]
        # Left of the heading: a quarter turn from it, and the heading is -back.
        left = dx * self.back[1] - dy * self.back[0]
        self.track.append((time, along, left))

    @property
    def share(self) -> float:
        """How far the hat is out, 0 to 1."""
        return min(1.0, max(0.0, self.track[-1][1] / OUT))

    @property
    def out(self) -> bool:
        """Whether it is out."""
        return self.track[-1][1] >= OUT

    def pull(self) -> Pull:
        """The pull as it goes now: the speed of the hand in the last moments."""
        now, along, left = self.track[-1]
        before = next(
            (one for one in reversed(self.track[:-1]) if now - one[0] >= LATEST), self.track[0]
        )
        lasts = now - before[0]
        if lasts <= 0.0:  # faster than frames are drawn
            lasts = 1 / 120
        return pull_of(HAND * (along - before[1]) / lasts, HAND * (left - before[2]) / lasts)


def changed(pull: Pull, speed: int, side: int) -> Pull:
    """A pull that is so many steps faster, and slips so many steps further to the left."""
    return pull_of((pull.speed + speed * SPEED_STEP) / MM, (pull.side + side * SIDE_STEP) / MM)
