"""The turn machine: what each frame of the agenda does.

    first -> seating -> turn: the die -> move -> turn_cart -> goblins -> next turn
                                      -> gorgan            -> next turn
    in the chamber: turn_cart -> treasures -> home -> boarding -> next turn

The frame at the bottom is the next turn; what belongs to the turn that goes on lies upon it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.buddel import events as facts
from rules.buddel.board import E, N, S, W, grid_of
from rules.buddel.goblins import meetings, turned
from rules.buddel.moves import can_move, can_use_gorgan
from rules.buddel.options import DICE, GORGAN, Die
from rules.buddel.state import (
    EMPTY,
    NOBODY,
    SEATED,
    BoardingFrame,
    FirstFrame,
    Frame,
    Free,
    GorganFrame,
    Home,
    HomeFrame,
    Move,
    MoveFrame,
    Pass,
    Post,
    Ransom,
    Riders,
    SeatingFrame,
    Send,
    Sit,
    State,
    Turn,
    TurnCartFrame,
    TurnFrame,
)
from rules.core.agenda import Emit, Handler
from rules.core.types import Decide, Draw, Over, Seat

PAY_ORDER = (N, W, E, S)
"""Front, left (the side of the miner's lamp), right, rear."""


def _work(s: State, agenda: tuple[Frame, ...]) -> State:
    """The state with another agenda."""
    return State(
        s.board, s.options, s.carts, s.riders, s.captives, s.gorgan, s.surface, s.stones, s.left,
        agenda, s.over,
    )  # fmt: skip


def _set(riders: tuple[Riders, Riders], cart: int, side: int, who: int) -> tuple[Riders, Riders]:
    """The riders with one seat changed."""
    seats = list(riders[cart])
    seats[side] = who
    changed: Riders = (seats[0], seats[1], seats[2], seats[3])
    return (changed, riders[1]) if cart == 0 else (riders[0], changed)


def _more(counts: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The counts with that of a seat changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def ranking(stones: tuple[int, ...]) -> tuple[int, ...]:
    """1 for the most treasures; equal numbers share a rank."""
    return tuple(1 + sum(other > mine for other in stones) for mine in stones)


def _end(s: State, reason: str, emit: Emit) -> State:
    ranks = ranking(s.stones)
    emit(facts.GameOver(reason, ranks))
    over = Over(reason, ranks, tuple(map(float, s.stones)))
    return State(
        s.board, s.options, s.carts, s.riders, s.captives, s.gorgan, s.surface, s.stones, s.left,
        (), over,
    )  # fmt: skip


# --- who begins, seating -----------------------------------------------------


def opening(seat: Seat, seats: int, turn: int, *, seating: bool) -> tuple[Frame, ...]:
    """The agenda once it is known who begins."""
    if not seating:
        return (TurnFrame(seat, turn),)
    return (TurnFrame(seat, turn), SeatingFrame(seat, (SEATED[seats],) * seats))


def _first_pending(s: State, frame: FirstFrame) -> Draw:
    del frame
    return Draw("first", tuple((seat, 1) for seat in range(len(s.stones))))


def _first_settle(s: State, frame: FirstFrame, seat: Seat, emit: Emit) -> State:
    emit(facts.FirstDrawn(seat))
    return _work(s, opening(seat, len(s.stones), frame.turn, seating=frame.seating))


def _next_of(seat: Seat, counts: tuple[int, ...]) -> Seat:
    """The seat, or the next one clockwise that still has moles."""
    while not counts[seat]:
        seat = (seat + 1) % len(counts)
    return seat


def _seating_advance(s: State, frame: SeatingFrame, emit: Emit) -> State | None:
    del emit
    if not any(frame.left):
        return _work(s, s.agenda[:-1])
    seat = _next_of(frame.seat, frame.left)
    if seat == frame.seat:
        return None
    return _work(s, (*s.agenda[:-1], SeatingFrame(seat, frame.left)))


def _sit(s: State, seat: Seat, a: Sit, agenda: tuple[Frame, ...], emit: Emit) -> State:
    emit(facts.MoleSeated(seat, a.cart, a.side))
    return State(
        s.board, s.options, s.carts, _set(s.riders, a.cart, a.side, seat), s.captives, s.gorgan,
        _more(s.surface, seat, -1), s.stones, s.left, agenda, None,
    )  # fmt: skip


def _seating_act(s: State, frame: SeatingFrame, a: Sit, emit: Emit) -> State:
    left = _more(frame.left, frame.seat, -1)
    then = SeatingFrame((frame.seat + 1) % len(s.stones), left)
    return _sit(s, frame.seat, a, (*s.agenda[:-1], then), emit)


def _boarding_advance(s: State, frame: BoardingFrame, emit: Emit) -> State | None:
    del emit
    if NOBODY not in s.riders[frame.cart] or not any(s.surface):
        return _work(s, s.agenda[:-1])
    seat = _next_of(frame.seat, s.surface)
    if seat == frame.seat:
        return None
    return _work(s, (*s.agenda[:-1], BoardingFrame(seat, frame.cart)))


def _boarding_act(s: State, frame: BoardingFrame, a: Sit, emit: Emit) -> State:
    then = BoardingFrame((frame.seat + 1) % len(s.stones), frame.cart)
    return _sit(s, frame.seat, a, (*s.agenda[:-1], then), emit)


# --- a turn ------------------------------------------------------------------


def _turn_advance(s: State, frame: TurnFrame, emit: Emit) -> State | None:
    if frame.number > s.options.turn_cap:
        return _end(s, "turn_cap", emit)
    emit(facts.TurnStarted(frame.seat, frame.number))
    return None


_ROLLS: dict[Die, Draw] = {die: Draw("die", outcomes) for die, outcomes in DICE.items()}


def _turn_pending(s: State, frame: TurnFrame) -> Draw:
    del frame
    return _ROLLS[s.options.die]


def _turn_settle(s: State, frame: TurnFrame, face: int | str, emit: Emit) -> State:
    seat = frame.seat
    then = TurnFrame((seat + 1) % len(s.stones), frame.number + 1)
    if isinstance(face, str):
        emit(facts.DieRolled(seat, GORGAN))
        return _work(s, (then, GorganFrame(seat)))
    emit(facts.DieRolled(seat, str(face)))
    return _work(s, (then, MoveFrame(seat, face)))


def _move_advance(s: State, frame: MoveFrame, emit: Emit) -> State | None:
    if can_move(s):
        return None
    emit(facts.NoMove(frame.seat, frame.steps))
    return _work(s, s.agenda[:-1])


def _move_act(s: State, frame: MoveFrame, a: Move, emit: Emit) -> State:
    steps = grid_of(s.board).steps
    at = s.carts[a.cart]
    way = [at]
    for direction in a.path:
        at = steps[at][direction]
        way.append(at)
    emit(facts.CartMoved(frame.seat, a.cart, tuple(way)))
    carts = (at, s.carts[1]) if a.cart == 0 else (s.carts[0], at)
    return State(
        s.board, s.options, carts, s.riders, s.captives, s.gorgan, s.surface, s.stones, s.left,
        (s.agenda[0], TurnCartFrame(frame.seat, a.cart)), None,
    )  # fmt: skip


def _turn_cart_act(s: State, frame: TurnCartFrame, a: Turn, emit: Emit) -> State:
    cart, grid = frame.cart, grid_of(s.board)
    cell = s.carts[cart]
    riders = turned(s.riders[cart], right=a.right)
    emit(facts.CartTurned(frame.seat, cart, a.right))
    captives = s.captives
    if cell == grid.chamber:
        return _arrive(s, frame, riders, emit)
    if grid.beside[cell]:
        met = meetings(grid, cell, riders, captives, s.gorgan)
        if met:
            seats, held = list(riders), list(captives)
            for one in met:
                emit(facts.GoblinMet(cart, one))
                if one.case != "protected":
                    seats[one.side], held[one.space] = one.captive, one.rider
            riders = (seats[0], seats[1], seats[2], seats[3])
            captives = tuple(held)
    both = (riders, s.riders[1]) if cart == 0 else (s.riders[0], riders)
    return State(
        s.board, s.options, s.carts, both, captives, s.gorgan, s.surface, s.stones, s.left,
        s.agenda[:-1], None,
    )  # fmt: skip


# --- the chamber -------------------------------------------------------------


def payout(riders: Riders, left: int) -> tuple[tuple[int, int], ...]:
    """Who gets how many of ``left`` treasures: (side, number), in the order of handing out.

    One each and a second one for the front; where that is more than there are, one each in the
    order front, left, right, rear until they are gone.
    """
    sides = [side for side in PAY_ORDER if riders[side] >= 0]
    if len(sides) + (riders[N] >= 0) <= left:
        return tuple((side, 2 if side == N else 1) for side in sides)
    return tuple((side, 1) for side in sides[:left])


def _arrive(s: State, frame: TurnCartFrame, riders: Riders, emit: Emit) -> State:
    """Treasures for the riders; then the cart goes home, or the game is over."""
    cart = frame.cart
    stones, left = list(s.stones), s.left
    emit(facts.Arrived(frame.seat, cart))
    for side, count in payout(riders, left):
        stones[riders[side]] += count
        left -= count
        emit(facts.TreasureTaken(riders[side], side, count))
    if not left:
        both = (riders, s.riders[1]) if cart == 0 else (s.riders[0], riders)
        ended = State(
            s.board, s.options, s.carts, both, s.captives, s.gorgan, s.surface, tuple(stones), 0,
            (), None,
        )  # fmt: skip
        return _end(ended, "last_treasure", emit)
    surface = list(s.surface)
    for rider in riders:
        if rider >= 0:
            surface[rider] += 1
    first = riders[N] if riders[N] >= 0 else frame.seat
    both = (EMPTY, s.riders[1]) if cart == 0 else (s.riders[0], EMPTY)
    return State(
        s.board, s.options, s.carts, both, s.captives, s.gorgan, tuple(surface), tuple(stones),
        left, (s.agenda[0], HomeFrame(frame.seat, cart, first)), None,
    )  # fmt: skip


def _home_act(s: State, frame: HomeFrame, a: Home, emit: Emit) -> State:
    emit(facts.CartHome(frame.seat, frame.cart, a.start))
    carts = (a.start, s.carts[1]) if frame.cart == 0 else (s.carts[0], a.start)
    return State(
        s.board, s.options, carts, s.riders, s.captives, s.gorgan, s.surface, s.stones, s.left,
        (s.agenda[0], BoardingFrame(frame.first, frame.cart)), None,
    )  # fmt: skip


# --- Gorgan ------------------------------------------------------------------


def _gorgan_advance(s: State, frame: GorganFrame, emit: Emit) -> State | None:
    if can_use_gorgan(s, frame.seat):
        return None
    emit(facts.GorganStays(frame.seat, forced=True))
    return _work(s, s.agenda[:-1])


def _gorgan_act(
    s: State, frame: GorganFrame, a: Free | Ransom | Send | Post | Pass, emit: Emit
) -> State:
    seat, agenda = frame.seat, s.agenda[:-1]
    if isinstance(a, Pass):
        emit(facts.GorganStays(seat, forced=False))
        return _work(s, agenda)
    owner = s.captives[a.space]
    riders, captives = s.riders, list(s.captives)
    gorgan, surface, stones, left = a.space, s.surface, s.stones, s.left
    captives[a.space] = NOBODY
    match a:
        case Post():
            emit(facts.GorganPosted(seat, a.space))
        case Free():
            emit(facts.MoleFreed(seat, owner, a.space, a.cart, a.side))
            riders = _set(riders, a.cart, a.side, owner)
        case Ransom():
            emit(facts.MoleRansomed(seat, a.space))
            surface, stones, left = _more(surface, seat, 1), _more(stones, seat, 1), left - 1
        case Send():
            emit(facts.MoleSent(seat, a.from_cart, a.from_side, owner, a.space, a.cart, a.side))
            gorgan = s.gorgan
            captives[a.space] = seat
            if a.from_cart < 0:
                surface = _more(surface, seat, -1)
            else:
                riders = _set(riders, a.from_cart, a.from_side, NOBODY)
            riders = _set(riders, a.cart, a.side, owner)
    after = State(
        s.board, s.options, s.carts, riders, tuple(captives), gorgan, surface, stones, left,
        agenda, None,
    )  # fmt: skip
    return after if left else _end(after, "last_treasure", emit)


def _asks(kind: str) -> Callable[[State, Any], Decide]:
    """The question of a frame that has a seat."""
    questions = tuple(Decide(seat, kind) for seat in range(max(SEATED)))

    def ask(s: State, frame: Any) -> Decide:
        del s
        seat: Seat = frame.seat
        return questions[seat]

    return ask


HANDLERS: Mapping[type, Handler[State]] = {
    FirstFrame: Handler(pending=_first_pending, settle=_first_settle),
    TurnFrame: Handler(advance=_turn_advance, pending=_turn_pending, settle=_turn_settle),
    SeatingFrame: Handler(advance=_seating_advance, pending=_asks("seat"), act=_seating_act),
    MoveFrame: Handler(advance=_move_advance, pending=_asks("move"), act=_move_act),
    TurnCartFrame: Handler(pending=_asks("turn_cart"), act=_turn_cart_act),
    GorganFrame: Handler(advance=_gorgan_advance, pending=_asks("gorgan"), act=_gorgan_act),
    HomeFrame: Handler(pending=_asks("home"), act=_home_act),
    BoardingFrame: Handler(advance=_boarding_advance, pending=_asks("board"), act=_boarding_act),
}
"""What each kind of frame does."""
