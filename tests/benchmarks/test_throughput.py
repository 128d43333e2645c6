"""The throughput benchmark: its last line, its clock, and what it does without MuJoCo."""

from __future__ import annotations

import mmap
import re
import sys
import time

import pytest

from benchmarks import throughput, throughput_tables
from benchmarks.reference.catalogue import DICE, TRAINING
from benchmarks.reference_throws import pulls_of, world_of_reference
from benchmarks.throughput import Clock, Compared, compared, main
from sim.provider import settings_hash


def spin(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_the_clock_adds_up_blocks():
    clock = Clock()
    clock.run(lambda: spin(0.05) or 5)
    clock.run(lambda: spin(0.05) or 15)
    assert clock.throws == 20
    assert clock.rate == pytest.approx(200, rel=0.2)
    assert clock.rates == pytest.approx([100, 300], rel=0.3)
    assert clock.wall_rate <= clock.rate * 1.05


def test_the_last_line_is_the_worst_scenes():
    slow = Compared("head_on", Clock(600, 2.0, 3.0, [300.0]), Clock(10, 2.0, 2.0, [5.0]))
    assert slow.ratio == 60.0
    assert slow.last_line() == (
        f"throws_per_s=300.0 reference_throws_per_s=5.00 ratio=60.0 settings={settings_hash()}"
    )
    assert "ratio   60.0 (wall 40.0)" in slow.line()


def test_the_smallest_ratio_is_chosen(monkeypatch, capsys):
    rates = dict(zip(TRAINING, (50, 20, 90, 40, 60), strict=True))
    monkeypatch.setattr(
        throughput,
        "compared",
        lambda name, *_: Compared(
            name, Clock(rates[name], 1.0, 1.0, [1.0]), Clock(1, 1.0, 1.0, [1.0])
        ),
    )
    assert throughput.compare_all(1.0, alone=False).scene == "head_on"
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_ours_alone_is_timed_in_blocks_of_other_throws():
    found = compared("open", TRAINING["open"], 0.01, alone=True)
    assert found.theirs is None
    assert found.ratio is None
    assert found.ours.throws >= 8
    assert re.fullmatch(
        r"throws_per_s=\d+\.\d reference_throws_per_s=- ratio=- settings=\w{12}", found.last_line()
    )


def test_a_throw_counts_to_its_settled_state():
    world = world_of_reference(TRAINING["open"], DICE["d6"])
    one, two = throughput_tables.played(world, 3, pulls_of(TRAINING["open"], 3, 2))
    assert one != two
    for ended in (one, two):
        assert 1 <= ended.face <= 6
        assert len(ended.path) > 2


def test_without_the_engine_one_sentence_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main([]) == 2
    assert main(["--seconds", "0"]) == 2
    missing, seconds = capsys.readouterr().err.splitlines()
    assert "make reference" in missing
    assert "--ours" in missing
    assert "--seconds" in seconds


def test_cost_and_memory(capsys):
    assert main(["--growth", "--memory", "--most", "20"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("    10 ") for line in lines) == 2
    assert re.fullmatch(r"grown by [+-]\d+\.\d MB; at most 10: flat", lines[-2])
    assert lines[-1] == f"settings={settings_hash()}"


def test_memory_that_grows_fails(monkeypatch):
    held = iter(range(100))
    monkeypatch.setattr(throughput_tables, "resident", lambda: float(next(held)))
    monkeypatch.setattr(throughput_tables, "_throws", lambda *_: None)
    assert not throughput_tables.memory(20)


def test_memory_is_told_in_mb():
    before = throughput_tables.resident()
    # Anonymous pages: those of a bytearray may be ones that the process gave back before.
    with mmap.mmap(-1, 50_000_000) as block:
        block[::1000] = b"x" * 50_000
        held = throughput_tables.resident()
    assert 40 < held - before < 60
