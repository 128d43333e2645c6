"""The contact solver against closed forms and against another way to solve the same problem."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from sim.arrays import SETTINGS
from sim.compliance import damping_of, material, shipped
from sim.contact import (
    ARM,
    AT,
    CLOSING,
    EASY,
    LAPSE,
    LAST,
    MEMORY,
    MOMENT,
    NEW,
    NORMAL,
    RISE,
    SLACK,
    TURN,
    WIDTH,
    WISH,
    add,
    force_of,
    keep,
    resume,
    solve,
)
from sim.flight import axis_of, falling, place_corners
from sim.kernel import move, work_for
from sim.rotation import between, quaternion
from sim.solids import inertia_of, solid
from sim.touching import on_ground

SHIPPED = shipped()
DT = SETTINGS.step
UP = (0.0, 0.0, 1.0)
STILL = (0.0, 0.0, 0.0)
BALL = np.array([1 / 25.6, 1 / 25.6, 0.0, 0.0, 1.0])
GRAVITY = np.array([0.0, 0.0, -9810.0, 0.0, 0.0, 0.0])


def pose(contacts, motion, inertia=BALL, stuff=None, room=8):
    """Rows of contacts given as (normal, arm, depth), their number, and the inertia."""
    stuff = stuff or material(SHIPPED, 0.5, 0.2, DT)
    rows, slots, count = np.zeros((room, WIDTH)), np.zeros(room, np.int64), 0
    for slot, (normal, arm, depth) in enumerate(contacts):
        count = add(rows, slots, count, slot, normal, arm, depth, STILL, np.array(motion), stuff)
    return rows, count, inertia


def solved(posed, free=GRAVITY, start=None, rounds=50, exact=1e-9):
    """Accelerations with the contacts, and the rounds that it took."""
    rows, count, inertia = posed
    response, last = free.copy(), (free if start is None else start).copy()
    spent = solve(rows, count, inertia, response, last, rounds, exact)
    assert (last == response).all()
    return response, spent


def forces(posed, response):
    """Every contact's force, and its moment about the normal."""
    return np.array([force_of(posed[0], k, response) for k in range(posed[1])])


def bounce(e, arm, inertia, step=DT):
    """Let a point without weight hit the ground at 1 m/s; returns its speed and time of push."""
    stuff = material(SHIPPED, e, 0.0, step)
    motion, depth, time = np.array([0, 0, -1000.0, 0, 0, 0]), 0.0, 0.0
    rx, ry, _ = arm
    while True:
        point = motion[2] + motion[3] * ry - motion[4] * rx
        if depth > 0.0:
            posed = pose([(UP, arm, depth)], motion, inertia, stuff, room=1)
            response, _ = solved(posed, np.zeros(6))
            motion = motion + response * step
            point = motion[2] + motion[3] * ry - motion[4] * rx
            time += step if response[2] > 0.0 else 0.0
        depth -= point * step
        if depth <= 0.0:
            return point / 1000.0, time


LEVERS = {
    "centre": ((0.0, 0.0, -8.0), BALL),
    "edge": ((6.0, 2.0, -5.0), BALL),
    "corner of a thin rod": ((12.0, 0.0, -1.0), np.array([1 / 50.0, 1 / 2.0, 0.0, 0.0, 1.0])),
}


@pytest.mark.parametrize("lever", LEVERS)
@pytest.mark.parametrize("e", [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95])
def test_restitution_and_half_period_are_those_of_a_damped_spring_on_any_lever(e, lever):
    """At the centre in short steps to 1 %; in those of a throw within 0.05.

    On a lever the same give is a smaller share, so that the contact is stiffer and duller: 0.95 of
    what it asks for comes about at the centre, 0.98 at the end of a rod.
    """
    arm, inertia = LEVERS[lever]
    speed, time = bounce(e, arm, inertia, DT / 100)
    near = 1.0 if lever == "centre" else 4.0
    assert speed == pytest.approx(e, rel=near * 0.01, abs=near * 0.002)
    # What is left of the speed falls by exp(-ratio omega t) until the push would become a pull.
    omega, ratio = 2 * math.pi * SHIPPED.frequency, damping_of(e)
    assert time == pytest.approx(-math.log(e) / (ratio * omega), rel=near * 0.02)
    assert bounce(e, arm, inertia)[0] == pytest.approx(e, abs=0.05)


@settings(max_examples=30, deadline=None)
@given(st.floats(0.05, 0.95))
def test_the_damping_gives_back_its_share_by_direct_integration(e):
    ratio = damping_of(e)

    def push(_, x):
        return [x[1], -2 * ratio * x[1] - x[0]]

    def lets_go(_, x):
        return -2 * ratio * x[1] - x[0]

    # Depth counts downward: begins at 0 with speed 1; ends when the push would become a pull.
    lets_go.terminal, lets_go.direction = True, 1
    found = solve_ivp(push, (0, 60), [0.0, 1.0], events=lets_go, rtol=1e-10, atol=1e-12)
    assert -found.y_events[0][0][1] == pytest.approx(e, abs=1e-6)


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, 4.0])
@pytest.mark.parametrize("share", [0.5, 0.9, 1.1, 3.0])
def test_friction_holds_inside_the_cone_and_is_mu_n_against_the_slip_beyond(angle, share):
    """A body of no size is pulled along the ground by ``share`` of its greatest friction."""
    mu = 0.3
    stuff = material(SHIPPED, 0.3, mu, DT)
    c, s = math.cos(angle), math.sin(angle)
    # So deep that the spring alone carries the weight.
    depth = 9810.0 * (1 - SHIPPED.share) / (stuff[0] * SHIPPED.share)
    point = [(UP, (0.0, 0.0, 0.0), depth)]
    pull = GRAVITY + share * mu * 9810.0 * np.array([c, s, 0, 0, 0, 0])
    posed = pose(point, np.zeros(6), stuff=stuff)
    response, _ = solved(posed, pull)
    force = response - pull
    along = math.hypot(force[0], force[1])
    if share < 1.0:
        assert along <= mu * force[2] * (1 + 1e-9)
        assert math.hypot(response[0], response[1]) < 0.01 * share * mu * 9810.0
    else:
        assert along == pytest.approx(mu * force[2], rel=1e-6)
    assert (force[0] * c + force[1] * s) / along == pytest.approx(-1.0, abs=1e-4)
    assert forces(posed, response)[0, :3] == pytest.approx(force[:3])


