"""The rulebook of the full game, sentence by sentence."""

import pytest
from kullern_kit import HILL, IN, OUT, SIX, do, drops, first_of, fronts, game, names, ran, told

from rules.core.errors import IllegalAction
from rules.core.types import Ask, Decide, Draw, Over
from rules.kullern.events import Alarm, ChipsPlaced, FirstNamed, Fright, MarmotWalked, TurnStarted
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.state import HOLLOW, HUT, walk
from sim.settled import LiftMarmot, MarbleDrop, PlaceMarmot, PushSlider

TWO = Options(marmots_for_two=2)
WALKED = {"to": OUT}


def pending(s):
    return KULLERN.pending(s)


def decide(seat, kind):
    return Decide(seat, kind)


# --- setup, turns ------------------------------------------------------------


def test_setup_all_marbles_in_the_hollow_and_marmots_side_by_side_at_the_start():
    for seats, each in ((2, 4), (3, 2), (4, 2)):
        s = first_of(KULLERN.new(None, seats))
        assert s.marbles == (HOLLOW,) * 20
        assert s.marmots == tuple(-k for k in range(1, seats * each + 1))
        assert s.each == each
        assert s.slider == "left"


def test_the_smallest_player_begins_any_seat_equally_likely():
    s = KULLERN.new(None, 4)
    assert pending(s) == Draw("first", ((0, 1), (1, 1), (2, 1), (3, 1)))
    for seat in range(4):
        step = KULLERN.settle(s, seat)
        assert pending(step.state) == decide(seat, "hatch")
        assert step.events == (FirstNamed(seat), TurnStarted(seat, 1))


def test_play_proceeds_clockwise():
    s = game(-1, -2, -3, -4, -5, -6, first=1)
    for seat in (1, 2, 0, 1):
        assert pending(s) == decide(seat, "hatch")
        s = do(s, *drops(IN, IN, IN))
        assert pending(s) != decide(seat, "walk")  # nothing rolled out: no walk


# --- dropping ----------------------------------------------------------------


def test_three_marbles_are_dropped_one_after_another_hatches_chosen_freely():
    s = game(-1, -2, -3, -4, options=TWO)
    for number, hatch in enumerate((4, 4, 1)):
        assert pending(s) == decide(0, "hatch")
        assert KULLERN.observe(s, 0).number == number
        assert [KULLERN.format(s, a) for a in KULLERN.actions(s)] == [
            f"hatch {k}" for k in range(1, 6)
        ]
        s = do(s, f"hatch {hatch}")
        asked = pending(s).request
        assert isinstance(asked, MarbleDrop)
        assert (asked.hatch, asked.stop) == (hatch, "rest")
        s = do(s, {"to": OUT})
    assert pending(s) == decide(0, "walk")


def test_the_left_neighbour_places_a_chip_for_every_marble_that_rolled_out():
    s = game(-1, -2, -3, -4, -5, -6, first=2)
    events, s = told(s, *drops(OUT, IN, OUT))
    chips = [event for event in events if isinstance(event, ChipsPlaced)]
    assert chips == [ChipsPlaced(2, 0, 1, 1), ChipsPlaced(2, 0, 1, 2)]
    assert KULLERN.observe(s, 0).steps == 2


def test_a_stuck_marble_brings_not_a_single_step():
    s = do(game(-1, -2, -3, -4, options=TWO), *drops(IN, OUT, IN))
    assert s.marbles.count(HUT) == 2
    s, event = do(s, "walk A"), told(s, "walk A")[0][0]
    assert event == MarmotWalked(0, 1, -1, 1)
    assert isinstance(pending(s).request, PlaceMarmot)


# --- moving ------------------------------------------------------------------


def test_example_three_and_two_steps_for_a_and_three_and_none_for_b():
    """A: 3 + 2 = 5 steps. B: 3 + 0 = 3 steps."""
    s = game(2, 7, -3, -4, options=TWO, front=(2, 0, 0, 0))
    s = do(s, *drops(OUT, OUT, OUT))
    assert pending(s) == decide(0, "walk")
    assert told(s, "walk A")[0][0].steps == 5
    assert told(s, "walk B")[0][0].steps == 3
    assert do(s, "walk A", {}).marmots[0] == 8  # 3, 4, 5, 6, (7 is taken), 8
    assert do(s, "walk B", {}).marmots[1] == 10


def test_marbles_caught_in_this_turn_count_too():
    s = do(game(5, -2, -3, -4, options=TWO), *drops(5, 5, IN))
    assert told(s, "walk A")[0][0].steps == 2 + 2


