"""How many ways a draft and a window can go, against a second, simple way to count them.

``perft`` walks the game; the other counts know nothing of it: a draft as a product over its picks,
a window as rows of answers that are tried one by one against the sentences of the rules.
"""

import pytest
from koenig_kit import BOARD, pro_race, pro_throw, racer
from koenig_pro_kit import THREE_KITS

from rules.core.types import Decide
from rules.koenig.board import make_board
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.state import Setup, WindowFrame

MOMENTS = {
    "invalid": "before after",
    "again": "after",
    "miss": "before",
    "noblock": "before",
    "only12": "before after",
    "all": "before after",
}
MINE, THEIRS = ("again", "all"), ("miss", "noblock", "only12")


def perft(s, depth, inside=lambda s: True):
    """(decisions, states at the depth or outside) under a state."""
    if depth == 0 or not inside(s) or not isinstance(KOENIG.pending(s), Decide):
        return 0, 1
    nodes, leaves = 1, 0
    for action in KOENIG.actions(s):
        more, ends = perft(KOENIG.apply(s, action).state, depth - 1, inside)
        nodes, leaves = nodes + more, leaves + ends
    return nodes, leaves


# --- drafts ------------------------------------------------------------------


def orders(seats, sets, depth):
    """Ways to draft: a row of (group, part) with no group twice in a hand, by brute force."""
    rows = [[]]
    for pick in range(depth):
        lap, at = pick // seats, pick % seats
        mine = at if lap % 2 == 0 else seats - 1 - at
        rows = [
            [*row, (mine, group, part)]
            for row in rows
            for group in range(6)
            for part in range(sets)
            if all(not (who == mine and g == group) for who, g, _ in row)
            and all((g, p) != (group, part) for _, g, p in row)
        ]
    return len(rows)


def removals(sets, depth):
    """Ways to take one part of each group out of the game: no group twice, whoever it is."""
    ways = 1
    for pick in range(depth):
        ways *= (6 - pick) * sets
    return ways


def few(sets):
    names = ("name", "scene", "length", "width", "spheres", "posts", "rays", "start_box")
    return make_board(**{name: getattr(BOARD, name) for name in names}, sets=BOARD.sets[:sets])


@pytest.mark.parametrize(
    ("seats", "sets", "depth", "count"),
    [
        (2, 2, 4, 9840),
        (2, 4, 3, 10560),
        (3, 3, 3, 4896),
        (4, 4, 3, 12144),
    ],
)
def test_a_draft_has_as_many_ways_as_a_brute_force_finds(seats, sets, depth, count):
    s = KOENIG.settle(KOENIG.new(Options("pro"), seats, Setup(few(sets))), 0).state
    assert perft(s, depth)[1] == orders(seats, sets, depth) == count


def test_a_pre_draft_has_as_many_ways_as_a_product_says():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 3, Setup(BOARD)), 1).state
    assert perft(s, 3)[1] == removals(4, 3) == 24 * 20 * 16


# --- windows -----------------------------------------------------------------


def lives(row):
    """Which cards of a row of (seat, card, target) are alive, from the last one to the first."""
    dead = set()
    for k in reversed(range(len(row))):
        if k not in dead and row[k][2] is not None:
            dead.add(row[k][2])
    return [k not in dead for k in range(len(row))]


def answers(row, seat, hand, moment, twice):
    """What a seat may say, straight from the sentences of the rules."""
    yield None
    alive = lives(row)
    for card in sorted(set(hand)):
        if moment not in MOMENTS[card].split():
            continue
        if (card in MINE and seat != 0) or (card in THEIRS and seat == 0):
            continue
        if card != "invalid":
            yield (seat, card, None)
            continue
        for k, (by, other, _) in enumerate(row):
            root = k
            while row[root][2] is not None:
                root = row[root][2]
            if (
                alive[k]
                and by != seat
                and (other != "invalid" or twice)
                and moment in MOMENTS[row[root][1]].split()
            ):
                yield (seat, card, k)


def rows_of(hands, moment, twice):
    """(answers asked for, ways) of a window of three, the first seat being the active one."""

    def count(row, hands, seat, silent):
        if silent == len(hands):
            return 0, 1
        asked, ways = 1, 0
        for answer in answers(row, seat, hands[seat], moment, twice):
            left = (seat + 1) % len(hands)
            if answer is None:
                more = count(row, hands, left, silent + 1)
            else:
                hand = list(hands[seat])
                hand.remove(answer[1])
                rest = [*hands[:seat], hand, *hands[seat + 1 :]]
                more = count([*row, answer], rest, left, 0)
            asked, ways = asked + more[0], ways + more[1]
        return asked, ways

    return count([], [list(hand) for hand in hands], 0, 0)


HANDS = [
    ((), (), ()),
    (("all",), ("miss",), ("only12",)),
    (("invalid", "all"), ("miss", "invalid"), ("only12",)),
    (("invalid", "again"), ("only12", "invalid"), ("invalid",)),
    (("again", "again"), ("noblock", "noblock"), ("invalid",)),
]
TABLE = {
    ("before", False): [(3, 1), (48, 16), (600, 200), (12, 4), (21, 7)],
    ("before", True): [(3, 1), (48, 16), (948, 316), (42, 14), (21, 7)],
    ("after", False): [(3, 1), (15, 5), (69, 23), (117, 39), (21, 7)],
    ("after", True): [(3, 1), (15, 5), (114, 38), (633, 211), (21, 7)],
}


@pytest.mark.parametrize("k", range(len(HANDS)))
@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_window_goes_as_many_ways_as_a_second_generator_finds(moment, twice, k):
    options = Options("pro", cancel_targets_cancel=twice)
    s = pro_race(
        racer((600, 400, 0)), racer((300, 650, 0)), racer((900, 700, 180)),
        hands=HANDS[k], kits=THREE_KITS, options=options,
    )  # fmt: skip
    if moment == "after":
        for _ in range(3):
            s = KOENIG.apply(s, KOENIG.parse(s, "pass")).state
        s, _ = pro_throw(s, (750, 400), face=5)

    def inside(s):
        top = s.agenda[-1]
        return isinstance(top, WindowFrame) and top.moment == moment and _first(s)

    found = perft(s, 99, inside)
    assert found == rows_of(HANDS[k], moment, twice)
    assert found == TABLE[moment, twice][k]


def _first(s):
    """Whether it is still Dolly's first attempt: another one opens a window of its own."""
    return s.agenda[-2].number == 1 and s.agenda[-2].seat == 0