@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, 5.0])
def test_slip_is_braked_by_mu_n_against_its_direction(angle):
    c, s = math.cos(angle), math.sin(angle)
    posed = pose([(UP, (0.0, 0.0, -8.0), 0.01)], [500 * c, 500 * s, -100.0, 0, 0, 0])
    response, _ = solved(posed)
    force = response - GRAVITY
    assert math.hypot(force[0], force[1]) == pytest.approx(0.2 * force[2], rel=1e-6)
    assert (force[0] * c + force[1] * s) / math.hypot(force[0], force[1]) == pytest.approx(-1.0)
    # Turned by its friction about the axis across the slip.
    assert response[3:] == pytest.approx(np.cross([0, 0, -8.0], force[:3]) / 25.6)


def test_two_symmetric_contacts_share_the_load():
    posed = pose([(UP, (x, 0.0, -8.0), 0.002) for x in (-6.0, 6.0)], [0, 0, -5.0, 0, 0, 0])
    response, _ = solved(posed)
    one, two = forces(posed, response)[:, 2]
    assert one == pytest.approx(two, rel=1e-9)
    assert one > 0.0
    assert response[3:] == pytest.approx([0, 0, 0], abs=1e-6)  # rad/s^2; one corner alone: 3500
    single, _ = solved(pose([(UP, (0.0, 0.0, -8.0), 0.002)], [0, 0, -5.0, 0, 0, 0]))
    assert one + two == pytest.approx(single[2] + 9810.0, rel=0.06)


@pytest.mark.parametrize("friction", [0.0, 0.2])
def test_a_contact_never_pulls(friction):
    stuff = material(SHIPPED, 0.5, friction, DT)
    posed = pose([(UP, (0.0, 0.0, -8.0), 1e-6)], [0, 0, 300.0, 0, 0, 0], stuff=stuff)
    response, _ = solved(posed)
    assert not forces(posed, response).any()
    assert response == pytest.approx(GRAVITY)


points = st.tuples(*[st.floats(-8, 8)] * 2, st.floats(-8, -2))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(points, st.floats(0.0001, 0.2)), min_size=1, max_size=5),
    st.lists(st.floats(-300, 300), min_size=3, max_size=3),
    st.lists(st.floats(-30, 30), min_size=3, max_size=3),
    st.floats(0.0, 1.0),
)
def test_a_warm_start_ends_where_a_cold_one_does(contacts, velocity, spin, friction):
    stuff = material(SHIPPED, 0.4, friction, DT)
    posed = pose([(UP, *c) for c in contacts], [*velocity, *spin], stuff=stuff)
    response, spent = solved(posed)
    assert spent < 50
    size = 1.0 + abs(response).max()
    unchanged, spent = solved(posed, start=response)
    assert spent <= 2
    assert abs(unchanged - response).max() < 1e-8 * size
    for begin in (np.array([3e4, -2e4, 9e4, 4e3, -5e3, 6e3]), np.zeros(6), -response):
        other, spent = solved(posed, start=begin)
        assert spent < 50
        assert abs(other - response).max() < 1e-6 * size


def test_there_are_never_more_contacts_than_room():
    rows, slots, count = np.full((3, WIDTH), np.nan), np.zeros(3, np.int64), 0
    stuff = material(SHIPPED, 0.4, 0.2, DT)
    counts = []
    for slot in range(6):
        arm = (slot - 2.5, 0.0, -8.0)
        count = add(rows, slots, count, slot, UP, arm, 0.1, STILL, np.zeros(6), stuff)
        counts.append(count)
    assert counts == [1, 2, 3, 3, 3, 3]
    assert slots.tolist() == [0, 1, 2]


@pytest.mark.parametrize("normal", list(itertools.product((-0.6, 0.0, 0.6), repeat=3)))
def test_a_contact_wishes_what_a_damped_spring_at_its_point_does(normal):
    size = math.hypot(*normal)
    if size == 0.0:
        return
    n = np.array(normal) / size
    stuff = material(SHIPPED, 0.4, 0.2, DT)
    arm, velocity, spin = np.array([1.0, 2.0, 3.0]), np.array([40.0, -30.0, 20.0]), [2.0, -7.0, 5.0]
    surface = np.array([10.0, 20.0, -30.0])
    rows, slots = np.zeros((1, WIDTH)), np.zeros(1, np.int64)
    motion = np.array([*velocity, *spin])
    add(rows, slots, 0, 5, tuple(n), tuple(arm), 0.1, tuple(surface), motion, stuff)
    assert slots[0] == 5
    row = rows[0]
    assert row[NORMAL : NORMAL + 3] == pytest.approx(n)
    assert row[ARM : ARM + 3] == pytest.approx(arm)
    assert row[MOMENT : MOMENT + 3] == pytest.approx(np.cross(arm, n))
    slides = velocity + np.cross(spin, arm) - surface
    assert row[WISH : WISH + 3] == pytest.approx(stuff[0] * 0.1 * n - stuff[1] * slides)
    assert row[TURN] == pytest.approx(-stuff[1] * stuff[5] * (n @ spin))
    assert row[CLOSING] == pytest.approx(-(n @ slides))