def test_the_first_space_is_next_to_the_mouse_from_every_start_place():
    s = do(game(-1, -2, -3, -4, options=TWO, first=1), *drops(OUT, IN, IN))
    assert do(s, "walk B", {}).marmots == (-1, -2, -3, 1)


def test_other_marmots_are_jumped_and_occupied_spaces_not_counted():
    s = do(game(-1, 2, 1, 3, options=TWO), *drops(OUT, OUT, IN))
    assert do(s, "walk A", {}).marmots[0] == 5


def test_all_steps_are_walked():
    s = do(game(-1, -2, -3, -4, options=TWO), *drops(OUT, OUT, OUT))
    assert [KULLERN.format(s, a) for a in KULLERN.actions(s)] == ["walk A", "walk B"]
    assert do(s, "walk A", {}).marmots[0] == 3


def test_on_a_deck_chair_the_other_steps_lapse():
    s = do(game(24, -2, -3, -4, options=TWO), *drops(OUT, OUT, OUT))
    s = do(s, "walk A")
    assert pending(s).request.place == HILL.chair
    assert do(s, {}).marmots[0] == HILL.chair
    with pytest.raises(IllegalAction, match="stays there"):
        KULLERN.apply(do(s, {}, *drops(IN, IN, IN), *drops(OUT, OUT, OUT)), walk(0))


def test_only_the_player_whose_turn_it_is_walks_a_marmot_of_his():
    s = do(game(-1, -2, -3, -4, options=TWO, first=1), *drops(OUT, OUT, OUT))
    assert not KULLERN.check(s, walk(2)).ok
    assert do(s, "walk A", {}).marmots == (-1, -2, 3, -4)


def test_once_a_marmot_has_walked_the_turn_is_over():
    s = do(game(-1, -2, -3, -4, options=TWO), *drops(OUT, IN, IN), "walk A", {})
    assert pending(s) == decide(1, "hatch")


# --- roll alarm --------------------------------------------------------------


@pytest.mark.parametrize(("since", "rings"), [(2, False), (3, True), (5, True), (6, False)])
def test_entering_or_passing_a_free_horn_triggers_the_alarm(since, rings):
    s = do(game(since, -2, -3, -4, options=TWO, hut=2), *drops(OUT, OUT, OUT))
    s = do(s, "walk A", {})
    assert isinstance(pending(s), Ask) == rings
    if rings:
        assert isinstance(pending(s).request, PushSlider)
        assert pending(s).request.on.slider == "left"
        s = do(s, {})
        assert s.slider == "right"
        assert HUT not in s.marbles
    assert pending(s) == decide(1, "hatch")


def test_the_slider_goes_back_with_the_next_alarm():
    s = do(game(5, -2, -3, -4, options=TWO), *drops(OUT, IN, IN), "walk A", {}, {})
    assert (s.slider, s.marbles.count(HUT)) == ("right", 0)
    s = do(s, *drops(IN, IN, IN), *drops(OUT, IN, IN), "walk B", {})
    assert s.slider == "right"
    s = do(game(5, -2, -3, -4, options=TWO, slider="right"), *drops(OUT, IN, IN), "walk A", {}, {})
    assert s.slider == "left"


def test_several_horns_move_the_slider_once():
    s = do(game(1, -2, -3, -4, options=TWO, on=SIX), *drops(OUT, OUT, OUT))
    assert pending(s) == decide(0, "walk")
    s = game(1, -2, -3, -4, options=TWO, on=SIX, front=(1, 0, 0, 0))
    events, s = told(do(s, *drops(OUT, OUT, OUT)), "walk A", {}, {})
    assert events[0] == MarmotWalked(0, 4, 1, 5)  # over horn 2, onto horn 5
    assert names(events).count("Alarm") == names(events).count("SliderPushed") == 1
    assert pending(s) == decide(1, "hatch")


