"""Throws without physics: plausible outcomes for self-play, tests and hand-made games.

A die runs straight from the mouth for a drawn distance and bounces off what it meets, each time
with less to go. The few figures of this are chosen so that throws out of open and of blocked mouths
end about where simulated ones do; studies use the simulation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rules.core.geometry import XY, Polygon, block, direction, disc_overlap, footprint
from rules.koenig.board import Board, Pieces
from sim.settled import (
    FULL_TURN,
    MM,
    DieOutcome,
    DieSettled,
    DieThrow,
    Point,
    Pose,
    Standing,
)

DISTANCES: dict[str, tuple[int, ...]] = {
    "d4": (83, 95, 108, 142, 180),
    "d6": (151, 202, 243, 258, 277),
    "d10": (135, 209, 230, 241, 271),
    "d12": (181, 227, 267, 306, 363),
}
"""Distances from the mouth in mm on the open table (PHYSICS.md section 1: 5, 25, 50, 75, 95 %); out
of a tower that is known they are scaled to its median."""

_CARRY: dict[str, dict[str, int]] = {
    "yellow": {"d4": 118, "d6": 231, "d10": 254, "d12": 273},
    "red": {"d4": 123, "d6": 196, "d10": 211, "d12": 307},
    "green": {"d4": 115, "d6": 174, "d10": 175, "d12": 254},
    "blue": {"d4": 102, "d6": 116, "d10": 120, "d12": 176},
}
"""Median distances in mm out of each tower of the library, by 1000 simulated throws (sim.provider)
each at 600 mm/s on the open Rundkurs."""

_STAYS = 0.005
_BACK = 0.005
_COCKED = 0.01
_TIMED_OUT = 0.002
"""Shares of the rare outcomes in the open, more than simulated dice have: games of tests shall meet
all of them."""
_SPREAD = {"d4": 8.0, "d6": 11.0, "d10": 15.0, "d12": 8.0}
"""Standard deviation of the direction of simulated throws, degrees."""
_STEP = 5 * MM
_CLOSE = MM // 4
"""A die stops no farther than this before what it meets."""
_REACH = {"d4": 0.27, "d6": 0.5, "d10": 0.55, "d12": 0.6}
"""How near a die's middle comes to what it meets, in die sizes: the gap between a snout and a tower
square before it at which half of the simulated throws (sim.provider, 600 mm/s) come out, less half
a die."""
_BOUNCE, _ALONG, _SKEW = 0.5, 0.95, 60.0
"""Shares of its speed towards a thing (on average) and along it with which a die comes off it, and
by how many degrees at most its way then turns. With these sampled dice rest between two towers
where simulated ones do."""
_SHIFT = 15 * MM
"""How far a hit moves the blocker."""


@dataclass(frozen=True, slots=True)
class _Draws:
    """The random numbers of a throw, always the same number of them in the same order."""

    kind: float
    distance: float
    aim: float
    aside: float
    face: float
    yaw: float
    spring: float
    skew: float

    @classmethod
    def of(cls, stream: Any) -> _Draws:
        return cls(*(float(stream.random()) for _ in range(8)))


class Sampled:
    """A provider: ``resolve(request, stream)`` with ``stream.random()`` as its only source."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._sets = {pieces.name: pieces for pieces in board.sets}

    def resolve(self, request: DieThrow, stream: Any) -> DieSettled:
        """A plausible outcome of a throw on this board."""
        draws = _Draws.of(stream)
        die = self._sets[request.die]
        face = 1 + min(int(draws.face * die.sides), die.sides - 1)
        yaw = min(int(draws.yaw * FULL_TURN), FULL_TURN - 1)
        if draws.kind < _STAYS:
            return _stays("never_left_mouth", request, 0, face, yaw)
        if draws.kind < _STAYS + _BACK:
            behind = self._sets[request.tower].tower_depth + die.die_size
            return _stays("out_at_back", request, behind, face, yaw)
        path, hit, fell = self._roll(request, die, draws)
        if len(path) < 2:
            return _stays("never_left_mouth", request, 0, face, yaw)
        place = path[-1]
        displaced = self._shifted(request, path, hit)
        time = 400 + round(sum(math.dist(p, q) for p, q in pairwise(path)) / MM)
        if fell:
            return DieSettled("off_table", (*place, yaw), 0, path, (), displaced, time)
        rare = draws.kind - _STAYS - _BACK
        outcome: DieOutcome = "cocked" if rare < _COCKED else "rests"
        if _COCKED <= rare < _COCKED + _TIMED_OUT:
            outcome = "timed_out"
        return DieSettled(
            outcome, (*place, yaw), face, path, _outline(place, die, yaw), displaced, time
        )

    def _roll(
        self, request: DieThrow, die: Pieces, draws: _Draws
    ) -> tuple[tuple[Point, ...], bool, bool]:
        """Path, whether the blocker was hit, and whether the die fell off the table.

        A path of a single point tells a die that cannot get out of the mouth.
        """
        quantiles = DISTANCES[die.die]
        at = draws.distance * (len(quantiles) - 1)
        k = min(int(at), len(quantiles) - 2)
        drawn = quantiles[k] + (at - k) * (quantiles[k + 1] - quantiles[k])
        length = drawn * self._carry(request.tower, die) * MM
        # A sum of two uniform numbers instead of a normal one: two draws, never more.
        bend = (draws.aim + draws.aside - 1) * math.sqrt(6) * _SPREAD[die.die]
        turn = math.radians(request.pose[2] / 100 + bend) + request.pull[1] / (3000 * MM)
        ux, uy = math.cos(turn), math.sin(turn)
        c, d = direction(request.pose[2])
        radius = die.die_size * _REACH[die.die]
        x, y = float(request.pose[0]) + ux, float(request.pose[1]) + uy
        corners: list[XY] = [(x, y)]
        hit = False
        polygons = [
            *((footprint(t.pose, *self._tower(t)), False) for t in request.towers),
            *((block(b.pose, *self._blocker(b)), True) for b in request.blockers),
            (footprint(request.pose, *self._tower(Standing(request.tower, request.pose))), False),
        ]
        spring = 2 * _BOUNCE * draws.spring
        skew = math.radians(_SKEW * (2 * draws.skew - 1))
        cos, sin = math.cos(skew), math.sin(skew)
        left, pace = length, float(_STEP)
        while left > _CLOSE:
            step = min(pace, left)
            nx, ny = x + ux * step, y + uy * step
            left -= step
            if not (0 <= nx <= self._board.length and 0 <= ny <= self._board.width):
                corners.append((nx, ny))
                return _rounded(corners), hit, True
            met = self._meets((x, y), (nx, ny), radius, polygons)
            if met is not None and step > _CLOSE:
                # Once more, by half the way: how near it comes decides what is in front of a mouth.
                left, pace = left + step, step / 2
                continue
            if met is not None:
                normal, blocker = met
                corners.append((x, y))
                hit = hit or blocker
                into = ux * normal[0] + uy * normal[1]
                if into >= 0:
                    break
                back = (_ALONG + spring) * into
                ux, uy = _ALONG * ux - back * normal[0], _ALONG * uy - back * normal[1]
                speed = math.hypot(ux, uy)
                # As far as its energy carries it.
                left, pace = left * speed**2, float(_STEP)
                if left > _CLOSE:
                    ux, uy = (ux * cos - uy * sin) / speed, (ux * sin + uy * cos) / speed
                    sin = -sin
                continue
            x, y, pace = nx, ny, float(_STEP)
        corners.append((x, y))
        out = max((x - request.pose[0]) * c + (y - request.pose[1]) * d for x, y in corners)
        if out < die.die_size / 2:
            return _rounded(corners[:1]), False, False
        return _rounded(corners), hit, False

    def _carry(self, tower: str, die: Pieces) -> float:
        """How many times as far a die is simulated to roll out of a tower; 1 where not known."""
        median = _CARRY.get(tower, {}).get(die.die)
        return 1.0 if median is None else median / DISTANCES[die.die][2]

    def _tower(self, tower: Standing) -> tuple[int, int]:
        pieces = self._sets[tower.name]
        return pieces.tower_width, pieces.tower_depth

    def _blocker(self, blocker: Standing) -> tuple[int, int]:
        pieces = self._sets[blocker.name]
        return pieces.blocker_length, pieces.blocker_depth

    def _meets(
        self, here: XY, there: XY, radius: float, polygons: list[tuple[Polygon, bool]]
    ) -> tuple[XY, bool] | None:
        """The normal of what a die meets on a step, and whether that is the blocker.

        It meets what it comes to lie deeper in: who leaves the mouth still touches the tower.
        """
        for disc in self._board.obstacles:
            dx, dy = there[0] - disc.centre[0], there[1] - disc.centre[1]
            away = math.hypot(dx, dy)
            if away < min(disc.radius + radius, math.dist(here, disc.centre)):
                return ((dx / away, dy / away) if away else (1.0, 0.0)), False
        for polygon, blocker in polygons:
            depth = disc_overlap(polygon, there, radius)
            if depth > 0 and depth > disc_overlap(polygon, here, radius):
                return _normal(polygon, there), blocker
        return None

    def _shifted(
        self, request: DieThrow, path: tuple[Point, ...], hit: bool
    ) -> tuple[Standing, ...]:
        if not hit:
            return ()
        (ax, ay), (bx, by) = path[0], path[1]
        way = math.hypot(bx - ax, by - ay) or 1.0
        blocker = request.blockers[0]
        x, y, angle = blocker.pose
        moved: Pose = (
            min(self._board.length, max(0, round(x + (bx - ax) / way * _SHIFT))),
            min(self._board.width, max(0, round(y + (by - ay) / way * _SHIFT))),
            angle,
        )
        return (Standing(blocker.name, moved),)


