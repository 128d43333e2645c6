"""Thousands of games by players who do anything: does every one of them end, and replay?

``python -m benchmarks.random_games [--games 1000] [--game NAME] [--jobs 2] [--seed 1] [--records
10]`` plays so many games of every game, preset and number of players with the computer player
``random`` and sampled throws. Every tenth is written down, read again and replayed without chance,
to the same digest. Exit code 1: a game broke, did not replay, or too many ended by the cap (two in
a hundred; in Company and the Maulwurfshöhle, where those who move at random get nowhere, the cap is
the rule). 2: wrong use. 130: stopped by Ctrl-C, with the figures so far.

``--purpose 50``: in half of their decisions the players do what ``greedy`` would. Then they get
somewhere in every game, and no cap is the rule.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.arguments import not_negative, positive
from kullerwerk.jobs import Stopped, results
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.shares import share
from kullerwerk.stopping import stop_signals
from kullerwerk.streams import PLAYERS, python_stream
from rules.core import records
from rules.core.providers import Scripted
from rules.core.registry import game as find_game
from rules.core.registry import names
from rules.core.run import SeededStreams, run
from rules.core.types import Knowledge, Over, Player, Provider

CAP_SHARE = 0.02
CAPPED = frozenset({"company", "hoehle"})
"""Games whose random players get nowhere."""
BATCH = 20
"""Games that are played before they are counted."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played: a game, a preset of its options, and how many play."""

    game: str
    preset: str
    seats: int


@dataclass(frozen=True, slots=True)
class Run:
    """``games`` games of a kind; every so many are written down (0: none)."""

    kind: Kind
    games: int
    seed: int
    every: int
    purpose: int = 0
    """In so many of a hundred decisions players do what ``greedy`` would."""


@dataclass(slots=True)
class Tally:
    """What became of the games of a kind; ``broken`` says why some are no games."""

    ends: Counter[str] = field(default_factory=Counter[str])
    broken: list[str] = field(default_factory=list[str])
    replayed: int = 0

    def add(self, other: Tally) -> None:
        """Take the games of another tally too."""
        self.ends += other.ends
        self.broken += other.broken
        self.replayed += other.replayed

    @property
    def games(self) -> int:
        """Games that ended."""
        return self.ends.total()

    @property
    def capped(self) -> int:
        """Games that ended by a cap."""
        return sum(n for end, n in self.ends.items() if end.endswith("_cap"))


def kinds(only: str | None = None) -> Iterator[Kind]:
    """Every game with every preset and number of players."""
    for name in names():
        if only is None or name == only:
            game = find_game(name)
            for preset in game.presets:
                for seats in game.seats:
                    yield Kind(name, preset, seats)


@dataclass(frozen=True, slots=True)
class Wavering:
    """A player who does what ``aims`` would in so many of a hundred decisions, else anything."""

    aims: Player[Any, Any]
    wanders: Player[Any, Any]
    purpose: int
    rng: random.Random

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Choose as one of the two."""
        aimed = self.rng.randrange(100) < self.purpose
        return (self.aims if aimed else self.wanders).choose(knowledge)


def play(kind: Kind, seed: int, record: Path | None, purpose: int = 0) -> str:
    """Play a game and give why it ended; raises ValueError where its record does not replay."""
    game = find_game(kind.game)
    state = game.new(game.options({"preset": kind.preset}), kind.seats)
    sampled: Provider | None = game.sampled(state)
    make = maker(game, sampled)
    rngs = [python_stream(seed, PLAYERS + k) for k in range(kind.seats)]
    players: list[Player[Any, Any]] = [make(Spec("random"), rng) for rng in rngs]
    if purpose:
        aims = [make(Spec("greedy"), rng) for rng in rngs]
        players = [
            Wavering(one, other, purpose, rng)
            for one, other, rng in zip(aims, players, rngs, strict=True)
        ]
    streams = SeededStreams.of(seed)
    provider = sampled or Scripted(())
    if record is None:
        last = run(game, state, players, provider, streams)
    else:
        with records.Writer(record, game, records.header(game, state, seed=seed)) as writer:
            last = run(game, state, players, provider, streams, writer)
        again = records.replay(record)
        if not again.complete or again.digest != records.name_of(game, last):
            raise ValueError("the record replays to another end")
    end = game.pending(last)
    assert isinstance(end, Over), "a run plays to the end"
    return end.termination


def play_some(run: Run, batch: int, stopped: Callable[[], bool] = lambda: False) -> Tally:
    """Play BATCH games of a run; a game that breaks is told, and the others go on.

    Raises Stopped once ``stopped()`` is true.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(batch * BATCH, min((batch + 1) * BATCH, run.games)):
            if stopped():
                raise Stopped
            keep = run.every and number % run.every == 0
            kept = Path(folder) / "game.jsonl" if keep else None
            seed = python_stream(run.seed, number).getrandbits(63)
            try:
                tally.ends[play(run.kind, seed, kept, run.purpose)] += 1
            except Exception as error:
                tally.broken.append(f"game {number}: {type(error).__name__}: {error}")
            else:
                tally.replayed += kept is not None
    return tally


def verdict(kind: Kind, tally: Tally, purpose: int = 0) -> list[str]:
    """Return what is wrong with the games of a kind."""
    wrong = list(tally.broken)
    if (purpose or kind.game not in CAPPED) and tally.capped > CAP_SHARE * tally.games:
        wrong.append(f"{tally.capped} of {tally.games} games ended by the cap")
    return wrong


def line(kind: Kind, tally: Tally) -> str:
    """Return the figures of a kind as a row of a table."""
    ends = ", ".join(f"{end} {n}" for end, n in tally.ends.most_common())
    cap = share(tally.capped, tally.games).value if tally.games else 0.0
    return (
        f"| {kind.game} | {kind.preset} | {kind.seats} | {tally.games} | {len(tally.broken)} | "
        f"{tally.replayed} | {cap:.1%} | {ends} |"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.random_games", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--games", type=positive, default=1000, help="of each kind (default 1000)")
    parser.add_argument("--game", choices=names(), help="only this game")
    parser.add_argument("--jobs", type=positive, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=not_negative, default=1, help="default 1")
    parser.add_argument(
        "--records", type=not_negative, default=10, help="write down and replay every so many"
    )
    parser.add_argument(
        "--purpose", type=int, choices=range(101), metavar="N", default=0,
        help="players do what greedy would in N of 100 decisions (default 0)",
    )  # fmt: skip
    args = parser.parse_args(argv)
    print("| game | preset | players | games | broken | replayed | by the cap | ends |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    wrong: list[str] = []
    with stop_signals(raising=False) as asked:
        for kind in kinds(args.game):
            tally = Tally()
            batches = -(-args.games // BATCH)
            of = Run(kind, args.games, args.seed, args.records, args.purpose)
            for some in results(play_some, of, batches, args.jobs, asked):
                tally.add(some)
            print(line(kind, tally), flush=True)
            if asked():
                return 130
            told = f"{kind.game} {kind.preset}, {kind.seats} players"
            wrong += [f"{told}: {why}" for why in verdict(kind, tally, args.purpose)]
    for why in wrong:
        print(why)
    if not wrong:
        print("every game ended, and every record replayed to the same digest")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
