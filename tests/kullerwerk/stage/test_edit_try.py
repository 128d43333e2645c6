"""Trying a layout: set up like any game, kept like any game, and back to the editor."""

import json

import pytest

from kullerwerk.players.specs import Spec
from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.games import Plan, games_folder, new_game, resumed
from kullerwerk.stage.page import Back, Open
from kullerwerk.stage.saved import SavedPage
from kullerwerk.stage.setup import SetupPage
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.watch import watch_file
from scenes.files import copy_scene, source_text


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))


def edited(name):
    page = EditPage(Surroundings(), str(name))
    page.resize(1280, 800)
    return page


def tried(page):
    """The set-up that trying a layout opens."""
    page.do("try")
    assert isinstance(page.go, Open), page.notice
    setup, page.go = page.go.page, None
    assert isinstance(setup, SetupPage)
    return setup


def started(setup):
    """The game that a set-up starts, which takes its place."""
    setup.do("start")
    assert isinstance(setup.go, Open), setup.notice
    assert setup.go.instead
    setup.closing()
    return setup.go.page


def played(table, steps=2):
    """The game some answers later, by what the advisor says."""
    while len(table.match.session.steps) < steps:
        if table.match.waits is not None:
            table.match.ask_hint()
            table.match.update()
            table.match.act(table.match.advice)
        table.update(0.5)
    return table


def test_a_layout_is_tried_on_the_copy_with_seats_and_options_and_its_file_is_left_alone(tmp_path):
    file = copy_scene("kinderrunde", tmp_path / "course.toml")
    before = file.read_bytes()
    page = edited(file)
    page.move_to("sphere:0", (850.0, 450.0))
    setup = tried(page)
    names = [widget.id for widget in setup.widgets()]
    assert {"start", "seats", "seat:0", "seat:1", "preset"} <= {*names}
    assert "scene" not in names
    assert "course" in setup.remark()
    setup.do("seat:1", 0)
    table = started(setup)
    assert table.match.seats == (None, None)
    assert table.match.scene == page.layout.scene
    assert table.match.scene.half_spheres[0].x == 850
    table.closing()
    assert file.read_bytes() == before
    assert page.history.unsaved
    assert page.history.can_undo


def test_what_was_chosen_last_is_what_the_next_set_up_begins_with():
    page = edited("kinderrunde")
    setup = tried(page)
    setup.do("seats", 2)
    setup.do("seat:3", 0)
    setup.do("option:round_cap", 9)
    seats = setup.find("seat:3").index
    setup.do("back")
    assert isinstance(setup.go, Back)
    setup.closing()
    page.move_to("sphere:0", (850.0, 450.0))
    again = tried(page)
    assert again.find("seat:3").index == seats
    table = started(again)
    assert table.match.state.options.round_cap == 9
    assert table.match.scene.half_spheres[0].x == 850
    table.closing()
    # The menu sets the same game up.
    assert SetupPage(page.around, Plan("koenig")).find("seat:3") is not None
    assert SetupPage(page.around, Plan("kullern")).find("seat:3") is None


@pytest.mark.parametrize("name", ["kinderrunde", "galton"])
def test_a_tried_game_is_kept_taken_up_again_and_watched(name):
    page = edited(name)
    if page.is_hill:
        page.do("stones:5", True)
    else:
        page.move_to("sphere:0", (850.0, 450.0))
    table = played(started(tried(page)))
    record = table.match.session.record
    assert record.parent == games_folder()
    assert json.loads(record.read_text("utf-8").splitlines()[0])["players"] == ["human", "greedy"]
    table.closing()
    saved = SavedPage(page.around)
    saved.do("saved:0")
    assert isinstance(saved.go, Open), saved.notice
    assert saved.go.page.match.scene == page.layout.scene
    saved.go.page.closing()
    assert watch_file(page.around, record).match.scene == page.layout.scene


def test_a_layout_that_nobody_can_race_on_is_not_tried():
    page = edited("kinderrunde")
    page.move_to("sphere:0", (600.0, 250.0))
    page.do("try")
    assert page.go is None
    assert page.bad


def test_where_games_cannot_be_kept_the_set_up_says_so(monkeypatch, tmp_path):
    page = edited("kinderrunde")
    setup = tried(page)
    monkeypatch.setattr("kullerwerk.stage.games.save_track", _full)
    setup.do("start")
    assert setup.go is None
    assert "No space left" in setup.notice


def _full(track, path, over=None):
    from scenes.errors import SceneError

    raise SceneError(str(path), None, "", "a file that can be written", "No space left on device")


def test_the_text_of_the_library_is_not_needed_for_what_is_kept(tmp_path):
    page = edited("rundkurs")
    page.do("mirror:y")
    table = started(tried(page))
    kept = table.match.session.record.with_suffix(".toml")
    assert "half_spheres" in source_text(str(kept))
    table.closing()


def test_a_game_on_a_library_scene_goes_on_whatever_file_lies_beside_its_record(tmp_path):
    around, record, seats = Surroundings(), tmp_path / "study.jsonl", (Spec("greedy"),) * 2
    table = played(new_game(around, Plan("koenig", seats, (), "kinderrunde"), record=record), 1)
    table.closing()
    (tmp_path / "study.toml").write_text('kind = "sweep"\n', encoding="utf-8")
    again = resumed(around, record, seats)
    assert again.match.scene == table.match.scene
    again.closing()
    assert watch_file(around, record).match.scene == table.match.scene
