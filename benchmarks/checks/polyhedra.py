"""How far a whole die is from an obstacle, corners and edges included. Nothing of ``sim``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from benchmarks.checks.geometry import XYZ, Ball, Block, Post, Shape

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Body:
    """A die in its place: its sharp corners (n, 3), outward normals (m, 3), and its centre."""

    corners: Array
    normals: Array
    centre: Array
    r_in: float


def placed(shape: Shape, matrix: Sequence[float], place: XYZ) -> Body:
    """A die with orientation ``matrix`` (row by row) and its centre at ``place``."""
    turn = np.array(matrix).reshape(3, 3)
    centre = np.array(place)
    return Body(
        np.array(shape.corners) @ turn.T + centre,
        np.array(shape.normals) @ turn.T,
        centre,
        shape.r_in,
    )


def gap(body: Body, obstacle: Ball | Post | Block, radius: float) -> float:
    """Distance of a die, its edges rounded by ``radius``, from an obstacle; < 0: how deep it is in.

    Half-spheres are met by the sharp die.
    """
    if isinstance(obstacle, Ball):
        ends = body.corners - np.array([obstacle.x, obstacle.y, 0.0])
        return _distance(ends) - obstacle.radius
    core = body.centre + (body.corners - body.centre) * (1.0 - radius / body.r_in)
    if isinstance(obstacle, Post):
        ends = core - np.array([obstacle.x, obstacle.y, 0.0])
        ends[:, 2] = 0.0
        return _distance(ends) - obstacle.radius - radius
    ends = np.array([(*c, z) for c in obstacle.corners() for z in (0.0, obstacle.height)])
    separation = _separation(core, body, ends, obstacle)
    if separation > 0.0:
        separation = _distance((core[:, None, :] - ends[None, :, :]).reshape(-1, 3))
    return separation - radius


def _distance(points: Array) -> float:
    """Distance of the origin from the convex hull of points: the nearest mixture of them."""
    scale = 1e3
    a = np.vstack([points.T, scale * np.ones(len(points))])
    shares, _ = nnls(a, np.array([0.0, 0.0, 0.0, scale]))
    return float(np.linalg.norm(shares @ points / shares.sum()))


def _separation(core: Array, body: Body, ends: Array, block: Block) -> float:
    """The largest separation along a direction that can be the way out: < 0 = how deep."""
    c, s = np.cos(block.yaw), np.sin(block.yaw)
    own = np.array([(c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)])
    i, j = np.triu_indices(len(core), 1)
    # Every two corners, whether an edge joins them or not: any direction is a fair one to try.
    crossed = np.cross((core[i] - core[j])[:, None, :], own[None, :, :]).reshape(-1, 3)
    axes = np.vstack([own, body.normals, crossed])
    sizes = np.linalg.norm(axes, axis=1)
    axes = axes[sizes > 1e-6] / sizes[sizes > 1e-6, None]
    axes[axes[:, 2] < 0.0] *= -1.0
    one, two = core @ axes.T, ends @ axes.T
    over = one.min(axis=0) - two.max(axis=0)
    under = two.min(axis=0) - one.max(axis=0)
    # Blocks stand on the ground: nothing is pushed out of one downward.
    return max(
        a if up > 0.99 else max(a, b)
        for up, a, b in zip(axes[:, 2].tolist(), over.tolist(), under.tolist(), strict=True)
    )
