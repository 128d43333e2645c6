"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.choices import chosen
from rules.core.types import Choice

Die = Literal["two-gorgans", "one-gorgan"]


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a game; the defaults are the rulings of GAMES.md 5.2, 5.3."""

    full_number: bool = False
    """The simplified game: all steps that are rolled are taken (rulebook, "Simplified Game")."""
    die: Die = "two-gorgans"
    """Faces of the special die: 2, 3, 3, 4 and Gorgan twice, or 2, 2, 3, 3, 4 and Gorgan once."""
    rescue_choice: bool = False
    """On Gorgan's face the owner of a captive may take a treasure for it, even while a seat is
    free. Off: only when all seats are taken (rulebook, "If all the seats are occupied")."""
    send_own_mole: bool = False
    """Without a captive of their own, players send a mole of their own to take an opponent's
    captive's place (rulebook, "you may send one of your moles"). Off: they send Gorgan."""
    turn_cap: int = 300
    """The game ends after this many turns, and most treasures win."""


CHOICES: dict[str, Choice] = {
    "full_number": Choice((False, True)),
    "die": Choice(("two-gorgans", "one-gorgan")),
    "rescue_choice": Choice((False, True)),
    "send_own_mole": Choice((False, True)),
    "turn_cap": Choice((300, 40), (1, 10_000)),
}
"""What each option can be."""

PRESETS: dict[str, Options] = {"standard": Options(), "simplified": Options(full_number=True)}
"""Options by the name of a variant."""

GORGAN = "gorgan"
"""The outcome of a roll that shows Gorgan's face; the others are the numbers."""

DICE: dict[Die, tuple[tuple[int | str, int], ...]] = {
    "two-gorgans": ((2, 1), (3, 2), (4, 1), (GORGAN, 2)),
    "one-gorgan": ((2, 2), (3, 2), (4, 1), (GORGAN, 1)),
}
"""What a die can show, each with the number of its faces (assumed, GAMES.md 5.2)."""


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over the default; raises OptionError with a sentence."""
    return chosen("buddel", Options, CHOICES, values, PRESETS)
