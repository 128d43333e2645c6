"""Random throws over random legal layouts, judged by the independent oracle.

`python -m benchmarks.soak` throws many more of the same series.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from benchmarks.checks import between, layouts, oracle, polyhedra, throwing
from benchmarks.checks.evidence import Evidence, Instant
from benchmarks.checks.geometry import Ball, Block, Post, Scene, Shape

SCENES = Path(__file__).with_name("scenes")
SERIES = 11
BLOCKS = 10
PER_BLOCK = 10


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_throws_over_random_layouts(block):
    for k in range(block * PER_BLOCK, (block + 1) * PER_BLOCK):
        judgement = throwing.judged(layouts.layout_of(SERIES, k))
        assert judgement.complaints == (), f"layout {k} of series {SERIES} ({judgement.outcome})"


@pytest.mark.parametrize("name", sorted(path.stem for path in SCENES.glob("*.json")))
def test_saved_scenes(name):
    """What once went wrong, energy included."""
    path = SCENES / f"{name}.json"
    layout = layouts.from_json(path.read_text(encoding="utf-8"))
    assert throwing.judged(layout, energy=True).complaints == ()


@settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=20,
    phases=(Phase.generate,),  # to shrink a layout takes minutes
    suppress_health_check=list(HealthCheck),
)
@given(st.randoms(use_true_random=False))
def test_throws_over_layouts_at_their_limits(rng):
    """The same, drawn by hypothesis: it likes zeros, ends of ranges and repeated values."""
    assert throwing.judged(layouts.random_layout(rng)).complaints == ()


def test_the_whole_polyhedron_stays_outside_of_everything():
    """Not only its inscribed ball: corners and edges, in the orientation of every stored moment.

    Contacts are springs: while it strikes something a die is in it by its speed over their angular
    frequency, and by hardly more.
    """
    near = deep = 0
    for k in range(60):
        layout = layouts.layout_of(SERIES + 1, k)
        ended, state = throwing.thrown(layout)
        shape = throwing.shape_of(layout.track, layout.request)
        die = layout.track.piece_set(layout.request.die).die
        seen = throwing.evidence(ended, state, shape)
        moved = {name for name, *_ in ended.displaced}
        scene = throwing.scene_of(layout.track, layout.request)
        standing = [o for o in scene.obstacles if o.name not in moved]
        for moment, give in zip(ended.trace, seen.give(), strict=True):
            body = polyhedra.placed(shape, moment.matrix, moment.place)
            for obstacle in standing:
                if math.dist(moment.place[:2], (obstacle.x, obstacle.y)) > 120.0:
                    continue
                gap = polyhedra.gap(body, obstacle, die.edge_radius)
                # A little more where something presses it on while it strikes.
                assert gap > -0.1 - 1.5 * give, f"layout {k}, {moment.event} at {moment.time:.4f} s"
                near += gap < 0.0
                deep += gap < -0.1
    assert near > 30
    assert deep < near


class TestPolyhedra:
    """The gap of a die from an obstacle, in poses that are known."""

    def d6(self, x, y, z, turn=0.0):
        c, s = math.cos(turn), math.sin(turn)
        return polyhedra.placed(TestTheOracle.shape, (c, -s, 0, s, c, 0, 0, 0, 1), (x, y, z))

    @pytest.mark.parametrize("radius", [0.0, 1.0])
    def test_side_by_side(self, radius):
        block = Block("b", 0.0, 0.0, 0.0, 40.0, 20.0, 30.0)
        for x, gap in ((30.0, 2.0), (28.0, 0.0), (27.5, -0.5)):
            assert polyhedra.gap(self.d6(x, 3.0, 8.0), block, radius) == pytest.approx(gap)
        assert polyhedra.gap(self.d6(0.0, 3.0, 37.0), block, radius) == pytest.approx(-1.0)

    def test_edge_on(self):
        block = Block("b", 0.0, 0.0, 0.0, 40.0, 20.0, 30.0)
        corner = 8.0 * math.sqrt(2)
        body = self.d6(20.0 + corner - 0.3, 0.0, 8.0, math.pi / 4)
        assert polyhedra.gap(body, block, 0.0) == pytest.approx(-0.3)
        # A rounded edge is further in: by (sqrt(2) - 1) of its radius.
        rounded = polyhedra.gap(body, block, 1.0)
        assert rounded == pytest.approx(-0.3 + math.sqrt(2) - 1.0)

    def test_round_obstacles(self):
        assert polyhedra.gap(self.d6(30.0, 0.0, 8.0), Post("p", 0.0, 0.0, 22.5), 0.0) == (
            pytest.approx(-0.5)
        )
        assert polyhedra.gap(self.d6(30.0, 0.0, 8.0), Ball("h", 0.0, 0.0, 20.0), 0.0) == (
            pytest.approx(2.0, abs=1e-3)
        )
        above = polyhedra.gap(self.d6(0.0, 0.0, 27.0), Ball("h", 0.0, 0.0, 20.0), 0.0)
        assert above == pytest.approx(-1.0, abs=1e-3)


def test_layouts_are_legal():
    for k in range(60):
        layout = layouts.layout_of(SERIES, k)
        track, request = layout.track, layout.request
        # Building it anew runs every check of a track: nothing overlaps, nothing overhangs.
        assert type(track).model_validate(track.model_dump()) == track
        scene = throwing.scene_of(track, request)
        everything = [scene.tower, *scene.obstacles]
        for i, a in enumerate(everything):
            assert all(layouts.apart(a, b) >= 0 for b in everything[:i])
        assert scene.inside((scene.tower.x, scene.tower.y))
        assert layouts.from_json(layouts.to_json(layout)) == layout


def test_layouts_are_various():
    """Whatever may vary varies over most of what is legal (mm, degrees)."""
    seen = {}
    kinds, names, touching, edges, faces = set(), set(), 0, 0, set()
    count = 300
    for k in range(count):
        layout = layouts.layout_of(SERIES, k)
        track, request = layout.track, layout.request
        scene = throwing.scene_of(track, request)
        tower, die = track.piece_set(request.tower).tower, track.piece_set(request.die).die
        kinds.add((request.tower, die.kind))
        names.add(request.tower)
        faces.add(request.start_face)
        everything = [scene.tower, *scene.obstacles]
        touching += any(
            layouts.apart(a, b) < 0.05 for i, a in enumerate(everything) for b in everything[:i]
        )
        x, y = scene.mouth
        edges += min(x, y, scene.length - x, scene.width - y) < 15
        materials = track.materials
        figures = {
            "size": die.size,
            "roundness": die.edge_radius / die.size,
            "density": die.mass / die.size**3,
            "ramp": tower.ramp_length,
            "angle": tower.ramp_angle_deg,
            "lip": tower.lip,
            "hat": tower.hat_above,
            "channel": tower.channel_width,
            "height": tower.channel_height,
            "pull": request.pull[0] / 100,
            "sideways": request.pull[1] / 100,
            "obstacles": len(scene.obstacles),
            "blocker on table": materials.blocker_table_friction,
        }
        for pair in ("die_table", "die_ramp", "die_wood"):
            contact = getattr(materials, pair)
            figures[f"{pair} restitution"] = contact.restitution
            figures[f"{pair} friction"] = contact.friction
        for name, figure in figures.items():
            seen.setdefault(name, []).append(figure)
    assert {kind for _, kind in kinds} == {"d4", "d6", "d10", "d12"}
    assert len(kinds) == 16, "every die out of every tower"
    assert names == set(layouts.NAMES)
    assert faces >= set(range(5))
    assert touching > count / 4
    assert edges > count / 12
    reach = {
        "size": (9, 30),
        "roundness": (0.001, 0.12),
        "ramp": (85, 240),
        "angle": (28, 65),
        "lip": (0.1, 11),
        "hat": (10, 130),
        "channel": (26, 50),
        "height": (26, 50),
        "pull": (60, 2500),
        "sideways": (-250, 250),
        "obstacles": (3, 11),
        "blocker on table": (0.1, 0.9),
    }
    for pair in ("die_table", "die_ramp", "die_wood"):
        reach[f"{pair} restitution"] = (0.12, 0.78)
        reach[f"{pair} friction"] = (0.07, 0.58)
    for name, (low, high) in reach.items():
        assert min(seen[name]) < low, name
        assert max(seen[name]) > high, name


def test_a_layout_is_the_same_every_time():
    assert layouts.layout_of(1, 5) == layouts.layout_of(1, 5)
    assert layouts.layout_of(1, 5) != layouts.layout_of(1, 6)


class TestTheOracle:
    """It must see what is wrong: every kind of complaint, provoked."""

    scene = Scene(
        length=1000.0,
        width=500.0,
        mouth=(100.0, 200.0),
        heading=0.0,
        tower=Block("own", 55.0, 200.0, 0.0, 90.0, 60.0, 120.0),
        ramp_top=(-80.0, 110.0),
        lip=4.0,
        channel=34.0,
        obstacles=(
            Ball("ball", 300.0, 200.0, 30.0),
            Post("post", 500.0, 200.0, 8.0),
            Block("rival", 700.0, 200.0, 0.5, 90.0, 60.0, 110.0),
            Block("red", 150.0, 300.0, 0.0, 50.0, 20.0, 26.0, fixed=False),
        ),
    )
    shape = Shape(
        corners=tuple((x, y, z) for x in (-8.0, 8.0) for y in (-8.0, 8.0) for z in (-8.0, 8.0)),
        normals=((1.0, 0, 0), (-1.0, 0, 0), (0, 1.0, 0), (0, -1.0, 0), (0, 0, 1.0), (0, 0, -1.0)),
        numbers=(1, 6, 2, 5, 3, 4),
        reads_bottom=False,
    )

    def seen(self, **changes):
        at = changes.pop("at", (200.0, 230.0))
        x, y = round(at[0] * 100), round(at[1] * 100)
        corners = ((-800, -800), (800, -800), (800, 800), (-800, 800))
        facts = {
            "outcome": "rests",
            "pose": (x, y, 0),
            "face": 3,
            "path": ((10_000, 20_000), (x, y)),
            "outline": tuple((x + u, y + v) for u, v in corners),
            "displaced": (),
            "time": 500,
            "places": ((90.0, 200.0, 40.0), (100.0, 200.0, 30.0), (*at, 8.0)),
            "matrix": (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        }
        return Evidence(**(facts | changes))

    def complaints(self, **changes):
        return " / ".join(oracle.complaints(self.scene, self.shape, self.seen(**changes)))

    def test_it_has_nothing_against_a_good_throw(self):
        assert self.complaints() == ""

    @pytest.mark.parametrize(
        ("at", "words"),
        [
            ((337.0, 200.0), "deep in ball"),
            ((500.0, 215.0), "deep in post"),
            ((700.0, 242.0), "deep in rival"),
            ((150.0, 316.0), "deep in red"),
            ((200.0, 505.0), "beyond the edge"),
        ],
    )
    def test_it_sees_a_die_where_none_can_be(self, at, words):
        assert words in self.complaints(at=at)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"outcome": "vanished"}, "no name"),
            ({"time": -1}, "it took -1 ms"),
            ({"pose": (20_000, 23_000, 36_000)}, "yaw"),
            ({"pose": (20_001, 23_000, 0)}, "the path ends"),
            ({"face": 4}, "it shows 4"),
            ({"matrix": (1.1, 0, 0, 0, 1.0, 0, 0, 0, 1.0)}, "no rotation"),
            ({"matrix": (1.0, 0, 0, 0, 1.0, 0, 0, 0, -1.0)}, "mirror image"),
            ({"path": ((10_100, 20_000), (20_000, 23_000))}, "from the snout line"),
            ({"path": ((10_000, 20_000), (15_000, 25_000), (20_000, 23_000))}, "passes"),
            ({"path": ((10_000, 20_000), (10_000, 20_000), (20_000, 23_000))}, "twice in a row"),
            ({"places": ((100.0, 200.0, 30.0), (200.0, 230.0, 7.0))}, "deep in the ground"),
            ({"places": ((100.0, 200.0, float("nan")),)}, "NaN"),
            ({"outline": ((20_800, 22_200), (19_200, 22_200), (19_200, 23_800))}, "turn left"),
            ({"outline": ((20_100, 22_200), (20_800, 22_200), (20_800, 23_800))}, "outside"),
            ({"displaced": (("red", (15_000, 30_000, 0)), ("pink", (0, 0, 0)))}, "no blocker"),
            ({"displaced": (("red", (50_000, 20_000, 0)),)}, "red ended"),
            ({"outcome": "off_table"}, "from the edge"),
            ({"outcome": "never_left_mouth"}, "with a path of 2 points"),
            (
                {
                    "places": ((60.0, 200.0, 30.0), (200.0, 230.0, 8.0)),
                    "events": ("hat clear", "end"),
                },
                "deep in the ramp",
            ),
        ],
    )
    def test_it_sees_what_cannot_be(self, changes, words):
        assert words in self.complaints(**changes)

    def test_it_sees_a_die_go_on_beyond_the_edge(self):
        places = ((90.0, 200.0, 40.0), (200.0, -1.0, 8.0), (200.0, -2.0, 8.0), (200.0, 0.0, 8.0))
        words = self.complaints(outcome="off_table", places=places, face=0, outline=())
        assert "went on after it was beyond the edge" in words

    def test_distances_of_solids(self):
        rng = random.Random(3)
        block = Block("b", 10.0, 20.0, 0.7, 50.0, 20.0, 26.0)
        for _ in range(100):
            p = (rng.uniform(-50, 70), rng.uniform(-40, 80), rng.uniform(0, 60))
            gap = float(block.gaps(np.array([p]))[0])
            near = 1e9
            for _ in range(400):
                u, v, w = rng.uniform(-25, 25), rng.uniform(-10, 10), rng.uniform(0, 26)
                c, s = math.cos(0.7), math.sin(0.7)
                q = (10.0 + u * c - v * s, 20.0 + u * s + v * c, w)
                near = min(near, sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) ** 0.5)
            assert gap <= near
            assert gap > 0 or near < 15


class TestBetweenPlaces:
    """A flight is gone along; what is not known accuses nobody."""

    scene = TestTheOracle.scene
    shape = TestTheOracle.shape

    def ways(self, start, velocity, time, end=None, event="impact"):
        x, y, z = (p + v * time for p, v in zip(start, velocity, strict=True))
        a = Instant(0.1, event, start, velocity, (0.0, 0.0, 0.0), True)
        place = end or (x, y, z - 0.5 * between.G * time * time)
        b = Instant(0.1 + time, "end", place, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), True)
        evidence = TestTheOracle().seen(instants=(a, b))
        return between.judge(self.scene, self.shape, evidence)

    @pytest.mark.parametrize(
        ("start", "velocity", "time", "name"),
        [
            # Low and fast through the ball, through the post, and through a corner of the rival.
            ((240.0, 200.0, 8.0), (1200.0, 0.0, 490.0), 0.1, "ball"),
            ((480.0, 195.0, 20.0), (900.0, 0.0, 200.0), 0.05, "post"),
            ((640.0, 180.0, 60.0), (1500.0, 0.0, 100.0), 0.08, "rival"),
            ((150.0, 280.0, 12.0), (0.0, 800.0, 200.0), 0.05, "red"),
        ],
    )
    def test_a_flight_through_something_is_seen(self, start, velocity, time, name):
        ways = self.ways(start, velocity, time)
        assert (ways.total, ways.sharp) == (1, 1)
        assert any(f"deep in {name}" in words for words in ways.complaints)

    def test_a_flight_over_something_is_none(self):
        # 1 m/s upward carries it 51 mm up: over the ball of 30 mm, with a ball of 8 mm.
        ways = self.ways((240.0, 200.0, 8.0), (600.0, 0.0, 1000.0), 0.2)
        assert (ways.sharp, ways.complaints) == (1, ())

    def test_its_own_tower_stands_in_the_way_once_it_is_out(self):
        way = ((110.0, 260.0, 20.0), (-800.0, -800.0, 200.0), 0.05)
        assert self.ways(*way).complaints == ()
        assert "deep in own" in " / ".join(self.ways(*way, event="out").complaints)

    def test_a_slide_through_something_is_seen(self):
        """It slows down to a stop, so it is no flight; but it went straight through the post."""
        way = ((470.0, 200.0, 8.0), (600.0, 0.0, 0.0), 0.2)
        assert (
            self.ways(*way, end=(530.0, 200.1, 8.0)).complaints == ()
        )  # may be in the channel yet
        ways = self.ways(*way, end=(530.0, 200.1, 8.0), event="out")
        assert (ways.total, ways.sharp) == (1, 1)
        assert "deep in post" in " / ".join(ways.complaints)

    def test_a_slow_die_may_have_hopped_over_a_ball_only_if_it_could(self):
        # Over the top of the ball of 30 mm a ball of 8 mm needs 30 mm more: 0.77 m/s.
        for speed, over in ((900.0, True), (300.0, False)):
            way = ((255.0, 200.0, 8.0), (speed, 0.0, 0.0), 0.3)
            ways = self.ways(*way, end=(345.0, 200.0, 8.0), event="out")
            assert ("deep in ball" not in " / ".join(ways.complaints)) == over

    def test_a_way_that_is_not_known_accuses_nobody(self):
        # Turned at an unknown place: it may have gone round the post.
        ways = self.ways((480.0, 200.0, 8.0), (0.0, 900.0, 0.0), 0.05, end=(520.0, 200.0, 8.0))
        assert (ways.total, ways.sharp, ways.complaints) == (1, 0, ())
