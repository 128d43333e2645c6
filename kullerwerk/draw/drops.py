"""The picture of a study of drops: the shares of exits and gutters drawn into the hill."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.draw import hill_things, style
from kullerwerk.draw.hill import MEADOW, draw_hill
from kullerwerk.draw.hill_sheet import TRAY, Sheet, new_sheet
from kullerwerk.shares import Share, share
from scenes.gutters import exits_of
from sim.marbles.walls import SILL

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.drops import Dropped, End, Plan, Summary

LOOKS: dict[End, tuple[str, str]] = {"out": ("#0072b2", ""), "stuck": ("#e69f00", "//"),
                                     "lost": ("#d55e00", "xx")}  # fmt: skip
"""Colour and hatching of each end; both tell them apart."""
PANELS = 96.0
"""Room for the figures, mm where gutters are 40 mm apart."""
LARGEST = 14.0
"""Radius of the disc of all balls, mm where gutters are 40 mm apart."""


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
                _node(sheet, (x, row.y), one, words=row.kind == "leg")
    _hollow(sheet, summary)
    words = heading(plan, len(dropped), "share of the balls that rolled down, ± 95 %")
    place = (sheet.left, sheet.low + sheet.mm(4))
    style.text(sheet.ax, place, words, size=sheet.size(5.6), up="center")
    _panels(sheet, dropped, summary)
    style.save_figure(sheet.figure, path)


def _ways(sheet: Sheet, dropped: Sequence[Dropped]) -> None:
    for one in dropped:
        if len(one.way) > 1:
            style.line(sheet.ax, one.way, colour=LOOKS["out"][0], width=0.7, alpha=0.35, z=2.1)


def _hollow(sheet: Sheet, summary: Summary) -> None:
    """Write into the hollow what share of all balls ended there."""
    one = summary.ends["out"]
    middle = (sheet.left + sheet.right) / 2, sheet.hill.slope.hollow + sheet.mm(TRAY / 2)
    words = f"{_percent(one)} of all balls  (95 %: {100 * one.low:.1f} to {100 * one.high:.1f} %)"
    style.text(sheet.ax, middle, words, size=sheet.size(6), bold=True, across="center",
               up="center", colour=style.WOOD_DARK)  # fmt: skip


def _percent(one: Share) -> str:
    return f"{100 * one.value:.1f} %" if one.value < 0.9995 else "100 %"


def _node(sheet: Sheet, at: style.Point, one: Share, *, words: bool) -> None:
    """Draw the share of a gutter as a disc, in words beside it where asked for."""
    from matplotlib.patches import Circle

    x, y = at
    radius = sheet.mm(LARGEST) * one.value**0.5
    sheet.ax.add_patch(
        Circle(at, radius, facecolor=style.COURSE, edgecolor="white", lw=0.8, alpha=0.85, zorder=4)
    )
    if not words:
        return
    half = f"± {50 * (one.high - one.low):.1f}"
    place = (x + sheet.mm(6), y - sheet.mm(8.5))
    style.text(sheet.ax, place, _percent(one), size=sheet.size(5.4), bold=True, up="center", z=5,
               halo_colour=MEADOW)  # fmt: skip
    place = (x + sheet.mm(7), y + sheet.mm(8))
    style.text(sheet.ax, place, half, size=sheet.size(4.6), up="center", z=5, halo_colour=MEADOW)


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
            style.text(sheet.ax, place, _percent(one), size=size, bold=True, across="center", z=5)
            place = (x, sheet.hut(high - sheet.mm(8)))
            style.text(sheet.ax, place, f"{state}, {name}", size=0.78 * size, across="center", z=5)
            if state == "stuck":
                low = SILL + hill.marbles.radius
                hill_things.marble(sheet.ax, x, sheet.hut(low), hill.marbles.radius)


# --- figures -----------------------------------------------------------------


def _panels(sheet: Sheet, dropped: Sequence[Dropped], summary: Summary) -> None:
    """Draw ends and times below the hill."""
    bottom, top = sheet.ax.get_ylim()
    rise = sheet.mm(PANELS - 46) / (bottom - top)
    floor = sheet.mm(24) / (bottom - top)
    _ends(sheet.figure.add_axes((0.1, floor, 0.33, rise)), summary)
    _times(sheet.figure.add_axes((0.55, floor, 0.39, rise)), dropped, summary)


def _frame(ax: Axes, title: str) -> None:
    ax.set_title(title, size=8.5, color=style.INK, loc="left")
    ax.tick_params(labelsize=7.5, colors=style.INK, length=2)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(style.FAINT)


def _ends(ax: Axes, summary: Summary) -> None:
    for row, (end, one) in enumerate(summary.ends.items()):
        colour, hatch = LOOKS[end]
        value = 100 * one.value
        ax.barh(row, value, color=colour, height=0.62, alpha=0.85, hatch=hatch,
                edgecolor="white")  # fmt: skip
        whisker = [[value - 100 * one.low], [100 * one.high - value]]
        ax.errorbar([value], [row], xerr=whisker, fmt="none", ecolor=style.INK, elinewidth=1,
                    capsize=2)  # fmt: skip
    ax.set_yticks(range(len(summary.ends)), list(summary.ends))
    ax.invert_yaxis()
    ax.set_xlim(0, 100)
    _frame(ax, "% of all balls, 95 % interval")


def _times(ax: Axes, dropped: Sequence[Dropped], summary: Summary) -> None:
    groups = {end: [one.time for one in dropped if one.end == end] for end in ("out", "stuck")}
    longest = max((max(times) for times in groups.values() if times), default=1.0)
    bins = [longest * k / 40 for k in range(41)]
    for end, times in groups.items():
        if times:
            colour, hatch = LOOKS["out" if end == "out" else "stuck"]
            words = "into the hollow" if end == "out" else "to rest in the hut"
            ax.hist(times, bins=bins, color=colour, alpha=0.75, hatch=hatch, label=words,
                    edgecolor="white", linewidth=0.3)  # fmt: skip
    if summary.times:
        ax.axvline(summary.times[2], color=style.INK, lw=1.2)
    if any(groups.values()):
        ax.legend(fontsize=7.5, frameon=False, loc="upper center")
    ax.set_yticks([])
    ax.set_xlim(left=0)
    _frame(ax, "seconds from the drop; line: median")
