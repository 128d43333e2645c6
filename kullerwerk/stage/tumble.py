"""A throw to be shown: the way and the turning of the die in time, and what it pushed away."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sim.outcome import levelled, settled
from sim.provider import thrown_by
from sim.rotation import (
    IDENTITY,
    Matrix,
    about,
    between,
    from_quaternion,
    quaternion,
    times,
)
from sim.settled import DEGREE, MM, DieSettled, DieThrow
from sim.solids import Solid, Vec3, solid
from sim.thrown import Moment
from sim.world import GRAVITY

if TYPE_CHECKING:
    from numpy.random import Generator

    from scenes.track import Track

RATE = 120
"""Samples in a second."""
FALL = 0.45
"""So long a die that has left the table is shown to fall, s."""
SLIDE_FRICTION = 0.45
"""Of a blocker on the table: how long its shown way takes (its end is the simulated one)."""

Quaternion = tuple[float, float, float, float]
"""w, x, y, z: body to world."""
Place = tuple[float, float, float]
"""x, y in mm and an angle in radians."""


@dataclass(frozen=True, slots=True)
class Pushed:
    """A blocker that the die has moved: from where to where, and in which time."""

    name: str
    start: Place
    end: Place
    begins: float
    lasts: float

    def at(self, time: float) -> Place:
        """Where it is at a time: it slows down evenly."""
        share = min(1.0, max(0.0, (time - self.begins) / self.lasts)) if self.lasts else 1.0
        done = share * (2.0 - share)
        turn = math.remainder(self.end[2] - self.start[2], 2 * math.pi)
        return (
            self.start[0] + (self.end[0] - self.start[0]) * done,
            self.start[1] + (self.end[1] - self.start[1]) * done,
            self.start[2] + turn * done,
        )


@dataclass(frozen=True, slots=True)
class Tumble:
    """The way of a die from the pull on, as samples at equal steps of time (the last one less).

    ``places`` are of the centre, in mm; ``turns`` turn the body of the solid ``kind``, ``size``
    into the world. ``hits`` are the times at which it struck something.
    """

    kind: str
    size: float
    times: tuple[float, ...]
    places: tuple[Vec3, ...]
    turns: tuple[Quaternion, ...]
    pushed: tuple[Pushed, ...] = ()
    hits: tuple[float, ...] = ()

    @property
    def end(self) -> float:
        """How long it lasts, s: until the die and all that it pushed are at rest."""
        return max([self.times[-1], *(one.begins + one.lasts for one in self.pushed)])

    def at(self, time: float) -> tuple[Vec3, Matrix]:
        """Place and orientation at a time."""
        k = bisect_right(self.times, time)
        if k == 0:
            return self.places[0], from_quaternion(self.turns[0])
        if k == len(self.times):
            return self.places[-1], from_quaternion(self.turns[-1])
        share = (time - self.times[k - 1]) / (self.times[k] - self.times[k - 1])
        p, q = self.places[k - 1], self.places[k]
        place = (
            p[0] + (q[0] - p[0]) * share,
            p[1] + (q[1] - p[1]) * share,
            p[2] + (q[2] - p[2]) * share,
        )
        return place, from_quaternion(_between(self.turns[k - 1], self.turns[k], share))

    def way(self, time: float) -> tuple[tuple[float, float], ...]:
        """The way in plan until a time."""
        k = bisect_right(self.times, time)
        here, _ = self.at(time)
        return (*((x, y) for x, y, _ in self.places[:k]), (here[0], here[1]))


def traced_throw(track: Track, request: DieThrow, stream: Generator) -> tuple[DieSettled, Tumble]:
    """Throw a die: what the rules read, and the way there.

    Raises ValueError as `sim.provider.thrown_by` does.
    """
    thrown, world = thrown_by(track, request, stream, tracing=True)
    ended = settled(thrown, world)
    body = solid(world.die.kind, world.die.size)
    last = thrown.matrix if ended.outcome == "cocked" else levelled(body, thrown.matrix)
    moments = thrown.trace
    ways, places, turns = _sampled(moments)
    if ended.outcome == "off_table":
        _let_fall(moments[-1], ways, places, turns)
    else:
        turns[-1] = quaternion(last)
    hits = tuple(m.time for m in moments if m.event in ("impact", "obstacle") and m.time > 0.0)
    tumble = Tumble(
        body.kind, world.die.size, tuple(ways), tuple(places), tuple(turns),
        _pushed(request, ended, moments, body), hits,
    )  # fmt: skip
    return ended, tumble


def along_path(kind: str, size: float, ended: DieSettled) -> Tumble:
    """A way to show a throw of which nothing is known but what the rules read.

    The die rolls along its path, slows down evenly, and comes to rest on its face.
    """
    body = solid(kind, size)
    points = [(x / MM, y / MM) for x, y in ended.path]
    gone = [0.0]
    for (px, py), (qx, qy) in pairwise(points):
        gone.append(gone[-1] + math.hypot(qx - px, qy - py))
    lasts = max(0.3, ended.time / 1000)
    last = lying(body, ended.face or 1, math.radians(ended.pose[2] / DEGREE))
    ways, places, turns = list[float](), list[Vec3](), list[Quaternion]()
    for k in range(int(lasts * RATE) + 2):
        time = min(lasts, k / RATE)
        share = time / lasts
        way = gone[-1] * share * (2.0 - share)
        j = min(max(1, bisect_right(gone, way)), len(points) - 1) if len(points) > 1 else 0
        x, y = points[j]
        axis: Vec3 = (0.0, 0.0, 1.0)
        if j:
            (px, py), step = points[j - 1], gone[j] - gone[j - 1]
            part = (way - gone[j - 1]) / step if step else 1.0
            axis = (-(y - py) / step, (x - px) / step, 0.0) if step else axis
            x, y = px + (x - px) * part, py + (y - py) * part
        # Rolling forwards to its last face: turned back by the way that is left.
        left = (gone[-1] - way) / body.r_out
        ways.append(time)
        places.append((x, y, body.r_in))
        turns.append(quaternion(times(about(axis, -left), last)))
    return Tumble(kind, size, tuple(ways), tuple(places), tuple(turns))


def lying(body: Solid, face: int, yaw: float) -> Matrix:
    """The orientation of a die at rest that shows a number, turned by ``yaw`` radians."""
    row = body.numbers.index(face)
    goal: Vec3 = (0.0, 0.0, -1.0) if body.reads_bottom else (0.0, 0.0, 1.0)
    laid = between(body.normals[row], goal)
    return times(about((0.0, 0.0, 1.0), yaw - math.atan2(laid[3], laid[0])), laid)


# --- between two moments -----------------------------------------------------


def _sampled(
    moments: Sequence[Moment],
) -> tuple[list[float], list[Vec3], list[Quaternion]]:
    """Times from the pull on, places and turns at equal steps, and at the very end."""
    end = moments[-1].time
    ways = [k / RATE for k in range(max(0, math.ceil(end * RATE - 1e-9)))]
    ways.append(max(end, 0.0))
    starts = [m.time for m in moments]
    places: list[Vec3] = []
    turns: list[Quaternion] = []
    for time in ways:
        k = min(max(1, bisect_right(starts, time)), len(moments) - 1)
        place, matrix = _moved(moments[k - 1], moments[k], time)
        places.append(place)
        turns.append(quaternion(matrix))
    return ways, places, turns


def _moved(before: Moment, after: Moment, time: float) -> tuple[Vec3, Matrix]:
    """Where a die is between two moments.

    The place follows the cubic that has the places and velocities of both (a flight exactly). It
    turns by the mean spin; what that misses at the end is spread over the time.
    """
    lasts = after.time - before.time
    if lasts <= 0.0:
        return after.place, after.matrix
    t = min(1.0, max(0.0, (time - before.time) / lasts))
    a, b = 2 * t**3 - 3 * t**2 + 1, (t**3 - 2 * t**2 + t) * lasts
    c, d = -2 * t**3 + 3 * t**2, (t**3 - t**2) * lasts
    p, u, q, v = before.place, before.velocity, after.place, after.velocity
    place = (
        a * p[0] + b * u[0] + c * q[0] + d * v[0],
        a * p[1] + b * u[1] + c * q[1] + d * v[1],
        a * p[2] + b * u[2] + c * q[2] + d * v[2],
    )
    s, r = before.spin, after.spin
    spin = ((s[0] + r[0]) / 2, (s[1] + r[1]) / 2, (s[2] + r[2]) / 2)
    whole = times(_spun(spin, lasts), before.matrix)
    missed = quaternion(times(after.matrix, _back(whole)))
    part = from_quaternion(_between((1.0, 0.0, 0.0, 0.0), missed, t))
    return place, times(part, times(_spun(spin, t * lasts), before.matrix))


def _spun(spin: Vec3, time: float) -> Matrix:
    size = math.hypot(*spin)
    if size < 1e-9:
        return IDENTITY
    return about((spin[0] / size, spin[1] / size, spin[2] / size), size * time)


def _back(m: Matrix) -> Matrix:
    """The rotation the other way round."""
    a, b, c, d, e, f, g, h, i = m
    return a, d, g, b, e, h, c, f, i


def _between(p: Quaternion, q: Quaternion, share: float) -> Quaternion:
    """The orientation at a share of the shortest way from one to another (Shoemake 1985)."""
    dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]
    if dot < 0.0:
        q, dot = (-q[0], -q[1], -q[2], -q[3]), -dot
    angle = math.acos(min(1.0, dot))
    if angle < 1e-6:
        u, v = 1.0 - share, share
    else:
        u, v = (math.sin(part * angle) / math.sin(angle) for part in (1.0 - share, share))
    w, x, y, z = (u * p[k] + v * q[k] for k in range(4))
    size = math.sqrt(w * w + x * x + y * y + z * z)
    return w / size, x / size, y / size, z / size


def _let_fall(last: Moment, ways: list[float], places: list[Vec3], turns: list[Quaternion]) -> None:
    """Go on beyond the edge of the table."""
    (x, y, z), (u, v, w), end = last.place, last.velocity, ways[-1]
    for k in range(1, int(FALL * RATE) + 1):
        t = k / RATE
        ways.append(end + t)
        places.append((x + u * t, y + v * t, z + w * t - 0.5 * GRAVITY * t * t))
        turns.append(quaternion(times(_spun(last.spin, t), last.matrix)))


def _pushed(
    request: DieThrow, ended: DieSettled, moments: Sequence[Moment], body: Solid
) -> tuple[Pushed, ...]:
    """The blockers that the die moved: each sets off when the die comes within reach of it.

    A simulation tells where it stood and where it comes to stand; the time between is that of
    something that friction stops.
    """
    stood = {one.name: one.pose for one in request.blockers}
    out: list[Pushed] = []
    for one in ended.displaced:
        start, end = _place(stood[one.name]), _place(one.pose)
        way = math.hypot(end[0] - start[0], end[1] - start[1])
        touches = [m for m in moments if m.event == "obstacle"] or [moments[-1]]
        ways = [math.hypot(m.place[0] - start[0], m.place[1] - start[1]) for m in touches]
        near = min(ways) + body.r_out
        begins = next(m.time for m, far in zip(touches, ways, strict=True) if far <= near)
        lasts = math.sqrt(2.0 * max(way, 0.5) / (SLIDE_FRICTION * GRAVITY))
        out.append(Pushed(one.name, start, end, max(0.0, begins), lasts))
    return tuple(out)


def _place(pose: tuple[int, int, int]) -> Place:
    return pose[0] / MM, pose[1] / MM, math.radians(pose[2] / DEGREE)
