"""The rulebook, sentence by sentence."""

import pytest
from company_kit import (
    BOARD,
    HILL,
    asked,
    cells,
    play,
    stand,
    texts,
    told,
    values,
    where,
    why,
)

from rules.company.events import (
    DiscsShuffled,
    DiscTurned,
    Eliminated,
    Forfeited,
    GameOver,
    LayerLifted,
    LayerTurned,
    Moved,
    Passed,
    Placed,
)
from rules.company.net import NAMES, WAYS, cell
from rules.company.rules import COMPANY
from rules.company.state import SET, Setup

GREEN, RED, BROWN, BLUE = BOARD.layers
THIRTEEN = "e1 g2 d3 i3 a5 e5 g5 i5 b6 c7 e7 g7 a9"
"""All holes of the green layer unturned."""


# --- components and setup ----------------------------------------------------


def test_four_dig_layers_from_grass_to_rock():
    assert [layer.name for layer in BOARD.layers] == ["green", "red", "brown", "blue"]
    assert [len(layer.holes) for layer in BOARD.layers] == [13, 8, 4, 1]


def test_the_green_layer_lies_at_the_very_top():
    s = COMPANY.new(None, 2)
    assert s.board.layers[s.layer] == GREEN


def test_each_layer_can_be_turned_into_six_different_positions():
    s = COMPANY.new(None, 2)
    assert values(s) == dict.fromkeys(range(6), 1)
    assert asked(s) == "rotation"
    holes = {COMPANY.observe(play(s, k), 0).holes for k in range(6)}
    assert len(holes) == 6


@pytest.mark.parametrize(("seats", "moles"), [(2, 10), (3, 7), (4, 6)])
def test_with_two_players_ten_moles_with_three_seven_with_four_six(seats, moles):
    s = play(COMPANY.new(None, seats), 0, 0)
    for _ in range(moles * seats):
        assert asked(s)[1] == "place"
        s = play(s, texts(s)[0])
    assert asked(s) == (0, "turn")
    assert [len(own) for own in s.moles] == [moles] * seats


def test_each_player_has_discs_of_the_values_1_2_2_3_3_4():
    s = stand("a6", "b4", "c4")
    assert s.discs == (SET,) * 3 == ((1, 2, 2, 1),) * 3
    assert values(play(s, "flip")) == {1: 1, 2: 2, 3: 2, 4: 1}


def test_the_starter_places_first_and_then_clockwise_one_mole_each():
    s = play(COMPANY.new(None, 3), 4, 1)
    seats = []
    for _ in range(7):
        seats.append(asked(s)[0])
        s, events = told(s, texts(s)[0])
        assert [type(event) for event in events] == [Placed]
    assert seats == [1, 2, 0, 1, 2, 0, 1]


def test_moles_are_placed_on_any_free_space_but_in_no_hole():
    s = play(COMPANY.new(None, 2), 0, 0)
    assert len(texts(s)) == 61 - 13
    assert not {f"put {name}" for name in THIRTEEN.split()} & set(texts(s))
    assert why(s, "put e5") == "hole"
    s = play(s, "put e4")
    assert why(s, "put e4") == "occupied"
    assert len(texts(s)) == 61 - 13 - 1


def test_the_starting_player_begins_and_play_passes_clockwise():
    s = play(COMPANY.new(None, 4), 0, 2)
    for _ in range(24):
        s = play(s, texts(s)[-1])
    order = []
    for _ in range(5):
        seat, kind = asked(s)
        assert kind == "turn"
        order.append(seat)
        s = play(s, "flip")
        while asked(s) == "disc":
            s = play(s, 1 if 1 in values(s) else 2)
            if asked(s)[1] == "move":
                s = play(s, texts(s)[0])
    assert order == [2, 3, 0, 1, 2]


# --- discs -------------------------------------------------------------------


def test_a_disc_is_turned_over_and_a_mole_is_moved_exactly_that_far():
    s = play(stand("e2", "i1"), "flip", 3)
    assert texts(s) == ["e2 e", "e2 se", "e2 ne"]
    s, events = told(s, "e2 e")
    assert where(s, 0) == "e5"
    assert events == [Moved(0, cell("e2"), cell("e5"), 3, False, False, True)]


def test_an_open_disc_stays_open_and_the_next_turn_uses_another():
    s = play(stand("e2", "i1"), "flip", 4, "e2 e", "flip", 1, "i1 e")
    assert s.discs == ((1, 2, 2, 0), (0, 2, 2, 1))
    assert values(play(s, "flip")) == {1: 1, 2: 2, 3: 2}


