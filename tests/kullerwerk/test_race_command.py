from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
import signal
import subprocess
import sys

import pytest

from kullerwerk import cli
from rules.koenig.board import board_of
from rules.koenig.options import Options
from rules.koenig.sampled import Sampled
from scenes.files import load_track, scene_hash

RACE = ["race", "kinderrunde", "--players", "greedy,greedy", "--seed", "4"]
LINE = re.compile(
    r"^ +\d+  (yellow|red) +greedy +number (\d+|-) +at +-?\d+, *-?\d+ +\d+ mm out  rays \d/3 +\d+%"
)


@pytest.fixture
def without_physics(monkeypatch):
    """Sampled throws instead of simulated ones: the command is the same, and quick."""
    monkeypatch.setattr("sim.provider.Live", lambda track: Sampled(board_of(track)))


@pytest.mark.usefixtures("without_physics")
def test_a_race_is_told_written_and_drawn(tmp_path, capsys):
    record, picture = tmp_path / "race.jsonl", tmp_path / "race.png"
    data = tmp_path / "race.json"
    files = ["--record", str(record), "--picture", str(picture), "--json", str(data)]
    assert cli.main([*RACE, *files]) == 0
    first, *turns, result, drawn, written, figures = capsys.readouterr().out.splitlines()
    assert first == "Kinderrunde, seed 4: yellow (greedy), red (greedy)"
    assert all(LINE.match(turn) for turn in turns)
    assert "over the finish line" in turns[-1]
    assert re.fullmatch(r"(yellow|red) wins in round \d+", result)
    assert drawn == f"picture in {picture}"
    assert written == f"record in {record}"
    assert figures == f"figures in {data}"
    assert picture.stat().st_size > 50_000
    told = json.loads(data.read_text())
    assert told["format"] == 1
    assert len(told["turns"]) == len(turns)
    assert told["turns"][-1]["wins"]
    assert told["scene"] == scene_hash(load_track("kinderrunde"))
    assert result.startswith(told["winners"][0])

    assert cli.main(["replay", str(record), "--turns", "--json", str(data)]) == 0
    *again, end, _ = capsys.readouterr().out.splitlines()
    assert again == turns
    assert result in end
    replayed = json.loads(data.read_text())
    assert {key: replayed[key] for key in told if key != "kind"} == {
        key: value for key, value in told.items() if key != "kind"
    }


@pytest.mark.usefixtures("without_physics")
def test_the_picture_can_be_drawn_from_the_record(tmp_path):
    record = tmp_path / "race.jsonl"
    svgs = [tmp_path / "a.svg", tmp_path / "b.svg"]
    assert cli.main([*RACE, "--quiet", "--record", str(record), "--picture", str(svgs[0])]) == 0
    assert cli.main(["replay", str(record), "--quiet", "--picture", str(svgs[1])]) == 0
    assert svgs[0].read_bytes() == svgs[1].read_bytes()


