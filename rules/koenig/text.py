"""The table as text for a terminal: one sign for every 2 by 4 cm."""

from __future__ import annotations

from rules.core.types import Seat
from rules.koenig.board import GROUPS
from rules.koenig.draft import part_name
from rules.koenig.hidden import seen
from rules.koenig.names import language, letters, seat_name
from rules.koenig.pro_words import part_text
from rules.koenig.progress import rays_done
from rules.koenig.state import NOT_YET, State
from sim.settled import MM

WIDE, HIGH = 20 * MM, 40 * MM
"""Size of a sign."""
DIGITS = "123456789abcdefghijklmnpqrstuvwxyz"
"""Signs of the lines to cross."""


def draw(s: State, seat: Seat | None = None, lang: str = "en") -> str:
    """The table from above, +y up: half-spheres ``o``, posts of the gate ``|``, towers, blocker.

    The lines to cross are digits, in their order, the last one the start-finish line. A tower is a
    letter of its colour (the first one, where no other tower has that) with an arrow for the way it
    faces, the blocker ``#``. The numbers at the edges are mm; a line below says what signs mean.
    Below it in the pro game: parts, cards on the table, and the hand of the seat that looks.
    """
    lang, board = language(lang), s.board
    german = lang == "de"
    columns, rows = -(-board.length // WIDE), -(-board.width // HIGH)
    signs = [["."] * columns for _ in range(rows)]

    def put(x: int, y: int, sign: str) -> None:
        column = min(columns - 1, max(0, x // WIDE))
        signs[min(rows - 1, max(0, y // HIGH))][column] = sign

    for number, ray in enumerate(board.rays):
        (ax, ay), (bx, by) = ray.a, ray.b
        pieces = 1 + (abs(bx - ax) + abs(by - ay)) // WIDE
        for k in range(pieces + 1):
            x, y = ax + (bx - ax) * k // pieces, ay + (by - ay) * k // pieces
            put(x, y, DIGITS[number % len(DIGITS)])
    for disc in board.posts:
        put(*disc.centre, "|")
    for disc in board.spheres:
        for row in range(rows):
            for column in range(columns):
                x, y = column * WIDE + WIDE // 2, row * HIGH + HIGH // 2
                if (x - disc.centre[0]) ** 2 + (y - disc.centre[1]) ** 2 <= disc.radius**2:
                    signs[row][column] = "o"
        put(*disc.centre, "o")
    if s.blocker is not None:
        put(*s.blocker[:2], "#")
    lines: list[str] = []
    names = [seat_name(s, k, lang) for k in range(len(s.racers))]
    for racer, name, letter in zip(s.racers, names, letters(names), strict=True):
        if racer.pose is None:
            nowhere = "noch nicht auf dem Tisch" if german else "not on the table yet"
            lines.append(f"{name}: {nowhere}")
            continue
        x, y, angle = racer.pose
        arrow = "→↗↑↖←↙↓↘"[(angle + 2250) // 4500 % 8]
        put(x, y, arrow)
        put(x - WIDE, y, letter)
        done = rays_done(racer.counters)
        sign = "" if letter == name[0].upper() else f" ({letter})"
        at, of = f"{x / MM:.0f}, {y / MM:.0f} mm", len(racer.counters)
        lines.append(
            f"{name}{sign}: bei {at}, {done} von {of} Strahlen erledigt"
            if german
            else f"{name}{sign}: at {at}, {done} of {of} rays done"
        )
    picture = [f"{row * HIGH // MM:>4} {''.join(signs[row])}" for row in reversed(range(rows))]
    scale = "".join(f"{x * WIDE // MM:<10}" for x in range(0, columns, 10))
    picture.append(f"     {scale.rstrip()}")
    return "\n".join([*picture, _legend(len(board.rays), lang), *lines, *_pro_lines(s, seat, lang)])


def _legend(rays: int, lang: str) -> str:
    """What the signs of the picture mean."""
    german = lang == "de"
    last = DIGITS[(rays - 1) % len(DIGITS)]
    way = f"{last} Start-Ziel-Linie" if german else f"{last} start-finish line"
    if rays > 1:
        upto = DIGITS[(rays - 2) % len(DIGITS)]
        before = f"1-{upto} Strahlen der Reihe nach" if german else f"1-{upto} rays in this order"
        way = f"{before}, {way}"
    if german:
        return f"o Halbkugel, {way}, # Blocker, Farbe mit Pfeil Turm; Zahlen am Rand: mm"
    return f"o half-sphere, {way}, # blocker, letter and arrow a tower; numbers at the edges: mm"


def _pro_lines(s: State, seat: Seat | None, lang: str) -> list[str]:
    """Who has which parts, how many cards everybody holds, the own ones, and those in force."""
    view = seen(s, seat)
    if view is None:
        return []
    german = lang == "de"
    lines: list[str] = []
    for k, kit in enumerate(view.kits):
        parts = ", ".join(
            part_text(group, part_name(s.board, group, part), lang)
            for group, part in zip(GROUPS, kit, strict=True)
            if part != NOT_YET
        )
        held, who = view.held[k], seat_name(s, k, lang)
        lines.append(
            f"{who}: {parts or 'keine Teile'}; {held} Karte{'' if held == 1 else 'n'}"
            if german
            else f"{who}: {parts or 'no parts'}; {held} card{'' if held == 1 else 's'}"
        )
    if view.hand is not None:
        hand = ", ".join(view.hand)
        lines.append(
            f"deine Karten: {hand or 'keine'}" if german else f"your cards: {hand or 'none'}"
        )
    for number, one in enumerate(view.played, start=1):
        cancels, void = (
            ("hebt Karte {} auf", "aufgehoben") if german else ("cancels card {}", "void")
        )
        what = cancels.format(one.target) if one.target else one.card
        lives = "" if one.alive else f" ({void})"
        who = seat_name(s, one.by, lang)
        lines.append(
            f"Karte {number} von {who}: {what}{lives}"
            if german
            else f"card {number} of {who}: {what}{lives}"
        )
    return lines
