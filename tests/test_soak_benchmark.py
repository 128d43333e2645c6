"""The soak: nothing is lost when it is stopped or a process dies, and what it finds is said."""

from __future__ import annotations

import json
import mmap
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.checks import layouts
from benchmarks.soak.__main__ import main
from benchmarks.soak.block import Block, Task, crashed, work
from benchmarks.soak.memory import GROWTH, WARM_UP, growth, resident
from benchmarks.soak.state import BLOCK, State, Unusable, loaded, save
from benchmarks.soak.workers import blocks

ROOT = Path(__file__).resolve().parent.parent
DEADLY = 13


def state(**changes):
    return State(**({"seed": 1, "settings": "a", "checks": "b", "energy": False} | changes))


def counted(task):
    """A block without throws: every layout rests."""
    return Block(task.first, task.last, 1, Counter(rests=task.last - task.first))


def deadly(task):
    """One layout takes the process with it."""
    if task.first <= DEADLY < task.last:
        os._exit(9)
    return counted(task)


class TestState:
    def test_what_is_left_is_what_is_not_done(self):
        kept = state(done=[(0, 50), (300, 310)])
        tasks = list(kept.left(400))
        assert sum(task.last - task.first for task in tasks) == 400 - 60
        assert max(task.last - task.first for task in tasks) <= BLOCK
        for task in reversed(tasks):
            kept.add(counted(task))
        assert kept.done == [(0, 400)]
        assert list(kept.left(400)) == []
        assert [(task.first, task.last) for task in kept.left(420)] == [(400, 420)]

    def test_it_is_written_whole_and_read_again(self, tmp_path):
        kept = state(energy=True)
        block = Block(0, 3, 77, Counter(rests=2, crashed=1), {2: ["deep"]}, [1], 10, 9, 2, 5)
        block.rise, block.thrown, block.memory = 1e-5, 3, 4096
        kept.add(block)
        path = tmp_path / "state.json"
        save(path, kept)
        assert loaded(path, state(energy=True)) == kept
        assert [file.name for file in tmp_path.iterdir()] == ["state.json"]
        assert kept.rise == 1e-5
        assert kept.gain is None

    @pytest.mark.parametrize("changes", [{"seed": 2}, {"settings": "x"}, {"checks": "x"}])
    def test_it_is_not_mixed_with_that_of_another_question(self, tmp_path, changes):
        path = tmp_path / "state.json"
        save(path, state())
        with pytest.raises(Unusable, match=next(iter(changes))):
            loaded(path, state(**changes))

    def test_a_file_that_is_no_state_is_refused(self, tmp_path):
        path = tmp_path / "state.json"
        path.write_text("{}", encoding="utf-8")
        with pytest.raises(Unusable, match="this is none"):
            loaded(path, state())


class TestMemory:
    def samples(self, slope):
        """MB per throw, from 80 MB on, after a warm-up that takes 30."""
        return [
            (n, round(1024 * (80 + min(30, n / 50) + slope * n))) for n in range(250, 50_000, 250)
        ]

    def test_flat_memory_is_flat(self):
        flat = growth("p", self.samples(0.0))
        assert flat.first == pytest.approx(110.0)
        assert flat.by == pytest.approx(0.0, abs=0.01)
        assert flat.slope == pytest.approx(0.0, abs=0.1)

    def test_a_body_left_behind_by_every_throw_is_seen(self):
        leak = growth("p", self.samples(0.001))
        assert leak.by > GROWTH
        assert leak.slope == pytest.approx(1024, rel=0.01)

    def test_a_short_run_says_nothing(self):
        assert growth("p", [(n, 80_000) for n in range(250, WARM_UP + 2000, 250)]) is None

    @pytest.mark.skipif(sys.platform == "win32", reason="not known there")
    def test_memory_that_is_taken_is_seen(self):
        before = resident()
        # Anonymous pages: those of an object may be ones that the process gave back before.
        with mmap.mmap(-1, 50_000_000) as taken:
            taken[::1000] = b"x" * 50_000
            assert resident() - before > 40_000


