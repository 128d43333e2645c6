from __future__ import annotations

import csv
import errno
import json
import os
import signal
from collections import Counter

import polars as pl
import pytest
from coin_game import COIN
from small_games import TICTACTOE

from kullerwerk import arena, cli
from kullerwerk.arena import Match, Played, play_all, play_one
from kullerwerk.arena_report import columns, lines, names_of, report, row_data
from kullerwerk.players.specs import Spec
from kullerwerk.tables import write_table
from rules.core import registry

RANDOM = (Spec("random"), Spec("random"))
SHORT = {"round_cap": 1}


@pytest.fixture(autouse=True)
def small_games(monkeypatch):
    monkeypatch.setitem(registry._GAMES, "tictactoe", TICTACTOE)
    monkeypatch.setitem(registry._GAMES, "coin", COIN)


def played(number, players, shares, end="full", decisions=(5, 4)):
    ranking = tuple(1 if share else 2 for share in shares)
    zeros = (0,) * len(shares)
    return Played(number, 7, end, players, ranking, shares, shares, decisions, zeros, zeros, 0, 0)


def test_all_players_move_on_by_one_seat_from_game_to_game():
    match = Match("coin", {}, (Spec("random"), Spec("greedy"), Spec("search")), 1)
    seatings = [match.seating(k) for k in range(6)]
    for seat in range(3):
        assert Counter(seating[seat] for seating in seatings) == {0: 2, 1: 2, 2: 2}
    assert all(sorted(seating) == [0, 1, 2] for seating in seatings)


def test_a_game_depends_on_the_seed_and_its_number_alone():
    match = Match("coin", {}, (Spec("greedy"), Spec("random")), 5)
    rows = list(play_all(match, 6))
    assert rows[3] == play_one(match, 3)
    assert rows[:4] == list(play_all(match, 4))
    other = Match("coin", {}, (Spec("greedy"), Spec("random")), 6)
    assert rows != list(play_all(other, 6))
    assert len({row.seed for row in rows}) == 6


def test_rows_are_the_same_whatever_the_number_of_processes():
    match = Match("koenig", SHORT, RANDOM, 3)
    alone = list(play_all(match, 4))
    together = sorted(play_all(match, 4, jobs=2), key=lambda row: row.number)
    assert together == alone
    assert all(row.throws == 2 for row in alone)


def test_shares_count_a_shared_win_in_parts_and_by_seat():
    match = Match("tictactoe", {}, (Spec("search"), Spec("greedy")), 1)
    rows = [
        played(0, (0, 1), (1.0, 0.0), "three", (3, 2)),
        played(1, (1, 0), (0.5, 0.5)),
        played(2, (0, 1), (0.5, 0.5)),
        played(3, (1, 0), (0.0, 1.0), "three", (3, 3)),
    ]
    told = report(match, rows)
    search, greedy = told.players
    assert (search.share.count, search.share.total) == (3.0, 4)
    assert (greedy.share.count, greedy.share.total) == (1.0, 4)
    assert [one.count for one in search.seats] == [1.5, 1.5]
    assert [one.total for one in search.seats] == [2, 2]
    assert [one.count for one in told.seats] == [2.0, 2.0]
    assert {end: one.count for end, one in told.ends.items()} == {"full": 2, "three": 2}
    # Wilson's interval for 3 of 4.
    assert (search.share.low, search.share.high) == pytest.approx((0.3006, 0.9544), abs=1e-4)
    text = "\n".join(lines(told))
    assert "search                    75.0%  (30.1% to 95.4%)" in text
    assert "ended by three" in text


def test_equal_players_are_told_apart():
    match = Match("coin", {}, (Spec("random"), Spec("greedy"), Spec("random")), 1)
    assert names_of(match) == ("random #1", "greedy", "random #2")


