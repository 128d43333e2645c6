"""Fit how contacts give to reference throws, and tell what the throws can tell of it at all.

``python -m benchmarks.fit FOLDER`` throws into the scene of every .npz of the folder with each
figure made smaller and larger in turn, under common random numbers, and scores resting places
(energy distance), with a tenth of the face memory's and of the time's error and a fifth of those of
off and stuck as side conditions. Through the mean miss over all files goes a parabola in the
figure's logarithm; its lowest point is the fit, and drawing the files anew gives its interval. A
figure whose parabola has no lowest point in the range, or one that is hardly lower than its ends,
is not shown by the throws: it is reported so and left alone.

The figures: share, grip and twist of ``sim/compliance.json``; the contacts' frequency, which every
scene states itself (it wins, so the fit only checks that it comes out at 1); and one factor each on
all restitutions and on all frictions, which should come out at 1, too. ``--write`` puts share, grip
and twist that were shown into the file, where fresh throws score no worse with them.
Exit code 2: a file is missing or holds no reference throws.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import platform
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from benchmarks.reference.files import BadReferenceError, Reference
from benchmarks.reference_throws import (
    pulls_of,
    references_in,
    sample_of,
    seed_of,
    thrown,
    world_of_reference,
)
from benchmarks.scores import Score, score
from sim.compliance import Compliance, shipped
from sim.provider import settings_hash
from sim.world import World

Floats = NDArray[np.float64]

FILE = Path("sim") / "compliance.json"
WIDE = (0.4, 0.63, 1.0, 1.6, 2.5)
NARROW = (0.64, 0.8, 1.0, 1.25, 1.56)
RESAMPLES = 500
SURE = 0.9
"""Share of the resamples inside an interval, and that must have a lowest point in the range."""
FRESH = 1
"""Seed of the throws that a fit is judged by; those it is made from have seed 0."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How one scene is thrown into."""

    world: World
    compliance: Compliance


Change = Callable[[Setup, float], Setup]


def _shared(share: float, factor: float) -> float:
    """Return the share of a contact that gives ``factor`` times as much: (1 - share) / share."""
    return 1.0 / (1.0 + factor * (1.0 / share - 1.0))


def _give(setup: Setup, factor: float) -> Setup:
    share = _shared(setup.compliance.share, factor)
    return replace(setup, compliance=replace(setup.compliance, share=share))


def _grip(setup: Setup, factor: float) -> Setup:
    return replace(setup, compliance=replace(setup.compliance, grip=factor * setup.compliance.grip))


def _twist(setup: Setup, factor: float) -> Setup:
    return replace(
        setup, compliance=replace(setup.compliance, twist=factor * setup.compliance.twist)
    )


def _frequency(setup: Setup, factor: float) -> Setup:
    at = setup.world.contact_hz or setup.compliance.frequency
    return replace(setup, world=replace(setup.world, contact_hz=factor * at))


def _materials(setup: Setup, key: str, factor: float, most: float) -> Setup:
    world = setup.world
    changed = {
        pair: (one := getattr(world, pair)).model_copy(
            update={key: min(most, factor * getattr(one, key))}
        )
        for pair in ("die_table", "die_ramp", "die_wood")
    }
    return replace(setup, world=replace(world, **changed))


def _restitution(setup: Setup, factor: float) -> Setup:
    return _materials(setup, "restitution", factor, 0.99)


def _friction(setup: Setup, factor: float) -> Setup:
    return _materials(setup, "friction", factor, 2.0)


FIGURES: dict[str, tuple[Change, tuple[float, ...]]] = {
    "give": (_give, WIDE),
    "grip": (_grip, WIDE),
    "twist": (_twist, WIDE),
    "frequency": (_frequency, WIDE),
    "restitution": (_restitution, NARROW),
    "friction": (_friction, NARROW),
}
WRITTEN = ("give", "grip", "twist")


def miss(found: Score) -> float:
    """Weigh a score into one figure; 0 = the same throws."""
    return (
        (found.energy or 0.0)
        + 0.1 * (found.face or 0.0)
        + 0.1 * (abs(math.log(min(100.0, max(0.01, found.time)))) if found.time else 0.0)
        + 0.2 * (abs(found.off) + abs(found.stuck))
    )


@dataclass(frozen=True, slots=True)
class _Task:
    reference: Reference
    changes: tuple[tuple[str, float], ...]
    throws: int
    seed: int
    compliance: Compliance


def _missed(task: _Task) -> float:
    reference = task.reference
    setup = Setup(world_of_reference(reference.scene, reference.die), task.compliance)
    for name, factor in task.changes:
        setup = FIGURES[name][0](setup, factor)
    seed = seed_of(reference.name, task.seed)
    pulls = pulls_of(reference.scene, seed, task.throws)
    ours = sample_of(setup.world, thrown(setup.world, seed, pulls, setup.compliance))
    return miss(score(ours, reference.throws))


@dataclass(frozen=True, slots=True)
class Fitted:
    """What the throws say of one figure, as factors of what it was."""

    name: str
    factor: float
    low: float
    high: float
    shown: bool
    """Whether there is a lowest point in the range, and that in nearly all resamples."""

    def line(self) -> str:
        """Return the line that is printed for the figure."""
        if not self.shown:
            return f"{self.name} factor=- (not shown by these throws)"
        return f"{self.name} factor={self.factor:.3f} interval={self.low:.3f}..{self.high:.3f}"


