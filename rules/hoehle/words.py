"""Actions and events in words, English and German."""

from __future__ import annotations

from rules.core.types import Event, Seat
from rules.hoehle.board import CORNERS
from rules.hoehle.events import (
    BusyPlaced,
    Dug,
    GameOver,
    Moved,
    NoDig,
    StarterDrawn,
    TurnPassed,
    TurnStarted,
)
from rules.hoehle.moves import gap
from rules.hoehle.state import EMPTY, Action, Move, State

CORNER_NAMES = {
    "en": ("South", "West", "North", "East"),
    "de": ("Süd", "West", "Nord", "Ost"),
}
DIRECTION_NAMES = {
    "en": (
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ),
    "de": (
        "Norden", "Nordosten", "Osten", "Südosten", "Süden", "Südwesten", "Westen", "Nordwesten",
    ),
}  # fmt: skip
END_NAMES = {
    "en": {
        "two_caves": "both busy tiles lie",
        "nobody_can_win": "nobody can win any more",
        "no_move": "nobody can move",
        "repetition": "the same position for the third time",
        "move_cap": "the last turn has been played",
    },
    "de": {
        "two_caves": "beide Besetzt-Plättchen liegen",
        "nobody_can_win": "niemand kann mehr gewinnen",
        "no_move": "niemand kann ziehen",
        "repetition": "dieselbe Stellung zum dritten Mal",
        "move_cap": "der letzte Zug ist gespielt",
    },
}


def _lang(lang: str) -> str:
    """The language to speak: any but German is English."""
    return "de" if lang == "de" else "en"


def seat_name(s: State, seat: Seat, lang: str = "en") -> str:
    """What a seat is called: its corner."""
    return CORNER_NAMES[_lang(lang)][CORNERS[s.seats][seat]]


def describe(s: State, a: Action, lang: str = "en") -> str:
    """An action in words."""
    t, german = s.board.tables, lang == "de"
    start = t.names[a.cell]
    if not isinstance(a, Move):
        end = t.names[a.to]
        return f"von {start} nach {end} graben" if german else f"dig from {start} to {end}"
    where = DIRECTION_NAMES[_lang(lang)][a.direction]
    ray = t.rays[a.cell][a.direction]
    count = gap(s.cells, ray, t.cave, True)
    if count <= 0 or s.cells[a.cell] == EMPTY:
        return f"{start} nach {where} ziehen" if german else f"move {start} to the {where}"
    if german:
        tiles = "ein Plättchen" if count == 1 else f"{count} Plättchen"
        return f"{start} nach {where} ziehen und {tiles} schieben"
    tiles = "a tile" if count == 1 else f"{count} tiles"
    return f"move {start} to the {where} and push {tiles}"


def tell(s: State, event: Event, lang: str = "en") -> str:
    """An event in words."""
    return (_german if lang == "de" else _english)(s, event)


def _english(s: State, event: Event) -> str:
    names = s.board.tables.names

    def who(seat: Seat) -> str:
        return seat_name(s, seat)

    match event:
        case StarterDrawn(seat=seat):
            return f"{who(seat)} starts"
        case TurnStarted(seat=seat, number=number):
            return f"turn {number}: {who(seat)}"
        case Moved(seat=seat, cell=cell, to=to, pushed=pushed):
            pushes = f" and pushes up to {names[pushed[-1]]}" if pushed else ""
            return f"{who(seat)} moves {names[cell]} to {names[to]}{pushes}"
        case Dug(seat=seat, cell=cell, to=to, first=first):
            when = " before moving" if first else ""
            return f"{who(seat)} digs from {names[cell]} to {names[to]}{when}"
        case NoDig(seat=seat, cells=cells):
            where = ", ".join(names[cell] for cell in cells)
            return f"{who(seat)} cannot dig at {where}: no other entrance is free"
        case BusyPlaced(seat=seat, cave=cave, removed=removed):
            gone = "" if removed is None else f", and a tile of {who(removed)} is gone"
            return f"{who(seat)} has ringed the cave {names[cave]}: a busy tile goes there{gone}"
        case TurnPassed(seat=seat, reason=reason):
            why = "no tile can move" if reason == "blocked" else "every move repeats a position"
            return f"{who(seat)} passes: {why}"
        case GameOver(reason=reason, ranking=ranking):
            best = [who(seat) for seat, rank in enumerate(ranking) if rank == 1]
            won = f"{best[0]} wins" if len(best) == 1 else f"a draw of {' and '.join(best)}"
            return f"{won}: {END_NAMES['en'][reason]}"
        case _:
            return repr(event)


def _german(s: State, event: Event) -> str:
    names = s.board.tables.names

    def who(seat: Seat) -> str:
        return seat_name(s, seat, "de")

    match event:
        case StarterDrawn(seat=seat):
            return f"{who(seat)} beginnt"
        case TurnStarted(seat=seat, number=number):
            return f"Zug {number}: {who(seat)}"
        case Moved(seat=seat, cell=cell, to=to, pushed=pushed):
            pushes = f" und schiebt bis {names[pushed[-1]]}" if pushed else ""
            return f"{who(seat)} zieht {names[cell]} nach {names[to]}{pushes}"
        case Dug(seat=seat, cell=cell, to=to, first=first):
            when = " vor dem Zug" if first else ""
            return f"{who(seat)} gräbt{when} von {names[cell]} nach {names[to]}"
        case NoDig(seat=seat, cells=cells):
            where = ", ".join(names[cell] for cell in cells)
            return f"{who(seat)} kann bei {where} nicht graben: kein anderer Eingang ist frei"
        case BusyPlaced(seat=seat, cave=cave, removed=removed):
            gone = "" if removed is None else f"; ein Plättchen von {who(removed)} ist weg"
            return f"{who(seat)} hat die Höhle {names[cave]} umstellt und besetzt sie{gone}"
        case TurnPassed(seat=seat, reason=reason):
            why = (
                "kein Plättchen kann ziehen"
                if reason == "blocked"
                else "jeder Zug wiederholt eine Stellung"
            )
            return f"{who(seat)} setzt aus: {why}"
        case GameOver(reason=reason, ranking=ranking):
            best = [who(seat) for seat, rank in enumerate(ranking) if rank == 1]
            won = (
                f"{best[0]} gewinnt"
                if len(best) == 1
                else f"unentschieden zwischen {' und '.join(best)}"
            )
            return f"{won}: {END_NAMES['de'][reason]}"
        case _:
            return repr(event)
