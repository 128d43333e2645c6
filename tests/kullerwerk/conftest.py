"""Makes the small games of the tests importable: they are no part of the package."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "rules" / "support")]


@pytest.fixture
def small_games(monkeypatch):
    """The small games can be played by their names; no other test sees them."""
    from table_kit import SMALL

    from rules.core import registry

    for game in SMALL:
        monkeypatch.setitem(registry._GAMES, game.name, game)


@pytest.fixture
def play(monkeypatch, capsys, small_games):
    """Play by these lines; gives the exit code, and what was printed."""
    from table_kit import Typed

    from kullerwerk import cli

    def run(args, lines=()):
        monkeypatch.setattr("sys.stdin", Typed(lines))
        code = cli.main(["play", "--text", *map(str, args)])
        return code, *capsys.readouterr()

    return run
