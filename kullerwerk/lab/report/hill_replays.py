"""Drops of a study once more, with the way that every marble took in time.

As marble k depends on the seed and k alone, its way is had by dropping it again, and what was
measured tells whether it is the same drop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from kullerwerk.lab.hills import Drops, HillMeasurement
from kullerwerk.lab.report.hill_scene import plane_of
from kullerwerk.lab.report.thin import thinned
from kullerwerk.lab.study import Shelf, gather
from kullerwerk.streams import study_stream
from sim.marbles.provider import LiveMarbles
from sim.marbles.rows import HOLLOW_ROW
from sim.settled import MarbleDrop, OnHill

if TYPE_CHECKING:
    from sim.marbles.plane import Plane

TOLERANCE = 0.6
"""A replayed marble is at no moment further than this from where it was, mm."""
UNIT = 0.2
"""Places in a page are whole numbers of this, mm."""
SHOWN = 10
"""At most so many of the marbles that were lost, or wedged, are worth a look."""
SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "ball": pl.Int64,
    "time_s": pl.Float64,
    "way": pl.List(pl.Int32),
}
"""A row per drop; ``way``: time (ms) and x, y (of `UNIT` mm in the page's plane), one moment after
the other."""


@dataclass(frozen=True, slots=True)
class HillReplays:
    """The drops ``wanted`` of a study once more, in the pieces of the study."""

    drops: Drops
    wanted: frozenset[int]

    def question(self) -> dict[str, Any]:
        """Return what decides the replays."""
        return {**self.drops.question(), "what": "replays", "wanted": sorted(self.wanted)}

    def piece(self, number: int) -> pl.DataFrame:
        """Return the wanted drops of piece ``number``."""
        job = self.drops
        tracer = _Tracer(job)
        every = range(number * job.piece_size, (number + 1) * job.piece_size)
        rows = [tracer.drop(k) for k in every if k in self.wanted]
        return pl.DataFrame(rows, schema=SCHEMA)


class _Tracer:
    """Drops marbles and keeps where each is after every thousandth of a second."""

    def __init__(self, job: Drops) -> None:
        self._job = job
        self._plane = plane_of(job.hill)
        self._live = LiveMarbles(job.hill, watch_hut=self._hut, watch_hill=self._hill)
        self._way: list[tuple[float, float, float]] = []
        self._steps = [0, 0]

    def _hut(self, plane: Plane) -> None:
        self._steps[0] += 1
        for body in plane.bodies.values():
            self._way.append((self._steps[0] / 1000, *self._plane.hut(*body.position)))

    def _hill(self, plane: Plane) -> None:
        self._steps[1] += 1
        for body in plane.bodies.values():
            self._way.append((self._steps[1] / 1000, *self._plane.hill(*body.position)))

    def drop(self, ball: int) -> dict[str, Any]:
        """Drop a marble; return a row."""
        self._way, self._steps = [], [0, 0]
        on = OnHill(self._job.side(ball), (), (HOLLOW_ROW,))
        hatch = 1 + ball % len(self._job.hill.hut.hatches)
        settled = self._live.resolve(MarbleDrop(on, hatch, 0), study_stream(self._job.seed, ball))
        scale = np.array([1000.0, 1 / UNIT, 1 / UNIT])
        way = np.rint(thinned(np.array(self._way), TOLERANCE) * scale).astype(int)
        return {"ball": ball, "time_s": settled.time / 1000, "way": way.ravel().tolist()}


def hill_replays_of(
    found: HillMeasurement,
    drops: int,
    *,
    jobs: int = 1,
    cluster: str = "",
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> pl.DataFrame:
    """Return up to ``drops`` drops of a study with their ways, the `notable_drops` first.

    A drop that does not take as long as it did when it was measured is left out: it was made by
    another processor. Raises as `kullerwerk.lab.study.gather` does.
    """
    order = dict.fromkeys([*notable_drops(found), *found.table["ball"].to_list()])
    wanted = frozenset(list(order)[: max(0, drops)])
    job = Drops(found.hill, found.seed)
    pieces = sorted({k // job.piece_size for k in wanted})
    done = 0

    def one(number: int, frame: pl.DataFrame) -> None:
        nonlocal done
        del number, frame
        done += 1
        progress(done, len(pieces))

    frames = gather(
        HillReplays(job, wanted), Shelf(), pieces, jobs=jobs, cluster=cluster, stopped=stopped,
        done=one,
    )  # fmt: skip
    made = pl.concat(frames) if frames else pl.DataFrame(schema=SCHEMA)
    return found.table.join(made, on=("ball", "time_s"), how="inner", maintain_order="left")


def notable_drops(found: HillMeasurement) -> dict[int, str]:
    """Return drops that are worth a look, and why: quick and slow ones, lost and wedged ones."""
    out: dict[int, str] = {}
    for number in range(1, len(found.hill.hut.hatches) + 1):
        own = found.table.filter((pl.col("hatch") == number) & (pl.col("end") == "out"))
        balls = own.sort("time_s", "ball")["ball"].to_list()
        if balls:
            out.setdefault(balls[0], f"the fastest of hatch {number}")
            out.setdefault(balls[(len(balls) - 1) // 2], f"in the middle of hatch {number}")
            out.setdefault(balls[-1], f"the slowest of hatch {number}")
    for ball in found.table.filter(pl.col("wedged"))["ball"].head(SHOWN):
        out[ball] = "wedged, and put further"
    for ball in found.table.filter(pl.col("end") == "lost")["ball"].head(SHOWN):
        out[ball] = "leaves the track"
    return out
