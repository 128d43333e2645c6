"""From a spec to a player that sits at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.players.aimer import AimerPlayer, Simulate
from kullerwerk.players.simple import GreedyPlayer, RandomPlayer
from kullerwerk.players.specs import Spec

if TYPE_CHECKING:
    from rules.core.types import Player
    from rules.koenig.state import Action, State
    from scenes.track import Track
    from sim.settled import DieSettled, DieThrow


def make_players(
    specs: Sequence[Spec], track: Track, streams: Sequence[random.Random]
) -> list[Player[State, Action]]:
    """Return a player per spec; each draws from its own stream alone."""
    simulate = simulator(track) if any(spec.kind == "aimer" for spec in specs) else None
    return [
        make_player(spec, stream, simulate) for spec, stream in zip(specs, streams, strict=True)
    ]


def make_player(
    spec: Spec, stream: random.Random, simulate: Simulate | None
) -> Player[State, Action]:
    """Return one player; an aimer needs something to simulate with (ValueError without)."""
    match spec.kind:
        case "random":
            return RandomPlayer(spec.skill, stream)
        case "greedy":
            return GreedyPlayer(spec.skill, stream)
        case _:
            if simulate is None:
                raise ValueError("an aimer needs a simulation")
            return AimerPlayer(spec.skill, spec.playouts, stream, simulate)


def simulator(track: Track) -> Simulate:
    """Return a function that simulates a throw on a track, for an aimer's playouts."""
    from numpy.random import SeedSequence, default_rng

    from sim.provider import Live

    live = Live(track)

    def simulate(request: DieThrow, seed: int, k: int) -> DieSettled:
        return live.resolve(request, default_rng(SeedSequence(seed, spawn_key=(k,))))

    return simulate
