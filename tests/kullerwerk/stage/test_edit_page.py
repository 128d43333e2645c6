"""The editor's page without a window: pointer, keyboard, saving, trying, leaving."""

import difflib

import pytest

from kullerwerk.stage.edit import ChoosePage, EditPage
from kullerwerk.stage.edit.leaving import AskPage, EditMenu
from kullerwerk.stage.edit.live import Known
from kullerwerk.stage.edit.strip import figure_row
from kullerwerk.stage.page import Back, Leave, Open
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.window.offers import offered
from scenes.errors import SceneError
from scenes.files import copy_scene, load_hill, load_track, source_text


class Idle:
    """Somebody in the background who never gets anything done."""

    def submit(self, work, *args, **kwargs):
        from concurrent.futures import Future

        return Future()

    def close(self):
        pass


def page(name="kinderrunde", lang="en", size=(1280, 800), text=1.0):
    around = Surroundings(settings=Settings(language=lang, text_size=text), background=Idle())
    made = EditPage(around, str(name))
    made.resize(*size)
    return made


@pytest.fixture
def file(tmp_path):
    return copy_scene("kinderrunde", tmp_path / "course.toml")


def dragged(made, name, to):
    """Drag a thing to a place of the world with the pointer."""
    spot = made.find(f"spot:{name}")
    made.press(*spot.middle)
    x, y = made.camera.out(to)
    made.drag((x + spot.middle[0]) / 2, (y + spot.middle[1]) / 2, 0, 0)
    made.drag(x, y, 0, 0)
    made.release(x, y)


def sphere(made, k=0):
    one = made.data["half_spheres"][k]
    return one["x"], one["y"]


def test_a_half_sphere_is_dragged_and_put_back():
    made = page()
    dragged(made, "sphere:0", (850.0, 450.0))
    assert sphere(made) == pytest.approx((850, 450), abs=0.02)
    assert made.selected == "sphere:0"
    made.key("z", frozenset({"ctrl"}))
    assert sphere(made) == (880, 400)
    made.key("y", frozenset({"ctrl"}))
    assert sphere(made) == pytest.approx((850, 450), abs=0.02)
    made.key("z", frozenset({"ctrl"}))
    made.key("z", frozenset({"ctrl", "shift"}))
    assert sphere(made) == pytest.approx((850, 450), abs=0.02)


@pytest.mark.parametrize(
    ("name", "to", "key"),
    [
        ("post:right", (610.0, 50.0), ("gate", "right_post")),
        ("ray:1", (0.0, 450.0), ("course", 1, "to")),
        ("corner:ll", (360.0, 60.0), ("start_box", "x_min")),
        ("gate:", (620.0, 160.0), ("gate", "left_post")),
        ("box:", (450.0, 160.0), ("start_box", "y_max")),
    ],
)
def test_everything_on_a_track_can_be_dragged(name, to, key):
    made = page()
    before = made.data
    dragged(made, name, to)
    from kullerwerk.stage.edit.layout import value_at

    assert value_at(made.data, key) != value_at(before, key)
    assert made.handle(name).place == pytest.approx(to, abs=0.02)


@pytest.mark.parametrize("name", ["hatch:1", "tip:2.3", "row:6", "space:0", "stone:3", "horn:6"])
def test_everything_on_a_hill_can_be_dragged(name):
    made = page("galton")
    before = made.data
    at = made.handle(name).place
    dragged(
        made, name, (at[0] + (42.0 if name[0] in "sh" and name[1] in "pto" else 2.0), at[1] - 2)
    )
    assert made.data != before
    assert made.handle(made.selected) is not None


def test_things_cannot_be_lost_beside_the_table():
    made = page()
    dragged(made, "ray:0", (1250.0, 420.0))
    assert made.data["course"][0]["to"] == [1200, 420]


def test_a_drag_snaps_to_the_grid_and_keys_do_not():
    made = page()
    made.key("g")
    assert made.view.grid
    dragged(made, "sphere:0", (853.4, 447.0))
    assert sphere(made) == (850, 450)
    made.key("right")
    assert sphere(made) == (851, 450)


def test_on_a_hill_a_drag_snaps_and_symmetry_is_one_step():
    made = page("galton")
    made.key("g")
    assert made.view.grid
    assert any(getattr(layer, "key", "") == "edit.grid" for layer in made.layers())
    made.do("tab:view")
    assert made.find("step").options == ("0.1 mm", "0.5 mm", "1 mm", "5 mm", "10 mm")
    made.do("step", 3)
    dragged(made, "row:6", (made.handle("row:6").x, made.handle("row:6").y - 1.7))
    assert made.data["rows"][6]["y"] % 5 == 0
    made.do("undo")
    made.do("step", 1)
    made.do("axis", 1)
    before = made.data
    last = len(before["hut"]["hatches"]) - 1
    at, twin = made.handle("hatch:0"), made.handle(f"hatch:{last}")
    dragged(made, "hatch:0", (at.x + 1.2, at.y))
    assert made.handle("hatch:0").x - at.x == twin.x - made.handle(f"hatch:{last}").x != 0
    made.key("z", frozenset({"ctrl"}))
    assert made.data == before


