"""``python -m benchmarks.random_games``: it counts ends, and tells what broke."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks import random_games as bench
from rules.core.registry import game, names


def test_every_game_preset_and_number_of_players_is_played():
    told = set(bench.kinds())
    assert {(kind.game, kind.preset, kind.seats) for kind in told} == {
        (name, preset, seats)
        for name in names()
        for preset in game(name).presets
        for seats in game(name).seats
    }


def test_games_end_and_their_records_replay(capsys):
    assert bench.main(["--games", "3", "--game", "buddel", "--records", "2"]) == 0
    out = capsys.readouterr().out
    assert out.count("| 3 | 0 | 2 | 0.0% | last_treasure 3 |") == 6
    assert out.endswith("every record replayed to the same digest\n")


def test_a_game_that_breaks_is_told(monkeypatch):
    monkeypatch.setattr(bench, "play", lambda *_: 1 / 0)
    kind = bench.Kind("buddel", "standard", 2)
    tally = bench.play_some(bench.Run(kind, 2, 1, 0), 0)
    assert tally.broken == [f"game {k}: ZeroDivisionError: division by zero" for k in range(2)]
    assert bench.verdict(kind, tally) == tally.broken


def test_a_record_that_replays_to_another_end_is_told(monkeypatch, tmp_path):
    other = SimpleNamespace(complete=True, digest="another")
    monkeypatch.setattr(bench.records, "replay", lambda _: other)
    with pytest.raises(ValueError, match="another"):
        bench.play(bench.Kind("buddel", "standard", 2), 1, tmp_path / "game.jsonl")


@pytest.mark.parametrize(("name", "wrong"), [("buddel", 1), ("company", 0), ("hoehle", 0)])
def test_too_many_caps_are_wrong_but_where_random_players_get_nowhere(name, wrong):
    tally = bench.Tally()
    tally.ends.update({"turn_cap": 3, "goal": 97})
    assert len(bench.verdict(bench.Kind(name, "standard", 2), tally)) == wrong
    tally.ends["goal"] = 200
    assert bench.verdict(bench.Kind(name, "standard", 2), tally) == []


def test_players_with_a_purpose_get_somewhere(capsys):
    """In hoehle those who move at random never end; half of the time greedy is enough."""
    kind = bench.Kind("hoehle", "standard", 2)
    assert bench.play(kind, 3, None, 50) == "two_caves"
    tally = bench.Tally()
    tally.ends.update({"move_cap": 3, "two_caves": 97})
    assert len(bench.verdict(kind, tally, 50)) == 1
    with pytest.raises(SystemExit):
        bench.main(["--purpose", "101"])
    assert "--purpose" in capsys.readouterr().err
