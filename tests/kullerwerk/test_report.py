"""The report of a study: what its page says, and that its replays are the throws of the study."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from operator import attrgetter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kullerwerk as kw
from kullerwerk import cli
from kullerwerk.lab.hills import measure_hill
from kullerwerk.lab.measure import Measurement
from kullerwerk.lab.report import hill_replays
from kullerwerk.lab.report.charts import axis, heat_of, turns_spread, whiskers
from kullerwerk.lab.report.hill_page import hill_page_of, repeat_of_hill
from kullerwerk.lab.report.hill_replays import hill_replays_of, notable_drops
from kullerwerk.lab.report.hill_scene import plane_of
from kullerwerk.lab.report.pack import packed, unpacked
from kullerwerk.lab.report.page import page_of, repeat_of
from kullerwerk.lab.report.replays import TOLERANCE, UNIT, notable, replays_of
from kullerwerk.lab.report.thin import thinned
from scenes.files import load_hill, load_track
from scenes.hill import MarbleHill
from sim.columns import REST_WINDOW
from sim.provider import thrown_by

VOID = {"meta", "link", "line", "rect", "circle", "polygon", "polyline", "path", "input", "br"}


@pytest.fixture(scope="module")
def study() -> Measurement:
    return kw.measure("kinderrunde", 120, seed=7)


@pytest.fixture(scope="module")
def replayed(study) -> pl.DataFrame:
    return replays_of(study)


@pytest.fixture(scope="module")
def page(study, replayed) -> str:
    return page_of(study, replayed)


class Reader(HTMLParser):
    """Reads a page and notes what does not fit: open elements, ids that are there twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.names.add(tag)
        if "id" in found:
            self.ids.append(found["id"])
        self.links += [v for k, v in attrs if k in {"src", "href"}]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    return reader


def test_the_page_is_whole_and_fetches_nothing(page):
    reader = read(page)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert all(link.startswith(("#", "data:")) for link in reader.links)
    assert "http" not in re.sub(r"http-equiv", "", page)
    assert "default-src 'none'" in page


