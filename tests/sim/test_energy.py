"""The energy rule of PHYSICS.md section 3, from states that were read off, not from sim's books.

Layouts without blockers: a blocker that was pushed may give energy back. (A blocker's own share is
held in `test_impulse`: what it gains the die has lost.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest

from benchmarks.checks import layouts, throwing
from benchmarks.checks.energy import books
from benchmarks.checks.evidence import Instant
from sim import die_throw
from sim.die import DieRecord

G = 9810.0
SERIES = 21
THROWS = 40


def without_blockers(k):
    layout = layouts.layout_of(SERIES, k)
    return replace(layout, request=replace(layout.request, blockers=()))


def test_total_energy_stays_below_its_last_maximum():
    """Never above what it was by more than 1e-4 of E0 over 10 ms, once the hat is clear."""
    looked_at = 0
    for k in range(THROWS):
        layout = without_blockers(k)
        ended, state = throwing.thrown(layout)
        kept = books(throwing.instants_of(ended), throwing.gyration_of(layout))
        assert kept.complaints == (), f"layout {k} ({state.outcome})"
        looked_at += kept.pairs
    assert looked_at > 100 * THROWS


class TestTheBooks:
    """They must see energy that comes from nowhere, in an impact and in between."""

    GYRATION = 40.0

    def fall(self, **changes):
        """A die that falls from 100 mm at rest and bounces at 10 mm with half its speed."""
        start = Instant(0.0, "hat clear", (0.0, 0.0, 100.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), True)
        time = math.sqrt(2 * 90.0 / 9810.0)
        down = (0.0, 0.0, -9810.0 * time)
        before = replace(start, time=time, event="before", place=(0.0, 0.0, 10.0), velocity=down)
        up = (0.0, 0.0, 0.5 * 9810.0 * time)
        after = replace(before, **({"event": "impact", "velocity": up} | changes))
        late = time + 0.02
        height = after.place[2] + after.velocity[2] * 0.02 - 0.5 * 9810.0 * 0.02**2
        end = replace(
            after,
            time=late,
            event="end",
            place=(0.0, 0.0, height),
            velocity=(after.velocity[0], after.velocity[1], after.velocity[2] - 9810.0 * 0.02),
        )
        return books([start, before, after, end], self.GYRATION)

    def test_they_have_nothing_against_a_bounce(self):
        kept = self.fall()
        assert kept.complaints == ()
        assert kept.impacts == 1
        # Three quarters of the kinetic energy are gone: 0.75 * 90 / 100 of the first energy.
        assert kept.gain == pytest.approx(-0.675)
        assert kept.rise < 1e-9

    @pytest.mark.parametrize(
        "change", [{"spin": (0.0, 200.0, 0.0)}, {"velocity": (100.0, 0.0, 1329.0)}]
    )
    def test_they_see_an_impact_that_makes_energy(self, change):
        assert "kinetic energy" in " / ".join(self.fall(**change).complaints)

    def test_they_see_energy_that_comes_in_flight(self):
        complaints = " / ".join(self.fall(place=(0.0, 0.0, 80.0)).complaints)
        assert "total energy" in complaints

    def test_a_die_that_never_was_free_has_no_books(self):
        assert books([], self.GYRATION).pairs == 0


@dataclass(frozen=True)
class State:
    """Kinetic energy per mass and vertical speed when they were read off, and what came after."""

    kinetic: float
    speed: float
    work: float = 0.0
    """Gravity's work since, summed over the solver's steps."""
    time: float = 0.0
    end: float = 0.0
    """Duration of those steps, and vertical speed at their end."""

    def allowed(self):
        """Gravity's work by the mean speed: of each step, or of all that were read off together."""
        whole = -0.5 * (self.speed + self.end) * G * self.time
        return max(0.0, self.kinetic + max(self.work, whole))


class Watch:
    """Reads the record before and after every step, flight and impact of one throw."""

    def __init__(self):
        self.die = None
        self.run = None
        self.last = None
        self.mark = None
        self.start = 0.0
        self.events = 0
        self.worst = -1.0

    def kinetic(self):
        d = self.die
        linear = d.vs**2 + d.vl**2 + d.vz**2
        return 0.5 * (linear + d.gyration * (d.omega**2 + d.roll**2 + d.yaw**2))

    def judge(self):
        """Kinetic energy now <= that of the last reading + gravity's work in between."""
        now = self.kinetic()
        if self.last is not None:
            self.events += 1
            self.worst = max(self.worst, (now - self.last.allowed()) / self.start)
        return now

    def free(self):
        return not self.run.side.hat_stands

    def before(self):
        """Judge what was, and begin anew; between steps that are read off together, go on."""
        if not self.free():
            return None
        d = self.die
        mark = (d.x, d.y, d.z, d.vs, d.vl, d.vz, d.omega, d.roll, d.yaw)
        if self.last is not None and mark == self.mark:
            return self.last
        now = self.judge()
        self.start = self.start or now + G * d.z
        self.last, self.mark = None, mark
        return State(now, d.vz)

    def after(self, state, work, time=0.0, end=0.0):
        if state is not None:
            self.last = replace(state, work=state.work + work, time=state.time + time, end=end)


class WatchedSpace:
    """A pymunk space whose contact steps are watched; the instants of impacts are not steps."""

    def __init__(self, space, watch, instant):
        self._space, self._watch, self._instant = space, watch, instant

    def __getattr__(self, name):
        return getattr(self._space, name)

    def step(self, dt):
        if dt <= self._instant:
            self._space.step(dt)
            return
        body = self._watch.run.side.body
        state, before = self._watch.before(), body.velocity.y
        self._space.step(dt)
        end = body.velocity.y
        self._watch.after(state, -0.5 * (before + end) * G * dt, dt, end)


@pytest.fixture
def watch(monkeypatch):
    watching = Watch()
    begin, fly, hit = die_throw._Run.__init__, DieRecord.fly, die_throw._Run.hit_ground

    def watched_begin(self, *args):
        begin(self, *args)
        watching.__init__()
        watching.run, watching.die = self, self.die
        self.side.space = WatchedSpace(self.side.space, watching, self.side.settings.instant)

    def watched_fly(self, time):
        state, height = watching.before(), self.z
        fly(self, time)
        watching.after(state, G * (height - self.z))

    def watched_hit(self, *args):
        state = watching.before()
        stays = hit(self, *args)
        watching.after(state, 0.0)
        return stays

    monkeypatch.setattr(die_throw._Run, "__init__", watched_begin)
    monkeypatch.setattr(DieRecord, "fly", watched_fly)
    monkeypatch.setattr(die_throw._Run, "hit_ground", watched_hit)
    return watching


def test_no_impact_makes_kinetic_energy(watch):
    """Whole die: three velocities, three spins; just after <= just before + gravity's work."""
    events = 0
    for k in range(THROWS // 2):
        _, state = throwing.thrown(without_blockers(k))
        watch.judge()
        assert watch.worst <= 1e-9, f"layout {k} ({state.outcome})"
        events += watch.events
    assert events > 100 * THROWS


def test_the_watch_sees_energy_that_was_made(watch, monkeypatch):
    hit, hits = die_throw._Run.hit_ground, []

    def lively(self, *args):
        stays = hit(self, *args)
        if not hits:
            self.die.vl += 1000.0
        hits.append(stays)
        return stays

    monkeypatch.setattr(die_throw._Run, "hit_ground", lively)
    throwing.thrown(without_blockers(0))
    assert hits
    assert watch.worst > 1e-6
