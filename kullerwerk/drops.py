"""Where marbles go: single balls dropped on an empty hill, as rows and as a summary.

Ball k depends on the seed and k alone, whatever the number of processes. Hatches, exits and lanes
are counted from 1, from the left.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from kullerwerk.jobs import Stopped, results
from kullerwerk.shares import Share, quantile, share
from kullerwerk.streams import study_stream
from scenes.gutters import exits_of
from scenes.hill import MarbleHill, Row
from sim.marbles.plane import Plane
from sim.marbles.provider import LiveMarbles
from sim.marbles.rows import HOLLOW_ROW
from sim.settled import MM, MarbleDrop, OnHill, Side

End = Literal["out", "stuck", "lost"]
ENDS: dict[End, str] = {
    "out": "into the hollow",
    "stuck": "behind a shutter",
    "lost": "off the track",
}
"""What may become of a ball."""
QUANTILES = (0.05, 0.25, 0.50, 0.75, 0.95)
SHOWN = 60
"""Of so many balls the way is kept, for a picture."""
EVERY = 6
"""Steps of the simulation from one point of a way to the next."""
CHUNK = 16
"""Balls that a process drops before it tells of them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is dropped: ``hatch`` 0 = all in turn; ``slider`` is which exits are open."""

    hill: MarbleHill
    hatch: int
    slider: Side
    seed: int
    balls: int

    def hatch_of(self, ball: int) -> int:
        """Return the hatch that ball ``ball`` (from 0) is dropped into."""
        return self.hatch or 1 + ball % len(self.hill.hut.hatches)


@dataclass(frozen=True, slots=True)
class Dropped:
    """What became of a ball: ``exit`` is the one above which it fell.

    ``lanes`` holds the gutter in which it crossed each row below the exits, of a ball that came
    that far. ``x``, ``y`` is where it was last, mm: in the hut across and up, else across and
    downhill. ``time`` runs from the drop to rest, or into the hollow, s. ``helped``: it was wedged,
    and put further.
    """

    ball: int
    hatch: int
    end: End
    exit: int
    lanes: tuple[int, ...]
    x: float
    y: float
    time: float
    helped: bool
    way: tuple[tuple[float, float], ...] = ()


class Dropper:
    """Drops balls one by one and follows each down the hill."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._live = LiveMarbles(plan.hill, watch_hill=self._watch)
        self._rows = plan.hill.rows
        self._forget(keep=False)

    def _forget(self, *, keep: bool) -> None:
        self._crossed: list[int] = []
        self._way: list[tuple[float, float]] = []
        self._last = 0.0, 0.0
        self._steps = 0
        self._keep = keep

    def _watch(self, plane: Plane) -> None:
        for body in plane.bodies.values():
            x, y = self._last = body.position
            if self._keep and self._steps % EVERY == 0:
                self._way.append((x, y))
            self._steps += 1
            while len(self._crossed) < len(self._rows) and y >= self._rows[len(self._crossed)].y:
                self._crossed.append(_nearest(self._rows[len(self._crossed)], x))

    def drop(self, ball: int) -> Dropped:
        """Drop ball ``ball`` of the plan."""
        plan = self._plan
        hatch = plan.hatch_of(ball)
        self._forget(keep=ball < SHOWN)
        request = MarbleDrop(OnHill(plan.slider, (), (HOLLOW_ROW,)), hatch, 0)
        settled = self._live.resolve(request, study_stream(plan.seed, ball))
        pair = exits_of(plan.hill, hatch - 1)
        assert pair is not None, "a checked hill has two exits below each hatch"
        end: End = "lost" if settled.lost else "stuck" if settled.hut else "out"
        opened = 0 if plan.slider == "left" else 1
        x, y = self._last
        if end == "stuck":
            x, y = settled.world[0][1] / MM, settled.world[0][2] / MM
        return Dropped(
            ball,
            hatch,
            end,
            1 + pair[1 - opened if end == "stuck" else opened],
            tuple(1 + k for k in self._crossed[1:]),
            round(x, 2),
            round(y, 2),
            settled.time / 1000,
            settled.timed_out,
            tuple((round(a, 1), round(b, 1)) for a, b in self._way),
        )


def _nearest(row: Row, x: float) -> int:
    return min(range(len(row.x)), key=lambda k: abs(row.x[k] - x))


@lru_cache(maxsize=1)
def _dropper(plan: Plan) -> Dropper:
    """Return the dropper of this process."""
    return Dropper(plan)


def _one(plan: Plan, number: int, stopped: Callable[[], bool]) -> tuple[Dropped, ...]:
    del stopped  # a ball takes some hundredths of a second
    return (_dropper(plan).drop(number),)


def _some(plan: Plan, number: int, stopped: Callable[[], bool]) -> tuple[Dropped, ...]:
    dropped: list[Dropped] = []
    for ball in range(number * CHUNK, min((number + 1) * CHUNK, plan.balls)):
        if stopped():
            # What was dropped by then is told as well.
            break
        dropped.append(_dropper(plan).drop(ball))
    if not dropped:
        raise Stopped
    return tuple(dropped)


def dropped(plan: Plan, ball: int) -> Dropped:
    """Drop ball ``ball`` (from 0) of a plan, in this process."""
    return _dropper(replace(plan, balls=0)).drop(ball)


