"""The rulings of GAMES.md 2.1 to 2.3, row by row."""

import pytest
from company_kit import (
    ABOVE,
    BOARD,
    asked,
    cells,
    play,
    stand,
    texts,
    told,
    values,
    why,
)

from rules.company.events import (
    DiscKept,
    DiscsShuffled,
    DiscTurned,
    Eliminated,
    Forfeited,
    GameOver,
    LayerLifted,
    LayerTurned,
    Moved,
    StarterDrawn,
)
from rules.company.net import VECTORS, cell, spots, turned
from rules.company.options import Options
from rules.company.rules import COMPANY
from rules.company.state import SET

TOURNAMENT = Options(tournament=True)
STUCK = "h1 h2 i2"
"""Neighbours of the corner i1: a mole there cannot move at all."""


# --- the default layers ------------------------------------------------------


def test_61_61_37_and_37_crossings_and_their_special_spaces():
    assert [len(spots(layer.radius)) for layer in BOARD.layers] == [61, 61, 37, 37]
    assert [len(layer.specials) for layer in BOARD.layers] == [0, 6, 4, 3]
    assert BOARD.assumed


def test_every_layer_looks_different_in_its_six_positions():
    for layer in BOARD.layers:
        seen = {
            tuple(
                tuple(sorted(turned(spot, k) for spot in marks))
                for marks in (layer.holes, layer.specials, layer.solid, layer.dashed)
            )
            for k in range(6)
        }
        assert len(seen) == 6


def test_no_hole_ever_lies_over_a_hole_or_a_special_space_of_the_next_layer():
    for upper, lower in zip(BOARD.layers, BOARD.layers[1:], strict=False):
        marks = {turned(spot, k) for spot in (*lower.holes, *lower.specials) for k in range(6)}
        assert not marks & set(upper.holes)
        assert {turned(spot, 1) for spot in upper.holes} <= set(spots(lower.radius))


def test_no_two_holes_of_a_layer_are_neighbours():
    for layer in BOARD.layers:
        for q, r in layer.holes:
            assert not {(q + dq, r + dr) for dq, dr in VECTORS} & set(layer.holes)


def test_a_rotation_turns_holes_special_spaces_and_ways_but_no_names():
    assert [turned((1, 0), k) for k in range(6)] == list(VECTORS)
    view = COMPANY.observe(stand("e2", "h2", layer=3, rotation=1), 0)
    assert view.holes == cells("b6 e3 h4 f7")
    assert view.specials == cells("c5 e5 g3 e7")


# --- the beginning -----------------------------------------------------------


def test_biggest_hands_chance_says_who_begins():
    s = play(COMPANY.new(None, 3), 5)
    assert asked(s) == "starter"
    assert values(s) == {0: 1, 1: 1, 2: 1}
    s, events = told(s, 2)
    assert events == [StarterDrawn(2)]
    assert asked(s) == (2, "place")


def test_the_rotation_of_a_layer_is_drawn_when_it_is_uncovered():
    s = COMPANY.new(None, 2)
    assert (s.layer, s.rotation, asked(s)) == (0, None, "rotation")
    s, events = told(s, 4)
    assert events == [LayerTurned(0, 4)]
    assert s.rotation == 4
    lifted = nearly_full()
    assert (lifted.layer, lifted.rotation, asked(lifted)) == (1, None, "rotation")


# --- discs -------------------------------------------------------------------


def test_choosing_a_disc_is_one_action_without_a_slot():
    s = stand("e2 e3", "i1")
    assert texts(s) == ["flip"]
    assert asked(play(s, "flip")) == "disc"


def test_tournament_two_discs_are_turned_over_and_one_is_kept():
    s = play(stand("e2 e3", "i1", options=TOURNAMENT), "flip")
    assert values(s) == {1: 1, 2: 2, 3: 2, 4: 1}
    s = play(s, 2)
    assert values(s) == {1: 1, 2: 1, 3: 2, 4: 1}
    s = play(s, 4)
    assert asked(s) == (0, "keep")
    assert texts(s) == ["keep 2", "keep 4"]
    assert why(s, "keep 3") == "no-such-disc"
    s, events = told(s, "keep 4")
    assert events == [DiscKept(0, 4, 2)]
    assert s.discs[0] == (1, 2, 2, 0)
    assert asked(s) == (0, "move")
    assert texts(s) == ["e2 se", "e2 ne", "e3 e", "e3 se", "e3 ne"]


