"""Games of kullern on simulated marbles, as 'race', 'replay', 'play' and 'arena' have them."""

from __future__ import annotations

import dataclasses
import json
import random
import re

import pytest

from kullerwerk import cli
from kullerwerk.hill_race import Story
from kullerwerk.players.on_hill import OnHill, relaid
from kullerwerk.players.specs import Spec
from kullerwerk.playing import begin_on_hill, play
from rules.core.records import replay
from rules.core.types import Ask, Decide, Knowledge
from rules.kullern.board import default_hill, hill_of
from rules.kullern.events import TurnStarted
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import Sampled, hill_row, hut_row
from rules.kullern.state import HUT, Setup, hatch
from scenes.files import load_hill, scene_hash
from scenes.hill import MarbleHill
from sim.marbles.provider import LiveMarbles
from sim.marbles.rows import HOLLOW_ROW

RACE = ["race", "--game", "kullern", "--players", "greedy,random", "--seed", "1"]
SHORT = ["--option", "turn_cap=2"]


@pytest.fixture
def without_physics(monkeypatch):
    """Sampled runs instead of simulated ones: the command is the same, and quick."""
    monkeypatch.setattr("sim.marbles.provider.LiveMarbles", lambda hill: Sampled(hill_of(hill)))


def test_a_game_on_live_marbles_is_told_written_and_drawn(tmp_path, capsys):
    record, picture = tmp_path / "r.jsonl", tmp_path / "r.png"
    data = tmp_path / "r.json"
    files = ["--record", str(record), "--picture", str(picture), "--json", str(data)]
    assert cli.main([*RACE, *SHORT, *files]) == 0
    first, *told, result, drawn, written, figures = capsys.readouterr().out.splitlines()
    assert first == (
        "Galton hill, seed 1: player 1 yellow and red (greedy), player 2 blue and green (random)"
    )
    assert re.fullmatch(r"player \d begins", told[0])
    turns = [line for line in told if line.startswith("turn")]
    assert [re.sub(r"\d \((greedy|random)\)", "P", turn) for turn in turns] == [
        "turn 1: player P",
        "turn 2: player P",
    ]
    drops = [line for line in told if "the marble in hatch" in line]
    assert len(drops) == 6
    assert {line.split(maxsplit=5)[5] for line in drops} <= {
        "rolls out",
        "stays in the hut",
        "jumps off the track",
    }
    assert re.fullmatch(r"player \d wins: farthest uphill after 2 turns, nobody is home", result)
    assert (drawn, written) == (f"picture in {picture}", f"record in {record}")
    assert figures == f"figures in {data}"
    assert picture.stat().st_size > 50_000
    figures = json.loads(data.read_text())
    assert figures["scene"] == scene_hash(load_hill("galton"))
    assert [len(turn["drops"]) for turn in figures["turns"]] == [3, 3]
    assert figures["winners"] == [result.partition(" wins")[0]]

    # The record holds the hill, and replays without physics to the same lines and picture.
    again, other = tmp_path / "again.json", tmp_path / "other.png"
    replayed = ["replay", str(record), "--turns", "--json", str(again), "--picture", str(other)]
    assert cli.main(replayed) == 0
    *lines, end, _, _ = capsys.readouterr().out.splitlines()
    assert lines == told
    assert result in end
    assert other.read_bytes() == picture.read_bytes()
    known = json.loads(again.read_text())
    assert {key: known[key] for key in figures if key != "kind"} == {
        key: value for key, value in figures.items() if key != "kind"
    }


@pytest.mark.parametrize(
    ("players", "option"),
    [
        ("random,random", "marmots_for_two=2"),
        ("random,greedy,random", "variant=full"),
        ("random,random,random,random", "variant=junior"),
        ("greedy,search:playouts=4", "variant=junior"),
    ],
)
def test_every_variant_writes_the_same_record_for_a_seed(tmp_path, capsys, players, option):
    records = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for record in records:
        args = ["race", "galton-wild", "--game", "kullern", "--players", players, "--seed", "5"]
        options = ["--option", option, "--option", "turn_cap=1"]
        assert cli.main([*args, *options, "--record", str(record)]) == 0
    assert records[0].read_bytes() == records[1].read_bytes()
    played = replay(records[0])
    assert played.complete
    assert played.header.board == {
        "name": "galton-wild",
        "scene": scene_hash(load_hill("galton-wild")),
    }
    assert "settings" in played.header.engine
    assert played.header.seats == players.count(",") + 1
    assert capsys.readouterr().out.count("turn 1: player") == 2


