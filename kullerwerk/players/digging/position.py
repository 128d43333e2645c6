"""The states of company in numbers: where compiled playouts begin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kullerwerk.players.digging.compiled import Ints
from kullerwerk.players.digging.tables import INDEX
from rules.company.state import (
    BonusFrame,
    DiscFrame,
    MoveFrame,
    NextFrame,
    PlaceFrame,
    RotateFrame,
    State,
    TurnFrame,
)

TURN, DISC, MOVE, BONUS, PLACE, ROTATE = range(6)
"""What a playout begins with: a turn, a disc to turn over, a move by a value, the question whether
to take a further move, a mole to place, or a layer to lie down."""


class Position(NamedTuple):
    """Where playouts begin."""

    moles: Ints
    """``[seat, k]``: the spaces of its moles."""
    counts: Ints
    """``[seat]``: how many moles it has."""
    discs: Ints
    """``[seat, value - 1]``: its discs face down."""
    rest: Ints
    """Layer, rotation (-1: not known yet), seat, phase, value, bonus, moles to be placed, turns,
    idle turns, passes."""


def position(s: State) -> Position:
    """Return a state in numbers; the game is not over."""
    seats = len(s.moles)
    frame = s.agenda[-1]
    value, bonus, left = 0, False, 0
    rotation = -1 if s.rotation is None else s.rotation
    most = max(1, *map(len, s.moles))
    match frame:
        case TurnFrame(seat=seat):
            phase = TURN
        case DiscFrame(seat=seat, bonus=bonus):
            phase = DISC
        case MoveFrame(seat=seat, bonus=bonus, value=value):
            phase = MOVE
        case BonusFrame(seat=seat):
            phase = BONUS
        case PlaceFrame(seat=seat, left=left):
            phase = PLACE
            most += left // seats + 1
        case RotateFrame():
            phase = ROTATE
            before = s.agenda[-2]
            assert isinstance(before, NextFrame), "a layer lies down between two turns"
            seat = before.seat
        case _:
            raise ValueError(f"no game is played on from a {type(frame).__name__}")
    moles = np.zeros((seats, most), np.int64)
    for one, own in enumerate(s.moles):
        moles[one, : len(own)] = [INDEX[cell] for cell in own]
    counts = np.array([len(own) for own in s.moles], np.int64)
    rest = (s.layer, rotation, seat, phase, value, bonus, left, s.turns, s.idle, s.passes)
    return Position(moles, counts, np.array(s.discs, np.int64), np.array(rest, np.int64))
