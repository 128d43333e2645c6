"""The board as text for a terminal."""

from __future__ import annotations

from string import ascii_lowercase

from rules.hoehle.board import CAVE, CORNERS, TUNNEL
from rules.hoehle.flow import best_ring
from rules.hoehle.state import LAST_MOLE, State
from rules.hoehle.words import seat_name

SIGNS = "swne"
"""Mole tiles by their corners; a busy tile is the capital letter."""


def draw(s: State) -> str:
    """The board, north up: ``s`` a mole tile of South, ``S`` a busy one, likewise w, n, e.

    ``O`` is an empty cave and ``T`` a free entrance; a tile that stands on one has that sign, as
    ``o`` or ``t``, behind it. A line below says so.
    """
    t, rows = s.board.tables, s.board.rows
    signs = [SIGNS[corner] for corner in CORNERS[s.seats]]
    lines: list[str] = []
    for rank in range(len(rows), 0, -1):
        row = rows[len(rows) - rank]
        words: list[str] = []
        for file, kind in enumerate(row):
            cell = t.index.get(f"{ascii_lowercase[file]}{rank}")
            if cell is None:
                words.append("  ")
                continue
            tile = s.cells[cell]
            ground = kind if kind in (CAVE, TUNNEL) else "."
            if not tile:
                words.append(f"{ground} ")
            elif tile > LAST_MOLE:
                words.append(f"{signs[tile - 1 - LAST_MOLE].upper()} ")
            else:
                words.append(signs[tile - 1] + (ground.lower() if ground != "." else " "))
        lines.append(f"{rank:2d} {' '.join(words)}".rstrip())
    files = ascii_lowercase[: len(rows[0])]
    lines.append(f"   {'  '.join(files)}")
    lines.append(
        "O cave, T tunnel entrance (a small o or t behind the tile that stands there), "
        "capital letter of a seat: busy tile"
    )
    for seat in range(s.seats):
        moles = s.cells.count(seat + 1)
        busy = s.cells.count(seat + 1 + LAST_MOLE)
        best = best_ring(s.board, s.cells, seat)
        lines.append(
            f"{seat_name(s, seat)} ({signs[seat]}): {moles} moles, {busy} busy, best ring {best}/4"
        )
    return "\n".join(lines)
