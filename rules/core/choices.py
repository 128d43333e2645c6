"""Options of a game: a frozen dataclass whose values are checked against what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TypeVar

from rules.core.errors import OptionError
from rules.core.types import Choice

Made = TypeVar("Made")


def counts(choice: Choice, options: object, seats: int | None = None) -> bool:
    """Whether an option changes anything beside the others; ``seats`` None = for some number."""
    if choice.needs is not None:
        other, value = choice.needs
        if getattr(options, other) != value:
            return False
    return seats is None or not choice.seats or seats in choice.seats


def chosen(
    game: str,
    kind: type[Made],
    choices: Mapping[str, Choice],
    values: Mapping[str, object],
    presets: Mapping[str, Made],
) -> Made:
    """Options of the type ``kind`` with ``values`` over those of a preset.

    ``values["preset"]`` names it; without one they are laid over the first of ``presets``.

    Raises OptionError with a sentence that names the game, the option and what it can be.
    """
    values = dict(values)
    preset = values.pop("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        allowed = ", ".join(presets)
        raise OptionError(f"{game} has no preset {preset!r}; its presets are: {allowed}")
    base = presets[preset]
    known = [field.name for field in fields(kind)]  # pyright: ignore[reportArgumentType]
    for name, value in values.items():
        if name not in known:
            raise OptionError(f"{game} has no option {name!r}; its options are: {', '.join(known)}")
        choice = choices[name]
        if choice.between is not None:
            low, high = choice.between
            if type(value) is not int or not low <= value <= high:
                raise OptionError(
                    f"option {name} of {game} must be a whole number from {low} to {high}, "
                    f"not {value!r}"
                )
        elif type(value) is not type(choice.values[0]) or value not in choice.values:
            allowed = " or ".join(repr(one) for one in choice.values)
            raise OptionError(f"option {name} of {game} must be {allowed}, not {value!r}")
    kept = {name: getattr(base, name) for name in known}
    return kind(**{**kept, **values})
