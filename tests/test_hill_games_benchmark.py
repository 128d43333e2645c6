"""The benchmark that plays whole games of marbles: what it counts, and what it would notice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import hill_games
from benchmarks.hill_games import KINDS, Run, Tally, Watch, line, some
from rules.core.types import Ask, Step
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from sim.settled import LiftMarmot, MarblesSettled, OnHill

JUNIOR = next(kind for kind in KINDS if kind.name == "junior" and kind.seats == 2)


def test_every_variant_and_number_of_players_is_played():
    assert len(set(KINDS)) == len(KINDS) == 7
    for kind in KINDS:
        state = KULLERN.new(KULLERN.options(dict(kind.options)), kind.seats)
        assert KULLERN.seated(state) == kind.seats


def test_a_game_ends_replays_and_repeats():
    tally = some(Run("galton", JUNIOR, "greedy", 1, 3), 0)
    assert tally.broken == []
    assert (tally.ends.total(), tally.replayed, tally.repeated) == (1, 1, 1)
    assert 5 < tally.turns[0] < 200
    assert f"| junior | 2 | 1 | 0 | 1 | 1 | {tally.turns[0]}.0 |" in line(JUNIOR, tally)


def test_a_game_that_breaks_is_told_and_the_next_one_is_played(monkeypatch):
    def breaks(run, number, folder):
        if number == 1:
            raise ValueError("as if")
        return "home", Watch(20), False, False

    monkeypatch.setattr(hill_games, "one", breaks)
    tally = some(Run("galton", JUNIOR, "greedy", 3, 3), 0)
    assert tally.broken == ["game 1: ValueError: as if"]
    assert tally.ends["home"] == 2
    whole = Tally()
    whole.add(tally)
    assert whole == tally


def test_a_missing_marble_is_noticed():
    state = KULLERN.new(Options(), 2)
    marbles = state.board.marbles
    whole = MarblesSettled(
        front=(), out=(), hut=(), hollow=tuple(range(marbles)), lost=(), touched=(), resting=(),
        world=(), time=0,
    )  # fmt: skip
    ask = Ask(LiftMarmot(on=OnHill("left", (), state.world), marmot=0))
    watch = Watch(marbles)
    watch.hear(ask, whole, Step(state, ()))
    with pytest.raises(ValueError, match="marbles after answer 2"):
        watch.hear(ask, replace(whole, hollow=whole.hollow[1:]), Step(state, ()))
