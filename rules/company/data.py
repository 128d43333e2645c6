"""A game as JSON data and back; what is loaded is checked, for files may be damaged or made up."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from functools import lru_cache

from rules.company.board import Board, check_board, default_board
from rules.company.ground import can_move, ground_of
from rules.company.net import CELLS, TURNS, Cell, cell_of, spots
from rules.company.options import options
from rules.company.state import (
    SET,
    VALUES,
    BonusFrame,
    DiscFrame,
    Frame,
    KeepFrame,
    MoveFrame,
    NextFrame,
    PlaceFrame,
    RotateFrame,
    StartFrame,
    State,
    TurnFrame,
    occupied,
)
from rules.core.errors import OptionError, RecordError
from rules.core.shape import from_json, to_json
from rules.core.types import JSON, Over

ENDS = ("goal", "survivor", "deadlock", "turn_cap")
"""Why a game can end."""


def dump_state(s: State) -> JSON:
    """The whole state as JSON data; ``occupied`` follows from the moles and is left out."""
    data: JSON = to_json(State, s)
    del data["occupied"]
    return data


def load_state(d: JSON) -> State:
    """The state of a dump; raises RecordError where it is none."""
    if "occupied" in d:
        raise RecordError("the state: occupied missing or unknown")
    s = from_json(State, {**d, "occupied": 0})
    try:
        check_board(s.board)
        options(asdict(s.options))
    except OptionError as error:
        raise RecordError(f"this is no state of company: {error}") from error
    _check_places(s)
    s = replace(s, board=_known(s.board), occupied=occupied(s.moles))
    _check_counts(s)
    if s.over is None:
        _check_agenda(s)
    else:
        _check_over(s, s.over)
    return s


@lru_cache(maxsize=64)
def _known(board: Board) -> Board:
    """The first board that equals this one: tables are kept for each board."""
    return default_board() if board == default_board() else board


def _want(truth: bool, what: str) -> None:
    if not truth:
        raise RecordError(f"this is no state of company: {what}")


def _check_places(s: State) -> None:
    """Moles stand on the layer, each on a space of its own."""
    _want(0 <= s.layer < len(s.board.layers), "there is no such layer")
    _want(s.rotation is None or 0 <= s.rotation < TURNS, "there are six positions of a layer")
    _want(2 <= len(s.moles) <= 4, "2 to 4 players play")
    known = set(map(cell_of, spots(s.board.layers[s.layer].radius)))
    seen: set[Cell] = set()
    for own in s.moles:
        _want(own == tuple(sorted(own)), "moles in another order")
        _want(set(own) <= known, "a mole beside the layer")
        _want(len(set(own)) == len(own) and not seen & set(own), "two moles on one space")
        seen |= set(own)


def _check_counts(s: State) -> None:
    seats = len(s.moles)
    _want(len(s.discs) == seats, "discs of another number of players")
    for down in s.discs:
        _want(all(0 <= n <= most for n, most in zip(down, SET, strict=True)), "discs")
    _want(s.starter is None or 0 <= s.starter < seats, "there is no such starter")
    _want(0 <= s.turns <= s.options.turn_cap, "number of turns")
    _want(0 <= s.passes <= s.idle <= s.turns, "turns without a move")


def _check_over(s: State, over: Over) -> None:
    seats = len(s.moles)
    _want(not s.agenda, "the game is over, but something is to be done")
    _want(over.termination in ENDS, "there is no such end")
    _want(len(over.ranking) == len(over.scores) == seats, "result")
    _want(min(over.ranking) == 1 and max(over.ranking) <= seats, "ranking")
    first = over.ranking.count(1)
    wanted = tuple(1 / first if rank == 1 else 0.0 for rank in over.ranking)
    _want(over.scores == wanted, "scores that do not go with the ranking")


def _check_agenda(s: State) -> None:
    """What waits can be asked: chance has an outcome, a decision a legal answer."""
    match s.agenda:
        case (StartFrame() | NextFrame() as after, RotateFrame()):
            _want(s.rotation is None, "a layer that is turned twice")
            _check_after(s, after)
        case (StartFrame() as frame,):
            _want(frame.seat is None, "a start that nothing keeps waiting")
            _check_layer(s)
            _check_after(s, frame)
        case (PlaceFrame() as frame,):
            _check_layer(s)
            _check_placing(s, frame)
        case (TurnFrame() | DiscFrame() | KeepFrame() | MoveFrame() | BonusFrame() as frame,):
            _check_layer(s)
            _check_turn(s, frame)
        case _:
            _want(False, "agenda")


def _check_layer(s: State) -> None:
    """The layer lies open, and is not due to be lifted."""
    _want(s.rotation is not None, "nobody knows how the layer lies")
    g = ground_of(s)
    inside = s.occupied & g.holes
    _want(inside != g.holes, "a layer that is full")


def _check_after(s: State, frame: StartFrame | NextFrame) -> None:
    """What goes on after the layer lies: placing, or a turn of somebody who is still there."""
    seats = len(s.moles)
    if frame.seat is not None:
        _want(0 <= frame.seat < seats, "there is no such seat")
    if isinstance(frame, NextFrame):
        _want(s.starter is not None and s.turns > 0 == s.idle, "a turn that was none")
        _want(len(s.left()) > 1, "nobody is left to play against")
        return
    _want(s.starter is None and s.turns == 0, "a start in the middle")
    if frame.each:
        _want(not s.occupied and s.layer == 0, "moles that stand before they are placed")
        holes = len(s.board.layers[0].holes)
        room = len(spots(s.board.layers[0].radius)) - holes
        _want(0 < frame.each <= CELLS and frame.each * seats <= room, "moles to place")
    else:
        _want(len(s.left()) > 1, "nobody is left to play against")
    _want(all(map(any, s.discs)), "a player without a disc to turn over")


def _check_placing(s: State, frame: PlaceFrame) -> None:
    """Everybody has placed as many moles as the turns that were his."""
    seats, g = len(s.moles), ground_of(s)
    _want(0 <= frame.seat < seats and s.starter is not None, "there is no such seat")
    _want(s.layer == 0 and s.turns == 0, "placing in the middle")
    _want(not s.occupied & g.holes, "a mole was placed in a hole")
    placed = sum(map(len, s.moles))
    _want(0 < frame.left <= len(g.spaces) - placed, "moles to place")
    _want((placed + frame.left) % seats == 0, "moles to place")
    first = s.starter or 0
    _want((first + placed) % seats == frame.seat, "somebody else places")
    turns = Counter((first + k) % seats for k in range(placed))
    _want(all(len(own) == turns[k] for k, own in enumerate(s.moles)), "moles placed")
    _want(all(map(any, s.discs)), "a player without a disc to turn over")


def _check_turn(
    s: State, frame: TurnFrame | DiscFrame | KeepFrame | MoveFrame | BonusFrame
) -> None:
    seat, seats, g = frame.seat, len(s.moles), ground_of(s)
    _want(0 <= seat < seats and bool(s.moles[seat]), "there is no such seat")
    _want(s.starter is not None, "nobody began")
    left = s.left()
    _want(len(left) > 1, "nobody is left to play against")
    _want(s.turns < s.options.turn_cap, "the game is over after so many turns")
    _want(s.idle < 3 * len(left) and s.passes < len(left), "turns without a move")
    turned = _turned(frame)
    _want(all(value in VALUES for value in turned), "there is no such disc")
    down = list(s.discs[seat])
    for value in turned:
        down[value - 1] += 1
    _want(all(n <= most for n, most in zip(down, SET, strict=True)), "a disc too many")
    for k, others in enumerate(s.discs):
        _want(any(down if k == seat else others), "a player without a disc to turn over")
    if isinstance(frame, DiscFrame):
        _want(any(s.discs[seat]), "no disc to turn over")
    _want(s.options.tournament or len(turned) < 2, "two discs turned over")
    match frame:
        case BonusFrame():
            _want(s.idle == 0 and s.options.bonus_moves, "a further move")
            _want(any(g.specials >> cell & 1 for cell in s.moles[seat]), "a further move")
        case TurnFrame():
            pass
        case _:
            _want(not frame.bonus or (s.idle == 0 and s.options.bonus_moves), "a further move")
    match frame:
        case DiscFrame(first=first):
            _want(not first or s.options.tournament, "two discs turned over")
        case KeepFrame() | MoveFrame():
            moving = any(can_move(s, seat, value, frame.bonus) for value in turned)
            _want(moving, "a move that cannot be made")
        case _:
            pass


def _turned(frame: Frame) -> tuple[int, ...]:
    """The discs that were turned over for what waits now."""
    match frame:
        case DiscFrame(first=first):
            return (first,) if first else ()
        case KeepFrame(first=first, second=second):
            return first, second
        case MoveFrame(value=value):
            return (value,)
        case _:
            return ()
