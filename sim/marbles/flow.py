"""Lets marbles run in a plane until all are at rest, gone, or something stops them.

Marbles at rest lie *asleep* outside the plane, in the groups that touch one another, and are woken
with their group when another comes near: a marble that nothing comes near does not move at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from sim.marbles.plane import Motion, Plane, chains

REST_SPEED = 2.0
"""All marbles slower than this, mm/s, ..."""
REST_TIME = 0.5
"""... for so long, s, are at rest (GAMES.md 3.2)."""
HARD_STOP = 8.0
"""A run that lasts longer than this, s, is stopped (GAMES.md 3.2)."""
CONTACT = 0.3
"""Marbles at rest nearer than this touch, mm."""
WAKE = 6.0
"""A marble that comes nearer than this to one asleep wakes it, mm; it runs less between looks."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a plane is stepped: ``step`` in s, and how many of them between two looks."""

    step: float
    look: int


@dataclass(slots=True)
class Flow:
    """Marbles that run in a plane; ``time`` counts s.

    ``asleep`` are groups of marbles at rest, ``is_gone`` tells that a marble has left the plane,
    ``gone`` collects those with the time, in their order.
    """

    plane: Plane
    pace: Pace
    is_gone: Callable[[float, float], bool]
    asleep: list[dict[int, Motion]] = field(default_factory=list[dict[int, Motion]])
    gone: list[tuple[float, int, Motion]] = field(default_factory=list[tuple[float, int, Motion]])
    time: float = 0.0
    quiet: float = 0.0
    drag: Callable[[float, float], float] | None = None
    """By how much a marble at a place slows down as it rolls there, mm/s^2."""
    watch: Callable[[Plane], None] | None = None
    """Called after every step; for tests."""
    _steps: int = 0

    def lay(self, resting: dict[int, Motion]) -> None:
        """Lay marbles at rest into the plane, asleep."""
        reach = 2 * self.plane.radius + CONTACT
        places = {k: (m.x, m.y) for k, m in resting.items()}
        self.asleep += [{k: resting[k] for k in group} for group in chains(places, reach)]

    def wake(self, marble: int) -> None:
        """Wake a marble and all that touch it."""
        for group in self.asleep:
            if marble in group:
                self.asleep.remove(group)
                for k in sorted(group):
                    self.plane.put(k, group[k])
                self.quiet = 0.0
                return

    def put(self, marble: int, motion: Motion) -> None:
        """Let a marble begin to run here."""
        self.plane.put(marble, motion)
        self.quiet = 0.0

    def free(self, x: float, y: float) -> bool:
        """Return whether a marble can be put to a place."""
        reach = 2 * self.plane.radius + 0.01
        lies = any(
            math.dist((m.x, m.y), (x, y)) < reach for group in self.asleep for m in group.values()
        )
        return not lies and not self.plane.near(x, y, reach)

    @property
    def rests(self) -> bool:
        """Whether nothing moves any more."""
        return not self.plane.bodies or self.quiet >= REST_TIME

    def to_next_look(self, stops: Callable[[], bool] = lambda: False) -> bool:
        """Step to the next look, or to the step at which ``stops`` says so; True if it did."""
        plane, step = self.plane, self.pace.step
        for _ in range(self.pace.look):
            plane.step(step)
            self._steps += 1
            if self.watch is not None:
                self.watch(plane)
            if stops():
                self.time = self._steps * step
                return True
        self.time = self._steps * step
        self._look()
        return False

    def _look(self) -> None:
        """Take out what is gone, wake what is neared, and see whether all is at rest."""
        moving = False
        reach = 2 * self.plane.radius + WAKE
        lasted = self.pace.look * self.pace.step
        for marble, body in list(self.plane.bodies.items()):
            x, y = body.position
            if self.is_gone(x, y):
                self.gone.append((self.time, marble, self.plane.take(marble)))
                continue
            vx, vy = body.velocity
            if self.drag is not None and (slower := self.drag(x, y)):
                keep = max(0.0, 1.0 - slower * lasted / max(math.hypot(vx, vy), 1e-9))
                vx, vy = body.velocity = (vx * keep, vy * keep)
                body.angular_velocity *= keep
            moving = moving or vx * vx + vy * vy > REST_SPEED * REST_SPEED
            for group in self.asleep:
                if any(abs(m.y - y) < reach and abs(m.x - x) < reach for m in group.values()):
                    self.wake(min(group))
                    moving = True
                    break
        self.quiet = 0.0 if moving else self.quiet + lasted

    def motions(self) -> dict[int, Motion]:
        """Return how all marbles move that are here, asleep or not."""
        found = {k: self.plane.motion(k) for k in self.plane.bodies}
        for group in self.asleep:
            found |= group
        return found
