"""Many layouts measured side by side with the same random numbers, each kept on its own shelf.

Every process has something to do as long as any of the layouts does, and a layout that was
measured before, in whatever study, is read off its shelf.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import polars as pl

import kullerwerk
from kullerwerk.lab.figures import columns_of
from kullerwerk.lab.measure import Measurement, measurement, pieces_needed
from kullerwerk.lab.runs import BLOCK, Runs
from kullerwerk.lab.sample import MOST, Work
from kullerwerk.lab.study import Shelf, StudyError, fingerprint, gather, open_shelf

TOGETHER = 16
"""Layouts in work at a time: their throws are in memory until they are done."""
USUAL = 500
"""Throws of a piece, before one is known: for a guess at the time left."""
_WHOLE = ("point", "try", "best", "seed", "throws", "runs")
_WORDS = ("scene", "version", "settings", "player", "sets", "problem", "file")
"""Columns of whole numbers and of words; others hold figures."""
_STRIDE = 1 << 20
"""Piece k of layout i has the number i * _STRIDE + k."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is thrown for a layout: ``throws``, or ``until`` it is sure (see `measure`)."""

    throws: int
    until: float | None = None


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The job of all pieces of some layouts."""

    layouts: tuple[Runs, ...]

    def question(self) -> dict[str, Any]:
        """Return what decides the runs."""
        return {"what": "layouts", "layouts": [one.question() for one in self.layouts]}

    def piece(self, number: int) -> pl.DataFrame:
        """Return the throws of a piece of one of the layouts."""
        layout, piece = divmod(number, _STRIDE)
        return self.layouts[layout].piece(piece)


@dataclass(frozen=True, slots=True)
class _Shelves:
    """The shelves of some layouts as one."""

    shelves: tuple[Shelf, ...]

    def put(self, number: int, frame: pl.DataFrame) -> None:
        """Keep a piece. Raises OSError."""
        layout, piece = divmod(number, _STRIDE)
        self.shelves[layout].put(piece, frame)

    def get(self, number: int) -> pl.DataFrame | None:
        """Return a piece, or None."""
        layout, piece = divmod(number, _STRIDE)
        return self.shelves[layout].get(piece)


@dataclass(slots=True)
class _Count:
    """How many throws were made, and how many there will be as far as one can tell."""

    size: Size
    tell: Callable[[int, int], None]
    left: int
    """Layouts that have not begun."""
    finished: list[int] = field(default_factory=list[int])
    """Throws of each layout that is done."""
    heights: list[int] = field(default_factory=list[int])
    """Throws of each piece."""

    def told(self, wanted: Sequence[int]) -> None:
        """Tell of layouts in work, which want so many pieces each."""
        made = sum(self.heights)
        piece = made / len(self.heights) if self.heights else USUAL
        here = sum(wanted) * piece
        asked = piece if self.size.until is not None else self.size.throws
        many = len(self.finished) + len(wanted)
        each = max(asked, (sum(self.finished) + here) / many)
        self.tell(made, max(made, round(sum(self.finished) + here + self.left * each)))


def measure_all(
    layouts: Sequence[Runs], size: Size, folder: Path | None, work: Work
) -> Iterator[Measurement]:
    """Yield what each of the layouts shows, in their order; equal ones are measured once.

    ``folder`` holds a shelf per layout (None = in memory); ``work`` hears of throws. Neither jobs
    nor cluster nor the company of other layouts changes what is found. Raises StudyError,
    `kullerwerk.lab.study.Interrupted`, OSError.
    """
    names = [fingerprint(_labelled(one)) for one in layouts]
    new = dict(zip(names, layouts, strict=True))
    last = {name: index for index, name in enumerate(names)}
    count = _Count(size, work.tell, len(new))
    ready: dict[str, Measurement] = {}
    told = 0
    items = list(new.items())
    for begin in range(0, len(items), TOGETHER):
        some = dict(items[begin : begin + TOGETHER])
        count.left -= len(some)
        ready |= zip(some, _together(some, folder, work, count), strict=True)
        while told < len(names) and names[told] in ready:
            name = names[told]
            yield ready[name] if last[name] > told else ready.pop(name)
            told += 1


def _together(
    layouts: Mapping[str, Runs], folder: Path | None, work: Work, count: _Count
) -> list[Measurement]:
    """Measure some layouts, with all pieces that any of them wants in one go."""
    jobs = tuple(layouts.values())
    size = count.size
    shelves = tuple(
        open_shelf(None if folder is None else folder / name, job) for name, job in layouts.items()
    )
    have: list[list[pl.DataFrame]] = [[] for _ in jobs]
    while True:
        wanted = [
            pieces_needed(got, job.sets, size.throws, size.until)
            for got, job in zip(have, jobs, strict=True)
        ]
        if max(wanted) > MOST:
            raise StudyError(f"this takes {max(wanted) * BLOCK} runs of each set; "
                             f"at most {MOST * BLOCK} are made")  # fmt: skip
        numbers = [
            layout * _STRIDE + piece
            for layout, pieces in enumerate(wanted)
            for piece in range(len(have[layout]), pieces)
        ]
        if not numbers:
            break

        def one(number: int, frame: pl.DataFrame, wanted: Sequence[int] = wanted) -> None:
            del number
            count.heights.append(frame.height)
            count.told(wanted)

        frames = gather(
            _Pieces(jobs), _Shelves(shelves), numbers, jobs=work.jobs, cluster=work.cluster,
            stopped=work.stopped, done=one,
        )  # fmt: skip
        for number, frame in zip(numbers, frames, strict=True):
            have[number // _STRIDE].append(frame)
    count.finished += [sum(frame.height for frame in got) for got in have]
    return [
        measurement(job, got, size.throws, size.until) for job, got in zip(jobs, have, strict=True)
    ]


def _labelled(job: Runs) -> dict[str, Any]:
    return {"kullerwerk": kullerwerk.__version__, **job.question()}


def row_of(found: Measurement) -> dict[str, object]:
    """Return a measurement as a row: where it comes from, and every figure with its interval.

    A figure's column is its key, and that of a set ``key:set``, with ``.low`` and ``.high`` behind
    it for the interval. What is not known is None.
    """
    row: dict[str, object] = {
        "scene": found.origin["scene"],
        "throws": found.throws,
        "runs": found.runs,
    }
    for figure in found.figures:
        row |= columns_of(figure.name, figure.estimate)
    return row


def frame_of(rows: Sequence[Mapping[str, object]], fields: Sequence[str]) -> pl.DataFrame:
    """Return rows as a table with every column that any of them has.

    Values of ``fields`` that are no plain numbers, words or truth values are written as JSON, and
    so are all of a field that holds several kinds of them.
    """
    # The longest row first: others lack figures where a layout could not be measured.
    names = list(max(rows, key=len))
    names += [name for row in rows for name in row if name not in names]
    columns: dict[str, list[object]] = {
        name: [row.get(name) for row in rows] for name in dict.fromkeys(names)
    }
    for name in fields:
        values = columns[name]
        if all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
            whole = all(isinstance(v, int) for v in values)
            columns[name] = values if whole else [float(cast("float", v)) for v in values]
        elif not (
            all(isinstance(v, str) for v in values) or all(isinstance(v, bool) for v in values)
        ):
            columns[name] = [json.dumps(v) for v in values]
    series = [
        pl.Series(name, values, dtype=None if name in fields else _dtype(name))
        for name, values in columns.items()
    ]
    return pl.DataFrame(series)


def _dtype(name: str) -> Any:
    if name in _WORDS:
        return pl.String
    return pl.Int64 if name in _WHOLE else pl.Float64