def test_only_once_all_six_are_open_they_are_turned_face_down_again():
    s = stand("e2 e3", "i1", discs=((0, 0, 1, 1), SET))
    s = play(s, "flip", 4)
    assert s.discs[0] == (0, 0, 1, 0)
    s = play(s, "e3 e", "flip", 1, "i1 e", "flip")
    assert values(s) == {3: 1}
    s, events = told(s, 3)
    assert s.discs[0] == (0, 0, 0, 0)
    s, events = told(s, "e2 ne")
    assert events[1:] == [DiscsShuffled(0, False)]
    assert s.discs[0] == SET


def test_a_forfeit_uses_the_sixth_disc_too():
    s = stand("i1", "h1 h2 i2 a5", discs=((1, 0, 0, 0), SET))
    s, events = told(s, "flip", 1)
    assert events[1:] == [Forfeited(0, 1, False, 0), DiscsShuffled(0, False)]
    assert s.discs[0] == SET
    assert asked(s) == (1, "turn")


def test_it_makes_no_difference_to_the_discs_whether_a_layer_was_reached():
    s = filled("h2", "h4", discs=((1, 0, 2, 0), (0, 1, 0, 1)))
    s = play(s, "flip", 1, "e8 w", 2)
    assert s.layer == 1
    assert s.discs == ((0, 0, 2, 0), (0, 1, 0, 1))


# --- movement ----------------------------------------------------------------


def test_each_player_may_move_only_his_own_moles():
    s = play(stand("e2", "e4"), "flip", 1)
    assert {text.split()[0] for text in texts(s)} == {"e2"}
    assert why(s, "e4 e") == "not-yours"
    assert why(s, "f4 e") == "not-yours"


def test_a_mole_moves_straight_along_the_six_lines():
    s = play(stand("e5", "a5"), "flip", 2)
    ends = {}
    for text in texts(s):
        ends[text.split()[1]] = where(play(s, text), 0)
    assert ends == {"e": "e7", "se": "g5", "sw": "g3", "w": "e3", "nw": "c5", "ne": "c7"}


def test_a_mole_never_moves_diagonally():
    """Between two lines lies no way: a value of 2 reaches six spaces and no other of its ring."""
    s = play(stand("e5", "a5"), "flip", 2)
    assert len(texts(s)) == len(WAYS)
    reached = {where(play(s, text), 0) for text in texts(s)}
    assert not reached & {"d7", "f6", "g4", "f3", "d4", "c6"}


def test_holes_and_special_spaces_count_as_ordinary_spaces_on_the_way():
    s = play(stand("c5 e3", "i1", layer=2), "flip", 2)
    view = COMPANY.observe(s, 0)
    assert cell("d5") in view.holes
    assert cell("e4") in view.specials
    for text, after in (("c5 se", "e3 e5"), ("e3 e", "c5 e5")):
        moved = play(s, text)
        assert set(where(moved, 0).split()) == set(after.split())
        assert asked(moved) == (1, "turn")


def test_a_mole_lands_on_an_unoccupied_space_only():
    s = play(stand("e2", "e4"), "flip", 2)
    assert why(s, "e2 e") == "blocked"
    assert "e2 e" not in texts(s)


def test_a_mole_never_moves_over_another_ones_or_its_own_moles():
    s = play(stand("e2 f2", "e4"), "flip", 3)
    assert why(s, "e2 e") == "blocked"
    s = play(stand("e2 e3", "a5"), "flip", 3)
    assert why(s, "e2 e") == "blocked"
    assert why(s, "e3 e") == ""


def test_not_even_when_the_other_mole_sits_in_a_hole():
    s = stand("e4", "e5")
    assert cell("e5") in COMPANY.observe(s, 0).holes
    s = play(s, "flip", 2)
    assert why(s, "e4 e") == "blocked"


def test_a_mole_may_not_leave_the_layer():
    s = play(stand("e8", "a5"), "flip", 2)
    assert why(s, "e8 e") == "off"
    assert why(s, "e8 se") == "off"
    assert why(s, "e8 w") == ""


def test_zugzwang_pulls_a_mole_out_of_its_hole():
    s = stand("e5 i1", "h1 h2 i2 a5")
    s = play(s, "flip", 1)
    assert {text.split()[0] for text in texts(s)} == {"e5"}
    s, events = told(s, "e5 w")
    assert events == [Moved(0, cell("e5"), cell("e4"), 1, False, True, False)]


