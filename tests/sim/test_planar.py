"""The planar square on a plate that yields: against closed forms, and against other code."""

import dataclasses
import math

import numpy as np
import pymunk
import pytest

from sim.planar import (
    OMEGA,
    THETA,
    VX,
    VZ,
    Contact,
    Falling,
    Model,
    Place,
    Square,
    X,
    Z,
    after_impact,
    load_model,
    model_from,
    record_of,
    until_face_is_sure,
)
from sim.world import GRAVITY

HALF = 25.0
SLIPPERY = Contact(450.0, 0.9, 5300.0, 0.3, 1e9, 0.0, 0.0, 1000.0)
RUBBING = dataclasses.replace(SLIPPERY, friction=0.05, friction_rise=0.1, recovery=0.01)


def model(contact):
    return Model(contact, Place(), Square.uniform(HALF))


def above(tilt, vx=0.0, vz=-2000.0, omega=0.0, gap=0.1):
    """A square whose lowest corner is ``gap`` over the ground; one row."""
    height = HALF * (abs(math.cos(tilt)) + abs(math.sin(tilt))) + gap
    return np.array([[0.0, height, tilt, vx, vz, omega]])


def random_starts(count, seed=3):
    rng = np.random.default_rng(seed)
    tilts = rng.uniform(-math.pi, math.pi, count)
    rows = [
        above(t, rng.uniform(-800, 800), rng.uniform(-2600, -500), rng.uniform(-20, 20))
        for t in tilts
    ]
    return np.concatenate(rows)


def kinetic(states):
    spin = 2 * HALF**2 / 3 * states[:, OMEGA] ** 2
    return (states[:, VX] ** 2 + states[:, VZ] ** 2 + spin) / 2


def test_flies_on_a_parabola():
    start = np.array([[1.0, 300.0, 0.3, 500.0, 200.0, 7.0]])
    falling = Falling(start, model(RUBBING))
    while falling.time[0] < 0.1:
        falling.step()
    t = falling.time[0]
    x, z, theta, vx, vz, omega = falling.state[0]
    assert x == pytest.approx(1.0 + 500.0 * t)
    assert z == pytest.approx(300.0 + 200.0 * t - GRAVITY * t * t / 2)
    assert theta == pytest.approx(0.3 + 7.0 * t)
    assert (vx, omega) == (500.0, 7.0)
    assert vz == pytest.approx(200.0 - GRAVITY * t)


@pytest.mark.parametrize("tilt_deg", [45.0, 38.0, 32.0])
@pytest.mark.parametrize("speed", [800.0, 2500.0])
def test_one_corner_keeps_what_a_yielding_plate_leaves(tilt_deg, speed):
    """A spring in series with a dashpot is a damped oscillator with d = sqrt(k M) / (2 Z)."""
    tilt = math.radians(tilt_deg)
    start = above(tilt, vz=-speed)
    after = after_impact(start, model(SLIPPERY))[0]
    # The lowest corner of a square turned counter-clockwise by less than 45 degrees is the left.
    lever = HALF * (math.sin(tilt) - math.cos(tilt))
    mass = 1.0 / (1.0 + lever**2 / (2 * HALF**2 / 3))
    damping = 2 * math.pi * SLIPPERY.frequency * math.sqrt(mass) / (2 * SLIPPERY.impedance)
    kept = math.exp(-math.pi * damping / math.sqrt(1 - damping**2))
    rebound = after[VZ] + lever * after[OMEGA]
    assert rebound / speed == pytest.approx(kept, abs=0.02)


def test_heavier_hits_lose_more():
    """The same corner straight above the mass centre bounces less than aside of it."""
    straight = after_impact(above(math.pi / 4), model(SLIPPERY))[0]
    aside = after_impact(above(math.radians(22)), model(SLIPPERY))[0]
    lever = HALF * (math.sin(math.radians(22)) - math.cos(math.radians(22)))
    assert aside[VZ] + lever * aside[OMEGA] > 1.1 * straight[VZ]


def test_flat_without_friction_does_not_turn():
    after = after_impact(above(0.0), model(SLIPPERY))[0]
    assert abs(after[OMEGA]) < 1e-6
    assert after[VX] == 0.0
    assert 500.0 < after[VZ] < 1500.0


def test_a_pressed_face_rocks_back_from_a_slight_tilt():
    """Two corners alone throw a slightly tilted face over; a face pressed in between is not."""
    tilt = math.radians(0.5)
    pressed = after_impact(above(tilt), model(SLIPPERY))[0, OMEGA]
    corners = dataclasses.replace(SLIPPERY, face=0.0)
    alone = after_impact(above(tilt), model(corners))[0, OMEGA]
    assert alone > pressed + 5.0


def test_impacts_make_no_energy():
    starts = random_starts(300)
    after = after_impact(starts, model(RUBBING))
    known = ~np.isnan(after[:, 0])
    assert known.sum() > 200
    before = kinetic(starts[known]) + GRAVITY * starts[known, Z]
    assert (kinetic(after[known]) + GRAVITY * after[known, Z] <= before * (1 + 1e-9)).all()


def test_friction_stays_in_its_cone():
    starts = random_starts(300, seed=4)
    after = after_impact(starts, model(RUBBING))
    along = np.abs(after[:, VX] - starts[:, VX])
    up = after[:, VZ] - starts[:, VZ]
    known = ~np.isnan(up)
    # The fall of 0.1 mm and the flights between corners add a little to the upward change.
    most = RUBBING.friction + RUBBING.friction_rise
    assert (along[known] <= most * (up[known] + 0.05 * GRAVITY)).all()


