"""The picture of a study of drops: the shares of exits and gutters drawn into the hill."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import hill_things, style
from kullerwerk.draw.hill import draw_hill
from kullerwerk.draw.hill_marks import LOOKS, PANELS, hollow, node, panels, percent
from kullerwerk.draw.hill_sheet import Sheet, new_sheet
from kullerwerk.shares import share
from scenes.gutters import exits_of
from sim.marbles.walls import SILL

if TYPE_CHECKING:
    from kullerwerk.drops import Dropped, End, Plan, Summary


def drops_picture(plan: Plan, dropped: Sequence[Dropped], summary: Summary, path: Path) -> None:
    """Draw a study as a PNG or an SVG, by the suffix of ``path``.

    The area of a disc is the share of the balls that rolled down the hill; a few ways are drawn
    through the gutters.
    """
    from kullerwerk.drops import heading

    style.check_suffix(path)
    sheet = new_sheet(plan.hill, below=PANELS, places=False)
    draw_hill(sheet, plan.slider, places=False)
    _ways(sheet, dropped)
    _hut(sheet, plan, summary)
    for row, lanes in zip(plan.hill.rows[1:], summary.rows, strict=True):
        for x, one in zip(row.x, lanes, strict=True):
            if one.count:
                node(sheet, (x, row.y), one, words=row.kind == "leg")
    hollow(sheet, summary.ends["out"])
    words = heading(plan, len(dropped), "share of the balls that rolled down, ± 95 %")
    place = (sheet.left, sheet.low + sheet.mm(4))
    style.text(sheet.ax, place, words, size=sheet.size(5.6), up="center")
    times: dict[End, list[float]] = {
        end: [one.time for one in dropped if one.end == end] for end in LOOKS
    }
    panels(sheet, summary.ends, times, "balls")
    style.save_figure(sheet.figure, path)


def _ways(sheet: Sheet, dropped: Sequence[Dropped]) -> None:
    for one in dropped:
        if len(one.way) > 1:
            style.line(sheet.ax, one.way, colour=LOOKS["out"][0], width=0.7, alpha=0.35, z=2.1)


def _hut(sheet: Sheet, plan: Plan, summary: Summary) -> None:
    """Write over each exit what share of the balls fell there."""
    hill = plan.hill
    high = SILL + hill.hut.pocket_height + sheet.mm(13)
    for number in range(len(hill.hut.hatches)):
        pair = exits_of(hill, number)
        if pair is None or not sum(summary.exits[k].count for k in pair):
            continue
        hatch = hill.hut.hatches[number].x
        hill_things.marble(sheet.ax, hatch, sheet.hut(hill.hut.hatch_height), hill.marbles.radius)
        both = sum(summary.exits[k].count for k in pair)
        for side, exit_ in zip(("left", "right"), pair, strict=True):
            one = share(summary.exits[exit_].count, int(both))
            x = hill.rows[0].x[exit_]
            name = f"exit {exit_ + 1}"
            state = "out" if side == plan.slider else "stuck"
            size = sheet.size(5.4)
            place = (x, sheet.hut(high))
            style.text(sheet.ax, place, percent(one), size=size, bold=True, across="center", z=5)
            place = (x, sheet.hut(high - sheet.mm(8)))
            style.text(sheet.ax, place, f"{state}, {name}", size=0.78 * size, across="center", z=5)
            if state == "stuck":
                low = SILL + hill.marbles.radius
                hill_things.marble(sheet.ax, x, sheet.hut(low), hill.marbles.radius)