def test_headings_go_down_by_one(page):
    levels = [int(n) for n in re.findall(r"<h([1-6])[ >]", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


def test_figures_stand_in_the_page_with_their_intervals(study, page):
    turns, off = study["turns"], study["off_table:red"]
    assert (
        f"A tower needs {turns.value:.1f} turns to the finish on average "
        f"({turns.low:.1f} to {turns.high:.1f})." in page
    )
    assert f"{off.value:.1%}" in page
    assert f"{off.low:.1%} to {off.high:.1%}" in page
    assert f"{study.throws} throws in {study.runs} runs" in page


def test_a_page_of_one_set_and_of_no_replays():
    found = kw.measure("kinderrunde", 40, sets=["blue"], seed=3)
    text = page_of(found, replays_of(found, 0))
    assert read(text).open == []
    assert "No replays were asked for." in text
    assert "<script>" not in text
    assert "Set by set" not in text


def test_names_are_no_markup(study, replayed):
    hostile = "<script>alert(1)</script>"
    track = study.track.model_copy(update={"title": hostile})
    text = page_of(replace(study, track=track), replayed)
    assert hostile not in text
    assert "&lt;script&gt;alert(1)" in text
    assert text.count("<script") == 2


def test_the_command_makes_the_same_table_again(study):
    repeat = repeat_of(study)
    assert repeat.file == ""
    assert repeat.command == f"kullerwerk measure kinderrunde --throws {study.throws} --seed 7"
    assert kw.measure("kinderrunde", study.throws, seed=7).table.equals(study.table)


def test_a_layout_of_ones_own_is_in_the_page(study, tmp_path):
    track = study.track.model_copy(
        update={"name": "mine", "table": study.track.table.model_copy(update={"surface": "felt"})}
    )
    found = replace(study, track=track)
    text = page_of(found, replays_of(found, 0))
    assert "kullerwerk measure mine.toml" in text
    (layout,) = re.findall(
        r"beside where you call that</summary>\n<pre><code>(.*?)</code>", text, re.S
    )
    file = tmp_path / "mine.toml"
    file.write_text(layout.replace("&#34;", '"').replace("&gt;", ">"), encoding="utf-8")
    assert kw.load_track(file) == track


def test_a_track_that_is_not_fit_for_a_file_is_in_the_page_too():
    """No course for all: a start box with room for fewer towers than there are sets."""
    data = kw.load_track("kinderrunde").model_dump()
    data["sets"][0]["tower"]["depth"] = 400
    found = kw.measure(kw.Track.model_validate(data), 20, sets=["red"], seed=1)
    repeat = repeat_of(found)
    assert repeat.file == "kinderrunde.json"
    again = kw.measure(
        kw.Track.model_validate_json(repeat.text), found.throws, sets=["red"], seed=1
    )
    assert again.table.equals(found.table)
    assert "sets=('red',)" in repeat.command
    assert read(page_of(found, replays_of(found, 0))).open == []


def test_replays_are_the_throws_of_the_study(study, replayed):
    assert replayed.drop("way", "blockers").equals(study.table)
    for row in replayed.iter_rows(named=True):
        time, x, y, _ = (np.array(row["way"][k::4]) for k in range(4))
        assert time[0] == 0
        assert (np.diff(time) >= 0).all()
        # A die counts as at rest once it has been still for a while.
        assert time[-1] / 1000 >= row["time_s"] - REST_WINDOW - 0.001
        assert abs(x[-1] * UNIT - row["rest_x"]) <= UNIT
        assert abs(y[-1] * UNIT - row["rest_y"]) <= UNIT


def test_a_replayed_die_is_where_it_was(monkeypatch):
    """All moments of the simulation, held against the line that the page draws."""
    traces = []

    def watched(track, request, rng, tracing=False):
        ended = thrown_by(track, request, rng, tracing)
        traces.append(ended[0].trace)
        return ended

    found = kw.measure("kinderrunde", 10, sets=["green"], seed=1)
    monkeypatch.setattr("kullerwerk.lab.report.replays.thrown_by", watched)
    for way, trace in zip(replays_of(found)["way"].to_list(), traces, strict=True):
        time, *places = (np.array(way[k::4]) * (UNIT if k else 1.0) for k in range(4))
        for moment in trace:
            if moment.time >= 0.0:
                drawn = [np.interp(moment.time * 1000, time, axis) for axis in places]
                # Beside the tolerance: places are rounded to the unit, and times to a millisecond
                # in which a die goes as far as its speed says.
                speed = float(np.linalg.norm(moment.velocity))
                assert np.linalg.norm(np.subtract(drawn, moment.place)) < (
                    TOLERANCE + UNIT + 0.001 * speed
                )


def test_a_run_that_went_otherwise_elsewhere_is_left_out(study):
    moved = study.table.with_columns(
        pl.when((pl.col("run") == 2) & (pl.col("turn") == 3))
        .then(pl.col("rest_x") + 0.01)
        .otherwise(pl.col("rest_x"))
        .alias("rest_x")
    )
    left = replays_of(replace(study, table=moved))
    assert set(study.table["run"]) - set(left["run"]) == {2}


def test_notable_runs_come_first_and_whole(study):
    some = notable(study)
    some_throws = study.table.filter(pl.col("run").is_in(list(some))).height
    few = replays_of(study, 30)
    chosen = few["run"].unique().to_list()
    assert few.height <= 30
    assert set(chosen) <= set(some)
    assert few.height == study.table.filter(pl.col("run").is_in(chosen)).height
    assert some_throws > 30
    fastest = [k for k, why in some.items() if why == "the fastest of red"]
    red = study.table.filter(pl.col("set") == "red").group_by("run").len()
    assert red.filter(pl.col("run") == fastest[0])["len"][0] == red["len"].min()


def test_numbers_go_through_the_page(page, replayed):
    (text,) = re.findall(r'id="replay-data">(.*?)</script>', page, re.S)
    columns = json.loads(text)["columns"]
    assert unpacked(columns["run"]) == replayed["run"].to_list()
    times = [way[0::4] for way in replayed["way"].to_list()]
    assert unpacked(columns["time"]) == [t for one in times for t in one]


@given(st.lists(st.integers(-(2**30), 2**30 - 1), max_size=50))
def test_packed_numbers_come_back(numbers):
    assert unpacked(packed(numbers)) == numbers


@given(
    st.lists(st.tuples(st.floats(0.001, 1.0), st.floats(-90, 90), st.floats(-90, 90)), min_size=2,
             max_size=30),
    st.floats(0.1, 20.0),
)  # fmt: skip
def test_what_is_left_of_a_way_tells_the_rest(steps, tolerance):
    way = np.cumsum(np.array(steps), axis=0)
    short = thinned(way, tolerance)
    assert (short[0] == way[0]).all()
    assert (short[-1] == way[-1]).all()
    for time, *place in way:
        drawn = [np.interp(time, short[:, 0], short[:, k]) for k in (1, 2)]
        assert np.hypot(*np.subtract(drawn, place)) <= tolerance + 1e-6


def test_an_even_straight_way_needs_its_ends_alone_and_a_pause_is_kept():
    even = np.array([(t, 10.0 * t, 0.0) for t in range(11)])
    assert len(thinned(even, 0.5)) == 2
    # The same line with a rest in the middle: the place alone would not show it.
    pause = np.array([(0.0, 0.0, 0.0), (1.0, 50.0, 0.0), (9.0, 50.0, 0.0), (10.0, 100.0, 0.0)])
    assert len(thinned(pause, 0.5)) == 4


def test_heat_maps_count_every_die_at_rest(study):
    heat = heat_of(study)
    down = study.table.filter(pl.col("outcome").is_in(("rests", "cocked"))).height
    assert heat.dice == down
    assert sum(heat_of(study, name).dice for name in study.sets) == down
    shades = {shade for *_, shade in heat.rects}
    assert shades == {shade for shade, _ in heat.legend}
    for x, y, width, height, _ in heat.rects:
        assert x >= 0
        assert x + width <= study.track.table.length
        assert y >= 0
        assert y + height <= study.track.table.width


def test_a_die_in_the_upper_left_corner_is_drawn_there(study):
    place = study.table.head(1).with_columns(
        pl.lit(10.0).alias("rest_x"),
        pl.lit(790.0).alias("rest_y"),
        pl.lit("rests").alias("outcome"),
    )
    (rect,) = heat_of(replace(study, table=place)).rects
    assert rect[:2] == (0.0, 0.0)


def test_a_distribution_holds_every_run(study):
    spread = turns_spread(study)
    assert spread is not None
    for name, shares in spread.shares.items():
        assert sum(shares) == pytest.approx(1.0), name
    runs = study.table.filter(pl.col("set") == "red").group_by("run").len()["len"]
    assert spread.medians["red"] == runs.median()


@given(st.floats(-1e6, 1e6), st.floats(0.0, 1e6))
def test_an_axis_holds_what_it_is_for(low, size):
    made = axis(low, low + size)
    width = made.high - made.low
    assert width > 0
    assert made.low <= low + 1e-6 * width
    assert made.high >= low + size - 1e-6 * width
    assert 2 <= len(made.ticks) <= 10


def test_whiskers_say_where_a_bound_is_not_known(study):
    known = study["turns"]
    open_end = replace(known, high=float("inf"))
    nothing = replace(known, value=float("nan"), low=-float("inf"), high=float("inf"))
    first, second, third = whiskers([known, open_end, nothing], percent=False)
    assert first is not None
    assert second is not None
    assert third is None
    assert first["low"] < first["value"] < first["high"] < 100
    assert second["high"] == 100


def test_the_command_writes_a_page(tmp_path, capsys):
    file = tmp_path / "report.html"
    args = ["measure", "kinderrunde", "--throws", "30", "--seed", "2", "--report", str(file)]
    assert cli.main(args) == 0
    assert f"report in {file}" in capsys.readouterr().out
    assert read(file.read_text(encoding="utf-8")).open == []


def test_a_page_must_be_html(tmp_path, capsys):
    args = ["measure", "kinderrunde", "--throws", "30", "--report", str(tmp_path / "report.pdf")]
    assert cli.main(args) == 2
    assert "the name must end in .html" in capsys.readouterr().err


def test_the_notebook_gives_table_picture_and_report(study, tmp_path):
    assert study.table.columns[:3] == ["run", "turn", "set"]
    study.plot(tmp_path / "heat.png")
    assert (tmp_path / "heat.png").read_bytes().startswith(b"\x89PNG")
    assert study.plot().axes
    file = study.report(tmp_path / "report.html", replays=30)
    assert file.stat().st_size > 50_000


def test_the_notebook_refuses_in_a_sentence():
    with pytest.raises(ValueError, match="no piece set 'pink'; expected yellow"):
        kw.measure("kinderrunde", sets=["pink"])
    with pytest.raises(kw.SpecError):
        kw.measure("kinderrunde", player="nobody")
    with pytest.raises(kw.SceneError):
        kw.measure("no-such-track")
    with pytest.raises(AttributeError, match="nonsense"):
        attrgetter("nonsense")(kw)
    assert "measure" in dir(kw)


def test_a_track_can_be_given_as_name_file_or_track(tmp_path, study):
    track = load_track("kinderrunde")
    kw.save_track(track, tmp_path / "mine.toml")
    for given_as in (track, tmp_path / "mine.toml", str(tmp_path / "mine.toml")):
        assert kw.measure(given_as, study.throws, seed=7).table.equals(study.table)


# --- hills -------------------------------------------------------------------


@pytest.fixture(scope="module")
def drops() -> kw.HillMeasurement:
    return measure_hill(MarbleHill.example(), 40, seed=7)


@pytest.fixture(scope="module")
def dropped(drops) -> pl.DataFrame:
    return hill_replays_of(drops, 1000)


def test_the_page_of_a_hill_is_whole(drops, dropped):
    text = hill_page_of(drops, dropped)
    reader = read(text)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert "http" not in re.sub(r"http-equiv", "", text)
    out = drops["out"]
    assert f"{out.value:.1%} of the drops come into the hollow ({out.low:.1%} to " in text
    assert f"{drops['leg_1_lane_2'].value:.1%}" in text
    assert "Every drop of the study can be played" in text
    assert "No replays were asked for." in hill_page_of(drops, hill_replays_of(drops, 0))


def test_replayed_drops_end_where_they_were_measured(drops, dropped):
    assert dropped.height == drops.drops
    plane = plane_of(drops.hill)
    for row in dropped.iter_rows(named=True):
        way = np.array(row["way"]).reshape(-1, 3) * np.array([1.0, *[hill_replays.UNIT] * 2])
        assert (np.diff(way[:, 0]) > 0).all()
        place = plane.hut if row["end"] == "stuck" else plane.hill
        assert np.abs(way[-1, 1:] - place(row["x"], row["y"])).max() < 0.5
        assert way[-1, 0] / 1000 == pytest.approx(row["time_s"], abs=0.05)
        hatch = drops.hill.hut.hatches[row["hatch"] - 1]
        assert np.abs(way[0, 1:] - plane.hut(hatch.x, drops.hill.hut.hatch_height)).max() < 1.0


def test_drops_worth_a_look_come_first(drops):
    few = hill_replays_of(drops, 3)
    assert set(few["ball"]) == set(list(notable_drops(drops))[:3])
    assert hill_replays_of(drops, 3, jobs=2).equals(few)


def test_a_hill_of_ones_own_is_in_the_page(drops):
    repeat = repeat_of_hill(drops)
    assert repeat.file == "example.json"
    assert MarbleHill.model_validate_json(repeat.text) == drops.hill
    galton = measure_hill(load_hill("galton"), 10, seed=2)
    assert repeat_of_hill(galton).command == "kullerwerk measure galton --drops 10 --seed 2"


def test_the_command_reports_of_a_hill(tmp_path, capsys):
    path = tmp_path / "r.html"
    args = ["measure", "galton", "--drops", "10", "--seed", "1", "--replays", "4"]
    assert cli.main([*args, "--report", str(path)]) == 0
    assert f"report in {path}" in capsys.readouterr().out
    assert "4 of the 10 drops can be played" in path.read_text(encoding="utf-8")
