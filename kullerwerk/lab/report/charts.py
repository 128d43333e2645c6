"""The pictures of a report as numbers: what the template draws as SVG, in light and in dark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from kullerwerk.draw.landing import CELL, landings
from kullerwerk.lab.intervals import Estimate, Floats
from kullerwerk.lab.measure import Measurement, runs_of

LEVELS = 7
"""Shades of a heat map."""
NARROW = 1e-3
"""An axis of less than that has no ticks that could be told apart: it goes on to 1."""
BINS = 40
"""Most bars of a distribution."""


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat map: rectangles x, y (of the upper edge, downward), width, height and shade 1 to 7."""

    name: str
    dice: int
    rects: list[tuple[float, float, float, float, int]]
    legend: list[tuple[int, str]]
    """Shade, and how many dice it stands for in a cell."""
    trapped: list[tuple[float, float]]
    """Where towers stood that never came on; y downward."""


def heat_of(found: Measurement, of: str = "") -> Heat:
    """Return where the dice of a set ("": of all) came to rest."""
    track = found.track
    table = found.table.filter(pl.col("set") == of) if of else found.table
    counts = landings(table, track)
    most = float(counts.max(initial=0.0))
    rects: list[tuple[float, float, float, float, int]] = []
    for row, line in enumerate(counts):
        top = max(0.0, track.table.width - (row + 1) * CELL)
        height = track.table.width - row * CELL - top
        shades = [math.ceil(LEVELS * math.sqrt(c / most) - 1e-9) if c else 0 for c in line]
        column = 0
        while column < len(shades):
            end = column
            while end < len(shades) and shades[end] == shades[column]:
                end += 1
            if shades[column]:
                right = min(end * CELL, track.table.length)
                rects.append((column * CELL, top, right - column * CELL, height, shades[column]))
            column = end
    legend: list[tuple[int, str]] = []
    for shade in range(1, LEVELS + 1):
        low = math.floor(((shade - 1) / LEVELS) ** 2 * most + 1e-9) + 1
        high = math.floor((shade / LEVELS) ** 2 * most + 1e-9)
        if high >= low:
            legend.append((shade, str(low) if low == high else f"{low} to {high}"))
    last = table.group_by("run", maintain_order=True).last().filter(~pl.col("finished"))
    trapped = [(x, track.table.width - y) for x, y in last.select("x", "y").iter_rows()]
    return Heat(of or "all", round(float(counts.sum())), rects, legend, trapped)


@dataclass(frozen=True, slots=True)
class Axis:
    """A horizontal axis from ``low`` to ``high`` with ``ticks``."""

    low: float
    high: float
    ticks: list[float]

    def at(self, value: float) -> float:
        """Return where a value is, 0 to 1."""
        return (value - self.low) / (self.high - self.low)


def axis(low: float, high: float, most: int = 7) -> Axis:
    """Return an axis with round ticks that holds ``low`` to ``high``."""
    if high - low < NARROW:
        high = low + 1.0
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1.0, 2.0, 5.0, 10.0) if m * power >= raw)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = [round(k * step, 9) for k in range(first, last + 1)]
    return Axis(ticks[0], ticks[-1], ticks)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a figure is spread, by sets: bars of equal width that begin at ``edges``."""

    label: str
    of: str
    """What each share is of: runs, throws."""
    axis: Axis
    edges: list[float]
    width: float
    shares: dict[str, list[float]]
    """Share of a set's values in each bar."""
    medians: dict[str, float]
    most: float
    """The largest share of all."""


def turns_spread(found: Measurement) -> Spread | None:
    """Return how turns to the finish are spread over runs; None where nobody finished."""
    ended = runs_of(found.table).filter(pl.col("finished"))
    values = {name: ended.filter(pl.col("set") == name)["turns"].to_numpy() for name in found.sets}
    return spread_of("turns to the finish", "runs", values, whole=True)


def gain_spread(found: Measurement) -> Spread | None:
    """Return how the way that a throw brings a tower nearer to the finish is spread."""
    values = {
        name: found.table.filter(pl.col("set") == name)["gain"].to_numpy() for name in found.sets
    }
    return spread_of("mm nearer to the finish by a throw", "throws", values, whole=False)


def spread_of(label: str, of: str, values: dict[str, Floats], *, whole: bool) -> Spread | None:
    """Return how the values of some sets are spread; None where there are none.

    ``whole``: they are whole numbers. ``of`` is what each of them is of: "runs", "throws".
    """
    some = {name: v for name, v in values.items() if len(v)}
    if not some:
        return None
    everything = np.concatenate(list(some.values()))
    low, high = float(everything.min()), float(everything.max())
    if whole:
        width = float(max(1, math.ceil((high - low + 1) / BINS)))
        low, high = low - 0.5, high + 0.5
    else:
        ticks = axis(low, high, BINS - 2).ticks
        width, low, high = ticks[1] - ticks[0], ticks[0], ticks[-1]
    many = max(1, math.ceil((high - low) / width - 1e-9))
    edges = [low + k * width for k in range(many)]
    bounds = np.array([*edges, low + many * width])
    shares = {
        name: [float(c) / len(v) for c in np.histogram(v, bounds)[0]] for name, v in some.items()
    }
    return Spread(
        label=label,
        of=of,
        axis=axis(low, low + many * width),
        edges=edges,
        width=width,
        shares=shares,
        medians={name: float(np.median(v)) for name, v in some.items()},
        most=max(max(line) for line in shares.values()),
    )


def whiskers(estimates: Sequence[Estimate], *, percent: bool) -> list[dict[str, Any] | None]:
    """Return where values and intervals lie on one scale, 0 to 100; None where unknown.

    Bounds that are not known reach to the end of the scale.
    """
    known = [v for e in estimates for v in (e.value, e.low, e.high) if math.isfinite(v)]
    if not known:
        return [None for _ in estimates]
    low, high = min(known), max(known)
    if percent:
        low = 0.0
    room = 0.04 * (high - low) or 1.0
    scale = Axis(low - (0.0 if percent else room), high + room, [])

    def at(value: float) -> float:
        return round(100 * min(1.0, max(0.0, scale.at(value))), 2)

    return [
        {"low": at(e.low), "value": at(e.value), "high": at(e.high)}
        if math.isfinite(e.value)
        else None
        for e in estimates
    ]
