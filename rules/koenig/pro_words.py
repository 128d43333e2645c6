"""Events and actions of the pro game in words, English and German."""

from __future__ import annotations

from rules.core.types import Event, Seat
from rules.koenig import pro_events as facts
from rules.koenig.cards import CARD_TEXTS, Moment
from rules.koenig.names import colour_name, seat_name
from rules.koenig.state import DraftFrame, State

CARDS = {
    "en": CARD_TEXTS,
    "de": {
        "invalid": "eine Karte für immer aufheben",
        "again": "ein ganz neuer Versuch",
        "miss": "kein Wurf in diesem Zug",
        "noblock": "kein Blocker in diesem Versuch",
        "only12": "nur die 1 und die 2 gelten",
        "all": "jede Zahl gilt",
    },
}
"""What each card does, in a few words."""

GROUP_NAMES = {
    "tower": "Turm",
    "die": "Würfel",
    "face": "Gesicht",
    "hat": "Hut",
    "blocker": "Blocker",
    "card": "Auswahlkarte",
}
"""German names of the groups of parts."""

_ARTICLES = {"face": "das", "card": "die"}
"""Those of groups that are not masculine, in the accusative."""

_MOMENTS: dict[str, dict[Moment, str]] = {
    "en": {
        "before": "before {who} throws",
        "after": "after {who}'s throw",
        "finish": "before {who}'s finish counts",
    },
    "de": {
        "before": "bevor {who} wirft",
        "after": "nach dem Wurf von {who}",
        "finish": "bevor der Zieleinlauf von {who} gilt",
    },
}


def part_text(group: str, part: str, lang: str) -> str:
    """A part by its group and its name there (``draft.part_name``), as in a list."""
    if lang == "de":
        return f"{GROUP_NAMES[group]} {colour_name(part, lang)}"
    return f"{group} {part}"


def card_text(card: str, lang: str) -> str:
    """A card by its name, with what it does."""
    return f"{card!r} ({CARDS[lang][card]})"


def describe_take(s: State, group: str, part: str, lang: str) -> str:
    """To take a part, or to take it out of the game."""
    top = s.agenda[-1] if s.agenda else None
    removing = isinstance(top, DraftFrame) and top.removing
    if lang == "de":
        name = GROUP_NAMES.get(group, group)
        link = " " if group == "card" else " in "
        what = f"{_ARTICLES.get(group, 'den')} {name}{link}{colour_name(part, lang)}"
        return f"{what} {'aus dem Spiel ' if removing else ''}nehmen"
    what = f"the selection card {part}" if group == "card" else f"the {part} {group}"
    return f"take {what}{' out of the game' if removing else ''}"


def describe_play(card: str, target: int, lang: str) -> str:
    """To play a card; ``target`` is the number of the card that it cancels."""
    if lang == "de":
        if target:
            return f"Karte {target} dieses Versuchs für immer aufheben"
        return f"{card!r} spielen: {CARDS['de'].get(card, 'keine Karte dieses Spiels')}"
    if target:
        return f"cancel card {target} of this attempt for good"
    return f"play {card!r}: {CARDS['en'].get(card, 'no card of this game')}"


def tell_pro(s: State, event: Event, lang: str) -> str:
    """An event of the pro game in words."""
    return _german(s, event) if lang == "de" else _english(s, event)


