"""What happens in a game, as typed facts (``words.py`` says them in words)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.buddel.goblins import Meeting
from rules.core.types import Event, Seat


@dataclass(frozen=True, slots=True)
class FirstDrawn(Event):
    """It is drawn who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MoleSeated(Event):
    """A mole was seated in a cart."""

    seat: Seat
    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn begins."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class DieRolled(Event):
    """The die shows a number, or ``gorgan``."""

    seat: Seat
    face: str


@dataclass(frozen=True, slots=True)
class NoMove(Event):
    """Neither cart can make a step: the turn passes."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class CartMoved(Event):
    """A cart was pulled: its cells, from where it was to where it is."""

    seat: Seat
    cart: int
    way: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CartTurned(Event):
    """A cart was turned by a quarter."""

    seat: Seat
    cart: int
    right: bool


@dataclass(frozen=True, slots=True)
class GoblinMet(Event):
    """A seat of a cart beside a goblin space: caught, boards, swaps or protected."""

    cart: int
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class GorganPosted(Event):
    """Gorgan goes to a goblin space."""

    seat: Seat
    space: int


@dataclass(frozen=True, slots=True)
class GorganStays(Event):
    """Gorgan stays where he is: ``forced`` = there was nowhere to go."""

    seat: Seat
    forced: bool


@dataclass(frozen=True, slots=True)
class MoleFreed(Event):
    """Gorgan freed a mole, which takes a seat."""

    seat: Seat
    owner: Seat
    space: int
    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class MoleRansomed(Event):
    """Gorgan freed a mole, which goes home with a treasure."""

    seat: Seat
    space: int


@dataclass(frozen=True, slots=True)
class MoleSent(Event):
    """A mole took a captive's place; it came from a seat, or (-1) from the surface."""

    seat: Seat
    from_cart: int
    from_side: int
    owner: Seat
    space: int
    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A cart is in the treasure chamber."""

    seat: Seat
    cart: int


@dataclass(frozen=True, slots=True)
class TreasureTaken(Event):
    """A rider takes treasures."""

    owner: Seat
    side: int
    count: int


@dataclass(frozen=True, slots=True)
class CartHome(Event):
    """A cart is put on a start space (its cell)."""

    seat: Seat
    cart: int
    start: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over: ``last_treasure`` or ``turn_cap``."""

    reason: str
    ranking: tuple[int, ...]
