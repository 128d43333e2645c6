"""A person at the screen, as lines of text; and games that soon end."""

from __future__ import annotations

import io

from coin_game import COIN
from whisper_game import WHISPER

from rules.core import registry

SMALL = (COIN, WHISPER)
"""Two games of the tests: one of chance, one that hides something."""
GAMES = tuple(dict.fromkeys([*registry.names(), *(game.name for game in SMALL)]))


class Typed(io.TextIOBase):
    """Lines as somebody types them; what is callable is called in place of a line."""

    def __init__(self, lines):
        self.lines = iter(lines)

    def readline(self, size=-1):
        line = next(self.lines, None)
        if line is None:
            return ""
        return line() or "\n" if callable(line) else f"{line}\n"


def whole(game, *args):
    """A person who always makes the first move, against a random player."""
    return [game, "--players", "human,random", "--seed", "5", *args]


def short(game):
    """Options under which a game soon ends."""
    choices = registry.game(game).choices.items()
    caps = [f"{name}=4" for name, choice in choices if choice.between and "cap" in name]
    return ["--options", ",".join(caps)]
