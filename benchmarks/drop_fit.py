"""Measure the apparatus of the real drops and fit the contact of `sim.planar` to them.

The size of the square, the height of the table, where the tracked point and the mass centre lie and
how flights slow down are measured one by one from rest, rolling and flight. The contact and the
table's stiff spot are then fitted to the velocities after the first impact. No count of
quarter-turns enters: those are what the result is scored on.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from scipy.optimize import minimize

from benchmarks.drop_data import (
    FRAME,
    QUARTER,
    BadDropsError,
    Drop,
    Flight,
    Floats,
    flights_after,
    lowest_corner,
    seen_from,
)
from sim.planar import (
    OMEGA,
    THETA,
    VX,
    VZ,
    Contact,
    Model,
    Place,
    Square,
    X,
    Z,
    after_impact,
    until_face_is_sure,
)
from sim.world import GRAVITY

RECOVERY = 0.01
"""s. Set, not fitted: one impact does not show it, and between 4 and 30 ms nothing changes."""
FIRST_GUESS = Contact(450.0, 0.9, 3000.0, 0.33, RECOVERY, 0.05, 0.10, 850.0)
"""Where the search begins: an impact of about a millisecond that keeps 0.4 of its speed."""
FIRST_SPOT = Place(-318.0, 95.0, 0.75, 0.0)
SCALES = (50.0, 70.0, 3.0)
"""What an error of one is worth: mm/s along the table, mm/s upward, rad/s."""
_STEADY = 0.3
_LEAST_TILT = math.radians(4)
_AT_REST = 25


@dataclass(frozen=True, slots=True)
class Apparatus:
    """What is measured about the square and its table."""

    half: float
    """Half the side, mm."""
    ground: float
    """Height of the table above the corrected zero of the file, mm."""
    middle: tuple[float, float]
    """The square's middle seen from the tracked point at turn 0, mm."""
    mass_centre: tuple[float, float]
    """The mass centre seen from the tracked point at turn 0, mm."""
    drag: float
    """Rate at which spin decays in flight, 1/s."""

    def square(self) -> Square:
        """Return the body of the simulation."""
        (mx, mz), (cx, cz) = self.middle, self.mass_centre
        return Square.uniform(self.half, (mx - cx, mz - cz))

    def starts(self, drops: Sequence[Drop]) -> Floats:
        """Return where the mass centres start (n, 6), heights counted from the table."""
        starts = seen_from(np.array([drop.start for drop in drops]), self.mass_centre)
        starts[:, Z] -= self.ground
        return starts


def measure(drops: Sequence[Drop]) -> Apparatus:
    """Measure the apparatus from all frames after the first contacts.

    Raises `BadDropsError` where they are too few.
    """
    flights = [(drop, flight) for drop in drops for flight in flights_after(drop)]
    height, middle = _middle(drops)
    half = _half_side(drops, middle)
    return Apparatus(half, height - half, middle, _mass_centre(flights), _drag(flights))


def _half_side(drops: Sequence[Drop], middle: tuple[float, float]) -> float:
    """Half the side, from the height of the middle while one corner rolls on the table.

    The height is half (cos + sin) + const; frames in which the lowest corner neither rises nor
    falls count, outliers little (Cauchy weights of 0.3 mm).
    """
    spreads: list[Floats] = []
    heights: list[Floats] = []
    for drop in drops:
        low = lowest_corner(drop.frames)
        steps = np.abs(np.diff(low)) < _STEADY
        steady = np.zeros(len(low), bool)
        steady[1:-1] = steps[:-1] & steps[1:] & (low[1:-1] < 1.0)
        steady[: drop.contact + 2] = False
        tilt = np.abs(drop.frames[:, THETA] - QUARTER * np.round(drop.frames[:, THETA] / QUARTER))
        chosen = steady & (tilt > _LEAST_TILT)
        spreads.append(np.cos(tilt[chosen]) + np.sin(tilt[chosen]))
        heights.append(seen_from(drop.frames[chosen], middle)[:, Z])
    columns = np.stack([np.concatenate(spreads), np.ones(sum(map(len, spreads)))], axis=1)
    height = np.concatenate(heights)
    weight = np.ones(len(height))
    found = np.zeros(2)
    for _ in range(30):
        found = np.linalg.lstsq(columns * weight[:, None], height * weight, rcond=None)[0]
        weight = 1.0 / np.sqrt(1.0 + ((height - columns @ found) / 0.3) ** 2)
    return float(found[0])


def _middle(drops: Sequence[Drop]) -> tuple[float, tuple[float, float]]:
    """Height of the middle at rest, and the middle seen from the tracked point.

    The four faces rest at different heights of the tracked point: half their differences is where
    it lies.
    """
    heights: dict[int, list[float]] = {0: [], 1: [], 2: [], 3: []}
    for drop in drops:
        rest = drop.frames[-_AT_REST:]
        heights[round(float(rest[:, THETA].mean()) / QUARTER) % 4].append(float(rest[:, Z].mean()))
    missing = [face for face, found in heights.items() if not found]
    if missing:
        raise BadDropsError(f"no drop rests on face {missing[0]}: too few to measure the square")
    means = [float(np.mean(heights[face])) for face in range(4)]
    # At turn 0 the middle lies z above the tracked point, at 90 degrees x, then -z, then -x.
    return float(np.mean(means)), ((means[3] - means[1]) / 2, (means[2] - means[0]) / 2)


