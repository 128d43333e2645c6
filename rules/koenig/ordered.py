"""A race whose order of turns is chosen, for those who measure it; the rulebook's is by number."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.errors import OptionError
from rules.core.types import Seat, Step
from rules.koenig.board import Board
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.state import RaceFrame, Racer, State


def ordered(
    board: Board, colours: Sequence[str], order: Sequence[Seat], options: Options | None = None
) -> Step[State]:
    """A race of the family game with a piece set for each seat, whose turns come in ``order``.

    Raises OptionError where the board lacks a set, or ``order`` does not name every seat once.
    """
    known = [pieces.name for pieces in board.sets]
    for colour in colours:
        if colour not in known:
            raise OptionError(f"track {board.name} has no piece set {colour!r}")
    if len(colours) not in KOENIG.seats:
        raise OptionError(f"koenig is for 2 to 4 players, not {len(colours)}")
    if sorted(order) != list(range(len(colours))):
        raise OptionError(f"an order of turns names each of {len(colours)} seats once")
    none_yet = (0,) * len(board.rays)
    racers = tuple(Racer(known.index(colour), None, None, none_yet, 0) for colour in colours)
    chosen = Options() if options is None else options
    return KOENIG.begun(State(board, chosen, tuple(order), racers, None, (RaceFrame(0, 1),), None))


def by_number(board: Board, colours: Sequence[str]) -> tuple[Seat, ...]:
    """The rulebook's order of turns: by the start numbers of the piece sets."""
    number = {pieces.name: pieces.start_number for pieces in board.sets}
    return tuple(sorted(range(len(colours)), key=lambda seat: number[colours[seat]]))
