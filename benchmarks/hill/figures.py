"""Shares and times of two samples of marbles, side by side."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.stats import binomtest

from benchmarks.hill.ways import Way, arrived
from scenes.hill import MarbleHill

GOAL = 0.03
"""The most by which the share of a lane of a leg may be off."""


@dataclass(frozen=True, slots=True)
class Share:
    """``hits`` of ``n``."""

    hits: int
    n: int

    @property
    def value(self) -> float:
        """The share; 0 of none."""
        return self.hits / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        if not self.n:
            return 0.0, 1.0
        found = binomtest(self.hits, self.n).proportion_ci(0.95, method="wilson")
        return float(found.low), float(found.high)


def apart(a: Share, b: Share) -> tuple[float, float, float]:
    """Return a - b with Newcombe's 95 % interval (his method 10)."""
    (low_a, high_a), (low_b, high_b) = a.interval, b.interval
    gap = a.value - b.value
    return (
        gap,
        gap - math.hypot(a.value - low_a, high_b - b.value),
        gap + math.hypot(high_a - a.value, b.value - low_b),
    )


def lane_shares(hill: MarbleHill, ways: Sequence[Way], row: int) -> list[Share]:
    """Return how the marbles that passed a row are shared among its gutters."""
    nodes = [way.nodes[row] for way in ways if len(way.nodes) > row]
    return [Share(nodes.count(k), len(nodes)) for k in range(len(hill.rows[row].x))]


def exit_shares(hill: MarbleHill, ways: Sequence[Way]) -> list[Share]:
    """Return through which exit the marbles that were dropped came out."""
    nodes = [way.nodes[0] for way in ways if way.nodes]
    return [Share(nodes.count(k), len(ways)) for k in range(len(hill.rows[0].x))]


def back(hill: MarbleHill, ways: Sequence[Way], row: int) -> Share:
    """Return how many marbles leave a row to the side that they came from: half if it forgets.

    Only those that could go both ways and came from one side or the other.
    """
    if not 0 < row < len(hill.rows) - 1:
        return Share(0, 0)
    lanes, below = hill.rows[row].x, hill.rows[row + 1].x
    returned = n = 0
    for way in ways:
        if len(way.nodes) <= row + 1:
            continue
        x = lanes[way.nodes[row]]
        came = hill.rows[row - 1].x[way.nodes[row - 1]] - x
        goes = below[way.nodes[row + 1]] - x
        if came and goes and below[0] < x < below[-1]:
            n += 1
            returned += came * goes > 0
    return Share(returned, n)


def median_time(ways: Sequence[Way], row: int | None) -> tuple[float, float, float]:
    """Return the median time to a row, or to the hollow, with its 95 % interval (order ranks)."""
    if row is None:
        times = sorted(way.time for way in ways if way.end == "hollow")
    else:
        times = sorted(way.times[row] for way in ways if len(way.times) > row)
    if not times:
        return math.nan, math.nan, math.nan
    half = 0.98 * math.sqrt(len(times))
    low = max(0, math.floor(len(times) / 2 - half))
    high = min(len(times) - 1, math.ceil(len(times) / 2 + half))
    return statistics.median(times), times[low], times[high]


def worst_lane(
    hill: MarbleHill, ours: Sequence[Way], theirs: Sequence[Way]
) -> tuple[float, int, int, tuple[float, float, float]]:
    """Return the largest difference of a lane's share over the legs, row, lane, and `apart`."""
    found: list[tuple[float, int, int, tuple[float, float, float]]] = []
    for row, what in enumerate(hill.rows):
        if what.kind != "leg":
            continue
        pairs = zip(lane_shares(hill, ours, row), lane_shares(hill, theirs, row), strict=True)
        for lane, (a, b) in enumerate(pairs):
            gap = apart(a, b)
            found.append((abs(gap[0]), row, lane, gap))
    return max(found)


# --- lines -------------------------------------------------------------------


def _row(hill: MarbleHill, row: int) -> str:
    return f"{hill.rows[row].kind} at {hill.rows[row].y:g} mm"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.value:.3f} ({low:.3f} to {high:.3f})"


def _shares(title: str, names: Sequence[str], columns: Sequence[Sequence[Share]]) -> list[str]:
    lines = ["", title]
    for k, name in enumerate(names):
        gap, low, high = apart(columns[0][k], columns[1][k])
        both = "  ".join(_share(column[k]) for column in columns)
        lines.append(f"  {name:>6}  {both}  {gap:+.3f} ({low:+.3f} to {high:+.3f})")
    return lines


def table(hill: MarbleHill, ours: Sequence[Way], theirs: Sequence[Way]) -> list[str]:
    """Return the lines with all shares and times: ours, and the 3-D engine's."""
    all_ways = (ours, theirs)
    lines = ["ours, 3-D (each with its 95 % interval), ours less 3-D"]
    for name, ways in zip(("ours", "3-D"), all_ways, strict=True):
        out = arrived(ways)
        ends = "  ".join(
            f"{end} {sum(way.end == end for way in ways)}"
            for end in ("hut", "hollow", "lost", "stuck")
        )
        lines.append(f"  {name}: {len(ways)} dropped, {len(out)} out; {ends}")
    lanes = [f"{x:g}" for x in hill.rows[0].x]
    exits = [exit_shares(hill, ways) for ways in all_ways]
    lines += _shares("exits, of all dropped, by x in mm", lanes, exits)
    for row, what in enumerate(hill.rows):
        if what.kind == "leg":
            shares = [lane_shares(hill, ways, row) for ways in all_ways]
            lines += _shares(f"lanes of the {_row(hill, row)}", [f"{x:g}" for x in what.x], shares)
    lines += ["", "back to the side that they came from, of those that can go both ways"]
    for row in range(1, len(hill.rows) - 1):
        shares = [back(hill, ways, row) for ways in all_ways]
        if shares[0].n:
            lines.append(f"  {_row(hill, row):22}  {'  '.join(map(_share, shares))}")
    lines += ["", "median time since the front of the hut, s"]
    for row in [*range(1, len(hill.rows)), None]:
        name = "hollow" if row is None else _row(hill, row)
        times = [median_time(ways, row) for ways in all_ways]
        texts = "  ".join(f"{mid:.3f} ({low:.3f} to {high:.3f})" for mid, low, high in times)
        lines.append(f"  {name:22}  {texts}  {times[0][0] / times[1][0]:.2f} x")
    return lines


def worst_line(hill: MarbleHill, ours: Sequence[Way], theirs: Sequence[Way]) -> str:
    """Return the line with the largest difference of a lane of a leg."""
    if not arrived(ours) or not arrived(theirs):
        return "worst=- no marble came down"
    worst, row, lane, (_, low, high) = worst_lane(hill, ours, theirs)
    return (
        f"worst={worst:.3f} ({low:+.3f} to {high:+.3f}) lane={hill.rows[row].x[lane]:g} "
        f"leg={hill.rows[row].y:g} goal={GOAL:g} {'met' if worst <= GOAL else 'missed'}"
    )
