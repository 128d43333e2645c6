"""Fitting finds its way back to figures that made the throws, and says where it can't."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.fit import (
    FIGURES,
    NARROW,
    WIDE,
    Fitted,
    Setup,
    fit,
    lowest,
    main,
    miss,
    profile,
    written,
)
from benchmarks.reference.catalogue import DICE, TRAINING
from benchmarks.reference.files import Reference
from benchmarks.reference_throws import pulls_of, sample_of, thrown, world_of_reference
from benchmarks.scores import Score
from sim.compliance import shipped


def setup_of(scene="open", die="d6"):
    return Setup(world_of_reference(TRAINING[scene], DICE[die]), shipped())


def made(scene, die, throws, **factors):
    """Throws of the engine itself, with some figures changed, as if from a file."""
    setup = setup_of(scene, die)
    for name, factor in factors.items():
        setup = FIGURES[name][0](setup, factor)
    pulls = pulls_of(TRAINING[scene], 5, throws)
    sample = sample_of(setup.world, thrown(setup.world, 5, pulls, setup.compliance))
    return Reference(f"{scene}_{die}", TRAINING[scene], DICE[die], sample)


@pytest.mark.parametrize(
    ("name", "die", "factor"), [("friction", "d4", 1.2), ("restitution", "d12", 0.85)]
)
def test_it_finds_its_way_back_to_what_made_the_throws(name, die, factor):
    """A d4 slides, so friction tells on its place; a d12 rolls, and restitution does."""
    references = [made(scene, die, 260, **{name: factor}) for scene in ("open", "glancing")]
    (found,) = fit(references, 120, 0, 1, [name])
    assert found.name == name
    assert found.shown
    assert found.factor == pytest.approx(factor, abs=0.08)
    assert found.low <= found.high


def test_the_same_again_whatever_the_number_of_processes():
    references = [made("open", "d6", 20), made("wall", "d6", 20)]
    once = fit(references, 8, 0, 1, ["friction"])
    assert once == fit(references, 8, 0, 2, ["friction"])
    assert once == fit(references, 8, 0, 1, ["friction"])


def test_lowest_point_of_a_parabola_in_the_logarithm():
    at = 1.3
    misses = np.array([[(np.log(f) - np.log(at)) ** 2 + row for f in WIDE] for row in (0.1, 0.3)])
    assert lowest(WIDE, misses) == pytest.approx(at)
    assert lowest(WIDE, -misses) is None
    beyond = (np.log(NARROW) - np.log(2.0)) ** 2
    assert lowest(NARROW, beyond[None]) is None


def test_interval_holds_the_truth_and_narrows_with_files():
    rng = np.random.default_rng(1)
    curve = np.log(np.array(WIDE) / 1.2) ** 2
    widths = []
    for files in (6, 200):
        misses = 0.1 + curve + 0.1 * rng.standard_normal((files, len(WIDE)))
        found = profile("twist", WIDE, misses, 0)
        assert found.shown
        assert found.low < 1.2 < found.high
        widths.append(found.high - found.low)
        assert profile("twist", WIDE, misses, 0) == found
    assert widths[1] < 0.5 * widths[0]


def test_noise_shows_nothing():
    rng = np.random.default_rng(2)
    found = profile("grip", WIDE, 0.01 * rng.standard_normal((20, len(WIDE))), 0)
    assert not found.shown
    assert found.factor == 1.0
    assert found.line() == "grip factor=- (not shown by these throws)"


def test_what_each_figure_changes():
    before = setup_of()
    changed = {name: change(before, 2.0) for name, (change, _) in FIGURES.items()}
    shared = changed["give"].compliance.share
    assert 1 / shared - 1 == pytest.approx(2 * (1 / shipped().share - 1))
    assert changed["grip"].compliance == replace(shipped(), grip=2 * shipped().grip)
    assert changed["twist"].compliance == replace(shipped(), twist=2 * shipped().twist)
    assert changed["frequency"].world.contact_hz == 400.0
    assert changed["restitution"].world.die_table.restitution == pytest.approx(
        2 * before.world.die_table.restitution
    )
    assert changed["friction"].world.die_ramp.friction == pytest.approx(0.4)
    assert changed["friction"].compliance == shipped()


def test_a_miss_is_none_where_all_is_the_same():
    same = Score(energy=0.0, off=0.0, stuck=0.0, time=1.0, face=0.0)
    assert miss(same) == 0.0
    assert miss(replace(same, energy=0.1)) == pytest.approx(0.1)
    assert miss(replace(same, face=0.1)) == pytest.approx(0.01)
    assert miss(replace(same, off=-0.1)) == miss(replace(same, stuck=0.1)) == pytest.approx(0.02)
    assert miss(replace(same, time=2.0)) == pytest.approx(miss(replace(same, time=0.5)))
    assert miss(replace(same, time=np.inf)) < 1.0
    assert miss(replace(same, energy=None, face=None, time=None)) == 0.0


def test_the_file_that_is_written():
    found = [Fitted("twist", 1.5, 1.2, 1.8, shown=True), Fitted("give", 2.0, 1.0, 3.0, shown=True)]
    data = json.loads(written(found, "told"))
    now = shipped()
    assert data["provenance"] == "told"
    assert data["twist"] == pytest.approx(1.5 * now.twist, abs=1e-3)
    assert 1 / data["share"] - 1 == pytest.approx(2 * (1 / now.share - 1), rel=2e-3)
    assert (data["frequency"], data["grip"]) == (now.frequency, now.grip)


def test_bad_use_is_told_in_one_sentence(tmp_path, capsys, monkeypatch):
    assert main([str(tmp_path)]) == 2
    assert main([str(tmp_path), "--throws", "1"]) == 2
    monkeypatch.chdir(tmp_path)
    assert main([str(tmp_path), "--write"]) == 2
    folder, throws, where = capsys.readouterr().err.splitlines()
    assert "there is no .npz file in it" in folder
    assert "--throws counts from 2" in throws
    assert "expected to be called where the sources are" in where
