"""Studies in many processes: killed, interrupted, on a full disk, and on a cluster."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cloudpickle
import polars as pl
import pytest
from processes import worker_of

from kullerwerk.lab import study as studies
from kullerwerk.lab.measure import measure
from kullerwerk.lab.runs import Runs, sets_of
from kullerwerk.lab.study import Interrupted, Shelf, StudyError, gather, open_shelf
from kullerwerk.players.specs import parse_player
from scenes.files import load_track

TRACK = load_track("kinderrunde")
JOB = Runs(TRACK, sets_of(TRACK), parse_player("greedy"), 7)
COMMAND = [sys.executable, "-m", "kullerwerk", "measure", "kinderrunde", "--throws", "2000"]
WAIT = 60.0


def command(folder: Path, table: Path, jobs: int) -> list[str]:
    return [*COMMAND, "--seed", "7", "--study", str(folder), "--table", str(table), "--jobs",
            str(jobs)]  # fmt: skip


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> bytes:
    """The table of a study that one process made without a break."""
    folder = tmp_path_factory.mktemp("undisturbed")
    table = folder / "t.parquet"
    subprocess.run(command(folder / "study", table, 1), check=True, capture_output=True)
    return table.read_bytes()


def wait_for_pieces(folder: Path, running: subprocess.Popen[str], many: int) -> None:
    until = time.monotonic() + WAIT
    while len(list(folder.glob("piece-*.parquet"))) < many:
        assert running.poll() is None, "the study ended before it could be disturbed"
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_worker_that_is_killed_costs_its_piece_alone(tmp_path, undisturbed):
    folder, table = tmp_path / "study", tmp_path / "t.parquet"
    running = subprocess.Popen(
        command(folder, table, 2), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    wait_for_pieces(folder, running, 2)
    worker_of(running.pid).kill()
    said, _ = running.communicate(timeout=WAIT)
    assert running.returncode == 70
    assert "a worker died" in said
    assert "goes on there" in said
    assert not table.exists()
    kept = len(list(folder.glob("piece-*.parquet")))
    assert kept >= 2
    subprocess.run(command(folder, table, 2), check=True, capture_output=True)
    assert table.read_bytes() == undisturbed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_done(tmp_path, undisturbed, jobs):
    folder, table = tmp_path / "study", tmp_path / "t.parquet"
    running = subprocess.Popen(
        command(folder, table, jobs), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    wait_for_pieces(folder, running, 1)
    os.killpg(running.pid, signal.SIGINT)  # the keys reach the workers too
    said, errors = running.communicate(timeout=WAIT)
    assert (running.returncode, errors) == (130, "")
    assert said.endswith("goes on there.\n")
    subprocess.run(command(folder, table, jobs), check=True, capture_output=True)
    assert table.read_bytes() == undisturbed


def test_a_full_disk_is_said_and_loses_nothing(tmp_path, monkeypatch):
    shelf = open_shelf(tmp_path / "study", JOB)
    pieces = gather(JOB, shelf, range(1))

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as m:
        m.setattr(studies, "atomic", full)
        with pytest.raises(OSError, match="No space left"):
            gather(JOB, shelf, range(2))
    again = gather(JOB, open_shelf(tmp_path / "study", JOB), range(2))
    assert again[0].equals(pieces[0])


def test_a_cluster_makes_the_same_table():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        found = measure(TRACK, 600, seed=7, cluster=cluster.scheduler_address)
    assert found.table.equals(measure(TRACK, 600, seed=7).table)


def test_a_cluster_that_does_not_answer_is_refused():
    with pytest.raises(StudyError, match="no Dask scheduler answers"):
        measure(TRACK, 600, seed=7, cluster="tcp://127.0.0.1:9")


def test_a_worker_of_another_version_is_refused():
    with pytest.raises(StudyError, match="another version"):
        studies._do(JOB, 0, "0" * 16, False)


@dataclass(frozen=True)
class Signed:
    """A job whose pieces leave a file as they are done."""

    folder: str

    def question(self):
        return {}

    def piece(self, number):
        Path(self.folder, f"{number}").touch()
        return pl.DataFrame({"number": [number]})


def test_what_is_finished_when_somebody_stops_is_kept(tmp_path):
    """By any process, also while another piece was taken."""
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    shelf, seen = Shelf(), []
    with pytest.raises(Interrupted):
        gather(
            Signed(str(tmp_path)), shelf, range(1000), jobs=2, stopped=lambda: len(seen) > 0,
            done=lambda number, frame: seen.append(number),
        )  # fmt: skip
    assert 1 <= len(seen) < 1000
    assert {int(path.name) for path in tmp_path.iterdir()} == set(seen)
    assert all(shelf.has(number) for number in seen)
