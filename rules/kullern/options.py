"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.choices import chosen
from rules.core.types import Choice


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a game; the defaults are the rulings of GAMES.md 3.3."""

    variant: Literal["full", "junior"] = "full"
    """The game, or the junior variant in which every marmot that is touched walks a step."""
    marmots_for_two: int = 4
    """Marmots of each of two players: 4, of which three must get home (rulebook, "Variant for Two
    Players"), or 2 as with more players."""
    dislodged_count: bool = True
    """Marbles that a dropped one knocks free count as rolled out, as the dropped one does."""
    hollow_alarm: Literal["on_drop", "end_of_turn"] = "on_drop"
    """When an empty hollow triggers the alarm: as soon as a marble is to be dropped, or already at
    the end of the turn that emptied it."""
    turn_cap: int = 200
    """The game ends after this many turns, and the farthest marmots win."""


CHOICES: dict[str, Choice] = {
    "variant": Choice(("full", "junior")),
    "marmots_for_two": Choice((4, 2), seats=(2,)),
    "dislodged_count": Choice((True, False), needs=("variant", "full")),
    "hollow_alarm": Choice(("on_drop", "end_of_turn")),
    "turn_cap": Choice((200, 12), (1, 1000)),
}
"""What each option can be."""

PRESETS: dict[str, Options] = {
    "full": Options(),
    "two-player": Options(marmots_for_two=4),
    "junior": Options(variant="junior"),
}
"""Options by the name of a variant. With two players the full game is the two-player variant by
itself; the second name only says so."""


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over the default; raises OptionError with a sentence."""
    return chosen("kullern", Options, CHOICES, values, PRESETS)