def _stays(outcome: DieOutcome, request: DieThrow, behind: int, face: int, yaw: int) -> DieSettled:
    """A die that lies ``behind`` its snout line."""
    c, d = direction(request.pose[2])
    place = (round(request.pose[0] - c * behind), round(request.pose[1] - d * behind))
    return DieSettled(outcome, (*place, yaw), face, (place,), (), (), 800)


def _normal(polygon: Polygon, place: XY) -> XY:
    """The outward normal of the edge line that a point is farthest outside of."""
    best, normal = -math.inf, (1.0, 0.0)
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        size = math.hypot(ex, ey)
        out = ((place[0] - x0) * ey - (place[1] - y0) * ex) / size
        if out > best:
            best, normal = out, (ey / size, -ex / size)
        x0, y0 = x1, y1
    return normal


def _rounded(corners: list[XY]) -> tuple[Point, ...]:
    points = [(round(x), round(y)) for x, y in corners]
    return tuple(p for k, p in enumerate(points) if k == 0 or p != points[k - 1])


def _outline(place: Point, die: Pieces, yaw: int) -> tuple[Point, ...]:
    """A regular outline of about the die's size: a triangle for a d4, else four to eight sides."""
    sides = {"d4": 3, "d6": 4, "d10": 8, "d12": 8}[die.die]
    radius = die.die_size * (0.577 if sides == 3 else 0.5 / math.cos(math.pi / sides))
    turn = yaw / 100
    return tuple(
        (
            round(place[0] + radius * math.cos(math.radians(turn + 360 * k / sides))),
            round(place[1] + radius * math.sin(math.radians(turn + 360 * k / sides))),
        )
        for k in range(sides)
    )
