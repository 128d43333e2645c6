"""The state at the start: the default one, or a hand-made one that is checked."""

from __future__ import annotations

from rules.buddel.board import grid_of
from rules.buddel.data import fault
from rules.buddel.flow import opening
from rules.buddel.options import Options
from rules.buddel.state import EMPTY, MOLES, NOBODY, NOWHERE, TREASURES, FirstFrame, Setup, State
from rules.core.errors import OptionError

SEATS = range(2, 5)


def first_state(options: Options, seats: int, setup: Setup) -> State:
    """The state before its automatic work; raises OptionError where the setup cannot be one."""
    if type(seats) is not int or seats not in SEATS:
        raise OptionError(f"buddel is for 2 to 4 players, not {seats}")
    grid = grid_of(setup.board)
    if setup.first is not None and setup.first not in range(seats):
        raise OptionError(f"seat {setup.first} cannot be the first of {seats}")
    prepared = setup.carts is not None
    if not prepared and setup != Setup(setup.board, setup.first):
        raise OptionError("a prepared start must name the cells of both carts")
    carts = grid.starts
    captives = [NOBODY] * len(grid.goblins)
    gorgan, riders = NOWHERE, (EMPTY, EMPTY)
    stones = setup.stones or (0,) * seats
    if setup.carts is not None:
        unknown = [name for name in setup.carts if name not in grid.cells]
        unknown += [name for name, _ in setup.captives if name not in grid.spaces]
        unknown += [setup.gorgan] if setup.gorgan and setup.gorgan not in grid.spaces else []
        if unknown:
            raise OptionError(f"board {setup.board.name} has no such space: {', '.join(unknown)}")
        carts = tuple(grid.cells[name] for name in setup.carts)
        riders = setup.riders
        for name, owner in setup.captives:
            captives[grid.spaces[name]] = owner
        gorgan = grid.spaces[setup.gorgan] if setup.gorgan else NOWHERE
    below = [*riders[0], *riders[1], *captives]
    agenda = (
        (FirstFrame(not prepared, setup.turn),)
        if setup.first is None
        else opening(setup.first, seats, setup.turn, seating=not prepared)
    )
    s = State(
        setup.board,
        options,
        (carts[0], carts[1]),
        riders,
        tuple(captives),
        gorgan,
        tuple(MOLES - below.count(seat) for seat in range(seats)),
        stones,
        TREASURES - sum(stones),
        agenda,
        None,
    )
    wrong = fault(s)
    if wrong:
        raise OptionError(f"this start cannot be: {wrong}")
    return s
