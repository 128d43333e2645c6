"""Below the table: the lab's figures of the throws so far, or why nothing can be thrown."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kullerwerk.shares import share
from kullerwerk.stage import theme
from kullerwerk.stage.edit.heat import colour_at
from kullerwerk.stage.edit.layout import Layout
from kullerwerk.stage.edit.live import GONE, Ball, Known, Live
from kullerwerk.stage.edit.problem_words import sentence
from kullerwerk.stage.lettering import shortened, width, wrapped
from kullerwerk.stage.shapes import Disc, Line, Rect, Shape, Text, box, faded

if TYPE_CHECKING:
    from kullerwerk.stage.surroundings import Surroundings

SHOWN = ("turns", "spread", "off_table", "stuck", "blocked", "progress")
"""The figures of the lab that are shown, in this order."""
BAR = 54.0
"""Width of the bar that shows an interval, logical pixels."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure in words: what it is, its value, its interval, and how wide that is for its size."""

    label: str
    value: str
    interval: str
    spread: tuple[float, float]
    """The interval round the value, in shares of it (or of one half, for shares)."""


def height(around: Surroundings, room: float) -> float:
    """How high the strip is, over a table that has so much room across."""
    rows = 3 if room >= _two(around) else 6
    return (rows + 1.2) * around.sizes.small * 1.5 + 20 + (0 if rows == 3 else 18)


def _two(around: Surroundings) -> float:
    return 640 * around.sizes.scale


def shapes(
    around: Surroundings, at: Rect, layout: Layout, live: Live, peak: float
) -> tuple[Shape, ...]:
    """The strip; ``peak`` is the largest number of the map, 0 = there is no map to explain."""
    out: list[Shape] = [Line(((at.x, at.top), (at.right, at.top)), theme.FAINT, 1.0)]
    inner = at.inset(16, 8)
    if layout.problems:
        return (*out, *_refused(around, inner, layout))
    size = around.sizes.small
    pitch = size * 1.5
    two = at.w >= _two(around)
    room = inner.w * (0.62 if two and peak > 0.0 else 1.0)
    head = shortened(_heading(around, layout, live), size, room)
    out.append(Text(inner.x, inner.top - size, head, size, theme.SOFT))
    if peak > 0.0:
        y = inner.top - size if two else inner.y + 2
        out += _key(around, inner, y, peak, layout.data["kind"] == "hill")
    lines = _lines(around, layout, live)
    wide = (inner.w - 24) / 2 if two else inner.w
    rows = math.ceil(len(lines) / 2) if two else len(lines)
    for k, line in enumerate(lines):
        column, row = divmod(k, rows) if two else (0, k)
        x = inner.x + column * (wide + 24)
        y = inner.top - size - (row + 1.15) * pitch
        out += _figure(around, line, Rect(x, y - 0.3 * size, wide, pitch))
    return tuple(out)


def _heading(around: Surroundings, layout: Layout, live: Live) -> str:
    word = around.word
    if live.trouble:
        return word("trouble", what=word(GONE) if live.trouble == GONE else live.trouble)
    if layout.data["kind"] == "hill":
        text = word("edit.balls", n=live.runs)
    else:
        text = word("edit.throws", n=live.throws, runs=live.runs)
    if live.runs == 0:
        return word("preparing" if around.prepares(live.scene) else "edit.first")
    return f"{text} {word('edit.enough') if live.enough else '…'}"


def _refused(around: Surroundings, at: Rect, layout: Layout) -> Iterator[Shape]:
    """Why nothing is thrown: the sentences of the checks, as many as there is room for."""
    size = around.sizes.small
    yield box(Rect(at.x - 8, at.y - 2, 4, at.h + 4), theme.BAD)
    word = "edit.invalid.hill" if layout.data["kind"] == "hill" else "edit.invalid"
    yield Text(at.x, at.top - size, around.word(word), size * 1.05, theme.BAD, bold=True)
    y = at.top - size * 2.6
    for k, problem in enumerate(layout.problems):
        lines = wrapped(f"• {sentence(problem, around.lang, layout.data)}", size, at.w)
        if y - size * 1.35 * (len(lines) - 1) < at.y - 2:
            left = len(layout.problems) - k
            yield Text(at.right, at.top - size, around.word("edit.more_problems", n=left), size,
                       theme.BAD, "right")  # fmt: skip
            return
        for line in lines:
            yield Text(at.x, y, line, size, theme.INK)
            y -= size * 1.35


