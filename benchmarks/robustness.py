"""Many random throws over random layouts, judged by code that knows nothing of ``sim``.

``python -m benchmarks.robustness --throws 100000 [--jobs 2] [--seed 1]`` throws layouts 0, 1, ...
of the series ``--seed`` and prints, at the end, the counts of the outcomes and the violations found
(PHYSICS.md section 3, robustness). Exit code 0 = none, 1 = some. What is done is kept in a file
(``--state``), so that a run that was stopped, or is asked for more throws, goes on where it was.
``--only K`` throws layout K alone and prints all that is held against it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from tests.sim import layouts
else:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "sim"))
    import layouts

from sim.provider import settings_hash

BLOCK = 200
"""Throws between two notes of what is done."""
SHOWN = 10
"""Violations that are printed in full."""
SLOW = 10.0
"""A throw that takes longer than this, s of this machine, is reported (it is no violation)."""


class State(TypedDict):
    """What is kept between runs."""

    seed: int
    settings: str
    done: int
    outcomes: dict[str, int]
    violations: dict[str, list[str]]
    slow: list[int]


def judged(seed: int, k: int) -> tuple[str, list[str], float]:
    """Throw layout ``k`` of a series; returns outcome, violations and s of processor time.

    An exception is a violation too, under the outcome ``crashed``.
    """
    start = time.process_time()
    try:
        outcome, found = layouts.judged(layouts.layout_of(seed, k))
    except Exception as error:  # whatever it is: it must be counted and shown, not end the run
        place = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(place.filename).name}, line {place.lineno}"
        outcome, found = "crashed", [f"{type(error).__name__}: {error} ({at})"]
    return outcome, found, time.process_time() - start


def _block(task: tuple[int, int, int]) -> list[tuple[int, str, list[str], float]]:
    seed, first, last = task
    return [(k, *judged(seed, k)) for k in range(first, last)]


def _results(
    seed: int, first: int, last: int, jobs: int
) -> Iterator[list[tuple[int, str, list[str], float]]]:
    tasks = [(seed, k, min(k + BLOCK, last)) for k in range(first, last, BLOCK)]
    if jobs == 1:
        yield from map(_block, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_block, tasks)


def _loaded(path: Path, seed: int) -> State:
    fresh = State(seed=seed, settings=settings_hash(), done=0, outcomes={}, violations={}, slow=[])
    if not path.exists():
        return fresh
    kept: State = json.loads(path.read_text(encoding="utf-8"))
    if kept["seed"] != seed or kept["settings"] != fresh["settings"]:
        print(f"{path} holds another seed or other settings: starting afresh", file=sys.stderr)
        return fresh
    return kept


def run(seed: int, throws: int, jobs: int, path: Path) -> State:
    """Throw up to ``throws`` layouts of the series, going on from what ``path`` holds."""
    state = _loaded(path, seed)
    outcomes = Counter(state["outcomes"])
    started, before = time.monotonic(), state["done"]
    for block in _results(seed, before, throws, jobs):
        for k, outcome, found, seconds in block:
            outcomes[outcome] += 1
            if found:
                state["violations"][str(k)] = found
            if seconds > SLOW:
                state["slow"].append(k)
            state["done"] = k + 1
        state["outcomes"] = dict(sorted(outcomes.items()))
        path.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        rate = (state["done"] - before) / (time.monotonic() - started)
        print(
            f"\r{state['done']}/{throws} throws, {len(state['violations'])} violations, "
            f"{rate:.1f} a second ",
            end="",
            file=sys.stderr,
            flush=True,
        )
    print(file=sys.stderr)
    return state


def report(state: State) -> None:
    """Print counts and the first violations."""
    done = state["done"]
    for outcome, count in state["outcomes"].items():
        print(f"{outcome:18} {count:8d}  {count / done:.4f}")
    for k, found in list(state["violations"].items())[:SHOWN]:
        print(f"layout {k}: {found[0]}" + (f" (and {len(found) - 1} more)" if found[1:] else ""))
        print(f"  repeat: python -m benchmarks.robustness --seed {state['seed']} --only {k}")
    if state["slow"]:
        print(f"slower than {SLOW:.0f} s: layouts {state['slow'][:SHOWN]}")
    print(
        f"throws={done} violations={len(state['violations'])} "
        f"seed={state['seed']} settings={state['settings']}"
    )


def main() -> int:
    """Run the command; 1 = there were violations."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robustness", description=__doc__)
    parser.add_argument("--throws", type=int, default=100_000, help="how many, from layout 0 on")
    parser.add_argument("--seed", type=int, default=1, help="which series of layouts")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--state", type=Path, help="file that keeps what is done")
    parser.add_argument("--only", type=int, metavar="K", help="throw layout K alone")
    given = parser.parse_args()
    if given.only is not None:
        layout = layouts.layout_of(given.seed, given.only)
        print(layout.request)
        outcome, found, seconds = judged(given.seed, given.only)
        print(f"{outcome} in {seconds:.2f} s", *found, sep="\n")
        return 1 if found else 0
    path = given.state or Path("out") / f"robustness-{given.seed}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    state = run(given.seed, given.throws, given.jobs, path)
    report(state)
    return 1 if state["violations"] else 0


if __name__ == "__main__":
    sys.exit(main())
