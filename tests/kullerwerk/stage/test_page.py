"""Pages: the pointer, typing and the keyboard, on any widget."""

from __future__ import annotations

from dataclasses import replace

import pytest
from page_kit import click, focus

from kullerwerk.stage.page import Back, Page
from kullerwerk.stage.shapes import Rect, Text
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget, body_of, track_of


class Desk(Page):
    """A page of one widget of each kind, which writes down what it is told."""

    def __init__(self):
        super().__init__(Surroundings())
        self.told = []
        self.raw = []
        self.things = [
            Widget("go", Rect(100, 700, 200, 40), "Go", keys=("g", "ctrl+g")),
            Widget("no", Rect(100, 650, 200, 40), "No", enabled=False, why="Not now.", keys=("n",)),
            Widget("on", Rect(100, 600, 400, 40), "On", "switch"),
            Widget("pick", Rect(100, 550, 400, 40), "Pick", "choice", options=("a", "b", "c")),
            Widget(
                "slide", Rect(100, 500, 400, 40), "Slide", "slider", value=5, high=10, step=1,
                shown="5",
            ),
            Widget("name", Rect(100, 450, 400, 40), "Name", "field", shown="Ada"),
            Widget(
                "count", Rect(100, 400, 400, 40), "Count", "number", value=300, low=1, high=1000,
                step=50, shown="300",
            ),
            Widget("spot", Rect(600, 600, 60, 60), "Spot", "spot", round=True),
        ]  # fmt: skip

    def widgets(self):
        return tuple(self.things)

    def do(self, what, value=None):
        self.told.append((what, value))
        for k, widget in enumerate(self.things):
            if widget.id == what and widget.kind == "number":
                self.things[k] = replace(widget, value=value, shown=f"{value:.0f}")
            elif widget.id == what and widget.kind == "field":
                self.things[k] = replace(widget, shown=value)

    def raw_press(self, x, y, button):
        self.raw.append(("press", button))
        return True

    def raw_drag(self, x, y, dx, dy):
        self.raw.append(("drag", dx))

    def raw_release(self, x, y):
        self.raw.append(("release",))


@pytest.fixture
def desk():
    return Desk()


# --- the pointer ---


def test_the_pointer_marks_what_it_is_over(desk):
    desk.move(*desk.find("go").middle)
    assert desk.look.hover == "go"
    desk.move(5, 5)
    assert desk.look.hover == ""


def test_a_press_is_carried_out_when_it_ends_where_it_began(desk):
    click(desk, "go")
    click(desk, "spot")
    assert desk.told == [("go", None), ("spot", None)]


def test_a_press_that_ends_elsewhere_does_nothing(desk):
    desk.press(*desk.find("go").middle)
    desk.release(*desk.find("on").middle)
    desk.press(*desk.find("go").middle)
    desk.release(5, 5)
    assert desk.told == []
    assert desk.look.held == ""


def test_only_the_left_button_presses(desk):
    at = desk.find("go").middle
    desk.press(*at, "right")
    desk.release(*at)
    assert desk.told == []
    assert desk.raw == [("press", "right"), ("release",)]


def test_what_no_widget_takes_goes_to_the_page(desk):
    desk.press(900, 100)
    desk.drag(910, 100, 10, 0)
    desk.release(910, 100)
    assert desk.raw == [("press", "left"), ("drag", 10), ("release",)]


def test_what_cannot_be_used_says_why(desk):
    click(desk, "no")
    assert desk.told == []
    assert (desk.notice, desk.bad) == ("Not now.", True)
    desk.say("")
    desk.key("n")
    assert desk.notice == "Not now."
    click(desk, "go")
    assert desk.notice == "", "what is carried out clears the sentence"


def test_a_switch_is_told_what_it_becomes(desk):
    click(desk, "on")
    assert desk.told == [("on", True)]


def test_the_arrows_of_a_choice_go_both_ways_and_round(desk):
    body = body_of(desk.find("pick"))
    for x in (body.x + 5, body.right - 5):
        desk.press(x, body.middle[1])
        desk.release(x, body.middle[1])
    assert desk.told == [("pick", 2), ("pick", 1)]


def test_a_slider_follows_the_pointer_in_steps(desk):
    rail = track_of(desk.find("slide"), desk.around.sizes)
    y = rail.middle[1]
    desk.press(rail.x + 0.72 * rail.w, y)
    desk.drag(rail.x + 0.11 * rail.w, y, 0, 0)
    desk.drag(rail.right + 500, y, 0, 0)
    desk.release(rail.right + 500, y)
    desk.drag(rail.x, y, 0, 0)
    assert desk.told == [("slide", 7), ("slide", 1), ("slide", 10)]


def test_the_number_of_a_slider_stands_beside_its_rail(desk):
    slide = desk.find("slide")
    for shown in ("5", "10000", "12,345.67 mm"):
        slide = replace(slide, shown=shown)
        rail = track_of(slide, desk.around.sizes)
        from kullerwerk.stage.lettering import width

        assert rail.right + 8 < slide.at.right - 4 - width(shown, desk.around.sizes.text)


