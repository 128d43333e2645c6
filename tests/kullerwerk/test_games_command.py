from __future__ import annotations

import json

import pytest
from coin_game import COIN

from kullerwerk import cli
from kullerwerk.loading import read_options, read_settings
from rules.core import registry


def test_every_game_is_listed_with_its_options(capsys):
    assert cli.main(["games"]) == 0
    out = capsys.readouterr().out
    for name in registry.names():
        game = registry.game(name)
        assert f"{name}: {game.title}, " in out
        for preset in game.presets:
            assert f"    preset={preset} " in out
        for option in game.choices:
            assert f"    {option}=" in out
    assert "koenig: König der Maulwürfel, 2 to 4 players" in out
    assert "    round_cap=60                    any whole number from 1 to 1000\n" in out
    assert "    hand_mode=false                 or true\n" in out
    assert "cocked=nearest                  or reroll; counts only with variant=pro\n" in out
    assert "; counts only with variant=pro, for 3 players\n" in out
    assert "marmots_for_two=4               or 2; counts only for 2 players\n" in out


def test_an_option_may_be_true_or_on_false_or_off():
    """The tables of the games' options say on and off, the list above true and false."""
    assert read_settings("a=on,b=off,c=True,d=false") == {
        "a": True,
        "b": False,
        "c": True,
        "d": False,
    }
    assert read_options(["a=on", "b=own"]) == {"a": True, "b": "own"}


def test_what_is_listed_is_what_the_rules_take(capsys):
    """Every value of every option, and every preset, as JSON has them."""
    assert cli.main(["games", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["format"], data["kind"]) == (1, "games")
    assert [entry["name"] for entry in data["games"]] == list(registry.names())
    for entry in data["games"]:
        game = registry.game(entry["name"])
        base = game.options({})
        for name, option in entry["options"].items():
            assert getattr(base, name) == option["default"]
            for value in option["values"]:
                assert getattr(game.options({name: value}), name) == value
            if option["needs"]:
                ((other, value),) = option["needs"].items()
                assert value in entry["options"][other]["values"]
            assert set(option["seats"] or []) <= set(game.seats)
            if option["between"]:
                low, high = option["between"]
                assert getattr(game.options({name: low}), name) == low
                assert getattr(game.options({name: high}), name) == high
        for preset, differs in entry["presets"].items():
            assert game.options({"preset": preset}) == game.presets[preset]
            assert game.options(differs) == game.presets[preset]


def test_one_game_alone(capsys, monkeypatch):
    monkeypatch.setitem(registry._GAMES, "coin", COIN)
    assert cli.main(["games", "coin"]) == 0
    assert capsys.readouterr().out == (
        "coin: Coin, 2 players\n"
        "    preset=plain                    default\n"
        "    goal=6                          any whole number from 1 to 100\n"
    )


@pytest.mark.parametrize("command", [["games"], ["perft", "--", "chess", "1"]])
def test_an_unknown_game_gets_one_sentence(capsys, command):
    assert cli.main([*command, "chess"] if len(command) == 1 else command) == 2
    err = capsys.readouterr().err
    assert err.startswith("Error: there is no game named 'chess'; there are: ")
    assert err.count("\n") == 1
