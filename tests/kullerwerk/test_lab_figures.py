"""Figures of next to nothing: a few runs, of which nobody finished, or all the same."""

from __future__ import annotations

import math

import polars as pl
import pytest

from kullerwerk.console import dump_json
from kullerwerk.lab.compare import Difference, compared
from kullerwerk.lab.corners import corner_text, corners
from kullerwerk.lab.figures import Figure, basis_text, text_of
from kullerwerk.lab.intervals import NOTHING, Estimate
from kullerwerk.lab.measure import Measurement, data_of, figures_of, times
from kullerwerk.lab.report.page import _answers
from kullerwerk.lab.runs import SCHEMA
from scenes.files import load_track


def rows_of(run: int, turns: int, *, name: str = "red", ends: bool = True):
    """The throws of a made-up run that goes on by a little each time."""
    return [
        {
            "run": run, "turn": turn, "set": name, "die": "d6", "x": 100.0, "y": 100.0,
            "heading_deg": 0.0, "blocker": False, "outcome": "rests", "number": 3,
            "rest_x": 150.0, "rest_y": 100.0, "time_s": 1.0, "stays": "",
            "rays": 3 if ends and turn == turns else 0, "gain": 5.0, "left": 0.0,
            "finished": ends and turn == turns,
        }
        for turn in range(1, turns + 1)
    ]  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("sets", [("red",), ("red", "blue")])
@pytest.mark.parametrize("rounds", [1, 2])
def test_next_to_nothing_is_told_without_a_warning(ends, sets, rounds):
    """Where nobody finished a mean of nothing was taken; of one run shares were nan."""
    rows = [
        row
        for k in range(rounds * len(sets))
        for row in rows_of(k, 4, name=sets[k % len(sets)], ends=ends)
    ]
    table = pl.DataFrame(rows, schema=SCHEMA)
    track = load_track("kinderrunde")
    found = Measurement(track, sets, "greedy", 1, table, figures_of(table, sets))
    dump_json(data_of(found))
    if not ends:
        assert math.isnan(found["turns"].value)
        assert found["turns"].low == -math.inf
        assert found.hardest == ""
    both = compared(found, found)
    assert both.verdict() == "the two play the same, run by run."
    assert both.table.height == len(found.figures)
    said = [text_of(f.estimate, f.unit) for f in found.figures]
    said += [corner_text(corner) for corner in corners(table)]
    said += [basis_text(f.estimate, "run", "throw") for f in found.figures]
    assert said
    assert not any("nan" in one or "inf " in one or "inf)" in one for one in said)
    assert not any("not known" in one or "()" in one for one in _answers(found))


def test_a_figure_next_to_nothing_asks_for_no_endless_sample():
    tiny = Estimate(5e-324, -1.0, 1.0, 9, 9)
    assert times([(tiny, 5e-324)], 1e-4) == 1.0
    assert times([(tiny, 1e-300)], 1e-4) < 1e13
    one = Difference(Figure("progress", "", "progress", "mm", tiny), tiny, tiny, tiny, "run")
    assert one.verdict() == "cannot be told apart; even millions more would not"


def test_a_figure_says_what_it_rests_on():
    throws = Estimate(0.0, 0.0, 0.1, 84, 1548)
    assert basis_text(throws, "run", "throw") == "of 1548 throws in 84 runs"
    assert basis_text(Estimate(1.0, 1.0, 1.0, 1, 1), "run", "throw") == "of 1 run"
    assert basis_text(NOTHING, "run", "throw") == ""
    assert text_of(Estimate(8.0, -math.inf, 9.0, 4, 4), "turns") == "8.0 (at most 9.0) turns"
    assert text_of(Estimate(0.5, 0.2, math.inf, 4, 4), "%") == "50.0% (at least 20.0%)"
