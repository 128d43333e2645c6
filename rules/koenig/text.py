"""The table as text for a terminal: one sign for every 2 by 4 cm."""

from __future__ import annotations

from rules.core.types import Seat
from rules.koenig.board import GROUPS
from rules.koenig.draft import part_name
from rules.koenig.hidden import seen
from rules.koenig.state import NOT_YET, State
from sim.settled import MM

WIDE, HIGH = 20 * MM, 40 * MM
"""Size of a sign."""


def draw(s: State, seat: Seat | None = None) -> str:
    """The table from above, +y up: obstacles ``o``, posts of the gate ``|``, towers, the blocker.

    A tower is the first letter of its colour with an arrow for the way it faces, the blocker ``#``.
    Below it in the pro game: parts, cards on the table, and the hand of the seat that looks.
    """
    board = s.board
    columns, rows = -(-board.length // WIDE), -(-board.width // HIGH)
    signs = [["."] * columns for _ in range(rows)]

    def put(x: int, y: int, sign: str) -> None:
        column = min(columns - 1, max(0, x // WIDE))
        signs[min(rows - 1, max(0, y // HIGH))][column] = sign

    for disc in board.obstacles:
        for row in range(rows):
            for column in range(columns):
                x, y = column * WIDE + WIDE // 2, row * HIGH + HIGH // 2
                if (x - disc.centre[0]) ** 2 + (y - disc.centre[1]) ** 2 <= disc.radius**2:
                    signs[row][column] = "o"
        put(*disc.centre, "o")
    if s.blocker is not None:
        put(*s.blocker[:2], "#")
    lines: list[str] = []
    for k, racer in enumerate(s.racers):
        name = s.who(k)
        if racer.pose is None:
            lines.append(f"{name}: not on the table yet")
            continue
        x, y, angle = racer.pose
        arrow = "→↗↑↖←↙↓↘"[(angle + 2250) // 4500 % 8]
        put(x, y, arrow)
        put(x - WIDE, y, name[0].upper())
        done = sum(count >= 1 for count in racer.counters)
        lines.append(
            f"{name}: at {x // MM}, {y // MM} mm, {done} of {len(racer.counters)} rays done"
        )
    picture = ["".join(row) for row in reversed(signs)]
    return "\n".join([*picture, *lines, *_pro_lines(s, seat)])


def _pro_lines(s: State, seat: Seat | None) -> list[str]:
    """Who has which parts, how many cards everybody holds, the own ones, and those in force."""
    view = seen(s, seat)
    if view is None:
        return []
    lines: list[str] = []
    for k, kit in enumerate(view.kits):
        parts = [
            f"{group} {part_name(s.board, group, part)}"
            for group, part in zip(GROUPS, kit, strict=True)
            if part != NOT_YET
        ]
        lines.append(f"player {k + 1}: {', '.join(parts) or 'no parts'}; {view.held[k]} cards")
    if view.hand is not None:
        lines.append(f"your cards: {', '.join(view.hand) or 'none'}")
    for number, one in enumerate(view.played, start=1):
        what = f"cancels card {one.target}" if one.target else one.card
        lines.append(f"card {number} of {s.who(one.by)}: {what}{'' if one.alive else ' (void)'}")
    return lines
