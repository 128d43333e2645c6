"""Two games whose best play is known: tic-tac-toe, and Nim (who takes the last one wins).

Their scores say nothing until the end, so that whoever plays them well has looked ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.core.agenda import Handler
from rules.core.machine import Machine
from rules.core.types import LEGAL, Choice, Decide, Listed, Over, refuse

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True)
class NoOptions:
    pass


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int


@dataclass(frozen=True, slots=True)
class State:
    cells: tuple[int, ...]
    agenda: tuple
    over: Over | None = None
    options: NoOptions = NoOptions()


def won(seat, end):
    return Over(
        end, tuple(1 + (k != seat) for k in (0, 1)), tuple(float(k == seat) for k in (0, 1))
    )


class Small(Machine):
    version = 1
    seats = range(2, 3)
    presets: Mapping[str, NoOptions] = {"plain": NoOptions()}
    choices: Mapping[str, Choice] = {}

    def __init__(self):
        self.handlers = {Turn: Handler(pending=lambda s, f: Decide(f.seat, "move"), act=self.act)}

    def options(self, values):
        assert not values
        return NoOptions()

    def begin(self, options, seats, setup=None):
        return self.begun(State(self.first if setup is None else setup, (Turn(0),)))

    def new(self, options, seats, setup=None):
        return self.begin(options, seats, setup).state

    def seated(self, s):
        return 2

    def space(self, s):
        return Listed(self.actions(s))

    def check(self, s, a):
        return LEGAL if a in self.actions(s) else refuse("not-now", "that is not offered now")

    def observe(self, s, seat):
        return s

    def determinize(self, s, seat, rng):
        return s

    def random_action(self, s, rng):
        return rng.choice(self.actions(s))

    def score(self, s, seat):
        return 0.0

    def sampled(self, s):
        return None

    def format(self, s, a):
        return str(a)

    def dump(self, s):
        return {"options": {}, "cells": list(s.cells), "over": s.over is not None}


class TicTacToe(Small):
    name = "tictactoe"
    title = "Tic-tac-toe"
    first = (0,) * 9

    def actions(self, s):
        return () if s.over else tuple(k for k in range(9) if not s.cells[k])

    def act(self, s, frame, action, emit):
        seat = frame.seat
        cells = tuple(seat + 1 if k == action else c for k, c in enumerate(s.cells))
        if any(all(cells[k] == seat + 1 for k in line) for line in LINES):
            return State(cells, (), won(seat, "three"))
        if all(cells):
            return State(cells, (), Over("full", (1, 1), (0.5, 0.5)))
        return State(cells, (Turn(1 - seat),))


class Nim(Small):
    """An action is ``10 * heap + how many``."""

    name = "nim"
    title = "Nim"
    first = (3, 4, 5)

    def actions(self, s):
        return tuple(10 * h + n for h, size in enumerate(s.cells) for n in range(1, size + 1))

    def act(self, s, frame, action, emit):
        heap, count = divmod(action, 10)
        cells = tuple(size - count * (h == heap) for h, size in enumerate(s.cells))
        if not any(cells):
            return State(cells, (), won(frame.seat, "last"))
        return State(cells, (Turn(1 - frame.seat),))


TICTACTOE = TicTacToe()
NIM = Nim()


@cache
def worth(game, s):
    """The share of a win that the seat to move gets in perfect play, by trying everything."""
    seat = s.agenda[-1].seat
    return max(worth_after(game, s, action, seat) for action in game.actions(s))


def worth_after(game, s, action, seat):
    after = game.apply_unchecked(s, action).state
    return after.over.scores[seat] if after.over else 1 - worth(game, after)
