"""Is this action legal now? If not, why not, in a player's words."""

from __future__ import annotations

from typing import TypeGuard, cast

from rules.core.arcs import Arcs, nearest, within
from rules.core.types import LEGAL, Decide, Pending, Seat, Verdict, refuse
from rules.koenig.data import LIMIT
from rules.koenig.draft import check_take
from rules.koenig.poses import (
    check_block,
    check_start,
    check_tower,
    heading_arcs,
    snout_pose,
    turned_pose,
)
from rules.koenig.state import (
    PULL_SIDE,
    PULL_SPEED,
    Action,
    Block,
    DraftFrame,
    Pass,
    PlaceFrame,
    Play,
    Pull,
    Start,
    State,
    Take,
    Tower,
    Turn,
    WindowFrame,
)
from rules.koenig.windows import check_play
from sim.settled import FULL_TURN, MM

_RESPONSES = ("respond:before", "respond:after", "respond:finish")
_KINDS: dict[type[Action], tuple[str, ...]] = {
    Start: ("start",),
    Block: ("block",),
    Pull: ("pull",),
    Tower: ("place_tower",),
    Turn: ("reorient",),
    Pass: ("block", "reorient", *_RESPONSES),
    Take: ("draft", "remove"),
    Play: _RESPONSES,
}
_WANTED = {
    "start": "put your tower into the start box",
    "reorient": "turn your tower on the spot or pass",
    "block": "place your blocker or pass",
    "pull": "pull the hat",
    "place_tower": "put your tower to your die",
    "draft": "take a part",
    "remove": "take a part out of the game",
    **dict.fromkeys(_RESPONSES, "play a card or pass"),
}


def well_formed(a: object) -> TypeGuard[Action]:
    """Whether something is an action of whole numbers, with angles from 0 to 35999.

    For untrusted input: the annotations of an action do not bind what a caller puts into it.
    """
    match a:
        case Start(pose=pose) | Block(pose=pose):
            given = cast("object", pose)
            if not isinstance(given, tuple):
                return False
            values = cast("tuple[object, ...]", given)
            return len(values) == 3 and _ints(*values) and 0 <= pose[2] < FULL_TURN
        case Pull(speed=speed, side=side):
            return _ints(speed, side)
        case Tower(angle=angle) | Turn(heading=angle):
            return _ints(angle) and 0 <= angle < FULL_TURN
        case Pass():
            return True
        case Take(group=group, part=part):
            return _texts(group, part)
        case Play(card=card, target=target):
            return _texts(card) and _ints(target)
        case _:
            return False


def _ints(*values: object) -> bool:
    return all(type(value) is int and abs(value) <= LIMIT for value in values)


def _texts(*values: object) -> bool:
    return all(type(value) is str for value in values)


def check_action(s: State, pending: Pending, a: object) -> Verdict:
    """The verdict on any value at all; ``pending`` is the question that the state asks."""
    if not isinstance(pending, Decide):
        return refuse("nobody-decides", "nobody has to decide anything now")
    wanted = refuse("wrong-action", f"now you must {_WANTED[pending.kind]}", pending.kind)
    if not isinstance(a, (Start, Block, Pass, Pull, Tower, Turn, Take, Play)):
        return wanted
    if pending.kind not in _KINDS.get(type(a), ()):
        return wanted
    if isinstance(a, Pass):
        return LEGAL
    if not well_formed(a):
        if isinstance(a, (Take, Play)):
            return refuse("not-a-name", "a part or a card must be named by its text")
        return refuse(
            "not-whole-numbers",
            "an action must hold whole numbers, and angles from 0 up to 360 degrees",
        )
    return _check_numbers(s, pending.seat, a)


def _check_numbers(s: State, seat: Seat, a: Action) -> Verdict:
    match a, s.agenda[-1]:
        case Take(), DraftFrame() as frame:
            return check_take(s, frame, a)
        case Play(), WindowFrame() as frame:
            return check_play(s, frame, a)
        case Start(pose=pose), _:
            return check_start(s, seat, pose)
        case Block(pose=pose), _:
            return check_block(s, seat, pose)
        case Pull(speed=speed, side=side), _:
            return _check_pull(speed, side)
        case Tower(angle=angle), PlaceFrame() as frame:
            if s.options.hand_mode or within(frame.arcs, angle):
                return LEGAL
            found = check_tower(s, seat, snout_pose(frame.die, frame.radius, angle))
            return _too_tight(found, frame.arcs, angle)
        case Turn(heading=heading), _:
            arcs = heading_arcs(s, seat)
            if within(arcs, heading):
                return LEGAL
            pose = s.racers[seat].pose
            if pose is None:
                return refuse("wrong-action", "your tower has not started")
            found = check_tower(s, seat, turned_pose(s.pieces(seat), pose, heading))
            return _too_tight(found, arcs, heading)
        case _:
            return refuse("wrong-action", "this is no action for now")


def _check_pull(speed: int, side: int) -> Verdict:
    if not PULL_SPEED[0] <= speed <= PULL_SPEED[1]:
        return refuse(
            "pull-speed",
            f"a hat is pulled at {PULL_SPEED[0] // MM} to {PULL_SPEED[1] // MM} mm/s",
            *PULL_SPEED,
        )
    if not PULL_SIDE[0] <= side <= PULL_SIDE[1]:
        return refuse(
            "pull-sideways",
            f"a hat slips sideways by {PULL_SIDE[0] // MM} to {PULL_SIDE[1] // MM} mm/s",
            *PULL_SIDE,
        )
    return LEGAL


def _too_tight(found: Verdict, arcs: Arcs, angle: int) -> Verdict:
    """Why an angle outside the arcs is refused, also where it misses by a hair."""
    if not found.ok:
        return found
    near = nearest(arcs, angle) if arcs else angle
    return refuse(
        "too-tight",
        f"it would just touch something; the nearest free angle is {near / 100:.2f} degrees",
        near,
    )
