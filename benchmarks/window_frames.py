"""How long the frames of the window take, on a virtual display without a graphics card.

``python -m benchmarks.window_frames [--seconds 20]`` plays a race of computer players in a window
of 1280x800, and drags a half-sphere to and fro in the editor while fresh throws colour the table,
each with its worker in the background at low priority, and prints what share of the frames was
done in time. A frame is everything between two of the clock's calls: moving things on, building
shapes, drawing, and handing the picture to the display.
"""

from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyglet

from benchmarks.arguments import positive
from kullerwerk.stage.background import Worker
from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.page import Page
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.thinking import warm
from kullerwerk.window.opening import open_window

SIZE = (1280, 800)
LIMIT = 33.0
"""A frame must be done within so many ms."""
WARM = 5.0
"""Seconds before frames count: engines are loaded, and letters drawn for the first time."""
Hand = Callable[[Page, float], None]
"""Does something to a page, at a time in s."""


def race(around: Surroundings) -> Page:
    """A race of two computer players on the small track."""
    from kullerwerk.players.specs import Spec

    return new_game(around, Plan("koenig", (Spec("greedy"),) * 4, (), "rundkurs", 1))


def marbles(around: Surroundings) -> Page:
    """A game of marbles between computer players."""
    from kullerwerk.players.specs import Spec

    return new_game(around, Plan("kullern", (Spec("greedy"),) * 2, (), "galton", 1))


def editor(around: Surroundings) -> Page:
    """The editor on the default track."""
    return EditPage(around, "rundkurs")


def nobody(page: Page, now: float) -> None:
    """Touch nothing."""
    del page, now


def dragging(page: Page, now: float) -> None:
    """Drag the first half-sphere round in a circle, without a stop."""
    assert isinstance(page, EditPage), "the editor"
    spot = next(w for w in page.widgets() if w.id == "spot:sphere:0")
    if not page.dragging:
        page.press(*spot.middle)
    x, y = spot.middle
    page.drag(x + 2 * math.cos(now * 2), y + 2 * math.sin(now * 2), 0.0, 0.0)


SCENES: dict[str, tuple[Callable[[Surroundings], Page], Hand]] = {
    "race": (race, nobody),
    "marbles": (marbles, nobody),
    "editor, live map": (editor, nobody),
    "editor, dragging": (editor, dragging),
}


def frames(make: Callable[[Surroundings], Page], hand: Hand, seconds: float) -> list[float]:
    """Show a page and return how long each frame took, ms."""
    window = open_window(SIZE, "kullerwerk")
    from kullerwerk.window.run import Runner

    around = Surroundings(background=Worker())
    around.background.submit(warm).result()
    runner = Runner(window, make(around), around)
    taken: list[float] = []
    begun = time.perf_counter()

    def tick(dt: float) -> None:
        now = time.perf_counter()
        hand(runner.page, now - begun)
        runner.tick(dt)
        if now - begun > WARM:
            taken.append(1000 * (time.perf_counter() - now))
        if now - begun > WARM + seconds or runner.done:
            pyglet.app.exit()

    clock: Any = pyglet.clock
    clock.schedule_interval(tick, 1 / 60)
    pyglet.app.run(None)
    clock.unschedule(tick)
    runner.close()
    return taken


@contextmanager
def display() -> Generator[None]:
    """A virtual display, unless there is one."""
    if os.environ.get("DISPLAY"):
        yield
        return
    if shutil.which("Xvfb") is None:
        sys.exit("there is no display, and no Xvfb to make one (Debian: xvfb)")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
        yield
    finally:
        server.terminate()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.window_frames", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument("--seconds", type=positive, default=20, help="of each scene (default 20)")
    parser.add_argument("--scene", choices=[*SCENES], help="only this one")
    args = parser.parse_args()
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    print(f"1280x800, software rendering, no multisampling, {args.seconds} s each")
    print("| scene | frames | a second | median ms | 95 % ms | slowest | within 33 ms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with display():
        for name, (make, hand) in SCENES.items():
            if args.scene in (None, name):
                taken = np.array(frames(make, hand, args.seconds))
                low, high, most = np.quantile(taken, [0.5, 0.95, 1.0])
                print(
                    f"| {name} | {len(taken)} | {len(taken) / args.seconds:.0f} | {low:.1f} | "
                    f"{high:.1f} | {most:.0f} | {np.mean(taken <= LIMIT):.1%} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
