"""Measured drops of a square: reading a file, what counts, and where each drop starts.

The file is an .npz with ``state`` (drops, frames, 6) = x, z, th, vx, vz, vth in m and rad, 250
frames a second, x right, z up, th counter-clockwise, as the tracker saw it; ``table_z_m`` and
``tilt_offset_rad`` are subtracted. What counts as usable, the first contact and the quarter-turns
are the scoring rule of the data's description; that rule takes the square for 60 mm wide.

Here and below lengths are mm, times s, angles radians; a *state* is x, z, theta, vx, vz, omega.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.planar import OMEGA, THETA, VX, VZ, X, Z
from sim.world import GRAVITY

Floats = NDArray[np.float64]

FRAME = 1 / 250
"""Time between two frames, s."""
QUARTER = math.pi / 2
SOURCE = (
    "the public drops are in github.com/DAIRLab/ImpactModeling, "
    "Wang/Wang-Mason Square/dice-data-processed (measured by N. Fazeli, BSD 3-Clause); "
    "benchmarks/drop_data.py says what form is read"
)

_NOMINAL_HALF = 30.0
"""The scoring rule's square, mm."""
_CONTACT = 3.0
_FEWEST = 6
_WORST_FIT = 0.6
_END_STOP = -650.0
_LAST = 25
_STILL = 1.5
_LYING = 2.0


class BadDropsError(ValueError):
    """The file is missing or holds no drops; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Drop:
    """One usable drop."""

    index: int
    """Its place in the file."""
    frames: Floats
    """States of the tracked point (frames, 6), corrected; velocities are the file's."""
    contact: int
    """The first frame in contact."""
    start: Floats
    """State of the tracked point (6) in the frame before, fitted to all frames before contact."""
    turns: int
    """Quarter-turns from the first frame to the last."""

    @property
    def first_face(self) -> int:
        """Quarter-turns of the first frame from turn 0."""
        return round(float(self.frames[0, THETA]) / QUARTER)


@dataclass(frozen=True, slots=True)
class Flight:
    """Frames ``first`` up to ``last`` without contact, and the parabola through them."""

    first: int
    last: int
    state: Floats
    """State of the tracked point (6) in the frame ``first``."""
    residual: float
    """Root mean square in mm; a radian counts as half a side."""


def load(path: Path) -> Floats:
    """Read the states (drops, frames, 6) of the file, corrected. Raises `BadDropsError`."""
    try:
        with np.load(path, allow_pickle=False) as file:
            missing = [k for k in ("state", "table_z_m", "tilt_offset_rad") if k not in file.files]
            if missing:
                raise BadDropsError(
                    f"{path}: holds no measured drops, {', '.join(missing)} is missing; {SOURCE}"
                )
            state = np.array(file["state"], float)
            table, tilt = float(file["table_z_m"]), float(file["tilt_offset_rad"])
    except FileNotFoundError:
        raise BadDropsError(f"{path}: no such file; {SOURCE}") from None
    except (OSError, EOFError, ValueError, TypeError, zipfile.BadZipFile) as error:
        if isinstance(error, BadDropsError):
            raise
        raise BadDropsError(f"{path}: is no .npz file of measured drops; {SOURCE}") from None
    if state.ndim != 3 or state.shape[1] <= _LAST or state.shape[2] != 6:
        raise BadDropsError(
            f"{path}: state has the shape {state.shape}, expected (drops, more than {_LAST} frames,"
            f" 6); {SOURCE}"
        )
    if not np.isfinite(state).all():
        raise BadDropsError(f"{path}: state holds numbers that are not finite; {SOURCE}")
    state[:, :, Z] -= table
    state[:, :, THETA] -= tilt
    state[:, :, [X, Z, VX, VZ]] *= 1000.0
    return state


def usable_drops(states: Floats) -> list[Drop]:
    """Pick the drops that count and fit where each starts."""
    return [drop for k, frames in enumerate(states) if (drop := _drop(k, frames)) is not None]


def lowest_corner(frames: Floats) -> Floats:
    """Height of the lowest corner of the scoring rule's square in each frame, mm."""
    spread = np.abs(np.cos(frames[:, THETA])) + np.abs(np.sin(frames[:, THETA]))
    return frames[:, Z] - _NOMINAL_HALF * spread


def _drop(index: int, frames: Floats) -> Drop | None:
    low = lowest_corner(frames)
    touching = np.flatnonzero(low < _CONTACT)
    still = np.abs(frames[-_LAST:, OMEGA]).max() < _STILL
    lying = np.abs(low[-_LAST:]).max() < _LYING
    if not (still and lying and len(touching) and frames[:, X].min() > _END_STOP):
        return None
    contact = int(touching[0])
    if contact < _FEWEST:
        return None
    flight = fitted(frames, 0, contact)
    if flight.residual > _WORST_FIT:
        return None
    first, last = (round(float(frames[k, THETA]) / QUARTER) for k in (0, -1))
    start = moved(flight.state, (contact - 1) * FRAME)
    return Drop(index, frames, contact, start, last - first)


def fitted(frames: Floats, first: int, last: int) -> Flight:
    """Fit a free flight, gravity fixed, to the places in the frames ``first`` to ``last``."""
    time = np.arange(last - first) * FRAME
    places = frames[first:last, :3].copy()
    places[:, Z] += GRAVITY / 2 * time**2
    mean, centred = places.mean(axis=0), time - time.mean()
    rates = centred @ places / (centred @ centred)
    at_first = mean - rates * time.mean()
    errors = places - at_first - time[:, None] * rates
    errors[:, THETA] *= _NOMINAL_HALF
    residual = max(math.sqrt((errors[:, k] ** 2).mean()) for k in range(3))
    return Flight(first, last, np.concatenate([at_first, rates]), residual)


def moved(state: Floats, time: float) -> Floats:
    """Carry a state (6) on through free flight."""
    x, z, theta, vx, vz, omega = state
    return np.array(
        [
            x + vx * time,
            z + vz * time - GRAVITY / 2 * time * time,
            theta + omega * time,
            vx,
            vz - GRAVITY * time,
            omega,
        ]
    )


def flights_after(drop: Drop, most_frames: int = 150) -> Iterator[Flight]:
    """Find the free flights after the first contact, in order.

    A flight begins where five frames lie on one parabola, and ends before the first frame that does
    not.
    """
    frames = drop.frames[:most_frames]
    k = drop.contact
    while k + 5 <= len(frames):
        flight = fitted(frames, k, k + 5)
        if flight.residual > 0.2:
            k += 1
            continue
        while flight.last < len(frames):
            x, z, theta = moved(flight.state, (flight.last - k) * FRAME)[:3]
            seen = frames[flight.last]
            off = max(abs(x - seen[X]), abs(z - seen[Z]), 40.0 * abs(theta - seen[THETA]))
            if off > 0.8:
                break
            flight = fitted(frames, k, flight.last + 1)
        yield flight
        k = flight.last


def seen_from(states: Floats, point: tuple[float, float]) -> Floats:
    """Turn states (n, 6) of one point of a body into states of another.

    ``point`` is the other's place, mm, seen from the first at turn 0.
    """
    cos, sin = np.cos(states[:, THETA]), np.sin(states[:, THETA])
    dx, dz = cos * point[0] - sin * point[1], sin * point[0] + cos * point[1]
    other = np.array(states, float)
    other[:, X] += dx
    other[:, Z] += dz
    other[:, VX] -= states[:, OMEGA] * dz
    other[:, VZ] += states[:, OMEGA] * dx
    return other
