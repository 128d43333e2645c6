"""Ways of dice, from the log of a throw to the table; `test_outcome` has the rest."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.checks import layouts
from sim import way
from sim.arrays import Frame
from sim.settled import DieThrow
from sim.world import world_of


def test_places_of_a_log_are_put_where_the_frame_puts_them():
    request = DieThrow(tower="red", die="red", pose=(60_000, 40_000, 12_345))
    frame = Frame(world_of(layouts.plain_track(), request))
    log = np.random.default_rng(1).uniform(-500.0, 500.0, (40, 15))
    places = np.full((30, 3), np.nan)
    way.to_table(log, 2, frame.x, frame.y, frame.cos, frame.sin, places)
    for place, row in zip(places.tolist(), log.tolist(), strict=False):
        x, y = frame.out(row[2], row[3])
        assert place == [x, y, row[4]]
        assert frame.into(place[0], place[1]) == pytest.approx((row[2], row[3]), abs=1e-9)
