"""The energy rule of PHYSICS.md section 3, from stored states and not from sim's own books.

Layouts without blockers: one that was pushed may give energy back.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.checks import layouts, throwing
from benchmarks.checks.energy import GAIN, G, books, kinetic
from benchmarks.checks.evidence import Instant
from sim.arrays import SETTINGS
from sim.compliance import material, shipped
from sim.contact import MEMORY, keep, resume, solve
from sim.flight import axis_of, falling, place_corners
from sim.kernel import bounded, energy, move, work_for
from sim.touching import on_ground

SERIES = 21
THROWS = 300
BLOCKS = 6


def without_blockers(k):
    layout = layouts.layout_of(SERIES, k)
    return replace(layout, request=replace(layout.request, blockers=()))


@pytest.mark.parametrize("block", range(BLOCKS))
def test_throws_make_no_energy(block):
    """Flights keep it, no contact adds any, and it never rises above its last maximum."""
    flights = contacts = 0
    for k in range(block * THROWS // BLOCKS, (block + 1) * THROWS // BLOCKS):
        layout = without_blockers(k)
        ended, state = throwing.thrown(layout)
        kept = books(throwing.instants_of(ended), throwing.inertia(layout))
        assert kept.complaints == (), f"layout {k} ({state.outcome})"
        flights += kept.flights
        contacts += kept.contacts
    assert contacts > 20 * THROWS / BLOCKS
    assert flights > 15 * THROWS / BLOCKS


def test_blockers_at_rest_give_nothing():
    """A blocker is moved by the die alone, so the two together never have more than the die had.

    All that the blockers ever had went into the table: as long as one slides it is braked by its
    friction, so its way bounds what it can have got from the die.
    """
    looked_at = 0
    for k in range(120):
        layout = layouts.layout_of(SERIES + 1, k)
        ended, state = throwing.thrown(layout)
        instants = [m for m in throwing.instants_of(ended) if m.free]
        if not state.displaced or not instants:
            continue
        gyration = throwing.inertia(layout)
        total = [kinetic(m, gyration) + G * m.place[2] for m in instants]
        assert max(total) <= total[0] * (1 + 1e-4), f"layout {k}"
        looked_at += 1
    assert looked_at >= 10


def hit(arm, inertia, motion, stuff, bound):
    """Let a body's corner at ``arm`` hit the table: its energy when it leaves, over that before."""
    state = np.array([0.0, 0.0, -arm[2] - 1e-9, 1.0, 0.0, 0.0, 0.0, *motion])
    corner, work = np.array([arm]), work_for(1, 1)
    last, kept, number = np.array([0.0, 0.0, -G, 0.0, 0.0, 0.0]), np.zeros((1, MEMORY)), 2.0
    inertia, moves = inertia.copy(), state[7:13]
    axis_of(state, inertia)
    before = energy(state, inertia)
    while True:
        place_corners(state, corner, work.corners)
        axis_of(state, inertia)
        count = on_ground(work.rows, work.slots, 0, work.corners, 0.0, state, moves, stuff)
        if count == 0:
            return energy(state, inertia) / before
        number += 1.0
        resume(work.rows, work.slots, count, kept, moves, SETTINGS.step, number)
        falling(state, inertia, work.response)
        args = (inertia, work.response, last, SETTINGS.sweeps, SETTINGS.exact)
        solve(work.rows, count, *args)
        keep(work.rows, work.slots, count, kept)
        move(state, inertia, work.response, SETTINGS.step, bound, before)


