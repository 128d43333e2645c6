"""C14: all positions up to a depth are counted, by the rules and by a second, simple generator."""

import random
from dataclasses import asdict, replace

import buddel_simple
import pytest
from buddel_kit import LANE, POCKET, B, G, R, Y, legal, seats

from rules.buddel.board import DEFAULT, grid_of
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import Setup, TurnFrame
from rules.core.types import Decide, Draw, Over

BOARDS = {"default": DEFAULT, "lane": LANE, "pocket": POCKET}

MIDDLE_2 = Setup(
    DEFAULT,
    first=0,
    carts=("c6", "g5"),
    riders=(seats(n=Y, e=R, w=Y), seats(s=R)),
    captives=(("c5", Y),),
    gorgan="g7",
    stones=(3, 4),
)
MIDDLE_4 = Setup(
    DEFAULT,
    first=2,
    carts=("d8", "f3"),
    riders=(seats(n=Y, e=R, s=G), seats(w=B, n=R, e=G)),
    captives=(("g4", B), ("c3", Y), ("a7", R)),
    gorgan="e5",
    stones=(2, 3, 3, 2),
)
LAST = Setup(
    DEFAULT,
    first=1,
    carts=("c8", "e8"),
    riders=(seats(n=Y, e=R, s=G, w=R), seats(w=G, n=R)),
    captives=(("g7", G),),
    stones=(6, 5, 6),
)


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
        case Over(termination=reason, scores=scores, ranking=ranking):
            assert (who, answers) == ("end", reason)
            assert scores == tuple(p["stones"])
            ordered = sorted(p["stones"], reverse=True)
            assert ranking == tuple(1 + ordered.index(count) for count in p["stones"])
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
    grid = grid_of(s.board)
    held = {grid.names[grid.goblins[k]]: who for k, who in enumerate(s.captives) if who >= 0}
    assert held == {buddel_simple.name(cell): who for cell, who in p["held"].items()}
    assert [grid.names[cell] for cell in s.carts] == [buddel_simple.name(c) for c in p["carts"]]
    assert (s.gorgan >= 0) == (p["gorgan"] is not None)
    if s.gorgan >= 0:
        assert grid.names[grid.goblins[s.gorgan]] == buddel_simple.name(p["gorgan"])
    for riders, there in zip(s.riders, p["seats"], strict=True):
        assert [None if who < 0 else who for who in riders] == [there[side] for side in "nesw"]


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


TABLE = [
    # players, options, setup; at each depth: decisions, chance, ends
    (
        2,
        {},
        Setup(DEFAULT, 0),
        [(1, 0, 0), (8, 0, 0), (56, 0, 0), (240, 0, 0), (1200, 0, 0), (3456, 0, 0)],
    ),
    (3, {}, Setup(DEFAULT, 0), [(1, 0, 0), (8, 0, 0), (56, 0, 0), (336, 0, 0), (1008, 0, 0)]),
    (
        4,
        {},
        Setup(DEFAULT, 0),
        [(1, 0, 0), (8, 0, 0), (56, 0, 0), (336, 0, 0), (1680, 0, 0), (3840, 0, 0)],
    ),
    (
        2,
        {},
        MIDDLE_2,
        [(0, 1, 0), (4, 0, 0), (60, 4, 0), (18, 118, 0), (716, 28, 0), (5538, 1667, 0)],
    ),
    (
        4,
        {},
        MIDDLE_4,
        [(0, 1, 0), (4, 0, 0), (40, 10, 0), (46, 74, 0), (708, 26, 0), (3100, 991, 0)],
    ),
    (
        4,
        {"full_number": True},
        MIDDLE_4,
        [
            (0, 1, 0),
            (4, 0, 0),
            (15, 10, 0),
            (46, 24, 0),
            (258, 26, 0),
            (588, 310, 0),
            (2014, 678, 0),
        ],
    ),
    (
        4,
        {"send_own_mole": True},
        MIDDLE_4,
        [(0, 1, 0), (4, 0, 0), (40, 28, 0), (118, 74, 0), (1428, 242, 0)],
    ),
    (
        4,
        {"rescue_choice": True},
        MIDDLE_4,
        [(0, 1, 0), (4, 0, 0), (40, 10, 0), (46, 74, 0), (708, 34, 0)],
    ),
    (3, {}, LAST, [(0, 1, 0), (4, 0, 0), (24, 9, 0), (39, 36, 9), (366, 28, 0), (985, 420, 87)]),
    (
        2,
        {"turn_cap": 2},
        Setup(LANE, 0, ("a1", "c1")),
        [
            (0, 1, 0),
            (4, 0, 0),
            (22, 2, 0),
            (12, 40, 0),
            (208, 0, 2),
            (620, 0, 160),
            (280, 0, 968),
            (376, 0, 0),
        ],
    ),
]


