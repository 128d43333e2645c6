"""``search`` in koenig: throws tried ahead, cards searched for, and a hand that errs.

Where a tower, a blocker or the start is placed, what it might do is tried two throws ahead with the
game's own sampled throws (``aimer``); a tree over so many poses finds less. Cards and parts are
searched for in a tree, through worlds that agree with what the seat knows.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kullerwerk.players.aimer import REACH, WIN, AimerPlayer
from kullerwerk.players.course import course_of
from kullerwerk.players.hand import carry_out
from kullerwerk.players.search import Budget, SearchMover
from kullerwerk.players.simple import GreedyPlayer, bearing, kind_of, spot
from rules.core.types import Knowledge
from sim.settled import DEGREE

if TYPE_CHECKING:
    from rules.core.types import Game
    from rules.koenig.state import Action, State
    from sim.settled import DieSettled, DieThrow


PLIES = 3
"""Decisions of a turn: blocker, pull, place of the tower."""
METRE = 1000.0
"""Scores are in metres of way."""
AIMED = ("start", "block", "place_tower")
"""Decisions whose throws are tried."""
KNOWN = ("pull", "reorient")
"""Decisions that ``greedy`` takes as well as anybody."""
THROWS = 2
"""How many throws ahead are tried."""
FEWEST = 28
"""Playouts that a time budget begins with: two for each of the likeliest headings."""


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
    """Looks ahead as far as it pays for each kind of decision."""

    __slots__ = ("_budget", "_game", "_rng", "_search", "_skill")

    def __init__(
        self, game: Game[Any, Any], rng: random.Random, budget: Budget, skill: float
    ) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget
        self._skill = skill

        def greedy(s: Any, seat: int, stream: random.Random) -> Any:
            return GreedyPlayer(skill, stream).wish(Knowledge(game, s, seat))

        plies = replace(budget, plies=PLIES) if budget.plies == 0 else budget
        self._search = SearchMover(game, rng, plies, greedy, standing)

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return a legal action."""
        return carry_out(knowledge, self._wish(knowledge), self._skill, self._rng)

    def _wish(self, knowledge: Knowledge[Any, Any]) -> Action:
        kind = kind_of(knowledge)
        if kind in AIMED:
            return self._aimed(knowledge)
        if kind in KNOWN:
            return GreedyPlayer(self._skill, self._rng).wish(knowledge)
        return self._search.think(knowledge)[0].action

    def _aimed(self, knowledge: Knowledge[Any, Any]) -> Action:
        """Return what landed best; a time budget goes on with twice the playouts, and so on."""
        sampled = self._game.sampled(knowledge.sample(self._rng))
        assert sampled is not None, "koenig asks for throws"

        def simulate(request: DieThrow, seed: int, k: int) -> DieSettled:
            return sampled.resolve(request, random.Random(seed + k))

        def wish(playouts: int) -> Action:
            aimer = AimerPlayer(self._skill, playouts, self._rng, simulate, THROWS)
            return aimer.wish(knowledge)

        seconds = self._budget.seconds
        if seconds is None:
            return wish(self._budget.playouts)
        playouts = FEWEST
        end = time.monotonic() + seconds
        began = time.monotonic()
        found = wish(playouts)
        # The next round takes twice as long as the last one did.
        while (now := time.monotonic()) + 2 * (now - began) < end:
            playouts *= 2
            began = now
            found = wish(playouts)
        return found
