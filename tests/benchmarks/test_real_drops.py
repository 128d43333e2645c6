"""Reading, measuring, fitting and scoring drops, on drops that the simulation made itself."""

import dataclasses
import itertools
import json
import math
import re

import numpy as np
import pytest

from benchmarks import real_drops
from benchmarks.drop_data import (
    FRAME,
    QUARTER,
    BadDropsError,
    fitted,
    flights_after,
    load,
    moved,
    seen_from,
    usable_drops,
)
from benchmarks.drop_fit import (
    Impacts,
    error,
    first_impacts,
    fit_contact,
    measure,
    turns_off,
)
from sim.planar import OMEGA, THETA, VX, VZ, Falling, Model, X, Z, after_impact

FRAMES = 220
TABLE, TILT = 0.0012, -0.02


def starts(count, seed):
    """Mass centres a tenth of a second before the table, about as the real ones."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((count, 6))
    rows[:, X] = rng.uniform(-200, -100, count)
    rows[:, Z] = rng.uniform(140, 170, count)
    rows[:, THETA] = rng.uniform(-math.pi, math.pi, count)
    rows[:, VX] = rng.uniform(-700, -300, count)
    rows[:, VZ] = rng.uniform(-2100, -1700, count)
    rows[:, OMEGA] = rng.uniform(-8, 8, count)
    return rows


def frames_of(model, first):
    """States (n, FRAMES, 6) of the mass centres; who hardly rocks any more lies down at once."""
    falling = Falling(first, model)
    times = np.arange(FRAMES) * FRAME
    frames = np.full((len(first), FRAMES, 6), np.nan)
    frames[:, 0] = first
    known = np.ones(len(first), int)
    rocking = 9810 * model.square.half * 1.03
    lying = np.zeros(len(first), bool)
    while (known[~lying] < FRAMES).any():
        before, since = falling.state.copy(), falling.time.copy()
        falling.step()
        for row in np.flatnonzero(~lying & (known < FRAMES)):
            while known[row] < FRAMES and times[known[row]] <= falling.time[row]:
                part = (times[known[row]] - since[row]) / (falling.time[row] - since[row])
                frames[row, known[row]] = before[row] + part * (falling.state[row] - before[row])
                known[row] += 1
        calm = falling.touched & (falling.pressure < 2e5) & (falling.energy() < rocking)
        lying |= calm
    for row in np.flatnonzero(known < FRAMES):
        x, _, theta = falling.state[row, :3]
        face = round(theta / QUARTER)
        turned = seen_from(np.array([[0, 0, face * QUARTER, 0, 0, 0]]), model.square.offset)
        height = model.square.half - turned[0, Z]
        frames[row, known[row] :] = [x, height, face * QUARTER, 0, 0, 0]
    assert not np.isnan(frames).any()
    return frames


def airless(model):
    """The model without drag: the rule by which starts are fitted knows none."""
    return dataclasses.replace(model, place=dataclasses.replace(model.place, drag=0.0))


def tracked(model, count, seed):
    """What a tracker would have stored (count, FRAMES, 6), in m."""
    _, apparatus = real_drops.shipped()
    cx, cz = apparatus.mass_centre
    seen = np.stack([seen_from(one, (-cx, -cz)) for one in frames_of(model, starts(count, seed))])
    seen[:, :, Z] += apparatus.ground
    seen[:, :, [X, Z, VX, VZ]] /= 1000
    seen[:, :, Z] += TABLE
    seen[:, :, THETA] += TILT
    return seen


@pytest.fixture(scope="module")
def made():
    return tracked(airless(real_drops.shipped()[0]), 30, 1)


@pytest.fixture(scope="module")
def file(made, tmp_path_factory):
    path = tmp_path_factory.mktemp("drops") / "made.npz"
    np.savez(path, state=made, table_z_m=TABLE, tilt_offset_rad=TILT)
    return path


@pytest.fixture(scope="module")
def drops(file):
    return usable_drops(load(file))


def test_finds_the_usable_drops(made, drops):
    assert len(drops) >= 25
    for drop in drops:
        assert drop.contact >= 6
        # The start is the frame before contact.
        seen = made[drop.index, drop.contact - 1].copy()
        seen[[X, Z]] *= 1000
        assert drop.start[X] == pytest.approx(seen[X], abs=0.02)
        assert drop.start[Z] == pytest.approx(seen[Z] - TABLE * 1000, abs=0.02)
        assert drop.start[THETA] == pytest.approx(seen[THETA] - TILT, abs=1e-3)


def _broken(made, change):
    state = made[:1].copy()
    change(state[0])
    state[:, :, [X, Z, VX, VZ]] *= 1000
    state[:, :, Z] -= TABLE * 1000
    state[:, :, THETA] -= TILT
    return usable_drops(state)


def test_leaves_out_what_does_not_count(made, drops):
    first = made[drops[0].index : drops[0].index + 1]

    def spins(frames):
        frames[-1, OMEGA] = 1.6

    def hovers(frames):
        frames[-3:, Z] += 0.004

    def meets_the_stop(frames):
        frames[-30, X] = -0.66

    def starts_low(frames):
        frames[:-25] = np.roll(frames[:-25], 5 - drops[0].contact, axis=0)

    assert len(_broken(first, lambda frames: None)) == 1
    for change in (spins, hovers, meets_the_stop, starts_low):
        assert _broken(first, change) == [], change.__name__


def test_a_flight_is_fitted_and_carried_on():
    start = np.array([10.0, 300.0, 1.0, -400.0, 500.0, 6.0])
    frames = np.array([moved(start, k * FRAME) for k in range(12)])
    flight = fitted(frames, 2, 12)
    np.testing.assert_allclose(flight.state, frames[2], rtol=1e-9)
    assert flight.residual < 1e-9


def test_a_point_of_a_body_and_back():
    rows = np.array([[1.0, 2.0, 0.7, 30.0, -40.0, 5.0]])
    there = seen_from(rows, (3.0, -4.0))
    np.testing.assert_allclose(seen_from(there, (-3.0, 4.0)), rows)
    # The middle of a turned square moves about the mass centre with omega.
    turn = rows.copy()
    turn[0, THETA] += 1e-6
    moved_by = (seen_from(turn, (3.0, -4.0)) - there)[0, [X, Z]] / 1e-6 * 5.0
    np.testing.assert_allclose(there[0, [VX, VZ]] - rows[0, [VX, VZ]], moved_by, atol=1e-3)


def test_flights_lie_between_contacts(drops):
    found = [flight for drop in drops for flight in flights_after(drop)]
    assert len(found) > len(drops)
    for drop in drops[:5]:
        flights = list(flights_after(drop))
        assert all(a.last <= b.first for a, b in itertools.pairwise(flights))
        assert all(flight.first >= drop.contact for flight in flights)


def test_measures_the_apparatus():
    model, true = real_drops.shipped()
    seen = tracked(model, 30, 4)
    seen[:, :, [X, Z, VX, VZ]] *= 1000
    seen[:, :, Z] -= TABLE * 1000
    seen[:, :, THETA] -= TILT
    found = measure(usable_drops(seen))
    assert found.half == pytest.approx(true.half, abs=0.4)
    assert found.half + found.ground == pytest.approx(true.half + true.ground, abs=0.05)
    assert found.middle == pytest.approx(true.middle, abs=0.05)
    assert found.mass_centre == pytest.approx(true.mass_centre, abs=0.15)
    assert found.drag == pytest.approx(true.drag, abs=0.15)


def test_scores_its_own_drops(drops):
    model, apparatus = real_drops.shipped()
    off = turns_off(drops, apparatus, airless(model))
    assert (off == 0).mean() >= 0.85
    assert (np.abs(off) <= 1).mean() >= 0.97


def test_sees_the_first_impacts(drops):
    model, apparatus = real_drops.shipped()
    impacts = first_impacts(drops, apparatus)
    off = after_impact(impacts.starts, airless(model))[:, [VX, VZ, OMEGA]] - impacts.after
    assert (np.nanmedian(np.abs(off), axis=0) < [10, 60, 0.5]).all()


def test_the_fit_finds_its_way_back():
    true, apparatus = real_drops.shipped()
    first = starts(40, 2)
    first[:, Z] = 45.0
    after = after_impact(first, true)[:, [VX, VZ, OMEGA]]
    known = ~np.isnan(after[:, 0])
    impacts = Impacts(first[known], after[known])
    wrong = Model(
        dataclasses.replace(true.contact, impedance=2000.0, friction_rise=0.05),
        true.place,
        true.square,
    )
    begun = error(wrong, impacts)
    fitted_model = fit_contact(impacts, apparatus, wrong, evaluations=60)
    assert error(true, impacts) < 1e-9
    assert error(fitted_model, impacts) < begun / 2
    assert abs(fitted_model.contact.impedance - true.contact.impedance) < 1000.0


def test_prints_the_line(file, drops, capsys):
    assert real_drops.main([str(file), "--noise", "1"]) == 0
    noisy, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"exact=[01]\.\d{3} within_one=[01]\.\d{3} n=\d+", last)
    assert last.endswith(f" n={len(drops)}")
    assert noisy.startswith("with noisy starts: exact=")


def test_folds_score_every_drop_once(monkeypatch, drops, capsys):
    model, _ = real_drops.shipped()
    asked = []

    def no_fit(impacts, apparatus, guess):
        asked.append(len(impacts.starts))
        return model

    monkeypatch.setattr(real_drops, "fit_contact", no_fit)
    off = real_drops.cross_validated(drops)
    assert len(off) == len(drops)
    assert len(asked) == real_drops.FOLDS
    assert all(count < len(drops) for count in asked)
    assert capsys.readouterr().out.count("fold ") == real_drops.FOLDS


def test_a_fit_is_written(monkeypatch, file, tmp_path):
    model, _ = real_drops.shipped()
    monkeypatch.setattr(real_drops, "fit_contact", lambda impacts, apparatus: model)
    target = tmp_path / "model.json"
    assert real_drops.main([str(file), "--fit", str(target)]) == 0
    record = json.loads(target.read_text())
    assert record["contact"] == dataclasses.asdict(model.contact)
    assert "made.npz" in record["provenance"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such file"),
        (b"nonsense", "is no .npz file"),
        (b"", "is no .npz file"),
        ({"other": np.zeros(3)}, "state, table_z_m, tilt_offset_rad is missing"),
        ({"state": np.zeros((2, 3))}, "has the shape (2, 3)"),
        ({"state": np.zeros((2, 200, 5))}, "has the shape (2, 200, 5)"),
        ({"state": np.full((2, 200, 6), np.nan)}, "not finite"),
        ({"state": np.array(["a", "b"])}, "is no .npz file"),
    ],
)
def test_refuses_what_holds_no_drops(tmp_path, capsys, content, says):
    path = tmp_path / "file.npz"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        extra = {} if "other" in content else {"table_z_m": 0.0, "tilt_offset_rad": 0.0}
        np.savez(path, **content, **extra)
    with pytest.raises(BadDropsError, match=re.escape(says)):
        load(path)
    assert real_drops.main([str(path)]) == 2
    caught = capsys.readouterr()
    assert caught.out == ""
    assert caught.err.count("\n") == 1
    assert "github.com/DAIRLab/ImpactModeling" in caught.err


def test_says_when_nothing_is_usable(tmp_path, capsys):
    path = tmp_path / "still.npz"
    np.savez(path, state=np.zeros((2, 200, 6)), table_z_m=0.0, tilt_offset_rad=0.0)
    assert real_drops.main([str(path)]) == 2
    assert "none of its drops is usable" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--folds"], ["--fit", "model.json"]])
def test_says_when_the_drops_are_too_few_to_fit(made, drops, tmp_path, monkeypatch, capsys, option):
    monkeypatch.chdir(tmp_path)
    np.savez("few.npz", state=made[[drops[0].index]], table_z_m=TABLE, tilt_offset_rad=TILT)
    assert real_drops.main(["few.npz", *option]) == 2
    caught = capsys.readouterr()
    assert "too few" in caught.err
    assert not (tmp_path / "model.json").exists()
