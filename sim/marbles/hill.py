"""Marbles on the hill: down the gutters, dammed by marmots, into the hollow or off the track."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scenes.hill import MarbleHill
from sim.marbles.floor import floor_of
from sim.marbles.flow import CONTACT, HARD_STOP, Flow, Pace
from sim.marbles.hut import Out
from sim.marbles.plane import Motion, Plane, rolling
from sim.marbles.walls import ABOVE, hill_walls
from sim.settled import Touch
from sim.world import GRAVITY

PACE = Pace(step=1 / 1000, look=8)
"""At the highest speed, 0.8 mm a step: less than a marble's radius, so none gets through a wall."""
ITERATIONS = 12
LEAST_SPEED = 20.0
"""A marble passes the front of the hut at least at this speed, mm/s."""
APART = 0.05
"""A marble that is put aside by hand lies this far from what it lay under, mm."""
ASIDE = 1.0
"""... and this far beside the middle of its gutter, mm."""
HELPS = 40
"""So many wedged marbles are helped on in a run; the others are put into the hollow."""


@dataclass(frozen=True, slots=True)
class Marmot:
    """A marmot on the hill: its number, its place, and where that is, mm."""

    number: int
    place: int
    x: float
    y: float


@dataclass(slots=True)
class HillRun:
    """What became of the marbles on the hill, and of those that came out of the hut.

    ``waiting`` are those that have not passed the front yet, ``holder`` the place of the marmot
    that holds a marble at rest.
    """

    out: list[int] = field(default_factory=list[int])
    hollow: list[int] = field(default_factory=list[int])
    lost: list[int] = field(default_factory=list[int])
    touched: list[Touch] = field(default_factory=list[Touch])
    waiting: list[Out] = field(default_factory=list[Out])
    marbles: dict[int, Motion] = field(default_factory=dict[int, Motion])
    holder: dict[int, int] = field(default_factory=dict[int, int])
    time: float = 0.0
    helped: bool = False
    stopped: bool = False
    """Whether a touch stopped the run."""


