"""How far it still is: a walk from a place on the table round the rest of the course.

The way leads from ray to ray through one of a few points on each, straight or round a half-sphere
or post in between; a place that lies on the far side of a ray that is still to be crossed first
goes back round the half-sphere. Nothing here is a rule: it is what a player with a good eye sees.
Lengths in mm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sim.settled import MM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.koenig.board import Board

Spot = tuple[float, float]
Round = tuple[float, float, float]
"""Centre and radius of a half-sphere or a post."""

CLEARANCE = 45.0
"""How far from a half-sphere, a post or the table's edge a way keeps, mm."""
PASS = 14.0
"""How near a die's centre can pass a half-sphere or a post, mm."""
SPARE = 6.0
"""How much farther from it a way round it leads, mm."""
POINTS = 7
"""Points on a ray through which a way may lead."""
LAP = 500.0
"""What a crossing in the wrong direction costs, mm: the way round a half-sphere to undo it."""
BEYOND = 30.0
"""How far beyond the finish line a way ends, mm."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One ray to cross: ``points`` on it, ``before`` and ``inside`` to go back round its root.

    ``forward`` is the unit vector of the crossing direction; ``root`` the ray's end at the
    half-sphere.
    """

    points: tuple[Spot, ...]
    root: Spot
    forward: Spot
    before: Spot
    inside: Spot
    rest: tuple[float, ...]
    """From each point to the finish, mm."""


@dataclass(frozen=True, slots=True)
class Course:
    """All that remains to be crossed, one leg per ray, the gate last."""

    legs: tuple[Leg, ...]
    discs: tuple[Round, ...]

    def way(self, place: Spot, counters: Sequence[int]) -> float:
        """Return the way in mm from a place to the finish, with these ray counters."""
        return self._best(place, counters)[0]

    def target(self, place: Spot, counters: Sequence[int]) -> Spot:
        """Return the point to head for from a place, on the shortest way round the whole course."""
        return self._best(place, counters)[1]

    def middle(self, place: Spot, counters: Sequence[int]) -> Spot:
        """Return the point to head for on the way to the middle of the next ray, and no farther."""
        leg = self._next(counters)
        if leg is None:
            return self._best(place, counters)[1]
        return _way_to(place, leg, leg.points[POINTS // 2], self.discs)[1]

    def _next(self, counters: Sequence[int]) -> Leg | None:
        k = next((i for i, count in enumerate(counters) if count < 1), None)
        return None if k is None else self.legs[k]

    def _best(self, place: Spot, counters: Sequence[int]) -> tuple[float, Spot]:
        leg = self._next(counters)
        if leg is None:
            # Over the line, but not wholly: on and away from it.
            gate = self.legs[-1]
            fx, fy = gate.forward
            ahead = (place[0] - gate.root[0]) * fx + (place[1] - gate.root[1]) * fy
            return max(0.0, BEYOND - ahead), (place[0] + fx * LAP, place[1] + fy * LAP)
        extra = LAP * -min(0, counters[self.legs.index(leg)])
        ways = [
            (length + rest + extra, first)
            for (length, first), rest in zip(
                (_way_to(place, leg, point, self.discs) for point in leg.points),
                leg.rest,
                strict=True,
            )
        ]
        return min(ways)


@lru_cache(maxsize=8)
def course_of(board: Board) -> Course:
    """Return the course of a board."""
    legs: list[Leg] = []
    rays = board.rays
    discs = tuple((d.centre[0] / MM, d.centre[1] / MM, d.radius / MM) for d in board.obstacles)
    radii = {disc.name: disc.radius for disc in board.spheres}
    for line in reversed(rays):
        a = (line.a[0] / MM, line.a[1] / MM)
        b = (line.b[0] / MM, line.b[1] / MM)
        length = math.dist(a, b)
        u = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        forward = (-u[1], u[0])
        is_gate = line is rays[-1]
        centre = next((d.centre for d in board.spheres if d.name == line.name), line.a)
        root = (centre[0] / MM, centre[1] / MM)
        outward = u if math.dist(a, root) <= math.dist(b, root) else (-u[0], -u[1])
        away = radii.get(line.name, 0) / MM + CLEARANCE
        inner, outer = (CLEARANCE, length - CLEARANCE) if is_gate else (away, length - CLEARANCE)
        if outer < inner:
            inner = outer = length / 2
        points = tuple(
            (root[0] + outward[0] * t, root[1] + outward[1] * t)
            for t in (inner + (outer - inner) * i / (POINTS - 1) for i in range(POINTS))
        )
        if is_gate:
            rest = tuple(BEYOND for _ in points)
        else:
            following = legs[-1]
            rest = tuple(_onward(point, following, discs) for point in points)
        before = (root[0] - forward[0] * away, root[1] - forward[1] * away)
        inside = (root[0] - outward[0] * away, root[1] - outward[1] * away)
        legs.append(Leg(points, root, forward, before, inside, rest))
    return Course(tuple(reversed(legs)), discs)


def _onward(place: Spot, leg: Leg, discs: Sequence[Round]) -> float:
    return min(
        _way_to(place, leg, point, discs)[0] + rest
        for point, rest in zip(leg.points, leg.rest, strict=True)
    )


def _way_to(place: Spot, leg: Leg, point: Spot, discs: Sequence[Round]) -> tuple[float, Spot]:
    """Return the length of the way that crosses ``leg`` forward at ``point``; its first stop."""
    ahead = (place[0] - leg.root[0]) * leg.forward[0] + (place[1] - leg.root[1]) * leg.forward[1]
    if ahead <= 0:
        return _round(place, point, discs)
    # On the far side already: back round the root, on the side away from the ray if need be.
    back = math.dist(leg.before, point)
    out = (leg.points[-1][0] - leg.root[0], leg.points[-1][1] - leg.root[1])
    along = (place[0] - leg.root[0]) * out[0] + (place[1] - leg.root[1]) * out[1]
    if along <= 0:
        length, first = _round(place, leg.before, discs)
        return length + back, first
    length, first = _round(place, leg.inside, discs)
    return length + math.dist(leg.inside, leg.before) + back, first


def _round(a: Spot, b: Spot, discs: Sequence[Round]) -> tuple[float, Spot]:
    """Return the length of the way from a to b and its first stop, round the first thing met."""
    straight = math.dist(a, b)
    if straight == 0:
        return 0.0, b
    ux, uy = (b[0] - a[0]) / straight, (b[1] - a[1]) / straight
    met: Round | None = None
    nearest = straight
    for disc in discs:
        dx, dy = disc[0] - a[0], disc[1] - a[1]
        along = dx * ux + dy * uy
        if 0 < along < nearest and abs(dx * uy - dy * ux) < disc[2] + PASS:
            met, nearest = disc, along
    if met is None:
        return straight, b
    cx, cy, radius = met
    away = math.dist(a, (cx, cy))
    clear = radius + PASS + SPARE
    off = math.asin(clear / away) if clear < away else math.pi / 2
    bearing = math.atan2(cy - a[1], cx - a[0])
    stops = [
        (a[0] + away * math.cos(bearing + turn), a[1] + away * math.sin(bearing + turn))
        for turn in (off, -off)
    ]
    return min((away + math.dist(stop, b), stop) for stop in stops)
