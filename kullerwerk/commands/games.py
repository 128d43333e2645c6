"""``kullerwerk games``: which games there are, for how many, and what can be agreed on before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.console import Json, Output, Quiet, open_output

if TYPE_CHECKING:
    from rules.core.types import Choice, Game


def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Only this game.")] = "",
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """List the games: seats, presets, and options with their values.

    The first value of an option is the default. 'kullerwerk play' and others
    take them as --options NAME=VALUE,NAME=VALUE; preset=NAME takes a preset.
    """
    from kullerwerk.loading import open_game
    from rules.core.registry import names

    out = open_output(quiet, json)
    found = [open_game(name) for name in ([game] if game else names())]
    for one in found:
        _tell(out, one)
    out.result({"kind": "games", "games": [_data(one) for one in found]})


def _tell(out: Output, game: Game[Any, Any]) -> None:
    """Print one game."""
    from kullerwerk.loading import seats_text

    out.say(f"{game.name}: {game.title}, {seats_text(game.seats)} players")
    default = next(iter(game.presets), "")
    for preset in game.presets:
        other = _differs(game, preset)
        what = ", ".join(f"{name}={_word(value)}" for name, value in other.items())
        note = "default" if preset == default else what or "as the default"
        out.say(f"    preset={preset:<24} {note}")
    for name, choice in game.choices.items():
        only = _only(choice)
        out.say(f"    {name + '=' + _word(choice.values[0]):<31} {_others(choice)}{only}")


def _others(choice: Choice) -> str:
    """Return what an option can be beside its default."""
    if choice.between is not None:
        return f"any whole number from {choice.between[0]} to {choice.between[1]}"
    rest = " or ".join(_word(value) for value in choice.values[1:])
    return f"or {rest}" if rest else "no other value"


def _only(choice: Choice) -> str:
    """Return when an option counts, where it does not always."""
    parts: list[str] = []
    if choice.needs is not None:
        parts.append(f"with {choice.needs[0]}={_word(choice.needs[1])}")
    if choice.seats:
        parts.append(f"for {' or '.join(map(str, choice.seats))} players")
    return f"; counts only {', '.join(parts)}" if parts else ""


def _differs(game: Game[Any, Any], preset: str) -> dict[str, Any]:
    """Return the options of a preset that the default has otherwise."""
    base = game.presets[next(iter(game.presets))]
    own = game.presets[preset]
    return {
        name: getattr(own, name)
        for name in game.choices
        if getattr(own, name) != getattr(base, name)
    }


def _word(value: object) -> str:
    """Return a value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _data(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a game as JSON data."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "seats": list(game.seats),
        "presets": {preset: _differs(game, preset) for preset in game.presets},
        "options": {
            name: {
                "default": choice.values[0],
                "values": list(choice.values),
                "between": list(choice.between) if choice.between is not None else None,
                "needs": dict([choice.needs]) if choice.needs is not None else None,
                "seats": list(choice.seats) or None,
            }
            for name, choice in game.choices.items()
        },
    }
