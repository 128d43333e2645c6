"""One throw: a die out of a tower, across a table, to rest.

The die is *one record* (`sim.die`). The side plane is a view of it along the heading and does
ground, ramp and hat; what stands on the table acts by impulses in three dimensions on the whole
record, and the table plane moves the blockers that were hit. Between contacts the die flies
freely, advanced by distance / closing speed, so that every impact is met at its moment.

Total energy is bounded at every event after the hat is clear (PHYSICS.md, section 3).
"""

from __future__ import annotations

import math

from sim.draws import KICKS, Draws
from sim.landing import calm, kick, rub_sideways
from sim.mouth import Mouth
from sim.obstacles import Touch
from sim.rest import SLOW_ENERGY, RestWatch
from sim.sections import DieFit, Fit, section, shipped_fit
from sim.settled import DieOutcome
from sim.side import SETTINGS, Settings, Side
from sim.solids import INERTIA, Vec3, solid
from sim.start import laid_on_ramp
from sim.surroundings import NEAR, Surroundings
from sim.thrown import Moment, Thrown
from sim.top import Mover
from sim.world import GRAVITY, World

TIME_LIMIT = 6.0
"""Hard stop after the pull, s: the die then counts as it lies (`timed_out`)."""
COCKED = math.radians(8.0)
"""A die whose lowest face is further off level leans."""
SETTLE = 0.02
"""Time for which the die leans on the hat before the pull, s."""

_HOP = 1.5e-3
"""A hop shorter than this, s, is left to the side plane's steps."""
_DEEP = -0.05
"""A die that is sunk in by more than this, mm, is lifted by the side plane before it may fly."""
_TINY = 5e-5
"""Shortest advance near an obstacle, s: what two contacts at once cannot make shorter."""
_LONGEST = 5e-3
"""Longest flight in one piece, s."""
_SLIDE_OUT = 2.0
"""Time that a pushed blocker gets to come to rest after the die, s."""
_HARD = 40.0
"""Change of normal speed, mm/s, from which a contact counts as an impact."""
_SLACK = 5e-3
"""Share of the first energy, per s, by which the total may rise (limit: 1e-4 in 10 ms)."""
_ROUNDS = 8
"""Times that several touches at once are gone through."""
_NO_PRESS = 1e-3
"""Change of normal speed in a step, mm/s, below which nothing was touched."""
_NOTE_WAY = 1.0
"""Way between two stored places of a die in lasting contact, mm."""
_CLEAR = 0.5
"""Obstacles further away than this, mm, are left alone until the die has come that far."""
_BLOCK = 4
"""Steps between two looks at a die in contact, while no obstacle is within _ROOM."""
_ROOM = 3.0
"""Way, mm, that is safely more than a die goes in one block."""


def throw(
    world: World,
    draws: Draws,
    pull: float,
    sideways: float = 0.0,
    start_face: int | None = None,
    fit: Fit | None = None,
    settings: Settings = SETTINGS,
    tracing: bool = False,
) -> Thrown:
    """Throw a die: pull the hat at ``pull`` mm/s, slipping ``sideways`` mm/s to the left.

    ``start_face`` is the row of the face that lies on the ramp (None: drawn). ``tracing`` stores
    the whole state at every event. Deterministic in its arguments on one machine and version.
    """
    run = _Run(world, draws, pull, sideways, start_face, fit or shipped_fit(), settings, tracing)
    return run.to_the_end()


