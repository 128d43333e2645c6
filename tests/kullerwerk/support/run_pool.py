"""Runs drawn from a pool of real ones: small studies by the hundred, whose truth is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from kullerwerk.lab.runs import BLOCK
from kullerwerk.players.specs import Spec
from scenes.files import load_track
from scenes.track import Track

FILE = Path(__file__).parents[2] / "data" / "run_pool.parquet"
"""Made by ``tests/data/make_run_pool.py``, 800 runs of each set."""
TRACK = load_track("rundkurs")
SETS = tuple(s.name for s in TRACK.sets)
GREEDY = Spec("greedy")


@cache
def pool() -> pl.DataFrame:
    """Return all throws of the pool, in the columns of `kullerwerk.lab.runs.SCHEMA`."""
    return pl.read_parquet(FILE).with_columns(
        pl.col("run").cast(pl.Int64),
        pl.col("set", "outcome", "stays").cast(pl.String),
        pl.col("rays").cast(pl.Int32),
        pl.col("gain") / 10,
    )


@cache
def _places() -> tuple[np.ndarray, np.ndarray]:
    """Return where each run of the pool begins, and how many throws it has."""
    runs = pool()["run"].to_numpy()
    begins = np.flatnonzero(np.diff(runs, prepend=-1))
    return begins, np.diff(begins, append=len(runs))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A study whose runs are drawn from the pool, each as likely as another of its set."""

    seed: int
    track: Track = TRACK
    sets: tuple[str, ...] = SETS
    player: Spec = GREEDY

    def question(self) -> Mapping[str, Any]:
        """Return what decides the runs."""
        return {"what": "drawn", "seed": self.seed}

    def piece(self, number: int) -> pl.DataFrame:
        """Return `BLOCK` runs of each set."""
        begins, sizes = _places()
        many = len(self.sets)
        rng = np.random.default_rng((self.seed, number))
        rounds = rng.integers(0, len(begins) // many, BLOCK * many)
        drawn = rounds * many + np.arange(BLOCK * many) % many
        rows = np.concatenate([np.arange(begins[k], begins[k] + sizes[k]) for k in drawn])
        first = number * BLOCK * many
        names = np.repeat(np.arange(first, first + len(drawn)), sizes[drawn])
        return pool()[rows].with_columns(pl.Series("run", names))
