"""Is this answer of the physics one that can be? Refused ones leave the game as it was.

Every marble keeps its number, so each can be followed: out of the hollow comes only the one that
was dropped, into the hut no other, out of the hut only past its front (or off the track), and on
the hill marbles roll downhill.
"""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from rules.core.errors import BadOutcome
from rules.kullern.board import ranks
from rules.kullern.runs import marmots_after, run_frame
from rules.kullern.state import (
    HOLLOW,
    HUT,
    DropWait,
    LiftWait,
    PlaceWait,
    PushWait,
    ResumeWait,
    State,
    Wait,
)
from sim.settled import IN_HAND, IN_HOLLOW, IN_HUT, ON_HILL, MarblesSettled

LIMIT = 10**8
"""No number of an outcome is larger: a kilometre, a day."""
ROW = 5
"""Numbers that a row of a world has at least: where, x, y, vx, vy."""
ROW_MOST = 16
"""Numbers that a row of a world has at most."""


def check_settled(s: State, frame: Wait, o: object) -> None:
    """Raise BadOutcome with a sentence where ``o`` cannot answer the frame's request."""
    if not isinstance(o, MarblesSettled):
        raise BadOutcome(f"a run must be answered by a MarblesSettled, not {type(o).__name__}")
    _check_types(o)
    marmots = marmots_after(s, frame)
    rolling = _check_places(s, marmots, o)
    _check_world(s, o, rolling)
    _check_touches(s, frame, marmots, o, rolling)
    _check_ways(s, frame, o)
    _check_rest(s, frame, o, rolling)


def _ints(value: object) -> bool:
    """Whether it is a tuple of whole numbers, none too large; a plain loop, for it runs often."""
    if type(value) is not tuple:
        return False
    for one in cast("tuple[object, ...]", value):
        if type(one) is not int or not -LIMIT <= one <= LIMIT:
            return False
    return True


def _check_types(o: MarblesSettled) -> None:
    if not all(map(_ints, (o.front, o.out, o.hut, o.hollow, o.lost))):
        raise BadOutcome("front, out, hut, hollow and lost must be tuples of whole numbers")
    for pairs in (o.touched, o.resting):
        if type(cast("object", pairs)) is not tuple:
            raise BadOutcome("touched and resting must be tuples of pairs")
        for pair in cast("tuple[object, ...]", pairs):
            if type(pair) is not tuple or len(cast("tuple[object, ...]", pair)) != 2:
                raise BadOutcome("touched and resting must be tuples of pairs")
    if not all(map(_ints, o.touched)):
        raise BadOutcome("a touch must be a marble and a marmot")
    if not all(_ints(pair) or (_ints(pair[:1]) and pair[1] is None) for pair in o.resting):
        raise BadOutcome("what rests must be a marble and a place, or None while it rolls")
    if type(o.time) is not int or not 0 <= o.time <= LIMIT or type(o.timed_out) is not bool:
        raise BadOutcome("time must be a whole number, not negative, timed_out true or false")


def _check_places(s: State, marmots: tuple[int, ...], o: MarblesSettled) -> bool:
    """Every marble is in one place, counted right; gives whether one still rolls."""
    total = len(s.marbles)
    resting = [marble for marble, _ in o.resting]
    for some in (o.hut, o.hollow, resting):
        if any(one >= other for one, other in pairwise(some)):
            raise BadOutcome("hut, hollow and resting must name their marbles in rising order")
    if sorted((*o.hut, *o.hollow, *resting)) != list(range(total)):
        raise BadOutcome(
            f"each of the {total} marbles must be in one place: the hut, the hollow or the hill"
        )
    front = [0] * len(marmots)
    rolling = False
    for marble, place in o.resting:
        if place is None:
            rolling = True
            continue
        if place in (IN_HAND, s.board.chair) or place not in marmots:
            raise BadOutcome(f"marble {marble} cannot rest at place {place}: no marmot holds it")
        front[marmots.index(place)] += 1
    if tuple(front) != o.front:
        raise BadOutcome("front does not count the marbles that rest in front of the marmots")
    return rolling


