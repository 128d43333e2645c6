"""What a seat sees of a game (everything: nothing is hidden), and help to think."""

from __future__ import annotations

from dataclasses import dataclass

from rules.buddel.board import Board, grid_of
from rules.buddel.flow import payout
from rules.buddel.goblins import Meeting, meetings, turned
from rules.buddel.options import Options
from rules.buddel.state import HomeFrame, MoveFrame, Riders, State, TurnCartFrame, TurnFrame
from rules.core.types import Pending, Seat


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen by ``seat`` (None: a spectator).

    ``turn`` is the number of the turn that goes on or comes next (0: none), ``steps`` the number
    that was rolled while a cart is to be pulled, else 0, ``cart`` the cart that is to be turned or
    brought home, else -1.
    """

    seat: Seat | None
    board: Board
    options: Options
    pending: Pending
    turn: int
    steps: int
    cart: int
    carts: tuple[int, int]
    riders: tuple[Riders, Riders]
    captives: tuple[int, ...]
    gorgan: int
    surface: tuple[int, ...]
    stones: tuple[int, ...]
    left: int


def observe(s: State, seat: Seat | None, pending: Pending) -> View:
    """The view of a state."""
    base = s.agenda[0] if s.agenda else None
    top = s.agenda[-1] if s.agenda else None
    turn = 0
    if isinstance(base, TurnFrame):
        turn = base.number - (0 if len(s.agenda) == 1 else 1)
    return View(
        seat,
        s.board,
        s.options,
        pending,
        turn,
        top.steps if isinstance(top, MoveFrame) else 0,
        top.cart if isinstance(top, TurnCartFrame | HomeFrame) else -1,
        s.carts,
        s.riders,
        s.captives,
        s.gorgan,
        s.surface,
        s.stones,
        s.left,
    )


def after_turn(
    view: View, cart: int, cell: int, *, right: bool
) -> tuple[Riders, tuple[Meeting, ...]]:
    """The seats of a cart if it was turned on ``cell``, and what the goblins there would do.

    The seats are those right after the turn, before the goblins act.
    """
    riders = turned(view.riders[cart], right=right)
    grid = grid_of(view.board)
    return riders, meetings(grid, cell, riders, view.captives, view.gorgan)


def paid(view: View, riders: Riders) -> tuple[tuple[Seat, int], ...]:
    """Who would take how many treasures if these riders arrived now, in that order."""
    return tuple((riders[side], count) for side, count in payout(riders, view.left))


def steps_to_go(view: View, cart: int) -> int:
    """The fewest steps of a cart to the chamber, the other cart aside; -1 = it cannot get there."""
    return grid_of(view.board).away[view.carts[cart]]
