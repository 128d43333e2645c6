"""Words, pictures in text, views, and states as data."""

import dataclasses
import json
import random
import subprocess
import sys

import pytest
from kullern_kit import HILL, IN, JUNIOR, OUT, do, drops, game, told

from rules.core.errors import NotationError, OptionError, RecordError
from rules.core.types import Event, Over
from rules.kullern import events as facts
from rules.kullern.options import CHOICES, PRESETS, Options
from rules.kullern.rules import KULLERN
from rules.kullern.state import hatch, walk

TWO = Options(marmots_for_two=2)


def test_actions_in_words():
    s = game(9, -2, -3, -4, options=TWO)
    assert KULLERN.describe(s, hatch(4)) == "drop the 1st of 3 marbles in hatch 4"
    assert KULLERN.describe(s, hatch(4), "de") == "die 1. von 3 Murmeln in Luke 4 werfen"
    s = do(s, *drops(OUT, OUT, IN))
    assert KULLERN.describe(s, walk(0)) == "yellow A walks 2 steps, space 11"
    assert KULLERN.describe(s, walk(1), "de") == "gelb B läuft 2 Schritte, Feld 2"


def test_texts_in_any_case_and_with_blanks_around():
    s = game(9, -2, -3, -4, options=TWO)
    assert KULLERN.parse(s, "  Hatch 4 ") == hatch(4)
    assert KULLERN.parse(s, "walk b") == walk(1)
    with pytest.raises(NotationError, match="'hatch 4', 'walk B' and 'pass'"):
        KULLERN.parse(s, "jump")


def test_a_marmot_that_a_fright_leaves_where_it_is_stays():
    s = game(9, -2, -3, -4, options=TWO)
    back = facts.MarmotBack(marmot=1, since=-2, place=-2)
    assert KULLERN.tell(s, back) == "yellow B stays on start place 2"
    assert KULLERN.tell(s, back, "de") == "gelb B bleibt auf Startplatz 2"


def every_event():
    values = {
        "seat": 0, "by": 1, "turn": 3, "hatch": 2, "marble": 7, "end": "stuck", "freed": 1,
        "chips": 2, "total": 3, "marbles": 4, "marmot": 2, "steps": 1, "since": -3, "place": 25,
        "cause": "horn", "slider": "left", "out": 1, "again": True, "count": 1,
        "reason": "turn_cap", "ranking": (1, 1),
    }  # fmt: skip
    for kind in vars(facts).values():
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event:
            yield kind(**{f.name: values[f.name] for f in dataclasses.fields(kind)})


def test_every_event_has_words_in_both_languages():
    s = game(9, -2, -3, -4, options=TWO)
    told_events = list(every_event())
    assert len(told_events) > 17
    for event in told_events:
        english, german = KULLERN.tell(s, event), KULLERN.tell(s, event, "de")
        assert english != german
        assert f"{type(event).__name__}(" not in english + german
        assert KULLERN.tell(s, event, "fr") == english


def test_some_events_in_words():
    s = game(5, -2, -3, -4, options=TWO, front=(1, 0, 0, 0))
    events, s = told(s, *drops(OUT, IN, OUT), "walk A", {})
    assert [KULLERN.tell(s, event) for event in events] == [
        "the marble in hatch 1 rolls out",
        "player 2 puts 1 chip before player 1, who has 1",
        "the marble in hatch 1 stays in the hut",
        "the marble in hatch 1 rolls out",
        "player 2 puts 1 chip before player 1, who has 2",
        "yellow A walks 3 steps: space 5 to space 8",
        "roll alarm: a horn was met",
    ]


PICTURE = """\
deck chairs (6): 2A
hut: 2 marbles, left exits open
    17    18   *19    20   !21    22   *23    24
   *16    15   !14    13  1A:2   *11    10     9
     1     2    *3     4     5    !6     7    *8
    s1    1B    s3    2B    s5    s6    s7    s8
hollow: 16 marbles
* stone, ! horn, s start place; 2B marmot B of player 2, 2B:1 with 1 marble in front of it
home, of 2 needed: player 1 (yellow) 0, player 2 (red) 1"""


def test_the_hill_as_text():
    s = game(12, -2, 25, -4, options=TWO, front=(2, 0, 0, 0), hut=2)
    assert KULLERN.draw(s, None) == PICTURE
    s = do(game(-1, -2, -3, -4, options=dataclasses.replace(TWO, variant="junior")), "hatch 1")
    s = do(s, {"to": None, "touched": ((0, 1),)})
    assert "rolling: 1 marble\n" in KULLERN.draw(s, 0)


def test_the_view_tells_the_table():
    s = do(game(12, -2, 25, -4, options=TWO, front=(2, 0, 0, 0), hut=2), *drops(OUT))
    view = KULLERN.observe(s, 1)
    assert (view.turn, view.number, view.steps, view.to_move) == (1, 1, 1, 0)
    assert (view.hut, view.hollow, view.rolling, view.needed) == (2, 16, 0, 2)
    assert [(m.owner, m.place, m.front) for m in view.marmots] == [
        (0, 12, 2), (0, -2, 0), (1, 25, 0), (1, -4, 0),
    ]  # fmt: skip
    asked = KULLERN.observe(do(s, "hatch 2"), None)
    assert (asked.request.hatch, asked.to_move) == (2, None)


def test_score_grows_with_the_way_and_a_winner_has_most():
    s = game(12, -2, 3, -4, options=TWO)
    assert KULLERN.score(s, 0) == 12 / 50
    assert KULLERN.score(s, 1) == 3 / 50
    s = do(game(25, 24, -3, -4, options=TWO), *drops(OUT, IN, IN), "walk B")
    assert (KULLERN.score(s, 0), KULLERN.score(s, 1)) == (2.0, 0.0)