@pytest.mark.usefixtures("without_physics")
def test_quiet_says_nothing_and_json_stands_alone(capsys):
    assert cli.main([*RACE, "--quiet"]) == 0
    assert capsys.readouterr().out == ""
    assert cli.main([*RACE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "race"


@pytest.mark.usefixtures("without_physics")
def test_without_a_seed_one_is_drawn_and_told(capsys):
    seeds = set()
    for _ in range(2):
        assert cli.main(["race", "kinderrunde", "--players", "greedy,greedy"]) == 0
        seeds.add(capsys.readouterr().out.split(":")[0])
    assert len(seeds) == 2


def test_ctrl_c_leaves_a_record_that_replays(tmp_path, capsys, monkeypatch):
    class Impatient:
        def __init__(self, track):
            self.throws = 0
            self.sampled = Sampled(board_of(track))

        def resolve(self, request, stream, /):
            self.throws += 1
            if self.throws == 6:
                raise KeyboardInterrupt
            return self.sampled.resolve(request, stream)

    monkeypatch.setattr("sim.provider.Live", Impatient)
    record = tmp_path / "race.jsonl"
    assert cli.main([*RACE, "--record", str(record)]) == 130
    err = capsys.readouterr().err
    assert err == f"Error: Stopped after 5 turns; {record} holds what was played.\n"
    assert cli.main(["replay", str(record)]) == 0
    assert "broken off after 5 turns" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ["--players", "greedy,wizard"],
            "--players greedy,wizard: there is no player 'wizard'; expected random, greedy, aimer.",
        ),
        (["--players", "greedy"], "koenig is for 2 to 4 players, not 1."),
        (
            ["--players", "greedy,greedy,greedy,greedy,greedy"],
            "track kinderrunde has 4 piece sets, too few for 5 players.",
        ),
        (["--sets", "red,red"], "--sets red,red: expected 2 different sets, one per player."),
        (
            ["--sets", "red,pink"],
            "--sets red,pink: there is no set 'pink'; expected yellow, red, green, blue.",
        ),
        (
            ["--option", "round_cap"],
            "--option round_cap: expected NAME=VALUE, for example round_cap=30.",
        ),
        (["--picture", "x.gif"], "x.gif: the name must end in .png or .svg."),
        (
            ["--record", "nowhere/x.jsonl"],
            "nowhere/x.jsonl: the folder nowhere does not exist.",
        ),
    ],
)
def test_bad_input_gets_one_sentence_and_writes_nothing(
    tmp_path, monkeypatch, capsys, args, sentence
):
    monkeypatch.chdir(tmp_path)
    given = [*RACE, "--record", "r.jsonl", *args]
    assert cli.main(given) == 2
    captured = capsys.readouterr()
    assert captured.err == f"Error: {sentence}\n"
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_game_gets_one_sentence(capsys):
    assert cli.main([*RACE, "--game", "chess"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("Error: there is no game named 'chess'; there are: ")
    assert "koenig" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("game", ["buddel", "company", "hoehle"])
def test_a_game_without_physics_is_played_elsewhere(capsys, game):
    assert cli.main([*RACE, "--game", game]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"Error: --game {game}: ")
    assert err.endswith(
        f" cannot be simulated, expected koenig or kullern; "
        f"'kullerwerk play {game} --text' plays it.\n"
    )


def test_a_bad_track_gets_one_sentence(capsys):
    assert cli.main(["race", "nurburgring"]) == 2
    err = capsys.readouterr().err
    assert "nurburgring" in err
    assert "rundkurs" in err
    assert err.count("\n") == 1


def test_options_reach_the_rules(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sim.provider.Live", lambda track: Sampled(board_of(track)))
    assert cli.main([*RACE, "--option", "round_cap=2"]) == 0
    assert "farthest along after 2 rounds, nobody finished" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text.replace('"number"', '"nummer"', 1)[:-40], "cut off"),
        (lambda text: "\n".join(text.splitlines()[:-1]) + "\n", "without a result"),
        (lambda text: text.replace('"format":1', '"format":9', 1), "newer than 1"),
        (lambda _: "hello\n", "this is no record"),
    ],
)
def test_a_spoilt_record_gets_one_sentence(tmp_path, capsys, without_physics, spoil, words):
    record = tmp_path / "race.jsonl"
    assert cli.main([*RACE, "--quiet", "--record", str(record)]) == 0
    record.write_text(spoil(record.read_text()))
    assert cli.main(["replay", str(record)]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert str(record) in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("without_physics")
def test_what_was_played_of_a_cut_record_is_told_and_drawn(tmp_path, capsys):
    record, picture = tmp_path / "race.jsonl", tmp_path / "a.svg"
    assert cli.main([*RACE, "--quiet", "--record", str(record)]) == 0
    record.write_text(record.read_text()[:3000])
    assert cli.main(["replay", str(record)]) == 2
    err = capsys.readouterr().err
    assert "cut off" in err
    assert err.endswith("(--partial replays what is there).\n")
    data = tmp_path / "a.json"
    asked = ["--partial", "--picture", str(picture), "--json", str(data)]
    assert cli.main(["replay", str(record), *asked]) == 0
    assert re.search(r"; broken off after \d+ turns?$", capsys.readouterr().out, re.M)
    assert "of the course" in picture.read_text()
    told = json.loads(data.read_text())
    assert (told["end"], told["ranking"], told["winners"]) == (None, None, [])
    assert not told["complete"]


@pytest.mark.usefixtures("without_physics")
def test_a_record_with_a_byte_order_mark_replays(tmp_path):
    record = tmp_path / "race.jsonl"
    assert cli.main([*RACE, "--quiet", "--record", str(record)]) == 0
    record.write_bytes(b"\xef\xbb\xbf" + record.read_bytes())
    assert cli.main(["replay", str(record), "--quiet"]) == 0


@pytest.mark.usefixtures("without_physics")
@pytest.mark.parametrize(
    ("edit", "args", "sentence"),
    [
        (
            ('"scene":"', '"scene":"0'),
            [],
            "the record was made on another version of kinderrunde; give its file with --track.",
        ),
        (
            ('"name":"kinderrunde"', '"name":"mine"'),
            [],
            "the record was made on mine, a track of your own; give its file with --track.",
        ),
        (
            ("", ""),
            ["--track", "rundkurs"],
            "--track rundkurs: the record was made on another track, or another version of it.",
        ),
    ],
)
def test_no_picture_is_drawn_on_another_track(tmp_path, capsys, edit, args, sentence):
    record, picture = tmp_path / "race.jsonl", tmp_path / "a.png"
    assert cli.main([*RACE, "--quiet", "--record", str(record)]) == 0
    head, *rest = record.read_text().splitlines(keepends=True)
    # A few lines only: a digest would tell that the header was changed.
    record.write_text("".join([head.replace(*edit), *rest[:3]]))
    asked = ["replay", str(record), "--partial", "--picture", str(picture), *args]
    assert cli.main(asked) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"Error: {sentence}\n")
    assert not picture.exists()


