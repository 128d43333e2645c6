"""How many throws a second one core does: ours against the 3-D engine's, in the same run.

``python -m benchmarks.throughput`` throws a d6 in the five training scenes with both engines, in
short blocks by turns so that whatever else the machine does meets both, and prints a line per scene
and last, for the scene with the smallest ratio,

    throws_per_s=... reference_throws_per_s=... ratio=... settings=HASH

A throw of ours counts from its seed to its settled state with number and path; the 3-D engine runs
at the step of the reference files. Figures are throws per second of processor time; the lines per
scene show those of wall-clock time too. Compiling and loading are done before. ``--ours`` leaves
the 3-D engine away (it is the extra ``reference``).

Tables instead of the comparison, ours only: ``--cores``, ``--batches``, ``--growth``, ``--scenes``
and ``--memory``. Exit code 1: memory grew; 2: wrong use, or MuJoCo is missing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from benchmarks import throughput_tables as tables
from benchmarks.reference.catalogue import DICE, TRAINING
from benchmarks.reference.engine import NoEngineError, engine
from benchmarks.reference.scenes import ReferenceScene
from benchmarks.reference.throws import Thrower
from benchmarks.reference_throws import pulls_of, world_of_reference
from benchmarks.throughput_tables import played
from sim.provider import settings_hash

DIE = "d6"
BLOCK = 0.4
"""Length of one engine's turn, s of processor time."""
FIRST, MOST = 8, 2000
"""Throws of ours at a time: at first, and at most."""


@dataclass(slots=True)
class Clock:
    """Throws done, and the time they took."""

    throws: int = 0
    processor: float = 0.0
    wall: float = 0.0
    rates: list[float] = field(default_factory=list[float])
    """Throws per second of processor time, block by block."""

    def run(self, block: Callable[[], int]) -> None:
        """Run a block, which returns how many throws it did."""
        wall, processor = time.perf_counter(), time.process_time()
        throws = block()
        processor, wall = time.process_time() - processor, time.perf_counter() - wall
        self.throws += throws
        self.processor += processor
        self.wall += wall
        self.rates.append(throws / processor)

    @property
    def rate(self) -> float:
        """Throws per second of processor time."""
        return self.throws / self.processor

    @property
    def wall_rate(self) -> float:
        """Throws per second of wall-clock time."""
        return self.throws / self.wall


@dataclass(frozen=True, slots=True)
class Compared:
    """What one scene gave."""

    scene: str
    ours: Clock
    theirs: Clock | None

    @property
    def ratio(self) -> float | None:
        """Our throws per second of processor time over the 3-D engine's."""
        return self.ours.rate / self.theirs.rate if self.theirs else None

    def line(self) -> str:
        """Return the line of the scene."""
        ours, theirs = self.ours, self.theirs
        text = f"{self.scene:9} {DIE}  ours {ours.rate:8.1f} (wall {ours.wall_rate:.1f})"
        if not theirs:
            return text
        low, high = min(theirs.rates), max(theirs.rates)
        return (
            f"{text}  3-D {theirs.rate:5.2f} (wall {theirs.wall_rate:.2f}, blocks {low:.1f} to "
            f"{high:.1f})  ratio {ours.rate / theirs.rate:6.1f} "
            f"(wall {ours.wall_rate / theirs.wall_rate:.1f})"
        )

    def last_line(self) -> str:
        """Return the line whose form is fixed."""
        theirs = f"{self.theirs.rate:.2f}" if self.theirs else "-"
        ratio = f"{self.ratio:.1f}" if self.ratio is not None else "-"
        return (
            f"throws_per_s={self.ours.rate:.1f} reference_throws_per_s={theirs} "
            f"ratio={ratio} settings={settings_hash()}"
        )


def _our_blocks(scene: ReferenceScene) -> Iterator[Callable[[], int]]:
    """Blocks of our throws, each of other throws and about as long as `BLOCK`."""
    world = world_of_reference(scene, DICE[DIE])
    size = FIRST
    for k in count():
        pulls = pulls_of(scene, k, size)
        start = time.process_time()

        def block(k: int = k, pulls: list[float] = pulls) -> int:
            return len(played(world, k, pulls))

        yield block
        spent = max(1e-3, time.process_time() - start)
        size = max(1, min(MOST, round(size * BLOCK / spent)))


def _their_blocks(scene: ReferenceScene) -> Iterator[Callable[[], int]]:
    """Blocks of the 3-D engine's throws."""
    thrower = Thrower(scene, DICE[DIE])
    throws = thrower.throws(seed=1, count=sys.maxsize)

    def block() -> int:
        start, done = time.process_time(), 0
        while time.process_time() - start < BLOCK:
            next(throws)
            done += 1
        return done

    while True:
        yield block


def compared(name: str, scene: ReferenceScene, seconds: float, alone: bool) -> Compared:
    """Let both engines throw by turns for ``seconds`` s of wall-clock time in all."""
    ours, theirs = Clock(), None if alone else Clock()
    own_blocks = _our_blocks(scene)
    other_blocks = None if alone else _their_blocks(scene)
    Clock().run(next(own_blocks))  # compiles, loads, and finds the size of a block
    if other_blocks:
        Clock().run(next(other_blocks))
    start = time.perf_counter()
    while not ours.throws or time.perf_counter() - start < seconds:
        ours.run(next(own_blocks))
        if theirs and other_blocks:
            theirs.run(next(other_blocks))
    return Compared(name, ours, theirs)


def compare_all(seconds: float, alone: bool) -> Compared:
    """Compare in every training scene, print a line each; returns the worst for us."""
    found: list[Compared] = []
    for name, scene in TRAINING.items():
        one = compared(name, scene, seconds, alone)
        print(one.line(), flush=True)
        found.append(one)
    return min(found, key=lambda one: one.ours.rate if one.ratio is None else one.ratio)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 = memory grew, 2 = wrong use or MuJoCo is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.throughput", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="per scene, or per row (default 20)"
    )
    parser.add_argument("--ours", action="store_true", help="leave the 3-D engine away")
    parser.add_argument("--cores", action="store_true", help="throws a second by processes")
    parser.add_argument("--batches", action="store_true", help="... by throws asked for at once")
    parser.add_argument("--scenes", action="store_true", help="... by die, tower and obstacles")
    parser.add_argument("--growth", action="store_true", help="cost from 10 to --most throws")
    parser.add_argument("--memory", action="store_true", help="memory over --most throws")
    parser.add_argument("--most", type=int, default=100_000, help="default 100 000")
    given = parser.parse_args(arguments)
    if given.seconds <= 0 or given.most < 10:
        print("--seconds must be above 0, --most at least 10", file=sys.stderr)
        return 2
    seconds: float = given.seconds
    wanted: list[Callable[[], bool]] = []
    if given.cores:
        wanted.append(lambda: tables.cores(seconds))
    if given.batches:
        wanted.append(lambda: tables.batches(seconds))
    if given.scenes:
        wanted.append(lambda: tables.scenes(seconds))
    if given.growth:
        wanted.append(lambda: tables.growth(given.most))
    if given.memory:
        wanted.append(lambda: tables.memory(given.most))
    if wanted:
        passed = [table() for table in wanted]
        print(f"settings={settings_hash()}")
        return 0 if all(passed) else 1
    try:
        if not given.ours:
            engine()
        print(compare_all(seconds, given.ours).last_line())
    except NoEngineError as error:
        print(f"{error}; --ours runs without it", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
