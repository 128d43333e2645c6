"""A marble's spin on the hill against exact answers: it rolls, slips, hits walls, loses energy."""

import math
import random

import pytest

from scenes.hill import MarbleHill
from scenes.track import Contact
from sim.marbles.floor import floor_of
from sim.marbles.hill import ITERATIONS, PACE
from sim.marbles.plane import SLOP, Motion, Plane, rolling
from sim.marbles.walls import Walls
from sim.world import GRAVITY

HILL = MarbleHill.example()
R = HILL.marbles.radius
TILT = math.radians(HILL.slope.slope_deg)
NO_WALLS = Walls((), (), 1.0, (), ())


def made_of(*, profile="flat", half_angle=45.0, wall=(0.8, 0.0), friction=0.2, rolls=0.0, tilt=12):
    """The example hill of other materials."""
    slope = HILL.slope.model_copy(
        update={"profile": profile, "half_angle_deg": half_angle, "slope_deg": tilt}
    )
    materials = HILL.materials.model_copy(
        update={
            "marble_hill": Contact(restitution=wall[0], friction=wall[1]),
            "floor_friction": friction,
            "rolling": rolls,
        }
    )
    return HILL.model_copy(update={"slope": slope, "materials": materials})


def plane_of(hill, walls=NO_WALLS, tilt=0.0):
    return Plane(hill, walls, GRAVITY * math.sin(tilt), floor_of(hill, PACE.step), ITERATIONS)


def after(plane, motion, seconds):
    """How a marble moves after some time."""
    plane.put(0, motion)
    for _ in range(round(seconds / PACE.step)):
        plane.step(PACE.step)
    return plane.motion(0)


