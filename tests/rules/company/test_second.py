"""Every question of whole games is the one that a second, plain generator asks too."""

import random

import pytest
from company_dumb import Dumb
from company_kit import ABOVE, BOARD, HILL, stand

from rules.company.options import Options
from rules.company.rules import COMPANY
from rules.company.state import Setup
from rules.core.types import Decide, Draw, Over


def question(s):
    match COMPANY.pending(s):
        case Decide(seat=seat):
            return "do", seat, sorted(COMPANY.format(s, a) for a in COMPANY.actions(s))
        case Draw(kind=kind, outcomes=outcomes):
            return "draw", kind, dict(outcomes)
        case Over(termination=termination, ranking=ranking):
            return "over", termination, ranking


def side_by_side(s, other, rng, aim):
    """Play both to the end; ``aim`` is the share of moves that go into holes where they can."""
    while True:
        asked = question(s)
        assert asked == other.question()
        if asked[0] == "over":
            return asked[1]
        if asked[0] == "do":
            text = rng.choice(asked[2])
            if rng.random() < aim:
                text = aimed(other, asked[2], rng)
            s, other = COMPANY.apply(s, COMPANY.parse(s, text)).state, other.answered(text)
        else:
            outcome = rng.choice([o for o, n in asked[2].items() for _ in range(n)])
            s, other = COMPANY.settle(s, outcome).state, other.answered(outcome)


def aimed(other, texts, rng):
    """Into a hole if that can be, and out of none; pass where one may."""
    if other.phase != "move":
        return "pass" if "pass" in texts else rng.choice(texts)

    def worth(text):
        after = other.answered(text)
        if after.rot is None or after.phase == "over":
            return 100, rng.random()
        return sum(map(after.is_hole, after.own(other.seat))), rng.random()

    return max(texts, key=worth)


@pytest.mark.parametrize("tournament", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_on_the_default_layers(seats, tournament):
    for seed in range(2):
        s = COMPANY.new(Options(tournament=tournament), seats)
        other = Dumb(BOARD, seats, tournament=tournament)
        side_by_side(s, other, random.Random(seed), 0.9)


@pytest.mark.parametrize("board", [HILL, ABOVE], ids=lambda board: board.name)
@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_on_small_layers(board, seats, bonus):
    ends = set()
    for seed in range(12):
        options = Options(bonus_moves=bonus, turn_cap=60, tournament=seed % 3 == 0)
        s = COMPANY.new(options, seats, Setup(board, each=1 + seed % 3))
        other = Dumb(board, seats, bonus=bonus, cap=60, tournament=seed % 3 == 0, each=1 + seed % 3)
        ends.add(side_by_side(s, other, random.Random(seed), 0.6))
    assert len(ends) > 1


@pytest.mark.parametrize("rotation", [None, 0, 1, 2, 3, 4, 5])
def test_the_last_layers_however_they_lie(rotation):
    for seed in range(3):
        for layer, moles in (
            (3, ("b5 b6 e2", "h4 h5", "e8 f7 d6")),
            (4, ("b5 c8", "h4 h5")),
            (4, ("b5", "h4 h5", "e8")),
        ):
            how = {"layer": layer, "rotation": rotation, "starter": 1}
            side_by_side(
                stand(*moles, **how), Dumb.stood(BOARD, moles, **how), random.Random(seed), 0.7
            )
