"""Buttons whose words are long, and keys that no widget has the focus for."""

from kullerwerk.stage import theme
from kullerwerk.stage.page import Page
from kullerwerk.stage.shapes import Rect, Text
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Look, Widget, drawn


class OneButton(Page):
    """A page with a button that the space bar presses."""

    def __init__(self):
        super().__init__(Surroundings())
        self.done = []

    def widgets(self):
        return (Widget("skip", Rect(0, 0, 100, 30), "skip", keys=("space",)),)

    def do(self, what, value=None):
        del value
        self.done.append(what)


def test_space_is_a_shortcut_where_nothing_has_the_focus():
    page = OneButton()
    page.key("space")
    assert page.done == ["skip"]
    page.key("tab")
    page.key("space")
    assert page.done == ["skip", "skip"]


def test_a_long_word_is_written_smaller_rather_than_cut():
    sizes = theme.Sizes(1.45)
    button = Widget("undo", Rect(0, 0, 174, sizes.row), "Zurücknehmen")
    (text,) = [shape for shape in drawn(button, Look(), sizes) if isinstance(shape, Text)]
    assert text.text == "Zurücknehmen"
    assert text.size < sizes.text
