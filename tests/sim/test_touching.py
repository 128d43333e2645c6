"""Where a die touches: against other ways to find it, and in poses that are known."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.optimize import nnls
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from benchmarks.checks.geometry import Block, polygon_gap
from sim import contact, touching, touching_box, touching_tower
from sim.contact import ARM, MOMENT, NORMAL, WISH
from sim.solids import solid

DICE = (("d4", 20.0), ("d6", 16.0), ("d10", 16.0), ("d12", 16.0))
STIFF = 1e6
UP = (0.0, 0.0, 1.0)
FLAT = (1.0, 0.0, 0.0, 0.0)


@dataclass
class Die:
    """A die that hangs somewhere, still, as the compiled functions see it."""

    kind: str = "d6"
    size: float = 16.0
    place: tuple = (0.0, 0.0, 8.0)
    turn: tuple = FLAT
    """Quaternion w, x, y, z."""
    radius: float = 0.0

    def __post_init__(self):
        body = solid(self.kind, self.size)
        w, x, y, z = self.turn
        self.matrix = Rotation.from_quat((x, y, z, w)).as_matrix()
        self.r_in, self.r_out = body.r_in, body.r_out
        sharp = np.array(body.corners) @ self.matrix.T
        # With two columns more, in which `way_out` works.
        self.room = np.zeros((len(sharp), 5))
        self.corners = self.room[:, :3]
        self.corners[:] = sharp * (body.r_in - self.radius) / body.r_in
        self.normals = np.array(body.normals) @ self.matrix.T
        self.sharp = sharp
        self.state = np.array([*self.place, *self.turn, *[0.0] * 6])
        self.rows = np.zeros((48, contact.WIDTH))
        self.slots = np.zeros(48, np.int64)
        self.scale = np.zeros(len(self.normals))
        self.kept, self.number = np.zeros((400, contact.MEMORY)), 1.0
        self.motion = self.state[7:13]
        self.material = (STIFF, 0.0, 0.3, 0.05, 0.005, 1.0)

    @classmethod
    def anyhow(cls, rng, kind, size, place, radius=0.0):
        x, y, z, w = Rotation.random(rng=rng).as_quat().tolist()
        return cls(kind, size, tuple(place), (w, x, y, z), radius)

    def touches(self, count):
        """Slot, normal and depth of the contacts that were added."""
        rows = self.rows[:count]
        normals, depths = rows[:, NORMAL : NORMAL + 3], rows[:, contact.DEPTH]
        if count:
            # It asks to be pushed out along its normal, and has the moment of its place.
            pushed = STIFF * depths[:, None] * normals
            assert abs(rows[:, WISH : WISH + 3] - pushed).max() < 1e-6
            moments = np.cross(rows[:, ARM : ARM + 3], normals)
            assert abs(rows[:, MOMENT : MOMENT + 3] - moments).max() < 1e-12
        return [
            (int(slot), tuple(normal), depth)
            for slot, normal, depth in zip(self.slots[:count], normals, depths, strict=True)
        ]

    def on_ground(self):
        args = (
            self.room,
            self.radius,
            self.state,
            self.motion,
            self.material,
        )
        return self.touches(touching.on_ground(self.rows, self.slots, 0, *args))

    def on_spheres(self, *spheres):
        args = (np.array(spheres), self.normals, self.r_in, self.r_out, self.state, self.motion)
        count = touching.on_spheres(self.rows, self.slots, 0, 100, *args, self.material, self.scale)
        return self.touches(count)

    def on_posts(self, *posts):
        count = touching.on_posts(
            self.rows, self.slots, 0, 100, np.array(posts), self.room, self.normals, self.r_in,
            self.r_out, self.radius, self.state, self.motion, self.material,
        )  # fmt: skip
        return self.touches(count)

    def on_boxes(self, *boxes):
        count = touching_box.on_boxes(
            self.rows, self.slots, 0, 100, np.array(boxes), self.room, self.normals, self.r_in,
            self.r_out, self.radius, self.state, self.motion, self.material, self.kept, self.number,
        )  # fmt: skip
        self.number += 1.0
        self.kept[self.slots[:count], contact.LAST] = self.number
        return self.touches(count)

    def in_tower(self, tower, hat_low=None):
        low = tower[touching_tower.HAT_LOW] if hat_low is None else hat_low
        count = touching_tower.in_tower(
            self.rows, self.slots, 0, self.room, self.normals, self.r_in, self.r_out,
            self.radius, self.state, self.motion, self.material, self.material, tower,
            low, hat_low is not None, 0.0, 0.0, self.kept, self.number,
        )  # fmt: skip
        self.number += 1.0
        self.kept[self.slots[:count], contact.LAST] = self.number
        return self.touches(count)


def box(x, y, yaw, length, depth, height):
    row = np.zeros(touching_box.BINERTIA + 1)
    row[:7] = x, y, math.cos(yaw), math.sin(yaw), length / 2, depth / 2, height
    row[touching_box.BON] = 1.0
    return row


def tower(angle=45.0, lip=4.0, length=120.0, width=34.0, opening=40.0, hat_at=70.0):
    slope = math.radians(angle)
    sin, cos = math.sin(slope), math.cos(slope)
    return np.array(
        [
            sin, cos, lip, -length * cos, width / 2, lip + opening, -hat_at * cos,
            lip + hat_at * sin - 2.0, 0.0, 0.0,
        ]
    )  # fmt: skip


def mixture(points):
    """The point of a convex hull that is nearest to the origin."""
    scale = 1e3
    a = np.vstack([points.T, scale * np.ones(len(points))])
    shares, _ = nnls(a, np.array([0.0, 0.0, 0.0, scale]))
    return shares @ points / shares.sum()


def rounded(touches, side):
    """Normals, mirrored where ``side`` is -1, and depths of contacts, in an order of their own."""
    return sorted(
        (round(x, 6), round(side * y, 6) + 0.0, round(z, 6), round(depth, 6))
        for _, (x, y, z), depth in touches
    )


def rng_of(*words):
    return np.random.default_rng([ord(c) for c in " ".join(words)])


class TestEdgesThroughDice:
    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_the_chord_of_a_line_is_what_lies_inside_of_all_faces(self, kind, size):
        rng = rng_of("chord", kind)
        hits = 0
        for _ in range(300):
            die = Die.anyhow(rng, kind, size, rng.uniform(-5, 5, 3))
            start = rng.uniform(-20, 20, 3)
            aim = rng.uniform(-8, 8, 3) - start
            length = float(rng.uniform(5, 50))
            along = aim / np.linalg.norm(aim)
            a, b = touching.chord(
                tuple(start), tuple(along), length, die.state, die.normals, die.r_in
            )
            ts = np.linspace(0, length, 4001)
            points = start + ts[:, None] * along - np.array(die.place)
            inside = ts[(points @ die.normals.T <= die.r_in).all(axis=1)]
            if len(inside) == 0:
                assert b - a < 2 * ts[1]
                continue
            hits += 1
            assert a == pytest.approx(inside[0], abs=ts[1])
            assert b == pytest.approx(inside[-1], abs=ts[1])
        assert hits > 100

    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_the_way_out_of_a_shadow_is_the_shortest(self, kind, size):
        """Also from outside, where it is negative: the distance, seen from the nearest point."""
        rng = rng_of("way", kind)
        inside = 0
        for _ in range(400):
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 0.0))
            frame = Rotation.random(rng=rng).as_matrix()
            u, w = frame[0], frame[1]
            flat = np.stack([die.corners @ u, die.corners @ w], axis=1)
            ring = [tuple(p) for p in flat[ConvexHull(flat).vertices]]
            p = rng.uniform(-1.3, 1.3, 2) * die.r_in
            point = tuple(p[0] * u + p[1] * w + rng.uniform(-9, 9) * frame[2])
            way, du, dw = touching.way_out(die.room, point, tuple(u), tuple(w))
            gap = polygon_gap(tuple(p), ring)
            assert way == pytest.approx(-gap, abs=1e-9)
            assert math.hypot(du, dw) == pytest.approx(1.0)
            out = (p[0] + way * du, p[1] + way * dw)
            assert polygon_gap(out, ring) == pytest.approx(0.0, abs=1e-9)
            inside += gap < 0
        assert 100 < inside < 395

    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_the_way_out_does_not_lead_into_the_faces_beside_an_edge(self, kind, size):
        """Against all sides of the outline: the nearest of those that push out of both faces.

        The die is pushed against the way of the point, so the way may not lead against them.
        """
        rng = rng_of("beside", kind)
        longer = none = outside = 0
        for _ in range(600):
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 0.0))
            frame = Rotation.random(rng=rng).as_matrix()
            u, w = frame[0], frame[1]
            flat = np.stack([die.corners @ u, die.corners @ w], axis=1)
            hull = ConvexHull(flat)
            point = rng.uniform(-1.4, 1.4, 2) * die.r_in
            first = rng.uniform(-math.pi, math.pi)
            # A right angle, as of a box, or any other, as of ramp and front.
            second = first + (math.pi / 2 if rng.random() < 0.5 else rng.uniform(0.3, 3.1))
            one, other = [(math.cos(a), math.sin(a)) for a in (first, second)]
            where = tuple(point[0] * u + point[1] * w + rng.uniform(-9, 9) * frame[2])
            args = (die.room, where, tuple(u), tuple(w))
            way, *out = touching.way_out(*args, one, other)
            sides, ways = hull.equations[:, :2], -hull.equations @ [*point, 1.0]
            may = (sides @ one > -touching.ASKEW) & (sides @ other > -touching.ASKEW)
            if min(ways) < 0.0:
                # Outside there is one nearest place, with a way or without.
                outside += 1
                freely, *away = touching.way_out(*args)
                if np.dot(away, one) > -touching.ASKEW and np.dot(away, other) > -touching.ASKEW:
                    assert (way, *out) == (freely, *away)
                else:
                    assert (way, *out) == (-1e9, 0.0, 0.0)
                continue
            if not may.any():
                assert (way, *out) == (-1e9, 0.0, 0.0)
                none += 1
                continue
            assert way == pytest.approx(ways[may].min(), abs=1e-9)
            nearest = sides[may][ways[may] < way + 1e-9]
            assert max(nearest @ out) == pytest.approx(1.0)
            longer += way > min(ways) + 1e-6
        assert longer > 100
        assert outside > 30
        assert none > 0 or kind != "d4"  # with many sides one always leads out

    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_a_tip_leaves_by_the_nearest_face_that_its_box_can_push(self, kind, size):
        rng = rng_of("tip", kind)
        outside = free = longer = none = 0
        for _ in range(2000):
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 0.0))
            point = rng.normal(size=3)
            point *= 1.5 * die.r_in * rng.random() / np.linalg.norm(point)
            edges = Rotation.random(rng=rng).as_matrix() * rng.choice([-1, 1], 3)[:, None]
            way, row = touching.tip(tuple(point), *(tuple(e) for e in edges), die.normals, die.r_in)
            ways = die.r_in - die.normals @ point
            may = (die.normals @ edges.T > -touching.ASKEW).all(axis=1)
            if ways.min() <= 0.0:
                assert (way, row) == (1e9, -1)
                outside += 1
            elif not may.any():
                assert (way, row) == (1e9, -1)
                none += 1
            else:
                assert way == pytest.approx(ways[may].min(), abs=1e-12)
                assert row == int(np.where(may, ways, 1e9).argmin())
                # It may be a longer way than that by a face that is forbidden.
                free += row == int(ways.argmin())
                longer += row != int(ways.argmin())
        assert min(outside, free, longer) > 50
        assert (none > 0) == (kind == "d4")  # with more faces one always leads out

    @pytest.mark.parametrize("radius", [0.0, 0.4, 1.5])
    def test_an_edge_begins_to_touch_with_depth_0(self, radius):
        """A die that comes down on the edge of a box: however round its edges are."""
        rng = rng_of("edge", str(radius))
        for kind, size in DICE:
            begun = shallow = 0
            for _ in range(20):
                die = Die.anyhow(rng, kind, size, (0.0, 0.0, 40.0), radius)
                lowered = np.arange(0.0, 12.0, 0.02)
                depths = {}
                for down in lowered:
                    die.state[2] = 34.0 - down
                    for slot, _, depth in die.on_boxes(box(30.0, 3.0, 0.2, 60.0, 40.0, 20.0)):
                        depths.setdefault(slot, []).append((down, depth))
                for seen in depths.values():
                    if seen[0][0] > 0.0:
                        # Coming 0.02 mm nearer, hardly anything is deeper than that at first:
                        # only where the shortest way out led into a face of the box before.
                        shallow += seen[0][1] <= 0.0201
                        begun += 1
            assert begun > 10
            assert shallow >= 0.8 * begun


class TestHalfSpheres:
    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_against_the_nearest_mixture_of_corners(self, kind, size):
        rng = rng_of("sphere", kind)
        touched = 0
        for _ in range(200):
            way = rng.normal(size=3)
            way[2] = abs(way[2])
            radius = float(rng.uniform(10, 45))
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 0.0))
            far = radius + rng.uniform(0.3, 1.1) * die.r_out
            die.place = tuple(np.array([3.0, -2.0, 0.0]) + far * way / np.linalg.norm(way))
            die.state[:3] = die.place
            point = mixture(die.corners + np.array(die.place) - np.array([3.0, -2.0, 0.0]))
            exact = float(np.linalg.norm(point))
            found = die.on_spheres((3.0, -2.0, radius))
            if exact >= radius:
                assert found == []
                continue
            ((slot, normal, depth),) = found
            assert slot == 100
            assert depth == pytest.approx(radius - exact, abs=1e-4)
            assert normal == pytest.approx(point / exact, abs=1e-5)
            # Its lever is that of the nearest point.
            arm = point + np.array([3.0, -2.0, 0.0]) - np.array(die.place)
            moment = np.cross(arm, normal)
            assert die.rows[0, MOMENT : MOMENT + 3] == pytest.approx(moment, abs=1e-3)
            touched += 1
        assert touched > 60

    @pytest.mark.parametrize(
        ("turn", "height", "distance", "elevation"),
        [
            (FLAT, 8.0, 28.0, 0.0),
            (
                (math.cos(math.pi / 8), 0.0, math.sin(math.pi / 8), 0.0),
                8.0 * math.sqrt(2),
                27.8,
                34,
            ),
        ],
    )
    def test_a_d6_before_a_half_sphere(self, turn, height, distance, elevation):
        """PHYSICS.md section 1: flat it touches R = 20 mm at 28.0 mm, tilted by 45° at 27.8 mm."""
        near, far = 20.0, 40.0
        for _ in range(50):
            middle = (near + far) / 2
            if Die(place=(middle, 0.0, height), turn=turn).on_spheres((0.0, 0.0, 20.0)):
                near = middle
            else:
                far = middle
        ((_, normal, _),) = Die(place=(near, 0.0, height), turn=turn).on_spheres((0.0, 0.0, 20.0))
        assert far == pytest.approx(distance, abs=0.05)
        assert math.degrees(math.asin(normal[2])) == pytest.approx(elevation, abs=0.5)


class TestPosts:
    @pytest.mark.parametrize("radius", [0.0, 1.0])
    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_against_the_shadow_in_plan(self, kind, size, radius):
        rng = rng_of("post", kind)
        touched = 0
        for _ in range(300):
            die = Die.anyhow(rng, kind, size, (*rng.uniform(-14, 14, 2), 20.0), radius)
            post = float(rng.uniform(2, 12))
            flat = die.corners + np.array(die.place)
            flat[:, 2] = 0.0
            exact = float(np.linalg.norm(mixture(flat))) - radius
            if exact + radius < 0.01:
                continue  # the axis runs through the die
            found = die.on_posts((0.0, 0.0, post))
            if exact >= post:
                assert found == []
                continue
            ((_, normal, depth),) = found
            assert depth == pytest.approx(post - exact, abs=1e-4)
            assert normal == pytest.approx(mixture(flat) / (exact + radius), abs=1e-2)
            # The arm to the point that touches lies in the die: its height is one of a corner's.
            height = die.rows[0, ARM + 2]
            assert die.corners[:, 2].min() - 1e-3 <= height <= die.corners[:, 2].max() + 1e-3
            touched += 1
        assert touched > 60

    def test_a_d6_flat_against_a_post_is_touched_half_way_up(self):
        die = Die(place=(12.9, 0.0, 8.0))
        ((_, normal, depth),) = die.on_posts((0.0, 0.0, 5.0))
        assert normal == pytest.approx((1.0, 0.0, 0.0))
        assert depth == pytest.approx(0.1)
        assert die.rows[0, MOMENT : MOMENT + 3] == pytest.approx((0.0, 0.0, 0.0), abs=1e-2)

    @pytest.mark.parametrize(
        ("turn", "half"),
        [
            # Face, edge and corner on, by hand: half the size, half a face's diagonal; standing on
            # a corner its outline in plan is a hexagon: corners at sqrt(2/3) of its size, and sides
            # at sqrt(1/2), half a face's diagonal again.
            (0.0, 8.0),
            (45.0, 8.0 * math.sqrt(2)),
            ("corner", 16.0 * math.sqrt(2 / 3)),
            ("side", 8.0 * math.sqrt(2)),
        ],
    )
    @pytest.mark.parametrize("radius", [0.0, 0.7])
    @pytest.mark.parametrize("heading", [0.0, 1.1, 4.0])
    def test_the_gap_of_a_d6_and_a_post_by_hand(self, heading, radius, turn, half):
        """Its corners are drawn in by the share of the radius and rounded by it."""
        post = 5.0
        if isinstance(turn, str):
            # The space diagonal upright; seen from there a corner lies at the angle of x, and a
            # side 30 degrees on.
            up = np.array([1.0, 1.0, 1.0]) / math.sqrt(3)
            toward = np.array([2.0, -1.0, -1.0]) / math.sqrt(6)
            upright = Rotation.from_matrix(np.array([toward, np.cross(up, toward), up]))
            spun = Rotation.from_euler("z", 30.0 if turn == "side" else 0.0, degrees=True)
            matrix = spun * upright
        else:
            matrix = Rotation.from_euler("z", turn, degrees=True)
        x, y, z, w = (Rotation.from_euler("z", heading) * matrix).as_quat().tolist()
        way = np.array([math.cos(heading), math.sin(heading), 0.0])
        reach = half * (8.0 - radius) / 8.0 + radius
        for gap in (0.01, -0.01, -0.3):
            place = tuple((-(reach + post + gap) * way + [30.0, -20.0, 20.0]).tolist())
            die = Die(place=place, turn=(w, x, y, z), radius=radius)
            found = die.on_posts((30.0, -20.0, post))
            if gap > 0.0:
                assert found == []
                continue
            ((slot, normal, depth),) = found
            assert slot == 100
            assert depth == pytest.approx(-gap, abs=1e-9)
            assert normal == pytest.approx(-way, abs=1e-9)
            # It touches in the line from centre to axis, at its surface.
            assert die.rows[0, ARM : ARM + 2] == pytest.approx(reach * way[:2])

    def test_a_d6_beside_a_post_that_its_edge_just_misses(self):
        """Face on and 2 mm past the end of its face: the edge is the nearest, by Pythagoras."""
        along, aside = 4.0, 2.0
        reach = math.hypot(along, aside)
        place = (-8.0 - along, -8.0 - aside, 20.0)
        assert Die(place=place).on_posts((0.0, 0.0, reach - 0.01)) == []
        ((_, normal, depth),) = Die(place=place).on_posts((0.0, 0.0, reach + 0.01))
        assert depth == pytest.approx(0.01)
        assert normal == pytest.approx((-along / reach, -aside / reach, 0.0))


class TestBoxes:
    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_a_die_that_touches_is_in_the_box_and_one_that_is_apart_does_not(self, kind, size):
        rng = rng_of("box", kind)
        touched = apart = 0
        for _ in range(300):
            yaw = float(rng.uniform(-3, 3))
            length, depth, height = rng.uniform(20, 60), rng.uniform(16, 50), rng.uniform(10, 50)
            block = Block("b", 3.0, -4.0, yaw, length, depth, height)
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, rng.uniform(5, height + 9)))
            # Beside it, at any distance up to its reach.
            where = rng.uniform(0, 2 * math.pi)
            way = rng.uniform(0, length / 2 + depth / 2 + die.r_out)
            die.state[:2] = 3.0 + way * math.cos(where), -4.0 + way * math.sin(where)
            die.place = tuple(die.state[:3])
            ends = np.array([(*c, z) for c in block.corners() for z in (0.0, height)])
            pairs = (die.corners + np.array(die.place))[:, None, :] - ends[None, :, :]
            distance = float(np.linalg.norm(mixture(pairs.reshape(-1, 3))))
            found = die.on_boxes(box(3.0, -4.0, yaw, length, depth, height))
            if distance > 0.01:
                assert found == []
                apart += 1
                continue
            for _, normal, deep in found:
                assert 0.0 < deep <= touching.DEEPEST
                assert math.hypot(*normal) == pytest.approx(1.0)
            touched += bool(found)
        assert touched > 30
        assert apart > 20

    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_a_die_that_comes_nearer_touches_when_it_is_there_and_is_pushed_off(self, kind, size):
        rng = rng_of("near", kind)
        for _ in range(60):
            yaw = float(rng.uniform(-3, 3))
            block = Block("b", 0.0, 0.0, yaw, 40.0, 30.0, 60.0)
            row = box(0.0, 0.0, yaw, 40.0, 30.0, 60.0)
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 30.0))
            where = rng.uniform(0, 2 * math.pi)
            way = np.array([math.cos(where), math.sin(where), 0.0])
            ends = np.array([(*c, z) for c in block.corners() for z in (0.0, 60.0)])

            def apart(far, die=die, way=way, ends=ends):
                moved = die.corners + far * way + np.array([0.0, 0.0, 30.0])
                pairs = moved[:, None, :] - ends[None, :, :]
                return float(np.linalg.norm(mixture(pairs.reshape(-1, 3))))

            near, far = 0.0, 60.0
            for _ in range(40):
                middle = (near + far) / 2
                near, far = (near, middle) if apart(middle) > 1e-6 else (middle, far)
            die.state[:2] = (far + 0.05) * way[:2]
            assert die.on_boxes(row) == []
            die.state[:2] = (far - 0.05) * way[:2]
            found = die.on_boxes(row)
            assert found
            for _, normal, deep in found:
                assert 0.0 < deep < 0.06
                # Pushed along its normal by its depth the die is free.
                assert normal @ way > 0.0
            push = np.array(found[0][1])
            assert apart(far - 0.05) < 0.01 <= apart(far + 0.2) + 1.0
            moved = die.corners + (far - 0.05) * way + np.array([0.0, 0.0, 30.0]) + 0.5 * push
            freed = float(np.linalg.norm(mixture((moved[:, None] - ends[None]).reshape(-1, 3))))
            assert freed > 0.4

    @pytest.mark.parametrize(("kind", "size"), DICE)
    def test_a_die_that_meets_a_low_box_in_any_way_touches_it_when_it_is_there(self, kind, size):
        """Corner, edge and face of the die against face, edge and tip of the box."""
        rng = rng_of("low", kind)
        yaw, height = 0.3, 20.0
        block = Block("b", 0.0, 0.0, yaw, 30.0, 16.0, height)
        row = box(0.0, 0.0, yaw, 30.0, 16.0, height)
        ends = np.array([(*c, z) for c in block.corners() for z in (0.0, height)])
        slots = set()
        for _ in range(300):
            # Toward a point of the box near its upper corner or its upper edges.
            aim = np.array([*block.corners()[rng.integers(4)], height]) * rng.uniform(0.6, 1.1, 3)
            way = rng.normal(size=3)
            way[2] = abs(way[2])
            way /= np.linalg.norm(way)
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 0.0))

            def apart(far, die=die, way=way, aim=aim):
                pairs = (die.corners + aim + far * way)[:, None, :] - ends[None, :, :]
                return float(np.linalg.norm(mixture(pairs.reshape(-1, 3))))

            near, far = 0.0, 60.0
            for _ in range(40):
                middle = (near + far) / 2
                near, far = (near, middle) if apart(middle) > 1e-6 else (middle, far)
            die.state[:3] = aim + (near - 0.05) * way
            if apart(near - 0.05) > 1e-6 or die.state[2] + die.corners[:, 2].min() < 0.1:
                continue
            found = die.on_boxes(row)
            assert found, (die.turn, die.state[:3])
            slots.update(slot - 100 - len(die.corners) for slot, *_ in found)
            for _, normal, deep in found:
                # The way along an edge may be a little longer than that of its tip.
                assert 0.0 < deep < touching.BLUNT * 0.05 + touching.LEAST
                # Past an edge the nearest face may be another than that it came through.
                assert normal @ way > -0.5
            assert any(normal @ way > 0.0 for _, normal, _ in found) or len(found) == 1
        assert any(slot < 0 for slot in slots)
        assert any(0 <= slot < 16 for slot in slots)
        assert any(slot >= 16 for slot in slots)

    def test_a_d6_flat_against_a_side_touches_with_a_whole_face(self):
        die = Die(place=(32.8, 2.0, 13.0))
        found = die.on_boxes(box(0.0, 0.0, 0.0, 50.0, 40.0, 60.0))
        corners = [t for t in found if t[0] < 108]
        assert len(corners) == 4
        for _, normal, depth in corners:
            assert normal == (1.0, 0.0, 0.0)
            assert depth == pytest.approx(0.2)

    def test_a_d6_lies_on_a_box(self):
        die = Die(place=(3.0, 2.0, 27.9))
        found = die.on_boxes(box(0.0, 0.0, 0.3, 50.0, 40.0, 20.0))
        assert len(found) == 4
        for _, normal, depth in found:
            assert normal == pytest.approx(UP)
            assert depth == pytest.approx(0.1)

    def test_a_box_that_is_off_is_not_there(self):
        row = box(0.0, 0.0, 0.0, 50.0, 40.0, 60.0)
        row[touching_box.BON] = 0.0
        assert Die(place=(32.8, 2.0, 13.0)).on_boxes(row) == []


class TestCornersInBoxes:
    """A corner of a die near an upright edge of a box stays with the face it came in through."""

    YAW = 0.3
    HALF = (25.0, 20.0)
    HEIGHT = 60.0

    def die(self, radius=0.0):
        """A d6 with a corner ahead of all others: only that one is near the box."""
        ahead = np.array([1.0, 1.0, 1.0]) / math.sqrt(3)
        turned, _ = Rotation.align_vectors([[-0.8, -0.5, -0.2]], [ahead])
        x, y, z, w = turned.as_quat().tolist()
        return Die(turn=(w, x, y, z), radius=radius)

    def put(self, die, deep_long, deep_deep, deep_top=30.0):
        """Face and depth of the corner where it is so deep behind the faces, as the die sees it.

        Names: "long" for the face at the end of the box's length, and so on; None: no contact.
        """
        lead = int((die.corners @ [0.8, 0.5, 0.2]).argmin())
        c, s = math.cos(self.YAW), math.sin(self.YAW)
        depths = np.array([deep_long, deep_deep, deep_top]) - die.radius
        u, v, z = np.array([*self.HALF, self.HEIGHT]) - depths
        place = np.array([3.0 + u * c - v * s, -4.0 + u * s + v * c, z])
        die.state[:3] = place - die.corners[lead]
        row = box(3.0, -4.0, self.YAW, 2 * self.HALF[0], 2 * self.HALF[1], self.HEIGHT)
        found = [t for t in die.on_boxes(row) if t[0] == 100 + lead]
        if not found:
            return None
        ((_, normal, depth),) = found
        faces = {"long": (c, s, 0.0), "deep": (-s, c, 0.0), "top": UP}
        (name,) = [n for n, way in faces.items() if np.allclose(normal, way)]
        return name, pytest.approx(depth, abs=1e-9)

    @pytest.mark.parametrize("radius", [0.0, 0.5])
    def test_it_leaves_by_the_nearest_at_first_and_by_the_same_thereafter(self, radius):
        for places, face in (
            ([(0.1, 0.5), (0.3, 0.3), (0.5, 0.1), (0.9, 0.01)], "long"),
            ([(0.5, 0.1), (0.3, 0.3), (0.1, 0.5), (0.01, 0.9)], "deep"),
        ):
            die = self.die(radius)
            for place in places:
                depth = place[0] if face == "long" else place[1]
                assert self.put(die, *place) == (face, depth)
            # Not one that was never there.
            assert self.put(self.die(radius), *places[-1]) != (face, depth)

    def test_so_it_does_at_the_upper_edges(self):
        die = self.die()
        assert self.put(die, 0.2, 9.0, 0.1) == ("top", 0.1)
        assert self.put(die, 0.1, 9.0, 0.3) == ("top", 0.3)
        die = self.die()
        assert self.put(die, 9.0, 0.1, 0.2) == ("deep", 0.1)
        assert self.put(die, 9.0, 0.3, 0.1) == ("deep", 0.3)

    def test_after_a_step_without_contact_the_nearest_counts_again(self):
        die = self.die()
        assert self.put(die, 0.1, 0.5) == ("long", 0.1)
        assert self.put(die, -0.1, 0.5) is None
        assert self.put(die, 0.5, 0.2) == ("deep", 0.2)
        # However it was away: nothing else of what it keeps tells it.
        die.number += 1.0
        assert self.put(die, 0.2, 0.5) == ("long", 0.2)

    @pytest.mark.parametrize(("depth", "stays"), [(0.99, True), (1.01, False)])
    def test_deeper_than_it_can_be_held_it_leaves_by_the_nearest(self, depth, stays):
        assert touching.HELD == 1.0
        die = self.die()
        assert self.put(die, 0.1, 0.5) == ("long", 0.1)
        assert self.put(die, depth, 0.3) == (("long", depth) if stays else ("deep", 0.3))
        # And from then on by that.
        assert self.put(die, 0.2, 0.3) == (("long", 0.2) if stays else ("deep", 0.3))


class TestGround:
    @pytest.mark.parametrize("radius", [0.0, 1.0])
    def test_a_d6_that_lies_flat_touches_with_four_corners(self, radius):
        found = Die(place=(0.0, 0.0, 7.9), radius=radius).on_ground()
        assert len(found) == 4
        for _, normal, depth in found:
            assert normal == UP
            assert depth == pytest.approx(0.1)

    def test_a_die_in_the_air_touches_nothing(self):
        assert Die(place=(0.0, 0.0, 8.01)).on_ground() == []


class TestTowers:
    def on_ramp(self, made, way, height, kind="d6", size=16.0, aside=0.0):
        """A die with a face on the ramp, ``way`` mm from the lip, ``height`` over its surface."""
        sin, cos, lip = made[touching_tower.SIN], made[touching_tower.COS], made[touching_tower.LIP]
        turn = math.asin(sin) / 2
        return Die(
            kind,
            size,
            (-way * cos + height * sin, aside, lip + way * sin + height * cos),
            (math.cos(turn), 0.0, math.sin(turn), 0.0),
        )

    def test_a_d6_on_the_ramp_touches_with_four_corners(self):
        made = tower()
        found = self.on_ramp(made, 40.0, 7.9).in_tower(made)
        assert len(found) == 4
        for _, normal, depth in found:
            assert normal == pytest.approx(
                (made[touching_tower.SIN], 0.0, made[touching_tower.COS])
            )
            assert depth == pytest.approx(0.1)
        assert self.on_ramp(made, 40.0, 8.01).in_tower(made) == []

    def test_a_d6_half_over_the_lip_touches_with_two_corners_and_the_lip(self):
        made = tower()
        found = self.on_ramp(made, 2.0, 7.9).in_tower(made)
        corners = [t for t in found if t[0] < 32]
        lip = [t for t in found if 32 <= t[0] < 34]
        assert (len(corners), len(lip)) == (2, 2)
        for _, normal, depth in found:
            assert normal == pytest.approx(
                (made[touching_tower.SIN], 0.0, made[touching_tower.COS])
            )
            assert depth == pytest.approx(0.1)
        # Its two contacts are as far apart as the die is wide.
        arms = [die_row[ARM : ARM + 3] for die_row in self.rows_of(made)]
        assert np.linalg.norm(arms[0] - arms[1]) == pytest.approx(16.0)

    def rows_of(self, made):
        die = self.on_ramp(made, 2.0, 7.9)
        found = die.in_tower(made)
        return [die.rows[k] for k, t in enumerate(found) if 32 <= t[0] < 34]

    @pytest.mark.parametrize(
        ("beyond", "held"), [(-1.0, True), (-0.01, True), (0.01, True), (0.04, False), (1.0, False)]
    )
    def test_the_ramps_upper_end_holds_a_corner_a_little_beyond_it(self, beyond, held):
        """Farther beyond, the edge is in the die and holds it instead."""
        made, deep = tower(), 0.02
        way = 120.0 + (beyond - deep * made[touching_tower.SIN]) / made[touching_tower.COS]
        die = self.on_ramp(made, way - 8.0, 8.0 - deep)
        upper = die.corners[:, 0] + die.state[0] - made[touching_tower.TOP_X]
        assert min(abs(upper + beyond)) < 1e-9
        found = die.in_tower(made)
        corners = [t for t in found if 8 <= t[0] < 16]
        edge = [t for t in found if 34 <= t[0] < 36]
        assert len(found) == len(corners) + len(edge)
        assert len(corners) == (4 if held else 2)
        assert len(edge) == (0 if held else 2)
        for _, normal, depth in found:
            assert normal == pytest.approx(
                (made[touching_tower.SIN], 0.0, made[touching_tower.COS])
            )
            assert depth == pytest.approx(deep, abs=1e-9)

    @pytest.mark.parametrize("side", [-1.0, 1.0])
    def test_a_wall_pushes_back_into_the_channel(self, side):
        made = tower()
        die = self.on_ramp(made, 40.0, 10.0, aside=side * (17.0 - 7.9))
        found = die.in_tower(made)
        assert len(found) == 4
        for _, normal, depth in found:
            assert normal == (0.0, -side, 0.0)
            assert depth == pytest.approx(0.1)

    def test_the_hat_holds_a_d6_by_its_front(self):
        made = tower(hat_at=70.0)
        low = made[touching_tower.HAT_LOW]
        x = made[touching_tower.HAT_X] - touching_tower.HAT_HALF - 7.9
        die = Die(place=(x, 0.0, low + 12.0))
        found = [t for t in die.in_tower(made, hat_low=low) if t[1][0] < -0.9]
        assert len([t for t in found if 24 <= t[0] < 32]) == 4
        for _, normal, depth in found:
            assert normal == (-1.0, 0.0, 0.0)
            assert depth == pytest.approx(0.1)

    def test_a_hat_that_is_up_holds_nothing(self):
        made = tower()
        x = made[touching_tower.HAT_X] - touching_tower.HAT_HALF - 7.9
        die = Die(place=(x, 0.0, made[touching_tower.HAT_LOW] + 12.0))
        found = die.in_tower(made, hat_low=made[touching_tower.HAT_LOW] + 60.0)
        assert [t for t in found if t[1][0] < -0.9] == []

    def test_mirrored_dice_touch_mirrored(self):
        """Everything in the tower is the same to the left and to the right."""
        rng = rng_of("mirror")
        made = tower(lip=6.0)
        looked_at = 0
        for kind, size in DICE:
            for _ in range(100):
                place = rng.uniform((-90, 0, 5), (12, 26, 60))
                die = Die.anyhow(rng, kind, size, place)
                other = Die(kind, size, (place[0], -place[1], place[2]), die.turn)
                flip = np.array([1.0, -1.0, 1.0])
                other.corners[:], other.normals = die.corners * flip, die.normals * flip
                one, two = die.in_tower(made), other.in_tower(made)
                assert len(one) == len(two)
                assert rounded(one, 1.0) == rounded(two, -1.0)
                looked_at += bool(one)
        assert looked_at > 100


class TestPastAnEnd:
    """A corner that slipped past the end of the face it is pressed into: its edges are held."""

    YAW = 0.3

    def edges(self, die):
        return {
            tuple(sorted(pair))
            for loop in solid(die.kind, die.size).loops
            for pair in zip(loop, [*loop[1:], loop[0]], strict=True)
        }

    def deepest(self, die, lead, beyond, depth):
        """Greatest depth of the edges of corner ``lead`` where they pass the end (0: none)."""
        found = 0.0
        for a, b in self.edges(die):
            if lead in (a, b):
                other = b if a == lead else a
                if beyond[lead] >= 0.0 > beyond[other]:
                    share = beyond[lead] / (beyond[lead] - beyond[other])
                    found = max(found, depth[lead] + share * (depth[other] - depth[lead]))
        return found

    def tried(self, place, contacts, *, held=True):
        """Dice of all ways with their lead corner beyond the end; those that only their edges hold.

        ``contacts`` are those of the corners with the face, ``held``: it touched it a step before.
        """
        rng, seen, exact = rng_of("past an end"), 0, 0
        for kind, size in DICE * 60:
            die = Die.anyhow(rng, kind, size, (0.0, 0.0, 60.0))
            beyond, depth, lead = place(die, rng)
            want = self.deepest(die, lead, beyond, depth)
            most = max(self.deepest(die, k, beyond, depth) for k in range(len(die.corners)))
            found, edge = contacts(die, lead, held)
            if edge or not 0.0 < want <= most < touching.HELD:
                continue
            # Where several corners are beyond, a line through the die may be deeper than an edge.
            (at,) = [d for slot, d in found if slot == lead]
            assert want - 1e-9 <= at <= most + 1e-9
            exact += most == want
            seen += 1
        assert seen > 8
        assert exact > 4

    def test_of_the_ramps_upper_end(self):
        made = tower()
        sin, cos, top = (made[k] for k in (touching_tower.SIN, touching_tower.COS, 3))
        end = made[touching_tower.LIP] - top * sin / cos

        def place(die, rng):
            # The lead corner just beyond the end, just below the surface.
            lead = int((die.corners @ (cos, 0.0, -sin)).argmin())
            at = np.array([top - rng.uniform(0.01, 0.1), 0.0, end])
            at -= rng.uniform(0.05, 0.5) * np.array([sin, 0.0, cos])
            die.state[:3] = at - die.corners[lead]
            points = die.corners + die.state[:3]
            over = points[:, 0] * sin + (points[:, 2] - made[touching_tower.LIP]) * cos
            return top - points[:, 0], -over, lead

        def contacts(die, lead, held):
            many = len(die.corners)
            if held:
                die.kept[many + lead, contact.LAST] = die.number
                die.kept[many + lead, contact.FACE] = touching.TOP_FACE
            found = die.in_tower(made)
            edge = any(slot in (4 * many + 2, 4 * many + 3) for slot, _, _ in found)
            for slot, normal, _ in found:
                assert slot != many + lead or normal == pytest.approx((sin, 0.0, cos))
            return [(slot - many, depth) for slot, _, depth in found], edge

        self.tried(place, contacts)

    def test_of_the_upper_face_of_a_box(self):
        row = box(3.0, -4.0, self.YAW, 60.0, 50.0, 12.0)
        c, s = math.cos(self.YAW), math.sin(self.YAW)

        def place(die, rng):
            lead = int((die.corners @ (-c, -s, -1.0)).argmin())
            u, z = 30.0 + rng.uniform(0.01, 0.1), 12.0 - rng.uniform(0.05, 0.5)
            at = np.array([3.0 + u * c, -4.0 + u * s, z])
            die.state[:3] = at - die.corners[lead]
            points = die.corners + die.state[:3]
            beyond = (points[:, 0] - 3.0) * c + (points[:, 1] + 4.0) * s - 30.0
            return beyond, 12.0 - points[:, 2], lead

        def contacts(die, lead, held):
            many = len(die.corners)
            if held:
                die.kept[100 + lead, contact.LAST] = die.number
                die.kept[100 + lead, contact.FACE] = touching.TOP_FACE
            found = die.on_boxes(row)
            edge = any(slot - 100 - many in (8, 9) for slot, _, _ in found)
            for slot, normal, _ in found:
                assert slot != 100 + lead or normal == UP
            return [(slot - 100, depth) for slot, _, depth in found], edge

        self.tried(place, contacts)
