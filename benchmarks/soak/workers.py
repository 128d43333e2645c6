"""Blocks of throws over processes: stopped without loss, and not even ended by a dying worker."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import islice

from benchmarks.soak.block import Block, Task, begin, crashed, work


def blocks(
    tasks: Iterable[Task],
    jobs: int,
    stopped: Callable[[], bool] = lambda: False,
    work: Callable[[Task], Block] = work,
) -> Iterator[Block]:
    """Yield the blocks of ``tasks`` as they are done, from ``jobs`` processes.

    Once ``stopped()`` is true nothing more is begun, and what runs is still waited for. A task
    during which a worker died is thrown again, in ever smaller parts, until the one throw is found
    that killed it; that is then a block of its own, with a complaint.
    """
    queue = iter(tasks)
    while not stopped():
        suspects: list[Task] = []
        with _pool(jobs) as pool:
            running: dict[Future[Block], Task] = {}
            try:
                while True:
                    # No block waits inside the pool, where it could not be called back.
                    more = 0 if stopped() else jobs - len(running)
                    for task in islice(queue, more):
                        suspects.append(task)
                        running[pool.submit(work, task)] = task
                    if not running:
                        return
                    # Now and then look whether it is time to stop.
                    for future in wait(running, 0.5, FIRST_COMPLETED).done:
                        task = running[future]
                        block = future.result()
                        del running[future]
                        suspects.remove(task)
                        yield block
            except BrokenProcessPool:
                pass  # what was under way is in suspects
        for task in suspects:
            yield from _in_parts(task, work)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Fresh processes on every system: nothing is inherited, and memory is that of the throws.
    fresh = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=fresh, initializer=begin)


def _in_parts(task: Task, work: Callable[[Task], Block]) -> Iterator[Block]:
    try:
        with _pool(1) as pool:
            yield pool.submit(work, task).result()
            return
    except BrokenProcessPool:
        pass  # it is this one
    count = task.last - task.first
    if count == 1:
        block = Block(task.first, task.last)
        block.add(task.first, crashed("the process died in this throw"), 0.0)
        yield block
        return
    middle = task.first + count // 2
    yield from _in_parts(replace(task, last=middle), work)
    yield from _in_parts(replace(task, first=middle), work)
