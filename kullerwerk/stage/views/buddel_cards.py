"""The column beside the mine: what a quarter turn would do, who sits where, who has what."""

from __future__ import annotations

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import shortened, width
from kullerwerk.stage.pieces import gem, mole
from kullerwerk.stage.shapes import Colour, Point, Rect, Shape, Text, arrow, box
from kullerwerk.stage.views import buddel_art as art
from kullerwerk.stage.views.board import Board
from rules.buddel.board import grid_of
from rules.buddel.flow import payout
from rules.buddel.goblins import meetings, turned
from rules.buddel.state import MOLES, Riders, State


def places(room: Rect) -> tuple[Rect, Rect]:
    """Where the cards for a turn to the left and to the right are."""
    if room.w >= room.h * 1.1:
        w = min((room.w - 10) / 2, room.h)
        h = min(room.h, 1.15 * w)
        x, y = room.middle[0] - w - 5, room.top - h
        return Rect(x, y, w, h), Rect(x + w + 10, y, w, h)
    h = min((room.h - 10) / 2, 1.15 * room.w)
    w = min(room.w, h)
    x = room.middle[0] - w / 2
    return Rect(x, room.top - h, w, h), Rect(x, room.top - 2 * h - 10, w, h)


def seats(board: Board, at: Rect, s: State, which: int) -> list[Shape]:
    """A cart as it is, large enough to see who sits where."""
    sizes = board.around.sizes
    out: list[Shape] = [box(at, theme.PANEL, theme.FAINT, 1.0, 8)]
    words = shortened(board.around.word("buddel.cart", n=which + 1), sizes.small, at.w - 12)
    x = at.middle[0]
    y = at.top - 0.9 * sizes.small
    out.append(Text(x, y, words, sizes.small, theme.SOFT, "centre", "middle"))
    low = at.h - 1.7 * sizes.small
    return out + _seated(board, s.riders[which], (x, at.y + low / 2), min(at.w, low) / 1.5)


def _seated(board: Board, riders: Riders, middle: Point, size: float) -> list[Shape]:
    out = art.cart(middle, size)
    for side, owner in enumerate(riders):
        if owner >= 0:
            place = art.seat_place(middle, side, size)
            r = art.SEAT_R * size
            out += mole(place, r, board.seat_colour(owner), board.seat_mark(owner), plain=True)
    return out


def card(board: Board, at: Rect, s: State, which: int, cell: int, *, right: bool, asked: bool,
         pointed: bool) -> list[Shape]:  # fmt: skip
    """The seats of a cart after a turn on ``cell``, what goblins would do, who would be paid."""
    sizes, grid = board.around.sizes, grid_of(s.board)
    edge = theme.ACCENT if asked else theme.FAINT
    ground = theme.HOVER if pointed else theme.WHITE
    out: list[Shape] = [box(at, ground, edge, 2.5 if asked else 1.2, 8)]
    words = board.around.word("buddel.right" if right else "buddel.left")
    small = min(sizes.small, sizes.small * (at.w - 12) / width(words, sizes.small, bold=True))
    x, y = at.middle[0], at.top - 0.9 * sizes.small
    out.append(Text(x, y, words, small, theme.INK, "centre", "middle", bold=asked))
    low = at.h - 1.7 * sizes.small
    middle, size = (x, at.y + low / 2), min(at.w, low) / 1.95
    riders = turned(s.riders[which], right=right)
    for side, space in grid.beside[cell]:
        out += _niche(board, s, space, _out(middle, side, 0.75 * size), 0.2 * size)
    out += _seated(board, riders, middle, size)
    corner = (at.right - 0.13 * at.w, y - sizes.small - 0.07 * at.w)
    out += art.curl(corner, 0.08 * at.w, right=right, colour=theme.SOFT)
    if asked:
        key = "2" if right else "1"
        out.append(Text(at.x + 8, at.y + 12, key, 10, theme.SOFT, "left", "middle"))
    if cell == grid.chamber:
        for side, count in payout(riders, s.left):
            place = _out(middle, side, 0.72 * size)
            size_of = 0.26 * size
            out.append(
                Text(*place, f"+{count}", size_of, theme.GOOD, "centre", "middle", bold=True)
            )
        return out
    for one in meetings(grid, cell, riders, s.captives, s.gorgan):
        inner, outer = _out(middle, one.side, 0.4 * size), _out(middle, one.side, 0.74 * size)
        head_of = 0.14 * size
        u, v = art.OUT[one.side]
        shift = (0.12 * size * v, 0.12 * size * u)
        if one.case in ("caught", "swaps"):
            out += _arrow(inner, outer, shift, theme.BAD, head_of)
        if one.case in ("boards", "swaps"):
            out += _arrow(outer, inner, (-shift[0], -shift[1]), theme.GOOD, head_of)
    return out


def _out(middle: Point, side: int, far: float) -> Point:
    u, v = art.OUT[side]
    return middle[0] + far * u, middle[1] + far * v


def _arrow(
    start: Point, end: Point, shift: Point, colour: Colour, head: float
) -> tuple[Shape, ...]:
    u, v = shift
    return arrow((start[0] + u, start[1] + v), (end[0] + u, end[1] + v), colour, 3.0, head)


def _niche(board: Board, s: State, space: int, at: Point, r: float) -> list[Shape]:
    """A goblin space beside the cart, small."""
    x, y = at
    out: list[Shape] = [
        box(Rect(x - 1.15 * r, y - 1.15 * r, 2.3 * r, 2.3 * r), art.NICHE, None, 1.0, 0.4 * r)
    ]
    owner = s.captives[space]
    if space == s.gorgan:
        return out + art.gorgan(at, 0.8 * r)
    if owner >= 0:
        colour, mark = board.seat_colour(owner), board.seat_mark(owner)
        return [*out, *mole(at, 0.8 * r, colour, mark, plain=True), *art.bars(at, 0.8 * r)]
    return out + art.goblin(at, 0.7 * r)


def belongings(board: Board, s: State, seat: int, at: Rect) -> list[Shape]:
    """A seat's treasures, and its moles above ground."""
    sizes, turn = board.around.sizes, seat == board.turn
    colour, mark = board.seat_colour(seat), board.seat_mark(seat)
    edge, ground = (colour, theme.WHITE) if turn else (theme.FAINT, theme.PANEL)
    y, low, r = at.top - 0.27 * at.h, at.y + 0.3 * at.h, 0.17 * at.h
    out: list[Shape] = [
        box(at, ground, edge, 2.5 if turn else 1.0, 8),
        *mole((at.x + 10 + r, y), r, colour, mark, plain=True),
    ]
    names = [board.match.name(one) for one in range(len(s.stones))]
    x, room = at.x + 20 + 2 * r, at.right - 24 - MOLES * 2.3 * r
    # All have their names, or none.
    if x + max(width(name, sizes.small, bold=True) for name in names) < room:
        name = names[seat][:1].upper() + names[seat][1:]
        out.append(Text(x, y, name, sizes.small, theme.INK, "left", "middle", bold=turn))
    for k in range(s.surface[seat]):
        out += mole((at.right - 14 - r - k * 2.3 * r, y), r, colour, mark, plain=True)
    count = s.stones[seat]
    step = min(0.5 * at.h, (at.w - 44 - sizes.text) / max(10, count))
    for k in range(count):
        out += gem((at.x + 12 + (k + 0.5) * step, low), min(0.2 * at.h, 0.56 * step))
    place = (at.right - 10, low)
    out.append(Text(*place, str(count), sizes.text, theme.INK, "right", "middle", bold=True))
    return out
