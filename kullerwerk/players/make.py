"""From a spec to a player that sits at the table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kullerwerk.players.aimer import AimerPlayer, Simulate
from kullerwerk.players.guided import HandedSearch
from kullerwerk.players.on_hill import OnHill
from kullerwerk.players.onestep import GreedyMover, RandomMover
from kullerwerk.players.search import Budget, SearchMover
from kullerwerk.players.simple import GreedyPlayer, RandomPlayer
from kullerwerk.players.specs import WITH_HANDS, Spec
from scenes.hill import MarbleHill

if TYPE_CHECKING:
    from rules.core.types import Game, Player, Provider
    from rules.koenig.state import Action, State
    from scenes.track import Track
    from sim.settled import DieSettled, DieThrow

Maker = Callable[[Spec, random.Random], "Player[Any, Any]"]
"""Makes a computer player that draws from a stream of its own."""

BUDGETS: dict[str, Budget] = {
    "buddel": Budget(60),
    "company": Budget(20_000),
    "hoehle": Budget(24),
    "koenig": Budget(90),
    "kullern": Budget(100, blind=frozenset({"hatch"})),
}
"""Budgets of ``search`` where nothing else is said: well under a second for a decision."""


def maker(
    game: Game[Any, Any], physics: Provider | None, scene: Track | MarbleHill | None = None
) -> Maker:
    """Return what makes the computer players of a game; an aimer tries throws with ``physics``.

    The others look ahead with the game's own sampled throws, whatever the run is played with.
    ``scene`` is what is simulated, None where nothing is.
    """

    def make(spec: Spec, stream: random.Random) -> Player[Any, Any]:
        player = plain(spec, stream)
        return OnHill(player, scene) if isinstance(scene, MarbleHill) else player

    def plain(spec: Spec, stream: random.Random) -> Player[Any, Any]:
        if spec.kind == "search":
            budget = budget_of(game.name, spec)
            if game.name == WITH_HANDS:
                return HandedSearch(game, stream, budget, spec.skill)
            if game.name == "company":
                # Compiled code comes with it, which no other player needs.
                from kullerwerk.players.digger import DiggerSearch

                return DiggerSearch(stream, budget)
            return SearchMover(game, stream, budget)
        if game.name == WITH_HANDS:
            assert physics is not None, "an aimer needs throws to try"
            return make_player(spec, stream, simulator(physics))
        return RandomMover(stream) if spec.kind == "random" else GreedyMover(game, stream)

    return make


def budget_of(game: str, spec: Spec) -> Budget:
    """Return how long a ``search`` may think in a game."""
    usual = BUDGETS.get(game, Budget())
    return Budget(
        spec.budget or usual.playouts,
        spec.seconds or None,
        usual.plies if spec.plies < 0 else spec.plies,
        usual.replies,
        usual.blind,
    )


def make_player(spec: Spec, stream: random.Random, simulate: Simulate) -> Player[State, Action]:
    """Return one player."""
    match spec.kind:
        case "random":
            return RandomPlayer(spec.skill, stream)
        case "greedy":
            return GreedyPlayer(spec.skill, stream)
        case _:
            return AimerPlayer(spec.skill, spec.playouts, stream, simulate)


def simulator(physics: Provider) -> Simulate:
    """Return a function that simulates a throw, for an aimer's playouts."""
    from numpy.random import SeedSequence, default_rng

    def simulate(request: DieThrow, seed: int, k: int) -> DieSettled:
        return physics.resolve(request, default_rng(SeedSequence(seed, spawn_key=(k,))))

    return simulate
