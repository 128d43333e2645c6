"""What is kept of a game in the terminal: undo, records, saved games, and what is refused."""

from __future__ import annotations

import random
import re
import signal
from itertools import chain, islice, repeat
from pathlib import Path

import pytest
from table_kit import GAMES, short, whole

from rules.core import records, registry

ROOT = Path(__file__).resolve().parents[2]


# --- taking back ---


def test_undo_goes_back_to_the_last_own_move(tmp_path, play):
    """The computer's reply goes with it, and comes back when the same move is made again."""
    straight, wandering = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    play(whole("coin", "--record", straight), ["safe", *repeat("1", 40)])
    lines = ["safe", "undo", "undo", "safe", "undo", "safe", *repeat("1", 40)]
    _, out, _ = play(whole("coin", "--record", wandering), lines)
    assert out.count("Taken back: 2 answers.") == 2
    assert out.count("There is nothing to take back") == 1
    assert straight.read_bytes() == wandering.read_bytes()


def test_undo_stops_at_what_chance_decided(play):
    _, out, _ = play(["coin", "--players", "human,human", "--seed", "1"], ["2", "undo", "quit"])
    assert "There is nothing to take back" in out


def test_undo_takes_several_moves_back_in_turn(play):
    lines = ["safe", "safe", "safe", "undo", "undo", "undo", "undo", "board", "quit"]
    _, out, _ = play(["coin", "--players", "human,human", "--seed", "1"], lines)
    assert out.count("Taken back: 1 answer.") == 3
    assert out.count("There is nothing to take back") == 1
    assert "player 1: 0 player 2: 0" in out.partition("player 1> board")[2]


def test_a_record_forgets_what_was_taken_back(tmp_path, play):
    record = tmp_path / "game.jsonl"
    lines = ["safe", "safe", "safe", "undo", "undo", "toss", "quit"]
    play(["coin", "--players", "human,human", "--seed", "1", "--record", record], lines)
    assert [line.get("do") for line in records.read(record).lines[:2]] == ["safe", "toss"]
    assert records.replay(record).lines >= 3


def test_where_something_is_hidden_others_are_not_taken_back(play):
    """Whether another seat shouted may have told what it holds."""
    lines = ["hush", "pass", "undo", "quit", "quit"]
    _, out, _ = play(["whisper", "--players", "human,random", "--seed", "2"], lines)
    assert "Taken back" not in out
    assert "There is nothing to take back" in out
    lines = ["hush", "undo", "show", "quit", "quit"]
    _, out, _ = play(["whisper", "--players", "human,random", "--seed", "2"], lines)
    assert "Taken back: 1 answer." in out
    assert re.search(r"seat 0 shows \d", out)


# --- keeping ---


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("played", [1, 4, 9])
def test_a_game_that_was_saved_goes_on_as_if_it_had_not_stopped(tmp_path, play, game, played):
    straight, saved, rest = (tmp_path / f"{name}.jsonl" for name in ("straight", "saved", "rest"))
    args = whole(game, *short(game))
    play([*args, "--record", straight], repeat("1"))
    code, out, _ = play(args, [*repeat("1", played), f"save {saved}", "quit"])
    assert code == 0
    if not saved.exists():
        assert "The game is over" in out
        return
    code, out, err = play(["--resume", saved, "--record", rest], repeat("1"))
    assert (code, err) == (0, "")
    assert rest.read_bytes() == straight.read_bytes()


def test_simulated_throws_stay_simulated(tmp_path, play):
    """Also in a race that is gone on with: one throw before it is left, one after."""
    straight, rest = tmp_path / "straight.jsonl", tmp_path / "rest.jsonl"
    args = ["koenig", "--players", "human,random", "--seed", "3", "--options", "round_cap=1"]
    play([*args, "--physics", "--record", straight], repeat("1"))
    saved = tmp_path / "saved.jsonl"
    play([*args, "--physics"], ["1", "1", "1", f"save {saved}", "quit"])
    play(["--resume", saved, "--record", rest], repeat("1"))
    assert rest.read_bytes() == straight.read_bytes()
    assert b'"settings"' in rest.read_bytes()
    sampled = tmp_path / "sampled.jsonl"
    play([*args, "--record", sampled], repeat("1"))
    assert records.read(sampled).header.engine == {"outcomes": "sampled"}
    throws = [[line for line in records.read(f).lines if "throw" in line]
              for f in (sampled, rest)]  # fmt: skip
    assert throws[0] != throws[1]


