"""Hundreds of games of marbles on simulated hills: does every one end, with every marble in it?

``python -m benchmarks.hill_games [HILL] [--games 500] [--jobs 2] [--seed 1] [--player greedy]
[--variant junior] [--seats 4]`` plays so many games of every variant and number of players (or of
those named) on live physics. After every answer each
marble must be in one place: in the hut, in the hollow, at rest on the hill or lost. Every tenth
game is written down and replayed without physics to the same digest; every fiftieth is played
twice, and both records must be the same to the last byte. Exit code 1: a game broke, or did not
replay or repeat. 2: wrong use. 130: stopped by Ctrl-C, with the figures so far.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.arguments import not_negative, positive
from kullerwerk.jobs import Stopped, results
from kullerwerk.players.specs import Spec
from kullerwerk.playing import begin_on_hill, play
from kullerwerk.shares import quantile
from kullerwerk.stopping import stop_signals
from kullerwerk.streams import study_seed
from rules.core import records
from rules.core.types import Ask, Event, Over, Pending, Step
from rules.kullern.events import TurnStarted
from rules.kullern.state import State
from scenes.errors import SceneError
from scenes.files import load_hill
from sim.settled import MarblesSettled

BATCH = 5
"""Games that are played before they are counted."""
REPLAYED, REPEATED = 10, 50
"""Every so many games are replayed from their record, and played twice."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A variant, and how many play it."""

    name: str
    options: tuple[tuple[str, object], ...]
    seats: int


KINDS = (
    Kind("full", (), 3),
    Kind("full", (), 4),
    Kind("two players, four marmots each", (), 2),
    Kind("two players, two marmots each", (("marmots_for_two", 2),), 2),
    *(Kind("junior", (("variant", "junior"),), seats) for seats in (2, 3, 4)),
)


@dataclass(frozen=True, slots=True)
class Run:
    """``games`` games of a kind by players of one sort."""

    hill: str
    kind: Kind
    player: str
    games: int
    seed: int


@dataclass(slots=True)
class Tally:
    """What became of games."""

    ends: Counter[str] = field(default_factory=Counter[str])
    turns: list[int] = field(default_factory=list[int])
    broken: list[str] = field(default_factory=list[str])
    replayed: int = 0
    repeated: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Take the games of another tally too."""
        self.ends += other.ends
        self.turns += other.turns
        self.broken += other.broken
        self.replayed += other.replayed
        self.repeated += other.repeated
        self.seconds += other.seconds


class Watch:
    """Hears a game: counts, and holds every settled world against the number of marbles."""

    def __init__(self, marbles: int) -> None:
        self._all = list(range(marbles))
        self.turns = 0
        self.answers = 0

    def count(self, events: Sequence[Event]) -> None:
        """Count the turns that begin."""
        self.turns += sum(isinstance(event, TurnStarted) for event in events)

    def hear(self, pending: Pending, answer: Any, step: Step[State]) -> None:
        """Take an answer; raises ValueError where a marble is missing, or in two places."""
        self.count(step.events)
        if isinstance(pending, Ask):
            assert isinstance(answer, MarblesSettled)
            self.answers += 1
            places = sorted([*answer.hut, *answer.hollow, *(k for k, _ in answer.resting)])
            if places != self._all:
                raise ValueError(f"marbles after answer {self.answers}: {places}")
        state = step.state
        if not len(state.marbles) == len(state.world) == len(self._all):
            raise ValueError(f"{len(state.marbles)} marbles in the state")


def one(run: Run, number: int, folder: Path) -> tuple[str, Watch, bool, bool]:
    """Play game ``number``; returns its end, what was heard, and whether it replayed and repeated.

    Raises ValueError where the record does not replay to the same end, or another one comes of the
    same seed.
    """
    begun = begin_on_hill(load_hill(run.hill), run.kind.seats, dict(run.kind.options))
    specs = [Spec(run.player)] * run.kind.seats
    seed = study_seed(run.seed, number)
    record = folder / "game.jsonl"
    watch = Watch(begun.state.board.marbles)
    watch.count(begun.events)
    last = play(begun, specs, seed, record, watch.hear)
    end = begun.game.pending(last)
    assert isinstance(end, Over), "a game is played to its end"
    replays, repeats = number % REPLAYED == 0, number % REPEATED == 0
    if replays:
        again = records.replay(record)
        if not again.complete or again.digest != records.name_of(begun.game, last):
            raise ValueError("the record replays to another end")
    if repeats:
        other = folder / "again.jsonl"
        play(begun, specs, seed, other)
        if other.read_bytes() != record.read_bytes():
            raise ValueError("the same seed made another record")
    return end.termination, watch, replays, repeats


def some(run: Run, batch: int, stopped: Callable[[], bool] = lambda: False) -> Tally:
    """Play BATCH games of a run; one that breaks is told, and the others go on.

    Raises Stopped once ``stopped()`` is true.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(batch * BATCH, min((batch + 1) * BATCH, run.games)):
            if stopped():
                raise Stopped
            began = time.process_time()
            try:
                end, watch, replayed, repeated = one(run, number, Path(folder))
            except Exception as error:
                tally.broken.append(f"game {number}: {type(error).__name__}: {error}")
                continue
            tally.ends[end] += 1
            tally.turns.append(watch.turns)
            tally.replayed += replayed
            tally.repeated += repeated
            tally.seconds += time.process_time() - began
    return tally


def line(kind: Kind, tally: Tally) -> str:
    """Return the figures of a kind as a row of a table."""
    turns = sorted(tally.turns) or [0]
    mean = sum(turns) / len(turns)
    low, middle, high = (quantile(turns, q) for q in (0.05, 0.5, 0.95))
    ends = ", ".join(f"{end} {n}" for end, n in tally.ends.most_common())
    return (
        f"| {kind.name} | {kind.seats} | {tally.ends.total()} | {len(tally.broken)} | "
        f"{tally.replayed} | {tally.repeated} | {mean:.1f} | {middle:.0f} ({low:.0f} to "
        f"{high:.0f}) | {ends} | {tally.seconds / max(1, tally.ends.total()):.2f} |"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hill_games", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("hill", nargs="?", default="galton", help="name or file (default galton)")
    parser.add_argument("--games", type=positive, default=500, help="of each kind (default 500)")
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=not_negative, default=1, help="default 1")
    names = sorted({kind.name for kind in KINDS})
    parser.add_argument("--variant", choices=names, help="only this variant")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="only so many players")
    parser.add_argument("--player", choices=("greedy", "random", "search"), default="greedy")
    args = parser.parse_args(argv)
    try:
        load_hill(args.hill)
    except SceneError as error:
        parser.error(f"{error}")
    print(
        "| variant | players | games | broken | replayed | repeated | turns, mean | median (5 to "
        "95 %) | ends | s a game |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    wrong: list[str] = []
    with stop_signals(raising=False) as asked:
        for kind in KINDS:
            if args.variant not in (None, kind.name) or args.seats not in (None, kind.seats):
                continue
            tally = Tally()
            run = Run(args.hill, kind, args.player, args.games, args.seed)
            for batch in results(some, run, -(-args.games // BATCH), args.jobs, asked):
                tally.add(batch)
            print(line(kind, tally), flush=True)
            wrong += [f"{kind.name}, {kind.seats} players: {why}" for why in tally.broken]
            if asked():
                return 130
    for why in wrong:
        print(why)
    if not wrong:
        print("every game ended with every marble in it; records replay and repeat")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
