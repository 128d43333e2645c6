"""Outlines in plan."""

from __future__ import annotations

from collections.abc import Iterable

from sim.settled import Point


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Convex hull, counter-clockwise, without collinear points (monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    outline: list[Point] = []
    for sequence in (ordered, reversed(ordered)):
        chain: list[Point] = []
        for point in sequence:
            x, y = point
            while len(chain) >= 2:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) > (by - ay) * (x - ax):
                    break
                chain.pop()
            chain.append(point)
        outline += chain[:-1]
    return tuple(outline)
