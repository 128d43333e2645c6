"""`play` without --text: what is refused before a window opens."""

from __future__ import annotations

import pytest

from kullerwerk.cli import main
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.menu import GAMES
from kullerwerk.stage.surroundings import Surroundings


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Say why the window does not open, in a folder with two records."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    for name in ("game.jsonl", "other.jsonl"):
        plan = Plan("hoehle", (None, None), (), "", 1)
        new_game(Surroundings(), plan, None, tmp_path / name).closing()

    def run(*arguments):
        assert main(["play", *arguments]) == 2
        return capsys.readouterr().err

    return run


@pytest.mark.parametrize("players", ["human", "human,human,human,human,human"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_for_so_many_players(refused, game, players):
    assert f"{game} is for 2 to 4 players, not" in refused(game, "--players", players)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["koenig"], "game.jsonl holds a game of hoehle, not of koenig."),
        (["--players", "human"], "game.jsonl is a game of 2 players, not 1."),
        (["--seed", "1"], "--seed: --resume goes on with a game in which"),
        (["--options", "move_cap=3"], "--options: --resume goes on with a game in which"),
        (["--scene", "x.toml"], "--scene: the throws of this game are sampled; leave it out."),
        (["--record", "other.jsonl"], "--record other.jsonl: this file exists already; "),
        (["--record", "game.jsonl"], "there is no display"),
    ],
)
def test_a_game_goes_on_as_it_was(refused, args, sentence):
    assert refused("--resume", "game.jsonl", *args).startswith(f"Error: {sentence}")
