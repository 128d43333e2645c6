"""Two hills side by side: the lanes that marbles take on both, and what differs, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.draw import style
from kullerwerk.draw.compare import SIZE, draw_differences
from kullerwerk.lab.figures import OVERALL
from kullerwerk.lab.hill_figures import is_fork, legs_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from kullerwerk.lab.hill_compare import HillComparison
    from kullerwerk.lab.hills import HillMeasurement
    from kullerwerk.lab.intervals import Estimate

LOOKS = {"A": ("#d55e00", "s", "--", -0.1), "B": ("#0072b2", "o", "-", 0.1)}
"""Colour, marker, line and shift aside of each hill."""


def hill_compare_figure(found: HillComparison) -> Figure:
    """Return the shares of all lanes on both, and a forest plot of the differences."""
    figure = style.new_figure(*SIZE)
    studies = {"A": found.first, "B": found.second}
    legs = min(len(legs_of(study.hill)) for study in studies.values())
    tall = 0.9 / max(1, legs)
    for leg in range(1, legs + 1):
        ax = figure.add_axes((0.05, 0.97 - leg * tall + 0.06, 0.33, tall - 0.09))
        _lanes(ax, studies, leg, last=leg == legs)
    # Exits and lanes are many, and drawn on the left; forks are told apart by hundreds alone.
    shown = [
        d
        for d in found.differences
        if d.figure.set == OVERALL
        and not is_fork(d.figure)
        and not d.figure.key.startswith("exit_")
        and "_lane_" not in d.figure.key
    ]
    first, second = found.first.drops, found.second.drops
    drops = f"{first} drops each" if first == second else f"{first} and {second} drops"
    words = f"B beside A: 95 % intervals; {drops}, seed {found.first.seed}"
    draw_differences(figure, shown, words)
    return figure


def _lanes(ax: Axes, studies: dict[str, HillMeasurement], leg: int, *, last: bool) -> None:
    """Draw which share of the marbles takes each lane of a leg, with its interval."""
    widest = 0
    for letter, study in studies.items():
        colour, marker, dash, shift = LOOKS[letter]
        row = study.hill.rows[dict(legs_of(study.hill))[leg]]
        shares = [study[f"leg_{leg}_lane_{lane}"] for lane in range(1, len(row.x) + 1)]
        widest = max(widest, len(shares))
        at = [lane + shift for lane in range(1, len(shares) + 1)]
        ax.errorbar(
            at, [100 * one.value for one in shares], yerr=_whiskers(shares), color=colour,
            marker=marker, ms=4.5, ls=dash, lw=1.1, elinewidth=1.4, capsize=2,
            label=f"{letter}: {study.hill.title or study.hill.name}",
        )  # fmt: skip
    ax.set_title(f"leg {leg}: % of the marbles through each lane", size=10, color=style.INK,
                 loc="left")  # fmt: skip
    ax.set_ylim(bottom=0.0)
    ax.set_xticks(range(1, widest + 1))
    ax.tick_params(labelsize=8, colors=style.INK, length=2)
    if leg == 1:
        ax.legend(fontsize=8.5, frameon=False, loc="best")
    if last:
        ax.set_xlabel("lane, from the left", size=9, color=style.INK)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        ax.spines[side].set_color(style.FAINT)


def _whiskers(shares: Sequence[Estimate]) -> list[list[float]]:
    return [
        [100 * (one.value - one.low) for one in shares],
        [100 * (one.high - one.value) for one in shares],
    ]
