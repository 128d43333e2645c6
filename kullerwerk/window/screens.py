"""A picture of every screen in both languages: ``python -m kullerwerk.window.screens FOLDER``.

Games are played by computer players with a fixed seed to a place where there is something to see.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.help import RulesPage
from kullerwerk.stage.levels import level
from kullerwerk.stage.menu import MenuPage
from kullerwerk.stage.page import Page
from kullerwerk.stage.pause import PausePage
from kullerwerk.stage.saved import SavedPage
from kullerwerk.stage.settings import LANGUAGES, Settings
from kullerwerk.stage.settings_page import SettingsPage
from kullerwerk.stage.setup import SetupPage
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.table import TablePage
from kullerwerk.stage.theme import PAPER
from kullerwerk.stage.watch import watch_session
from kullerwerk.window.opening import NoDisplay, headless, open_window

SIZE = (1280, 800)
COLOURS = 160
"""Of a picture: these are drawings, and they are kept with the sources."""
MOST = 20_000
"""Updates until a page must have come to the place that is wanted."""


def table(around: Surroundings, plan: Plan, moves: int, ready: Callable[[TablePage], bool]) -> Page:
    """A game after so many answers, as soon as ``ready`` says so.

    Whoever sits at the screen does what the advisor would do.
    """
    page = new_game(around, plan)
    page.resize(*map(float, SIZE))
    for _ in range(MOST):
        if len(page.match.session.steps) >= moves and ready(page):
            return page
        if page.match.curtain is not None:
            page.do("curtain")
        elif page.match.asks_all:
            page.do("volunteer:")
        elif page.match.waits is not None and not page.board.busy and not page.match.happened:
            page.match.ask_hint()
            page.match.update()
            page.match.act(page.match.advice)
        page.update(0.05)
    raise RuntimeError(f"{plan.game} does not come to what is to be drawn")


def asked(page: TablePage) -> bool:
    """Somebody at the screen is asked, and nothing moves."""
    return page.match.waits is not None and not page.board.busy and not page.match.happened


def kind(name: str) -> Callable[[TablePage], bool]:
    """Somebody is asked for a decision of this kind."""
    return lambda page: asked(page) and getattr(page.match.pending, "kind", "") == name


def rolling(page: TablePage) -> bool:
    """A throw is shown, and has been for a while."""
    if not page.board.busy or page.match.thinking:
        return False
    for _ in range(9):
        page.update(0.05)
    return page.board.busy


def screens(around: Surroundings) -> Iterator[tuple[str, Page]]:
    """Every screen with its name."""
    person = None

    def game(name: str, seats: int = 2, **more: object) -> Plan:
        others = [level(name, "medium")] * (seats - 1)
        return Plan(name, (person, *others), tuple(more.items()), "", 7)

    small = Plan("koenig", (person, level("koenig", "medium")), (), "kinderrunde", 3)
    yield "menu", MenuPage(around)
    yield "setup", SetupPage(around, game("koenig"))
    yield "settings", SettingsPage(around)
    yield "saved", SavedPage(around, Path("nowhere"))
    yield "rules", RulesPage(around, "hoehle")
    yield "koenig-blocker", table(around, small, 6, kind("block"))
    yield "koenig-pull", table(around, small, 4, kind("pull"))
    yield "koenig-roll", table(around, small, 8, rolling)
    yield "koenig-tower", table(around, small, 12, kind("place_tower"))
    pro = Plan("koenig", (person, person), (("preset", "pro"),), "rundkurs", 5)
    yield "koenig-draft", table(around, pro, 4, kind("draft"))
    yield "koenig-pro", table(around, pro, 26, lambda page: page.match.waits is not None)
    yield "kullern-hatch", table(around, game("kullern"), 30, kind("hatch"))
    yield "kullern-roll", table(around, game("kullern"), 40, rolling)
    yield "kullern-walk", table(around, game("kullern", 3), 60, kind("walk"))
    yield "company", table(around, game("company", 3), 60, asked)
    yield "hoehle", table(around, game("hoehle"), 50, asked)
    yield "buddel", table(around, game("buddel", 4), 60, asked)
    done = table(
        around, Plan("company", (person, level("company", "easy")), (("turn_cap", 6),), "", 2), 1,
        lambda page: page.match.over is not None and not page.board.busy,
    )  # fmt: skip
    yield "end", done
    assert isinstance(done, TablePage), "a game"
    yield "pause", PausePage(done)
    yield "watch", watch_session(around, done.match)
    for name in ("rundkurs", "galton"):
        page = EditPage(around, name)
        page.resize(*map(float, SIZE))
        for _ in range(30):
            page.update(0.1)
        yield f"edit-{name}", page


def main(folder: Path) -> int:
    """Draw them all; the exit code."""
    headless()
    try:
        window = open_window((320, 240), "kullerwerk", visible=False)
    except NoDisplay as error:
        print(f"Error: {error}; Debian and Ubuntu have what is missing as libegl1 and libgl1.")
        return 2
    from kullerwerk.window.pictures import picture, save_png
    from kullerwerk.window.renderer import Renderer

    renderer = Renderer(window)
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        around = Surroundings(Settings(language=lang))
        for name, page in screens(around):
            page.resize(*map(float, SIZE))
            page.notice = ""
            path = folder / f"{name}-{lang}.png"
            save_png(picture(renderer, page.frame(), SIZE, 1.0, PAPER), path, colours=COLOURS)
            print(path, flush=True)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screens")))
