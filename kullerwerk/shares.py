"""Shares with intervals and quantiles, for small reports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``total``, with the 95 % Wilson interval ``low``..``high`` of the true share."""

    count: float
    total: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The observed share, 0 when nothing was counted."""
        return self.count / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{self.value:6.1%}  ({self.low:.1%} to {self.high:.1%})"


def share(count: float, total: int) -> Share:
    """Return a share with its 95 % interval (E. B. Wilson, JASA 22, 1927, p. 209).

    ``count`` need not be whole: who shares a win with another one has won half.

    Nothing counted (``total`` = 0) says nothing: the interval is 0..1. Raises ValueError unless
    0 <= count <= total.
    """
    if not 0 <= count <= total:
        raise ValueError(f"{count} of {total} is no share")
    if total == 0:
        return Share(count, total, 0.0, 1.0)
    return Share(count, total, *wilson(count / total, total))


def wilson(p: float, size: float) -> tuple[float, float]:
    """Return the bounds of Wilson's 95 % interval for a share ``p`` of ``size`` draws."""
    spread = Z95 * Z95 / size
    centre = (p + spread / 2) / (1 + spread)
    half = math.sqrt(p * (1 - p) * spread + spread * spread / 4) / (1 + spread)
    # Rounding must not push a bound past what was observed.
    low = 0.0 if p == 0.0 else max(0.0, centre - half)
    high = 1.0 if p == 1.0 else min(1.0, centre + half)
    return low, high


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return the q-quantile (0..1) of a sorted, non-empty sample, linear between neighbours."""
    at = q * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
