"""``search`` in company: actions are played on by machine code, the better ones more often.

What a move is worth shows layers later, so a tree over greedy scores finds little. A playout of
``digging`` is so quick that very many can be played, in the lowest layer to the end of the game.
Higher up they end where the next layer is uncovered, by what so many moles are worth there: that
says nearly the same with a tenth of the noise or less.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kullerwerk.players.ahead import Thought, wins
from kullerwerk.players.digging.compiled import Floats, keep_compiled
from kullerwerk.players.digging.playout import play_on
from kullerwerk.players.digging.position import Position, position
from kullerwerk.players.digging.tables import tables
from kullerwerk.players.digging.worth import UNKNOWN, worth_of
from kullerwerk.players.onestep import GreedyMover
from kullerwerk.players.search import Budget
from rules.company.rules import COMPANY
from rules.company.state import Action, State
from rules.core.types import Knowledge

FEWER = 0.4
"""With each layer above the lowest so much of the playouts: they differ less, and take longer."""
TRIED = 3
"""Above so many of the lowest layers greedy decides: playouts would have to be very many there."""
CROWDED = 2
"""In so many of the lowest layers every action is tried: there it pays to stand in the way."""
LIKELY = 8
"""Above them, so many actions that greedy likes best."""
FEWEST = 2
"""Playouts of an action in a round at least."""
AT_A_TIME = 16
"""Playouts of an action between two looks at the clock."""


@dataclass(slots=True)
class Option:
    """An action, and what became of it."""

    action: Action
    start: Position | None
    """Where its playouts begin; None: it ends the game."""
    won: Floats
    """Each seat's share of its playouts together, or of the game that it ends."""
    games: int = 0

    def value(self, seat: int) -> float:
        """Return the share of a win that a seat may hope for."""
        return float(self.won[seat]) / max(1, self.games)


class DiggerSearch:
    """Plays games on; the better half of the actions stays in the race, again and again.

    Sequential halving: Karnin, Koren and Somekh, ICML 2013. The plies of a budget count for
    nothing here: a playout ends with the game or with the layer.
    """

    __slots__ = ("_greedy", "_rng", "budget")

    def __init__(self, rng: random.Random, budget: Budget) -> None:
        self._rng = rng
        self._greedy = GreedyMover(COMPANY, rng)
        self.budget = budget

    def choose(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return the legal action that looks best, of equal ones any."""
        return self.think(knowledge)[0].action

    def think(self, knowledge: Knowledge[State, Action]) -> tuple[Thought, ...]:
        """Return what was found about each action, the best first."""
        s = knowledge.sample(self._rng)
        seat = knowledge.seat
        if len(knowledge.actions) == 1:
            return (Thought(knowledge.actions[0], 0.0, 0),)
        if s.layer < len(s.board.layers) - TRIED:
            return self._liked(knowledge)
        ranked = [_option(s, action) for action in self._likely(knowledge, s)]
        for option in ranked:
            if option.start is None and option.value(seat) == 1:
                return (Thought(option.action, 1.0, 0),)
        keep_compiled()
        luck = self._rng.getrandbits(32)
        self._rng.shuffle(ranked)
        left = len(ranked)
        rounds = math.ceil(math.log2(left))
        for _ in range(rounds):
            for games in self._games(s, rounds, left):
                for option in ranked[:left]:
                    _play_on(s, option, luck, games)
            ranked[:left] = sorted(ranked[:left], key=lambda option: -option.value(seat))
            left = (left + 1) // 2
        return tuple(Thought(one.action, one.value(seat), one.games) for one in ranked)

    def _liked(self, knowledge: Knowledge[State, Action]) -> tuple[Thought, ...]:
        """Return what greedy thinks of each action, the best first, equal ones in any order."""
        thoughts = list(self._greedy.think(knowledge))
        self._rng.shuffle(thoughts)
        return tuple(sorted(thoughts, key=lambda thought: -thought.value))

    def _likely(self, knowledge: Knowledge[State, Action], s: State) -> tuple[Action, ...]:
        """Return the actions to try."""
        if s.layer >= len(s.board.layers) - CROWDED or len(knowledge.actions) <= LIKELY:
            return knowledge.actions
        return tuple(thought.action for thought in self._liked(knowledge)[:LIKELY])

    def _games(self, s: State, rounds: int, count: int) -> Iterator[int]:
        """Yield how many more games each of ``count`` actions gets, until the round is over."""
        seconds = self.budget.seconds
        if seconds is None:
            above = len(s.board.layers) - 1 - s.layer
            playouts = self.budget.playouts * FEWER**above
            yield max(FEWEST, int(playouts / (rounds * count)))
            return
        end = time.monotonic() + seconds / rounds
        while time.monotonic() < end:
            yield AT_A_TIME


def _option(s: State, action: Action) -> Option:
    """Return an action that was not tried yet."""
    after = COMPANY.apply_unchecked(s, action).state
    if after.over is not None:
        return Option(action, None, np.array(wins(after.over)))
    return Option(action, position(after), np.zeros(len(s.moles)))


def _play_on(s: State, option: Option, luck: int, games: int) -> None:
    """Play so many more games on after an action of ``s``."""
    if option.start is None:
        return
    board, bonus_moves, cap = s.board, s.options.bonus_moves, s.options.turn_cap
    two = len(s.moles) == 2
    numbers = tables(board, two, bonus_moves, cap)
    worth = worth_of(board, bonus_moves, cap) if two else UNKNOWN
    play_on(numbers, option.start, luck, option.games, games, worth, s.layer + 1, option.won)
    option.games += games
