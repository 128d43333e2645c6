"""Shapes as triangles with soft edges, ready for the graphics card; no OpenGL in here.

Every edge fades over one device pixel, so that pictures are smooth without multisampling, which
software rendering pays dearly for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage.shapes import Camera, Colour, Disc, Glow, Line, Polygon, Shape, Text

if TYPE_CHECKING:
    from kullerwerk.window.glyphs import Glyphs

VERTEX = np.dtype([("place", "<f4", 2), ("at", "<f4", 2), ("colour", "u1", 4)])
"""A corner of a triangle: device pixels, place in the texture of letters, colour."""

Floats = NDArray[np.float64]


Part = tuple[NDArray[np.void], NDArray[np.uint32]]
"""Corners of triangles, and three indices among them per triangle."""


class Mesh:
    """Triangles that are collected.

    ``known`` are the parts of shapes that were built before, by the same camera and ratio, with the
    same letters: they are taken as they are. `parts` are those of this mesh.
    """

    def __init__(
        self, glyphs: Glyphs, ratio: float, known: Mapping[Shape, Part] | None = None
    ) -> None:
        self._glyphs = glyphs
        self._ratio = ratio
        self._known = known or {}
        self._order: list[Part] = []
        self._vertices: list[NDArray[np.void]] = []
        self._indices: list[NDArray[np.uint32]] = []
        self._count = 0
        self.parts: dict[Shape, Part] = {}

    def arrays(self) -> Part:
        """All corners, and three indices per triangle."""
        if not self._order:
            return NOTHING
        counts = [len(vertices) for vertices, _ in self._order]
        starts = np.cumsum([0, *counts[:-1]], dtype=np.uint32)
        indices = np.concatenate([indices for _, indices in self._order])
        lengths = [len(indices) for _, indices in self._order]
        return (
            np.concatenate([vertices for vertices, _ in self._order]),
            indices + np.repeat(starts, lengths),
        )

    def add(self, shape: Shape, camera: Camera) -> None:
        """Add a shape as the camera sees it."""
        part = self.parts.get(shape) or self._known.get(shape)
        if part is None:
            self._vertices, self._indices, self._count = [], [], 0
            self._build(shape, camera)
            if not self._vertices:
                part = NOTHING
            elif len(self._vertices) == 1:
                part = self._vertices[0], self._indices[0]
            else:
                part = np.concatenate(self._vertices), np.concatenate(self._indices)
        self.parts[shape] = part
        if len(part[0]):
            self._order.append(part)

    def _build(self, shape: Shape, camera: Camera) -> None:
        k = self._ratio
        if isinstance(shape, Text):
            self._text(shape, *camera.out((shape.x, shape.y)))
            return
        if isinstance(shape, Disc | Glow):
            x, y = camera.out((shape.x, shape.y))
            r = shape.r * camera.scale * k
            ring = _circle(_corners(r)) * r + (x * k, y * k)
            if isinstance(shape, Glow):
                self._glow(ring, (x * k, y * k), shape.colour)
                return
            if shape.fill is not None:
                self._fill(ring, shape.fill)
            if shape.edge is not None:
                self._stroke(ring, shape.edge, shape.width * k, True)
            return
        points = np.asarray(shape.points, dtype=np.float64) * (camera.scale * k)
        points += (camera.x * k, camera.y * k)
        if isinstance(shape, Polygon):
            if shape.fill is not None:
                self._fill(points, shape.fill)
            if shape.edge is not None:
                self._stroke(points, shape.edge, shape.width * k, True)
        elif shape.dash is None:
            self._stroke(points, shape.colour, shape.width * k, shape.closed)
        else:
            self._dashed(points, shape, k)

    def _put(self, places: Floats, colours: NDArray[np.uint8], indices: NDArray[np.uint32]) -> None:
        made = np.zeros(len(places), VERTEX)
        made["place"] = places
        made["at"] = self._glyphs.white
        made["colour"] = colours
        self._vertices.append(made)
        self._indices.append(indices + np.uint32(self._count))
        self._count += len(places)

    def _fill(self, points: Floats, colour: Colour) -> None:
        n = len(points)
        if n < 3:
            return
        x, y = points[:, 0], points[:, 1]
        area = x[:-1] @ y[1:] - x[1:] @ y[:-1] + x[-1] * y[0] - x[0] * y[-1]
        if area < 0:
            points = points[::-1]
        normals = _normals(points, True)
        places = np.concatenate([points - 0.5 * normals, points + 0.5 * normals])
        colours = np.empty((2 * n, 4), np.uint8)
        colours[:] = colour
        colours[n:, 3] = 0
        self._put(places, colours, _fan_and_rim(n))

    def _glow(self, ring: Floats, middle: tuple[float, float], colour: Colour) -> None:
        n = len(ring)
        steps = (0.0, 0.35, 0.7, 1.0)
        shares = (1.0, 0.8, 0.3, 0.0)
        centre = np.asarray(middle)
        rows = [centre + (ring - centre) * s for s in steps]
        colours = np.empty((n * len(steps), 4), np.uint8)
        colours[:] = colour
        for k, share in enumerate(shares):
            colours[k * n : (k + 1) * n, 3] = round(colour[3] * share)
        self._put(np.concatenate(rows), colours, _strips(n, len(steps), True))

    def _stroke(self, points: Floats, colour: Colour, wide: float, closed: bool) -> None:
        if len(points) > 1:
            keep = np.ones(len(points), bool)
            keep[1:] = np.any(np.abs(np.diff(points, axis=0)) > 1e-6, axis=1)
            points = points[keep]
        if closed and len(points) > 2 and np.abs(points[0] - points[-1]).max() < 1e-6:
            points = points[:-1]
        n = len(points)
        if n < 2:
            return
        closed = closed and n > 2
        normals = _normals(points, closed)
        strength = min(1.0, wide)
        half = max(wide, 1.0) / 2
        rows = [
            points + normals * off for off in (-half - 0.5, -half + 0.5, half - 0.5, half + 0.5)
        ]
        colours = np.empty((4 * n, 4), np.uint8)
        colours[:] = colour
        colours[:, 3] = round(colour[3] * strength)
        colours[:n, 3] = 0
        colours[3 * n :, 3] = 0
        self._put(np.concatenate(rows), colours, _strips(n, 4, closed))

    def _dashed(self, points: Floats, line: Line, k: float) -> None:
        assert line.dash is not None, "a dashed line"
        if line.closed:
            points = np.concatenate([points, points[:1]])
        steps = np.hypot(*np.diff(points, axis=0).T)
        along = np.concatenate([[0.0], np.cumsum(steps)])
        stroke, gap = line.dash[0] * k, line.dash[1] * k
        for start in np.arange(0.0, along[-1], stroke + gap):
            end = min(start + stroke, along[-1])
            inside = points[(along > start) & (along < end)]
            ends = [
                [np.interp(s, along, points[:, 0]), np.interp(s, along, points[:, 1])]
                for s in (start, end)
            ]
            part = np.concatenate([[ends[0]], inside, [ends[1]]])
            self._stroke(part, line.colour, line.width * k, False)

    def _text(self, text: Text, x: float, y: float) -> None:
        if not text.text:
            return
        places, at, indices = self._glyphs.run(text, x * self._ratio, y * self._ratio, self._ratio)
        if not len(places):
            return
        made = np.zeros(len(places), VERTEX)
        made["place"], made["at"], made["colour"] = places, at, text.colour
        self._vertices.append(made)
        self._indices.append(indices + np.uint32(self._count))
        self._count += len(places)


def _corners(r: float) -> int:
    """How many corners make a circle of so many pixels look round."""
    return int(min(128, max(12, 4 * round(abs(r) ** 0.5 * 2.2))))


NOTHING: Part = (np.zeros(0, VERTEX), np.zeros(0, np.uint32))


@lru_cache(maxsize=64)
def _circle(n: int) -> Floats:
    angles = np.arange(n) * (2 * np.pi / n)
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _normals(points: Floats, closed: bool) -> Floats:
    """At each point the way out to the right, as long as makes both sides parallel (mitred)."""
    # By slices: np.roll takes several times as long for as few points as shapes have.
    after = np.empty_like(points)
    np.subtract(points[1:], points[:-1], out=after[:-1])
    after[-1] = points[0] - points[-1] if closed else after[-2]
    lengths = np.hypot(after[:, 0], after[:, 1])
    lengths[lengths == 0] = 1.0
    out = np.column_stack([after[:, 1], -after[:, 0]]) / lengths[:, None]
    middle = out.copy()
    middle[1:] += out[:-1]
    middle[0] += out[-1] if closed else out[0]
    size = np.sum(middle * middle, axis=1) / 2
    # A sharp corner's mitre would reach far out: 4 times the line's width, as in SVG, is the most.
    return middle / np.maximum(size, 0.125)[:, None]


@lru_cache(maxsize=256)
def _fan_and_rim(n: int) -> NDArray[np.uint32]:
    k = np.arange(1, n - 1, dtype=np.uint32)
    fan = np.column_stack([np.zeros_like(k), k, k + 1])
    return np.concatenate([fan.ravel(), _strips(n, 2, True)])


@lru_cache(maxsize=512)
def _strips(n: int, rows: int, closed: bool) -> NDArray[np.uint32]:
    """Quads between rows of n points each."""
    here = np.arange(n if closed else n - 1, dtype=np.uint32)
    there = (here + 1) % n
    parts: list[NDArray[np.uint32]] = []
    for row in range(rows - 1):
        a, b = row * n, (row + 1) * n
        parts.append(
            np.column_stack([here + a, there + a, there + b, here + a, there + b, here + b]).ravel()
        )
    return np.concatenate(parts).astype(np.uint32)
