"""The turn machine: what each frame of the agenda does (GAMES.md 2.2, 2.3).

``rotate -> start -> place ... -> turn -> disc -> (keep) -> move -> (bonus -> disc -> (keep) ->
move) -> next seat``. A turn without a legal move is an event, not a question. As soon as a move
fills the last hole: lift -> eliminate -> rotate -> next seat.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from functools import lru_cache

from rules.company.ends import end_at_cap, tie, win
from rules.company.events import (
    BonusDeclined,
    DiscKept,
    DiscsShuffled,
    DiscTurned,
    Eliminated,
    Forfeited,
    LayerLifted,
    LayerTurned,
    LiftReason,
    Moved,
    Passed,
    Placed,
    StarterDrawn,
)
from rules.company.ground import can_move, ground_of
from rules.company.net import STEPS, TURNS, Cell
from rules.company.state import (
    FLIP,
    MOLES,
    NO_DISCS,
    SET,
    VALUES,
    BonusFrame,
    Call,
    DiscFrame,
    Discs,
    Frame,
    Keep,
    KeepFrame,
    Move,
    MoveFrame,
    NextFrame,
    PlaceFrame,
    Put,
    RotateFrame,
    StartFrame,
    State,
    TurnFrame,
    occupied,
)
from rules.core.agenda import Emit, Handler
from rules.core.types import Decide, Draw, Seat

_OfSeat = PlaceFrame | TurnFrame | KeepFrame | MoveFrame | BonusFrame

ROTATION = Draw("rotation", tuple((k, 1) for k in range(TURNS)))
"""How a layer lies: six positions, all alike."""


def with_agenda(s: State, *agenda: Frame) -> State:
    """The state with another agenda."""
    return _with(s, s.discs, *agenda)


def _with(s: State, discs: tuple[Discs, ...], *agenda: Frame) -> State:
    """The state with other discs and another agenda."""
    return State(
        s.board, s.options, s.layer, s.rotation, s.starter, s.moles, s.occupied, discs,
        s.turns, s.idle, s.passes, agenda, s.over,
    )  # fmt: skip


# --- discs -------------------------------------------------------------------


@lru_cache(maxsize=64)
def disc_draw(discs: Discs) -> Draw:
    """The values that a disc turned over can have."""
    return Draw("disc", tuple((v, n) for v, n in zip(VALUES, discs, strict=True) if n))


@lru_cache(maxsize=1024)
def changed(discs: Discs, value: int, by: int) -> Discs:
    """One disc of a value more or less face down."""
    one, two, three, four = (
        n + by if v == value else n for v, n in zip(VALUES, discs, strict=True)
    )
    return one, two, three, four


def _of(s: State, seat: Seat, discs: Discs) -> tuple[Discs, ...]:
    """The discs of all seats, with other ones of this seat."""
    return (*s.discs[:seat], discs, *s.discs[seat + 1 :])


def _shuffled(s: State, seat: Seat, emit: Emit) -> tuple[Discs, ...]:
    """The discs of all seats once a seat's move is done: six open ones go face down again."""
    if s.discs[seat] != NO_DISCS:
        return s.discs
    emit(DiscsShuffled(seat, False))
    return _of(s, seat, SET)


def _disc_asked(s: State, frame: DiscFrame) -> Draw:
    return disc_draw(s.discs[frame.seat])


def _disc(s: State, frame: DiscFrame, value: int, emit: Emit) -> State:
    """A disc shows its value: a second one (tournament), a choice of two, a move, or nothing."""
    seat, bonus, first = frame.seat, frame.bonus, frame.first
    emit(DiscTurned(seat, value, bonus))
    down = changed(s.discs[seat], value, -1)
    discs = _of(s, seat, down)
    if first:
        if can_move(s, seat, first, bonus) or can_move(s, seat, value, bonus):
            return _with(s, discs, KeepFrame(seat, bonus, first, value))
        return _forfeit(s, seat, bonus, first, value, emit)
    if s.options.tournament and down != NO_DISCS:
        return _with(s, discs, DiscFrame(seat, bonus, value))
    s = _with(s, discs, MoveFrame(seat, bonus, value))
    if can_move(s, seat, value, bonus):
        return s
    return _forfeit(s, seat, bonus, value, 0, emit)


def _forfeit(s: State, seat: Seat, bonus: bool, value: int, back: int, emit: Emit) -> State:
    """No move: the disc stays open. In ``s`` a disc that goes back lies face down already."""
    emit(Forfeited(seat, value, bonus, back))
    idle = 0 if bonus else s.idle + 1
    return _turn_over(s, seat, s.moles, s.occupied, _shuffled(s, seat, emit), idle, 0, emit)


