"""One tower by itself on a course, for those who measure it; no game of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.errors import OptionError
from rules.core.types import Step
from rules.koenig.board import Board
from rules.koenig.options import options
from rules.koenig.rules import KOENIG
from rules.koenig.state import RaceFrame, Racer, State


def alone(
    board: Board, colour: str, turns: int, values: Mapping[str, object] | None = None
) -> Step[State]:
    """A race of one tower of the family game: it ends at the finish, or after ``turns`` turns.

    ``values`` are options as ``Game.options`` takes them. Raises OptionError where one is not
    known, and where the board has no piece set of that ``colour``.
    """
    known = [pieces.name for pieces in board.sets]
    if colour not in known:
        raise OptionError(f"track {board.name} has no piece set {colour!r}")
    racer = Racer(known.index(colour), None, None, (0,) * len(board.rays), 0)
    chosen = options({**(values or {}), "round_cap": turns})
    return KOENIG.begun(State(board, chosen, (0,), (racer,), None, (RaceFrame(0, 1),), None))
