"""The one driver: a screen, self-play and a replay differ in who answers, not in the loop."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from rules.core.types import (
    Ask,
    Decide,
    Draw,
    Game,
    Knowledge,
    Outcome,
    Over,
    Pending,
    Player,
    Provider,
    Step,
    Streams,
)

S = TypeVar("S")
A = TypeVar("A")


class Recorder(Protocol):
    """Something that keeps what happens, such as ``records.Writer``."""

    def add(self, state: Any, pending: Pending, answer: Any, step: Step[Any]) -> None:
        """Keep one answer: ``state`` is the state that asked, ``step`` what followed."""
        ...


@dataclass(frozen=True, slots=True)
class SeededStreams:
    """Streams out of the standard library, for runs without live physics."""

    chance: random.Random
    physics: Iterator[random.Random]

    @classmethod
    def of(cls, seed: int) -> SeededStreams:
        """Streams of a seed; every throw has its own."""

        def throws() -> Iterator[random.Random]:
            k = 0
            while True:
                yield random.Random(f"{seed}:physics:{k}")
                k += 1

        return cls(random.Random(f"{seed}:chance"), throws())


def pick(outcomes: Sequence[tuple[Outcome, int]], rng: random.Random) -> Outcome:
    """One outcome of a Draw, by its integer weight.

    Takes one number of the stream whatever the weights are, so that the k-th draw of a game takes
    the same one however the players went on before (``randrange`` takes one or more).
    """
    at = int(rng.random() * sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        at -= weight
        if at < 0:
            return outcome
    raise ValueError("a draw without outcomes")


def run(
    game: Game[S, A],
    s: S,
    players: Sequence[Player[S, A]],
    provider: Provider,
    streams: Streams,
    record: Recorder | None = None,
    on_step: Callable[[Pending, Any, Step[S]], None] | None = None,
) -> S:
    """Play from ``s`` to the end and give the last state.

    ``on_step`` is told every answer and what followed, once it is in the record.
    """
    while not isinstance(pending := game.pending(s), Over):
        answer: Any
        match pending:
            case Decide(seat=seat):
                answer = players[seat].choose(Knowledge(game, s, seat))
                step = game.apply(s, answer)
            case Draw(outcomes=outcomes):
                answer = pick(outcomes, streams.chance)
                step = game.settle(s, answer)
            case Ask(request=request):
                answer = provider.resolve(request, next(streams.physics))
                step = game.settle(s, answer)
        if record is not None:
            record.add(s, pending, answer, step)
        if on_step is not None:
            on_step(pending, answer, step)
        s = step.state
    return s
