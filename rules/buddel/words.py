"""Actions and events in words, English and German; in German the friendly goblin is Wotan."""

from __future__ import annotations

from rules.buddel import events as facts
from rules.buddel.board import grid_of
from rules.buddel.goblins import Meeting
from rules.buddel.options import GORGAN
from rules.buddel.state import Action, Free, Home, Move, Pass, Post, Ransom, Send, Sit, State, Turn
from rules.core.types import Event, Seat

COLOURS: dict[str, tuple[str, ...]] = {
    "en": ("yellow", "red", "green", "blue"),
    "de": ("Gelb", "Rot", "Grün", "Blau"),
}
"""What the players are called, by their seats."""

SIDES: dict[str, tuple[str, ...]] = {
    "en": ("front", "right", "rear", "left"),
    "de": ("vorn", "rechts", "hinten", "links"),
}
"""The sides N, E, S, W of a cart as its players see them, N being toward the chamber."""

WAYS: dict[str, tuple[str, ...]] = {
    "en": ("forward", "right", "backward", "left"),
    "de": ("vor", "nach rechts", "zurück", "nach links"),
}


def _lang(lang: str) -> str:
    return "de" if lang == "de" else "en"


def colour(seat: Seat, lang: str = "en") -> str:
    """What a seat is called; any language but German is English."""
    return COLOURS[_lang(lang)][seat]


def _way(path: tuple[int, ...], lang: str) -> str:
    """A path in words: ``2 forward, 1 left``."""
    parts: list[tuple[int, int]] = []
    for way in path:
        if parts and parts[-1][0] == way:
            parts[-1] = (way, parts[-1][1] + 1)
        else:
            parts.append((way, 1))
    return ", ".join(f"{count} {WAYS[lang][way]}" for way, count in parts)


def describe_action(s: State, a: Action, lang: str = "en") -> str:
    """An action in words."""
    lang = _lang(lang)
    german = lang == "de"
    grid, who, side = grid_of(s.board), COLOURS[lang], SIDES[lang]

    def space(k: int) -> str:
        return grid.names[grid.goblins[k]]

    def seat(cart: int, k: int) -> str:
        if german:
            return f"Lore {cart + 1} {side[k]}"
        return f"the {side[k]} seat of cart {cart + 1}"

    def mole(k: int) -> str:
        owner = s.captives[k]
        if german:
            return f"den Maulwurf von {who[owner]}" if owner >= 0 else "den Maulwurf"
        return f"{who[owner]}'s mole" if owner >= 0 else "the mole"

    match a:
        case Sit():
            to = seat(a.cart, a.side)
            return f"setze einen Maulwurf: {to}" if german else f"seat a mole on {to}"
        case Move():
            way = _way(a.path, lang)
            return f"ziehe Lore {a.cart + 1}: {way}" if german else f"pull cart {a.cart + 1}: {way}"
        case Turn(right=right):
            if german:
                return f"drehe die Lore nach {'rechts' if right else 'links'}"
            return f"turn the cart to the {'right' if right else 'left'}"
        case Free():
            to = seat(a.cart, a.side)
            if german:
                return f"Wotan befreit {mole(a.space)} auf {space(a.space)}: {to}"
            return f"Gorgan frees {mole(a.space)} on {space(a.space)}, to {to}"
        case Ransom():
            if german:
                return f"Wotan befreit {mole(a.space)} auf {space(a.space)}: heim mit einem Schatz"
            return f"Gorgan frees {mole(a.space)} on {space(a.space)}, home with a treasure"
        case Send():
            to = seat(a.cart, a.side)
            if a.from_cart < 0:
                origin = "von oben" if german else "the surface"
            else:
                origin = seat(a.from_cart, a.from_side)
            if german:
                return (
                    f"ein eigener Maulwurf ({origin}) löst {mole(a.space)} auf {space(a.space)} "
                    f"ab: {to}"
                )
            return (
                f"a mole of one's own from {origin} takes the place of {mole(a.space)} on "
                f"{space(a.space)}, which goes to {to}"
            )
        case Post():
            if german:
                return f"Wotan stellt sich auf {space(a.space)}"
            return f"Gorgan goes to {space(a.space)}"
        case Home():
            name = grid.names[a.start]
            return f"die Lore beginnt auf {name}" if german else f"the cart starts from {name}"
        case Pass():
            return "Wotan bleibt" if german else "Gorgan stays"


def _tell_meeting(s: State, cart: int, one: Meeting, lang: str) -> str:
    grid, who, side = grid_of(s.board), COLOURS[lang], SIDES[lang][one.side]
    at = grid.names[grid.goblins[one.space]]
    rider = who[one.rider] if one.rider >= 0 else ""
    captive = who[one.captive] if one.captive >= 0 else ""
    if lang == "de":
        return {
            "caught": f"der Kobold auf {at} fängt den Maulwurf von {rider} aus Lore {cart + 1}",
            "boards": f"der Maulwurf von {captive} steigt von {at} in Lore {cart + 1} ein ({side})",
            "swaps": f"auf {at} bleibt der Maulwurf von {rider}, der von {captive} steigt ein",
            "protected": f"Wotan auf {at} beschützt den Maulwurf von {rider}",
        }[one.case]
    return {
        "caught": f"the goblin on {at} catches {rider}'s mole from cart {cart + 1}",
        "boards": f"{captive}'s mole on {at} gets into cart {cart + 1} ({side})",
        "swaps": f"{rider}'s mole swaps places with {captive}'s on {at}",
        "protected": f"Gorgan on {at} protects {rider}'s mole",
    }[one.case]


