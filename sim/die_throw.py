"""One throw: a die out of a tower, across a table, to rest.

The die is *one record* (`sim.die`). The side plane is a view of it along the heading and does
ground, ramp and hat; what stands on the table acts by impulses in three dimensions on the whole
record, and the table plane moves the blockers that were hit. Between contacts the die flies
freely, advanced by distance / closing speed, so that every impact is met at its moment.

Total energy is bounded at every event after the hat is clear (PHYSICS.md, section 3).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

from sim.die import TURN_SPEED, DieRecord
from sim.draws import KICKS, Draws
from sim.rotation import Matrix, about, between, times, turned
from sim.sections import DieFit, Fit, section, shipped_fit
from sim.settled import DieOutcome
from sim.side import SETTINGS, Settings, Side, settle_on_ramp
from sim.solids import INERTIA, Vec3, solid
from sim.surroundings import NEAR, Surroundings, overlap_free
from sim.world import GRAVITY, World

TIME_LIMIT = 6.0
"""Hard stop after the pull, s: the die then counts as it lies (`timed_out`)."""
COCKED = math.radians(8.0)
"""A die whose lowest face is further off level leans."""
REST_SPEED = 4.0
"""mm/s of `DieRecord.fastest`."""
REST_WINDOW = 0.034
"""A die is at rest from the first window of this length, s, in which it stays below that speed."""
SETTLE = 0.02
"""Time for which the die leans on the hat before the pull, s."""

_HOP = 1.5e-3
"""A hop shorter than this, s, is left to the side plane's steps."""
_TINY = 5e-5
"""Shortest advance near an obstacle, s: what two contacts at once cannot make shorter."""
_LONGEST = 5e-3
"""Longest flight in one piece, s."""
_HARD = 40.0
"""Change of normal speed, mm/s, from which a contact step counts as an impact."""
_PATCH = 2.0
"""Arm of the friction that brakes the yaw, mm."""
_SIDEWAYS_DECAY = 5e-3
"""Time in which a slow die stops rolling sideways over its edges, s."""
_NOTE_WAY = 1.0
"""Way between two stored places of a die in lasting contact, mm."""
_CLEAR = 0.5
"""Obstacles further away than this, mm, are left alone until the die has come that far."""
_D6_YAW = math.radians(4.0)
"""Spread of the angle at which a d6 stands in its channel."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A die's whole state at one time, for tests, replays and pictures."""

    time: float
    event: str
    place: Vec3
    velocity: Vec3
    spin: Vec3
    matrix: Matrix
    free: bool
    """The hat is clear: from here on nothing adds energy."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """How a throw ended, in floats (mm, s, radians). ``path`` holds x, y, z of the centre."""

    outcome: DieOutcome
    place: Vec3
    matrix: Matrix
    path: tuple[Vec3, ...]
    displaced: tuple[tuple[str, float, float, float], ...]
    time: float
    lean: float
    start_face: int
    """Row of the solid's faces that lay on the ramp."""
    trace: tuple[Moment, ...]


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
        gyration = INERTIA[world.die.kind] * self.solid.r_in**2
        shape = section(self.fit, self.solid.r_in, world.die.edge_radius, draws.section)
        self.side = Side(
            shape,
            world.die.mass,
            world.die.mass * gyration,
            world.die.edge_radius,
            world.tower,
            (world.die_table, world.die_ramp, world.die_wood),
            settings,
        )
        self.step = settings.step
        self.around = Surroundings(world, self.solid)
        self.die = DieRecord(gyration, world.heading)
        self.start_face = self._place_on_ramp(start_face)

        self.time = -SETTLE
        self.went_out = self.behind = False
        self.contact = True
        self.ground = 0.0
        self.impacts = 0
        self.clear = 0.0
        self.leaning = False
        self.quiet_since: float | None = None
        self.path: list[Vec3] = []
        self.way = 0.0
        self.trace: list[Moment] | None = [] if tracing else None

    def _place_on_ramp(self, start_face: int | None) -> int:
        """Lay the die on the ramp against the hat; returns the row of the face that lies there."""
        world, draws, die, side = self.world, self.draws, self.die, self.side
        shape = side.section
        facet = int(draws.facet * len(shape))
        die.theta, height, front = settle_on_ramp(shape, side.slope, facet)
        n0, n1 = side.normal
        s = side.hat_s - 1.2 - front - side.radius
        die.z = side.lip + (height + side.radius - n0 * s) / n1 + 0.01
        self.play = max(0.0, (world.tower.channel_width - world.die.size) / 2)
        across = draws.start_side * 0.03 * world.tower.channel_width
        across = max(-self.play, min(self.play, across))
        die.x = world.x + s * die.hx - across * die.hy
        die.y = world.y + s * die.hy + across * die.hx

        faces = len(self.solid.normals)
        face = int(draws.start_face * faces) if start_face is None else start_face
        down = (-n0 * die.hx, -n0 * die.hy, -n1)
        laid = between(self.solid.normals[face], down)
        yaw = 2 * math.pi * draws.start_yaw
        if world.die.kind == "d6":
            # Its edges run along the channel: one of four quarters, some degrees off.
            a, b = self.solid.loops[face][:2]
            ca, cb = self.solid.corners[a], self.solid.corners[b]
            edge = turned(laid, (cb[0] - ca[0], cb[1] - ca[1], cb[2] - ca[2]))
            along = edge[0] * n1 * die.hx + edge[1] * n1 * die.hy - edge[2] * n0
            aside = edge[1] * die.hx - edge[0] * die.hy
            quarter, rest = divmod(4 * draws.start_yaw, 1.0)
            yaw = math.atan2(aside, along) + quarter * math.pi / 2
            yaw += _D6_YAW * NormalDist().inv_cdf(min(1 - 1e-9, max(1e-9, rest)))
        die.orient(die.theta, times(about(down, yaw), laid))
        return face

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

    def s(self) -> float:
        """Way along the mouth's heading, mm."""
        die, world = self.die, self.world
        return (die.x - world.x) * math.cos(world.heading) + (die.y - world.y) * math.sin(
            world.heading
        )

    def to_the_end(self) -> Thrown:
        """Run until the die rests, is gone, or time is up."""
        self.note("start")
        outcome: DieOutcome | None = None
        while outcome is None:
            outcome = self.in_contact() if self.contact else self.in_flight()
        while self.around.top.moving and self.time < TIME_LIMIT + 2.0:
            self.around.top.advance(self.step * 10)
            self.time += self.step * 10
        return self.ended(outcome)

    def ended(self, outcome: DieOutcome) -> Thrown:
        """Name the end and return it."""
        die = self.die
        lean = self.side.lean(die.theta)
        if outcome == "rests" and lean > COCKED:
            outcome = "cocked"
        if outcome != "off_table" or not self.went_out:
            if self.behind:
                outcome = "out_at_back"
            elif not self.went_out or self.in_own_tower():
                outcome = "never_left_mouth"
        self.note("end")
        return Thrown(
            outcome=outcome,
            place=(die.x, die.y, die.z),
            matrix=die.matrix,
            path=tuple(self.path),
            displaced=self.around.displaced(),
            time=self.rest_time if outcome in ("rests", "cocked") else self.time,
            lean=lean,
            start_face=self.start_face,
            trace=tuple(self.trace or ()),
        )

    def in_own_tower(self) -> bool:
        """Tell whether the centre lies inside the throwing tower's footprint."""
        world = self.world
        s = self.s()
        aside = (self.die.y - world.y) * math.cos(world.heading) - (
            self.die.x - world.x
        ) * math.sin(world.heading)
        return -world.tower.depth <= s <= 0.0 and abs(aside) <= world.tower.width / 2

    # --- tower ---------------------------------------------------------------------------------

    def watch_tower(self) -> None:
        """Keep track of mouth, hat and channel while the tower stands in the side plane."""
        side, die = self.side, self.die
        s = self.s()
        if s >= self.solid.half and not self.went_out:
            self.went_out = True
        if s < side.top[0] - self.solid.half:
            self.behind = True
        if side.hat_stands:
            if self.time >= 0.0 and side.hat.velocity.y == 0.0:
                side.hat.velocity = (0.0, self.pull)
            low = side.hat.position.y - side.hat_height / 2
            if low > die.z + side.reach or abs(s - side.hat_s) > side.reach + 2.0:
                side.drop_hat()
                self.note("hat clear")
        elif s > max(side.reach + 1.0, self.solid.half):
            side.drop_tower()
            self.around.raise_own_tower()
            self.clear = 0.0
            die.follow()
            self.note("out")
        if side.tower_stands and s < self.solid.half and not self.behind:
            self.keep_in_channel()

    def keep_in_channel(self) -> None:
        """Let the channel's walls turn a sideways motion back."""
        die, world = self.die, self.world
        aside = (die.y - world.y) * die.hx - (die.x - world.x) * die.hy
        if abs(aside) > self.play:
            back = math.copysign(abs(aside) - self.play, aside)
            die.x += back * die.hy
            die.y -= back * die.hx
            if die.vl * aside > 0.0:
                die.vl *= -self.world.die_ramp.restitution

    def rub_by_hat(self, push: float) -> None:
        """Let the hat, slipping sideways, drag the die along: friction shares the slip."""
        if push > 0.0 and self.sideways:
            share = self.sideways / math.hypot(self.pull, self.sideways)
            self.die.vl += self.world.die_wood.friction * push * share

    # --- contact -------------------------------------------------------------------------------

    def in_contact(self) -> DieOutcome | None:
        """Step the side plane while the die touches it; returns how the throw ended, if it did."""
        die, side = self.die, self.side
        self.ground = 0.0 if side.tower_stands else self.around.ground(die)
        side.forget()
        s = self.s() if side.tower_stands else 0.0
        side.load(s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega)
        while True:
            dt = self.step
            if self.clear <= 0.0:
                outcome, dt = self.meet_obstacles(dt)
                if outcome:
                    side.load(s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega)
            kinetic = die.kinetic()
            vz, x, y = die.vz, die.x, die.y
            side.space.step(dt)
            self.time += dt
            now, height = side.body.position
            velocity = side.body.velocity
            die.x += (now - s) * die.hx - die.vl * die.hy * dt
            die.y += (now - s) * die.hy + die.vl * die.hx * dt
            s = now
            die.z = height + self.ground
            die.vs, die.vz = velocity.x, velocity.y
            die.omega = side.body.angular_velocity
            die.theta = side.body.angle
            die.spin_aside(dt)
            moved = abs(die.x - x) + abs(die.y - y)
            self.way += moved
            self.clear -= moved + 0.01
            if self.around.top.moving:
                self.around.top.advance(dt)
                self.clear = 0.0

            tower = side.tower_stands
            if tower:
                if side.hat_stands and self.sideways:
                    self.rub_by_hat(side.hat_push())
                self.watch_tower()
            pressed = die.vz - vz + GRAVITY * dt
            reload = False
            if not side.hat_stands:
                # Gravity's work by the mean speed of the step: exact for a constant acceleration.
                allowed = kinetic - 0.5 * (vz + die.vz) * GRAVITY * dt
                reload = die.bound(allowed)
                if not side.tower_stands:
                    reload = self.ground_contact(pressed, allowed, dt) or reload
            if not self.around.inside(die.x, die.y) and (self.went_out or not side.tower_stands):
                return self.fall_off(x, y)
            if self.way > _NOTE_WAY:
                self.note("slide")
            if self.resting(dt):
                return "rests"
            if self.time > TIME_LIMIT:
                return "timed_out"
            if not side.hat_stands:
                if tower != side.tower_stands or self.ground != self.ground_now():
                    return None
                free = abs(pressed) < 1e-6 * GRAVITY * dt + 1e-9
                if free and self.takes_off(s):
                    self.contact = False
                    return None
            if reload:
                side.load(s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega)

    def ground_now(self) -> float:
        """Height of the ground under the die, looked up only near something."""
        if self.side.tower_stands or (self.clear > 0.0 and self.ground == 0.0):
            return self.ground
        return self.around.ground(self.die)

    def ground_contact(self, pressed: float, allowed: float, dt: float) -> bool:
        """Do what the side plane cannot know in a contact step; True = the motion was changed."""
        die = self.die
        if pressed <= 0.0:
            return False
        heading = die.hx
        motion = (die.vl, die.roll, die.yaw)
        self.rub_sideways(pressed)
        if pressed > _HARD:
            self.kick(pressed, allowed - die.kinetic())
        elif die.vs * die.vs + die.vl * die.vl < TURN_SPEED * TURN_SPEED:
            decay = math.exp(-dt / _SIDEWAYS_DECAY)
            die.vl *= decay
            die.roll *= decay
        if motion == (0.0, 0.0, 0.0) and die.hx == heading:
            return False
        die.follow()
        return True

    def rub_sideways(self, pressed: float) -> None:
        """Friction across the heading in a ground contact that gave ``pressed`` mm/s."""
        die = self.die
        friction = self.world.die_table.friction
        arm = die.z - self.ground
        across = die.vl + arm * die.roll
        if across:
            along = die.vs + arm * die.omega
            limit = friction * pressed * abs(across) / math.hypot(across, along)
            yields = 1.0 + arm * arm / die.gyration
            push = -math.copysign(min(limit, abs(across) / yields), across)
            die.vl += push
            die.roll += push * arm / die.gyration
        if die.yaw:
            brake = friction * pressed * _PATCH / die.gyration
            die.yaw -= math.copysign(min(brake, abs(die.yaw)), die.yaw)

    def kick(self, pressed: float, lost: float) -> None:
        """Turn the motion a little and give it yaw, as a landing on one corner does.

        The yaw takes no more energy than the impact ``lost``.
        """
        die, fit = self.die, self.fit
        k = self.impacts % KICKS
        self.impacts += 1
        speed = math.hypot(die.vs, die.vl)
        if speed > TURN_SPEED:
            angle = fit.kick * self.draws.kicks[k] * pressed / speed
            die.turn_motion(max(-0.6, min(0.6, angle)))
        if lost > 0.0:
            wanted = die.yaw + fit.yaw_kick * self.draws.yaws[k] * pressed / self.solid.r_in
            most = math.sqrt(die.yaw**2 + 2.0 * lost / die.gyration)
            die.yaw = max(-most, min(most, wanted))
        self.note("impact")

    def resting(self, dt: float) -> bool:
        """Tell whether the die has been at rest for the window; keeps the time it began."""
        speed = self.die.fastest()
        if speed >= REST_SPEED or self.around.top.moving:
            self.quiet_since = None
            return False
        if self.quiet_since is None:
            self.quiet_since = self.time - dt
        self.rest_time = self.quiet_since + REST_WINDOW
        # A die that lies flat and does not move needs no waiting: nothing will happen to it.
        flat = speed < 0.2 and self.side.lean(self.die.theta) < 2e-3
        return (self.time > 0.0 and not self.side.hat_stands) and (
            flat or self.time >= self.rest_time
        )

    # --- flight --------------------------------------------------------------------------------

    def in_flight(self) -> DieOutcome | None:
        """Fly until something is touched; returns how the throw ended, if it did."""
        die, side = self.die, self.side
        while True:
            self.ground = self.ground_now() if side.tower_stands else self.around.ground(die)
            s = self.s() if side.tower_stands else 0.0
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
            longest = self.step if self.around.top.moving else _LONGEST
            if self.clear <= 0.0:
                _, longest = self.meet_obstacles(longest)
            speed = math.hypot(die.vs, die.vl)
            if self.clear > 0.0 and speed > 0.0:
                longest = min(longest, (self.clear + 0.01) / speed)
            time = max(min(time, longest), 1e-6)
            x, y = die.x, die.y
            die.fly(time)
            self.time += time
            self.clear -= math.hypot(die.x - x, die.y - y)
            if self.around.top.moving:
                self.around.top.advance(time)
                self.clear = 0.0
            if side.tower_stands:
                self.watch_tower()
            if not self.around.inside(die.x, die.y) and (self.went_out or not side.tower_stands):
                return self.fall_off(x, y)
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
        die.bound(allowed)
        if not side.tower_stands and pressed > 0.0:
            self.rub_sideways(pressed)
            if pressed > _HARD:
                self.kick(pressed, allowed - die.kinetic())
            die.follow()
        if side.tower_stands:
            self.note("ramp")
        return not self.takes_off(s)

    def takes_off(self, s: float) -> bool:
        """Tell whether the die leaves what it stands on for more than a moment."""
        die, side = self.die, self.side
        gap, falling, time = side.ahead(
            s, die.z - self.ground, die.theta, die.vs, die.vz, die.omega, NEAR
        )
        return gap > -0.05 and falling > -1.0 and time > _HOP and side.may_fly(s, die.z)

    # --- obstacles -----------------------------------------------------------------------------

    def meet_obstacles(self, longest: float) -> tuple[bool, float]:
        """Resolve touches; returns whether the motion changed, and how long to go on at most."""
        die, around = self.die, self.around
        clear = around.clearance(die)
        if clear > _CLEAR:
            self.clear = clear
            return False, longest
        self.clear = 0.0
        changed = False
        spin = die.spin()
        bound = math.hypot(die.vs, die.vl, die.vz) + self.solid.r_out * math.hypot(*spin)
        for touch, mover in around.touches(die, self.ground):
            if touch.gap > NEAR:
                longest = min(longest, max(_TINY, touch.gap / (bound + 1.0)))
                continue
            allowed = die.kinetic()
            hit = around.resolve(die, touch, mover)
            if touch.gap < 0.0:
                overlap_free(die, touch)
                changed = True
            if hit > 0.0:
                if not self.side.tower_stands:
                    die.follow()
                changed = True
            die.bound(allowed)
            if hit > _HARD:
                self.note("obstacle")
            longest = min(longest, _TINY)
        return changed, longest

    def fall_off(self, x: float, y: float) -> DieOutcome:
        """Put the die where its centre crossed the edge, coming from x, y."""
        die = self.die
        x_min, y_min, x_max, y_max = self.world.table
        share = 1.0
        for start, end, low, high in ((x, die.x, x_min, x_max), (y, die.y, y_min, y_max)):
            if end > high:
                share = min(share, (high - start) / (end - start))
            elif end < low:
                share = min(share, (low - start) / (end - start))
        share = max(0.0, share)
        die.x = min(x_max, max(x_min, x + share * (die.x - x)))
        die.y = min(y_max, max(y_min, y + share * (die.y - y)))
        return "off_table"
