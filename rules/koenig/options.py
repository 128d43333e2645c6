"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.core.choices import chosen
from rules.core.types import Choice


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a race; the defaults are the rulings of GAMES.md 1.3."""

    variant: Literal["family", "pro"] = "family"
    """The version of the game: family, or pro with a draft, hat numbers and action cards."""
    round_cap: int = 60
    """The race ends after this many rounds, and the farthest tower wins."""
    hand_mode: bool = False
    """A tower may be put anywhere at its die, as on a real table; where that disturbs something
    it goes back to its old place (rulebook, below fig. 7a). Off: such places are refused."""
    reorient_after_blocked_turns: int = 0
    """After this many own turns in a row in which the tower got less than 1 cm farther, its owner
    may turn it on the spot before the next throw; 0 = never, once and for all (fig. 8)."""
    predraft: bool = True
    """Pro, three players: they first take one part of each group out of the game, as the rulebook
    recommends. Off: six parts are left over."""
    cocked: Literal["nearest", "reroll"] = "nearest"
    """Pro: a leaning die shows the number of the face nearest to level, or is thrown again."""
    cancel_targets_cancel: bool = False
    """Pro: a card that cancels may itself be cancelled (the rulebook: "irreversibly")."""


CHOICES: dict[str, Choice] = {
    "variant": Choice(("family", "pro")),
    "round_cap": Choice((60, 30, 12), (1, 1000)),
    "hand_mode": Choice((False, True)),
    "reorient_after_blocked_turns": Choice((0, 3), (0, 1000)),
    "predraft": Choice((True, False), needs=("variant", "pro"), seats=(3,)),
    "cocked": Choice(("nearest", "reroll"), needs=("variant", "pro")),
    "cancel_targets_cancel": Choice((False, True), needs=("variant", "pro")),
}
"""What each option can be."""

PRESETS: dict[str, Options] = {
    "family": Options(),
    "pro": Options(variant="pro", round_cap=200),
}
"""Options by the name of a variant."""


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over the default; raises OptionError with a sentence."""
    return chosen("koenig", Options, CHOICES, values, PRESETS)