def _keep(s: State, frame: KeepFrame, action: Keep, emit: Emit) -> State:
    seat, value = frame.seat, action.value
    back = frame.second if value == frame.first else frame.first
    emit(DiscKept(seat, value, back))
    discs = _of(s, seat, changed(s.discs[seat], back, 1))
    return _with(s, discs, MoveFrame(seat, frame.bonus, value))


# --- the beginning -----------------------------------------------------------


def _start(s: State, frame: StartFrame, emit: Emit) -> State | None:
    """Begin with the seat that was named; a seat that has lost its moles leaves it to the next."""
    if frame.seat is None:
        return None
    seat = frame.seat
    if not frame.each and not s.moles[seat]:
        seat = _next_seat(s.moles, seat)
    del emit
    return _first(s, seat, frame.each)


def _starter_draw(s: State, frame: StartFrame) -> Draw:
    seats = range(len(s.moles)) if frame.each else s.left()
    return Draw("starter", tuple((seat, 1) for seat in seats))


def _starter(s: State, frame: StartFrame, seat: Seat, emit: Emit) -> State:
    emit(StarterDrawn(seat))
    return _first(s, seat, frame.each)


def _first(s: State, seat: Seat, each: int) -> State:
    """Placing or the first turn begins."""
    left = each * len(s.moles)
    frame = PlaceFrame(seat, left) if left else TurnFrame(seat)
    return State(
        s.board, s.options, s.layer, s.rotation, seat, s.moles, s.occupied, s.discs,
        s.turns, s.idle, s.passes, (frame,), s.over,
    )  # fmt: skip


def _place(s: State, frame: PlaceFrame, action: Put, emit: Emit) -> State:
    seat, left = frame.seat, frame.left - 1
    emit(Placed(seat, action.cell))
    own = tuple(sorted((*s.moles[seat], action.cell)))
    following = (seat + 1) % len(s.moles)
    return State(
        s.board, s.options, s.layer, s.rotation, s.starter,
        (*s.moles[:seat], own, *s.moles[seat + 1 :]), s.occupied | 1 << action.cell, s.discs,
        s.turns, s.idle, s.passes,
        (PlaceFrame(following, left) if left else TurnFrame(following),), s.over,
    )  # fmt: skip


# --- turns -------------------------------------------------------------------


def _next_seat(moles: tuple[tuple[Cell, ...], ...], seat: Seat) -> Seat:
    """The next seat clockwise that still has moles."""
    while True:
        seat = (seat + 1) % len(moles)
        if moles[seat]:
            return seat


def _turn(s: State, frame: TurnFrame, action: Call, emit: Emit) -> State:
    seat = frame.seat
    if action == FLIP:
        return _with(s, s.discs, DiscFrame(seat, False, 0))
    emit(Passed(seat))
    return _turn_over(s, seat, s.moles, s.occupied, s.discs, s.idle + 1, s.passes + 1, emit)


def _bonus(s: State, frame: BonusFrame, action: Call, emit: Emit) -> State:
    seat = frame.seat
    if action == FLIP:
        return _with(s, s.discs, DiscFrame(seat, True, 0))
    emit(BonusDeclined(seat))
    return _turn_over(s, seat, s.moles, s.occupied, s.discs, 0, 0, emit)


def _move(s: State, frame: MoveFrame, action: Move, emit: Emit) -> State:
    """Move a mole; then the discs, the hole it has reached, or the special space."""
    seat, bonus, value, cell = frame.seat, frame.bonus, frame.value, action.cell
    g = ground_of(s)
    target = cell + value * STEPS[action.way]
    in_hole = bool(g.holes >> target & 1)
    emit(Moved(seat, cell, target, value, bonus, bool(g.holes >> cell & 1), in_hole))
    own = list(s.moles[seat])
    own.remove(cell)
    insort(own, target)
    moles = (*s.moles[:seat], tuple(own), *s.moles[seat + 1 :])
    taken = s.occupied ^ (1 << cell | 1 << target)
    discs = _shuffled(s, seat, emit)
    if in_hole:
        if g.lowest or taken & g.holes == g.holes:
            s = State(
                s.board, s.options, s.layer, s.rotation, s.starter, moles, taken, discs,
                s.turns + 1, 0, 0, (), None,
            )  # fmt: skip
            if g.lowest:
                return win(s, seat, "goal", emit)
            return _lift(s, "full", NextFrame(seat), emit)
    elif s.options.bonus_moves and g.specials >> target & 1:
        # Never after a further move, for that does not end on a special space.
        return State(
            s.board, s.options, s.layer, s.rotation, s.starter, moles, taken, discs,
            s.turns, 0, 0, (BonusFrame(seat),), None,
        )  # fmt: skip
    return _turn_over(s, seat, moles, taken, discs, 0, 0, emit)


