"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.choices import chosen
from rules.core.types import Choice


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a game; the defaults are the rulings of GAMES.md 4.3."""

    repetition: Literal["forbidden", "third_draws"] = "forbidden"
    """``forbidden``: no turn may end in a position that was there before. ``third_draws``: the
    third time a position arises the game is a draw. The rulebook knows neither."""
    movers: Literal["own", "any"] = "own"
    """Whose tiles a player may move: "any tile can be moved" can be read both ways."""
    mover_enters_occupied_cave: bool = True
    """A mover may step into a cave by pushing out the tile that is in it."""
    move_cap: int = 400
    """The game ends after this many turns of all players together."""


CHOICES: dict[str, Choice] = {
    "repetition": Choice(("forbidden", "third_draws")),
    "movers": Choice(("own", "any")),
    "mover_enters_occupied_cave": Choice((True, False)),
    "move_cap": Choice((400, 60), (1, 1000)),
}
"""What each option can be."""

PRESETS: dict[str, Options] = {"standard": Options()}
"""Options by the name of a variant."""


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over the default; raises OptionError with a sentence."""
    return chosen("hoehle", Options, CHOICES, values, PRESETS)