def test_tournament_two_equal_discs_are_one_choice():
    s = play(stand("e2 e3", "i1", options=TOURNAMENT), "flip", 2, 2)
    assert texts(s) == ["keep 2"]
    assert play(s, "keep 2").discs[0] == (1, 1, 2, 1)


def test_tournament_one_that_can_be_moved_if_either_can():
    # From the corner i1, with e5 far away: 1 is blocked all round, 2 too, along the sides 4 is not.
    s = play(stand("i1", "h1 h2 a5 i3", options=TOURNAMENT), "flip", 1, 2)
    assert texts(s) == ["keep 1"]
    assert why(s, "keep 2") == "cannot-move"
    s = play(stand("i1", "h1 h2 a5 i3", options=TOURNAMENT), "flip", 2, 1)
    assert texts(s) == ["keep 1"]


def test_tournament_for_further_moves_what_ends_on_a_special_space_does_not_count():
    # From the special space e4 a three has one free way only, onto the special space b7.
    s = stand("e3", "e5 f4 f3 e2 d4", layer=2, options=TOURNAMENT)
    s = play(s, "flip", 1, 2, "keep 1", "e3 e", "flip", 3)
    assert texts(play(s, 2)) == ["keep 2"]
    s, events = told(s, 3)
    assert events[1:] == [Forfeited(0, 3, True, 3)]
    assert s.discs[0] == (0, 2, 1, 1)


def test_tournament_neither_can_be_moved_the_first_stays_open():
    s = play(stand("i1", STUCK + " a5", options=TOURNAMENT), "flip", 3)
    s, events = told(s, 1)
    assert events == [DiscTurned(0, 1, False), Forfeited(0, 3, False, 1)]
    assert s.discs[0] == (1, 2, 1, 1)
    assert asked(s) == (1, "turn")


def test_tournament_not_with_the_last_disc():
    s = stand("e2", "i1", options=TOURNAMENT, discs=((0, 0, 0, 1), SET))
    s = play(s, "flip", 4)
    assert asked(s) == (0, "move")
    s, events = told(s, "e2 e")
    assert DiscsShuffled(0, False) in events


def test_tournament_for_further_moves_too():
    s = stand("e3 g2", "i1", layer=2, options=TOURNAMENT)
    s = play(s, "flip", 1, 4, "keep 1", "e3 e", "flip", 3, 4)
    assert asked(s) == (0, "keep")
    s = play(s, "keep 3")
    assert s.agenda[-1].bonus
    assert s.discs[0] == (0, 2, 1, 1)


# --- moves and zugzwang ------------------------------------------------------


def test_passing_is_a_choice_made_before_a_disc_is_turned_over():
    s = stand("e5 e7", "h2 h3 i1")
    s = play(s, "flip", 1)
    assert why(s, "pass") == "not-now"
    assert all(text != "pass" for text in texts(s))
    s = play(s, "e5 w")
    assert s.discs[0] == (0, 2, 2, 1)


def test_the_player_may_pick_any_mole_and_the_one_in_a_hole_only_must_if_no_other_can():
    s = play(stand("e5 f2", "i1"), "flip", 1)
    assert {text.split()[0] for text in texts(s)} == {"e5", "f2"}
    s = play(stand("e5 i1", STUCK + " a5"), "flip", 1)
    assert {text.split()[0] for text in texts(s)} == {"e5"}


def test_from_hole_to_hole_in_one_move():
    s = play(stand("e5 e2", "i1"), "flip", 2)
    s, events = told(s, "e5 e")
    assert events == [Moved(0, cell("e5"), cell("e7"), 2, False, True, True)]


# --- lifts -------------------------------------------------------------------

