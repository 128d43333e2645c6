"""States as JSON data: what is loaded is checked; what a player sees."""

import copy
import json
import random
from pathlib import Path

import pytest
from hoehle_kit import FIELD, do, game
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import records
from rules.core.errors import RecordError
from rules.core.types import Decide
from rules.hoehle.rules import HOEHLE

GOLDEN = Path(__file__).parents[1] / "golden/hoehle"


def saved(lines=3, **options):
    """A dump in the middle of a game, with positions that were there."""
    s = game("e3 a4 b4 i4 a9", "a6 b6 i6 h6", busy=("c3", ""), **options)
    s, _ = do(s, *("dig a9 > i9", "e3 n", "h6 n")[:lines])
    return HOEHLE.dump(s)


def test_a_dump_is_short_and_readable():
    data = saved()
    assert data["board"] == {"name": "field", "assumed": True, "rows": list(FIELD.rows)}
    assert data["options"]["movers"] == "own"
    assert data["agenda"] == [
        {"is": "TurnFrame", "seat": 0, "number": 3, "passes": 0},
        {"is": "MoveFrame", "seat": 0, "resting": []},
        {"is": "EntranceFrame", "seat": 0, "cells": [FIELD.tables.index["i9"]]},
    ]
    assert [len(positions) for positions in data["seen"]] == [2, 1]
    assert len(data["cells"]) == 81
    assert HOEHLE.dump(HOEHLE.load(json.loads(json.dumps(data)))) == data


def put(data, where, value):
    for key in where[:-1]:
        data = data[key]
    data[where[-1]] = value


def cells(text, **at):
    """Cells with other contents: ``a1="b"``."""
    signs = list(text)
    for name, sign in at.items():
        signs[FIELD.tables.index[name]] = sign
    return "".join(signs)


BASE = saved()
CELLS = BASE["cells"]
I9 = FIELD.tables.index["i9"]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("board", "rows"), ["..x"]),
        (("board", "rows"), []),
        (("board", "name"), None),
        (("options", "movers"), "all"),
        (("options", "move_cap"), 0),
        (("options", "move_cap"), 2),
        (("seats",), 3),
        (("seats",), 5),
        (("cells",), CELLS[:-1]),
        (("cells",), cells(CELLS, a1="x")),
        (("cells",), cells(CELLS, a1="c")),
        (("cells",), cells(CELLS, a2="A")),
        (("cells",), cells(CELLS, c7="A")),
        (("cells",), cells(CELLS, g4="a", g2="a", h3="a", f3="a")),
        (("cells",), cells(CELLS, i9=".", i8="a")),
        (("cells",), cells(CELLS, d1="a")),
        (("seen", 0, 0), CELLS[:-1]),
        (("seen", 0, 0), cells(CELLS, c3=".", c7="A")),
        (("seen", 0), []),
        (("seen", 0), BASE["seen"][0][::-1]),
        (("seen",), BASE["seen"][:1]),
        (("twice", 0), BASE["seen"][0]),
        (("twice", 0), [CELLS]),
        (("agenda",), []),
        (("agenda",), BASE["agenda"][:1]),
        (("agenda",), BASE["agenda"][1:]),
        (("agenda",), [*BASE["agenda"], {"is": "StarterFrame"}]),
        (("agenda", 0, "seat"), 1),
        (("agenda", 0, "seat"), True),
        (("agenda", 0, "seat"), 7),
        (("agenda", 0, "number"), 0),
        (("agenda", 0, "number"), 401),
        (("agenda", 0, "passes"), 2),
        (("agenda", 0, "passes"), -1),
        (("agenda", 1, "resting"), [81]),
        (("agenda", 1, "resting"), [3, 3]),
        (("agenda", 2, "cells"), []),
        (("agenda", 2, "cells"), [0]),
        (("agenda", 2, "cells"), [I9, I9]),
        (("agenda", 2, "cells"), [-1]),
        (("agenda", 2), {"is": "DigFrame", "seat": 0, "cell": I9}),
        (("over",), {"termination": "no_move", "ranking": [1, 1], "scores": [0.5, 0.5]}),
        (("over",), 1),
    ],
)
def test_a_state_that_cannot_be_is_refused(where, value):
    data = copy.deepcopy(BASE)
    assert HOEHLE.load(data)
    put(data, where, value)
    if where == ("seen", 0) and value == []:
        # Fewer positions than there were is a state of its own.
        assert HOEHLE.load(data) != HOEHLE.load(BASE)
        return
    with pytest.raises(RecordError):
        HOEHLE.load(data)