def test_a_hill_of_ones_own_is_asked_for_to_draw_its_record(tmp_path, capsys, without_physics):
    mine, record, picture = (tmp_path / name for name in ("mine.toml", "r.jsonl", "p.png"))
    assert cli.main(["scenes", "copy", "galton", str(mine)]) == 0
    args = ["race", str(mine), *RACE[1:], *SHORT, "--record", str(record)]
    assert cli.main(args) == 0
    draw = ["replay", str(record), "--picture", str(picture)]
    capsys.readouterr()
    assert cli.main(draw) == 2
    assert capsys.readouterr().err == (
        "Error: the record was made on mine, a hill of your own; give its file with --hill.\n"
    )
    assert cli.main([*draw, "--hill", "galton"]) == 2
    assert capsys.readouterr().err == (
        "Error: --hill galton: the record was made on another hill, or another version of it.\n"
    )
    assert not picture.exists()
    assert cli.main([*draw, "--hill", str(mine)]) == 0
    assert picture.exists()


def test_ctrl_c_leaves_a_record_that_replays(tmp_path, capsys, monkeypatch):
    class Impatient:
        def __init__(self, hill):
            self.runs = 0
            self.sampled = Sampled(hill_of(hill))

        def resolve(self, request, stream, /):
            self.runs += 1
            if self.runs == 10:
                raise KeyboardInterrupt
            return self.sampled.resolve(request, stream)

    monkeypatch.setattr("sim.marbles.provider.LiveMarbles", Impatient)
    record = tmp_path / "r.jsonl"
    assert cli.main([*RACE, "--record", str(record)]) == 130
    captured = capsys.readouterr()
    turns = sum(line.startswith("turn ") for line in captured.out.splitlines())
    assert captured.err == (
        f"Error: Stopped after {turns - 1} turns; {record} holds what was played.\n"
    )
    assert cli.main(["replay", str(record)]) == 0
    assert f"broken off after {turns - 1} turns" in capsys.readouterr().out


@pytest.mark.usefixtures("without_physics")
def test_a_whole_game_ends_with_marmots_in_deck_chairs(capsys):
    assert cli.main(RACE) == 0
    *_, last, result = capsys.readouterr().out.splitlines()
    found = re.fullmatch(r"(player \d) wins in turn (\d+): 3 marmots in deck chairs", result)
    assert found
    assert re.fullmatch(rf"  \w+ [A-D] sits down, {found[1]} has 3 in deck chairs", last)
    assert int(found[2]) > 5


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ["race", "rundkurs", *RACE[1:]],
            "rundkurs is a track, and kullern is played on a hill; --game koenig is played on a "
            "track.",
        ),
        (
            ["race", "galton"],
            "galton is a hill, and koenig is played on a track; --game kullern is played on a "
            "hill.",
        ),
        (
            ["race", "everest", *RACE[1:]],
            "everest: expected a hill of the library (galton, galton-wild) or a .toml file, found "
            "no such hill.",
        ),
        ([*RACE, "--sets", "red,blue"], "--sets red,blue: kullern has no piece sets to choose; "
         "leave it out."),
        (
            [*RACE[:3], "--players", "aimer,greedy"],
            "--players aimer,greedy: there is no player 'aimer'; expected random, greedy, search.",
        ),
        ([*RACE[:3], "--players", "greedy"], "kullern is for 2 to 4 players, not 1."),
        (
            ["race", "--game", "hoehle"],
            "--game hoehle: Die Maulwurfshöhle cannot be simulated, expected koenig or kullern; "
            "'kullerwerk play hoehle --text' plays it.",
        ),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence_and_writes_nothing(
    tmp_path, monkeypatch, capsys, args, sentence
):
    monkeypatch.chdir(tmp_path)
    assert cli.main([*args, "--record", "r.jsonl"]) == 2
    assert capsys.readouterr().err == f"Error: {sentence}\n"
    assert list(tmp_path.iterdir()) == []


def test_an_option_that_cannot_be_gets_one_sentence(capsys):
    assert cli.main([*RACE, "--option", "variant=pro"]) == 2
    err = capsys.readouterr().err
    assert "variant" in err
    assert err.count("\n") == 1


# --- what is told ---


def test_a_turn_as_data_holds_drops_steps_and_walks():
    start = KULLERN.begin(KULLERN.options({"turn_cap": 1}), 3, Setup(default_hill(), first=1))
    story = Story(start.state, ["greedy", "random", "random"])
    lines = story.hear(start.state, start.events)
    assert lines == ["turn 1: player 2 (random)"]
    rng, s = random.Random(3), start.state
    provider = Sampled(default_hill())
    while s.over is None:
        pending = KULLERN.pending(s)
        if isinstance(pending, Ask):
            step = KULLERN.settle(s, provider.resolve(pending.request, rng))
        else:
            step = KULLERN.apply(s, KULLERN.actions(s)[0])
        s = step.state
        story.hear(s, step.events)
    (turn,) = story.data(["greedy", "random", "random"], seed=3, engine={}, scene="x")["turns"]
    out = sum(drop["end"] == "out" for drop in turn["drops"])
    assert [drop["hatch"] for drop in turn["drops"]] == [1, 1, 1]
    assert (turn["seat"], turn["steps"]) == (1, out)
    assert turn["walks"] == ([
        {"marmot": "red A", "steps": out, "from": "start place 3", "to": f"space {out}"}
    ] if out else [])  # fmt: skip
    assert story.standing(1).startswith("player 2 (random): ")
    assert f"{out} of 3 marbles out" in story.standing(1)