def test_with_symmetry_a_half_sphere_is_dragged_across_the_axis():
    made = page("rundkurs")
    made.do("axis", 1)
    wide = made.data["table"]["length"]
    made.change(made.things.moved(made.data, "sphere:0", (400.0, 600.0)))
    made.change(made.things.moved(made.data, "sphere:1", (wide - 400.0, 600.0)))
    spot = made.find("spot:sphere:0")
    made.press(*spot.middle)
    for x in (500.0, wide / 2, wide / 2 + 20.0, wide - 500.0):
        made.drag(*made.camera.out((x, 600.0)), 0, 0)
    made.release(*made.camera.out((wide - 500.0, 600.0)))
    assert sphere(made, 0)[0] == pytest.approx(wide - 500.0, abs=0.02)
    assert sphere(made, 1)[0] == pytest.approx(500.0, abs=0.02)


def test_a_space_that_is_dragged_past_others_changes_places_with_the_last_one_only():
    made = page("galton")
    before = [tuple(place) for place in made.data["path"]["spaces"]]
    row = [k for k, place in enumerate(before) if place[1] == before[0][1]]
    spot = made.find(f"spot:space:{row[0]}")
    made.press(*spot.middle)
    for k in row[1:4]:
        made.drag(*made.camera.out((before[k][0], -before[k][1])), 0, 0)
    made.release(*made.camera.out((before[row[3]][0], -before[row[3]][1])))
    after = [tuple(place) for place in made.data["path"]["spaces"]]
    assert [k for k, place in enumerate(after) if place != before[k]] == [row[0], row[3]]


def test_a_half_sphere_is_laid_out_by_the_keyboard_alone():
    made = page()
    for _ in range(40):
        made.key("tab")
        if made.selected == "sphere:0":
            break
    assert made.look.focus == "spot:sphere:0"
    for key in ("up", "up", "left"):
        made.key(key)
    made.key("right", frozenset({"shift"}))
    assert sphere(made) == (889, 402)
    made.key("z", frozenset({"ctrl"}))
    assert sphere(made) == (880, 400)  # a row of arrow keys is one step
    made.key("a")
    assert len(made.data["half_spheres"]) == 3
    assert made.selected == "sphere:2"
    made.key("up")
    made.key("delete")
    assert len(made.data["half_spheres"]) == 2
    assert made.selected == ""


def test_numbers_are_typed_exactly():
    made = page(lang="de")
    dragged(made, "sphere:0", (850.0, 450.0))
    field = made.find("type:at.x")
    made.press(*field.middle)
    made.release(*field.middle)
    made.key("backspace", frozenset({"ctrl"}))
    made.text("861,25")
    made.key("return")
    assert sphere(made)[0] == 861.25
    assert made.find("type:at.x").shown == "861,25"
    made.do("type:radius", "viel")
    assert made.bad
    assert "viel" in made.notice


def test_a_number_that_is_only_looked_at_keeps_its_decimals(tmp_path):
    path = copy_scene("kinderrunde", tmp_path / "fine.toml")
    path.write_text(path.read_text("utf-8").replace("radius = 35", "radius = 35.123"), "utf-8")
    made = page(path)
    dragged(made, "sphere:0", (850.0, 450.0))
    made.do("undo")
    field = made.find("type:radius")
    made.press(*field.middle)
    made.release(*field.middle)
    made.key("return")
    assert made.data["half_spheres"][0]["radius"] == 35.123
    assert not made.history.unsaved


@pytest.mark.parametrize("name", ["rundkurs", "galton"])
def test_everything_that_is_offered_has_a_name_and_numbers_their_unit(name):
    made = page(name)
    for spot in [w for w in made.widgets() if w.kind == "spot"]:
        made.do(spot.id)
        for tab in ("piece", "whole", "view") if spot.id == "spot:sphere:0" else ("piece",):
            made.do(f"tab:{tab}")
            for one in offered(made)["widgets"]:
                assert one["label"], one
                if one["id"].startswith("type:"):
                    slider = made.find(one["id"].replace("type:", "slide:"))
                    assert one["label"] == slider.label
    made.do("spot:sphere:0" if name == "rundkurs" else "spot:hatch:0")
    labels = {one["id"]: one["label"] for one in offered(made)["widgets"]}
    if name == "rundkurs":
        assert labels["type:at.x"] == "x, mm"
        assert labels["type:radius"] == "radius, mm"
        assert labels["spot:sphere:0"] == "half-sphere A"
    else:
        assert labels["type:shift"] == "to the right, mm"
        assert labels["spot:hatch:0"] == "splitter below hatch 1"


