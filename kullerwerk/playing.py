"""Playing a whole game: players, live physics, streams and the record put together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kullerwerk.players.make import make_players
from kullerwerk.players.specs import Spec
from kullerwerk.streams import Streams
from rules.core.records import Writer, header
from rules.core.registry import game as find_game
from rules.core.run import run
from rules.koenig.board import board_of
from rules.koenig.state import Racer, Setup, State
from scenes.files import scene_hash
from sim.provider import Live, provenance

if TYPE_CHECKING:
    from rules.core.types import Game, Pending, Provider, Step
    from scenes.track import Track

OnStep = Callable[["Pending", Any, "Step[State]"], None]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game before its first decision."""

    game: Game[State, Any]
    state: State
    track: Track


def begin(
    game: str,
    track: Track,
    sets: Sequence[str],
    options: Mapping[str, object] | None = None,
    racers: tuple[Racer | None, ...] = (),
) -> Beginning:
    """Return a game on a track, a piece set per seat.

    ``racers`` may hold a prepared racer per seat, for hand-made starts. Raises RulesError with a
    sentence for an unknown game, a wrong option, or seats that do not fit.
    """
    rules = find_game(game)
    setup = Setup(board_of(track, scene_hash(track)), tuple(sets), racers)
    state = rules.new(rules.options(options or {}), len(sets), setup)
    return Beginning(rules, state, track)


def play(
    at: Beginning,
    specs: Sequence[Spec],
    seed: int,
    record: Path | None = None,
    on_step: OnStep | None = None,
    provider: Provider | None = None,
) -> State:
    """Play a game to its end and return the last state; the record is written line by line.

    ``provider`` None = live physics; aimers look ahead with the same provider. A game that is
    broken off by an exception leaves a record that says so and replays.
    """
    streams = Streams(seed, len(specs))
    physics = provider or Live(at.track)
    players = make_players(specs, physics, streams.players)
    head = header(
        at.game,
        at.state,
        engine=provenance(),
        seed=seed,
        players=[str(spec) for spec in specs],
    )
    with contextlib.ExitStack() as stack:
        writer = stack.enter_context(Writer(record, at.game, head)) if record else None
        return run(at.game, at.state, players, physics, streams, writer, on_step)
