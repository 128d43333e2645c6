"""What moves in the mine, as it stands or goes: treasures, goblins, captives, Gorgan, carts."""

from __future__ import annotations

from kullerwerk.stage import theme
from kullerwerk.stage.pieces import gem, mole
from kullerwerk.stage.shapes import Point, Shape, Text
from kullerwerk.stage.views import buddel_art as art
from kullerwerk.stage.views.board import Board
from kullerwerk.stage.views.buddel_shows import Shows
from rules.buddel.board import CARTS, grid_of
from rules.buddel.state import State

ROW = 10
"""So many treasures lie in a row beside the chamber."""


def standing_there(board: Board, shows: Shows, s: State) -> list[Shape]:
    """Treasures beside the chamber, goblins and whom they hold, Gorgan."""
    out: list[Shape] = []
    x, y = shows.cell(s, grid_of(s.board).chamber)
    for k in range(s.left):
        row, column = divmod(k, ROW)
        out += gem((x + 0.72 + 0.26 * column, y + 0.16 - 0.3 * row), 0.12)
    for space, owner in enumerate(s.captives):
        at = shows.space(s, space)
        if owner >= 0:
            out += art.goblin((at[0] - 0.22, at[1] + 0.22), 0.16)
            place = shows.slides.place(f"goblin:{space}", (at[0] + 0.04, at[1] - 0.06))
            out += _mole(board, place, 0.27, owner)
            if not shows.slides.has(f"goblin:{space}"):
                out += art.bars(place, 0.33)
        elif space != s.gorgan or shows.slides.has("gorgan"):
            out += art.goblin(at, 0.27)
    place = shows.slides.place("gorgan", shows.space(s, s.gorgan))
    return out + art.gorgan(place, 0.3)


def carts(board: Board, shows: Shows, s: State, scale: float) -> list[Shape]:
    """Both carts, and who sits in them; ``scale``: that of the camera."""
    out: list[Shape] = []
    for cart in range(CARTS):
        at = shows.cart_at(s, cart)
        out += art.cart(at, 1.0, shows.angle(cart))
        number = str(cart + 1)
        out.append(Text(*at, number, 0.17 * scale, theme.INK, "centre", "middle", bold=True))
    for cart in range(CARTS):
        for side, owner in enumerate(s.riders[cart]):
            if owner >= 0:
                place = shows.slides.place(f"seat:{cart}:{side}", shows.seat(s, cart, side))
                out += _mole(board, place, art.SEAT_R, owner)
    return out


def flying(board: Board, shows: Shows) -> list[Shape]:
    """What is carried out of the mine."""
    out: list[Shape] = []
    for what, seat, place in shows.flying():
        out += gem(place, 0.14) if what == "gem" else _mole(board, place, art.SEAT_R, seat)
    return out


def _mole(board: Board, at: Point, r: float, seat: int) -> tuple[Shape, ...]:
    return mole(at, r, board.seat_colour(seat), board.seat_mark(seat), plain=True)
