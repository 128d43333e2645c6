from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kullerwerk
from kullerwerk import cli
from scenes.files import source_text

FULL = Path("/dev/full")
"""A device on which nothing can be written."""


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"kullerwerk {kullerwerk.__version__}\n"


def test_info_names_what_a_bug_report_needs(capsys):
    assert cli.main(["info"]) == 0
    out = capsys.readouterr().out
    for name in ("kullerwerk", "python", "platform", "pymunk", "numpy", "installed in"):
        assert re.search(rf"^{name}\b", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--no-such"], "there is no option --no-such; see 'kullerwerk --help'"),
        (["info", "--no-such"], "there is no option --no-such; see 'kullerwerk info --help'"),
        (["dance"], "there is no command dance; see 'kullerwerk --help'"),
        (["info", "extra"], "expected nothing more, found extra; see 'kullerwerk info --help'"),
        (["replay"], "expected RECORD, found nothing; see 'kullerwerk replay --help'"),
        (
            ["throw", "--at"],
            "--at: expected a value after it, found nothing; see 'kullerwerk throw --help'",
        ),
        (["info", "--quiet=1"], "--quiet: expected no value; see 'kullerwerk info --help'"),
        (
            ["scenes", "schema", "hut"],
            "KIND hut: expected one of track, set, hill, found hut; see "
            "'kullerwerk scenes schema --help'",
        ),
        (
            ["scenes", "show", "red", "--paper", "a9"],
            "--paper a9: expected one of a4, a3, letter, found a9; see "
            "'kullerwerk scenes show --help'",
        ),
        (
            ["throw", "--throws", "0"],
            "--throws 0: expected a whole number from 1 to 10000000, found 0; see "
            "'kullerwerk throw --help'",
        ),
        (
            ["throw", "--heading", "nan"],
            "--heading nan: expected a number of degrees from -360 to 360, found nan; see "
            "'kullerwerk throw --help'",
        ),
        (
            ["race", "--seed", "1e3"],
            f"--seed 1e3: expected a whole number from 0 to {2**63 - 1}, found 1e3; see "
            "'kullerwerk race --help'",
        ),
    ],
)
def test_wrong_usage_is_one_sentence(capsys, args, words):
    assert cli.main(args) == 2
    assert capsys.readouterr().err == f"Error: {words}.\n"


def test_no_arguments_show_the_help(capsys):
    cli.main([])
    captured = capsys.readouterr()
    assert "Usage: kullerwerk" in captured.out
    assert captured.err == ""


def test_a_bug_is_one_sentence_and_a_file(capsys, monkeypatch):
    def broken():
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("kullerwerk.installation.describe", broken)
    assert cli.main(["info"]) == 70
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    report = re.search(r"the file (\S+\.txt)", err)
    assert report
    written = Path(report[1])
    assert "ZeroDivisionError: by accident" in written.read_text(encoding="utf-8")
    written.unlink()


def test_debug_shows_the_traceback(capsys, monkeypatch, tmp_path):
    def broken():
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("kullerwerk.installation.describe", broken)
    assert cli.main(["--debug", "info"]) == 70
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_help_answers_at_once():
    """Under half a second when warm.

    Measured as processor time of the best of three, since other work shares the machine.
    """
    # As python -m kullerwerk --help, which then says what it took since it was started.
    program = (
        "import atexit, runpy, sys, time\n"
        "atexit.register(lambda: print(time.process_time(), file=sys.stderr))\n"
        "sys.argv[1:] = ['--help']\n"
        "runpy.run_module('kullerwerk', run_name='__main__', alter_sys=True)\n"
    )
    times: list[float] = []
    for _ in range(3):
        ran = subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True
        )
        assert "Usage" in ran.stdout
        times.append(float(ran.stderr))
    assert min(times) < 0.5


def test_colour_follows_no_color():
    def help_text(*args, **extra):
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        ran = subprocess.run(
            [sys.executable, "-m", "kullerwerk", *(args or ["--help"])],
            check=False, capture_output=True, text=True, env=environment | extra,
        )  # fmt: skip
        return ran.stdout

    assert "\x1b[1;33m" in help_text(FORCE_COLOR="1")
    assert "\x1b" not in help_text()
    for args in (["--help"], ["throw", "-h"], ["scenes"]):
        plain = help_text(*args, FORCE_COLOR="1", NO_COLOR="1")
        assert "Usage: kullerwerk" in plain
        assert "\x1b" not in plain


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_letters_that_a_terminal_lacks_are_replaced(tmp_path, encoding):
    source = source_text("red").replace('title = "Red"', 'title = "Rot もぐら"')
    (tmp_path / "rot.toml").write_text(source, encoding="utf-8")

    def run(*args):
        return subprocess.run(
            [sys.executable, "-m", "kullerwerk", *args],
            check=True, capture_output=True, cwd=tmp_path,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        ).stdout  # fmt: skip

    assert b"???" in run("scenes", "show", "rot.toml")
    assert json.loads(run("scenes", "show", "rot.toml", "--json"))["scene"]["title"] == "Rot もぐら"
    assert b"kullerwerk" in run("--help")


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("args", [["info"], ["info", "--json"], ["--version"]])
def test_a_full_disk_is_no_bug(args):
    with FULL.open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "kullerwerk", *args],
            check=False, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (2, "Error: No space left on device.\n")


def test_an_error_of_the_system_is_one_sentence(capsys, monkeypatch):
    def unreadable():
        raise PermissionError(13, "Permission denied", "fit.json")

    monkeypatch.setattr("kullerwerk.installation.describe", unreadable)
    assert cli.main(["info"]) == 2
    assert capsys.readouterr().err == "Error: fit.json: Permission denied.\n"