def one_step(stuff, closing, depth, step=DT, old=False):
    """Row of a contact at the body's centre line, after `resume`, and the acceleration up.

    ``old``: it was there in the step before.
    """
    motion, kept = np.array([0.0, 0.0, -closing, 0.0, 0.0, 0.0]), np.zeros((1, MEMORY))
    kept[0, LAST] = 2.0 if old else 0.0
    posed = pose([(UP, (0.0, 0.0, -8.0), depth)], motion, stuff=stuff, room=1)
    resume(posed[0], np.zeros(1, np.int64), 1, kept, motion, step, 3.0)
    response, _ = solved(posed, np.zeros(6), exact=1e-12)
    return posed[0][0], response[2]


PHASES = [(k + 0.5) / 8 for k in range(8)]
"""Depth of a contact in its first step, of the way of that step: it touched so long ago."""


class TestWithinAStep:
    """A contact that was closed within a step acts from that moment, and until it opens."""

    def leaves(self, e, phase, whole=False):
        """Speed, of that before, after a hit at the centre line by its phase.

        ``whole``: as if it had been there in the step before.
        """
        stuff, speed = material(SHIPPED, e, 0.0, DT), 1000.0
        motion, last = np.array([0.0, 0.0, -speed, 0.0, 0.0, 0.0]), np.zeros(6)
        kept, slots = np.zeros((1, MEMORY)), np.zeros(1, np.int64)
        depth, number = phase * speed * DT, 2.0
        kept[0, LAST] = 1.0 if whole else 0.0
        while depth > 0.0:
            rows, count, inertia = pose([(UP, (0.0, 0.0, -8.0), depth)], motion, stuff=stuff)
            resume(rows, slots, count, kept, motion, DT, number)
            response = np.zeros(6)
            solve(rows, count, inertia, response, last, 50, 1e-10)
            keep(rows, slots, count, kept)
            motion = motion + response * DT
            depth -= motion[2] * DT
            number += 1.0
        return motion[2] / speed

    @pytest.mark.parametrize(
        ("e", "most"), [(0.1, 0.020), (0.2, 0.016), (0.35, 0.011), (0.5, 0.007), (0.65, 0.010)]
    )
    def test_a_hit_gives_back_the_same_whenever_it_touches(self, e, most):
        """Spread over the phases: 0.017 at e = 0.1, 0.006 at 0.5; in whole steps 0.044 to 0.065."""
        speeds = [self.leaves(e, phase) for phase in PHASES]
        wholes = [self.leaves(e, phase, whole=True) for phase in PHASES]
        spread = max(speeds) - min(speeds)
        assert spread < most
        assert np.mean(speeds) == pytest.approx(e, abs=0.006)
        assert max(wholes) - min(wholes) > 3.0 * spread

    @pytest.mark.parametrize("phase", PHASES)
    def test_a_spring_without_damping_pushes_by_the_depth_that_it_has_meanwhile(self, phase):
        """It is pressed in by the speed c: at the time t after the touch with k c t."""
        give, closing = 0.05, 700.0
        stuff = (1e5, 0.0, 0.0, give, 0.005, 1.0)
        _, rise = one_step(stuff, closing, phase * closing * DT)
        time = (phase + 0.5) * DT  # velocities belong to the middle of a step
        assert rise * DT == pytest.approx(1e5 * closing * time**2 / 2 / (1 + give), rel=1e-9)

    @pytest.mark.parametrize("phase", PHASES)
    @pytest.mark.parametrize("drag", [1e-12, 1e-10, 1e-8, 1e-3, 0.3, 0.9, 1 - 1e-9])
    def test_a_damper_takes_its_share_of_the_speed_for_its_part_of_the_step(self, drag, phase):
        """What is left of the speed falls by the share ``drag`` in every step.

        Too small to be told from 1, the shares of a step are its parts.
        """
        give, closing = 0.05, 700.0
        stuff = (0.0, drag / DT * (1 + give), 0.0, give, 0.005, 1.0)
        _, rise = one_step(stuff, closing, phase * closing * DT)
        taken = -math.expm1((phase + 0.5) * math.log1p(-drag))
        assert rise * DT / closing == pytest.approx(taken, rel=2e-7, abs=0.0)
        assert rise * DT / closing <= 1.0

    @pytest.mark.parametrize("phase", PHASES)
    @pytest.mark.parametrize("more", [0.0, 1e-15, 1e-12])
    def test_a_dull_contact_takes_all_speed_but_never_turns_it_round(self, more, phase):
        """A damper that takes the whole speed in a step, by rounding a little more.

        It is allowed a second step where it has touched for less than half of the first.
        """
        stuff, closing = (0.0, (1.0 + more) / DT * 1.05, 0.0, 0.05, 0.005, 1.0), 700.0
        _, rise = one_step(stuff, closing, phase * closing * DT)
        left = 1.0 - rise * DT / closing
        assert -2e-12 < left < 0.5
        if phase > 0.5:
            assert left < 1e-9
        _, rise = one_step(stuff, left * closing, 0.1, old=True)
        assert left - rise * DT / closing == pytest.approx(0.0, abs=1e-11)

    @pytest.mark.parametrize("step", [1.0, 1.5, 3.0])
    def test_a_dull_material_never_throws_back_in_its_first_step(self, step):
        """Restitution 0 in the steps of a throw, under the hat, and while it settles."""
        stuff = material(SHIPPED, 0.0, 0.2, step * DT)
        for phase in PHASES:
            for closing in (3.0, 100.0, 1234.5):
                _, rise = one_step(stuff, closing, phase * closing * step * DT, step * DT)
                assert 0.5 - 1e-3 < rise * step * DT / closing < 1.0 + 0.01

    @pytest.mark.parametrize("opens", [0.0, 1.0, 2.0])
    @pytest.mark.parametrize("slide", [0.0, 300.0, 1000.0, 2000.0])
    def test_a_contact_pushes_no_longer_than_until_it_opens(self, opens, slide):
        """After it is open the body has the speed that a constant push gives it until then."""
        stuff, depth = material(SHIPPED, 0.3, 0.2, DT), 0.002
        motion = np.array([slide, 0.0, opens, 0.0, 0.0, 0.0])
        kept, slots = np.zeros((1, MEMORY)), np.zeros(1, np.int64)
        kept[0, LAST] = 2.0
        posed = pose([(UP, (0.0, 0.0, -8.0), depth)], motion, stuff=stuff, room=1)
        whole, _ = solved((posed[0].copy(), *posed[1:]), np.zeros(6), exact=1e-12)
        resume(posed[0], slots, 1, kept, motion, DT, 3.0)
        posed[0][0, NEW] = 1.0  # nothing is remembered
        response, _ = solved(posed, np.zeros(6), exact=1e-12)
        rise = whole[2]
        if (opens + 0.5 * rise * DT) * DT <= depth:
            assert response == pytest.approx(whole)
            return
        time = (math.sqrt(opens**2 + 2 * rise * depth) - opens) / rise
        assert time < 0.8 * DT
        # That friction ends the slip meanwhile is not foreseen: to 6 % less, by friction squared.
        assert 0.93 * rise * time < response[2] * DT < 1.001 * rise * time
        # The slip is braked by friction times what is pushed.
        assert response[0] == pytest.approx(-0.2 * response[2] * (slide > 0.0), rel=1e-6)

    def carried(self, kind, motion, e, steps):
        """Heights over lying flat, and upward speeds, of a die that begins flat on a table."""
        body = solid(kind, 16.0)
        corners, gyration = np.array(body.corners), inertia_of(kind, body.r_in)
        turn = quaternion(between(body.normals[0], (0.0, 0.0, -1.0)))
        state = np.array([0.0, 0.0, body.r_in, *turn, *motion])
        inertia = np.array([1 / gyration[0], 1 / gyration[1], 0.0, 0.0, 1.0])
        work, stuff = work_for(len(corners), 1), material(SHIPPED, e, 0.2, DT)
        kept, last, number = np.zeros((len(corners), MEMORY)), GRAVITY.copy(), 2.0
        rows, slots, heights, speeds = work.rows, work.slots, [], []
        for _ in range(steps):
            place_corners(state, corners, work.corners)
            axis_of(state, inertia)
            moves, number = state[7:13], number + 1.0
            count = on_ground(rows, slots, 0, work.corners, 0.0, state, moves, stuff)
            resume(rows, slots, count, kept, moves, DT, number)
            falling(state, inertia, work.response)
            solve(rows, count, inertia, work.response, last, SETTINGS.sweeps, SETTINGS.exact)
            keep(rows, slots, count, kept)
            move(state, inertia, work.response, DT, False, 0.0)
            heights.append(state[2] - body.r_in)
            speeds.append(state[9])
        return np.array(heights), np.array(speeds), state

    @pytest.mark.parametrize("e", [0.1, 0.5])
    @pytest.mark.parametrize(("kind", "spin"), [("d6", 0.0), ("d12", 0.0), ("d12", 60.0)])
    def test_a_die_that_slides_fast_on_its_face_does_not_hop(self, kind, spin, e):
        """1 m/s, friction 0.2, 40 ms, six ways of 300 that were measured.

        It hops by 0.03 to 0.04 mm at e = 0.1, at most 0.14, and by 0.01 at 0.5, at most 0.06, at
        11 and 5 mm/s. If contacts pushed for whole steps: 0.5 to 0.8 and 0.05 to 0.11 mm.
        """
        highest, fastest = [], []
        for k in range(6):
            way = [1000 * math.cos(k + 0.1), 1000 * math.sin(k + 0.1), 0.0]
            heights, speeds, state = self.carried(kind, [*way, 0.0, 0.0, spin], e, 200)
            assert heights.min() > -0.005
            highest.append(heights.max())
            fastest.append(math.sqrt((speeds**2).mean()))
            # Meanwhile friction brakes it as it should, within its hops.
            brake = 0.2 * 9810.0 * 200 * DT
            assert math.hypot(*state[7:9]) > 1000 - 1.1 * brake
            if spin == 0.0:
                assert math.hypot(*state[7:9]) == pytest.approx(1000 - brake, abs=0.15 * brake)
        assert np.mean(highest) < (0.1 if e < 0.3 else 0.025)
        assert max(highest) < (0.2 if e < 0.3 else 0.08)
        assert np.mean(fastest) < (14.0 if e < 0.3 else 6.0)


