"""Materials refitted to a table of resting places: restitution and friction of one contact.

Rounds of simulated throws, each with materials of its own drawn from a region, teach how likely the
table is under which materials (`kullerwerk.lab.questions`); the region of the next round is what
the table leaves of this one, until it is narrow. The last round is the largest; what is told of it
comes from `kullerwerk.lab.scores`, which do not believe more than was thrown. Every material
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
from kullerwerk.lab.questions import Group, Ints, Model, Places, asked_of, learned
from kullerwerk.lab.region import LIMITS, NAMES, WIDER, Region, left_of, likelier, share_left
from kullerwerk.lab.resting import OFF, ON, STUCK, Resting
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.scores import Scored, scored
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
_NEAR = 2.0
"""Throws within so many of them decide what is asked, ..."""
_NEAREST = 1.0
"""... and those within so many how the scores scatter."""
_SETTLED = 0.3
"""Where so large a part stays by itself, the region is as narrow as it becomes."""
_UNKNOWN = 0.6
"""An interval over so much of the limits tells nothing."""
_TABLES = 400
"""Tables that are drawn to see how well one fits that comes from the simulation itself."""
MISFIT = 0.01
"""A table that fits worse than all but this share of those does not come from the simulation."""


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
class Thrown:
    """What was thrown for a table: all throws (SCHEMA) in the last ``region``; ``count`` in all."""

    region: Region
    table: pl.DataFrame
    count: int


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
    thrown: Thrown = field(repr=False)
    model: Scored = field(repr=False)

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of ``restitution`` or ``friction``. Raises KeyError."""
        for one in self.fitted:
            if one.name == name:
                return one.estimate
        raise KeyError(name)

    @property
    def throws(self) -> int:
        """How many throws were simulated."""
        return self.thrown.count

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
        here = Thrown(region, _within(region, pl.concat(thrown)), done)
        candidates = region.drawn(_CANDIDATES, rng)
        parts = _groups(plan, here)
        model = learned(parts, asked_of(parts))
        logs = model.log_likelihood(candidates)
        left = left_of(candidates, logs)
        settled = share_left(logs, WIDER) > _SETTLED or number >= ROUNDS
        if last and settled:
            return fit(plan, here)
        # What seemed narrow to few throws may not be so to many: another large round then.
        number, region, last = number + 1, left, last or settled


def _telling(
    tell: Callable[[int, int], None], done: int, to_come: int
) -> Callable[[int, int], None]:
    return lambda pieces, of: tell(done + pieces * BLOCK, done + of * BLOCK + to_come)


def _groups(plan: Plan, thrown: Thrown) -> tuple[Group, ...]:
    """Return the throws in groups: by tower, die and (where many share one) pose."""
    shared = Counter(row.throw for row in plan.rows)
    groups: dict[DieThrow | tuple[str, str], list[int]] = {}
    for number, row in enumerate(plan.rows):
        throw = row.throw
        own = shared[throw] >= _OWN_POSE
        groups.setdefault(throw if own else (throw.tower, throw.die), []).append(number)
    return tuple(_of_group(plan, thrown.table, rows) for rows in groups.values())


def _within(region: Region, table: pl.DataFrame) -> pl.DataFrame:
    return table.filter(pl.Series(region.holds(table.select(NAMES).to_numpy())))


def _of_group(plan: Plan, table: pl.DataFrame, numbers: list[int]) -> Group:
    """Return measured and simulated throws of a group."""
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


def fit(plan: Plan, thrown: Thrown) -> Calibrated:
    """Turn what was thrown for a table, or for another of the same throws, into estimates."""
    region = thrown.region
    rng = np.random.default_rng(layouts_seed(plan.seed, ROUNDS + 2))
    parts = _groups(plan, thrown)
    candidates = region.drawn(_CANDIDATES, rng)
    left = left_of(candidates, learned(parts, asked_of(parts)).log_likelihood(candidates))
    materials = np.concatenate([part.materials for part in parts])
    asked = asked_of(parts, left.holds(materials, _NEAR))
    model = learned(parts, asked)
    candidates, logs = _close(model, region, 1.0, rng)
    drawn = model.drawn(candidates[int(np.argmax(logs))], _TABLES, rng)
    misfit = float((np.count_nonzero(drawn <= logs.max()) + 1) / (_TABLES + 1))
    wider = max(1.0, float(logs.max() / drawn.mean())) if misfit < MISFIT else 1.0
    likely = candidates, likelier(logs, 2.0)
    scores = scored(parts, asked, likely, left.holds(materials, _NEAREST), rng)
    candidates, logs = _close(scores, region, wider, rng)
    weights = likelier(logs, wider)
    fitted: list[Fitted] = []
    for column, (name, limits) in enumerate(zip(NAMES, LIMITS.tolist(), strict=True)):
        values = candidates[:, column]
        order = np.argsort(values)
        share = np.cumsum(weights[order]) - weights[order] / 2
        low, high = np.interp([0.025, 0.975], share, values[order]).tolist()
        estimate = Estimate(float(weights @ values), low, high, len(plan.rows), thrown.count)
        room = limits[1] - limits[0]
        limit = "low" if low - limits[0] < 0.02 * room else ""
        limit = "high" if limits[1] - high < 0.02 * room else limit
        told = high - low < _UNKNOWN * room
        fitted.append(Fitted(name, float(getattr(plan.now, name)), estimate, told, limit))
    apart = candidates - weights @ candidates
    spread = apart.T @ (apart * weights[:, None])
    correlation = float(spread[0, 1] / math.sqrt(spread[0, 0] * spread[1, 1]))
    return Calibrated(
        plan, tuple(fitted), candidates, logs, correlation, misfit, wider, thrown, scores
    )


def _close(
    model: Model | Scored, region: Region, wider: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return candidates of the region where it matters, and the log likelihood at each."""
    candidates = region.drawn(_CANDIDATES, rng)
    logs = model.log_likelihood(candidates)
    for _ in range(2):
        near = Region.of(candidates, likelier(logs, 1.5 * wider), 3.5)
        candidates = near.drawn(_CANDIDATES, rng)
        candidates = candidates[region.holds(candidates)]
        logs = model.log_likelihood(candidates)
    return candidates, logs


def simulated(plan: Plan, contact: Contact, count: int, sample: int = 0) -> pl.DataFrame:
    """Throw the table's rows anew, so many times in all, with one contact (SCHEMA)."""
    job = Round(plan, 2 * ROUNDS + sample, Region.point((contact.restitution, contact.friction)))
    pieces = [job.piece(number) for number in range(-(-count // BLOCK))]
    return pl.concat(pieces).head(count)
