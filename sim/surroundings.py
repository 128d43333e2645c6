"""What stands round a throw: fixed boxes and discs, and the blockers of the table plane.

Finds what is near the die, resolves its touches by impulses in three dimensions, and says how high
the ground under the die is.
"""

from __future__ import annotations

import math

from sim.die import DieRecord
from sim.impulse import Mobile, cross, dot, impact
from sim.obstacles import BoxPlace, Touch, rotated, touch_box, touch_half_sphere, touch_post
from sim.solids import Solid, Vec3
from sim.top import Mover, Top, place_of
from sim.world import World

_STEEP = 0.3
"""Plan part of a normal below which a die is parted from an obstacle upward."""
_PATCH = 0.5
"""Arm of the friction that brakes the spin at an obstacle, mm."""
NEAR = 0.005
"""A gap that counts as touch, mm."""


class Surroundings:
    """The obstacles of one throw."""

    def __init__(self, world: World, solid: Solid) -> None:
        """Set up the table plane."""
        self.world = world
        self.solid = solid
        self.mass = world.die.mass
        self.top = Top(world.table, world.boxes, world.discs, world.own_tower)
        self.fixed = [place_of(box) for box in world.boxes if not box.mass]
        self._own_tower = place_of(world.own_tower) if world.own_tower else None

    def raise_own_tower(self) -> None:
        """From now on the die's own tower is an obstacle: the die has left it."""
        if self._own_tower is not None:
            self.fixed.append(self._own_tower)
            self._own_tower = None

    def inside(self, x: float, y: float) -> bool:
        """Tell whether a point is on the table."""
        x_min, y_min, x_max, y_max = self.world.table
        return x_min <= x <= x_max and y_min <= y <= y_max

    def _movers(self) -> list[Mover]:
        return [mover for mover in self.top.movers if not mover.fallen]

    def ground(self, die: DieRecord) -> float:
        """Height of what lies under the die's centre: the table, or a box that it is above."""
        height = 0.0
        for place in (*self.fixed, *(m.place for m in self._movers())):
            if die.z >= place.top > height and _plan_gap(die.x, die.y, place) <= 0.0:
                height = place.top
        return height

    def clearance(self, die: DieRecord) -> float:
        """Lower bound of the way to the nearest obstacle or edge of the table, mm; 0 near one."""
        x, y = die.x, die.y
        x_min, y_min, x_max, y_max = self.world.table
        gap = min(x - x_min, x_max - x, y - y_min, y_max - y) + self.solid.r_out
        for disc in self.world.discs:
            gap = min(gap, math.hypot(x - disc.x, y - disc.y) - disc.radius)
        for place in self.fixed:
            gap = min(gap, _plan_gap(x, y, place))
        for mover in self._movers():
            gap = min(gap, _plan_gap(x, y, mover.place))
        return max(0.0, gap - self.solid.r_out)

    def touches(self, die: DieRecord, ground: float) -> list[tuple[Touch, Mover | None]]:
        """Return the distances to all obstacles within a millimetre or so, nearest first."""
        reach = self.solid.r_out + 1.0
        x, y, z = die.x, die.y, die.z
        found: list[tuple[Touch, Mover | None]] = []
        corners: list[Vec3] | None = None
        for disc in self.world.discs:
            if math.hypot(x - disc.x, y - disc.y) - disc.radius > reach:
                continue
            if disc.half_sphere:
                found.append((touch_half_sphere(self.solid, die.matrix, x, y, z, disc), None))
            else:
                corners = corners or rotated(die.matrix, self.solid.corners)
                found.append((touch_post(corners, x, y, z, disc), None))
        places: list[tuple[BoxPlace, Mover | None]] = [(place, None) for place in self.fixed]
        places += [(mover.place, mover) for mover in self._movers()]
        for place, mover in places:
            # A box that the die is above is ground, not an obstacle.
            apart = _plan_gap(x, y, place)
            if apart > reach or (apart <= 0.0 < ground and place.top == ground):
                continue
            corners = corners or rotated(die.matrix, self.solid.corners)
            found.append((touch_box(corners, x, y, z, place), mover))
        found.sort(key=lambda item: item[0].gap)
        return found

    def _slip(self, die: DieRecord, touch: Touch, mover: Mover | None) -> Vec3:
        v = die.velocity()
        turning = cross(die.spin(), touch.arm)
        slip = (v[0] + turning[0], v[1] + turning[1], v[2] + turning[2])
        if mover is None:
            return slip
        other = _mobile(die, touch, mover)
        return (slip[0] - other.velocity[0], slip[1] - other.velocity[1], slip[2])

    def resolve(self, die: DieRecord, touch: Touch, mover: Mover | None) -> float:
        """Resolve one touch on the record; returns the normal impulse per mass, mm/s."""
        wood = self.world.die_wood
        other = _mobile(die, touch, mover) if mover else None
        p = impact(
            1.0 / self.mass,
            1.0 / (self.mass * die.gyration),
            touch.normal,
            touch.arm,
            self._slip(die, touch, mover),
            wood.restitution,
            wood.friction,
            other,
        )
        if p == (0.0, 0.0, 0.0):
            return 0.0
        pressed = dot(p, touch.normal) / self.mass
        v, w = die.velocity(), die.spin()
        turn = cross(touch.arm, p)
        inertia = self.mass * die.gyration
        w = (w[0] + turn[0] / inertia, w[1] + turn[1] / inertia, w[2] + turn[2] / inertia)
        # A contact is no ideal point: without this a die held between two obstacles rocks for ever.
        spinning = math.sqrt(dot(w, w))
        brake = wood.friction * pressed * _PATCH / die.gyration
        left = max(0.0, 1.0 - brake / spinning) if spinning > 0.0 else 1.0
        die.set_motion(
            (v[0] + p[0] / self.mass, v[1] + p[1] / self.mass, v[2] + p[2] / self.mass),
            (w[0] * left, w[1] * left, w[2] * left),
        )
        if mover is not None and other is not None:
            self.top.push(mover, (-p[0], -p[1]), other.arm)
        return pressed

    def part(self, die: DieRecord, touch: Touch, mover: Mover | None) -> None:
        """Part a die and an obstacle that overlap: in plan, or straight up on top of it.

        A blocker gives way where it can, so that it does not press the die into its own ramp.
        """
        nx, ny, nz = touch.normal
        flat = math.hypot(nx, ny)
        if flat < _STEEP:
            die.z -= touch.gap / nz
            return
        x, y = -touch.gap * nx / flat**2, -touch.gap * ny / flat**2
        if mover is None or not self.top.shift(mover, -x, -y):
            die.x += x
            die.y += y

    def displaced(self) -> tuple[tuple[str, float, float, float], ...]:
        """Return name, x, y, yaw of every blocker that no longer stands where it was laid."""
        out: list[tuple[str, float, float, float]] = []
        for mover in self.top.movers:
            box, place = mover.box, mover.place
            yaw = math.atan2(place.sin, place.cos)
            if (
                mover.fallen
                or math.hypot(place.x - box.x, place.y - box.y) > 0.005
                or abs(math.remainder(yaw - box.yaw, 2 * math.pi)) > 1e-4
            ):
                out.append((box.name, place.x, place.y, yaw))
        return tuple(out)


def _plan_gap(x: float, y: float, place: BoxPlace) -> float:
    """Distance in plan from a point to a box, <= 0 inside."""
    ox, oy = x - place.x, y - place.y
    u = abs(ox * place.cos + oy * place.sin) - place.half_length
    v = abs(oy * place.cos - ox * place.sin) - place.half_depth
    if u > 0.0 and v > 0.0:
        return math.hypot(u, v)
    return max(u, v)


def _mobile(die: DieRecord, touch: Touch, mover: Mover) -> Mobile:
    body = mover.body
    arm = (die.x + touch.arm[0] - mover.place.x, die.y + touch.arm[1] - mover.place.y)
    velocity = body.velocity
    spin = body.angular_velocity
    return Mobile(
        1.0 / body.mass,
        1.0 / body.moment,
        arm,
        (velocity.x - spin * arm[1], velocity.y + spin * arm[0]),
    )
