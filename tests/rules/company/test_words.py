"""Notation, options, verdicts, events, the board as text, and the view."""

import random
from dataclasses import fields

import pytest
from company_kit import ABOVE, BOARD, asked, cells, play, stand, texts, told

from rules.company import events as facts
from rules.company.net import NAMES, WAYS, cell, spot_of, spots
from rules.company.notation import format_action, parse_action
from rules.company.options import CHOICES, PRESETS, Options, options
from rules.company.rules import COMPANY
from rules.company.state import FLIP, PASS, SET, Call, Keep, Move, Put
from rules.company.words import SEATS
from rules.core.errors import BadOutcome, IllegalAction, NotationError, OptionError
from rules.core.types import Draw, Event, Over

EVENTS = [
    kind
    for kind in vars(facts).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


# --- names -------------------------------------------------------------------


def test_names_are_a_letter_for_the_row_and_a_number_for_the_line():
    assert len(NAMES) == 61
    assert spot_of(cell("e5")) == (0, 0)
    assert spot_of(cell("a9")) == (4, -4)
    assert spot_of(cell("i1")) == (-4, 4)
    assert {spot_of(one) for one in NAMES} == set(spots(4))


@pytest.mark.parametrize(
    ("way", "to"),
    [("e", "e6"), ("se", "f5"), ("sw", "f4"), ("w", "e4"), ("nw", "d5"), ("ne", "d6")],
)
def test_directions(way, to):
    s = play(stand("e5", "a5"), "flip", 1, f"e5 {way}")
    assert NAMES[s.moles[0][0]] == to


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Put(40), "put e5"),
        (FLIP, "flip"),
        (PASS, "pass"),
        (Keep(2), "keep 2"),
        (Move(cell("c4"), 1), "c4 se"),
    ],
)
def test_the_texts_of_the_design(action, text):
    assert format_action(action) == text
    assert parse_action(text) == action


def test_every_action_comes_back_from_its_text():
    every = [FLIP, PASS, *map(Keep, (1, 2, 3, 4)), *map(Put, NAMES)]
    every += [Move(one, way) for one in NAMES for way in range(len(WAYS))]
    assert [parse_action(format_action(a)) for a in every] == every
    assert len({format_action(a) for a in every}) == len(every)


def test_parsing_is_friendly_about_blanks_and_capitals():
    assert parse_action("  C4   SE ") == Move(cell("c4"), 1)
    assert parse_action("Put E5") == Put(40)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hop", "'hop' is no action of company; there are 'put SPACE', 'flip', 'pass'"),
        ("e5 south", "there is no direction 'south', only e, se, sw, w, nw, ne"),
        ("j5 e", "there is no space 'j5': spaces have a letter from a to i"),
        ("a1 e", "there is no space 'a1'"),
        ("put e0", "there is no space 'e0'"),
        ("keep 5", "'keep 5': discs have the values 1, 2, 3 and 4"),
    ],
)
def test_a_wrong_text_gets_a_sentence(text, sentence):
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert sentence in str(caught.value)


# --- options -----------------------------------------------------------------


def test_every_option_has_choices_and_its_default_is_the_first():
    assert set(CHOICES) == {field.name for field in fields(Options)}
    for name, choice in CHOICES.items():
        assert getattr(Options(), name) == choice.values[0]
        for value in choice.values:
            assert getattr(options({name: value}), name) == value


def test_presets():
    assert list(PRESETS) == ["standard", "tournament"]
    assert options({}) == Options()
    assert options({"preset": "tournament"}) == Options(tournament=True)
    assert options({"preset": "tournament", "turn_cap": 90}) == Options(True, True, 90)


@pytest.mark.parametrize("values", [{"turn_cap": 0}, {"tournament": 1}, {"hop": 1}])
def test_an_option_that_cannot_be_is_refused(values):
    with pytest.raises(OptionError):
        COMPANY.options(values)


# --- verdicts ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Move(cell("e2"), True), "no-action"),
        (Move(float(cell("e2")), 0), "no-action"),
        (Put(40), "not-now"),
        (FLIP, "not-now"),
        (Keep(1), "not-now"),
        ("e2 e", "no-action"),
        (Move(cell("e3"), 0), "not-yours"),
        (Move(0, 0), "not-yours"),
    ],
)
def test_what_is_no_move_is_refused_with_a_code(action, code):
    s = play(stand("e2", "i1"), "flip", 1)
    assert COMPANY.check(s, action).code == code


def test_values_of_other_types_are_no_actions_though_they_may_be_equal():
    s = play(stand("e2 e3", "i1", options=Options(tournament=True)), "flip", 2, 1)
    assert COMPANY.check(s, Keep(2)).ok
    assert COMPANY.check(s, Keep(2.0)).code == "no-such-disc"
    assert COMPANY.check(s, Keep(True)).code == "no-such-disc"
    s = play(COMPANY.new(None, 2), 0, 0)
    assert COMPANY.check(s, Put(41)).ok
    assert COMPANY.check(s, Put(41.0)).code == "off"
    assert COMPANY.check(stand("e5", "e7"), Call(("flip",))).code == "no-action"


