"""Sets the splitters of a hill: ``python -m benchmarks.marble_splitters [HILL] [--rounds R] ...``.

First all splitters of the gutters are shifted to the left and to the right, which says by how much
a share hangs on a shift, for each kind of row. Then, in every round, N marbles are dropped as
`benchmarks.marble_shares` does and each splitter is moved by what its share is off a half. Every
round uses other drops, and its step is smaller than the last (1, 1/2, 1/3, ...): so the
splitters settle at the mean of what the rounds say. Where the hill is its own mirror image, a
fork and its mirror image count together and stay so. Prints the ``splitters`` of all rows, mm.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from typing import cast

from benchmarks.arguments import not_negative, positive
from benchmarks.marble_shares import Fork, Shares, forks, measured
from scenes.files import load_hill
from scenes.gutters import NEAR
from scenes.hill import MarbleHill

SHIFT = 0.5
"""By so much all splitters are shifted to see what that does, mm."""
MOST = 0.5
"""A round moves a splitter by no more than this, mm."""
LEAST = 0.02
"""A hill whose shares move by less than this with a shift of 1 mm cannot be set."""
Offsets = dict[Fork, float]


def offsets_of(hill: MarbleHill) -> Offsets:
    """Return how far the splitter of each fork of two gutters stands to the right, mm."""
    return {
        (row, k): hill.rows[row].splitters[k] if hill.rows[row].splitters else 0.0
        for row, k in forks(hill)
        if row >= 0
    }


def with_offsets(hill: MarbleHill, offsets: Offsets) -> MarbleHill:
    """Return the hill with other splitters."""
    rows = list(hill.rows)
    for number, row in enumerate(hill.rows):
        if any(fork[0] == number for fork in offsets):
            # Adding 0 makes a zero of -0.
            splitters = tuple(
                round(offsets.get((number, k), 0.0), 2) + 0.0 for k in range(len(row.x))
            )
            rows[number] = row.model_copy(update={"splitters": splitters})
    return hill.model_copy(update={"rows": tuple(rows)})


def is_mirrored(hill: MarbleHill) -> bool:
    """Return whether a hill is its own mirror image, but for its splitters."""
    middle = hill.rows[0].x[0] + hill.rows[0].x[-1]
    lines = [row.x for row in hill.rows] + [tuple(hatch.x for hatch in hill.hut.hatches)]
    return all(
        abs(a + b - middle) < NEAR
        for line in lines
        for a, b in zip(line, reversed(line), strict=True)
    )


def mirror(hill: MarbleHill, fork: Fork) -> Fork:
    """Return the mirror image of a fork of two gutters."""
    return fork[0], len(hill.rows[fork[0]].x) - 1 - fork[1]


def share_to_right(hill: MarbleHill, shares: Shares, fork: Fork) -> float | None:
    """Return the share that goes to the right, with the mirror image's; None if none came by."""
    right, left = shares.right[fork], shares.left[fork]
    if is_mirrored(hill):
        other = mirror(hill, fork)
        right, left = right + shares.left[other], left + shares.right[other]
    return right / (right + left) if right + left else None


def steepness(hill: MarbleHill, low: Shares, high: Shares) -> dict[str, float]:
    """Return by how much a shift of 1 mm to the right lowers the share, by kind of row.

    ``low`` and ``high`` are the shares with all splitters `SHIFT` to the left and right.
    """
    found: defaultdict[str, list[float]] = defaultdict(list)
    for fork in offsets_of(hill):
        passed = [shares.left[fork] + shares.right[fork] for shares in (low, high)]
        if all(passed):
            fall = (low.share(fork) - high.share(fork)) / (2 * SHIFT)
            found[hill.rows[fork[0]].kind].append(fall)
    return {kind: sum(falls) / len(falls) for kind, falls in found.items()}


def moved(
    hill: MarbleHill, offsets: Offsets, shares: Shares, steep: dict[str, float], gain: float
) -> Offsets:
    """Return the splitters after a round."""
    after = dict(offsets)
    for fork, offset in offsets.items():
        share = share_to_right(hill, shares, fork)
        if share is not None:
            by = gain * (share - 0.5) / steep[hill.rows[fork[0]].kind]
            after[fork] = offset + max(-MOST, min(MOST, by))
    return after


def _measured(job: tuple[MarbleHill, int, int]) -> Shares:
    return measured(*job)


def together(parts: list[Shares]) -> Shares:
    """Return the marbles of some measurements together."""
    both = Shares()
    for part in parts:
        both.left += part.left
        both.right += part.right
        both.balls += part.balls
    return both


def main() -> int:
    """Print the splitters of a hill at which its forks are even; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hill", nargs="?", default="galton")
    parser.add_argument("--balls", type=positive, default=5000, help="a round (default 5000)")
    parser.add_argument("--rounds", type=positive, default=4)
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=not_negative, default=1)
    given = parser.parse_args()
    hill = load_hill(cast("str", given.hill))
    share, seed = max(1, given.balls // given.jobs), 1000 * given.seed
    with ProcessPoolExecutor(given.jobs) as pool:

        def shares_of(offsets: Offsets, number: int) -> Shares:
            there = with_offsets(hill, offsets)
            jobs = [(there, share, seed + 100 * number + k) for k in range(given.jobs)]
            return together(list(pool.map(_measured, jobs)))

        offsets = offsets_of(hill)
        if is_mirrored(hill):
            offsets = {
                fork: (offset - offsets[mirror(hill, fork)]) / 2 for fork, offset in offsets.items()
            }
        low, high = (
            shares_of({fork: offset + by for fork, offset in offsets.items()}, 0)
            for by in (-SHIFT, SHIFT)
        )
        steep = steepness(hill, low, high)
        if min(steep.values(), default=1.0) < LEAST:
            print(f"{hill.name}: shifting its splitters moves no shares", file=sys.stderr)
            return 2
        print("share a mm:", *(f"{kind}={fall:.3f}" for kind, fall in steep.items()), flush=True)
        for number in range(1, given.rounds + 1):
            shares = shares_of(offsets, number)
            found = [share_to_right(hill, shares, fork) for fork in offsets]
            off = max(abs(one - 0.5) for one in found if one is not None)
            offsets = moved(hill, offsets, shares, steep, 1 / number)
            print(f"round={number} balls={shares.balls} worst={0.5 + off:.3f}", flush=True)
            for row in with_offsets(hill, offsets).rows:
                if row.splitters:
                    print(f"  y={row.y:g} splitters = {list(row.splitters)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
