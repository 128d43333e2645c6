"""C13, C14: counts of positions, by two generators; mirrored and relabelled games count alike."""

from collections import Counter
from string import ascii_lowercase

import pytest
from hoehle_kit import FIELD, ISLANDS, TOUCHING, TWO_CAVES, game
from hoehle_plain import Ground, Plain, name

from rules.core.types import Draw, Over
from rules.hoehle.board import default_board, make_board
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import Setup

GARDEN = default_board()


def perft(s, depth):
    """Positions after ``depth`` answers, by what they wait for."""
    pending = HOEHLE.pending(s)
    if isinstance(pending, Over):
        return Counter({"over": 1})
    if depth == 0:
        return Counter({"draw" if isinstance(pending, Draw) else pending.kind: 1})
    total = Counter()
    if isinstance(pending, Draw):
        for outcome, _ in pending.outcomes:
            total += perft(HOEHLE.settle(s, outcome).state, depth - 1)
    for action in HOEHLE.actions(s):
        total += perft(HOEHLE.apply_unchecked(s, action).state, depth - 1)
    return total


def plain_perft(p, depth):
    if p.end is not None:
        return Counter({"over": 1})
    if depth == 0:
        return Counter({"dig" if p.due or p.active else "move": 1})
    total = Counter()
    for text in p.legal():
        total += plain_perft(p.do(text), depth - 1)
    return total


def plain(s, **options):
    """The simple game that stands as ``s`` at the beginning of a turn."""
    ground = Ground(s.board.rows)
    places = {name(place): place for place in ground.all}
    tiles = {
        places[cell]: ("mole" if tile <= 4 else "busy", (tile - 1) % 4)
        for cell, tile in zip(s.board.tables.names, s.cells, strict=True)
        if tile
    }
    return Plain(ground, s.seats, tiles, s.agenda[0].seat, **options)


FIELDS = ("e3 d4 b4 c3", "e5 c4 f4 h6")
SMALL = ("c1 a3 b2", "c5 d5 a5 e1")
WINS = ("d4 e3 d2 b2", "f2 g3")
LANES = make_board("lanes", True, (*ISLANDS.rows[:-1], "... ..."))
TWO = ("b6 c5 e6 g6 a1", "a5 b4 f7 f5 e1")
BOTH = [
    ("garden, 2 players", lambda: HOEHLE.new(None, 2, Setup(first=0)), {}, 2),
    ("garden, 3 players", lambda: HOEHLE.new(None, 3, Setup(first=1)), {}, 1),
    ("garden, 4 players", lambda: HOEHLE.new(None, 4, Setup(first=3)), {}, 1),
    ("field", lambda: game(*FIELDS), {}, 2),
    ("field, any mover", lambda: game(*FIELDS, movers="any"), {"movers": "any"}, 2),
    (
        "field, caves closed to movers",
        lambda: game(*FIELDS, mover_enters_occupied_cave=False),
        {"enters": False},
        2,
    ),
    ("two caves", lambda: game(*SMALL, board=TWO_CAVES), {}, 3),
    ("lanes", lambda: game(*TWO, board=LANES), {}, 9),
    (
        "lanes, third draws",
        lambda: game(*TWO, board=LANES, repetition="third_draws"),
        {"rule": "third_draws"},
        9,
    ),
    ("touching", lambda: game("a1 c5 d4 c3", "f3 g4 f5 d3", board=TOUCHING), {}, 4),
    ("touching, a win", lambda: game(*WINS, busy=("f4", ""), board=TOUCHING), {}, 3),
    ("islands", lambda: game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS), {}, 3),
    ("cap", lambda: game(*SMALL, board=TWO_CAVES, move_cap=2), {"cap": 2}, 3),
]  # fmt: skip
COUNTS = {
    "garden, 2 players": {"dig": 234, "move": 955},
    "garden, 3 players": {"dig": 9, "move": 16},
    "garden, 4 players": {"dig": 9, "move": 16},
    "field": {"move": 96},
    "field, any mover": {"dig": 28, "move": 578},
    "field, caves closed to movers": {"move": 88},
    "two caves": {"dig": 321, "move": 2132},
    "lanes": {"move": 7},
    "lanes, third draws": {"move": 12, "over": 4},
    "touching": {"dig": 376, "move": 616},
    "touching, a win": {"dig": 957, "move": 3531, "over": 22},
    "islands": {"over": 1},
    "cap": {"over": 180},
    "garden, 2 players, drawn": {"dig": 468, "move": 1910},
    "garden, 3 players, drawn": {"dig": 27, "move": 58},
    "garden, 4 players, drawn": {"dig": 36, "move": 64},
    "nothing drawn": {"draw": 1},
}


@pytest.mark.parametrize(("label", "start", "options", "depth"), BOTH, ids=[row[0] for row in BOTH])
def test_c14_two_generators_count_alike(label, start, options, depth):
    s = start()
    found = perft(s, depth)
    assert found == COUNTS[label]
    assert plain_perft(plain(s, **options), depth) == found


DEEPER = [
    ("garden, 2 players, drawn", lambda: HOEHLE.new(None, 2), 3),
    ("garden, 3 players, drawn", lambda: HOEHLE.new(None, 3), 2),
    ("garden, 4 players, drawn", lambda: HOEHLE.new(None, 4), 2),
    ("nothing drawn", lambda: HOEHLE.new(None, 4), 0),
]


@pytest.mark.parametrize(("label", "start", "depth"), DEEPER, ids=[row[0] for row in DEEPER])
def test_c14_deeper(label, start, depth):
    assert perft(start(), depth) == COUNTS[label]


def turned(names, times, size):
    """Cells of a square board turned clockwise by quarters."""
    for _ in range(times):
        names = " ".join(
            ascii_lowercase[int(cell[1:]) - 1] + str(size - ascii_lowercase.index(cell[0]))
            for cell in names.split()
        )
    return names


def mirrored(names, size=9):
    return " ".join(
        ascii_lowercase[size - 1 - ascii_lowercase.index(cell[0])] + cell[1:]
        for cell in names.split()
    )


def test_c13_every_starter_counts_alike_with_two_and_four_players():
    for seats in (2, 4):
        counts = [
            perft(HOEHLE.new(None, seats, Setup(first=first)), 2 if seats == 2 else 1)
            for first in range(seats)
        ]
        assert all(count == counts[0] for count in counts)


def test_c13_mirrored_turned_and_relabelled_games_count_alike():
    start = perft(game(*FIELDS), 2)
    assert perft(game(*map(mirrored, FIELDS)), 2) == start
    for times in (1, 2, 3):
        assert perft(game(*(turned(one, times, 9) for one in FIELDS)), 2) == start
    assert perft(game(*reversed(FIELDS), first=1, board=FIELD), 2) == start
