"""``python -m benchmarks.rules``: it measures what it says, on games of a known length."""

from __future__ import annotations

import re
import sys
from itertools import islice
from types import SimpleNamespace

import pytest

from benchmarks import rules as bench
from rules.core.registry import game, names
from rules.core.types import Over


@pytest.fixture
def alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)


@pytest.mark.usefixtures("alone")
def test_figures_floors_and_what_is_missing(capsys, monkeypatch):
    monkeypatch.setattr(bench, "BLOCK", 0.01)
    monkeypatch.setattr(bench, "FLOORS", {"scripted": 1})
    assert bench.main(["--seconds", "0.05", "--game", "koenig"]) == 0
    out = capsys.readouterr().out
    assert "OpenSpiel is not installed" in out
    assert re.search(r"^    random_action +[\d,.]+ actions/s   \(\d+ a game\)$", out, re.M)
    assert re.search(r"^    playouts +[\d,.]+ games/s$", out, re.M)
    assert re.search(r"^    scripted +[\d,.]+ events/s   floor 1: met$", out, re.M)
    assert out.endswith("all floors met\n")
    monkeypatch.setattr(bench, "FLOORS", {"scripted": 10**12})
    assert bench.main(["--seconds", "0.05", "--game", "koenig"]) == 1
    out = capsys.readouterr().out
    assert "floor 1,000,000,000,000: missed" in out
    assert out.endswith("floors missed: 1\n")


@pytest.mark.parametrize("name", names())
def test_games_are_played_to_their_ends(name):
    """The first random game of the benchmark, played here answer by answer."""
    playing = bench.Playing(name)
    rules = game(name)
    script = playing._script(playing.seed)
    s, decisions, events = playing.start(), 0, 0
    for answer in script:
        decide = type(rules.pending(s)).__name__ == "Decide"
        decisions += decide
        step = (rules.apply if decide else rules.settle)(s, answer)
        s = step.state
        events += 1 + len(step.events)
    assert isinstance(rules.pending(s), Over)
    assert next(playing.decisions(listed=False)) == decisions
    assert next(playing.scripted()) == events
    assert list(islice(playing.playouts(), 2)) == [1, 1]
    rates = {measure.rate.what for measure in playing.measures()}
    assert ("scripted" in rates) == (rules.sampled(s) is not None)
    assert {"random_action", "playouts"} <= rates


class Counting:
    """A game of OpenSpiel's form: a draw, then three moves."""

    def __init__(self):
        self.moves = 0

    def is_terminal(self):
        return self.moves == 4

    def is_chance_node(self):
        return self.moves == 0

    def chance_outcomes(self):
        return [(7, 0.5), (8, 0.5)]

    def legal_actions(self):
        return [1, 2]

    def apply_action(self, action):
        assert action in ((7, 8) if self.moves == 0 else (1, 2))
        self.moves += 1


def test_the_other_side_is_measured_alike():
    spiel = SimpleNamespace(load_game=lambda _: SimpleNamespace(new_initial_state=Counting))
    assert list(islice(bench.their_decisions(spiel, "any", whole=False), 2)) == [3, 3]
    assert list(islice(bench.their_decisions(spiel, "any", whole=True), 2)) == [1, 1]


def test_every_game_beside_ours_exists():
    spiel = pytest.importorskip("pyspiel")
    for name in bench.COMPARABLE.values():
        assert next(bench.their_decisions(spiel, name, whole=False)) > 0


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("args", [["--seconds", "0"], ["--seconds", "nan"], ["--game", "chess"]])
def test_wrong_use(args, capsys):
    assert bench.main(args) == 2
    assert capsys.readouterr().err.count("\n") == 1
