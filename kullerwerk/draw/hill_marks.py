"""Shares drawn into a hill: discs in its gutters, words in its hollow, ends of balls below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Protocol

from kullerwerk.draw import style
from kullerwerk.draw.hill import MEADOW
from kullerwerk.draw.hill_sheet import TRAY, Sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kullerwerk.drops import End


class Ranged(Protocol):
    """A share with its 95 % interval."""

    @property
    def value(self) -> float:
        """The share that was seen."""
        ...

    @property
    def low(self) -> float:
        """The lower bound."""
        ...

    @property
    def high(self) -> float:
        """The upper bound."""
        ...


LOOKS: dict[End, tuple[str, str]] = {"out": ("#0072b2", ""), "stuck": ("#e69f00", "//"),
                                     "lost": ("#d55e00", "xx")}  # fmt: skip
"""Colour and hatching of each end; both tell them apart."""
PANELS = 96.0
"""Room for the figures, mm where gutters are 40 mm apart."""
LARGEST = 14.0
"""Radius of the disc of all balls, mm where gutters are 40 mm apart."""


def hollow(sheet: Sheet, one: Ranged) -> None:
    """Write into the hollow what share of all balls ended there."""
    middle = (sheet.left + sheet.right) / 2, sheet.hill.slope.hollow + sheet.mm(TRAY / 2)
    words = f"{percent(one)} of all balls  (95 %: {100 * one.low:.1f} to {100 * one.high:.1f} %)"
    style.text(sheet.ax, middle, words, size=sheet.size(6), bold=True, across="center",
               up="center", colour=style.WOOD_DARK)  # fmt: skip


def percent(one: Ranged) -> str:
    """Return a share as it is written into a picture."""
    return f"{100 * one.value:.1f} %" if one.value < 0.9995 else "100 %"


def node(sheet: Sheet, at: style.Point, one: Ranged, *, words: bool) -> None:
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
    style.text(sheet.ax, place, percent(one), size=sheet.size(5.4), bold=True, up="center", z=5,
               halo_colour=MEADOW)  # fmt: skip
    place = (x + sheet.mm(7), y + sheet.mm(8))
    style.text(sheet.ax, place, half, size=sheet.size(4.6), up="center", z=5, halo_colour=MEADOW)


def panels(
    sheet: Sheet, ends: Mapping[End, Ranged], times: Mapping[End, Sequence[float]], noun: str
) -> None:
    """Draw below the hill what became of all balls, and how long they took, s."""
    bottom, top = sheet.ax.get_ylim()
    rise = sheet.mm(PANELS - 46) / (bottom - top)
    floor = sheet.mm(24) / (bottom - top)
    _ends(sheet.figure.add_axes((0.1, floor, 0.33, rise)), ends, noun)
    _times(sheet.figure.add_axes((0.55, floor, 0.39, rise)), times)


def _frame(ax: Axes, title: str) -> None:
    ax.set_title(title, size=8.5, color=style.INK, loc="left")
    ax.tick_params(labelsize=7.5, colors=style.INK, length=2)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(style.FAINT)


def _ends(ax: Axes, ends: Mapping[End, Ranged], noun: str) -> None:
    for row, (end, one) in enumerate(ends.items()):
        colour, hatch = LOOKS[end]
        value = 100 * one.value
        ax.barh(row, value, color=colour, height=0.62, alpha=0.85, hatch=hatch,
                edgecolor="white")  # fmt: skip
        whisker = [[value - 100 * one.low], [100 * one.high - value]]
        ax.errorbar([value], [row], xerr=whisker, fmt="none", ecolor=style.INK, elinewidth=1,
                    capsize=2)  # fmt: skip
    ax.set_yticks(range(len(ends)), list(ends))
    ax.invert_yaxis()
    ax.set_xlim(0, 100)
    _frame(ax, f"% of all {noun}, 95 % interval")


def _times(ax: Axes, times_of: Mapping[End, Sequence[float]]) -> None:
    groups: dict[End, Sequence[float]] = {"out": times_of["out"], "stuck": times_of["stuck"]}
    longest = max((max(times) for times in groups.values() if times), default=1.0)
    bins = [longest * k / 40 for k in range(41)]
    for end, times in groups.items():
        if times:
            colour, hatch = LOOKS[end]
            words = "into the hollow" if end == "out" else "to rest in the hut"
            ax.hist(times, bins=bins, color=colour, alpha=0.75, hatch=hatch, label=words,
                    edgecolor="white", linewidth=0.3)  # fmt: skip
    if groups["out"]:
        ax.axvline(median(groups["out"]), color=style.INK, lw=1.2)
    if any(groups.values()):
        ax.legend(fontsize=7.5, frameon=False, loc="upper center")
    ax.set_yticks([])
    ax.set_xlim(left=0)
    _frame(ax, "seconds from the drop; line: median")
