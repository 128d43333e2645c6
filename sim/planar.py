"""A square that falls on the ground in one vertical plane, in contact that takes time.

A rigid impulse law knows neither that a face which lands nearly flat is pressed along its length,
nor that a plate carries the more energy away the more mass strikes it. Both decide how real squares
bounce, so contact is followed in time here, without a coefficient of restitution:

* each corner, and points on the faces between them, press on the ground through a linear spring;
* the spring stands on a plate that yields at a speed proportional to the force (the impedance of a
  thin plate, C. Zener, Phys. Rev. 59, 669, 1941) and recovers slowly; a single hit of effective
  mass M therefore keeps e = exp(-pi d / sqrt(1 - d^2)) of its speed, d = sqrt(k M) / (2 Z);
* friction is Coulomb's with a coefficient that grows with the slip; it reverses within an impact
  when the slip does.

Many squares are stepped at once, each with a clock of its own: exact parabolas between contacts,
`STEP` in contact. Lengths are mm, times s, angles radians, counter-clockwise with x to the right
and z up from the ground. Forces, stiffness and impedance are per mass of the body.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sim.world import GRAVITY

Floats = NDArray[np.float64]

STEP = 2e-5
"""Length of a step in contact, s: some fifty to an impact."""
_LONGEST = 1e-3
"""Longest step in flight, s."""
_FLIGHT = 0.016
"""A flight that lasts so long, s, ends an impact: a clatter of corners is one impact."""
_LIMIT = 3.0
"""Nothing is followed longer to its rest, s."""
_IMPACT_LIMIT = 0.15
"""A square that does not fly so long after its start, s, rolls or slides on."""
_CALM = 20.0
"""Springs pressed by less than so many weights of the body hold no energy worth counting."""
_INNER = (0.25, 0.5, 0.75)
"""Where a face is pressed between its corners, as parts of its length."""
_SWEEP = 64
"""Finished squares leave the arrays every so many steps."""
X, Z, THETA, VX, VZ, OMEGA = range(6)
"""Columns of a state: the mass centre's place, the turn, and their rates."""


@dataclass(frozen=True, slots=True)
class Contact:
    """How a body and a plate meet. Stiffness, impedance: per mass of the body."""

    frequency: float
    """Of the body on the spring of one corner, Hz."""
    face: float
    """Stiffness of each of the three points between two corners, parts of a corner's."""
    impedance: float
    """Force per speed at which the plate yields, 1/s."""
    shared: float
    """How far the plate yields under the other pressed points, parts of its own yielding."""
    recovery: float
    """Time in which the plate comes back, s."""
    friction: float
    """Coefficient of friction at no slip."""
    friction_rise: float
    """What a fast slip adds to it."""
    slip_scale: float
    """Slip at which 63 % of the rise is there, mm/s."""


@dataclass(frozen=True, slots=True)
class Place:
    """The apparatus round the contact: what differs from one table to another."""

    spot: float = 0.0
    """Where the plate is best supported, x in mm."""
    spot_width: float = 1.0
    """Half-width of that spot, mm."""
    spot_rise: float = 0.0
    """By which part its impedance is higher there."""
    drag: float = 0.0
    """Rate at which speed and spin decay in flight, 1/s."""


@dataclass(frozen=True, slots=True)
class Square:
    """The body. ``inertia`` is the square of its radius of gyration, mm^2."""

    half: float
    """Half the side, mm."""
    inertia: float
    offset: tuple[float, float] = (0.0, 0.0)
    """The square's middle, seen from the mass centre at turn 0, mm."""

    @classmethod
    def uniform(cls, half: float, offset: tuple[float, float] = (0.0, 0.0)) -> Square:
        """A square of one material: inertia side^2 / 6."""
        return cls(half, 2 * half * half / 3, offset)


@dataclass(frozen=True, slots=True)
class Model:
    """All that decides a fall."""

    contact: Contact
    place: Place
    square: Square


