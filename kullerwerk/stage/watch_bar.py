"""Where the buttons below a record stand: in one row, or in two where that is too long."""

from __future__ import annotations

from dataclasses import dataclass

from kullerwerk.stage.shapes import Rect
from kullerwerk.stage.theme import Sizes

STEPS = ("start", "back", "play", "forward", "end")
WIDE = {"speed": 250.0, "ghosts": 150.0, "save": 130.0, "leave": 130.0}
"""How wide the others are at the usual text size, pixels."""
STEP = 56.0
GAP = 6.0
EDGE = 12.0


@dataclass(frozen=True, slots=True)
class BarPlaces:
    """The bar itself, and the place of everything in it by its name."""

    bar: Rect
    at: dict[str, Rect]


def bar_places(wide: float, sizes: Sizes) -> BarPlaces:
    """The places for a page of this width, from its lower edge up."""
    room, row = wide - 2 * EDGE, sizes.row
    steps = len(STEPS) * (STEP * sizes.scale + GAP)
    others = sum(WIDE.values()) * sizes.scale + (len(WIDE) - 1) * GAP
    single = steps + others + 3 * GAP <= room
    at: dict[str, Rect] = {}
    y = 10.0 if single else 10.0 + row + GAP
    for k, name in enumerate(STEPS):
        at[name] = Rect(EDGE + k * (STEP * sizes.scale + GAP), y, STEP * sizes.scale, row)
    gaps = (len(WIDE) - 1) * GAP
    # Where even two rows are narrow, names are shortened.
    scale = sizes.scale if single else min(sizes.scale, (room - gaps) / sum(WIDE.values()))
    x = EDGE + steps + GAP if single else EDGE
    for name, one in WIDE.items():
        w = one * scale
        at[name] = Rect(x, 10.0, w, row)
        x += w + GAP
    # The way out stands at the right.
    at["leave"] = Rect(wide - EDGE - WIDE["leave"] * scale, 10.0, WIDE["leave"] * scale, row)
    at["save"] = Rect(at["leave"].x - GAP - WIDE["save"] * scale, 10.0, WIDE["save"] * scale, row)
    at["place"] = Rect(EDGE, y + row + GAP, room, row)
    return BarPlaces(Rect(0, 0, wide, at["place"].top + 10), at)