def wall_across(degrees, away):
    """A wall whose face stands square to a direction, so far from the origin, mm."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = ((away + 1, -200), (away + 9, -200), (away + 9, 200), (away + 1, 200))
    core = tuple((x * c - y * s, x * s + y * c) for x, y in corners)
    return Walls((core,), (), 1.0, (core,), ())


# --- rolling -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("half_angle", "share"), [(None, 5 / 7), (45.0, 5 / 9), (60.0, 1 / (1 + 0.4 / 0.75))]
)
@pytest.mark.parametrize("rolls", [0.0, 0.003])
def test_it_speeds_up_by_what_its_arm_leaves_of_gravity(half_angle, share, rolls):
    profile = "flat" if half_angle is None else "vee"
    hill = made_of(profile=profile, half_angle=half_angle or 45.0, rolls=rolls)
    found = after(plane_of(hill, tilt=TILT), rolling(0, 0, 0, 100), 0.4)
    exact = (share * math.sin(TILT) - rolls * math.cos(TILT)) * GRAVITY
    assert (found.vy - 100) / 0.4 == pytest.approx(exact, rel=0.001)
    assert found.uy == pytest.approx(found.vy)


def test_on_a_floor_too_smooth_to_roll_on_it_slides():
    """A ball rolls down a plane if tan of its slope is at most 7/2 of the friction."""
    hill = made_of(friction=0.03)
    found = after(plane_of(hill, tilt=TILT), rolling(0, 0, 0, 0), 0.4)
    force = GRAVITY * 0.03 * math.cos(TILT)
    assert found.vy / 0.4 == pytest.approx(GRAVITY * math.sin(TILT) - force, rel=0.001)
    assert found.uy / 0.4 == pytest.approx(2.5 * force, rel=0.001)


def test_a_marble_that_slides_keeps_five_sevenths_and_rolls_when_it_should():
    hill = made_of(tilt=1e-9)
    starts = 2 * 300 / (7 * 0.2 * GRAVITY)
    before = after(plane_of(hill), Motion(0, 0, 300), starts - 0.01)
    assert before.ux < before.vx - 5
    found = after(plane_of(hill), Motion(0, 0, 300), starts + PACE.step)
    assert (found.vx, found.ux) == pytest.approx((300 * 5 / 7, 300 * 5 / 7), rel=1e-6)
    assert found.x == pytest.approx(12 * 300**2 / (49 * 0.2 * GRAVITY), abs=1.0)


def test_slip_goes_straight_to_where_speed_and_spin_agree():
    found = after(plane_of(made_of(tilt=1e-9)), Motion(0, 0, 200, 0, 0, 0, 150), 0.3)
    assert (found.vx, found.vy) == pytest.approx((200 * 5 / 7, 150 * 2 / 7), rel=1e-6)
    assert (found.ux, found.uy) == pytest.approx((found.vx, found.vy))


def test_rolling_resistance_stops_it_where_it_should_and_holds_it_there():
    found = after(plane_of(made_of(rolls=0.05, tilt=1e-9)), rolling(0, 0, 100, 0), 1.0)
    assert found.x == pytest.approx(100**2 / (2 * 0.05 * GRAVITY), rel=0.02)
    assert found == Motion(found.x, found.y)
    # On a slope, as long as what is left of gravity is less than the resistance.
    for degrees, rests in ((0.9 * 7 / 5 * 0.05, True), (1.1 * 7 / 5 * 0.05, False)):
        hill = made_of(rolls=0.05, tilt=math.degrees(degrees))
        found = after(plane_of(hill, tilt=degrees), Motion(0, 0), 0.5)
        assert found.rests is rests


# --- walls -------------------------------------------------------------------


@pytest.mark.parametrize("restitution", [0.6, 0.85])
@pytest.mark.parametrize("degrees", [0, 60, 90, 200])
def test_a_wall_throws_the_speed_back_and_leaves_the_spin_to_the_floor(restitution, degrees):
    hill = made_of(wall=(restitution, 0.0), tilt=1e-9)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    plane = plane_of(hill, wall_across(degrees, R + 4.0))
    plane.put(0, rolling(0, 0, 200 * c, 200 * s))
    while (found := plane.motion(0)).vx * c + found.vy * s > 0:
        plane.step(PACE.step)
    # In the step of the hit the floor has rubbed once.
    grip = 0.2 * GRAVITY * PACE.step
    assert found.vx * c + found.vy * s == pytest.approx(-restitution * 200 + grip, abs=0.01)
    assert found.ux * c + found.uy * s == pytest.approx(200 - 2.5 * grip, abs=0.01)
    for _ in range(200):
        plane.step(PACE.step)
    found = plane.motion(0)
    assert found.vx * c + found.vy * s == pytest.approx((2 - 5 * restitution) / 7 * 200, abs=0.01)


@pytest.mark.parametrize("degrees", [0, 90, 200])
def test_a_hit_between_two_steps_costs_no_time(degrees):
    """Away from a wall a marble is where it would be if it had turned just at its face."""
    hill = made_of(wall=(0.85, 0.0), friction=0.0, tilt=1e-9)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for way in (4.0, 4.03, 4.07, 4.1, 4.15):
        found = after(
            plane_of(hill, wall_across(degrees, R + way)), Motion(0, 0, 200 * c, 200 * s), 0.06
        )
        exact = way - 0.85 * (200 * 0.06 - way)
        assert found.x * c + found.y * s == pytest.approx(exact, abs=2 * SLOP)


@pytest.mark.parametrize("degrees", [0, 35, 90, 180, 290])
@pytest.mark.parametrize("along", [150.0, -150.0])
def test_a_wall_rubs_on_the_side_that_slips_as_coulomb_says(degrees, along):
    """A ball that does not roll, and one whose spin rubs up the wall; a floor without friction."""
    hill = made_of(wall=(0.8, 0.05), friction=0.0, tilt=1e-9)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    loss = 0.05 * 1.8 * 200
    for into in (0.0, 150.0):
        start = Motion(0, 0, 200 * c - along * s, 200 * s + along * c, 0.0, into * c, into * s)
        found = after(plane_of(hill, wall_across(degrees, R + 4.0)), start, 0.04)
        share = 1.0 if into == 0.0 else math.sqrt(0.5)
        sign = math.copysign(1, along)
        assert found.vx * c + found.vy * s == pytest.approx(-0.8 * 200, abs=0.01)
        assert found.vy * c - found.vx * s == pytest.approx(along - sign * share * loss, abs=0.01)
        assert R * found.spin == pytest.approx(-2.5 * sign * share * loss, abs=0.01)
        left = 150 - 2.5 * share * loss if into else 0.0
        assert found.ux * c + found.uy * s == pytest.approx(left, abs=0.01)


def test_rough_walls_make_it_roll_along_them():
    hill = made_of(wall=(0.8, 1.0), friction=0.0, tilt=1e-9)
    found = after(plane_of(hill, wall_across(0, R + 4.0)), Motion(0, 0, 200, 140), 0.04)
    assert found.vy == pytest.approx(140 * 5 / 7, abs=0.01)
    assert R * found.spin == pytest.approx(-found.vy, abs=0.01)


# --- energy ------------------------------------------------------------------


def energy(m):
    """Of a marble's speed and spins, over its mass, mm^2/s^2."""
    return (m.vx**2 + m.vy**2 + 0.4 * ((R * m.spin) ** 2 + m.ux**2 + m.uy**2)) / 2


@pytest.mark.parametrize("seed", range(6))
def test_energy_never_grows_on_a_closed_level_hill(seed):
    """Marbles that roll, slide and turn at random, in a pen of four walls with a post in it."""
    rng = random.Random(seed)
    pen = [
        tuple((x * c - y * s, x * s + y * c) for x, y in ((21, -40), (35, -40), (35, 40), (21, 40)))
        for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    cores = (*pen, ((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)))
    hill = made_of(wall=(0.85, 0.05), rolls=0.003, tilt=1e-9)
    plane = plane_of(hill, Walls(cores, (), 1.0, cores, ()))
    for k, (x, y) in enumerate([(-12, -12), (12, -12), (-12, 12), (12, 12), (0, 14)]):
        vx, vy, turn, ux, uy = (rng.uniform(-400, 400) for _ in range(5))
        plane.put(k, Motion(x, y, vx, vy, turn / R, ux, uy))
    last = first = sum(energy(plane.motion(k)) for k in plane.bodies)
    for _ in range(1000):
        plane.step(PACE.step)
        now = sum(energy(plane.motion(k)) for k in plane.bodies)
        assert now <= last * (1 + 1e-12)
        last = now
    assert last < 0.2 * first
    assert all(max(abs(m.x), abs(m.y)) < 20 for m in map(plane.motion, plane.bodies))
