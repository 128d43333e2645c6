"""What happens in the pro game beside the race, as typed facts (``pro_words.py`` says them)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.types import Event, Seat
from rules.koenig.cards import Moment


@dataclass(frozen=True, slots=True)
class StarterDrawn(Event):
    """Chance has named the seat that begins the draft."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PartRemoved(Event):
    """A part was taken out of the game before the draft."""

    seat: Seat
    group: str
    part: str


@dataclass(frozen=True, slots=True)
class PartTaken(Event):
    """A seat has taken a part."""

    seat: Seat
    group: str
    part: str


@dataclass(frozen=True, slots=True)
class OrderFixed(Event):
    """All parts are taken; the seats in the order of their start numbers."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A seat has got a card; nobody else may know which."""

    seat: Seat
    card: str

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        """Its owner."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A seat has all its cards."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class WindowOpened(Event):
    """Everybody may now play cards on the seat's attempt."""

    seat: Seat
    moment: Moment


@dataclass(frozen=True, slots=True)
class WindowShut(Event):
    """All seats have passed in a row."""

    seat: Seat
    moment: Moment


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card was played, the ``number``-th of this attempt; ``target`` = the one it cancels."""

    seat: Seat
    card: str
    number: int
    target: int


@dataclass(frozen=True, slots=True)
class CardRevived(Event):
    """A card counts again, because the one that cancelled it was cancelled itself."""

    card: str
    number: int


@dataclass(frozen=True, slots=True)
class AttemptStarted(Event):
    """An extra attempt begins: a wholly new turn without any card in force."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TurnMissed(Event):
    """A card ends the turn without a throw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlockerDenied(Event):
    """A card keeps the blocker off the table in this attempt."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrownAgain(Event):
    """The die leans and is thrown again, with the blocker where it was put (``cocked``)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class FinishReached(Event):
    """A die rests over the line with every ray done; cards may still be played against it."""

    seat: Seat