def load_model() -> tuple[Model, dict[str, Any]]:
    """Return the model that was fitted to real drops, and the whole record with its provenance."""
    text = resources.files("sim").joinpath("drops.json").read_text(encoding="utf-8")
    record = cast("dict[str, Any]", json.loads(text))
    return model_from(record), record


def model_from(record: dict[str, Any]) -> Model:
    """Build a model from the keys ``contact``, ``place`` and ``square`` of a record."""
    square = record["square"]
    return Model(
        Contact(**record["contact"]),
        Place(**record["place"]),
        Square.uniform(square["half"], (square["offset"][0], square["offset"][1])),
    )


def record_of(model: Model) -> dict[str, Any]:
    """Return the keys that `model_from` reads."""
    square = {"half": model.square.half, "offset": list(model.square.offset)}
    return {"contact": asdict(model.contact), "place": asdict(model.place), "square": square}


class Falling:
    """Squares in the air and on the ground, one row each; see `until_face_is_sure`."""

    def __init__(self, states: Floats, model: Model) -> None:
        """Take ``states`` (n, 6); a square that stands in the ground is lifted above it."""
        self.model = model
        corners = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], float) * model.square.half
        after = np.roll(corners, -1, axis=0)
        inner = [corners * (1 - part) + after * part for part in _INNER]
        points = np.concatenate([corners, *inner]) + model.square.offset
        stiffness = (2 * math.pi * model.contact.frequency) ** 2
        self.px, self.py = points[:, 0], points[:, 1]
        self.stiffness = stiffness * np.repeat([1.0, model.contact.face], [4, len(points) - 4])
        self.reach = float(np.hypot(self.px, self.py).max())
        self.state = np.array(states, float)
        self.time = np.zeros(len(states))
        self.touched = np.zeros(len(states), bool)
        """Whether a square has been on the ground."""
        self.in_contact = np.zeros(len(states), bool)
        self.pressure = np.zeros(len(states))
        """Sum of the normal forces, per mass."""
        self.sunk = np.zeros((len(states), len(points)))
        """By how much the plate has yielded under each point, mm."""
        low = self._gaps()[2].min(axis=1, initial=np.inf)
        self.state[:, Z] += np.where(low < 0, 1e-3 - low, 0.0)

    def keep(self, rows: NDArray[np.bool_]) -> None:
        """Go on with these rows alone."""
        for name in ("state", "time", "touched", "in_contact", "pressure", "sunk"):
            setattr(self, name, getattr(self, name)[rows])

    def energy(self) -> Floats:
        """Return the energy of motion and height per mass, mm^2/s^2."""
        s = self.state
        spin = self.model.square.inertia * s[:, OMEGA] ** 2
        return (s[:, VX] ** 2 + s[:, VZ] ** 2 + spin) / 2 + GRAVITY * s[:, Z]

    def _gaps(self) -> tuple[Floats, Floats, Floats]:
        theta = self.state[:, THETA, None]
        cos, sin = np.cos(theta), np.sin(theta)
        rx = self.px * cos - self.py * sin
        rz = self.px * sin + self.py * cos
        return rx, rz, self.state[:, Z, None] + rz

    def step(self) -> None:
        """Take one step of each square's own length."""
        model, law, s = self.model, self.model.contact, self.state
        rx, rz, gaps = self._gaps()
        low = gaps.min(axis=1)
        contact = low < 0.0
        approach = np.maximum(self.reach * np.abs(s[:, OMEGA]) - s[:, VZ], 10.0) + 100.0
        h = np.where(contact, STEP, np.clip(low / approach, STEP, _LONGEST))

        normal = np.maximum(-gaps - self.sunk, 0.0) * self.stiffness
        slip = s[:, VX, None] - s[:, OMEGA, None] * rz
        friction = law.friction + law.friction_rise * -np.expm1(-np.abs(slip) / law.slip_scale)
        # At most what stops the slip in this step, the other points left aside.
        most = friction * normal
        stopping = -slip / (h[:, None] * (1.0 + rz * rz / model.square.inertia))
        tangential = np.clip(stopping, -most, most)

        total = normal.sum(axis=1)
        gaussian = np.exp(
            -(((s[:, X, None] + rx - model.place.spot) / model.place.spot_width) ** 2)
        )
        impedance = law.impedance * (1.0 + model.place.spot_rise * gaussian)
        yielding = (normal + law.shared * (total[:, None] - normal)) / impedance
        pressed = (normal > 0.0) | (self.sunk > 0.0)
        self.sunk *= np.exp(-h / law.recovery)[:, None]
        self.sunk += np.where(pressed, h[:, None] * yielding, 0.0)

        torque = (rx * normal - rz * tangential).sum(axis=1)
        # In contact: speeds first, then places with the new speeds, which keeps a spring's energy.
        s[:, VX] += h * tangential.sum(axis=1)
        s[:, VZ] += h * np.where(contact, total - GRAVITY, 0.0)
        s[:, OMEGA] += h * torque / model.square.inertia
        s[:, X] += h * s[:, VX]
        s[:, Z] += h * s[:, VZ] - np.where(contact, 0.0, GRAVITY / 2 * h * h)
        s[:, THETA] += h * s[:, OMEGA]
        s[:, VZ] -= np.where(contact, 0.0, GRAVITY * h)
        s[:, VX:] *= np.where(contact, 1.0, np.exp(-model.place.drag * h))[:, None]
        self.time += h
        self.touched |= contact
        self.in_contact = contact
        self.pressure = total


