"""Dig layers as data: holes, special spaces, and the ways into the hole of the lowest layer.

No published layer could be seen; the default one is our own design (GAMES.md 2.2), and so it says
``assumed``. Only numbers that the rulebook or two sources give are facts: 13, 8, 4 and 1 holes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.company.net import LARGEST_RADIUS, VECTORS, Spot, distance, spots
from rules.core.errors import OptionError

MOST_LAYERS = 8


@dataclass(frozen=True, slots=True)
class Layer:
    """A dig layer as it lies unturned: a hexagon of ``radius`` steps from its middle.

    ``solid`` and ``dashed`` are the ways into a hole, as directions seen from the hole; both ()
    = from everywhere. Only the lowest layer has such ways.
    """

    name: str
    radius: int
    holes: tuple[Spot, ...]
    specials: tuple[Spot, ...] = ()
    solid: tuple[Spot, ...] = ()
    dashed: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """The layers from top to bottom; ``assumed`` = not measured on a published board."""

    name: str
    assumed: bool
    layers: tuple[Layer, ...]

    def __hash__(self) -> int:
        """By name and size alone: states are hashed often, and seldom differ in their boards."""
        return hash((self.name, len(self.layers)))


@cache
def default_board() -> Board:
    """The layers of GAMES.md 2.2."""
    return Board(
        "four-layers",
        True,
        (
            Layer(
                "green",
                4,
                (
                    (-4, 0), (-3, 2), (-2, -1), (-2, 4), (0, -4), (0, 0), (0, 2), (0, 4),
                    (1, -3), (2, -2), (2, 0), (2, 2), (4, -4),
                ),
            ),
            Layer(
                "red",
                4,
                ((-3, 0), (-3, 3), (-1, -2), (0, -1), (0, 3), (1, 0), (3, -3), (3, 0)),
                ((-3, -1), (-3, 4), (-1, 0), (1, 1), (2, -3), (4, -1)),
            ),
            Layer(
                "brown",
                3,
                ((-2, -1), (-2, 2), (2, 1), (3, -2)),
                ((-2, 0), (0, 0), (0, 2), (2, -2)),
            ),
            Layer(
                "blue",
                3,
                ((0, 0),),
                ((-1, -1), (-1, 2), (1, 1)),
                solid=((1, 0), (-1, 1), (0, -1)),
                dashed=((0, 1), (-1, 0), (1, -1)),
            ),
        ),
    )  # fmt: skip


def check_board(board: Board) -> None:
    """Refuse a board on which no game could be played; raises OptionError with a sentence."""

    def want(truth: bool, what: str) -> None:
        if not truth:
            raise OptionError(f"board {board.name!r}: {what}")

    want(bool(board.name), "a board needs a name")
    want(1 <= len(board.layers) <= MOST_LAYERS, f"there must be 1 to {MOST_LAYERS} layers")
    for depth, layer in enumerate(board.layers):
        which = f"layer {depth + 1} ({layer.name})"
        lowest = depth + 1 == len(board.layers)
        want(
            1 <= layer.radius <= LARGEST_RADIUS,
            f"{which} must reach 1 to {LARGEST_RADIUS} steps from its middle",
        )
        known = set(spots(layer.radius))
        marked = (*layer.holes, *layer.specials)
        want(set(marked) <= known, f"{which} has a hole or a special space beside the layer")
        want(len(set(marked)) == len(marked), f"{which} names a space twice")
        want(bool(layer.holes), f"{which} has no hole")
        want(len(known) > len(marked), f"{which} has no ordinary space")
        ways = (*layer.solid, *layer.dashed)
        want(set(ways) <= set(VECTORS), f"{which} has a way into a hole that is no direction")
        want(len(set(ways)) == len(ways), f"{which} names a way into a hole twice")
        want(bool(layer.solid) or not ways, f"{which} has dashed ways but no solid one")
        want(lowest or not ways, f"{which} has ways into its holes, which only the lowest may have")
        if lowest:
            want(len(layer.holes) == 1, f"{which} is the lowest and must have one hole")
        else:
            below = board.layers[depth + 1].radius
            want(
                all(distance(hole) <= below for hole in layer.holes),
                f"{which} has a hole that does not lie above the next layer",
            )