def _turn_over(
    s: State,
    seat: Seat,
    moles: tuple[tuple[Cell, ...], ...],
    taken: int,
    discs: tuple[Discs, ...],
    idle: int,
    passes: int,
    emit: Emit,
) -> State:
    """End a turn that has lifted no layer: the rules against standstill, the cap, the next seat."""
    turns = s.turns + 1
    if idle:
        left = len(s.left())
        if passes >= left or idle >= 3 * left:
            s = State(
                s.board, s.options, s.layer, s.rotation, s.starter, moles, taken, discs,
                turns, idle, passes, (), None,
            )  # fmt: skip
            if ground_of(s).lowest:
                return tie(s, emit)
            return _lift(s, "passes" if passes >= left else "deadlock", NextFrame(seat), emit)
        if idle == 2 * left:
            for one in s.left():
                emit(DiscsShuffled(one, True))
            discs = tuple(SET if own else down for own, down in zip(moles, discs, strict=True))
    after = State(
        s.board, s.options, s.layer, s.rotation, s.starter, moles, taken, discs,
        turns, idle, passes, (TurnFrame(_next_seat(moles, seat)),), None,
    )  # fmt: skip
    return end_at_cap(after, emit) if turns >= s.options.turn_cap else after


def _next(s: State, frame: NextFrame, emit: Emit) -> State:
    """Begin the next turn on a new layer, or end the game at the cap."""
    if s.turns >= s.options.turn_cap:
        return end_at_cap(s, emit)
    return with_agenda(s, TurnFrame(_next_seat(s.moles, frame.seat)))


# --- layers ------------------------------------------------------------------


def _lift(s: State, reason: LiftReason, after: Frame, emit: Emit) -> State:
    """Lift the layer with all moles that are in no hole; ``after`` goes on once the next lies."""
    holes = ground_of(s).holes
    kept = tuple(tuple(cell for cell in own if holes >> cell & 1) for own in s.moles)
    stay = tuple(map(len, kept))
    lost = tuple(len(own) - n for own, n in zip(s.moles, stay, strict=True))
    emit(LayerLifted(s.layer, reason, stay, lost))
    for seat in s.left():
        if not kept[seat]:
            emit(Eliminated(seat))
    if not any(kept):
        return tie(s, emit)
    s = State(
        s.board, s.options, s.layer + 1, None, s.starter, kept, occupied(kept), s.discs,
        s.turns, 0, 0, (after, RotateFrame()), None,
    )  # fmt: skip
    left = s.left()
    return win(s, left[0], "survivor", emit) if len(left) == 1 else s


def _rotated(s: State, frame: RotateFrame, rotation: int, emit: Emit) -> State:
    del frame
    emit(LayerTurned(s.layer, rotation))
    s = State(
        s.board, s.options, s.layer, rotation, s.starter, s.moles, s.occupied, s.discs,
        s.turns, s.idle, s.passes, s.agenda[:-1], s.over,
    )  # fmt: skip
    return landed(s, emit)


def landed(s: State, emit: Emit) -> State:
    """The moles stand on a new layer: those above its holes sit in them at once."""
    g = ground_of(s)
    inside = s.occupied & g.holes
    if g.lowest and inside:
        (winner,) = (k for k, own in enumerate(s.moles) if any(g.holes >> c & 1 for c in own))
        return win(s, winner, "goal", emit)
    if inside == g.holes:
        return _lift(s, "full", s.agenda[-1], emit)
    return s


# --- questions ---------------------------------------------------------------


def _asks(kind: str) -> Callable[[State, _OfSeat], Decide]:
    """The question of that kind to the seat of a frame."""
    made = tuple(Decide(seat, kind) for seat in range(max(MOLES)))
    return lambda s, frame: made[frame.seat]


HANDLERS: Mapping[type, Handler[State]] = {
    RotateFrame: Handler(pending=lambda s, f: ROTATION, settle=_rotated),
    StartFrame: Handler(advance=_start, pending=_starter_draw, settle=_starter),
    PlaceFrame: Handler(pending=_asks("place"), act=_place),
    NextFrame: Handler(advance=_next),
    TurnFrame: Handler(pending=_asks("turn"), act=_turn),
    DiscFrame: Handler(pending=_disc_asked, settle=_disc),
    KeepFrame: Handler(pending=_asks("keep"), act=_keep),
    MoveFrame: Handler(pending=_asks("move"), act=_move),
    BonusFrame: Handler(pending=_asks("bonus"), act=_bonus),
}
"""What each frame does while it is on top of the agenda."""