def test_the_command_tells_the_shares_and_writes_the_games(tmp_path, capsys):
    table, data = tmp_path / "games.csv", tmp_path / "games.json"
    files = ["--table", str(table), "--json", str(data)]
    players = ["--players", "search:playouts=40,random"]
    assert cli.main(["arena", "tictactoe", *players, "--games", "6", "--seed", "1", *files]) == 0
    first, second, *_ = out = capsys.readouterr().out.splitlines()
    assert first == "Tic-tac-toe, seed 1: search:playouts=40 against random"
    assert second.startswith("6 games; shares of wins with their 95 % intervals")
    assert f"games in {table}" in out
    told = json.loads(data.read_text())
    assert (told["kind"], told["asked"], told["played"]) == ("arena", 6, 6)
    assert (told["timed"], told["physics"], told["options"]) == (False, False, {})
    search, other = told["players"]
    assert search["wins"] + other["wins"] == 6
    assert search["wins"] > 4
    assert [seat["games"] for seat in search["by_seat"]] == [3, 3]
    assert sum(end["wins"] for end in told["ends"].values()) == 6
    with table.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows == [{key: str(value) for key, value in row.items()} for row in told["rows"]]
    assert [row["player_1"] for row in rows] == ["search:playouts=40", "random"] * 3
    won = sum(
        float(row[f"win_{k}"]) for row in rows for k in "12" if row[f"player_{k}"] != "random"
    )
    assert won == search["wins"]


def test_a_parquet_table_holds_the_same_games_with_their_types(tmp_path, capsys):
    files = ["--table", str(tmp_path / "games.parquet"), "--json"]
    args = ["arena", "coin", "--players", "random,greedy", "--games", "4", "--seed", "1"]
    assert cli.main([*args, *files]) == 0
    told = json.loads(capsys.readouterr().out)
    frame = pl.read_parquet(tmp_path / "games.parquet")
    assert frame.to_dicts() == told["rows"]
    kinds = {int: pl.Int64, float: pl.Float64, str: pl.String}
    assert frame.schema == {name: kinds[type(value)] for name, value in told["rows"][0].items()}
    assert frame["seed"].max() > 2**53  # more than a float holds


