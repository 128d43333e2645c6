"""How long work takes, beside a calibration loop on the same machine."""

import time


def calibration():
    """A fixed piece of plain Python work."""
    total = 0
    for k in range(200_000):
        total += k * k % 7
    return total


def best_of(work, times=5):
    """Seconds of the processor that ``work`` takes where nothing disturbs it."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best
