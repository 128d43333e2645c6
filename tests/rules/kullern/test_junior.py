"""The junior variant, sentence by sentence, and the rulings on it."""

import random
from dataclasses import replace

import pytest
from kullern_kit import IN, JUNIOR, OUT, do, fronts, game, names, ran, told

from rules.core.errors import BadOutcome
from rules.core.types import Decide, Over
from rules.kullern.events import Alarm, MarmotTouched, MarmotWalked
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import Sampled
from rules.kullern.state import HOLLOW, HUT, PASS, walk
from sim.settled import MarbleDrop, PlaceMarmot, PushSlider, Resume

TWO = Options(variant="junior", marmots_for_two=2)


def pending(s):
    return KULLERN.pending(s)


def touch(marble, marmot, *, roll=(), **how):
    """A run that stops when a marble touches a marmot; it and ``roll`` still roll."""
    move = dict.fromkeys((marble, *roll))
    return {
        "to": None,
        "touched": ((marble, marmot),),
        **how,
        "move": {**move, **how.get("move", {})},
    }


def turn(s, *answers):
    """Three drops; those that are not told run through."""
    for what in answers or ({}, {}, {}):
        s = do(s, "hatch 1", *(what if isinstance(what, list) else [what]))
    return s


def test_every_run_stops_at_the_first_touch():
    s = do(game(4, -2, -3, -4, options=TWO), "hatch 2")
    assert pending(s).request.stop == "first-touch"
    s = do(s, touch(0, 0))
    assert isinstance(pending(s).request, PlaceMarmot)
    assert pending(s).request.stop == "first-touch"


def test_a_marmot_that_a_marble_rolls_to_walks_a_step_at_once():
    s = do(game(4, -2, -3, -4, options=TWO), "hatch 2")
    events, s = told(s, touch(0, 0))
    assert MarmotTouched(0, 0, False) in events
    assert events[-1] == MarmotWalked(0, 1, 4, 5)
    assert pending(s).request.place == 5
    assert do(s, {}).marmots[0] == 5


def test_even_if_it_is_another_players_marmot():
    s = do(game(4, -2, 12, -4, options=TWO), "hatch 2", touch(0, 2), {})
    assert s.marmots == (4, -2, 13, -4)
    assert pending(s) == Decide(0, "hatch")


def test_the_marble_rolls_on_to_the_next_marmot_that_one_walks_too():
    s = do(game(12, 4, -3, -4, options=TWO), "hatch 2", touch(0, 0))
    s = do(s, touch(0, 1))
    assert pending(s).request.marmot == 1
    s = do(s, {})
    assert s.marmots == (13, 5, -3, -4)
    assert s.marbles.count(HOLLOW) == 20


def test_once_per_marble_and_marmot_in_a_drop_then_the_run_goes_on():
    s = do(game(12, -2, -3, -4, options=TWO), "hatch 2", touch(0, 0))
    events, s = told(s, touch(0, 0))
    assert MarmotTouched(0, 0, True) in events
    asked = pending(s).request
    assert isinstance(asked, Resume)
    assert asked.ignore == ((0, 0),)
    with pytest.raises(BadOutcome, match="ignored"):
        KULLERN.settle(s, ran(s, **touch(0, 0)))
    s = do(s, {})
    assert s.marmots[0] == 13
    # In the next drop the same pair counts again.
    s = do(s, "hatch 2", touch(0, 0), {})
    assert s.marmots[0] == 14


def test_a_repeated_touch_may_leave_the_marble_in_front_of_the_marmot():
    s = do(game(12, -2, -3, -4, options=TWO), "hatch 2", touch(0, 0), touch(0, 0))
    s = do(s, {"move": {0: 13}})
    assert fronts(s) == (1, 0, 0, 0)
    assert pending(s) == Decide(0, "hatch")


def test_several_marmots_walk_for_one_marble_and_several_marbles_for_one_marmot():
    s = game(12, -2, -3, -4, options=TWO, hut=0)
    s = do(s, "hatch 1", touch(0, 0), {}, "hatch 1", touch(0, 0), {}, "hatch 1", touch(0, 0), {})
    assert s.marmots[0] == 15


def test_a_step_onto_a_taken_space_jumps_to_the_next_free_one():
    s = do(game(4, 5, 6, -4, options=TWO), "hatch 1", touch(0, 0), {})
    assert s.marmots[0] == 7


