"""Pictures and films of records, made without a display."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from PIL import Image

from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.surroundings import Surroundings


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("films") / "game.jsonl"
    seats = (level("hoehle", "easy"),) * 2
    page = new_game(Surroundings(), Plan("hoehle", seats, (("move_cap", 3),), "", 1), None, path)
    for _ in range(400):
        page.board.skip()
        page.update(0.1)
    page.closing()
    return path


def watch(*arguments, **env):
    clean = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    return subprocess.run(
        [sys.executable, "-m", "kullerwerk", "watch", *map(str, arguments)],
        env={**clean, "LANG": "C.UTF-8", **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_picture(record, tmp_path):
    path = tmp_path / "board.png"
    done = watch(record, "--export", path, "--from", 2, "--size", "641x401")
    assert done.returncode == 0, done.stderr
    with Image.open(path) as image:
        assert image.size == (640, 400)
        assert len(image.getcolors(1 << 20) or range(9999)) > 20


def test_the_same_picture_twice(record, tmp_path):
    for name in ("a.png", "b.png"):
        assert watch(record, "--export", tmp_path / name, "--size", "640x400").returncode == 0
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_film_as_gif(record, tmp_path):
    path = tmp_path / "game.gif"
    done = watch(record, "--export", path, "--size", "320x240", "--fps", 10, "--speed", 2)
    assert done.returncode == 0, done.stderr
    with Image.open(path) as image:
        assert image.n_frames > 3
        assert image.info["duration"] >= 100
    assert not list(tmp_path.glob(".*"))


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_a_film_as_mp4(record, tmp_path):
    path = tmp_path / "game.mp4"
    done = watch(record, "--export", path, "--size", "320x240", "--fps", 10, "--speed", 8)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes()[4:8] == b"ftyp"


def test_no_ffmpeg_is_a_sentence(record, tmp_path):
    done = watch(record, "--export", tmp_path / "game.mp4", PATH="")
    assert done.returncode == 2
    assert "ffmpeg" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--from", 99), "has "),
        (("--speed", 99), "expected 0.1 to 8"),
        (("--size", "9x9"), "320x240"),
        (("--size", "wide"), "found wide"),
        (("--fps", 0), "from 1 to 60"),
    ],
)
def test_refused(record, tmp_path, arguments, said):
    done = watch(record, "--export", tmp_path / "x.png", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_kind_of_file(record, tmp_path):
    done = watch(record, "--export", tmp_path / "x.webm")
    assert done.returncode == 2
    assert ".gif" in done.stderr


def test_no_display(record):
    done = watch(record)
    assert done.returncode == 2
    assert "--export" in done.stderr
    assert "replay --tell" in done.stderr
