"""Runs of a study once more, with the way that every die took in time.

The table of a study keeps where dice began and ended. As run k depends on the seed and k alone,
its ways are had by making it again, and what was measured tells whether it is the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from kullerwerk.lab.measure import Measurement, runs_of
from kullerwerk.lab.report.thin import thinned
from kullerwerk.lab.runs import BLOCK, Runs
from kullerwerk.lab.study import Shelf, gather
from kullerwerk.physics import live
from kullerwerk.players.make import maker
from kullerwerk.players.specs import parse_player
from rules.koenig.board import board_of
from rules.koenig.rules import KOENIG
from scenes.files import scene_hash
from sim.outcome import settled
from sim.provider import thrown_by
from sim.settled import MM, DieSettled, DieThrow

if TYPE_CHECKING:
    from numpy.random import Generator

    from scenes.track import Track

THROWS = 25_000
"""At most so many throws can be replayed in a page, if nobody asks for another number: all of
a study of 20 000, which ends with the round that reaches them."""
TOLERANCE = 3.0
"""A replayed die is at no moment further than this from where it was, mm (height counts too)."""
UNIT = 0.5
"""Places in a page are whole numbers of this, mm."""
TRAPPED_SHOWN = 20
"""Runs of trapped towers that come first, at most."""

SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "run": pl.Int64,
    "turn": pl.Int32,
    "rest_x": pl.Float64,
    "rest_y": pl.Float64,
    "time_s": pl.Float64,
    "way": pl.List(pl.Int32),
    "blockers": pl.List(pl.Int32),
}
"""A row per throw.

``way``: time (ms) and x, y, z (of `UNIT` mm) of the die's centre, one moment after the other, from
the pull on. ``blockers``: seven numbers for each that stood there: the piece set's row in the
track, and x, y (of `UNIT` mm) and angle (0.01 degrees) before the throw and after.
"""


@dataclass(slots=True)
class _Tracing:
    """A provider that keeps the way of every throw beside its answer."""

    track: Track
    kept: list[tuple[list[int], list[int]]] = field(
        default_factory=list[tuple[list[int], list[int]]]
    )

    def resolve(self, request: DieThrow, rng: Generator) -> DieSettled:
        """Answer one request."""
        thrown, world = thrown_by(self.track, request, rng, tracing=True)
        ended = settled(thrown, world)
        moments = np.array([(max(0.0, m.time), *m.place) for m in thrown.trace])
        # The die settles against the hat first; what counts begins with the pull.
        begun = int(np.searchsorted(moments[:, 0], 0.0, side="right")) - 1
        way = thinned(moments[max(0, begun) :], TOLERANCE)
        whole = np.rint(way * np.array([1000.0, 1 / UNIT, 1 / UNIT, 1 / UNIT])).astype(int)
        self.kept.append((whole.ravel().tolist(), self._blockers(request, ended)))
        return ended

    def _blockers(self, request: DieThrow, ended: DieSettled) -> list[int]:
        names = [pieces.name for pieces in self.track.sets]
        after = {lying.name: lying.pose for lying in ended.displaced}
        out: list[int] = []
        for lying in request.blockers:
            out.append(names.index(lying.name))
            for x, y, angle in (lying.pose, after.get(lying.name, lying.pose)):
                out += [round(x / MM / UNIT), round(y / MM / UNIT), angle]
        return out


@dataclass(frozen=True, slots=True)
class Replays:
    """The runs ``wanted`` of a study once more, in the pieces of the study."""

    runs: Runs
    wanted: frozenset[int]

    def question(self) -> dict[str, Any]:
        """Return what decides the replays."""
        return {**self.runs.question(), "what": "replays", "wanted": sorted(self.wanted)}

    def piece(self, number: int) -> pl.DataFrame:
        """Return the throws of the wanted runs of piece ``number``."""
        track = self.runs.track
        board = board_of(track, scene_hash(track))
        make = maker(KOENIG, live(track), track)
        each = BLOCK * len(self.runs.sets)
        rows: list[dict[str, Any]] = []
        for k in range(number * each, (number + 1) * each):
            if k not in self.wanted:
                continue
            tracing = _Tracing(track)
            made = self.runs.rows_of(k, board, tracing, make)
            for row, (way, blockers) in zip(made, tracing.kept, strict=True):
                known = {key: row[key] for key in SCHEMA if key in row}
                rows.append({**known, "way": way, "blockers": blockers})
        return pl.DataFrame(rows, schema=SCHEMA)


def replays_of(
    found: Measurement,
    throws: int = THROWS,
    *,
    jobs: int = 1,
    cluster: str = "",
    stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> pl.DataFrame:
    """Return the throws of a study with their ways: its table, and ``way`` and ``blockers``.

    Whole runs, up to ``throws`` throws, the `notable` ones first; all of them if there are no more.
    A run that does not end throw by throw where it was measured is left out: it was made by
    another processor. Raises as `kullerwerk.lab.study.gather` does.
    """
    wanted = _chosen(found, throws)
    job = Replays(Runs(found.track, found.sets, parse_player(found.player), found.seed), wanted)
    pieces = sorted({k // (BLOCK * len(found.sets)) for k in wanted})
    done = 0

    def one(number: int, frame: pl.DataFrame) -> None:
        nonlocal done
        del number, frame
        done += 1
        progress(done, len(pieces))

    frames = gather(job, Shelf(), pieces, jobs=jobs, cluster=cluster, stopped=stopped, done=one)
    made = pl.concat(frames) if frames else pl.DataFrame(schema=SCHEMA)
    rows = found.table.filter(pl.col("run").is_in(wanted))
    both = rows.join(made, on=("run", "turn"), how="left", suffix="_again", maintain_order="left")
    ends = ("rest_x", "rest_y", "time_s")
    same = pl.all_horizontal(pl.col(name) == pl.col(f"{name}_again") for name in ends)
    return both.filter(same.fill_null(value=False).all().over("run")).drop(
        [f"{name}_again" for name in ends]
    )


def notable(found: Measurement) -> dict[int, str]:
    """Return runs that are worth a look, and why: fastest, middle, slowest of a set, trapped."""
    runs = runs_of(found.table)
    out: dict[int, str] = {}
    for name in found.sets:
        ended = runs.filter(pl.col("finished") & (pl.col("set") == name)).sort("turns", "run")
        numbers = ended["run"].to_list()
        if numbers:
            out.setdefault(numbers[0], f"the fastest of {name}")
            out.setdefault(numbers[(len(numbers) - 1) // 2], f"in the middle of {name}")
            out.setdefault(numbers[-1], f"the slowest of {name}")
    for number in runs.filter(~pl.col("finished"))["run"].head(TRAPPED_SHOWN).to_list():
        out[number] = "trapped, or never at the finish"
    return out


def _chosen(found: Measurement, throws: int) -> frozenset[int]:
    """Return the runs to be replayed: notable ones, then one after the other, while there is room.

    At least one run of those worth a look, if any throws are wanted at all.
    """
    if throws <= 0:
        return frozenset()
    sizes = dict(found.table.group_by("run", maintain_order=True).len().iter_rows())
    order: Iterable[int] = dict.fromkeys([*notable(found), *sizes])
    chosen: set[int] = set()
    room = throws
    for number in order:
        if chosen and sizes[number] > room:
            break
        chosen.add(number)
        room -= sizes[number]
    return frozenset(chosen)
