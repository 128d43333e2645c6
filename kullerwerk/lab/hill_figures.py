"""Figures of a hill out of its table of drops: how many come out, through which gutters, how fast.

A drop knows nothing of another, so each is a cluster; hatches and sides of the slider, which are
equally often by design, are strata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from kullerwerk.lab import intervals
from kullerwerk.lab.figures import OVERALL, Figure, floats
from kullerwerk.lab.intervals import Floats
from scenes.gutters import exits_of, leads_to, pitch_of

if TYPE_CHECKING:
    from scenes.hill import MarbleHill

HEADLINES: dict[str, tuple[str, str]] = {
    "out": ("drops that come into the hollow", "%"),
    "stuck": ("drops that stay in the hut", "%"),
    "lost": ("drops that leave the track", "%"),
    "wedged": ("drops that wedge, and are put further", "%"),
    "time": ("time into the hollow", "s"),
}
"""The figures that ``until`` waits for, with label and unit; each side of the slider has them."""
SHAPES = ("uneven", "time_apart")
"""What else tells at a glance how a hill plays; that of every leg is ``leg_1_apart`` and so on."""
QUANTILES = (0.1, 0.5, 0.9)
RARE = 0.01
"""A fork that fewer of all drops pass has no part in which is the worst."""
SIDES = {"left": "left exits open", "right": "right exits open"}
"""The sides of the slider, in words."""


def headlines(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures of all drops together that ``until`` waits for."""
    return [f for f in figures if f.set == OVERALL and f.key in HEADLINES]


def main_keys(figures: Sequence[Figure]) -> list[str]:
    """Return the keys of the figures by which two hills are told apart at a glance."""
    legs = [f.key for f in figures if f.key.startswith("leg_") and f.key.endswith("_apart")]
    return [*HEADLINES, *SHAPES, *legs]


@dataclass(frozen=True, slots=True)
class Fork:
    """A place where marbles go left or right: the node ``index`` of a row, or (-1) that hatch.

    ``left`` and ``right`` are nodes of the next row (of a hatch: exits).
    """

    row: int
    index: int
    left: int
    right: int


def forks_of(hill: MarbleHill) -> Iterator[Fork]:
    """Yield the hatches, and then all nodes with two ways."""
    for hatch in range(len(hill.hut.hatches)):
        pair = exits_of(hill, hatch)
        if pair is not None:
            yield Fork(-1, hatch, *pair)
    half = pitch_of(hill) / 2
    for number, (above, below) in enumerate(zip(hill.rows, hill.rows[1:], strict=False)):
        for index in range(len(above.x)):
            ways = leads_to(above, index, below, half)
            if len(ways) == 2:
                yield Fork(number, index, *ways)


def legs_of(hill: MarbleHill) -> list[tuple[int, int]]:
    """Return the number of every leg, from 1 at the top, with that of its row."""
    rows = [k for k, row in enumerate(hill.rows) if row.kind == "leg"]
    return list(enumerate(rows, 1))


def place_name(hill: MarbleHill, row: int, index: int) -> str:
    """Return what people call a node, or a hatch (row -1)."""
    if row < 0:
        return f"hatch {index + 1}"
    kind = hill.rows[row].kind
    if kind == "leg":
        leg = next(leg for leg, at in legs_of(hill) if at == row)
        return f"leg {leg}, lane {index + 1}"
    one = {"exits": "exit", "junctions": "junction", "starts": "start"}[kind]
    at = f" at {hill.rows[row].y:g} mm" if kind == "junctions" else ""
    return f"{one} {index + 1}{at}"


@dataclass(frozen=True, slots=True)
class _Table:
    """The columns of a table of drops that figures are made of."""

    frame: pl.DataFrame
    strata: Floats
    out: Floats
    time: Floats

    @classmethod
    def of(cls, hill: MarbleHill, frame: pl.DataFrame) -> _Table:
        strata = floats(frame, "ball") % (2 * len(hill.hut.hatches))
        out = (frame["end"] == "out").cast(pl.Float64).to_numpy()
        return cls(frame, strata, out, floats(frame, "time_s"))

    def is_(self, column: str, value: int | str | bool) -> Floats:
        """Return 1 for each drop that has a value in a column, else 0."""
        return (self.frame[column] == value).fill_null(value=False).cast(pl.Float64).to_numpy()

    def share(self, key: str, of: str, label: str, over: Floats, under: Floats) -> Figure:
        """Return the share of some drops (1 each) among others."""
        return Figure(key, of, label, "%", intervals.portion(over, under, self.strata, single=True))


def figures_of(hill: MarbleHill, table: pl.DataFrame) -> tuple[Figure, ...]:
    """Return all figures of a table of drops."""
    all_ = _Table.of(hill, table)
    every = np.ones(table.height)
    found = _ends(all_, every, OVERALL)
    found += _times(all_, every, OVERALL)
    rest = all_.is_("end", "stuck")
    found.append(
        Figure("rest_time", OVERALL, "time to rest in the hut", "s",
               intervals.ratio(all_.time * rest, rest, all_.strata))
    )  # fmt: skip
    for number in range(1, len(hill.rows[0].x) + 1):
        label = f"drops above exit {number}"
        found.append(all_.share(f"exit_{number}", OVERALL, label, all_.is_("exit", number), every))
    found += _lanes(hill, all_)
    forks = [_fork(hill, all_, fork) for fork in forks_of(hill)]
    found += [_uneven(forks), *(f for f in forks if f.set == OVERALL)]
    for side in SIDES:
        there = all_.is_("slider", side)
        found += [*_ends(all_, there, side), *_times(all_, there, side)]
    return (*found, *_hatches(hill, all_, forks))


