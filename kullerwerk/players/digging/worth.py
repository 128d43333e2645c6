"""What moles are worth where a layer is uncovered: found by playouts, and what ends playouts."""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np

from kullerwerk.players.digging.compiled import Floats
from kullerwerk.players.digging.playout import play_on
from kullerwerk.players.digging.position import ROTATE, Position
from kullerwerk.players.digging.tables import INDEX, tables
from rules.company.board import Board
from rules.company.net import cell_of
from rules.company.state import SET

UNKNOWN: Floats = np.full((1, 1, 2), -1.0)
"""What moles are worth in a game of more than two: see ``add_expected``."""
FEW_HOLES = 8
"""Above so many holes it counts only how many moles of each seat came through, not where."""
GAMES = 40_000
"""Playouts of a layer with few holes together, shared by all ways to share out its holes."""
EACH = 500
"""Playouts of each of these ways at least."""
SAMPLES = 80
"""Ways to share out more holes that are tried for every number of own ones."""
OF_A_SAMPLE = 10
"""Playouts of each of these."""


@lru_cache(maxsize=64)
def worth_of(board: Board, bonus_moves: bool, cap: int) -> Floats:
    """Return the first seat's chance to win when a layer is uncovered, in a game of two.

    ``[layer, holes above that are its own as bits, who moves next]``; all others of these holes are
    the rival's. -1 = not known. From the lowest layer up, each by playouts to the next one, from
    every way to share out the holes, or of many holes from some for every number of own ones.
    """
    t = tables(board, True, bonus_moves, cap)
    most = max(len(layer.holes) for layer in board.layers)
    worth = np.full((len(board.layers) + 1, 1 << most, 2), -1.0)
    rng = random.Random(1)
    for layer in range(len(board.layers) - 1, 0, -1):
        count = len(board.layers[layer - 1].holes)
        ways = (1 << count) - 1
        if count <= FEW_HOLES:
            for own in range(1, ways):
                won = np.zeros(2)
                play_on(t, _shared(board, layer, own), 1, 0, max(EACH, GAMES // ways), worth,
                        layer + 1, won)  # fmt: skip
                worth[layer, own, 0] = won[0] / won.sum()
                worth[layer, ways ^ own, 1] = won[1] / won.sum()
            continue
        by_number: list[Floats] = []
        for number in range(1, count):
            won = np.zeros(2)
            for k in range(SAMPLES):
                own = sum(1 << hole for hole in rng.sample(range(count), number))
                play_on(t, _shared(board, layer, own), 1, OF_A_SAMPLE * k, OF_A_SAMPLE, worth,
                        layer + 1, won)  # fmt: skip
            by_number.append(won / won.sum())
        for own in range(1, ways):
            worth[layer, own, 0] = by_number[own.bit_count() - 1][0]
            worth[layer, ways ^ own, 1] = by_number[own.bit_count() - 1][1]
    return worth


def _shared(board: Board, layer: int, own: int) -> Position:
    """Return a layer that is uncovered with the first seat on move, ``own``: its holes above."""
    holes = [INDEX[cell_of(spot)] for spot in board.layers[layer - 1].holes]
    seats = [[at for k, at in enumerate(holes) if (own >> k & 1) == mine] for mine in (1, 0)]
    moles = np.zeros((2, len(holes)), np.int64)
    for seat, spaces in enumerate(seats):
        moles[seat, : len(spaces)] = spaces
    return Position(
        moles,
        np.array([len(spaces) for spaces in seats], np.int64),
        np.array((SET, SET), np.int64),
        np.array((layer, -1, 1, ROTATE, 0, 0, 0, 0, 0, 0), np.int64),
    )
