"""How marbles fork: ``python -m benchmarks.marble_shares [HILL] [--balls N] [--seed S]``.

Drops N marbles one by one into an empty hut, into each hatch in turn, and lets every one out (the
slider stands at the side to which it falls). Prints the share that goes to the right at every
splitter with two ways, and how many marbles passed it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scenes.files import load_hill
from scenes.gutters import leads_to, pitch_of
from scenes.hill import MarbleHill
from sim.marbles.plane import Plane
from sim.marbles.provider import LiveMarbles
from sim.marbles.rows import HOLLOW_ROW
from sim.settled import MarbleDrop, OnHill, Side

Fork = tuple[int, int]
"""Row and number of a node, from 0 on; row -1 are the hatches."""


@dataclass
class Shares:
    """Marbles that went to the left and to the right, by fork."""

    left: Counter[Fork] = field(default_factory=Counter[Fork])
    right: Counter[Fork] = field(default_factory=Counter[Fork])
    balls: int = 0
    lost: int = 0
    helped: int = 0
    seconds: float = 0.0
    """Mean time from the drop to the hollow, s."""

    def share(self, fork: Fork) -> float:
        """Return the share that goes to the right."""
        return self.right[fork] / (self.left[fork] + self.right[fork])


class _Drawn:
    """A stream that gives the same number again: both sides of the slider share a drop."""

    def __init__(self, value: float) -> None:
        self._value = value

    def random(self) -> float:
        return self._value


def measured(hill: MarbleHill, balls: int, seed: int) -> Shares:
    """Drop that many marbles and follow each down the hill."""
    way: list[tuple[float, float]] = []

    def watch(plane: Plane) -> None:
        for body in plane.bodies.values():
            way.append(body.position)

    live = LiveMarbles(hill, watch_hill=watch)
    rng, shares = random.Random(seed), Shares()
    sides: tuple[Side, Side] = ("left", "right")
    for n in range(balls):
        hatch, drawn = n % len(hill.hut.hatches), _Drawn(rng.random())
        for side in sides:
            way.clear()
            on = OnHill(side, (), (HOLLOW_ROW,))
            o = live.resolve(MarbleDrop(on, hatch + 1, 0), drawn)
            if not o.out:
                continue
            shares.balls += 1
            shares.lost += len(o.lost)
            shares.helped += o.timed_out
            shares.seconds += o.time / 1000 / balls
            (shares.left if side == "left" else shares.right)[-1, hatch] += 1
            _follow(hill, way, shares)
            break
    return shares


def _follow(hill: MarbleHill, way: Sequence[tuple[float, float]], shares: Shares) -> None:
    """Count the forks that a marble passed on its way."""
    last: tuple[Fork, float] | None = None
    places = iter(way)
    for number, row in enumerate(hill.rows):
        x = next((x for x, y in places if y >= row.y), None)
        if x is None:
            return
        index = min(range(len(row.x)), key=lambda k, x=x, row=row: abs(row.x[k] - x))
        if last is not None:
            fork, before = last
            (shares.right if row.x[index] > before else shares.left)[fork] += 1
        last = (number, index), row.x[index]


def forks(hill: MarbleHill) -> list[Fork]:
    """Return all nodes with two ways, the hatches first."""
    found = [(-1, hatch) for hatch in range(len(hill.hut.hatches))]
    half = pitch_of(hill) / 2
    for number, (above, below) in enumerate(zip(hill.rows, hill.rows[1:], strict=False)):
        found += [
            (number, k) for k in range(len(above.x)) if len(leads_to(above, k, below, half)) == 2
        ]
    return found


def main() -> None:
    """Print the shares of a hill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hill", nargs="?", default="galton")
    parser.add_argument("--balls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    hill = load_hill(given.hill)
    began = time.process_time()
    shares = measured(hill, given.balls, given.seed)
    cost = (time.process_time() - began) / max(shares.balls, 1)
    worst = 0.5
    for fork in forks(hill):
        passed = shares.left[fork] + shares.right[fork]
        if passed:
            share = shares.share(fork)
            worst = max(worst, share, 1 - share)
            kind = "hatch" if fork[0] < 0 else hill.rows[fork[0]].kind
            print(f"row={fork[0]} {kind} number={fork[1]} right={share:.3f} n={passed}")
    print(
        f"worst={worst:.3f} balls={shares.balls} lost={shares.lost / shares.balls:.4f} "
        f"helped={shares.helped} seconds={shares.seconds:.2f} cpu_ms_per_ball={1000 * cost:.1f}"
    )


if __name__ == "__main__":
    main()
