"""Actions and events in words, English and German."""

from __future__ import annotations

from rules.company.events import (
    BonusDeclined,
    DiscKept,
    DiscsShuffled,
    DiscTurned,
    Eliminated,
    Forfeited,
    GameOver,
    LayerLifted,
    LayerTurned,
    Moved,
    Passed,
    Placed,
    StarterDrawn,
)
from rules.company.net import NAMES, STEPS, TURNS
from rules.company.state import FLIP, Action, Call, Keep, Move, MoveFrame, Put, State
from rules.core.types import Event, Seat

SEATS = {"en": ("Red", "Blue", "Green", "Yellow"), "de": ("Rot", "Blau", "Grün", "Gelb")}
"""Who plays which colour, in seating order."""

_WAYS = {
    "en": ("east", "south-east", "south-west", "west", "north-west", "north-east"),
    "de": ("Osten", "Südosten", "Südwesten", "Westen", "Nordwesten", "Nordosten"),
}
_REASONS = {
    "en": {
        "full": "all its holes are occupied",
        "passes": "everybody has passed",
        "deadlock": "no mole moves any more",
        "goal": "the first mole is in the lowest hole",
        "survivor": "nobody else has a mole left",
        "turn_cap": "the last turn is over",
    },
    "de": {
        "full": "alle Löcher sind besetzt",
        "passes": "alle haben gepasst",
        "deadlock": "nichts bewegt sich mehr",
        "goal": "der erste Maulwurf sitzt im untersten Loch",
        "survivor": "niemand sonst hat noch einen Maulwurf",
        "turn_cap": "der letzte Zug ist vorbei",
    },
}


def _lang(lang: str) -> str:
    return lang if lang in SEATS else "en"


def seat_name(seat: Seat, lang: str = "en") -> str:
    """What a seat is called: its colour; any language but German is English."""
    return SEATS[_lang(lang)][seat]


def describe_action(s: State, a: Action, lang: str) -> str:
    """An action in words; any language but German is English."""
    german = _lang(lang) == "de"
    match a:
        case Put():
            name = NAMES[a.cell]
            return f"setze einen Maulwurf auf {name}" if german else f"put a mole on {name}"
        case Call():
            if a == FLIP:
                return "decke eine Scheibe auf" if german else "turn over a disc"
            return "passe" if german else "pass"
        case Keep():
            return f"behalte die {a.value}" if german else f"keep the {a.value}"
        case Move():
            frame = s.agenda[-1] if s.agenda else None
            value = frame.value if isinstance(frame, MoveFrame) else 0
            since, way = NAMES[a.cell], _WAYS[_lang(lang)][a.way]
            to = NAMES.get(a.cell + value * STEPS[a.way]) if value else None
            if german:
                return f"ziehe von {since} nach {way}" + (f" bis {to}" if to else "")
            return f"move the mole on {since} {way}" + (f" to {to}" if to else "")


def _counts(counts: tuple[int, ...], lang: str) -> str:
    return ", ".join(f"{SEATS[lang][seat]} {n}" for seat, n in enumerate(counts))


def _ranks(ranking: tuple[int, ...], lang: str) -> str:
    order = sorted(range(len(ranking)), key=lambda seat: (ranking[seat], seat))
    return ", ".join(f"{ranking[seat]}. {SEATS[lang][seat]}" for seat in order)


def tell_event(event: Event, lang: str) -> str:
    """An event in words; any language but German is English."""
    return _tell_german(event) if _lang(lang) == "de" else _tell_english(event)


