"""``search`` in koenig: guided by what a good eye sees, and carried out by a hand that errs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from kullerwerk.players.hand import carry_out
from kullerwerk.players.search import Budget, SearchMover
from kullerwerk.players.simple import GreedyPlayer
from rules.core.types import Knowledge

if TYPE_CHECKING:
    from kullerwerk.players.ahead import Thought
    from rules.core.types import Game


class HandedSearch:
    """Searches among what the game proposes and what ``greedy`` would do."""

    __slots__ = ("_rng", "_search", "_skill")

    def __init__(
        self, game: Game[Any, Any], rng: random.Random, budget: Budget, skill: float
    ) -> None:
        self._rng = rng
        self._skill = skill

        def greedy(s: Any, seat: int, stream: random.Random) -> Any:
            return GreedyPlayer(skill, stream).wish(Knowledge(game, s, seat))

        self._search = SearchMover(game, rng, budget, greedy)

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return a legal action."""
        return carry_out(knowledge, self.think(knowledge)[0].action, self._skill, self._rng)

    def think(self, knowledge: Knowledge[Any, Any]) -> tuple[Thought, ...]:
        """Return what was found about each action, the best first."""
        return self._search.think(knowledge)