def test_no_horns_and_no_frights():
    s = do(game(5, -2, -3, -4, options=TWO), "hatch 1", touch(0, 0), {})
    assert s.marmots[0] == 6
    assert pending(s) == Decide(0, "hatch")
    s = game(5, -2, -3, -4, options=TWO, front=(9, 0, 0, 0))
    assert pending(do(s, "hatch 1", {"to": 5})) == Decide(0, "hatch")


def test_a_marble_stuck_in_the_hut_pushes_the_slider_at_once():
    s = do(game(5, -2, -3, -4, options=TWO), "hatch 1")
    events, s = told(s, {"to": IN})
    assert events[-1] == Alarm("stuck")
    assert isinstance(pending(s).request, PushSlider)
    assert pending(s).request.stop == "first-touch"
    with pytest.raises(BadOutcome, match="no marble may stay in the hut"):
        KULLERN.settle(s, ran(s, {0: IN}))
    s = do(s, touch(0, 0), {})  # it counts like the dropped one
    assert s.marmots[0] == 6
    assert s.slider == "right"
    assert pending(s) == Decide(0, "hatch")


def test_after_each_of_the_three_drops():
    s = game(5, -2, -3, -4, options=TWO)
    for side in ("left", "right", "left"):
        assert s.slider == side
        s = do(s, "hatch 1", {"to": IN}, {})
    assert pending(s) == Decide(0, "step")


def test_what_the_push_leaves_inside_at_a_touch_must_come_out_until_all_is_at_rest():
    s = do(game(5, -2, -3, -4, options=TWO, hut=3), "hatch 1", {"to": IN})
    s = do(s, {**touch(0, 0), "move": {0: None, 1: IN, 2: IN}})
    assert s.marbles.count(HUT) == 2
    with pytest.raises(BadOutcome, match="no marble may stay in the hut"):
        KULLERN.settle(s, ran(s))
    s = do(s, {"move": {1: OUT, 2: OUT}})
    assert HUT not in s.marbles


def test_without_an_own_marmot_that_walked_one_may_take_a_step():
    s = turn(game(4, -2, 12, -4, options=TWO), [touch(0, 2), {}], {}, {})
    assert pending(s) == Decide(0, "step")
    assert KULLERN.actions(s) == (PASS, walk(0), walk(1))
    events, after = told(s, "walk A", {})
    assert events[0] == MarmotWalked(0, 1, 4, 5)
    assert pending(after) == Decide(1, "hatch")
    after = do(s, "pass")
    assert after.marmots[:2] == (4, -2)
    assert pending(after) == Decide(1, "hatch")
    after = do(s, "walk B", {})
    assert after.marmots == (4, 1, 13, -4)


def test_the_step_is_one_of_the_marmots_of_the_player_whose_turn_it_is():
    s = turn(game(4, -2, 12, 15, options=TWO, first=1))
    assert pending(s) == Decide(1, "step")
    assert do(s, "walk A", {}).marmots == (4, -2, 13, 15)
    assert do(s, "walk B", {}).marmots == (4, -2, 12, 16)


def test_with_an_own_marmot_that_walked_there_is_no_such_step():
    for drop in range(3):
        answers = [[{}], [{}], [{}]]
        answers[drop] = [touch(0, 1), {}]
        s = turn(game(4, -2, 12, -4, options=TWO), *answers)
        assert pending(s) == Decide(1, "hatch")


def test_the_step_frees_a_lane_and_its_marbles_may_touch_too():
    s = game(12, -2, 5, -4, options=TWO, front=(2, 0, 0, 0))
    s = do(turn(s), "walk A")
    assert pending(s).request.stop == "first-touch"
    s = do(s, {**touch(0, 2), "move": {0: None, 1: None}}, {})
    assert s.marmots == (13, -2, 6, -4)
    assert pending(s) == Decide(1, "hatch")


def test_the_first_marmot_in_a_deck_chair_wins_whoever_dropped_the_marble():
    s = do(game(4, -2, 24, -4, options=TWO), "hatch 1", touch(0, 2))
    assert pending(s) == Over("home", (2, 1), (0.0, 1.0))
    s = do(turn(game(24, -2, -3, -4, options=TWO)), "walk A")
    assert pending(s) == Over("home", (1, 2), (1.0, 0.0))


def test_two_juniors_have_two_colours_each_and_need_one_chair():
    s = KULLERN.new(JUNIOR, 2)
    assert (s.each, s.needed) == (4, 1)
    assert KULLERN.new(JUNIOR, 3).each == 2


