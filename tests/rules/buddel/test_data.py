"""Starts, dumps and options of buddel: what cannot be is refused with a sentence."""

import copy
import json

import pytest
from buddel_kit import LANE, POCKET, B, G, R, Y, after, seats, table

from rules.buddel.board import DEFAULT
from rules.buddel.options import CHOICES, Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import EMPTY, Setup
from rules.core.errors import OptionError, RecordError


@pytest.mark.parametrize("n", [0, 1, 5, 2.0, None, True])
def test_for_two_to_four_players(n):
    with pytest.raises(OptionError, match="2 to 4 players"):
        BUDDEL.new(Options(), n)


PREPARED = {"carts": ("b4", "e1"), "first": 0}


@pytest.mark.parametrize(
    "setup",
    [
        {"first": 2},
        {"first": -1},
        {"gorgan": "c5"},
        {"stones": (1, 1)},
        {"turn": 7},
        {**PREPARED, "carts": ("b4", "b4")},
        {**PREPARED, "carts": ("b4", "z9")},
        {**PREPARED, "carts": ("b4", "c5")},
        {**PREPARED, "carts": ("b4", "d9")},
        {**PREPARED, "captives": (("c4", Y),)},
        {**PREPARED, "captives": (("c5", G),)},
        {**PREPARED, "captives": (("c5", -2),)},
        {**PREPARED, "captives": (("c5", Y),), "gorgan": "c5"},
        {**PREPARED, "gorgan": "d9"},
        {**PREPARED, "riders": (seats(n=B), EMPTY)},
        {**PREPARED, "riders": (seats(n=Y, e=Y, s=Y, w=Y), EMPTY)},
        {**PREPARED, "stones": (1,)},
        {**PREPARED, "stones": (10, 10)},
        {**PREPARED, "stones": (15, 10)},
        {**PREPARED, "stones": (-1, 10)},
        {**PREPARED, "turn": 0},
        {**PREPARED, "turn": 301},
    ],
)
def test_a_start_that_cannot_be_is_refused(setup):
    with pytest.raises(OptionError):
        BUDDEL.new(Options(), 2, Setup(DEFAULT, **setup))


def test_a_prepared_start_without_a_first_player_draws_one():
    s = BUDDEL.new(Options(), 2, Setup(DEFAULT, carts=("b4", "e1"), turn=5))
    s = after(s, 1)
    assert s.agenda[0].seat == 1
    assert s.agenda[0].number == 5
    assert len(s.agenda) == 1


@pytest.mark.parametrize(
    "values",
    [
        {"turn_cap": 0},
        {"turn_cap": 10_001},
        {"turn_cap": True},
        {"die": "six"},
        {"full_number": 1},
        {"rescue_choice": "yes"},
        {"cap": 3},
        {"preset": "pro"},
    ],
)
def test_options_that_do_not_exist_are_refused(values):
    with pytest.raises(OptionError):
        BUDDEL.options(values)


def test_options_and_presets():
    assert BUDDEL.options({}) == Options()
    assert BUDDEL.options({"preset": "simplified", "turn_cap": 50}) == Options(
        full_number=True, turn_cap=50
    )
    for name, choice in CHOICES.items():
        assert getattr(Options(), name) == choice.values[0]


