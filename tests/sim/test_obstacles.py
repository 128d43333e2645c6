"""Where a die touches what stands on the table, against other ways to find it."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.spatial.transform import Rotation

from sim.obstacles import UP, BoxPlace, hull, rotated, touch_box, touch_half_sphere, touch_post
from sim.rotation import IDENTITY, about
from sim.solids import solid
from sim.world import Disc

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))


def distance_to_hull(points):
    """Distance of the origin from the convex hull of points: the nearest mixture of them."""
    scale = 1e3
    a = np.vstack([points.T, scale * np.ones(len(points))])
    mixture, _ = nnls(a, np.array([0.0, 0.0, 0.0, scale]))
    return float(np.linalg.norm(mixture @ points / mixture.sum()))


def turned_die(rng, kind, size):
    body = solid(kind, size)
    seed = rng.randrange(1 << 30)
    matrix = tuple(Rotation.random(rng=np.random.default_rng(seed)).as_matrix().ravel().tolist())
    return body, matrix, rotated(matrix, body.corners)


def elevation(normal):
    return math.degrees(math.asin(normal[2]))


def first_touch(body, matrix, z, radius):
    """Plan distance at which a die that comes along -x touches a half-sphere at the origin."""
    disc = Disc("h", 0.0, 0.0, radius, True)
    near, far = radius * 0.2, 100.0
    for _ in range(60):
        middle = (near + far) / 2
        if touch_half_sphere(body, matrix, middle, 0.0, z, disc).gap > 0:
            far = middle
        else:
            near = middle
    return far, touch_half_sphere(body, matrix, far, 0.0, z, disc).normal


def test_a_flat_d6_before_a_half_sphere():
    """PHYSICS.md section 1: before R = 20 mm it touches at 28.0 mm, elevation 0."""
    body = solid("d6", 16.0)
    distance, normal = first_touch(body, IDENTITY, 8.0, 20.0)
    assert distance == pytest.approx(28.0, abs=0.05)
    assert elevation(normal) == pytest.approx(0.0, abs=0.5)


def test_a_tilted_d6_before_a_half_sphere():
    """PHYSICS.md section 1: tilted by 45 degrees it touches at 27.8 mm, elevation 34 degrees."""
    body = solid("d6", 16.0)
    matrix = about((0.0, 1.0, 0.0), math.pi / 4)
    distance, normal = first_touch(body, matrix, 8.0 * math.sqrt(2), 20.0)
    assert distance == pytest.approx(27.8, abs=0.05)
    assert elevation(normal) == pytest.approx(34.0, abs=0.5)


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_half_sphere_against_the_nearest_mixture_of_corners(kind, size):
    rng = random.Random(f"half-sphere {kind}")
    for _ in range(100):
        body, matrix, corners = turned_die(rng, kind, size)
        radius = rng.uniform(10, 45)
        while True:
            place = np.array([rng.uniform(-70, 70), rng.uniform(-70, 70), rng.uniform(0, 60)])
            exact = distance_to_hull(np.array(corners) + place)
            if exact > 1.0:
                break
        disc = Disc("h", 3.0, -2.0, radius, True)
        x, y, z = place[0] + 3.0, place[1] - 2.0, place[2]
        touch = touch_half_sphere(body, matrix, x, y, z, disc)
        assert touch.gap == pytest.approx(exact - radius, abs=1e-4)
        point = place + touch.arm
        assert np.linalg.norm(point) == pytest.approx(exact, abs=1e-4)
        assert touch.normal == pytest.approx(point / np.linalg.norm(point), abs=1e-5)


def box_points(box):
    return np.array(
        [
            (
                box.x + u * box.half_length * box.cos - v * box.half_depth * box.sin,
                box.y + u * box.half_length * box.sin + v * box.half_depth * box.cos,
                w,
            )
            for u in (-1, 1)
            for v in (-1, 1)
            for w in (0.0, box.top)
        ]
    )


def apart(corners, place, box):
    """Distance of a die with its centre at ``place`` from a box."""
    die = np.array(corners) + np.array(place)
    return distance_to_hull((die[:, None, :] - box_points(box)[None, :, :]).reshape(-1, 3))


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_post_against_its_outline(kind, size):
    """In plan: the distance of the post's axis from the die's shadow."""
    rng = random.Random(f"post {kind}")
    for _ in range(200):
        _, _, corners = turned_die(rng, kind, size)
        disc = Disc("p", rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(2, 12), False)
        while True:
            x, y = rng.uniform(-35, 35), rng.uniform(-35, 35)
            shadow = np.array([(c[0] + x - disc.x, c[1] + y - disc.y, 0.0) for c in corners])
            exact = distance_to_hull(shadow) - disc.radius
            if exact > -disc.radius + 0.5:
                break
        touch = touch_post(corners, x, y, 20.0, disc)
        assert touch.gap == pytest.approx(exact, abs=1e-4)
        at = (x + touch.arm[0] - disc.x, y + touch.arm[1] - disc.y)
        assert math.hypot(*at) == pytest.approx(exact + disc.radius, abs=1e-4)
        assert touch.normal[2] == 0.0
        assert (touch.normal[0], touch.normal[1]) == pytest.approx(
            np.array(at) / math.hypot(*at), abs=1e-4
        )


def random_box(rng):
    turn = rng.uniform(-math.pi, math.pi)
    return BoxPlace(
        rng.uniform(-9, 9),
        rng.uniform(-9, 9),
        math.cos(turn),
        math.sin(turn),
        rng.uniform(10, 45),
        rng.uniform(8, 30),
        rng.uniform(26, 100),
    )


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_box_gaps_are_lower_bounds(kind, size):
    rng = random.Random(f"box {kind}")
    tight = 0
    for _ in range(200):
        _, _, corners = turned_die(rng, kind, size)
        box = random_box(rng)
        x, y, z = rng.uniform(-80, 80), rng.uniform(-80, 80), rng.uniform(5, box.top + 40)
        exact = apart(corners, (x, y, z), box)
        gap = touch_box(corners, x, y, z, box).gap
        assert gap <= exact + 1e-4
        tight += exact > 0.01 and gap > exact - 0.05
    assert tight > 10


@pytest.mark.parametrize(("kind", "size"), DICE)
def test_box_gaps_are_exact_at_touch(kind, size):
    """Coming nearer along a random plan direction, gap 0 is reached where the bodies touch."""
    rng = random.Random(f"touch {kind}")
    sides = 0
    for _ in range(60):
        _, _, corners = turned_die(rng, kind, size)
        box = random_box(rng)
        # On the ground or higher, and wholly below the box's top.
        low, high = min(c[2] for c in corners), max(c[2] for c in corners)
        z = rng.uniform(-low, max(-low, box.top - high))
        turn = rng.uniform(-math.pi, math.pi)
        aim = (box.x + rng.uniform(-8, 8), box.y + rng.uniform(-8, 8))

        def at(way, turn=turn, aim=aim):
            return aim[0] + way * math.cos(turn), aim[1] + way * math.sin(turn)

        near, far = 0.0, 120.0
        for _ in range(50):
            middle = (near + far) / 2
            if touch_box(corners, *at(middle), z, box).gap > 1e-6:
                far = middle
            else:
                near = middle
        touch = touch_box(corners, *at(far), z, box)
        assert touch.gap == pytest.approx(0.0, abs=1e-3)
        place = np.array((*at(far), z))
        assert apart(corners, place, box) < 0.03
        assert math.hypot(*touch.normal) == pytest.approx(1.0)
        # The normal points at the die: moving along it frees the two.
        freed = apart(corners, place + 0.5 * np.array(touch.normal), box)
        assert freed == pytest.approx(0.5, abs=0.05)
        # The contact lies on the box.
        cx, cy = place[0] + touch.arm[0] - box.x, place[1] + touch.arm[1] - box.y
        assert abs(cx * box.cos + cy * box.sin) <= box.half_length + 1e-6
        assert abs(cy * box.cos - cx * box.sin) <= box.half_depth + 1e-6
        sides += abs(touch.normal[2]) < 0.5
    assert sides > 50


def test_a_die_above_a_box_comes_from_above():
    corners = rotated(IDENTITY, solid("d6", 16.0).corners)
    box = BoxPlace(0.0, 0.0, 1.0, 0.0, 25.0, 10.0, 26.0)
    touch = touch_box(corners, 5.0, 0.0, 35.0, box)
    assert touch.gap == pytest.approx(1.0)
    assert touch.normal == UP
    assert touch.arm == pytest.approx((0.0, 0.0, -8.0), abs=9.0)
    assert touch.arm[2] == pytest.approx(-8.0)


def test_hull_is_convex_and_counter_clockwise():
    rng = random.Random(5)
    for _ in range(200):
        points = [(rng.uniform(-9, 9), rng.uniform(-9, 9)) for _ in range(rng.randint(3, 20))]
        ring = hull(points)
        for a, b, c in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True):
            assert (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0
        for x, y in points:
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                assert (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= -1e-6
