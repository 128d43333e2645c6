"""The action cards of the pro game, as data, and what those on the table come to.

The deck is assumed: only six cards are named in the rulebook, and how many there are of each, and
when they may be played, is printed on cards that nobody could look at (GAMES.md 1.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

Moment = Literal["before", "after", "finish"]
"""When cards may be played: W1 before the throw, W2 after every result, W3 after a result that
would win the race (GAMES.md 1.2)."""
By = Literal["anybody", "active", "opponents"]
"""Who may play a card: anybody, the player whose turn it is, or the others."""
Slot = Literal["cancel", "attempt", "turn", "blocker", "numbers"]
"""What a card writes; of cards that write the same, the one played last counts."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of action card.

    ``moments`` are those at which it may be played, which are also those at which its effect is
    still to come, so that it can be cancelled. ``numbers`` are the only ones that count for a
    card that writes ``numbers``; () = every number.
    """

    name: str
    copies: int
    by: By
    moments: tuple[Moment, ...]
    slot: Slot
    text: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """A stack of action cards; ``assumed`` = our own guess."""

    name: str
    assumed: bool
    kinds: tuple[CardKind, ...]

    @property
    def copies(self) -> tuple[int, ...]:
        """How many there are of each kind."""
        return tuple(kind.copies for kind in self.kinds)


_ALWAYS: tuple[Moment, ...] = ("before", "after", "finish")
_THROWN: tuple[Moment, ...] = ("after", "finish")
_BEFORE: tuple[Moment, ...] = ("before",)

CANCEL = "invalid"
"""The card that cancels another one for good."""

DOCUMENTED = Deck(
    "documented",
    assumed=True,
    kinds=(
        CardKind(CANCEL, 6, "anybody", _ALWAYS, "cancel", "cancel a card for good"),
        CardKind("again", 6, "active", _THROWN, "attempt", "a wholly new attempt"),
        CardKind("miss", 4, "opponents", _BEFORE, "turn", "no throw in this turn"),
        CardKind("noblock", 4, "opponents", _BEFORE, "blocker", "no blocker in this attempt"),
        CardKind(
            "only12", 4, "opponents", _ALWAYS, "numbers", "nothing counts but 1 and 2", (1, 2)
        ),
        CardKind("all", 4, "active", _ALWAYS, "numbers", "every number counts"),
    ),
)
"""The cards that the rulebook names, 28 in all (GAMES.md 1.2, "Action deck")."""

DECKS: dict[str, Deck] = {deck.name: deck for deck in (DOCUMENTED,)}
"""Decks by the name that a state holds."""


@cache
def kinds_by_name(deck: Deck) -> dict[str, tuple[int, CardKind]]:
    """The kinds of a deck by their names, each with its place in the deck."""
    return {kind.name: (k, kind) for k, kind in enumerate(deck.kinds)}


CARD_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(kind.name for deck in DECKS.values() for kind in deck.kinds)
)
"""Names of all cards there are."""
CARD_TEXTS: dict[str, str] = {
    kind.name: kind.text for deck in DECKS.values() for kind in deck.kinds
}
"""What each card does, in a few words."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card played in this attempt; ``target`` is the number of the card that it cancels.

    Cards of an attempt are numbered from 1 in the order in which they were played, 0 = none. The
    list only grows: a cancelled card stays in it with ``alive`` False.
    """

    card: str
    by: int
    target: int
    alive: bool


def with_card(played: Sequence[Played], card: str, by: int, target: int) -> tuple[Played, ...]:
    """The cards of an attempt with one more.

    A card is alive while no living card cancels it. Without option ``cancel_targets_cancel`` no
    cancelling card is ever cancelled, so what is dead stays dead.
    """
    cards = [*played, Played(card, by, target, True)]
    alive = [True] * len(cards)
    for k in range(len(cards) - 1, -1, -1):
        if alive[k] and cards[k].target:
            alive[cards[k].target - 1] = False
    return tuple(
        Played(one.card, one.by, one.target, lives) for one, lives in zip(cards, alive, strict=True)
    )


def writer(deck: Deck, played: Sequence[Played], slot: Slot) -> CardKind | None:
    """The last living card that writes a slot, None where there is none."""
    kinds = kinds_by_name(deck)
    for one in reversed(played):
        kind = kinds[one.card][1]
        if one.alive and kind.slot == slot:
            return kind
    return None


def counting(deck: Deck, played: Sequence[Played], hat: tuple[int, ...]) -> tuple[int, ...] | None:
    """The numbers that count for the player whose turn it is; None = every number."""
    kind = writer(deck, played, "numbers")
    if kind is None:
        return hat
    return kind.numbers or None