def _tell_over(event: facts.GameOver, lang: str) -> str:
    best = [COLOURS[lang][k] for k, rank in enumerate(event.ranking) if rank == 1]
    capped = event.reason == "turn_cap"
    if lang == "de":
        verb = "gewinnt" if len(best) == 1 else "gewinnen gemeinsam"
        return f"{' und '.join(best)} {verb}{' (Zuggrenze)' if capped else ''}"
    verb = "wins" if len(best) == 1 else "share the win"
    return f"{' and '.join(best)} {verb}{' (turn cap)' if capped else ''}"


def tell_event(s: State, event: Event, lang: str = "en") -> str:
    """One event in words; ``s`` is any state of the same game."""
    lang = _lang(lang)
    german = lang == "de"
    grid, who, side = grid_of(s.board), COLOURS[lang], SIDES[lang]

    def space(k: int) -> str:
        return grid.names[grid.goblins[k]]

    def where(cart: int, k: int) -> str:
        return f"Lore {cart + 1} {side[k]}" if german else f"cart {cart + 1}, {side[k]}"

    def told(en: str, de: str) -> str:
        return de if german else en

    match event:
        case facts.FirstDrawn(seat):
            return told(f"{who[seat]} begins", f"{who[seat]} beginnt")
        case facts.MoleSeated(seat, cart, k):
            at = where(cart, k)
            return told(f"{who[seat]} seats a mole: {at}", f"{who[seat]} setzt: {at}")
        case facts.TurnStarted(seat, number):
            return told(f"turn {number}: {who[seat]}", f"Zug {number}: {who[seat]}")
        case facts.DieRolled(seat, face):
            shown = told("Gorgan", "Wotan") if face == GORGAN else face
            return told(f"{who[seat]} rolls {shown}", f"{who[seat]} würfelt {shown}")
        case facts.NoMove(seat, _):
            return told(
                f"no cart can move, so {who[seat]}'s turn passes",
                f"keine Lore kann ziehen, {who[seat]} setzt aus",
            )
        case facts.CartMoved(seat, cart, way):
            cells = "-".join(grid.names[k] for k in way)
            return told(
                f"{who[seat]} pulls cart {cart + 1}: {cells}",
                f"{who[seat]} zieht Lore {cart + 1}: {cells}",
            )
        case facts.CartTurned(seat, cart, right):
            return told(
                f"{who[seat]} turns cart {cart + 1} to the {'right' if right else 'left'}",
                f"{who[seat]} dreht Lore {cart + 1} nach {'rechts' if right else 'links'}",
            )
        case facts.GoblinMet(cart, meeting):
            return _tell_meeting(s, cart, meeting, lang)
        case facts.GorganPosted(_, k):
            return told(f"Gorgan goes to {space(k)}", f"Wotan stellt sich auf {space(k)}")
        case facts.GorganStays(_, forced):
            why = told(" for want of another place", " mangels Platz") if forced else ""
            return told(f"Gorgan stays{why}", f"Wotan bleibt{why}")
        case facts.MoleFreed(_, owner, k, cart, place):
            at = where(cart, place)
            return told(
                f"Gorgan frees {who[owner]}'s mole from {space(k)}: {at}",
                f"Wotan befreit den Maulwurf von {who[owner]} von {space(k)}: {at}",
            )
        case facts.MoleRansomed(seat, k):
            return told(
                f"Gorgan frees {who[seat]}'s mole from {space(k)}, home with a treasure",
                f"Wotan befreit den Maulwurf von {who[seat]} von {space(k)}: heim mit Schatz",
            )
        case facts.MoleSent(seat, _, _, owner, k, cart, place):
            at = where(cart, place)
            return told(
                f"{who[seat]}'s mole takes the place of {who[owner]}'s on {space(k)}: {at}",
                f"ein Maulwurf von {who[seat]} löst den von {who[owner]} auf {space(k)} ab: {at}",
            )
        case facts.Arrived(_, cart):
            return told(
                f"cart {cart + 1} is in the treasure chamber",
                f"Lore {cart + 1} ist in der Schatzkammer",
            )
        case facts.TreasureTaken(owner, k, count):
            return told(
                f"{who[owner]} takes {count} ({side[k]})", f"{who[owner]} nimmt {count} ({side[k]})"
            )
        case facts.CartHome(_, cart, start):
            name = grid.names[start]
            return told(f"cart {cart + 1} is back on {name}", f"Lore {cart + 1} ist zurück: {name}")
        case facts.GameOver():
            return _tell_over(event, lang)
        case _:
            return repr(event)
