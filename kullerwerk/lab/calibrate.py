"""Materials refitted to a table of resting places: restitution and friction of one contact.

Rounds of simulated throws, each with materials of its own drawn from a region, teach how likely the
table is under which materials (`kullerwerk.lab.questions`); the region of the next round is what
the table leaves of this one, until it is narrow. The last round is the largest. Every material
in the limits is as likely as any other before the table is seen; the interval is the middle 95 % of
what is likely after it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl

from kullerwerk.lab.intervals import Estimate, Floats
from kullerwerk.lab.questions import Flags, Group, Ints, Model, Places, learned
from kullerwerk.lab.resting import OFF, ON, STUCK, Resting
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.study import open_shelf
from kullerwerk.streams import layouts_seed
from scenes.files import scene_hash
from scenes.track import Contact, Track
from sim.batch import generator
from sim.provider import settings_hash, settle
from sim.settled import DEGREE, MM, ON_TABLE, DieThrow

Pair = Literal["die_table", "die_ramp", "die_wood"]
PAIRS: tuple[Pair, ...] = ("die_table", "die_ramp", "die_wood")
"""What may be fitted; the names are those of a track file's materials."""
NAMES = ("restitution", "friction")
LIMITS = np.array([[0.05, 0.90], [0.02, 0.80]])
"""The materials that are tried."""

BLOCK = 250
"""Throws of a piece."""
ROUND = 1_500
"""Throws of a round that only narrows the region."""
LAST = 8_000
"""Throws of the last round, and ...."""
FOR_EACH = 30
"""... at least so many for each of the table."""
ROUNDS = 10
"""Most rounds before the last."""
_OWN_POSE = 20
"""Rows of one pose that are looked at by themselves; others with those of the same tower."""
_CANDIDATES = 4_096
_WIDER = 4.0
"""A region holds what is likely once log likelihoods are divided by this, ..."""
_LEFT = 0.05
"""... or by as much more as it takes for so large a part of the region before to stay."""
_RADIUS = 2.8
"""A region's ellipse reaches so many standard deviations of that."""
_NEAR = 2.0
"""Throws within so many of them decide what is asked."""
_SETTLED = 0.3
"""Where so large a part stays by itself, the region is as narrow as it becomes."""
_UNKNOWN = 0.6
"""An interval over so much of the limits tells nothing."""
_TABLES = 400
"""Tables that are drawn to see how well one fits that comes from the simulation itself."""
MISFIT = 0.01
"""A table that fits worse than all but this share of those does not come from the simulation."""


@dataclass(frozen=True, slots=True)
class Region:
    """An ellipse of materials: ``centre`` + ``axes`` times a disc of ``radius`` (None = all)."""

    centre: tuple[float, ...] = ()
    axes: tuple[tuple[float, ...], ...] = ()
    radius: float | None = None

    @classmethod
    def of(cls, materials: Floats, weights: Floats, radius: float) -> Region:
        """Return the ellipse of weighted rows of materials."""
        centre = weights @ materials
        apart = materials - centre
        spread = apart.T @ (apart * weights[:, None]) + 1e-10 * np.eye(len(centre))
        axes = np.linalg.cholesky(spread)
        return cls(tuple(centre.tolist()), tuple(tuple(row) for row in axes.tolist()), radius)

    @classmethod
    def point(cls, materials: Sequence[float]) -> Region:
        """Return the region that holds one row of materials alone."""
        return cls(tuple(materials), ((0.0, 0.0), (0.0, 0.0)), 0.0)

    def drawn(self, count: int, rng: np.random.Generator) -> Floats:
        """Return rows of materials, evenly from the part of the region within the limits."""
        low, high = LIMITS.T
        if self.radius is None:
            return low + rng.random((count, len(low))) * (high - low)
        found = np.empty((0, len(low)))
        while len(found) < count:
            angle = 2.0 * math.pi * rng.random(2 * count)
            way = self.radius * np.sqrt(rng.random(2 * count))
            disc = np.stack([way * np.cos(angle), way * np.sin(angle)], axis=1)
            made = np.array(self.centre) + disc @ np.array(self.axes).T
            found = np.concatenate([found, made[((made >= low) & (made <= high)).all(axis=1)]])
        return found[:count]

    def holds(self, materials: Floats, radius: float | None = None) -> Flags:
        """Return which rows of materials lie in the region, or within another ``radius``."""
        if self.radius is None:
            return np.ones(len(materials), dtype=np.bool_)
        disc = np.linalg.solve(np.array(self.axes), (materials - np.array(self.centre)).T)
        reach = self.radius if radius is None else radius
        return np.hypot(disc[0], disc[1]) <= reach * (1.0 + 1e-9)


