"""Every command where it cannot write, cannot read, or is stopped: one sentence, no traceback."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import tempfile
import threading
from itertools import chain, repeat
from pathlib import Path

import pytest
import typer

from kullerwerk import cli
from kullerwerk.__main__ import start
from rules.core import records

FULL = Path("/dev/full")
"""A device on which nothing can be written."""
RECORD = Path(__file__).parents[1] / "rules" / "golden" / "buddel" / "win-2.jsonl"
STUDY = Path(__file__).parents[1] / "data" / "quick-sweep.toml"
RESTING = Path(__file__).parents[1] / "data" / "resting.csv"
QUICK = {
    "arena": ["buddel", "--players", "random,random", "--games", "1"],
    "calibrate": [str(RESTING), "--throws", "1"],
    "compare": ["kinderrunde", "kinderrunde", "--throws", "1"],
    "drop": ["--balls", "1"],
    "games": [],
    "info": [],
    "measure": ["kinderrunde", "--throws", "1", "--sets", "red"],
    "perft": ["buddel", "1"],
    "play": ["buddel", "--text", "--players", "random,random"],
    "race": ["kinderrunde", "--players", "random,random", "--option", "round_cap=1"],
    "replay": [str(RECORD)],
    "scenes check": ["rundkurs"],
    "scenes copy": ["rundkurs", "x.toml"],
    "scenes list": [],
    "scenes schema": ["track"],
    "scenes show": ["red"],
    "sweep": [str(STUDY), "--out", "swept"],
    "throw": ["--throws", "1"],
    "tune": [
        "kinderrunde",
        "--vary",
        "half_spheres.A.radius=19..21",
        "--goal",
        "turns=5",
        "--tries",
        "1",
        "--throws",
        "1",
        "--check",
        "2",
        "--best",
        "1",
        "--sets",
        "red",
    ],
    "watch": [str(RECORD), "--export", "watched.png"],
}
"""Every command with arguments that let it do its work in a moment."""
WINDOWS = {"edit"}
"""Commands that open a window: `test_edit_command` tries them."""
LONG = {
    "arena": ["buddel", "--players", "random,random", "--games", "100000"],
    "drop": ["--balls", "1000000"],
    "perft": ["buddel", "12"],
    "race": ["--players", "aimer:playouts=1000,aimer:playouts=1000"],
    "throw": ["--throws", "1000000"],
}
"""Commands that go on until they are stopped."""


def leaves(command, words=()):
    """The commands of the program with their words."""
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(words), command
    else:
        for name, other in below.items():
            yield from leaves(other, (*words, name))


COMMANDS = dict(leaves(typer.main.get_command(cli.app)))
TARGETS = [
    (name, option.opts[0], suffix)
    for name, command in COMMANDS.items()
    for option in command.params
    for suffix in re.findall(r"\.(?:json|jsonl|csv|png|html)\b", f"{option.metavar} {option.help}")[
        :1
    ]
    if "FILE" in (option.metavar or "") and option.opts[0] != "--resume"
]
"""Every option that names a file to be written, and how its name may end."""


def line(name):
    return [*name.split(), *QUICK[name]]


def test_every_command_is_tried():
    assert set(QUICK) | WINDOWS == set(COMMANDS)
    asked = {option for _, option, _ in TARGETS}
    assert asked == {
        "--export",
        "--json",
        "--record",
        "--picture",
        "--table",
        "--race-table",
        "--report",
    }


@pytest.mark.parametrize(("name", "option", "suffix"), TARGETS)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    monkeypatch, tmp_path, capsys, name, option, suffix
):
    monkeypatch.chdir(tmp_path)
    target = tmp_path / "nowhere" / f"x{suffix}"
    assert cli.main([*line(name), option, str(target)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"Error: {target}: the folder {target.parent} does not exist.\n")
    assert list(tmp_path.iterdir()) == []


@contextlib.contextmanager
def printing_to(monkeypatch, stream):
    """Print to a stream that takes nothing; closing it may fail too."""
    monkeypatch.setattr(sys, "stdout", stream)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            stream.close()


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("name", sorted(QUICK))
def test_a_screen_that_is_full_is_one_sentence(monkeypatch, tmp_path, capsys, name):
    monkeypatch.chdir(tmp_path)
    with printing_to(monkeypatch, FULL.open("w")):
        assert cli.main(line(name)) == 2
    assert capsys.readouterr().err == "Error: No space left on device.\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
@pytest.mark.parametrize("name", sorted(QUICK))
def test_a_reader_that_has_gone_is_told_nothing(monkeypatch, tmp_path, capsys, name):
    monkeypatch.chdir(tmp_path)
    ours, theirs = os.pipe()
    os.close(ours)
    with printing_to(monkeypatch, os.fdopen(theirs, "w")):
        assert cli.main(line(name)) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
@pytest.mark.parametrize("name", sorted(QUICK))
def test_a_stream_that_is_closed_is_an_empty_one(monkeypatch, tmp_path, capsys, name, closed):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, closed, None)
    assert cli.main(line(name)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert (out == "") == (closed == "stdout")


def test_without_an_input_nobody_can_play(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["play", "buddel", "--text"]) == 0
    assert "No more input." in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "scenes", *sorted(QUICK)])
def test_the_help_is_no_wider_than_the_terminal(monkeypatch, capsys, name):
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main([*name.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert "Usage" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", sorted(LONG))
def test_ctrl_c_stops_with_one_sentence(capsys, name):
    timer = threading.Timer(1.0, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    try:
        assert cli.main([*name.split(), *LONG[name]]) == 130
    finally:
        timer.cancel()
    err = capsys.readouterr().err
    assert re.fullmatch(r"(Error: )?Stopped.*\.\n", err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_game_that_is_stopped_is_not_lost(monkeypatch, tmp_path, play, number):
    """Without --record it is written where the sentence says, and goes on from there."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lines = chain(["safe"], [lambda: signal.raise_signal(number)], repeat("1"))
    code, _, err = play(["coin", "--players", "human,human", "--seed", "1"], lines)
    assert code == 130
    found = re.fullmatch(
        r"Error: Stopped\. (.*) holds the game; "
        r"'kullerwerk play --text --resume \1' goes on with it\.\n",
        err,
    )
    assert found is not None
    assert [str(path) for path in tmp_path.iterdir()] == [found[1]]
    assert records.replay(Path(found[1]), partial=True).lines == 1
    code, out, _ = play(["--resume", found[1]], ["quit"])
    assert code == 0
    assert "after 1 answer of" in out


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_game_is_not_lost_with_its_screen(monkeypatch, tmp_path, play):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    full = FULL.open("w")

    def fill():
        monkeypatch.setattr(sys, "stdout", full)

    code, _, err = play(
        ["coin", "--players", "human,human", "--seed", "1"], ["safe", fill, "safe", "safe"]
    )
    with contextlib.suppress(OSError):
        full.close()
    assert code == 2
    (kept,) = tmp_path.iterdir()
    told, why = err.splitlines()
    assert told.startswith(f"{kept} holds the game;")
    assert why == "Error: No space left on device."


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_game_is_not_lost_with_its_reader(monkeypatch, tmp_path, play):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ours, theirs = os.pipe()
    os.close(ours)
    pipe = os.fdopen(theirs, "w")

    def leave():
        monkeypatch.setattr(sys, "stdout", pipe)

    code, _, err = play(
        ["coin", "--players", "human,human", "--seed", "1"], ["safe", leave, "safe", "safe"]
    )
    with contextlib.suppress(OSError):
        pipe.close()
    (kept,) = tmp_path.iterdir()
    assert code == 1
    assert err.startswith(f"{kept} holds the game;")


def test_a_script_that_ends_leaves_nothing_behind(monkeypatch, tmp_path, play):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code, out, _ = play(["coin", "--players", "human,human"], ["safe"])
    assert (code, list(tmp_path.iterdir())) == (0, [])
    assert out.endswith("No more input. The game was not recorded.\n")


def test_ctrl_c_while_the_program_is_loaded(monkeypatch, capsys):
    def stopped():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", stopped)
    assert start() == 130
    assert capsys.readouterr() == ("", "Stopped.\n")
