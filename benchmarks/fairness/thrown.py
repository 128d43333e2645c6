"""Throws from random starts: which face lay on the ramp, and which one down at rest."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks.layouts import plain_track
from scenes.parts import Tower
from sim.die_throw import throw
from sim.draws import draw
from sim.outcome import face_down, number
from sim.settled import DieThrow
from sim.solids import Solid, solid
from sim.world import World, world_of

Ints = NDArray[np.int64]

DICE = {"d4": "yellow", "d6": "red", "d10": "green", "d12": "blue"}
"""The library's piece set that has each die."""
STREAM = 101
"""Spawn key of these throws."""
PULL = (300.0, 1500.0)
"""The hat's speed is drawn between these, mm/s."""
BLOCK = 250
"""Throws between two reports of progress."""


@dataclass(frozen=True)
class Task:
    """Throw a die ``first`` ... ``last - 1`` times. ``hat_at`` None = out of its own tower."""

    die: str
    hat_at: float | None
    seed: int
    first: int
    last: int


@dataclass(frozen=True)
class Faces:
    """What came of throws, of those dice only that lie flat on the table."""

    thrown: int
    number: Ints
    """The number that counts, 1 ... n."""
    start: Ints
    """Row of the face that lay on the ramp."""
    down: Ints
    """Row of the face that lies on the table."""


def body_of(die: str) -> Solid:
    """The solid of the library's die of this kind."""
    shape = plain_track().piece_set(DICE[die]).die
    return solid(shape.kind, shape.size)


def tower_of(hat_at: float) -> Tower:
    """A tower whose hat holds the die ``hat_at`` mm up the ramp: one slope and lip for all."""
    return Tower(ramp_length=hat_at + 40.0, ramp_angle_deg=50.0, lip=4.0, hat_above=40.0)


@lru_cache(maxsize=64)
def world(die: str, hat_at: float | None) -> World:
    """An open table that no die leaves."""
    name = DICE[die]
    track = plain_track(length=6000.0, width=6000.0)
    request = DieThrow(tower=name, die=name, pose=(300_000, 300_000, 0))
    own = world_of(track, request)
    return own if hat_at is None else replace(own, tower=tower_of(hat_at), own_tower=None)


def throw_block(task: Task) -> Faces:
    """Throw: start face, its yaw on the ramp and the hat's speed are drawn for every throw."""
    body, around = body_of(task.die), world(task.die, task.hat_at)
    rows: list[tuple[int, int, int]] = []
    where = 0 if task.hat_at is None else 1 + round(task.hat_at * 10)
    for k in range(task.first, task.last):
        key = (STREAM, list(DICE).index(task.die), where, k)
        rng = np.random.default_rng(np.random.SeedSequence(task.seed, spawn_key=key))
        pull = float(rng.uniform(*PULL))
        ended = throw(around, draw(rng), pull)
        if ended.outcome == "rests":
            down = face_down(body, ended.matrix)
            rows.append((number(body, ended.matrix), ended.start_face, down))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Faces(task.last - task.first, columns[:, 0], columns[:, 1], columns[:, 2])


def blocks(die: str, hat_at: float | None, seed: int, throws: int) -> list[Task]:
    """The tasks of one die and tower."""
    return [Task(die, hat_at, seed, k, min(k + BLOCK, throws)) for k in range(0, throws, BLOCK)]


def run(tasks: list[Task], jobs: int) -> Iterator[Faces]:
    """Yield what came of every task, in order."""
    if jobs == 1:
        yield from map(throw_block, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(throw_block, tasks)


def joined(parts: list[Faces]) -> Faces:
    """Several blocks as one."""
    return Faces(
        sum(part.thrown for part in parts),
        np.concatenate([part.number for part in parts]),
        np.concatenate([part.start for part in parts]),
        np.concatenate([part.down for part in parts]),
    )
