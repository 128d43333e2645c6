"""How far two samples of throws of one die in one scene are apart (PHYSICS.md section 3).

Pure functions of numpy arrays; lengths in mm, times in s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

LEAST = 250
"""Dice at rest that a reference needs before resting places and faces are scored."""
_PAIRS = 1_000_000
"""Distances that are held in memory at a time."""
_SAME_ANGLE = 0.25
"""Face-to-face angles of one class differ by less than this, deg.

Small enough for a d10 to tell a neighbour across its equator (90.3) from the face after the next on
the same half (89.7): reference throws meet the two unequally often.
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """Many throws of one die in one scene, one row each."""

    place: Floats
    """x, y of the centre at the end, (n, 2)."""
    time: Floats
    """From the pull to rest."""
    off_table: Flags
    stuck: Flags
    """Never came half a die in front of the ramp's lower end."""
    start_face: Ints
    """Row of the face that lay on the ramp ..."""
    face_down: Ints
    """... and of the lowest at the end, both in ``face_normals``."""
    face_normals: Floats
    """Outward unit normals in the body frame, (faces, 3)."""

    @property
    def at_rest(self) -> Flags:
        """Which dice did not leave the table."""
        return ~self.off_table


@dataclass(frozen=True, slots=True)
class Score:
    """Ours against the reference; None = not scored, because too few dice came to rest."""

    energy: float | None
    """Energy distance of the resting places: 0 = the same distribution, 1 = far apart."""
    off: float
    """Share off the table, ours - reference."""
    stuck: float
    """Share that never came out, ours - reference."""
    time: float | None
    """Median time to rest, ours / reference."""
    face: float | None
    """Total variation between the shares of the angle classes from start face to face down."""


def _sum_of_distances(a: Floats, b: Floats) -> float:
    """Sum of |a_i - b_j| over all pairs, a block of rows at a time."""
    rows = max(1, _PAIRS // max(1, len(b)))
    total = 0.0
    for first in range(0, len(a), rows):
        part = a[first : first + rows]
        apart = np.hypot(part[:, 0, None] - b[None, :, 0], part[:, 1, None] - b[None, :, 1])
        total += float(apart.sum())
    return total


def energy_distance(x: Floats, y: Floats) -> float:
    """Return (2 E|X-Y| - E|X-X'| - E|Y-Y'|) / (2 E|X-Y|) of two samples of points, (n, 2).

    The means within a sample run over all pairs i != j, so that two samples of one distribution
    give 0 on average (and a little less or more). Raises ``ValueError`` below two points.
    """
    n, m = len(x), len(y)
    if min(n, m) < 2:
        raise ValueError(f"an energy distance needs two points a sample, got {n} and {m}")
    between = 2 * _sum_of_distances(x, y) / (n * m)
    if between == 0.0:
        return 0.0
    within = _sum_of_distances(x, x) / (n * (n - 1)) + _sum_of_distances(y, y) / (m * (m - 1))
    return (between - within) / between


def face_classes(normals: Floats) -> tuple[Floats, Ints]:
    """Group the angles between the faces of a solid: the angles, deg, and each pair's class.

    Class 0 is a face with itself. E.g. a d6 has the angles 0, 90 and 180.
    """
    angles = np.degrees(np.arccos(np.clip(normals @ normals.T, -1.0, 1.0)))
    flat = np.sort(angles.ravel())
    starts = np.flatnonzero(np.diff(flat, prepend=-np.inf) > _SAME_ANGLE)
    bounds = flat[starts]
    classes = np.searchsorted(bounds, angles + _SAME_ANGLE / 2, side="right") - 1
    means = np.array([float(angles[classes == k].mean()) for k in range(len(bounds))])
    return means, classes.astype(np.int64)


def same_angles(angles: Floats, others: Floats) -> bool:
    """Tell whether two rows of angle classes are those of one solid."""
    return len(angles) == len(others) and bool(np.abs(angles - others).max() < _SAME_ANGLE)


def class_shares(sample: Sample) -> tuple[Floats, Floats]:
    """Return the angle classes, deg, and the share of dice at rest in each."""
    angles, classes = face_classes(sample.face_normals)
    rest = sample.at_rest
    found = classes[sample.start_face[rest], sample.face_down[rest]]
    counts = np.bincount(found, minlength=len(angles))
    return angles, counts / max(1, len(found))


def total_variation(p: Floats, q: Floats) -> float:
    """Half of the sum of the differences of two rows of shares: 0 the same, 1 nothing shared."""
    return float(np.abs(p - q).sum() / 2)


def face_distance(ours: Sample, reference: Sample) -> float:
    """Total variation between how two samples remember the start face, dice at rest only.

    Raises ``ValueError`` where the two are not the same solid.
    """
    angles, p = class_shares(ours)
    others, q = class_shares(reference)
    if not same_angles(angles, others):
        raise ValueError(
            f"the face normals are another solid's: their angles are {_listed(others)} deg, "
            f"expected {_listed(angles)} deg"
        )
    return total_variation(p, q)


def _listed(angles: Floats) -> str:
    return ", ".join(f"{angle:.1f}" for angle in angles)


def score(ours: Sample, reference: Sample, least: int = LEAST) -> Score:
    """Hold our throws against the reference's.

    Places and faces are scored only where at least ``least`` dice of the reference are at rest;
    where ours never are then, both are 1 (as far apart as can be) and the time is infinite.
    """
    own, other = ours.at_rest, reference.at_rest
    scored = int(other.sum()) >= max(2, least)
    enough = int(own.sum()) >= 2
    energy = face = time = None
    if scored:
        energy = energy_distance(ours.place[own], reference.place[other]) if enough else 1.0
        face = face_distance(ours, reference) if enough else 1.0
    if other.any():
        median = float(np.median(ours.time[own])) if own.any() else np.inf
        time = median / float(np.median(reference.time[other]))
    return Score(
        energy=energy,
        off=float(ours.off_table.mean() - reference.off_table.mean()),
        stuck=float(ours.stuck.mean() - reference.stuck.mean()),
        time=time,
        face=face,
    )
