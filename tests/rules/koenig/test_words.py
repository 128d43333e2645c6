"""Notation, options, verdicts and events: exact texts and clear sentences."""

import random
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from koenig_kit import BOARD, do, race, racer, throw

from rules.core.errors import NotationError, OptionError
from rules.koenig.events import RayCrossed, TowerStays
from rules.koenig.notation import format_action, parse_action
from rules.koenig.options import CHOICES, PRESETS, Options, options
from rules.koenig.rules import KOENIG
from rules.koenig.state import Block, Pass, Pull, Setup, Start, Tower, Turn

places = st.integers(-999999, 999999)
angles = st.integers(0, 35999)
actions = st.one_of(
    st.builds(Start, st.tuples(places, places, angles)),
    st.builds(Block, st.tuples(places, places, angles)),
    st.builds(Pull, places, places),
    st.builds(Tower, angles),
    st.builds(Turn, angles),
    st.just(Pass()),
)


@given(actions)
def test_every_action_comes_back_from_its_text(action):
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Start((48000, 15000, 0)), "start 480,150,0"),
        (Block((12050, 34000, 1500)), "block 120.5,340,15"),
        (Pass(), "pass"),
        (Pull(60000, 0), "pull 600,0"),
        (Pull(60001, -50), "pull 600.01,-0.5"),
        (Tower(21250), "tower 212.50"),
        (Turn(9000), "turn 90"),
    ],
)
def test_the_texts_of_the_design(action, text):
    assert format_action(action) == text


def test_parsing_is_friendly_about_blanks_signs_and_full_turns():
    assert parse_action("  Start 480, 150 , -90 ") == Start((48000, 15000, 27000))
    assert parse_action("tower 360") == Tower(0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hop", "'hop' is no action of koenig; there are 'start X,Y,HEADING'"),
        ("block 1,2", "'block 1,2' must have the form 'block X,Y,ANGLE'"),
        ("tower 1.234", "'1.234' is no number with up to two decimals"),
        ("tower nan", "'nan' is no number"),
    ],
)
def test_a_wrong_text_gets_a_sentence(text, sentence):
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert sentence in str(caught.value)


def test_every_option_has_choices_and_its_default_is_the_first():
    assert set(CHOICES) == {field.name for field in fields(Options)}
    for name, choice in CHOICES.items():
        assert getattr(Options(), name) == choice.values[0]
        for value in choice.values:
            assert getattr(options({name: value}), name) == value
    assert PRESETS["family"] == Options()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"speed": 1}, "koenig has no option 'speed'; its options are: variant, round_cap"),
        ({"round_cap": 0}, "must be a whole number from 1 to 1000, not 0"),
        ({"round_cap": True}, "must be a whole number from 1 to 1000, not True"),
        ({"hand_mode": 1}, "option hand_mode of koenig must be False or True, not 1"),
        ({"variant": "master"}, "option variant of koenig must be 'family' or 'pro', not 'master'"),
    ],
)
def test_a_wrong_option_gets_a_sentence(values, sentence):
    with pytest.raises(OptionError) as caught:
        options(values)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("seats", "setup", "sentence"),
    [
        (1, Setup(BOARD), "koenig is for 2 to 4 players, not 1"),
        (5, Setup(BOARD), "koenig is for 2 to 4 players, not 5"),
        (2, Setup(BOARD, ("red", "red")), "a piece set of its own, not red, red"),
        (2, Setup(BOARD, ("red", "pink")), "track rundkurs has no piece set 'pink'"),
        (3, Setup(BOARD, racers=(None,)), "must name 3 racers, not 1"),
        (
            2,
            Setup(BOARD, racers=(racer((500, 400, 0)), racer((520, 400, 0)))),
            "the yellow tower cannot begin where it is put: it would stand on or push the red",
        ),
        (2, Setup(BOARD, racers=(racer((500, 400, 0), (1,)), None)), "must count 5 rays"),
    ],
)
def test_a_race_that_cannot_be_gets_a_sentence(seats, setup, sentence):
    with pytest.raises(OptionError) as caught:
        KOENIG.new(None, seats, setup)
    assert sentence in str(caught.value)


def test_every_refusal_says_why_in_a_players_words():
    s = race(None, None)

    def why(s, text):
        return str(KOENIG.check(s, KOENIG.parse(s, text)))

    assert why(s, "start 480,150,0") == "legal"
    assert (
        why(s, "start 100,100,0") == "the whole tower must stand in the start box behind the line"
    )
    assert why(s, "pass") == "now you must put your tower into the start box"
    s, _ = do(s, "start 480,150,0")
    assert why(s, "pull 600,0") == "now you must place your blocker or pass"
    assert why(s, "block 0,0,0") == "the blocker must stand wholly on the table"
    assert why(s, "block 480,150,0") == "it would stand on your own tower"
    s, _ = do(s, "pass")
    assert why(s, "pull 99,0") == "a hat is pulled at 100 to 2000 mm/s"
    assert why(s, "pull 600,301") == "a hat slips sideways by -300 to 300 mm/s"
    assert KOENIG.check(s, None).rule == "now you must pull the hat"
    assert KOENIG.check(s, Tower("90")).rule == "now you must pull the hat"
    assert "whole numbers" in KOENIG.check(s, Pull(6e4, 0)).rule


def test_a_place_that_misses_by_a_hair_names_the_nearest_free_angle():
    s = race(racer((120, 400, 0)), None)
    s, _ = throw(s, (300, 445))
    arcs = KOENIG.space(s).feasible
    last = arcs[0][1]
    verdict = KOENIG.check(s, Tower(last + 1))
    assert not verdict.ok
    assert verdict.code in ("too-tight", "overlaps-obstacle")
    assert KOENIG.check(s, Tower(last)).ok
    if verdict.code == "too-tight":
        assert f"{last / 100:.2f}" in verdict.rule


def test_events_are_told_in_words():
    s = race(None, None)
    step = KOENIG.apply(s, KOENIG.parse(s, "start 480,150,10"))
    assert KOENIG.tell(step.state, step.events[0]) == "yellow starts at 480,150 heading 10°"
    s, events = throw(step.state, (1200, 300), outcome="off_table")
    told = [KOENIG.tell(s, event) for event in events]
    assert "yellow's die falls off the table at 1200,300 (735 mm from the mouth)" in told
    assert "yellow's tower stays: the die fell off the table" in told
    assert told[-1] == "round 1: red's turn"
    stays = [event for event in events if isinstance(event, TowerStays)]
    assert stays[0].seen_by is None
    assert KOENIG.tell(s, RayCrossed(0, 0, -1, False)) == (
        "yellow crosses the ray of A backwards, not done"
    )


def test_actions_are_described_in_words():
    s = race(None, None)
    s, _ = do(s, "start 480,150,0")
    assert KOENIG.describe(s, Pass()) == "place no blocker"
    assert KOENIG.describe(s, Tower(9000)) == "put the tower at 90° from the die, heading 270°"


def test_candidates_for_the_tower_head_for_the_next_ray_first():
    s = race(racer((540, 150, 0)), None)
    s, _ = throw(s, (800, 150))
    first = KOENIG.space(s).propose(random.Random(1), 1)[0]
    heading = (first.angle + 18000) % 36000
    assert 0 < heading < 9000  # up and to the right, round A
