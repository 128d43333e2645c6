"""``kullerwerk play --text``, by lines that a person might type."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from itertools import repeat
from pathlib import Path

import pytest
from table_kit import GAMES, short, whole
from whisper_game import WHISPER

from kullerwerk.session import hides
from rules.core import records, registry
from rules.core.types import Over

ROOT = Path(__file__).resolve().parents[2]
HOTSEAT = ["whisper", "--players", "human,human,random"]


# --- to the end ---


@pytest.mark.parametrize("game", GAMES)
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
        "Coin, seed 5: player 1 (human), player 2 (random)",
        "'help' at the prompt tells what can be typed.",
    ]
    assert board[0] == "player 1: 0 player 2: 0"
    assert board[1:5] == ["player 1, turn: 2 moves", "    1  safe", "    2  toss", "player 1> 1"]
    assert "player 1: safe" in board
    assert "  player 1 has 1 points" in board
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
        ("board", "player 1: 0 player 2: 0"),
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


def test_where_a_move_is_made_of_numbers_the_hint_is_the_first_proposal(play):
    _, out, _ = play(["koenig", "--seed", "1"], ["hint", "1", "quit", "quit"])
    (hint,) = re.findall(r"^A greedy player would say: (start \S+) ", out, re.M)
    (first,) = re.findall(r"^    1  (start \S+) .*<- what a greedy player would do$", out, re.M)
    assert first == hint
    assert f"yellow: {hint} (" in out
    blocks = re.findall(r"^ +\d+  (?:pass|block).*", out, re.M)
    assert [k for k, line in enumerate(blocks) if line.endswith("would do")] == [0]
    assert len([line for line in blocks if "pass" in line]) == 1


def test_a_player_that_thinks_long_is_asked_for_hints_only(play):
    _, out, _ = play(["koenig", "--seed", "1", "--hints", "search"], ["quit", "quit"])
    assert "    1  start" in out
    assert "would do" not in out


@pytest.mark.parametrize("advisor", ["greedy", "search:playouts=20"])
@pytest.mark.parametrize("game", ["coin", "whisper", "koenig"])
def test_a_hint_is_a_legal_move(play, game, advisor):
    lines = ["hint", "hint", "quit"]
    _, out, _ = play([game, "--players", "human,random", "--seed", "1", "--hints", advisor], lines)
    first, second = re.findall(r"player would say: (.*)$", out, re.M)
    assert first == second
    text = first.partition(" (")[0]
    _, out, _ = play([game, "--players", "human,random", "--seed", "1"], [text, "quit", "quit"])
    assert f"> {text}\n" in out
    assert "Not possible" not in out
    assert "is no action" not in out


def test_players_think_as_they_are_told(tmp_path, play):
    record = tmp_path / "game.jsonl"
    players = ["--players", "search:playouts=10,greedy"]
    code, out, _ = play(["coin", *players, "--seed", "1", "--record", record])
    assert code == 0
    assert "player 1 (search:playouts=10), player 2 (greedy)" in out
    assert records.read(record).header.timed is False
    timed = tmp_path / "timed.jsonl"
    players = ["--players", "search:seconds=0.01,greedy"]
    play(["coin", *players, "--seed", "1", "--record", timed])
    assert records.read(timed).header.timed is True


def test_numbers_are_proposed_and_may_be_given(play):
    lines = ["more", "start 480,150,0", "block 600,200", "block 5,5,0", "undo", "2", "quit"]
    code, out, _ = play(["koenig", "--seed", "1", "--players", "human,random"], lines)
    assert code == 0
    assert "x: 380 to 570 mm" in out
    assert "for example: start " in out
    assert "    6  start " in out.partition("yellow> more")[2]
    assert "yellow: start 480,150,0 (start with the snout at 480,150 mm, heading 0°)" in out
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
    shouted = out.partition("Owl> shout")[2]
    assert "Owl, respond after: 1 move\n    1  pass\nOwl> \n" in shouted


# --- one screen, several people ---


def test_no_curtain_where_nothing_is_hidden(play):
    for game, other in (("coin", "player 2"), ("koenig", "red")):
        _, out, _ = play([game, "--players", "human,human", "--seed", "1"], repeat("1", 12))
        assert "the screen is yours" not in out
        assert f"{other}> " in out


def test_nobody_sees_what_another_seat_sees(play):
    """Between two curtains only one seat's secrets show."""
    lines = ["", "hush", "", "", "hush", "2", "", "pass", "", "", "", "hush", "", "", "hush"]
    _, out, _ = play([*HOTSEAT, "--seed", "3"], [*lines, *repeat("", 40)])
    at = None
    screens = out.split("-" * 60 + "\n")
    for screen in screens:
        asked = set(re.findall(r"^(Owl|Fox|Elk)> ", screen, re.M))
        assert len(asked) <= 1
        at = asked.pop() if asked else None
        dealt = re.findall(r"seat (\d) is dealt", screen)
        if at is None:
            assert "your number" not in screen
            assert dealt == []
        else:
            assert dealt in ([], [str(("Owl", "Fox", "Elk").index(at))])
    assert len([screen for screen in screens if "your number" in screen]) >= 3


