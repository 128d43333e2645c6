"""Numbered work in several processes, until it is done or somebody asks to stop."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event as Flag

T = TypeVar("T")
R = TypeVar("R")
Work = Callable[[T, int, Callable[[], bool]], R]
"""``work(what, number, stopped)`` does piece ``number`` of ``what``, and raises Stopped as soon as
``stopped()`` is true. Processes take a function of a module."""


class Stopped(Exception):
    """Somebody asked to stop in the middle of a piece."""


class Died(Exception):
    """A process of the run died."""


def results(
    work: Work[T, R],
    what: T,
    count: int,
    jobs: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[R]:
    """Yield the results of the pieces 0 to ``count`` - 1 as they are done, from ``jobs`` processes.

    One process does them here, in their order. Once ``stopped()`` is true no further piece is
    begun, and those under way are given up. Raises Died where a process ended by itself.
    """
    if jobs > 1:
        yield from _in_processes(work, what, count, jobs, stopped)
        return
    for number in range(count):
        if stopped():
            return
        try:
            yield work(what, number, stopped)
        except Stopped:
            return


_given: list[Flag] = []
"""In a process of the pool, what it was given when it began: the flag that is set once the run is
to stop. (It reaches a process as this is made, and not with a piece of work.)"""


def _begin(stop: Flag) -> None:
    _given.append(stop)
    # The keys reach every process; the one that started the others tells them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(work: Work[T, R], what: T, number: int) -> R | None:
    (stop,) = _given
    try:
        return work(what, number, stop.is_set)
    except Stopped:
        return None


def _in_processes(
    work: Work[T, R], what: T, count: int, jobs: int, stopped: Callable[[], bool]
) -> Iterator[R]:
    # Fresh processes on every system, so that none depends on what this one has done.
    fresh = multiprocessing.get_context("spawn")
    stop = fresh.Event()
    numbers = iter(range(count))
    with ProcessPoolExecutor(
        min(jobs, count), mp_context=fresh, initializer=_begin, initargs=(stop,)
    ) as pool:
        running: set[Future[R | None]] = set()
        try:
            while True:
                if stopped():
                    stop.set()
                # No piece waits inside the pool, where it could not be called back.
                more = 0 if stop.is_set() else jobs - len(running)
                running |= {pool.submit(_do, work, what, k) for k in islice(numbers, more)}
                if not running:
                    return
                done = wait(running, 0.2, FIRST_COMPLETED).done
                running -= done
                for future in done:
                    result = future.result()
                    if result is not None:
                        yield result
        except BrokenProcessPool as error:
            raise Died from error
        finally:
            stop.set()
