"""Where one frame looks different from another: what has to be drawn again, and no more.

Software fills a whole window in half the time that a frame may take, and most frames differ in a
die and its shadow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kullerwerk.stage.lettering import width
from kullerwerk.stage.shapes import (
    Camera,
    Disc,
    Frame,
    Glow,
    Layer,
    Raster,
    Rect,
    Shape,
    Text,
    same_raster,
)

MOST = 4
"""So many places are drawn apart at most; what lies near is drawn with it."""
WORTH = 0.6
"""Where more than this share of the screen has changed, all of it is drawn."""
SOFT = 2.0
"""Edges are soft over so many logical pixels, and letters stand on whole ones."""


def changes(old: Frame, new: Frame, screen: Rect) -> tuple[Rect, ...] | None:
    """The places where ``new`` looks unlike ``old``, in logical pixels; None = everywhere."""
    before = {thing.key: thing for thing in old}
    after = {thing.key: thing for thing in new}
    if len(before) < len(old) or len(after) < len(new):
        return None
    kept = [key for key in before if key in after]
    if kept != [key for key in after if key in before]:
        return None
    found: list[Rect] = []
    for key in {**before, **after}:
        a, b = before.get(key), after.get(key)
        if a is not b:
            found += _changed(a, b)
    merged = _merged([spot for rect in found if (spot := _common(rect, screen)) is not None])
    if sum(rect.w * rect.h for rect in merged) > WORTH * screen.w * screen.h:
        return None
    return tuple(merged)


def _changed(a: Layer | Raster | None, b: Layer | Raster | None) -> list[Rect]:
    """Where a thing looks different; None = it is not there."""
    if isinstance(a, Layer) and isinstance(b, Layer) and (a.camera, a.clip) == (b.camera, b.clip):
        return _clipped(_differing(a.shapes, b.shapes), a.camera, a.clip)
    if isinstance(a, Raster) and isinstance(b, Raster) and same_raster(a, b):
        return []
    out: list[Rect] = []
    for thing in (a, b):
        if isinstance(thing, Layer):
            out += _clipped(thing.shapes, thing.camera, thing.clip)
        elif thing is not None:
            (x, y), (u, v) = (
                thing.camera.out(corner)
                for corner in (thing.box.corners()[0], thing.box.corners()[2])
            )
            out += _within(Rect(x, y, u - x, v - y).inset(-SOFT), thing.clip)
    return out


def _differing(old: Sequence[Shape], new: Sequence[Shape]) -> list[Shape]:
    """The shapes of two layers that are not the same in both, at the same place in the order."""
    if old is new:
        return []
    if len(old) == len(new):
        out: list[Shape] = []
        for a, b in zip(old, new, strict=True):
            if a is not b and a != b:
                out += (a, b)
        return out
    # Some have come or gone: what is the same before and after them stays.
    start, least = 0, min(len(old), len(new))
    while start < least and old[start] == new[start]:
        start += 1
    end = 0
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [*old[start : len(old) - end], *new[start : len(new) - end]]


def _clipped(shapes: Iterable[Shape], camera: Camera, clip: Rect | None) -> list[Rect]:
    boxes = [bounds(shape, camera) for shape in shapes]
    if not boxes:
        return []
    if len(boxes) > 200:  # a board that is zoomed: one box is as good
        boxes = [_union(boxes)]
    return [spot for box in boxes for spot in _within(box, clip)]


def _within(rect: Rect, clip: Rect | None) -> list[Rect]:
    if clip is None:
        return [rect]
    # A layer is cut off at whole device pixels.
    spot = _common(rect, clip.inset(-SOFT))
    return [] if spot is None else [spot]


def bounds(shape: Shape, camera: Camera) -> Rect:
    """A rectangle in logical pixels that holds all that is drawn of a shape."""
    if isinstance(shape, Text):
        x, y = camera.out((shape.x, shape.y))
        wide = width(shape.text, shape.size, shape.bold)
        left = {"left": x, "centre": x - wide / 2, "right": x - wide}[shape.anchor]
        if shape.line == "middle":
            y -= 0.36 * shape.size
        size = shape.size
        # Letters have whole sizes, so that lines are a little shorter or longer than measured.
        return Rect(left - 0.5 * size - SOFT, y - 0.5 * size, wide + size + 2 * SOFT, 1.9 * size)
    if isinstance(shape, Disc | Glow):
        x, y = camera.out((shape.x, shape.y))
        edge = shape.width if isinstance(shape, Disc) and shape.edge is not None else 0.0
        r = abs(shape.r * camera.scale) + edge + SOFT
        return Rect(x - r, y - r, 2 * r, 2 * r)
    places = [camera.out(point) for point in shape.points] or [camera.out((0.0, 0.0))]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    # Corners of lines are mitred, which reaches out by up to four times half their width; thin
    # lines are drawn a pixel wide, and all with half a pixel of soft edge.
    pad = 4 * (max(shape.width, 1.0) / 2 + 0.5)
    left, low = min(xs) - pad, min(ys) - pad
    return Rect(left, low, max(xs) + pad - left, max(ys) + pad - low)


def _merged(rects: list[Rect]) -> list[Rect]:
    """A few rectangles that hold all of these, and little else."""
    out: list[Rect] = []
    for rect in sorted(rects, key=lambda one: (one.x, one.y, one.w, one.h)):
        here = rect
        while (near := next((one for one in out if _touch(one, here)), None)) is not None:
            out.remove(near)
            here = _union((near, here))
        out.append(here)
    while len(out) > MOST:
        pairs = [(i, j) for i in range(len(out)) for j in range(i)]
        i, j = min(pairs, key=lambda pair: _waste(out[pair[0]], out[pair[1]]))
        joined = _union((out[i], out[j]))
        out = [one for k, one in enumerate(out) if k not in (i, j)]
        while (near := next((one for one in out if _touch(one, joined)), None)) is not None:
            out.remove(near)
            joined = _union((near, joined))
        out.append(joined)
    return out


def _touch(a: Rect, b: Rect) -> bool:
    return a.x <= b.right and b.x <= a.right and a.y <= b.top and b.y <= a.top


def _waste(a: Rect, b: Rect) -> float:
    both = _union((a, b))
    return both.w * both.h - a.w * a.h - b.w * b.h


def _union(rects: Iterable[Rect]) -> Rect:
    every = list(rects)
    left, low = min(one.x for one in every), min(one.y for one in every)
    return Rect(
        left, low, max(one.right for one in every) - left, max(one.top for one in every) - low
    )


def _common(a: Rect, b: Rect) -> Rect | None:
    left, low = max(a.x, b.x), max(a.y, b.y)
    right, top = min(a.right, b.right), min(a.top, b.top)
    return Rect(left, low, right - left, top - low) if right > left and top > low else None
