"""Work in the background: results, errors, a process that is killed, closing."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool

import pytest

from kullerwerk.stage.background import Inline, Worker


@pytest.fixture
def worker():
    made = Worker()
    yield made
    made.close()


def test_inline_does_it_at_once_and_keeps_errors_for_the_result():
    inline = Inline()
    assert inline.submit(divmod, 7, 3).result() == (2, 1)
    failed = inline.submit(divmod, 7, 0)
    assert failed.done()
    with pytest.raises(ZeroDivisionError):
        failed.result()
    inline.close()


def test_a_worker_is_another_process_that_gives_way(worker):
    assert worker.submit(os.getpid).result() != os.getpid()
    if hasattr(os, "getpriority"):
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        theirs = worker.submit(os.getpriority, os.PRIO_PROCESS, 0).result()
        assert theirs == min(19, mine + 10)


def test_results_errors_and_things_that_cannot_be_sent(worker):
    assert worker.submit(divmod, 7, 3).result() == (2, 1)
    with pytest.raises(ZeroDivisionError):
        worker.submit(divmod, 7, 0).result()
    with pytest.raises(Exception, match="pickle"):
        worker.submit(lambda: 1).result()
    assert worker.submit(max, 1, 2).result() == 2, "an error does not end the process"


def test_work_is_done_one_after_another(worker):
    waits = [worker.submit(time.sleep, 0.05) for _ in range(3)]
    last = worker.submit(os.getpid)
    last.result()
    assert all(wait.done() for wait in waits)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["killed", "left"])
def test_after_a_process_has_ended_another_one_does_the_next(worker, how):
    first = worker.submit(os.getpid).result()
    if how == "killed":
        os.kill(first, signal.SIGKILL)
    else:
        with pytest.raises(Exception, match="abruptly"):
            worker.submit(os._exit, 3).result()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            found = worker.submit(os.getpid).result()
            break
        except Exception:  # it was taken on before the end was noticed
            continue
    assert found != first


def test_closing_ends_the_process_and_what_waits(worker):
    number = worker.submit(os.getpid).result()
    busy = worker.submit(time.sleep, 600)
    waiting = worker.submit(os.getpid)
    worker.close()
    worker.close()
    # Nobody waits for them any more: they were given up, or ended with the process.
    for job in (busy, waiting):
        with pytest.raises((CancelledError, BrokenProcessPool)):
            job.result(timeout=60)
    if sys.platform != "win32":
        for _ in range(600):
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                break
            time.sleep(0.1)
        else:
            pytest.fail("the process goes on")


def test_a_worker_that_was_never_asked_starts_nothing():
    Worker().close()


def test_after_closing_it_can_be_asked_again(worker):
    worker.submit(os.getpid).result()
    worker.close()
    assert worker.submit(max, 1, 2).result() == 2
