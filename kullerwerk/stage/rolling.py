"""How marbles ran between a question of a game and its answer, to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.marbles.hill import PACE as HILL_PACE
from sim.marbles.hut import PACE as HUT_PACE
from sim.marbles.provider import LiveMarbles

if TYPE_CHECKING:
    from scenes.hill import MarbleHill
    from sim.marbles.plane import Plane
    from sim.settled import MarbleRequest, MarblesSettled

EVERY = 8
"""A place is kept every so many steps of 1 ms: twice for a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Where a marble was: times in s from the beginning of the run, places in mm.

    In the hut x runs across and y up, on the hill y runs downhill.
    """

    marble: int
    hut: bool
    times: NDArray[np.float32]
    places: NDArray[np.float32]

    def at(self, time: float) -> tuple[float, float] | None:
        """Where the marble is; None before it comes and after it has left."""
        if not self.times[0] <= time <= self.times[-1]:
            return None
        return (
            float(np.interp(time, self.times, self.places[:, 0])),
            float(np.interp(time, self.times, self.places[:, 1])),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """The ways of all marbles that moved; ``time`` is how long it took, s."""

    ways: tuple[Way, ...]
    time: float


@dataclass(slots=True)
class _Watch:
    """Notes where marbles are. A plane that is built anew begins from the start."""

    step: float
    hut: bool
    plane: Any = None
    count: int = 0
    found: dict[int, list[tuple[float, float, float]]] = field(
        default_factory=dict[int, list[tuple[float, float, float]]]
    )

    def __call__(self, plane: Plane) -> None:
        """Called after every step of a plane."""
        if plane is not self.plane:
            self.plane, self.count = plane, 0
            self.found = {}
        self.count += 1
        if self.count % EVERY and self.count > 1:
            return
        time = self.count * self.step
        for marble, body in plane.bodies.items():
            x, y = body.position
            self.found.setdefault(marble, []).append((time, x, y))

    def ways(self) -> list[Way]:
        """What was noted."""
        out: list[Way] = []
        for marble, rows in sorted(self.found.items()):
            table = np.array(rows, np.float32)
            out.append(Way(marble, self.hut, table[:, 0], table[:, 1:]))
        return out


def traced_run(hill: MarbleHill, request: MarbleRequest, stream: Any) -> tuple[MarblesSettled, Run]:
    """Answer a request by simulation, exactly as `LiveMarbles` does, and tell the ways."""
    hut, slope = _Watch(HUT_PACE.step, True), _Watch(HILL_PACE.step, False)
    settled = LiveMarbles(hill, watch_hut=hut, watch_hill=slope).resolve(request, stream)
    ways = (*hut.ways(), *slope.ways())
    # Marbles come to rest some time before it is certain that they have.
    last = max((_stops(way) for way in ways), default=0.0)
    return settled, Run(ways, last + 0.1)


def _stops(way: Way) -> float:
    """When a marble has come to where it is last."""
    away = np.abs(way.places - way.places[-1]).max(axis=1) > 0.4
    moving = np.flatnonzero(away)
    return float(way.times[moving[-1]]) if len(moving) else float(way.times[0])
