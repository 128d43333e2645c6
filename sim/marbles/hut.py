"""Marbles in the hut: dropped on a splitter, stuck behind a shutter, or out through an exit."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from dataclasses import dataclass

from scenes.hill import MarbleHill
from sim.marbles.flow import HARD_STOP, Flow, Pace
from sim.marbles.plane import Motion, Plane
from sim.marbles.walls import SILL, Walls, exit_places, hut_walls
from sim.settled import Side
from sim.world import GRAVITY

PACE = Pace(step=1 / 1000, look=2)
"""At the highest speed, 1.3 mm a step: less than a marble's radius, so none gets through a wall."""
ITERATIONS = 15
JITTER = 0.3
"""A marble is let go at most this far beside the middle of its hatch, mm (GAMES.md 3.2)."""


@dataclass(frozen=True, slots=True)
class Out:
    """A marble that passed the front of the hut at ``time``, s, at ``x``, mm.

    ``vx`` is its speed across and ``fall`` its speed downward, mm/s.
    """

    time: float
    marble: int
    x: float
    vx: float
    fall: float


@dataclass(frozen=True, slots=True)
class HutRun:
    """What became of the marbles in the hut; ``time`` is when the last came to rest, or left."""

    out: tuple[Out, ...]
    inside: dict[int, Motion]
    time: float
    helped: bool
    """Whether a marble was wedged, or never came to rest, and was put through its exit."""


def closed_side(slider: Side) -> Side:
    """Return which exit of every pair is shut when those of ``slider`` are open."""
    return "right" if slider == "left" else "left"


class Hut:
    """The hut of a hill: its measures, looked up once."""

    def __init__(self, hill: MarbleHill) -> None:
        self._hill = hill
        self.hatches = [hatch.x for hatch in hill.hut.hatches]
        self.exits = [exit_places(hill, k) for k in range(len(self.hatches))]
        self.play = hill.hut.exit_width / 2 - hill.marbles.radius - 0.1
        """How far from the middle of an exit a marble can pass the front, mm."""
        self.lying = SILL + hill.marbles.radius + 0.2
        """A marble whose middle is lower lies on a shutter, mm."""
        self.tip = SILL + hill.hut.pocket_height
        self._middles = [
            (a[1] + b[0]) / 2 for a, b in zip(self.exits, self.exits[1:], strict=False)
        ]
        self._walls: dict[tuple[tuple[int, ...], Side], Walls] = {}

    def walls(self, hatches: tuple[int, ...], closed: Side) -> Walls:
        """Return the walls below some hatches."""
        key = (hatches, closed)
        if key not in self._walls:
            self._walls[key] = hut_walls(self._hill, hatches, closed)
        return self._walls[key]

    def hatch_of(self, x: float) -> int:
        """Return the index of the hatch that a marble at ``x`` in the hut is below."""
        return bisect.bisect(self._middles, x)

    def exit_of(self, x: float) -> tuple[Side, float]:
        """Return the side of the pocket that a marble at ``x`` is in, and where its exit is."""
        left, right = self.exits[self.hatch_of(x)]
        return ("left", left) if x - left <= right - x else ("right", right)

    def stuck(self, motion: Motion, shut: Side) -> bool:
        """Return whether a marble at rest lies in a pocket whose exit is shut."""
        return motion.y < self.tip and self.exit_of(motion.x)[0] == shut

    def run(
        self,
        slider: Side,
        inside: dict[int, Motion],
        freed: frozenset[int],
        until: float = math.inf,
        asleep: bool = True,
        watch: Callable[[Plane], None] | None = None,
    ) -> HutRun:
        """Let the marbles in the hut run until they rest, or to the time ``until``, s.

        Those of ``freed`` were inside when the slider was pushed and must come out. Marbles at rest
        behind a shutter stay asleep until another comes near, unless ``asleep`` is False.
        """
        shut = closed_side(slider)
        still = {k: m for k, m in inside.items() if asleep and m.rests and self.stuck(m, shut)}
        falling = {k: inside[k] for k in sorted(inside.keys() - still.keys())}
        if not falling:
            return HutRun((), inside, 0.0, False)
        hatches = tuple(sorted({self.hatch_of(m.x) for m in falling.values()}))
        flow = self._flow(hatches, shut, watch)
        here = {k: m for k, m in still.items() if self.hatch_of(m.x) in hatches}
        flow.lay(here)
        for k, motion in falling.items():
            flow.put(k, motion)
        # Both planes count steps of their own: the same moment may differ in the last digit.
        until -= PACE.step / 2
        while not flow.rests and flow.time < min(HARD_STOP, until):
            flow.to_next_look()
        out = [self._out(time, k, motion) for time, k, motion in flow.gone]
        left = flow.motions()
        helped = False
        if flow.time < until:
            for k in sorted(left):
                if flow.rests and k not in freed and self.stuck(left[k], shut):
                    left[k] = Motion(left[k].x, left[k].y)
                else:
                    helped = True
                    # The exit of its hatch that is open, whichever pocket it is in.
                    place = self.exits[self.hatch_of(left.pop(k).x)][0 if shut == "right" else 1]
                    out.append(Out(flow.time, k, place, 0.0, 0.0))
        away = {k: m for k, m in still.items() if k not in here}
        return HutRun(tuple(out), left | away, flow.time, helped)

    def _flow(
        self, hatches: tuple[int, ...], shut: Side, watch: Callable[[Plane], None] | None
    ) -> Flow:
        hill = self._hill
        radius, slower = hill.marbles.radius, hill.materials.shutter_rolling * GRAVITY
        plane = Plane(hill, self.walls(hatches, shut), -GRAVITY, None, ITERATIONS)

        def drag(x: float, y: float) -> float:
            return slower if y < self.lying and self.exit_of(x)[0] == shut else 0.0

        return Flow(plane, PACE, lambda x, y: y < -radius, drag=drag, watch=watch)

    def _out(self, time: float, marble: int, motion: Motion) -> Out:
        """Return how a marble passes the front: between the edges of its exit."""
        _, place = self.exit_of(motion.x)
        x = min(max(motion.x, place - self.play), place + self.play)
        return Out(time, marble, x, motion.vx, -motion.vy)
