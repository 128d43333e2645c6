"""How marmots move: counted steps upward, the way back after a fright, who has won."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.types import Seat
from rules.kullern.board import Hill
from rules.kullern.state import State

FRIGHT = 4
"""So many marbles in front of a marmot are too many (rulebook, "Marble Fright")."""


def walk_way(
    hill: Hill, marmots: tuple[int, ...], marmot: int, steps: int
) -> tuple[int, tuple[int, ...]]:
    """Where a walk of ``steps`` ends, and the free horns that it enters or passes.

    Occupied spaces are jumped and not counted, their horns neither. The way ends in a deck chair
    however many steps are left.
    """
    taken = set(marmots)
    place = max(marmots[marmot], 0)
    horns: list[int] = []
    while steps > 0:
        place += 1
        if place >= hill.chair:
            return hill.chair, tuple(horns)
        if place in taken:
            continue
        steps -= 1
        if place in hill.horns:
            horns.append(place)
    return place, tuple(horns)


def steps_of(s: State, marmot: int, out: int) -> int:
    """Steps of a walk: what rolled out, and what lies in front of the marmot at that time."""
    return out + s.marbles.count(marmot)


def movable(s: State, seat: Seat) -> tuple[int, ...]:
    """Which of a seat's marmots are not in a chair, numbered from 0."""
    own = s.owned(seat)
    return tuple(k - own.start for k in own if s.marmots[k] != s.board.chair)


def frightened(s: State) -> int | None:
    """The marmot that must go back now: the foremost with too many marbles; None without one.

    Start places count as 0, and there the lowest number comes first.
    """
    best: tuple[int, int] | None = None
    found = None
    for k, place in enumerate(s.marmots):
        if s.marbles.count(k) >= FRIGHT:
            key = (max(place, 0), min(place, 0))
            if best is None or key > best:
                best, found = key, k
    return found


def way_back(hill: Hill, marmots: tuple[int, ...], marmot: int, since: int) -> int:
    """Where a frightened marmot goes from the place ``since``.

    The nearest lower stone without a marmot, else the lowest free start place of its colour; one
    that was on a start place goes back to it.
    """
    if since < 0:
        return since
    taken = set(marmots)
    for stone in reversed(hill.stones):
        if stone < since and stone not in taken:
            return stone
    first = marmot // 2 * 2
    return next(-k for k in (first + 1, first + 2) if -k not in taken)


def home(s: State, seat: Seat) -> int:
    """How many of a seat's marmots are in deck chairs."""
    return sum(s.marmots[k] == s.board.chair for k in s.owned(seat))


def chairs_left(hill: Hill, marmots: Iterable[int]) -> int:
    """How many deck chairs are free."""
    return hill.chairs - sum(place == hill.chair for place in marmots)


def farness(s: State, seat: Seat) -> int:
    """The sum of the seat's best marmots, as many as win; a start place counts 0."""
    best = sorted((max(s.marmots[k], 0) for k in s.owned(seat)), reverse=True)
    return sum(best[: s.needed])
