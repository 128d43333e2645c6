"""Shares and times of marbles, and the command that compares ours to those of a 3-D engine."""

from __future__ import annotations

import sys

import pytest

from benchmarks.hill.__main__ import blocks, collected, main, run
from benchmarks.hill.figures import Share, apart, back, exit_shares, lane_shares, worst_lane
from benchmarks.hill.ours import Ours
from benchmarks.hill.ways import Drop, Log, Way, drops
from scenes.hill import MarbleHill

HILL = MarbleHill.example()


def test_drops_of_a_seed_are_the_same_in_any_cut_and_others_in_the_other_engine():
    some = drops(HILL, 1, 0, 0, 40)
    assert some == drops(HILL, 1, 0, 0, 7) + drops(HILL, 1, 0, 7, 33)
    assert not {d.beside for d in some} & {d.beside for d in drops(HILL, 1, 1, 0, 40)}
    assert {(d.hatch, d.slider) for d in some} == {
        (hatch, side) for hatch in (0, 1) for side in ("left", "right")
    }


def test_a_log_notes_each_row_once_with_the_nearest_gutter():
    log = Log(HILL)
    for step, (x, y) in enumerate([(40.0, 0.0), (50.0, 20.0), (58.0, 41.0), (59.0, 43.0)]):
        log.see(x, y, step / 10)
    assert (log.way.nodes, log.way.times) == ([1, 1], [0.0, 0.2])


def went(*nodes, end="hollow", time=1.0):
    return Way(end, list(nodes), [0.1 * k for k in range(len(nodes))], time)


def test_shares_of_exits_count_all_and_those_of_lanes_what_passed():
    some = [went(0, 0, 1, 1), went(1, 0, 0, 0), went(1, end="lost"), Way("hut")]
    assert exit_shares(HILL, some) == [Share(1, 4), Share(2, 4), Share(0, 4), Share(0, 4)]
    assert lane_shares(HILL, some, 1) == [Share(2, 2), Share(0, 2), Share(0, 2)]
    assert worst_lane(HILL, some, [went(1, 1, 1, 1), went(0, 0, 1, 1)])[:3] == (0.5, 1, 1)


def test_back_counts_those_that_could_go_both_ways():
    # Exits at 0, 40, 80, 120; leg at 20, 60, 100; junctions again at 0, 40, 80, 120.
    to_the_left_again, across = went(1, 1, 1, 1), went(1, 1, 2, 2)
    assert back(HILL, [to_the_left_again, across, across, went(1)], 1) == Share(1, 3)
    assert back(HILL, [to_the_left_again], 2) == Share(0, 0)  # Straight on from there.


def test_the_interval_of_a_difference_is_newcombes():
    """His example: 56 of 70 against 48 of 80 (Statistics in Medicine 17, 873; 1998)."""
    gap, low, high = apart(Share(56, 70), Share(48, 80))
    assert (gap, low, high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_a_marble_that_is_looked_at_runs_as_one_that_is_not():
    ours = Ours(HILL)
    out = ours.out(Drop(0, -0.2, "left"))
    assert out is not None
    way = ours.way_of(out)
    alone = ours.hill.run((), {}, {}, (out,), stops=False)
    assert (way.end, way.time) == ("hollow", alone.time)
    assert len(way.nodes) == len(HILL.rows)


# --- the command ---------------------------------------------------------------------------------


def test_figures_do_not_hang_on_the_cut():
    def quiet(block):
        del block

    whole = collected(blocks("ours", HILL, 1, 24, 24), 1, quiet)["ours"].ways
    cut = collected(blocks("ours", HILL, 1, 24, 10), 2, quiet)["ours"].ways
    assert whole == cut == run(blocks("ours", HILL, 1, 24, 24)[0]).ways


@pytest.mark.parametrize(
    "options",
    [["--balls", "0"], ["--seed", "-1"], ["--picture", "a.txt"]],
)
def test_wrong_options_are_refused(options, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(options)
    assert stopped.value.code == 2
    assert options[0] in capsys.readouterr().err


def test_a_hill_that_is_not_there_is_refused_in_one_line(capsys):
    assert main(["no-such-hill"]) == 2
    assert "no-such-hill" in capsys.readouterr().err


def test_without_the_engine_one_sentence_says_how_to_get_it(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main([]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "make reference" in told


def test_a_hill_of_vees_is_refused(capsys, monkeypatch):
    pytest.importorskip("mujoco", reason="the extra 'reference' is not installed")
    vee = HILL.model_copy(update={"slope": HILL.slope.model_copy(update={"profile": "vee"})})
    monkeypatch.setattr("benchmarks.hill.__main__.load_hill", lambda name: vee)
    assert main(["mine"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("mine: slope.profile: expected flat")


def test_the_command_prints_both_and_draws_them(capsys, monkeypatch, tmp_path):
    pytest.importorskip("mujoco", reason="the extra 'reference' is not installed")
    monkeypatch.setattr("benchmarks.hill.__main__.load_hill", lambda name: HILL)
    picture = tmp_path / "shares.png"
    options = ["--balls", "12", "--reference-balls", "6", "--quiet", "--picture", str(picture)]
    assert main(["example", *options]) == 0
    told = capsys.readouterr().out
    assert "6 dropped" in told
    last = told.splitlines()[-2:]
    assert [line.split("=")[0] for line in last] == ["balls_per_s", "worst"]
    assert picture.stat().st_size > 5000
