"""How far along the course: race path, ray counters, the finish (GAMES.md 1.2 "Progress")."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from rules.core.geometry import XY, crossing, distance_to_segment, side
from rules.koenig.board import Board, Line
from sim.settled import MM, ON_TABLE, DieSettled, Point

NOWHERE = 10**9
"""Distance to the next ray of a tower that has not started."""

_CLEARANCE = 20 * MM
"""How far from a half-sphere or post the ideal line passes; for scores only, not a rule."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Rays done, rays in all (the gate included), and 0.01 mm straight to the next ray."""

    done: int
    of: int
    distance: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What a throw adds if its tower follows, and whether it wins."""

    counters: tuple[int, ...]
    crossed: tuple[tuple[int, int], ...]
    """(ray, +1 or -1) in order of time, the crossings that count."""
    wins: bool


def rays_done(counters: Sequence[int]) -> int:
    """How many rays are done, in order from the first: a ray is while its counter is >= 1."""
    for k, counter in enumerate(counters):
        if counter < 1:
            return k
    return len(counters)


def follow(
    board: Board, counters: tuple[int, ...], way: Sequence[Point]
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The counters after a way, and the crossings that counted, in order of time.

    A crossing of ray k (+1 with, -1 against its direction) counts only while all rays before it
    are done; crossings within one straight piece are taken in the order in which they happen.
    """
    now = list(counters)
    counted: list[tuple[int, int]] = []
    for p, q in pairwise(way):
        found: list[tuple[Fraction, int, int]] = []
        for k, ray in enumerate(board.rays):
            hit = crossing(ray.a, ray.b, p, q)
            if hit is not None:
                found.append((hit[0], k, hit[1]))
        for _, k, sign in sorted(found):
            if rays_done(now) >= k:
                now[k] += sign
                counted.append((k, sign))
    return tuple(now), tuple(counted)


def count_throw(
    board: Board, counters: tuple[int, ...], rest: Point | None, settled: DieSettled
) -> Counted:
    """Judge a throw that came to rest on the table.

    The race path goes on from ``rest``, the last rest place that counts, straight to the mouth.
    Wholly behind the line (every point of the outline) the gate counter returns to 0; wholly
    beyond it, with every ray done, the die has finished.
    """
    way = settled.path if rest is None else (rest, *settled.path)
    after, crossed = follow(board, counters, way)
    gate = board.gate
    sides = [side(gate.a, gate.b, point) for point in settled.outline]
    if all(s < 0 for s in sides):
        after = (*after[:-1], 0)
    wins = all(s > 0 for s in sides) and rays_done(after) == len(after)
    return Counted(after, crossed, wins)


def progress(board: Board, counters: Sequence[int], place: Point | None) -> Progress:
    """Progress of a tower whose snout is at ``place`` (None: not started), for the round cap."""
    done = rays_done(counters)
    if place is None:
        return Progress(done, len(counters), NOWHERE)
    ray = board.rays[min(done, len(counters) - 1)]
    return Progress(done, len(counters), distance_to_segment(ray.a, ray.b, place))


def after_throw(
    board: Board, counters: tuple[int, ...], rest: Point | None, settled: DieSettled
) -> Counted | None:
    """What a throw adds if the tower can follow it; None for one that the tower never follows."""
    if settled.outcome not in ON_TABLE:
        return None
    return count_throw(board, counters, rest, settled)


# --- the ideal line, for players and scores ----------------------------------


def _gateway(board: Board, ray: Line) -> tuple[XY, XY]:
    """The part of a ray where a die fits between the obstacle and the ray's far end."""
    radii = {disc.centre: disc.radius for disc in board.obstacles}
    ax, ay = ray.a
    bx, by = ray.b
    size = math.hypot(bx - ax, by - ay)
    cut_a = radii.get(ray.a, 0) + _CLEARANCE
    cut_b = radii.get(ray.b, 0) + _CLEARANCE
    if size <= cut_a + cut_b:
        middle = ((ax + bx) / 2, (ay + by) / 2)
        return middle, middle
    s, t = cut_a / size, 1 - cut_b / size
    return (ax + s * (bx - ax), ay + s * (by - ay)), (ax + t * (bx - ax), ay + t * (by - ay))


