"""Hut and hill as a picture: the hut from the front, below it the hill from above.

The walls are those that the simulation has.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kullerwerk.draw import hill_things, style
from kullerwerk.draw.hill_sheet import (
    LEGEND,
    TRAY,
    Sheet,
    chair_places,
    chairs_right,
    new_sheet,
    roof_of,
)
from sim.marbles.walls import ABOVE, BEYOND, CHUTE, SILL, exit_places, hill_walls, hut_walls

if TYPE_CHECKING:
    from scenes.hill import MarbleHill
    from sim.settled import Side

MEADOW = "#b9d3a0"
MEADOW_EDGE = "#6f8f55"
GUTTER = "#f6eedb"
INSIDE = "#fbf6ea"
SHUTTER = "#4b4f55"


def hill_picture(hill: MarbleHill, path: Path) -> None:
    """Draw a hill with all marbles in the hollow as a PNG or an SVG, by the suffix of ``path``."""
    style.check_suffix(path)
    sheet = new_sheet(hill)
    draw_hill(sheet, hill.hut.slider)
    draw_legend(sheet)
    draw_hollow(sheet, hill.marbles.count)
    style.save_figure(sheet.figure, path)


def draw_hill(sheet: Sheet, slider: Side, *, places: bool = True) -> None:
    """Draw hut, hill and places; ``slider`` tells which exits are open."""
    _title(sheet, slider)
    _hut(sheet, slider)
    _plate(sheet)
    if not places:
        return
    _path(sheet)
    _starts(sheet)
    for at in chair_places(sheet):
        hill_things.chair(sheet.ax, *at, sheet.unit)


def _title(sheet: Sheet, slider: Side) -> None:
    hill = sheet.hill
    title = hill.title or hill.name
    x, y = sheet.left, sheet.top + sheet.mm(17)
    wide = sheet.ax.get_xlim()[1] - x
    size = min(sheet.size(11), wide * sheet.points / (0.7 * len(title)))
    style.text(sheet.ax, (x, y), title, size=size, bold=True)
    words = [
        f"{len(hill.hut.hatches)} hatches",
        f"{len(hill.path.spaces)} spaces",
        f"{hill.marbles.count} marbles",
        f"tilted {hill.slope.slope_deg:g}°",
        f"hut: {slider} exits open",
    ]
    if hill.assumed:
        words.append("assumed: our own layout")
    place = (x, y + sheet.mm(11))
    style.text(sheet.ax, place, "  ·  ".join(words), size=sheet.size(6), colour=style.FAINT)


# --- the hut -----------------------------------------------------------------


def _hut(sheet: Sheet, slider: Side) -> None:
    from matplotlib.patches import Polygon, Rectangle

    ax, hill = sheet.ax, sheet.hill
    closed = "right" if slider == "left" else "left"
    walls = hut_walls(hill, range(len(hill.hut.hatches)), closed)
    xs = [x for block in walls.blocks for x, _ in block]
    low, high, roof = min(xs), max(xs), roof_of(hill)
    place = (low, sheet.hut(roof))
    ax.add_patch(Rectangle(place, high - low, roof, facecolor=INSIDE, lw=0, zorder=1))
    for block in walls.blocks:
        outline = [(x, sheet.hut(y)) for x, y in block]
        ax.add_patch(
            Polygon(outline, facecolor=style.WOOD, edgecolor=style.WOOD_DARK, lw=0.5, zorder=2)
        )
    _roof_pieces(sheet, low, high)
    for number in range(len(hill.hut.hatches)):
        for side, x in zip(("left", "right"), exit_places(hill, number), strict=True):
            _exit(sheet, x, side == closed)
    for x in (low, high):
        wall = [(x, sheet.hut(0)), (x, sheet.hut(roof))]
        style.line(ax, wall, colour=style.WOOD_DARK, width=1.6, z=3)
    _slider(sheet, slider, low, high)


def _roof_pieces(sheet: Sheet, low: float, high: float) -> None:
    """Draw the roof with a gap and a number over each hatch."""
    from matplotlib.patches import Polygon

    hill, ax = sheet.hill, sheet.ax
    roof, rise, gap = roof_of(hill), sheet.mm(9), max(2.2 * hill.marbles.radius, sheet.mm(6))
    xs = [hatch.x for hatch in hill.hut.hatches]
    for start, end in zip([low - sheet.mm(6), *(x + gap for x in xs)],
                          [*(x - gap for x in xs), high + sheet.mm(6)], strict=True):  # fmt: skip
        slant = min(sheet.mm(4), (end - start) / 3)
        outline = [(start, roof), (start + slant, roof + rise), (end - slant, roof + rise),
                   (end, roof)]  # fmt: skip
        ax.add_patch(
            Polygon([(x, sheet.hut(y)) for x, y in outline], facecolor=style.WOOD_DARK,
                    edgecolor=style.INK, lw=0.8, zorder=3)
        )  # fmt: skip
    for number, x in enumerate(xs, 1):
        place = (x, sheet.hut(roof + sheet.mm(4.5)))
        style.text(ax, place, str(number), size=sheet.size(8), bold=True, across="center",
                   up="center_baseline")  # fmt: skip


def _exit(sheet: Sheet, x: float, closed: bool) -> None:
    """Draw the shutter of an exit, or an arrow out of it."""
    from matplotlib.patches import Rectangle

    ax, half = sheet.ax, sheet.hill.hut.exit_width / 2
    if closed:
        place = (x - half - 1, sheet.hut(SILL))
        ax.add_patch(
            Rectangle(place, 2 * half + 2, SILL - CHUTE, facecolor=SHUTTER, edgecolor=style.INK,
                      lw=0.8, hatch="////", zorder=3.5)
        )  # fmt: skip
        return
    _arrow(sheet, x, sheet.hut(0) + sheet.mm(3))


def _arrow(sheet: Sheet, x: float, y: float) -> None:
    """Draw an arrow downhill from a point."""
    from matplotlib.patches import FancyArrow

    sheet.ax.add_patch(
        FancyArrow(
            x, y, 0, sheet.mm(13), length_includes_head=True, width=sheet.mm(1.6),
            head_width=sheet.mm(6.5), head_length=sheet.mm(6), facecolor=style.COURSE, lw=0,
            zorder=3.5,
        )
    )  # fmt: skip


def _slider(sheet: Sheet, slider: Side, low: float, high: float) -> None:
    """Draw the end of the slider, which stands out of the hut at the side that it was pushed to."""
    from matplotlib.patches import Rectangle

    # The shutters lie below the exits that are shut, so the slider is at their side.
    shift, ax = sheet.mm(5), sheet.ax
    y, thick = sheet.hut((SILL + CHUTE) / 2), (SILL - CHUTE) / 2
    right = slider == "left"
    x = high if right else low - 2.4 * shift
    ax.add_patch(
        Rectangle((x, y - thick / 2), 2.4 * shift, thick, facecolor=SHUTTER, edgecolor=style.INK,
                  lw=0.8, zorder=3.4)
    )  # fmt: skip


# --- the hill ----------------------------------------------------------------


def _plate(sheet: Sheet) -> None:
    from matplotlib.patches import FancyBboxPatch, Polygon, Rectangle

    ax, hill = sheet.ax, sheet.hill
    walls = hill_walls(hill)
    left, right = (list(line) for line in walls.edges)
    bottom, brim = hill.slope.hollow + BEYOND, sheet.mm(9)
    corner = (sheet.left - brim, -ABOVE)
    wide = sheet.right - sheet.left + 2 * brim
    ax.add_patch(
        FancyBboxPatch(
            corner, wide, bottom + ABOVE, boxstyle=f"round,pad=0,rounding_size={sheet.mm(4)}",
            facecolor=MEADOW, edgecolor=MEADOW_EDGE, lw=1.2, zorder=1,
        )
    )  # fmt: skip
    edge: dict[str, Any] = {"edgecolor": MEADOW_EDGE, "lw": 0.8}
    track = Polygon([*left, *right], facecolor=GUTTER, zorder=1.5, **edge)
    ax.add_patch(track)
    # The first block is the wall above the exits.
    for block in walls.blocks[1:]:
        ax.add_patch(Polygon(block, facecolor=MEADOW, zorder=1.7, **edge))
    hollow = hill.slope.hollow
    ax.add_patch(
        Rectangle((corner[0], hollow), wide, sheet.mm(TRAY), facecolor="#d9c7a3",
                  edgecolor=style.WOOD_DARK, lw=1.2, zorder=1.9)
    )  # fmt: skip
    place = (sheet.left - sheet.mm(5), hollow + sheet.mm(6.5))
    style.text(ax, place, "hollow", size=sheet.size(5.4), colour=style.WOOD_DARK, italic=True,
               up="center")  # fmt: skip


def _path(sheet: Sheet) -> None:
    """Draw the path with its numbers, stones and horns."""
    from matplotlib.patches import Circle

    ax, path = sheet.ax, sheet.hill.path
    style.line(ax, path.spaces, colour=style.COURSE, width=1.5, dash=(0, (1, 1.6)), alpha=0.65,
               z=2.2)  # fmt: skip
    for number, (x, y) in enumerate(path.spaces, 1):
        if number in path.stones:
            hill_things.stone(ax, x, y, sheet.unit)
        else:
            ax.add_patch(
                Circle((x, y), sheet.mm(8), facecolor="#fffdf7", edgecolor=style.COURSE, lw=1.0,
                       zorder=2.5)
            )  # fmt: skip
        if number in path.horns:
            hill_things.horn(ax, x + sheet.mm(18.5), y + sheet.mm(1), sheet.unit)
        place = (x + sheet.mm(9.5), y - sheet.mm(9))
        style.text(ax, place, str(number), size=sheet.size(6.6), bold=True, colour=style.COURSE,
                   across="left", up="center_baseline", z=4, halo_colour=MEADOW)  # fmt: skip
    if path.spaces:
        _to_the_chairs(sheet)


def _to_the_chairs(sheet: Sheet) -> None:
    """Draw where the path leads from its last space."""
    from matplotlib.patches import Polygon

    ax, (x, y) = sheet.ax, sheet.hill.path.spaces[-1]
    side = 1 if chairs_right(sheet.hill) else -1
    edge = (sheet.right if side > 0 else sheet.left) + side * sheet.mm(18)
    style.line(ax, [(x, y), (edge, y)], colour=style.COURSE, width=1.5, dash=(0, (1, 1.6)),
               alpha=0.65, z=2.2)  # fmt: skip
    tip = [(edge, y - sheet.mm(3)), (edge + side * sheet.mm(5), y), (edge, y + sheet.mm(3))]
    ax.add_patch(Polygon(tip, facecolor=style.COURSE, lw=0, alpha=0.8, zorder=2.3))


def _starts(sheet: Sheet) -> None:
    from matplotlib.patches import Rectangle

    half = sheet.mm(7)
    for number, (x, y) in enumerate(sheet.hill.path.starts, 1):
        sheet.ax.add_patch(
            Rectangle((x - half, y - half), 2 * half, 2 * half, facecolor="#fffdf7",
                      edgecolor=style.FAINT, lw=1.0, ls=(0, (3, 1.5)), zorder=2.5)
        )  # fmt: skip
        place = (x + sheet.mm(9.5), y - sheet.mm(8))
        style.text(sheet.ax, place, f"s{number}", size=sheet.size(5.4), colour=style.INK,
                   up="center_baseline", z=4, halo_colour=MEADOW)  # fmt: skip


def draw_hollow(sheet: Sheet, count: int) -> None:
    """Lay so many marbles into the hollow."""
    radius = sheet.hill.marbles.radius
    step = 2.5 * radius
    wide = sheet.right - sheet.left - sheet.mm(40)
    each = max(1, int(wide / step))
    for k in range(count):
        row, column = divmod(k, each)
        x = sheet.left + sheet.mm(34) + column * step
        y = sheet.hill.slope.hollow + sheet.mm(8) + row * step
        hill_things.marble(sheet.ax, x, y, radius)


def draw_legend(sheet: Sheet) -> None:
    """Tell below the hollow what the signs mean."""
    from matplotlib.patches import Circle, Rectangle

    ax, unit = sheet.ax, sheet.unit
    start, end = ax.get_xlim()
    y = sheet.low - sheet.mm(LEGEND / 2)
    signs = {"space": 49, "stone": 48, "horn": 46, "start place": 63, "marble": 46, "shutter": 55,
             "way out": 55, "deck chair": 58}  # fmt: skip
    x = max(start, (start + end - sheet.mm(sum(signs.values()))) / 2) + sheet.mm(12)
    for words, wide in signs.items():
        match words:
            case "space":
                ax.add_patch(
                    Circle((x, y), sheet.mm(6), facecolor="#fffdf7", edgecolor=style.COURSE, lw=1)
                )
            case "stone":
                hill_things.stone(ax, x, y, 0.62 * unit)
            case "horn":
                hill_things.horn(ax, x, y, 0.85 * unit)
            case "start place":
                corner = (x - sheet.mm(5.5), y - sheet.mm(5.5))
                ax.add_patch(
                    Rectangle(corner, sheet.mm(11), sheet.mm(11), facecolor="#fffdf7",
                              edgecolor=style.FAINT, lw=1.0, ls=(0, (3, 1.5)))
                )  # fmt: skip
            case "marble":
                hill_things.marble(ax, x, y, sheet.mm(3.6))
            case "deck chair":
                hill_things.chair(ax, x + sheet.mm(2), y, 0.5 * unit)
            case "way out":
                _arrow(sheet, x, y - sheet.mm(6.5))
            case _:
                corner = (x - sheet.mm(7), y - sheet.mm(2.5))
                ax.add_patch(
                    Rectangle(corner, sheet.mm(14), sheet.mm(5), facecolor=SHUTTER,
                              edgecolor=style.INK, lw=0.8, hatch="////")
                )  # fmt: skip
        style.text(ax, (x + sheet.mm(10), y), words, size=sheet.size(5.4), up="center")
        x += sheet.mm(wide)
