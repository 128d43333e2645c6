"""Wild pressing, typing and resizing on every page: nothing raises, all stays in the window."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kullerwerk.players.specs import Spec
from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.menu import GAMES, MenuPage
from kullerwerk.stage.page import Back, Open, Page
from kullerwerk.stage.settings import LANGUAGES, TEXT_SIZES
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.watch import watch_session

RANDOM = Spec("random")
SIZES = ((800.0, 560.0), (900.0, 600.0), (1280.0, 800.0), (3000.0, 2000.0))
KEYS = (*"abghjlqestyz0123456789", "tab", "escape", "return", "space", "left", "right", "up",
        "down", "home", "end", "pageup", "pagedown", "f1", "f10", "backspace",
        "delete")  # fmt: skip
WORDS = ("ä", "/", "..", "9", "-1", "1e9", "x" * 300, "~nobody-of-this-name")
LEAVING = ("leave", "menu", "rules", "quit", "back")


def first_page(kind: str, around: Surroundings) -> Page:
    what, _, game = kind.partition(":")
    if what == "menu":
        return MenuPage(around)
    if what == "edit":
        return EditPage(around, game)
    seats = (RANDOM, RANDOM) if what == "watch" else (None, RANDOM, None)
    page = new_game(around, Plan(game, seats, (), "", 5))
    if what == "play":
        return page
    for _ in range(40):
        page.match.update()
        page.match.happened.clear()
    return watch_session(around, page.match)


def poke(page: Page, rng: random.Random) -> None:
    """Do one thing with mouse or keyboard."""
    wide, high = page.size
    x, y = rng.random() * wide, rng.random() * high
    mods = frozenset(rng.choice([(), (), (), ("ctrl",), ("shift",)]))
    match rng.randrange(8):
        case 0 | 1 | 2:
            found = [w for w in page.widgets() if w.id not in LEAVING or rng.random() < 0.1]
            if found:
                at = rng.choice(found).middle
                page.press(*at)
                page.release(*at)
        case 3:
            page.press(x, y, rng.choice(["left", "left", "right", "middle"]))
            for _ in range(rng.randrange(4)):
                dx, dy = rng.gauss(0, 80), rng.gauss(0, 80)
                x, y = x + dx, y + dy
                page.drag(x, y, dx, dy)
                page.update(0.02)
                if rng.random() < 0.1:
                    page.resize(*rng.choice(SIZES))
            page.release(x, y)
        case 4:
            page.move(x, y)
            page.scroll(x, y, rng.choice([-3, -1, 1, 4]))
        case 5 | 6:
            key = rng.choice(KEYS)
            page.key(key, mods)
            page.text(key if len(key) == 1 else rng.choice(WORDS))
        case _:
            page.resize(*rng.choice(SIZES))


def sound(page: Page) -> None:
    """A page can be drawn; its widgets have names of their own, reasons, and lie in the window."""
    page.frame()
    widgets = page.widgets()
    assert len({w.id for w in widgets}) == len(widgets)
    for widget in widgets:
        at = widget.at
        assert at.w > 0, widget
        assert at.h > 0, widget
        assert widget.enabled or widget.why, widget
        assert widget.label or widget.kind == "field", widget
        if page.visible is None and widget.kind != "spot":
            assert at.x >= -1, widget
            assert at.y >= -1, widget
            assert at.right <= page.size[0] + 1, widget
            assert at.top <= page.size[1] + 1, widget


@pytest.mark.parametrize(
    "kind",
    ["menu", "edit:kinderrunde", "edit:galton", *(f"{what}:{game}" for what in ("play", "watch")
                                                 for game in GAMES)],
)  # fmt: skip
def test_wild_hands(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    rng = random.Random(7)
    around = Surroundings()
    stack = [first_page(kind, around)]
    for step in range(40 if kind.startswith("edit") else 150):
        page = stack[-1]
        poke(page, rng)
        if step % 20 == 19:
            around.change(
                replace(
                    around.settings, language=rng.choice(LANGUAGES),
                    text_size=rng.choice(TEXT_SIZES), reduced_motion=rng.random() < 0.3,
                )
            )  # fmt: skip
            page.resize(*page.size)
        for _ in range(rng.randrange(4)):
            page.update(0.1)
        while stack and (go := stack[-1].go) is not None:
            stack[-1].go = None
            if isinstance(go, Open):
                if go.instead:
                    stack.pop().closing()
                go.page.resize(*page.size)
                stack.append(go.page)
            elif isinstance(go, Back):
                stack.pop().closing()
            else:
                stack.clear()
        if not stack:
            stack = [first_page(kind, around)]
        stack[-1].resize(*page.size)
        sound(stack[-1])
