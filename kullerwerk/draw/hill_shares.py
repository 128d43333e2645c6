"""Where marbles run on a hill, out of a study of drops: the shares of exits and gutters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from kullerwerk.console import counted
from kullerwerk.draw import hill_things, style
from kullerwerk.draw.hill import draw_hill
from kullerwerk.draw.hill_marks import LOOKS, PANELS, Ranged, hollow, node, panels
from kullerwerk.draw.hill_sheet import Sheet, new_sheet
from kullerwerk.shares import share
from scenes.gutters import exits_of, measures
from sim.marbles.walls import SILL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kullerwerk.drops import End
    from kullerwerk.lab.hills import HillMeasurement

WORST = "#d55e00"
LINE = 12.0
"""Height of a line of text below the hill, mm where gutters are 40 mm apart."""


def shares_figure(found: HillMeasurement) -> Figure:
    """Return the hill with the share of every gutter among the marbles that come to its row.

    Crosses mark where marbles left the track, a ring the fork that is farthest from 50:50.
    """
    sheet = new_sheet(found.hill, below=PANELS + LINE, places=False)
    draw_hill(sheet, found.hill.hut.slider, places=False)
    _hut(sheet, found)
    for number, row in enumerate(found.hill.rows[1:], 1):
        came = found.table[f"row_{number}"].drop_nulls()
        leg = sum(one.kind == "leg" for one in found.hill.rows[: number + 1])
        for lane, x in enumerate(row.x, 1):
            here = int((came == lane).sum())
            one: Ranged = share(here, len(came))
            if row.kind == "leg":
                one = found[f"leg_{leg}_lane_{lane}"]
            if here:
                node(sheet, (x, row.y), one, words=row.kind == "leg")
    hollow(sheet, found["out"])
    _lost(sheet, found.table)
    _words(sheet, found)
    ends: dict[End, Ranged] = {end: found[end] for end in LOOKS}
    times: dict[End, list[float]] = {
        end: found.table.filter(pl.col("end") == end)["time_s"].to_list() for end in LOOKS
    }
    panels(sheet, ends, times, "drops")
    return sheet.figure


def _words(sheet: Sheet, found: HillMeasurement) -> None:
    """Write below the hill what was dropped and which fork is the worst, and mark that."""
    lines = [
        f"{counted(found.drops, 'drop')} into every hatch in turn, now left exits open and now "
        f"right ones, seed {found.seed}; shares of those that come to a row, ± 95 %"
    ]
    worst = found.worst
    if worst is not None:
        value, low, high = (
            100 * v for v in (worst.estimate.value, worst.estimate.low, worst.estimate.high)
        )
        name = worst.set or worst.label.removeprefix("right at ")
        lines.append(
            f"least even fork (ringed): {name}, {value:.1f} % go right ({low:.1f} to {high:.1f} %)"
        )
        _ring(sheet, worst.key, worst.set)
    for number, line in enumerate(lines):
        place = (sheet.left, sheet.low + sheet.mm(4 + 9 * number))
        style.text(sheet.ax, place, line, size=sheet.size(5.6), up="center")


def _ring(sheet: Sheet, key: str, of: str) -> None:
    from matplotlib.patches import Circle

    hill = sheet.hill
    if key == "right":
        hatch = hill.hut.hatches[int(of.removeprefix("hatch ")) - 1]
        at = (hatch.x + hatch.splitter, sheet.hut(hill.hut.pocket_height))
    else:
        _, row, number = key.split("_")
        at = (hill.rows[int(row)].x[int(number) - 1], hill.rows[int(row)].y + measures(hill).tip)
    for colour, width in (("white", 4.0), (WORST, 2.0)):
        sheet.ax.add_patch(
            Circle(at, sheet.mm(8), fill=False, edgecolor=colour, lw=width, zorder=7)
        )


def _lost(sheet: Sheet, table: pl.DataFrame) -> None:
    """Mark where marbles left the track."""
    gone = table.filter(pl.col("end") == "lost")
    sheet.ax.plot(
        gone["x"].to_list(), gone["y"].to_list(), ls="", marker="X", ms=9, color=LOOKS["lost"][0],
        mec=style.INK, mew=0.8, zorder=8,
    )  # fmt: skip


def _hut(sheet: Sheet, found: HillMeasurement) -> None:
    """Write over each exit what share of its hatch's marbles fall there."""
    hill = sheet.hill
    for number, hatch in enumerate(hill.hut.hatches):
        pair = exits_of(hill, number)
        if pair is None:
            continue
        hill_things.marble(sheet.ax, hatch.x, sheet.hut(hill.hut.hatch_height), hill.marbles.radius)
        right = found[f"right:hatch {number + 1}"].value
        for exit_, value in zip(pair, (1.0 - right, right), strict=True):
            place = (hill.rows[0].x[exit_], sheet.hut(SILL + hill.hut.pocket_height + sheet.mm(9)))
            words = f"{100 * value:.1f} %"
            style.text(
                sheet.ax, place, words, size=sheet.size(5.4), bold=True, across="center", z=5
            )