def test_a_broken_off_game_has_no_winner():
    start = KULLERN.begin(None, 2).state
    story = Story(start, ["greedy", "greedy"])
    story.hear(start, [TurnStarted(seat=0, turn=1), TurnStarted(seat=1, turn=2)])
    assert story.result() == "broken off after 1 turn"
    data = story.data(["greedy", "greedy"], seed=None, engine={}, scene="")
    assert (data["end"], data["winners"], data["scene"]) == (None, [], None)


# --- players ---


def settled_hill(hill, hatches, seed=1):
    """A game on a hill after some drops, on live marbles."""
    live = LiveMarbles(hill)
    setup = Setup(hill_of(hill), first=0)
    s = KULLERN.begin(KULLERN.options({}), 2, setup).state
    for k, number in enumerate(hatches):
        s = KULLERN.apply(s, hatch(number)).state
        while isinstance(pending := KULLERN.pending(s), Ask):
            stream = random.Random(seed + k)
            s = KULLERN.settle(s, live.resolve(pending.request, stream)).state
    return s


def test_a_simulated_hill_is_laid_anew_as_sampled_runs_have_it():
    hill = load_hill("galton")
    s = settled_hill(hill, (3, 3, 3))
    laid = relaid(s, hill)
    assert dataclasses.replace(laid, world=s.world) == s
    assert HUT in s.marbles, "one is stuck"
    assert max(s.marbles) >= 0, "a marmot holds one"
    for marble, where in enumerate(s.marbles):
        if where == HUT:
            assert laid.world[marble] == hut_row(5), "exit 6, the closed one of hatch 3"
        elif where >= 0:
            start = hill_of(hill).starts[where]
            assert laid.world[marble] == hill_row(start)
    # Sampled runs leave marbles at rest where they are.
    s = KULLERN.apply(laid, KULLERN.actions(laid)[0]).state
    pending = KULLERN.pending(s)
    assert isinstance(pending, Ask)
    settled = Sampled(s.board).resolve(pending.request, random.Random(1))
    assert set(settled.hut) == {k for k, where in enumerate(laid.marbles) if where == HUT}


def test_a_start_made_by_hand_is_left_as_it_is():
    hill = load_hill("galton")
    front = (2, 0, 0, 0, 0, 0, 0, 1)
    setup = Setup(default_hill(), (9, -2, -3, -4, -5, -6, -7, 12), front, 2, first=0)
    s = KULLERN.begin(None, 2, setup).state
    assert relaid(s, hill) == s


def test_a_player_on_a_hill_is_given_the_laid_hill_and_decides():
    hill = load_hill("galton")
    s = settled_hill(hill, (1,))
    seen = []

    class Looks:
        def choose(self, knowledge):
            seen.append(knowledge.sample(random.Random(0)))
            return knowledge.actions[-1]

    pending = KULLERN.pending(s)
    assert isinstance(pending, Decide)
    action = OnHill(Looks(), hill).choose(Knowledge(KULLERN, s, pending.seat))
    assert action == KULLERN.actions(s)[-1]
    assert seen == [relaid(s, hill)]


# --- play and arena ---


def test_a_small_hill_is_played_on_too(tmp_path):
    record = tmp_path / "r.jsonl"
    at = begin_on_hill(MarbleHill.example(), 2, {"turn_cap": 2, "marmots_for_two": 2})
    end = play(at, (Spec("greedy"), Spec("random")), 3, record)
    assert end.over is not None
    assert replay(record).state == end


def test_play_takes_live_marbles_and_resumes_with_them(tmp_path, play):
    record = tmp_path / "game.jsonl"
    args = ["kullern", "--players", "human,random", "--physics", "--seed", "2"]
    code, out, _ = play([*args, "--options", "turn_cap=3", "--record", record], ["hint", "hatch 3"])
    assert code == 0
    assert "hatch 3 rolls out" in out or "hatch 3 stays in the hut" in out
    head = replay(record, partial=True).header
    assert head.engine["engine"] == "marbles, pymunk"
    code, out, _ = play(["--resume", record, "--record", record], ["hatch 1"])
    assert code == 0
    played = replay(record, partial=True)
    worlds = [answer.world for pending, answer, _ in played.steps if isinstance(pending, Ask)]
    assert len(worlds) >= 2
    rows = {len(row) for world in worlds for row in world}
    assert rows == {len(HOLLOW_ROW)}, "no run was sampled"


def test_arena_takes_live_marbles(capsys):
    args = ["arena", "kullern", "--players", "greedy,random", "--games", "1", "--seed", "1"]
    assert cli.main([*args, "--options", "turn_cap=1", "--physics", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["physics"] is True
    assert told["rows"][0]["throws"] >= 3