def _check_world(s: State, o: MarblesSettled, rolling: bool) -> None:
    world = cast("object", o.world)
    if type(world) is not tuple or len(o.world) != len(s.marbles) or not all(map(_ints, o.world)):
        raise BadOutcome("the world must have a row of whole numbers for each marble")
    if len({len(row) for row in o.world}) != 1 or not ROW <= len(o.world[0]) <= ROW_MOST:
        raise BadOutcome("the rows of a world must be of the same length, with place and speed")
    where = [ON_HILL] * len(o.world)
    for marble in o.hut:
        where[marble] = IN_HUT
    for marble in o.hollow:
        where[marble] = IN_HOLLOW
    for marble, (row, place) in enumerate(zip(o.world, where, strict=True)):
        if row[0] != place:
            raise BadOutcome(f"marble {marble} is elsewhere in the world than in the lists")
        if not rolling and (row[3] or row[4]):
            raise BadOutcome(f"marble {marble} still moves in a world at rest")


def _check_touches(
    s: State, frame: Wait, marmots: tuple[int, ...], o: MarblesSettled, rolling: bool
) -> None:
    """Touches are of marbles on the hill and marmots on it; a run at a touch tells one."""
    junior = s.options.variant == "junior"
    if len(o.touched) > LIMIT // 10**5 or (junior and len(o.touched) > 1):
        raise BadOutcome("a run that stops at the first touch tells no other")
    for marble, marmot in o.touched:
        if not 0 <= marble < len(s.marbles) or not 0 <= marmot < len(marmots):
            raise BadOutcome(f"there is no marble {marble} or no marmot {marmot} to touch")
        if marmots[marmot] in (IN_HAND, s.board.chair):
            raise BadOutcome(f"marmot {marmot} is not on the hill and cannot be touched")
        if junior and o.world[marble][0] != ON_HILL:
            raise BadOutcome(f"marble {marble} is not on the hill and cannot touch")
        if isinstance(frame, ResumeWait) and (marble, marmot) in run_frame(s).pairs:
            raise BadOutcome("this touch was to be ignored")
    if rolling and not (junior and o.touched):
        raise BadOutcome("a run that did not stop at a touch must end with every marble at rest")


def _check_ways(s: State, frame: Wait, o: MarblesSettled) -> None:
    """No marble got where it cannot have come from where it was."""
    dropped = frame.marble if isinstance(frame, DropWait) else -1
    before, rank = s.marbles, ranks(s.board)
    lost, hut = set(o.lost), set(o.hut)
    for some in (o.out, o.lost):
        if len(set(some)) != len(some):
            raise BadOutcome("a marble came out, or was lost, twice")
    for marble in o.out:
        inside = 0 <= marble < len(before) and (before[marble] == HUT or marble == dropped)
        if not inside or marble in hut:
            raise BadOutcome(f"marble {marble} cannot have come out of the hut")
    for marble in o.lost:
        if marble not in o.hollow or (before[marble] == HOLLOW and marble != dropped):
            raise BadOutcome(f"marble {marble} cannot have been lost: it must end in the hollow")
    free = lost | set(o.out)
    for marble in o.hollow:
        if marble not in free and (before[marble] == HUT or marble == dropped):
            raise BadOutcome(f"marble {marble} must have come out of the hut")
    for marble in o.hut:
        if before[marble] != HUT and marble != dropped:
            raise BadOutcome(f"marble {marble} cannot have got into the hut")
    for marble, place in o.resting:
        held = before[marble]
        if held == HOLLOW and marble != dropped:
            raise BadOutcome(f"marble {marble} was in the hollow and was not dropped")
        if (held == HUT or marble == dropped) and marble not in free:
            raise BadOutcome(f"marble {marble} must have come out of the hut")
        if held >= 0 and place is not None:
            since = s.marmots[held]
            # A pile may reach up to a fork: what lay on top may come down the next lane.
            if rank[place] < rank[since]:
                raise BadOutcome(f"marble {marble} cannot have rolled uphill to place {place}")


def _check_rest(s: State, frame: Wait, o: MarblesSettled, rolling: bool) -> None:
    """What the request itself brings about."""
    if s.options.variant == "junior":
        pushed = isinstance(frame, PushWait) or run_frame(s).pushed
        if pushed and o.hut and not rolling and not o.touched:
            raise BadOutcome("after the slider was pushed no marble may stay in the hut")
        return
    if isinstance(frame, PushWait) and o.hut:
        raise BadOutcome("after the slider was pushed no marble may stay in the hut")
    if isinstance(frame, LiftWait | PlaceWait) and o.out:
        raise BadOutcome("no marble comes out of the hut while a marmot is moved")
    if isinstance(frame, PlaceWait) and frame.place != s.board.chair and o.front[frame.marmot]:
        raise BadOutcome("a marmot on a free place has no marbles in front of it yet")
