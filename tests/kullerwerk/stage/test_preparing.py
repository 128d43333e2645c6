"""The engine of dice is prepared as soon as there is a window, and a throw that waits says so."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from kullerwerk.stage import thinking
from kullerwerk.stage.background import Inline
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.shapes import Text
from kullerwerk.stage.surroundings import Surroundings
from rules.core.types import Ask, Decide
from scenes.files import load_hill
from scenes.track import Track


class Slow:
    """Somebody who is done when the test says so, and does then what was asked for."""

    def __init__(self):
        self.asked = []
        self.closed = False

    def submit(self, work, *args, **kwargs):
        future = Future()
        self.asked.append((work, args, future))
        return future

    def work(self):
        for work, args, future in self.asked:
            if not future.done():
                future.set_result(work(*args))

    def close(self):
        self.closed = True


@pytest.fixture
def prepared(monkeypatch):
    """What was prepared, in place of the real thing."""
    done = []
    monkeypatch.setattr(thinking, "prepare", lambda: done.append("dice") or True)
    monkeypatch.setattr(thinking, "warm", lambda: done.append("marbles") or True)
    return done


def asks_for_a_throw(around):
    """The page of a race, as it asks for the first throw."""
    page = new_game(around, Plan("koenig", (None, None), scene="kinderrunde", seed=1))
    rng = page.match.session.stream(7)
    for _ in range(30):
        page.update(1.0)
        pending = page.match.pending
        if isinstance(pending, Ask):
            return page
        if isinstance(pending, Decide):
            game, state = page.match.game, page.match.state
            assert page.match.act(game.random_action(state, rng)).ok
    raise AssertionError("no throw")


def told(page):
    return " ".join(
        shape.text for layer in page.layers() for shape in layer.shapes if isinstance(shape, Text)
    )


def test_preparing_begins_before_anything_is_asked_for(prepared):
    around = Surroundings(background=Slow(), dice=Slow())
    thinking.begin(around)
    assert len(around.dice.asked) == 1
    assert around.prepares(Track.example())
    around.dice.work()
    assert prepared == ["dice"]
    assert not around.prepares(Track.example())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_throw_that_waits_for_it_says_so_and_something_moves(prepared, lang):
    around = Surroundings(Settings(language=lang), background=Inline(), dice=Slow())
    thinking.begin(around)
    page = asks_for_a_throw(around)
    page.update(0.1)
    said = {"en": "up to a minute", "de": "bis zu einer Minute"}[lang]
    frames = []
    for _ in range(3):
        page.update(0.1)
        assert said in told(page)
        frames.append(page.layers())
    assert frames[0] != frames[1] != frames[2]
    assert page.find("menu").enabled, "the page answers"
    around.dice.work()
    page.update(0.1)
    assert said not in told(page)


def test_nobody_else_waits_for_dice(prepared):
    """Computer players and marbles are asked in the other process."""
    around = Surroundings(background=Slow(), dice=Slow())
    thinking.begin(around)
    assert around.thrower(load_hill("galton")) is around.background
    assert around.thrower(None) is around.background
    assert around.thrower(Track.example()) is around.dice
    assert not around.prepares(load_hill("galton"))
    around.close()
    assert around.background.closed
    assert around.dice.closed


def test_preparing_is_a_real_throw():
    assert thinking.prepare()
    assert thinking.warm()
