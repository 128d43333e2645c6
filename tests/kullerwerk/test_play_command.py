"""``kullerwerk play --text``, by lines that a person might type."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path

import pytest
from coin_game import COIN
from whisper_game import WHISPER

from kullerwerk import cli
from kullerwerk.session import hides
from rules.core import records, registry
from rules.core.types import Over

ROOT = Path(__file__).resolve().parents[2]
HOTSEAT = ["whisper", "--players", "human,human,random"]


class Typed(io.TextIOBase):
    """Lines as somebody types them; what is callable is called in place of a line."""

    def __init__(self, lines):
        self.lines = iter(lines)

    def readline(self, size=-1):
        line = next(self.lines, None)
        if line is None:
            return ""
        return line() or "\n" if callable(line) else f"{line}\n"


@pytest.fixture(autouse=True)
def small_games(monkeypatch):
    """Two games of the tests: one of chance, one that hides something."""
    for game in (COIN, WHISPER):
        monkeypatch.setitem(registry._GAMES, game.name, game)


@pytest.fixture
def play(monkeypatch, capsys):
    """Play by these lines; gives the exit code, and what was printed."""

    def run(args, lines=()):
        monkeypatch.setattr("sys.stdin", Typed(lines))
        code = cli.main(["play", "--text", *map(str, args)])
        return code, *capsys.readouterr()

    return run


def whole(game, *args):
    """A person who always makes the first move, against a random player."""
    return [game, "--players", "human,random", "--seed", "5", *args]


def short(game):
    """Options under which a game soon ends."""
    choices = registry.game(game).choices.items()
    caps = [f"{name}=4" for name, choice in choices if choice.between and "cap" in name]
    return ["--options", ",".join(caps)]


# --- to the end ---


@pytest.mark.parametrize("game", [*registry.names(), "coin", "whisper"])
def test_a_game_is_played_to_its_end(tmp_path, play, game):
    record, data = tmp_path / "game.jsonl", tmp_path / "game.json"
    files = ["--record", record, "--json", data]
    code, out, err = play(whole(game, *short(game), *files), repeat("1"))
    assert (code, err) == (0, "")
    replay = records.replay(record)
    over = registry.game(game).pending(replay.state)
    assert isinstance(over, Over)
    assert replay.complete
    assert replay.header.players == ("human", "random")
    assert re.search(
        rf"^The game is over: .*\({over.termination.replace('_', ' ')}\)\.$", out, re.M
    )
    told = json.loads(data.read_text())
    assert (told["end"], tuple(told["ranking"])) == (over.termination, over.ranking)
    assert told["answers"] == replay.lines


def test_what_a_person_sees(play):
    code, out, _ = play(whole("coin"), ["1", "toss"])
    assert code == 0
    head, board, *rest = [block.splitlines() for block in out.split("\n\n")]
    assert head == [
        "Coin, seed 5: player 1 human, player 2 random",
        "'help' at the prompt tells what can be typed.",
    ]
    assert board[0] == "seat 0: 0 seat 1: 0"
    assert board[1:5] == ["player 1, turn: 2 moves", "    1  safe", "    2  toss", "player 1> 1"]
    assert "player 1: safe" in board
    assert "  seat 0 has 1 points" in board
    assert any("player 1> toss" in block for block in rest)


def test_computer_players_play_alone(play):
    code, out, _ = play(["coin", "--players", "random,random", "--seed", "1"])
    assert code == 0
    assert "player 1> " not in out
    assert "The game is over" in out
    assert play(["coin", "--players", "random,random", "--quiet"]) == (0, "", "")


def test_the_same_seed_plays_the_same_game(tmp_path, play):
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for file in files:
        play(whole("coin", "--record", file), repeat("2"))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_without_text_there_is_no_window_yet(capsys):
    assert cli.main(["play", "koenig"]) == 2
    sentence = "there is no window to play in yet; use --text to play in the terminal."
    assert capsys.readouterr().err == f"Error: {sentence}\n"


# --- what is typed ---


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("3", "There is no move 3; the last one is 2."),
        ("0", "There is no move 0; the last one is 2."),
        ("9" * 5000, "There is no move 99999999999999999999; the last one is 2."),
        ("²", "'²' is no action of coin."),
        ("win", "'win' is no action of coin."),
        ("pass", "Not possible: that is not offered now."),
        ("to", "    2  toss"),
        ("TO", "    2  toss"),
        ("fe", "    1  safe"),
        ("save", "Expected the name of a file after 'save'"),
        ("save nowhere/x.jsonl", "nowhere/x.jsonl: the folder nowhere does not exist."),
        ("save .", ". is a folder; expected the name of a file to write."),
        ("undo", "There is nothing to take back"),
        ("hint", "A random player would say: "),
        ("help", "A move: its number, or its text as in the list."),
        ("board", "seat 0: 0 seat 1: 0"),
        ("more", "player 1, turn: 2 moves"),
        ("", "player 1, turn: 2 moves"),
    ],
)
def test_what_is_no_move_is_answered_and_asked_again(tmp_path, monkeypatch, play, line, answer):
    monkeypatch.chdir(tmp_path)
    code, out, err = play(whole("coin", "--hints", "random"), [line, "quit"])
    assert (code, err) == (0, "")
    after = out.partition(f"player 1> {line}\n")[2]
    assert answer in after.partition("player 1> quit")[0]
    assert list(tmp_path.iterdir()) == []


def test_letters_that_cannot_be_read_are_no_move():
    ran = subprocess.run(
        [sys.executable, "-m", "kullerwerk", "play", "koenig", "--text", "--seed", "1"],
        input=b"\xff\xfe\x00\n\x1b[A\nquit\n", capture_output=True, check=False, cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"is no action of koenig") == 2


def test_numbers_are_proposed_and_may_be_given(play):
    lines = ["more", "start 480,150,0", "block 600,200", "block 5,5,0", "undo", "2", "quit"]
    code, out, _ = play(["koenig", "--seed", "1", "--players", "human,random"], lines)
    assert code == 0
    assert "x: 380 to 570 mm" in out
    assert "for example: start " in out
    assert "    6  start " in out.partition("player 1> more")[2]
    assert "player 1: start 480,150,0 (start with the snout at 480,150 mm, heading 0°)" in out
    assert "must have the form 'block X,Y,ANGLE'" in out
    assert "Not possible: the blocker must stand wholly on the table." in out


def test_the_arcs_of_a_tower_are_told(play):
    code, out, _ = play(["koenig", "--seed", "1", "--players", "human,random"], ["1"] * 3)
    assert code == 0
    assert re.search(r"^      free: [\d.]+ to [\d.]+ deg", out, re.M)


def test_a_long_list_has_pages(monkeypatch, play):
    monkeypatch.setattr("kullerwerk.move_list.PAGE", 1)
    _, out, _ = play(whole("coin"), ["more", "more"])
    first, second, third, *_ = out.split("player 1> ")
    assert "    1  safe" in first
    assert "... 1 more: 'more', or the beginning of a move" in first
    assert second.splitlines()[1:] == ["    2  toss"]
    assert "    1  safe" in third


def test_enter_makes_the_only_move(play):
    """Both shout at once; what is left in the window is to pass."""
    lines = ["1", "shout", "", "", "quit", "quit"]
    _, out, _ = play(["whisper", "--players", "human,random", "--seed", "1"], lines)
    shouted = out.partition("player 1> shout")[2]
    assert "player 1, respond after: 1 move\n    1  pass\nplayer 1> \n" in shouted


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
    assert "seat 0: 0 seat 1: 0" in out.partition("player 1> board")[2]


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


@pytest.mark.parametrize("game", [*registry.names(), "coin", "whisper"])
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


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_closes_the_record(tmp_path, play, number):
    record = tmp_path / "game.jsonl"
    before = signal.getsignal(number)
    lines = chain(["safe"], [lambda: os.kill(os.getpid(), number)], repeat("1"))
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


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "expected GAME or --resume FILE, found neither; 'kullerwerk games' lists the games."),
        (["chess"], "there is no game named 'chess'; there are: "),
        (["coin", "--players", "human"], "coin is for 2 players, not 1."),
        (["whisper", "--players", "human,human,human,human"], "whisper is for 2 to 3 players"),
        (
            ["coin", "--players", "human,wizard"],
            "--players human,wizard: there is no player 'wizard'; expected human, random, ",
        ),
        (["coin", "--options", "goal"], "--options goal: expected NAME=VALUE with commas"),
        (["coin", "--options", "goal=3,goal=4"], "--options goal=3,goal=4: goal is given twice."),
        (["koenig", "--options", "round_cap=0"], "option round_cap of koenig must be a whole"),
        (["koenig", "--options", "speed=1"], "koenig has no option 'speed'; its options are: "),
        (["koenig", "--options", "preset=pros"], "koenig has no preset 'pros'; "),
        (["coin", "--hints", "human"], "--hints human: expected one computer player."),
        (["coin", "--quiet"], "a person cannot play with --quiet or --json"),
        (["coin", "--record", "x.txt"], "x.txt: the name must end in .jsonl."),
        (["--resume", "none.jsonl"], "none.jsonl: cannot be read: No such file or directory."),
        (["--resume", "a.jsonl", "--seed", "1"], "--seed: --resume goes on with a game whose"),
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
            "there is no player 'wizard'; expected human, random",
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
    assert err == f"Error: {record}: this game is over; 'kullerwerk replay' tells it again.\n"


# --- one screen, several people ---


def test_no_curtain_where_nothing_is_hidden(play):
    for game in ("coin", "koenig"):
        _, out, _ = play([game, "--players", "human,human", "--seed", "1"], repeat("1", 12))
        assert "the screen is yours" not in out
        assert "player 2> " in out


def test_nobody_sees_what_another_seat_sees(play):
    """Between two curtains only one seat's secrets show."""
    lines = ["", "hush", "", "", "hush", "2", "", "pass", "", "", "", "hush", "", "", "hush"]
    _, out, _ = play([*HOTSEAT, "--seed", "3"], [*lines, *repeat("", 40)])
    at = None
    screens = out.split("-" * 60 + "\n")
    for screen in screens:
        asked = set(re.findall(r"^player (\d)> ", screen, re.M))
        assert len(asked) <= 1
        at = asked.pop() if asked else None
        dealt = re.findall(r"seat (\d) is dealt", screen)
        if at is None:
            assert "your number" not in screen
            assert dealt == []
        else:
            assert dealt in ([], [str(int(at) - 1)])
    assert len([screen for screen in screens if "your number" in screen]) >= 3