BODIES = {
    "a d6": np.array([1 / 42.7, 1 / 42.7, 0.0, 0.0, 1.0]),
    "a rod": np.array([1 / 50.0, 1 / 2.0, 0.0, 0.0, 1.0]),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_hit_on_a_lever_with_friction_makes_energy_only_without_the_bound(name):
    """In 2 to 3 of 100 hits on corners it would, by up to half (Kane's paradox): with it in none.

    It takes nothing from those that would make none.
    """
    rng = np.random.default_rng([ord(c) for c in name])
    rises, changed, hits = [], 0, 0
    while hits < 1000:
        arm = (*rng.uniform(-8, 8, 2), -rng.uniform(2, 8))
        down = -rng.uniform(100, 1500)
        motion = np.array([*(800 * rng.normal(size=2)), down, *(60 * rng.normal(size=3))])
        e, mu = rng.choice([0.2, 0.5, 0.8]), rng.choice([0.2, 0.5, 1.0])
        if motion[2] + motion[3] * arm[1] - motion[4] * arm[0] > -50.0:
            continue
        stuff = material(shipped(), float(e), float(mu), SETTINGS.step)
        free = hit(arm, BODIES[name], motion, stuff, False)
        held = hit(arm, BODIES[name], motion, stuff, True)
        hits += 1
        assert held <= 1.0 + 1e-12
        changed += held != free
        if free > 1.0 + 1e-12:
            rises.append(free)
            assert held > 0.98
    assert 0.01 * hits < len(rises) < 0.05 * hits
    assert 1.2 < max(rises) < 2.0
    assert changed <= 1.2 * len(rises)


def test_the_bound_leaves_exactly_what_is_allowed_after_the_step():
    """Height counts as it is after the step; less than nothing cannot be left."""
    rng = np.random.default_rng(6)
    bound = 0
    for _ in range(500):
        inertia = np.array([1 / 40.0, 1 / 55.0, 0.6, 0.0, 0.8])
        moves = np.r_[500 * rng.normal(size=3), 50 * rng.normal(size=3)]
        state = np.r_[0.0, 0.0, 8.0, 1.0, 0.0, 0.0, 0.0, moves]
        cap = G * 8.0 + rng.uniform(0.3, 2.0) * (energy(state, inertia) - G * 8.0)
        share = bounded(state, inertia, SETTINGS.step, cap)
        state[7:13] *= share
        state[2] += state[9] * SETTINGS.step
        if share == 1.0:
            assert energy(state, inertia) <= cap
        else:
            assert 0.0 < share < 1.0
            assert energy(state, inertia) == pytest.approx(cap, rel=1e-12)
            bound += 1
    assert 100 < bound < 400
    still = np.r_[0.0, 0.0, 8.0, 1.0, np.zeros(9)]
    assert bounded(still, inertia, SETTINGS.step, 0.0) == 1.0
    still[9] = 100.0
    assert bounded(still, inertia, SETTINGS.step, G * 8.0 - 1.0) == 0.0


class TestTheBooks:
    """They must see energy that comes from nowhere: in a contact, in a flight, and in between."""

    GYRATION = (40.0, 30.0)
    FIRST = G * 100.0

    def fall(self, **changes):
        """A die falls from 100 mm at rest, and bounces at 10 mm with half its speed."""
        still = (0.0, 0.0, 0.0)
        start = Instant(0.0, "hat clear", (0.0, 0.0, 100.0), still, still, True)
        leave = replace(start, event="leaves")
        out = replace(start, event="out")
        time = math.sqrt(2 * 90.0 / G)
        down = (0.0, 0.0, -G * time)
        before = replace(start, time=time, event="impact", place=(0.0, 0.0, 10.0), velocity=down)
        up = (0.0, 0.0, 0.5 * G * time)
        change = {"event": "leaves", "velocity": up} | changes.get("after", {})
        after = replace(before, time=time + 0.002, **change)
        late = after.time + 0.02
        height = after.place[2] + after.velocity[2] * 0.02 - 0.5 * G * 0.02**2
        fallen = (after.velocity[0], after.velocity[1], after.velocity[2] - G * 0.02)
        end = replace(after, time=late, event="end", place=(0.0, 0.0, height), velocity=fallen)
        end = replace(end, **changes.get("end", {}))
        return books([start, leave, out, before, after, end], self.GYRATION)

    def test_they_have_nothing_against_a_bounce(self):
        kept = self.fall()
        assert kept.complaints == ()
        assert (kept.contacts, kept.flights) == (1, 2)
        # Three quarters of the kinetic energy are gone: 0.75 * 90 / 100 of the first energy.
        assert kept.gain == pytest.approx(-0.675)
        assert kept.drift < 1e-12
        assert kept.rise < 1e-12

    @pytest.mark.parametrize(
        "change", [{"spin": (0.0, 200.0, 0.0)}, {"velocity": (1000.0, 0.0, 1329.0)}]
    )
    def test_they_see_a_contact_that_makes_energy(self, change):
        complaints = " / ".join(self.fall(after=change).complaints)
        assert "contact up to" in complaints
        assert "total energy" in complaints

    def test_they_see_a_little_energy_that_a_contact_makes(self):
        fast = math.sqrt(2 * G * 90.0 + 2 * 1.1 * GAIN * self.FIRST)
        found = self.fall(after={"velocity": (0.0, 0.0, fast)})
        assert [words.split(" from")[0].split(" up")[0] for words in found.complaints] == [
            "contact"
        ]

    @pytest.mark.parametrize("z", [22.0, 24.2])
    def test_they_see_energy_that_comes_or_goes_in_flight(self, z):
        assert "flight from" in " / ".join(self.fall(end={"place": (0.0, 0.0, z)}).complaints)

    def test_a_rise_over_a_long_time_is_no_jump(self):
        """0.5e-4 of E0 in every hundredth of a second, as a step may round."""
        still = (0.0, 0.0, 0.0)
        states = [
            Instant(0.01 * k, "way", (0.0, 0.0, 100.0 + 0.005 * k), still, still, True)
            for k in range(20)
        ]
        assert books(states, self.GYRATION).complaints == ()
        jump = replace(states[-1], place=(0.0, 0.0, 100.15))
        assert "total energy" in books([*states, jump], self.GYRATION).complaints[0]

    def test_spin_about_the_axis_has_its_own_inertia(self):
        still = (0.0, 0.0, 0.0)
        tilted = Instant(0.0, "way", still, still, (3.0, 4.0, 0.0), True, (0.6, 0.8, 0.0))
        across = replace(tilted, axis=(0.0, 0.0, 1.0))
        assert kinetic(tilted, self.GYRATION) == pytest.approx(0.5 * 30.0 * 25.0)
        assert kinetic(across, self.GYRATION) == pytest.approx(0.5 * 40.0 * 25.0)

    def test_a_die_that_never_was_free_has_no_books(self):
        assert books([], self.GYRATION).contacts == 0
