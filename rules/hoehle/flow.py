"""The turn machine: what each frame of the agenda does (GAMES.md 4.3).

``starter -> turn -> (tiles on entrances dig) -> move -> (dig) -> next turn``. Busy tiles are placed
by the rules as soon as a ring stands, after every decision; a turn without a legal move passes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.agenda import Emit, Handler
from rules.core.types import Decide, Draw, Over, Seat
from rules.hoehle.board import BUSY, Board
from rules.hoehle.events import (
    BusyPlaced,
    Dug,
    GameOver,
    Moved,
    NoDig,
    StarterDrawn,
    TurnPassed,
    TurnStarted,
)
from rules.hoehle.moves import NONE, can_move, cells_of, gap, position
from rules.hoehle.state import (
    LAST_MOLE,
    Dig,
    DigFrame,
    EntranceFrame,
    Frame,
    Move,
    MoveFrame,
    Seen,
    StarterFrame,
    State,
    TurnFrame,
)

ENDS = frozenset({"two_caves", "nobody_can_win", "no_move", "repetition", "move_cap"})
"""Every reason for which a game ends."""


def with_agenda(s: State, agenda: tuple[Frame, ...]) -> State:
    """The state with another agenda."""
    return State(s.board, s.options, s.seats, s.cells, s.seen, s.twice, agenda, s.over)


def nothing_seen(seats: int) -> Seen:
    """No positions."""
    return (NONE,) * seats


# --- rings and ends ----------------------------------------------------------


def ringed(board: Board, cells: Sequence[int], cave: int) -> Seat | None:
    """The seat whose moles stand on all four sides of an open cave."""
    north, east, south, west = board.tables.ring[cave]
    tile = cells[north]
    if (
        0 < tile <= LAST_MOLE
        and tile == cells[east] == cells[south] == cells[west]
        and cells[cave] <= LAST_MOLE
    ):
        return tile - 1
    return None


def can_win(board: Board, cells: bytes | bytearray, seat: Seat) -> bool:
    """Whether a seat still has four moles, and there are open caves for all its busy tiles."""
    left = BUSY - cells.count(seat + 1 + LAST_MOLE)
    still_open = sum(cells[cave] <= LAST_MOLE for cave in board.tables.caves)
    return cells.count(seat + 1) >= 4 and still_open >= left


def _place_busy(
    s: State, cells: bytearray, seat: Seat, emit: Emit
) -> tuple[Seat | None, list[int]]:
    """Place the busy tiles that are due, those of ``seat`` first, then clockwise.

    Gives the seat that has won by it, and the cells of all tiles that ringed a cave.
    """
    resting: list[int] = []
    for turn in range(s.seats):
        owner = (seat + turn) % s.seats
        for cave in s.board.tables.caves:
            if ringed(s.board, cells, cave) != owner:
                continue
            inside = cells[cave]
            cells[cave] = owner + 1 + LAST_MOLE
            emit(BusyPlaced(owner, cave, inside - 1 if inside else None))
            resting += s.board.tables.ring[cave]
            if cells.count(cells[cave]) == BUSY:
                return owner, resting
    return None, resting


def _end(s: State, cells: bytes, reason: str, ranking: tuple[int, ...], emit: Emit) -> State:
    emit(GameOver(reason, ranking))
    best = ranking.count(1)
    over = Over(reason, ranking, tuple(1 / best if rank == 1 else 0.0 for rank in ranking))
    return State(s.board, s.options, s.seats, cells, s.seen, s.twice, (), over)


def _draw(s: State, cells: bytes, reason: str, emit: Emit) -> State:
    return _end(s, cells, reason, (1,) * s.seats, emit)


def best_ring(board: Board, cells: bytes, seat: Seat) -> int:
    """How many sides of an open cave the seat's moles hold, at the cave where that is most."""
    # By the seat's few tiles, not by all rings: players ask this of every move that they look at.
    near, mine = board.tables.near, seat + 1
    held: dict[int, int] = {}
    for cell in cells_of(cells, mine):
        for cave in near[cell]:
            if cells[cave] <= LAST_MOLE:
                held[cave] = held.get(cave, 0) + 1
    return max(held.values(), default=0)