TWELVE = "e1 g2 d3 i3 a5 e5 g5 i5 b6 c7 g7 a9"
"""All holes of the green layer but e7."""


def nearly_full(first="e8", second="h4", *, third=None, options=None, discs=()):
    """Seat 0 fills the last hole from e8."""
    names = TWELVE.split()
    moles = [" ".join(names[:6]) + f" {first}", " ".join(names[6:]) + f" {second}"]
    if third is not None:
        moles.append(third)
    s = stand(*moles, options=options, discs=discs)
    return play(s, *("flip", 1, *(["e8 w"] if not s.options.tournament else [])))


def test_lift_eliminate_rotate_next_seat():
    names = TWELVE.split()
    s = stand(" ".join(names[:6]) + " e8", "h4 h3", " ".join(names[6:]) + " f8")
    s, events = told(s, "flip", 1, "e8 w", 5)
    assert [type(event) for event in events] == [
        DiscTurned, Moved, LayerLifted, Eliminated, LayerTurned,
    ]  # fmt: skip
    assert events[2] == LayerLifted(0, "full", (7, 0, 6), (0, 2, 1))
    assert asked(s) == (2, "turn")
    assert sum(map(len, s.moles)) == 13
    assert (s.turns, s.idle, s.passes) == (1, 0, 0)


def test_discs_stay_as_they_are_at_a_lift():
    s = nearly_full(discs=((1, 0, 1, 0), (0, 2, 0, 0)))
    assert s.discs == ((0, 0, 1, 0), (0, 2, 0, 0))


def test_the_sixth_disc_and_a_lift_in_one_move():
    s = nearly_full(discs=((1, 0, 0, 0), SET))
    assert s.discs[0] == SET
    assert s.layer == 1


def test_the_last_survivor_wins_at_once():
    s, events = told(stand(TWELVE + " e8", "h4 h3"), "flip", 1, "e8 w")
    assert asked(s) == "survivor"
    assert events[-3:] == [
        LayerLifted(0, "full", (13, 0), (0, 2)), Eliminated(1), GameOver("survivor", (1, 2)),
    ]  # fmt: skip
    assert COMPANY.pending(s).scores == (1.0, 0.0)


def test_who_goes_on_after_a_lift_is_the_next_with_moles():
    s = nearly_full(third="h3")
    s = play(s, 0)
    assert asked(s) == (1, "turn")
    s = play(s, "flip", 1)
    s = play(s, texts(s)[0])
    assert asked(s) == (0, "turn")


# --- special spaces ----------------------------------------------------------


