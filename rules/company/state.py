"""The state of a game, and the actions: frozen data of whole numbers and tuples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.company.board import Board
from rules.company.net import Cell
from rules.company.options import Options
from rules.core.types import Over, Seat

Discs = tuple[int, int, int, int]
"""How many discs of the values 1, 2, 3 and 4 lie face down."""

VALUES = (1, 2, 3, 4)
SET: Discs = (1, 2, 2, 1)
"""A player's discs: 1, 2, 2, 3, 3, 4 (rulebook, "The Move Discs")."""
NO_DISCS: Discs = (0, 0, 0, 0)
MOLES: dict[int, int] = {2: 10, 3: 7, 4: 6}
"""Moles of each player by the number of players (rulebook, "The Mole Pieces")."""

# --- actions -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Put:
    """Put a mole on a space of the top layer."""

    cell: Cell


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """Turn over a disc, or pass: leave the turn, or the further move of a special space, be."""

    word: Literal["flip", "pass"]


@dataclass(frozen=True, slots=True, order=True)
class Keep:
    """Keep the disc of this value, of the two that were turned over (option ``tournament``)."""

    value: int


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Move the mole on a space in a direction, as far as the disc says.

    ``way`` is an index of ``net.WAYS``.
    """

    cell: Cell
    way: int


FLIP = Call("flip")
PASS = Call("pass")

Action = Put | Call | Keep | Move

# --- frames of the agenda ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class RotateFrame:
    """A layer has just been uncovered; chance says how it lies."""


@dataclass(frozen=True, slots=True)
class StartFrame:
    """Somebody must begin: ``seat``, or chance says who (None).

    ``each`` is how many moles every player still has to place.
    """

    seat: Seat | None
    each: int


@dataclass(frozen=True, slots=True)
class PlaceFrame:
    """A mole must be placed; ``left`` are still to be placed by all players together."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class NextFrame:
    """The turn of ``seat`` is over; the next one begins as soon as the new layer lies."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnFrame:
    """A turn begins: a disc is turned over, or the seat passes where it may."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscFrame:
    """A disc is being turned over; chance says which value it has.

    ``bonus``: for the further move of a special space. ``first`` is the value of the disc that was
    turned over before it (option ``tournament``), 0 = none.
    """

    seat: Seat
    bonus: bool
    first: int


@dataclass(frozen=True, slots=True)
class KeepFrame:
    """Of two discs one must be kept; at least one of them can be moved."""

    seat: Seat
    bonus: bool
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class MoveFrame:
    """A mole must be moved by ``value``; some mole can."""

    seat: Seat
    bonus: bool
    value: int


@dataclass(frozen=True, slots=True)
class BonusFrame:
    """A mole has reached a special space: a further disc may be turned over."""

    seat: Seat


Frame = (
    RotateFrame
    | StartFrame
    | PlaceFrame
    | NextFrame
    | TurnFrame
    | DiscFrame
    | KeepFrame
    | MoveFrame
    | BonusFrame
)

# --- state -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment."""

    board: Board
    options: Options
    layer: int
    """Index of the uppermost layer that is left; the moles stand on it."""
    rotation: int | None
    """By how many sixths it is turned; None until chance has said so."""
    starter: Seat | None
    """Who began, None until chance has said so."""
    moles: tuple[tuple[Cell, ...], ...]
    """Where the moles of each seat stand, in rising order; () = eliminated."""
    occupied: int
    """The same as bits ``1 << cell``, for speed; a dump leaves it out."""
    discs: tuple[Discs, ...]
    """The discs of each seat that lie face down. Which one lies where nobody knows."""
    turns: int
    """Turns that are over."""
    idle: int
    """Turns in a row without a move."""
    passes: int
    """Passes in a row."""
    agenda: tuple[Frame, ...]
    over: Over | None

    def left(self) -> tuple[Seat, ...]:
        """The seats that still have moles."""
        return tuple(seat for seat, own in enumerate(self.moles) if own)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins: a board, and for hand-made starts more.

    With ``moles`` (cells of each seat, on ``layer``) nothing is placed and the starter's turn
    begins; without, each player places ``each`` moles (0 = as many as the rulebook says).
    ``rotation`` and ``starter`` None = chance. ``discs`` are face down, () = all of them.
    """

    board: Board
    layer: int = 0
    rotation: int | None = None
    starter: Seat | None = None
    moles: tuple[tuple[Cell, ...], ...] = ()
    discs: tuple[Discs, ...] = ()
    each: int = 0


def bits(cells: tuple[Cell, ...]) -> int:
    """Cells as bits."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def occupied(moles: tuple[tuple[Cell, ...], ...]) -> int:
    """The cells of all moles as bits."""
    return sum(map(bits, moles))