class Hill:
    """The hill of a marble hill: its walls and measures, worked out once."""

    def __init__(self, hill: MarbleHill) -> None:
        self._hill = hill
        self.walls = hill_walls(hill)
        self._floor = floor_of(hill, PACE.step)
        self._steep = math.sin(math.radians(hill.slope.slope_deg))
        self.jump = math.sqrt(2 * GRAVITY * hill.slope.rim)
        """A marble that comes out of the hut with more speed across climbs the rim, mm/s."""
        edges = [x for line in self.walls.edges for x, _ in line]
        self._sides = min(edges), max(edges)
        self._lanes = [(row.y, row.x) for row in hill.rows]

    def place(self, number: int) -> tuple[float, float] | None:
        """Return where a place of the rules is, mm; None for a chair and the hand."""
        path = self._hill.path
        if number == 0 or number > len(path.spaces):
            return None
        return path.spaces[number - 1] if number > 0 else path.starts[-number - 1]

    def is_gone(self, x: float, y: float) -> bool:
        """Return whether a marble at a point is in the hollow, or off the track."""
        return y > self._hill.slope.hollow or not self.on_track(x, y)

    def on_track(self, x: float, y: float) -> bool:
        """Return whether a point lies within the borders of the hill."""
        return self._sides[0] <= x <= self._sides[1] and y > -ABOVE

    def _flow(self, marmots: Sequence[Marmot], watch: Callable[[Plane], None] | None) -> Flow:
        pull = GRAVITY * self._steep
        plane = Plane(self._hill, self.walls, pull, self._floor, ITERATIONS)
        for marmot in marmots:
            plane.stand(marmot.number, marmot.x, marmot.y, self._hill.path.marmot_radius)
        return Flow(plane, PACE, self.is_gone, watch=watch)

    def run(
        self,
        marmots: Sequence[Marmot],
        marbles: Mapping[int, Motion],
        holder: Mapping[int, int],
        arriving: Sequence[Out],
        *,
        stops: bool,
        ignored: frozenset[Touch] = frozenset(),
        asleep: bool = True,
        watch: Callable[[Plane], None] | None = None,
    ) -> HillRun:
        """Let the marbles run until all rest, or (``stops``) to the first touch of a marmot.

        ``holder`` tells for marbles at rest the place of the marmot that held them; marbles whose
        marmot still stands there stay asleep until another comes near, unless ``asleep`` is False.
        """
        run = HillRun(waiting=sorted(arriving, key=lambda one: (one.time, one.marble)))
        standing = {marmot.place for marmot in marmots}
        held = {k: place for k, place in holder.items() if place in standing}
        flow = self._flow(marmots, watch)
        still = {k: m for k, m in marbles.items() if asleep and m.rests and k in held}
        # Where marbles were swept out of the midst of a chain, those above have lost their hold.
        holding = self._holders(still, marmots, holder)
        flow.lay({k: m for k, m in still.items() if k in holding})
        lying = {k for group in flow.asleep for k in group}
        # A group of which one marble is free to move is not at rest.
        for k in sorted(marbles.keys() - lying):
            flow.put(k, marbles[k])
            for group in list(flow.asleep):
                if self._near(marbles[k], group):
                    flow.wake(min(group))
        by_number = {marmot.number: marmot.place for marmot in marmots}
        old = {(k, n) for k, place in held.items() for n, at in by_number.items() if at == place}
        news = _News(run, flow.plane.touches, ignored | old, stops)
        helps, deadline = 0, HARD_STOP
        while True:
            self._let_in(run, flow)
            if flow.rests and not run.waiting:
                wedged = self._wedged(flow, marmots)
                if not wedged:
                    break
                helps += 1
                self._help(run, flow, wedged, marmots, helps > HELPS)
            elif flow.time > deadline:
                helps += 1
                deadline = flow.time + HARD_STOP / 4
                moving = {k: flow.plane.motion(k) for k in flow.plane.bodies}
                self._help(run, flow, moving, marmots, helps > HELPS)
            if flow.to_next_look(news.stops):
                run.stopped = True
                break
        for _, k, motion in flow.gone:
            self._left(run, k, motion)
        run.time = flow.time
        run.marbles = flow.motions()
        run.holder = self._holders(run.marbles, marmots, holder)
        if not run.stopped:
            run.marbles = {k: Motion(m.x, m.y) for k, m in run.marbles.items()}
        return run

    def _near(self, motion: Motion, group: Mapping[int, Motion]) -> bool:
        reach = 2 * self._hill.marbles.radius + CONTACT
        return any(math.dist((m.x, m.y), (motion.x, motion.y)) < reach for m in group.values())

    def _let_in(self, run: HillRun, flow: Flow) -> None:
        """Let marbles out of the hut whose time has come, as soon as their exit is free."""
        if not run.waiting or run.waiting[0].time > flow.time:
            return
        left: list[Out] = []
        for one in run.waiting:
            if one.time > flow.time or not flow.free(one.x, 0.0):
                left.append(one)
                continue
            run.out.append(one.marble)
            if abs(one.vx) > self.jump:
                run.lost.append(one.marble)
            else:
                # A marble that lands on the slope keeps the part of its speed that runs down it.
                speed = max(one.fall * self._steep, LEAST_SPEED)
                flow.put(one.marble, rolling(one.x, 0.0, one.vx, speed))
        run.waiting[:] = left

    def _left(self, run: HillRun, marble: int, motion: Motion) -> None:
        """Book a marble that is gone from the hill."""
        if self.on_track(motion.x, motion.y):
            run.hollow.append(marble)
        else:
            run.lost.append(marble)

    # --- at rest ---

    def _chains(
        self, marbles: Mapping[int, Motion], marmots: Sequence[Marmot]
    ) -> list[dict[int, int]]:
        """Return for each marmot the marbles of its chain with how many links they are away."""
        reach = 2 * self._hill.marbles.radius + CONTACT
        foot = self._hill.path.marmot_radius + self._hill.marbles.radius + CONTACT
        found: list[dict[int, int]] = []
        for marmot in marmots:
            links = {
                k: 1
                for k, m in marbles.items()
                if math.dist((m.x, m.y), (marmot.x, marmot.y)) < foot
            }
            frontier = sorted(links)
            while frontier:
                after: list[int] = []
                for k in frontier:
                    at = (marbles[k].x, marbles[k].y)
                    for other, m in marbles.items():
                        if other not in links and math.dist((m.x, m.y), at) < reach:
                            links[other] = links[k] + 1
                            after.append(other)
                frontier = after
            found.append(links)
        return found

    def _holders(
        self, marbles: Mapping[int, Motion], marmots: Sequence[Marmot], before: Mapping[int, int]
    ) -> dict[int, int]:
        """Return the place of the marmot that holds each marble.

        One that was held before and is in the same marmot's chain stays with it; else the marmot
        with the fewest links counts, of these the one farthest uphill.
        """
        holders: dict[int, int] = {}
        chained = list(zip(self._chains(marbles, marmots), marmots, strict=True))
        for k in marbles:
            by = [
                (marmot.place != before.get(k), links[k], marmot.y, marmot.number, marmot.place)
                for links, marmot in chained
                if k in links
            ]
            if by:
                holders[k] = min(by)[-1]
        return holders

    def _wedged(self, flow: Flow, marmots: Sequence[Marmot]) -> dict[int, Motion]:
        """Return the marbles at rest that no marmot holds."""
        marbles = flow.motions()
        held = self._holders(marbles, marmots, {})
        return {k: m for k, m in marbles.items() if k not in held}

    def _help(
        self,
        run: HillRun,
        flow: Flow,
        stuck: Mapping[int, Motion],
        marmots: Sequence[Marmot],
        give_up: bool,
    ) -> None:
        """Put the lowest of the stuck marbles to the next free spot below it; it runs on there.

        ``give_up``: all of them into the hollow, the last place below any.
        """
        run.helped = True
        for k in sorted(stuck, key=lambda k: (-stuck[k].y, k)):
            if any(k in group for group in flow.asleep):
                # It may run by itself once it is awake.
                flow.wake(k)
                if not give_up:
                    return
            if k in flow.plane.bodies:
                motion = flow.plane.take(k)
                spot = None if give_up else self._below(motion, flow, marmots)
                if spot is None:
                    run.hollow.append(k)
                else:
                    flow.put(k, Motion(*spot))
                flow.quiet = 0.0
                if not give_up:
                    return

    def _below(
        self, motion: Motion, flow: Flow, marmots: Sequence[Marmot]
    ) -> tuple[float, float] | None:
        """Return the nearest free spot in a gutter below a marble; None = the hollow."""
        radius, foot = self._hill.marbles.radius, self._hill.path.marmot_radius
        for row, lanes in self._lanes:
            lane = min((abs(x - motion.x), x) for x in lanes)[1]
            # Beside the middle, or it would be balanced on the next splitter too.
            x = lane + (ASIDE if motion.x >= lane else -ASIDE)
            spot = x, row - foot - radius - APART
            dammed = any(
                math.dist(spot, (marmot.x, marmot.y)) < foot + radius for marmot in marmots
            )
            if spot[1] > motion.y + radius and not dammed and flow.free(*spot):
                return spot
        return None


class _News:
    """Takes the touches of a run down as they happen, each once."""

    def __init__(
        self, run: HillRun, touches: list[Touch], known: frozenset[Touch] | set[Touch], stops: bool
    ) -> None:
        self._run = run
        self._touches = touches
        self._known = set(known)
        self._stop = stops

    def stops(self) -> bool:
        """Return whether the last step brought a touch that stops the run."""
        if not self._touches:
            return False
        for touch in sorted(self._touches):
            if touch not in self._known:
                self._known.add(touch)
                self._run.touched.append(touch)
                if self._stop:
                    self._touches.clear()
                    return True
        self._touches.clear()
        return False
