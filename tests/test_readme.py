"""What the README tells a newcomer to type works, in an empty folder, one after the other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import kullerwerk as kw
from kullerwerk import cli
from kullerwerk.lab.resting import COLUMNS

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


WRITES = ("--record", "--out", "--table", "--picture", "--json", "--export", "--report", "--print")
"""Options whose file a command writes."""


def told() -> list[tuple[list[str], str]]:
    """The words of every command of the page, and the section where it stands."""
    found: list[tuple[list[str], str]] = []
    for section in re.split(r"^##+ ", README.read_text(encoding="utf-8"), flags=re.M):
        for block in blocks_of(section):
            lines = block.replace("\\\n", " ").splitlines()
            found += [
                (shlex.split(line, comments=True)[1:], section)
                for line in lines
                if line.startswith("kullerwerk ")
            ]
    return found


def blocks_of(section: str) -> list[str]:
    return re.findall(r"^```\n(.*?)^```$", section, re.S | re.M)


def shows(section: str, file: str) -> bool:
    """Whether a section shows what stands in a file: by its name on top, or a table's columns."""
    tops = [block.partition("\n")[0] for block in blocks_of(section)]
    table = file.endswith(".csv") and any(set(top.split(",")) <= set(COLUMNS) for top in tops)
    return table or f"# {file}" in tops


def files_of(words: list[str]) -> tuple[set[str], set[str]]:
    """What a command reads, and what it writes."""
    pairs = list(zip(["", *words[:-1]], words, strict=True))
    writes = {word for before, word in pairs if before in WRITES or before == ">"}
    reads = {
        word
        for before, word in pairs
        if re.search(r"\.(jsonl|toml|csv)$", word) and before not in (*WRITES, ">")
    }
    if words[:2] == ["scenes", "copy"]:
        return {words[2]} & reads, {words[3]}
    if words[0] == "tune":
        writes.add(f"{Path(words[1]).stem}-tuned/best-1.toml")
    return reads, writes


def test_every_file_that_is_read_was_written_before():
    there: set[str] = set()
    commands = told()
    assert len(commands) > 30
    for words, section in commands:
        reads, writes = files_of(words)
        missing = {file for file in reads - there if not shows(section, file)}
        assert not missing, words
        records = {name for name in writes - reads if name.endswith(".jsonl")}
        assert not records & there, f"{words} writes over the record of another game"
        there |= writes
    assert {"race.jsonl", "my-track.toml", "my-track-tuned/best-1.toml"} <= there
