"""Playing a whole game: players, live physics, streams and the record put together."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kullerwerk.physics import live, provenance
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.streams import Streams
from rules.core.records import Header, Writer, header
from rules.core.registry import game as find_game
from rules.core.run import run
from rules.koenig.board import board_of
from rules.koenig.state import Racer, Setup
from rules.kullern.board import hill_of
from rules.kullern.state import Setup as HillSetup
from scenes.files import scene_hash
from scenes.hill import MarbleHill

if TYPE_CHECKING:
    from rules.core.types import Event, Game, Pending, Provider, Step
    from scenes.track import Track

OnStep = Callable[["Pending", Any, "Step[Any]"], None]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game before its first decision, on its scene; ``events`` led to the state."""

    game: Game[Any, Any]
    state: Any
    scene: Track | MarbleHill
    events: tuple[Event, ...] = ()


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


def begin_on_hill(
    hill: MarbleHill,
    seats: int,
    options: Mapping[str, object] | None = None,
    first: int | None = None,
) -> Beginning:
    """Return a game of kullern on a marble hill; the seat ``first`` begins, None = by chance.

    Raises RulesError with a sentence for a wrong option, or a hill or seats that do not fit.
    """
    rules = find_game("kullern")
    step = rules.begin(rules.options(options or {}), seats, HillSetup(hill_of(hill), first=first))
    return Beginning(rules, step.state, hill, step.events)


def head_of(
    game: Game[Any, Any],
    state: Any,
    scene: Track | MarbleHill,
    seed: int,
    players: Sequence[str],
    *,
    timed: bool = False,
) -> Header:
    """Return the header of a record of live play; it names the scene by its hash."""
    head = header(
        game, state, engine=provenance(game.name), seed=seed, players=players, timed=timed
    )
    return replace(head, board={**head.board, "scene": scene_hash(scene)})


def play(
    at: Beginning,
    specs: Sequence[Spec],
    seed: int,
    record: Path | None = None,
    on_step: OnStep | None = None,
    provider: Provider | None = None,
) -> Any:
    """Play a game to its end and return the last state; the record is written line by line.

    ``provider`` None = live physics; aimers look ahead with the same provider, the others with
    the game's own sampled throws. A game that is broken off by an exception leaves a record that
    says so and replays.
    """
    streams = Streams(seed, len(specs))
    physics = provider or live(at.scene)
    make = maker(at.game, physics, at.scene)
    players = [make(spec, stream) for spec, stream in zip(specs, streams.players, strict=True)]
    timed = any(spec.timed for spec in specs)
    head = head_of(at.game, at.state, at.scene, seed, [str(spec) for spec in specs], timed=timed)
    with contextlib.ExitStack() as stack:
        writer = stack.enter_context(Writer(record, at.game, head)) if record else None
        return run(at.game, at.state, players, physics, streams, writer, on_step)
