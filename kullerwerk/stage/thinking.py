"""What the background does for a game: decide as a computer player, and let physics answer.

Functions of plain arguments, since they run in a process of their own.
"""

from __future__ import annotations

import random
from functools import lru_cache
from importlib import import_module
from typing import Any

from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from rules.core.registry import game as find_game
from rules.core.types import Knowledge, Seat
from sim.settled import DieThrow


def decide(
    game: str, scene: Any, first: Any, state: Any, seat: Seat, spec: Spec, rng: random.Random
) -> Any:
    """Return what a computer player does; aimers try sampled throws, as in the terminal."""
    rules = find_game(game)
    make = maker(rules, rules.sampled(first), scene)
    return make(spec, rng).choose(Knowledge(rules, state, seat))


def resolve(game: str, scene: Any, state: Any, request: Any, stream: Any) -> tuple[Any, Any]:
    """Return what physics answers, and the way there to be shown; None where it is sampled."""
    if scene is None:
        provider = find_game(game).sampled(state)
        assert provider is not None, "a game that asks has throws to sample"
        return provider.resolve(request, stream), None
    if isinstance(request, DieThrow):
        from kullerwerk.stage.tumble import traced_throw

        return traced_throw(scene, request, stream)
    from kullerwerk.stage.rolling import traced_run

    return traced_run(scene, request, stream)


@lru_cache(maxsize=1)
def warm() -> bool:
    """Load the engines, so that the first throw comes at once."""
    for engine in ("sim.marbles.provider", "sim.provider"):
        import_module(engine)
    return True