def test_no_alarm_is_triggered_on_the_way_back():
    s = game(15, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    s = do(s, "hatch 1", {"to": 15}, {}, {})  # over horn 14 back to stone 11
    assert s.marmots[0] == 11
    assert pending(s) == decide(0, "hatch")


# --- marble fright -----------------------------------------------------------


def test_three_marbles_are_kept_four_are_too_many():
    s = do(game(12, -2, -3, -4, options=TWO, front=(2, 0, 0, 0)), "hatch 1", {"to": 12})
    assert pending(s) == decide(0, "hatch")
    assert fronts(s)[0] == 3
    events, s = told(s, "hatch 1", {"to": 12})
    assert Fright(0, 4) in events
    assert isinstance(pending(s).request, LiftMarmot)


def test_fright_back_to_the_next_free_space_with_a_stone_all_marbles_lost():
    s = game(12, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    s = do(s, "hatch 1", {"to": 12})
    assert pending(s).request.marmot == 0
    s = do(s, {})
    assert pending(s).request.place == 11
    s = do(s, {})
    assert s.marmots[0] == 11
    assert fronts(s) == (0, 0, 0, 0)
    assert s.marbles.count(HOLLOW) == 20


def test_fright_even_if_it_is_not_your_turn_then_the_turn_goes_on():
    s = game(-1, -2, 12, -4, options=TWO, front=(0, 0, 3, 0))
    s = do(s, *drops(OUT), "hatch 2", {"to": 12}, {}, {})
    assert s.marmots[2] == 11
    assert pending(s) == decide(0, "hatch")
    assert (KULLERN.observe(s, 0).number, KULLERN.observe(s, 0).steps) == (2, 2)


def test_several_frights_the_foremost_goes_back_first():
    """One run brings three marmots over; each goes back before the next is looked at."""
    s = game(5, 12, 20, -4, options=TWO, front=(3, 3, 3, 3), hut=8)
    assert isinstance(pending(s).request, PushSlider)  # the hollow is empty
    to = dict(zip(range(12, 20), (5, 12, 20, -4, OUT, OUT, OUT, OUT), strict=True))
    s = do(s, {"move": to})
    for marmot, place in ((2, 19), (1, 11), (0, 3)):
        assert isinstance(pending(s).request, LiftMarmot)
        assert pending(s).request.marmot == marmot
        s = do(s, {})
        assert (pending(s).request.marmot, pending(s).request.place) == (marmot, place)
        s = do(s, {})
    assert pending(s).request.marmot == 3


def test_back_all_the_way_to_a_free_start_place():
    s = game(2, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    s = do(s, "hatch 1", {"to": 2}, {}, {})
    assert s.marmots[0] == -1


def test_on_a_start_place_it_is_lifted_and_the_marbles_roll_into_the_hollow():
    s = game(-1, -2, -3, -4, options=TWO, front=(0, 3, 0, 0))
    s = do(s, "hatch 1", {"to": -2})
    assert isinstance(pending(s).request, LiftMarmot)
    s = do(s, {}, {})
    assert s.marmots == (-1, -2, -3, -4)
    assert s.marbles.count(HOLLOW) == 20
    assert pending(s) == decide(0, "hatch")


# --- end ---------------------------------------------------------------------


def test_end_the_second_marmot_in_any_deck_chair_wins_at_once():
    s = do(game(25, 23, -3, -4, options=TWO), *drops(OUT, OUT, OUT), "walk B")
    assert pending(s) == Over("home", (1, 2), (1.0, 0.0))


def test_two_players_four_marmots_each_three_of_them_home():
    s = game(25, 24, -3, -4, -5, -6, -7, -8, seats=2)
    s = do(s, *drops(OUT, OUT, OUT), "walk B", {})
    assert pending(s) == decide(1, "hatch")
    s = game(25, 25, 24, -4, -5, -6, -7, -8, seats=2)
    s = do(s, *drops(OUT, OUT, OUT), "walk C")
    assert pending(s) == Over("home", (1, 2), (1.0, 0.0))


# --- what if -----------------------------------------------------------------


def test_what_if_a_marble_leaves_the_track_it_goes_to_the_hollow():
    s = do(game(-1, -2, -3, -4, options=TWO), "hatch 1", {"to": OUT, "lost": (0,)})
    assert s.marbles.count(HOLLOW) == 20


def test_what_if_the_hollow_is_empty_the_alarm_is_triggered_immediately():
    s = game(5, 12, 20, -4, options=TWO, front=(3, 3, 3, 3), hut=7)
    events, s = told(s, *drops(IN))
    assert events[-1] == Alarm("hollow")
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {})
    assert pending(s) == decide(0, "hatch")
    assert KULLERN.observe(s, 0).number == 1


def test_what_if_there_are_still_no_marbles_you_walk():
    s = game(5, 12, 18, 22, -5, -6, -7, -8, seats=4, front=(3, 3, 3, 3, 3, 3, 1, 0), hut=1)
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {"move": {19: -7}})
    assert HOLLOW not in s.marbles
    assert pending(s) == decide(0, "walk")


def test_marbles_go_on_where_their_marmot_was():
    """The walk frees a lane: its marbles run and may be caught below."""
    s = game(12, -2, 5, -4, options=TWO, front=(2, 0, 0, 0))
    s = do(s, *drops(OUT, IN, IN), "walk A")
    outcome = ran(s, {0: 5, 1: OUT})
    s = KULLERN.settle(s, outcome).state
    assert fronts(s) == (0, 0, 1, 0)
