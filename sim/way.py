"""The way of a die in plan: from a log to the table, from the snout line on, and simplified.

Compiled, as a way has some hundred points. Room is passed in: compiled code makes no arrays.
"""

from __future__ import annotations

from sim.compiled import Array, Ints, compiled


@compiled
def to_table(
    log: Array, column: int, x: float, y: float, cos: float, sin: float, places: Array
) -> None:
    """Turn the places of a log, x, y, z from ``column`` on, out of a frame at ``x, y``.

    Fills all rows of ``places`` (n, 3).
    """
    for k in range(places.shape[0]):
        ahead, left = log[k, column], log[k, column + 1]
        places[k, 0] = x + (ahead * cos - left * sin)
        places[k, 1] = y + (ahead * sin + left * cos)
        places[k, 2] = log[k, column + 2]


@compiled
def from_line(places: Array, x: float, y: float, cos: float, sin: float, way: Array) -> int:
    """Fill ``way`` with x, y of ``places`` from the line through ``x, y`` on; returns how many.

    The line is square to the heading ``cos, sin``. The way begins where it is first crossed: there,
    between two places, a point is put in. A way that never comes to it leaves its last place alone.
    ``way`` needs room for as many points as there are places.
    """
    many = places.shape[0]
    first, before, ahead = 0, 0.0, -1.0
    while first < many:
        before = ahead
        ahead = (places[first, 0] - x) * cos + (places[first, 1] - y) * sin
        if ahead >= 0.0:
            break
        first += 1
    count = 0
    if first == many:
        first = many - 1
    elif first > 0:
        share = before / (before - ahead)
        way[0, 0] = places[first - 1, 0] + share * (places[first, 0] - places[first - 1, 0])
        way[0, 1] = places[first - 1, 1] + share * (places[first, 1] - places[first - 1, 1])
        count = 1
    for k in range(first, many):
        way[count, 0], way[count, 1] = places[k, 0], places[k, 1]
        count += 1
    return count


@compiled
def simplify(way: Array, count: int, tolerance: float, ends: Ints) -> int:
    """Drop points of a way so that it moves by at most ``tolerance``; returns how many are left.

    Douglas and Peucker's way (Cartographica 10, 112, 1973), in place: the points that are left
    move up to the first rows. ``ends`` is room for as many numbers as there are points.
    """
    if count < 3:
        return count
    start, left, waiting = 0, 1, 1
    ends[0] = count - 1
    # What is kept ends in order, so a point is never moved before it has been looked at.
    while waiting:
        end = ends[waiting - 1]
        x, y = way[start, 0], way[start, 1]
        ex, ey = way[end, 0] - x, way[end, 1] - y
        square = ex * ex + ey * ey
        worst, at = tolerance * tolerance, 0
        for k in range(start + 1, end):
            px, py = way[k, 0] - x, way[k, 1] - y
            along = px * ex + py * ey
            if along <= 0.0:
                off = px * px + py * py
            elif along >= square:
                off = (px - ex) * (px - ex) + (py - ey) * (py - ey)
            else:
                aside = px * ey - py * ex
                off = aside * aside / square
            if off > worst:
                worst, at = off, k
        if at:
            ends[waiting] = at
            waiting += 1
        else:
            way[left, 0], way[left, 1] = way[end, 0], way[end, 1]
            left += 1
            start = end
            waiting -= 1
    return left