def _tell_english(event: Event) -> str:
    def who(seat: Seat) -> str:
        return SEATS["en"][seat]

    match event:
        case LayerTurned(layer=layer, rotation=rotation):
            return f"layer {layer + 1} lies open, turned by {360 // TURNS * rotation}°"
        case StarterDrawn(seat=seat):
            return f"{who(seat)} begins"
        case Placed(seat=seat, cell=cell):
            return f"{who(seat)} puts a mole on {NAMES[cell]}"
        case Passed(seat=seat):
            return f"{who(seat)} passes, all moles sit in holes"
        case DiscTurned(seat=seat, value=value, bonus=bonus):
            extra = " for a further move" if bonus else ""
            return f"{who(seat)} turns over a {value}{extra}"
        case DiscKept(seat=seat, value=value, back=back):
            return f"{who(seat)} keeps the {value}; the {back} goes back face down"
        case Forfeited(seat=seat, value=value, bonus=bonus, back=back):
            what = "further move" if bonus else "turn"
            both = f" or {back}" if back else ""
            return f"no mole of {who(seat)} can be moved by {value}{both}: the {what} is lost"
        case Moved():
            since = f"{NAMES[event.since]}{' (out of a hole)' if event.left_hole else ''}"
            into = f"{NAMES[event.cell]}{' (into a hole)' if event.in_hole else ''}"
            return f"{who(event.seat)} moves from {since} to {into}"
        case BonusDeclined(seat=seat):
            return f"{who(seat)} leaves the further move be"
        case DiscsShuffled(seat=seat, deadlock=deadlock):
            why = ", for nothing moves" if deadlock else ""
            return f"{who(seat)} turns all six discs face down again{why}"
        case LayerLifted():
            return (
                f"layer {event.layer + 1} is lifted ({_REASONS['en'][event.reason]}); "
                f"moles left: {_counts(event.kept, 'en')}; lost: {_counts(event.lost, 'en')}"
            )
        case Eliminated(seat=seat):
            return f"{who(seat)} has no mole left"
        case GameOver(reason=reason, ranking=ranking):
            return f"the game is over ({_REASONS['en'][reason]}): {_ranks(ranking, 'en')}"
        case _:
            raise ValueError(f"{event} is no event of company")


def _tell_german(event: Event) -> str:
    def who(seat: Seat) -> str:
        return SEATS["de"][seat]

    match event:
        case LayerTurned(layer=layer, rotation=rotation):
            return f"Schicht {layer + 1} liegt offen, gedreht um {360 // TURNS * rotation}°"
        case StarterDrawn(seat=seat):
            return f"{who(seat)} beginnt"
        case Placed(seat=seat, cell=cell):
            return f"{who(seat)} setzt einen Maulwurf auf {NAMES[cell]}"
        case Passed(seat=seat):
            return f"{who(seat)} passt, alle Maulwürfe sitzen in Löchern"
        case DiscTurned(seat=seat, value=value, bonus=bonus):
            extra = " für einen weiteren Zug" if bonus else ""
            return f"{who(seat)} deckt eine {value} auf{extra}"
        case DiscKept(seat=seat, value=value, back=back):
            return f"{who(seat)} behält die {value}; die {back} kommt verdeckt zurück"
        case Forfeited(seat=seat, value=value, bonus=bonus, back=back):
            what = "weitere Zug" if bonus else "Zug"
            both = f" oder {back}" if back else ""
            return f"{who(seat)} kann nicht um {value}{both} ziehen: der {what} verfällt"
        case Moved():
            since = f"{NAMES[event.since]}{' (aus einem Loch)' if event.left_hole else ''}"
            into = f"{NAMES[event.cell]}{' (in ein Loch)' if event.in_hole else ''}"
            return f"{who(event.seat)} zieht von {since} nach {into}"
        case BonusDeclined(seat=seat):
            return f"{who(seat)} verzichtet auf den weiteren Zug"
        case DiscsShuffled(seat=seat, deadlock=deadlock):
            why = ", weil sich nichts bewegt" if deadlock else ""
            return f"{who(seat)} dreht alle sechs Scheiben wieder um{why}"
        case LayerLifted():
            return (
                f"Schicht {event.layer + 1} wird abgehoben ({_REASONS['de'][event.reason]}); "
                f"es bleiben: {_counts(event.kept, 'de')}; "
                f"verloren: {_counts(event.lost, 'de')}"
            )
        case Eliminated(seat=seat):
            return f"{who(seat)} hat keinen Maulwurf mehr"
        case GameOver(reason=reason, ranking=ranking):
            return f"das Spiel ist aus ({_REASONS['de'][reason]}): {_ranks(ranking, 'de')}"
        case _:
            raise ValueError(f"{event} is no event of company")
