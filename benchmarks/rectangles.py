"""Which side thrown rectangles end on, against the no-bounce law and the curve of Pender & Uhrin.

``python -m benchmarks.rectangles [--throws 2000] [--jobs 2] [--seed 1] [--picture FILE]``

The share of the longer sides of a planar rectangle must lie between its share of the angle (nothing
bounces) and the published limit for bouncy or grippy surfaces (arXiv:1407.6307), and move from the
one toward the other as restitution and friction rise. Prints a table, and draws a picture.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.exact.tumble import lively_law, no_bounce_law, share_thrown
from sim.provider import settings_hash

RATIOS = (1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
MATERIALS = (
    (0.0, 0.1),
    (0.0, 0.2),
    (0.3, 0.1),
    (0.3, 0.2),
    (0.5, 0.1),
    (0.5, 0.2),
    (0.5, 0.3),
    (0.7, 0.3),
    (0.5, 0.6),
    (0.5, 1.0),
    (0.8, 1.0),
)
"""Restitution and friction; those from 0.6 friction on are grippier than any die on any table."""
DRAWN = ((0.0, 0.1), (0.3, 0.2), (0.5, 0.3), (0.5, 1.0))
SURE = 3.0
"""Standard errors outside the two laws from which a share counts as outside."""

Cell = tuple[float, tuple[float, float], int, int]


def share(cell: Cell) -> float:
    """Return the share of the longer sides: ratio, (e, mu), throws and seed."""
    ratio, (e, mu), throws, seed = cell
    return share_thrown(ratio, e, mu, throws, seed)


def outside(ratio: float, ours: float, throws: int) -> bool:
    """Tell whether a share lies outside the two laws, beyond its sampling error."""
    low, high = no_bounce_law(ratio), lively_law(ratio)
    return ours < low - SURE * _error(low, throws) or ours > high + SURE * _error(high, throws)


def _error(chance: float, throws: int) -> float:
    return math.sqrt(chance * (1 - chance) / throws)


def table(shares: Mapping[tuple[float, float], Sequence[float]], throws: int) -> list[str]:
    """Return the lines of the table; a share outside the two laws is marked with a star."""

    def row(name: str, cells: Sequence[str]) -> str:
        return f"| {name} | {' | '.join(cells)} |"

    return [
        row("long / short", [f"{ratio:g}" for ratio in RATIOS]),
        row("---", ["---"] * len(RATIOS)),
        row("no bounce (angle)", [f"{no_bounce_law(ratio):.3f}" for ratio in RATIOS]),
        *(
            row(
                f"e {e:g}, mu {mu:g}",
                [
                    f"{ours:.3f}{'*' if outside(ratio, ours, throws) else ''}"
                    for ratio, ours in zip(RATIOS, shares[e, mu], strict=True)
                ],
            )
            for e, mu in MATERIALS
        ),
        row("Pender & Uhrin", [f"{lively_law(ratio):.3f}" for ratio in RATIOS]),
    ]


def draw(shares: Mapping[tuple[float, float], Sequence[float]], throws: int, path: Path) -> None:
    """Draw shares with the two laws into ``path``."""
    # Loaded as Any: matplotlib leaves the types of its keyword arguments open.
    matplotlib: Any = import_module("matplotlib.figure")
    figure = matplotlib.Figure(figsize=(7.0, 4.6), layout="constrained")
    axes = figure.subplots()
    fine = [1 + 0.02 * k for k in range(1, 106)]
    low, high = [no_bounce_law(q) for q in fine], [lively_law(q) for q in fine]
    axes.fill_between(fine, low, high, color="0.92", zorder=0)
    axes.plot(fine, low, color="black", linestyle="--", label="no bounce: share of the angle")
    axes.plot(fine, high, color="black", label="Pender & Uhrin: bouncy or grippy")
    for (e, mu), colour in zip(DRAWN, ("#0072b2", "#009e73", "#d55e00", "#cc79a7"), strict=True):
        ours = shares[e, mu]
        errors = [2 * _error(p, throws) for p in ours]
        axes.errorbar(
            RATIOS,
            ours,
            errors,
            fmt="o",
            markersize=4,
            capsize=2,
            color=colour,
            label=f"ours, e {e:g}, friction {mu:g}",
        )
    axes.set_xlabel("longer over shorter side")
    axes.set_ylabel("share that lies on a longer side")
    axes.set_title(f"Thrown rectangles, {throws} throws a point, bars: two standard errors")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=150)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 = all shares between the two laws, 1 = not."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rectangles",
        description="Which side thrown rectangles end on, against two published laws.",
    )
    parser.add_argument("--throws", type=int, default=2000, help="throws of each figure")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="seed of the starts")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw into this file")
    chosen = parser.parse_args(arguments)
    throws: int = chosen.throws
    picture: Path | None = chosen.picture
    if throws < 1 or chosen.jobs < 1:
        print("--throws and --jobs: expected 1 or more", file=sys.stderr)
        return 2
    if picture and (not picture.parent.is_dir() or picture.suffix not in (".png", ".svg", ".pdf")):
        print(
            f"--picture {picture}: expected a .png, .svg or .pdf file in a folder that exists",
            file=sys.stderr,
        )
        return 2
    cells: list[Cell] = [
        (ratio, material, throws, chosen.seed) for material in MATERIALS for ratio in RATIOS
    ]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        found = list(pool.map(share, cells))
    width = len(RATIOS)
    shares = {material: found[k * width : (k + 1) * width] for k, material in enumerate(MATERIALS)}
    print("\n".join(table(shares, throws)))
    beyond = sum(outside(cell[0], ours, throws) for cell, ours in zip(cells, found, strict=True))
    print(
        f"throws={throws} seed={chosen.seed} figures={len(cells)} outside={beyond} "
        f"settings={settings_hash()}"
    )
    if picture:
        draw(shares, throws, picture)
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
