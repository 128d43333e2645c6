"""From a page to a window that shows it: settings, background, loop."""

from __future__ import annotations

import sys
from collections.abc import Callable

from kullerwerk.stage.background import Worker
from kullerwerk.stage.page import Page
from kullerwerk.stage.settings import read_settings, settings_file, system_language
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.thinking import begin
from kullerwerk.stopping import stop_signals
from kullerwerk.window.opening import open_window

SIZE = (1280, 800)
"""Logical pixels of a new window."""


def show(make_page: Callable[[Surroundings], Page], title: str) -> None:
    """Open the window on the page that ``make_page`` makes, and go on until it is closed.

    Raises `kullerwerk.window.opening.NoDisplay`, KeyboardInterrupt where the program was told to
    stop, and whatever ``make_page`` raises: it is called once there is a window.
    """
    keep = settings_file()
    settings, repaired = read_settings(keep, system_language())
    window = open_window(SIZE, title)
    # The loop asks for OpenGL as it is loaded, which fails in a way of its own without a display.
    from kullerwerk.window.run import Runner

    around = Surroundings(settings, Worker(), keep=keep, dice=Worker())
    try:
        begin(around)
        page = make_page(around)
        if repaired:
            page.say(around.word("set.repaired", what=repaired))
        runner = Runner(window, page, around)
    except BaseException:
        around.close()
        window.close()
        raise
    with stop_signals(raising=False) as asked:
        runner.run(asked)
        for path in runner.rescued:
            print(f"Unsaved changes are in {path}.", file=sys.stderr)
        if asked():
            raise KeyboardInterrupt