def test_a_refusal_says_what_was_tried_and_why():
    s = play(stand("e2", "e4"), "flip", 2)
    with pytest.raises(IllegalAction, match="e2 e: a mole is in the way: 2 free spaces"):
        COMPANY.apply(s, parse_action("e2 e"))
    with pytest.raises(BadOutcome, match="disc can be 1, 2, 3, 4, not '5'"):
        COMPANY.settle(play(stand("e2", "e4"), "flip"), 5)
    with pytest.raises(BadOutcome, match="nothing was thrown or drawn"):
        COMPANY.settle(s, 2)


# --- words -------------------------------------------------------------------


def test_actions_in_words():
    s = play(stand("e2", "i1"), "flip", 3)
    assert COMPANY.describe(s, parse_action("e2 se")) == "move the mole on e2 south-east to h2"
    assert COMPANY.describe(s, parse_action("e2 se"), "de") == "ziehe von e2 nach Südosten bis h2"
    assert COMPANY.describe(s, FLIP) == "turn over a disc"
    assert COMPANY.describe(s, FLIP, "de") == "decke eine Scheibe auf"
    assert COMPANY.describe(s, PASS, "de") == "passe"
    assert COMPANY.describe(s, Keep(3), "de") == "behalte die 3"
    assert COMPANY.describe(s, Put(40), "de") == "setze einen Maulwurf auf e5"
    assert COMPANY.describe(s, PASS, "fr") == "pass"


def test_a_move_that_leads_nowhere_can_be_described_too():
    assert COMPANY.describe(stand("e2", "i1"), Move(cell("e2"), 3)) == "move the mole on e2 west"


SAID = [
    (facts.LayerTurned(1, 2), "layer 2 lies open, turned by 120°"),
    (facts.StarterDrawn(3), "Yellow begins"),
    (facts.Placed(0, 40), "Red puts a mole on e5"),
    (facts.Passed(1), "Blue passes, all moles sit in holes"),
    (facts.DiscTurned(2, 4, True), "Green turns over a 4 for a further move"),
    (facts.DiscKept(0, 1, 3), "Red keeps the 1; the 3 goes back face down"),
    (facts.Forfeited(0, 1, False, 0), "no mole of Red can be moved by 1: the turn is lost"),
    (
        facts.Forfeited(0, 1, True, 2),
        "no mole of Red can be moved by 1 or 2: the further move is lost",
    ),
    (
        facts.Moved(0, 40, 41, 1, False, True, True),
        "Red moves from e5 (out of a hole) to e6 (into a hole)",
    ),
    (facts.BonusDeclined(0), "Red leaves the further move be"),
    (facts.DiscsShuffled(0, True), "Red turns all six discs face down again, for nothing moves"),
    (
        facts.LayerLifted(0, "full", (8, 5), (2, 0)),
        "layer 1 is lifted (all its holes are occupied); moles left: Red 8, Blue 5; "
        "lost: Red 2, Blue 0",
    ),
    (facts.Eliminated(1), "Blue has no mole left"),
    (
        facts.GameOver("goal", (2, 1)),
        "the game is over (the first mole is in the lowest hole): 1. Blue, 2. Red",
    ),
]


def test_events_in_words():
    assert {type(event) for event, _ in SAID} == set(EVENTS)
    s = stand("e2", "i1")
    for event, text in SAID:
        assert COMPANY.tell(s, event) == text
        german = COMPANY.tell(s, event, "de")
        assert german != text
        assert not any(name in german.split() for name in ("Red", "Blue", "layer", "mole"))
    with pytest.raises(ValueError, match="no event of company"):
        COMPANY.tell(s, Event())


def test_everybody_sees_every_event():
    assert all(event.seen_by is None for event, _ in SAID)


# --- the board as text -------------------------------------------------------


def test_the_layer_as_text():
    s = stand("e2 e6 h2", "d4 b5", layer=4)
    assert COMPANY.draw(s, None).splitlines() == [
        "layer 4 of 4: blue",
        "b5            B   .   .   .    b8",
        "c4          .   .   .   .   .    c8",
        "d3        .   B*  =   ~   .   .    d8",
        "e2      R   .   ~   o   R=  .   .    e8",
        "f2        .   .   =   ~   *   .    f7",
        "g2          .   .   *   .   .    g6",
        "h2            R   .   .   .    h5",
        "o hole; * special space; = solid way into the hole; ~ dashed way, only over the hole",
        "R Red: moles 3; discs face down 1 2 2 3 3 4 (6 of 6), begins",
        "B Blue: moles 2; discs face down 1 2 2 3 3 4 (6 of 6)",
    ]


def test_the_text_explains_the_signs_that_the_layer_has():
    assert "o hole" in COMPANY.draw(stand("e2", "i1"), None).splitlines()
    assert "o hole; * special space" in COMPANY.draw(stand("e3", "i1", layer=2), 0).splitlines()
    three = COMPANY.draw(stand("e2", "d4", "b5", layer=4), None).splitlines()
    assert "o hole; * special space; = solid way into the hole; ~ dashed way" in three


