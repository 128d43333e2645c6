"""A game as JSON data and back; what is loaded is checked, for files may be damaged or made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.errors import OptionError, RecordError
from rules.core.shape import from_json, to_json
from rules.core.types import JSON, Over
from rules.hoehle.board import BUSY, MOLES, SEATS, Board, make_board
from rules.hoehle.flow import ENDS, ringed
from rules.hoehle.moves import can_move, legal_digs, position
from rules.hoehle.options import Options, options
from rules.hoehle.state import (
    LAST_MOLE,
    DigFrame,
    EntranceFrame,
    Frame,
    MoveFrame,
    Seen,
    StarterFrame,
    State,
    TurnFrame,
)

SIGNS = ".abcdABCD"
"""Contents of a cell as text: empty, mole tiles of seats 0 to 3, busy tiles of seats 0 to 3."""
_TO_TEXT = bytes.maketrans(bytes(range(len(SIGNS))), SIGNS.encode())
_FROM_TEXT = bytes.maketrans(SIGNS.encode(), bytes(range(len(SIGNS))))


@dataclass(frozen=True, slots=True)
class _Ground:
    name: str
    assumed: bool
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Saved:
    """A state as it is written: cells and positions as text, one sign a cell."""

    board: _Ground
    options: Options
    seats: int
    cells: str
    seen: tuple[tuple[str, ...], ...]
    twice: tuple[tuple[str, ...], ...]
    agenda: tuple[Frame, ...]
    over: Over | None


def _want(truth: bool, what: str) -> None:
    if not truth:
        raise RecordError(f"this is no state of hoehle: {what}")


def dump_state(s: State) -> JSON:
    """The whole state as JSON data."""
    size = len(s.cells)

    def texts(seen: Seen) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(
                sorted(
                    one.to_bytes(size, "little").translate(_TO_TEXT).decode("ascii")
                    for one in positions
                )
            )
            for positions in seen
        )

    cells = s.cells.translate(_TO_TEXT).decode("ascii")
    ground = _Ground(s.board.name, s.board.assumed, s.board.rows)
    saved = _Saved(
        ground, s.options, s.seats, cells, texts(s.seen), texts(s.twice), s.agenda, s.over
    )
    return to_json(_Saved, saved)


def _cells(board: Board, text: str) -> bytes:
    _want(len(text) == len(board.tables.names), "cells that are not on the board")
    _want(set(text) <= set(SIGNS), "an unknown tile")
    return text.encode("ascii").translate(_FROM_TEXT)


def load_state(d: JSON) -> State:
    """The state of a dump; raises RecordError where it is none."""
    saved = from_json(_Saved, d)
    ground = saved.board
    try:
        board = make_board(ground.name, ground.assumed, ground.rows)
        chosen = options({name: getattr(saved.options, name) for name in Options.__slots__})
    except OptionError as error:
        raise RecordError(f"this is no state of hoehle: {error}") from error
    _want(saved.seats in SEATS, "number of players")

    def positions(seen: Iterable[Iterable[str]]) -> Seen:
        return tuple(frozenset(position(_cells(board, text)) for text in texts) for texts in seen)

    s = State(
        board,
        chosen,
        saved.seats,
        _cells(board, saved.cells),
        positions(saved.seen),
        positions(saved.twice),
        saved.agenda,
        saved.over,
    )
    for texts in (*saved.seen, *saved.twice):
        _want(list(texts) == sorted(set(texts)), "positions out of order")
    _check_tiles(s)
    _check_seen(s)
    _check_agenda(s)
    return s


def _check_tiles(s: State) -> None:
    t = s.board.tables
    winners = s.over.ranking if s.over is not None and s.over.termination == "two_caves" else ()
    for seat in range(LAST_MOLE):
        moles, busy = s.cells.count(seat + 1), s.cells.count(seat + 1 + LAST_MOLE)
        _want(moles <= MOLES and busy <= BUSY, "too many tiles")
        _want(seat < s.seats or moles == busy == 0, "tiles of nobody")
        won = winners[seat : seat + 1] == (1,)
        _want((busy == BUSY) == won, "busy tiles that do not fit the result")
    for cell, tile in enumerate(s.cells):
        _want(tile <= LAST_MOLE or t.cave[cell], "a busy tile out of a cave")
    if s.over is None:
        _want(all(ringed(s.board, s.cells, cave) is None for cave in t.caves), "a ring left open")


def _check_seen(s: State) -> None:
    """Positions that were there have the busy tiles of now, and no other mole tiles."""
    _want(len(s.seen) == len(s.twice) == s.seats, "positions")
    size = len(s.cells)
    tiles = sorted(s.cells)
    for seen, twice in zip(s.seen, s.twice, strict=True):
        _want(twice <= seen, "positions")
        for one in seen:
            cells = one.to_bytes(size, "little")
            _want(sorted(cells) == tiles, "positions with other tiles")
            _want(
                all(
                    (cells[cave] > LAST_MOLE) == (s.cells[cave] > LAST_MOLE)
                    for cave in s.board.tables.caves
                ),
                "positions with other busy tiles",
            )
    _want(s.options.repetition == "third_draws" or not any(s.twice), "positions")


def _check_agenda(s: State) -> None:
    _want((s.over is None) == bool(s.agenda), "agenda")
    if s.over is not None:
        ranking, scores = s.over.ranking, s.over.scores
        _want(s.over.termination in ENDS, "result")
        _want(len(ranking) == len(scores) == s.seats and min(ranking) == 1, "result")
        best = ranking.count(1)
        _want(scores == tuple(1 / best if rank == 1 else 0.0 for rank in ranking), "result")
        return
    kinds = tuple(type(frame) for frame in s.agenda)
    known = (
        (StarterFrame,),
        (TurnFrame, MoveFrame),
        (TurnFrame, MoveFrame, EntranceFrame),
        (TurnFrame, DigFrame),
    )
    _want(kinds in known, "agenda")
    for frame in s.agenda:
        _check_frame(s, frame)
    seats = {frame.seat for frame in s.agenda if not isinstance(frame, StarterFrame)}
    _want(len(seats) <= 1, "agenda")


def _check_frame(s: State, frame: Frame) -> None:
    t, cells = s.board.tables, s.cells
    size = len(cells)
    if isinstance(frame, StarterFrame):
        return
    _want(0 <= frame.seat < s.seats, "seat of a frame")
    match frame:
        case TurnFrame(number=number, passes=passes):
            _want(1 <= number <= s.options.move_cap, "number of a turn")
            _want(0 <= passes < min(number, s.seats), "turns without a move")
        case MoveFrame(resting=resting):
            _want(list(resting) == sorted(set(resting)), "resting tiles")
            _want(all(0 <= cell < size for cell in resting), "resting tiles")
            _want(len(s.agenda) > 2 or can_move(s, frame), "no move")
        case EntranceFrame(cells=due):
            _want(bool(due) and list(due) == sorted(set(due)), "tiles that must dig")
            _want(
                all(0 <= cell < size and t.tunnel[cell] for cell in due)
                and all(cells[cell] == frame.seat + 1 for cell in due),
                "tiles that must dig",
            )
            _want(bool(legal_digs(s, frame)), "no dig")
        case DigFrame(cell=cell):
            _want(0 <= cell < size and t.tunnel[cell], "a tile that must dig")
            _want(0 < cells[cell] <= LAST_MOLE, "a tile that must dig")
            own = s.options.movers == "any" or cells[cell] == frame.seat + 1
            _want(own and bool(legal_digs(s, frame)), "a tile that must dig")
