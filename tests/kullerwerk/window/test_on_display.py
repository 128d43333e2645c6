"""The window on a real (virtual) display, driven by a mouse and a keyboard from outside.

The driver clicks only what the screen offers (``KULLERWERK_OFFERS``).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules.core.records import replay
from scenes.files import load_track

TOOLS = ("Xvfb", "xdotool")
MISSING = [name for name in TOOLS if shutil.which(name) is None]
NEEDED = os.environ.get("KULLERWERK_NEEDS_DISPLAY") == "1"
pytestmark = [
    pytest.mark.skipif(
        bool(MISSING) and not NEEDED, reason=f"{', '.join(MISSING)} of Debian's packages is missing"
    ),
    pytest.mark.xdist_group("display"),
]


class Screen:
    """A display, a window on it, and hands."""

    def __init__(self, display: str, home: Path) -> None:
        self.home = home
        self.offers = home / "offers.json"
        self.env = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "KULLERWERK_OFFERS": str(self.offers),
            "LANG": "C.UTF-8",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        self.program: subprocess.Popen[bytes] | None = None
        self.log = home / "log.txt"

    def start(self, *arguments: str) -> None:
        self.offers.unlink(missing_ok=True)
        with self.log.open("wb") as log:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "kullerwerk", *arguments],
                env=self.env, cwd=self.home, stdout=log, stderr=log,
            )  # fmt: skip
        self.until(self.offers.exists, "the window opens", 120)
        found = self.until(lambda: self.run("search", "--name", "^kullerwerk$"), "a window", 60)
        self.run("windowfocus", "--sync", found.split()[-1])

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self.env, capture_output=True, text=True, timeout=30,
            check=False,
        )  # fmt: skip
        return done.stdout.strip()

    def until(self, what, name: str, seconds: float = 60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.program is not None and self.program.poll() is not None:
                break
            if found := what():
                return found
            time.sleep(0.05)
        raise AssertionError(f"not in time: {name}\n{self.log.read_text()[-2000:]}")

    def seen(self) -> dict:
        return json.loads(self.offers.read_text(encoding="utf-8"))

    def widget(self, name: str) -> dict | None:
        return next((w for w in self.seen()["widgets"] if w["id"] == name), None)

    def click(self, widget: dict) -> None:
        self.run("mousemove", str(widget["x"]), str(widget["y"]), "click", "1")

    def press(self, *keys: str) -> None:
        self.run("key", *keys)

    def leave(self) -> int:
        assert self.program is not None
        self.program.send_signal(signal.SIGTERM)
        return self.program.wait(30)


@contextmanager
def display() -> Iterator[str]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture
def screen(tmp_path) -> Iterator[Screen]:
    with display() as name:
        shown = Screen(name, tmp_path)
        try:
            yield shown
        finally:
            if shown.program is not None and shown.program.poll() is None:
                shown.program.kill()
                shown.program.wait(20)


ORDER = ("hinted", "put", "skip", "hint")
"""What the driver presses first: it does what the hint says, and waits for nothing."""


def play_on(screen: Screen, seconds: float) -> None:
    """Play by what is offered, to the end of the game."""
    end = time.monotonic() + seconds
    asked = 0.0
    while time.monotonic() < end:
        offered = {w["id"]: w for w in screen.seen()["widgets"] if w["enabled"]}
        if "again" in offered or "watch" in offered:
            return
        name = next((one for one in ORDER if one in offered), None)
        if name == "hint":
            # Once is enough: the advisor is thinking.
            if time.monotonic() - asked < 1.0:
                time.sleep(0.05)
                continue
            asked = time.monotonic()
        if name is None:
            time.sleep(0.05)
            continue
        screen.click(offered[name])
        time.sleep(0.1)
    raise AssertionError(f"the race does not end: {screen.seen()}")


def test_a_whole_race_by_clicking_what_the_screen_offers(screen):
    record = screen.home / "race.jsonl"
    screen.start(
        "play", "koenig", "--scene", "kinderrunde", "--seed", "1", "--record", str(record)
    )  # fmt: skip
    begun = time.monotonic()
    play_on(screen, 300)
    assert time.monotonic() - begun < 300
    assert screen.leave() == 130
    played = replay(record)
    assert played.complete
    assert played.header.players == ("human", "greedy")


def test_a_record_is_watched_and_filmed(screen, tmp_path):
    record = tmp_path / "game.jsonl"
    subprocess.run(
        [sys.executable, "-m", "kullerwerk", "race", "kinderrunde", "--seed", "1", "--record",
         str(record), "--players", "greedy,greedy", "--option", "round_cap=1"],
        check=True, capture_output=True,
    )  # fmt: skip
    screen.start("watch", str(record))
    screen.until(lambda: screen.widget("play"), "the bar")
    screen.press("End")
    screen.until(lambda: screen.widget("place"), "the place")
    screen.press("Home")
    screen.click(screen.widget("save"))
    screen.until(lambda: screen.widget("png"), "the page of films")
    screen.click(screen.widget("png"))
    screen.until(lambda: "koenig" in screen.seen()["notice"], "word of it")
    (made,) = screen.home.glob("koenig-*.png")
    assert made.stat().st_size > 5000
    assert screen.leave() == 130


def test_a_layout_is_dragged_undone_and_saved(screen, tmp_path):
    file = tmp_path / "mine.toml"
    subprocess.run(
        [sys.executable, "-m", "kullerwerk", "scenes", "copy", "kinderrunde", str(file)],
        check=True, capture_output=True,
    )  # fmt: skip
    before = file.read_text(encoding="utf-8")
    screen.start("edit", str(file))
    sphere = screen.until(lambda: screen.widget("spot:sphere:0"), "a half-sphere")

    def drag(dx: int, dy: int) -> None:
        at = screen.widget("spot:sphere:0")
        screen.run("mousemove", str(at["x"]), str(at["y"]), "mousedown", "1")
        for k in range(1, 6):
            x, y = at["x"] + dx * k // 5, at["y"] + dy * k // 5
            screen.run("mousemove", str(x), str(y))
            time.sleep(0.05)
        screen.run("mouseup", "1")

    def stands(x: int) -> bool:
        return abs(screen.widget("spot:sphere:0")["x"] - x) <= 6

    drag(-60, 0)
    screen.until(lambda: stands(sphere["x"] - 60), "it was dragged")
    screen.press("ctrl+z")
    screen.until(lambda: stands(sphere["x"]), "it was undone")
    assert file.read_text(encoding="utf-8") == before
    screen.press("ctrl+y")
    screen.until(lambda: stands(sphere["x"] - 60), "it was done again")
    screen.press("ctrl+s")
    screen.until(lambda: file.read_text(encoding="utf-8") != before, "it is saved")
    after = file.read_text(encoding="utf-8")
    notes = [line.partition("#")[2] for line in before.splitlines() if "#" in line]
    assert notes
    assert all(note in after for note in notes)
    changed = [
        pair
        for pair in zip(before.splitlines(), after.splitlines(), strict=True)
        if len({*pair}) > 1
    ]
    assert 1 <= len(changed) <= 3
    moved = load_track(file).half_spheres[0].x - load_track("kinderrunde").half_spheres[0].x
    assert -120 < moved < -30
    assert screen.leave() == 130


def test_no_display_is_a_sentence(tmp_path):
    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "HOME")}
    done = subprocess.run(
        [sys.executable, "-m", "kullerwerk", "play", "hoehle"],
        env={**env, "HOME": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--text" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir()), "nothing is made where nothing is played"
