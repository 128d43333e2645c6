"""How the conformance kit sees a game: cases to play, and what it needs to know of each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from rules.core.registry import game as find_game
from rules.core.run import SeededStreams, pick
from rules.core.types import Ask, Choice, Continuous, Decide, Draw, Over


class NoPhysics:
    """For games that never ask."""

    def resolve(self, request, stream):
        raise AssertionError("this game asks no physics")


@dataclass(frozen=True)
class Case:
    """One way to play a game: preset or options, number of seats, setup."""

    label: str
    game: Any
    start: Callable[[], Any]
    provider: Any


@dataclass(frozen=True)
class Fixture:
    """All that the kit needs of one game."""

    cases: tuple[Case, ...]
    invariants: Callable[[Any], None]
    foreign: Callable[[Any, random.Random], list[Any]]
    """Actions of all kinds, good and absurd ones, for any state."""
    outcomes: Callable[[Any], st.SearchStrategy[Any]]
    """Valid outcomes for a state that asks physics or draws."""
    spoil: Callable[[Any, Any], list[Any]]
    """Invalid variants of a valid outcome."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """The game's options: every value of each has a golden record."""
    ends: frozenset[str] = frozenset()
    """Every reason for which a game can end: each has a golden record."""
    texts: tuple[str, ...] = field(default=())
    """Texts that are no action."""
    points: bool = False
    """Whether scores are points of the game; else a win is 1, shared among those who share it."""


def step(case, s, rng, streams):
    """One random step: pending, answer, Step."""
    pending = case.game.pending(s)
    match pending:
        case Decide():
            answer = case.game.random_action(s, rng)
            return pending, answer, case.game.apply(s, answer)
        case Draw(outcomes=outcomes):
            answer = pick(outcomes, streams.chance)
            return pending, answer, case.game.settle(s, answer)
        case Ask(request=request):
            answer = case.provider.resolve(request, next(streams.physics))
            return pending, answer, case.game.settle(s, answer)
    raise AssertionError("over")


def walk(case, seed, limit=400):
    """A random game as (state, pending, answer, Step), at most ``limit`` steps."""
    rng, streams, s = random.Random(seed), SeededStreams.of(seed), case.start()
    for _ in range(limit):
        if isinstance(case.game.pending(s), Over):
            return
        pending, answer, after = step(case, s, rng, streams)
        yield s, pending, answer, after
        s = after.state


def told(replay):
    """A replayed game as text: every question, answer and event, and the result."""
    game = find_game(replay.header.game)
    lines, s = [], game.load(replay.header.setup)
    for pending, answer, step in replay.steps:
        match pending:
            case Decide(seat=seat, kind=kind):
                space = game.space(s)
                count = space.count if isinstance(space, Continuous) else len(space.actions)
                offered = "" if count is None else f" ({count} legal)"
                lines.append(
                    f"seat {seat} {kind}{offered}: {game.format(s, answer)}"
                    f" = {game.describe(s, answer)}"
                )
            case Draw(kind=kind):
                lines.append(f"draw {kind}: {answer}")
            case Ask(request=request):
                lines.append(answered(request, answer))
        s = step.state
        lines += [f"  {game.tell(s, event)}" for event in step.events]
    lines.append(str(game.pending(s)))
    return "\n".join(lines) + "\n"


def answered(request, answer):
    """One line for an answer of the physics."""
    if hasattr(answer, "pose"):
        return f"throw {request.tower}: {answer.outcome} {answer.pose}"
    if hasattr(answer, "front"):
        return f"{run_of(request)}: {marbles_of(answer)}"
    return f"{type(request).__name__}: {answer}"


def run_of(request):
    """A run of marbles and what brought it about, without the world."""
    about = {
        name: getattr(request, name)
        for name in ("hatch", "marble", "marmot", "place", "ignore")
        if hasattr(request, name)
    }
    said = ", ".join(f"{name} {value}" for name, value in about.items())
    return f"{type(request).__name__}({said})"


def marbles_of(answer):
    """Where the marbles are after a run, and how they got there."""
    parts = [f"in front {answer.front}, hut {len(answer.hut)}, hollow {len(answer.hollow)}"]
    parts += [
        f"{name} {value}" for name in ("out", "lost", "touched") if (value := getattr(answer, name))
    ]
    rolling = [marble for marble, place in answer.resting if place is None]
    if rolling:
        parts.append(f"rolling {rolling}")
    if answer.timed_out:
        parts.append("timed out")
    return ", ".join(parts)
