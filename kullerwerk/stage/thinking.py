"""What the background does for a game: decide as a computer player, and let physics answer.

Functions of plain arguments, since they run in a process of their own.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.stage.surroundings import Surroundings
from rules.core.registry import game as find_game
from rules.core.types import Knowledge, Seat
from scenes.track import Track
from sim.settled import MM, DieThrow


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


def warm() -> bool:
    """Load the engine of marbles, so that the first drop comes at once."""
    import_module("sim.marbles.provider")
    return True


def prepare() -> bool:
    """Load the engine of dice and compile it: one throw on a small table does all of that.

    Compiling takes up to a minute where no machine code is kept yet, loading it some seconds.
    """
    from numpy.random import default_rng

    from kullerwerk.stage.tumble import traced_throw

    track = Track.example()
    name, start = track.sets[0].name, (475 * MM, 150 * MM, 0)
    traced_throw(track, DieThrow(name, name, start), default_rng(0))
    return True


def begin(around: Surroundings) -> None:
    """Have both engines loaded as soon as there is a window, before anybody asks for a throw."""
    around.background.submit(warm)
    around.preparing = around.thrower(Track.example()).submit(prepare)
