"""Is this answer of the physics one that can be? Refused ones leave the race as it was."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rules.core.errors import BadOutcome
from rules.core.geometry import contains, direction, disc_overlap, is_convex
from rules.koenig.data import LIMIT
from rules.koenig.poses import tower_polygon
from rules.koenig.state import RollFrame, State
from sim.settled import (
    DIE_OUTCOMES,
    FULL_TURN,
    MM,
    ON_TABLE,
    OUTLINE_MAX,
    DieSettled,
    Point,
    Standing,
)

EDGE_SLACK = 10 * MM
"""A die that leaves the table is told at the edge, or up to a moment later beyond it: it may be
inside of the edge by no more than this."""
MOUTH_SLACK = MM
"""A path is true to 0.1 mm, its corners are rounded: so near half a die both names of an outcome
pass."""


def _whole(values: Iterable[object]) -> bool:
    return all(type(value) is int and abs(value) <= LIMIT for value in values)


def _is_point(value: object, size: int = 2) -> bool:
    if not isinstance(value, tuple):
        return False
    values = cast("tuple[object, ...]", value)
    return len(values) == size and _whole(values)


def check_settled(s: State, frame: RollFrame, settled: object) -> DieSettled:
    """The outcome itself when it is a possible answer to the frame's request.

    Raises BadOutcome with a sentence: wrong types, a number that the die does not have, a place
    that contradicts the outcome's name, a path that does not end at the place, an outline that is
    none, or something displaced that did not stand there.
    """
    if not isinstance(settled, DieSettled):
        raise BadOutcome(f"a throw must be answered by a DieSettled, not {type(settled).__name__}")
    _check_types(settled)
    _check_place(s, frame, settled)
    _check_outline(s, frame, settled)
    _check_displaced(frame, settled)
    return settled


def _check_types(o: DieSettled) -> None:
    if o.outcome not in DIE_OUTCOMES:
        raise BadOutcome(f"{o.outcome!r} is no outcome of a throw")
    if not _is_point(o.pose, 3) or not 0 <= o.pose[2] < FULL_TURN:
        raise BadOutcome("a die's pose must be three whole numbers, the angle from 0 to 35999")
    if not _whole((o.face, o.time)) or o.time < 0:
        raise BadOutcome("a throw's number and time must be whole numbers, the time not negative")
    if not all(
        isinstance(cast("object", part), tuple) for part in (o.path, o.outline, o.displaced)
    ):
        raise BadOutcome("path, outline and displaced of a throw must be tuples")
    if not all(isinstance(cast("object", moved), Standing) for moved in o.displaced):
        raise BadOutcome("what is displaced must be a Standing")
    if not all(map(_is_point, o.path)) or not all(map(_is_point, o.outline)):
        raise BadOutcome("path and outline of a throw must be points of two whole numbers")


def _check_place(s: State, frame: RollFrame, o: DieSettled) -> None:
    board, pieces = s.board, s.pieces(frame.seat)
    place: Point = (o.pose[0], o.pose[1])
    on = o.outcome in ON_TABLE

    if on and not 1 <= o.face <= pieces.sides:
        raise BadOutcome(f"a {pieces.die} has no {o.face}: its numbers are 1 to {pieces.sides}")
    if o.outcome == "off_table" and o.face != 0:
        raise BadOutcome("a die that left the table shows no number that counts (0)")
    if not 0 <= o.face <= pieces.sides:
        raise BadOutcome(f"a {pieces.die} has no {o.face}: its numbers are 1 to {pieces.sides}")

    def on_table(x: int, y: int) -> bool:
        return 0 <= x <= board.length and 0 <= y <= board.width

    if on and not all(on_table(x, y) for x, y in (place, *o.path)):
        raise BadOutcome(f"a die that {o.outcome} cannot have been beyond the table's edge")
    inside = min(place[0], place[1], board.length - place[0], board.width - place[1])
    if o.outcome == "off_table" and inside > EDGE_SLACK:
        raise BadOutcome("a die that fell off the table must have crossed its edge")
    if (on or o.outcome == "off_table") and not o.path:
        raise BadOutcome("a die that left the mouth must have a path")
    if o.path and o.path[-1] != place:
        raise BadOutcome("a throw's path must end where the die ends")
    _check_mouth(s, frame, o, place)


def _check_mouth(s: State, frame: RollFrame, o: DieSettled, place: Point) -> None:
    """The die came out of the mouth if, and only if, the outcome says so (GAMES.md 1.3).

    It has when its centre was half a die or more in front of the snout line, unless it rests inside
    its own tower's footprint.
    """
    pieces = s.pieces(frame.seat)
    pose = frame.request.pose
    c, d = direction(pose[2])
    # Where a die that fell out behind rolls to in the end says nothing of the mouth.
    way = o.path[:-1] if o.outcome == "out_at_back" else (*o.path, place)
    farthest = max(((x - pose[0]) * c + (y - pose[1]) * d for x, y in way), default=0)
    half = pieces.die_size / 2
    in_tower = disc_overlap(tower_polygon(pieces, pose), place, 0) > 0
    if o.outcome in ON_TABLE:
        if in_tower:
            raise BadOutcome(
                "a die that rests inside its own tower's footprint never left the mouth"
            )
        if farthest < half - MOUTH_SLACK:
            raise BadOutcome(
                "a die at rest on the table must have come half its size or more out in front of "
                "the snout line"
            )
        for k, racer in enumerate(s.racers):
            if k == frame.seat or racer.pose is None:
                continue
            if disc_overlap(tower_polygon(s.pieces(k), racer.pose), place, 0) > 0:
                raise BadOutcome(f"a die cannot rest inside the {s.pieces(k).name} tower")
    elif o.outcome != "off_table" and farthest > half + MOUTH_SLACK and not in_tower:
        raise BadOutcome(
            "a die that was more than half its size in front of the snout line has left the mouth"
        )


def _check_outline(s: State, frame: RollFrame, o: DieSettled) -> None:
    size = s.pieces(frame.seat).die_size
    if o.outcome == "off_table":
        if o.outline:
            raise BadOutcome("a die that left the table has no outline on it")
        return
    if not o.outline and o.outcome not in ON_TABLE:
        return
    if not 3 <= len(o.outline) <= OUTLINE_MAX or not is_convex(o.outline):
        raise BadOutcome(
            f"a die's outline must be a convex polygon of 3 to {OUTLINE_MAX} points, "
            "counter-clockwise"
        )
    place: Point = (o.pose[0], o.pose[1])
    if not contains(o.outline, place):
        raise BadOutcome("a die's outline must go round its middle")
    if any(abs(x - place[0]) > 2 * size or abs(y - place[1]) > 2 * size for x, y in o.outline):
        raise BadOutcome("a die's outline is larger than the die")


def _check_displaced(frame: RollFrame, o: DieSettled) -> None:
    stood = {blocker.name for blocker in frame.request.blockers}
    seen: set[str] = set()
    for moved in o.displaced:
        if moved.name not in stood:
            raise BadOutcome(f"{moved.name!r} cannot be displaced: no such blocker stood there")
        if moved.name in seen:
            raise BadOutcome(f"{moved.name!r} is displaced twice")
        seen.add(moved.name)
        if not _is_point(moved.pose, 3) or not 0 <= moved.pose[2] < FULL_TURN:
            raise BadOutcome("a displaced blocker's pose must be three whole numbers")
