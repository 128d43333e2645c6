"""Shares of exits and lanes on a hill, by ours and by the 3-D engine, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.hill.figures import back, exit_shares, lane_shares
from benchmarks.hill.ways import Way
from kullerwerk.draw import style
from scenes.hill import MarbleHill

COLOURS = ("#0072b2", "#d55e00")
HATCHES = ("", "//")
WIDTH = 0.4


def picture(path: Path, hill: MarbleHill, found: Mapping[str, Sequence[Way]]) -> None:
    """Draw the shares of the exits, of the lanes of each leg, and of those that go back."""
    legs = [row for row, what in enumerate(hill.rows) if what.kind == "leg"]
    inner = [
        row for row in range(1, len(hill.rows) - 1)
        if any(back(hill, ways, row).n for ways in found.values())
    ]  # fmt: skip
    figure = style.new_figure(9.0, 2.2 * (len(legs) + 2))
    axes = figure.subplots(len(legs) + 2, 1, squeeze=False)[:, 0]
    figure.subplots_adjust(left=0.08, right=0.98, top=0.95, bottom=0.05, hspace=0.55)
    titles = [
        "exits, of all dropped",
        *(f"lanes of the leg at {hill.rows[row].y:g} mm" for row in legs),
        "back to the side that they came from, by row",
    ]
    names = [[f"{x:g}" for x in hill.rows[row].x] for row in (0, *legs)]
    names.append([f"{hill.rows[row].kind} {hill.rows[row].y:g}" for row in inner])
    for k, (engine, ways) in enumerate(found.items()):
        panels = [
            exit_shares(hill, ways),
            *(lane_shares(hill, ways, row) for row in legs),
            [back(hill, ways, row) for row in inner],
        ]
        for ax, shares in zip(axes, panels, strict=True):
            values = [share.value for share in shares]
            spans = [share.interval for share in shares]
            ax.bar(
                [i + (k - 0.5) * WIDTH for i in range(len(shares))], values, WIDTH,
                color=COLOURS[k], hatch=HATCHES[k], edgecolor=style.PAPER, linewidth=0,
                label=f"{engine} ({len(ways)})",
                yerr=[
                    [v - low for v, (low, _) in zip(values, spans, strict=True)],
                    [high - v for v, (_, high) in zip(values, spans, strict=True)],
                ],
                error_kw={"elinewidth": 0.8, "ecolor": style.INK},
            )  # fmt: skip
    for ax, title, ticks in zip(axes, titles, names, strict=True):
        ax.set_title(title, fontsize=9, color=style.INK)
        ax.set_xticks(range(len(ticks)), ticks)
        ax.tick_params(labelsize=8)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].legend(
        fontsize=8, frameon=False, ncols=len(found), loc="lower right", bbox_to_anchor=(1.0, 1.0)
    )
    style.save_figure(figure, path, dpi=110)