def test_the_further_flip_is_optional_but_then_the_move_is_compulsory():
    s = play(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e")
    assert texts(s) == ["flip", "pass"]
    s = play(s, "flip", 2)
    assert asked(s) == (0, "move")
    assert why(s, "pass") == "not-now"


def test_a_further_disc_that_moves_nothing_is_lost():
    s = stand("e3", "d4 d5 e5 f4 f3 a5", layer=2, discs=((1, 0, 0, 1), SET))
    s = play(s, "flip", 1, "e3 e", "flip")
    s, events = told(s, 4)
    assert events == [DiscTurned(0, 4, True), Forfeited(0, 4, True, 0), DiscsShuffled(0, False)]
    assert s.idle == 0
    assert asked(s) == (1, "turn")


def test_passing_over_a_special_space_with_the_further_move_is_fine():
    # f6 is special; e7, 2 to the south-west, passes over it.
    s = play(stand("e3 e7", "i1", layer=2), "flip", 1, "e3 e", "flip", 2)
    assert why(s, "e7 sw") == ""


def test_the_sixth_disc_is_turned_down_before_the_further_flip():
    s = stand("e3 g2", "i1", layer=2, discs=((1, 0, 0, 0), SET))
    s, events = told(s, "flip", 1, "e3 e")
    assert events[-1] == DiscsShuffled(0, False)
    assert asked(s) == (0, "bonus")
    assert values(play(s, "flip")) == {1: 1, 2: 2, 3: 2, 4: 1}


def test_a_further_move_that_fills_the_last_hole_lifts_the_layer():
    # Holes of the brown layer: d3, g3, f7, c8; special: e3, e5, g5, c7.
    s = stand("d3 e2 f5", "g3 c8", layer=3)
    s = play(s, "flip", 1, "e2 e", "flip", 2)
    s, events = told(s, "f5 e")
    assert LayerLifted(2, "full", (2, 2), (1, 0)) in events
    s = play(s, 0)
    assert asked(s) == (1, "turn")


def test_standing_on_a_special_space_after_a_lift_gives_nothing():
    # The hole g5 of the top lies above the special space g5 of the middle.
    s = stand("e3 g4", "e7 d4", board=ABOVE)
    s = play(s, "flip", 1, "g4 e", 0)
    assert cell("g5") in COMPANY.observe(s, 0).specials
    assert cell("g5") in s.moles[0]
    assert asked(s) == (1, "turn")


def test_option_without_further_moves_special_spaces_are_ordinary():
    s = stand("e3 g2", "i1", layer=2, options=Options(bonus_moves=False))
    assert asked(play(s, "flip", 1, "e3 e")) == (1, "turn")


# --- the lowest layer --------------------------------------------------------


def test_the_limit_of_two_players_is_for_games_started_with_two():
    s = stand("e4 b5", "h4", "", layer=4)
    assert len(s.left()) == 2
    assert why(play(s, "flip", 1), "e4 e") == ""
    s = stand("e4 b5", "h4", layer=4)
    assert why(play(s, "flip", 1), "e4 e") == "way-in"


@pytest.mark.parametrize(("since", "way"), [("e4", "e"), ("e6", "w"), ("d6", "sw"), ("f5", "nw")])
def test_passing_straight_over_the_hole_whatever_its_two_sides(since, way):
    s = play(stand(since, "b5", layer=4), "flip", 2)
    assert why(s, f"{since} {way}") == ""


def test_the_lowest_hole_needs_the_exact_count():
    s = play(stand("e7", "b5", "b6", layer=4), "flip", 1)
    assert asked(play(s, "e7 w")) == (1, "turn")
    s = play(stand("e7", "b5", "b6", layer=4), "flip", 2)
    assert asked(play(s, "e7 w")) == "goal"
    s = play(stand("e7", "b5", "b6", layer=4), "flip", 3)
    assert asked(play(s, "e7 w")) == (1, "turn")


# --- the cap and the ranking -------------------------------------------------


def capped(*moles, turns=1, layer=1):
    s = stand(*moles, layer=layer, options=Options(turn_cap=turns))
    return play(s, "flip", 1)


def test_move_cap_most_moles_in_the_game():
    s = play(capped("e2 e3", "a6", "a7 a8"), "e2 nw")
    over = COMPANY.pending(s)
    assert (over.termination, over.ranking, over.scores) == ("turn_cap", (1, 3, 1), (0.5, 0, 0.5))


def test_move_cap_then_most_of_them_in_holes():
    s = play(capped("e2 e4", "a6 a5", "a7"), "e4 nw")
    assert COMPANY.pending(s).ranking == (2, 1, 3)
    s = play(capped("e2 e4", "a6 a5", "a7"), "e4 e")
    assert COMPANY.pending(s).ranking == (1, 1, 3)


def test_move_cap_is_400_turns_and_counts_forfeits_and_passes():
    assert Options().turn_cap == 400
    s = stand("e5", "i1", STUCK + " a5", options=Options(turn_cap=2))
    s = play(s, "pass", "flip", 1)
    assert asked(s) == "turn_cap"


def test_move_cap_after_a_lift_waits_for_the_next_layer():
    s = nearly_full(options=Options(turn_cap=1))
    assert asked(s) == "rotation"
    assert asked(play(s, 0)) == "turn_cap"


def test_ranking_winner_first_and_all_others_second():
    s = play(stand("e6 b5", "b6", "b7", "", layer=4), "flip", 1, "e6 w")
    assert COMPANY.pending(s).ranking == (1, 2, 2, 2)
