"""What a player sees: everything, for this game hides nothing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.types import Decide, Pending, Seat
from rules.hoehle.board import Board
from rules.hoehle.flow import best_ring
from rules.hoehle.options import Options
from rules.hoehle.state import (
    LAST_MOLE,
    DigFrame,
    EntranceFrame,
    MoveFrame,
    Seen,
    State,
    TurnFrame,
)


@dataclass(frozen=True, slots=True)
class SideView:
    """One player: its mole tiles, its busy tiles on the board, its best ring (sides of 4)."""

    moles: int
    busy: int
    best_ring: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen by ``seat`` (None: a spectator).

    ``cells`` holds what stands on each cell of ``board.tables``: 0, a mole tile ``seat + 1``, a
    busy tile ``seat + 5``. ``must_dig`` are the entrances whose tiles must dig now, ``resting`` the
    cells whose tiles may not move this turn. ``seen`` are the positions that cannot come again
    (option ``repetition``), by the seat to move; a position is the number whose bytes, the lowest
    first, are the cells.
    """

    seat: Seat | None
    board: Board
    options: Options
    pending: Pending
    turn: int
    cells: bytes
    sides: tuple[SideView, ...]
    must_dig: tuple[int, ...]
    resting: tuple[int, ...]
    seen: Seen

    @property
    def to_move(self) -> Seat | None:
        """Whose decision it is."""
        return self.pending.seat if isinstance(self.pending, Decide) else None

    def me(self) -> SideView:
        """The player of the seat that looks; ValueError for a spectator."""
        if self.seat is None:
            raise ValueError("a spectator has no tiles")
        return self.sides[self.seat]


def observe(s: State, seat: Seat | None, pending: Pending) -> View:
    """The view of a state."""
    must_dig: tuple[int, ...] = ()
    resting: tuple[int, ...] = ()
    turn = 0
    for frame in s.agenda:
        match frame:
            case TurnFrame():
                turn = frame.number
            case MoveFrame():
                resting = frame.resting
            case EntranceFrame():
                must_dig = frame.cells
            case DigFrame():
                must_dig = (frame.cell,)
            case _:
                pass
    return View(
        seat,
        s.board,
        s.options,
        pending,
        turn,
        s.cells,
        tuple(
            SideView(
                s.cells.count(one + 1),
                s.cells.count(one + 1 + LAST_MOLE),
                best_ring(s.board, s.cells, one),
            )
            for one in range(s.seats)
        ),
        must_dig,
        resting,
        s.seen,
    )
