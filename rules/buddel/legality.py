"""Whether an action is legal, and if not, why: for any value at all."""

from __future__ import annotations

from rules.buddel.board import CARTS, S, grid_of
from rules.buddel.moves import free_seats, gorgan_actions, list_moves, seating_carts
from rules.buddel.state import (
    NOBODY,
    BoardingFrame,
    Free,
    GorganFrame,
    Home,
    HomeFrame,
    Move,
    MoveFrame,
    Pass,
    Post,
    Ransom,
    SeatingFrame,
    Send,
    Sit,
    State,
    Turn,
    TurnCartFrame,
)
from rules.core.types import LEGAL, Verdict, refuse

WANTED: dict[type, str] = {
    SeatingFrame: "a mole must be seated in a cart now",
    BoardingFrame: "a mole must board the cart that came home now",
    MoveFrame: "a cart must be pulled now",
    TurnCartFrame: "the cart must be turned by a quarter now, either way",
    GorganFrame: "Gorgan's face was rolled: he must be told where to go now",
    HomeFrame: "the cart must be put on a free start space now",
}
"""What each decision wants."""


def _whole(low: int, high: int, *values: object) -> bool:
    return all(type(value) is int and low <= value < high for value in values)


def check_action(s: State, a: object) -> Verdict:
    """Whether ``a`` answers the pending decision."""
    frame = s.agenda[-1] if s.agenda else None
    match frame:
        case MoveFrame():
            if isinstance(a, Move):
                return check_move(s, frame.steps, a)
        case TurnCartFrame():
            if isinstance(a, Turn):
                known = type(a.right) is bool
                return LEGAL if known else refuse("no-way", "a cart turns right or left")
        case SeatingFrame():
            if isinstance(a, Sit):
                return _check_sit(s, a, seating_carts(s, frame))
        case BoardingFrame():
            if isinstance(a, Sit):
                return _check_sit(s, a, (frame.cart,))
        case GorganFrame():
            if isinstance(a, Free | Ransom | Send | Post | Pass):
                return _check_gorgan(s, frame.seat, a)
        case HomeFrame():
            if isinstance(a, Home):
                return _check_home(s, a)
        case None:
            return refuse("over", "the game is over")
        case _:
            return refuse("not-asked", "the die decides now, no player")
    return refuse("wrong-action", WANTED[type(frame)], type(a).__name__)


def check_move(s: State, steps: int, a: Move) -> Verdict:
    """Whether a cart may be pulled along this path with that number."""
    if not _whole(0, CARTS, a.cart):
        return refuse("no-cart", "there are two carts, cart1 and cart2", a.cart)
    if type(a.path) is not tuple or not _whole(0, 4, *a.path):
        return refuse("no-path", "a path is made of steps to the north, east, south and west")
    if not a.path:
        return refuse("no-step", "a cart must make at least one step")
    if len(a.path) > steps:
        return refuse("too-far", f"the die allows {steps} steps, not {len(a.path)}", steps)
    grid = grid_of(s.board)
    at, other = s.carts[a.cart], s.carts[1 - a.cart]
    seen = [at]
    for direction in a.path:
        name = grid.names[at]
        if at == grid.chamber:
            return refuse("beyond-chamber", "the move ends in the treasure chamber", name)
        if direction == S:
            return refuse("backwards", "a cart is never pulled backwards", name)
        to = grid.steps[at][direction]
        if to < 0:
            return refuse("no-rails", f"no rails lead there from {name}, or only a start", name)
        if to == other:
            return refuse("cart-in-the-way", f"the other cart is on {grid.names[to]}", to)
        if to in seen:
            return refuse("twice", f"a cart comes to {grid.names[to]} only once in a move", to)
        seen.append(to)
        at = to
    if s.options.full_number and len(a.path) < steps and at != grid.chamber:
        wanted = list_moves(s, steps)
        if a not in wanted:
            longest = max(len(move.path) for move in wanted)
            return refuse("full-number", "all steps that are rolled must be made", longest)
    return LEGAL


def _check_sit(s: State, a: Sit, carts: tuple[int, ...]) -> Verdict:
    if not _whole(0, CARTS, a.cart) or not _whole(0, 4, a.side):
        return refuse("no-seat", "a seat is on a side n, e, s or w of cart1 or cart2")
    if s.riders[a.cart][a.side] != NOBODY:
        return refuse("taken", "a mole sits there already", a.cart, a.side)
    if a.cart not in carts:
        seating = isinstance(s.agenda[-1], SeatingFrame)
        rule = (
            "the others must first have as many moles in that cart as you"
            if seating
            else "moles board the cart that came home"
        )
        return refuse("wrong-cart", rule, a.cart)
    return LEGAL


def _check_gorgan(s: State, seat: int, a: Free | Ransom | Send | Post | Pass) -> Verdict:
    if isinstance(a, Pass):
        if a in gorgan_actions(s, seat):
            return LEGAL
        return refuse("must-act", "Gorgan must go to another goblin space")
    spaces = len(s.captives)
    if not _whole(0, spaces, a.space):
        return refuse("no-goblin-space", "there is no such goblin space")
    owner, own = s.captives[a.space], seat in s.captives
    if isinstance(a, Post):
        if own:
            return refuse("own-captive", "a captive mole of one's own must be freed first")
        if owner >= 0:
            return refuse("held", "Gorgan is posted where no mole is", a.space)
        if a.space == s.gorgan:
            return refuse("there-already", "Gorgan must go to another goblin space", a.space)
        return LEGAL
    if owner < 0:
        return refuse("no-captive", "no mole is captive there", a.space)
    if own and owner != seat:
        return refuse("own-captive", "a captive mole of one's own must be freed first", a.space)
    seats = free_seats(s)
    if isinstance(a, Ransom):
        if not own:
            return refuse("not-yours", "only for a mole of one's own there is a treasure")
        if seats and not s.options.rescue_choice:
            return refuse("seat-free", "a mole takes a treasure only when no seat is free")
        return LEGAL
    if isinstance(a, Send):
        if own or not s.options.send_own_mole:
            return refuse("no-sending", "Gorgan goes there, no mole")
        if a.from_cart == -1 and a.from_side == -1 and _whole(-1, 0, a.from_cart, a.from_side):
            if not s.surface[seat]:
                return refuse("no-mole", "no mole of yours is on the surface")
        elif not _whole(0, CARTS, a.from_cart) or not _whole(0, 4, a.from_side):
            return refuse("no-seat", "a mole is sent from a seat of a cart or from the surface")
        elif s.riders[a.from_cart][a.from_side] != seat:
            return refuse("no-mole", "no mole of yours sits there", a.from_cart, a.from_side)
        else:
            seats = [*seats, (a.from_cart, a.from_side)]
    elif not own and s.options.send_own_mole:
        return refuse("send-a-mole", "a mole of one's own must be sent, not Gorgan")
    if not _whole(0, CARTS, a.cart) or not _whole(0, 4, a.side):
        return refuse("no-seat", "a seat is on a side n, e, s or w of cart1 or cart2")
    if (a.cart, a.side) not in seats:
        return refuse("taken", "a mole sits there already", a.cart, a.side)
    return LEGAL


def _check_home(s: State, a: Home) -> Verdict:
    grid = grid_of(s.board)
    if type(a.start) is not int or a.start not in grid.starts:
        return refuse("no-start", "that is no start space")
    if a.start in s.carts:
        return refuse("taken", "the other cart is there", a.start)
    return LEGAL