def test_who_has_all_his_moles_in_holes_may_pass():
    s = stand("e5 e7", "h2 h3 i1")
    assert texts(s) == ["flip", "pass"]
    after, events = told(s, "pass")
    assert events == [Passed(0)]
    assert after.moles == s.moles
    assert after.discs == s.discs
    assert asked(after) == (1, "turn")
    assert after.turns == 1


def test_who_has_a_mole_outside_may_not_pass():
    s = stand("e5 e6", "h2 h3 i1")
    assert texts(s) == ["flip"]
    assert why(s, "pass") == "no-pass"


def test_he_may_pass_until_the_layer_is_lifted():
    s = stand("e5 e7", "h2 h3 i1")
    for value in (1, 2, 3, 4):
        assert texts(s) == ["flip", "pass"]
        s = play(s, "pass", "flip", value)
        s = play(s, texts(s)[0])
    full = play(filled("", "h4"), "flip", 1, "e8 w", 0)
    assert asked(full) == (1, "turn")
    assert texts(full) == ["flip"]


def test_if_no_move_can_be_made_the_turn_is_forfeited():
    s = stand("i1", "h1 h2 i2 a5")
    s = play(s, "flip")
    after, events = told(s, 1)
    assert events[1:] == [Forfeited(0, 1, False, 0)]
    assert after.moles == s.moles
    assert after.discs[0] == (0, 2, 2, 1)
    assert asked(after) == (1, "turn")
    assert after.idle == 1


# --- layers ------------------------------------------------------------------


def filled(*extra, discs=()):
    """The green layer with one hole to fill: e7, from e8 by 1; other moles beside the holes."""
    names = THIRTEEN.replace(" e7", "").split()
    first, second = " ".join(names[:7]), " ".join(names[7:])
    return stand(f"{first} e8 {extra[0]}", f"{second} {extra[1]}", discs=discs)


def test_as_soon_as_all_holes_are_occupied_the_layer_is_lifted_with_all_others():
    s = play(filled("h2 h3", "h4"), "flip", 1)
    s, events = told(s, "e8 w")
    assert LayerLifted(0, "full", (8, 5), (2, 1)) in events
    assert asked(s) == "rotation"
    assert s.layer == 1
    assert set(s.moles[0] + s.moles[1]) == set(cells(THIRTEEN))
    s, events = told(s, 3)
    assert events == [LayerTurned(1, 3)]
    assert asked(s) == (1, "turn")


def test_only_those_who_came_through_go_on_where_they_stand():
    s = play(filled("h2", "h4"), "flip", 1, "e8 w", 0)
    assert sum(map(len, s.moles)) == 13
    view = COMPANY.observe(s, 0)
    assert view.in_holes == (0, 0)
    s = play(s, "flip", 2)
    assert texts(s)


def test_a_player_without_a_mole_is_eliminated_and_is_never_asked_again():
    names = THIRTEEN.replace(" e7", "").split()
    s = stand(" ".join(names[:6]) + " e8", "h2 h3", " ".join(names[6:]))
    s, events = told(s, "flip", 1, "e8 w")
    assert Eliminated(1) in events
    s = play(s, 0)
    asked_seats = set()
    for _ in range(40):
        if asked(s) == "disc":
            s = play(s, next(iter(values(s))))
        else:
            asked_seats.add(asked(s)[0])
            s = play(s, texts(s)[0])
    assert asked_seats == {0, 2}


# --- special spaces ----------------------------------------------------------


def test_the_grass_has_no_special_spaces_the_layers_beneath_have():
    assert GREEN.specials == ()
    assert all(layer.specials for layer in (RED, BROWN, BLUE))


