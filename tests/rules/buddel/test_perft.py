"""C14: all positions up to a depth are counted, by the rules and by a second, simple generator."""

import random

import buddel_simple
import pytest
from buddel_kit import LANE, POCKET, legal

from rules.buddel.board import DEFAULT
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import Setup
from rules.core.types import Decide, Draw, Over

BOARDS = {"default": DEFAULT, "lane": LANE, "pocket": POCKET}


def start(board, n, **options):
    return BUDDEL.new(Options(**options), n, Setup(BOARDS[board], 0))


def scripted(s, rng, steps):
    """A state some random steps on, and the answers that lead to it."""
    answers = []
    for _ in range(steps):
        pending = BUDDEL.pending(s)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Draw):
            given = rng.choice(pending.outcomes)[0]
            s = BUDDEL.settle(s, given).state
        else:
            action = BUDDEL.random_action(s, rng)
            given = BUDDEL.format(s, action)
            s = BUDDEL.apply(s, action).state
        answers.append(given)
    return s, answers


def perft(s, depth):
    """Nodes at every depth below a state: decisions, chance, ends."""
    counts = [[0, 0, 0] for _ in range(depth + 1)]

    def down(s, level):
        pending = BUDDEL.pending(s)
        match pending:
            case Decide():
                counts[level][0] += 1
            case Draw():
                counts[level][1] += 1
            case Over():
                counts[level][2] += 1
                return
        if level == depth:
            return
        if isinstance(pending, Draw):
            for outcome, _ in pending.outcomes:
                down(BUDDEL.settle(s, outcome).state, level + 1)
        else:
            for action in BUDDEL.actions(s):
                down(BUDDEL.apply(s, action).state, level + 1)

    down(s, 0)
    return [tuple(row) for row in counts]


def simple_perft(p, depth):
    """The same by the simple generator."""
    counts = [[0, 0, 0] for _ in range(depth + 1)]

    def down(p, level):
        who, answers = buddel_simple.ask(p)
        counts[level][{"die": 1, "end": 2}.get(who, 0)] += 1
        if who != "end" and level < depth:
            for given in answers:
                down(buddel_simple.answer(p, given), level + 1)

    down(p, 0)
    return [tuple(row) for row in counts]


def simple_of(board, n, answers, **options):
    p = buddel_simple.begin(BOARDS[board].rows, n, 0, **options)
    for given in answers:
        p = buddel_simple.answer(p, given)
    return p


PLACES = [
    # board, players, options, seed, steps before, depth
    ("default", 2, {}, 1, 6, 3),
    ("default", 2, {}, 2, 90, 3),
    ("default", 3, {}, 3, 100, 3),
    ("default", 4, {"full_number": True}, 4, 60, 4),
    ("default", 4, {"send_own_mole": True}, 5, 120, 2),
    ("lane", 2, {}, 6, 6, 5),
    ("lane", 2, {"full_number": True, "rescue_choice": True}, 7, 40, 5),
    ("lane", 4, {"send_own_mole": True, "turn_cap": 16}, 8, 44, 5),
    ("pocket", 3, {"turn_cap": 12}, 9, 30, 5),
]
"""Where to count from, and how far."""


@pytest.mark.parametrize(("board", "n", "options", "seed", "steps", "depth"), PLACES)
def test_both_generators_count_the_same(board, n, options, seed, steps, depth):
    s, answers = scripted(start(board, n, **options), random.Random(seed), steps)
    p = simple_of(board, n, answers, **options)
    assert perft(s, depth) == simple_perft(p, depth)


def same(s, p):
    """Whether both generators stand at the same position."""
    who, answers = buddel_simple.ask(p)
    match BUDDEL.pending(s):
        case Over(termination=reason, scores=scores):
            assert (who, answers) == ("end", reason)
            assert scores == tuple(p["stones"])
        case Draw(outcomes=outcomes):
            assert who == "die"
            assert [outcome for outcome, _ in outcomes] == answers
        case Decide(seat=seat):
            assert who == seat
            assert len(set(answers)) == len(answers)
            assert legal(s) == set(answers)
    assert s.left == p["left"]
    assert list(s.stones) == p["stones"]
    assert list(s.surface) == p["above"]


@pytest.mark.parametrize(
    ("board", "n", "options"),
    [
        ("default", 2, {}),
        ("default", 3, {"rescue_choice": True}),
        ("default", 4, {}),
        ("default", 4, {"send_own_mole": True}),
        ("default", 2, {"full_number": True}),
        ("lane", 4, {"send_own_mole": True, "turn_cap": 60}),
        ("lane", 3, {"full_number": True}),
        ("pocket", 4, {"turn_cap": 50, "full_number": True}),
    ],
)
def test_whole_games_go_the_same_way(board, n, options):
    for seed in range(4):
        s, p = start(board, n, **options), simple_of(board, n, (), **options)
        rng = random.Random(seed)
        same(s, p)
        while not isinstance(BUDDEL.pending(s), Over):
            s, (given,) = scripted(s, rng, 1)
            p = buddel_simple.answer(p, given)
            same(s, p)