def _ends(all_: _Table, among: Floats, of: str) -> list[Figure]:
    """Return what became of the drops that are 1 in ``among``."""
    overs = {end: all_.is_("end", end) for end in ("out", "stuck", "lost")}
    overs["wedged"] = all_.is_("wedged", value=True)
    return [
        all_.share(key, of, HEADLINES[key][0], over * among, among) for key, over in overs.items()
    ]


def _times(all_: _Table, among: Floats, of: str) -> list[Figure]:
    """Return how long those of them take that come into the hollow."""
    out = all_.out * among
    times = all_.time[out > 0.0]
    mean = intervals.ratio(all_.time * out, out, all_.strata)
    return [
        Figure("time", of, *HEADLINES["time"], mean),
        *(
            Figure(f"time_p{q * 100:.0f}", of, f"time that {q:.0%} of these take at most", "s",
                   intervals.quantile(times, q))
            for q in QUANTILES
        ),
    ]  # fmt: skip


def _lanes(hill: MarbleHill, all_: _Table) -> list[Figure]:
    """Return the shares of the lanes of each leg among the drops that come there."""
    found: list[Figure] = []
    for leg, row in legs_of(hill):
        lanes = [all_.is_(f"row_{row}", k) for k in range(1, len(hill.rows[row].x) + 1)]
        came = np.sum(lanes, axis=0)
        found += [
            all_.share(f"leg_{leg}_lane_{k}", OVERALL, f"through leg {leg}, lane {k}", lane, came)
            for k, lane in enumerate(lanes, 1)
        ]
        if len(lanes) > 1:
            apart = intervals.widest_pair(np.stack(lanes, axis=1)[came > 0.0])
            label = f"leg {leg}: between its fullest and its emptiest lane"
            found.append(Figure(f"leg_{leg}_apart", OVERALL, label, "%", apart))
    return found


def _fork(hill: MarbleHill, all_: _Table, fork: Fork) -> Figure:
    """Return what share of the drops that pass a fork go to the right."""
    name = place_name(hill, fork.row, fork.index)
    if fork.row < 0:
        came = all_.is_("hatch", fork.index + 1)
        right = came * all_.is_("exit", fork.right + 1)
        return all_.share("right", name, "fall to the right of the splitter", right, came)
    # Only what has left the hut comes to the fork below its exit.
    above = (
        all_.is_("exit", fork.index + 1) * (1.0 - all_.is_("end", "stuck"))
        if fork.row == 0
        else all_.is_(f"row_{fork.row}", fork.index + 1)
    )
    left, right = (
        above * all_.is_(f"row_{fork.row + 1}", way + 1) for way in (fork.left, fork.right)
    )
    key = f"fork_{fork.row}_{fork.index + 1}"
    return all_.share(key, OVERALL, f"right at {name}", right, left + right)


def is_fork(figure: Figure) -> bool:
    """Whether a figure is the share that goes to the right at a fork."""
    return figure.key == "right" or figure.key.startswith("fork_")


def _passed(figures: Sequence[Figure]) -> list[Figure]:
    """Return the forks that enough drops pass."""
    forks = [f for f in figures if is_fork(f)]
    return [f for f in forks if f.estimate.size >= max(1.0, RARE * f.estimate.clusters)]


def _uneven(forks: Sequence[Figure]) -> Figure:
    """Return how far the worst fork is from 50:50."""
    passed = [(f.estimate.value, f.estimate.size) for f in _passed(forks)]
    label = "the worst fork, away from 50:50"
    return Figure("uneven", OVERALL, label, "%", intervals.farthest_from_half(passed))


def worst_fork(figures: Sequence[Figure]) -> Figure | None:
    """Return the share to the right at the fork that is farthest from 50:50, or None."""
    return max(_passed(figures), key=lambda f: abs(f.estimate.value - 0.5), default=None)


def _hatches(hill: MarbleHill, all_: _Table, forks: Sequence[Figure]) -> list[Figure]:
    """Return what sets the hatches apart: sides, losses, times, and where their marbles end."""
    found: list[Figure] = []
    x = floats(all_.frame, "x")
    groups: list[Floats] = []
    for number in range(1, len(hill.hut.hatches) + 1):
        name, own = f"hatch {number}", all_.is_("hatch", number)
        out = own * all_.out
        groups.append(all_.time[out > 0.0])
        found += [f for f in forks if f.set == name]
        found += [f for f in _ends(all_, own, name) if f.key in ("lost", "wedged")]
        found += _times(all_, own, name)
        mean = intervals.ratio(x * out, out, all_.strata)
        found.append(Figure("across", name, "place across, at the hollow", "mm", mean))
        for q in (0.1, 0.9):
            label = f"place that {q:.0%} of these are left of"
            at = intervals.quantile(x[out > 0.0], q)
            found.append(Figure(f"across_p{q * 100:.0f}", name, label, "mm", at))
    if len(groups) > 1 and all(len(group) > 1 for group in groups):
        apart = intervals.widest(groups)
        label = "between the slowest and the fastest hatch"
        found.append(Figure("time_apart", OVERALL, label, "s", apart))
    return found