class TestWorkers:
    def tasks(self, count, size=5):
        return [Task(1, k, k + size, False) for k in range(0, count, size)]

    def test_a_throw_that_kills_its_process_is_found_and_all_others_are_kept(self):
        kept = state()
        for block in blocks(self.tasks(20), 2, work=deadly):
            kept.add(block)
        assert kept.done == [(0, 20)]
        assert kept.outcomes == {"rests": 19, "crashed": 1}
        assert kept.violations == {DEADLY: ["the process died in this throw"]}

    def test_nothing_is_begun_once_it_is_stopped(self):
        assert list(blocks(self.tasks(40), 1, stopped=lambda: True, work=counted)) == []

    def test_an_exception_is_a_violation_and_says_where(self, monkeypatch):
        def broken(seed, k):
            raise ZeroDivisionError("by nothing")

        monkeypatch.setattr(layouts, "layout_of", broken)
        block = work(Task(1, 0, 2, False))
        assert block.outcomes == {"crashed": 2}
        assert block.violations[1][0].startswith("ZeroDivisionError: by nothing (test_soak")

    def test_a_crash_has_a_judgement(self):
        assert crashed("words").complaints == ("words",)


def soak(tmp_path, *arguments):
    path = tmp_path / "state.json"
    return main(["--seed", "5", "--quiet", "--state", str(path), *arguments])


class TestCommand:
    def test_it_goes_on_where_it_was(self, tmp_path, capsys):
        assert soak(tmp_path, "--throws", "3", "--energy") == 0
        assert "throws=3 violations=0 memory=- " in capsys.readouterr().out
        assert soak(tmp_path, "--throws", "5", "--energy", "--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["throws"] == sum(found["outcomes"].values()) == 5
        assert found["ways"]["known"] > 0.5 * found["ways"]["total"] > 0
        assert 0 <= found["energy"]["rise"] <= 1e-4
        in_one_go = tmp_path / "other"
        in_one_go.mkdir()
        assert soak(in_one_go, "--throws", "5", "--energy", "--json") == 0
        again = json.loads(capsys.readouterr().out)
        assert {**again, "processor_seconds": 0} == {**found, "processor_seconds": 0}

    def test_bad_input_gives_one_sentence_and_2(self, tmp_path, capsys):
        assert soak(tmp_path, "--throws", "1") == 0
        assert soak(tmp_path, "--throws", "1", "--energy") == 2
        assert "energy = False, expected True" in capsys.readouterr().err
        assert main(["--layout", str(tmp_path / "none.json")]) == 2
        assert "none.json: No such file" in capsys.readouterr().err
        (tmp_path / "bad.json").write_text('{"format": 2}', encoding="utf-8")
        assert main(["--layout", str(tmp_path / "bad.json")]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert "bad.json" in error
        with pytest.raises(SystemExit) as refused:
            main(["--throws", "0"])
        assert refused.value.code == 2

    def test_a_layout_is_written_and_thrown_again(self, tmp_path, capsys):
        path = tmp_path / "layout.json"
        assert main(["--seed", "5", "--only", "2", "--save", str(path)]) == 0
        first = capsys.readouterr().out
        assert main(["--layout", str(path)]) == 0
        assert capsys.readouterr().out == first

    @pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C to send")
    def test_ctrl_c_keeps_what_is_done(self, tmp_path):
        path = tmp_path / "state.json"
        command = [sys.executable, "-m", "benchmarks.soak", "--seed", "5", "--throws", "100000"]
        process = subprocess.Popen(
            [*command, "--state", path], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        limit = time.monotonic() + 120
        while not path.exists() and time.monotonic() < limit:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 130
        assert "the same command goes on" in errors
        assert "Traceback" not in errors
        kept = State.model_validate_json(path.read_text(encoding="utf-8"))
        assert BLOCK <= kept.throws() < 100_000
        assert sum(kept.outcomes.values()) == kept.throws()