@dataclass(frozen=True, slots=True)
class Plan:
    """A calibration: the table, what is fitted to it, and how much is thrown for that.

    ``blur`` is how far a noted place may be off (standard deviation, mm); ``throws`` those of the
    last round, 0 = as many as the table wants.
    """

    track: Track
    rows: tuple[Resting, ...]
    pair: Pair = "die_table"
    seed: int = 0
    blur: float = 2.0
    throws: int = 0

    def question(self) -> dict[str, Any]:
        """Return whose work a folder holds."""
        rows = [
            [r.throw.tower, r.throw.die, list(r.throw.pose), list(r.throw.pull), r.where, r.x, r.y]
            for r in self.rows
        ]
        text = json.dumps(rows)
        return {
            "what": "calibrate",
            "scene": scene_hash(self.track),
            "rows": hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
            "fit": self.pair,
            "seed": self.seed,
            "blur": self.blur,
            "throws": self.last,
            "settings": settings_hash(),
        }

    def piece(self, number: int) -> pl.DataFrame:
        """Have no pieces of its own: each round has a shelf."""
        raise NotImplementedError(number)

    @property
    def last(self) -> int:
        """Throws of the last round."""
        return self.throws or max(LAST, FOR_EACH * len(self.rows))

    @property
    def now(self) -> Contact:
        """What the track says of the contact."""
        if self.pair == "die_table":
            return self.track.die_table
        return (
            self.track.materials.die_ramp
            if self.pair == "die_ramp"
            else (self.track.materials.die_wood)
        )

    def with_materials(self, restitution: float, friction: float) -> Track:
        """Return the track with other materials of the contact, which lie within the limits."""
        contact = Contact.model_construct(restitution=restitution, friction=friction)
        materials = self.track.materials.model_copy(update={self.pair: contact})
        return self.track.model_copy(update={"materials": materials})


SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "row": pl.Int64,
    "restitution": pl.Float64,
    "friction": pl.Float64,
    "where": pl.Int64,
    "x": pl.Float64,
    "y": pl.Float64,
}
"""A row per simulated throw: the row of the table that it repeats, its materials, its place, mm."""


@dataclass(frozen=True, slots=True)
class Round:
    """Throws of the table's own rows in turn, each with materials of its own from a region."""

    plan: Plan
    number: int
    region: Region

    def question(self) -> dict[str, Any]:
        """Return what decides the throws."""
        region = [self.region.centre, self.region.axes, self.region.radius]
        return {**self.plan.question(), "round": self.number, "region": region}

    def piece(self, number: int) -> pl.DataFrame:
        """Return the throws of piece ``number``."""
        plan = self.plan
        root = layouts_seed(plan.seed, self.number)
        rng = generator(layouts_seed(root, number), 0)
        materials = self.region.drawn(BLOCK, rng)
        blurs = plan.blur * rng.standard_normal((BLOCK, 2))
        rows: list[tuple[int, float, float, int, float, float]] = []
        for k, (chosen, blur) in enumerate(zip(materials.tolist(), blurs.tolist(), strict=True)):
            throw = number * BLOCK + k
            row = throw % len(plan.rows)
            track = plan.with_materials(*chosen)
            settled = settle(track, plan.rows[row].throw, generator(root, throw))
            where = ON if settled.outcome in ON_TABLE else STUCK
            where = OFF if settled.outcome == "off_table" else where
            x, y = settled.pose[0] / MM + blur[0], settled.pose[1] / MM + blur[1]
            rows.append((row, chosen[0], chosen[1], where, x, y))
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")


