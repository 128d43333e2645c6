"""The rulings of GAMES.md 3.3, one test or more for each row."""

from dataclasses import replace

import pytest
from kullern_kit import HILL, IN, OUT, do, drops, fronts, game, names, ran, told

from rules.core.errors import BadOutcome, OptionError
from rules.core.types import Decide, Over
from rules.kullern.board import library_hill, spot
from rules.kullern.events import (
    DropsOver,
    GameOver,
    HomeReached,
    MarbleDropped,
    MarblesLost,
    MarmotBack,
    MarmotStays,
    NoSteps,
)
from rules.kullern.moves import walk_way, way_back
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.state import HOLLOW, HUT, ROLLING, Setup
from sim.settled import LiftMarmot, PlaceMarmot, PushSlider

TWO = Options(marmots_for_two=2)


def pending(s):
    return KULLERN.pending(s)


def seen(s):
    view = KULLERN.observe(s, 0)
    return view.number, view.steps


# --- what rolled out ---------------------------------------------------------


def test_option_dislodged_count_marbles_knocked_free_count_too():
    """Marble 0 is stuck; the dropped one, 1, stays in its stead and knocks it free."""
    knocked = {"move": {0: OUT}, "to": IN}
    both = {"move": {0: OUT}, "to": OUT}
    for option, one, two in ((True, 1, 3), (False, 0, 1)):
        s = game(-1, -2, -3, -4, options=replace(TWO, dislodged_count=option), hut=1)
        s = do(s, "hatch 1", knocked)
        assert seen(s) == (1, one)
        s = do(s, "hatch 1", {"move": {1: OUT}, "to": OUT})
        assert seen(s) == (2, two)
    s = game(-1, -2, -3, -4, options=TWO, hut=1)
    assert seen(do(s, "hatch 1", both)) == (1, 2)


def test_it_does_not_matter_where_a_marble_ends_that_rolled_out():
    s = game(5, -2, -3, -4, options=TWO)
    for k, end in enumerate((OUT, 5, -4), start=1):
        s = do(s, "hatch 3", {"to": end})
        assert seen(s) == (k, k)


def test_a_lost_marble_counts_if_it_passed_the_front():
    s = do(game(-1, -2, -3, -4, options=TWO), "hatch 1")
    inside = ran(s, lost=(0,))
    assert inside.out == ()
    passed = replace(inside, out=(0,))
    assert seen(KULLERN.settle(s, inside).state) == (1, 0)
    assert seen(KULLERN.settle(s, passed).state) == (1, 1)


def test_marbles_of_an_alarm_never_count():
    s = game(5, 12, 20, -4, options=TWO, front=(3, 3, 3, 3), hut=8)
    s = do(s, {})  # the hollow was empty: eight marbles come out
    assert seen(s) == (0, 0)


# --- walks -------------------------------------------------------------------


def test_order_walk_then_frights_then_alarm_then_frights_then_the_next_player():
    s = game(5, 2, -3, -4, options=TWO, front=(1, 3, 0, 0), hut=5)
    s = do(s, *drops(OUT, IN, IN))
    s = do(s, "walk A")  # 1 + 1 steps over the horn 6
    assert isinstance(pending(s).request, PlaceMarmot)
    s = do(s, {"move": {0: -3}})
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {"move": {4: 2}})
    assert isinstance(pending(s).request, LiftMarmot)
    s = do(s, {}, {})
    assert s.marmots == (7, -1, -3, -4)
    assert pending(s) == Decide(1, "hatch")


def test_frights_of_the_walk_come_before_the_alarm():
    s = game(12, 5, 2, -4, options=TWO, front=(2, 0, 3, 0), hut=1)
    s = do(s, *drops(OUT, OUT, IN), "walk A")  # 2 + 2 steps: 13, 14!, 15, 16
    s = do(s, {"move": {0: 2}})
    assert isinstance(pending(s).request, LiftMarmot)
    assert pending(s).request.marmot == 2
    s = do(s, {}, {})
    assert isinstance(pending(s).request, PushSlider)