# --- options, data -----------------------------------------------------------


def test_presets():
    assert list(PRESETS) == ["full", "two-player", "junior"]
    assert KULLERN.options({"preset": "junior"}).variant == "junior"
    assert KULLERN.options({"preset": "junior", "turn_cap": 12}) == Options("junior", turn_cap=12)
    assert KULLERN.new(KULLERN.options({"preset": "two-player"}), 2).needed == 3
    assert KULLERN.options({}) == Options()
    assert set(CHOICES) == {field.name for field in dataclasses.fields(Options)}
    for bad in ({"turn_cap": 0}, {"variant": "pro"}, {"dislodged_count": 1}, {"horns": 4}):
        with pytest.raises(OptionError):
            KULLERN.options(bad)


def dump():
    s = do(game(12, -2, 5, -4, options=TWO, front=(3, 0, 0, 0), hut=2), "hatch 1", {"to": 12})
    return json.loads(json.dumps(KULLERN.dump(do(s, {}))))


SPOILS = [
    lambda d: d.pop("marbles"), lambda d: d["marbles"].pop(), lambda d: d["marbles"].append(-1),
    lambda d: d["marbles"].__setitem__(0, 9), lambda d: d["marbles"].__setitem__(0, -4),
    lambda d: d["marbles"].__setitem__(0, -3), lambda d: d["marbles"].__setitem__(0, 0),
    lambda d: d["marmots"].__setitem__(1, -3), lambda d: d["marmots"].__setitem__(2, -4),
    lambda d: d["marmots"].__setitem__(1, 99), lambda d: d["marmots"].__setitem__(1, 0),
    lambda d: d["marmots"].append(9), lambda d: d.update(seats=3), lambda d: d.update(seats=0),
    lambda d: d["marmots"].__setitem__(1, 25) or d["marmots"].__setitem__(0, 25),
    lambda d: d.update(slider="up"), lambda d: d["world"].pop(),
    lambda d: d["world"][0].pop(), lambda d: d["world"][0].__setitem__(0, 2),
    lambda d: d["world"][3].__setitem__(1, 0.5), lambda d: d["options"].update(turn_cap=0),
    lambda d: d["options"].update(marmots_for_two=4),
    lambda d: d["options"].update(variant="junior"),
    lambda d: d["agenda"].pop(), lambda d: d["agenda"].pop(0), lambda d: d["agenda"].clear(),
    lambda d: d["agenda"].append(d["agenda"][0]), lambda d: d["agenda"][0].update(seat=7),
    lambda d: d["agenda"][-1].update(place=5), lambda d: d["agenda"][-1].update(place=26),
    lambda d: d["agenda"][-1].update(marmot=1), lambda d: d["agenda"][-1].update(marmot=99),
    lambda d: d["agenda"][-1].update(place=-99), lambda d: d["agenda"][-1].update(place=0),
    lambda d: d["agenda"][-1].update({"is": "LiftWait"}),
    lambda d: d["agenda"][2].update(number=4), lambda d: d["agenda"][2].update(steps=-1),
    lambda d: d["board"].update(chairs=0), lambda d: d["board"].update(marbles=19),
    lambda d: d["board"].update(stones=[3, 3]), lambda d: d["board"]["starts"].clear(),
    lambda d: d.update(over={"termination": "home", "ranking": [1, 2], "scores": [1.0, 0.0]}),
    lambda d: d.update(agenda=[], over={"termination": "home", "ranking": [1], "scores": [1.0]}),
]  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_damaged_state_is_refused(spoil):
    data = dump()
    KULLERN.load(data)
    spoil(data)
    with pytest.raises(RecordError):
        KULLERN.load(data)


def test_states_with_random_damage_are_refused_or_can_be_played():
    """What is loaded can be asked, drawn and settled, whatever was changed in it."""
    rng = random.Random(4)
    junior = json.dumps(KULLERN.dump(do(game(options=JUNIOR, seats=3), "hatch 2")))
    refused = played = 0
    for _ in range(600):
        data = dump() if rng.random() < 0.5 else json.loads(junior)
        places = [(data["agenda"][-1], key) for key in data["agenda"][-1] if key != "is"]
        places += [(data["marmots"], rng.randrange(4)), (data["marbles"], rng.randrange(20))]
        places += [(data["agenda"][rng.randrange(3)], "seat"), (data["options"], "turn_cap")]
        where, key = rng.choice(places)
        if isinstance(where, dict) and key not in where:
            continue
        where[key] = rng.choice([-100, -5, -3, -2, -1, 0, 1, 2, 3, 4, 7, 24, 25, 26, 100])
        try:
            s = KULLERN.load(data)
        except RecordError:
            refused += 1
            continue
        played += 1
        provider = KULLERN.sampled(s)
        for _ in range(30):
            pending = KULLERN.pending(s)
            KULLERN.draw(s, None)
            if isinstance(pending, Over):
                break
            if hasattr(pending, "request"):
                s = KULLERN.settle(s, provider.resolve(pending.request, rng)).state
            else:
                s = KULLERN.apply(s, KULLERN.random_action(s, rng)).state
    assert refused > 50
    assert played > 30
    assert HILL.chair == 25


def test_c20_only_the_standard_library_and_the_contract_with_physics():
    code = (
        "import sys, rules.kullern.rules, rules.kullern.sampled;"
        "print(*sorted({m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)),"
        "'|', *sorted(m for m in sys.modules if m.startswith(('sim', 'scenes'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    outside, inner = done.stdout.split("|")
    assert not {"pymunk", "numpy", "scipy", "pyglet", "kullerwerk"} & set(outside.split())
    assert inner.split() == ["sim", "sim.settled"]
