"""Notation, options, boards, verdicts, events and drawings: exact texts and clear sentences."""

import random
from dataclasses import fields

import pytest
from hoehle_kit import FIELD, ISLANDS, do, game, kinds
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import IllegalAction, NotationError, OptionError
from rules.core.types import Event
from rules.hoehle.board import default_board, make_board
from rules.hoehle.notation import format_action, parse_action
from rules.hoehle.options import CHOICES, PRESETS, Options, options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import Dig, Move, Setup

BOARD = default_board()
AT = BOARD.tables.index
cells = st.integers(0, 180)


@given(st.one_of(st.builds(Move, cells, st.integers(0, 7)), st.builds(Dig, cells, cells)))
def test_every_action_comes_back_from_its_text(action):
    assert parse_action(BOARD, format_action(BOARD, action)) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Move(AT["n5"], 0), "n5 n"),
        (Move(AT["a10"], 3), "a10 se"),
        (Dig(AT["k11"], AT["i9"]), "dig k11 > i9"),
    ],
)
def test_the_texts_of_the_design(action, text):
    assert format_action(BOARD, action) == text


def test_parsing_is_friendly_about_blanks_and_capitals():
    assert parse_action(BOARD, "  N5   NW ") == parse_action(BOARD, "n5 nw")
    assert parse_action(BOARD, "Dig k11>i9") == parse_action(BOARD, "dig k11 > i9")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hop", "'hop' is no action of hoehle; there are 'CELL DIRECTION' (n5 nw)"),
        ("a1 n", "'a1 n': board garden has no cell a1"),
        ("n5 wn", "'n5 wn': a direction is one of n, ne, e, se, s, sw, w, nw"),
        ("dig k11 > a1", "board garden has no cell a1"),
    ],
)
def test_a_wrong_text_gets_a_sentence(text, sentence):
    with pytest.raises(NotationError) as caught:
        parse_action(BOARD, text)
    assert sentence in str(caught.value)


def test_every_option_has_choices_and_its_default_is_the_first():
    assert set(CHOICES) == {field.name for field in fields(Options)}
    for name, choice in CHOICES.items():
        assert getattr(Options(), name) == choice.values[0]
        for value in choice.values:
            assert getattr(options({name: value}), name) == value
    assert PRESETS["standard"] == Options()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"speed": 1}, "hoehle has no option 'speed'; its options are: repetition, movers"),
        ({"move_cap": 0}, "must be a whole number from 1 to 1000, not 0"),
        ({"movers": "all"}, "option movers of hoehle must be 'own' or 'any', not 'all'"),
        ({"mover_enters_occupied_cave": 1}, "must be True or False, not 1"),
        ({"repetition": None}, "must be 'forbidden' or 'third_draws', not None"),
        ({"preset": "pro"}, "hoehle has no preset 'pro'; its presets are: standard"),
    ],
)
def test_a_wrong_option_gets_a_sentence(values, sentence):
    with pytest.raises(OptionError) as caught:
        HOEHLE.options(values)
    assert sentence in str(caught.value)


MOLES = (("e3", "a4", "b4", "i4"), ("a6", "b6", "i6", "h6"))


@pytest.mark.parametrize(
    ("seats", "setup", "sentence"),
    [
        (1, None, "hoehle is for 2 to 4 players, not 1"),
        (5, None, "hoehle is for 2 to 4 players, not 5"),
        (3, Setup(FIELD, MOLES), "a prepared start must name tiles of 3 seats"),
        (2, Setup(FIELD, MOLES, (("c3",),)), "a prepared start must name tiles of 2 seats"),
        (2, Setup(FIELD, (MOLES[0], ("z1",))), "board field has no cell z1"),
        (2, Setup(FIELD, (MOLES[0], ("e3",))), "two tiles cannot stand on e3"),
        (2, Setup(FIELD, MOLES, (("d1",), ())), "a busy tile can lie in a cave only, not on d1"),
        (2, Setup(FIELD, MOLES, (("c3", "c7"), ())), "with two busy tiles on the board has won"),
        (2, Setup(FIELD, MOLES, (), 2), "there is no seat 2 that could start"),
        (2, Setup(FIELD), "nobody could win this game"),
        (2, Setup(FIELD, (("a2",) * 1, ("b2",))), "nobody could win this game"),
        (
            2,
            Setup(FIELD, ((*(f"{file}1" for file in "abcdefghi"), "a2"), MOLES[1])),
            "a player has at most 9 mole tiles",
        ),
        (2, Setup(FIELD, (("c4", "d3", "c2", "b3"), MOLES[1])), "the cave c3 is ringed already"),
    ],
)
def test_a_game_that_cannot_be_gets_a_sentence(seats, setup, sentence):
    with pytest.raises(OptionError) as caught:
        HOEHLE.new(None, seats, setup)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((), "must have 1 to 26 ranks and files"),
        (("." * 27,), "must have 1 to 26 ranks and files"),
        (("...", ".."), "the rows of board 'odd' must be of equal length"),
        (("..x",), "board 'odd' has cells of no known kind: x"),
        (("...", ".O.", ". ."), "cave b2 of board 'odd' has no cell on some side"),
    ],
)
def test_a_board_that_cannot_be_gets_a_sentence(rows, sentence):
    with pytest.raises(OptionError) as caught:
        make_board("odd", True, rows)
    assert sentence in str(caught.value)


