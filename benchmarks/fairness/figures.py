"""From faces to figures: chi-square, and the memory of the start face with its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import chisquare

from benchmarks.fairness.thrown import Faces, body_of, tower_of
from benchmarks.scores import face_classes, total_variation

LEVEL = 0.01
"""A die with a p-value below this is not called fair."""
BOOTSTRAP = 2000
LEAST = 100
"""Fewer dice at rest say nothing about memory."""


@dataclass(frozen=True)
class Fairness:
    """One die's numbers against equal shares."""

    die: str
    thrown: int
    counts: tuple[int, ...]
    chi2: float
    p: float

    @property
    def n(self) -> int:
        """Dice that lie flat on the table."""
        return sum(self.counts)

    @property
    def dof(self) -> int:
        """Degrees of freedom."""
        return len(self.counts) - 1


def fairness(die: str, faces: Faces) -> Fairness:
    """Chi-square of the numbers. Raises ``ValueError`` where no die came to rest."""
    sides = len(body_of(die).normals)
    counts = np.bincount(faces.number, minlength=sides + 1)[1:]
    if not counts.sum():
        raise ValueError(f"no {die} of {faces.thrown} came to rest on the table")
    test = chisquare(counts)
    return Fairness(
        die, faces.thrown, tuple(counts.tolist()), float(test.statistic), float(test.pvalue)
    )


@dataclass(frozen=True)
class Memory:
    """How a die remembers its start face out of one tower."""

    die: str
    hat_at: float
    """Way of the hat up the ramp, mm ..."""
    height: float
    """... and its height above the table, mm."""
    thrown: int
    n: int
    """Dice that lie flat on the table."""
    angles: tuple[float, ...]
    """Angles between start face and face down, deg."""
    shares: tuple[float, ...]
    """Share of the dice in each class of angle ..."""
    forgetful: tuple[float, ...]
    """... and of dice that remember nothing."""
    distance: float
    """Total variation between the two."""
    low: float
    high: float
    """95 % interval of the distance, by bootstrap; from 0 on where no memory is not ruled out."""
    noise: float
    """95 % of samples of this size of dice that remember nothing stay below this distance."""


def memory(die: str, hat_at: float, faces: Faces, seed: int = 0) -> Memory | None:
    """Judge the throws out of one tower; None = too few dice on the table."""
    n = len(faces.down)
    if n < LEAST:
        return None
    angles, classes = face_classes(np.array(body_of(die).normals))
    counts = np.bincount(classes[faces.start, faces.down], minlength=len(angles))
    # Seen from any face there are as many others at each angle.
    forgetful = np.bincount(classes[0], minlength=len(angles)) / len(classes)
    shares = counts / n
    rng = np.random.default_rng(seed)

    def distances(p: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
        drawn = rng.multinomial(n, p, BOOTSTRAP) / n
        return [total_variation(row, forgetful) for row in drawn]

    low, high = np.quantile(distances(shares), (0.025, 0.975))
    distance = total_variation(shares, forgetful)
    noise = float(np.quantile(distances(forgetful), 0.95))
    if distance <= noise:
        low = 0.0  # a distance is never negative, so drawing anew alone would rule 0 out always
    tower = tower_of(hat_at)
    return Memory(
        die=die,
        hat_at=hat_at,
        height=tower.lip + hat_at * float(np.sin(np.radians(tower.ramp_angle_deg))),
        thrown=faces.thrown,
        n=n,
        angles=tuple(angles.tolist()),
        shares=tuple(shares.tolist()),
        forgetful=tuple(forgetful.tolist()),
        distance=distance,
        low=float(low),
        high=float(high),
        noise=noise,
    )
