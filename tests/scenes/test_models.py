"""The models of pieces and tracks: strictness, contradictions, geometry."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from scenes.checks import (
    crossing_direction,
    distance_to_segment,
    gate_direction,
    race_problems,
    segments_cross,
)
from scenes.parts import BREADTH, SIDES, Die, Hat, PieceSet, Tower
from scenes.track import SURFACES, Contact, Gate, HalfSphere, Materials, Ray, Track

PLACES = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


def changed(model, **values):
    """Return a copy with other values, validated."""
    return type(model).model_validate({**dict(model), **values})


def test_examples_can_be_raced_on():
    assert list(race_problems(Track.example())) == []
    assert PieceSet.example() in Track.example().sets


def test_whole_numbers_and_lists_are_taken_as_files_write_them():
    gate = Gate.model_validate({"left_post": [600, 240], "right_post": [600, 60]})
    assert gate == Gate(left_post=(600.0, 240.0), right_post=(600.0, 60.0))
    assert isinstance(gate.left_post[0], float)


@pytest.mark.parametrize("value", ["35", True, None, math.nan, math.inf, [35.0]])
def test_nothing_is_coerced_to_a_number(value):
    with pytest.raises(ValidationError):
        HalfSphere.model_validate({"name": "A", "x": 1, "y": 1, "radius": value})


def test_models_are_frozen_and_hash():
    track = Track.example()
    with pytest.raises(ValidationError):
        track.name = "other"  # pyright: ignore[reportAttributeAccessIssue]
    assert hash(track) == hash(Track.example())
    assert track == Track.example()


def test_a_track_says_what_cannot_stand_together():
    track = Track.example()
    near = HalfSphere(name="B", x=610.0, y=500.0, radius=30.0)
    with pytest.raises(ValidationError, match="centres at least 60 mm apart, found 10 mm"):
        changed(track, half_spheres=(*track.half_spheres, near))
    far = HalfSphere(name="B", x=660.0, y=500.0, radius=30.0)
    assert len(changed(track, half_spheres=(*track.half_spheres, far)).half_spheres) == 2


def test_a_track_without_a_course_can_be_thrown_on_but_not_raced_on():
    bare = changed(Track.example(), course=())
    assert [problem.key for problem in race_problems(bare)] == [("half_spheres", 0)]


def test_named_surface_and_own_material():
    track = Track.example()
    assert track.die_table == SURFACES["smooth"]
    own = Contact(restitution=0.3, friction=0.3)
    assert changed(track, materials=Materials(die_table=own)).die_table == own


def test_mouth_and_hat_of_a_tower():
    # The 3-D reference tower: 140 mm at 55 degrees, mouth 59.3 mm high, hat 100 mm up the ramp.
    tower = Tower(ramp_length=140.0, ramp_angle_deg=55.0)
    assert tower.mouth_height == pytest.approx(59.3, abs=0.05)
    assert tower.hat_at == 100.0


def test_breadth_of_dice():
    assert set(BREADTH) == set(SIDES)
    # Two opposite edges of a regular tetrahedron are edge / sqrt(2) apart.
    assert Die(kind="d4", size=20.0, mass=1.1).breadth == pytest.approx(14.142, abs=1e-3)
    assert Die(kind="d12", size=16.0, mass=3.4).breadth == 16.0


def test_hat_keeps_its_order_and_refuses_a_number_twice():
    assert Hat(numbers=(3, 1)).numbers == (3, 1)
    with pytest.raises(ValidationError, match="expected each number once, found a second 1"):
        Hat(numbers=(1, 2, 1))


def test_the_gate_is_crossed_with_the_left_post_on_the_left():
    assert gate_direction(Track.example()) == pytest.approx((1.0, 0.0))


def test_lookups_by_name():
    track = Track.example()
    assert track.half_sphere("A") is track.half_spheres[0]
    assert track.piece_set("example") is track.sets[0]
    with pytest.raises(KeyError):
        track.half_sphere("Z")
    with pytest.raises(KeyError):
        track.piece_set("pink")


@given(PLACES, PLACES, st.sampled_from(["left", "right"]))
def test_the_start_of_a_ray_is_on_the_named_hand(start, end, side):
    if start == end:
        return
    ahead = crossing_direction(start, end, side)
    # Cross product of the direction with the way back to the start: positive = on the left.
    back = (start[0] - end[0], start[1] - end[1])
    hand = ahead[0] * back[1] - ahead[1] * back[0]
    assert math.hypot(*ahead) == pytest.approx(1)
    assert (hand > 0) == (side == "left")


@given(PLACES, PLACES, PLACES)
def test_distance_to_a_segment_is_the_least_one(point, start, end):
    distance = distance_to_segment(point, start, end)
    samples = [
        math.dist(point, (start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])))
        for t in (i / 200 for i in range(201))
    ]
    assert distance <= min(samples) + 1e-9
    assert min(samples) - distance <= math.dist(start, end) / 400 + 1e-9


@given(PLACES, PLACES, PLACES, PLACES)
def test_segments_that_cross_have_no_distance(a, b, c, d):
    crossing = segments_cross(a, b, c, d)
    assert crossing == segments_cross(c, d, a, b) == segments_cross(b, a, d, c)
    samples = [
        distance_to_segment((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), c, d)
        for t in (i / 100 for i in range(101))
    ]
    if crossing:
        assert min(samples) <= math.dist(a, b) / 200 + 1e-6
    else:
        assert min(samples) > 1e-6


@given(st.floats(0, 360), st.sampled_from(["left", "right"]))
def test_a_track_turned_about_its_middle_stays_right(degrees, side):
    """Nothing in the checks prefers a direction (the table is large enough for every turn)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turned(x, y):
        return (1000 + c * x - s * y, 1000 + s * x + c * y)

    base = Track.example()
    left, right = turned(0, 100), turned(0, -100)
    if side == "right":
        left, right = right, left
    x, y = turned(300, 300)
    # A box that is far behind the line in every direction is replaced by its bounding square.
    middle = turned(-300, 0) if side == "left" else turned(300, 0)
    box = {
        "x_min": middle[0] - 100,
        "x_max": middle[0] + 100,
        "y_min": middle[1] - 100,
        "y_max": middle[1] + 100,
    }
    if side == "right":
        x, y = turned(-300, 300)
    track = Track.model_validate(
        {
            **dict(base),
            "table": {"length": 2000, "width": 2000},
            "gate": Gate(left_post=left, right_post=right),
            "half_spheres": (HalfSphere(name="A", x=x, y=y, radius=30.0),),
            "course": (Ray(around="A", to=turned(0, 700)),),
            "start_box": box,
        }
    )
    assert [str(problem) for problem in race_problems(track)] == []
