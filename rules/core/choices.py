"""Options of a game: a frozen dataclass whose values are checked against what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from rules.core.errors import OptionError

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Choice:
    """The values of an option to offer and to test, the default first.

    ``between`` allows every whole number from the first to the second, not only those.
    """

    values: tuple[Any, ...]
    between: tuple[int, int] | None = None


def chosen(
    game: str,
    kind: type[Made],
    choices: Mapping[str, Choice],
    values: Mapping[str, object],
    base: Made | None = None,
) -> Made:
    """Options of the type ``kind`` with ``values`` over ``base`` (None: over the defaults).

    Raises OptionError with a sentence that names the game, the option and what it can be.
    """
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
    kept = {} if base is None else {name: getattr(base, name) for name in known}
    return kind(**{**kept, **values})
