"""Real drops of a square, simulated from where each starts and scored by its quarter-turns.

``python -m benchmarks.real_drops FILE.npz`` simulates every usable drop of the file once with the
model of `sim.planar` as it ships (``sim/drops.json``) and prints one line,

    exact=0.xxx within_one=0.xxx n=N

the shares of drops with the right number of quarter-turns and with at most one off.

``--folds`` refits everything five times, each time without the drops whose place in the file leaves
the same remainder by 5, scores those, and prints the shares with their 95 % intervals.
``--noise K`` adds the mean of K runs from starts with the tracker's noise.
``--fit JSON`` refits to the whole file and writes the model there (the one that ships is
``sim/drops.json``). What it then scores on the same file is no test.
Exit code 2: the file is missing or holds no measured drops.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.drop_data import QUARTER, BadDropsError, Drop, Floats, load, usable_drops
from benchmarks.drop_fit import Apparatus, error, first_impacts, fit_contact, measure, turns_off
from kullerwerk.shares import share
from sim.planar import THETA, Model, load_model, record_of, until_face_is_sure

FOLDS = 5
NOISE = (0.15, 0.15, 0.002, 7.0, 7.0, 0.05)
"""Standard deviations of a fitted start: mm, mm, rad, mm/s, mm/s, rad/s."""
STREAM = 103
"""Spawn key of this benchmark."""


def shipped() -> tuple[Model, Apparatus]:
    """Return the model that ships, and the apparatus that it was fitted on."""
    model, record = load_model()
    tracking = record["tracking"]
    (ox, oz), (cx, cz) = model.square.offset, tracking["mass_centre"]
    apparatus = Apparatus(
        model.square.half, tracking["ground"], (ox + cx, oz + cz), (cx, cz), model.place.drag
    )
    return model, apparatus


def line(off: Floats) -> str:
    """Return the line of scores for quarter-turns that are ``off``."""
    exact, within = float((off == 0).mean()), float((np.abs(off) <= 1).mean())
    return f"exact={exact:.3f} within_one={within:.3f} n={len(off)}"


def noisy(drops: Sequence[Drop], apparatus: Apparatus, model: Model, runs: int) -> Floats:
    """Return how far quarter-turns are off (runs, n) from starts with the tracker's noise."""
    starts = apparatus.starts(drops)
    measured = [drop.first_face + drop.turns for drop in drops]
    rng = np.random.default_rng(np.random.SeedSequence(0, spawn_key=(STREAM,)))
    off = [
        np.round(
            until_face_is_sure(starts + rng.normal(0.0, NOISE, starts.shape), model)[:, THETA]
            / QUARTER
        )
        - measured
        for _ in range(runs)
    ]
    return np.array(off)


def cross_validated(drops: Sequence[Drop], guess: Model | None = None) -> Floats:
    """Refit without each fold and score it; prints a line per fold, returns what is off (n)."""
    off = np.zeros(len(drops))
    for fold in range(FOLDS):
        out = np.array([drop.index % FOLDS == fold for drop in drops])
        kept = [drop for drop, left in zip(drops, out, strict=True) if not left]
        scored = [drop for drop, left in zip(drops, out, strict=True) if left]
        if not kept or not scored:
            raise BadDropsError(f"fold {fold} of {FOLDS} is empty: too few usable drops")
        apparatus = measure(kept)
        impacts = first_impacts(kept, apparatus)
        model = fit_contact(impacts, apparatus, guess)
        off[out] = turns_off(scored, apparatus, model)
        print(f"fold {fold}: {line(off[out])} fitted={error(model, impacts):.3f}", flush=True)
    return off


def _interval(name: str, hits: int, total: int) -> str:
    found = share(hits, total)
    return f"{name} {hits / total:.3f} (95 % {found.low:.3f} to {found.high:.3f})"


def fitted_record(drops: Sequence[Drop], name: str) -> dict[str, Any]:
    """Fit to all ``drops`` of the file ``name``; returns what is stored."""
    apparatus = measure(drops)
    impacts = first_impacts(drops, apparatus)
    model = fit_contact(impacts, apparatus)
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return {
        "format": 1,
        "provenance": (
            f"python -m benchmarks.real_drops {name} --fit, {today}: square, tracking and drag "
            "measured from rest, rolling and flight; contact and place fitted by Nelder-Mead to "
            f"the velocities after the first impact of {len(drops)} real drops "
            "(DAIRLab/ImpactModeling, measured by N. Fazeli), mean log(1 + d^2 / 2) "
            f"{error(model, impacts):.4f}; recovery and uniform density set"
        ),
        **record_of(model),
        "tracking": {"ground": apparatus.ground, "mass_centre": list(apparatus.mass_centre)},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real_drops", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", type=Path, metavar="FILE.npz")
    parser.add_argument("--folds", action="store_true", help="cross-validate: about 3 minutes")
    parser.add_argument("--noise", type=int, default=0, metavar="K", help="runs with noisy starts")
    parser.add_argument("--fit", type=Path, metavar="JSON", help="refit and write the model")
    asked = parser.parse_args(arguments)
    try:
        drops = usable_drops(load(asked.file))
        if not drops:
            raise BadDropsError(f"{asked.file}: none of its drops is usable")
        if asked.fit:
            record = fitted_record(drops, asked.file.name)
            try:
                asked.fit.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
            except OSError as refused:
                print(f"{asked.fit}: cannot be written: {refused.strerror}", file=sys.stderr)
                return 2
            return 0
        if asked.folds:
            off = cross_validated(drops)
            print(_interval("exact", int((off == 0).sum()), len(off)))
            print(_interval("within one", int((np.abs(off) <= 1).sum()), len(off)))
            print(line(off))
            return 0
    except BadDropsError as refused:
        print(refused, file=sys.stderr)
        return 2
    model, apparatus = shipped()
    if asked.noise > 0:
        off = noisy(drops, apparatus, model, asked.noise)
        print(f"with noisy starts: {line(off.ravel())}")
    print(line(turns_off(drops, apparatus, model)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
