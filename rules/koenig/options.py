"""The readings of the rulebook that can be chosen (``README.md`` has the table of rulings)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from rules.core.errors import OptionError


@dataclass(frozen=True, slots=True)
class Options:
    """What a group agrees on before a race; the defaults are the rulings of GAMES.md 1.3."""

    variant: Literal["family"] = "family"
    """The version of the game."""
    round_cap: int = 60
    """The race ends after this many rounds, and the farthest tower wins."""
    hand_mode: bool = False
    """A tower may be put anywhere at its die, as on a real table; where that disturbs something
    it goes back to its old place (rulebook, below fig. 7a). Off: such places are refused."""
    reorient_after_blocked_turns: int = 0
    """After this many own turns in a row in which the tower got less than 1 cm farther, its owner
    may turn it on the spot before the next throw; 0 = never, once and for all (fig. 8)."""


CHOICES: dict[str, tuple[Any, ...]] = {
    "variant": ("family",),
    "round_cap": (60, 30, 12),
    "hand_mode": (False, True),
    "reorient_after_blocked_turns": (0, 3),
}
"""Values to offer and to test; the first is the default."""

PRESETS: dict[str, Options] = {"family": Options()}
"""Options by the name of a variant."""

_WHOLE: dict[str, tuple[int, int]] = {
    "round_cap": (1, 1000),
    "reorient_after_blocked_turns": (0, 1000),
}


def options(values: Mapping[str, object]) -> Options:
    """Options with these values over the default; raises OptionError with a sentence."""
    known = [field.name for field in fields(Options)]
    for name, value in values.items():
        if name not in known:
            raise OptionError(f"koenig has no option {name!r}; its options are: {', '.join(known)}")
        if name in _WHOLE:
            low, high = _WHOLE[name]
            if type(value) is not int or not low <= value <= high:
                raise OptionError(
                    f"option {name} of koenig must be a whole number from {low} to {high}, "
                    f"not {value!r}"
                )
        elif type(value) is not type(CHOICES[name][0]) or value not in CHOICES[name]:
            allowed = " or ".join(repr(choice) for choice in CHOICES[name])
            raise OptionError(f"option {name} of koenig must be {allowed}, not {value!r}")
    chosen: dict[str, Any] = dict(values)
    return Options(**chosen)
