"""When a die is at rest."""

from __future__ import annotations

import math

from sim.die import DieRecord
from sim.rotation import Matrix
from sim.solids import Vec3

REST_SPEED = 4.0
"""mm/s of `DieRecord.fastest`."""
REST_WINDOW = 0.034
"""A die is at rest from the first window of this length, s, in which it stays below that speed."""
SLOW_ENERGY = REST_SPEED**2 * 2.0
"""A die with more kinetic energy per mass than this, mm^2/s^2, is not at rest."""

_STILL, _FLAT = 0.2, 2e-3
"""A die slower than this, mm/s, and less than this off level, radians, will stay as it is."""
_WEDGED_TIME, _WEDGED_WAY, _WEDGED_COSINE = 0.3, 0.3, math.cos(math.radians(1.0))
"""A die that in so long a time, s, moved (mm) and turned less than this is wedged."""


class RestWatch:
    """Watches one die for rest; ``since`` is the time of rest once it has come."""

    def __init__(self, die: DieRecord) -> None:
        """Begin to watch."""
        self.since = 0.0
        self._quiet: float | None = None
        self._look: tuple[float, Vec3, Matrix] = (0.0, (die.x, die.y, die.z), die.matrix)

    def disturbed(self) -> None:
        """Say that something else still moves: the die is not yet at rest."""
        self._quiet = None

    def rested(self, die: DieRecord, time: float, step: float, lean: float) -> bool:
        """Tell whether the die rests at ``time`` after a step; ``lean`` is its angle off level."""
        speed = die.fastest()
        if speed >= REST_SPEED:
            self._quiet = None
            return False
        if self._quiet is None:
            self._quiet = time - step
        self.since = self._quiet + REST_WINDOW
        return time >= self.since or (speed < _STILL and lean < _FLAT)

    def wedged(self, die: DieRecord, time: float) -> bool:
        """Tell whether the die is where it was a while ago, though it slips now and then."""
        since, place, before = self._look
        if time < since + _WEDGED_TIME:
            return False
        here = (die.x, die.y, die.z)
        # trace(A^T B) = 1 + 2 cos(angle between the two orientations)
        cosine = (sum(a * b for a, b in zip(before, die.matrix, strict=True)) - 1.0) / 2.0
        self._look = (time, here, die.matrix)
        if math.dist(place, here) < _WEDGED_WAY and cosine > _WEDGED_COSINE:
            self.since = since + REST_WINDOW
            return True
        return False