def _figure(around: Surroundings, line: Row, at: Rect) -> Iterator[Shape]:
    size = around.sizes.small
    y = at.y + 0.3 * size
    bar = min(BAR * around.sizes.scale, at.w * 0.16)
    x = at.right - bar / 2
    value_room = width(f"{line.value} {line.interval}", size) + 10
    words = shortened(line.label, size, max(40.0, at.w - bar - value_room - 14))
    yield Text(at.x, y, words, size, theme.INK)
    right = at.right - bar - 10
    yield Text(right, y, line.interval, size, theme.SOFT, "right")
    yield Text(right - width(line.interval, size) - 6, y, line.value, size, theme.INK, "right",
               bold=True)  # fmt: skip
    middle = y + 0.36 * size
    yield Line(((x - bar / 2, middle), (x + bar / 2, middle)), theme.FAINT, 1.0)
    if not all(map(math.isfinite, line.spread)):
        return
    low, high = (max(-1.0, min(1.0, part)) * bar / 2 for part in line.spread)
    yield box(Rect(x + low, middle - 3.5, max(1.5, high - low), 7), faded(theme.ACCENT, 0.45))
    yield Disc(x, middle, 3.0, theme.ACCENT)


def _lines(around: Surroundings, layout: Layout, live: Live) -> list[Row]:
    if layout.data["kind"] == "hill":
        return _of_balls(around, live.balls, len(layout.data["rows"][-1]["x"]))
    found = {f.key: f for f in live.figures}
    return [figure_row(around, key, found.get(key)) for key in SHOWN]


def figure_row(around: Surroundings, key: str, one: Known | None) -> Row:
    """Return the line of a figure of the lab, "?" where nothing is known of it."""
    label = around.word(f"edit.fig.{key}")
    if one is None or math.isnan(one.value):
        return Row(label, "?", "", (math.nan, math.nan))
    k, unit = (100.0, " %") if one.unit == "%" else (1.0, "")
    mm = " mm" if one.unit == "mm" else unit
    scale = 0.1 if one.unit == "%" else max(0.5, abs(one.value) * 0.5)
    return Row(
        label, f"{_decimal(around, k * one.value)}{mm}", _span(around, k * one.low, k * one.high),
        ((one.low - one.value) / scale, (one.high - one.value) / scale),
    )  # fmt: skip


def _of_balls(around: Surroundings, balls: list[Ball], gutters: int) -> list[Row]:
    """What became of the balls: out of the hut, lost, and how evenly the last leg is reached."""
    ends = [ball.end for ball in balls]
    out = [
        _of_share(around, f"edit.fig.{word}", ends.count(end), len(ends))
        for word, end in (("out", "out"), ("stuck.hill", "stuck"), ("lost", "lost"))
    ]
    last = [ball.lanes[-1] for ball in balls if ball.end == "out" and ball.lanes]
    # The gutter in the middle, where there is one, belongs to either half.
    left = sum(1.0 if 2 * x <= gutters else 0.5 if 2 * x == gutters + 1 else 0.0 for x in last)
    out.append(_of_share(around, "edit.fig.left", left, len(last)))
    times = sorted(ball.time for ball in balls if ball.end == "out")
    label = around.word("edit.fig.time")
    if len(times) > 2:
        low, high = times[int(0.05 * len(times))], times[int(0.95 * (len(times) - 1))]
        middle = times[len(times) // 2]
        spread = ((low - middle) / middle, (high - middle) / middle)
        span = _span(around, low, high)
        out.append(Row(label, f"{_decimal(around, middle)} s", span, spread))
    return out


def _of_share(around: Surroundings, word: str, count: float, total: int) -> Row:
    label = around.word(word)
    if total < 2:
        return Row(label, "?", "", (math.nan, math.nan))
    one = share(count, total)
    value = f"{_decimal(around, 100 * one.value)} %"
    spread = ((one.low - one.value) / 0.25, (one.high - one.value) / 0.25)
    return Row(label, value, _span(around, 100 * one.low, 100 * one.high), spread)


def _span(around: Surroundings, low: float, high: float) -> str:
    """Return an interval in words, an end that is open as well; "" where both are."""
    known = {
        name: _decimal(around, end)
        for name, end in (("low", low), ("high", high))
        if math.isfinite(end)
    }
    if not known:
        return ""
    if len(known) == 2:
        return around.word("edit.to", **known)
    return around.word("edit.at_least" if "low" in known else "edit.at_most", **known)


def _decimal(around: Surroundings, value: float) -> str:
    text = f"{value:.1f}"
    return text.replace(".", ",") if around.lang == "de" else text


def _key(around: Surroundings, at: Rect, y: float, peak: float, hill: bool) -> Iterator[Shape]:
    """The colours of the map from nothing to the most."""
    size = around.sizes.small * 0.92
    most = around.word("edit.key.hill" if hill else "edit.key", n=_decimal(around, 100 * peak))
    x = at.right - width(most, size)
    yield Text(x, y, most, size, theme.SOFT)
    wide, n = 84.0 * around.sizes.scale, 24
    start = x - wide - 8
    for k in range(n):
        # As on the map, colours go by the square root.
        colour = colour_at(math.sqrt((k + 0.5) / n))
        yield box(Rect(start + k * wide / n, y - 1, wide / n + 0.5, size), colour)
    yield box(Rect(start, y - 1, wide, size), None, theme.FAINT, 1.0)
    yield Text(start - 6, y, "0", size, theme.SOFT, "right")
