from __future__ import annotations

import json
import re

import pytest
from coin_game import COIN

from kullerwerk import cli
from kullerwerk.counting import count
from rules.core import registry
from rules.core.types import Decide, Draw, Over

pytestmark = pytest.mark.usefixtures("small_games")


def rows(out):
    """Depth and the three counts of each line."""
    found = re.findall(r"^ +(\d+) +(\d+) +(\d+) +(\d+) +[\d.]+$", out, re.M)
    return [tuple(map(int, row)) for row in found]


def level(game, states):
    """The states one answer on: a level at a time, where the program goes deep first."""
    after = []
    for s in states:
        pending = game.pending(s)
        if isinstance(pending, Decide):
            after += [game.apply(s, a).state for a in game.space(s).actions]
        elif isinstance(pending, Draw):
            after += [game.settle(s, o).state for o, _ in pending.outcomes]
    return after


def kinds(game, states):
    found = [type(game.pending(s)) for s in states]
    return found.count(Decide), found.count(Draw), found.count(Over)


def test_coin_by_hand(capsys):
    """Safe or toss; a toss has two outcomes, of which heads asks for another answer."""
    assert cli.main(["perft", "coin", "3", "--options", "goal=3"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split() == ["depth", "decision", "chance", "terminal", "s"]
    # 0: a turn. 1: safe -> a turn, toss -> a coin. 2: safe, toss; tails -> a turn, heads -> spoil.
    # 3: of 1-1 points two; of a coin on the table two; of the turn after tails two; of spoil two:
    # pass leaves three points, which end the game.
    assert rows(out) == [(0, 1, 0, 0), (1, 1, 1, 0), (2, 3, 1, 0), (3, 5, 2, 1)]


@pytest.mark.parametrize(("game", "seats", "depth"), [("coin", 2, 9), ("whisper", 3, 7)])
def test_counts_agree_with_a_count_level_by_level(capsys, game, seats, depth):
    assert cli.main(["perft", game, str(depth), "--players", str(seats)]) == 0
    found = rows(capsys.readouterr().out)
    rules = registry.game(game)
    states = [rules.new(rules.options({}), seats)]
    for at in range(depth + 1):
        assert found[at] == (at, *kinds(rules, states))
        states = level(rules, states)


def test_ended_games_have_no_way_on():
    s = COIN.new(COIN.options({"goal": 1}), 2)
    over = COIN.apply(s, "safe").state
    assert count(COIN, over, 0).ends == 1
    assert count(COIN, over, 1).nodes == 0


def test_divide_adds_up(capsys, tmp_path):
    data = tmp_path / "a.json"
    assert cli.main(["perft", "coin", "5", "--json", str(data)]) == 0
    whole = rows(capsys.readouterr().out)[-1]
    told = json.loads(data.read_text())
    assert [row["depth"] for row in told["rows"]] == list(range(6))
    assert cli.main(["perft", "coin", "5", "--divide", "--json", str(data)]) == 0
    out = capsys.readouterr().out
    told = json.loads(data.read_text())
    assert [row["first"] for row in told["rows"]] == ["safe", "toss"]
    for key, number in zip(("decision", "chance", "terminal"), whole[1:], strict=True):
        assert sum(row[key] for row in told["rows"]) == told[key] == number
    last = out.splitlines()[-2].split()
    assert last[:6] == ["all", *map(str, whole[1:]), "depth", "5,"]


def test_the_outcomes_of_a_draw_are_divided_too(capsys):
    assert cli.main(["perft", "whisper", "2", "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[:4] for line in lines[:3]] == [
        ["number", str(k), "3", "0"] for k in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ["koenig", "3"],
            "koenig cannot be counted: the decision 'start' is made of numbers, too many to list.",
        ),
        (["coin", "-1"], None),
        (["coin", "many"], None),
        (["coin", "3", "--players", "4"], "coin is for 2 players, not 4."),
        (["coin", "0", "--divide"], "--divide: expected a DEPTH from 1 on, found 0."),
        (["coin", "1", "--options", "goal"], None),
    ],
)
def test_what_cannot_be_counted_gets_one_sentence(capsys, args, sentence):
    assert cli.main(["perft", *args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    if sentence:
        assert captured.err == f"Error: {sentence}\n"


def test_ctrl_c_keeps_the_rows_that_are_done(capsys, monkeypatch, tmp_path):
    def stop(game, s, depth):
        if depth == 2:
            raise KeyboardInterrupt
        return count(game, s, depth)

    monkeypatch.setattr("kullerwerk.counting.count", stop)
    data = tmp_path / "a.json"
    assert cli.main(["perft", "coin", "5", "--json", str(data)]) == 130
    captured = capsys.readouterr()
    assert rows(captured.out) == [(0, 1, 0, 0), (1, 1, 1, 0)]
    assert captured.err == "Error: Stopped after 2 rows.\n"
    assert len(json.loads(data.read_text())["rows"]) == 2
