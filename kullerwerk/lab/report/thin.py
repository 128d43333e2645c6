"""Ways in time with fewer points: what a replay needs to show where a die is at every moment."""

from __future__ import annotations

import numpy as np

from kullerwerk.lab.intervals import Floats


def thinned(way: Floats, tolerance: float) -> Floats:
    """Return the rows of ``way`` (time, then a place) that tell the rest.

    A die that goes straight from row to row, evenly in time, is at no moment further than
    ``tolerance`` from where it was: Douglas and Peucker's way of dropping points (Cartographica
    10, 112, 1973), with the distance taken at equal times (Meratnia and de By, EDBT 2004, p. 765).
    The first and the last row stay.
    """
    kept = np.zeros(len(way), dtype=bool)
    kept[[0, -1]] = True
    waiting = [(0, len(way) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        inner = way[first + 1 : last]
        begin, end = way[first], way[last]
        took = end[0] - begin[0]
        share = (inner[:, :1] - begin[0]) / took if took > 0.0 else np.zeros((len(inner), 1))
        off = inner[:, 1:] - begin[1:] - share * (end[1:] - begin[1:])
        squares = np.einsum("ij,ij->i", off, off)
        worst = int(squares.argmax())
        if squares[worst] > tolerance * tolerance:
            at = first + 1 + worst
            kept[at] = True
            waiting += [(first, at), (at, last)]
    return way[kept]
