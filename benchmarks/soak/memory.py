"""How much memory a process holds, and whether that grows."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

WARM_UP = 2000
"""Throws of a process before its memory is looked at: caches and the allocator fill first."""
ENOUGH = 10
"""Samples after the warm-up that it takes to say anything."""
GROWTH = 8.0
"""What a process may grow by after its warm-up, MB: throws that left their bodies behind would pass
it within some thousand."""

Sample = tuple[int, int]
"""Throws of this process so far, and the memory that it holds, kB."""


def resident() -> int | None:
    """Memory that this process holds, kB; where only its peak is known, that; None = unknown."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


@dataclass(frozen=True)
class Growth:
    """The memory of one process, MB."""

    process: str
    throws: int
    first: float
    """Median of the first fifth of the samples after the warm-up ..."""
    last: float
    """... and of the last."""
    slope: float
    """kB per 1000 throws, by least squares."""

    @property
    def by(self) -> float:
        """How much it grew, MB."""
        return self.last - self.first


def growth(process: str, samples: Sequence[Sample]) -> Growth | None:
    """Judge the samples of one process; None = too few after the warm-up."""
    warm = [sample for sample in samples if sample[0] >= WARM_UP]
    if len(warm) < ENOUGH:
        return None
    fifth = len(warm) // 5
    throws, held = zip(*warm, strict=True)
    return Growth(
        process,
        warm[-1][0],
        statistics.median(held[:fifth]) / 1024,
        statistics.median(held[-fifth:]) / 1024,
        statistics.linear_regression(throws, held).slope * 1000,
    )