def test_an_empty_hollow_sounds_the_alarm_and_its_marbles_may_touch():
    s = game(5, 12, 20, -4, options=TWO, front=(5, 5, 5, 2), hut=3)
    assert isinstance(pending(s).request, PushSlider)
    after = do(s, {**touch(17, 0, roll=(18, 19))}, {})
    assert after.marmots[0] == 6
    assert pending(after) == Decide(0, "hatch")


def test_the_alarm_of_the_hollow_may_come_again_in_the_turn():
    s = game(5, 12, 20, -4, options=TWO, front=(5, 5, 5, 4), hut=1)
    s = do(s, {})
    assert pending(s) == Decide(0, "hatch")
    s = do(s, "hatch 1", {"to": 5})
    assert isinstance(pending(s).request, PushSlider)
    s = do(s, {"move": {0: OUT}})
    assert pending(s) == Decide(0, "hatch")
    assert KULLERN.observe(s, 0).number == 1


def test_after_an_alarm_of_the_hollow_all_must_come_out_also_past_a_touch():
    s = game(5, 12, 20, -4, options=TWO, front=(5, 5, 5, 2), hut=3)
    s = do(s, {**touch(17, 0), "move": {17: None, 18: IN, 19: IN}})
    with pytest.raises(BadOutcome, match="no marble may stay in the hut"):
        KULLERN.settle(s, ran(s))
    s = do(s, {"move": {18: OUT, 19: OUT}})
    assert pending(s) == Decide(0, "hatch")


def test_still_no_marbles_then_the_drops_are_over():
    s = game(5, 12, 20, -4, options=TWO, front=(5, 5, 5, 5))
    assert isinstance(pending(s).request, PushSlider)
    events, s = told(s, {})
    assert names(events)[-2:] == ["DropsOver", "StepOffered"]
    assert pending(s) == Decide(0, "step")


def test_at_the_end_of_a_turn_too_with_that_option():
    options = replace(TWO, hollow_alarm="end_of_turn")
    s = game(5, 12, 20, -4, options=options, front=(5, 5, 5, 2))
    s = do(s, *(what for _ in range(3) for what in ("hatch 1", {"to": -4})), "pass")
    assert isinstance(pending(s).request, PushSlider)
    assert pending(do(s, {})).request.on.slider == "right"  # and again: still none to drop


def test_a_run_at_rest_may_not_leave_a_marble_rolling():
    s = do(game(5, -2, -3, -4, options=TWO), "hatch 1")
    with pytest.raises(BadOutcome, match="every marble at rest"):
        KULLERN.settle(s, ran(s, to=None))
    with pytest.raises(BadOutcome, match="no other"):
        KULLERN.settle(s, ran(s, to=None, touched=((0, 0), (0, 1))))
    with pytest.raises(BadOutcome, match="not on the hill"):
        KULLERN.settle(s, ran(s, to=OUT, touched=((0, 0),)))


def test_the_sampler_stops_at_each_touch_and_goes_on():
    """A marble down a lane with three marmots, by real samples: each of them walks once."""
    rng = random.Random(3)
    s = KULLERN.new(JUNIOR, 3)
    s = KULLERN.settle(s, 0).state
    touched = resumed = 0
    for _ in range(400):
        if isinstance(pending(s), Over):
            break
        if isinstance(pending(s), Decide):
            s = KULLERN.apply(s, KULLERN.random_action(s, rng)).state
            continue
        asked = pending(s).request
        o = Sampled(s.board).resolve(asked, rng)
        assert len(o.touched) <= 1
        if o.touched:
            touched += 1
            ((marble, _),) = o.touched
            assert (marble, None) in o.resting
        resumed += isinstance(asked, PlaceMarmot)
        assert not isinstance(asked, MarbleDrop) or asked.marble == s.marbles.index(HOLLOW)
        s = KULLERN.settle(s, o).state
    assert touched > 20
    assert resumed >= touched - 1


def test_a_push_belongs_to_its_drop_so_a_pair_counts_once_in_both():
    s = do(game(12, -2, -3, -4, options=TWO, hut=1), "hatch 1")
    s = do(s, {"to": IN, "touched": ((0, 0),), "move": {0: None}})  # knocked free
    s = do(s, touch(0, 0), {"move": {0: 13}})
    assert isinstance(pending(s).request, PushSlider)
    events, s = told(s, {"touched": ((0, 0),), "move": {0: None, 1: OUT}})
    assert MarmotTouched(0, 0, True) in events
    assert isinstance(pending(s).request, Resume)
    assert do(s, {}).marmots[0] == 13
