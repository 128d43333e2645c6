"""Materials refitted to a table of resting places: restitution and friction of one contact.

Rounds of simulated throws, each with materials of its own drawn from a region, teach how likely the
table is under which materials (`kullerwerk.lab.questions`); the region of the next round is what
the table leaves of this one, until it is narrow. The last round is the largest; what is told of it
comes from `kullerwerk.lab.scores`, which do not believe more than was thrown. Every material
in the limits is as likely as any other before the table is seen; the interval is the middle 95 % of
what is likely after it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from kullerwerk.lab.figures import columns_of
from kullerwerk.lab.intervals import Estimate, Floats
from kullerwerk.lab.questions import Group, Ints, Model, Places, asked_of, learned
from kullerwerk.lab.region import LIMITS, NAMES, WIDER, Region, left_of, likelier, share_left
from kullerwerk.lab.repeats import BLOCK, ROUNDS, Plan, Round, Thrown, simulated
from kullerwerk.lab.sample import Sample, Work
from kullerwerk.lab.scores import Scored, scored
from kullerwerk.lab.study import open_shelf
from kullerwerk.streams import layouts_seed
from scenes.track import Contact, Track
from sim.settled import DEGREE, MM, DieThrow

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

ROUND = 1_500
"""Throws of a round that only narrows the region."""
_OWN_POSE = 20
"""Rows of one pose that are looked at by themselves; others with those of the same tower."""
_CANDIDATES = 4_096
_NEAR = 2.0
"""Throws within so many of them decide what is asked, ..."""
_NEAREST = 1.0
"""... and those within so many how the scores scatter."""
_ENOUGH = 1_500
"""Where so many throws lie in what the table leaves, scores come from those alone."""
_SETTLED = 0.3
"""Where so large a part stays by itself, the region is as narrow as it becomes."""
_UNKNOWN = 0.6
"""An interval over so much of the limits tells nothing."""
_TABLES = 400
"""Tables that are drawn to see how well one fits that comes from the simulation itself."""
_SHOWN = 500
"""At least so many simulated throws are drawn beside the table's."""
MISFIT = 0.01
"""A table that fits worse than all but this share of those does not come from the simulation."""


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
    def table(self) -> pl.DataFrame:
        """A row per fitted number: as the track has it, and as the table says."""
        return pl.DataFrame(
            {
                "name": one.name,
                "before": one.before,
                **columns_of("value", one.estimate),
                "told": one.told,
                "limit": one.limit,
                "contact": getattr(self.contact, one.name),
            }
            for one in self.fitted
        )

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return the table's dice beside simulated ones, and the fit; also into a PNG or SVG file.

        Throws are simulated for that, before and after, as many as the table has or more. Raises
        ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.calibrate import calibration_figure
        from kullerwerk.draw.style import saved

        count = max(_SHOWN, len(self.plan.rows))
        before, after = (
            simulated(self.plan, contact, count, sample)
            for sample, contact in enumerate((self.plan.now, self.contact))
        )
        return saved(calibration_figure(self, before, after), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import calibrated_page, write_short_page

        return write_short_page(calibrated_page(self), self.plot(), path)

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
    candidates, logs = _close(model, (region,), 1.0, rng)
    drawn = model.drawn(candidates[int(np.argmax(logs))], _TABLES, rng)
    misfit = float((np.count_nonzero(drawn <= logs.max()) + 1) / (_TABLES + 1))
    wider = max(1.0, float(logs.max() / drawn.mean())) if misfit < MISFIT else 1.0
    likely = candidates, likelier(logs, 2.0)
    within = (region,)
    if wider == 1.0 and np.count_nonzero(left.holds(materials)) >= _ENOUGH:
        # No polynomial follows the scores through a wide region as closely as their mean is known.
        within = (region, left)
        parts = tuple(part[left.holds(part.materials)] for part in parts)
        materials = np.concatenate([part.materials for part in parts])
    scores = scored(parts, asked, likely, left.holds(materials, _NEAREST), rng)
    candidates, logs = _close(scores, within, wider, rng)
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
    model: Model | Scored, within: Sequence[Region], wider: float, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return candidates of all these regions where it matters, and the log likelihood at each."""
    near = within[-1]
    for _ in range(2):
        candidates, logs = _drawn(model, near, within, rng)
        near = Region.of(candidates, likelier(logs, 1.5 * wider), 3.5)
    return _drawn(model, near, within, rng)


def _drawn(
    model: Model | Scored, near: Region, within: Sequence[Region], rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return candidates of one region that lie in all the others, and the likelihood at each."""
    candidates = near.drawn(_CANDIDATES, rng)
    candidates = candidates[np.all([region.holds(candidates) for region in within], axis=0)]
    return candidates, model.log_likelihood(candidates)