def test_behind_a_curtain_only_what_is_new_is_told(play):
    """What everybody has read when the window was open is not told to the next one again."""
    lines = ["", "hush", "", "", "hush", *repeat("", 8)]
    _, out, _ = play([*HOTSEAT, "--seed", "3"], lines)
    told = []
    for screen in out.split("-" * 60 + "\n"):
        asked = re.search(r"^(Owl>|Fox>|Does anyone)", screen, re.M)
        if asked:
            above = screen[: asked.start()]
            told.append((asked[1], re.findall(r"^  (seat .*)", above, re.M)))
    assert told[:5] == [
        ("Owl>", ["seat 0 is dealt 3"]),
        ("Does anyone", ["seat 0 hushes"]),
        ("Fox>", ["seat 1 is dealt 1"]),
        ("Does anyone", ["seat 1 hushes"]),
        ("Does anyone", ["seat 2 shouts"]),
    ]


def test_a_window_asks_all_people_at_once(play):
    """A volunteer gets a curtain, the other one passes without having been named."""
    lines = ["", "hush", "fox", "", "shout", "", "quit", "quit"]
    _, out, _ = play([*HOTSEAT, "--seed", "3"], lines)
    assert "Does anyone answer? Enter = nobody, 1 = Owl, 2 = Fox: fox" in out
    assert "seat 1 shouts" in out
    _, out, _ = play([*HOTSEAT, "--seed", "3"], ["", "hush", "3", "none", "quit", "quit"])
    assert out.count("Expected Enter, 1 = Owl, 2 = Fox; found") == 2


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


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("key", "code"), [(b"\x04", 0), (b"\x03", 130)])
def test_on_a_terminal(tmp_path, key, code):
    """The curtain takes off what was read, Ctrl-D ends the input, Ctrl-C stops."""
    import pty
    import select

    record = tmp_path / "game.jsonl"
    program = (
        "import fcntl, sys, termios\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"  # keys make signals on one's own terminal only
        f"sys.path.insert(0, {str(Path(__file__).parent / 'support')!r})\n"
        "from whisper_game import WHISPER\n"
        "from rules.core.registry import register\n"
        "from kullerwerk.cli import main\n"
        "register(WHISPER)\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    args = ["play", "whisper", "--text", "--players", "human,human", "--record", str(record)]
    ours, theirs = pty.openpty()
    ran = subprocess.Popen(
        [sys.executable, "-c", program, *args], stdin=theirs, stdout=theirs, stderr=theirs,
        cwd=ROOT, start_new_session=True, env=os.environ | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""

    def until(words):
        nonlocal seen
        while words not in seen:
            assert select.select([ours], [], [], 30)[0], seen
            seen += os.read(ours, 4096)
        before, _, seen = seen.partition(words)
        return before

    until(b"Owl, the screen is yours: press Enter. ")
    os.write(ours, b"\n")
    assert b"\x1b[2J\x1b[3J\x1b[H" in until(b"your number")
    until(b"Owl> ")
    os.write(ours, b"hush\n")
    assert b"\x1b[2J\x1b[3J\x1b[H" in until(b"Does anyone answer?")
    time.sleep(0.5)  # a person's: right behind the prompt readline would see the key only later
    os.write(ours, key)
    until(b"holds the game")
    assert ran.wait(60) == code
    os.close(ours)
    assert b'"stopped":true' in record.read_bytes()
