"""The side plane: tower, hat and ground in a vertical pymunk space.

Coordinates: s along the heading from the snout line, z up from the table; the section turns by
``theta``, counter-clockwise with s to the right. Materials are values of pairs: the die's shape
carries 1 and every other shape the value of its pair with the die, since pymunk multiplies.

pymunk does the contacts; between them the die flies freely and `flight_gap` tells how far it is
from anything, so that flights are exact parabolas and an impact is found at its moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import pymunk

from scenes.parts import Tower
from scenes.track import Contact
from sim.world import GRAVITY

Section = tuple[tuple[float, float], ...]
"""Corners of the die's cross-section about its centre, mm, counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How the side plane is stepped; part of the settings hash."""

    step: float = 2e-4
    """s."""
    iterations: int = 12
    slop: float = 0.02
    """mm of overlap that is left alone."""
    instant: float = 1e-7
    """Length of the step that resolves a single impact, s."""


SETTINGS = Settings()

_HAT_THICKNESS = 2.0
_HAT_HEIGHT = 60.0
_LINTEL_HEIGHT = 60.0
_FAR = (0.0, 1e5)
_REACH = 5000.0
_NEAR_LIP = 2.0
"""The lip is looked at from this far outside of the die's circle, mm."""
_LOOK = 5e-3
"""Longest look ahead while the lip is further away than that, s."""


class Ahead(NamedTuple):
    """What a free flight will meet first."""

    gap: float
    """The lowest gap over ground, ramp and lip, mm."""
    falling: float
    """Rate, mm/s, of the touching corner (or lip) that closes fastest; 0 without one."""
    time: float
    """A time, s, before which nothing that is further away, or opens, can touch: the root of
    gap + rate t - curve t^2 / 2 with the greatest acceleration that there can be."""
    normal: tuple[float, float]
    """Normal, towards the die, of the surface with the lowest gap."""


def _outward(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float, float]:
    """Outward normal of the side from ``a`` to ``b``, and its distance from the centre."""
    size = math.hypot(b[0] - a[0], b[1] - a[1])
    m0, m1 = (b[1] - a[1]) / size, (a[0] - b[0]) / size
    return m0, m1, m0 * a[0] + m1 * a[1]


