"""What goes wrong under an editor: windows, numbers, names, files, processes."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from kullerwerk.stage.edit import EditPage
from kullerwerk.stage.edit.leaving import AskPage, EditMenu
from kullerwerk.stage.shapes import Rect, fitted
from kullerwerk.stage.surroundings import Surroundings
from scenes.files import copy_scene, load_track


class Idle:
    """Somebody in the background who never gets anything done."""

    def __init__(self):
        self.asked = []

    def submit(self, work, *args, **kwargs):
        self.asked.append(Future())
        return self.asked[-1]

    def close(self):
        pass


def page(name="kinderrunde", size=(1280, 800)):
    made = EditPage(Surroundings(background=Idle()), str(name))
    made.resize(*map(float, size))
    return made


@pytest.fixture
def file(tmp_path):
    return copy_scene("kinderrunde", tmp_path / "course.toml")


@pytest.mark.parametrize("size", [(400, 300), (60, 40), (1, 1)])
@pytest.mark.parametrize("name", ["kinderrunde", "galton"])
def test_a_window_without_room_is_drawn_and_pressed(name, size):
    made = page(name, size)
    for tab in ("piece", "whole", "view"):
        made.do(f"tab:{tab}")
        assert made.frame()
    made.press(size[0] / 3, size[1] * 0.7)
    made.drag(3, 3, 0, 0)
    made.release(3, 3)
    made.key("g")
    assert made.frame()


def test_a_camera_has_a_way_back_from_a_screen_without_room():
    camera = fitted(Rect(0, 0, 1200, 800), Rect(5, 5, 0, 0))
    assert camera.back(camera.out((600.0, 400.0))) == pytest.approx((600, 400))


@pytest.mark.parametrize("text", ["0", "-5", "0,001", "9999"])
@pytest.mark.parametrize("key", ["table.length", "table.width", "gate.post_radius"])
def test_a_table_of_any_size_is_drawn_and_told_of(key, text):
    made = page()
    made.do("grid")
    made.do("step", 0)
    made.do(f"type:{key}", text)
    assert made.frame()
    assert made.layout.problems or text == "9999"
    made.do("undo")
    assert not made.layout.problems


@pytest.mark.parametrize("text", ["0", "-3", "90", "9999"])
@pytest.mark.parametrize(
    "key",
    ["slope.branch_deg", "slope.gutter_width", "marbles.radius", "hut.hatch_height",
     "hut.exit_width", "path.chairs"],
)  # fmt: skip
def test_a_hill_of_any_measures_is_drawn(key, text):
    made = page("galton")
    made.do(f"type:{key}", text)
    assert made.frame()
    made.do("undo")
    assert made.layout.scene is not None


def test_names_that_cannot_be_are_told_of():
    made = page()
    made.do("spot:sphere:0")
    for text in ("", "B", "x" * 400):
        made.do("text:name", text)
        assert made.frame()
    made.do("undo")
    made.do("text:title", "x" * 4000)
    assert made.layout.problems
    assert made.frame()
    made.do("try")
    assert made.bad


def test_a_table_without_obstacles_is_laid_out_from_nothing():
    made = page("rundkurs")
    while made.data["half_spheres"]:
        made.do("spot:sphere:0")
        made.do("remove")
        assert made.frame()
    assert made.data["course"] == []
    made.do("mirror:y")
    made.do("axis", 2)
    made.key("a")
    assert len(made.data["half_spheres"]) == 1
    assert made.selected == "sphere:0"
    assert made.frame()


@pytest.mark.parametrize("keys", [("delete",), ("z", frozenset({"ctrl"}))])
def test_what_was_taken_away_in_a_drag_is_not_dragged_on(keys):
    made = page()
    spot = made.find("spot:sphere:1")
    made.press(*spot.middle)
    made.drag(300, 400, 0, 0)
    made.key(*keys)
    after = made.data
    made.drag(320, 420, 0, 0)
    made.release(320, 420)
    assert made.data == after
    made.press(*made.find("spot:sphere:0").middle)
    made.key("lshift", frozenset({"shift"}))  # no command: the drag goes on
    made.drag(500, 400, 0, 0)
    assert made.data != after


def test_a_process_that_dies_in_a_drag_is_followed_by_another_one():
    made = page()
    background = made.around.background
    spot = made.find("spot:sphere:1")
    made.press(*spot.middle)
    for k in range(2):
        made.update(0.02)
        background.asked[-1].set_exception(BrokenProcessPool("gone"))
        made.drag(300 + 10 * k, 400, 0, 0)
        made.update(0.02)
        assert made.frame()
    made.release(310, 400)
    assert not made.live.trouble
    assert made.live.busy
    assert made.history.can_undo


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"),
                                   OSError(28, "No space left on device")])  # fmt: skip
@pytest.mark.parametrize("own", [True, False])
def test_a_file_that_cannot_be_written_is_told_of_and_left(error, own, file, tmp_path, monkeypatch):
    made = page(file)
    before = file.read_bytes()
    made.move_to("sphere:0", (870.0, 420.0))

    def refuse(*args, **kwargs):
        raise error

    monkeypatch.setattr("scenes.files.os.fdopen", refuse)
    assert not made.save(None if own else tmp_path / "other.toml")
    assert made.bad
    assert error.strerror.lower() in made.notice
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["course.toml"]
    assert made.history.unsaved
    monkeypatch.undo()
    assert made.save(), made.notice


def test_a_folder_that_cannot_be_looked_into_any_more_is_told_of(file, monkeypatch):
    made = page(file)
    made.move_to("sphere:0", (870.0, 420.0))

    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", refuse)
    assert not made.save()
    assert "permission denied" in made.notice
    assert made.history.unsaved


def test_undo_after_saving_is_unsaved_and_saved_again(file):
    made = page(file)
    made.move_to("sphere:0", (870.0, 420.0))
    assert made.save()
    made.do("undo")
    assert made.history.unsaved
    assert made.save(), made.notice
    assert load_track(file).half_spheres[0].x == 880
    made.do("redo")
    assert made.save(), made.notice
    assert load_track(file).half_spheres[0].x == 870
    assert not made.history.unsaved


def test_saving_fails_while_leaving_and_the_window_stays(file):
    made = page(file)
    made.move_to("sphere:0", (870.0, 420.0))
    file.write_text(file.read_text("utf-8") + "# theirs\n", "utf-8")
    ask = made.before_closing()
    assert isinstance(ask, AskPage)
    ask.do("save")
    assert made.go is None
    assert "changed since" in made.notice
    menu = EditMenu(made)
    menu.do("name", str(file.with_name("mine")))
    menu.do("save")
    assert not menu.bad
    assert made.before_closing() is None
