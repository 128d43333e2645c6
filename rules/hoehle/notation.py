"""Actions as exact text: ``n5 nw`` moves the tile of n5 north-west, ``dig n6 > k11`` digs."""

from __future__ import annotations

import re

from rules.core.errors import NotationError
from rules.hoehle.board import Board
from rules.hoehle.state import DIRECTIONS, Action, Dig, Move

_MOVE = re.compile(r"([a-z]\d{1,2})\s+([nesw]{1,2})", re.ASCII)
_DIG = re.compile(r"dig\s+([a-z]\d{1,2})\s*>\s*([a-z]\d{1,2})", re.ASCII)
_INDEX = {name: k for k, name in enumerate(DIRECTIONS)}


def format_action(board: Board, a: Action) -> str:
    """The text of an action."""
    names = board.tables.names
    if isinstance(a, Move):
        return f"{names[a.cell]} {DIRECTIONS[a.direction]}"
    return f"dig {names[a.cell]} > {names[a.to]}"


def parse_action(board: Board, text: str) -> Action:
    """The action of a text; raises NotationError with a sentence."""
    index, given = board.tables.index, text.strip().lower()

    def cell(name: str) -> int:
        if name not in index:
            raise NotationError(f"{text.strip()!r}: board {board.name} has no cell {name}")
        return index[name]

    if found := _DIG.fullmatch(given):
        return Dig(cell(found[1]), cell(found[2]))
    if found := _MOVE.fullmatch(given):
        if found[2] not in _INDEX:
            raise NotationError(f"{text.strip()!r}: a direction is one of {', '.join(DIRECTIONS)}")
        return Move(cell(found[1]), _INDEX[found[2]])
    raise NotationError(
        f"{text.strip()!r} is no action of hoehle; there are 'CELL DIRECTION' (n5 nw) and "
        "'dig CELL > CELL'"
    )
