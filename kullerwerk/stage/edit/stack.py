"""Rows of widgets from the top of a panel down; those that do not fit go to further leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kullerwerk.stage.shapes import Rect
from kullerwerk.stage.theme import Sizes
from kullerwerk.stage.widgets import Widget

NOWHERE = Rect(0, 0, 0, 0)
TYPED = 0.24
"""The share of a row in which a number is typed, beside its slider."""


def spelled(value: float, lang: str) -> str:
    """A measure as people write it in a language."""
    digits = 4 if 0 < abs(value) < 0.1 else 2
    text = f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if lang == "de" else text


class Stack:
    """Collects rows; `placed` gives those of one leaf their places."""

    def __init__(self, sizes: Sizes, lang: str = "en") -> None:
        self._sizes = sizes
        self._lang = lang
        self._rows: list[tuple[Widget, ...]] = []

    def spelled(self, value: float) -> str:
        """A measure in the language of the rows."""
        return spelled(value, self._lang)

    def add(self, name: str, label: str, **more: Any) -> None:
        """A row of one widget."""
        self._rows.append((Widget(name, NOWHERE, label, **more),))

    def side_by_side(self, *widgets: Widget) -> None:
        """A row of some widgets of the same width."""
        self._rows.append(widgets)

    def number(
        self, key: str, label: str, value: float, low: float, high: float, step: float
    ) -> None:
        """A number with a slider and a field to type it into: ``slide:key`` and ``type:key``."""
        slider = Widget(
            f"slide:{key}", NOWHERE, label, "slider", value=value, low=min(low, value),
            high=max(high, value), step=step, small=True,
        )  # fmt: skip
        field = Widget(
            f"type:{key}", NOWHERE, "", "field", shown=self.spelled(value), small=True,
            name=label,
        )  # fmt: skip
        self._rows.append((slider, field))

    def placed(self, room: Rect, leaf: int, more: str) -> tuple[list[Widget], int]:
        """The widgets of a leaf, with a button to the next one, and how many leaves there are."""
        sizes = self._sizes
        high, gap = sizes.row * 0.92, 5.0
        fits = max(1, int((room.h + gap) / (high + gap)))
        each = fits if len(self._rows) <= fits else max(1, fits - 1)
        leaves = max(1, -(-len(self._rows) // each))
        leaf = min(leaf, leaves - 1)
        rows = self._rows[leaf * each : (leaf + 1) * each]
        if leaves > 1:
            label = f"{more} ({leaf + 1}/{leaves})"
            rows = [*rows, (Widget("leaf", NOWHERE, label, small=True, keys=("m",)),)]
        out: list[Widget] = []
        y = room.top
        for row in rows:
            y -= high
            out += _across(row, Rect(room.x, y, room.w, high))
            y -= gap
        return out, leaves


def _across(row: tuple[Widget, ...], at: Rect) -> list[Widget]:
    if len(row) == 2 and row[0].kind == "slider":
        w = at.w * TYPED
        return [
            replace(row[0], at=Rect(at.x, at.y, at.w * 0.92, at.h)),
            replace(row[1], at=Rect(at.right - w, at.y + 2, w, at.h - 4)),
        ]
    each = (at.w - 6 * (len(row) - 1)) / len(row)
    return [
        replace(one, at=Rect(at.x + k * (each + 6), at.y, each, at.h)) for k, one in enumerate(row)
    ]
