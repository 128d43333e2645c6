"""Throw k of a study is throw k alone, in any order and process, and as noted for the platform."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import golden_throws
import layouts
import pytest

from sim.batch import generator, study
from sim.provider import settings_hash, settle
from sim.settled import DieThrow, Standing

ROOT = Path(__file__).resolve().parents[2]
REQUEST = DieThrow(
    tower="green",
    die="blue",
    pose=(60_000, 40_000, 4_500),
    towers=(Standing("yellow", (75_000, 40_000, 9_000)),),
    blockers=(Standing("red", (65_500, 45_000, 12_000)),),
    pull=(80_000, -3_000),
)


def test_throw_k_alone_is_throw_k_of_the_study():
    track = layouts.plain_track()
    whole = list(study(track, REQUEST, 7, 8))
    for k, state in reversed(whole):
        assert settle(track, REQUEST, generator(7, k)) == state
        assert list(study(track, REQUEST, 7, 1, first=k)) == [(k, state)]
    assert len({state.pose for _, state in whole}) == 8


def test_other_throws_in_between_change_nothing():
    track = layouts.plain_track()
    alone = settle(track, REQUEST, generator(7, 3))
    for name in layouts.NAMES:
        settle(track, DieThrow(tower=name, die=name, pose=(60_000, 40_000, 0)), generator(1, 1))
    assert settle(track, REQUEST, generator(7, 3)) == alone


def hashes_of_another_process(hash_seed):
    program = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import golden_throws, json; print(json.dumps(golden_throws.hashes()))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def here():
    return golden_throws.hashes()


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_another_process_with_another_hash_seed_gives_the_same(here, hash_seed):
    assert hashes_of_another_process(hash_seed) == here


def test_golden_throws_of_this_platform(here):
    """Bit for bit what was noted for this platform."""
    path = golden_throws.file()
    if not path.exists():
        assert golden_throws.hashes() == here
        pytest.skip(f"no golden throws for this platform: {golden_throws.HOW_TO}")
    noted = json.loads(path.read_text(encoding="utf-8"))
    if noted["libc"] != golden_throws.libc():
        assert golden_throws.hashes() == here
        pytest.skip(f"golden throws were noted with {noted['libc']}: {golden_throws.HOW_TO}")
    # A change of code that changes no throw is none of this test's business.
    changed = f"throws changed since settings {noted['settings']} (now {settings_hash()})"
    assert noted["throws"] == here, f"{changed}; if that is meant, {golden_throws.HOW_TO}"
