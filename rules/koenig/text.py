"""The table as text for a terminal: one sign for every 2 by 4 cm."""

from __future__ import annotations

from rules.koenig.state import State
from sim.settled import MM

WIDE, HIGH = 20 * MM, 40 * MM
"""Size of a sign."""


def draw(s: State) -> str:
    """The table from above, +y up: obstacles ``o``, posts of the gate ``|``, towers, the blocker.

    A tower is the first letter of its colour with an arrow for the way it faces, the blocker ``#``.
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
    for seat, racer in enumerate(s.racers):
        pieces = s.pieces(seat)
        if racer.pose is None:
            lines.append(f"{pieces.name}: not on the table yet")
            continue
        x, y, angle = racer.pose
        arrow = "→↗↑↖←↙↓↘"[(angle + 2250) // 4500 % 8]
        put(x, y, arrow)
        put(x - WIDE, y, pieces.name[0].upper())
        done = sum(count >= 1 for count in racer.counters)
        lines.append(
            f"{pieces.name}: at {x // MM}, {y // MM} mm, {done} of {len(racer.counters)} rays done"
        )
    picture = ["".join(row) for row in reversed(signs)]
    return "\n".join([*picture, *lines])
