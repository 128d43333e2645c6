"""Fields of a track by their names."""

from __future__ import annotations

import pytest

from kullerwerk.lab.vary import (
    FieldError,
    LayoutError,
    changed,
    check_apart,
    check_value,
    keys_of,
    kind_of,
    value_at,
)
from scenes.files import load_track, scene_hash
from scenes.track import SURFACES

TRACK = load_track("rundkurs")


def test_nothing_changed_is_the_same_track():
    assert changed(TRACK, {}) == TRACK
    assert scene_hash(changed(TRACK, {"half_spheres.A.x": 900})) == scene_hash(TRACK)


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("half_spheres.A.x", 880, lambda t: t.half_sphere("A").x),
        ("half_spheres[1].radius", 20, lambda t: t.half_sphere("B").radius),
        ("half_spheres.2.y", 500, lambda t: t.half_sphere("C").y),
        ("table.surface", "felt", lambda t: t.table.surface),
        ("materials.die_wood.friction", 0.3, lambda t: t.materials.die_wood.friction),
        ("materials.blocker_table_friction", 0.5, lambda t: t.materials.blocker_table_friction),
        ("sets.red.tower.ramp_length", 120, lambda t: t.piece_set("red").tower.ramp_length),
        ("sets.red.die.kind", "d12", lambda t: t.piece_set("red").die.kind),
        ("sets.red.hat.numbers.0", 1, lambda t: t.piece_set("red").hat.numbers[0]),
        ("gate.left_post.y", 250, lambda t: t.gate.left_post[1]),
        ("course.A.to.x", 1190, lambda t: t.course[0].to[0]),
        ("course.3.side", "left", lambda t: t.course[3].side),
        ("start_box.x_min", 370, lambda t: t.start_box.x_min),
        ("assumed", False, lambda t: t.assumed),
    ],
)
def test_every_kind_of_field(field, value, found):
    layout = changed(TRACK, {field: value})
    assert found(layout) == value
    assert value_at(layout, field) == value
    # Nothing else has changed.
    back = {field: value_at(TRACK, field)}
    assert changed(layout, back) == TRACK


def test_lists_and_tables_as_values():
    layout = changed(
        TRACK,
        {
            "gate.left_post": [600, 250],
            "sets.red.hat.numbers": [1, 2],
            "materials.die_table": {"restitution": 0.3, "friction": 0.1},
        },
    )
    assert layout.gate.left_post == (600, 250)
    assert layout.piece_set("red").hat.numbers == (1, 2)
    assert layout.die_table.restitution == 0.3


def test_a_star_takes_all():
    layout = changed(TRACK, {"half_spheres.*.radius": 25, "sets.*.tower.ramp_angle_deg": 45})
    assert {s.radius for s in layout.half_spheres} == {25}
    assert {s.tower.ramp_angle_deg for s in layout.sets} == {45}
    assert len(keys_of(TRACK, "half_spheres.*.x")) == 4


def test_the_contact_of_a_named_surface_begins_as_that_of_the_new_one():
    layout = changed(TRACK, {"materials.die_table.friction": 0.1, "table.surface": "felt"})
    assert layout.die_table.friction == 0.1
    assert layout.die_table.restitution == SURFACES["felt"].restitution
    assert changed(TRACK, {"table.surface": "felt"}).materials.die_table is None


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (
            "half_spheres.E.x",
            "half_spheres.E.x: expected in half_spheres one of A, B, C, D, found E",
        ),
        ("half_spheres.4.x", "one of A, B, C, D, found 4"),
        ("half_spheres..x", "found nothing"),
        ("gate.left_post.z", "expected in gate.left_post one of x, y, found z"),
        ("table.length.x", "table.length is a single value"),
        ("sets.red.hat.numbers.9", "expected in sets[1].hat.numbers one of 0, 1, 2, 3, 4, found 9"),
        ("hat", "half_spheres, course, start_box, sets, found hat"),
    ],
)
def test_fields_that_are_not_there(field, sentence):
    with pytest.raises(FieldError) as error:
        changed(TRACK, {field: 1})
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"half_spheres.A.radius": 3}, "half_spheres.A.radius: expected a number of mm between 5"),
        ({"half_spheres.A.x": 301, "half_spheres.A.y": 285}, 'clear of half-sphere "A"'),
        ({"half_spheres.A.x": 1190}, "on the table"),
        ({"gate.left_post.y": 150}, "at least two tower widths (120 mm) between the posts"),
        ({"sets.red.die.size": 40}, "a die that fits through its tower's channel"),
        ({"half_spheres.A.name": "Z"}, "the name of a half-sphere of this track"),
    ],
)
def test_layouts_that_cannot_be(values, sentence):
    with pytest.raises(LayoutError) as error:
        changed(TRACK, values)
    assert sentence in str(error.value)


def test_values_that_a_field_cannot_hold():
    with pytest.raises(FieldError, match=r"table\.surface: expected one of"):
        check_value(TRACK, "table.surface", "ice")
    with pytest.raises(FieldError, match=r"half_spheres\.A\.x: expected a number of mm"):
        check_value(TRACK, "half_spheres.A.x", "left")
    # In the way of others here, but not impossible by itself.
    check_value(TRACK, "half_spheres.A.x", 300)
    check_value(TRACK, "gate.left_post.y", 150)


def test_kinds():
    assert kind_of(TRACK, "half_spheres.A.x") == ("number", "mm")
    assert kind_of(TRACK, "sets.red.face.start_number") == ("integer", "")
    assert kind_of(TRACK, "table.surface") == ("string", "")
    assert kind_of(TRACK, "materials.die_table.friction") == ("number", "")


@pytest.mark.parametrize(
    ("names", "means"),
    [
        (("half_spheres.A.x", "half_spheres.0.x"), r"half_spheres\[0\]\.x"),
        (("half_spheres.*.x", "half_spheres.B.x"), r"half_spheres\[1\]\.x"),
        (("gate.left_post", "gate.left_post.y"), r"gate\.left_post"),
    ],
)
def test_two_names_of_one_value_are_refused(names, means):
    """A row with both would say something false of one."""
    with pytest.raises(FieldError, match=f"{names[0].replace('*', '.')} already means {means}"):
        check_apart(TRACK, names)
    check_apart(TRACK, ("half_spheres.A.x", "half_spheres.A.y", "half_spheres.B.x"))
