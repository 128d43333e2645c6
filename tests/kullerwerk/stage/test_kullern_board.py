"""The board of the marbles: whole games by mouse and by keyboard, and what is shown meanwhile."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

import pytest

from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.levels import level
from kullerwerk.stage.rolling import Run, traced_run
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.shapes import Layer, Rect
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.table import TablePage
from kullerwerk.streams import physics_stream
from rules.core.types import Ask
from sim.marbles.provider import LiveMarbles

QUICK = (("turn_cap", 4),)


def started(options=QUICK, players=2, seed=5, **settings) -> TablePage:
    seats = (None, *[level("kullern", "easy")] * (players - 1))
    around = Surroundings(Settings(**settings))
    return new_game(around, Plan("kullern", seats, tuple(options), "galton", seed))


def until_asked(page: TablePage, most: int = 20_000) -> None:
    for _ in range(most):
        if page.match.over is not None and not page.board.busy and not page.match.happened:
            return
        if page.match.waits is not None and not page.board.busy and not page.match.happened:
            return
        page.update(0.1)
    raise AssertionError("nobody is asked any more")


def answers(page: TablePage) -> list:
    spots = [w for w in page.widgets() if w.kind == "spot"]
    return spots or [w for w in page.widgets() if w.id.startswith("act:")]


@pytest.mark.parametrize("variant", ["full", "junior"])
def test_a_game_is_played_to_its_end_by_the_mouse_alone(variant):
    page = started((*QUICK, ("variant", variant)))
    for number in range(200):
        until_asked(page)
        if page.match.over is not None:
            break
        offered = answers(page)
        page.press(*offered[number % len(offered)].middle)
        page.release(*offered[number % len(offered)].middle)
    assert page.match.over is not None
    assert page.match.over.termination


def test_a_game_is_played_to_its_end_by_the_keyboard_alone():
    page = started()
    for _ in range(200):
        until_asked(page)
        if page.match.over is not None:
            break
        names = {widget.id for widget in answers(page)}
        for _ in range(60):
            page.key("tab")
            if page.look.focus in names:
                break
        page.key("return")
    assert page.match.over is not None


def test_what_is_shown_is_what_the_simulation_did():
    page = started(reduced_motion=True)
    until_asked(page)
    page.press(*answers(page)[0].middle)
    page.release(*answers(page)[0].middle)
    asks = 0
    session = page.match.session
    for number, (pending, answer, _) in enumerate(session.steps):
        if isinstance(pending, Ask):
            stream = physics_stream(session.seed, asks)
            settled, run = traced_run(page.match.scene, pending.request, stream)
            assert settled == answer, number
            plain = LiveMarbles(page.match.scene)
            assert plain.resolve(pending.request, physics_stream(session.seed, asks)) == answer
            assert isinstance(run, Run)
            asks += 1
    assert asks


def test_a_marble_is_shown_where_it_comes_to_rest():
    page = started(seed=11)
    until_asked(page)
    page.press(*answers(page)[1].middle)
    page.release(*answers(page)[1].middle)
    while not page.board._run:
        page.update(0.01)
    run = page.board._run
    rest = {row[0]: row for row in enumerate(page.match.state.world)}
    for way in run.ways:
        row = rest[way.marble][1]
        if row[0] == (1 if way.hut else 2):
            x, y = way.places[-1]
            assert abs(x - row[1] / 100) < 1.0
            assert abs(y - row[2] / 100) < 1.0


def test_the_log_does_not_tell_what_still_rolls():
    page = started(seed=3)
    until_asked(page)
    page.press(*answers(page)[0].middle)
    page.release(*answers(page)[0].middle)
    while not page.board.busy:
        page.update(0.01)
    while page.board._run is None:
        page.update(0.01)
    told = [line for line, _ in page._log_lines()]
    known = [said.text for said in page.match.log]
    assert len(known) > len(page.match.readable(page._told))
    assert not any("hatch" in line and "roll" in line for line in told[-1:])


def test_the_last_throw_is_shown_once_more_and_slowly():
    page = started(seed=3)
    until_asked(page)
    page.press(*answers(page)[0].middle)
    page.release(*answers(page)[0].middle)
    page.update(0.05)
    until_asked(page)
    state = page.match.state
    assert page.find("slow") is not None
    page.do("slow")
    assert page.board.busy
    passed = 0
    while page.board.busy:
        page.update(0.05)
        passed += 1
    page.update(0.05)
    assert page.board._shown is state
    assert passed * 0.05 > 2 * page._last.trace.time


def test_everything_drawn_lies_on_the_board_and_spots_do_not_hide_one_another():
    for size in ((1280.0, 800.0), (900.0, 600.0)):
        page = started()
        page.resize(*size)
        until_asked(page)
        spots = [w for w in page.widgets() if w.kind == "spot"]
        assert len(spots) == 5
        board = Rect(*page.board.area)
        for widget in spots:
            assert board.holds(*widget.middle)
            assert page.at(*widget.middle).id == widget.id


def test_a_strange_marmot_cannot_be_walked():
    page = started(seed=2)
    for _ in range(60):
        until_asked(page)
        if page.match.pending.kind == "walk":
            break
        page.press(*answers(page)[0].middle)
        page.release(*answers(page)[0].middle)
    state = page.match.state
    other = next(k for k in range(len(state.marmots)) if state.owner(k) != page.match.turn)
    x, y = page.board.camera.out(page.board._place(state, other, state.marmots[other]))
    page.press(x, y)
    page.release(x, y)
    assert page.bad
    assert "marmot" in page.notice


def test_the_ground_is_drawn_once_for_each_side_of_the_slider():
    page = started()
    until_asked(page)
    first = next(
        layer for layer in page.layers() if isinstance(layer, Layer) and layer.key == "ground"
    )
    page.update(0.1)
    again = next(
        layer for layer in page.layers() if isinstance(layer, Layer) and layer.key == "ground"
    )
    assert first.shapes is again.shapes


def test_german_is_spoken():
    page = started(language="de")
    until_asked(page)
    assert "Luke" in page.board.prompt()
    page.around.change(replace(page.around.settings, language="en"))
    assert "hatch" in page.board.prompt()


def test_the_panel_says_whose_colours_are_whose_and_how_far_home_they_are():
    page = started(players=2, language="en")
    assert page.board.standing(0) == "Yellow and red: 0 of 3 home"
    assert page.board.standing(1) == "Blue and green: 0 of 3 home"
    four = started(players=4, language="de")
    assert four.board.standing(3) == "Grün: 0 von 2 am Ziel"


def test_a_press_beside_the_hatches_says_where_marbles_go_in():
    page = started(language="en")
    until_asked(page)
    rect, _, _ = page.board.spot("hatch1")
    page.press(rect.middle[0], rect.y - 30)
    page.release(rect.middle[0], rect.y - 30)
    assert page.notice == "Marbles are dropped through the hatches in the roof."


def test_the_mark_of_a_hatch_leaves_its_number_to_be_read():
    page = started(language="en")
    until_asked(page)
    marks = next(layer for layer in page.board.layers() if layer.key == "marks")
    (x, y), r = page.board._sheet.hatch(1), page.board._sheet.unit * 7
    inside = [
        point
        for shape in marks.shapes
        for point in getattr(shape, "points", ())
        if (point[0] - x) ** 2 + (point[1] - y) ** 2 < r**2
    ]
    assert marks.shapes
    assert not inside


class Never:
    """A background in which nothing comes to its end."""

    def submit(self, work, *args, **kwargs):
        return Future()

    def close(self) -> None:
        return


def test_a_long_wait_for_the_simulation_is_explained():
    page = started(language="en")
    until_asked(page)
    page.around.background = Never()
    spot = answers(page)[0]
    page.press(*spot.middle)
    page.release(*spot.middle)
    for _ in range(30):
        page.update(0.1)
    assert page._prompt() == "Rolling …"
    for _ in range(30):
        page.update(0.1)
    assert page._prompt().startswith("Still simulating …")
