"""Who sits where: people at the screen and computer players, by ``--players human,greedy``."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kullerwerk.console import fail
from kullerwerk.players.specs import Spec, SpecError, parse_player

if TYPE_CHECKING:
    from rules.core.types import Game, Player, Provider

HUMAN = "human"

Seated = Spec | None
"""A computer player, or None: a person at this screen."""

Maker = Callable[[Spec, random.Random], "Player[Any, Any]"]
"""Makes a computer player that draws from a stream."""


def read_seats(text: str, why: str = "--players") -> tuple[Seated, ...]:
    """Return who sits where, or leave the command; ``why`` names what says so."""
    if not text.strip():
        fail(f"{why}: no players given; expected for example human,greedy.")
    try:
        return tuple(
            None if part.strip() == HUMAN else parse_player(part) for part in text.split(",")
        )
    except SpecError as error:
        sentence = str(error).replace("expected ", f"expected {HUMAN}, ", 1)
        fail(f"{why} {text}: {sentence if 'there is no player' in sentence else error}.")


def written(seats: tuple[Seated, ...]) -> tuple[str, ...]:
    """Return players as a record names them."""
    return tuple(HUMAN if seat is None else str(seat) for seat in seats)


class Anyhow:
    """Draws a legal action of any game."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, knowledge: Any) -> Any:
        """Return a legal action."""
        return knowledge.random_action(self._rng)


def maker(game: Game[Any, Any], provider: Provider | None) -> Maker:
    """Return what makes the computer players of a game."""
    from kullerwerk.players.make import make_player, simulator

    def make(spec: Spec, stream: random.Random) -> Player[Any, Any]:
        if game.name != "koenig":
            return Anyhow(stream)
        assert provider is not None, "koenig asks physics"
        return make_player(spec, stream, simulator(provider))

    return make
