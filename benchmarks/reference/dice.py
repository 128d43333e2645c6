"""The dice of the reference as solids, in the body frame. Kept apart from ``sim`` on purpose.

Sharp solids about their centroid; the d10 is the pentagonal trapezohedron.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

Floats = NDArray[np.float64]

_PHI = (1 + 5**0.5) / 2
_D10_RING = 0.105572809
"""Height of the d10's ring of corners over its apexes' height that makes its faces flat."""


def corners(kind: str, size: float) -> Floats:
    """Return the corners (n, 3) of a die; ``size`` is a d4's edge, else face to face."""
    signs = (-1, 1)
    cube = [(x, y, z) for x in signs for y in signs for z in signs]
    if kind == "d6":
        return np.array(cube, float) * size / 2
    if kind == "d4":
        tetrahedron = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
        return tetrahedron * size / (2 * 2**0.5)
    if kind == "d12":
        rectangles = [
            corner
            for a in signs
            for b in signs
            for corner in (
                (0, a / _PHI, b * _PHI),
                (a / _PHI, b * _PHI, 0),
                (a * _PHI, 0, b / _PHI),
            )
        ]
        raw = np.array([*cube, *rectangles], float)
    elif kind == "d10":
        turns = np.arange(10) * np.pi / 5
        ring = np.stack([np.cos(turns), np.sin(turns), _D10_RING * (-1.0) ** np.arange(10)], axis=1)
        raw = np.vstack([ring, [(0, 0, 1), (0, 0, -1)]])
    else:
        raise ValueError(f"no die is called {kind!r}: expected d4, d6, d10 or d12")
    inner = -float(_planes(raw)[:, 3].max())
    return raw * (size / 2) / inner


def face_normals(points: Floats) -> Floats:
    """Return the outward unit normals (n, 3) of the faces of a convex solid."""
    found: list[Floats] = []
    for plane in _planes(points):
        normal = plane[:3]
        if not any(float(normal @ known) > 0.999 for known in found):
            found.append(normal)
    return np.array(found)


def _planes(points: Floats) -> Floats:
    """Unit normal and negative distance of every triangle of the hull."""
    return np.asarray(ConvexHull(points).equations, dtype=np.float64)
