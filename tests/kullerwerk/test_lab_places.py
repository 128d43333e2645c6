"""Dead corners, and throws of every set from one place."""

from __future__ import annotations

import polars as pl
import pytest

from kullerwerk.draw.landing import rates, scale_of
from kullerwerk.lab.corners import CAUGHT, corners
from kullerwerk.lab.landings import BLOCK, SCHEMA, Landings, landed
from kullerwerk.lab.sample import Work
from scenes.files import load_track
from sim.batch import generator
from sim.provider import settle
from sim.settled import MM

TRACK = load_track("kinderrunde")
JOB = Landings(TRACK, ("red", "blue"), (60_000, 30_000, 4_500), 5)


def throws(run, places, *, ends):
    return [
        {"run": run, "x": x, "y": y, "finished": ends and k == len(places) - 1}
        for k, (x, y) in enumerate(places)
    ]


def test_corners_are_places_where_towers_stay():
    away = [(900.0, 700.0)]
    rows = [
        # Two runs at one corner that lies across the border of a cell, one of them for good.
        *throws(0, [(98.0, 50.0)] * 5 + away, ends=True),
        *throws(1, away + [(102.0, 52.0)] * 7, ends=False),
        # A short stay, a stay that ends with the finish, and two that only come back.
        *throws(2, [(400.0, 400.0)] * (CAUGHT - 1) + away, ends=True),
        *throws(3, away + [(700.0, 100.0)] * CAUGHT, ends=True),
        *throws(4, [(400.0, 400.0), (500.0, 400.0)] * CAUGHT, ends=True),
    ]
    first, second = corners(pl.DataFrame(rows))
    assert (first.x, first.y) == (100.0, 51.0)
    assert (first.runs.value, first.trapped, first.lost) == (0.4, 1, (4 + 6) / 2)
    assert (second.x, second.y, second.trapped) == (700.0, 100.0, 0)
    assert second.runs.value == 0.2


def test_a_course_without_corners_has_none():
    rows = throws(0, [(100.0 * k, 50.0) for k in range(12)], ends=True)
    assert corners(pl.DataFrame(rows)) == []


def test_throws_from_a_place_are_those_of_throw():
    found = landed(JOB, 50)
    assert dict(found.table.schema) == SCHEMA
    assert found.table.height == 50
    for row in found.table.filter(pl.col("throw") == 7).iter_rows(named=True):
        one = settle(TRACK, JOB.request(row["set"]), generator(5, 7))
        assert (row["outcome"], row["rest_x"]) == (one.outcome, one.pose[0] / MM)


def test_throws_from_a_place_are_made_piece_by_piece(tmp_path):
    found = landed(JOB, 2 * BLOCK + 30, tmp_path, Work())
    assert len(list(tmp_path.glob("piece-*"))) == 2
    assert landed(JOB, 60).table.equals(found.table.head(60))


def test_ways_are_measured_along_the_heading():
    """Towers that look to the upper left throw there, whatever the axes of the table are."""
    found = landed(Landings(TRACK, ("red",), (60_000, 30_000, 13_500), 5), 40)
    figures = {f.key: f.estimate for f in found.figures}
    down = found.table.filter(pl.col("outcome") == "rests")
    ahead = (down["rest_y"] - 300.0 - (down["rest_x"] - 600.0)) / 2**0.5
    assert figures["ahead"].value == pytest.approx(ahead.mean())
    assert abs(figures["aside"].value) < figures["ahead"].value / 3


def test_the_colour_key_begins_at_a_single_die():
    table = pl.DataFrame(
        {"outcome": ["rests"] * 5, "rest_x": [5.0, 6, 7, 8, 300], "rest_y": [5.0] * 5}
    )
    found = rates(table, TRACK)
    assert found.max() == 800.0
    assert found.sum() == pytest.approx(1000.0)
    scale = scale_of([found])
    assert (scale.vmin, scale.vmax) == (200.0, 800.0)
    # Nothing landed anywhere, or everything on one place: a scale all the same.
    assert scale_of([0 * found]).vmax == 1.0
    assert scale_of([rates(table[:3], TRACK)]).vmin == 0.0