def test_a_window_asks_all_people_at_once(play):
    """A volunteer gets a curtain, the other one passes without having been named."""
    lines = ["", "hush", "2", "", "shout", "", "quit", "quit"]
    _, out, _ = play([*HOTSEAT, "--seed", "3"], lines)
    assert "Does anyone answer? Enter = nobody, or a player (1, 2): 2" in out
    assert "seat 1 shouts" in out
    _, out, _ = play([*HOTSEAT, "--seed", "3"], ["", "hush", "3", "none", "quit", "quit"])
    assert out.count("Expected Enter or one of 1, 2, found") == 2


def test_equal_secrets_are_secrets_too():
    s = WHISPER.new(WHISPER.options({}), 2)
    assert not hides(WHISPER, s, (0, 1))
    for number in (2, 2):
        s = WHISPER.settle(s, number).state
    assert WHISPER.observe(s, 0).secret == WHISPER.observe(s, 1).secret
    assert hides(WHISPER, s, (0, 1))


def test_one_person_needs_no_curtain(play):
    _, out, _ = play(["whisper", "--players", "human,random", "--seed", "3"], repeat("1"))
    assert "the screen is yours" not in out
    assert "Does anyone answer" not in out
    assert "seat 0 is dealt" in out
    assert "seat 1 is dealt" not in out
    assert "The game is over" in out
