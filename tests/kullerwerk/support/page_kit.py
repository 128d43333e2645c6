"""Pages of the window for tests, and how they are pressed."""

from __future__ import annotations

from dataclasses import replace

from kullerwerk.stage.games import Plan
from kullerwerk.stage.menu import SetupPage
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings


def click(page, name):
    at = page.find(name).middle
    page.press(*at)
    page.release(*at)


def focus(page, name):
    page.focus_on(name)
    page.look = replace(page.look, ring=True)


def around(scale=1.0, lang="en"):
    return Surroundings(Settings(language=lang, text_size=scale, reduced_motion=True))


def opened(game):
    page = SetupPage(around(), Plan(game))
    page.do("rules")
    return page