def test_a_horn_under_another_marmot_does_not_trigger():
    assert walk_way(HILL, (5, 6), 0, 1) == (7, ())
    s = do(game(5, -2, 6, -4, options=TWO), *drops(OUT, IN, IN), "walk A", {})
    assert s.marmots[0] == 7
    assert pending(s) == Decide(1, "hatch")


def test_a_marmot_with_no_step_may_be_chosen_and_stays():
    s = game(6, 9, -3, -4, options=TWO, front=(0, 1, 0, 0))
    s = do(s, *drops(IN, IN, IN))
    assert pending(s) == Decide(0, "walk")
    events, s = told(s, "walk A")
    assert events[0] == MarmotStays(0)
    assert s.marmots[0] == 6  # on a horn, and no alarm
    assert pending(s) == Decide(1, "hatch")


def test_without_any_step_nobody_is_asked_and_the_turn_ends():
    events, s = told(game(-1, -2, -3, -4, options=TWO), *drops(IN, IN, IN))
    assert NoSteps(0) in events
    assert pending(s) == Decide(1, "hatch")


def test_marbles_before_a_marmot_in_no_need_of_them_are_no_step():
    """Only marmots that are not in a chair can have steps."""
    s = do(game(25, -2, 3, -4, options=TWO, front=(0, 0, 2, 0)), *drops(IN, IN, IN))
    assert pending(s) == Decide(1, "hatch")


def test_any_marmot_not_in_a_chair_may_walk():
    s = do(game(9, 25, -3, -4, options=TWO), *drops(OUT, IN, IN))
    assert [KULLERN.format(s, a) for a in KULLERN.actions(s)] == ["walk A"]


def test_a_winning_walk_over_a_horn_wins_without_an_alarm():
    s = game(25, 20, -3, -4, options=TWO, front=(0, 3, 0, 0), hut=2)
    events, s = told(do(s, *drops(OUT, OUT, OUT)), "walk B")
    assert isinstance(pending(s), Over)
    assert "Alarm" not in names(events)
    assert s.marbles.count(ROLLING) == 3


def test_one_chair_does_not_win_and_its_marbles_run():
    s = game(22, -2, -3, -4, options=TWO, front=(2, 0, 0, 0))
    events, s = told(do(s, *drops(OUT, OUT, IN)), "walk A")
    assert HomeReached(0, 0, 1) in events
    assert pending(s).request.place == HILL.chair
    s = do(s, {})
    assert s.marmots[0] == 25
    assert s.marbles.count(HOLLOW) == 19


def test_chairs_cannot_run_out_on_our_hills():
    for hill in map(library_hill, ("galton", "galton-wild")):
        # The most that can sit before somebody wins: two of two, or one of each of four; then one.
        assert hill.chairs > 2 + 2
        assert hill.chairs > 4


def test_with_the_last_chair_taken_the_farthest_win():
    few = replace(HILL, name="one chair", chairs=1)
    s = game(24, -2, 13, 12, options=TWO, on=few)
    s = do(s, *drops(OUT, IN, IN), "walk A")
    assert pending(s) == Over("chairs", (1, 1), (0.5, 0.5))  # 25 + 0 against 13 + 12


# --- alarms ------------------------------------------------------------------


def test_after_the_alarm_no_marble_may_be_left_in_the_hut():
    s = game(5, -2, -3, -4, options=TWO, hut=2)
    s = do(s, *drops(OUT, IN, IN), "walk A", {})
    with pytest.raises(BadOutcome, match="no marble may stay in the hut"):
        KULLERN.settle(s, ran(s, {0: IN}))
    assert HUT not in do(s, {}).marbles


def test_an_alarm_moves_the_slider_even_if_the_hut_is_empty():
    s = game(5, -2, -3, -4, options=TWO)
    s = do(s, *drops(OUT, OUT, OUT), "walk A", {})
    assert isinstance(pending(s).request, PushSlider)
    assert do(s, {}).slider == "right"