def simple_at(s):
    """The simple generator's position of a state before a roll or at the first seating."""
    grid = grid_of(s.board)
    seat = BUDDEL.pending(s).seat if isinstance(BUDDEL.pending(s), Decide) else s.agenda[0].seat
    p = buddel_simple.begin(s.board.rows, len(s.stones), seat, **asdict(s.options))
    if isinstance(BUDDEL.pending(s), Draw):
        cells = [buddel_simple.cell_of(name) for name in grid.names]
        p |= {
            "carts": [cells[k] for k in s.carts],
            "seats": [
                {side: None if who < 0 else who for side, who in zip("nesw", riders, strict=True)}
                for riders in s.riders
            ],
            "held": {cells[grid.goblins[k]]: who for k, who in enumerate(s.captives) if who >= 0},
            "gorgan": None if s.gorgan < 0 else cells[grid.goblins[s.gorgan]],
            "above": list(s.surface),
            "stones": list(s.stones),
            "left": s.left,
            "todo": ("die",),
        }
    return p


@pytest.mark.parametrize(("n", "options", "setup", "counts"), TABLE)
def test_perft_table(n, options, setup, counts):
    s = BUDDEL.new(Options(**options), n, setup)
    assert perft(s, len(counts) - 1) == counts
    assert simple_perft(simple_at(s), len(counts) - 1) == counts


def mirrored(s):
    """The state left for right: on a board that is the same both ways."""
    rows = [row[::-1] for row in s.board.rows]
    assert tuple(rows) == s.board.rows
    grid, wide = grid_of(s.board), len(rows[0])

    def cell(k):
        return k - k % wide + wide - 1 - k % wide

    def space(k):
        return grid.goblins.index(cell(grid.goblins[k]))

    spaces = range(len(grid.goblins))
    return replace(
        s,
        carts=tuple(map(cell, s.carts)),
        riders=tuple((n, w, south, e) for n, e, south, w in s.riders),
        captives=tuple(s.captives[space(k)] for k in spaces),
        gorgan=s.gorgan if s.gorgan < 0 else space(s.gorgan),
    )


@pytest.mark.parametrize("setup", [MIDDLE_4, LAST])
def test_c13_the_mirrored_board_counts_the_same(setup):
    s = BUDDEL.new(Options(), len(setup.stones), setup)
    other = mirrored(s)
    assert other != s
    assert mirrored(other) == s
    assert perft(other, 5) == perft(s, 5)


@pytest.mark.parametrize("by", [1, 2, 3])
def test_c13_other_colours_at_the_same_places_count_the_same(by):
    """Everybody's pieces belong to the player ``by`` seats farther on."""
    s = BUDDEL.new(Options(), 4, MIDDLE_4)

    def owner(k):
        return k if k < 0 else (k + by) % 4

    def shifted(counts):
        return counts[-by:] + counts[:-by]

    other = replace(
        s,
        riders=tuple(tuple(map(owner, riders)) for riders in s.riders),
        captives=tuple(map(owner, s.captives)),
        surface=shifted(s.surface),
        stones=shifted(s.stones),
        agenda=(TurnFrame(owner(s.agenda[0].seat), 1),),
    )
    assert other != s
    assert perft(other, 5) == perft(s, 5)