def test_a_game_that_scores_in_whole_numbers_has_the_columns_of_one_that_does_not():
    match = Match("coin", {}, RANDOM, 1)
    end = Played(0, 7, "cap", (0, 1), (1, 2), (3, 2), (1.0, 0.0), (5, 4), (0, 0), (0, 0), 0, 0)
    row = row_data(match, end)
    assert {name: type(value) for name, value in row.items()} == columns(match)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_disk_that_fills_up_takes_no_more_than_the_table(tmp_path, capsys, monkeypatch, ending):
    def full(self, data):
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    table = tmp_path / f"games.{ending}"
    table.write_text("of an earlier run")
    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    args = ["arena", "coin", "--players", "random,greedy", "--games", "3", "--seed", "1"]
    assert cli.main([*args, "--table", str(table)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"Error: {table}: it cannot be written (No space left on device).\n"
    assert captured.out.splitlines()[1].startswith("3 games; ")
    assert "games in" not in captured.out
    assert table.read_text() == "of an earlier run"
    assert list(tmp_path.iterdir()) == [table]


def test_a_folder_that_is_gone_by_now_takes_no_more_than_the_table(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "tables"
    folder.mkdir()

    def removing(match, number, stopped):
        folder.rmdir()
        return play_one(match, number, stopped)

    monkeypatch.setattr("kullerwerk.arena.play_one", removing)
    args = ["arena", "coin", "--players", "random,greedy", "--games", "1", "--seed", "1"]
    assert cli.main([*args, "--table", str(folder / "games.csv")]) == 2
    captured = capsys.readouterr()
    assert captured.err.endswith(f"games.csv: the folder {folder} does not exist.\n")
    assert captured.out.splitlines()[1].startswith("1 game; ")


def test_the_same_seed_gives_the_same_output(capsys):
    args = ["arena", "coin", "--players", "search:playouts=10,greedy", "--games", "3", "--json"]
    outs = []
    for seed in ("4", "4", "5"):
        assert cli.main([*args, "--seed", seed]) == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    assert outs[0] != outs[2]


def test_options_and_passes_are_counted(capsys):
    args = ["arena", "coin", "--players", "random,greedy", "--games", "8", "--seed", "1"]
    assert cli.main([*args, "--options", "goal=3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == {"goal": 3}
    assert told["draws_per_game"] > 0
    assert sum(player["passes_per_game"] for player in told["players"]) > 0
    assert max(row["score_1"] for row in told["rows"]) == 1


def test_thinking_by_the_clock_is_marked(capsys):
    args = ["arena", "tictactoe", "--players", "search:seconds=0.01,random", "--games", "1"]
    assert cli.main([*args, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["timed"] is True


def test_ctrl_c_keeps_what_was_played(tmp_path, capsys, monkeypatch):
    honest = arena.play_one

    def impatient(match, number, stopped):
        if number == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return honest(match, number, stopped)

    monkeypatch.setattr("kullerwerk.arena.play_one", impatient)
    table = tmp_path / "games.csv"
    args = ["arena", "coin", "--players", "random,greedy", "--games", "50", "--seed", "1"]
    assert cli.main([*args, "--table", str(table)]) == 130
    captured = capsys.readouterr()
    assert captured.err == "Error: Stopped after 3 of 50 games.\n"
    assert captured.out.splitlines()[1].startswith("3 games; ")
    match = Match("coin", {}, (Spec("random"), Spec("greedy")), 1)
    whole = tmp_path / "whole.csv"
    write_table(whole, columns(match), [row_data(match, row) for row in play_all(match, 3)])
    assert table.read_text() == whole.read_text()


def test_ctrl_c_before_the_first_game_is_over(tmp_path, capsys, monkeypatch):
    def impatient(match, number, stopped):
        os.kill(os.getpid(), signal.SIGINT)
        return play_one(match, number, stopped)

    monkeypatch.setattr("kullerwerk.arena.play_one", impatient)
    table = tmp_path / "games.csv"
    args = ["arena", "coin", "--players", "random,greedy", "--table", str(table)]
    assert cli.main(args) == 130
    assert capsys.readouterr().err == "Error: Stopped before the first game was over.\n"
    assert not table.exists()


def test_processes_that_are_to_stop_give_up_their_games():
    asked = iter([False, True, True, True])
    match = Match("koenig", {}, (Spec("search"), Spec("search")), 1)
    assert list(play_all(match, 4, jobs=2, stopped=lambda: next(asked, True))) == []


def test_live_physics_answers_the_throws_of_koenig(capsys):
    args = ["arena", "koenig", "--players", "greedy,random", "--games", "1", "--seed", "1"]
    assert cli.main([*args, "--options", "round_cap=1", "--physics", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["physics"] is True
    assert told["rows"][0]["throws"] == 2


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["chess"], "there is no game named 'chess'; there are: "),
        (["coin", "--players", "greedy"], "coin is for 2 players, not 1."),
        (
            ["coin", "--players", "greedy,wizard"],
            "--players greedy,wizard: there is no player 'wizard'; "
            "expected random, greedy, search.",
        ),
        (
            ["coin", "--players", "greedy:skill=0.5,random"],
            "--players greedy:skill=0.5,random: player 'greedy:skill=0.5': "
            "unknown setting 'skill=0.5'; greedy takes none.",
        ),
        (
            ["coin", "--players", "search:playouts=5:seconds=1,random"],
            "--players search:playouts=5:seconds=1,random: player "
            "'search:playouts=5:seconds=1': expected playouts or seconds, not both.",
        ),
        (["coin", "--options", "goal"], "--options goal: "),
        (
            ["coin", "--physics"],
            "--physics: no throws of coin can be simulated; leave it out.",
        ),
        (["coin", "--games", "0"], "--games 0: expected a whole number from 1 to 1000000, found 0"),
        (["coin", "--jobs", "x"], "--jobs x: expected a whole number from 1 to 256, found x"),
        (["coin", "--table", "x.txt"], "x.txt: the name must end in .csv or .parquet."),
        (["coin", "--table", "no/x.csv"], "no/x.csv: the folder no does not exist."),
        (["koenig", "--options", "round_cap=0"], "option round_cap of koenig must be "),
    ],
)
def test_bad_input_gets_one_sentence_and_writes_nothing(
    tmp_path, monkeypatch, capsys, args, sentence
):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["arena", *args]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"Error: {sentence}")
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert list(tmp_path.iterdir()) == []