def test_a_slider_is_one_step():
    made = page()
    made.do("tab:whole")
    rail = made.find("slide:materials.die_wood.friction")
    x, y = rail.middle[0] + 20, rail.middle[1]
    made.press(x, y)
    for k in range(10):
        made.drag(x + 3 * k, y, 3, 0)
    made.release(x + 30, y)
    assert made.data["materials"]["die_wood"]["friction"] != 0.25
    made.key("z", frozenset({"ctrl"}))
    assert made.data["materials"]["die_wood"]["friction"] == 0.25
    assert not made.history.can_undo


@pytest.mark.parametrize("size", [(1280, 800), (900, 600)])
@pytest.mark.parametrize("text", [1.0, 1.45])
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", ["rundkurs", "galton"])
def test_every_widget_can_be_pressed_and_every_thing_drawn(name, lang, text, size):
    made = page(name, lang, size, text)
    for spot in [w for w in made.widgets() if w.kind == "spot"]:
        made.press(*spot.middle)
        made.release(*spot.middle)
        assert made.frame()
    for tab in ("piece", "whole", "view"):
        made.do(f"tab:{tab}")
        for _ in range(4):
            panel = [w for w in made.widgets() if w.kind != "spot" and w.at.x >= made.side.x]
            for one in panel:
                assert one.at.y >= 0
                assert one.at.right <= made.size[0]
            for one in panel:
                if one.id in ("save", "try", "menu", "leaf") or one.kind == "field":
                    continue
                made.press(*one.middle)
                made.release(*one.middle)
            assert made.frame()
            made.do(f"tab:{tab}")
            made.do("leaf")
    for _ in range(60):
        made.do("undo")


def test_the_wrong_thing_is_told_of_and_not_saved(file):
    made = page(file)
    before = file.read_bytes()
    dragged(made, "sphere:0", (600.0, 250.0))
    assert made.layout.scene is None
    assert made.live.scene is None
    words = [getattr(shape, "text", "") for layer in made.frame() if hasattr(layer, "shapes")
             for shape in layer.shapes]  # fmt: skip
    assert any("left_post" in text for text in words)
    made.key("s", frozenset({"ctrl"}))
    assert made.bad
    assert "left_post" in made.notice
    assert file.read_bytes() == before
    made.do("try")
    assert made.go is None
    assert made.bad


def test_saving_in_place_keeps_comments_and_changes_values_only(file):
    made = page(file)
    before = file.read_text(encoding="utf-8")
    made.move_to("sphere:0", (870.0, 420.5))
    assert made.history.unsaved
    made.key("s", frozenset({"ctrl"}))
    assert not made.bad, made.notice
    assert not made.history.unsaved
    after = file.read_text(encoding="utf-8")
    rows = [r for r in difflib.ndiff(before.splitlines(), after.splitlines()) if r[0] in "+-"]
    assert sorted(rows) == [
        "+ to = [1200, 420.5]  # crossed upward", "+ x = 870", "+ y = 420.5",
        "- to = [1200, 400]  # crossed upward", "- x = 880", "- y = 400",
    ]  # fmt: skip
    assert load_track(file) == made.layout.scene


