"""Marbles on a hill against a 3-D engine: shares of the lanes, times, and balls a second of both.

``python -m benchmarks.hill [HILL]`` drops marbles into the hatches of a hill, ours and others in
MuJoCo (extra ``reference``), and prints the shares of exits and lanes and the times side by side.
There the hut is a thin upright box and the hill a tilted plate with walls, of the same materials;
the balls are solid and roll because the floor rubs. A marble enters the hill as ours do: with its
speed across and the part of its fall that runs down the slope, rolling. The last lines are

    balls_per_s=... reference_balls_per_s=... ratio=...
    worst=... (95 %) lane=... leg=... goal=0.03 met|missed

Exit code 1: ours miss the goal (with ``--goals``); 2: wrong use, or MuJoCo is missing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import cast

from benchmarks.arguments import not_negative, picture_file, positive
from benchmarks.hill import ours
from benchmarks.hill.figures import GOAL, table, worst_lane, worst_line
from benchmarks.hill.model import Springs
from benchmarks.hill.reference import Reference
from benchmarks.hill.ways import Way, arrived, drops
from benchmarks.reference.engine import NoEngineError, engine
from scenes.errors import SceneError
from scenes.files import load_hill
from scenes.hill import MarbleHill

BLOCK, REFERENCE_BLOCK = 500, 50
"""Drops between two signs of life: ours, and in the 3-D engine. Figures hang on the latter."""


@dataclass(slots=True)
class Found:
    """What marbles did, and the processor time that ours and the others took for some, s."""

    ways: list[Way] = field(default_factory=list[Way])
    time: float = 0.0
    our_time: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """Some drops: of which hill, and ``kind`` of engine."""

    kind: str
    hill: MarbleHill
    seed: int
    first: int
    count: int


def run(block: Block) -> Found:
    """Drop the marbles of a block."""
    hill = block.hill
    some = drops(hill, block.seed, block.kind == "3-D", block.first, block.count)
    if block.kind == "ours":
        return Found(ours.ways(hill, some))
    reference, mine = Reference(hill, Springs()), ours.Ours(hill)
    begun = time.process_time()
    ways = reference.ways(some)
    between = time.process_time()
    for drop in some:
        mine.plain(drop)
    return Found(ways, between - begun, time.process_time() - between)


def blocks(kind: str, hill: MarbleHill, seed: int, balls: int, size: int) -> list[Block]:
    """Cut the drops of one engine into blocks."""
    return [
        Block(kind, hill, seed, first, min(size, balls - first)) for first in range(0, balls, size)
    ]


def collected(some: Sequence[Block], jobs: int, tell: Callable[[Block], None]) -> dict[str, Found]:
    """Run blocks, ``jobs`` at a time; the shares and times don't depend on that."""
    found = {"ours": Found(), "3-D": Found()}
    with ProcessPoolExecutor(jobs) as pool:
        results = pool.map(run, some) if jobs > 1 else map(run, some)
        for block, one in zip(some, results, strict=True):
            sum_ = found[block.kind]
            sum_.ways += one.ways
            sum_.time += one.time
            sum_.our_time += one.our_time
            tell(block)
    return found


def speed_line(found: Found) -> str:
    """Return balls a second of processor time, each from its hatch to the hollow."""
    balls = len(found.ways)
    mine, theirs = balls / found.our_time, balls / found.time
    return f"balls_per_s={mine:.1f} reference_balls_per_s={theirs:.2f} ratio={mine / theirs:.1f}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hill",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("hill", nargs="?", default="galton", help="name or file (default galton)")
    parser.add_argument("--balls", type=positive, default=20_000, help="of ours (default 20000)")
    parser.add_argument(
        "--reference-balls", type=positive, default=5000, help="in the 3-D engine (default 5000)"
    )
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=not_negative, default=1, help="default 1")
    parser.add_argument("--picture", type=picture_file, help="draw the shares (.png or .svg)")
    parser.add_argument("--goals", action="store_true", help="exit with 1 if ours miss the goal")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    given = _parser().parse_args(arguments)
    try:
        hill = load_hill(cast("str", given.hill))
        engine()
    except (SceneError, NoEngineError) as error:
        print(error, file=sys.stderr)
        return 2
    if hill.slope.profile != "flat":
        print(
            f"{given.hill}: slope.profile: expected flat: where vees meet, our plane does not say "
            "how the floor lies, so there is nothing to build in 3-D",
            file=sys.stderr,
        )
        return 2
    some = [
        *blocks("3-D", hill, given.seed, given.reference_balls, REFERENCE_BLOCK),
        *blocks("ours", hill, given.seed, given.balls, BLOCK),
    ]
    done = 0

    def tell(block: Block) -> None:
        nonlocal done
        done += 1
        if not given.quiet:
            print(f"\r{done} of {len(some)} blocks ({block.kind})", end=" ", file=sys.stderr)

    found = collected(some, given.jobs, tell)
    if not given.quiet:
        print(file=sys.stderr)
    mine, theirs = found["ours"].ways, found["3-D"].ways
    print(f"hill={hill.name} seed={given.seed}")
    print(*table(hill, mine, theirs), "", sep="\n")
    print(speed_line(found["3-D"]))
    print(worst_line(hill, mine, theirs))
    if given.picture is not None:
        from benchmarks.draw.hill import picture

        picture(given.picture, hill, {"ours": mine, "3-D": theirs})
    if not arrived(mine) or not arrived(theirs):
        return 1 if given.goals else 0
    return 1 if given.goals and worst_lane(hill, mine, theirs)[0] > GOAL else 0


if __name__ == "__main__":
    sys.exit(main())