def test_a_number_is_stepped_by_its_arrows_and_typed_in_between(desk):
    body = body_of(desk.find("count"))
    y = body.middle[1]
    for x in (body.right - 5, body.x + 5, body.x + 5):
        desk.press(x, y)
        desk.release(x, y)
    assert desk.told == [("count", 350), ("count", 300), ("count", 250)]
    click(desk, "count")
    desk.key("backspace", frozenset({"ctrl"}))
    desk.text("77")
    desk.key("return")
    assert desk.told[-1] == ("count", 77.0)
    desk.press(body.right - 5, y)
    desk.release(body.right - 5, y)
    assert desk.told[-1] == ("count", 100), "steps lead to round numbers"


@pytest.mark.parametrize("typed", ["", "x", "0", "1001", "3.5", "1e3", "-4"])
def test_a_number_that_cannot_be_is_refused_with_its_range(desk, typed):
    click(desk, "count")
    desk.key("backspace", frozenset({"ctrl"}))
    desk.text(typed)
    desk.key("return")
    assert desk.told == []
    assert desk.bad
    assert "1" in desk.notice
    assert "1000" in desk.notice
    assert desk.find("count").shown == "300"


# --- typing ---


def test_letters_of_every_kind_are_typed_and_taken_back(desk):
    click(desk, "name")
    desk.text(" ä")
    desk.text("ß")
    desk.text("\r")
    assert desk.look.typed == "Ada äß"
    desk.key("backspace")
    desk.key("g")
    desk.key("left")
    assert desk.look.typed == "Ada ä", "shortcuts and arrows do not work in a field"
    desk.key("return")
    assert desk.told == [("name", "Ada ä")]
    desk.text("x")
    assert desk.find("name").shown == "Ada ä"


def test_escape_gives_up_what_was_typed_and_only_that(desk):
    click(desk, "name")
    desk.text("x")
    desk.key("escape")
    assert desk.told == []
    assert desk.go is None
    desk.key("escape")
    assert isinstance(desk.go, Back)


def test_tab_and_a_press_elsewhere_take_what_was_typed(desk):
    click(desk, "name")
    desk.text("1")
    desk.key("tab")
    assert desk.told == [("name", "Ada1")]
    click(desk, "name")
    desk.text("2")
    click(desk, "go")
    assert desk.told[1:] == [("name", "Ada12"), ("go", None)]


def test_a_field_that_the_keyboard_is_at_is_not_written_in_yet(desk):
    focus(desk, "name")
    desk.text("x")
    desk.key("space")
    desk.text(" ")
    assert desk.look.typed == "", "the space that was pressed is not what the text begins with"
    desk.key("return")
    desk.text("x")
    assert desk.look.typed == "Adax"


def test_a_long_text_shows_its_end(desk):
    click(desk, "name")
    desk.text("y" * 200 + "z")
    field = body_of(desk.find("name"))
    shown = [s for s in widget_texts(desk) if s.text.endswith("z")]
    assert len(shown) == 1
    assert shown[0].x >= field.x
    assert len(shown[0].text) < 100


def widget_texts(page):
    layer = next(one for one in page.frame() if one.key == "widgets")
    return [shape for shape in layer.shapes if isinstance(shape, Text)]


# --- the keyboard ---


def test_tab_goes_round_both_ways(desk):
    names = [widget.id for widget in desk.widgets()]
    seen = []
    for _ in range(len(names) + 1):
        desk.key("tab")
        seen.append(desk.look.focus)
    assert seen == [*names, names[0]]
    desk.key("tab", frozenset({"shift"}))
    assert desk.look.focus == names[-1]


def test_the_first_key_after_the_mouse_shows_where_one_is(desk):
    click(desk, "on")
    assert not desk.look.ring
    desk.key("tab")
    assert (desk.look.focus, desk.look.ring) == ("on", True)


def test_enter_and_space_press_what_the_keyboard_is_at(desk):
    for name, key in (("go", "return"), ("spot", "space"), ("on", "num_enter")):
        focus(desk, name)
        desk.key(key)
    assert desk.told == [("go", None), ("spot", None), ("on", True)]


def test_nothing_is_pressed_by_a_ring_that_is_not_seen(desk):
    click(desk, "go")
    desk.key("return")
    assert desk.told == [("go", None)]


def test_arrows_change_choices_sliders_and_numbers(desk):
    for name, expected in (("pick", 1), ("slide", 6), ("count", 350)):
        focus(desk, name)
        desk.key("right")
        assert desk.told[-1] == (name, expected)
    focus(desk, "count")
    desk.key("left")
    assert desk.told[-1] == ("count", 300)


def test_shortcuts(desk):
    desk.key("g")
    desk.key("g", frozenset({"ctrl"}))
    desk.key("q")
    assert desk.told == [("go", None), ("go", None)]


def test_space_is_a_shortcut_where_nothing_has_the_ring(desk):
    desk.things.append(Widget("skip", Rect(700, 100, 90, 40), "Skip", keys=("space",)))
    desk.key("space")
    assert desk.told == [("skip", None)]


def test_what_has_gone_is_not_pressed(desk):
    focus(desk, "spot")
    desk.things.pop()
    desk.key("return")
    desk.key("right")
    assert desk.told == []
    assert desk.look.focus == "go"
