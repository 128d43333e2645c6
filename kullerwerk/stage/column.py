"""Pages that are a column of widgets under a heading: menus and forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.scroll import ScrollPage
from kullerwerk.stage.shapes import Frame, Layer, Rect, Shape, Text, box
from kullerwerk.stage.widgets import Widget, paragraph

NOWHERE = Rect(0, 0, 0, 0)


def row(name: str, label: str, **more: Any) -> Widget:
    """A widget that the page finds a place for."""
    return Widget(name, NOWHERE, label, **more)


class ColumnPage(ScrollPage):
    """A heading, a remark, and rows from the top down; long columns scroll."""

    width = 460.0
    """Of the column at text size 1, logical pixels."""

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
    def column(self) -> Rect:
        """Where heading and rows stand; a short one not quite at the top of a large window."""
        wide, high = self.size
        w = min(wide - 80, self.width * self.around.sizes.scale)
        spare = high - 60 - 3 * self.around.sizes.title - self.long
        return Rect((wide - w) / 2, 20, w, high - 44 - min(120.0, max(0.0, 0.3 * spare)))

    @property
    def room(self) -> Rect:
        """Below heading and remark."""
        column, sizes = self.column, self.around.sizes
        head = 1.75 * sizes.title
        if self.remark():
            head += paragraph(column, self.remark(), sizes.text)[1] + 0.4 * sizes.title
        return column.cut_top(min(head, column.h - 2 * sizes.row))[1]

    @property
    def long(self) -> float:
        """How high all rows are."""
        return len(self.rows()) * (self.around.sizes.row + self.around.sizes.gap)

    def widgets(self) -> tuple[Widget, ...]:
        """The rows in their places."""
        room, sizes = self.room, self.around.sizes
        y = room.top + self.scrolled
        out: list[Widget] = []
        for row in self.rows():
            y -= sizes.row
            out.append(replace(row, at=Rect(room.x, y, room.w, sizes.row)))
            y -= sizes.gap
        return tuple(out)

    def layers(self) -> Frame:
        """Ground, heading, remark."""
        column, sizes = self.column, self.around.sizes
        shapes: list[Shape] = [box(Rect(0, 0, *self.size), theme.PAPER)]
        y = column.top - 1.1 * sizes.title
        shapes.append(Text(column.x, y, self.heading(), sizes.title, theme.INK, bold=True))
        if self.remark():
            below = Rect(column.x, column.y, column.w, y - column.y - 0.4 * sizes.title)
            shapes += paragraph(below, self.remark(), sizes.text, theme.SOFT)[0]
        return (Layer("ground", tuple(shapes)),)
