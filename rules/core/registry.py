"""Which games there are. A game's module is imported when the game is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rules.core.errors import UnknownGame
from rules.core.types import Game

_HOMES: dict[str, str] = {
    "buddel": "rules.buddel.rules",
    "company": "rules.company.rules",
    "hoehle": "rules.hoehle.rules",
    "koenig": "rules.koenig.rules",
    "kullern": "rules.kullern.rules",
}
"""The games of this package: name -> module whose import registers it."""

_GAMES: dict[str, Game[Any, Any]] = {}


def register(game: Game[Any, Any]) -> None:
    """Make a game known under its name; a second one of the same name is refused."""
    if _GAMES.setdefault(game.name, game) is not game:
        raise ValueError(f"a game named {game.name!r} is registered already")


def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(_HOMES.keys() | _GAMES.keys()))


def game(name: str) -> Game[Any, Any]:
    """The game of this name; raises UnknownGame with the names there are."""
    if name not in _GAMES and name in _HOMES:
        import_module(_HOMES[name])
    if name not in _GAMES:
        raise UnknownGame(f"there is no game named {name!r}; there are: {', '.join(names())}")
    return _GAMES[name]