def test_every_refusal_says_why_in_a_players_words():
    s = game("c5 c3 e4 h9", "c6 b6 i6 h6", busy=("", "g7"))

    def reason(text, s=s):
        return str(HOEHLE.check(s, HOEHLE.parse(s, text)))

    assert reason("e4 e") == "legal"
    assert reason("b6 e") == "the tile on b6 is not yours"
    assert reason("d4 e") == "there is no tile on d4"
    assert reason("g7 e") == "a busy tile can no longer be moved"
    assert reason("c3 n") == "a tile in a cave stays there until it is pushed out"
    assert reason("h9 n") == "a tile would leave the board"
    assert reason("dig a1 > a9") == "now you must move a tile"
    s, _ = do(s, "e4 n")
    assert reason("c5 n", s) == "now a tile on a tunnel entrance must dig"
    assert reason("dig c5 > a9", s) == "now the tile on e5 must dig"
    assert reason("dig e5 > c5", s) == "c5 is no tunnel entrance"
    assert reason("dig e5 > e5", s) == "the entrance e5 is not free"
    assert HOEHLE.check(s, Dig(-1, 0)).rule == "there is no such cell"
    assert "north" not in HOEHLE.check(game(*map(" ".join, MOLES)), Move(30, 9)).rule
    with pytest.raises(IllegalAction, match="b6 e: "):
        HOEHLE.apply(s, HOEHLE.parse(s, "b6 e"))
    drawn = HOEHLE.new(None, 2)
    assert HOEHLE.check(drawn, Move(0, 0)).code == "not-now"
    assert HOEHLE.check(ended(), Move(0, 0)).code == "over"


def ended():
    s, _ = do(game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS), "a1 e", "b1 w")
    return s


def test_events_are_told_in_words_english_and_german():
    s = game("b3 c4 d3 d1 h8", "f8 f7 f6 c3", busy=("g7", ""))
    s, events = do(s, "d1 nw")
    assert [HOEHLE.tell(s, event) for event in events] == [
        "South moves d1 to c2",
        "South has ringed the cave c3: a busy tile goes there, and a tile of North is gone",
        "South wins: both busy tiles lie",
    ]
    assert [HOEHLE.tell(s, event, "de") for event in events] == [
        "Süd zieht d1 nach c2",
        "Süd hat die Höhle c3 umstellt und besetzt sie; ein Plättchen von Nord ist weg",
        "Süd gewinnt: beide Besetzt-Plättchen liegen",
    ]
    assert HOEHLE.tell(s, Event()) == "Event()"
    assert HOEHLE.tell(s, Event(), "de") == "Event()"


def told(start, *texts, lang):
    s, events = do(start, *texts)
    return [HOEHLE.tell(s, event, lang) for event in events]


