"""Work that takes longer than a frame: one process beside the window, at low priority."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Background(Protocol):
    """Somebody who works while the window goes on."""

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done: a function of a module, with arguments that can be pickled."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


class Inline:
    """Does everything at once: for tests and pictures."""

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it now."""
        done: Future[T] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:  # the caller asks for the result, and gets this
            done.set_exception(error)
        return done

    def close(self) -> None:
        """Nothing goes on."""


class Worker:
    """One process, started when there is first something to do."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done in the other process, after what it was given before."""
        if self._pool is None:
            # A process of its own start: a fork would take the window's display along.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=_step_back
            )
        try:
            return self._pool.submit(work, *args, **kwargs)
        except BrokenProcessPool:  # the process was killed: another one does it
            self._pool = None
            return self.submit(work, *args, **kwargs)

    def close(self) -> None:
        """Stop the process; what it has begun is given up."""
        if self._pool is None:
            return
        processes: Any = getattr(self._pool, "_processes", None) or {}
        going = list(processes.values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in going:
            process.terminate()
        self._pool = None


def _step_back() -> None:
    """Leave the processor to the window, and end with it however it ends."""
    import signal
    import threading
    from multiprocessing import parent_process

    window = parent_process()

    def follow() -> None:
        if window is not None:
            window.join()
            os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)