def _end_at_cap(s: State, cells: bytes, emit: Emit) -> State:
    """Most busy tiles, then most sides of an open cave; a tie is shared."""
    keys = [
        (cells.count(seat + 1 + LAST_MOLE), best_ring(s.board, cells, seat))
        for seat in range(s.seats)
    ]
    ranking = tuple(1 + sum(other > key for other in keys) for key in keys)
    return _end(s, cells, "move_cap", ranking, emit)


def _carried_out(
    s: State, cells: bytearray, arrived: Sequence[int], seat: Seat, emit: Emit
) -> tuple[State | None, Seen, Seen, tuple[int, ...]]:
    """Judge the rings that tiles on the cells ``arrived`` can have closed.

    Gives the state at the end if the game is over, the positions that can still come again, and
    the cells of tiles that must rest.
    """
    near, board = s.board.tables.near, s.board
    for cell in arrived:
        for cave in near[cell]:
            if ringed(board, cells, cave) is not None:
                break
        else:
            continue
        break
    else:
        return None, s.seen, s.twice, ()
    winner, resting = _place_busy(s, cells, seat, emit)
    fresh = nothing_seen(s.seats)
    clear = State(board, s.options, s.seats, s.cells, fresh, fresh, s.agenda, s.over)
    over = None
    if winner is not None:
        ranking = tuple(1 if one == winner else 2 for one in range(s.seats))
        over = _end(clear, bytes(cells), "two_caves", ranking, emit)
    elif not any(can_win(board, cells, one) for one in range(s.seats)):
        over = _draw(clear, bytes(cells), "nobody_can_win", emit)
    return over, fresh, fresh, tuple(resting)


# --- turns -------------------------------------------------------------------


def _turn_of(s: State) -> TurnFrame:
    frame = s.agenda[0]
    assert isinstance(frame, TurnFrame)
    return frame


def _starter(s: State, frame: StarterFrame, seat: Seat, emit: Emit) -> State:
    del frame
    emit(StarterDrawn(seat))
    return first_turn(s, seat)


def first_turn(s: State, seat: Seat) -> State:
    """The state before the first turn, which is that of ``seat``."""
    start = position(s.cells)
    seen = tuple(frozenset({start}) if one == seat else NONE for one in range(s.seats))
    return State(
        s.board, s.options, s.seats, s.cells, seen, s.twice, (TurnFrame(seat, 1, 0),), s.over
    )


def _begin_turn(s: State, frame: TurnFrame, emit: Emit) -> State:
    """The tiles on entrances must dig first, then one must move."""
    seat, cells = frame.seat, s.cells
    emit(TurnStarted(seat, frame.number))
    tile = seat + 1
    on_entrances = tuple([cell for cell in s.board.tables.tunnels if cells[cell] == tile])
    move = MoveFrame(seat, ())
    if on_entrances:
        return with_agenda(s, (frame, move, EntranceFrame(seat, on_entrances)))
    return with_agenda(s, (frame, move))


def _end_turn(s: State, cells: bytes, seen: Seen, twice: Seen, passes: int, emit: Emit) -> State:
    """Remember the position, and begin the next turn or end the game."""
    turn = _turn_of(s)
    seat = (turn.seat + 1) % s.seats
    now = position(cells)
    again = now in seen[seat]
    third = again and now in twice[seat]
    if not again:
        seen = (*seen[:seat], seen[seat] | {now}, *seen[seat + 1 :])
    elif s.options.repetition == "third_draws":
        twice = (*twice[:seat], twice[seat] | {now}, *twice[seat + 1 :])
    after = State(
        s.board,
        s.options,
        s.seats,
        cells,
        seen,
        twice,
        (TurnFrame(seat, turn.number + 1, passes),),
        None,
    )
    if passes == s.seats:
        return _draw(after, cells, "no_move", emit)
    if third:
        return _draw(after, cells, "repetition", emit)
    if turn.number >= s.options.move_cap:
        return _end_at_cap(after, cells, emit)
    return after