def test_a_broken_off_record_goes_on_in_the_same_file(tmp_path, play):
    straight, broken = tmp_path / "straight.jsonl", tmp_path / "broken.jsonl"
    play(whole("coin", "--record", straight), repeat("1"))
    text = straight.read_text()
    broken.write_text(text[: len(text) * 2 // 3])  # in the middle of a line
    play(["--resume", broken, "--record", broken], repeat("1"))
    assert broken.read_text() == text


def test_the_end_of_the_input_closes_the_record(tmp_path, play):
    record = tmp_path / "game.jsonl"
    code, out, err = play(whole("coin", "--record", record), ["safe"])
    assert (code, err) == (0, "")
    assert f"No more input. {record} holds the game; 'kullerwerk play --text --resume" in out
    assert not records.replay(record).complete
    assert records.read(record).footer["stopped"] is True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_closes_the_record(tmp_path, play, number):
    record = tmp_path / "game.jsonl"
    before = signal.getsignal(number)
    lines = chain(["safe"], [lambda: signal.raise_signal(number)], repeat("1"))
    code, _, err = play(["coin", "--players", "human,human", "--record", record], lines)
    assert code == 130
    assert err.startswith(f"Error: Stopped. {record} holds the game;")
    assert signal.getsignal(number) == before
    replay = records.replay(record)
    assert (replay.complete, replay.lines) == (False, 1)


def test_quit_asks_before_a_game_is_lost(play):
    code, out, _ = play(whole("coin"), ["safe", "quit", "board", "quit", "quit", "1"])
    assert code == 0
    assert out.count("The game is not saved: 'save FILE' keeps it, 'quit' once more leaves.") == 2
    assert out.rstrip().endswith("The game was not recorded.")


def test_a_file_is_not_lost_to_a_save(tmp_path, monkeypatch, play):
    monkeypatch.chdir(tmp_path)
    Path("other.jsonl").write_text("mine")
    lines = ["save other.jsonl", "save new.jsonl", "safe", "save new.jsonl", "quit"]
    _, out, _ = play(["coin", "--players", "human,human"], lines)
    assert "other.jsonl exists already; 'save! other.jsonl' replaces it." in out
    assert Path("other.jsonl").read_text() == "mine"
    assert records.replay("new.jsonl").lines == 1
    _, out, _ = play(["coin", "--players", "human,human"], ["save! other.jsonl", "quit"])
    assert records.replay("other.jsonl").lines == 0


def test_a_record_is_not_lost_to_a_new_game(tmp_path, play):
    record = tmp_path / "game.jsonl"
    play(whole("coin", "--record", record), ["safe"])
    before = record.read_bytes()
    code, _, err = play(whole("coin", "--record", record), ["safe"])
    assert code == 2
    assert "this file exists already; --resume" in err
    assert record.read_bytes() == before


def test_a_record_is_not_lost_to_a_game_that_goes_on(tmp_path, play):
    record, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    play(whole("coin", "--record", record), ["safe"])
    play(whole("coin", "--record", other), ["safe", "safe"])
    before = other.read_bytes()
    code, _, err = play(["--resume", record, "--record", other], ["safe"])
    assert code == 2
    assert "other.jsonl: this file exists already" in err
    assert other.read_bytes() == before


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "expected GAME or --resume FILE, found neither; 'kullerwerk games' lists the games."),
        (["chess"], "there is no game named 'chess'; there are: "),
        (["coin", "--players", "human"], "coin is for 2 players, not 1."),
        (["whisper", "--players", "human,human,human,human"], "whisper is for 2 to 3 players"),
        (
            ["coin", "--players", "human,wizard"],
            "--players human,wizard: there is no player 'wizard' in coin; expected human, random, ",
        ),
        (["coin", "--options", "goal"], "--options goal: expected NAME=VALUE with commas"),
        (["coin", "--options", "goal=3,goal=4"], "--options goal=3,goal=4: goal is given twice."),
        (["koenig", "--options", "round_cap=0"], "option round_cap of koenig must be a whole"),
        (["koenig", "--options", "speed=1"], "koenig has no option 'speed'; its options are: "),
        (["koenig", "--options", "preset=pros"], "koenig has no preset 'pros'; "),
        (
            ["coin", "--hints", "human"],
            "--hints human: there is no player 'human' in coin; expected",
        ),
        (["coin", "--players", "human,greedy:skill=1"], "--players human,greedy:skill=1: player"),
        (["coin", "--players", "human,aimer"], "--players human,aimer: there is no player"),
        (["coin", "--quiet"], "a person cannot play with --quiet or --json"),
        (["coin", "--record", "x.txt"], "x.txt: the name must end in .jsonl."),
        (["--resume", "none.jsonl"], "none.jsonl: cannot be read: No such file or directory."),
        (["--resume", "a.jsonl", "--seed", "1"], "--seed: --resume goes on with a game in which"),
        (["--resume", "a.jsonl", "--seed", "0"], "--seed: --resume goes on with a game in which"),
        (["--resume", "a.jsonl", "--physics"], "--physics: --resume goes on with a game in which"),
        (["coin", "--physics"], "--physics: no throws of coin can be simulated; leave it out."),
        (["--resume", "a.jsonl", "--options", "x=1"], "--options: --resume goes on with a game"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path, monkeypatch, play, args, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = play(args, ["1"])
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {sentence}")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("spoil", "args", "words"),
    [
        (lambda text: text.replace('"safe"', '"soft"', 1), [], "line 2: 'soft' is no action"),
        (lambda text: text.replace('"version":1', '"version":7'), [], "version 7 of the rules"),
        (lambda _: "hello\n", [], "this is no record"),
        (lambda text: text, ["whisper"], "holds a game of coin, not of whisper."),
        (lambda text: text, ["--players", "human"], "is a game of 2 players, not 1."),
        (
            lambda text: text.replace('"human"', '"wizard"'),
            [],
            "players wizard,random: there is no player 'wizard' in coin; expected human, random",
        ),
        (lambda text: text.replace('["human","random"]', "[]"), [], "names no players"),
    ],
)
def test_a_spoilt_record_is_not_gone_on_with(tmp_path, play, spoil, args, words):
    record = tmp_path / "game.jsonl"
    play(whole("coin", "--record", record), ["safe"])
    # Without the footer, whose sum would tell that the header was changed.
    record.write_text(spoil("".join(record.read_text().splitlines(keepends=True)[:-1])))
    before = record.read_bytes()
    code, out, err = play(["--resume", record, "--record", record, *args], ["1"])
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert record.read_bytes() == before


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path, play):
    record = tmp_path / "game.jsonl"
    play(whole("coin", "--record", record), repeat("1"))
    code, _, err = play(["--resume", record])
    assert code == 2
    assert err.startswith(f"Error: {record}: this game is over; 'kullerwerk watch ")
    assert err.endswith("'kullerwerk replay' tells it again.\n")


JUNK = ("", "help", "more", "board", "hint", "undo", "undo", "u", "99", "0", "-1", "1.5", "x",
        "pass", "start 480,150,0", "block 600,200,1", "take", "ü", "\t", "tower 90")  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_typed_the_record_holds_the_game(tmp_path, play, game, seed):
    """Moves, mistakes and second thoughts at random, two people at the screen, left and resumed."""
    record = tmp_path / "game.jsonl"
    rng = random.Random(f"{game} {seed}")

    def lines():
        while True:
            yield str(rng.randint(1, 4)) if rng.random() < 0.7 else rng.choice(JUNK)

    args = [game, "--players", "human,human", "--seed", seed, "--hints", "random", *short(game)]
    for _ in range(3):
        code, _, err = play([*args, "--record", record], islice(lines(), 60))
        assert (code, err) == (0, "")
        replay = records.replay(record)
        if replay.complete:
            break
        args = ["--resume", record, "--hints", "random"]
    again = tmp_path / "again.jsonl"
    head = replay.header
    with records.Writer.going_on(again, registry.game(game), head, replay.steps):
        pass
    assert again.read_bytes() == record.read_bytes()
