"""Races of a study: seatings that are fair, and figures that are what the rows say."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from kullerwerk.lab.race_figures import figures_of
from kullerwerk.lab.races import PAIRS, SCHEMA, Races, RaceStudy, race_study
from kullerwerk.lab.sample import Work
from kullerwerk.players.specs import parse_players
from scenes.files import load_track

TRACK = load_track("kinderrunde")
SETS = tuple(s.name for s in TRACK.sets)
JOB = Races(TRACK, SETS[:2], parse_players("greedy,greedy:skill=0.5"), 7)


@pytest.fixture(scope="module")
def study() -> RaceStudy:
    return race_study(JOB, 8)


def test_seatings_go_round():
    job = Races(TRACK, SETS, parse_players(",".join(["greedy"] * len(SETS))), 1)
    many = len(SETS)
    with_set, with_place, halved = Counter(), Counter(), Counter()
    for pair in range(many**3):
        players, order = job.seating(pair)
        with_set.update(zip(players, SETS, strict=True))
        with_place.update((place, SETS[seat]) for place, seat in enumerate(order))
        halved[(players, order, job.halved(pair))] += 1
    assert set(with_set.values()) == set(with_place.values()) == {many**2}
    assert set(halved.values()) == {1}


def test_the_first_order_is_the_rulebooks():
    numbers = {s.name: s.face.start_number for s in TRACK.sets}
    job = Races(TRACK, SETS[::-1], parse_players(",".join(["greedy"] * len(SETS))), 1)
    _, order = job.seating(0)
    begun = [numbers[job.sets[seat]] for seat in order]
    assert begun == sorted(begun)


def test_rows_say_what_the_columns_promise(study):
    table = study.table
    assert dict(table.schema) == SCHEMA
    assert study.races == 8
    for (race, other), rows in table.group_by("race", "other_skill"):
        assert rows["win"].sum() == pytest.approx(1.0)
        assert sorted(rows["place"]) == [1, 2]
        assert rows["halved"].sum() == other
        assert not (other and race % 2)
        winner = rows.filter(pl.col("win") == 1.0)
        if rows["finished"][0]:
            # Who wins has thrown in the last round; nobody more often than there were rounds.
            assert winner["left"].to_list() == [0.0]
            assert winner["throws"][0] == rows["rounds"][0] == rows["throws"].max()
    own = table.filter(pl.col("number") == 1, ~pl.col("halved"))["player"]
    half = table.filter(pl.col("number") == 1, pl.col("halved"))["player"]
    assert set(own) == {"greedy:skill=0.5"}
    assert set(half) == {"greedy:skill=0.25"}


def test_races_hang_on_seed_and_number_alone(study, tmp_path):
    alone = JOB.piece(1)
    pairs = alone["pair"].unique().to_list()
    assert len(pairs) == PAIRS
    assert alone.equals(study.table.filter(pl.col("pair").is_in(pairs)))
    kept = race_study(JOB, 5, tmp_path, Work(jobs=2))
    assert kept.table.equals(study.table.filter(pl.col("pair") < 3))


def row(race, of, win, *, other=False, halved=False, place=1, left=0.0, sets=JOB.sets):
    return {
        "race": race, "pair": race // 2, "other_skill": other, "by_rule": True, "rounds": 5,
        "finished": True, "overtakes": 2 * race, "leads": 1, "set": of, "place": place,
        "player": "greedy", "number": sets.index(of), "halved": halved,
        "win": win, "throws": 5, "left": left,
    }  # fmt: skip


def test_figures_of_four_made_up_races():
    a, b = JOB.sets
    rows = [
        row(0, a, 1.0), row(0, b, 0.0, place=2, left=30.0),
        row(1, a, 1.0), row(1, b, 0.0, place=2, left=50.0),
        row(0, a, 0.0, other=True, halved=True), row(0, b, 1.0, other=True, place=2),
        row(2, a, 0.0, place=2, left=10.0), row(2, b, 1.0),
        row(3, a, 1.0, place=2), row(3, b, 0.0, left=70.0),
        row(2, a, 0.0, other=True, place=2), row(2, b, 1.0, other=True, halved=True),
    ]  # fmt: skip
    table = pl.DataFrame(rows, schema=SCHEMA)
    found = RaceStudy(JOB, table, figures_of(table, JOB.sets, JOB.players))
    assert found[f"win:{a}"].value == 0.75
    assert found["win_place_1"].value == 0.75
    assert found["unfair"].value == pytest.approx(0.5)
    assert found["overtakes"].value == 3.0
    assert found["behind"].value == 40.0
    assert found["luck"].value == 0.5
    assert found["skill"].value == 0.5
    # Of the two players who had half their skill one lost a race that it had won.
    assert found["skill_cost"].value == 0.5
    assert found["race_throws"].value == 10.0


def test_a_set_may_be_called_like_a_column():
    a, b = "pair", "win"
    rows = [
        row(race, name, float(name == a), place=place, sets=(a, b))
        for race in range(4)
        for place, name in enumerate((a, b), 1)
    ]
    rows += [
        row(race, name, float(name == a), other=True, halved=name == a, sets=(a, b))
        for race in (0, 2)
        for name in (a, b)
    ]
    table = pl.DataFrame(rows, schema=SCHEMA)
    found = RaceStudy(JOB, table, figures_of(table, (a, b), JOB.players))
    assert found["win:pair"].value == 1.0
    assert found["win:win"].value == 0.0


def test_players_of_one_kind_are_told_apart_by_their_numbers():
    players = parse_players("greedy,greedy:skill=0.5")
    study = race_study(Races(TRACK, SETS[:2], players, 7), 8)
    won = [study[f"win_player_{k}"].value for k in (1, 2)]
    assert sum(won) == pytest.approx(1.0)
    own = study.table.filter(~pl.col("other_skill"))
    for k, share in enumerate(won):
        mine = own.filter(pl.col("number") == k)
        assert mine["player"].unique().to_list() == [str(players[k])]
        assert mine["win"].mean() == pytest.approx(share)
        # Each has either set, and begins or follows.
        assert mine["set"].n_unique() == mine["place"].n_unique() == 2
