"""Dumps and what is refused when it is loaded."""

import copy
import json
import random

import pytest
from company_fixture import FIXTURE
from company_kit import ABOVE, HILL, play, stand
from kit import walk

from rules.company.options import Options
from rules.company.rules import COMPANY
from rules.company.state import SET
from rules.core.errors import RecordError
from rules.core.types import Decide, Draw


def test_a_dump_names_its_board_and_options_and_holds_nothing_twice():
    d = COMPANY.dump(stand("e2", "i1"))
    assert d["board"]["name"] == "four-layers"
    assert d["board"]["assumed"] is True
    assert d["options"] == {"tournament": False, "bonus_moves": True, "turn_cap": 400}
    assert "occupied" not in d
    assert d["agenda"] == [{"is": "TurnFrame", "seat": 0}]


def spoiled(s, *path, value):
    d = json.loads(json.dumps(COMPANY.dump(s)))
    *way, last = path
    at = d
    for key in way:
        at = at[key]
    at[last] = value
    return d


TURN = stand("e2 e3", "i1", "")
MOVE = play(stand("e2 e3", "i1"), "flip", 2)
BONUS = play(stand("e3 g2", "i1", layer=2), "flip", 1, "e3 e")
KEEP = play(stand("e2 e3", "i1", options=Options(tournament=True)), "flip", 2, 3)
PLACE = play(COMPANY.new(None, 2), 0, 1, "put e4")
LIFTED = play(stand("e7 g4", "e3 d4", board=ABOVE), "flip", 1, "g4 e")
OVER = play(stand("e6 b5", "b6", layer=4), "flip", 1, "e6 w")
START = COMPANY.new(None, 2)
STARTER = play(START, 3)


@pytest.mark.parametrize("s", [TURN, MOVE, BONUS, KEEP, PLACE, LIFTED, OVER, START, STARTER])
def test_the_states_that_are_spoiled_below_are_sound(s):
    assert COMPANY.load(json.loads(json.dumps(COMPANY.dump(s)))) == s


FRAME = ("agenda", 0)


@pytest.mark.parametrize(
    ("s", "path", "value"),
    [
        (TURN, ("occupied",), 0),
        (TURN, ("layer",), 4),
        (TURN, ("layer",), -1),
        (TURN, ("rotation",), 6),
        (TURN, ("rotation",), None),
        (TURN, ("starter",), 3),
        (TURN, ("starter",), None),
        (TURN, ("moles",), [[38]]),
        (TURN, ("moles", 0), [39, 38]),
        (TURN, ("moles", 0), [38, 38]),
        (TURN, ("moles", 0), [0, 38]),
        (TURN, ("moles", 0), []),
        (TURN, ("moles", 1), []),
        (TURN, ("moles", 1), [38]),
        (TURN, ("discs",), [list(SET)] * 2),
        (TURN, ("discs", 0), [2, 2, 2, 1]),
        (TURN, ("discs", 0), [0, 0, 0, 0]),
        (TURN, ("discs", 1), [0, 0, 0, 0]),
        (TURN, ("discs", 0), [1, 2, 2]),
        (TURN, ("turns",), 400),
        (TURN, ("turns",), -1),
        (TURN, ("idle",), 1),
        (TURN, ("passes",), 1),
        (TURN, ("agenda",), []),
        (TURN, ("agenda",), [{"is": "TurnFrame", "seat": 0}] * 2),
        (TURN, ("agenda",), [{"is": "RotateFrame"}]),
        (TURN, ("agenda",), [{"is": "NextFrame", "seat": 0}]),
        (TURN, (*FRAME, "seat"), 2),
        (TURN, (*FRAME, "seat"), -1),
        (TURN, (*FRAME, "is"), "Turn"),
        (TURN, ("options", "turn_cap"), 0),
        (TURN, ("options", "tournament"), 1),
        (TURN, ("board", "name"), ""),
        (TURN, ("board", "layers", 0, "holes"), []),
        (TURN, ("board", "layers", 0, "holes"), [[-2, 0], [-3, 0], [-4, 4]]),
        (TURN, ("board", "layers", 0, "radius"), 2),
        (MOVE, (*FRAME, "value"), 5),
        (MOVE, (*FRAME, "value"), 1),
        (MOVE, (*FRAME, "bonus"), 1),
        (MOVE, ("options", "bonus_moves"), "yes"),
        (BONUS, ("options", "bonus_moves"), False),
        (BONUS, ("moles", 0), [40, 55]),
        (KEEP, ("options", "tournament"), False),
        (KEEP, (*FRAME, "second"), 0),
        (KEEP, (*FRAME, "first"), 1),
        (PLACE, (*FRAME, "seat"), 1),
        (PLACE, (*FRAME, "left"), 18),
        (PLACE, (*FRAME, "left"), 101),
        (PLACE, (*FRAME, "left"), 0),
        (PLACE, ("moles", 1), [40]),
        (PLACE, ("moles",), [[39], []]),
        (PLACE, ("turns",), 1),
        (PLACE, ("starter",), None),
        (LIFTED, ("agenda",), [{"is": "RotateFrame"}]),
        (LIFTED, ("agenda", 0, "seat"), 2),
        (LIFTED, ("rotation",), 0),
        (LIFTED, ("turns",), 0),
        (LIFTED, ("moles", 1), []),
        (START, ("agenda", 0, "each"), 0),
        (START, ("agenda", 0, "each"), 25),
        (START, ("agenda", 0, "seat"), 2),
        (START, ("moles", 0), [40]),
        (START, ("layer",), 1),
        (STARTER, ("agenda", 0, "seat"), 0),
        (STARTER, ("starter",), 0),
        (STARTER, ("discs", 0), [0, 0, 0, 0]),
        (OVER, ("over",), None),
        (OVER, ("over", "termination"), "peace"),
        (OVER, ("over", "ranking"), [1, 3]),
        (OVER, ("over", "ranking"), [2, 2]),
        (OVER, ("over", "scores"), [0.5, 0.5]),
        (OVER, ("over", "scores"), [1.0]),
        (OVER, ("agenda",), [{"is": "TurnFrame", "seat": 0}]),
    ],
)  # fmt: skip
def test_what_cannot_be_a_state_is_refused(s, path, value):
    with pytest.raises(RecordError):
        COMPANY.load(spoiled(s, *path, value=value))


