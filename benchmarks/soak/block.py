"""One block of throws: what a worker does, and what it brings back."""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from benchmarks.checks import layouts, throwing
from benchmarks.checks.oracle import Depths
from benchmarks.checks.throwing import Judgement
from benchmarks.soak.memory import resident

SLOW = 10.0
"""A throw that takes more processor time than this, s, is reported (it is no violation)."""
HUNG = 120.0
"""A throw that takes more processor time than this, s, is stopped: it would never end."""
CRASHED = "crashed"
"""The outcome of a throw that ended in an exception, hung, or took its process with it."""


@dataclass(frozen=True)
class Task:
    """Throw the layouts ``first`` ... ``last - 1`` of the series ``seed``."""

    seed: int
    first: int
    last: int
    energy: bool


@dataclass
class Block:
    """What became of a task: counts, complaints by layout, and what it cost."""

    first: int
    last: int
    process: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    violations: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    slow: list[int] = field(default_factory=list[int])
    ways: int = 0
    known: int = 0
    places: int = 0
    """Stored places ..."""
    deep: int = 0
    """... those at which the die was deeper than a tenth of a millimetre in what it struck ..."""
    deepest: float = 0.0
    """... and how deep at most, mm."""
    booked: int = 0
    """Throws whose energy was added up ..."""
    flights: int = 0
    """... pairs of moments in them between which the die touched nothing ..."""
    contacts: int = 0
    """... their contacts with a moment just before and just after ..."""
    drift: float | None = None
    """... the largest change of energy in a flight, as a share of E0 ..."""
    gain: float | None = None
    """... the largest gain in a contact ..."""
    rise: float | None = None
    """... and the largest rise of the total in 10 ms."""
    seconds: float = 0.0
    thrown: int = 0
    """Throws of this process so far."""
    memory: int | None = None
    """kB that the process held at the end."""

    def add(self, k: int, judgement: Judgement, seconds: float) -> None:
        """Count one throw."""
        self.outcomes[judgement.outcome] += 1
        if judgement.complaints:
            self.violations[k] = list(judgement.complaints)
        if seconds > SLOW:
            self.slow.append(k)
        self.ways += judgement.ways
        self.known += judgement.known
        self.places += judgement.depths.places
        self.deep += judgement.depths.deep
        self.deepest = max(self.deepest, judgement.depths.deepest)
        self.seconds += seconds
        books = judgement.energy
        if books is not None and books.flights + books.contacts:
            self.booked += 1
            self.flights += books.flights
            self.contacts += books.contacts
            self.drift = larger(self.drift, books.drift)
            self.rise = larger(self.rise, books.rise)
            if books.contacts:
                self.gain = larger(self.gain, books.gain)


def larger(a: float | None, b: float | None) -> float | None:
    """The larger of two figures, either of which may be missing."""
    if a is None or b is None:
        return b if a is None else a
    return max(a, b)


def judged(seed: int, k: int, energy: bool = False) -> Judgement:
    """Throw layout ``k`` of a series; an exception is a complaint too."""
    try:
        return throwing.judged(layouts.layout_of(seed, k), energy)
    except Exception as error:  # whatever it is: it must be counted and shown, not end the run
        return crashed(f"{type(error).__name__}: {error} ({_where(error)})")


def crashed(words: str) -> Judgement:
    """The judgement of a throw that has no end."""
    return Judgement(CRASHED, (words,), 0, 0, Depths(0, 0, 0.0), None)


def _where(error: Exception) -> str:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(place.filename).name}, line {place.lineno}"


def _hangs(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"still not ended after {HUNG:.0f} s of processor time")


def begin() -> None:
    """Set a worker up: Ctrl-C is the main process's business, and no throw may hang."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGVTALRM"):
        signal.signal(signal.SIGVTALRM, _hangs)


_done = Counter[str]()
"""What this process has done so far."""


def work(task: Task) -> Block:
    """Throw a block, in a worker."""
    block = Block(task.first, task.last, os.getpid())
    for k in range(task.first, task.last):
        started = time.process_time()
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, HUNG)
        judgement = judged(task.seed, k, task.energy)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        block.add(k, judgement, time.process_time() - started)
        _done["throws"] += 1
    block.thrown = _done["throws"]
    block.memory = resident()
    return block
