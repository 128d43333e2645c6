"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.choices import chosen
from rules.core.types import Choice


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a game; the defaults are the rulings of GAMES.md 2.3."""

    tournament: bool = False
    """Two discs are turned over and one of them is kept (GAMES.md 2.1, "tournament variant")."""
    bonus_moves: bool = True
    """Special spaces give a further move (rulebook, "Special Spaces"). Off: they are spaces like
    all others, as in the game of 1995 without the extra for practised players (GAMES.md 2.1)."""
    turn_cap: int = 400
    """The game ends after this many turns (GAMES.md 2.3, "move cap")."""


CHOICES: dict[str, Choice] = {
    "tournament": Choice((False, True)),
    "bonus_moves": Choice((True, False)),
    "turn_cap": Choice((400, 60), (1, 10_000)),
}
"""What each option can be."""

PRESETS: dict[str, Options] = {"standard": Options(), "tournament": Options(tournament=True)}
"""Options by the name of a variant."""


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over those of a preset; raises OptionError with a sentence."""
    return chosen("company", Options, CHOICES, values, PRESETS)
