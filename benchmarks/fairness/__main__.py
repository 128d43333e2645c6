"""Whether the dice are fair, and how much of the start face they remember.

First every die is thrown out of its own tower from random starts (start face, its yaw on the ramp
and the hat's speed are drawn), and the numbers are held against equal shares by chi-square. Then
every die is thrown out of towers from very low to very high ones: the share of each angle between
the face that lay on the ramp and the face down at rest, and how far these shares are from those of
a die that remembers nothing (total variation, with a 95 % interval). Only dice that lie flat on
the table count. Exit code 0 = fair, 1 = a die with p < 0.01, 2 = bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict

from benchmarks.arguments import picture_file, positive
from benchmarks.fairness.figures import LEVEL, Fairness, Memory, fairness, memory
from benchmarks.fairness.thrown import DICE, Faces, Task, blocks, joined, run
from sim.provider import settings_hash

HATS = (25.0, 35.0, 50.0, 70.0, 100.0, 140.0, 200.0, 280.0)
"""Ways of the hat up the ramp, mm."""


class Progress:
    """How far it is, on a terminal."""

    def __init__(self, throws: int, quiet: bool) -> None:
        """Begin to measure."""
        self.throws, self.quiet = throws, quiet or not sys.stderr.isatty()
        self.done, self.started = 0, time.monotonic()

    def add(self, throws: int) -> None:
        """Count a block."""
        self.done += throws
        rate = self.done / max(1e-9, time.monotonic() - self.started)
        left = (self.throws - self.done) / rate / 60
        if not self.quiet:
            print(
                f"\r{self.done}/{self.throws} throws, {rate:.1f} a second, {left:.0f} min left ",
                end="" if self.done < self.throws else "\n",
                file=sys.stderr,
                flush=True,
            )


def thrown(tasks: list[Task], jobs: int, progress: Progress) -> Faces:
    """Throw the blocks of one die and tower."""
    parts: list[Faces] = []
    for part in run(tasks, jobs):
        parts.append(part)
        progress.add(part.thrown)
    return joined(parts)


def fairness_line(f: Fairness) -> str:
    """One die's line."""
    return f"{f.die} n={f.n} chi2={f.chi2:.2f} dof={f.dof} p={f.p:.3g}"


def note(found: list[Fairness]) -> str:
    """Say what the lowest of several p-values means."""
    chance = 1 - (1 - LEVEL) ** len(found)
    worst = min(found, key=lambda f: f.p)
    limit = LEVEL / len(found)
    verdict = "all dice pass that" if worst.p >= limit else f"{worst.die} fails that too"
    return (
        f"lowest p: {worst.die}, {worst.p:.3g}. One of {len(found)} fair dice is below {LEVEL} in "
        f"{chance:.1%} of such runs; Bonferroni asks for {limit:.4f}: {verdict}"
    )


def memory_table(found: list[Memory]) -> list[str]:
    """Lines of a table for every die."""
    lines: list[str] = []
    for die in DICE:
        own = [m for m in found if m.die == die]
        if not own:
            continue
        angles = " ".join(f"{angle:5.1f}°" for angle in own[0].angles)
        lines += [
            "",
            f"{die}: share by the angle between start face and face down",
            f"  hat mm  height      n  {angles}  distance (95 %)         noise",
        ]
        for m in own:
            shares = " ".join(f"{share:6.3f}" for share in m.shares)
            lines.append(
                f"  {m.hat_at:6.0f}  {m.height:6.0f}  {m.n:5d}  {shares}  "
                f"{m.distance:.3f} ({m.low:.3f} to {m.high:.3f})  {m.noise:.3f}"
            )
        free = " ".join(f"{share:6.3f}" for share in own[0].forgetful)
        lines.append(f"  {'without memory':21}  {free}  0")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fairness",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--throws", type=positive, default=20_000, help="for chi-square, each die")
    parser.add_argument(
        "--curve", type=int, default=2000, help="for each die and tower (default 2000, 0 = none)"
    )
    parser.add_argument("--die", choices=list(DICE), action="append", help="this die only")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument(
        "--picture", type=picture_file, help="draw the memory curves (.png or .svg)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args(arguments)
    dice: list[str] = given.die or list(DICE)
    hats = HATS if given.curve > 0 else ()
    progress = Progress(len(dice) * (given.throws + len(hats) * given.curve), given.quiet)

    found: list[Fairness] = []
    for die in dice:
        faces = thrown(blocks(die, None, given.seed, given.throws), given.jobs, progress)
        found.append(fairness(die, faces))
        if not given.json:
            print(fairness_line(found[-1]), flush=True)
    if not given.json:
        print(note(found), flush=True)
    remembered: list[Memory] = []
    for die in dice:
        for hat_at in hats:
            faces = thrown(blocks(die, hat_at, given.seed, given.curve), given.jobs, progress)
            judged = memory(die, hat_at, faces)
            if judged is not None:
                remembered.append(judged)
    if given.json:
        data = {
            "format": 1,
            "settings": settings_hash(),
            "fairness": [{**asdict(f), "n": f.n, "dof": f.dof} for f in found],
            "memory": [asdict(m) for m in remembered],
        }
        print(json.dumps(data, indent=1))
    else:
        print(*memory_table(remembered), f"settings={settings_hash()}", sep="\n")
    if given.picture is not None and remembered:
        from benchmarks.draw.memory import picture

        picture(given.picture, remembered)
    return 1 if any(f.p < LEVEL for f in found) else 0


if __name__ == "__main__":
    sys.exit(main())
