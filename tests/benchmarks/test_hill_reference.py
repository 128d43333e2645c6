"""Marbles in the 3-D engine: its parts against exact answers, and its hill and hut."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("mujoco", reason="the extra 'reference' is not installed")

from benchmarks.hill.model import Springs, hill_model, vee_model
from benchmarks.hill.reference import Reference, World
from benchmarks.hill.ways import Arrival, Drop
from scenes.hill import MarbleHill
from sim.marbles.walls import Walls, hill_walls

HILL = MarbleHill.example()
R = HILL.marbles.radius
G = 9810.0
TILT = math.radians(HILL.slope.slope_deg)
SPRINGS = Springs()
NO_WALLS = Walls((), (), 1.0, (), ())


def with_floor(friction, rolling=0.0, hill=HILL):
    """A hill with another floor."""
    floor = {"floor_friction": friction, "rolling": rolling}
    return hill.model_copy(update={"materials": hill.materials.model_copy(update=floor)})


def level(floor, **materials):
    """A hill as level as they come, with other materials on its floor and walls."""
    hill = with_floor(floor)
    wall = hill.materials.marble_hill.model_copy(update=materials)
    return hill.model_copy(
        update={
            "slope": hill.slope.model_copy(update={"slope_deg": 1e-9}),
            "materials": hill.materials.model_copy(update={"marble_hill": wall}),
        }
    )


def wall_at(x):
    """A wall across, whose face is at x, mm."""
    core = ((x + 1.0, -500.0), (x + 9.0, -500.0), (x + 9.0, 500.0), (x + 1.0, 500.0))
    return Walls((core,), (), 1.0, (core,), ())


def run(world, time):
    for _ in range(round(time / world.look)):
        world.step()


@pytest.mark.parametrize("rolling", [0.0, 0.003])
def test_on_a_flat_floor_it_speeds_up_with_five_sevenths(rolling):
    world = World(hill_model(with_floor(0.3, rolling), NO_WALLS, SPRINGS), SPRINGS)
    world.put(0, (0, 0, R), (0, 100, 0), (-100 / R, 0, 0))
    run(world, 0.2)
    exact = 5 / 7 * G * math.sin(TILT) - rolling * G * math.cos(TILT)
    assert (world.speed()[1] - 100) / 0.2 == pytest.approx(exact, rel=0.003)


def test_a_ball_that_slips_on_a_floor_keeps_five_sevenths():
    world = World(hill_model(level(0.3), NO_WALLS, SPRINGS), SPRINGS)
    world.put(0, (0, 0, R), (300, 0, 0))
    run(world, 0.1)
    assert world.speed()[0] == pytest.approx(300 * 5 / 7, rel=0.003)


@pytest.mark.parametrize("half_angle", [45.0, 60.0])
def test_in_a_vee_it_speeds_up_as_its_arm_says(half_angle):
    slope = HILL.slope.model_copy(update={"profile": "vee", "half_angle_deg": half_angle})
    hill = with_floor(0.3).model_copy(update={"slope": slope})
    world = World(vee_model(hill, SPRINGS), SPRINGS)
    arm = R * math.sin(math.radians(half_angle))
    world.put(0, (0, 0, R / math.sin(math.radians(half_angle))), (0, 100, 0), (-100 / arm, 0, 0))
    run(world, 0.2)
    exact = G * math.sin(TILT) / (1 + 0.4 * (R / arm) ** 2)
    assert (world.speed()[1] - 100) / 0.2 == pytest.approx(exact, rel=0.003)


@pytest.mark.parametrize("restitution", [0.0, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("speed", [50.0, 300.0])
def test_a_wall_gives_back_its_restitution(restitution, speed):
    hill = level(0.0, restitution=restitution, friction=0.0)
    world = World(hill_model(hill, wall_at(10), SPRINGS), SPRINGS)
    world.put(0, (6, 0, R), (speed, 0, 0))
    run(world, 2 / speed)
    assert world.speed()[0] == pytest.approx(-restitution * speed, abs=0.025 * speed)


@pytest.mark.parametrize("restitution", [0.6, 0.9])
def test_a_rolling_ball_keeps_its_spin_at_a_wall_and_loses_most_of_its_speed_to_it(restitution):
    """It leaves with -e v and the spin of v: once it rolls again, with (2 - 5 e)/7 v."""
    hill = level(0.3, restitution=restitution, friction=0.0)
    world = World(hill_model(hill, wall_at(10), SPRINGS), SPRINGS)
    world.put(0, (6, 0, R), (200, 0, 0), (0, 200 / R, 0))
    run(world, 0.06)
    assert world.speed()[0] == pytest.approx((2 - 5 * restitution) / 7 * 200, abs=6)


def test_an_oblique_hit_rubs_as_coulomb_says():
    hill = level(0.0, restitution=0.6, friction=0.05)
    world = World(hill_model(hill, wall_at(10), SPRINGS), SPRINGS)
    world.put(0, (6, 0, R), (200, 200, 0))
    run(world, 0.02)
    assert 200 - world.speed()[1] == pytest.approx(0.05 * 1.6 * 200, rel=0.05)


def test_a_ball_among_others_runs_as_alone():
    """But for where the solver stops, which the walls' roundings magnify from hit to hit."""
    starts = [(x, vx) for x in (0.0, 40.0, 80.0, 120.0) for vx in (-40.0, 55.0)]
    walls = hill_walls(HILL)
    together = World(hill_model(HILL, walls, SPRINGS, len(starts)), SPRINGS)
    for k, (x, vx) in enumerate(starts):
        together.put(k, (x, 0.0, R), (vx, 100.0, 0.0))
    run(together, 0.2)
    for k in (0, 3, 7):
        alone = World(hill_model(HILL, walls, SPRINGS), SPRINGS)
        x, vx = starts[k]
        alone.put(0, (x, 0.0, R), (vx, 100.0, 0.0))
        run(alone, 0.2)
        assert alone.speed()[0] != pytest.approx(vx, abs=10)  # It has met a wall.
        assert together.place(k) == pytest.approx(alone.place(), abs=0.05)


def test_a_ball_that_starts_later_runs_as_the_first():
    """It begins where another was before it, whose last contact must not be left over."""
    starts = [Arrival(40.0, 30.0, 200.0)] * 3
    ways = Reference(HILL, SPRINGS, together=1).rolled(starts)
    assert ways[0].end == "hollow"
    for way in ways[1:]:
        assert (way.end, way.nodes) == (ways[0].end, ways[0].nodes)
        assert way.times == pytest.approx(ways[0].times, abs=1e-9)


def test_a_drop_ends_behind_the_shutter_or_on_the_hill():
    reference = Reference(HILL, SPRINGS)
    both = [Drop(0, 0.2, "left"), Drop(0, 0.2, "right")]
    assert sorted(way.end for way in reference.ways(both)) == ["hollow", "hut"]


def test_the_walls_are_those_of_the_plane():
    """A ball between the walls of a gutter has just the play that is left to it."""
    world = World(hill_model(with_floor(0.0), hill_walls(HILL), SPRINGS), SPRINGS)
    play = HILL.slope.gutter_width / 2 - R
    for side in (-1, 1):
        world.put(0, (40.0, 100.0, R), (side * 60.0, 0.0, 0.0))
        farthest = 0.0
        for _ in range(50):
            world.step()
            farthest = max(farthest, side * (world.place()[0] - 40.0))
        assert farthest == pytest.approx(play, abs=0.02)
