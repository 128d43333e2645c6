"""The loop's way with events, without a display: in a process of its own, as pages are drawn."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

START = """
import sys
from pathlib import Path
from kullerwerk.window.opening import headless, open_window
headless()
window = open_window((1280, 800), "test", visible=False)
from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.menu import MenuPage
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.window.run import Runner
around = Surroundings()

def edited():
    page = EditPage(around, "kinderrunde")
    page.move_to("sphere:0", (870.0, 420.0))
    return page
"""


def run(code, **env):
    done = subprocess.run(
        [sys.executable, "-c", START + textwrap.dedent(code)],
        env={**os.environ, **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_events_behind_the_last_page_are_harmless():
    run("""
        runner = Runner(window, MenuPage(around), around)
        runner.page.do("quit")
        runner.on_mouse_motion(5, 5, 1, 1)
        runner.on_mouse_press(5, 5, 1, 0)
        assert runner.done
        runner.on_mouse_release(5, 5, 1, 0)
        runner.on_mouse_motion(5, 5, 1, 1)
        runner.on_mouse_scroll(5, 5, 0, 1)
        runner.on_key_press(65307, 0)
        runner.on_text("a")
        runner.on_resize(900, 600)
        runner.on_close()
        runner.tick(0.1)
    """)


def test_the_question_before_closing_is_asked_once():
    run("""
        runner = Runner(window, edited(), around)
        for _ in range(3):
            runner.on_close()
        assert len(runner.pages) == 2
        runner.page.do("stay")
        runner.tick(0.1)
        assert len(runner.pages) == 1
        runner.page.leave()
        runner.tick(0.1)
        runner.on_close()
        runner.page.do("drop")
        runner.tick(0.1)
        assert runner.done
    """)


def test_a_program_that_is_told_to_end_keeps_what_is_not_saved(tmp_path):
    said = run(
        """
        runner = Runner(window, edited(), around)
        runner._stopped = lambda: True
        runner.tick(0.1)
        assert runner.done
        print(runner.rescued[0])
    """,
        TMPDIR=str(tmp_path),
    )
    from scenes.files import load_track

    assert load_track(said.strip()).half_spheres[0].x == 870
    assert said.startswith(str(tmp_path))
