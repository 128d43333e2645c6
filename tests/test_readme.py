"""What the README tells a newcomer to type works, in an empty folder, one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import kullerwerk as kw
from kullerwerk import cli

README = Path(__file__).resolve().parent.parent / "README.md"
FEWER = {"--throws": "40", "--check": "40", "--tries": "2"}
"""Numbers that stand in for those of the README: the test is about the way, not the figures."""


def commands(title: str) -> list[list[str]]:
    """The words of each command of the first block below a title."""
    text = README.read_text(encoding="utf-8").partition(f"## {title}\n")[2]
    block = re.search(r"^```\n(.*?)^```$", text, re.S | re.M)
    assert block is not None
    return [shlex.split(line) for line in block[1].splitlines()]


def test_from_an_idea_to_a_tuned_layout(tmp_path, monkeypatch, capsys):
    pytest.importorskip("optuna")
    monkeypatch.chdir(tmp_path)
    for program, *words in commands("From an idea to a tuned layout"):
        assert program == "kullerwerk"
        args = [
            FEWER.get(before, word) for before, word in zip(["", *words[:-1]], words, strict=True)
        ]
        assert cli.main(args) == 0, words
        capsys.readouterr()
    assert kw.load_track("my-track-tuned/best-1.toml").name == "my-track-best-1"
    assert "my-track" in Path("report.html").read_text(encoding="utf-8")
    assert Path("race.png").is_file()
