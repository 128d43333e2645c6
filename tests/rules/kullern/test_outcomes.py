"""Which answers of the physics can be, and what the sampler gives."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from kullern_kit import HILL, IN, OUT, do, drops, game, ran

from rules.core.codec import load_request, load_settled, plain
from rules.core.errors import BadOutcome
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import KNOCKED, Sampled, hill_row, hut_row
from rules.kullern.state import Action
from sim.settled import (
    DieThrow,
    LiftMarmot,
    MarbleDrop,
    MarblesSettled,
    OnHill,
    PlaceMarmot,
    PushSlider,
    Resume,
)

TWO = Options(marmots_for_two=2)


def refused(s, o, why):
    with pytest.raises(BadOutcome, match=why):
        KULLERN.settle(s, o)


def dropped(**how):
    return do(game(5, 12, -3, -4, options=TWO, **how), "hatch 1")


# --- conservation ------------------------------------------------------------


def test_twenty_marbles_in_every_outcome():
    s = dropped()
    o = ran(s)
    for bad in (
        replace(o, hollow=o.hollow[:-1]),
        replace(o, hut=(3,)),
        replace(o, resting=((0, 5),), front=(1, 0, 0, 0)),
    ):
        refused(s, bad, "each of the 20 marbles")


def test_front_counts_what_rests_in_front():
    s = dropped()
    refused(s, replace(ran(s, to=5), front=(0, 0, 0, 0)), "front does not count")
    refused(s, replace(ran(s, to=5), front=(1, 0, 0)), "front does not count")
    refused(s, replace(ran(s, to=5), front=(0, 1, 0, 0)), "front does not count")


def test_no_marmot_no_rest():
    s = dropped()
    refused(s, ran(s, to=6), "no marmot holds it")
    s = game(25, 12, -3, -4, options=TWO)
    s = do(s, "hatch 1")
    o = ran(s)
    world = (hill_row((1, 1)), *o.world[1:])
    bad = replace(o, resting=((0, 25),), hollow=o.hollow[1:], front=(1, 0, 0, 0), world=world)
    refused(s, bad, "no marmot holds it")


def test_a_lifted_marmot_holds_nothing():
    s = do(game(12, -2, -3, -4, options=TWO, front=(3, 0, 0, 0)), "hatch 1", {"to": 12})
    o = ran(s)
    world = (hill_row((5, 4)), *o.world[1:])
    for place in (0, 12):
        bad = replace(o, resting=((0, place),), hollow=o.hollow[1:], world=world)
        refused(s, bad, "no marmot holds it")


# --- ways --------------------------------------------------------------------


def test_only_the_dropped_marble_leaves_the_hollow():
    s = dropped()
    refused(s, ran(s, {7: 5}), "was in the hollow")
    refused(s, ran(s, {7: IN}), "cannot have got into the hut")
    refused(s, ran(s, lost=(7,)), "cannot have been lost")


def test_out_of_the_hut_only_past_its_front():
    s = dropped(hut=2)  # marbles 0 and 1 are in the hut, 2 is dropped
    refused(s, replace(ran(s, {0: OUT}), out=(2,)), "must have come out")
    refused(s, replace(ran(s, {0: 5}), out=(2,)), "must have come out")
    refused(s, replace(ran(s), out=()), "must have come out")
    refused(s, replace(ran(s), out=(0, 2)), "cannot have come out")
    refused(s, replace(ran(s), out=(2, 9)), "cannot have come out")
    refused(s, replace(ran(s), out=(2, 2)), "twice")
    KULLERN.settle(s, replace(ran(s, {0: OUT, 1: 5}), out=(2, 1, 0)))


def test_a_lost_marble_ends_in_the_hollow():
    s = dropped(hut=1)
    refused(s, replace(ran(s, to=5), lost=(1,)), "must end in the hollow")
    refused(s, replace(ran(s), lost=(1, 1)), "twice")
    s = do(s, {"lost": (1,)})
    assert KULLERN.observe(s, 0).hollow == 19


def test_no_marble_gets_back_into_the_hut():
    s = dropped(front=(2, 1, 0, 0))
    refused(s, ran(s, {0: IN}), "cannot have got into the hut")


def test_marbles_roll_downhill():
    s = dropped(front=(2, 1, 0, 0))
    refused(s, ran(s, {0: 12}), "uphill")  # from space 5 up to 12
    beside = do(game(5, 6, -3, -4, options=TWO, front=(2, 0, 0, 0)), "hatch 1")
    KULLERN.settle(beside, ran(beside, {0: 6}))  # off the top of a pile into the next lane
    KULLERN.settle(s, ran(s, {2: 5}))  # knocked off, from 12 down to 5
    KULLERN.settle(s, ran(s, {2: OUT}))


def test_balls_leave_the_hut_by_drops_and_pushes_only():
    s = do(game(12, -2, -3, -4, options=TWO, front=(3, 0, 0, 0), hut=2), "hatch 1", {"to": 12})
    refused(s, ran(s, {3: OUT}), "while a marmot is moved")


# --- world -------------------------------------------------------------------


def test_the_world_agrees_with_the_lists():
    s = dropped()
    o = ran(s, to=5)
    refused(s, replace(o, world=(hut_row(0), *o.world[1:])), "elsewhere")
    refused(s, replace(o, world=(*o.world[:-1], hut_row(0))), "elsewhere")
    refused(s, replace(o, world=(hill_row((5, 6), True), *o.world[1:])), "still moves")
    more = tuple((*row, 7, 8) for row in o.world)  # a simulation's own numbers
    assert KULLERN.settle(s, replace(o, world=more)).state.world == more


def test_the_next_request_is_built_from_the_settled_world():
    s = do(dropped(), {"to": 5}, "hatch 3")
    asked = KULLERN.pending(s).request
    assert asked.on == OnHill("left", (5, 12, -3, -4), s.world)
    assert s.world[0] == hill_row((5, 6))
    assert (asked.hatch, asked.marble) == (3, 1)


# --- requests as data --------------------------------------------------------

ON = OnHill("left", (5, -2), ((0, 0, 0, 0, 0), (2, 1, 2, 3, 4)))


@pytest.mark.parametrize(
    "request_",
    [
        MarbleDrop(ON, 3, 0), LiftMarmot(ON, 1), PlaceMarmot(ON, 1, 7, "first-touch"),
        PushSlider(ON), Resume(ON, ((0, 1), (1, 0))), DieThrow("yellow", "red", (1, 2, 3)),
    ],
    ids=lambda request_: type(request_).__name__,
)  # fmt: skip
def test_requests_of_both_games_come_back_from_their_data(request_):
    assert load_request(plain(request_), type(request_).__name__) == request_


def test_answers_of_both_games_come_back_from_their_data():
    o = ran(dropped(), to=5, touched=((0, 0),))
    for kind in ("MarbleDrop", "LiftMarmot", "PlaceMarmot", "PushSlider", "Resume"):
        assert load_settled(plain(o), kind) == o
    with pytest.raises(KeyError):
        load_settled(plain(o), "DieThrow")
    with pytest.raises(KeyError):
        load_settled(plain(o), "Juggle")
    with pytest.raises(TypeError):
        load_settled({"front": []}, "MarbleDrop")


# --- the sampler -------------------------------------------------------------


def sample(s, seeds):
    asked = KULLERN.pending(s).request
    provider = Sampled(s.board)
    return [provider.resolve(asked, random.Random(seed)) for seed in seeds]


@pytest.mark.parametrize("hatch", range(1, 6))
def test_about_half_of_the_dropped_marbles_come_out(hatch):
    s = do(game(-1, -2, -3, -4, options=TWO), f"hatch {hatch}")
    got = sample(s, range(2000))
    assert 0.45 < sum(len(o.out) for o in got) / 2000 < 0.55
    assert all(len(o.hut) + len(o.hollow) + sum(o.front) == 20 for o in got)


def test_a_marble_comes_out_at_the_open_exit_and_stays_at_the_closed_one():
    for slider, side in (("left", 1), ("right", 0)):
        s = do(game(-1, -2, -3, -4, options=TWO, slider=slider), "hatch 4")
        for o in sample(s, range(60)):
            if o.hut:
                assert o.world[0] == hut_row(6 + side)


def test_every_fork_is_even():
    """From the left exit of hatch 3 a marble gets to the lanes of the top leg as 1 : 2 : 1."""
    s = do(game(20, 21, 19, 22, options=TWO), "hatch 3")
    lanes = Counter(o.front.index(1) for o in sample(s, range(4000)) if 1 in o.front)
    total = sum(lanes.values())
    assert total > 1500
    # Exit 4: junctions 3.5 and 4.5, lanes 3, 4 and 5, which are spaces 19, 20 and 21.
    assert set(lanes) == {0, 1, 2}
    for marmot, share in ((2, 0.25), (0, 0.5), (1, 0.25)):
        assert abs(lanes[marmot] / total - share) < 0.05


def test_the_outer_lanes_have_one_way_at_the_edge():
    s = do(game(17, 18, 19, 20, options=TWO), "hatch 1")  # exit 0: junction 0.5, lane 1
    got = [o.front for o in sample(s, range(300)) if o.out and not o.lost]
    assert set(got) == {(1, 0, 0, 0)}


def test_a_marmot_holds_what_comes_down_its_lane_and_lets_it_go_when_it_leaves():
    s = game(20, 13, -3, -4, options=TWO, front=(2, 0, 0, 0))
    s = do(s, *drops(OUT, IN, IN), "walk A")
    fronts = Counter(o.front for o in sample(s, range(400)))
    assert all(front[0] == 0 for front in fronts)
    assert any(front[1] for front in fronts)
    assert any(not front[1] for front in fronts)


def test_a_push_empties_the_hut():
    s = game(5, 12, 20, -4, options=TWO, front=(3, 3, 3, 3), hut=8)
    for o in sample(s, range(50)):
        assert o.hut == ()
        assert sorted(o.out) == list(range(12, 20))
        KULLERN.settle(s, o)


def test_a_stuck_marble_is_now_and_then_knocked_free():
    s = do(game(-1, -2, -3, -4, options=TWO, hut=3), "hatch 1")
    got = sample(s, range(4000))
    fell_on_them = [o for o in got if 3 in o.hut]
    share = sum(len(o.out) for o in fell_on_them) / len(fell_on_them)
    assert abs(share - KNOCKED) < 0.02


def test_the_same_stream_gives_the_same_run():
    s = do(game(-1, -2, -3, -4, options=TWO), "hatch 1")
    assert sample(s, range(30)) == sample(s, range(30))
    assert len(set(sample(s, range(30)))) > 1


def test_actions_of_wrong_types_are_refused():
    s = game(-1, -2, -3, -4, options=TWO)
    for bad in (Action("hatch", True), Action("hatch", 1.0), Action("hatch", None)):
        assert KULLERN.check(s, bad).code == "no-action"
    assert KULLERN.check(s, Action("walk", 0)).code == "wrong-phase"
    assert isinstance(ran(do(s, "hatch 1")), MarblesSettled)
    assert HILL.hatches == 5
