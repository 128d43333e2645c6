"""What is known of a marble's way down a hill, whichever engine it ran in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from scenes.hill import MarbleHill
from sim.marbles.hut import JITTER
from sim.settled import Side

End = Literal["hollow", "lost", "stuck", "hut"]
"""In the hollow, off the track, still on the hill when time was up, or behind a shutter."""
STREAM = 103
"""Spawn key of this benchmark; one more than it is the 3-D engine's."""


@dataclass(frozen=True, slots=True)
class Drop:
    """A marble that is let go: below which hatch (index), how far beside its middle, mm."""

    hatch: int
    beside: float
    slider: Side


@dataclass(frozen=True, slots=True)
class Arrival:
    """A marble as it passes the front of the hut: place, mm, and speed, mm/s, in the plate."""

    x: float
    vx: float
    vy: float


@dataclass(slots=True)
class Way:
    """What became of a marble.

    ``nodes`` are the gutters that it ran through, by their index in each row, and ``times`` when it
    passed each row, s since it passed the front of the hut.
    """

    end: End = "stuck"
    nodes: list[int] = field(default_factory=list[int])
    times: list[float] = field(default_factory=list[float])
    time: float = 0.0
    """When it was in the hollow."""


class Log:
    """Notes the rows that a marble passes."""

    def __init__(self, hill: MarbleHill) -> None:
        self.way = Way()
        self._rows = hill.rows

    def see(self, x: float, y: float, time: float) -> None:
        """Note where a marble is, mm, at a time, s."""
        way = self.way
        while len(way.nodes) < len(self._rows) and y >= self._rows[len(way.nodes)].y:
            lanes = self._rows[len(way.nodes)].x
            way.nodes.append(min(range(len(lanes)), key=lambda k: abs(lanes[k] - x)))
            way.times.append(time)


def drops(hill: MarbleHill, seed: int, engine: int, first: int, count: int) -> list[Drop]:
    """Return drops ``first`` to ``first + count`` of a seed; no engine shares them with another."""
    found: list[Drop] = []
    for k in range(first, first + count):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STREAM + engine, k)))
        hatch, beside, side = rng.random(3)
        found.append(
            Drop(
                int(hatch * len(hill.hut.hatches)),
                JITTER * (2 * beside - 1),
                "left" if side < 0.5 else "right",
            )
        )
    return found


def arrived(ways: Sequence[Way]) -> list[Way]:
    """Return those that came out of the hut."""
    return [way for way in ways if way.end != "hut"]
