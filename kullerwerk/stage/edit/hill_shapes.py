"""How a marble hill looks while it is edited: the hut from the front, the hill from above."""

from __future__ import annotations

from kullerwerk.stage import hill_parts as parts
from kullerwerk.stage import theme
from kullerwerk.stage.edit.hill_things import HOLLOW, HUT, handles, world
from kullerwerk.stage.edit.layout import Data
from kullerwerk.stage.shapes import Camera, Colour, Disc, Line, Rect, Shape, box
from scenes.hill import MarbleHill

GRID: Colour = (70, 60, 50, 40)
FINEST = 6.0
"""Lines nearer than so many pixels are not drawn."""
BLOCKS = 8
"""Walls that are drawn together: when one moves, these are drawn anew."""


def ground(hill: MarbleHill) -> dict[str, tuple[Shape, ...]]:
    """Meadow, gutters, hut, by their names: the walls that marbles meet."""
    blocks = parts.blocks(hill)
    walls = {f"walls:{k}": blocks[k : k + BLOCKS] for k in range(0, len(blocks), BLOCKS)}
    hollow = (parts.tray(hill, HOLLOW - 10),)
    hut = tuple(parts.hut(hill, hill.hut.slider, HUT))
    return {"plate": tuple(parts.plate(hill)), **walls, "hollow": hollow, "hut": hut}


def grid(data: Data, camera: Camera, step: float) -> tuple[Shape, ...]:
    """Lines across the hill that rows snap to, those of every 10 mm where they would be a haze."""
    at = world(data)
    fine = step if step * camera.scale >= FINEST else 10.0
    lines = (-k * fine for k in range(1, int(-at.y / fine) + 1))
    return tuple(Line(((at.x, y), (at.right, y)), GRID, 1.0) for y in lines)


def things(
    data: Data, bad: frozenset[str], camera: Camera, u: float
) -> dict[str, tuple[Shape, ...]]:
    """Path, places, marks, and the handles of rows and splitters, in groups by their names.

    ``bad`` keys are red; ``u`` is the size of what is drawn, as in `hill_parts`.
    """
    groups: dict[str, list[Shape]] = {"path": []}
    px = 1 / camera.scale
    path = data["path"]
    if len(path["spaces"]) > 1:
        groups["path"].append(parts.way(tuple((x, -y) for x, y in path["spaces"])))
    left = world(data)
    for one in handles(data):
        wrong = one.key in bad or one.key.partition(".splitters")[0] in bad
        colour = theme.BAD if wrong else theme.INK
        x, y = one.place
        # Splitters by their rows, all else by its kind.
        out = groups.setdefault(one.name.partition(".")[0] if one.kind == "tip" else one.kind, [])
        match one.kind:
            case "space":
                number = int(one.name.partition(":")[2]) + 1
                out += parts.space(one.place, number, u, inside=True, wrong=wrong)
            case "start":
                out.append(parts.start(one.place, u, wrong=wrong))
            case "stone":
                # Beside its space, and smaller: either can be taken hold of.
                out.append(parts.stone(one.place, 0.5 * u, wrong=wrong))
            case "horn":
                out += parts.horn(one.place, 0.8 * u, wrong=wrong)
            case "row" | "hollow":
                reach = left.x + left.w - 30
                out.append(Line(((x, y), (reach, y)), (60, 50, 40, 60), 1.0, dash=(3, 5)))
                grip = Rect(x - 10, y - 5 * px, 14, 10 * px)
                out.append(box(grip, theme.BAD if wrong else theme.WHITE, colour, 1.5, 3 * px))
            case _:
                r = 3.2 if one.kind == "hatch" else 2.2
                out.append(Disc(x, y, max(r, 3.2 * px), theme.BAD if wrong else theme.WHITE,
                                colour if wrong else theme.ACCENT, 1.8))  # fmt: skip
    return {name: tuple(shapes) for name, shapes in groups.items()}
