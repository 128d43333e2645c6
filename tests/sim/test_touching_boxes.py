"""Where a die touches boxes: against other ways to find it, and in poses that are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from die_kit import DICE, UP, Die, box, mixture, rng_of
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from benchmarks.checks.geometry import Block, polygon_gap
from sim import touching, touching_box


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
