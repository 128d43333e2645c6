"""Tables of our own speed and memory; each prints its rows and returns whether all is well."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.reference.catalogue import DICE, TRAINING, VALIDATION
from benchmarks.reference.scenes import ReferenceScene
from benchmarks.reference_throws import pulls_of, thrown, world_of_reference
from sim.outcome import settled
from sim.settled import DieSettled
from sim.world import World

CHUNK = 1000
"""Throws that a long study asks for at once."""
GROWTH = 10.0
"""Most MB that a process may grow by over `--memory` throws."""
SAMPLES = 20
"""Looks at the memory."""
OPEN = TRAINING["open"]


def played(world: World, seed: int, pulls: Sequence[float]) -> list[DieSettled]:
    """Throw from seeds to settled states, each with number and path."""
    return [settled(one, world) for one in thrown(world, seed, pulls)]


def _throws(scene: ReferenceScene, die: str, seed: int, throws: int) -> None:
    """Play a study in chunks, and keep nothing of it."""
    world = world_of_reference(scene, DICE[die])
    for first in range(0, throws, CHUNK):
        size = min(CHUNK, throws - first)
        played(world, seed + first, pulls_of(scene, seed + first, size))


def _rate(scene: ReferenceScene, die: str, seconds: float, at_once: int = CHUNK) -> float:
    """Throws per second of processor time, over about ``seconds`` s of it."""
    world = world_of_reference(scene, DICE[die])
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds or not done:
        # Long enough to count, short enough to stop in time.
        left = at_once if not done else max(1, min(at_once, round(done / spent * seconds)))
        done += len(played(world, done, pulls_of(scene, done, left)))
    return done / (time.process_time() - start)


def _seconds(task: tuple[int, float]) -> int:
    """Throw for some s of wall-clock time; returns how often."""
    seed, seconds = task
    world = world_of_reference(OPEN, DICE["d6"])
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += len(played(world, seed + done, pulls_of(OPEN, seed + done, 20)))
    return done


def cores(seconds: float) -> bool:
    """Throws per second of wall-clock time in 1, 2, ... processes at once, up to one a core."""
    print("processes  throws/s  share of ideal")
    alone = 0.0
    for jobs in range(1, (os.cpu_count() or 1) + 1):
        with ProcessPoolExecutor(jobs) as pool:
            list(pool.map(_seconds, [(0, 0.5)] * jobs))  # starts and loads all
            start = time.perf_counter()
            done = sum(pool.map(_seconds, [(k * 10**6, seconds) for k in range(jobs)]))
            rate = done / (time.perf_counter() - start)
        alone = alone or rate
        print(f"{jobs:9d}  {rate:8.1f}  {rate / (jobs * alone):.2f}", flush=True)
    return True


def batches(seconds: float) -> bool:
    """Throws per second by how many are asked for at once."""
    print("at once  throws/s")
    _rate(OPEN, "d6", 0.1, 1)
    for size in (1, 4, 16, 64, 256, 1024):
        print(f"{size:7d}  {_rate(OPEN, 'd6', seconds, size):8.1f}", flush=True)
    return True


def scenes(seconds: float) -> bool:
    """Throws per second of every die on the open table, and of a d6 everywhere else."""
    print("scene      die  throws/s")
    rows = [("open", die) for die in DICE]
    rows += [(name, "d6") for name in TRAINING | VALIDATION if name != "open"]
    _rate(OPEN, "d6", 0.1, 10)
    for name, die in rows:
        rate = _rate((TRAINING | VALIDATION)[name], die, seconds, 100)
        print(f"{name:9}  {die:3}  {rate:8.1f}", flush=True)
    return True


def growth(most: int) -> bool:
    """Cost of studies of 10, 100, ... throws, up to ``most``."""
    print("throws   s of processor time  ms a throw")
    _throws(OPEN, "d6", 0, 10)
    throws = 10
    while throws <= most:
        start = time.process_time()
        _throws(OPEN, "d6", 0, throws)
        spent = time.process_time() - start
        print(f"{throws:6d}  {spent:20.2f}  {1000 * spent / throws:10.3f}", flush=True)
        throws *= 10
    return True


def resident() -> float:
    """Memory of this process, MB: what it holds now, or where that is not told at most held."""
    counts = Path("/proc/self/statm")
    if counts.exists():
        pages = int(counts.read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    import resource  # not on every system

    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held / (1e6 if sys.platform == "darwin" else 1e3)


def memory(most: int) -> bool:
    """Memory over ``most`` throws in one process; False = it grew by more than `GROWTH` MB."""
    print("throws  MB")
    part = max(1, most // SAMPLES)
    _throws(OPEN, "d6", most, part)  # caches fill up
    held = [resident()]
    print(f"{0:6d}  {held[0]:.1f}")
    for k in range(SAMPLES):
        _throws(OPEN, "d6", k * part, part)
        held.append(resident())
        print(f"{(k + 1) * part:6d}  {held[-1]:.1f}", flush=True)
    grown = held[-1] - held[0]
    flat = grown <= GROWTH
    print(f"grown by {grown:+.1f} MB; at most {GROWTH:g}: {'flat' if flat else 'NOT FLAT'}")
    return flat