@dataclass(frozen=True, slots=True)
class Fitted:
    """One number of the contact: what it was on the track, and what the table says.

    ``told`` is whether the table narrows it at all; ``limit`` "low" or "high" where the interval
    ends at what was tried.
    """

    name: str
    before: float
    estimate: Estimate
    told: bool
    limit: str


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What a table says of a contact.

    ``candidates`` are materials (rows), ``likelihood`` the table's log likelihood under each,
    ``misfit`` the share of tables out of the simulation itself that fit worse than this one;
    ``wider`` is by how much log likelihoods were divided because this one fits badly.
    """

    plan: Plan
    fitted: tuple[Fitted, ...]
    candidates: Floats = field(repr=False)
    likelihood: Floats = field(repr=False)
    correlation: float
    misfit: float
    wider: float
    throws: int
    model: Model = field(repr=False)

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of ``restitution`` or ``friction``. Raises KeyError."""
        for one in self.fitted:
            if one.name == name:
                return one.estimate
        raise KeyError(name)

    @property
    def contact(self) -> Contact:
        """The fitted contact; a number that the table does not tell is that of the track."""
        values = {
            one.name: round(one.estimate.value, 4) if one.told else one.before
            for one in self.fitted
        }
        return Contact(**values)

    @property
    def track(self) -> Track:
        """The track with the fitted contact, under a name of its own."""
        track, own = self.plan.track, "-calibrated"
        title = (track.title or track.name).removesuffix(", calibrated")
        materials = track.materials.model_copy(update={self.plan.pair: self.contact})
        return track.model_copy(
            update={
                "name": track.name.removesuffix(own)[: 40 - len(own)] + own,
                "title": f"{title[:60]}, calibrated",
                "materials": materials,
            }
        )


