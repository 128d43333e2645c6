"""Pages that are a column of widgets under a heading: menus and forms."""

from __future__ import annotations

from dataclasses import replace

from kullerwerk.stage import theme
from kullerwerk.stage.page import Page
from kullerwerk.stage.shapes import Frame, Layer, Rect, Shape, Text, box
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget, paragraph


class ColumnPage(Page):
    """A heading, a remark, and rows from the top down; long columns scroll."""

    width = 460.0
    """Of the column at text size 1, logical pixels."""

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around)
        self._scrolled = 0.0

    def heading(self) -> str:
        """The heading."""
        return ""

    def remark(self) -> str:
        """A text below it."""
        return ""

    def rows(self) -> list[Widget]:
        """The widgets, without their places."""
        return []

    # --- places ---

    @property
    def _column(self) -> Rect:
        wide, high = self.size
        w = min(wide - 60, self.width * self.around.sizes.scale)
        return Rect((wide - w) / 2, 50, w, high - 90)

    @property
    def _top(self) -> float:
        column, sizes = self._column, self.around.sizes
        _, high = paragraph(column, self.remark(), sizes.text)
        return column.top - sizes.title * 1.9 - (high + 12 if self.remark() else 0)

    def widgets(self) -> tuple[Widget, ...]:
        """The rows in their places."""
        column, sizes = self._column, self.around.sizes
        y = self._top + self._scrolled
        out: list[Widget] = []
        for row in self.rows():
            y -= sizes.row
            out.append(replace(row, at=Rect(column.x, y, column.w, sizes.row)))
            y -= sizes.gap
        # What is scrolled out of sight cannot be pressed, but the keyboard brings it back.
        return tuple(out)

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """Scroll a column that is longer than the window."""
        del x, y
        rows, sizes = len(self.rows()), self.around.sizes
        needs = rows * (sizes.row + sizes.gap) - (self._top - self._column.y)
        self._scrolled = min(max(0.0, needs), max(0.0, self._scrolled - steps * 40))

    def update(self, dt: float) -> None:
        """Bring what the keyboard is at into sight."""
        del dt
        focus = self.find(self.look.focus) if self.look.ring else None
        if focus is not None:
            if focus.at.y < self._column.y:
                self._scrolled += self._column.y - focus.at.y
            elif focus.at.top > self._top + 1:
                self._scrolled -= focus.at.top - self._top

    def layers(self) -> Frame:
        """Ground, heading, remark."""
        wide, high = self.size
        column, sizes = self._column, self.around.sizes
        shapes: list[Shape] = [box(Rect(0, 0, wide, high), theme.PAPER)]
        y = column.top - sizes.title
        shapes.append(Text(column.x, y, self.heading(), sizes.title, theme.INK, bold=True))
        if self.remark():
            room = Rect(column.x, column.y, column.w, y - column.y - sizes.gap)
            lines, _ = paragraph(room, self.remark(), sizes.text, theme.SOFT)
            shapes += lines
        return (Layer("ground", tuple(shapes)),)
