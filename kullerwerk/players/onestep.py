"""Players for any game that look one move ahead, or none: ``random`` and ``greedy``."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from kullerwerk.players.ahead import Ahead, Thought, best
from rules.core.types import Decide, Draw, Game, Knowledge, Over

SAMPLES = 3
"""Outcomes of physics that a greedy player imagines for one action."""
CANDIDATES = 8
"""Actions made of numbers that it looks at."""
DRAWN = 16
"""A draw with more outcomes than that is sampled, not listed."""


@dataclass(slots=True)
class RandomMover:
    """Any legal action, all equally likely as far as the game can tell."""

    rng: random.Random

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return a random legal action."""
        return knowledge.random_action(self.rng)


class GreedyMover:
    """The action after which its own score is highest, on average over what chance may do.

    Decisions of its own that follow at once belong to the same move, each taken greedily in its
    turn; those of the others are not thought of.
    """

    __slots__ = ("_ahead", "_rng", "samples")

    def __init__(self, game: Game[Any, Any], rng: random.Random, samples: int = SAMPLES) -> None:
        self._ahead = Ahead(game)
        self._rng = rng
        self.samples = samples

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return the legal action that looks best."""
        return best(self.think(knowledge), self._rng)

    def think(self, knowledge: Knowledge[Any, Any]) -> tuple[Thought, ...]:
        """Return what each candidate is worth."""
        state = knowledge.sample(self._rng)
        self._ahead.start(state)
        actions = self._ahead.candidates(state, self._rng, CANDIDATES)
        if len(actions) == 1:
            return (Thought(actions[0], 0.0, 0),)
        # All candidates meet the same luck, so that they differ by what they do.
        luck = self._rng.getrandbits(63)
        seat = knowledge.seat
        return tuple(
            Thought(action, self._value(self._ahead.apply(state, action), seat, luck), 1)
            for action in actions
        )

    def _value(self, s: Any, seat: int, luck: int) -> float:
        """Return the expected score of a seat once its move is done."""
        ahead = self._ahead
        pending = ahead.game.pending(s)
        if isinstance(pending, Draw) and len(pending.outcomes) <= DRAWN:
            total = sum(weight for _, weight in pending.outcomes)
            values = (
                weight * self._done(ahead.settle(s, outcome), seat, luck)
                for outcome, weight in pending.outcomes
            )
            return sum(values) / total
        if isinstance(pending, Over) or (isinstance(pending, Decide) and pending.seat != seat):
            return ahead.standing(s, pending, seat)
        return sum(self._done(s, seat, luck + k) for k in range(self.samples)) / self.samples

    def _done(self, s: Any, seat: int, luck: int) -> float:
        s, pending = self._ahead.finish(s, seat, luck)
        return self._ahead.standing(s, pending, seat)