@lru_cache(maxsize=64)
def _gateways(board: Board) -> tuple[tuple[XY, XY], ...]:
    return tuple(_gateway(board, ray) for ray in board.rays)


def _best_between(u: XY, v: XY, gateway: tuple[XY, XY]) -> XY:
    """The point of a segment with the shortest way from ``u`` over it to ``v``."""
    (ax, ay), (bx, by) = gateway
    ex, ey = bx - ax, by - ay
    size = math.hypot(ex, ey)
    if size == 0:
        return gateway[0]
    ex, ey = ex / size, ey / size
    along_u, off_u = (u[0] - ax) * ex + (u[1] - ay) * ey, abs((u[1] - ay) * ex - (u[0] - ax) * ey)
    along_v, off_v = (v[0] - ax) * ex + (v[1] - ay) * ey, abs((v[1] - ay) * ex - (v[0] - ax) * ey)
    both = off_u + off_v
    along = along_u if both == 0 else along_u + (along_v - along_u) * off_u / both
    along = min(size, max(0.0, along))
    return ax + along * ex, ay + along * ey


def ideal_line(board: Board, counters: Sequence[int], place: Point) -> tuple[XY, ...]:
    """The shortest way from ``place`` over all rays still to cross, as its corner points.

    It ends on the gate, and goes round the half-spheres that lie in the way of a straight piece.
    For scores and players, not a rule.
    """
    gateways = _gateways(board)[min(rays_done(counters), len(counters) - 1) :]
    line: list[XY] = [(float(place[0]), float(place[1]))]
    line += [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in gateways]
    for _ in range(8):
        for k, gateway in enumerate(gateways, start=1):
            after = line[k + 1] if k + 1 < len(line) else line[k - 1]
            line[k] = _best_between(line[k - 1], after, gateway)
    bent = [line[0]]
    for p, q in pairwise(line):
        bent += _round_spheres(board, p, q, 2)
    return tuple(bent)


def _round_spheres(board: Board, p: XY, q: XY, depth: int) -> list[XY]:
    """The way from ``p`` to ``q`` without ``p``, bent round half-spheres that it would touch."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    size = ex * ex + ey * ey
    if depth == 0 or size == 0:
        return [q]
    for ball in board.spheres:
        x, y = ball.centre
        along = ((x - p[0]) * ex + (y - p[1]) * ey) / size
        if not 0 < along < 1:
            continue
        dx, dy = p[0] + along * ex - x, p[1] + along * ey - y
        away, keep = math.hypot(dx, dy), ball.radius + _CLEARANCE
        if away < keep - 1:
            if away == 0:
                dx, dy, away = -ey, ex, math.sqrt(size)
            corner = (x + dx / away * keep * 1.1, y + dy / away * keep * 1.1)
            return [
                *_round_spheres(board, p, corner, depth - 1),
                *_round_spheres(board, corner, q, depth - 1),
            ]
    return [q]


def remaining(board: Board, counters: Sequence[int], place: Point) -> float:
    """Length of the ideal line that is left, in 0.01 mm; for scores and players."""
    line = ideal_line(board, counters, place)
    return sum(math.dist(p, q) for p, q in pairwise(line))


@lru_cache(maxsize=64)
def course_length(board: Board) -> float:
    """Length of the ideal line from the middle of the start box, in 0.01 mm."""
    x_min, y_min, x_max, y_max = board.start_box
    middle = ((x_min + x_max) // 2, (y_min + y_max) // 2)
    return remaining(board, (0,) * len(board.rays), middle)
