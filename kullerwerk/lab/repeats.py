"""Simulated throws that repeat the rows of a table of resting places, with other materials."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from kullerwerk.lab.region import Region
from kullerwerk.lab.resting import OFF, ON, STUCK, Resting
from kullerwerk.streams import layouts_seed
from scenes.files import scene_hash
from scenes.track import Contact, Track
from sim.batch import generator
from sim.provider import settings_hash, settle
from sim.settled import MM, ON_TABLE

Pair = Literal["die_table", "die_ramp", "die_wood"]
PAIRS: tuple[Pair, ...] = ("die_table", "die_ramp", "die_wood")
"""What may be fitted; the names are those of a track file's materials."""

BLOCK = 250
"""Throws of a piece."""
LAST = 8_000
"""Throws of the last round, and ...."""
FOR_EACH = 30
"""... at least so many for each of the table."""
ROUNDS = 10
"""Most rounds before the last."""


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
        return self.first(number, BLOCK)

    def first(self, number: int, count: int) -> pl.DataFrame:
        """Return so many throws of piece ``number``, the same whatever their count."""
        plan = self.plan
        root = layouts_seed(plan.seed, self.number)
        rng = generator(layouts_seed(root, number), 0)
        materials = self.region.drawn(BLOCK, rng)
        blurs = plan.blur * rng.standard_normal((BLOCK, 2))
        rows: list[tuple[int, float, float, int, float, float]] = []
        both = zip(materials[:count].tolist(), blurs[:count].tolist(), strict=True)
        for k, (chosen, blur) in enumerate(both):
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


def simulated(plan: Plan, contact: Contact, count: int, sample: int = 0) -> pl.DataFrame:
    """Throw the table's rows anew, so many times in all, with one contact (SCHEMA)."""
    job = Round(plan, 2 * ROUNDS + sample, Region.point((contact.restitution, contact.friction)))
    pieces = range(-(-count // BLOCK))
    return pl.concat([job.first(number, count - number * BLOCK) for number in pieces])
