"""What happens in a game, as typed facts; ``words.py`` says them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.company.net import Cell
from rules.core.types import Event, Seat

LiftReason = Literal["full", "passes", "deadlock"]
"""Why a layer is lifted: all its holes are occupied, everybody has passed, or nothing moves."""


@dataclass(frozen=True, slots=True)
class LayerTurned(Event):
    """A layer lies open, turned by so many sixths."""

    layer: int
    rotation: int


@dataclass(frozen=True, slots=True)
class StarterDrawn(Event):
    """Who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A mole was placed on the top layer."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat whose moles all sit in holes passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscTurned(Event):
    """A disc was turned over; ``bonus``: for the further move of a special space."""

    seat: Seat
    value: int
    bonus: bool


@dataclass(frozen=True, slots=True)
class DiscKept(Event):
    """Of two discs one was kept, and the other one went back face down."""

    seat: Seat
    value: int
    back: int


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """No mole could be moved by that disc, so the turn (or the further move) is lost.

    ``back`` is the value of the second disc, which went back face down; 0 = there was none.
    """

    seat: Seat
    value: int
    bonus: bool
    back: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A mole was moved; ``left_hole`` and ``in_hole`` tell where from and where to."""

    seat: Seat
    since: Cell
    cell: Cell
    value: int
    bonus: bool
    left_hole: bool
    in_hole: bool


@dataclass(frozen=True, slots=True)
class BonusDeclined(Event):
    """The further move of a special space was left be."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscsShuffled(Event):
    """A seat's six discs lie face down again; ``deadlock``: because nothing moves."""

    seat: Seat
    deadlock: bool


@dataclass(frozen=True, slots=True)
class LayerLifted(Event):
    """A layer was lifted off: moles that stay in the game and moles lost, by seat."""

    layer: int
    reason: LiftReason
    kept: tuple[int, ...]
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A seat has no mole left."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over."""

    reason: str
    ranking: tuple[int, ...]