def _must_move(s: State, frame: MoveFrame, emit: Emit) -> State | None:
    """Wait for a move; without a legal one the turn passes by itself."""
    if can_move(s, frame):
        return None
    emit(TurnPassed(frame.seat, "repeats" if can_move(s, frame, NONE) else "blocked"))
    return _end_turn(s, s.cells, s.seen, s.twice, _turn_of(s).passes + 1, emit)


def _must_dig(s: State, frame: EntranceFrame, emit: Emit) -> State | None:
    """Wait for a dig; without a free entrance there is none."""
    if not frame.cells:
        return with_agenda(s, s.agenda[:-1])
    if any(not s.cells[one] for one in s.board.tables.tunnels):
        return None
    emit(NoDig(frame.seat, frame.cells))
    return with_agenda(s, s.agenda[:-1])


# --- decisions ---------------------------------------------------------------


def _move(s: State, frame: MoveFrame, action: Move, emit: Emit) -> State:
    """Move a tile and push the row before it; on an entrance it must dig at once."""
    t, cell, seat = s.board.tables, action.cell, frame.seat
    ray = t.rays[cell][action.direction]
    count = gap(s.cells, ray, t.cave, True)
    cells = bytearray(s.cells)
    tile, cells[cell] = cells[cell], 0
    arrived = ray[: count + 1]
    for one in arrived:
        cells[one], tile = tile, cells[one]
    to = ray[0]
    emit(Moved(seat, cell, to, arrived[1:]))
    over, seen, twice, _ = _carried_out(s, cells, arrived, seat, emit)
    if over is not None:
        return over
    if t.tunnel[to]:
        if any(not cells[one] for one in t.tunnels):
            agenda = (s.agenda[0], DigFrame(seat, to))
            return State(s.board, s.options, s.seats, bytes(cells), seen, twice, agenda, None)
        emit(NoDig(seat, (to,)))
    return _end_turn(s, bytes(cells), seen, twice, 0, emit)


def _dug(s: State, action: Dig) -> bytearray:
    cells = bytearray(s.cells)
    cells[action.to], cells[action.cell] = cells[action.cell], 0
    return cells


def _dig(s: State, frame: DigFrame, action: Dig, emit: Emit) -> State:
    """The tile that has moved onto an entrance digs, and the turn is over."""
    cells = _dug(s, action)
    emit(Dug(frame.seat, action.cell, action.to, False))
    over, seen, twice, _ = _carried_out(s, cells, (action.to,), frame.seat, emit)
    if over is not None:
        return over
    return _end_turn(s, bytes(cells), seen, twice, 0, emit)


def _dig_first(s: State, frame: EntranceFrame, action: Dig, emit: Emit) -> State:
    """A tile that stood on an entrance when the turn began digs."""
    cells, seat = _dug(s, action), frame.seat
    emit(Dug(seat, action.cell, action.to, True))
    over, seen, twice, resting = _carried_out(s, cells, (action.to,), seat, emit)
    if over is not None:
        return over
    below = s.agenda[1]
    assert isinstance(below, MoveFrame)
    rested = {action.to if cell == action.cell else cell for cell in below.resting}
    move = MoveFrame(seat, tuple(sorted({*rested, *resting})))
    left = EntranceFrame(seat, tuple(cell for cell in frame.cells if cell != action.cell))
    agenda = (s.agenda[0], move, left)
    return State(s.board, s.options, s.seats, bytes(cells), seen, twice, agenda, None)


def _ask_starter(s: State, frame: StarterFrame) -> Draw:
    del frame
    return Draw("starter", tuple((seat, 1) for seat in range(s.seats)))


HANDLERS: Mapping[type, Handler[State]] = {
    StarterFrame: Handler(pending=_ask_starter, settle=_starter),
    TurnFrame: Handler(advance=_begin_turn),
    EntranceFrame: Handler(
        advance=_must_dig, pending=lambda s, f: Decide(f.seat, "dig"), act=_dig_first
    ),
    MoveFrame: Handler(advance=_must_move, pending=lambda s, f: Decide(f.seat, "move"), act=_move),
    DigFrame: Handler(pending=lambda s, f: Decide(f.seat, "dig"), act=_dig),
}
"""What each frame does while it is on top of the agenda."""