def _mass_centre(flights: Sequence[tuple[Drop, Flight]]) -> tuple[float, float]:
    """The point that flies on parabolas while the square turns about it."""
    normal = np.zeros((2, 2))
    right = np.zeros(2)
    for drop, flight in flights:
        frames = drop.frames[flight.first : flight.last]
        time = np.arange(len(frames)) * FRAME
        if len(frames) < 12 or abs(frames[-1, THETA] - frames[0, THETA]) < 0.6:
            continue
        # Gravity and drag bend the paths: what is left beside any parabola is the turning.
        path, _ = np.linalg.qr(np.stack([np.ones_like(time), time, time**2], axis=1))
        cos, sin = np.cos(frames[:, THETA]), np.sin(frames[:, THETA])
        for axis, turning in ((X, (-cos, sin)), (Z, (-sin, -cos))):
            place = frames[:, axis]
            columns = np.stack(turning, axis=1)
            columns = columns - path @ (path.T @ columns)
            normal += columns.T @ columns
            right += columns.T @ (place - path @ (path.T @ place))
    x, z = np.linalg.solve(normal, right)
    return float(x), float(z)


def _drag(flights: Sequence[tuple[Drop, Flight]]) -> float:
    spins: list[float] = []
    losses: list[float] = []
    for drop, flight in flights:
        if flight.last - flight.first >= 20:
            turn = drop.frames[flight.first : flight.last, THETA]
            bend, rate, _ = np.polyfit(np.arange(len(turn)) * FRAME, turn, 2)
            spins.append(float(rate))
            losses.append(-2.0 * float(bend))
    return float(np.polyfit(spins, losses, 1)[0])


@dataclass(frozen=True, slots=True)
class Impacts:
    """First impacts of real drops, of the mass centre."""

    starts: Floats
    """States (n, 6) before them."""
    after: Floats
    """vx, vz, omega (n, 3) after them."""


def first_impacts(drops: Sequence[Drop], apparatus: Apparatus) -> Impacts:
    """Collect the first impacts and the flights after them.

    At most impacts one frame is missing from the records, so places across an impact say nothing:
    velocities do. The upward one is counted back to the middle of the gap.
    """
    pairs: list[tuple[Drop, Flight]] = []
    for drop in drops:
        flight = next(flights_after(drop), None)
        if flight is not None:
            pairs.append((drop, flight))
    if not pairs:
        raise BadDropsError("no drop flies again after its first contact: nothing to fit")
    states = np.array([flight.state for _, flight in pairs])
    after = seen_from(states, apparatus.mass_centre)[:, [VX, VZ, OMEGA]]
    gaps = np.array([flight.first - drop.contact + 1 for drop, flight in pairs])
    after[:, 1] += GRAVITY * FRAME * gaps / 2
    return Impacts(apparatus.starts([drop for drop, _ in pairs]), after)


def error(model: Model, impacts: Impacts) -> float:
    """Mean of log(1 + d^2 / 2) over velocities, d in `SCALES`: few bad ones do not rule it."""
    off = (after_impact(impacts.starts, model)[:, [VX, VZ, OMEGA]] - impacts.after) / SCALES
    # A square that never leaves the ground again is as wrong as can be, not left out.
    return float(np.log1p(np.nan_to_num(off, nan=1e3) ** 2 / 2).mean())


_FITTED: dict[str, float] = {
    "impedance": 0.25,
    "frequency": 0.25,
    "face": 0.3,
    "shared": 0.4,
    "friction": 0.3,
    "friction_rise": 0.3,
    "slip_scale": 0.3,
    "spot_rise": 0.3,
    "spot_width": 0.25,
}
"""Positive, searched by their logarithm, with the first step of the search."""
_SPOT_STEP = 8.0


def fit_contact(
    impacts: Impacts, apparatus: Apparatus, guess: Model | None = None, evaluations: int = 350
) -> Model:
    """Fit contact and spot to ``impacts``; the apparatus is given.

    Nelder-Mead, begun twice, from ``guess`` or from `FIRST_GUESS` and `FIRST_SPOT`.
    """
    contact, place = (guess.contact, guess.place) if guess else (FIRST_GUESS, FIRST_SPOT)
    place = dataclasses.replace(place, drag=apparatus.drag)
    base = Model(contact, place, apparatus.square())

    def cost(step: Floats) -> float:
        return error(_stepped(base, step), impacts)

    best = _search(cost, evaluations)
    return _stepped(base, best)


def _search(cost: Callable[[Floats], float], evaluations: int) -> Floats:
    size = len(_FITTED) + 1
    best = np.zeros(size)
    for first_step in (1.0, 0.4):
        simplex = best + first_step * np.vstack([np.zeros(size), np.eye(size)])
        # scipy's types know neither this method's options nor what comes back.
        found = cast("Any", minimize)(
            cost,
            best,
            method="Nelder-Mead",
            options={
                "maxfev": evaluations,
                "initial_simplex": simplex,
                "xatol": 1e-3,
                "fatol": 1e-5,
            },
        )
        best = np.asarray(found.x, float)
    return best


def _stepped(base: Model, step: Floats) -> Model:
    """Return ``base`` with every fitted figure moved by its part of ``step``."""
    contact, place = dataclasses.asdict(base.contact), dataclasses.asdict(base.place)
    for (name, size), moved in zip(_FITTED.items(), step[:-1], strict=True):
        figures = contact if name in contact else place
        figures[name] *= math.exp(size * float(moved))
    place["spot"] += _SPOT_STEP * float(step[-1])
    return Model(Contact(**contact), Place(**place), base.square)


def turns_off(drops: Sequence[Drop], apparatus: Apparatus, model: Model) -> Floats:
    """Simulate each drop; returns its quarter-turns less the measured ones (n)."""
    ends = until_face_is_sure(apparatus.starts(drops), model)
    faces = np.round(ends[:, THETA] / QUARTER)
    return faces - [drop.first_face + drop.turns for drop in drops]