class TestSlack:
    """Depth that no motion made pushes nothing, and is let out slowly."""

    DEPTH = 0.5

    STUFF = (1e6, 0.0, 0.2, 0.05, 0.005, 1.0)

    def resumed(self, kept, number, motion, depth=DEPTH, normal=UP):
        """The row of a contact in slot 1."""
        rows, slots = np.zeros((1, WIDTH)), np.zeros(1, np.int64)
        add(rows, slots, 0, 1, normal, (0.0, 0.0, -8.0), depth, STILL, motion, self.STUFF)
        resume(rows, slots, 1, kept, motion, DT, number)
        assert kept[1, LAST] == number
        return rows[0]

    def wish(self, kept, number, motion, depth=DEPTH):
        """The share of the depth by which a contact in slot 1 is pressed."""
        self.resumed(kept, number, motion, depth)
        return 1.0 - kept[1, SLACK] / depth

    @pytest.mark.parametrize("normal", [UP, (0.6, 0.0, -0.8), (-1.0, 0.0, 0.0)])
    def test_is_taken_out_of_what_the_spring_asks_for(self, normal):
        kept, still = np.zeros((3, MEMORY)), np.zeros(6)
        first = self.resumed(kept, 2.0, still, normal=normal)
        # It did not come in by a motion, so it would open at once.
        assert first[WISH : WISH + 3] == pytest.approx([0, 0, 0])
        for number in range(3, 9):
            row = self.resumed(kept, float(number), still, normal=normal)
            slack = self.DEPTH - (number - 1) * RISE * DT
            assert kept[1, SLACK] == pytest.approx(slack)
            spring = 1e6 * (self.DEPTH - slack)
            assert row[WISH : WISH + 3] == pytest.approx(spring * np.array(normal))
            assert row[TURN] == 0.0

    def test_is_let_out_only_while_the_spring_bears_less_than_so_many_weights(self):
        kept, still = np.zeros((3, MEMORY)), np.zeros(6)
        borne = [self.resumed(kept, float(number), still)[WISH + 2] for number in range(2, 60)]
        most, each = EASY * 9810.0, 1e6 * RISE * DT
        assert borne[1:25] == pytest.approx([each * k for k in range(2, 26)])
        assert most <= borne[-1] < most + each
        assert borne[-30:] == pytest.approx([borne[-1]] * 30)

    def test_of_a_contact_that_was_there_before_goes_at_the_speed_of_its_rise(self):
        kept, still = np.zeros((3, MEMORY)), np.zeros(6)
        shares = [self.wish(kept, float(number), still) for number in range(2, 12)]
        steps = RISE * DT / self.DEPTH
        assert shares == pytest.approx([steps * k for k in range(1, 11)])
        # As soon as it is less deep there is no more slack than that.
        assert self.wish(kept, 12.0, still, 0.1) == pytest.approx(RISE * DT / 0.1)
        # A spring that bears much (0.4 mm here) is not let out any further.
        assert self.wish(kept, 13.0, still) == pytest.approx(0.8 + steps)

    def test_is_remembered_for_some_steps_and_then_begins_anew(self):
        """A wedged die's contacts come and go: they must not begin deeper each time."""
        for away in (2, int(LAPSE) - 1, int(LAPSE), int(LAPSE) + 1):
            kept, still = np.zeros((3, MEMORY)), np.zeros(6)
            for number in range(2, 12):
                share = self.wish(kept, float(number), still)
            rise = RISE * DT / self.DEPTH
            expected = share + rise if away < LAPSE else rise
            assert self.wish(kept, 11.0 + away, still) == pytest.approx(expected)

    @pytest.mark.parametrize("motion", [[0, 0, -6000.0, 0, 0, 0], [0, 0, 0, 0, 800.0, 0]])
    def test_is_nothing_where_the_motion_can_have_made_the_depth(self, motion):
        """6 m/s make 0.6 mm in a step, and 800 rad/s at 8 mm 0.64 mm."""
        assert self.wish(np.zeros((3, MEMORY)), 2.0, np.array(motion, float)) == 1.0


