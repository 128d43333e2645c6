"""``kullerwerk edit`` without a display, and with files that cannot be edited."""

import os
import subprocess
import sys

import pytest

from kullerwerk import cli
from scenes.files import source_text


def run(*arguments, cwd=None):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, "-m", "kullerwerk", "edit", *arguments],
        env=environment, cwd=cwd, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a display is always there")
@pytest.mark.parametrize("arguments", [["kinderrunde"], []])
def test_without_a_display_it_says_what_works(arguments):
    ran = run(*arguments)
    assert ran.returncode == 2
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "no display" in ran.stderr
    assert "kullerwerk scenes" in ran.stderr
    assert ran.stdout == ""


def test_a_bad_file_is_refused_as_by_scenes_check(tmp_path, capsys):
    path = tmp_path / "bad.toml"
    text = source_text("kinderrunde").replace("radius = 35", "radius = 600")
    path.write_text(text.replace("length = 1200", 'length = "wide"'), encoding="utf-8")
    assert cli.main(["scenes", "check", str(path)]) == 2
    checked = capsys.readouterr().err
    assert cli.main(["edit", str(path)]) == 2
    assert capsys.readouterr().err == checked
    assert len(checked.splitlines()) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [("red", "a track or a marble hill"), ("nowhere", "no such scene"), ("x.toml", "no such file")],
)
def test_what_cannot_be_edited_is_refused(name, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["edit", name]) == 2
    assert words in capsys.readouterr().err
