"""All checks, in the order of their problems."""

from __future__ import annotations

from benchmarks.exact import bouncing, energy, rolling, sliding, tumble
from benchmarks.exact.check import Check
from benchmarks.exact.statements import STATEMENTS

_ORDER = list(STATEMENTS)

CHECKS: tuple[Check, ...] = tuple(
    sorted(
        (*sliding.CHECKS, *bouncing.CHECKS, *energy.CHECKS, *rolling.CHECKS, *tumble.CHECKS),
        key=lambda check: _ORDER.index(check.number),
    )
)
