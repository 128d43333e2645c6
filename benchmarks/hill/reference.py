"""Marbles in MuJoCo: dropped into a thin upright box, then let roll down the real gutters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol, cast

from benchmarks.hill.model import (
    GRAVITY,
    MM,
    Springs,
    hill_model,
    hut_model,
)
from benchmarks.hill.ours import Ours
from benchmarks.hill.ways import Arrival, Drop, Log, Way
from benchmarks.reference.dice import Floats
from benchmarks.reference.engine import engine
from scenes.hill import MarbleHill
from sim.marbles.flow import HARD_STOP
from sim.marbles.hut import Out, closed_side
from sim.marbles.walls import hill_walls, hut_walls

LOOK = 1e-3
"""Time between two looks at where the marbles are, s."""
TOGETHER = 8
"""So many marbles run in one model; they do not meet one another."""


class _Data(Protocol):
    time: float
    qpos: Floats
    qvel: Floats
    qacc_warmstart: Floats


class World:
    """A model and its state, in mm, mm/s and rad/s."""

    def __init__(self, xml: str, springs: Springs) -> None:
        self._engine = engine()
        self._model = self._engine.MjModel.from_xml_string(xml)
        self._data = cast("_Data", self._engine.MjData(self._model))
        self._steps = max(1, round(LOOK / springs.step))
        self.look = self._steps * springs.step

    def put(
        self,
        ball: int,
        place: tuple[float, float, float],
        speed: tuple[float, float, float],
        spin: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Put a ball anywhere."""
        self._data.qpos[7 * ball : 7 * ball + 7] = [*(value * MM for value in place), 1, 0, 0, 0]
        self._data.qvel[6 * ball : 6 * ball + 6] = [*(value * MM for value in speed), *spin]
        self._data.qacc_warmstart[6 * ball : 6 * ball + 6] = 0.0

    def step(self) -> None:
        """Let it run to the next look."""
        self._engine.mj_step(self._model, self._data, self._steps)

    def place(self, ball: int = 0) -> list[float]:
        """Return the middle of a ball, mm."""
        return (self._data.qpos[7 * ball : 7 * ball + 3] / MM).tolist()

    def speed(self, ball: int = 0) -> list[float]:
        """Return the speed of a ball, mm/s."""
        return (self._data.qvel[6 * ball : 6 * ball + 3] / MM).tolist()


class Reference:
    """The hut and the hill of a scene in the 3-D engine. Raises `NoEngineError` without it."""

    def __init__(self, hill: MarbleHill, springs: Springs, together: int = TOGETHER) -> None:
        self._scene = hill
        self._springs = springs
        self._ours = Ours(hill)
        self._together = together
        self._hill = World(hill_model(hill, hill_walls(hill), springs, together), springs)
        self._huts: dict[tuple[int, str], World] = {}

    # --- the hut ---

    def out(self, drop: Drop) -> Out | None:
        """Return how a marble passes the front of the hut; None if it stays behind a shutter."""
        hut, closed = self._ours.hut, closed_side(drop.slider)
        key = (drop.hatch, closed)
        if key not in self._huts:
            walls = hut_walls(self._scene, (drop.hatch,), closed)
            self._huts[key] = World(hut_model(self._scene, walls, self._springs), self._springs)
        world, radius = self._huts[key], self._scene.marbles.radius
        x = self._scene.hut.hatches[drop.hatch].x + drop.beside
        world.put(0, (x, self._scene.hut.hatch_height, 0.0), (0.0, 0.0, 0.0))
        for _ in range(round(HARD_STOP / world.look)):
            world.step()
            (x, y, _), (vx, vy, _) = world.place(), world.speed()
            side, exit_x = hut.exit_of(x)
            if y < -radius:
                x = min(max(x, exit_x - hut.play), exit_x + hut.play)
                return Out(0.0, 0, x, vx, -vy)
            # What it could still climb does not bring it over the splitter again.
            climbs = (vx * vx + vy * vy) / (2 * GRAVITY / MM)
            if side == closed and y + climbs + radius < hut.tip - radius:
                return None
        return None

    # --- the hill ---

    def ways(self, some: Sequence[Drop]) -> list[Way]:
        """Drop marbles and follow them."""
        outs = [self.out(drop) for drop in some]
        starts = [None if out is None else self._ours.arrival(out) for out in outs]
        rolled = iter(self.rolled([start for start in starts if start is not None]))
        found: list[Way] = []
        for out, start in zip(outs, starts, strict=True):
            if start is not None:
                found.append(next(rolled))
            else:
                found.append(Way(end="hut" if out is None else "lost"))
        return found

    def rolled(self, starts: Sequence[Arrival]) -> list[Way]:
        """Let marbles roll down the hill, `TOGETHER` at a time."""
        world = self._hill
        ways: list[Way] = [Way()] * len(starts)
        waiting = list(enumerate(starts))[::-1]
        running: dict[int, tuple[int, float, Log]] = {}
        now = 0.0
        while waiting or running:
            for ball in range(self._together):
                if ball not in running and waiting:
                    k, start = waiting.pop()
                    self._start(ball, start)
                    log = Log(self._scene)
                    log.see(start.x, 0.0, 0.0)
                    running[ball] = (k, now, log)
            world.step()
            now += world.look
            for ball, (k, begun, log) in list(running.items()):
                if self._followed(world.place(ball), now - begun, log):
                    ways[k] = log.way
                    del running[ball]
                    self._park(ball)
        return ways

    def _start(self, ball: int, start: Arrival) -> None:
        """Put a marble to the front: it rolls as it moves."""
        radius = self._scene.marbles.radius
        spin = (-start.vy / radius, start.vx / radius, 0.0)
        self._hill.put(ball, (start.x, 0.0, radius), (start.vx, start.vy, 0.0), spin)

    def _park(self, ball: int) -> None:
        """Put a marble that is done where it meets nothing but the plate."""
        self._hill.put(ball, (-1e5, 0.0, self._scene.marbles.radius), (0.0, 0.0, 0.0))

    def _followed(self, place: Sequence[float], time: float, log: Log) -> bool:
        """Note where a marble is; True if it is at its end."""
        x, y, z = place
        log.see(x, y, time)
        log.way.time = time
        if not self._ours.hill.on_track(x, y) or not math.isfinite(z):
            log.way.end = "lost"
        elif y > self._scene.slope.hollow:
            log.way.end = "hollow"
        elif time > HARD_STOP:
            log.way.end = "stuck"
        else:
            return False
        return True