class Problem:
    """Contacts of one body as forces in cones: the least of f (A + R) f / 2 + c f.

    Put together from the contacts as they were posed, not from the solver's rows. Every contact has
    its force along the normal and two tangents, and the turn about the normal over its arm.
    """

    def __init__(self, contacts, motion, inertia, friction, restitution, free):
        self.contacts, self.friction, self.free = contacts, friction, free
        stuff = material(SHIPPED, restitution, friction, DT)
        self.posed = pose(contacts, motion, inertia, stuff)
        stiff, damp, _, give, along, arm = stuff
        axis = inertia[2:5]
        self.mass = np.eye(6)
        inverse = inertia[0] * np.eye(3) + (inertia[1] - inertia[0]) * np.outer(axis, axis)
        self.mass[3:, 3:] = np.linalg.inv(inverse)
        ways, wishes, gives = [], [], []
        for normal, where, depth in contacts:
            n = np.array(normal)
            aside = np.cross(n, (1.0, 0.0, 0.0) if abs(n[0]) < 0.9 else (0.0, 1.0, 0.0))
            aside /= np.linalg.norm(aside)
            rows = [np.r_[w, np.cross(where, w)] for w in (n, aside, np.cross(n, aside))]
            rows = np.array([*rows, np.r_[0.0, 0.0, 0.0, arm * n]])
            wishes.append(-damp * rows @ motion + [stiff * depth, 0.0, 0.0, 0.0])
            gives.append(np.array([give, along, along, along]))
            if friction == 0.0:
                rows[1:] = 0.0  # forces that cannot be
            ways.append(rows)
        self.ways = np.concatenate(ways)
        answer = np.linalg.solve(self.mass, self.ways.T)
        self.square = self.ways @ answer + np.diag(np.concatenate(gives))
        self.line = self.ways @ free - np.concatenate(wishes)
        self.answer = answer

    def off(self, response, other):
        """How far two accelerations are apart, of gravity and the largest of them together.

        Those of turning count at 8 mm from the centre.
        """
        arms = np.array([1, 1, 1, 8, 8, 8])
        return abs(arms * (response - other)).max() / (9810.0 + abs(arms * other).max())


def in_cone(forces, friction):
    """Nearest forces (..., 4) inside the cones of ``friction``."""
    push, held = forces[..., :1], np.linalg.norm(forces[..., 1:], axis=-1, keepdims=True)
    on = np.maximum(0.0, (push + friction * held) / (1.0 + friction**2))
    ratio = friction * on / np.where(held > 0.0, held, 1.0)
    outside = np.concatenate([on, ratio * forces[..., 1:]], axis=-1)
    return np.where(held <= friction * push, forces, outside)