def test_a_corner_under_the_centre_stops_slipping():
    after = after_impact(above(math.pi / 4, vx=300.0), model(RUBBING))[0]
    slip = after[VX] + after[OMEGA] * HALF * math.sqrt(2)
    assert abs(slip) < 15.0


def test_mirrored_starts_end_mirrored():
    starts = random_starts(24, seed=5)
    mirrored = starts * np.array([-1, 1, -1, -1, 1, -1])
    ends = until_face_is_sure(starts, model(RUBBING))
    other = until_face_is_sure(mirrored, model(RUBBING))
    faces, others = (np.round(e[:, THETA] / (math.pi / 2)) for e in (ends, other))
    # The corners are added up in another order: only a knife-edge may tell.
    assert (faces == -others).mean() >= 0.95


def test_company_changes_nothing():
    """A square falls as it does alone."""
    starts = random_starts(10, seed=6)
    together = until_face_is_sure(starts, model(RUBBING))
    for k in (0, 9):
        alone = until_face_is_sure(starts[k : k + 1], model(RUBBING))
        np.testing.assert_allclose(alone[0], together[k], rtol=1e-9, atol=1e-9)


def test_the_end_is_sure():
    """What is left of the energy turns no square over."""
    ends = until_face_is_sure(random_starts(20, seed=8), model(RUBBING))
    energy = kinetic(ends) + GRAVITY * ends[:, Z]
    assert (energy < GRAVITY * HALF * math.sqrt(2)).all()


def _pymunk_impact(start, contact, step):
    """The same law written anew, one corner at a time, with pymunk moving the body."""
    space = pymunk.Space()
    space.gravity = (0.0, -GRAVITY)
    inertia = 2 * HALF**2 / 3
    body = pymunk.Body(1.0, inertia)
    space.add(body)
    body.position = (start[X], start[Z])
    body.angle = start[THETA]
    body.velocity = (start[VX], start[VZ])
    body.angular_velocity = start[OMEGA]
    stiffness = (2 * math.pi * contact.frequency) ** 2
    corners = [(HALF, HALF), (-HALF, HALF), (-HALF, -HALF), (HALF, -HALF)]
    points = [(c, stiffness) for c in corners]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        for part in (0.25, 0.5, 0.75):
            between = tuple(p + part * (q - p) for p, q in zip(a, b, strict=True))
            points.append((between, contact.face * stiffness))
    sunk = [0.0] * len(points)

    def press(body, gravity, damping, dt):
        """Called by pymunk with the new place and the old speed."""
        forces = []
        for k, (point, k_spring) in enumerate(points):
            at = body.local_to_world(point)
            normal = max(0.0, -at.y - sunk[k]) * k_spring if at.y < 0 else 0.0
            speed = body.velocity_at_world_point(at).x
            mu = contact.friction + contact.friction_rise * (
                1 - math.exp(-abs(speed) / contact.slip_scale)
            )
            arm = at.y - body.position.y
            stop = -speed / (dt * (1 + arm * arm / inertia))
            forces.append((at, max(-mu * normal, min(mu * normal, stop)), normal))
        total = sum(normal for _, _, normal in forces)
        for k, (at, along, normal) in enumerate(forces):
            if normal > 0 or sunk[k] > 0:
                rate = (normal + contact.shared * (total - normal)) / contact.impedance
                sunk[k] += dt * (rate - sunk[k] / contact.recovery)
            body.apply_force_at_world_point((along, normal), at)
        pymunk.Body.update_velocity(body, gravity, damping, dt)

    body.velocity_func = press
    left = None
    for _ in range(round(0.012 / step)):
        space.step(step)
        lowest = min(body.local_to_world(corner).y for corner in corners)
        if lowest < 0:
            left = None
        elif left is None:
            left = (body.velocity.x, body.velocity.y, body.angular_velocity)
    assert left
    return left


@pytest.mark.parametrize(
    ("tilt_deg", "vx", "omega"), [(40.0, -500.0, 3.0), (-30.0, -600.0, -5.0), (0.7, -400.0, 0.0)]
)
def test_agrees_with_a_pymunk_body_under_the_same_law(monkeypatch, tilt_deg, vx, omega):
    monkeypatch.setattr("sim.planar.STEP", 4e-6)
    start = above(math.radians(tilt_deg), vx=vx, vz=-2400.0, omega=omega)
    ours = after_impact(start, model(RUBBING))[0]
    theirs = _pymunk_impact(start[0], RUBBING, 4e-6)
    assert ours[VX] == pytest.approx(theirs[0], abs=6.0)
    assert ours[VZ] == pytest.approx(theirs[1], abs=12.0)
    assert ours[OMEGA] == pytest.approx(theirs[2], abs=0.4)


def test_the_step_is_short_enough(monkeypatch):
    """A step of a quarter moves speeds by a few per cent of the impact, not more."""
    starts = random_starts(100, seed=9)
    coarse = after_impact(starts, model(RUBBING))
    monkeypatch.setattr("sim.planar.STEP", 5e-6)
    fine = after_impact(starts, model(RUBBING))
    off = np.abs(coarse - fine)
    assert np.nanmedian(off[:, VX]) < 15.0
    assert np.nanmedian(off[:, VZ]) < 40.0
    assert np.nanmedian(off[:, OMEGA]) < 1.0


def test_the_shipped_model_is_read_and_written_back():
    shipped, record = load_model()
    assert shipped.contact.impedance > 0
    assert "first impact" in record["provenance"]
    assert model_from({**record, **record_of(shipped)}) == shipped
