"""The contact solver against another way to solve the same problem."""

from __future__ import annotations

import math

import numpy as np
import pytest
from contact_kit import BALL, DT, GRAVITY, SHIPPED, STILL, UP, forces, pose, solved

from sim.arrays import SETTINGS
from sim.compliance import material
from sim.contact import (
    AT,
    MEMORY,
    NEW,
    WIDTH,
    WISH,
    add,
    keep,
    resume,
)


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
