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
    CLOSING,
    MEMORY,
    MOMENT,
    NORMAL,
    RISE,
    SLACK,
    TURN,
    WIDTH,
    WISH,
    add,
    force_of,
    resume,
    solve,
)

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


class TestSlack:
    """Depth that no motion made pushes nothing, and is let out slowly."""

    DEPTH = 0.5

    def wish(self, kept, number, motion, depth=DEPTH):
        """The share of the depth by which a contact in slot 1 is pressed."""
        stuff = (1e6, 0.0, 0.2, 0.05, 0.005, 1.0)
        rows, slots = np.zeros((1, WIDTH)), np.zeros(1, np.int64)
        add(rows, slots, 0, 1, UP, (0.0, 0.0, -8.0), depth, STILL, motion, stuff)
        resume(rows, slots, 1, kept, motion, DT, number)
        return 1.0 - kept[1, SLACK] / depth

    def test_of_a_contact_that_was_there_before_goes_at_the_speed_of_its_rise(self):
        kept, still = np.zeros((3, MEMORY)), np.zeros(6)
        shares = [self.wish(kept, float(number), still) for number in range(2, 12)]
        steps = RISE * DT / self.DEPTH
        assert shares == pytest.approx([steps * k for k in range(1, 11)])
        # As soon as it is less deep there is no more slack than that.
        assert self.wish(kept, 12.0, still, 0.1) == pytest.approx(RISE * DT / 0.1)
        # A spring that bears much (0.4 mm here) is not let out any further.
        assert self.wish(kept, 13.0, still) == pytest.approx(0.8 + steps)

    def test_begins_anew_where_a_contact_was_away_for_a_step(self):
        kept, still = np.zeros((3, MEMORY)), np.zeros(6)
        for number in range(2, 12):
            self.wish(kept, float(number), still)
        assert self.wish(kept, 13.0, still) == pytest.approx(RISE * DT / self.DEPTH)

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


def test_the_solver_as_shipped_is_near_enough(posed_and_solved):
    """To 1e-3, but for few cold starts in which Newton's last step meets the edge of a cone.

    Of 4000 problems of all kinds 74 were off by more than 1e-3; it asks for a balance of 2e-3.
    """
    far = []
    for p, exact in zip(*posed_and_solved, strict=True):
        found, spent = solved(p.posed, p.free, None, SETTINGS.sweeps, SETTINGS.exact)
        assert spent < SETTINGS.sweeps
        far.append(p.off(found, exact))
    assert np.quantile(far, 0.9) < 1e-3
    assert max(far) < 1e-2


def test_the_forces_are_those_of_the_accelerations_and_inside_their_cones(posed_and_solved):
    """They balance inertia to what is asked for; as shipped, but for those few cold starts.

    Nine of ten: the search ends by a step that is not looked at any more.
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
    # The last step of Newton is not looked at any more.
    assert np.quantile(shipped_ones, 0.9) < 3 * SETTINGS.exact
    assert max(shipped_ones) < 0.1
