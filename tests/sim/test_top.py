"""The table plane: pushed blockers slide, rub, turn, stop, and fall."""

from __future__ import annotations

import math

import pytest

from sim.top import Top
from sim.world import Box, Disc

G = 9810.0
TABLE = (0.0, 0.0, 1200.0, 800.0)


def blocker(x=600.0, y=400.0, yaw=0.0, friction=0.45):
    return Box("b", x, y, yaw, 50.0, 20.0, 26.0, mass=17.0, friction=friction)


def pushed(top, velocity, spin=0.0):
    mover = top.movers[0]
    mover.body.angular_velocity = spin
    top.push(mover, (17.0 * velocity[0], 17.0 * velocity[1]), 0.0)
    return mover


def slide(top, dt=2e-4):
    time = 0.0
    while top.moving:
        top.advance(dt)
        time += dt
        assert time < 5.0
    return time


@pytest.mark.parametrize("friction", [0.2, 0.45, 0.9])
@pytest.mark.parametrize("direction", [0.0, 53.13, 135.0])
def test_a_blocker_stops_after_v2_over_2_mu_g(friction, direction):
    speed = 500.0
    top = Top(TABLE, (blocker(yaw=0.3, friction=friction),), (), None)
    turn = math.radians(direction)
    mover = pushed(top, (speed * math.cos(turn), speed * math.sin(turn)))
    time = slide(top)
    way = (mover.place.x - 600.0, mover.place.y - 400.0)
    assert math.hypot(*way) == pytest.approx(speed**2 / (2 * friction * G), rel=0.01)
    assert math.degrees(math.atan2(way[1], way[0])) == pytest.approx(direction, abs=0.05)
    assert time == pytest.approx(speed / (friction * G), rel=0.01)
    assert (mover.place.cos, mover.place.sin) == pytest.approx((math.cos(0.3), math.sin(0.3)))


def test_a_push_beside_the_centre_turns_a_blocker():
    top = Top(TABLE, (blocker(),), (), None)
    mover = top.movers[0]
    top.push(mover, (0.0, 2000.0), 20.0 * 2000.0)
    slide(top)
    assert mover.place.y > 400.5
    assert math.atan2(mover.place.sin, mover.place.cos) > 0.02
    assert mover.place.x == pytest.approx(600.0, abs=0.05)


def test_a_blocker_is_stopped_by_what_stands_fast():
    tower = Box("t", 700.0, 400.0, math.pi / 2, 90.0, 60.0, 120.0)
    for boxes, discs in (
        ((blocker(), tower), ()),
        ((blocker(),), (Disc("h", 700.0, 400.0, 30.0, True),)),
    ):
        top = Top(TABLE, boxes, discs, None)
        mover = pushed(top, (1500.0, 0.0))
        slide(top)
        assert mover.place.x <= 645.1
        assert mover.place.x > 610.0


def test_a_blocker_pushes_another_one():
    top = Top(TABLE, (blocker(), blocker(x=670.0)), (), None)
    first = pushed(top, (1200.0, 0.0))
    slide(top)
    second = top.movers[1]
    assert second.place.x > 680.0
    assert second.place.x - first.place.x > 49.9


def test_a_blocker_falls_off_the_table_when_its_middle_has_left_it():
    top = Top(TABLE, (blocker(x=1190.0),), (), None)
    mover = pushed(top, (900.0, 0.0))
    slide(top)
    assert mover.fallen
    top.advance(0.01)


def test_nothing_moves_unpushed():
    top = Top(TABLE, (blocker(), blocker(x=650.0)), (), None)
    top.advance(0.1)
    assert not top.moving
    assert [m.place.x for m in top.movers] == [600.0, 650.0]
