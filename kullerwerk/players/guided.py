"""``search`` in koenig: guided by what a good eye sees, and carried out by a hand that errs."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kullerwerk.players.aimer import REACH, WIN
from kullerwerk.players.course import course_of
from kullerwerk.players.hand import carry_out
from kullerwerk.players.search import Budget, SearchMover
from kullerwerk.players.simple import GreedyPlayer, bearing, kind_of, spot
from rules.core.types import Knowledge
from sim.settled import DEGREE

if TYPE_CHECKING:
    from kullerwerk.players.ahead import Thought
    from rules.core.types import Game
    from rules.koenig.state import State


PLIES = 3
"""Decisions of a turn: blocker, pull, place of the tower."""
METRE = 1000.0
"""Scores are in metres of way."""


def standing(s: State, seat: int) -> float:
    """Return how well a seat stands: metres of way behind it, less what a bad heading costs."""
    if s.over is not None:
        return WIN / METRE * s.over.scores[seat]
    racer = s.racers[seat]
    if racer.pose is None:
        return 0.0
    course = course_of(s.board)
    place = spot(racer.pose)
    target = course.target(place, racer.counters)
    turn = math.radians((bearing(racer.pose, target) - racer.pose[2]) / DEGREE)
    return -(course.way(place, racer.counters) + REACH / 2 * (1 - math.cos(turn))) / METRE


class HandedSearch:
    """Searches among what the game proposes and what ``greedy`` would do."""

    __slots__ = ("_budget", "_rng", "_search", "_skill")

    def __init__(
        self, game: Game[Any, Any], rng: random.Random, budget: Budget, skill: float
    ) -> None:
        self._rng = rng
        self._budget = budget
        self._skill = skill

        def greedy(s: Any, seat: int, stream: random.Random) -> Any:
            return GreedyPlayer(skill, stream).wish(Knowledge(game, s, seat))

        self._search = SearchMover(game, rng, budget, greedy, standing)

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return a legal action."""
        return carry_out(knowledge, self.think(knowledge)[0].action, self._skill, self._rng)

    def think(self, knowledge: Knowledge[Any, Any]) -> tuple[Thought, ...]:
        """Return what was found about each action, the best first."""
        seats = knowledge.game.seated(knowledge.sample(self._rng))
        # The place of a tower shows its worth in the next throw; all else in this one.
        rounds = seats if kind_of(knowledge) == "place_tower" else 1
        if self._budget.plies == 0:
            self._search.budget = replace(self._budget, plies=PLIES * rounds)
        return self._search.think(knowledge)
