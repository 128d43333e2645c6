"""Letters as one texture, drawn by Pillow at the size of the screen's own pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage import lettering
from kullerwerk.stage.shapes import Text

SIDE = 2048
"""The texture is a square of so many pixels; 2-D graphics of every card can do that."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter: where it lies in the texture, and relative to the pen on the base line."""

    left: int
    top: int
    wide: int
    high: int
    dx: int
    dy: int
    advance: float
    """How far the pen goes on, as a share of the em."""


class Glyphs:
    """All letters used so far.

    ``pixels`` is the texture, ``dirty`` tells that it has changed, in the rows from ``changed[0]``
    to, not with, ``changed[1]``.
    """

    white = (1.5 / SIDE, 1.5 / SIDE)
    """Where the texture is full: what shapes without letters are drawn with."""

    def __init__(self) -> None:
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self.pixels: NDArray[np.uint8] = np.zeros((SIDE, SIDE), np.uint8)
        self.pixels[:4, :4] = 255
        self.dirty = True
        self.changed = (0, SIDE)
        self._known: dict[tuple[int, bool, str], Glyph] = {}
        self._x, self._y, self._row = 6, 0, 0

    def run(
        self, text: Text, x: float, y: float, ratio: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint32]]:
        """Corners, places in the texture and indices of a line of text at device pixels."""
        size = max(4, round(text.size * ratio))
        glyphs = [self._glyph(size, text.bold, letter) for letter in text.text]
        # Letters have whole sizes, but the pen goes as far as lines were measured to be.
        em = text.size * ratio
        wide = em * sum(glyph.advance for glyph in glyphs)
        if text.anchor != "left":
            x -= wide / 2 if text.anchor == "centre" else wide
        if text.line == "middle":
            y -= 0.36 * size
        # Letters stand on whole pixels, so that they are as sharp as they were drawn.
        pen, base = float(round(x)), round(y)
        places: list[tuple[float, float]] = []
        at: list[tuple[float, float]] = []
        for glyph in glyphs:
            if glyph.wide:
                left, low = round(pen) + glyph.dx, base - glyph.dy - glyph.high
                right, high = left + glyph.wide, low + glyph.high
                places += [(left, low), (right, low), (right, high), (left, high)]
                u, v = glyph.left / SIDE, glyph.top / SIDE
                w, z = (glyph.left + glyph.wide) / SIDE, (glyph.top + glyph.high) / SIDE
                at += [(u, z), (w, z), (w, v), (u, v)]
            pen += em * glyph.advance
        first = np.arange(0, len(places), 4, dtype=np.uint32)[:, None]
        indices = (first + np.array([0, 1, 2, 0, 2, 3], np.uint32)).ravel()
        return np.array(places).reshape(-1, 2), np.array(at).reshape(-1, 2), indices

    def _glyph(self, size: int, bold: bool, letter: str) -> Glyph:
        key = size, bold, letter
        found = self._known.get(key)
        if found is None:
            found = self._drawn(size, bold, letter)
            self._known[key] = found
        return found

    def _drawn(self, size: int, bold: bool, letter: str) -> Glyph:
        from PIL import Image, ImageDraw

        font = lettering.font(size, bold)
        left, top, right, bottom = (round(v) for v in font.getbbox(letter, anchor="ls"))
        wide, high = right - left + 2, bottom - top + 2
        advance = lettering.advance(letter, bold)
        if right <= left or bottom <= top or max(wide, high) >= SIDE:
            return Glyph(0, 0, 0, 0, 0, 0, advance)
        if self._x + wide + 1 > SIDE:
            self._x, self._y, self._row = 0, self._y + self._row + 1, 0
        if self._y + high + 1 > SIDE:
            self._clear()
            self.generation += 1
        canvas = Image.new("L", (wide, high), 0)
        ImageDraw.Draw(canvas).text((1 - left, 1 - top), letter, 255, font=font, anchor="ls")
        x, y = self._x, self._y
        self.pixels[y : y + high, x : x + wide] = np.asarray(canvas)
        self._x, self._row = x + wide + 1, max(self._row, high)
        low, high_row = self.changed if self.dirty else (y, y)
        self.changed = (min(low, y), max(high_row, y + high))
        self.dirty = True
        return Glyph(x, y, wide, high, left - 1, top - 1, advance)
