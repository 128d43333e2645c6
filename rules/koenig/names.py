"""Names of seats and colours in English and German."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.types import Seat
from rules.koenig.state import State

COLOURS = {"yellow": "Gelb", "red": "Rot", "green": "Grün", "blue": "Blau"}
"""German names of the library's colours; a set of one's own keeps its name."""


def language(lang: str) -> str:
    """``de`` or, for all else, ``en``."""
    return "de" if lang == "de" else "en"


def colour_name(name: str, lang: str) -> str:
    """What a piece set is called."""
    return COLOURS.get(name, name) if lang == "de" else name


def seat_name(s: State, seat: Seat, lang: str) -> str:
    """What a seat is called (see ``State.who``)."""
    colour = s.colour(seat)
    if colour is None:
        return f"{'Spieler' if lang == 'de' else 'player'} {seat + 1}"
    return colour_name(colour, lang)


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A capital letter of its own for each name: its first one that no name before it has.

    A name that has none left gets its first one all the same.
    """
    found: list[str] = []
    for name in names:
        free = (letter for letter in name.upper() if letter.isalpha() and letter not in found)
        found.append(next(free, name[0].upper()))
    return tuple(found)
