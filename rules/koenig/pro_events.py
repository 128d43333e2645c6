"""What happens in the pro game beside the race, as typed facts and in words."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.types import Event, Seat
from rules.koenig.cards import CARD_TEXTS, Moment
from rules.koenig.state import State


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


_MOMENTS: dict[Moment, str] = {
    "before": "before {who} throws",
    "after": "after {who}'s throw",
    "finish": "before {who}'s finish counts",
}


def tell_pro(s: State, event: Event) -> str:
    """One event in English."""
    who = s.who
    match event:
        case StarterDrawn(seat=seat):
            return f"{who(seat)} chooses first"
        case PartRemoved(seat=seat, group=group, part=part):
            return f"{who(seat)} takes {group} {part} out of the game"
        case PartTaken(seat=seat, group=group, part=part):
            return f"player {seat + 1} takes {group} {part}"
        case OrderFixed(order=order):
            return f"the order of turns is {', '.join(map(who, order))}"
        case CardDealt(seat=seat, card=card):
            return f"{who(seat)} gets the card {card!r} ({CARD_TEXTS[card]})"
        case HandDealt(seat=seat, count=count):
            return f"{who(seat)} has {count} action card{'s' if count > 1 else ''}"
        case WindowOpened(seat=seat, moment=moment):
            return f"cards may be played {_MOMENTS[moment].format(who=who(seat))}"
        case WindowShut():
            return "nobody plays another card"
        case CardPlayed(seat=seat, card=card, number=number, target=target):
            what = f"cancels card {target}" if target else f"plays {card!r}: {CARD_TEXTS[card]}"
            return f"{who(seat)} {what} (card {number} of this attempt)"
        case CardRevived(card=card, number=number):
            return f"card {number} ({card}) counts again"
        case AttemptStarted(seat=seat, number=number):
            return f"{who(seat)} begins attempt {number}, and no card is in force"
        case TurnMissed(seat=seat):
            return f"{who(seat)} misses the turn"
        case BlockerDenied(seat=seat):
            return f"{who(seat)} has no blocker in this attempt"
        case ThrownAgain(seat=seat):
            return f"{who(seat)}'s die leans and is thrown again, with everything as it was"
        case FinishReached(seat=seat):
            return f"{who(seat)} is over the finish line, if no card prevents it"
        case _:
            return repr(event)