def drop_all(
    plan: Plan, jobs: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Iterator[tuple[Dropped, ...]]:
    """Yield the balls of a plan as they are done, some at a time, from ``jobs`` processes.

    Once ``stopped()`` is true no further ball is dropped. Raises ``kullerwerk.jobs.Died`` where a
    process ended by itself.
    """
    if jobs == 1:
        return results(_one, plan, plan.balls, 1, stopped)
    return results(_some, plan, -(-plan.balls // CHUNK), jobs, stopped)


# --- figures -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Summary:
    """What a study says.

    ``ends`` and ``exits`` are shares of all balls; ``rows`` holds for every row below the exits
    the shares of its gutters among the balls that came there. ``times`` and ``stuck_times`` are
    the QUANTILES of the time, s, into the hollow and to rest in the hut, () of none.
    """

    balls: int
    ends: dict[End, Share]
    exits: tuple[Share, ...]
    rows: tuple[tuple[Share, ...], ...]
    times: tuple[float, ...]
    stuck_times: tuple[float, ...]
    helped: int


def summarise(hill: MarbleHill, dropped: Sequence[Dropped]) -> Summary:
    """Count where the balls went."""
    total = len(dropped)
    ends = Counter(ball.end for ball in dropped)
    exits = Counter(ball.exit for ball in dropped)
    rows: list[tuple[Share, ...]] = []
    for number, row in enumerate(hill.rows[1:]):
        lanes = Counter(ball.lanes[number] for ball in dropped if len(ball.lanes) > number)
        rows.append(tuple(share(lanes[k], lanes.total()) for k in range(1, len(row.x) + 1)))
    return Summary(
        balls=total,
        ends={end: share(ends[end], total) for end in ENDS},
        exits=tuple(share(exits[k], total) for k in range(1, len(hill.rows[0].x) + 1)),
        rows=tuple(rows),
        times=_quantiles([ball.time for ball in dropped if ball.end == "out"]),
        stuck_times=_quantiles([ball.time for ball in dropped if ball.end == "stuck"]),
        helped=sum(ball.helped for ball in dropped),
    )


def _quantiles(values: Sequence[float]) -> tuple[float, ...]:
    ordered = sorted(values)
    return tuple(quantile(ordered, q) for q in QUANTILES) if ordered else ()


def heading(plan: Plan, done: int, source: str) -> str:
    """Return what was dropped, in a line for people."""
    where = f"hatch {plan.hatch}" if plan.hatch else f"{len(plan.hill.hut.hatches)} hatches in turn"
    of = f" of {plan.balls}" if done < plan.balls else ""
    balls = f"{done}{of} ball{'' if done == 1 else 's'}"
    return f"{source}: {balls} into {where}, {plan.slider} exits open, seed {plan.seed}"


def lines(plan: Plan, summary: Summary) -> list[str]:
    """Return a summary in lines for people; gutters that no ball came to are left out."""
    told = [f"{end:<6} {words:<18} {summary.ends[end]}" for end, words in ENDS.items()]
    shut = 1 if plan.slider == "left" else 0
    closed = {
        1 + pair[shut]
        for k in range(len(plan.hill.hut.hatches))
        if (pair := exits_of(plan.hill, k)) is not None
    }
    for number, one in enumerate(summary.exits, 1):
        if one.count:
            state = "closed" if number in closed else "open"
            told.append(f"exit {number:>3}  {state:<15} {one}")
    for row, lanes in zip(plan.hill.rows[1:], summary.rows, strict=True):
        if row.kind != "leg":
            continue
        for number, one in enumerate(lanes, 1):
            if one.count:
                told.append(f"leg at {row.y:g} mm, lane {number:<4}".ljust(26) + str(one))
    for words, times in (
        ("into the hollow", summary.times),
        ("to rest in the hut", summary.stuck_times),
    ):
        if times:
            span = f"90 % take {times[0]:.2f} to {times[-1]:.2f} s"
            told.append(f"{times[2]:.2f} s {words} (median; {span})")
    if summary.helped:
        told.append(f"{summary.helped} wedged, and put further")
    return told


def _share_data(one: Share) -> dict[str, Any]:
    low, high = round(one.low, 6), round(one.high, 6)
    return {"count": one.count, "share": round(one.value, 6), "low": low, "high": high}


def summary_data(hill: MarbleHill, summary: Summary) -> dict[str, Any]:
    """Return a summary as JSON data; ``times`` in s."""

    def times(of: Sequence[float]) -> dict[str, float]:
        return {f"{q:.0%}": round(t, 3) for q, t in zip(QUANTILES, of, strict=False)}

    return {
        "balls": summary.balls,
        "ends": {end: _share_data(one) for end, one in summary.ends.items()},
        "exits": [_share_data(one) for one in summary.exits],
        "rows": [
            {"kind": row.kind, "y": row.y, "lanes": [_share_data(one) for one in lanes]}
            for row, lanes in zip(hill.rows[1:], summary.rows, strict=True)
        ],
        "time_s": times(summary.times),
        "stuck_time_s": times(summary.stuck_times),
        "helped": summary.helped,
    }


def rows_text(dropped: Sequence[Dropped]) -> str:
    """Return all balls as a JSON array, one a line; ball k has the same bytes in every run."""
    rows = [
        {
            "ball": one.ball,
            "hatch": one.hatch,
            "end": one.end,
            "exit": one.exit,
            "lanes": list(one.lanes),
            "x": one.x,
            "y": one.y,
            "time_s": one.time,
            "helped": one.helped,
        }
        for one in dropped
    ]
    return "[\n" + ",\n".join(json.dumps(row, allow_nan=False) for row in rows) + "\n]"