def test_the_text_before_chance_has_said_how_the_layer_lies():
    text = COMPANY.draw(COMPANY.new(None, 3), 0)
    assert "chance has not said yet how it lies" in text
    assert "G Green: moles 0; discs face down 1 2 2 3 3 4 (6 of 6)" in text


def test_the_text_shows_moles_in_holes_and_used_discs():
    s = play(stand("e2 c7", "i1", discs=((0, 0, 0, 1), SET)), "flip", 4)
    text = COMPANY.draw(s, 1)
    assert "Ro" in text
    assert "R Red: moles 2, 1 in holes; discs face down - (0 of 6)" in text


# --- the view and the score --------------------------------------------------


def test_a_view_of_a_move():
    s = play(stand("e3 g2", "i1", "", layer=2, rotation=0), "flip", 1, "e3 e", "flip", 4)
    view = COMPANY.observe(s, 1)
    assert (view.seat, view.turn, view.value, view.bonus) == (1, 0, 4, True)
    assert view.left == (0, 1)
    assert view.holes == cells("b8 c4 d5 e2 e6 e8 h2 h5")
    assert view.face_up(0) == (1, 0, 0, 1)
    assert view.chances(0) == {2: 0.5, 3: 0.5}
    assert (view.layer, view.rotation, view.starter, view.turns) == (1, 0, 0, 0)


def test_a_view_of_a_choice_of_discs():
    s = play(stand("e2 e3", "i1", options=Options(tournament=True)), "flip", 2, 3)
    view = COMPANY.observe(s, 0)
    assert (view.pair, view.value, view.bonus) == ((2, 3), 0, False)


def test_a_view_of_a_bonus_and_of_the_beginning():
    s = play(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e")
    assert COMPANY.observe(s, None).bonus
    view = COMPANY.observe(COMPANY.new(None, 2), None)
    assert (view.holes, view.in_holes, view.turn) == ((), (0, 0), None)


def test_nothing_is_hidden_in_a_state_so_it_is_its_own_world():
    s = stand("e2", "i1")
    assert COMPANY.determinize(s, 0, random.Random(1)) == s


def test_the_score_likes_holes_ways_into_them_and_deeper_layers():
    assert COMPANY.score(stand("e5", "i1"), 0) > COMPANY.score(stand("e4", "i1"), 0)
    near, far = stand("e4 a6", "i1"), stand("f2 a6", "i1")
    assert COMPANY.score(near, 0) != COMPANY.score(far, 0)
    assert COMPANY.score(stand("e3", "h3", layer=4), 0) > COMPANY.score(stand("e5", "h3"), 0)
    assert COMPANY.score(stand("", "h3", "e4"), 0) == 0
    won = play(stand("e6 b5", "b6", layer=4), "flip", 1, "e6 w")
    assert (COMPANY.score(won, 0), COMPANY.score(won, 1)) == (2.0, 0.0)
    lifted = play(stand("e7 g4", "e3 d4", board=ABOVE), "flip", 1, "g4 e")
    assert COMPANY.score(lifted, 0) == pytest.approx(1 / 3)


def test_random_actions_are_spread_evenly():
    rng = random.Random(3)
    for s in (
        play(stand("e2 e3", "i1"), "flip", 2),
        play(COMPANY.new(None, 2), 0, 0),
        stand("e5", "e7"),
    ):
        counts = dict.fromkeys(texts(s), 0)
        n = 300 * len(counts)
        for _ in range(n):
            counts[COMPANY.format(s, COMPANY.random_action(s, rng))] += 1
        chi2 = sum((k - 300) ** 2 / 300 for k in counts.values())
        # Far above the 99.9 % quantile of chi-squared for up to 47 degrees of freedom.
        assert chi2 < 90


def test_a_random_action_is_found_where_hardly_any_is_legal():
    s = play(stand("i1 e5", "h1 h2 i2 e4 e6 d5 d6 f4", starter=0), "flip", 1)
    assert texts(s) == ["e5 se"]
    rng = random.Random(1)
    assert {COMPANY.format(s, COMPANY.random_action(s, rng)) for _ in range(200)} == {"e5 se"}


def test_discs_come_by_how_many_of_them_lie_face_down():
    s = play(stand("e2", "i1"), "flip")
    assert COMPANY.pending(s) == Draw("disc", ((1, 1), (2, 2), (3, 2), (4, 1)))


def test_titles_and_seats():
    assert COMPANY.title == "Die Maulwurf Company"
    assert COMPANY.seats == range(2, 5)
    assert len(SEATS["en"]) == len(SEATS["de"]) == 4
    assert COMPANY.sampled(stand("e2", "i1")) is None
    assert COMPANY.seated(stand("e2", "i1", "")) == 3


def test_the_steps_of_a_game_tell_what_happened_in_order():
    s, events = told(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e", "pass")
    assert [type(event) for event in events] == [
        facts.DiscTurned,
        facts.Moved,
        facts.BonusDeclined,
    ]
    assert asked(s) == (1, "turn")
    assert not isinstance(COMPANY.pending(s), Over)
    assert s.board == BOARD
