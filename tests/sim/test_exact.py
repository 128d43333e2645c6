"""Problems with exact answers (physics-figures.md, section 2), posed to the shipped side plane.

The side plane is driven as throws drive it: `Side.space.step` with the shipped step while in
contact, `Side.ahead` and `Side.impact` for impacts out of flight. Numbers behind `test_` names
follow the table there, and so do the limits.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pytest

from scenes.parts import Tower
from scenes.track import Contact
from sim.impulse import Mobile, impact
from sim.side import SETTINGS, Side

G = 9810.0
SQUARE = ((8.0, 8.0), (-8.0, 8.0), (-8.0, -8.0), (8.0, -8.0))
DISC = ((1e-3, 0.0), (0.0, 1e-3), (-1e-3, 0.0), (0.0, -1e-3))
"""With a rounding of 8 mm."""


@dataclass
class Motion:
    """Place, angle and their rates in the side plane."""

    s: float
    z: float
    theta: float
    vs: float = 0.0
    vz: float = 0.0
    omega: float = 0.0

    def all(self):
        return self.s, self.z, self.theta, self.vs, self.vz, self.omega


def side_of(section, gyration, e, mu, *, radius=0.0, slope_deg=45.0, ramp=1000.0):
    """A side plane without its hat; ``gyration`` is inertia / mass in mm^2."""
    contact = Contact(restitution=e, friction=mu)
    tower = Tower(ramp_length=ramp, ramp_angle_deg=slope_deg)
    side = Side(section, 4.8, 4.8 * gyration, radius, tower, (contact, contact, contact))
    side.drop_hat()
    return side


def on_the_flat(section, gyration, e, mu, radius=0.0):
    side = side_of(section, gyration, e, mu, radius=radius)
    side.drop_tower()
    return side


def load(side, motion):
    side.forget()
    side.load(*motion.all())


def step(side, steps=1):
    for _ in range(steps):
        side.space.step(SETTINGS.step)
    return read(side)


def read(side):
    b = side.body
    return Motion(*b.position, b.angle, *b.velocity, b.angular_velocity)


def polygon(n, radius=10.0):
    """A regular polygon that lies on a side: corner 0 is the lower left one, counter-clockwise."""
    angles = [-math.pi / 2 + math.pi * (2 * k - 1) / n for k in range(n)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def rectangle(width, height):
    a, b = width / 2, height / 2
    return ((-a, -b), (a, -b), (a, b), (-a, b))


def gyration_of(section):
    """Moment of inertia over mass of a uniform polygon about its centre at the origin."""
    area = second = 0.0
    for (x0, y0), (x1, y1) in zip(section, section[1:] + section[:1], strict=True):
        cross = x0 * y1 - x1 * y0
        area += cross / 2
        second += cross * (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1) / 12
    return second / area


def landing(section, omega):
    """A section about to lie flat, turning about its lower left corner by ``omega`` < 0."""
    x, y = section[0]
    return Motion(0.0, -y, 0.0, omega * y, -omega * x, omega)


def hit(side, motion):
    """The motion just after the contacts of this moment."""
    vs, vz, omega = side.impact(*motion.all())
    return Motion(motion.s, motion.z, motion.theta, vs, vz, omega)


def test_01_a_block_slides_down_an_incline():
    side = side_of(SQUARE, gyration_of(SQUARE), 0.0, 0.2, slope_deg=30.0)
    load(side, lying(side, -800.0))
    start = step(side, 500)
    end = step(side, 1000)
    speed = math.hypot(end.vs, end.vz) - math.hypot(start.vs, start.vz)
    assert speed / (1000 * SETTINGS.step) == pytest.approx(3205.9, rel=0.005)


@pytest.mark.parametrize(("mu", "sticks"), [(0.55, False), (0.6, True)])
def test_01_a_block_sticks_up_to_the_angle_of_friction(mu, sticks):
    side = side_of(SQUARE, gyration_of(SQUARE), 0.0, mu, slope_deg=30.0)
    load(side, lying(side, -800.0))
    end = step(side, 2000)
    moved = end.s + 800.0
    slope = math.pi / 6
    exact = 0.5 * G * (math.sin(slope) - mu * math.cos(slope)) * 0.4**2 * math.cos(slope)
    assert moved == pytest.approx(0.0 if sticks else exact, abs=0.05, rel=0.01)


def lying(side, s, facet=0):
    theta, height, _ = side.lying_on_ramp(facet)
    n0, n1 = side.normal
    return Motion(s, side.lip + (height - n0 * s) / n1, theta)


def test_02_a_block_stops_on_the_flat():
    side = on_the_flat(SQUARE, gyration_of(SQUARE), 0.0, 0.2)
    load(side, Motion(0.0, 8.0, 0.0, vs=1000.0))
    steps = 0
    while read(side).vs > 0.5:
        step(side)
        steps += 1
    assert read(side).s == pytest.approx(254.8, rel=0.01)
    assert steps * SETTINGS.step == pytest.approx(0.5097, rel=0.01)


@pytest.mark.parametrize(("beyond", "tips"), [(-0.3, False), (0.3, True)])
def test_03_a_tall_block_tips_before_it_slides(beyond, tips):
    """Width over height = 1/2: the block tips at atan 0.5 = 26.57 degrees if mu > 0.5."""
    section = rectangle(10.0, 20.0)
    slope = math.degrees(math.atan(0.5)) + beyond
    side = side_of(section, gyration_of(section), 0.0, 0.9, slope_deg=slope)
    start = lying(side, -500.0)
    load(side, start)
    end = step(side, 5000)
    assert (abs(end.theta - start.theta) > math.radians(30)) == tips
    assert tips or abs(end.theta - start.theta) < math.radians(1)


@pytest.mark.parametrize(("e", "time", "way"), [(0.5, 0.4284, 166.7), (0.8, 1.2851, 455.6)])
def test_04_a_disc_bounces_until_it_lies(e, time, way):
    side = on_the_flat(DISC, 32.0, e, 0.2, radius=8.0)
    now, clock, path = Motion(0.0, 108.0, 0.0), 0.0, 0.0
    apexes = []
    while clock < 2.0:
        gap, falling, ahead = side.ahead(*now.all(), 0.005)
        if falling < 0.0:
            now.z -= gap + 1e-4
            now = hit(side, now)
            apexes.append(now.vz**2 / (2 * G))
            if now.vz < 5.0:
                break
            continue
        ahead = max(min(ahead, 5e-3), 1e-6)
        z = now.z
        rise = now.vz * ahead - 0.5 * G * ahead**2
        turn = now.vz / G
        top = now.vz**2 / (2 * G)
        path += 2 * top - rise if 0.0 < turn < ahead else abs(rise)
        now.z, now.vz = z + rise, now.vz - G * ahead
        clock += ahead
    assert apexes[:3] == pytest.approx([100 * e ** (2 * n) for n in (1, 2, 3)], rel=0.01)
    assert clock == pytest.approx(time, rel=0.01)
    assert path == pytest.approx(way, rel=0.01)


@pytest.mark.parametrize(
    ("gyration", "share", "time", "way"),
    [
        (0.4 * 64, 5 / 7, 0.1456, 124.8),
        (0.5 * 64, 2 / 3, 0.1699, 141.6),
    ],
    ids=["5 ball", "5b disc"],
)
def test_05_a_round_body_slides_until_it_rolls(gyration, share, time, way):
    side = on_the_flat(DISC, gyration, 0.0, 0.2, radius=8.0)
    load(side, Motion(0.0, 8.0, 0.0, vs=1000.0))
    steps = 0
    while read(side).vs > -8.0 * read(side).omega + 1.0:
        step(side)
        steps += 1
    now = read(side)
    assert now.vs == pytest.approx(1000 * share, rel=0.005)
    assert steps * SETTINGS.step == pytest.approx(time, rel=0.01)
    assert now.s == pytest.approx(way, rel=0.01)


@pytest.mark.parametrize("slip", [3.0, 0.5])
@pytest.mark.parametrize("e", [0.3, 0.9])
def test_09_a_sphere_hits_a_wall_obliquely(e, slip):
    """Gross slip if (7/2) mu (1 + e) < v_t / v_n, else it leaves rolling: 5/7 v_t."""
    radius, mass, mu, vn = 8.0, 4.8, 0.2, 1000.0
    vt = slip * vn
    p = impact(
        1 / mass,
        1 / (0.4 * mass * radius**2),
        (0.0, 0.0, 1.0),
        (0.0, 0.0, -radius),
        (vt, 0.0, -vn),
        e,
        mu,
    )
    assert p[2] / mass == pytest.approx((1 + e) * vn, rel=0.005)
    slides = 3.5 * mu * (1 + e) < slip
    exact = vt - mu * (1 + e) * vn if slides else 5 / 7 * vt
    assert vt + p[0] / mass == pytest.approx(exact, rel=0.005)
    assert slides == (slip == 3.0)


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_10_equal_partners_head_on(e):
    mass, v = 5.0, 800.0
    partner = Mobile(1 / mass, 1 / 500.0, (8.0, 0.0), (0.0, 0.0))
    slip = (-v, 0.0, 0.0)
    p = impact(1 / mass, 1 / 500.0, (1.0, 0.0, 0.0), (-8.0, 0.0, 0.0), slip, e, 0.2, partner)
    assert v - p[0] / mass == pytest.approx((1 - e) / 2 * v, rel=0.001, abs=1e-6)
    assert p[0] / mass == pytest.approx((1 + e) / 2 * v, rel=0.001)


ROLLING = [(4, 0.25), (5, 0.5010), (6, 0.6471), (8, 0.7982)]


@pytest.mark.parametrize(("n", "kept"), ROLLING)
def test_11_a_polygon_rolls_onto_its_next_side(n, kept):
    """e = 0 and no slip: the spin just after over the spin just before."""
    section = polygon(n)
    side = on_the_flat(section, gyration_of(section), 0.0, 1.0)
    before = landing(section, -20.0)
    before.z -= 1e-4
    after = hit(side, before)
    assert after.omega / before.omega == pytest.approx(kept, rel=0.01)
    x, y = section[1]
    assert after.vs == pytest.approx(after.omega * y, rel=0.03)
    assert after.vz == pytest.approx(after.omega * -x, rel=0.03)


@pytest.mark.parametrize(("n", "kept"), ROLLING)
def test_11_a_polygon_rolls_in_steps(n, kept):
    """The same out of lasting contact at the shipped step, with gravity before the impact."""
    section = polygon(n)
    side = on_the_flat(section, gyration_of(section), 0.0, 1.0)
    tilt, omega = math.radians(4.0), -18.0
    x, y = (
        math.cos(tilt) * section[0][0] - math.sin(tilt) * section[0][1],
        math.sin(tilt) * section[0][0] + math.cos(tilt) * section[0][1],
    )
    load(side, Motion(0.0, -y, tilt, omega * y, -omega * x, omega))
    k2 = gyration_of(section) + 100.0
    last = omega
    while read(side).theta > 0.0:
        last = read(side).omega
        step(side)
    level = -section[0][1]
    landed = math.sqrt(omega**2 + 2 * G * (-y - level) / k2)
    assert -last == pytest.approx(landed, rel=0.01)
    now = step(side, 3)
    braked = G * section[1][0] / k2 * 3 * SETTINGS.step
    assert -now.omega == pytest.approx(landed * kept - braked, rel=0.02)


def test_11_a_triangle_stops_on_its_next_side():
    section = polygon(3)
    side = on_the_flat(section, gyration_of(section), 0.0, 1.0)
    before = landing(section, -20.0)
    before.z -= 1e-4
    after = hit(side, before)
    assert abs(after.omega) < 0.2
    assert abs(after.vz) < 2.0


@pytest.mark.parametrize(("mu", "kept"), [(0.5, 0.1429), (0.4, 0.0526), (0.33, 0.0), (0.2, 0.0)])
def test_14_a_square_that_slips_on_landing(mu, kept):
    section = polygon(4)
    side = on_the_flat(section, gyration_of(section), 0.0, mu)
    before = landing(section, -20.0)
    before.z -= 1e-4
    after = hit(side, before)
    assert after.omega / before.omega == pytest.approx(kept, rel=0.02, abs=0.002)


@pytest.mark.parametrize(("share", "over"), [(0.99, False), (1.01, True)])
def test_15_a_cube_tips_over_its_edge(share, over):
    """A 16 mm cube about an edge: 19.52 rad/s."""
    side = on_the_flat(rectangle(16.0, 16.0), 16.0**2 / 6, 0.0, 1.0)
    omega = -19.52 * share
    load(side, Motion(0.0, 8.0, 0.0, -omega * 8.0, -omega * 8.0, omega))
    furthest = 0.0
    for _ in range(2500):
        furthest = min(furthest, step(side).theta)
    assert (furthest < -math.radians(46)) == over
    assert furthest < -math.radians(30)


@pytest.mark.parametrize("half_angle", [20.0, 30.0, 45.0])
def test_16_a_block_rocks(half_angle):
    """Housner: a spin of 1 - (3/2) sin^2 is left when the base lands."""
    alpha = math.radians(half_angle)
    section = rectangle(20.0 * math.sin(alpha), 20.0 * math.cos(alpha))
    side = on_the_flat(section, 100.0 / 3, 0.0, 1.0)
    before = landing(section, -10.0)
    before.z -= 1e-4
    after = hit(side, before)
    assert after.omega / before.omega == pytest.approx(1 - 1.5 * math.sin(alpha) ** 2, rel=0.01)


def random_contact(rng, section, radius=0.0):
    """A section that touches the ground with a corner and moves towards it."""
    theta = rng.uniform(-math.pi, math.pi)
    lowest = min(x * math.sin(theta) + y * math.cos(theta) for x, y in section)
    while True:
        motion = Motion(
            0.0,
            radius - lowest - 1e-4,
            theta,
            rng.uniform(-1500, 1500),
            rng.uniform(-1500, 300),
            rng.uniform(-100, 100),
        )
        low = [
            (x * math.cos(theta) - y * math.sin(theta))
            for x, y in section
            if x * math.sin(theta) + y * math.cos(theta) < lowest + 1e-6
        ]
        if any(motion.vz + motion.omega * x < -20.0 for x in low):
            return motion


def kinetic(motion, gyration):
    return 0.5 * (motion.vs**2 + motion.vz**2 + gyration * motion.omega**2)


@pytest.mark.parametrize("section", [rectangle(1.0, 40.0), SQUARE], ids=["rod", "square"])
def test_17_nothing_jams_with_friction_up_to_one(section):
    """The paradox of Painleve needs mu > 4/3: at mu = 1 every hit lets the die go."""
    gyration = gyration_of(section)
    rng = random.Random(17)
    for _ in range(300):
        side = on_the_flat(section, gyration, rng.choice([0.0, 0.5]), 1.0)
        before = random_contact(rng, section)
        after = hit(side, before)
        assert all(math.isfinite(x) for x in after.all())
        assert kinetic(after, gyration) < 1.02 * kinetic(before, gyration)
        load(side, before)
        end = step(side, 100)
        assert all(math.isfinite(x) for x in end.all())
        assert end.z > 0.0


def test_20_mirrored_hits_are_mirrored():
    rng = random.Random(20)
    for _ in range(100):
        section = tuple((x + rng.uniform(-1, 1), y + rng.uniform(-1, 1)) for x, y in polygon(6))
        mirrored = tuple((-x, y) for x, y in section[::-1])
        e, mu = rng.uniform(0, 0.9), rng.uniform(0, 1)
        before = random_contact(rng, section)
        one = hit(on_the_flat(section, 40.0, e, mu), before)
        m = Motion(0.0, before.z, -before.theta, -before.vs, before.vz, -before.omega)
        other = hit(on_the_flat(mirrored, 40.0, e, mu), m)
        assert (one.vs, one.vz, one.omega) == pytest.approx(
            (-other.vs, other.vz, -other.omega), rel=1e-6, abs=1e-4
        )
