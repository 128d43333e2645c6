from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer

from kullerwerk.console import (
    Output,
    Target,
    atomic,
    check_target,
    fail,
    normalise_json,
    open_output,
    picture_target,
    write_text,
)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["throw", "rundkurs", "--json", "out.json"], ["throw", "rundkurs", "--json", "out.json"]),
        (["throw", "--json", "rundkurs"], ["throw", "--json=-", "rundkurs"]),
        (["info", "--json"], ["info", "--json=-"]),
        (["info", "--json", "-"], ["info", "--json", "-"]),
        (["info", "--json", "--quiet"], ["info", "--json=-", "--quiet"]),
        (["info", "--json=x.json"], ["info", "--json=x.json"]),
    ],
)
def test_json_takes_only_a_json_file(given, meant):
    assert normalise_json(given) == meant


def test_fail_says_one_sentence_and_exits_with_two(capsys):
    with pytest.raises(typer.Exit) as stopped:
        fail("No such track.")
    assert stopped.value.exit_code == 2
    assert capsys.readouterr().err == "Error: No such track.\n"


def test_result_goes_to_a_file_with_its_format(tmp_path, capsys):
    out = Output(quiet=False, json=str(tmp_path / "a.json"))
    out.say("a [bracket] and a line")
    out.result({"answer": 42})
    assert capsys.readouterr().out == f"a [bracket] and a line\nfigures in {out.json}\n"
    assert json.loads((tmp_path / "a.json").read_text()) == {"format": 1, "answer": 42}


def test_json_on_standard_output_is_alone_there(capsys):
    out = Output(quiet=False, json="-")
    out.say("not this")
    out.result({"answer": 42})
    assert json.loads(capsys.readouterr().out) == {"format": 1, "answer": 42}


def test_quiet_says_nothing(capsys):
    out = Output(quiet=True)
    out.say("not this")
    out.result({"answer": 42})
    with out.progress("working", 3) as advance:
        advance(3)
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_long_lines_stay_whole(capsys):
    line = "word " * 60 + "end"
    Output().say(line)
    assert capsys.readouterr().out == line + "\n"


def test_a_failed_write_leaves_the_old_file(tmp_path):
    target = tmp_path / "a.txt"
    write_text(target, "old")

    def interrupted():
        with atomic(target) as temporary:
            temporary.write_text("half")
            raise ValueError("in the middle")

    with pytest.raises(ValueError, match=r"^in the middle$"):
        interrupted()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing/a.png", "does not exist"),
        ("a.gif", "must end in .png or .svg"),
        ("folder.png", "is a folder"),
    ],
)
def test_an_impossible_target_is_refused_first(tmp_path, capsys, name, words):
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(typer.Exit):
        check_target(tmp_path / name, (".png", ".svg"))
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("json", "picture", "sentence"),
    [
        ("track.toml", None, "track.toml: the name must end in .json."),
        ("none/a.json", None, "none/a.json: the folder none does not exist."),
        ("race.json", None, "--json race.json: this would overwrite what the command reads."),
        ("link.json", None, "--json link.json: this would overwrite what the command reads."),
        ("x.json", "x.json", "--json x.json: --picture already writes this file."),
        ("x.json", "./x.json", "--json x.json: --picture already writes this file."),
        ("y.json", "alias.json", "--json y.json: --picture already writes this file."),
    ],
)
def test_outputs_destroy_neither_inputs_nor_each_other(
    tmp_path, monkeypatch, capsys, json, picture, sentence
):
    monkeypatch.chdir(tmp_path)
    for name in ("race.json", "y.json"):
        Path(name).write_text("mine")
    Path("link.json").symlink_to("race.json")
    Path("alias.json").symlink_to("y.json")
    before = sorted(tmp_path.iterdir())
    drawn = Target("--picture", picture and Path(picture), (".json",))
    with pytest.raises(typer.Exit) as stopped:
        open_output(False, json, drawn, inputs=["race.json"])
    assert stopped.value.exit_code == 2
    assert capsys.readouterr().err == f"Error: {sentence}\n"
    assert sorted(tmp_path.iterdir()) == before


def test_outputs_that_differ_are_accepted(tmp_path):
    asked = picture_target(tmp_path / "a.png")
    out = open_output(True, str(tmp_path / "a.json"), asked, inputs=["rundkurs"])
    assert out == Output(True, str(tmp_path / "a.json"))
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a folder where nothing can be made")
def test_a_folder_that_takes_no_files_is_refused_first(capsys):
    with pytest.raises(typer.Exit):
        check_target(Path("/proc/x.png"))
    assert capsys.readouterr().err.startswith("Error: /proc/x.png: it cannot be written (")
