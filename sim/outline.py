"""Outlines in plan, in 0.01 mm, compiled. Room is passed in: compiled code makes no arrays."""

from __future__ import annotations

import numpy as np

from sim.compiled import Array, Ints, compiled


@compiled
def to_plan(corners: Array, turn: Array, units: float, x: int, y: int, points: Ints) -> None:
    """Put corners (n, 3), turned, about the place ``x, y``: rounded to so many ``units``, (n, 2).

    ``turn`` holds the first two rows of the turn's matrix.
    """
    for k in range(corners.shape[0]):
        u, v, w = corners[k, 0], corners[k, 1], corners[k, 2]
        points[k, 0] = x + int(np.rint((turn[0] * u + turn[1] * v + turn[2] * w) * units))
        points[k, 1] = y + int(np.rint((turn[3] * u + turn[4] * v + turn[5] * w) * units))


@compiled
def hull(points: Ints, outline: Ints) -> int:
    """Fill ``outline`` with the convex hull of ``points`` (n, 2), n > 0; returns how many it has.

    Counter-clockwise from the leftmost corner on (the lower one of two), without points between
    corners. Found like wrapping a gift (Jarvis, Information Processing Letters 2, 18, 1973).
    ``outline`` needs room for as many points.
    """
    many = points.shape[0]
    first = 0
    for k in range(1, many):
        left = points[k, 0] - points[first, 0]
        if left < 0 or (left == 0 and points[k, 1] < points[first, 1]):
            first = k
    at, count = first, 0
    while True:
        x, y = points[at, 0], points[at, 1]
        outline[count, 0], outline[count, 1] = x, y
        count += 1
        # The next corner has all others to its left, and the nearer ones on its line behind it.
        after, ax, ay = at, 0, 0
        for k in range(many):
            bx, by = points[k, 0] - x, points[k, 1] - y
            aside = ax * by - ay * bx
            if aside < 0 or (aside == 0 and bx * bx + by * by > ax * ax + ay * ay):
                after, ax, ay = k, bx, by
        at = after
        if points[at, 0] == points[first, 0] and points[at, 1] == points[first, 1]:
            return count