def test_a_library_scene_is_saved_under_a_name_of_its_own(tmp_path):
    made = page()
    made.move_to("sphere:0", (870.0, 420.0))
    made.key("s", frozenset({"ctrl"}))
    assert isinstance(made.go, Open)
    menu = made.go.page
    assert isinstance(menu, EditMenu)
    target = tmp_path / "mine"
    menu.do("name", str(target))
    menu.do("save")
    assert isinstance(menu.go, Back), menu.notice
    saved = load_track(tmp_path / "mine.toml")
    assert saved.name == saved.title == "mine"
    assert saved.half_spheres[0].x == 870
    assert "copied from kinderrunde" in (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert '# or "lively"' in (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert not made.history.unsaved
    # From now on it is a file, and saved in place.
    made.move_to("sphere:0", (860.0, 420.0))
    assert made.save()
    assert load_track(tmp_path / "mine.toml").half_spheres[0].x == 860
    assert load_track("kinderrunde").half_spheres[0].x == 880


def test_an_existing_file_is_not_overwritten(tmp_path, file):
    made = page()
    before = file.read_bytes()
    assert not made.save(file)
    assert "new file" in made.notice
    assert file.read_bytes() == before
    assert not made.save(tmp_path / "no" / "where.toml")
    assert made.bad


def test_a_hill_is_saved_with_its_comments(tmp_path):
    target = copy_scene("galton", tmp_path / "hill.toml")
    made = page(target)
    before = target.read_text(encoding="utf-8")
    made.do("tab:piece")
    dragged(made, "hatch:2", (made.handle("hatch:2").x - 1.5, made.handle("hatch:2").y))
    dragged(made, "space:0", (80.0, -240.0))
    made.do("stones:5", True)
    assert made.save(), made.notice
    after = target.read_text(encoding="utf-8")
    assert load_hill(target) == made.layout.scene
    assert [line for line in before.splitlines() if "#" in line] == [
        line for line in after.splitlines() if "#" in line
    ]
    rows = [r for r in difflib.ndiff(before.splitlines(), after.splitlines()) if r[0] in "+-"]
    assert len(rows) == 6, rows


def test_leaving_asks_before_changes_are_lost(file):
    made = page(file)
    made.leave()
    assert isinstance(made.go, Back)
    assert made.before_closing() is None
    made.go = None
    made.move_to("sphere:0", (870.0, 420.0))
    made.escape()
    menu = made.go.page
    assert isinstance(menu, EditMenu)
    menu.do("leave")
    ask = made.go.page
    assert isinstance(ask, AskPage)
    ask.do("stay")
    assert isinstance(ask.go, Back)
    asks = made.before_closing()
    assert isinstance(asks, AskPage)
    asks.do("save")
    assert isinstance(asks.go, Leave)
    assert load_track(file).half_spheres[0].x == 870


def test_leaving_without_saving_drops_the_changes(file):
    made = page(file)
    before = file.read_bytes()
    made.move_to("sphere:0", (870.0, 420.0))
    made.leave()
    ask = made.go.page
    ask.do("drop")
    assert isinstance(ask.go, Back)
    assert isinstance(made.go, Back)
    assert file.read_bytes() == before


def test_the_choice_opens_scenes_and_files_and_refuses_others(file, tmp_path):
    around = Surroundings(background=Idle())
    choose = ChoosePage(around)
    choose.do("scene:galton")
    assert choose.go.page.is_hill
    choose.go = None
    choose.do("file", str(file))
    assert choose.go.page.file.path == file
    choose.go = None
    bad = tmp_path / "bad.toml"
    bad.write_text(source_text("kinderrunde").replace("radius = 35", "radius = 500"), "utf-8")
    choose.do("file", str(bad))
    assert choose.go is None
    assert choose.bad
    choose.do("file", str(tmp_path / "missing"))
    assert "no such file" in choose.notice
    with pytest.raises(SceneError, match="piece set"):
        EditPage(around, "red")


def test_a_file_that_somebody_changed_meanwhile_is_not_overwritten(file, tmp_path):
    made = page(file)
    made.move_to("sphere:0", (870.0, 420.0))
    theirs = file.read_text(encoding="utf-8") + "# mine!\n"
    file.write_text(theirs, encoding="utf-8")
    assert not made.save()
    assert "changed since" in made.notice
    assert file.read_text(encoding="utf-8") == theirs
    file.write_text("broken", encoding="utf-8")
    assert made.save(tmp_path / "other.toml"), made.notice
    assert load_track(tmp_path / "other.toml").half_spheres[0].x == 870


def test_a_file_that_has_gone_meanwhile_is_written_again(file, tmp_path):
    made = page(file)
    (tmp_path / "there.toml").write_text("", encoding="utf-8")
    made.move_to("sphere:0", (870.0, 420.0))
    file.unlink()
    assert not made.save(tmp_path / "there.toml")
    assert made.save(), made.notice
    assert load_track(file).half_spheres[0].x == 870


@pytest.mark.parametrize("name", ["", "/", ".", "./.", "x" * 300, "~nobody-of-this-name/x"])
def test_a_name_that_no_file_can_have_is_refused(name):
    made = page()
    menu = EditMenu(made)
    menu.do("name", name)
    menu.do("save")
    assert menu.bad
    assert menu.go is None
    choose = ChoosePage(made.around)
    choose.do("file", name)
    assert choose.go is None


@pytest.mark.parametrize(
    ("low", "high", "english", "german"),
    [
        (15.0, 17.0, "(15.0 to 17.0)", "(15,0 bis 17,0)"),
        (-float("inf"), 17.0, "(at most 17.0)", "(höchstens 17,0)"),
        (15.0, float("inf"), "(at least 15.0)", "(mindestens 15,0)"),
        (-float("inf"), float("inf"), "", ""),
    ],
)
def test_an_interval_with_an_open_end_is_in_words(low, high, english, german):
    one = Known("turns", "turns", 16.0, low, high)
    for lang, words in (("en", english), ("de", german)):
        around = Surroundings(settings=Settings(language=lang), background=Idle())
        assert figure_row(around, "turns", one).interval == words
