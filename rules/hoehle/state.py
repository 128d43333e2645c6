"""The state of a game, its actions and its frames: frozen data of integers, bytes and tuples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.core.types import Over, Seat

if TYPE_CHECKING:
    from rules.hoehle.board import Board
    from rules.hoehle.options import Options

DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The eight directions; an action holds an index into this."""

EMPTY = 0
"""No tile on a cell. Mole tiles of seat k are ``k + 1``, busy tiles ``k + 1 + LAST_MOLE``."""
LAST_MOLE = 4
"""The largest number of a mole tile; what is larger is a busy tile."""

# --- actions -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Move the tile of a cell one cell on, and push the row that stands there."""

    cell: int
    direction: int


@dataclass(frozen=True, slots=True, order=True)
class Dig:
    """Put the tile of a tunnel entrance to another one."""

    cell: int
    to: int


Action = Move | Dig

# --- frames of the agenda ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class StarterFrame:
    """Chance names the player who starts."""


@dataclass(frozen=True, slots=True)
class TurnFrame:
    """Bottom of the agenda: the turn of a seat.

    ``number`` counts the turns of all players from 1, ``passes`` the turns without a move that
    came one after the other just before this one.
    """

    seat: Seat
    number: int
    passes: int


@dataclass(frozen=True, slots=True)
class EntranceFrame:
    """The tiles on these entrances must dig, each once, before the seat moves."""

    seat: Seat
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveFrame:
    """A tile must be moved; not one on the cells ``resting``: those have just ringed a cave."""

    seat: Seat
    resting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DigFrame:
    """The tile that has just moved onto this entrance must dig."""

    seat: Seat
    cell: int


Frame = StarterFrame | TurnFrame | EntranceFrame | MoveFrame | DigFrame

# --- state -------------------------------------------------------------------

Seen = tuple[frozenset[int], ...]
"""Positions by the seat to move: each a number whose bytes, the lowest first, are the cells."""


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment."""

    board: Board
    options: Options
    seats: int
    cells: bytes
    """What stands on each cell."""
    seen: Seen
    """Positions at the beginning of a turn since the last busy tile was placed: what came before
    cannot come again, for a busy tile stays."""
    twice: Seen
    """Those that were there twice (option ``repetition`` = ``third_draws`` only)."""
    agenda: tuple[Frame, ...]
    over: Over | None


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins; cells by their names.

    ``moles`` and ``busy`` name the cells of each seat's tiles, () = the corners, and no busy tiles.
    ``first`` is the seat that starts, None = chance decides.
    """

    board: Board | None = None
    moles: tuple[tuple[str, ...], ...] = ()
    busy: tuple[tuple[str, ...], ...] = ()
    first: Seat | None = None
