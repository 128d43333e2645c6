"""The boards of company in numbers, as compiled playouts read them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kullerwerk.players.digging.compiled import Ints
from rules.company.board import Board
from rules.company.ground import ground
from rules.company.net import NAMES, STEPS, TURNS, Cell, cell_of, turned

SPACES = len(NAMES)
"""Crossings of the largest layer: few enough for the bits of one number."""
INDEX: dict[Cell, int] = {cell: k for k, cell in enumerate(sorted(NAMES))}
"""The number of each crossing, from 0 to 60."""


class Tables(NamedTuple):
    """A board in numbers; ground ``TURNS * layer + rotation``, crossings counted from 0 to 60."""

    paths: Ints
    """``[ground, bonus, value, space, way]``: the bits of a move that must be free, -1 = never."""
    targets: Ints
    """``[value, space, way]``: where a move ends."""
    holes: Ints
    """``[ground]``: the holes as bits."""
    hole_numbers: Ints
    """``[ground, space]``: which hole of the layer it is."""
    specials: Ints
    """``[ground]``: the special spaces as bits; 0 where they give no further move."""
    digs: Ints
    """``[ground, space, k]``: the bits of the moves that end in a hole."""
    dig_values: Ints
    """``[ground, space, k]``: 1 << (value - 1) of those."""
    dig_counts: Ints
    """``[ground, space]``: how many there are."""
    dig_reach: Ints
    """``[ground, space]``: the bits of all of them."""
    spaces: Ints
    """``[k]``: the spaces of the top layer."""
    limits: Ints
    """How many layers, and after how many turns a game ends."""


@lru_cache(maxsize=64)
def tables(board: Board, limited: bool, bonus_moves: bool, cap: int) -> Tables:
    """Return a board in numbers."""
    count = TURNS * len(board.layers)
    grounds = [
        ground(board, depth, rotation, limited)
        for depth in range(len(board.layers))
        for rotation in range(TURNS)
    ]
    paths = np.full((count, 2, 5, SPACES, TURNS), -1, np.int64)
    targets = np.full((5, SPACES, TURNS), -1, np.int64)
    most = max(max(map(len, g.digs)) for g in grounds)
    digs = np.zeros((count, SPACES, most), np.int64)
    values = np.zeros((count, SPACES, most), np.int64)
    counts = np.zeros((count, SPACES), np.int64)
    reach = np.zeros((count, SPACES), np.int64)
    hole_numbers = np.full((count, SPACES), -1, np.int64)
    for k, g in enumerate(grounds):
        for number, spot in enumerate(board.layers[k // TURNS].holes):
            hole_numbers[k, INDEX[cell_of(turned(spot, k % TURNS))]] = number
        for cell in g.cells:
            space = INDEX[cell]
            for bonus in (False, True):
                for value in range(1, 5):
                    for mask, move in g.moves[bonus][value][cell]:
                        paths[k, int(bonus), value, space, move.way] = _packed(mask)
                        end = cell + value * STEPS[move.way]
                        targets[value, space, move.way] = INDEX[end]
            for n, (value, mask) in enumerate(g.digs[cell]):
                digs[k, space, n] = _packed(mask)
                values[k, space, n] = 1 << (value - 1)
                reach[k, space] |= _packed(mask)
            counts[k, space] = len(g.digs[cell])
    return Tables(
        paths,
        targets,
        np.array([_packed(g.holes) for g in grounds], np.int64),
        hole_numbers,
        np.array([_packed(g.specials) if bonus_moves else 0 for g in grounds], np.int64),
        digs,
        values,
        counts,
        reach,
        np.array([INDEX[cell] for cell in grounds[0].cells], np.int64),
        np.array([len(board.layers), cap], np.int64),
    )


def _packed(mask: int) -> int:
    """Bits of crossings by their numbers from 0 to 60."""
    packed = 0
    while mask:
        low = mask & -mask
        packed |= 1 << INDEX[low.bit_length() - 1]
        mask ^= low
    return packed