def calibrate(plan: Plan, folder: Path | None = None, work: Work | None = None) -> Calibrated:
    """Fit the contact. What is thrown is kept in ``folder``, and the same call goes on from it.

    ``work.tell`` hears of throws. Raises StudyError, `kullerwerk.lab.study.Interrupted`, OSError.
    """
    work = Work() if work is None else work
    open_shelf(folder, plan)
    groups = _groups(plan)
    region = Region()
    thrown: list[pl.DataFrame] = []
    rng = np.random.default_rng(layouts_seed(plan.seed, ROUNDS + 1))
    number, done, last = 0, 0, False
    while True:
        count = plan.last if last else max(min(ROUND, plan.last), len(plan.rows))
        job = Round(plan, number, region)
        to_come = 0 if last else plan.last
        own = replace(work, tell=_telling(work.tell, done, to_come))
        sample = Sample.begin(job, None if folder is None else folder / f"round-{number}", own)
        sample.grow(-(-count // BLOCK))
        thrown.append(sample.table)
        done += sample.table.height
        here = _within(region, pl.concat(thrown))
        candidates = region.drawn(_CANDIDATES, rng)
        parts = tuple(_of_group(plan, here, rows) for rows in groups)
        model = learned(parts)
        logs = model.log_likelihood(candidates)
        left = _left(candidates, logs)
        settled = _share_left(logs, _WIDER) > _SETTLED or number >= ROUNDS
        if last and settled:
            near = left.holds(np.concatenate([part.materials for part in parts]), _NEAR)
            model = learned(parts, near)
            logs = model.log_likelihood(candidates)
            return _result(plan, model, region, candidates, logs, rng, done)
        # What seemed narrow to few throws may not be so to many: another large round then.
        number, region, last = number + 1, left, last or settled


def _left(candidates: Floats, logs: Floats) -> Region:
    """Return the region of the candidates that stay likely."""
    divisor = _WIDER
    while _share_left(logs, divisor) < _LEFT:
        divisor *= 1.1
    return Region.of(candidates, _weights(logs, divisor), _RADIUS)


def _telling(
    tell: Callable[[int, int], None], done: int, to_come: int
) -> Callable[[int, int], None]:
    return lambda pieces, of: tell(done + pieces * BLOCK, done + of * BLOCK + to_come)


def _weights(logs: Floats, divisor: float) -> Floats:
    weights = np.exp((logs - logs.max()) / divisor)
    return weights / weights.sum()


def _share_left(logs: Floats, divisor: float) -> float:
    """Return how large a part of the candidates stays likely (their effective number)."""
    return float(1.0 / (_weights(logs, divisor) ** 2).sum() / len(logs))


def _groups(plan: Plan) -> list[Ints]:
    """Return the table's rows in groups: by tower, die and (where many share one) pose."""
    shared = Counter(row.throw for row in plan.rows)
    groups: dict[DieThrow | tuple[str, str], list[int]] = {}
    for number, row in enumerate(plan.rows):
        throw = row.throw
        own = shared[throw] >= _OWN_POSE
        groups.setdefault(throw if own else (throw.tower, throw.die), []).append(number)
    return [np.array(rows) for rows in groups.values()]


def _within(region: Region, table: pl.DataFrame) -> pl.DataFrame:
    return table.filter(pl.Series(region.holds(table.select(NAMES).to_numpy())))


def _of_group(plan: Plan, table: pl.DataFrame, rows: Ints) -> Group:
    """Return measured and simulated throws of a group."""
    numbers: list[int] = rows.tolist()
    own = table.filter(pl.col("row").is_in(numbers))
    measured = [plan.rows[k] for k in numbers]
    repeated: list[int] = own["row"].to_list()
    return Group(
        seen_from(
            [row.throw for row in measured],
            np.array([row.where for row in measured]),
            np.array([[row.x, row.y] for row in measured]),
        ),
        seen_from(
            [plan.rows[k].throw for k in repeated],
            own["where"].to_numpy(),
            own.select("x", "y").to_numpy(),
        ),
        own.select(NAMES).to_numpy(),
    )


def seen_from(throws: Sequence[DieThrow], where: Ints, places: Floats) -> Places:
    """Return places on the table as the throwing towers see them."""
    poses = np.array([throw.pose for throw in throws], dtype=np.float64).reshape(-1, 3)
    apart = places.reshape(-1, 2) - poses[:, :2] / MM
    angle = np.radians(poses[:, 2] / DEGREE)
    ahead = np.cos(angle) * apart[:, 0] + np.sin(angle) * apart[:, 1]
    aside = np.cos(angle) * apart[:, 1] - np.sin(angle) * apart[:, 0]
    return Places(where, ahead, aside)


def _result(
    plan: Plan,
    model: Model,
    region: Region,
    candidates: Floats,
    logs: Floats,
    rng: np.random.Generator,
    throws: int,
) -> Calibrated:
    """Turn the last round's likelihood into estimates."""
    best = candidates[int(np.argmax(logs))]
    drawn = model.drawn(best, _TABLES, rng)
    misfit = float((np.count_nonzero(drawn <= logs.max()) + 1) / (_TABLES + 1))
    wider = max(1.0, float(logs.max() / drawn.mean())) if misfit < MISFIT else 1.0
    for _ in range(2):  # candidates where it matters
        close = Region.of(candidates, _weights(logs, 1.5 * wider), 3.5)
        candidates = close.drawn(_CANDIDATES, rng)
        candidates = candidates[region.holds(candidates)]
        logs = model.log_likelihood(candidates)
    weights = _weights(logs, wider)
    fitted: list[Fitted] = []
    for column, (name, limits) in enumerate(zip(NAMES, LIMITS.tolist(), strict=True)):
        values = candidates[:, column]
        order = np.argsort(values)
        share = np.cumsum(weights[order]) - weights[order] / 2
        low, high = np.interp([0.025, 0.975], share, values[order]).tolist()
        estimate = Estimate(float(weights @ values), low, high, len(plan.rows), throws)
        room = limits[1] - limits[0]
        limit = "low" if low - limits[0] < 0.02 * room else ""
        limit = "high" if limits[1] - high < 0.02 * room else limit
        told = high - low < _UNKNOWN * room
        fitted.append(Fitted(name, float(getattr(plan.now, name)), estimate, told, limit))
    apart = candidates - weights @ candidates
    spread = apart.T @ (apart * weights[:, None])
    correlation = float(spread[0, 1] / math.sqrt(spread[0, 0] * spread[1, 1]))
    return Calibrated(
        plan, tuple(fitted), candidates, logs, correlation, misfit, wider, throws, model
    )


def simulated(plan: Plan, contact: Contact, count: int, sample: int = 0) -> pl.DataFrame:
    """Throw the table's rows anew, so many times in all, with one contact (SCHEMA)."""
    job = Round(plan, 2 * ROUNDS + sample, Region.point((contact.restitution, contact.friction)))
    pieces = [job.piece(number) for number in range(-(-count // BLOCK))]
    return pl.concat(pieces).head(count)