def test_a_mole_on_a_special_space_lets_turn_over_another_disc():
    # e4 is a special space of the red layer.
    s = play(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e")
    assert asked(s) == (0, "bonus")
    assert texts(s) == ["flip", "pass"]
    s = play(s, "flip")
    assert values(s) == {2: 2, 3: 2, 4: 1}
    s = play(s, 2)
    assert {text.split()[0] for text in texts(s)} == {"e4", "g2"}
    s = play(s, "g2 e")
    assert asked(s) == (1, "turn")


def test_the_player_may_leave_it():
    s = play(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e", "pass")
    assert asked(s) == (1, "turn")
    assert s.discs[0] == (0, 2, 2, 1)


def test_the_further_move_may_not_end_on_another_special_space():
    # d2 and e4 are special: from e1, 1 to the north-east ends on d2.
    s = play(stand("e2 e1", "i1", layer=2), "flip", 2, "e2 e", "flip", 1)
    assert cell("d2") in COMPANY.observe(s, 0).specials
    assert why(s, "e1 ne") == "special"
    assert "e1 ne" not in texts(s)
    s = play(stand("e1", "i1", layer=2), "flip", 1)
    assert why(s, "e1 ne") == ""


# --- the lowest layer --------------------------------------------------------

INTO_E5 = {"e6": "w", "d6": "sw", "d5": "se", "e4": "e", "f4": "ne", "f5": "nw"}
"""Spaces beside the hole, and the direction from there into it."""
SOLID, DASHED = ("e6", "f4", "d5"), ("f5", "e4", "d6")


@pytest.mark.parametrize("side", SOLID + DASHED)
def test_on_the_lowest_layer_three_players_may_use_all_six_ways(side):
    s = play(stand(side, "b5", "b6", layer=4), "flip", 1)
    assert why(s, f"{side} {INTO_E5[side]}") == ""


@pytest.mark.parametrize("side", SOLID + DASHED)
def test_with_two_players_only_the_solid_ways_lead_into_the_hole(side):
    s = play(stand(side, "b5", layer=4), "flip", 1)
    assert why(s, f"{side} {INTO_E5[side]}") == ("" if side in SOLID else "way-in")
    assert (f"{side} {INTO_E5[side]}" in texts(s)) == (side in SOLID)


@pytest.mark.parametrize("side", DASHED)
def test_with_two_players_the_dashed_ways_may_be_used_to_jump_over_the_hole(side):
    s = play(stand(side, "b5", layer=4), "flip", 2)
    s = play(s, f"{side} {INTO_E5[side]}")
    assert asked(s) == (1, "turn")


@pytest.mark.parametrize("rotation", range(6))
def test_the_ways_turn_with_the_layer(rotation):
    sides = list(INTO_E5)
    open_sides = {
        side
        for side in sides
        if why(play(stand(side, "b5", layer=4, rotation=rotation), "flip", 1),
               f"{side} {INTO_E5[side]}") == ""
    }  # fmt: skip
    assert open_sides == (set(SOLID) if rotation % 2 == 0 else set(DASHED))


# --- the end -----------------------------------------------------------------


def test_the_first_mole_in_the_blue_hole_wins_at_once():
    s = play(stand("e6 b5", "b6", "b7", layer=4), "flip", 1)
    s, events = told(s, "e6 w")
    over = COMPANY.pending(s)
    assert over.termination == "goal"
    assert over.ranking == (1, 2, 2)
    assert over.scores == (1.0, 0.0, 0.0)
    assert events[-1] == GameOver("goal", (1, 2, 2))
    assert COMPANY.actions(s) == ()


def test_the_further_move_may_win_too():
    s = stand("d3 d6", "b6", "b7", layer=4)
    s = play(s, "flip", 1, "d3 e")
    assert cell("d4") in COMPANY.observe(s, 0).specials
    assert asked(s) == (0, "bonus")
    assert asked(play(s, "flip", 2, "d6 e")) == (1, "turn")
    s = stand("d3 c7", "b6", "b7", layer=4)
    assert asked(play(s, "flip", 1, "d3 e", "flip", 2, "c7 sw")) == "goal"


def test_a_whole_game_goes_from_grass_to_the_shovel():
    """Three small layers, two moles each: two lifts, then the goal."""
    s = play(
        COMPANY.new(None, 2, Setup(HILL, rotation=0, starter=0, each=2)),
        *(f"put {name}" for name in ("e4", "e6", "d4", "d6")),
    )
    assert {NAMES[c] for c in COMPANY.observe(s, 0).holes} == {"e3", "c7"}
    s = play(s, "flip", 1, "e4 w", "flip", 1, "d6 ne", 0)
    assert (s.layer, asked(s)) == (1, (0, "turn"))
    assert [where(s, seat) for seat in (0, 1)] == ["e3", "c7"]
    assert {NAMES[c] for c in COMPANY.observe(s, 0).holes} == {"e6", "d5"}
    s = play(s, "flip", 3, "e3 e", "flip", 2, "c7 se", "pass", "flip", 2, "e7 sw", "pass")
    s, events = told(s, "flip", 3, "g5 nw")
    assert [type(event) for event in events] == [DiscTurned, Moved, LayerLifted]
    assert s.layer == 2
    s = play(s, 0, "flip", 2, "e6 w")
    s, events = told(s, "flip", 3)
    assert events[1:] == [Forfeited(1, 3, False, 0)]
    s = play(s, "flip", 2, "e4 e", "flip", 4, "flip", 3, "flip", 1, "d5 se")
    assert asked(s) == "goal"
    assert COMPANY.pending(s).ranking == (2, 1)
