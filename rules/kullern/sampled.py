"""Marbles without physics: plausible runs for self-play, tests and hand-made games.

The routing of GAMES.md 3.2 and nothing more: a hatch leads to either of its two exits, a marble
behind the closed one stays (and may be knocked free by the next that falls on it), every fork on
the hill is even, and a marmot holds what comes down its lane. Marbles run one after the other.
In its worlds a marble lies at the middle of the place that holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from rules.kullern.board import PITCH, Hill, Spot, rows, spot
from sim.settled import (
    IN_HOLLOW,
    IN_HUT,
    MM,
    ON_HILL,
    LiftMarmot,
    MarbleDrop,
    MarbleRequest,
    MarblesSettled,
    PlaceMarmot,
    PushSlider,
    Resume,
    Touch,
)

KNOCKED = 1 / 12
"""Share of the falls on stuck marbles that knock one of them free."""
LOST = 1 / 300
"""Share of the marbles that jump off the track on leaving the hut."""
SPEED = 50 * MM
"""Speed downhill of a marble that was stopped while it rolled."""
_ROW_TIME = 250
_START_TIME = 600


HOLLOW_ROW: tuple[int, ...] = (IN_HOLLOW, 0, 0, 0, 0)
"""The row of a marble in the hollow."""


@cache
def hut_row(way: int) -> tuple[int, ...]:
    """The row of a marble behind exit ``way`` (0, 1, ... from the left)."""
    return (IN_HUT, way * PITCH, 0, 0, 0)


@cache
def hill_row(at: Spot, rolling: bool = False) -> tuple[int, ...]:
    """The row of a marble in a lane, at the height of a row of places."""
    return (ON_HILL, at[0] * PITCH, at[1] * PITCH, 0, SPEED if rolling else 0)


class Sampled:
    """A provider: ``resolve(request, stream)`` with ``stream.random()`` as its only source."""

    def __init__(self, hill: Hill) -> None:
        self._ways = _ways(hill)

    def resolve(self, request: MarbleRequest, stream: Any) -> MarblesSettled:
        """A plausible outcome of a run on this hill."""
        return _Run(self._ways, request, stream).result()


@dataclass(frozen=True, slots=True)
class _Ways:
    """What every run on a hill looks up: spots by place, the rows, and the row below each."""

    hill: Hill
    spots: dict[int, Spot | None]
    top: int
    below: dict[int, int]


@cache
def _ways(hill: Hill) -> _Ways:
    places = range(-len(hill.starts), hill.chair + 1)
    levels = rows(hill)
    return _Ways(
        hill, {place: spot(hill, place) for place in places}, levels[0], dict(pairwise(levels))
    )


class _Run:
    """One run; ``exits`` and ``spots`` hold where the marbles of hut and hill are."""

    def __init__(self, ways: _Ways, request: MarbleRequest, stream: Any) -> None:
        self.hill = ways.hill
        self.below = ways.below
        self.top = ways.top
        self.stream = stream
        self.stops = request.stop == "first-touch"
        self.ignore = request.ignore if isinstance(request, Resume) else ()
        marmots = list(request.on.marmots)
        left = (request.on.slider == "left") != isinstance(request, PushSlider)
        self.open = 0 if left else 1
        if isinstance(request, LiftMarmot):
            marmots[request.marmot] = 0
        elif isinstance(request, PlaceMarmot):
            marmots[request.marmot] = request.place
        self.marmots = marmots
        spots = ways.spots
        self.standing = {
            at: k for k, place in enumerate(marmots) if (at := spots[place]) is not None
        }
        self.exits: dict[int, int] = {}
        self.spots: dict[int, Spot] = {}
        self.held: set[int] = set()
        self.size = len(request.on.world)
        for marble, row in enumerate(request.on.world):
            where = row[0]
            if where == IN_HOLLOW:
                continue
            if where == IN_HUT:
                self.exits[marble] = row[1] // PITCH
            elif where == ON_HILL:
                at = (row[1] // PITCH, row[2] // PITCH)
                self.spots[marble] = at
                if at in self.standing and not row[4]:
                    self.held.add(marble)
        self.out: list[int] = []
        self.lost: list[int] = []
        self.touched: list[Touch] = []
        self.time = _START_TIME
        self._run(request)

    def _half(self) -> bool:
        return float(self.stream.random()) < 0.5

    def _run(self, request: MarbleRequest) -> None:
        if isinstance(request, MarbleDrop):
            way = 2 * request.hatch - (2 if self._half() else 1)
            stuck = [marble for marble, other in self.exits.items() if other == way]
            self.exits[request.marble] = way
            if stuck and float(self.stream.random()) < KNOCKED and not self._leave(stuck[0]):
                return
        for marble in sorted(self.spots.keys() - self.held, key=self._height):
            if not self._roll(marble):
                return
        for marble in sorted(self.exits):
            if self.exits[marble] % 2 == self.open and not self._leave(marble):
                return

    def _height(self, marble: int) -> tuple[int, int]:
        """The lowest marbles run first."""
        return -self.spots[marble][1], marble

    def _leave(self, marble: int) -> bool:
        """Out of the hut and down; False when the run stops at a touch."""
        way = self.exits.pop(marble)
        self.out.append(marble)
        if float(self.stream.random()) < LOST:
            self.lost.append(marble)
            return True
        self.spots[marble] = (self._fork(self._fork(2 * way, 1), 0) // 2, self.top)
        return self._roll(marble)

    def _fork(self, across: int, odd: int) -> int:
        """One half pitch to the left or right; junctions are odd half pitches, lanes even ones."""
        low, high = (1, 2 * self.hill.lanes + 1) if odd else (2, 2 * self.hill.lanes)
        to = across + (-1 if self._half() else 1)
        if to < low:
            return max(across + 1, low)
        return min(across - 1, high) if to > high else to

    def _roll(self, marble: int) -> bool:
        """Downhill from where it is, until a marmot holds it; False when the run stops there."""
        lane, row = self.spots[marble]
        below = self.below
        while True:
            self.time += _ROW_TIME
            marmot = self.standing.get((lane, row))
            if marmot is not None:
                self.spots[marble] = (lane, row)
                if self.stops and (marble, marmot) in self.ignore:
                    self.held.add(marble)
                    return True
                self.touched.append((marble, marmot))
                if self.stops:
                    return False
                self.held.add(marble)
                return True
            after = below.get(row)
            if after is None:
                del self.spots[marble]
                return True
            if after - row > 1:
                lane = self._fork(self._fork(2 * lane, 1), 0) // 2
            row = after

    def result(self) -> MarblesSettled:
        """What the run came to."""
        world = [HOLLOW_ROW] * self.size
        front = [0] * len(self.marmots)
        resting: list[tuple[int, int | None]] = []
        for marble, way in self.exits.items():
            world[marble] = hut_row(way)
        for marble, at in sorted(self.spots.items()):
            held = marble in self.held
            world[marble] = hill_row(at, not held)
            resting.append((marble, self.marmots[self.standing[at]] if held else None))
            if held:
                front[self.standing[at]] += 1
        away = self.exits.keys() | self.spots.keys()
        return MarblesSettled(
            front=tuple(front),
            out=tuple(self.out),
            hut=_sorted(tuple(self.exits)),
            hollow=tuple([k for k in range(self.size) if k not in away]),
            lost=_sorted(self.lost),
            touched=tuple(self.touched),
            resting=tuple(resting),
            world=tuple(world),
            time=self.time,
        )


def _sorted(marbles: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(marbles))
