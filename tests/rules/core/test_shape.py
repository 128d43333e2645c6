"""States to JSON and back by the types of their fields."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

import pytest

from rules.core.choices import chosen
from rules.core.errors import OptionError, RecordError
from rules.core.shape import from_json, to_json
from rules.core.types import Choice


@dataclass(frozen=True, slots=True)
class Turn:
    seat: int


@dataclass(frozen=True, slots=True)
class Bonus:
    seat: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class State:
    board: Board
    kind: Literal["a", "b", 3]
    open: bool
    held: tuple[int | None, ...]
    agenda: tuple[Turn | Bonus, ...]
    last: Bonus | None


FULL = State(
    Board("hill", (7, 9)), 3, True, (1, None, -4), (Turn(0), Bonus(1, ((2, 3), (4, 5)))), None
)


def again(state):
    return from_json(State, json.loads(json.dumps(to_json(State, state))))


def test_a_state_comes_back_as_it_was():
    for state in (
        FULL,
        State(Board("", (0, 0)), "a", False, (), (), Bonus(0, ())),
    ):
        assert again(state) == state
        assert hash(again(state)) == hash(state)


def test_frames_with_equal_fields_keep_their_names():
    data = to_json(State, FULL)
    assert [frame["is"] for frame in data["agenda"]] == ["Turn", "Bonus"]
    assert "is" not in data["board"]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("board", "size"), [1], "the state.board.size: there are 1 values"),
        (("board", "size", 1), "9", "the state.board.size[1]: this value cannot stand here: 9"),
        (("board", "name"), 7, "the state.board.name: this value"),
        (("board", "size", 0), True, "the state.board.size[0]: this value"),
        (("board", "size", 0), 1.0, "the state.board.size[0]: this value"),
        (("board", "size", 0), 10**12, "is no number that can stand here"),
        (("open",), 1, "the state.open: this value"),
        (("kind",), "c", "the state.kind: this value"),
        (("kind",), 3.0, "the state.kind: this value"),
        (("held",), None, "the state.held: this value"),
        (("held", 0), [], "the state.held[0]: this value"),
        (("agenda", 0, "is"), "Board", "the state.agenda[0]: this value"),
        (("agenda", 0), {"seat": 0}, "the state.agenda[0]: this value"),
        (("agenda", 0, "more"), 1, "the state.agenda[0]: more missing or unknown"),
        (("last",), {}, "the state.last: places, seat missing or unknown"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(path, value, sentence):
    data = json.loads(json.dumps(to_json(State, FULL)))
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    with pytest.raises(RecordError) as caught:
        from_json(State, data)
    assert sentence in str(caught.value)


@dataclass(frozen=True, slots=True)
class Options:
    cap: int = 10
    style: str = "plain"


PRESETS = {"plain": Options(), "fine": Options(3, "fine")}
CHOICES = {"cap": Choice((10, 5), (1, 99)), "style": Choice(("plain", "fine"))}


def test_options_are_laid_over_a_preset():
    assert chosen("game", Options, CHOICES, {}, PRESETS) == Options()
    assert chosen("game", Options, CHOICES, {"cap": 99}, PRESETS) == Options(99)
    fine = {"preset": "fine", "cap": 7}
    assert chosen("game", Options, CHOICES, fine, PRESETS) == Options(7, "fine")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"cup": 1}, "game has no option 'cup'; its options are: cap, style"),
        ({"cap": 0}, "option cap of game must be a whole number from 1 to 99, not 0"),
        ({"cap": True}, "must be a whole number from 1 to 99, not True"),
        ({"style": "odd"}, "option style of game must be 'plain' or 'fine', not 'odd'"),
        ({"preset": "odd"}, "game has no preset 'odd'; its presets are: plain, fine"),
        ({"preset": []}, "game has no preset []"),
        ({"style": 1}, "must be 'plain' or 'fine', not 1"),
    ],
)
def test_a_wrong_option_gets_a_sentence(values, sentence):
    with pytest.raises(OptionError) as caught:
        chosen("game", Options, CHOICES, values, PRESETS)
    assert sentence in str(caught.value)