def test_fewer_than_three_marbles_are_dropped_one_by_one_then_the_alarm():
    s = game(5, 12, 20, -4, options=TWO, front=(3, 3, 3, 3), hut=6)
    s = do(s, *drops(IN, IN))
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {})
    assert seen(s) == (2, 0)
    s = do(s, *drops(OUT))
    assert pending(s) == Decide(0, "walk")


def test_the_alarm_of_the_hollow_may_come_again_in_the_turn():
    s = game(5, 12, 20, -3, options=TWO, front=(3, 3, 3, 3), hut=8)
    move = dict.fromkeys(range(12, 20), OUT)
    s = do(s, {"move": {**move, 13: -3}}, {}, {})  # a fourth marble: -3 is lifted, all gone
    assert seen(s) == (0, 0)
    s = game(5, 12, 18, 22, 1, 2, -7, -8, seats=4, front=(3, 3, 3, 3, 3, 2, 2, 0), hut=1)
    s = do(s, {})  # nothing in the hollow, the one of the hut comes out
    s = do(s, *drops(IN))
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {})
    assert seen(s) == (1, 0)
    assert pending(s) == Decide(0, "hatch")


def test_alarm_without_marbles_ends_the_drops_with_the_steps_so_far():
    s = game(5, 12, 18, 22, 1, 2, -7, -8, seats=4, front=(3, 3, 3, 3, 3, 2, 2, 0))
    s = do(s, *drops(-8))
    events, s = told(s, {})
    assert DropsOver(0) in events
    assert pending(s) == Decide(0, "walk")
    assert seen(s) == (3, 1)


def test_option_hollow_alarm_at_the_next_drop_or_already_at_the_end_of_the_turn():
    places, front = (7, 12, 18, 22, 1, 2, -7, -8), (3, 3, 3, 3, 2, 2, 1, 0)
    for when in ("on_drop", "end_of_turn"):
        s = game(*places, seats=4, front=front, options=Options(hollow_alarm=when))
        s = do(s, *drops(IN, IN, -8), "walk A")
        events, s = told(s, {"move": {0: -8, 1: -8, 2: -7}})
        assert isinstance(pending(s).request, PushSlider)
        alarm = ["TurnStarted", "Alarm"] if when == "on_drop" else ["Alarm"]
        assert names(events) == alarm
        s = do(s, {})
        assert pending(s) == Decide(1, "hatch")


def test_a_turn_without_a_step_ends_like_any_other():
    """With the option its empty hollow triggers the alarm too."""
    front = (0, 0, 3, 3, 3, 3, 3, 2)
    options = Options(hollow_alarm="end_of_turn")
    s = game(-1, -2, 12, 18, 22, 1, 2, -8, seats=4, front=front, options=options)
    events, s = told(s, *drops(IN, IN, IN))
    assert names(events)[-2:] == ["NoSteps", "Alarm"]
    assert events[-1].cause == "end"
    assert pending(do(s, {})) == Decide(1, "hatch")


def test_hollow_that_is_empty_after_the_last_drop_triggers_nothing_before_the_walk():
    s = game(7, 12, 18, 22, 1, 2, -7, -8, seats=4, front=(3, 3, 3, 3, 2, 2, 1, 0))
    s = do(s, *drops(IN, IN, -8))
    assert HOLLOW not in s.marbles
    assert pending(s) == Decide(0, "walk")


# --- fright ------------------------------------------------------------------


def test_the_next_free_stone_is_the_nearest_lower_one_without_a_marmot():
    assert way_back(HILL, (0, -2, 11, 8), 0, 15) == 3
    assert way_back(HILL, (0, -2, -3, -4), 0, 16) == 11
    assert way_back(HILL, (0, -2, 3, -4), 0, 5) == -1
    assert way_back(HILL, (-1, 0, 3, -4), 1, 3) == -2


