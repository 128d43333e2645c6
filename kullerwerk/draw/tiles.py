"""A track at its real size, on sheets of paper to be laid on a real table.

Sheets abut at their crop marks; round each cell a strip of its neighbours is printed, so that a
cut that is off by a little leaves no gap. The first page shows which sheet goes where.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from kullerwerk.draw.track import draw_track

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from scenes.checks import Point
    from scenes.track import Track

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
}
"""Paper sizes in mm, upright."""
MARGIN = 14.0
"""From the paper's edge to the cell, mm; printers cannot print the outer 5 mm or so."""
BLEED = 5.0
"""How much of its neighbours each sheet shows, mm."""
RULER = 100.0
"""Length of the check ruler, mm."""
MOST_SHEETS = 500
"""More paper than this is a mistake, or a job for another printer."""
MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Sheets:
    """How a table is cut: paper size and cell size in mm, columns and rows."""

    paper: tuple[float, float]
    cell: tuple[float, float]
    columns: int
    rows: int

    @property
    def count(self) -> int:
        """How many sheets there are, without the overview."""
        return self.columns * self.rows

    def label(self, column: int, row: int) -> str:
        """Return a sheet's label: columns are letters from the left, rows count from the top."""
        letters = ""
        column += 1
        while column:
            column, rest = divmod(column - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return f"{letters}{row + 1}"

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Return the table coordinates of a cell's lower left corner, mm."""
        return column * self.cell[0], (self.rows - 1 - row) * self.cell[1]


def cut(length: float, width: float, paper: str = "a4") -> Sheets:
    """Return the cut of a table that needs the fewest sheets, paper upright or lying.

    Raises ValueError for an unknown paper.
    """
    if paper not in PAPERS:
        raise ValueError(f"unknown paper {paper!r}; expected one of {', '.join(PAPERS)}")
    short, long = PAPERS[paper]
    options: list[Sheets] = []
    for size in ((short, long), (long, short)):
        cell = (size[0] - 2 * MARGIN, size[1] - 2 * MARGIN)
        options.append(
            Sheets(
                size, cell, math.ceil(length / cell[0] - 1e-9), math.ceil(width / cell[1] - 1e-9)
            )
        )
    return min(options, key=lambda sheets: sheets.count)


def print_tiles(
    track: Track,
    path: Path,
    paper: str = "a4",
    advance: Callable[[int], None] | None = None,
) -> Sheets:
    """Write a PDF with an overview page and the track at 1:1 over as many pages as it needs.

    Returns the cut; calls ``advance(1)`` for each sheet. Raises ValueError for an unknown paper
    and for a table that needs more than MOST_SHEETS.
    """
    sheets = cut(track.table.length, track.table.width, paper)
    if sheets.count > MOST_SHEETS:
        raise ValueError(
            f"a table of at most {MOST_SHEETS} sheets can be printed; this one needs "
            f"{sheets.count} of {paper.capitalize()}"
        )
    title = f"{track.title or track.name}, {track.table.length:g} x {track.table.width:g} mm, 1:1"
    style.save_pages(_pages(track, sheets, paper, advance or _keep_silent), path, title)
    return sheets


def _keep_silent(pages: int) -> None:
    del pages


def _pages(
    track: Track, sheets: Sheets, paper: str, advance: Callable[[int], None]
) -> Iterator[Figure]:
    """Yield the overview and then the sheets, row by row; one page at a time is in memory."""
    yield _overview(track, sheets, paper)
    for row in range(sheets.rows):
        for column in range(sheets.columns):
            advance(1)
            yield _sheet(track, sheets, column, row)


def _page(sheets: Sheets) -> tuple[Figure, Axes]:
    """Return a page and axes over all of it, in mm from its lower left corner."""
    width, height = sheets.paper
    figure = style.new_figure(width / MM_PER_INCH, height / MM_PER_INCH)
    return figure, style.new_axes(figure, (0, 0, 1, 1), (0, width), (0, height), z=2)


def _window(
    figure: Figure,
    sheets: Sheets,
    place: Point,
    size: Point,
    corner: Point,
    shown: Point,
) -> Axes:
    """Return axes over a rectangle of a page (mm) that show so many mm of the table."""
    width, height = sheets.paper
    return style.new_axes(
        figure,
        (place[0] / width, place[1] / height, size[0] / width, size[1] / height),
        (corner[0], corner[0] + shown[0]),
        (corner[1], corner[1] + shown[1]),
        z=1,
    )


def _sheet(track: Track, sheets: Sheets, column: int, row: int) -> Figure:
    figure, page = _page(sheets)
    x, y = sheets.corner(column, row)
    size = (sheets.cell[0] + 2 * BLEED, sheets.cell[1] + 2 * BLEED)
    inner = MARGIN - BLEED
    ax = _window(figure, sheets, (inner, inner), size, (x - BLEED, y - BLEED), size)
    draw_track(ax, track, printed=True)
    _whole_words(ax, (x, y), sheets.cell)
    _crop_marks(page, sheets)
    width, height = sheets.paper
    heading = f"{track.title or track.name}  ·  sheet {sheets.label(column, row)}"
    place = (width / 2, height - 6.5)
    style.text(page, place, heading, size=9, bold=True, across="center", up="center")
    for words, place, turn in _neighbours(sheets, column, row):
        style.text(
            page, place, words, size=7, colour=style.FAINT, across="center", up="center", turn=turn
        )
    _ruler(page, (width - RULER) / 2, 7.0)
    return figure


def _whole_words(ax: Axes, corner: Point, cell: Point) -> None:
    """Let no word be cut where the sheet is: a word stands on the sheet that has its middle."""
    right, high = corner[0] + cell[0], corner[1] + cell[1]
    for words in ax.texts:
        box = words.get_window_extent().transformed(ax.transData.inverted())
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        words.set_visible(corner[0] <= x < right and corner[1] <= y < high)
        across = max(0.0, corner[0] - box.x0) - max(0.0, box.x1 - right)
        up = max(0.0, corner[1] - box.y0) - max(0.0, box.y1 - high)
        place = words.get_position()
        words.set_position((place[0] + across, place[1] + up))


def _neighbours(sheets: Sheets, column: int, row: int) -> list[tuple[str, Point, float]]:
    """Return text, place and turn of the labels that say which sheet lies on which side."""
    width, height = sheets.paper
    sides = (
        (column - 1, row, (6.5, height / 2), 90.0),
        (column + 1, row, (width - 6.5, height / 2), 90.0),
        (column, row - 1, (width - 2.5 * MARGIN, height - 6.5), 0.0),
        (column, row + 1, (width - 2.5 * MARGIN, 6.5), 0.0),
    )
    return [
        (f"next: {sheets.label(c, r)}", place, turn)
        for c, r, place, turn in sides
        if 0 <= c < sheets.columns and 0 <= r < sheets.rows
    ]


def _crop_marks(page: Axes, sheets: Sheets) -> None:
    """Draw cutting lines outside the bleed, and a fine cross on each corner of the cell."""
    width, height = sheets.paper
    near, far = MARGIN - BLEED - 4.5, MARGIN - BLEED - 0.5
    for x, x_out, x_far in ((MARGIN, near, far), (width - MARGIN, width - near, width - far)):
        for y, y_out, y_far in (
            (MARGIN, near, far),
            (height - MARGIN, height - near, height - far),
        ):
            for start, end in (
                ((x, y_out), (x, y_far)),
                ((x_out, y), (x_far, y)),
                ((x - 2.5, y), (x + 2.5, y)),
                ((x, y - 2.5), (x, y + 2.5)),
            ):
                style.line(page, [start, end], width=0.4)


def _ruler(page: Axes, x: float, y: float) -> None:
    """Draw a ruler that is 100 mm long on paper that was printed at 100 %."""
    style.line(page, [(x, y), (x + RULER, y)], width=0.6)
    for tick in range(int(RULER) // 10 + 1):
        high = 1.6 if tick % 5 == 0 else 0.9
        style.line(page, [(x + 10 * tick, y), (x + 10 * tick, y + high)], width=0.6)
    words = "check: 100 mm (print at 100 %, do not fit to the page)"
    style.text(page, (x + RULER / 2, y - 0.8), words, size=6, across="center", up="top")


def _overview(track: Track, sheets: Sheets, paper: str) -> Figure:
    figure, page = _page(sheets)
    width, height = sheets.paper
    table = track.table
    left, top = MARGIN, height - 2.2 * MARGIN
    across, up = sheets.columns * sheets.cell[0], sheets.rows * sheets.cell[1]
    shrink = min((width - 2 * MARGIN) / across, (top - 3.5 * MARGIN) / up)
    size = (across * shrink, up * shrink)
    place = ((width - size[0]) / 2, top - size[1])
    ax = _window(figure, sheets, place, size, (0.0, 0.0), (across, up))
    draw_track(ax, track, printed=True)
    for column in range(sheets.columns + 1):
        x = place[0] + column * sheets.cell[0] * shrink
        style.line(page, [(x, place[1]), (x, top)], width=0.7)
    for row in range(sheets.rows + 1):
        y = place[1] + row * sheets.cell[1] * shrink
        style.line(page, [(place[0], y), (place[0] + size[0], y)], width=0.7)
    for row in range(sheets.rows):
        for column in range(sheets.columns):
            x, y = sheets.corner(column, row)
            corner = (place[0] + x * shrink + 1.2, place[1] + (y + sheets.cell[1]) * shrink - 1.2)
            style.text(
                page, corner, sheets.label(column, row), size=8, bold=True, colour=style.FAINT,
                up="top", halo_colour=style.PAPER,
            )  # fmt: skip
    title = track.title or track.name
    style.text(page, (left, height - 1.3 * MARGIN), title, size=18, bold=True, up="center")
    lines = (
        f"The table of {table.length:g} x {table.width:g} mm at its real size on "
        f"{sheets.count} sheets of {paper.capitalize()}: {sheets.columns} columns (A, "
        f"B, ...) by {sheets.rows} rows (1, 2, ...).",
        "Print at 100 %, check the ruler, cut at the crop marks and lay the sheets edge to edge.",
    )
    for index, words in enumerate(lines):
        style.text(page, (left, place[1] - 7 - 5 * index), words, size=8, up="top")
    _ruler(page, left, 12.0)
    return figure