def _english(s: State, event: Event) -> str:
    who = s.who
    match event:
        case facts.StarterDrawn(seat=seat):
            return f"{who(seat)} chooses first"
        case facts.PartRemoved(seat=seat, group=group, part=part):
            return f"{who(seat)} takes {part_text(group, part, 'en')} out of the game"
        case facts.PartTaken(seat=seat, group=group, part=part):
            # The colour is that of the tower, which the seat did not have before.
            taker = f"player {seat + 1}" if group == "tower" else who(seat)
            return f"{taker} takes {part_text(group, part, 'en')}"
        case facts.OrderFixed(order=order):
            return f"the order of turns is {', '.join(map(who, order))}"
        case facts.CardDealt(seat=seat, card=card):
            return f"{who(seat)} gets the card {card_text(card, 'en')}"
        case facts.HandDealt(seat=seat, count=count):
            return f"{who(seat)} has {count} action card{'' if count == 1 else 's'}"
        case facts.WindowOpened(seat=seat, moment=moment):
            return f"cards may be played {_MOMENTS['en'][moment].format(who=who(seat))}"
        case facts.WindowShut():
            return "nobody plays another card"
        case facts.CardPlayed(seat=seat, card=card, number=number, target=target):
            what = f"plays {card!r}: {CARDS['en'][card]}"
            what = f"cancels card {target}" if target else what
            return f"{who(seat)} {what} (card {number} of this attempt)"
        case facts.CardRevived(card=card, number=number):
            return f"card {number} ({card}) counts again"
        case facts.AttemptStarted(seat=seat, number=number):
            return f"{who(seat)} begins attempt {number}, and no card is in force"
        case facts.TurnMissed(seat=seat):
            return f"{who(seat)} misses the turn"
        case facts.BlockerDenied(seat=seat):
            return f"{who(seat)} has no blocker in this attempt"
        case facts.ThrownAgain(seat=seat):
            return f"{who(seat)}'s die leans and is thrown again, with everything as it was"
        case facts.FinishReached(seat=seat):
            return f"{who(seat)} is over the finish line, if no card prevents it"
        case _:
            return repr(event)


def _german(s: State, event: Event) -> str:
    def who(seat: Seat) -> str:
        return seat_name(s, seat, "de")

    match event:
        case facts.StarterDrawn(seat=seat):
            return f"{who(seat)} wählt zuerst"
        case facts.PartRemoved(seat=seat, group=group, part=part):
            return f"{who(seat)} nimmt {part_text(group, part, 'de')} aus dem Spiel"
        case facts.PartTaken(seat=seat, group=group, part=part):
            taker = f"Spieler {seat + 1}" if group == "tower" else who(seat)
            return f"{taker} nimmt {part_text(group, part, 'de')}"
        case facts.OrderFixed(order=order):
            return f"die Reihenfolge ist {', '.join(map(who, order))}"
        case facts.CardDealt(seat=seat, card=card):
            return f"{who(seat)} bekommt die Karte {card_text(card, 'de')}"
        case facts.HandDealt(seat=seat, count=count):
            return f"{who(seat)} hat {count} Aktionskarte{'' if count == 1 else 'n'}"
        case facts.WindowOpened(seat=seat, moment=moment):
            return f"Karten dürfen gespielt werden, {_MOMENTS['de'][moment].format(who=who(seat))}"
        case facts.WindowShut():
            return "niemand spielt noch eine Karte"
        case facts.CardPlayed(seat=seat, card=card, number=number, target=target):
            what = f"spielt {card!r}: {CARDS['de'][card]}"
            what = f"hebt Karte {target} auf" if target else what
            return f"{who(seat)} {what} (Karte {number} dieses Versuchs)"
        case facts.CardRevived(card=card, number=number):
            return f"Karte {number} ({card}) gilt wieder"
        case facts.AttemptStarted(seat=seat, number=number):
            return f"{who(seat)} beginnt den {number}. Versuch, und keine Karte gilt mehr"
        case facts.TurnMissed(seat=seat):
            return f"{who(seat)} muss aussetzen"
        case facts.BlockerDenied(seat=seat):
            return f"{who(seat)} hat in diesem Versuch keinen Blocker"
        case facts.ThrownAgain(seat=seat):
            return f"der Würfel von {who(seat)} steht schräg: noch ein Wurf, alles wie zuvor"
        case facts.FinishReached(seat=seat):
            return f"{who(seat)} ist über der Ziellinie, wenn keine Karte es verhindert"
        case _:
            return repr(event)
