"""Where a die touches ground, half-spheres, posts and its tower: other ways, and known poses."""

from __future__ import annotations

import math

import numpy as np
import pytest
from die_kit import DICE, FLAT, UP, Die, box, mixture, rng_of, rounded, tower
from scipy.spatial.transform import Rotation

from sim import contact, touching, touching_tower
from sim.contact import ARM, MOMENT
from sim.solids import solid


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