def reference(problems):
    """Accelerations of problems by projected gradients with momentum, all at once.

    Begun anew where the momentum leads upward (O'Donoghue and Candes, 2015). That they are right is
    checked: forces f and their gradient v belong to cones that are dual to each other, and f v = 0.
    """
    many = 4 * max(len(p.contacts) for p in problems)
    square = np.tile(np.eye(many), (len(problems), 1, 1))
    line = np.ones((len(problems), many))  # where there is no contact, no force
    for k, p in enumerate(problems):
        size = len(p.line)
        square[k, :size, :size], line[k, :size] = p.square, p.line
    friction = np.array([p.friction for p in problems])[:, None, None]
    steepest = np.linalg.eigvalsh(square)[:, -1:]
    shape = (len(problems), many // 4, 4)
    force = ahead = np.zeros_like(line)
    pace = np.ones((len(problems), 1))
    for _ in range(30000):
        slope = np.einsum("kij,kj->ki", square, ahead) + line
        new = in_cone((ahead - slope / steepest).reshape(shape), friction).reshape(line.shape)
        up = ((ahead - new) * (new - force)).sum(axis=1, keepdims=True) > 0.0
        pace = np.where(up, 1.0, pace)
        after = (1.0 + np.sqrt(1.0 + 4.0 * pace**2)) / 2.0
        ahead = new + np.where(up, 0.0, (pace - 1.0) / after) * (new - force)
        change = abs(new - force).max()
        force, pace = new, after
        if change < 1e-9:
            break
    slope = (np.einsum("kij,kj->ki", square, force) + line).reshape(shape)
    aside = np.linalg.norm(slope[..., 1:], axis=-1)
    little = 1e-9 * abs(line).max(axis=1, keepdims=True)
    assert (slope[..., 0] - friction[..., 0] * aside > -little).all()
    work = abs((slope * force.reshape(shape)).sum(axis=-1))
    assert (work < little * (1.0 + np.linalg.norm(force.reshape(shape), axis=-1))).all()
    return [p.free + p.answer @ f[: len(p.line)] for p, f in zip(problems, force, strict=True)]


def unit(way):
    return way / np.linalg.norm(way)


TOP, ROD = (1 / 40.0, 1 / 55.0), (1 / 50.0, 1 / 2.0)
KINDS = {
    "level ground": ((0.1, 0.2, 0.5), (BALL[0], BALL[1]), 0),
    "friction 0": ((0.0,), (BALL[0], BALL[1]), 2),
    "high friction": ((1.0, 2.0), TOP, 1),
    "equal contacts": ((0.0, 0.2, 1.0), TOP, 3),
    "a top on ramp and walls": ((0.05, 0.2, 0.5), TOP, 1),
    "a rod among anything": ((0.2, 0.5), ROD, 2),
}
"""Frictions, inertia, and where the contacts are: see `problem`."""
WALLS = [(0.0, 0.0, 1.0), (math.sin(0.7), 0.0, math.cos(0.7)), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)]


def problem(rng, frictions, inertia, where):
    """1 to 6 contacts, slow and fast, deep and just touching."""
    contacts = []
    for _ in range(rng.integers(1, 7)):
        n = np.array(WALLS[rng.integers(4)] if where == 1 else UP)
        n = unit(rng.normal(size=3)) if where == 2 else n
        arm = rng.uniform(-8, 8, 3)
        arm -= (arm @ n + rng.uniform(2, 10)) * n
        depth = float(rng.uniform(0, 0.2) if rng.random() < 0.5 else rng.uniform(0, 0.01))
        contacts.append((tuple(n.tolist()), tuple(arm.tolist()), depth))
    if where == 3:
        contacts = [contacts[0]] * len(contacts)
    motion = np.r_[300 * rng.normal(size=3), 30 * rng.normal(size=3)] * rng.choice([0.001, 0.1, 1])
    free = GRAVITY + np.r_[0, 0, 0, rng.choice([0, 300]) * rng.normal(size=3)]
    inertia = np.array([*inertia, *unit(rng.normal(size=3))])
    friction, e = float(rng.choice(frictions)), float(rng.choice([0.05, 0.3, 0.5, 0.8]))
    return Problem(contacts, motion, inertia, friction, e, free)


@pytest.fixture(scope="module", params=KINDS)
def posed_and_solved(request):
    rng = np.random.default_rng([ord(c) for c in request.param])
    problems = [problem(rng, *KINDS[request.param]) for _ in range(100)]
    return problems, reference(problems)


def test_the_solver_finds_what_projected_gradients_find(posed_and_solved):
    for p, exact in zip(*posed_and_solved, strict=True):
        found, spent = solved(p.posed, p.free, exact=1e-12)
        assert spent < 50
        assert p.off(found, exact) < 1e-6