def test_a_track_without_a_picture_is_refused(capsys):
    assert cli.main(["replay", "none.jsonl", "--track", "rundkurs"]) == 2
    assert "expected --picture as well" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_stop_a_race_in_good_order(tmp_path, capsys, monkeypatch, number):
    class Impatient:
        def __init__(self, track):
            self.throws = 0
            self.sampled = Sampled(board_of(track))

        def resolve(self, request, stream, /):
            self.throws += 1
            if self.throws == 6:
                # As in a callback from C, where an exception is lost.
                with contextlib.suppress(KeyboardInterrupt):
                    signal.raise_signal(number)
            return self.sampled.resolve(request, stream)

    monkeypatch.setattr("sim.provider.Live", Impatient)
    before = signal.getsignal(number)
    record = tmp_path / "race.jsonl"
    assert cli.main([*RACE, "--record", str(record)]) == 130
    assert re.search(r"Stopped after \d turns; .* holds what was played", capsys.readouterr().err)
    assert signal.getsignal(number) == before
    assert cli.main(["replay", str(record)]) == 0


def test_the_help_names_every_option_of_the_game(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert cli.main(["race", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    for option in dataclasses.fields(Options):
        default = str(option.default).lower()
        assert f"{option.name}={default}:" in words
    assert "aimer:playouts=" in words


def test_the_same_seed_gives_the_same_record_whatever_the_hash_seed(tmp_path):
    """On real physics, in two processes (short: the cap ends the race after two rounds)."""
    records = []
    for hash_seed in ("0", "1"):
        record = tmp_path / f"{hash_seed}.jsonl"
        subprocess.run(
            [
                sys.executable, "-m", "kullerwerk", "race", "kinderrunde", "--quiet",
                "--players", "aimer:playouts=4,random,greedy", "--seed", "9",
                "--option", "round_cap=2", "--record", str(record),
            ],
            check=True,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )  # fmt: skip
        records.append(record.read_bytes())
    assert records[0] == records[1]
    assert records[0].count(b'"throw"') == 6


def test_a_record_replays_where_pymunk_cannot_be_imported(tmp_path, without_physics):
    record = tmp_path / "race.jsonl"
    assert cli.main([*RACE, "--quiet", "--record", str(record)]) == 0
    program = (
        "import sys\n"
        "for name in ('pymunk', 'numpy', 'scipy'): sys.modules[name] = None\n"
        "from kullerwerk.cli import main\n"
        f"sys.exit(main(['replay', {str(record)!r}]))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert "replay to digest" in ran.stdout


@pytest.mark.usefixtures("without_physics")
def test_a_race_of_the_pro_game_is_told_written_and_drawn(tmp_path, capsys):
    record, picture = tmp_path / "race.jsonl", tmp_path / "race.svg"
    data = tmp_path / "race.json"
    pro = [
        "--option",
        "variant=pro",
        "--option",
        "round_cap=6",
        "--players",
        "random,random,greedy",
    ]
    files = ["--record", str(record), "--picture", str(picture), "--json", str(data)]
    assert cli.main([*RACE, *pro, *files]) == 0
    first, *turns, _, _, _, _ = capsys.readouterr().out.splitlines()
    assert first == "Kinderrunde, seed 4: player 1 (random), player 2 (random), player 3 (greedy)"
    assert len(turns) >= 6
    assert any("the number does not count" in turn for turn in turns)
    told = json.loads(data.read_text())
    assert len({player["set"] for player in told["players"]}) == 3
    missed = sum("a card was played" in turn for turn in turns)
    assert missed == sum(turn.get("missed", False) for turn in told["turns"])
    again = sum(re.search(r"attempt \d", turn) is not None for turn in turns)
    assert again == sum("attempts" in turn for turn in told["turns"])
    assert missed + again > 0
    assert cli.main(["replay", str(record), "--turns"]) == 0
    *replayed, _ = capsys.readouterr().out.splitlines()
    assert replayed == turns


@pytest.mark.usefixtures("without_physics")
def test_a_pro_record_that_stops_in_the_draft_is_told_and_drawn(tmp_path, capsys):
    record, cut = tmp_path / "race.jsonl", tmp_path / "cut.jsonl"
    pro = ["--option", "variant=pro", "--option", "round_cap=1"]
    assert cli.main([*RACE, *pro, "--quiet", "--record", str(record)]) == 0
    cut.write_text("".join(record.read_text().splitlines(keepends=True)[:8]))
    args = ["replay", str(cut), "--partial", "--picture", str(tmp_path / "cut.svg")]
    assert cli.main(args) == 0
    assert "0 turns replay" in capsys.readouterr().out
