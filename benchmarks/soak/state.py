"""What is kept of a soak between runs, and how it is written: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.soak.block import Block, Task, larger
from benchmarks.soak.memory import Sample

BLOCK = 25
"""Throws that are handed to a process together."""
APART = 250
"""Throws between two samples of a process's memory."""


class Unusable(Exception):
    """A state file that this run can't go on from; the message says why and what to do."""


class State(BaseModel):
    """All that a soak has found so far."""

    model_config = ConfigDict(extra="forbid", validate_assignment=False)

    format: Literal[1] = 1
    kind: Literal["soak"] = "soak"
    seed: int
    settings: str
    """Hash of what decides a throw ..."""
    checks: str
    """... and of what judges it."""
    energy: bool
    runs: int = 0
    done: list[tuple[int, int]] = Field(default_factory=list[tuple[int, int]])
    """Ranges of layouts that were thrown: first, and the one after the last."""
    outcomes: dict[str, int] = Field(default_factory=dict[str, int])
    violations: dict[int, list[str]] = Field(default_factory=dict[int, list[str]])
    slow: list[int] = Field(default_factory=list[int])
    ways: int = 0
    known: int = 0
    places: int = 0
    deep: int = 0
    deepest: float = 0.0
    booked: int = 0
    flights: int = 0
    contacts: int = 0
    drift: float | None = None
    gain: float | None = None
    rise: float | None = None
    seconds: float = 0.0
    """Processor time of all throws."""
    memory: dict[str, list[Sample]] = Field(default_factory=dict[str, list[Sample]])
    """Samples of each process."""

    def throws(self) -> int:
        """How many throws are done."""
        return sum(last - first for first, last in self.done)

    def left(self, throws: int) -> Iterator[Task]:
        """Yield what is not yet done of the layouts 0 ... ``throws`` - 1, block by block."""
        start = 0
        for first, last in [*self.done, (throws, throws)]:
            for k in range(start, min(first, throws), BLOCK):
                yield Task(self.seed, k, min(k + BLOCK, first, throws), self.energy)
            start = last

    def add(self, block: Block) -> None:
        """Count a block."""
        self.done = _joined([*self.done, (block.first, block.last)])
        for outcome, count in block.outcomes.items():
            self.outcomes[outcome] = self.outcomes.get(outcome, 0) + count
        self.violations |= block.violations
        self.slow += block.slow
        self.ways += block.ways
        self.known += block.known
        self.places += block.places
        self.deep += block.deep
        self.deepest = max(self.deepest, block.deepest)
        self.booked += block.booked
        self.flights += block.flights
        self.contacts += block.contacts
        self.drift = larger(self.drift, block.drift)
        self.gain = larger(self.gain, block.gain)
        self.rise = larger(self.rise, block.rise)
        self.seconds += block.seconds
        if block.memory is not None:
            self.sample(f"process {block.process}", (block.thrown, block.memory))

    def sample(self, process: str, sample: Sample) -> None:
        """Keep how much memory a process of this run held, now and then."""
        samples = self.memory.setdefault(f"run {self.runs} {process}", [])
        if not samples or sample[0] >= samples[-1][0] + APART:
            samples.append(sample)


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ranges and join those that meet."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined


def loaded(path: Path, fresh: State) -> State:
    """Go on from what ``path`` holds, or begin with ``fresh``.

    Raises `Unusable` where the file is none of ours, or was made by other code or another question:
    what it has found would be lost or mixed up.
    """
    if not path.exists():
        return fresh
    try:
        state = State.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError, OSError) as error:
        raise Unusable(
            f"{path}: expected the state of a soak, and this is none: give another --state"
        ) from error
    for what in ("seed", "settings", "checks", "energy"):
        if getattr(state, what) != getattr(fresh, what):
            raise Unusable(
                f"{path}: {what} = {getattr(state, what)}, expected {getattr(fresh, what)}: "
                "move the file away, or give another --state"
            )
    return state


def save(path: Path, state: State) -> None:
    """Write the state: to a file beside it first, so that it is whole whenever the power goes."""
    draft = path.with_name(path.name + ".draft")
    with draft.open("w", encoding="utf-8") as file:
        file.write(state.model_dump_json() + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