FAR = {
    "level ground": (6e-4, 2.5e-3, 0.03),
    "friction 0": (1e-9, 1e-9, 3e-3),
    "high friction": (6e-4, 6e-3, 0.12),
    "equal contacts": (1e-4, 5e-4, 4e-3),
    "a top on ramp and walls": (1e-3, 6e-3, 0.12),
    "a rod among anything": (2e-3, 0.015, 0.2),
}
"""How far the solver as shipped may be off from cold starts: 0.9, 0.98 and all of the problems."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_as_shipped_is_near_enough(kind):
    """Off by a share of gravity and the largest acceleration; it asks for a balance of 2e-3.

    Measured over three sets of 500: nine of ten to 2.9e-4, 1e-10, 3.6e-4, 3.5e-5, 5.5e-4 and 1.3e-3
    in the order of the kinds, 98 of 100 to 1.1e-3 ... 1e-2, here the worst to 0.1. Newton's last
    step is not looked at any more and may meet the edge of a cone: of 18 000 problems 8 were off by
    more than a tenth, one of them by 0.67.
    """
    rng = np.random.default_rng([*(ord(c) for c in kind), 1])
    far = []
    for _ in range(500):
        p = problem(rng, *KINDS[kind])
        exact, _ = solved(p.posed, p.free, exact=1e-10)
        found, spent = solved(p.posed, p.free, None, SETTINGS.sweeps, SETTINGS.exact)
        assert spent <= SETTINGS.sweeps
        far.append(p.off(found, exact))
    most, nearly_all, worst = FAR[kind]
    assert np.quantile(far, 0.9) < most
    assert np.quantile(far, 0.98) < nearly_all
    assert max(far) < worst


@pytest.mark.parametrize("kind", KINDS)
def test_in_a_contact_that_goes_on_the_solver_as_shipped_is_nearer_still(kind):
    """From what was found and is remembered of forces that were a little different.

    Measured over four sets of 400: nine of ten to 3.2e-5 at most, on level ground, 99 of 100 to
    2.7e-4, and the worst of all to 0.0092; in two rounds on average.
    """
    rng = np.random.default_rng([*(ord(c) for c in kind), 3])
    far, rounds = [], []
    for _ in range(400):
        p = problem(rng, *KINDS[kind])
        exact, _ = solved(p.posed, p.free, exact=1e-10)
        near = p.free + np.r_[500 * rng.normal(size=3), 60 * rng.normal(size=3)]
        before, _ = solved(p.posed, near, exact=1e-12)
        p.posed[0][: p.posed[1], NEW] = 0.0
        found, spent = solved(p.posed, p.free, before, SETTINGS.sweeps, SETTINGS.exact)
        far.append(p.off(found, exact))
        rounds.append(spent)
    assert np.quantile(far, 0.9) < 4e-5
    assert np.quantile(far, 0.99) < 5e-4
    assert max(far) < 0.015
    assert np.mean(rounds) < 2.25
    assert max(rounds) < 10


@pytest.mark.parametrize("kind", KINDS)
def test_what_contacts_remember_hurries_the_solver_and_does_not_mislead_it(kind):
    """To 1e-10 the answer is that from scratch, measured 3e-11; also where memory is nonsense.

    Remembered is what the contacts missed under a little different forces, as in the step before.
    That takes 2 to 3 rounds and at most 7; nonsense 9 and at most 21.
    """
    rng = np.random.default_rng([*(ord(c) for c in kind), 2])
    rounds, misled = [], []
    for _ in range(150):
        p = problem(rng, *KINDS[kind])
        rows, count = p.posed[:2]
        scratch, _ = solved(p.posed, p.free, exact=1e-12)
        near = p.free + np.r_[500 * rng.normal(size=3), 60 * rng.normal(size=3)]
        before, _ = solved(p.posed, near, exact=1e-12)
        rows[:count, NEW] = 0.0
        warm, spent = solved(p.posed, p.free, before, exact=1e-12)
        rounds.append(spent)
        assert p.off(warm, scratch) < 1e-10
        for size in (1.0, 1e4, 1e7):
            rows[:count, AT : AT + 4] = size * rng.normal(size=(count, 4))
            rows[:count, AT + 1 : AT + 4] *= rng.random() < 0.7
            start = before if rng.random() < 0.5 else 1e4 * rng.normal(size=6)
            warm, spent = solved(p.posed, p.free, start, exact=1e-12)
            misled.append(spent)
            assert p.off(warm, scratch) < 1e-10
    assert np.mean(rounds) < 3.2
    assert max(rounds) < 12
    assert np.mean(misled) < 12.0
    assert max(misled) < 30


def test_from_what_it_remembers_a_body_that_stands_firm_needs_one_round():
    """As long as no contact slips or lets go its forces are linear, wherever the search begins."""
    rng = np.random.default_rng(4)
    stuff = material(SHIPPED, 0.4, 1.0, DT)
    arms = ((7.0, 1.0, -8.0), (-5.0, 6.0, -8.0), (-4.0, -7.0, -8.0))
    posed = pose([(UP, arm, 0.02) for arm in arms], np.zeros(6), stuff=stuff)
    rows, count, _ = posed
    push = np.r_[20.0 * rng.normal(size=3), 3.0 * rng.normal(size=3)]
    for _ in range(20):
        rows[:count, NEW] = 1.0
        solved(posed, GRAVITY + push, exact=1e-12)
        remembered = rows[:count, AT : AT + 4].copy()
        push = np.r_[20.0 * rng.normal(size=3), 3.0 * rng.normal(size=3)]
        scratch, _ = solved(posed, GRAVITY + push, exact=1e-12)
        rows[:count, NEW], rows[:count, AT : AT + 4] = 0.0, remembered
        start = scratch + np.r_[300.0 * rng.normal(size=3), 50.0 * rng.normal(size=3)]
        once, spent = solved(posed, GRAVITY + push, start, rounds=1)
        assert spent == 1
        assert once == pytest.approx(scratch, rel=1e-9, abs=1e-6)


def test_every_contact_remembers_what_it_missed_itself():
    """By its slot, whatever row it is in; one that was away for a step begins anew."""
    stuff, motion = material(SHIPPED, 0.4, 0.3, DT), np.array([40.0, -20, -10, 1, 2, 3])
    arms = {slot: (slot - 2.0, 1.0 + slot, -8.0) for slot in range(4)}
    kept = np.zeros((4, MEMORY))
    missed = {}
    for number, order in ((2.0, (0, 1, 2)), (3.0, (2, 0)), (4.0, (1, 3, 0, 2))):
        rows, slots, count = np.zeros((4, WIDTH)), np.zeros(4, np.int64), 0
        for slot in order:
            count = add(rows, slots, count, slot, UP, arms[slot], 0.02, STILL, motion, stuff)
        resume(rows, slots, count, kept, motion, DT, number)
        for row, slot in zip(rows, order, strict=False):
            assert (row[NEW] == 0.0) == (slot in missed)
            if slot in missed:
                assert row[AT : AT + 4] == pytest.approx(missed[slot])
        response, _ = solved((rows, count, BALL))
        keep(rows, slots, count, kept)
        missed = {slot: rows[k, AT : AT + 4].copy() for k, slot in enumerate(order)}
        for k, slot in enumerate(order):
            assert abs(missed[slot]).max() > 1.0
            point = response[:3] + np.cross(response[3:], arms[slot])
            # But for the last step of the solver, which it does not look at any more.
            assert missed[slot][:3] == pytest.approx(point - rows[k, WISH : WISH + 3], rel=1e-3)


class TestWithoutFriction:
    STUFF = material(SHIPPED, 0.4, 0.0, DT)

    def test_its_spring_is_that_of_any_material(self):
        rough, give = material(SHIPPED, 0.4, 0.3, DT), (1 - SHIPPED.share) / SHIPPED.share
        meant = (*rough[:2], 0.0, give, give / SHIPPED.grip, SHIPPED.twist / 1e-3)
        assert pytest.approx(meant) == self.STUFF

    @pytest.mark.parametrize("memory", ["none", "nothing", "nonsense"])
    @pytest.mark.parametrize("normal", [UP, (0.6, 0.0, 0.8), (0.0, -1.0, 0.0)])
    @pytest.mark.parametrize("arm", [(0.0, 0.0, -8.0), (5.0, 3.0, -6.0)])
    @pytest.mark.parametrize(
        "motion", [[0.0] * 6, [0, 0, -50.0, 0, 0, 0], [900.0, 300.0, -50.0, 20.0, -30.0, 40.0]]
    )
    def test_one_contact_pushes_by_its_spring_along_its_normal_alone(
        self, motion, arm, normal, memory
    ):
        """By what its wish exceeds the fall of its point, over its give and that of the body."""
        inertia = np.array([1 / 40.0, 1 / 55.0, 0.6, 0.0, 0.8])
        posed = pose([(normal, arm, 0.05)], motion, inertia, self.STUFF, room=1)
        row, n = posed[0][0], np.array(normal)
        if memory != "none":
            row[NEW] = 0.0
            row[AT : AT + 4] = (-3e4, 2e4, 1e4, 5e3) if memory == "nonsense" else 0.0
        response, spent = solved(posed, exact=1e-12)
        assert spent < 10
        axis, moment = inertia[2:5], np.cross(arm, n)
        turns = inertia[0] * moment + (inertia[1] - inertia[0]) * (axis @ moment) * axis
        gives = 1.0 + moment @ turns
        point = np.array(motion[:3]) + np.cross(motion[3:], arm)
        wish = self.STUFF[0] * 0.05 - self.STUFF[1] * (n @ point)
        push = max(0.0, (wish - n @ GRAVITY[:3]) / (self.STUFF[3] + gives))
        assert response[:3] == pytest.approx(GRAVITY[:3] + push * n, rel=1e-9, abs=1e-6)
        assert response[3:] == pytest.approx(push * turns, rel=1e-9, abs=1e-6)
        ((*force, turn),) = forces(posed, response)
        assert force == pytest.approx(push * n, rel=1e-9, abs=1e-6)
        assert np.linalg.norm(np.cross(force, n)) <= 1e-12 * push
        assert turn == 0.0

    def test_three_corners_push_by_their_springs_alone(self):
        """As many equations as corners push: each is pressed by its give, none is dragged along."""
        arms = np.array([(6.0, 1.0, -8.0), (-5.0, 4.0, -8.0), (-2.0, -7.0, -8.0)])
        motion = np.array([500.0, -200.0, -30.0, 1.0, 2.0, 30.0])
        posed = pose([(UP, tuple(a), 0.02) for a in arms], motion, BALL, self.STUFF)
        response, _ = solved(posed, exact=1e-12)
        rises = np.array([np.cross(a, UP) for a in arms])
        wish = self.STUFF[0] * 0.02 - self.STUFF[1] * (motion[2] + rises @ motion[3:])
        square = 1.0 + rises @ rises.T * BALL[0] + self.STUFF[3] * np.eye(3)
        pushes = np.linalg.solve(square, wish + 9810.0)
        assert (pushes > 0.0).all()
        assert response[:2] == pytest.approx([0.0, 0.0], abs=1e-9)
        assert response[5] == pytest.approx(0.0, abs=1e-9)
        assert forces(posed, response)[:, 2] == pytest.approx(pushes)


def test_the_forces_are_those_of_the_accelerations_and_inside_their_cones(posed_and_solved):
    """They balance inertia to what is asked for; as shipped, but for those few cold starts.

    Nine of ten to 5e-3, and all to 0.028 of the largest: the search ends by a step that is not
    looked at any more.
    """
    shipped_ones = []
    for p in posed_and_solved[0]:
        arm_of_turn = material(SHIPPED, 0.5, p.friction, DT)[5]
        for exact in (SETTINGS.exact, 1e-12):
            response, _ = solved(p.posed, p.free, exact=exact)
            total, largest = np.zeros(6), 9810.0
            for (normal, arm, _), force in zip(p.contacts, forces(p.posed, response), strict=True):
                n, pull = np.array(normal), force[:3]
                push = pull @ n
                aside = pull - push * n
                turn = force[3] / arm_of_turn
                assert push >= 0.0
                held = math.sqrt(aside @ aside + turn * turn)
                assert held <= p.friction * push * (1 + 1e-9) + 1e-9
                total += np.r_[pull, np.cross(arm, pull) + force[3] * n]
                largest = max(largest, push)
            missing = p.mass @ (response - p.free) - total
            off = math.sqrt(missing @ np.linalg.solve(p.mass, missing)) / largest
            if exact == SETTINGS.exact:
                shipped_ones.append(off)
            else:
                assert off < 1e-9
    assert np.quantile(shipped_ones, 0.9) < 3 * SETTINGS.exact
    assert max(shipped_ones) < 0.04
