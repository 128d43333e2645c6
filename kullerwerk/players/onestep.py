"""Players for any game that look one move ahead, or none: ``random`` and ``greedy``."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from kullerwerk.players.ahead import WIN, Ahead, Thought, best, wins
from rules.core.types import Continuous, Decide, Draw, Game, Knowledge, Over

SAMPLES = 3
"""Outcomes of physics that a greedy player imagines for one action."""
CANDIDATES = 8
"""Actions made of numbers that it looks at."""
DRAWN = 16
"""A draw with more outcomes than that is sampled, not listed."""
FOLLOW_UPS = 4
"""Decisions of its own in a row that it thinks through after an action."""


@dataclass(slots=True)
class RandomMover:
    """Any legal action, all equally likely as far as the game can tell."""

    rng: random.Random

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return a random legal action."""
        return knowledge.random_action(self.rng)


class GreedyMover:
    """The action after which its own score is highest, on average over what chance may do.

    Decisions of its own that follow at once belong to the same move and are thought through, with
    ever fewer outcomes; those of the others are not.
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
            Thought(action, self._after(state, action, seat, luck, self.samples, FOLLOW_UPS), 1)
            for action in actions
        )

    def _after(
        self, s: Any, action: Any, seat: int, luck: int, samples: int, follow: int
    ) -> float:
        return self._value(self._ahead.apply(s, action), seat, luck, samples, follow)

    def _value(self, s: Any, seat: int, luck: int, samples: int, follow: int) -> float:
        """Return the expected score of a seat once its move is done."""
        ahead = self._ahead
        pending = ahead.game.pending(s)
        if isinstance(pending, Over):
            share = wins(pending)[seat]
            return ahead.game.score(s, seat) + WIN * (share or -1.0)
        if isinstance(pending, Decide):
            if pending.seat != seat or follow == 0:
                return ahead.game.score(s, seat)
            return self._follow_up(s, seat, luck, follow)
        if isinstance(pending, Draw) and len(pending.outcomes) <= DRAWN:
            total = sum(weight for _, weight in pending.outcomes)
            return (
                sum(
                    weight * self._value(ahead.settle(s, outcome), seat, luck, 1, follow)
                    for outcome, weight in pending.outcomes
                )
                / total
            )
        values = [
            self._value(
                ahead.settle(s, ahead.outcome(s, pending, random.Random(luck + k))),
                seat,
                luck + k,
                1,
                follow,
            )
            for k in range(samples)
        ]
        return sum(values) / samples

    def _follow_up(self, s: Any, seat: int, luck: int, follow: int) -> float:
        """Return the best that the seat can make of a further decision in the same move."""
        space = self._ahead.game.space(s)
        if isinstance(space, Continuous):
            # The game's own first proposal stands for all that could be tried.
            actions = (*space.listed[:1], *space.propose(random.Random(luck), 1))
        else:
            actions = space.actions
        return max(self._after(s, action, seat, luck, 1, follow - 1) for action in actions)