def test_a_full_layer_and_a_reached_hole_are_no_states():
    d = COMPANY.dump(stand("d4", "d5", board=HILL))
    with pytest.raises(RecordError, match="a layer that is full"):
        COMPANY.load({**d, "moles": [[38], [24]]})
    d = COMPANY.dump(stand("e6", "b5", layer=4))
    with pytest.raises(RecordError, match="a layer that is full"):
        COMPANY.load({**d, "moles": [[40], [14]]})


def test_a_move_that_cannot_be_made_is_no_state():
    d = COMPANY.dump(play(stand("i1 e5", "h1 h2 i2 a5"), "flip", 1))
    with pytest.raises(RecordError, match="a move that cannot be made"):
        COMPANY.load({**d, "moles": [d["moles"][0][1:], d["moles"][1]]})


def test_counts_that_no_game_comes_to_are_refused():
    d = COMPANY.dump(TURN)
    assert COMPANY.load({**d, "turns": 10, "idle": 5, "passes": 1}).idle == 5
    for idle, passes in ((6, 1), (5, 2), (1, 2)):
        with pytest.raises(RecordError, match="turns without a move"):
            COMPANY.load({**d, "turns": 10, "idle": idle, "passes": passes})


def test_discs_that_cannot_be_turned_over_are_refused():
    flipped = COMPANY.dump(play(TURN, "flip"))
    second = {"is": "DiscFrame", "seat": 0, "bonus": False, "first": 2}
    discs = [[1, 1, 2, 1], list(SET), list(SET)]
    with pytest.raises(RecordError, match="two discs turned over"):
        COMPANY.load({**flipped, "agenda": [second], "discs": discs})
    flipped["options"]["tournament"] = True
    assert COMPANY.load({**flipped, "agenda": [second], "discs": discs}).agenda[-1].first == 2
    discs[0] = [0, 0, 0, 0]
    with pytest.raises(RecordError, match="no disc to turn over"):
        COMPANY.load({**flipped, "agenda": [second], "discs": discs})


def test_a_further_move_that_nobody_has_come_to_is_refused():
    further = COMPANY.dump(play(BONUS, "flip", 2))
    assert COMPANY.load(further).agenda[-1].bonus
    with pytest.raises(RecordError, match="a further move"):
        COMPANY.load({**further, "turns": 3, "idle": 1})
    further["options"]["bonus_moves"] = False
    with pytest.raises(RecordError, match="a further move"):
        COMPANY.load(further)


def test_a_field_missing_or_too_many_is_refused():
    d = COMPANY.dump(TURN)
    for name in d:
        with pytest.raises(RecordError):
            COMPANY.load({key: value for key, value in d.items() if key != name})
    with pytest.raises(RecordError):
        COMPANY.load({**d, "hidden": 1})


VALUES = (None, -1, 0, 1, 2, 5, 40, 10**12, 0.5, True, "x", [], [0], {}, [[1]])


def test_damage_anywhere_is_refused_or_leaves_a_game_that_goes_on():
    """Whatever is loaded can be asked, and answered on: a wrong dump never breaks the rules."""
    rng = random.Random(4)
    refused = loaded = 0
    for case in FIXTURE.cases:
        for k, (s, _, _, _) in enumerate(walk(case, 6, limit=60)):
            if k % 6:
                continue
            d = json.loads(json.dumps(COMPANY.dump(s)))
            for _ in range(12):
                broken = copy.deepcopy(d)
                damage(broken, rng)
                try:
                    state = COMPANY.load(broken)
                except RecordError:
                    refused += 1
                    continue
                loaded += 1
                go_on(state, rng)
    assert refused > 100
    assert loaded > 20


def damage(d, rng):
    """Another value somewhere, mostly deep inside."""
    at = d
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = rng.choice(keys)
        if isinstance(at[key], dict | list) and at[key] and rng.random() < 0.8:
            at = at[key]
            continue
        at[key] = rng.choice(VALUES)
        return


def go_on(s, rng):
    for _ in range(12):
        pending = COMPANY.pending(s)
        COMPANY.observe(s, 0)
        COMPANY.draw(s, 0)
        COMPANY.score(s, 0)
        if isinstance(pending, Decide):
            s = COMPANY.apply(s, COMPANY.random_action(s, rng)).state
        elif isinstance(pending, Draw):
            s = COMPANY.settle(s, rng.choice(pending.outcomes)[0]).state
        else:
            return
        assert COMPANY.load(COMPANY.dump(s)) == s
