"""Slides in closed form: what friction does to a die that lies flat, however weak it is."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim import columns, sliding, touching_tower
from sim.solids import inertia_of, solid
from sim.world import GRAVITY

DIE = solid("d6", 16.0)


def inertia():
    across, along = inertia_of("d6", DIE.r_in)
    return np.array([1.0 / across, 1.0 / along, 0.0, 0.0, 1.0])


def told(limit=6.0):
    found = np.zeros(columns.YAW_ARM + 1)
    found[columns.R_IN], found[columns.R_OUT] = DIE.r_in, DIE.r_out
    found[columns.LIMIT], found[columns.YAW_ARM] = limit, 2.0
    return found


def state(velocity, yaw=0.0, place=(0.0, 0.0, 8.0), turn=(1.0, 0.0, 0.0, 0.0)):
    return np.array([*place, *turn, *velocity, 0.0, 0.0, yaw])


class TestOnTheTable:
    def slides(self, velocity, friction, room, yaw=0.0, limit=6.0):
        die, memory = state(velocity, yaw), np.zeros(columns.MEMORY)
        stops = sliding.slide_level(die, memory, told(limit), inertia(), friction, room)
        return stops, die, float(memory[columns.TIME])

    def test_it_stops_after_v_squared_over_2_mu_g(self):
        stops, die, time = self.slides((300.0, 400.0, 0.0), 0.3, 1000.0)
        assert stops
        way = 500.0**2 / (2 * 0.3 * GRAVITY)
        assert die[:2] == pytest.approx([0.6 * way, 0.8 * way])
        assert time == pytest.approx(500.0 / (0.3 * GRAVITY))

    @pytest.mark.parametrize("friction", [0.2, 1e-3, 1e-9, 1e-17, 1e-300, 5e-324])
    def test_it_goes_as_far_as_it_may_however_weak_friction_is(self, friction):
        """A time that came out as none would be asked for again for ever."""
        stops, die, time = self.slides((500.0, 0.0, 0.0), friction, 5.0)
        assert not stops
        assert die[0] == pytest.approx(5.0)
        left = 500.0**2 - 2 * friction * GRAVITY * 5.0
        assert die[7] == pytest.approx(math.sqrt(left))
        assert time == pytest.approx(2 * 5.0 / (500.0 + math.sqrt(left)))

    @pytest.mark.parametrize("friction", [1e-3, 1e-17, 5e-324])
    def test_it_turns_no_longer_than_a_throw_lasts(self, friction):
        stops, die, time = self.slides((0.0, 0.0, 0.0), friction, 1.0, yaw=20.0, limit=0.5)
        assert not stops
        assert time == pytest.approx(0.5)
        assert np.isfinite(die).all()
        assert 0.0 < die[12] <= 20.0


class TestOnTheRamp:
    SLOPE = math.radians(45.0)

    def slides(self, speed, friction, room):
        sin, cos = math.sin(self.SLOPE), math.cos(self.SLOPE)
        tower = np.zeros(touching_tower.AHEAD + 1)
        tower[touching_tower.SIN], tower[touching_tower.COS] = sin, cos
        tower[touching_tower.LIP], tower[touching_tower.HALF_WIDTH] = 4.0, 30.0
        tower[touching_tower.MOUTH_TOP] = 60.0
        along, over = 80.0, DIE.r_in
        place = (-along * cos + over * sin, 0.0, 4.0 + along * sin + over * cos)
        half = self.SLOPE / 2
        upright = (math.cos(half), 0.0, math.sin(half), 0.0)
        die = state((speed * cos, 0.0, -speed * sin), 0.0, place, upright)
        turn = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
        corners = np.zeros((8, 5))
        corners[:, :3] = np.array(DIE.corners) @ turn.T
        memory = np.zeros(columns.MEMORY)
        slid = sliding.slide_ramp(
            die, memory, told(), inertia(), tower, corners, friction, room * cos
        )
        return slid, die, float(memory[columns.TIME]), np.array(place)

    @pytest.mark.parametrize("friction", [0.0, 0.3, 0.9, 1.0 - 1e-9, 1.0 - 1e-14])
    def test_it_slides_as_far_as_it_may_however_weak_the_pull_is(self, friction):
        slid, die, time, start = self.slides(600.0, friction, 20.0)
        assert slid
        assert np.linalg.norm(die[:3] - start) == pytest.approx(20.0)
        pull = GRAVITY * (math.sin(self.SLOPE) - friction * math.cos(self.SLOPE))
        end = math.sqrt(600.0**2 + 2 * pull * 20.0)
        assert np.linalg.norm(die[7:10]) == pytest.approx(end)
        assert time == pytest.approx(2 * 20.0 / (600.0 + end))
