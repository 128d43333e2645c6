"""Many throws of one request: a study. Throw k replays alone, whatever the rest of the study."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scenes.track import Track
from sim.provider import settle
from sim.settled import DieSettled, DieThrow

STREAM = 100
"""Spawn key of studies."""


def generator(seed: int, k: int) -> np.random.Generator:
    """Return the random numbers of throw ``k`` of a study with ``seed``."""
    # The bit generator by name: `default_rng` takes longer, and may come to mean another one.
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(STREAM, k))))


def study(
    track: Track, request: DieThrow, seed: int, count: int, first: int = 0
) -> Iterator[tuple[int, DieSettled]]:
    """Throw ``first`` ... ``first + count - 1`` of the study, in order, each with its number."""
    for k in range(first, first + count):
        yield k, settle(track, request, generator(seed, k))
