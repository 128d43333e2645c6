"""A game as JSON data and back; what is loaded is checked, for files may be damaged or made up."""

from __future__ import annotations

from dataclasses import asdict

from rules.buddel.board import CARTS, Grid, grid_of
from rules.buddel.flow import ranking
from rules.buddel.moves import list_actions
from rules.buddel.options import options
from rules.buddel.state import (
    MOLES,
    NOBODY,
    NOWHERE,
    SEATED,
    TREASURES,
    BoardingFrame,
    FirstFrame,
    HomeFrame,
    MoveFrame,
    SeatingFrame,
    State,
    TurnCartFrame,
    TurnFrame,
)
from rules.core.errors import OptionError, RecordError
from rules.core.shape import from_json, to_json
from rules.core.types import JSON

ENDS = frozenset({"last_treasure", "turn_cap"})
"""Every reason for which a game ends."""
WAITS = (FirstFrame, TurnFrame)
"""Frames that draw; all others wait for a decision."""


def dump_state(s: State) -> JSON:
    """The whole state as JSON data."""
    return to_json(State, s)


def load_state(d: JSON) -> State:
    """The state of a dump; raises RecordError where it is none."""
    s = from_json(State, d)
    try:
        options(asdict(s.options))
        wrong = fault(s)
    except OptionError as error:
        raise RecordError(f"this is no state of buddel: {error}") from error
    if wrong:
        raise RecordError(f"this is no state of buddel: {wrong}")
    return s


def fault(s: State) -> str:
    """What makes this state one that no game can come to, "" = nothing was found.

    Raises OptionError for a board that cannot be played on.
    """
    grid, seats = grid_of(s.board), len(s.stones)
    owners = range(NOBODY, seats)
    below = [*s.riders[0], *s.riders[1], *s.captives]
    if seats not in SEATED or len(s.surface) != seats:
        return "it is for 2 to 4 players"
    if s.carts[0] == s.carts[1] or not grid.rails.issuperset(s.carts):
        return "the carts must be on two different cells with rails"
    if len(s.captives) != len(grid.goblins) or any(owner not in owners for owner in below):
        return "somebody sits or is captive who does not play"
    if s.gorgan not in range(NOWHERE, len(grid.goblins)):
        return "Gorgan is on no goblin space"
    if s.gorgan >= 0 and s.captives[s.gorgan] != NOBODY:
        return "Gorgan and a captive are on one space"
    if any(s.surface[k] < 0 or s.surface[k] + below.count(k) != MOLES for k in range(seats)):
        return f"every player has {MOLES} moles"
    if min(s.stones) < 0 or s.left < 0 or sum(s.stones) + s.left != TREASURES:
        return f"there are {TREASURES} treasures"
    if s.over is not None:
        return _fault_of_end(s)
    return _fault_of_agenda(s, grid) or _fault_of_question(s)


def _fault_of_end(s: State) -> str:
    assert s.over is not None
    if s.agenda or s.over.termination not in ENDS:
        return "a game that is over waits for nothing, and ended for a reason"
    if (s.over.termination == "last_treasure") != (s.left == 0):
        return "the game ends with the last treasure"
    if s.over.ranking != ranking(s.stones) or s.over.scores != tuple(map(float, s.stones)):
        return "the result is not what the treasures come to"
    return ""


def _fault_of_agenda(s: State, grid: Grid) -> str:
    seats = range(len(s.stones))
    if not s.left:
        return "the game ends with the last treasure"
    if not 1 <= len(s.agenda) <= 2 or not isinstance(s.agenda[0], WAITS):
        return "there must be a next turn, and at most one question before it"
    base, top = s.agenda[0], s.agenda[-1]
    if isinstance(base, FirstFrame):
        number = base.turn
        if len(s.agenda) > 1 or (base.seating and any(s.surface[k] != MOLES for k in seats)):
            return "who begins is drawn before anything else"
    else:
        number = base.number
        if base.seat not in seats:
            return "the next turn is nobody's"
        if len(s.agenda) > 1 and isinstance(top, WAITS):
            return "there must be a next turn, and at most one question before it"
    # The turn after the last one within the cap is there until it ends the game.
    if not 1 <= number <= s.options.turn_cap + (not isinstance(top, WAITS)):
        return "the turn has no number within the cap"
    arriving = -1
    if not isinstance(top, WAITS):
        if top.seat not in seats:
            return "the question is for nobody"
        match top:
            case TurnCartFrame(cart=cart) | HomeFrame(cart=cart) | BoardingFrame(cart=cart):
                if cart not in range(CARTS):
                    return "there are two carts"
                arriving = cart if not isinstance(top, BoardingFrame) else -1
            case MoveFrame(steps=steps):
                if steps not in (2, 3, 4):
                    return "the die does not show that"
            case _:
                pass
    for cart, cell in enumerate(s.carts):
        if cell == grid.chamber and cart != arriving:
            return "no cart stays in the chamber"
    return ""


def _fault_of_question(s: State) -> str:
    top = s.agenda[-1]
    room = s.riders[0].count(NOBODY) + s.riders[1].count(NOBODY)
    match top:
        case SeatingFrame(seat=seat, left=left):
            if len(left) != len(s.stones) or any(
                not 0 <= count <= have for count, have in zip(left, s.surface, strict=True)
            ):
                return "more moles are to be seated than there are"
            if not left[seat] or sum(left) > room:
                return "nobody can be seated"
        case BoardingFrame(seat=seat):
            if not s.surface[seat]:
                return "nobody can board"
        case HomeFrame(cart=cart, first=first):
            if first not in range(len(s.stones)) or s.riders[cart].count(NOBODY) < 4:
                return "a cart goes home empty"
            if s.carts[cart] != grid_of(s.board).chamber:
                return "a cart goes home from the chamber"
        case _:
            pass
    if not isinstance(top, WAITS) and not list_actions(s):
        return "there is nothing to choose"
    return ""
