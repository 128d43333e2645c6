"""Custom boards and hand-made starts."""

import pytest
from company_kit import (
    BOARD,
    HILL,
    asked,
    play,
    stand,
    values,
    where,
)

from rules.company.board import Board, Layer
from rules.company.net import spots
from rules.company.rules import COMPANY
from rules.company.state import SET, Setup
from rules.core.errors import OptionError

# --- custom boards -----------------------------------------------------------


def refused(board=BOARD, seats=2, **how):
    with pytest.raises(OptionError) as caught:
        COMPANY.new(None, seats, Setup(board, **how))
    return str(caught.value)


def layers(*given):
    return Board("mine", True, given)


LOWEST = Layer("low", 1, ((0, 0),))


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (Board("", True, (LOWEST,)), "a board needs a name"),
        (layers(), "there must be 1 to 8 layers"),
        (layers(*[LOWEST] * 9), "there must be 1 to 8 layers"),
        (layers(Layer("x", 5, ((0, 0),))), "must reach 1 to 4 steps"),
        (layers(Layer("x", 1, ((2, 0),))), "beside the layer"),
        (layers(Layer("x", 1, ((0, 0),), ((0, 0),))), "names a space twice"),
        (layers(Layer("x", 1, ()), LOWEST), "has no hole"),
        (layers(Layer("x", 1, ((0, 0), (1, 0)))), "is the lowest and must have one hole"),
        (layers(Layer("x", 2, ((2, 0),)), LOWEST), "does not lie above the next layer"),
        (layers(Layer("x", 1, ((0, 0),), solid=((2, 0),))), "that is no direction"),
        (layers(Layer("x", 1, ((0, 0),), solid=((1, 0),), dashed=((1, 0),))), "a way into a hole"),
        (layers(Layer("x", 1, ((0, 0),), dashed=((1, 0),))), "dashed ways but no solid"),
        (layers(Layer("x", 1, ((0, 0),), solid=((1, 0),)), LOWEST), "only the lowest may have"),
        (layers(Layer("x", 1, ((0, 0),), spots(1)[:3] + spots(1)[4:])), "no ordinary space"),
    ],
)  # fmt: skip
def test_a_custom_board_on_which_no_game_can_be_played_is_refused(board, sentence):
    assert sentence in refused(board)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"seats": 1}, "2 to 4 players"),
        ({"seats": 5}, "2 to 4 players"),
        ({"layer": 4}, "has no layer 5"),
        ({"layer": 1}, "placed on the top layer"),
        ({"rotation": 6}, "six positions"),
        ({"starter": 2}, "no such starter"),
        ({"each": -1}, "needs a mole"),
        ({"each": 25}, "too few for 2 times 25"),
        ({"discs": (SET,)}, "discs for 2 players"),
        ({"discs": (SET, (2, 0, 0, 0))}, "some of the discs"),
        ({"discs": (SET, (0, 0, 0, 0))}, "some of the discs"),
        ({"moles": ((40,),)}, "moles of 2 players"),
        ({"moles": ((40,), (0,))}, "beside the layer"),
        ({"moles": ((40,), (40,))}, "two moles stand on one space"),
        ({"moles": ((40,), ())}, "at least two players"),
        ({"moles": ((40,), (41,)), "each": 3}, "not placed as well"),
    ],
)
def test_a_start_that_is_none_is_refused(how, sentence):
    assert sentence in refused(**how)


def test_the_starter_of_a_hand_made_start_is_drawn_among_those_with_moles():
    s = stand("e2", "", "i1", starter=None)
    assert values(s) == {0: 1, 2: 1}


def test_a_starter_without_moles_leaves_it_to_the_next():
    assert asked(stand("", "e2", "i1", starter=0)) == (1, "turn")


def test_a_custom_board_is_played_with_its_own_number_of_moles():
    s = play(COMPANY.new(None, 2, Setup(HILL, each=1)), 0, 1, "put e5", "put f5")
    assert asked(s) == (1, "turn")
    assert [where(s, seat) for seat in (0, 1)] == ["f5", "e5"]