class Side:
    """One die's side plane. Positions in mm, speeds in mm/s, angles in radians."""

    def __init__(
        self,
        section: Section,
        mass: float,
        inertia: float,
        edge_radius: float,
        tower: Tower,
        materials: tuple[Contact, Contact, Contact],
        settings: Settings = SETTINGS,
    ) -> None:
        """Build the space; ``materials`` are die-table, die-ramp and die-wood."""
        table, ramp, wood = materials
        self.section = section
        self.radius = edge_radius
        self.settings = settings
        self.slope = math.radians(tower.ramp_angle_deg)
        self.lip = tower.lip
        self.top = (
            -tower.ramp_length * math.cos(self.slope),
            tower.lip + tower.ramp_length * math.sin(self.slope),
        )
        self.mouth_top = tower.lip + tower.mouth_height
        self.reach = max(math.hypot(x, y) for x, y in section) + edge_radius
        self.polar = tuple((math.hypot(x, y), math.atan2(y, x)) for x, y in section)
        self.normal = (math.sin(self.slope), math.cos(self.slope))
        self.sides = tuple(
            _outward(a, b) for a, b in zip(section, section[1:] + section[:1], strict=True)
        )

        space = pymunk.Space()
        space.gravity = (0.0, -GRAVITY)
        space.iterations = settings.iterations
        space.collision_slop = settings.slop
        # A contact that paused for one step starts afresh: an impulse remembered from an impact of
        # another step length would be applied again (pymunk warm-starts by dt / previous dt).
        space.collision_persistence = 1
        static = space.static_body

        def fixed(corners: list[tuple[float, float]], contact: Contact) -> pymunk.Poly:
            shape = pymunk.Poly(static, corners)
            shape.elasticity, shape.friction = contact.restitution, contact.friction
            return shape

        ground = fixed([(-_REACH, -100), (_REACH, -100), (_REACH, 0), (-_REACH, 0)], table)
        self.tower_shapes = [
            fixed([(self.top[0], 0.0), (0.0, 0.0), (0.0, tower.lip), self.top], ramp),
            fixed(
                [
                    (-2.0, self.mouth_top),
                    (0.0, self.mouth_top),
                    (0.0, self.mouth_top + _LINTEL_HEIGHT),
                    (-2.0, self.mouth_top + _LINTEL_HEIGHT),
                ],
                wood,
            ),
        ]
        self.body = pymunk.Body(mass, inertia)
        shape = pymunk.Poly(self.body, section, radius=edge_radius)
        shape.elasticity = shape.friction = 1.0

        # The hat: a plate that closes the channel from 2 mm below the ramp's surface upward.
        self.hat_s = -tower.hat_at * math.cos(self.slope)
        self.hat_low = tower.lip + tower.hat_at * math.sin(self.slope) - 2.0
        self.hat = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self.hat.position = (self.hat_s, self.hat_low + _HAT_HEIGHT / 2)
        self.hat_shape = pymunk.Poly.create_box(self.hat, (_HAT_THICKNESS, _HAT_HEIGHT))
        self.hat_shape.elasticity, self.hat_shape.friction = wood.restitution, wood.friction
        space.add(ground, *self.tower_shapes, self.body, shape, self.hat, self.hat_shape)
        # The hat passes through ramp and lintel: only the die may meet it.
        self.hat_shape.filter = pymunk.ShapeFilter(categories=2)
        for part in (ground, *self.tower_shapes):
            part.filter = pymunk.ShapeFilter(mask=pymunk.ShapeFilter.ALL_MASKS() ^ 2)
        self.space = space
        self.hat_stands = True
        self.tower_stands = True

    def lying_on_ramp(self, facet: int) -> tuple[float, float, float]:
        """Turn the section so that its side ``facet`` lies on the ramp.

        Returns theta, the height of the centre above the ramp, and how far the section reaches
        forward of its centre.
        """
        (x0, y0), (x1, y1) = self.section[facet], self.section[(facet + 1) % len(self.section)]
        # Counter-clockwise corners: with the die above it, the lowest side runs down the ramp.
        theta = -self.slope - math.atan2(y1 - y0, x1 - x0)
        turned = [(r * math.cos(theta + phi), r * math.sin(theta + phi)) for r, phi in self.polar]
        n0, n1 = self.normal
        height = -min(x * n0 + y * n1 for x, y in turned)
        return theta, height + self.radius, max(x for x, _ in turned) + self.radius

    def pull_hat(self, speed: float) -> None:
        """Let the hat move upward at ``speed`` mm/s from now on."""
        self.hat.velocity = (0.0, speed)

    def clear_of_hat(self) -> bool:
        """Tell whether the die can no longer meet the hat."""
        s, z = self.body.position
        low = self.hat.position.y - _HAT_HEIGHT / 2
        return low > z + self.reach or abs(s - self.hat_s) > self.reach + 2.0

    def drop_hat(self) -> None:
        """Take the hat out: it is clear of the die."""
        if self.hat_stands:
            self.space.remove(self.hat, self.hat_shape)
            self.hat_stands = False

    def drop_tower(self) -> None:
        """Take ramp and lintel out: the die has left them."""
        if self.tower_stands:
            self.space.remove(*self.tower_shapes)
            self.tower_stands = False

    def load(self, s: float, z: float, theta: float, vs: float, vz: float, omega: float) -> None:
        """Put the die into the space."""
        body = self.body
        body.position = (s, z)
        body.angle = theta
        body.velocity = (vs, vz)
        body.angular_velocity = omega

    def forget(self) -> None:
        """Forget contacts of before: one instant with the die far from everything."""
        self.body.position = _FAR
        self.space.step(self.settings.instant)

    def impact(
        self, s: float, z: float, theta: float, vs: float, vz: float, omega: float
    ) -> tuple[float, float, float]:
        """Resolve the contacts of this very moment; returns the new vs, vz, omega."""
        self.forget()
        self.load(s, z, theta, vs, vz, omega)
        self.space.step(self.settings.instant)
        velocity = self.body.velocity
        return velocity.x, velocity.y, self.body.angular_velocity

    def hat_push(self) -> float:
        """Return the hat's push on the die in the last step, per mass (mm/s)."""
        total = 0.0

        def add(arbiter: pymunk.Arbiter) -> None:
            nonlocal total
            if self.hat_shape in arbiter.shapes:
                total += abs(arbiter.total_impulse.x)

        self.body.each_arbiter(add)
        return total / self.body.mass

    def may_fly(self, s: float, z: float) -> bool:
        """Tell whether ground and ramp are all that the die could meet next."""
        if not self.tower_stands or s - self.reach > 1.0:
            return True
        if self.hat_stands or s < self.top[0]:
            return False
        near_lintel = -self.reach - 3.0 < s < self.reach + 2.0
        return not (near_lintel and z + self.reach > self.mouth_top - 1.0)

    def ahead(
        self, s: float, z: float, theta: float, vs: float, vz: float, omega: float, near: float
    ) -> Ahead:
        """Look ahead in free flight: see `Ahead`; ``near`` is the gap that counts as touch."""
        lowest = math.inf
        falling = 0.0
        time = math.inf
        normal = (0.0, 1.0)
        ramp = self.tower_stands and s < self.reach
        n0, n1 = self.normal
        square = omega * omega
        for r, phi in self.polar:
            angle = theta + phi
            x, y = r * math.cos(angle), r * math.sin(angle)
            curve = GRAVITY + square * r
            gap = z + y - self.radius
            rate = vz + omega * x
            surface = (0.0, 1.0)
            for _ in (0, 1):
                if gap < lowest:
                    lowest, normal = gap, surface
                if gap <= near and rate < 0.0:
                    falling = min(falling, rate)
                else:
                    root = rate * rate + 2.0 * curve * (gap if gap > 0.0 else 0.0)
                    time = min(time, (rate + math.sqrt(root)) / curve)
                if not ramp or s + x > 0.0:
                    break
                gap = (s + x) * n0 + (z + y - self.lip) * n1 - self.radius
                rate = (vs - omega * y) * n0 + (vz + omega * x) * n1
                surface = self.normal
        if ramp and math.hypot(s, z - self.lip) < self.reach + _NEAR_LIP:
            gap, rate, surface = self._over_lip(s, z, theta, vs, vz, omega)
            if gap < lowest:
                lowest, normal = gap, surface
            # The side's distance from the lip bends with gravity and with the turning of the side.
            speed = math.hypot(vs, vz)
            curve = GRAVITY + abs(omega) * (2.0 * speed + abs(omega) * (self.reach + _NEAR_LIP))
            if gap <= near and rate < 0.0:
                falling = min(falling, rate)
            else:
                root = rate * rate + 2.0 * curve * max(0.0, gap)
                time = min(time, (rate + math.sqrt(root)) / curve)
        elif ramp:
            way = math.hypot(s, z - self.lip) - self.reach
            time = min(time, way / (math.hypot(vs, vz) + 0.5 * GRAVITY * _LOOK) + 1e-6, _LOOK)
        return Ahead(lowest, falling, time, normal)

    def _over_lip(
        self, s: float, z: float, theta: float, vs: float, vz: float, omega: float
    ) -> tuple[float, float, tuple[float, float]]:
        """Distance of the section from the lip's edge, its rate, and the normal towards the die."""
        lx, ly = -s, self.lip - z
        best, found = -math.inf, (0.0, 0.0)
        cos, sin = math.cos(theta), math.sin(theta)
        for m0, m1, offset in self.sides:
            m = (m0 * cos - m1 * sin, m0 * sin + m1 * cos)
            gap = m[0] * lx + m[1] * ly - offset
            if gap > best:
                best, found = gap, m
        rate = omega * (found[0] * ly - found[1] * lx) - found[0] * vs - found[1] * vz
        return best - self.radius, rate, (-found[0], -found[1])

    def lean(self, theta: float) -> float:
        """Angle in radians between the section's lowest side and the level."""
        n = len(self.section)
        heights = [r * math.sin(theta + phi) for r, phi in self.polar]
        low = min(range(n), key=heights.__getitem__)
        best = math.pi
        for a, b in ((low - 1, low), (low, (low + 1) % n)):
            (x0, y0), (x1, y1) = self.section[a], self.section[b]
            angle = math.atan2(y1 - y0, x1 - x0) + theta
            best = min(best, abs(math.remainder(angle, 2 * math.pi)))
        return best