class _Run:
    """The loop that carries one record along."""

    def __init__(
        self,
        world: World,
        draws: Draws,
        pull: float,
        sideways: float,
        start_face: int | None,
        fit: Fit,
        settings: Settings,
        tracing: bool,
    ) -> None:
        self.world = world
        self.draws = draws
        self.pull, self.sideways = pull, sideways
        self.fit: DieFit = fit.dice[world.die.kind]
        self.solid = solid(world.die.kind, world.die.size)
        self.side = Side(
            section(self.fit, self.solid.r_in, world.die.edge_radius, draws.section),
            world.die.mass,
            world.die.mass * INERTIA[world.die.kind] * self.solid.r_in**2,
            world.die.edge_radius,
            world.tower,
            (world.die_table, world.die_ramp, world.die_wood),
            settings,
        )
        self.step = settings.step
        self.around = Surroundings(world, self.solid)
        self.die, self.start_face = laid_on_ramp(world, draws, self.solid, self.side, start_face)
        self.mouth = Mouth(world, self.die, self.side, self.solid)
        self.rest = RestWatch(self.die)

        self.time = -SETTLE
        self.cap = self.slack = 0.0
        self.contact = True
        self.ground = 0.0
        self.impacts = 0
        self.clear = 0.0
        self.safe_until = 0.0
        self.way = 0.0
        self.path: list[Vec3] = []
        self.trace: list[Moment] | None = [] if tracing else None

    # --- bookkeeping ---------------------------------------------------------------------------

    def note(self, event: str) -> None:
        """Store the place, and the whole state when tracing."""
        die = self.die
        self.way = 0.0
        self.path.append((die.x, die.y, die.z))
        if self.trace is not None:
            self.trace.append(
                Moment(
                    self.time,
                    event,
                    (die.x, die.y, die.z),
                    die.velocity(),
                    die.spin(),
                    die.matrix,
                    not self.side.hat_stands,
                )
            )

    def load(self) -> float:
        """Put the record into the side plane; returns its s there."""
        die = self.die
        s = self.mouth.s() if self.side.tower_stands else 0.0
        self.side.load(s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega)
        return s

    def read(self, s: float, time: float) -> float:
        """Read the record back after ``time`` s of steps that began at ``s``; returns the new s."""
        die, body = self.die, self.side.body
        now, height = body.position
        die.x += (now - s) * die.hx - die.vl * die.hy * time
        die.y += (now - s) * die.hy + die.vl * die.hx * time
        die.z = height + self.ground
        die.vs, die.vz = body.velocity
        die.omega = body.angular_velocity
        die.theta = body.angle
        return now

    def spend(self, allowed: float, time: float) -> bool:
        """Bound the motion after a contact of ``time`` s; True = it was too fast.

        A contact leaves at most the kinetic energy ``allowed``, and the total never rises above
        its cap: what the solver's pushing-out lifts is paid for by the motion, a little at a time.
        """
        die = self.die
        self.cap += self.slack * time
        changed = die.bound(min(allowed, self.cap - GRAVITY * die.z))
        self.cap = min(self.cap, die.energy())
        return changed

    # --- the end -------------------------------------------------------------------------------

    def to_the_end(self) -> Thrown:
        """Run until the die rests, is gone, or time is up."""
        self.note("start")
        self.under_hat()
        outcome: DieOutcome | None = None
        while outcome is None:
            outcome = self.in_contact() if self.contact else self.in_flight()
        for _ in range(round(_SLIDE_OUT / _LONGEST)):
            self.around.top.advance(_LONGEST)
        return self.ended(outcome)

    def ended(self, outcome: DieOutcome) -> Thrown:
        """Name the end and return it."""
        die = self.die
        lean = self.side.lean(die.theta)
        rested = outcome == "rests"
        if rested and lean > COCKED:
            outcome = "cocked"
        if self.mouth.behind:
            outcome = "out_at_back"
        elif outcome != "off_table" and (not self.mouth.went_out or self.mouth.inside_tower()):
            outcome = "never_left_mouth"
        self.note("end")
        return Thrown(
            outcome=outcome,
            place=(die.x, die.y, die.z),
            matrix=die.matrix,
            path=tuple(self.path),
            displaced=self.around.displaced(),
            time=self.rest.since if rested else self.time,
            lean=lean,
            start_face=self.start_face,
            trace=tuple(self.trace or ()),
        )

    def resting(self, dt: float) -> bool:
        """Tell whether die and blockers rest after a step of ``dt``."""
        still = not self.around.top.moving
        if still and self.rest.wedged(self.die, self.time):
            return True
        if not still or self.die.kinetic() > SLOW_ENERGY:
            self.rest.disturbed()
            return False
        return self.rest.rested(self.die, self.time, dt, self.side.lean(self.die.theta))

    def fall_off(self, x: float, y: float, z: float) -> DieOutcome:
        """Put the die where its centre crossed the edge, coming from x, y, z."""
        die = self.die
        if self.mouth.carried_off:
            # A tower that overhangs carried the die across the edge: go back to where it was.
            (x, y, z), (die.x, die.y, die.z) = self.mouth.on_table, self.mouth.carried_off
        while len(self.path) > 1 and not self.around.inside(*self.path[-1][:2]):
            self.path.pop()  # noted in the same step
            if self.trace:
                self.trace.pop()
        x_min, y_min, x_max, y_max = self.world.table
        share = 1.0
        for start, end, low, high in ((x, die.x, x_min, x_max), (y, die.y, y_min, y_max)):
            if end == start:
                continue  # it slides along the edge
            if end > high:
                share = min(share, (high - start) / (end - start))
            elif end < low:
                share = min(share, (low - start) / (end - start))
        share = max(0.0, share)
        die.z = z + share * (die.z - z)
        self.spend(die.kinetic(), 0.0)
        die.x = min(x_max, max(x_min, x + share * (die.x - x)))
        die.y = min(y_max, max(y_min, y + share * (die.y - y)))
        return "off_table"

    def off(self) -> bool:
        """Tell whether a die that no tower carries has its centre off the table."""
        free = self.mouth.behind or not self.side.tower_stands or self.mouth.s() > 0.0
        return free and not self.around.inside(self.die.x, self.die.y)

    # --- tower ---------------------------------------------------------------------------------

    def under_hat(self) -> None:
        """Pull the hat, until it is clear of the die. Nothing else is in reach before."""
        die, side = self.die, self.side
        s = self.load()
        pulled = False
        while self.time < TIME_LIMIT:
            if not pulled and self.time >= 0.0:
                side.pull_hat(self.pull)
                pulled = True
            for _ in range(_BLOCK):
                side.space.step(self.step)
            self.time += _BLOCK * self.step
            s = self.read(s, _BLOCK * self.step)
            if pulled and self.sideways:
                self.mouth.drag(_BLOCK * side.hat_push(), self.pull, self.sideways)
            if side.clear_of_hat():
                break
        side.drop_hat()
        self.cap = die.energy()
        self.slack = _SLACK * self.cap
        self.note("hat clear")

    def watch_tower(self, s: float) -> bool:
        """Keep to the mouth, and leave it; True = the motion was changed."""
        die = self.die
        changed = self.mouth.watch(s, self.around.inside(die.x, die.y))
        if self.mouth.cleared(s):
            self.side.drop_tower()
            self.around.raise_own_tower()
            self.clear = self.safe_until = 0.0
            die.follow()
            self.note("out")
        return changed

    # --- contact -------------------------------------------------------------------------------

    def in_contact(self) -> DieOutcome | None:
        """Step the side plane while the die touches it; returns how the throw ended, if it did."""
        die, side, around = self.die, self.side, self.around
        tower = side.tower_stands
        self.ground = 0.0 if tower else around.ground(die)
        side.forget()
        s = self.load()
        kinetic = die.kinetic()
        while True:
            dt = self.step
            if self.clear <= 0.0:
                changed, dt = self.meet_obstacles(dt)
                if changed:
                    s = self.load()
                    kinetic = die.kinetic()
            vs, vz, x, y, z = die.vs, die.vz, die.x, die.y, die.z
            if self.clear > _ROOM or self.time + _BLOCK * dt < self.safe_until:
                for _ in range(_BLOCK):
                    side.space.step(dt)
                dt *= _BLOCK
            else:
                side.space.step(dt)
            self.time += dt
            s = self.read(s, dt)
            moved = abs(die.x - x) + abs(die.y - y)
            self.way += moved
            self.clear -= moved
            if around.top.moving:
                self.clear -= around.top.advance(dt)
                self.safe_until = 0.0
            # Gravity's work by the mean speed of the step: exact for a constant acceleration.
            allowed = kinetic - 0.5 * (vz + die.vz) * GRAVITY * dt
            pressed = die.vz - vz + GRAVITY * dt
            changed = self.spend(allowed, dt)
            die.spin_aside(dt)
            if tower:
                self.mouth.rub(math.hypot(die.vs - vs, pressed), dt)
                changed = self.watch_tower(s) or changed
            elif pressed > 0.0:
                changed = self.land(pressed, allowed, dt) or changed
            kinetic = die.kinetic()
            if self.clear <= 0.0 and self.off():
                return self.fall_off(x, y, z)
            if self.way > _NOTE_WAY:
                self.note("slide")
            if self.resting(dt):
                return "rests"
            if self.time > TIME_LIMIT:
                return "timed_out"
            if tower != side.tower_stands or self.ground != self.ground_now():
                return None
            if abs(pressed) < _NO_PRESS and self.takes_off(s):
                self.contact = False
                return None
            if changed:
                s = self.load()

    def ground_now(self) -> float:
        """Height of the ground under the die, looked up only near something."""
        if self.side.tower_stands or (self.clear > 0.0 and self.ground == 0.0):
            return self.ground
        return self.around.ground(self.die)

    def land(self, pressed: float, allowed: float, dt: float) -> bool:
        """Do what the side plane cannot know in a contact; True = the motion was changed.

        ``pressed`` is the change of normal speed, ``allowed`` the kinetic energy per mass that a
        contact without loss would have left, ``dt`` the time it took (0 for an impact).
        """
        die = self.die
        hard = pressed > _HARD
        if not (hard or die.vl or die.roll or die.yaw):
            return False
        rub_sideways(die, die.z - self.ground, pressed, self.world.die_table.friction)
        if hard:
            k = self.impacts % KICKS
            self.impacts += 1
            kick(
                die,
                self.fit.kick * self.draws.kicks[k],
                self.fit.yaw_kick * self.draws.yaws[k] / self.solid.r_in,
                pressed,
                allowed - die.kinetic(),
            )
            self.note("impact")
        elif dt:
            calm(die, dt)
        die.follow()
        return True

    # --- flight --------------------------------------------------------------------------------

    def in_flight(self) -> DieOutcome | None:
        """Fly until something is touched; returns how the throw ended, if it did."""
        die, side, around = self.die, self.side, self.around
        while True:
            self.ground = 0.0 if side.tower_stands else around.ground(die)
            s = self.mouth.s() if side.tower_stands else 0.0
            if not side.may_fly(s, die.z):
                self.contact = True
                return None
            gap, falling, time = side.ahead(
                s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega, NEAR
            )
            if falling < 0.0:
                if self.hit_ground(s, gap):
                    self.contact = True
                    return None
                continue
            longest = self.step if around.top.moving and self.clear <= 0.0 else _LONGEST
            if self.clear <= 0.0:
                _, longest = self.meet_obstacles(longest)
                if self.time < self.safe_until:
                    longest = min(longest, self.safe_until - self.time)
            speed = math.hypot(die.vs, die.vl)
            if around.top.moving:
                speed += around.top.speed
            if self.clear > 0.0 and speed > 0.0:
                longest = min(longest, (self.clear + 0.01) / speed)
            time = max(min(time, longest), 1e-6)
            x, y, z = die.x, die.y, die.z
            die.fly(time)
            self.time += time
            self.clear -= math.hypot(die.x - x, die.y - y)
            if around.top.moving:
                self.clear -= around.top.advance(time)
                self.safe_until = 0.0
            if side.tower_stands:
                self.watch_tower(self.mouth.s())
            if self.clear <= 0.0 and self.off():
                return self.fall_off(x, y, z)
            if self.resting(time):
                return "rests"
            if self.time > TIME_LIMIT:
                return "timed_out"

    def hit_ground(self, s: float, gap: float) -> bool:
        """Resolve an impact on ground or ramp; True = the die stays in contact."""
        die, side = self.die, self.side
        allowed = die.kinetic()
        die.z -= gap + 1e-4  # pymunk wants an overlap, however small
        vz = die.vz
        die.vs, die.vz, die.omega = side.impact(
            s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega
        )
        pressed = die.vz - vz
        self.spend(allowed, 0.0)
        if side.tower_stands:
            self.note("ramp")
        elif pressed > 0.0:
            self.land(pressed, allowed, 0.0)
            self.spend(allowed, 0.0)
        return not self.takes_off(s)

    def takes_off(self, s: float) -> bool:
        """Tell whether the die leaves what it stands on for more than a moment."""
        die, side = self.die, self.side
        if not side.may_fly(s, die.z):
            return False
        gap, falling, time = side.ahead(
            s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega, NEAR
        )
        return gap > _DEEP and falling == 0.0 and time > _HOP

    # --- obstacles -----------------------------------------------------------------------------

    def meet_obstacles(self, longest: float) -> tuple[bool, float]:
        """Resolve touches; returns whether the motion changed, and how long to go on at most."""
        if self.time < self.safe_until:
            return False, longest
        die, around = self.die, self.around
        self.clear = around.clearance(die)
        if self.clear > _CLEAR:
            return False, longest
        self.clear = 0.0
        near = around.touches(die, self.ground)
        touching = [(touch, mover) for touch, mover in near if touch.gap <= NEAR]
        if touching:
            changed = self.push_away(touching)
            return changed, min(longest, _TINY)
        # What stands further away than a millimetre is not among the touches.
        free = min([1.0, *(touch.gap for touch, _ in near)])
        # No corner is ever faster than if all energy were in it.
        lever = 1.0 + self.solid.r_out**2 / die.gyration
        fastest = math.sqrt(2.0 * (die.kinetic() + GRAVITY * die.z) * lever)
        safe = free / fastest
        if safe > self.step and not around.top.moving and self.ground == 0.0:
            self.safe_until = self.time + safe
        return False, min(longest, max(_TINY, safe))

    def push_away(self, touching: list[tuple[Touch, Mover | None]]) -> bool:
        """Resolve obstacles that touch the die; True = the motion changed.

        Several at once are gone through in turn, until none is approached any more.
        """
        die, around = self.die, self.around
        changed = False
        for touch, mover in touching:
            if touch.gap < 0.0:
                allowed = die.kinetic()
                around.part(die, touch, mover)
                if self.side.tower_stands:
                    self.mouth.lift_off_ramp(NEAR, self.cap / GRAVITY)
                self.spend(allowed, 0.0)
                changed = True
        for _ in range(_ROUNDS if len(touching) > 1 else 1):
            hardest = 0.0
            for touch, mover in touching:
                allowed = die.kinetic()
                hit = around.resolve(die, touch, mover)
                if hit > 0.0:
                    self.spend(allowed, 0.0)
                    hardest = max(hardest, hit)
            if hardest == 0.0:
                break
            changed = True
            if hardest > _HARD:
                self.note("obstacle")
        if changed and not self.side.tower_stands:
            die.follow()
        return changed