def lowest(factors: Sequence[float], misses: Floats) -> float | None:
    """Return where a parabola through the mean ``misses`` (files, factors) is lowest, if it is."""
    logs = np.log(np.asarray(factors))
    parabola: Floats = np.linalg.pinv(np.vander(logs, 3)) @ misses.mean(axis=0)
    a, b = float(parabola[0]), float(parabola[1])
    if a <= 0.0:
        return None
    at = -b / (2.0 * a)
    return math.exp(at) if logs[0] <= at <= logs[-1] else None


def profile(name: str, factors: Sequence[float], misses: Floats, seed: int) -> Fitted:
    """Find a figure's factor from the misses of every file (rows) at every factor (columns)."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(103,)))
    best = lowest(factors, misses)
    drawn = [
        lowest(factors, misses[rng.integers(len(misses), size=len(misses))])
        for _ in range(RESAMPLES)
    ]
    known = [at for at in drawn if at is not None]
    if best is None or len(known) < SURE * RESAMPLES:
        return Fitted(name, 1.0, factors[0], factors[-1], shown=False)
    low, high = np.quantile(known, [0.5 - SURE / 2, 0.5 + SURE / 2]).tolist()
    return Fitted(name, best, low, high, shown=True)


def fit(
    references: Sequence[Reference],
    throws: int,
    seed: int,
    jobs: int,
    names: Sequence[str] = tuple(FIGURES),
    compliance: Compliance | None = None,
) -> list[Fitted]:
    """Fit the named figures, one at a time. Deterministic in its arguments but ``jobs``."""
    start = compliance or shipped()
    tasks = [
        _Task(reference, ((name, factor),), throws, seed, start)
        for name in names
        for factor in FIGURES[name][1]
        for reference in references
    ]
    missed = iter(_all(tasks, jobs))
    found: list[Fitted] = []
    for name in names:
        factors = FIGURES[name][1]
        columns = [[next(missed) for _ in references] for _ in factors]
        found.append(profile(name, factors, np.array(columns).T, seed))
    return found


def _all(tasks: Sequence[_Task], jobs: int) -> list[float]:
    if jobs == 1:
        return [_missed(task) for task in tasks]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_missed, tasks))


def judged(
    references: Sequence[Reference], changes: Sequence[Fitted], throws: int, jobs: int
) -> float:
    """Return the mean miss of fresh throws with the ``changes``."""
    factors = tuple((one.name, one.factor) for one in changes)
    tasks = [_Task(reference, factors, throws, FRESH, shipped()) for reference in references]
    return float(np.mean(_all(tasks, jobs)))


def written(found: Sequence[Fitted], provenance: str) -> str:
    """Return the text of the file with the fitted figures."""
    now = shipped()
    factor = {one.name: one.factor for one in found}
    data = {
        "format": 1,
        "provenance": provenance,
        "frequency": now.frequency,
        "share": round(_shared(now.share, factor.get("give", 1.0)), 4),
        "grip": round(factor.get("grip", 1.0) * now.grip, 2),
        "twist": round(factor.get("twist", 1.0) * now.twist, 3),
    }
    return json.dumps(data, indent=2) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 2 = wrong use or a bad file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fit", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="folder with reference files (.npz)")
    parser.add_argument("--throws", type=int, default=200, help="per file and value (default 200)")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time (default 1)")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="files by name")
    parser.add_argument("--figure", choices=FIGURES, action="append", help="only this one")
    parser.add_argument("--write", action="store_true", help=f"put what was shown into {FILE}")
    given = parser.parse_args(arguments)
    if given.throws < 2 or given.jobs < 1:
        print("--throws counts from 2, --jobs from 1", file=sys.stderr)
        return 2
    if given.write and not FILE.is_file():
        print(f"{FILE}: expected to be called where the sources are", file=sys.stderr)
        return 2
    try:
        references = references_in(given.folder, given.only)
    except BadReferenceError as error:
        print(error, file=sys.stderr)
        return 2
    names = cast("list[str] | None", given.figure) or list(FIGURES)
    found = fit(references, given.throws, 0, given.jobs, names)
    for one in found:
        print(one.line(), flush=True)
    usable = [one for one in found if one.shown and one.name in WRITTEN]
    before = judged(references, [], given.throws, given.jobs)
    after = judged(references, usable, given.throws, given.jobs) if usable else before
    print(f"files={len(references)} miss before={before:.4f} after={after:.4f}", end=" ")
    print(f"settings={settings_hash()}")
    if given.write:
        if not usable or after > before:
            print(f"{FILE} stays as it is")
            return 0
        versions = ", ".join(f"{p} {metadata.version(p)}" for p in ("numba", "numpy", "pymunk"))
        told = (
            f"python -m benchmarks.fit {given.folder.name} --throws {given.throws} --write, "
            f"{datetime.datetime.now(datetime.UTC).date()}, {len(references)} files; mean miss of "
            f"fresh throws {before:.4f} before, {after:.4f} after; "
            f"Python {platform.python_version()}, {versions}"
        )
        FILE.write_text(written(usable, told), encoding="utf-8")
        print(f"{FILE} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
