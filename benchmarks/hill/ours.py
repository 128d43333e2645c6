"""Our marbles, dropped and followed down the hill."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.hill.ways import Arrival, Drop, Log, Way
from scenes.hill import MarbleHill
from sim.marbles.hill import LEAST_SPEED, PACE, Hill
from sim.marbles.hut import Hut, Out
from sim.marbles.plane import Motion, Plane


class Ours:
    """The hut and the hill of a scene."""

    def __init__(self, hill: MarbleHill) -> None:
        self._scene = hill
        self.hut = Hut(hill)
        self.hill = Hill(hill)

    def out(self, drop: Drop) -> Out | None:
        """Return how a marble passes the front of the hut; None if it stays behind a shutter."""
        start = Motion(
            self._scene.hut.hatches[drop.hatch].x + drop.beside, self._scene.hut.hatch_height
        )
        run = self.hut.run(drop.slider, {0: start}, frozenset())
        return replace(run.out[0], time=0.0) if run.out else None

    def plain(self, drop: Drop) -> None:
        """Let a marble run and look at nothing but where it ends."""
        out = self.out(drop)
        if out is not None:
            self.hill.run((), {}, {}, (out,), stops=False)

    def way(self, drop: Drop) -> Way:
        """Drop a marble and follow it."""
        out = self.out(drop)
        return self.way_of(out) if out else Way(end="hut")

    def way_of(self, out: Out) -> Way:
        """Follow a marble that passes the front of the hut."""
        log, step = Log(self._scene), 0
        log.see(out.x, 0.0, 0.0)

        def watch(plane: Plane) -> None:
            nonlocal step
            step += 1
            for body in plane.bodies.values():
                log.see(*body.position, step * PACE.step)

        run = self.hill.run((), {}, {}, (out,), stops=False, watch=watch)
        log.way.end = "stuck" if run.helped else "hollow" if run.hollow else "lost"
        log.way.time = run.time
        return log.way

    def arrival(self, out: Out) -> Arrival | None:
        """Return how a marble begins on the hill; None for one that jumps off the track."""
        if abs(out.vx) > self.hill.jump:
            return None
        # As the hill lets them in: the part of the fall that runs down the slope is kept.
        steep = math.sin(math.radians(self._scene.slope.slope_deg))
        return Arrival(out.x, out.vx, max(out.fall * steep, LEAST_SPEED))


def ways(hill: MarbleHill, some: Sequence[Drop]) -> list[Way]:
    """Follow some marbles."""
    ours = Ours(hill)
    return [ours.way(drop) for drop in some]
