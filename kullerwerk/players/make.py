"""From a spec to a player that sits at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.players.aimer import AimerPlayer, Simulate
from kullerwerk.players.simple import GreedyPlayer, RandomPlayer
from kullerwerk.players.specs import Spec

if TYPE_CHECKING:
    from rules.core.types import Player, Provider
    from rules.koenig.state import Action, State
    from sim.settled import DieSettled, DieThrow


def make_players(
    specs: Sequence[Spec], physics: Provider, streams: Sequence[random.Random]
) -> list[Player[State, Action]]:
    """Return a player per spec; each draws from its own stream alone, aimers simulate too."""
    simulate = simulator(physics)
    return [
        make_player(spec, stream, simulate) for spec, stream in zip(specs, streams, strict=True)
    ]


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
