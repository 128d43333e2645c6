"""How a marble hill looks while it is edited: the hut from the front, the hill from above."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from kullerwerk.stage import theme
from kullerwerk.stage.edit.hill_things import HOLLOW, HUT, handles, world
from kullerwerk.stage.edit.layout import Data
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
)
from scenes.gutters import exits_of
from scenes.hill import MarbleHill
from sim.marbles.walls import ABOVE, BEYOND, hill_walls, hut_walls

MEADOW: Colour = (185, 211, 160, 255)
MEADOW_EDGE: Colour = (111, 143, 85, 255)
GUTTER: Colour = (246, 238, 219, 255)
INSIDE: Colour = (251, 246, 234, 255)
WOOD: Colour = (214, 170, 112, 255)
WOOD_DARK: Colour = (120, 84, 48, 255)
TRAY: Colour = (217, 199, 163, 255)
STONE: Colour = (128, 128, 132, 255)
HORN: Colour = (200, 55, 45, 255)
PATH: Colour = (0, 98, 160, 255)


GRID: Colour = (70, 60, 50, 40)
FINEST = 6.0
"""Lines nearer than so many pixels are not drawn."""
BLOCKS = 8
"""Walls that are drawn together: when one moves, these are drawn anew."""


def ground(hill: MarbleHill) -> dict[str, tuple[Shape, ...]]:
    """Meadow, gutters, hut, by their names: the walls that marbles meet."""
    walls = hill_walls(hill)
    left = min(x for line in walls.edges for x, _ in line) - 9
    right = max(x for line in walls.edges for x, _ in line) + 9
    low = hill.slope.hollow + BEYOND
    out: list[Shape] = [
        box(Rect(left, -low, right - left, low + ABOVE), GUTTER, MEADOW_EDGE, 1.2),
        *_borders(walls.edges, left, right),
    ]
    # The first block is the wall above the exits.
    blocks = [Polygon(_down(block), MEADOW, MEADOW_EDGE, 0.8) for block in walls.blocks[1:]]
    parts = {f"walls:{k}": tuple(blocks[k : k + BLOCKS]) for k in range(0, len(blocks), BLOCKS)}
    tray = Rect(left, -hill.slope.hollow - HOLLOW + 10, right - left, HOLLOW - 10)
    hollow = (box(tray, TRAY, WOOD_DARK, 1.2),)
    return {"plate": tuple(out), **parts, "hollow": hollow, "hut": tuple(_hut(hill))}


def _down(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((x, -y) for x, y in points)


def _borders(edges: tuple[tuple[Point, ...], ...], left: float, right: float) -> Iterator[Shape]:
    """The meadow beside the outermost gutters, strip by strip."""
    for line, side in zip(edges, (left, right), strict=True):
        for (ax, ay), (bx, by) in pairwise(line):
            strip = ((ax, -ay), (bx, -by), (side, -by), (side, -ay))
            if ay != by:
                yield Polygon(strip, MEADOW)
        yield Line(_down(line), MEADOW_EDGE, 0.8)


def _hut(hill: MarbleHill) -> Iterator[Shape]:
    closed = "right" if hill.hut.slider == "left" else "left"
    walls = hut_walls(hill, range(len(hill.hut.hatches)), closed)
    xs = [x for block in walls.blocks for x, _ in block]
    low, high = min(xs), max(xs)
    roof = max(y for block in walls.blocks for _, y in block)
    yield box(Rect(low, HUT, high - low, roof), INSIDE, WOOD_DARK, 1.2)
    for block in walls.blocks:
        yield Polygon(tuple((x, HUT + y) for x, y in block), WOOD, WOOD_DARK, 0.8)
    gap = max(2.2 * hill.marbles.radius, 7.0)
    cuts = [low - 5, *(x for h in hill.hut.hatches for x in (h.x - gap, h.x + gap)), high + 5]
    for a, b in zip(cuts[::2], cuts[1::2], strict=True):
        yield Polygon(
            ((a, HUT + roof), (b, HUT + roof), (b - 3, HUT + roof + 9), (a + 3, HUT + roof + 9)),
            WOOD_DARK,
        )
    for k, hatch in enumerate(hill.hut.hatches):
        yield Text(hatch.x, HUT + roof + 4, str(k + 1), 12, theme.INK, "centre", "middle",
                   bold=True)  # fmt: skip
        pair = exits_of(hill, k)
        if pair is not None:
            x = hill.rows[0].x[pair[0 if hill.hut.slider == "left" else 1]]
            yield Polygon(((x - 4, HUT - 4), (x + 4, HUT - 4), (x, HUT - 12)), PATH)


def grid(data: Data, camera: Camera, step: float) -> tuple[Shape, ...]:
    """Lines across the hill that rows snap to, those of every 10 mm where they would be a haze."""
    at = world(data)
    fine = step if step * camera.scale >= FINEST else 10.0
    lines = (-k * fine for k in range(1, int(-at.y / fine) + 1))
    return tuple(Line(((at.x, y), (at.right, y)), GRID, 1.0) for y in lines)


def things(data: Data, bad: frozenset[str], camera: Camera) -> dict[str, tuple[Shape, ...]]:
    """Path, places, marks, and the handles of rows and splitters, in groups by their names.

    ``bad`` keys are red.
    """
    groups: dict[str, list[Shape]] = {"path": []}
    px = 1 / camera.scale
    letters = max(7.0, min(11.0, 8.6 * camera.scale))
    path = data["path"]
    if len(path["spaces"]) > 1:
        line = tuple((x, -y) for x, y in path["spaces"])
        groups["path"].append(Line(line, PATH, 1.2, dash=(2, 4)))
    left = world(data)
    for one in handles(data):
        wrong = one.key in bad or one.key.partition(".splitters")[0] in bad
        colour = theme.BAD if wrong else theme.INK
        x, y = one.place
        # Splitters by their rows, all else by its kind.
        out = groups.setdefault(one.name.partition(".")[0] if one.kind == "tip" else one.kind, [])
        match one.kind:
            case "space":
                out.append(Disc(x, y, 7.0, (255, 253, 247, 255), theme.BAD if wrong else PATH,
                                3.0 if wrong else 1.5))  # fmt: skip
                number = str(int(one.name.partition(":")[2]) + 1)
                out.append(Text(x, y, number, letters, PATH, "centre", "middle", bold=True))
            case "start":
                out.append(box(Rect(x - 6, y - 6, 12, 12), (255, 253, 247, 255), colour,
                               3.0 if wrong else 1.2))  # fmt: skip
            case "stone":
                out.append(Disc(x, y, 4.5, STONE, colour, 1.2))
            case "horn":
                tip = ((x - 4, y - 3.5), (x + 5, y), (x - 4, y + 3.5))
                out.append(Polygon(tip, HORN, colour, 1.2))
            case "row" | "hollow":
                reach = left.x + left.w - 30
                out.append(Line(((x, y), (reach, y)), (60, 50, 40, 60), 1.0, dash=(3, 5)))
                grip = Rect(x - 10, y - 5 * px, 14, 10 * px)
                out.append(box(grip, theme.BAD if wrong else theme.WHITE, colour, 1.5, 3 * px))
            case _:
                r = 3.2 if one.kind == "hatch" else 2.2
                out.append(Disc(x, y, max(r, 3.2 * px), theme.BAD if wrong else theme.WHITE,
                                colour if wrong else PATH, 1.8))  # fmt: skip
    return {name: tuple(shapes) for name, shapes in groups.items()}
