"""The live map and figures: only throws of the layout that is shown count."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import numpy as np
import pytest

from kullerwerk.lab.measure import figures_of, first_rounds
from kullerwerk.lab.runs import Runs
from kullerwerk.physics import live as live_physics
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.edit.heat import FADES, Heat, colours, smoothed
from kullerwerk.stage.edit.live import GONE, SEED, Live, Piece, drop_some, throw_some
from kullerwerk.stage.shapes import Camera, Rect
from kullerwerk.stage.surroundings import Surroundings
from rules.koenig.board import board_of
from rules.koenig.rules import KOENIG
from scenes.files import load_hill, load_track, scene_hash

BOX = Rect(0, 0, 1200, 800)


class Slow:
    """Somebody in the background who is done when the test says so."""

    def __init__(self):
        self.asked = []

    def submit(self, work, *args, **kwargs):
        future = Future()
        self.asked.append((work, args, future))
        return future

    def close(self):
        pass

    def answer(self, found):
        self.asked[-1][2].set_result(found)


def spots(n, at=(600.0, 400.0)):
    return tuple((at[0] + k % 7, at[1]) for k in range(n))


def test_one_piece_at_a_time_and_results_of_another_layout_are_not_counted():
    background = Slow()
    live = Live(background)
    first, second = load_track("kinderrunde"), load_track("rundkurs")
    live.follow(first)
    live.update()
    live.update()
    assert len(background.asked) == 1
    live.follow(second)
    background.answer(Piece(2, 30, spots(30)))
    live.update()
    assert live.runs == live.throws == 0
    assert [current for _, current in live.looked()] == [False]
    assert background.asked[-1][1][0] is second
    background.answer(Piece(1, 17, spots(17)))
    live.update()
    assert live.runs == 0  # a glance
    assert [current for _, current in live.looked()] == [False]
    background.answer(Piece(1, 15, spots(15)))
    live.update()
    assert (live.runs, live.throws) == (1, 15)
    assert background.asked[-1][1][1] == 1  # the next run of it
    assert [current for _, current in live.looked()] == [True]


def test_the_first_piece_of_a_layout_is_a_glance_at_another_run_each_time():
    background = Slow()
    live = Live(background, seconds=0.25)
    for name in ("kinderrunde", "rundkurs", "kinderrunde"):
        live.follow(load_track(name))
        live.update()
        background.answer(Piece(1, 15))
    live.update()
    assert [args[1:] for _, args, _ in background.asked] == [
        (0, 0.0),
        (1, 0.0),
        (2, 0.0),
        (0, 0.25),
    ]


def test_nothing_is_thrown_on_what_is_wrong():
    background = Slow()
    live = Live(background)
    live.follow(None)
    live.update()
    assert not background.asked


def test_a_failure_is_told_of_and_ends_with_the_next_layout():
    background = Slow()
    live = Live(background)
    live.follow(load_track("kinderrunde"))
    live.update()
    background.asked[-1][2].set_exception(ValueError("no"))
    live.update()
    assert live.trouble == "ValueError: no"
    live.update()
    assert len(background.asked) == 1
    live.follow(load_track("rundkurs"))
    live.update()
    assert not live.trouble
    assert len(background.asked) == 2


def test_throws_are_those_of_the_lab():
    track = load_track("kinderrunde")
    piece = throw_some(track, 0, 0.0)
    names = tuple(s.name for s in track.sets)
    assert piece.count == 1
    board = board_of(track, scene_hash(track))
    physics = live_physics(track)
    rows = Runs(track, names, Spec("greedy"), SEED).rows_of(
        0, board, physics, maker(KOENIG, physics, track)
    )
    assert piece.throws == len(rows)
    down = [(r["rest_x"], r["rest_y"]) for r in rows if r["outcome"] in ("rests", "cocked")]
    assert list(piece.spots) == down
    assert piece.ways


def test_the_map_and_the_figures_follow_a_drag():
    """After a drag there is nothing in them but throws of the new layout, and they are its own."""
    page = EditPage(Surroundings(), "kinderrunde")
    page.live.seconds = 0.0
    for _ in range(14):
        page.update(0.02)
    assert page.heat.throws > FADES / 2
    spot = page.find("spot:sphere:0")
    page.press(*spot.middle)
    for k in range(4):
        page.drag(spot.middle[0] - 30 * k, spot.middle[1] + 20 * k, 0, 0)
        page.update(0.02)
    page.release(*spot.middle)
    assert page.heat.throws < 40  # what was thrown before the drag is not counted any more
    for _ in range(40):
        page.update(0.02)
        if page.heat.throws >= FADES and page.live.figured >= 8:
            break
    assert page.heat.fading == 0.0
    fresh = Live(page.around.background, seconds=0.0)
    fresh.follow(page.layout.scene)
    heat = Heat(page.heat.box)
    while fresh.runs < page.live.runs:
        fresh.update()
        for piece, current in fresh.looked():
            heat.add(piece.spots, current=current)
    assert np.allclose(heat.shares, page.heat.shares)
    # The figures are the lab's own, of whole rounds.
    scene, rounds = page.layout.scene, page.live.figured // 4
    assert rounds >= 2
    job = Runs(scene, tuple(s.name for s in scene.sets), Spec("greedy"), SEED)
    table = job.piece(0)
    assert rounds <= 8
    figures = figures_of(first_rounds(table, 4, rounds), job.sets)
    shown = {f.key: (f.value, f.low, f.high) for f in page.live.figures}
    for figure in figures:
        if figure.set == "" and figure.key in ("turns", "off_table", "progress", "spread"):
            one = figure.estimate
            assert shown[figure.key] == pytest.approx((one.value, one.low, one.high))


def test_intervals_narrow_as_throws_arrive():
    page = EditPage(Surroundings(), "kinderrunde")
    page.live.seconds = 0.0
    widths = []
    while page.live.runs < 24:
        page.update(0.02)
        for figure in page.live.figures:
            if figure.key == "progress" and page.live.figured not in [n for n, _ in widths]:
                widths.append((page.live.figured, figure.high - figure.low))
    assert widths[-1][1] < widths[0][1]


def test_balls_of_a_hill_are_dropped_instead():
    page = EditPage(Surroundings(), "galton")
    page.live.seconds = 0.0
    for _ in range(5):
        page.update(0.02)
    assert page.live.runs == len(page.live.balls) >= 3
    assert page.heat.version
    assert drop_some(load_hill("galton"), 0, 0.0).balls[0] == page.live.balls[0]


# --- the map -----------------------------------------------------------------


def test_a_map_forgets_the_layout_before_as_throws_come():
    heat = Heat(BOX)
    heat.add(spots(200, (100.0, 100.0)), current=True)
    heat.begin()
    shares = []
    for _ in range(4):
        heat.add(spots(FADES // 3, (900.0, 600.0)), current=True)
        shares.append(float(heat.shares[:40, :40].sum()))
    assert 0 < shares[0] < 0.6
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.0
    assert heat.shares.sum() == pytest.approx(1.0)


def test_pieces_of_passing_layouts_move_a_map_without_counting():
    heat = Heat(BOX)
    heat.add(spots(200, (100.0, 100.0)), current=True)
    heat.begin()
    for _ in range(8):
        heat.add(spots(20, (900.0, 600.0)), current=False)
    assert heat.throws == 0
    assert heat.shares[:40, :40].sum() < 0.05
    assert heat.shares[40:, 60:].sum() > 0.9


def test_places_beside_the_map_are_left_out():
    heat = Heat(BOX)
    heat.add(((-5.0, 400.0), (1300.0, 400.0), (600.0, 400.0)), current=True)
    assert heat.shares.sum() == pytest.approx(1 / 3)


def test_a_map_covers_its_box_and_changes_its_version():
    heat = Heat(BOX)
    heat.add(spots(10), current=True)
    first = heat.raster("heat", Camera(0.5, 10, 20))
    heat.add(spots(10), current=True)
    second = heat.raster("heat", Camera(0.5, 10, 20))
    assert first.box == BOX
    assert first.version != second.version
    assert second.pixels.shape == (80, 120, 4)
    seen = second.pixels[..., 3].astype(float)
    assert (seen.sum(axis=1) @ np.arange(80)) / seen.sum() == pytest.approx(40, abs=0.5)
    assert (seen.sum(axis=0) @ np.arange(120)) / seen.sum() == pytest.approx(60.3, abs=0.5)


def test_smoothing_loses_nothing():
    values = np.random.default_rng(1).random((30, 40))
    assert smoothed(values, 2.5).sum() == pytest.approx(values.sum())


def test_colours_go_evenly_from_light_to_dark():
    shown = colours(np.linspace(0, 1, 50)).astype(float)
    bright = shown[:, 0] * 0.299 + shown[:, 1] * 0.587 + shown[:, 2] * 0.114
    assert np.all(np.diff(bright) < 0.6)
    assert shown[0, 3] == 0
    assert np.all(np.diff(shown[:, 3]) >= 0)


def test_a_process_that_was_ended_is_followed_by_another_but_not_for_ever():
    background = Slow()
    live = Live(background)
    live.follow(load_track("kinderrunde"))
    live.update()

    def lose():
        background.asked[-1][2].set_exception(BrokenProcessPool())
        live.update()

    lose()
    lose()
    assert not live.trouble
    assert len(background.asked) == 3
    background.answer(Piece(1, 10, spots(10)))  # a glance, which does not count
    live.update()
    background.answer(Piece(2, 30, spots(30)))
    live.update()
    assert live.runs == 2
    for _ in range(3):
        lose()
    assert live.trouble == GONE
    assert not live.busy
