"""What may be done: all legal actions of each decision, and random ones.

Moves depend on the board, the places of the carts and the number alone, so each list is made once
and kept; paths of a cart are tabled first, as if there was no other, and which of them that one
blocks is a test of bits. All lists are sorted as they are made.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.buddel.board import CARTS, FORWARD_OR_SIDEWAYS, Grid, grid_of
from rules.buddel.state import (
    NOBODY,
    Action,
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

TURNS: tuple[Turn, Turn] = (Turn(False), Turn(True))
SITS: tuple[tuple[Sit, ...], ...] = tuple(
    tuple(Sit(cart, side) for side in range(4)) for cart in range(CARTS)
)


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """All paths of a cart from a cell, as if there was no other cart.

    ``masks`` has a bit for each cell of a path, ``whole`` tells which paths use up the number or
    end in the chamber.
    """

    moves: tuple[Move, ...]
    masks: tuple[int, ...]
    whole: tuple[bool, ...]


@lru_cache(maxsize=4096)
def paths(grid: Grid, cart: int, cell: int, steps: int) -> Paths:
    """The paths of at most that many steps: forward or sideways, no cell twice."""
    moves: list[Move] = []
    masks: list[int] = []
    whole: list[bool] = []

    def walk(at: int, path: tuple[int, ...], seen: int, mask: int) -> None:
        for direction in FORWARD_OR_SIDEWAYS:
            to = grid.steps[at][direction]
            if to < 0 or seen >> to & 1:
                continue
            longer = (*path, direction)
            moves.append(Move(cart, longer))
            masks.append(mask | 1 << to)
            whole.append(len(longer) == steps or to == grid.chamber)
            if len(longer) < steps:
                walk(to, longer, seen | 1 << to, mask | 1 << to)

    walk(cell, (), 1 << cell, 0)
    return Paths(tuple(moves), tuple(masks), tuple(whole))


def can_move(s: State) -> bool:
    """Whether any cart can make a step."""
    steps, (one, two) = grid_of(s.board).steps, s.carts
    for to in steps[one]:
        if to >= 0 and to != two:
            return True
    return any(to >= 0 and to != one for to in steps[two])


def list_moves(s: State, steps: int) -> tuple[Move, ...]:
    """All legal moves with that number, sorted.

    With ``full_number`` those that use it up or end in the chamber; where neither cart has one,
    the longest ones.
    """
    return _moves(grid_of(s.board), s.carts, steps, s.options.full_number)


@lru_cache(maxsize=16384)
def _moves(grid: Grid, carts: tuple[int, int], steps: int, full: bool) -> tuple[Move, ...]:
    found: list[Move] = []
    whole: list[Move] = []
    for cart in range(CARTS):
        table, other = paths(grid, cart, carts[cart], steps), 1 << carts[1 - cart]
        for move, mask, done in zip(table.moves, table.masks, table.whole, strict=True):
            if not mask & other:
                found.append(move)
                if done:
                    whole.append(move)
    if not full or not found:
        return tuple(found)
    if whole:
        return tuple(whole)
    longest = max(len(move.path) for move in found)
    return tuple(move for move in found if len(move.path) == longest)


def free_seats(s: State) -> list[tuple[int, int]]:
    """The empty seats of both carts as (cart, side)."""
    return [
        (cart, side)
        for cart, riders in enumerate(s.riders)
        for side, rider in enumerate(riders)
        if rider < 0
    ]


def seating_carts(s: State, frame: SeatingFrame) -> tuple[int, ...]:
    """The carts in which the seat may put its next mole before the first turn.

    Its k-th mole of a cart only when every player with moles still to seat has k - 1 there, unless
    the other cart is full (GAMES.md 5.3, "seating order").
    """
    room = [cart for cart in range(CARTS) if NOBODY in s.riders[cart]]
    if len(room) < CARTS:
        return tuple(room)
    waiting = [seat for seat, count in enumerate(frame.left) if count]
    even = [
        cart
        for cart in room
        if all(s.riders[cart].count(seat) >= s.riders[cart].count(frame.seat) for seat in waiting)
    ]
    return tuple(even or room)


def sits(s: State, carts: tuple[int, ...]) -> tuple[Sit, ...]:
    """Seating a mole on each free seat of these carts."""
    return tuple(
        SITS[cart][side] for cart in carts for side in range(4) if s.riders[cart][side] < 0
    )


@cache
def _free(space: int, cart: int, side: int) -> Free:
    return Free(space, cart, side)


@cache
def _post(space: int) -> Post:
    return Post(space)


def can_use_gorgan(s: State, seat: int) -> bool:
    """Whether Gorgan's face allows anything: whether ``gorgan_actions`` are any."""
    captives = s.captives
    if seat in captives or captives.count(NOBODY) > (s.gorgan >= 0):
        return True
    return bool(gorgan_actions(s, seat))


def gorgan_actions(s: State, seat: int) -> tuple[Action, ...]:
    """What Gorgan's face allows; () where he must stay because he can go nowhere.

    Own captives first: to a free seat, or for a treasure when there is none (with
    ``rescue_choice`` also otherwise). Without an own captive an opponent's one is freed while a
    seat is free, or Gorgan is posted on a space without a mole.
    """
    seats, rules = free_seats(s), s.options
    own = [space for space, owner in enumerate(s.captives) if owner == seat]
    if own:
        actions: list[Action] = [_free(k, cart, side) for k in own for cart, side in seats]
        if not seats or rules.rescue_choice:
            actions += [Ransom(k) for k in own]
        return tuple(actions)
    held = [space for space, owner in enumerate(s.captives) if owner >= 0]
    posts = [_post(k) for k, owner in enumerate(s.captives) if owner < 0 and k != s.gorgan]
    if not rules.send_own_mole:
        return (*(_free(k, cart, side) for k in held for cart, side in seats), *posts)
    sends: list[Action] = []
    if s.surface[seat]:
        sends += [Send(-1, -1, k, cart, side) for k in held for cart, side in seats]
    for cart, riders in enumerate(s.riders):
        for side, rider in enumerate(riders):
            if rider == seat:
                to = sorted([*seats, (cart, side)])
                sends += [Send(cart, side, k, *place) for k in held for place in to]
    return (*sends, *(posts or ([Pass()] if sends else [])))


def homes(s: State) -> tuple[Home, ...]:
    """The start spaces that are free."""
    return tuple(Home(cell) for cell in grid_of(s.board).starts if cell not in s.carts)


def list_actions(s: State) -> tuple[Action, ...]:
    """All legal actions of the pending decision, sorted; () without one."""
    match s.agenda[-1] if s.agenda else None:
        case MoveFrame(steps=steps):
            return list_moves(s, steps)
        case TurnCartFrame():
            return TURNS
        case GorganFrame(seat=seat):
            return gorgan_actions(s, seat)
        case SeatingFrame() as frame:
            return sits(s, seating_carts(s, frame))
        case BoardingFrame(cart=cart):
            return sits(s, (cart,))
        case HomeFrame():
            return homes(s)
        case _:
            return ()


def random_action(s: State, rng: random.Random) -> Action:
    """A legal action, each as likely as any other; ValueError where no decision is pending."""
    frame = s.agenda[-1] if s.agenda else None
    if type(frame) is MoveFrame:
        actions = list_moves(s, frame.steps)
        return actions[int(rng.random() * len(actions))]
    if type(frame) is TurnCartFrame:
        return TURNS[rng.random() < 0.5]
    actions = list_actions(s)
    if not actions:
        raise ValueError("nobody has to decide now")
    return actions[int(rng.random() * len(actions))]