def test_a_marmot_on_a_stone_goes_to_the_next_lower_one():
    s = game(16, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    assert do(s, "hatch 1", {"to": 16}, {}, {}).marmots[0] == 11


def test_the_lowest_numbered_free_start_place_of_its_colour():
    s = game(-1, -2, -3, 2, options=TWO, front=(0, 0, 0, 3))
    assert do(s, "hatch 1", {"to": 2}, {}, {}).marmots[3] == -4
    s = game(-1, -2, 7, 2, options=TWO, front=(0, 0, 0, 3))
    assert do(s, "hatch 1", {"to": 2}, {}, {}).marmots[3] == -3


def test_the_start_places_of_its_own_colour_and_of_no_other():
    """With three players, s1 to s4 free: yellow and red have gone up, blue has s5 and s6."""
    s = game(7, 9, 10, 12, -5, 2, seats=3, front=(0, 0, 0, 0, 0, 3))
    assert do(s, "hatch 1", {"to": 2}, {}, {}).marmots[5] == -6
    s = game(7, 9, 10, 12, 13, 2, seats=3, front=(0, 0, 0, 0, 0, 3))
    assert do(s, "hatch 1", {"to": 2}, {}, {}).marmots[5] == -5


def test_on_a_start_place_it_stays_there_though_a_lower_one_is_free():
    s = game(7, -2, -3, -4, options=TWO, front=(0, 3, 0, 0))
    s = do(s, "hatch 1", {"to": -2}, {})
    assert pending(s).request.place == -2
    assert do(s, {}).marmots == (7, -2, -3, -4)


def test_frights_at_the_start_lowest_number_first():
    s = game(-1, -2, -3, -4, options=TWO, front=(3, 3, 3, 2), hut=9)
    to = dict.fromkeys(range(11, 20), OUT) | {11: -3, 12: -1, 13: -2}
    s = do(s, {"move": to})
    for marmot in (0, 1, 2):
        assert pending(s).request.marmot == marmot
        s = do(s, {})
        assert pending(s).request.place == -1 - marmot
        s = do(s, {})
    assert pending(s) == Decide(0, "hatch")


def test_the_marmot_is_in_the_hand_while_its_marbles_run():
    """It cannot catch them itself; the next fright is looked at when it stands."""
    s = game(12, 5, 20, -4, options=TWO, front=(3, 3, 1, 0))
    s = do(s, "hatch 1", {"to": 12})
    s = do(s, {"move": {0: 5}})  # one of them is the fourth of a lower marmot
    assert s.marmots[0] == 0
    assert fronts(s) == (0, 4, 1, 0)
    assert isinstance(pending(s).request, PlaceMarmot)
    with pytest.raises(BadOutcome, match="no marbles in front"):
        KULLERN.settle(s, ran(s, {6: 11}))
    s = do(s, {})
    assert s.marmots[0] == 11
    assert isinstance(pending(s).request, LiftMarmot)
    assert pending(s).request.marmot == 1
    s = do(s, {}, {})
    assert s.marmots[:2] == (11, 3)
    assert pending(s) == Decide(0, "hatch")


def test_three_frights_in_a_row_in_another_players_turn():
    """A cascade: every lifted marmot's marbles frighten the next one below."""
    s = game(-1, -2, 23, 15, 5, -6, options=Options(), front=(0, 0, 3, 3, 3, 0))
    s = do(s, *drops(OUT), "hatch 2", {"to": 23})
    s = do(s, {"move": {0: 15}}, {})
    s = do(s, {"move": {3: 5}}, {})
    s = do(s, {}, {})
    assert s.marmots == (-1, -2, 19, 11, 3, -6)
    assert pending(s) == Decide(0, "hatch")
    assert seen(s) == (2, 2)


def test_no_alarm_for_a_marmot_that_lands_on_a_horn():
    both = replace(HILL, name="stony horn", horns=(6, 11))
    s = game(15, -2, -3, -4, options=TWO, front=(3, 0, 0, 0), on=both)
    s = do(s, "hatch 1", {"to": 15}, {}, {})
    assert s.marmots[0] == 11
    assert pending(s) == Decide(0, "hatch")


def test_a_fright_of_the_active_marmot_then_the_turn_goes_on_from_its_new_place():
    s = game(12, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    s = do(s, *drops(OUT), "hatch 1", {"to": 12}, {}, {}, *drops(OUT))
    assert told(s, "walk A")[0][0].since == 11
    assert do(s, "walk A", {}, {}).marmots[0] == 14


def test_nobody_wins_in_the_turn_of_another():
    """Frights only go backwards, so in the full game only the active player can reach a chair."""
    s = game(24, 25, -3, -4, options=TWO, front=(3, 0, 0, 0), first=1)
    s = do(s, "hatch 1", {"to": 24}, {}, {})
    assert s.marmots[0] == 23
    assert pending(s) == Decide(1, "hatch")


# --- marbles -----------------------------------------------------------------


def test_a_run_that_timed_out_is_taken_like_any_other():
    s = do(game(5, -2, -3, -4, options=TWO), "hatch 1")
    events, s = told(s, {"to": 5, "timed_out": True})
    assert "Stopped" in names(events)
    assert fronts(s)[0] == 1


def test_a_marble_that_rests_nowhere_is_refused():
    s = do(game(5, -2, -3, -4, options=TWO), "hatch 1")
    with pytest.raises(BadOutcome, match="no marmot holds it"):
        KULLERN.settle(s, ran(s, to=9))
    with pytest.raises(BadOutcome, match="every marble at rest"):
        KULLERN.settle(s, ran(s, to=None))


def test_what_a_dropped_marble_does_is_told_and_what_it_knocked_free():
    s = game(-1, -2, -3, -4, options=TWO, hut=2)
    s = do(s, "hatch 2")
    for answer, end, freed in (
        ({}, "out", 0),
        ({"to": IN}, "stuck", 0),
        ({"to": IN, "move": {0: OUT, 1: OUT}}, "stuck", 2),
        ({"move": {1: OUT}}, "out", 1),
    ):
        assert told(s, answer)[0][0] == MarbleDropped(0, 2, 2, end, freed)
    inside = replace(ran(s, lost=(2,)), out=())
    events, _ = told(s, inside)
    assert MarbleDropped(0, 2, 2, "lost", 0) in events
    assert MarblesLost(1) in events


def test_a_fright_is_told_as_a_way_back_and_a_walk_is_not():
    s = game(12, -2, -3, -4, options=TWO, front=(3, 0, 0, 0))
    events, s = told(s, "hatch 1", {"to": 12}, {}, {})
    assert names(events) == ["MarbleDropped", "ChipsPlaced", "Fright", "MarmotBack"]
    assert events[-1] == MarmotBack(0, 12, 11)
    s = do(s, *drops(OUT, OUT))
    events, _ = told(s, "walk A", {})
    assert names(events) == ["MarmotWalked", "Alarm"]


def test_touches_mean_nothing_in_the_full_game():
    """A marble that comes to a marmot on its walk, its way back or an alarm moves nobody."""
    s = game(5, 2, -3, -4, options=TWO, front=(1, 3, 0, 0), hut=1)
    s = do(s, *drops(OUT, IN), "hatch 1", {"to": 5, "touched": ((7, 0), (7, 1))})
    s = do(s, "walk A", {"move": {0: -3}, "touched": ((0, 1), (0, 2))})  # 4 steps over horn 6
    assert s.marmots == (9, 2, -3, -4)
    s = do(s, {"touched": ((4, 1),)})
    assert s.marmots == (9, 2, -3, -4)
    assert pending(s) == Decide(1, "hatch")


# --- seats, cap, ranking -----------------------------------------------------


def test_two_players_may_agree_on_two_marmots_each():
    assert len(KULLERN.new(Options(marmots_for_two=2), 2).marmots) == 4
    assert KULLERN.new(Options(marmots_for_two=2), 2).needed == 2
    assert KULLERN.new(None, 2).needed == 3


def test_three_players_two_each_one_colour_unused():
    s = KULLERN.new(Options(marmots_for_two=4), 3)
    assert len(s.marmots) == 6
    assert s.needed == 2
    assert [list(s.owned(seat)) for seat in range(3)] == [[0, 1], [2, 3], [4, 5]]


def test_the_turn_cap_the_sum_of_the_best_marmots_wins_and_ties_are_shared():
    s = game(9, -2, 3, 6, 4, 5, options=Options(turn_cap=3))
    for _ in range(3):
        s = do(s, *drops(IN, IN, IN))
    assert pending(s) == Over("turn_cap", (1, 1, 1), (1 / 3, 1 / 3, 1 / 3))
    s = game(25, -2, 13, 11, 20, 5, options=Options(turn_cap=3))
    for _ in range(3):
        s = do(s, *drops(IN, IN, IN))
    assert pending(s) == Over("turn_cap", (1, 3, 1), (0.5, 0.0, 0.5))  # 25, 24, 25
    # The best three: 9 + 8 + 6 against 10 + 7 + 5; all four are 23 against 26, the worst 14 to 16.
    eight = game(9, 8, 6, -4, 5, 4, 7, 10, seats=2, options=Options(turn_cap=1))
    s = do(eight, *drops(IN, IN, IN))
    assert pending(s) == Over("turn_cap", (1, 2), (1.0, 0.0))


def test_ranking_the_winner_first_all_others_second():
    s = do(game(-1, -2, 25, 24, 20, 21, first=1), *drops(OUT, IN, IN))
    events, s = told(s, "walk B")
    assert events[-2:] == [HomeReached(1, 3, 2), GameOver("home", (2, 1, 2))]
    assert pending(s) == Over("home", (2, 1, 2), (0.0, 1.0, 0.0))


# --- the hill ----------------------------------------------------------------


def test_the_default_hill():
    assert HILL.assumed
    assert (len(HILL.spaces), HILL.hatches, HILL.chairs, HILL.marbles) == (24, 5, 6, 20)
    assert HILL.stones == (3, 8, 11, 16, 19, 23)
    assert HILL.horns == (6, 14, 21)
    assert [spot(HILL, place) for place in (1, 8, 9, 16, 17, 24, -1, -8)] == [
        (1, 6), (8, 6), (8, 4), (1, 4), (1, 2), (8, 2), (1, 7), (8, 7),
    ]  # fmt: skip
    assert spot(HILL, 25) is None
    assert library_hill("galton-wild").horns == (5, 10, 15, 20)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stones": (3, 99)}, {"horns": (7, 6)}, {"chairs": 0}, {"marbles": 0}, {"exits": 3},
        {"exits": 12}, {"spaces": HILL.spaces[::-1]}, {"starts": HILL.starts[:7]},
        {"starts": (*HILL.starts[:7], (8, 6))}, {"spaces": ((9, 6), *HILL.spaces[1:])},
        {"starts": (*HILL.starts[:7], (8, 8))}, {"spaces": ()}, {"lanes": 200},
    ],
)  # fmt: skip
def test_a_hill_that_cannot_be_played_on_is_refused(wrong):
    with pytest.raises(OptionError):
        KULLERN.new(None, 4, Setup(replace(HILL, **wrong)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"marmots": (1, 1, -3, -4)}, {"marmots": (1, 2, 3)}, {"marmots": (26, -2, -3, -4)},
        {"marmots": (-3, -2, 5, -4)}, {"marmots": (0, -2, -3, -4)}, {"front": (4, 0, 0, 0)},
        {"front": (3, 3)}, {"front": (-1, 0, 0, 0)}, {"hut": 21}, {"hut": -1}, {"first": 2},
        {"marmots": (25, 25, -3, -4)}, {"marmots": (25, 1, -3, -4), "front": (1, 0, 0, 0)},
        {"marmots": (1, 2, 3, -9)},
    ],
)  # fmt: skip
def test_a_start_that_cannot_be_is_refused(wrong):
    with pytest.raises(OptionError):
        KULLERN.new(TWO, 2, Setup(HILL, **wrong))


def test_one_or_five_players_are_refused():
    for seats in (1, 5):
        with pytest.raises(OptionError, match="2 to 4 players"):
            KULLERN.new(None, seats)
