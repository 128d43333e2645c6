"""Measure every problem and write the table.

``python -m benchmarks.exact [--out FILE]`` prints Markdown, or writes it (docs/exact-mechanics.md
is made so). Exit code 1 = a limit was missed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numba
import pymunk

from benchmarks.exact.check import shown
from benchmarks.exact.problems import CHECKS
from benchmarks.exact.statements import STATEMENTS
from sim.provider import settings_hash

MISSED = "**missed**"
INTRODUCTION = """\
# Exact mechanics

Problems with exact answers, posed to the contacts that throw the dice (`sim.contact`): a section
that can turn about one axis only, stepped as `sim.kernel` steps a die, with the shipped step,
rounds, frequency, share and grip. Those contacts last some milliseconds, and their friction is a
convex law, not quite Coulomb's. Where the answer is that of a hit without duration, or of Coulomb's
friction, and ours cannot be inside the limit, the row says how far off it is, under a limit of its
own beside the problem's; and the same problem is posed once more with a stiffer contact, or one
with Coulomb's friction, inside the limit. Marbles roll in a pymunk plane with the pull of
`sim.marble`.

The tests in `tests/sim/test_exact.py` run the same checks; `python -m benchmarks.exact --out
docs/exact-mechanics.md` writes this page. Lengths of dice are theirs: 16 mm, corners 10 mm from the
centre. A bound stands for an answer where only the side counts on which a figure lies.
"""


def page() -> Iterator[str]:
    """Yield the page; a figure outside its limit says MISSED."""
    yield INTRODUCTION
    when = datetime.now(UTC).date().isoformat()
    yield (
        f"{when}, settings {settings_hash()}, numba {numba.__version__}, pymunk {pymunk.version}, "
        f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    for number, statement in STATEMENTS.items():
        yield f"\n## {number}. {statement.title}\n"
        yield textwrap.fill(f"Answer: {statement.answer}.", 100)
        if statement.note:
            yield "\n" + textwrap.fill(statement.note, 100)
        yield "\n| case | answer | ours | off | limit |\n| --- | --- | --- | --- | --- |"
        for check in CHECKS:
            if check.number == number:
                ours = check.run()
                limit = check.allowed() + ("" if check.met(ours) else f", {MISSED}")
                cells = (check.what, check.answer(), shown(ours), check.off(ours), limit)
                yield f"| {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exact", description=__doc__)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the page here")
    chosen = parser.parse_args(arguments)
    out: Path | None = chosen.out
    if out and not out.parent.is_dir():
        print(f"{out}: expected a file in a folder that exists", file=sys.stderr)
        return 2
    lines: list[str] = []
    for line in page():
        lines.append(line)
        if out is None:
            print(line, flush=True)
    missed = sum(line.endswith(f"{MISSED} |") for line in lines)
    if out:
        out.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{len(CHECKS)} figures, {missed} outside their limits")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
