from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import kullerwerk
from kullerwerk import cli


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
        (["--no-such"], "No such option: --no-such"),
        (["dance"], "No such command 'dance'"),
        (["info", "extra"], "unexpected extra argument"),
    ],
)
def test_wrong_usage_is_one_sentence(capsys, args, words):
    assert cli.main(args) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert err.endswith("--help.\n")


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
    with open(report[1], encoding="utf-8") as file:  # noqa: PTH123 - a name out of a sentence
        assert "ZeroDivisionError: by accident" in file.read()
    os.unlink(report[1])  # noqa: PTH108


def test_debug_shows_the_traceback(capsys, monkeypatch, tmp_path):
    def broken():
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("kullerwerk.installation.describe", broken)
    assert cli.main(["--debug", "info"]) == 70
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="asks the system for processor times")
def test_help_answers_at_once():
    """Under half a second when warm.

    Measured as processor time of the best of three, since other work shares the machine.
    """
    import resource

    times: list[float] = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "kullerwerk", "--help"], check=True, capture_output=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.5


def test_colour_follows_no_color():
    def help_text(**extra):
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        ran = subprocess.run(
            [sys.executable, "-m", "kullerwerk", "--help"],
            check=True, capture_output=True, text=True, env=environment | extra,
        )  # fmt: skip
        return ran.stdout

    assert "\x1b[1;33m" in help_text(FORCE_COLOR="1")
    assert "\x1b" not in help_text()
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", help_text(FORCE_COLOR="1", NO_COLOR="1"))