def test_a_result_that_cannot_be_is_refused():
    s, _ = do(game("b3 c4 d3 d1 h8", "f8 f7 f6 c3", busy=("g7", "")), "d1 nw")
    data = HOEHLE.dump(s)
    assert HOEHLE.load(data) == s
    for over in (
        {"termination": "luck", "ranking": [1, 2], "scores": [1.0, 0.0]},
        {"termination": "two_caves", "ranking": [2, 1], "scores": [0.0, 1.0]},
        {"termination": "two_caves", "ranking": [1, 2], "scores": [0.5, 0.5]},
        {"termination": "two_caves", "ranking": [1], "scores": [1.0]},
        {"termination": "move_cap", "ranking": [1, 2], "scores": [1.0, 0.0]},
    ):
        with pytest.raises(RecordError):
            HOEHLE.load({**data, "over": over})


def test_a_dig_that_waits_is_checked():
    s, _ = do(game("e4 a4 b4 i4", "a6 b6 i6 h6"), "e4 n")
    data = HOEHLE.dump(s)
    assert HOEHLE.load(data) == s
    for cell in (0, 1, 81, -1, FIELD.tables.index["a6"]):
        changed = copy.deepcopy(data)
        changed["agenda"][1]["cell"] = cell
        with pytest.raises(RecordError):
            HOEHLE.load(changed)


ROWS = {
    name: (GOLDEN / f"{name}.jsonl").read_text().splitlines()
    for name in ("no-repeat", "resting", "third-time")
}
VALUES = (None, True, -1, 0, 7, 1.5, 10**400, "", "x", [], [1], {}, {"a": 1}, [[1, 2], [3, 4]])


def places(data, path=()):
    yield path
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(sorted(ROWS)), st.integers(0, 10**9), st.sampled_from(VALUES))
def test_a_record_that_was_changed_anywhere_is_refused(tmp_path, name, seed, value):
    rng = random.Random(seed)
    rows = [json.loads(row) for row in ROWS[name]]
    number = rng.choice((0, rng.randrange(len(rows))))
    where = rng.choice([place for place in places(rows[number]) if place])
    old = rows[number]
    for key in where:
        old = old[key]
    if old == value and type(old) is type(value):
        return
    put(rows[number], where, value)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(RecordError) as caught:
        records.replay(path)
    assert str(path) in str(caught.value)


def test_a_seat_sees_the_whole_game():
    s = game("b3 c4 d3 e5 h8", "f8 f7 f6 c3", busy=("g7", ""))
    view = HOEHLE.observe(s, 0)
    assert view.cells == s.cells
    assert (view.to_move, view.turn) == (0, 1)
    assert view.pending == Decide(0, "dig")
    assert view.must_dig == (FIELD.tables.index["e5"],)
    assert (view.me().moles, view.me().busy, view.me().best_ring) == (5, 1, 3)
    assert (view.sides[1].moles, view.sides[1].best_ring) == (4, 0)
    with pytest.raises(ValueError, match="spectator"):
        HOEHLE.observe(s, None).me()
    s, _ = do(s, "dig e5 > a1")
    assert HOEHLE.observe(s, 1).must_dig == ()
    s, _ = do(s, "h8 w")
    assert HOEHLE.observe(s, 1).to_move == 1
    drawn = HOEHLE.observe(HOEHLE.new(None, 3), 2)
    assert (drawn.to_move, drawn.turn) == (None, 0)


def test_score_rises_with_rings_and_busy_tiles():
    few = game("b3 c4 d1 e1 h8", "f8 f7 f6 f5")
    more = game("b3 c4 d3 e1 h8", "f8 f7 f6 f5")
    busy = game("b3 c4 d1 e1 h8", "f8 f7 f6 f5", busy=("g7", ""))
    assert HOEHLE.score(few, 0) < HOEHLE.score(more, 0) < HOEHLE.score(busy, 0) < 2
