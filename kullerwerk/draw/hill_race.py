"""The picture of a game of kullern: hut and hill with the marbles and marmots where they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import hill_things, style
from kullerwerk.draw.hill import draw_hill, draw_hollow, draw_legend
from kullerwerk.draw.hill_sheet import SIDE, Sheet, chair_places, new_sheet
from rules.kullern.notation import LETTERS
from rules.kullern.state import HOLLOW
from rules.kullern.text import COLOURS
from sim.marbles.rows import unpacked

if TYPE_CHECKING:
    from rules.kullern.state import State
    from scenes.hill import MarbleHill

ROW = 22.0
"""Height of a player's line in the legend, mm where gutters are 40 mm apart."""


def hill_race_picture(hill: MarbleHill, s: State, legend: Sequence[str], path: Path) -> None:
    """Draw how a game stands as a PNG or an SVG, by the suffix of ``path``.

    ``legend`` holds a line per seat.
    """
    style.check_suffix(path)
    sheet = new_sheet(hill, below=ROW * len(legend) + 6)
    draw_hill(sheet, s.slider)
    draw_legend(sheet)
    draw_hollow(sheet, s.marbles.count(HOLLOW))
    rows = unpacked(hill, s.world)
    radius = hill.marbles.radius
    for motion in rows.hut.values():
        hill_things.marble(sheet.ax, motion.x, sheet.hut(motion.y), radius)
    for motion in rows.hill.values():
        hill_things.marble(sheet.ax, motion.x, motion.y, radius)
    _marmots(sheet, s)
    for seat, words in enumerate(legend):
        _legend_row(sheet, s, seat, words)
    style.save_figure(sheet.figure, path)


def look_of(marmot: int) -> style.SeatStyle:
    """Return the look of a marmot: that of its colour."""
    colour = COLOURS["en"][marmot // 2 % 4]
    return next(look for look in style.SEATS if look.set_name == colour)


def _marmots(sheet: Sheet, s: State) -> None:
    path = sheet.hill.path
    chairs = iter(chair_places(sheet))
    for marmot, place in enumerate(s.marmots):
        if place == 0:
            continue  # in somebody's hand
        if place == s.board.chair:
            x, y = next(chairs)
            # The head on the cloth, the body on the seat.
            x, y = x - sheet.mm(2), y - sheet.mm(9)
        else:
            x, y = path.spaces[place - 1] if place > 0 else path.starts[-place - 1]
        hill_things.marmot(
            sheet.ax, look_of(marmot), LETTERS[marmot % s.each], x, y, sheet.unit, sheet.size(6)
        )


def _legend_row(sheet: Sheet, s: State, seat: int, words: str) -> None:
    """Draw a player's marmots and how it stands."""
    x = sheet.ax.get_xlim()[0] + sheet.mm(SIDE * 0.8)
    y = sheet.low + sheet.mm(ROW * seat + 1)
    for marmot in s.owned(seat):
        letter = LETTERS[marmot % s.each]
        unit = 0.62 * sheet.unit
        hill_things.marmot(sheet.ax, look_of(marmot), letter, x, y, unit, 0.62 * sheet.size(6))
        x += sheet.mm(16)
    style.text(sheet.ax, (x, y + sheet.mm(3)), words, size=sheet.size(7), up="center")