def test_pushes_digs_and_passes_are_told():
    start = game("d4 a4 b4 h7", "d5 a9 i1 i9", "h1 h2 h3 h4", first=0)
    assert told(start, "d4 n", "dig a9 > a1", lang="en") == [
        "South moves d4 to d5 and pushes up to d6",
        "turn 2: West",
        "West digs from a9 to a1 before moving",
    ]
    assert told(start, "d4 n", "dig a9 > a1", lang="de") == [
        "Süd zieht d4 nach d5 und schiebt bis d6",
        "Zug 2: West",
        "West gräbt vor dem Zug von a9 nach a1",
    ]
    start = game("e4 a4 b4 h7", "a1 a9 i1 i9")
    assert told(start, "e4 n", lang="en")[1] == (
        "South cannot dig at e5: no other entrance is free"
    )
    assert told(start, "e4 n", lang="de")[1] == (
        "Süd kann bei e5 nicht graben: kein anderer Eingang ist frei"
    )
    start = game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS)
    told_so = told(start, "a1 e", "b1 w", lang="en")
    assert "North passes: no tile can move" in told_so
    assert told_so[-2:] == [
        "South passes: every move repeats a position",
        "a draw of South and North: nobody can move",
    ]
    assert told(start, "a1 e", "b1 w", lang="de")[-2:] == [
        "Süd setzt aus: jeder Zug wiederholt eine Stellung",
        "unentschieden zwischen Süd und Nord: niemand kann ziehen",
    ]


def test_the_draw_of_the_starter_is_told():
    step = HOEHLE.settle(HOEHLE.new(None, 4), 3)
    assert kinds(step.events) == ["StarterDrawn", "TurnStarted"]
    assert HOEHLE.tell(step.state, step.events[0]) == "East starts"
    assert HOEHLE.tell(step.state, step.events[0], "de") == "Ost beginnt"
    assert step.events[0].seen_by is None


def test_actions_are_described_in_words():
    s = game("d4 a4 b4 h7", "d5 d6 i1 i9", "h1 h2 h3 h4")

    def words(text, lang="en"):
        return HOEHLE.describe(s, HOEHLE.parse(s, text), lang)

    assert words("d4 ne") == "move d4 to the north-east"
    assert words("d4 n") == "move d4 to the north and push 2 tiles"
    assert words("a4 e") == "move a4 to the east and push a tile"
    assert words("dig e5 > a1") == "dig from e5 to a1"
    assert words("d4 ne", "de") == "d4 nach Nordosten ziehen"
    assert words("d4 n", "de") == "d4 nach Norden ziehen und 2 Plättchen schieben"
    assert words("a4 e", "de") == "a4 nach Osten ziehen und ein Plättchen schieben"
    assert words("dig e5 > a1", "de") == "von e5 nach a1 graben"


def test_the_board_is_drawn_in_text():
    s = game("e5 c3 b4 c2", "a6 b6 i9 h6", busy=("g7", ""))
    assert HOEHLE.draw(s, None).splitlines() == [
        " 9 T  .  .  .  .  .  .  .  nt",
        " 8 .  .  .  .  .  .  .  .  .",
        " 7 .  .  O  .  .  .  S  .  .",
        " 6 n  n  .  .  .  .  .  n  .",
        " 5 .  .  .  .  st .  .  .  .",
        " 4 .  s  .  .  .  .  .  .  .",
        " 3 .  .  so .  .  .  O  .  .",
        " 2 .  .  s  .  .  .  .  .  .",
        " 1 T  .  .  .  .  .  .  .  T",
        "   a  b  c  d  e  f  g  h  i",
        "O cave, T tunnel entrance (a small o or t behind the tile that stands there), "
        "capital letter of a seat: busy tile",
        "South (s): 4 moles, 1 busy, best ring 1/4",
        "North (n): 4 moles, 0 busy, best ring 0/4",
    ]
    garden = HOEHLE.draw(HOEHLE.new(None, 4), 0).splitlines()
    assert garden[0] == "19" + " " * 28 + "n"
    assert garden[9] == "10 w  T  .  T  .  O  .  .  .  O  .  .  .  O  .  T  .  T  e"


def test_random_actions_are_all_alike():
    """Chi-squared over the legal moves and over the digs of a position."""
    s = game("e4 a4 c4 h7", "d5 a6 i2 i8")
    for state, expected in ((s, None), (do(s, "e4 n")[0], 4)):
        actions = HOEHLE.actions(state)
        assert expected in (None, len(actions))
        rng, n = random.Random(4), 400 * len(actions)
        counts = dict.fromkeys(actions, 0)
        for _ in range(n):
            counts[HOEHLE.random_action(state, rng)] += 1
        chi2 = sum((count - 400) ** 2 / 400 for count in counts.values())
        freedom = len(actions) - 1
        assert chi2 < freedom + 4 * (2 * freedom) ** 0.5 + 4
    with pytest.raises(ValueError, match="nothing to decide"):
        HOEHLE.random_action(ended(), random.Random(1))