def _steps(falling: Falling, done: NDArray[np.bool_], limit: float) -> Iterator[NDArray[np.intp]]:
    """Step until all are ``done``; yields the number of each row's square after every step."""
    rows = np.arange(len(falling.state))
    count = 0
    while len(rows):
        falling.step()
        yield rows
        count += 1
        if count % _SWEEP == 0:
            done[rows[falling.time > limit]] = True
            left = ~done[rows]
            falling.keep(left)
            rows = rows[left]


def until_face_is_sure(states: Floats, model: Model) -> Floats:
    """Follow squares until none has the energy to turn over another corner.

    ``states`` (n, 6) as `X` to `OMEGA`, of the mass centre. Returns the states then (n, 6): the
    face on the ground is theta / 90 degrees, rounded.
    """
    falling = Falling(states, model)
    barrier = GRAVITY * model.square.half * math.sqrt(2.0)
    done = np.zeros(len(states), bool)
    ends = np.array(states, float)
    for rows in _steps(falling, done, _LIMIT):
        calm = falling.touched & (falling.pressure < _CALM * GRAVITY)
        sure = calm & (falling.energy() < barrier) & ~done[rows]
        ends[rows[sure]] = falling.state[sure]
        done[rows[sure]] = True
    return ends


def after_impact(states: Floats, model: Model) -> Floats:
    """Follow squares through their next impact, a clatter of corners included.

    ``states`` (n, 6). Returns the states (n, 6) at the start of the first flight of 16 ms after a
    contact; nan where there is none.
    """
    falling = Falling(states, model)
    done = np.zeros(len(states), bool)
    began = np.full(len(states), np.inf)
    left = np.full((len(states), 6), np.nan)
    for rows in _steps(falling, done, _IMPACT_LIMIT):
        now = falling.time
        began[rows[falling.in_contact]] = np.inf
        fresh = falling.touched & ~falling.in_contact & ~np.isfinite(began[rows]) & ~done[rows]
        began[rows[fresh]] = now[fresh]
        left[rows[fresh]] = falling.state[fresh]
        done[rows[now - began[rows] > _FLIGHT]] = True
    left[~np.isfinite(began)] = np.nan
    return left
