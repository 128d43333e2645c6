"""Very many random throws over random layouts, judged by code that knows nothing of ``sim``.

Throws the layouts 0, 1, ... of a series (tables, towers, dice, obstacles, materials: see
benchmarks/checks/layouts.py) and counts the outcomes. Whatever the judges find is a violation: a
die inside or through something, a NaN, an outcome without a name, a crash, a throw that does not
end. Memory that grows fails the run too. What is done is kept in a file, block by block: Ctrl-C
loses nothing, and the same command goes on. Exit code 0 = nothing found, 1 = violations or growing
memory, 2 = bad input, 130 = stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType

from benchmarks import checks
from benchmarks.arguments import positive
from benchmarks.checks import layouts
from benchmarks.checks.oracle import DEPTH
from benchmarks.checks.throwing import Judgement, judged
from benchmarks.soak.memory import GROWTH, Growth, growth, resident
from benchmarks.soak.state import State, Unusable, loaded, save
from benchmarks.soak.workers import blocks
from sim.provider import settings_hash

SHOWN = 10
"""Violations that are printed in full."""
SAVED = 2.0
"""Seconds after which what is done is written, so much can be lost at a blackout."""
STOPPED = 130


def checks_hash() -> str:
    """Hash of the code that draws layouts and judges throws."""
    folder = Path(checks.__file__).parent
    code = [(f.name, f.read_text(encoding="utf-8")) for f in sorted(folder.glob("*.py"))]
    return hashlib.blake2b(repr(code).encode(), digest_size=6).hexdigest()


class Progress:
    """One line on a terminal, a line a minute elsewhere."""

    def __init__(self, state: State, throws: int, quiet: bool) -> None:
        """Begin to measure."""
        self.throws, self.quiet = throws, quiet
        self.before, self.started = state.throws(), time.monotonic()
        self.shown = -1e9

    def show(self, state: State) -> None:
        """Say how far it is, how fast, and for how long still."""
        now, terminal = time.monotonic(), sys.stderr.isatty()
        done = state.throws()
        if self.quiet or (not terminal and now - self.shown < 60 and done < self.throws):
            return
        self.shown = now
        rate = (done - self.before) / max(1e-9, now - self.started)
        left = max(0, self.throws - done) / rate if rate else 0.0
        line = (
            f"{done}/{self.throws} throws, {len(state.violations)} violations, "
            f"{rate:.1f} a second, {_duration(left)} left"
        )
        print(f"\r{line:78}" if terminal else line, end="", file=sys.stderr, flush=True)
        if not terminal:
            print(file=sys.stderr)

    def end(self) -> None:
        """Leave the line."""
        if not self.quiet and sys.stderr.isatty():
            print(file=sys.stderr)


def _duration(seconds: float) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min"


def run(state: State, throws: int, jobs: int, path: Path, quiet: bool) -> bool:
    """Throw what is left, keeping it in ``path``; returns whether it was stopped."""
    stop = threading.Event()

    def on_signal(number: int, _frame: FrameType | None) -> None:
        stop.set()
        print(f"\nstopping (signal {number}): waiting for what is under way", file=sys.stderr)

    state.runs += 1
    progress = Progress(state, throws, quiet)
    before = {
        number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        thrown, saved = 0, time.monotonic()
        for block in blocks(list(state.left(throws)), jobs, stop.is_set):
            state.add(block)
            thrown += block.last - block.first
            if (memory := resident()) is not None:
                state.sample("main", (thrown, memory))
            progress.show(state)
            if time.monotonic() > saved + SAVED:
                save(path, state)
                saved = time.monotonic()
    finally:
        save(path, state)
        for number, handler in before.items():
            signal.signal(number, handler)
        progress.end()
    return stop.is_set()


def growths(state: State) -> list[Growth]:
    """The memory of every process that ran for long enough."""
    found = (growth(process, samples) for process, samples in state.memory.items())
    return [g for g in found if g is not None]


def as_json(state: State, stopped: bool) -> str:
    """Everything that was found, for programs."""
    data = {
        "format": 1,
        "throws": state.throws(),
        "stopped": stopped,
        "seed": state.seed,
        "settings": state.settings,
        "outcomes": state.outcomes,
        "violations": state.violations,
        "slow": state.slow,
        "ways": {"total": state.ways, "known": state.known},
        "places": {"total": state.places, "deep": state.deep, "deepest_mm": state.deepest},
        "energy": {
            "throws": state.booked,
            "flights": state.flights,
            "contacts": state.contacts,
            "drift": state.drift,
            "gain": state.gain,
            "rise": state.rise,
        }
        if state.energy
        else None,
        "memory_limit_mb": GROWTH,
        "memory_mb": [
            {
                "process": g.process,
                "throws": g.throws,
                "first": round(g.first, 2),
                "last": round(g.last, 2),
                "kb_per_1000_throws": round(g.slope, 3),
            }
            for g in growths(state)
        ],
        "processor_seconds": round(state.seconds, 1),
    }
    return json.dumps(data, indent=1)


def report(state: State) -> None:
    """Print counts, the first violations, energy and memory."""
    done = state.throws()
    for outcome, count in sorted(state.outcomes.items(), key=lambda item: -item[1]):
        print(f"{outcome:18} {count:9d}  {count / done:.4f}")
    if state.ways:
        print(
            f"ways between stored places: {state.ways}, "
            f"{state.known / state.ways:.1%} of them known to half a millimetre "
            "(in plan at least)"
        )
    if state.places:
        print(
            f"stored places: {state.places}, {state.deep / state.places:.2%} of them more than "
            f"{DEPTH} mm deep in what was struck, {state.deepest:.2f} mm at most"
        )
    if state.energy:
        drift, gain, rise = (
            "-" if x is None else f"{x:.1e}" for x in (state.drift, state.gain, state.rise)
        )
        print(
            f"energy in {state.booked} throws that pushed no blocker, in shares of E0: largest "
            f"change in {state.flights} flights {drift}, largest gain in {state.contacts} contacts "
            f"{gain}, largest rise above the last maximum in 10 ms {rise}"
        )
    for g in growths(state):
        print(
            f"memory of {g.process}, {g.throws} throws: first {g.first:.1f} MB, last {g.last:.1f} "
            f"MB, slope {g.slope:+.2f} kB per 1000 throws (limit {GROWTH:+.0f} MB)"
        )
    for k, found in sorted(state.violations.items())[:SHOWN]:
        print(f"layout {k}: {found[0]}" + (f" (and {len(found) - 1} more)" if found[1:] else ""))
        print(f"  repeat: python -m benchmarks.soak --seed {state.seed} --only {k}")
    if state.slow:
        print(f"slow throws: layouts {sorted(state.slow)[:SHOWN]}")
    grown = max((g.by for g in growths(state)), default=None)
    memory = "-" if grown is None else f"{grown:+.1f}MB"
    print(
        f"throws={done} violations={len(state.violations)} memory={memory} "
        f"processor_s={state.seconds:.0f} seed={state.seed} settings={state.settings}"
    )


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--throws", type=positive, default=100_000, help="layouts 0 to N - 1")
    parser.add_argument("--seed", type=int, default=1, help="which series of layouts (default 1)")
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument("--energy", action="store_true", help="add up the energy of every throw")
    parser.add_argument(
        "--state",
        type=Path,
        help="file that keeps what is done (default: in out/, named after seed and settings)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument("--only", type=int, metavar="K", help="throw layout K alone")
    parser.add_argument("--save", type=Path, metavar="FILE", help="with --only: write the layout")
    parser.add_argument("--layout", type=Path, metavar="FILE", help="throw the layout of a file")
    return parser.parse_args(arguments)


def _one(layout: layouts.Layout, energy: bool) -> int:
    judgement: Judgement = judged(layout, energy)
    print(layout.request)
    print(judgement.outcome, *judgement.complaints, sep="\n")
    if judgement.energy is not None:
        print(judgement.energy)
    return 1 if judgement.complaints else 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    given = _arguments(arguments)
    try:
        if given.layout is not None:
            return _one(layouts.from_json(given.layout.read_text(encoding="utf-8")), given.energy)
        if given.only is not None:
            layout = layouts.layout_of(given.seed, given.only)
            if given.save is not None:
                given.save.write_text(layouts.to_json(layout), encoding="utf-8")
            return _one(layout, given.energy)
        fresh = State(
            seed=given.seed, settings=settings_hash(), checks=checks_hash(), energy=given.energy
        )
        name = f"soak-{fresh.seed}-{fresh.settings}-{fresh.checks}"
        path = given.state or Path("out") / f"{name}{'-energy' if given.energy else ''}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        state = loaded(path, fresh)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except Unusable as error:
        print(error, file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"{given.layout}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    stopped = run(state, given.throws, given.jobs, path, given.quiet)
    if given.json:
        print(as_json(state, stopped))
    elif state.done:
        report(state)
    if stopped:
        print(f"stopped; the same command goes on from {path}", file=sys.stderr)
        return STOPPED
    return 1 if state.violations or any(g.by > GROWTH for g in growths(state)) else 0


if __name__ == "__main__":
    sys.exit(main())
