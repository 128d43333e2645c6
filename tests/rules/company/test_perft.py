"""Perft: how many decisions, draws and ends a tree has, against numbers and a second generator.

A tree of depth 3 holds all games of up to three answers; every node counts once, its root too.
"""

import pytest
from company_dumb import Dumb
from company_kit import ABOVE, BOARD, HILL, cells, stand

from rules.company.net import NAMES, cell_of, spot_of, turned
from rules.company.options import Options
from rules.company.rules import COMPANY
from rules.company.state import Setup
from rules.core.types import Decide, Draw


def perft(s, depth):
    """(decisions, draws, ends) in the tree below a state."""
    pending = COMPANY.pending(s)
    if isinstance(pending, Decide):
        counts = [1, 0, 0]
        after = (COMPANY.apply_unchecked(s, a).state for a in COMPANY.actions(s))
    elif isinstance(pending, Draw):
        counts = [0, 1, 0]
        after = (COMPANY.settle_unchecked(s, o).state for o, _ in pending.outcomes)
    else:
        return 0, 0, 1
    if depth:
        for one in after:
            for k, n in enumerate(perft(one, depth - 1)):
                counts[k] += n
    return tuple(counts)


def plain_perft(g, depth):
    """The same by the second generator."""
    kind, _, answers = g.question()
    counts = {"do": [1, 0, 0], "draw": [0, 1, 0], "over": [0, 0, 1]}[kind]
    if depth and kind != "over":
        for one in answers:
            for k, n in enumerate(plain_perft(g.answered(one), depth - 1)):
                counts[k] += n
    return tuple(counts)


START = (None, None)
MIDDLE = ("a6 b4 c4 d2 e7", "f4 g5 h3 i2 e8")
THREE = ("b4 c4 d8", "f3 g6 h4", "e1 e8 h6")
LOW = ("b5 c8 e2", "h4 h5 f7")
LAST = ("b5 e6", "h4", "e8 f2")

POSITIONS = {
    "start": (BOARD, START, {}, {}, 4),
    "middle": (BOARD, MIDDLE, {"layer": 1, "rotation": 2, "starter": 0}, {}, 8),
    "layer 2": (BOARD, THREE, {"layer": 2, "rotation": 0, "starter": 1}, {}, 8),
    "choice of two": (
        BOARD, THREE, {"layer": 2, "rotation": 5, "starter": 2}, {"tournament": True}, 9,
    ),
    "without bonus": (BOARD, LOW, {"layer": 3, "rotation": 1, "starter": 0}, {"bonus": False}, 8),
    "layer 3": (BOARD, LOW, {"layer": 3, "rotation": None, "starter": None}, {}, 8),
    "last layer, 2": (BOARD, LAST[:2], {"layer": 4, "rotation": 4, "starter": 0}, {}, 9),
    "last layer, 3": (BOARD, LAST, {"layer": 4, "rotation": 3, "starter": 1}, {}, 10),
    "hill": (HILL, START, {}, {"each": 2}, 4),
    "above": (ABOVE, ("d4 e4", "f5 g4"), {"layer": 1, "rotation": 0, "starter": 0}, {}, 10),
}  # fmt: skip

COUNTS = {
    "start": (27_660, 7, 0),
    "middle": (14_841, 3_344, 0),
    "layer 2": (5_896, 1_436, 0),
    "choice of two": (6_159, 775, 0),
    "without bonus": (3_281, 723, 0),
    "layer 3": (10_128, 388, 0),
    "last layer, 2": (6_084, 381, 213),
    "last layer, 3": (6_150, 3_786, 356),
    "hill": (3_480, 7, 0),
    "above": (4_265, 2_001, 0),
}
"""(decisions, draws, ends) of these trees."""


def begun(case):
    """A position in the game, and in the second generator."""
    board, moles, how, options, _ = POSITIONS[case]
    bonus, tournament = options.get("bonus", True), options.get("tournament", False)
    chosen = Options(tournament, bonus)
    if moles == START:
        each = options.get("each", 0)
        return COMPANY.new(chosen, 2, Setup(board, each=each)), Dumb(board, 2, each=each)
    s = stand(*moles, **how, options=chosen, board=board)
    return s, Dumb.stood(board, moles, **how, bonus=bonus, tournament=tournament)


@pytest.mark.parametrize("case", POSITIONS)
def test_c14_the_numbers(case):
    s, _ = begun(case)
    assert perft(s, POSITIONS[case][4]) == COUNTS[case]


@pytest.mark.parametrize("case", POSITIONS)
def test_c14_the_second_generator_counts_the_same(case):
    s, g = begun(case)
    depth = POSITIONS[case][4] - 2
    assert plain_perft(g, depth) == perft(s, depth)


def renamed(names, sixths):
    """Names of spaces once the whole table is turned."""
    return " ".join(NAMES[cell_of(turned(spot_of(c), sixths))] for c in cells(names))


@pytest.mark.parametrize("sixths", range(1, 6))
def test_c13_the_whole_table_may_be_turned(sixths):
    for moles, layer in ((MIDDLE, 1), (THREE, 2), (LAST[:2], 4)):
        straight = stand(*moles, layer=layer, rotation=0)
        aside = [renamed(names, sixths) for names in moles]
        assert perft(straight, 4) == perft(stand(*aside, layer=layer, rotation=sixths), 4)


def test_c13_seats_may_change_as_long_as_their_order_stays():
    for first in range(3):
        moles = THREE[-first:] + THREE[:-first] if first else THREE
        s = stand(*moles, layer=2, rotation=0, starter=(1 + first) % 3)
        assert perft(s, 4) == perft(stand(*THREE, layer=2, rotation=0, starter=1), 4)
