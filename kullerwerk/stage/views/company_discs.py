"""The discs of company, and the stack of layers that lie below."""

from __future__ import annotations

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import width
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
    mixed,
    regular,
)
from kullerwerk.stage.views import company_layer as sheets
from kullerwerk.stage.views.board import Board
from rules.company.state import SET, VALUES, Discs, State

DISC_R = 0.56
"""The radius of a disc in play, in the world of the board."""
STACK_AT = (-4.92, 4.1)


def stack(s: State, small: float) -> tuple[Shape, ...]:
    """The layers that lie below, as a small stack; ``small``: the size of text."""
    out: list[Shape] = []
    x, y = STACK_AT
    for n, layer in reversed(list(enumerate(s.board.layers[s.layer + 1 :]))):
        top = y - 0.54 * n
        r = 0.11 * (layer.radius + sheets.MARGIN)
        corners = [(x + a, top + 0.62 * b) for a, b in regular((0, 0), r, 6)]
        thick = [(a, b - 0.13) for a, b in corners]
        colour = sheets.colour_of(layer)
        out.append(Polygon(tuple(thick), mixed(colour, theme.INK, 0.4), theme.INK, 1.0))
        out.append(Polygon(tuple(corners), colour, theme.INK, 1.0))
        out.append(Disc(x, top, 0.09, sheets.HOLE))
        words = f"x {len(layer.holes)}"
        out.append(Text(x + 0.58, top, words, small, theme.INK, "left", "middle"))
    return tuple(out)


def row(board: Board, s: State, seat: int, at: Rect) -> list[Shape]:
    """A seat's discs: those that lie face down still in its colour, the open ones white."""
    sizes, colour = board.around.sizes, board.seat_colour(seat)
    turn = seat == board.turn
    edge = colour if turn else theme.FAINT
    ground = theme.WHITE if turn else theme.PANEL
    head, r = at.top - 0.95 * sizes.text, 0.55 * sizes.text
    out: list[Shape] = [
        box(at, ground, edge, 2.5 if turn else 1.0, 8),
        Disc(at.x + 10 + r, head, r, colour, theme.INK, 1.0),
        theme.mark(board.seat_mark(seat), (at.x + 10 + r, head), 0.5 * r, theme.text_on(colour)),
    ]
    name, x = board.match.name(seat), at.x + 18 + 2 * r
    if x + width(name, sizes.small, bold=True) < at.right:
        out.append(Text(x, head, name, sizes.small, theme.INK, "left", "middle", bold=turn))
    alive = bool(s.moles[seat]) or not s.turns
    return out + _discs(at, s.discs[seat], colour if alive else None, sizes.text)


def _discs(at: Rect, left: Discs, colour: Colour | None, size: float) -> list[Shape]:
    """All six of a seat in a row, or in two; ``colour`` None: it has no mole left."""
    out: list[Shape] = []
    room, most = at.h - 2.0 * size, 0.85 * size
    one = min(most, (at.w - 12) / 13.0, room / 2)
    two = min(most, (at.w - 12) / 6.6, room / 4.3)
    r, columns = (one, 6) if one >= two else (two, 3)
    number = 0
    for value, down, all_of in zip(VALUES, left, SET, strict=True):
        for k in range(all_of):
            rank, column = divmod(number, columns)
            number += 1
            x = at.x + 8 + r + 2.15 * r * column
            y = at.y + 6 + r + 2.15 * r * (6 // columns - 1 - rank)
            hidden = k < down and colour is not None
            ground, ink, edge = theme.WHITE, theme.SOFT, theme.FAINT
            if colour is None:
                ground, ink = theme.OFF, theme.FAINT
            elif hidden:
                ground, ink, edge = colour, theme.text_on(colour), theme.INK
            out.append(Disc(x, y, r, ground, edge, 1.2))
            out.append(Text(x, y, str(value), 1.1 * r, ink, "centre", "middle", bold=hidden))
    return out


def disc(at: Point, value: int, wide: float, colour: Colour, scale: float) -> list[Shape]:
    """A disc in play, ``wide`` of its width while it turns over; value 0 = its back.

    ``colour`` is its owner's, ``scale`` that of the board's camera.
    """
    x, y = at
    wide = max(0.04, wide)
    rim = tuple((x + wide * (a - x), b) for a, b in regular(at, DISC_R, 36))
    ground = theme.WHITE if value else colour
    inner = tuple((x + 0.86 * (a - x), y + 0.86 * (b - y)) for a, b in rim)
    out: list[Shape] = [
        Polygon(rim, ground, theme.INK, 2.0),
        Polygon(inner, None, faded(theme.INK if value else theme.WHITE, 0.5), 1.5),
    ]
    if wide > 0.6:
        words = str(value) if value else "?"
        ink, size = theme.text_on(ground), 0.8 * DISC_R * scale
        out.append(Text(x, y, words, size, ink, "centre", "middle", bold=True))
    return out
