"""Events, actions and the hill in words (English and German) and as text for a terminal."""

from __future__ import annotations

from rules.core.types import Event, Seat
from rules.kullern import events as facts
from rules.kullern.moves import home, steps_of, walk_way
from rules.kullern.notation import LETTERS
from rules.kullern.state import HOLLOW, HUT, ROLLING, Action, DropFrame, State, WalkFrame

COLOURS = {
    "en": ("yellow", "red", "blue", "green"),
    "de": ("gelb", "rot", "blau", "grün"),
}
"""Names of the colours, two marmots each."""


def name(s: State, marmot: int, lang: str = "en") -> str:
    """A marmot by its colour and its letter among those of its owner."""
    return f"{COLOURS[lang][marmot // 2 % 4]} {LETTERS[marmot % s.each]}"


def player(seat: Seat, lang: str = "en") -> str:
    """A seat for people, who count from 1: its marmots have up to two colours."""
    return f"{'Spieler' if lang == 'de' else 'player'} {seat + 1}"


def _colours(s: State, seat: Seat) -> str:
    """The colours of a seat's marmots."""
    return " and ".join(dict.fromkeys(COLOURS["en"][one // 2 % 4] for one in s.owned(seat)))


def place_text(s: State, place: int, lang: str = "en") -> str:
    """A place in words."""
    de = lang == "de"
    if place == s.board.chair:
        return "Liegestuhl" if de else "a deck chair"
    if place < 0:
        return f"Startplatz {-place}" if de else f"start place {-place}"
    if place == 0:
        return "in der Hand" if de else "in the hand"
    return f"Feld {place}" if de else f"space {place}"


def count(number: int, lang: str) -> str:
    """So many marbles."""
    if lang == "de":
        return f"{number} {'Murmel' if number == 1 else 'Murmeln'}"
    return f"{number} {'marble' if number == 1 else 'marbles'}"


def steps_text(number: int, lang: str) -> str:
    """So many steps."""
    if lang == "de":
        return f"{number} {'Schritt' if number == 1 else 'Schritte'}"
    return f"{number} {'step' if number == 1 else 'steps'}"


_CAUSES = {
    "en": {
        "horn": "a horn was met",
        "hollow": "no marble is left to drop",
        "end": "the hollow is empty",
        "stuck": "a marble is stuck in the hut",
    },
    "de": {
        "horn": "ein Horn liegt am Weg",
        "hollow": "keine Murmel ist mehr da",
        "end": "die Mulde ist leer",
        "stuck": "eine Murmel steckt in der Hütte",
    },
}
_WHICH = {
    "en": ("the 1st of 3 marbles", "the 2nd of 3 marbles", "the 3rd of 3 marbles"),
    "de": ("die 1. von 3 Murmeln", "die 2. von 3 Murmeln", "die 3. von 3 Murmeln"),
}
"""The marbles that a seat drops in a turn."""
_ENDS = {
    "en": {"out": "rolls out", "stuck": "stays in the hut", "lost": "jumps off the track"},
    "de": {"out": "rollt heraus", "stuck": "bleibt in der Hütte", "lost": "springt daneben"},
}
_SIDES = {"en": {"left": "left", "right": "right"}, "de": {"left": "links", "right": "rechts"}}
_REASONS = {
    "en": {"home": "", "turn_cap": " (turn cap)", "chairs": " (no deck chair is left)"},
    "de": {"home": "", "turn_cap": " (Zuggrenze)", "chairs": " (kein Liegestuhl mehr frei)"},
}


def language(lang: str) -> str:
    """``de`` or, for all else, ``en``."""
    return "de" if lang == "de" else "en"


def tell(s: State, event: Event, lang: str = "en") -> str:
    """One event in words."""
    lang = language(lang)
    return _german(s, event) if lang == "de" else _english(s, event)


def _winners(ranking: tuple[int, ...], lang: str) -> list[str]:
    return [player(k, lang) for k, rank in enumerate(ranking) if rank == 1]


def _english(s: State, event: Event) -> str:
    match event:
        case facts.FirstNamed(seat=seat):
            return f"{player(seat)} begins"
        case facts.TurnStarted(seat=seat, turn=turn):
            return f"turn {turn}: {player(seat)}"
        case facts.MarbleDropped(hatch=number, end=end, freed=freed):
            what = _ENDS["en"][end]
            more = f", {count(freed, 'en')} knocked free" if freed else ""
            return f"the marble in hatch {number} {what}{more}"
        case facts.ChipsPlaced(seat=seat, by=by, chips=chips, total=total):
            many = "1 chip" if chips == 1 else f"{chips} chips"
            return f"{player(by)} puts {many} before {player(seat)}, who has {total}"
        case facts.MarblesLost(marbles=marbles):
            return f"off the track, into the hollow: {count(marbles, 'en')}"
        case facts.Stopped():
            return "the marbles were stopped and put to their next rest places"
        case facts.MarmotWalked(marmot=marmot, steps=steps, since=since, place=place):
            way = f"{place_text(s, since)} to {place_text(s, place)}"
            return f"{name(s, marmot)} walks {steps_text(steps, 'en')}: {way}"
        case facts.MarmotStays(marmot=marmot):
            return f"{name(s, marmot)} has no step and stays"
        case facts.NoSteps(seat=seat):
            return f"{player(seat)} has no step to walk"
        case facts.Alarm(cause=cause):
            return f"roll alarm: {_CAUSES['en'][cause]}"
        case facts.SliderPushed(slider=side, out=out):
            opened = _SIDES["en"][side]
            return f"the slider opens the {opened} exits, out: {count(out, 'en')}"
        case facts.DropsOver(seat=seat):
            return f"{player(seat)} has no marble to drop"
        case facts.Fright(marmot=marmot, marbles=marbles):
            return f"marble fright: {name(s, marmot)} has {count(marbles, 'en')} in front"
        case facts.MarmotBack(marmot=marmot, since=since, place=place) if since == place:
            return f"{name(s, marmot)} stays on {place_text(s, place)}"
        case facts.MarmotBack(marmot=marmot, since=since, place=place):
            return f"{name(s, marmot)} goes from {place_text(s, since)} to {place_text(s, place)}"
        case facts.MarmotTouched(marmot=marmot, marble=marble, again=again):
            more = " once more, which counts no more" if again else ""
            return f"marble {marble + 1} rolls to {name(s, marmot)}{more}"
        case facts.StepOffered(seat=seat):
            return f"no marmot of {player(seat)} walked"
        case facts.HomeReached(seat=seat, marmot=marmot, count=number):
            return f"{name(s, marmot)} sits down, {player(seat)} has {number} in deck chairs"
        case facts.GameOver(reason=reason, ranking=ranking):
            best = _winners(ranking, "en")
            verb = "wins" if len(best) == 1 else "share the win"
            return f"{' and '.join(best)} {verb}{_REASONS['en'][reason]}"
        case _:
            return repr(event)


def _german(s: State, event: Event) -> str:
    match event:
        case facts.FirstNamed(seat=seat):
            return f"{player(seat, 'de')} beginnt"
        case facts.TurnStarted(seat=seat, turn=turn):
            return f"Zug {turn}: {player(seat, 'de')}"
        case facts.MarbleDropped(hatch=number, end=end, freed=freed):
            what = _ENDS["de"][end]
            more = f", {count(freed, 'de')} losgestoßen" if freed else ""
            return f"die Murmel in Luke {number} {what}{more}"
        case facts.ChipsPlaced(seat=seat, by=by, chips=chips, total=total):
            give, take = player(by, "de"), player(seat, "de")
            return f"{give} legt {take} Zählmarken hin: {chips}, zusammen {total}"
        case facts.MarblesLost(marbles=marbles):
            return f"neben der Bahn, zurück in die Mulde: {count(marbles, 'de')}"
        case facts.Stopped():
            return "die Murmeln wurden angehalten und an ihre nächsten Plätze gelegt"
        case facts.MarmotWalked(marmot=marmot, steps=steps, since=since, place=place):
            way = f"{place_text(s, since, 'de')} bis {place_text(s, place, 'de')}"
            return f"{name(s, marmot, 'de')} läuft {steps_text(steps, 'de')}: {way}"
        case facts.MarmotStays(marmot=marmot):
            return f"{name(s, marmot, 'de')} hat keinen Schritt und bleibt"
        case facts.NoSteps(seat=seat):
            return f"{player(seat, 'de')} hat keinen Schritt zu laufen"
        case facts.Alarm(cause=cause):
            return f"Alarm: {_CAUSES['de'][cause]}"
        case facts.SliderPushed(slider=side, out=out):
            opened = _SIDES["de"][side]
            return f"der Schieber öffnet die Ausgänge {opened}, heraus: {count(out, 'de')}"
        case facts.DropsOver(seat=seat):
            return f"{player(seat, 'de')} hat keine Murmel mehr"
        case facts.Fright(marmot=marmot, marbles=marbles):
            return f"Schreck: {name(s, marmot, 'de')} hat {count(marbles, 'de')} vor sich"
        case facts.MarmotBack(marmot=marmot, since=since, place=place) if since == place:
            return f"{name(s, marmot, 'de')} bleibt auf {place_text(s, place, 'de')}"
        case facts.MarmotBack(marmot=marmot, since=since, place=place):
            way = f"{place_text(s, since, 'de')} auf {place_text(s, place, 'de')}"
            return f"{name(s, marmot, 'de')} geht von {way}"
        case facts.MarmotTouched(marmot=marmot, marble=marble, again=again):
            more = " noch einmal, das zählt nicht mehr" if again else ""
            return f"Murmel {marble + 1} rollt zu {name(s, marmot, 'de')}{more}"
        case facts.StepOffered(seat=seat):
            return f"kein Tier von {player(seat, 'de')} ist gelaufen"
        case facts.HomeReached(seat=seat, marmot=marmot, count=number):
            who = player(seat, "de")
            return f"{name(s, marmot, 'de')} setzt sich, {who} hat {number} in Liegestühlen"
        case facts.GameOver(reason=reason, ranking=ranking):
            best = _winners(ranking, "de")
            verb = "gewinnt" if len(best) == 1 else "teilen sich den Sieg"
            return f"{' und '.join(best)} {verb}{_REASONS['de'][reason]}"
        case _:
            return repr(event)


def describe(s: State, a: Action, lang: str = "en") -> str:
    """An action in words."""
    lang = language(lang)
    de = lang == "de"
    top = s.agenda[-1] if s.agenda else None
    if a.verb == "hatch":
        which = "eine Murmel" if de else "a marble"
        if isinstance(top, DropFrame):
            which = _WHICH[lang][top.number]
        return f"{which} in Luke {a.number} werfen" if de else f"drop {which} in hatch {a.number}"
    if a.verb == "pass":
        return "kein Tier einen Schritt laufen lassen" if de else "take no step"
    seat = getattr(top, "seat", 0)
    marmot = s.owned(seat).start + a.number
    steps = steps_of(s, marmot, top.steps) if isinstance(top, WalkFrame) else 1
    place, _ = walk_way(s.board, s.marmots, marmot, steps)
    way = f"{steps_text(steps, lang)}, {place_text(s, place, lang)}"
    verb = "läuft" if de else "walks"
    return f"{name(s, marmot, lang)} {verb} {way}"


def draw(s: State) -> str:
    """The hill as text: the path from its top leg down, the start places, hut and hollow.

    A space is its number, ``*`` a stone, ``!`` a horn; a marmot is the number of its player with
    its letter, and a ``:`` with the marbles in front of it where there are any. A line below says
    so.
    """
    hill = s.board
    signs: dict[tuple[int, int], str] = {}
    for number, at in enumerate(hill.spaces, start=1):
        mark = "*" if number in hill.stones else "!" if number in hill.horns else ""
        signs[at] = f"{mark}{number}"
    for number, at in enumerate(hill.starts, start=1):
        signs[at] = f"s{number}"
    chairs: list[str] = []
    for marmot, place in enumerate(s.marmots):
        tag = f"{s.owner(marmot) + 1}{LETTERS[marmot % s.each]}"
        held = s.marbles.count(marmot)
        if place == hill.chair:
            chairs.append(tag)
        elif place:
            at = hill.spaces[place - 1] if place > 0 else hill.starts[-place - 1]
            signs[at] = f"{tag}:{held}" if held else tag
    lines = [f"deck chairs ({hill.chairs}): {' '.join(chairs) or '-'}"]
    lines.append(f"hut: {count(s.marbles.count(HUT), 'en')}, {s.slider} exits open")
    for row in sorted({row for _, row in signs}):
        cells = (signs.get((lane, row), "") for lane in range(1, hill.lanes + 1))
        lines.append("".join(f"{cell:>6}" for cell in cells))
    rolling = s.marbles.count(ROLLING)
    lines.append(f"hollow: {count(s.marbles.count(HOLLOW), 'en')}")
    if rolling:
        lines.append(f"rolling: {count(rolling, 'en')}")
    lines.append(
        "* stone, ! horn, s start place; 2B marmot B of player 2, 2B:1 with 1 marble in front of it"
    )
    homes = ", ".join(f"{player(k)} ({_colours(s, k)}) {home(s, k)}" for k in range(s.seats))
    lines.append(f"home, of {s.needed} needed: {homes}")
    return "\n".join(lines)
