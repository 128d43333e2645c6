"""The map of where things come to rest: counts in cells, smoothed and coloured.

While throws of a layout are few, the map of the layout before shines through; it fades as they
come.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage.edit.layout import Place
from kullerwerk.stage.shapes import Camera, Colour, Raster, Rect

Floats = NDArray[np.float64]

CELL = 10.0
"""Side of a cell, mm; on a large table more, so that it has at most `MOST` each way."""
MOST = 160
FADES = 150
"""After so many throws of its own a map has forgotten the layout before."""
WEIGHT = 50.0
"""So many throws the layout before counts for at first."""
FOLLOWS = 0.35
"""How much of the faded map a piece of a passing layout makes up."""

_VIRIDIS = np.array(
    [
        (253, 231, 37), (181, 222, 43), (110, 206, 88), (53, 183, 121), (31, 158, 137),
        (38, 130, 142), (49, 104, 142), (62, 73, 137), (72, 40, 120), (68, 1, 84),
    ],
    np.float64,
)  # fmt: skip
"""viridis, light to dark: even to the eye, and to those who see colours differently."""


def colours(share: Floats) -> NDArray[np.uint8]:
    """Colours for numbers from 0 (nothing, clear) to 1 (the most, nearly solid)."""
    share = np.clip(share, 0.0, 1.0)
    at = share * (len(_VIRIDIS) - 1)
    out = np.empty((*share.shape, 4), np.uint8)
    known = np.arange(len(_VIRIDIS))
    for part in range(3):
        out[..., part] = np.interp(at, known, _VIRIDIS[:, part])
    out[..., 3] = 205 * np.minimum(1.0, 1.25 * share)
    return out


@lru_cache(maxsize=64)
def colour_at(share: float) -> Colour:
    """One colour of the key."""
    r, g, b, a = (int(part) for part in colours(np.array([share]))[0])
    return r, g, b, a


class Heat:
    """A map over ``box`` (mm of the world).

    ``spread``: over how many cells each throw is spread while there are few.
    """

    def __init__(self, box: Rect, cell: float = CELL, spread: float = 3.5) -> None:
        self.box = box
        self._spread = spread
        self.cell = max(cell, max(box.w, box.h) / MOST)
        self._shape = max(1, round(box.h / self.cell)), max(1, round(box.w / self.cell))
        self._fresh = np.zeros(self._shape)
        self._old = np.zeros(self._shape)
        self.throws = 0
        """How many throws of the layout that is shown are in it."""
        self.version = 0
        self.peak = 0.0
        """The largest share of all throws on a square of 100 mm."""
        self._pixels = np.zeros((*self._shape, 4), np.uint8)

    def begin(self) -> None:
        """Another layout is shown: what there is fades."""
        if self.throws:
            self._old = self._mixed()
        self._fresh = np.zeros(self._shape)
        self.throws = 0

    def add(self, spots: Sequence[Place], *, current: bool) -> None:
        """Take places of the layout that is shown, or of one that a drag has passed by."""
        if not spots:
            return
        found = self._counts(spots)
        if current:
            self._fresh += found
            self.throws += len(spots)
        else:
            share = FOLLOWS if self._old.any() else 1.0
            self._old = (1 - share) * self._old + share * found / len(spots)
        self._colour()

    @property
    def fading(self) -> float:
        """How many throws the layout before counts for now."""
        return WEIGHT * max(0.0, 1.0 - self.throws / FADES)

    def _counts(self, spots: Sequence[Place]) -> Floats:
        places = np.asarray(spots)
        high, wide = self._shape
        x = np.floor((places[:, 0] - self.box.x) / self.box.w * wide).astype(int)
        y = np.floor((places[:, 1] - self.box.y) / self.box.h * high).astype(int)
        inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
        found = np.zeros(self._shape)
        np.add.at(found, (y[inside], x[inside]), 1.0)
        return found

    def _mixed(self) -> Floats:
        """Shares of the throws, fresh and fading."""
        old = self.fading if self._old.any() else 0.0
        total = self.throws + old
        return (self._fresh + old * self._old) / total if total else self._fresh

    def _colour(self) -> None:
        # Few throws say little of the single cell: they are spread wider.
        most = self._spread
        sigma = max(most / 3, most * (60.0 / max(60.0, self.throws)) ** 0.25)
        shown = smoothed(self._mixed(), sigma)
        top = float(shown.max())
        self.peak = top * (100.0 / self.cell) ** 2
        self._pixels = colours(np.sqrt(shown / top)) if top > 0.0 else np.zeros_like(self._pixels)
        self.version += 1

    @property
    def shares(self) -> Floats:
        """What is shown, before it is smoothed: the share of the throws in every cell."""
        return self._mixed()

    def raster(self, key: str, camera: Camera, clip: Rect | None = None) -> Raster:
        """The map as a picture over its box."""
        return Raster(key, self.box, self._pixels, self.version, camera, clip)


def smoothed(values: Floats, sigma: float) -> Floats:
    """Values blurred by a bell of ``sigma`` cells along both ways; nothing is lost at edges."""
    reach = int(np.ceil(3.2 * sigma))
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    bell /= bell.sum()
    for axis in (0, 1):
        pad = [(reach, reach) if a == axis else (0, 0) for a in (0, 1)]
        wide = np.pad(values, pad, mode="symmetric")
        n = values.shape[axis]
        values = sum(
            (
                weight * (wide[k : k + n] if axis == 0 else wide[:, k : k + n])
                for k, weight in enumerate(bell)
            ),
            start=np.zeros_like(values),
        )
    return values
