"""How often calibrated intervals hold: ``python -m benchmarks.calibration``.

Tables of resting places are made by the simulation itself, with materials that are known, and
given to the calibration: its 95 % intervals must hold the true restitution and friction in 90 to
99 % of the tables, and what it finds must not lie to one side by much of an interval. With
``--sharing`` most tables are fitted by the throws that were simulated for the first one: quicker by
far, and an error of those throws shows in all of them.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.arguments import not_negative, positive
from kullerwerk.lab.calibrate import Calibrated, calibrate, fit
from kullerwerk.lab.region import NAMES
from kullerwerk.lab.repeats import Plan, simulated
from kullerwerk.lab.resting import ON, Resting
from kullerwerk.shares import share
from kullerwerk.streams import layouts_seed
from scenes.files import load_track
from scenes.track import Contact, Track
from sim.provider import settings_hash
from sim.settled import DieThrow, Pose

TRUTHS = ((0.55, 0.20), (0.48, 0.30), (0.35, 0.15))
"""Restitution and friction of the tables."""
KINDS: dict[str, tuple[str, ...]] = {
    "four towers": ("yellow", "red", "green", "blue"),
    "one tower": ("red",),
}
"""Whose throws a table holds."""
POSE: Pose = (60_000, 15_000, 1_200)
"""Where the towers stand on the Rundkurs."""
_TRUE = 1 << 20
"""Tables draw from other seeds than the fits do."""


@dataclass(frozen=True, slots=True)
class Task:
    """One table: what it is made of, and the seed of its fit."""

    kind: str
    truth: tuple[float, float]
    throws: int
    seed: int
    sharing: int = 1
    """So many tables are fitted by the throws that were simulated for one of them."""


def table(
    track: Track, sets: Sequence[str], throws: int, contact: Contact, seed: int, blur: float
) -> tuple[Resting, ...]:
    """Return a table as somebody would have measured it where the contact is this one."""
    thrown = [DieThrow(sets[k % len(sets)], sets[k % len(sets)], POSE) for k in range(throws)]
    blank = Plan(track, tuple(Resting(one, ON, 0.0, 0.0) for one in thrown), seed=seed, blur=blur)
    rows: list[Resting] = []
    for k, row in enumerate(simulated(blank, contact, throws).iter_rows(named=True)):
        on = row["where"] == ON
        x, y = (row["x"], row["y"]) if on else (0.0, 0.0)
        rows.append(Resting(thrown[k], row["where"], x, y))
    return tuple(rows)


def fitted(task: Task) -> tuple[Task, list[Calibrated], float]:
    """Make tables and fit them; also the seconds of processor time."""
    began = time.process_time()
    track = load_track("rundkurs")
    contact = Contact(restitution=task.truth[0], friction=task.truth[1])
    plan = Plan(track, (), seed=task.seed)
    found: list[Calibrated] = []
    for k in range(task.sharing):
        made = layouts_seed(task.seed, _TRUE + k)
        rows = table(track, KINDS[task.kind], task.throws, contact, made, plan.blur)
        own = replace(plan, rows=rows)
        found.append(fit(own, found[0].thrown) if found else calibrate(own))
    return task, found, time.process_time() - began


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--tables", type=positive, default=10, help="of each kind and truth")
    parser.add_argument("--throws", type=positive, default=100, help="of each table")
    parser.add_argument("--jobs", type=positive, default=1, help="tables at a time")
    parser.add_argument("--seed", type=not_negative, default=1)
    parser.add_argument(
        "--sharing", type=positive, default=1, help="tables by the throws simulated for one"
    )
    given = parser.parse_args(arguments)
    # A table of each in turn: whoever stops early has seen some of all.
    tasks = [
        Task(
            kind,
            truth,
            given.throws,
            layouts_seed(given.seed, (k * 10 + i) * 10 + j),
            given.sharing,
        )
        for k in range(given.tables)
        for i, kind in enumerate(KINDS)
        for j, truth in enumerate(TRUTHS)
    ]
    print(f"settings={settings_hash()} tables={len(tasks) * given.sharing}", flush=True)
    found: list[tuple[Task, Calibrated]] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for done in as_completed([pool.submit(fitted, task) for task in tasks]):
            task, ones, seconds = done.result()
            found += [(task, one) for one in ones]
            for one in ones:
                print(_line(task, one, seconds / len(ones)), flush=True)
    for kind in KINDS:
        for truth in TRUTHS:
            print(_summary(f"{kind} {truth}", [f for f in found if _is(f[0], kind, truth)]))
        print(_summary(f"{kind} all", [f for f in found if f[0].kind == kind]))
    print(_summary("all", found))
    return 0


def _is(task: Task, kind: str, truth: tuple[float, float]) -> bool:
    return task.kind == kind and task.truth == truth


def _line(task: Task, found: Calibrated, seconds: float) -> str:
    parts = [f"{task.kind}:"]
    for name, true in zip(NAMES, task.truth, strict=True):
        one = found[name]
        mark = "" if one.low <= true <= one.high else " MISSED"
        parts.append(f"{name} {true:g} {one.value:.4f} ({one.low:.4f}..{one.high:.4f}){mark}")
    parts.append(f"misfit={found.misfit:.3f} throws={found.throws} cpu={seconds:.0f}s")
    return " ".join(parts)


def _summary(words: str, found: Sequence[tuple[Task, Calibrated]]) -> str:
    """Return coverage, median half width and bias (in half widths) for both numbers."""
    parts = [f"== {words}: n={len(found)}"]
    for column, name in enumerate(NAMES):
        estimates = [(task.truth[column], one[name]) for task, one in found]
        held = share(sum(e.low <= true <= e.high for true, e in estimates), len(estimates))
        half = float(np.median([e.half for _, e in estimates]))
        off = np.array([(e.value - true) / e.half for true, e in estimates])
        error = float(off.std()) / math.sqrt(len(off))
        parts.append(
            f"{name} held {held.value:.1%} ({held.low:.1%}..{held.high:.1%}) half={half:.4f} "
            f"bias={off.mean():+.2f}+-{error:.2f}"
        )
    misfits = np.mean([one.misfit < 0.05 for _, one in found])
    return f"{'; '.join(parts)}; misfit<0.05 in {misfits:.0%}"


if __name__ == "__main__":
    sys.exit(main())
