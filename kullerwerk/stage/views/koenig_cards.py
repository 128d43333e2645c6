"""Cards of the pro game: parts to choose from, the own hand, what was played, and hat numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.koenig_told import attempt_of
from kullerwerk.stage.lettering import shortened, width, wrapped
from kullerwerk.stage.shapes import Colour, Disc, Line, Polygon, Rect, Shape, Text, box, mixed
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.tumble import lying
from kullerwerk.stage.views.die_shapes import die_shapes
from rules.koenig.board import GROUPS, Board
from rules.koenig.cards import counting
from rules.koenig.draft import deck_of, part_name, pro_of
from rules.koenig.names import colour_name
from rules.koenig.pro_words import CARDS
from rules.koenig.state import AttemptFrame, DraftFrame, State
from rules.koenig.windows import hand_names
from sim.settled import MM
from sim.solids import solid

SYMBOLS = {"invalid": "✕", "again": "↻", "miss": "‖", "noblock": "⊘", "only12": "1 2", "all": "∞"}
Colours = Callable[[str], Colour]
"""The colour of a piece set by its name."""


SMALLEST = 8.0
"""No text is smaller, logical pixels."""


def fitting(
    text: str, size: float, room: float, rows: int = 1, bold: bool = False
) -> tuple[float, tuple[str, ...]]:
    """The lines of a text and the size, at most ``size``, at which they fit into so many rows.

    No word is broken, unless the text had to be too small to read.
    """
    while size > SMALLEST:
        lines = wrapped(text, size, room, bold)
        widest = max(width(word, size, bold) for word in text.split(" "))
        if len(lines) <= rows and widest <= room:
            return size, lines
        size -= 0.5
    return size, tuple(
        shortened(line, size, room, bold) for line in wrapped(text, size, room, bold)
    )[:rows]


# --- the draft ---------------------------------------------------------------


def part_places(board: Board, area: Rect, sizes: theme.Sizes) -> dict[tuple[int, int], Rect]:
    """Where the part of each group (row) and piece set (column) lies."""
    head = sizes.text * 2
    side = min(110 * sizes.scale, area.w * 0.17)
    at = Rect(area.x + side, area.y + 8, area.w - side - 8, area.h - head - 12)
    columns, rows = len(board.sets), len(GROUPS)
    w, h = at.w / columns, at.h / rows
    return {
        (g, k): Rect(at.x + k * w + 4, at.top - (g + 1) * h + 4, w - 8, h - 8)
        for g in range(rows)
        for k in range(columns)
    }


def draft_shapes(
    around: Surroundings,
    s: State,
    scene: Any,
    area: Rect,
    colours: Colours,
    seats: Callable[[int], Colour],
    may: frozenset[str],
) -> tuple[Shape, ...]:
    """All parts of all groups, who has which, and which may be taken now."""  # fmt: skip
    sizes = around.sizes
    out: list[Shape] = [box(area, theme.PAPER)]
    places = part_places(s.board, area, sizes)
    for g, group in enumerate(GROUPS):
        row = places[(g, 0)]
        name = around.word(f"koenig.group.{group}")
        size, _ = fitting(name, sizes.text, row.x - area.x - 14, 1, True)
        out.append(Text(area.x + 8, row.middle[1], name, size, theme.INK, "left", "middle", True))
    for (g, k), at in places.items():
        taker = _taker(s, g, k)
        part = part_name(s.board, GROUPS[g], k)
        out += _part(around, s, scene, at, g, k, colours, f"{GROUPS[g]}.{part}" in may, taker)
        if taker is not None:
            out += _stamp(at, taker, seats, sizes)
    return tuple(out)


def _taker(s: State, g: int, k: int) -> int | None:
    """Who has a part; -1 = it is out of the game, None = nobody."""
    pro = pro_of(s)
    if pro.removed[g] == k:
        return -1
    return next((seat for seat, kit in enumerate(pro.kits) if kit[g] == k), None)


def _part(
    around: Surroundings, s: State, scene: Any, at: Rect, g: int, k: int, colours: Colours,
    free: bool, taker: int | None,
) -> Iterator[Shape]:  # fmt: skip
    sizes, pieces = around.sizes, s.board.sets[k]
    colour = colours(pieces.name)
    gone = taker is not None
    yield box(at, theme.OFF if gone else theme.WHITE, theme.ACCENT if free else theme.FAINT,
              2.5 if free else 1.2, 8.0)  # fmt: skip
    strip, rest = at.cut_left(min(at.h * 0.9, at.w * 0.36))
    picture = Rect(strip.x + 11, strip.y + 6, strip.w - 17, strip.h - 12)
    pale = mixed(colour, theme.OFF, 0.55) if gone else colour
    yield box(Rect(at.x + 3, at.y + 3, 6, at.h - 6), pale, r=3)
    yield from _picture(s, scene, picture, GROUPS[g], k, pale)
    ink = theme.SOFT if gone else theme.INK
    if GROUPS[g] == "card":
        title = around.word("koenig.part.cards", n=pieces.cards)
    else:
        title = colour_name(pieces.name, around.lang).capitalize()
    room = rest.w - 6
    rows = max(1, int((at.h - 6) / (sizes.small * 1.3)) - 1)
    big, _ = fitting(title, sizes.small, room, 1, True)
    small, more = fitting(_what(around, scene, s.board, GROUPS[g], k), big, room, rows)
    y = at.middle[1] + len(more) * 0.65 * small
    yield Text(rest.x, y, title, big, ink, "left", "middle", True)
    for j, line in enumerate(more, start=1):
        yield Text(rest.x, y - j * 1.3 * small, line, small, ink, "left", "middle")


def _stamp(
    at: Rect, seat: int, seats: Callable[[int], Colour], sizes: theme.Sizes
) -> Iterator[Shape]:
    """Who has a part, or that it is out of the game."""
    if seat < 0:
        yield Line(((at.x + 8, at.y + 8), (at.right - 8, at.top - 8)), theme.SOFT, 2.0)
        return
    r = 11 * sizes.scale
    place, colour = (at.right - r - 5, at.top - r - 5), seats(seat)
    yield Disc(*place, r, colour, theme.INK, 1.2)
    yield theme.mark(seat, place, r * 0.5, theme.text_on(colour))


def _what(around: Surroundings, scene: Any, board: Board, group: str, k: int) -> str:
    """What a part does, in a few words."""
    word, pieces = around.word, board.sets[k]
    match group:
        case "tower":
            shape = _shape(scene, pieces.name)
            if shape is None:
                return ""
            return word("koenig.part.tower", long=f"{shape.tower.ramp_length:g}",
                        angle=f"{shape.tower.ramp_angle_deg:g}")  # fmt: skip
        case "die":
            return word("koenig.part.die", n=pieces.sides)
        case "face":
            return word("koenig.part.face", n=pieces.start_number)
        case "hat":
            return " ".join(str(n) for n in pieces.hat)
        case "blocker":
            long, deep = pieces.blocker_length / MM, pieces.blocker_depth / MM
            return f"{long:g} x {deep:g} mm"
        case _:
            return word("koenig.part.card")


def _shape(scene: Any, name: str) -> Any:
    return next((one for one in getattr(scene, "sets", ()) if one.name == name), None)


def _picture(s: State, scene: Any, at: Rect, group: str, k: int, colour: Colour) -> Iterator[Shape]:
    pieces = s.board.sets[k]
    x, y = at.middle
    r = min(at.w, at.h) / 2
    match group:
        case "tower":
            shape = _shape(scene, pieces.name)
            high = r * 1.7 * (shape.tower.ramp_length / 160 if shape else 0.8)
            low = y - r * 0.85
            side = (
                (x - r * 0.45, low), (x + r * 0.5, low), (x + r * 0.5, low + high * 0.22),
                (x - r * 0.05, low + high), (x - r * 0.45, low + high),
            )  # fmt: skip
            yield Polygon(side, colour, theme.INK, 1.2)
            ramp = ((x - r * 0.28, low + high * 0.95), (x + r * 0.5, low + high * 0.12))
            yield Line(ramp, theme.INK, 2.0)
        case "die":
            body = solid(pieces.die, pieces.die_size / MM)
            matrix = lying(body, pieces.sides, 0.4)
            big = r * 0.8 / body.r_out
            faces = die_shapes(
                pieces.die, pieces.die_size / MM * big, matrix, (x, y, 0.0), colour, 1.0
            )
            yield from faces
        case "face":
            yield Disc(x, y, r * 0.8, colour, theme.INK, 1.2)
            yield Text(x, y, str(pieces.start_number), r, theme.text_on(colour), "centre", "middle",
                       True)  # fmt: skip
        case "hat":
            brim = Rect(x - r * 0.9, y - r * 0.5, r * 1.8, r * 0.28)
            crown = Rect(x - r * 0.55, y - r * 0.3, r * 1.1, r)
            yield box(crown, colour, theme.INK, 1.2, r * 0.2)
            yield box(brim, colour, theme.INK, 1.2, r * 0.12)
        case "blocker":
            scale = 1.7 * r / 95
            long, deep = pieces.blocker_length / MM * scale, pieces.blocker_depth / MM * scale
            yield box(Rect(x - long / 2, y - deep / 2, long, deep), colour, theme.INK, 1.2, 2)
        case _:
            for j in range(min(pieces.cards, 7)):
                place = Rect(x - r * 0.8 + j * r * 0.17, y - r * 0.6 + j * 1.5, r * 0.6, r * 0.95)
                yield box(place, theme.WHITE, theme.INK, 1.0, 3)


# --- hats and numbers --------------------------------------------------------


def _columns(area: Rect, sizes: theme.Sizes) -> int:
    return 2 if area.w > 640 * sizes.scale else 1


def seats_height(s: State, area: Rect, sizes: theme.Sizes) -> float:
    """The height of the strip that shows what everybody plays with."""
    return math.ceil(len(s.racers) / _columns(area, sizes)) * sizes.small * 2.0 + 8


def seats_shapes(
    around: Surroundings, s: State, area: Rect, colour: Callable[[int], Colour]
) -> tuple[Shape, ...]:
    """A row per seat: its die, the numbers that count for it (others struck), and its cards."""
    sizes, n = around.sizes, len(s.racers)
    out: list[Shape] = []
    columns = _columns(area, sizes)
    size, wide = sizes.small, area.w / columns
    for seat in range(n):
        x = area.x + 10 + (seat % columns) * wide
        y = area.top - 6 - size * (1.0 + 2.0 * (seat // columns))
        out.append(Disc(x + size * 0.6, y, size * 0.62, colour(seat), theme.INK, 1.0))
        ink = theme.text_on(colour(seat))
        out.append(theme.mark(seat, (x + size * 0.6, y), size * 0.3, ink))
        pieces, left = s.pieces(seat), wide - 16
        chip = min(size * 1.45, (left - size * 9.5) / max(1, pieces.sides))
        out.append(Text(x + size * 1.6, y, pieces.die, size, theme.INK, "left", "middle", True))
        start, counts = x + size * 4.0, numbers_now(s, seat)
        for k in range(pieces.sides):
            at = Rect(start + k * chip, y - size * 0.8, chip - 2, size * 1.6)
            good = counts is None or k + 1 in counts
            out.append(box(at, theme.WHITE if good else theme.OFF, theme.GOOD if good else
                           theme.FAINT, 1.5 if good else 1.0, 3))  # fmt: skip
            tint = theme.INK if good else theme.FAINT
            small = min(size, chip * 0.62)
            out.append(Text(*at.middle, str(k + 1), small, tint, "centre", "middle", good))
            if not good:
                out.append(Line(((at.x + 2, at.y + 2), (at.right - 2, at.top - 2)), theme.BAD, 1.2))
        cards = sum(pro_of(s).hands[seat])
        words = around.word("koenig.cards.held", n=cards)
        out.append(Text(start + pieces.sides * chip + 6, y, words, size, theme.SOFT, "left",
                        "middle"))  # fmt: skip
    return tuple(out)


def numbers_now(s: State, seat: int) -> tuple[int, ...] | None:
    """The numbers that count for a seat now, cards included; None = all."""
    hat = s.pieces(seat).hat
    for frame in s.agenda:
        if isinstance(frame, AttemptFrame) and frame.seat == seat:
            return counting(deck_of(s), frame.played, hat)
    return hat


# --- cards -------------------------------------------------------------------


def foot_height(sizes: theme.Sizes) -> float:
    """The height of the strip with the hand."""
    return 104 * sizes.scale


def hand_places(s: State, seat: int, area: Rect, sizes: theme.Sizes) -> dict[str, Rect]:
    """Where each kind of card of a hand lies at the foot of the board."""
    kinds = list(dict.fromkeys(hand_names(s, seat)))
    if not kinds:
        return {}
    w = min(178 * sizes.scale, (area.w - 20) / len(kinds))
    h = foot_height(sizes) - 14
    x = area.middle[0] - w * len(kinds) / 2
    return {kind: Rect(x + k * w + 4, area.y + 7, w - 8, h) for k, kind in enumerate(kinds)}


def hand_shapes(
    around: Surroundings, s: State, seat: int, area: Rect, may: frozenset[str], picked: str
) -> tuple[Shape, ...]:
    """The cards of a seat; those that may be played now are lit."""
    names = hand_names(s, seat)
    out: list[Shape] = []
    for kind, at in hand_places(s, seat, area, around.sizes).items():
        lit = kind in may
        out += _card(around, kind, at, lit, kind == picked, names.count(kind))
    return tuple(out)


def _card(
    around: Surroundings, kind: str, at: Rect, lit: bool, picked: bool, copies: int
) -> Iterator[Shape]:
    sizes, word = around.sizes, around.word
    edge = theme.FOCUS if picked else theme.ACCENT if lit else theme.FAINT
    for k in range(min(copies, 3) - 1, 0, -1):  # those below it
        under = Rect(at.x + 5 * k, at.y + 4 * k, at.w, at.h)
        yield box(under, theme.WHITE, theme.FAINT, 1.2, 8.0)
    yield box(Rect(at.x + 3, at.y - 4, at.w, at.h), (30, 20, 8, 60), r=8)
    yield box(at, theme.HOVER if lit else theme.WHITE, edge, 3.0 if lit or picked else 1.2, 8.0)
    ink, room = theme.INK if lit else theme.SOFT, at.w - 16
    title, symbol = word(f"koenig.card.{kind}"), SYMBOLS.get(kind, "?")
    if copies > 1:
        title = f"{copies} x {title}"
    y = at.top - 16 * sizes.scale
    sign = theme.SOFT if not lit else edge
    yield Text(at.x + 9, y, symbol, sizes.small * 1.3, sign, "left", "middle", True)
    lead = 15 + width(symbol, sizes.small * 1.3, True)
    size, lines = fitting(title, sizes.small * 1.05, at.w - lead - 5, 2, True)
    for line in lines:
        yield Text(at.x + lead, y, line, size, ink, "left", "middle", True)
        y -= size * 1.15
    size, lines = fitting(CARDS[around.lang][kind], sizes.small * 0.95, room, 2)
    for line in lines:
        y -= size * 0.3
        yield Text(at.x + 8, y, line, size, ink, "left", "middle")
        y -= size * 0.9
    low = at.y + sizes.small * 0.9
    size, lines = fitting(word(f"koenig.when.{kind}"), sizes.small * 0.85, room, 2)
    for k, line in enumerate(reversed(lines)):
        yield Text(at.x + 8, low + k * size * 1.15, line, size, theme.SOFT, "left", "middle")


def played_places(s: State, area: Rect, sizes: theme.Sizes) -> dict[int, Rect]:
    """Where the cards that were played in this attempt are listed, by their numbers."""
    attempt = attempt_of(s)
    if attempt is None:
        return {}
    h, w = sizes.small * 2.1, min(290 * sizes.scale, area.w - 20)
    top = area.top - seats_height(s, area, sizes) - 6
    return {
        k + 1: Rect(area.x + 10, top - (k + 1) * (h + 3), w, h) for k in range(len(attempt.played))
    }


def played_shapes(
    around: Surroundings, s: State, area: Rect, colour: Callable[[int], Colour], may: frozenset[str]
) -> tuple[Shape, ...]:
    """The cards of this attempt, by whom, and which are cancelled."""
    attempt, sizes = attempt_of(s), around.sizes
    if attempt is None:
        return ()
    out: list[Shape] = []
    size = sizes.small
    for number, at in played_places(s, area, sizes).items():
        one = attempt.played[number - 1]
        lit = str(number) in may
        out.append(box(at, theme.HOVER if lit else theme.WHITE, theme.ACCENT if lit else
                       theme.FAINT, 2.5 if lit else 1.2, 6.0))  # fmt: skip
        y = at.middle[1]
        out.append(Disc(at.x + 14, y, size * 0.62, colour(one.by), theme.INK, 1.0))
        out.append(theme.mark(one.by, (at.x + 14, y), size * 0.3, theme.text_on(colour(one.by))))
        text = f"{number}  {around.word(f'koenig.card.{one.card}')}"
        if one.target:
            text += f" → {one.target}"
        words = shortened(text, size, at.w - 36)
        ink = theme.INK if one.alive else theme.SOFT
        out.append(Text(at.x + 28, y, words, size, ink, "left", "middle", one.alive))
        if not one.alive:
            out.append(Line(((at.x + 26, y), (at.right - 8, y)), theme.BAD, 2.0))
    return tuple(out)


def drafting(s: State) -> DraftFrame | None:
    """The draft that goes on, None = there is none."""
    top = s.agenda[-1] if s.agenda else None
    return top if isinstance(top, DraftFrame) else None
