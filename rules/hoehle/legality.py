"""Whether an action is legal now, and if not, why: for any value at all."""

from __future__ import annotations

from rules.core.types import LEGAL, Verdict, refuse
from rules.hoehle.moves import (
    ENTERS,
    IS_BUSY,
    LEAVES,
    ends_well,
    forbidden,
    gap,
    position,
    repeats,
)
from rules.hoehle.state import (
    DIRECTIONS,
    EMPTY,
    LAST_MOLE,
    Dig,
    DigFrame,
    EntranceFrame,
    Move,
    MoveFrame,
    State,
)

_AGAIN = refuse("repeats", "this position was there before, and a turn may not end in it again")
_CANNOT = {
    LEAVES: refuse("leaves-board", "a tile would leave the board"),
    ENTERS: refuse("enters-cave", "a tile may not go into this cave on its own"),
    IS_BUSY: refuse("busy-would-move", "a busy tile cannot be pushed"),
}


def check_action(s: State, a: object) -> Verdict:
    """Whether ``a`` is legal now."""
    if s.over is not None:
        return refuse("over", "the game is over")
    frame = s.agenda[-1]
    if isinstance(frame, MoveFrame):
        if not isinstance(a, Move):
            return refuse("move-now", "now you must move a tile")
        return _check_move(s, frame, a)
    if isinstance(frame, EntranceFrame | DigFrame):
        if not isinstance(a, Dig):
            return refuse("dig-now", "now a tile on a tunnel entrance must dig")
        return _check_dig(s, frame, a)
    return refuse("not-now", "now it is for chance to decide who starts")


def _is_cell(s: State, cell: object) -> bool:
    return type(cell) is int and 0 <= cell < len(s.cells)


def _check_move(s: State, frame: MoveFrame, a: Move) -> Verdict:
    cell, direction = a.cell, a.direction
    if not _is_cell(s, cell):
        return refuse("no-cell", "there is no such cell")
    if type(direction) is not int or not 0 <= direction < len(DIRECTIONS):
        return refuse("no-direction", f"a direction is one of {', '.join(DIRECTIONS)}")
    t, tile = s.board.tables, s.cells[cell]
    name = t.names[cell]
    if tile == EMPTY:
        return refuse("no-tile", f"there is no tile on {name}", name)
    if tile > LAST_MOLE:
        return refuse("busy-tile", "a busy tile can no longer be moved", name)
    if s.options.movers == "own" and tile != frame.seat + 1:
        return refuse("not-yours", f"the tile on {name} is not yours", name)
    if t.cave[cell]:
        return refuse("in-cave", "a tile in a cave stays there until it is pushed out", name)
    if cell in frame.resting:
        return refuse("resting", "a tile that has just ringed a cave moves next turn again", name)
    ray = t.rays[cell][direction]
    pushed = gap(s.cells, ray, t.cave, s.options.mover_enters_occupied_cave)
    if pushed < 0:
        return _CANNOT[pushed]
    never = forbidden(s, frame.seat)
    if not ends_well(s, t, position(s.cells), never, cell, direction, pushed):
        return _AGAIN
    return LEGAL


def _check_dig(s: State, frame: EntranceFrame | DigFrame, a: Dig) -> Verdict:
    t = s.board.tables
    if not _is_cell(s, a.cell) or not _is_cell(s, a.to):
        return refuse("no-cell", "there is no such cell")
    due = frame.cells if isinstance(frame, EntranceFrame) else (frame.cell,)
    if a.cell not in due:
        names = tuple(t.names[cell] for cell in due)
        return refuse("not-due", f"now the tile on {' or '.join(names)} must dig", *names)
    name = t.names[a.to]
    if not t.tunnel[a.to]:
        return refuse("no-entrance", f"{name} is no tunnel entrance", name)
    if s.cells[a.to]:
        return refuse("not-free", f"the entrance {name} is not free", name)
    if isinstance(frame, DigFrame) and repeats(s, frame, a):
        return _AGAIN
    return LEGAL
