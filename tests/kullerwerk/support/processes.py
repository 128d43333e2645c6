"""The processes that work for another one."""

from __future__ import annotations

import psutil


def worker_of(pid: int) -> psutil.Process:
    """The child of a process, or a child of one, that has worked the longest.

    The others start and look after them.
    """
    children = psutil.Process(pid).children(recursive=True)
    return max(children, key=lambda child: child.cpu_times().user)
