"""Throw k of a study is throw k alone, in any order and process, and as noted for the platform."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import golden
from benchmarks.checks import layouts
from sim.batch import generator, study
from sim.provider import settings_hash, settle
from sim.settled import DieThrow

ROOT = Path(__file__).resolve().parents[2]


def test_other_throws_in_between_change_nothing():
    track = layouts.plain_track()
    request = DieThrow(tower="green", die="blue", pose=(60_000, 40_000, 4_500))
    alone = settle(track, request, generator(7, 3))
    for name in layouts.NAMES:
        settle(track, DieThrow(tower=name, die=name, pose=(60_000, 40_000, 0)), generator(1, 1))
        next(study(track, request, 7, 1))
    assert settle(track, request, generator(7, 3)) == alone


def thrown_in_another_process(hash_seed, processor):
    """OpenBLAS multiplies matrices as on a ``processor`` of that name: it adds in another order."""
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.golden", "--json"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "OPENBLAS_CORETYPE": processor},
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def elsewhere():
    """The golden throws in two fresh processes whose hashes, and products of matrices, differ."""
    different = (("0", "Prescott"), ("4711", "Haswell"))
    return [thrown_in_another_process(seed, processor) for seed, processor in different]


def test_fresh_processes_agree(elsewhere):
    """On a machine that nothing is noted for, this is all that can fail."""
    assert elsewhere[0] == elsewhere[1]
    assert elsewhere[0] == golden.throws()


def test_compiled_code_does_what_its_python_says():
    """A short throw without a compiler: the same way, but for the last digits of sums."""
    code = (
        "from benchmarks.checks import layouts\n"
        "from sim.batch import generator\n"
        "from sim.provider import thrown_by\n"
        "from sim.settled import DieThrow\n"
        "import json\n"
        "track = layouts.plain_track(length=640.0)\n"
        "request = DieThrow(tower='red', die='red', pose=(60_000, 40_000, 0))\n"
        "ended, _ = thrown_by(track, request, generator(7, 3))\n"
        "print(json.dumps([ended.outcome, ended.time, ended.path]))\n"
    )
    found = []
    for off in ("0", "1"):
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        found.append(json.loads(ran.stdout))
    (outcome, time, path), (other, late, way) = found
    assert (outcome, len(path)) == (other, len(way))
    assert time == pytest.approx(late, abs=1e-6)
    for a, b in zip(path, way, strict=True):
        assert a == pytest.approx(b, abs=1e-3)


def test_golden_throws_of_this_platform(elsewhere):
    """Bit for bit, and settled at the very event, as noted for this platform."""
    noted = golden.noted()
    if noted is None:
        hashes = " ".join(throw["hash"] for throw in elsewhere[0].values())
        pytest.skip(f"nothing noted for {golden.key()}: {hashes}; {golden.HOW_TO}")
    # A change of code that changes no throw is none of this test's business.
    changed = golden.differences(noted["throws"], elsewhere[0])
    since = f"since settings {noted['settings']} (now {settings_hash()})"
    assert changed == [], f"throws changed {since}; if that is meant, {golden.HOW_TO}"


def test_what_differs_is_said():
    throws = {
        "a": golden.Golden(outcome="rests", settled="event 9 at 400.0000 ms", hash="1"),
        "b": golden.Golden(outcome="rests", settled="event 7 at 300.0000 ms", hash="2"),
        "c": golden.Golden(outcome="cocked", settled="event 5 at 200.0000 ms", hash="3"),
    }
    assert golden.differences(throws, throws) == []
    other = {
        "b": golden.Golden(outcome="off_table", settled="event 3 at 100.0000 ms", hash="4"),
        "c": golden.Golden(outcome="cocked", settled="event 5 at 200.0000 ms", hash="5"),
    }
    assert golden.differences(throws, other) == [
        "a: no longer thrown",
        "b: rests, event 7 at 300.0000 ms -> off_table, event 3 at 100.0000 ms",
        "c: cocked, event 5 at 200.0000 ms, with other figures",
    ]
