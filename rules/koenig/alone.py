"""One tower by itself on a course, for those who measure it; no game of the rulebook."""

from __future__ import annotations

from rules.core.errors import OptionError
from rules.core.types import Step
from rules.koenig.board import Board
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.state import RaceFrame, Racer, State


def alone(board: Board, colour: str, turns: int) -> Step[State]:
    """A race of one tower of the family game: it ends at the finish, or after ``turns`` turns.

    Raises OptionError where the board has no piece set of that ``colour``.
    """
    known = [pieces.name for pieces in board.sets]
    if colour not in known:
        raise OptionError(f"track {board.name} has no piece set {colour!r}")
    racer = Racer(known.index(colour), None, None, (0,) * len(board.rays), 0)
    options = Options(round_cap=turns)
    return KOENIG.begun(State(board, options, (0,), (racer,), None, (RaceFrame(0, 1),), None))
