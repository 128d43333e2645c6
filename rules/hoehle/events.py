"""What happens in a game, as typed facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.types import Event, Seat

PassReason = Literal["blocked", "repeats"]
"""Why a turn has no move: no tile can move, or every move would repeat a position."""


@dataclass(frozen=True, slots=True)
class StarterDrawn(Event):
    """A seat was drawn to start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn begins; turns of all players count from 1."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A tile went from a cell to a neighbour; the tiles it pushed went to the cells ``pushed``."""

    seat: Seat
    cell: int
    to: int
    pushed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dug(Event):
    """A tile went through the tunnels; ``first``: at the beginning of its owner's turn."""

    seat: Seat
    cell: int
    to: int
    first: bool


@dataclass(frozen=True, slots=True)
class NoDig(Event):
    """Tiles on these entrances stay: no other entrance is free."""

    seat: Seat
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BusyPlaced(Event):
    """A seat has ringed a cave: its busy tile goes there, and what was in it is gone for good."""

    seat: Seat
    cave: int
    removed: Seat | None


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """A turn passes by itself, without a move."""

    seat: Seat
    reason: PassReason


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over."""

    reason: str
    ranking: tuple[int, ...]
