"""How much of the start face a throw remembers, by the tower's height."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.fairness.figures import Memory
from kullerwerk.draw import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOOKS: dict[str, tuple[str, style.Dash, str]] = {
    die: (colour, look.dash, look.marker)
    for die, colour, look in zip(
        ("d4", "d6", "d10", "d12"), ("#b8860b", "#d55e00", "#009e73", "#0072b2"), style.SEATS,
        strict=True,
    )
}  # fmt: skip
"""Colour, dash and marker of each die."""
CLASSES: tuple[tuple[str, style.Dash, str], ...] = (
    ("#26282b", style.SOLID, "o"),
    ("#0072b2", (0, (6, 2)), "s"),
    ("#d55e00", (0, (2, 1.5)), "^"),
    ("#009e73", (0, (7, 2, 1.5, 2)), "D"),
    ("#cc79a7", (0, (1, 1)), "v"),
    ("#e69f00", (0, (4, 1, 1, 1, 1, 1)), "P"),
)
"""Colour, dash and marker of each class of angle."""


def picture(path: Path, found: Sequence[Memory]) -> None:
    """Draw the distances of all dice above, the shares of each die below."""
    dice = [die for die in LOOKS if any(m.die == die for m in found)]
    figure = style.new_figure(11.0, 8.0)
    grid = figure.add_gridspec(
        2, len(dice), height_ratios=(1.3, 1), left=0.07, right=0.98, top=0.92, bottom=0.07,
        wspace=0.25, hspace=0.32,
    )  # fmt: skip
    figure.suptitle(
        "How much of its start face a die remembers", fontsize=12, color=style.INK, y=0.975
    )
    above = figure.add_subplot(grid[0, :])
    for die in dice:
        _distance(above, die, [m for m in found if m.die == die])
    noise = [m.noise for m in found]
    above.axhspan(
        0.0, max(noise), color=style.FAINT, alpha=0.2, linewidth=0,
        label="none: 95 % of samples of this size",
    )  # fmt: skip
    _frame(above)
    above.set_ylabel("distance from no memory (total variation)", fontsize=9)
    above.legend(fontsize=9, frameon=False)
    for i, die in enumerate(dice):
        own = [m for m in found if m.die == die]
        _shares(figure.add_subplot(grid[1, i]), die, own, first=i == 0)
    style.save_figure(figure, path, dpi=110)


def _frame(ax: Axes) -> None:
    ax.set_xscale("log")
    ticks = (25, 50, 100, 200)
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()
    ax.set_ylim(bottom=0.0)
    ax.set_xlabel("height of the hat above the table, mm", fontsize=8)
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)


def _distance(ax: Axes, die: str, own: Sequence[Memory]) -> None:
    colour, dash, marker = LOOKS[die]
    heights = [m.height for m in own]
    ax.fill_between(
        heights, [m.low for m in own], [m.high for m in own], color=colour, alpha=0.15, linewidth=0
    )
    ax.plot(
        heights, [m.distance for m in own], color=colour, linestyle=dash, marker=marker,
        markersize=5, label=die,
    )  # fmt: skip


def _shares(ax: Axes, die: str, own: Sequence[Memory], first: bool) -> None:
    heights = [m.height for m in own]
    for k, (angle, free) in enumerate(zip(own[0].angles, own[0].forgetful, strict=True)):
        colour, dash, marker = CLASSES[k % len(CLASSES)]
        shares = [m.shares[k] for m in own]
        ax.plot(
            heights, shares, color=colour, linestyle=dash, marker=marker, markersize=3.5,
            linewidth=1.2, label=f"{angle:.1f}°",
        )  # fmt: skip
        ax.annotate(
            "", (1.0, free), xycoords=("axes fraction", "data"), xytext=(1.05, free),
            textcoords=("axes fraction", "data"),
            arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 0.8},
        )  # fmt: skip
    _frame(ax)
    # The arrows lie in the frame too.
    ax.set_ylim(top=max(ax.get_ylim()[1], 1.05 * max(own[0].forgetful)))
    ax.set_title(die, fontsize=10, color=style.INK)
    if first:
        ax.set_ylabel("share of each angle; arrow: no memory", fontsize=8)
    ax.legend(fontsize=7, frameon=False, handlelength=3)