ARRIVED = table(3, carts=("d8", "e1"), one=seats(n=Y, w=G), two=seats(n=R), held=[("c5", B - 1)])
STATES = {
    "first": BUDDEL.new(Options(), 3),
    "seating": after(BUDDEL.new(Options(), 3), 1),
    "last seat": after(
        BUDDEL.new(Options(), 3),
        1,
        "sit cart1.n",
        "sit cart1.e",
        "sit cart2.n",
        "sit cart2.e",
        "sit cart2.s",
    ),
    "roll": ARRIVED,
    "move": after(ARRIVED, 2),
    "gorgan": after(ARRIVED, "gorgan"),
    "turn": after(ARRIVED, 2, "cart1 n1"),
    "home": after(ARRIVED, 2, "cart1 n1", "turn-r"),
    "board": after(ARRIVED, 2, "cart1 n1", "turn-r", "home c1"),
    "over": after(
        table(2, carts=("d8", "e1"), one=seats(w=Y), stones=(9, 9)), 2, "cart1 n1", "turn-r"
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_every_kind_of_state_comes_back(name):
    s = STATES[name]
    assert BUDDEL.load(json.loads(json.dumps(BUDDEL.dump(s)))) == s
    assert BUDDEL.dump(s)["board"]["name"] == DEFAULT.name


def put(path, value):
    """A change of a dump: the value at a path of keys."""

    def change(d):
        for key in path[:-1]:
            d = d[key]
        d[path[-1]] = value

    return change


DAMAGES = [
    ("roll", put(["stones", 0], 21)),
    ("roll", put(["stones"], [0, 0])),
    ("roll", put(["left"], 19)),
    ("roll", put(["left"], -1)),
    ("roll", put(["surface", 0], 3)),
    ("roll", put(["surface"], [2, 2])),
    ("roll", put(["riders", 0, 1], 0)),
    ("roll", put(["riders", 0, 1], 7)),
    ("roll", put(["riders", 0, 1], -2)),
    ("roll", put(["riders", 0], [-1, -1, -1])),
    ("roll", put(["captives"], [-1])),
    ("roll", put(["captives", 0], True)),
    ("roll", put(["gorgan"], 8)),
    ("roll", put(["gorgan"], -2)),
    ("roll", put(["gorgan"], 4)),
    ("roll", put(["carts"], [2, 2])),
    ("roll", put(["carts"], [0, 4])),
    ("roll", put(["carts"], [59, 4])),
    ("roll", put(["carts"], [-1, 4])),
    ("roll", put(["options", "turn_cap"], 0)),
    ("roll", put(["options", "die"], "loaded")),
    ("roll", put(["options", "full_number"], 1)),
    ("roll", put(["board", "rows"], ["###"])),
    ("roll", put(["board", "name"], "")),
    ("roll", put(["agenda"], [])),
    ("roll", put(["agenda", 0, "seat"], 3)),
    ("roll", put(["agenda", 0, "number"], 0)),
    ("roll", put(["agenda", 0, "number"], 301)),
    ("roll", put(["agenda", 0, "is"], "GorganFrame")),
    ("roll", put(["agenda", 0, "is"], "State")),
    ("roll", put(["over"], {"termination": "turn_cap", "ranking": [1], "scores": [1.0]})),
    ("roll", put(["agenda"], [{"is": "TurnFrame", "seat": 0, "number": 1}] * 2)),
    ("first", put(["surface", 0], 2)),
    ("first", put(["agenda", 0, "turn"], 0)),
    ("move", put(["agenda", 0], {"is": "FirstFrame", "seating": False, "turn": 2})),
    ("seating", put(["agenda", 1, "left"], [0, 0, 0])),
    ("seating", put(["agenda", 1, "left"], [2, 2])),
    ("seating", put(["agenda", 1, "left"], [3, 3, 3])),
    ("seating", put(["agenda", 1, "left"], [2, 2, 4])),
    ("seating", put(["agenda", 1, "seat"], 4)),
    ("seating", put(["agenda", 0, "is"], "SeatingFrame")),
    ("move", put(["agenda", 1, "steps"], 5)),
    ("move", put(["agenda", 1, "steps"], 1)),
    ("move", put(["agenda", 1, "seat"], -1)),
    ("turn", put(["agenda", 1, "cart"], 1)),
    ("turn", put(["agenda", 1, "cart"], 2)),
    ("home", put(["agenda", 1, "first"], 3)),
    ("home", put(["agenda", 1, "cart"], 1)),
    ("home", put(["carts", 0], 45)),
    ("board", put(["agenda", 1, "cart"], -1)),
    ("board", put(["carts", 0], 59)),
    ("over", put(["over"], None)),
    ("over", put(["over", "termination"], "turn_cap")),
    ("over", put(["over", "termination"], "boredom")),
    ("over", put(["over", "ranking"], [1, 1])),
    ("over", put(["over", "scores"], [11.0, 9.5])),
    ("over", put(["agenda"], [{"is": "TurnFrame", "seat": 0, "number": 1}])),
]


@pytest.mark.parametrize(("name", "change"), DAMAGES)
def test_a_damaged_dump_is_refused(name, change):
    d = json.loads(json.dumps(BUDDEL.dump(STATES[name])))
    whole = copy.deepcopy(d)
    change(d)
    assert d != whole
    with pytest.raises(RecordError):
        BUDDEL.load(d)


def test_a_question_without_an_answer_is_refused():
    """Nobody waits to board; nowhere to go for Gorgan; no cart that can move."""
    s = table(2, carts=("a1", "c1"), board=LANE, gorgan="a3", held=[("c3", R)],
              one=seats(n=Y, e=Y, s=Y, w=R), two=seats(n=R))  # fmt: skip
    d = BUDDEL.dump(s)
    d["agenda"].append({"is": "BoardingFrame", "seat": 0, "cart": 1})
    with pytest.raises(RecordError, match="nobody can board"):
        BUDDEL.load(d)
    d["agenda"][0] = {"is": "TurnFrame", "seat": 1, "number": 2}
    d["agenda"][1] = {"is": "GorganFrame", "seat": 0}
    assert BUDDEL.load(d)
    # Gorgan on one of two spaces, an opponent's mole on the other, no free seat.
    d["agenda"][0]["seat"] = 2
    d["agenda"][1]["seat"] = 1
    d["riders"] = [[0, 0, 1, 1], [1, 2, 2, 2]]
    d |= {"captives": [-1, 0], "surface": [0, 0, 0], "stones": [0, 0, 0]}
    assert BUDDEL.load(d | {"gorgan": -1})
    with pytest.raises(RecordError, match="nothing to choose"):
        BUDDEL.load(d)
    d["board"] = BUDDEL.dump(table(board=POCKET, carts=("a1", "e1")))["board"]
    d |= {"carts": [5, 6], "captives": [-1], "gorgan": 0, "surface": [1, 0, 0]}
    d["agenda"][1] = {"is": "MoveFrame", "seat": 1, "steps": 3}
    with pytest.raises(RecordError, match="nothing to choose"):
        BUDDEL.load(d)
    assert BUDDEL.load(d | {"carts": [0, 6]})


@pytest.mark.parametrize("text", ["", "[]", '{"board": 1}', "null", "7"])
def test_what_is_no_dump_is_refused(text):
    with pytest.raises(RecordError):
        BUDDEL.load(json.loads(text or '""'))
