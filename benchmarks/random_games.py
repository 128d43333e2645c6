"""Thousands of games by players who do anything: does every one of them end, and replay?

``python -m benchmarks.random_games [--games 1000] [--game NAME] [--jobs 2] [--seed 1] [--records
10]`` plays so many games of every game, preset and number of players with the computer player
``random`` and sampled throws. Every tenth is written down, read again and replayed without chance,
to the same digest. Exit code 1: a game broke, did not replay, or too many ended by the cap (two in
a hundred; in Company and the Maulwurfshöhle, where those who move at random get nowhere, the cap is
the rule). 2: wrong use. 130: stopped by Ctrl-C, with the figures so far.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from kullerwerk.measure import share
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.streams import PLAYERS, python_stream
from rules.core import records
from rules.core.registry import game as find_game
from rules.core.registry import names
from rules.core.run import SeededStreams, run
from rules.core.types import Over, Provider

CAP_SHARE = 0.02
CAPPED = frozenset({"company", "hoehle"})
"""Games whose random players get nowhere."""
BATCH = 20
"""Games that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is played: a game, a preset of its options, and how many play."""

    game: str
    preset: str
    seats: int


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


class Nothing:
    """The provider of a game that never asks physics."""

    def resolve(self, request: object, stream: object, /) -> object:
        """Refuse."""
        del stream
        raise LookupError(f"nobody answers {type(request).__name__}")


def play(kind: Kind, seed: int, record: Path | None) -> str:
    """Play a game and give why it ended; raises ValueError where its record does not replay."""
    game = find_game(kind.game)
    state = game.new(game.options({"preset": kind.preset}), kind.seats)
    sampled: Provider | None = game.sampled(state)
    make = maker(game, sampled)
    players = [make(Spec("random"), python_stream(seed, PLAYERS + k)) for k in range(kind.seats)]
    streams = SeededStreams.of(seed)
    provider = sampled or Nothing()
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


def play_some(kind: Kind, seed: int, numbers: Sequence[int], every: int) -> Tally:
    """Play games by their numbers; a game that breaks is told, and the others go on."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            kept = Path(folder) / "game.jsonl" if every and number % every == 0 else None
            try:
                tally.ends[play(kind, python_stream(seed, number).getrandbits(63), kept)] += 1
            except Exception as error:
                tally.broken.append(f"game {number}: {type(error).__name__}: {error}")
            else:
                tally.replayed += kept is not None
    return tally


def verdict(kind: Kind, tally: Tally) -> list[str]:
    """Return what is wrong with the games of a kind."""
    wrong = list(tally.broken)
    if kind.game not in CAPPED and tally.capped > CAP_SHARE * tally.games:
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
    parser.add_argument("--games", type=int, default=1000, help="of each kind (default 1000)")
    parser.add_argument("--game", choices=names(), help="only this game")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument(
        "--records", type=int, default=10, help="write down and replay every so many (0: none)"
    )
    args = parser.parse_args(argv)
    if args.games < 1 or args.jobs < 1 or args.records < 0:
        parser.error("--games and --jobs are at least 1, --records at least 0")
    print("| game | preset | players | games | broken | replayed | by the cap | ends |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    wrong: list[str] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        try:
            for kind in kinds(args.game):
                batches = [
                    range(at, min(at + BATCH, args.games)) for at in range(0, args.games, BATCH)
                ]
                tally = Tally()
                for some in [
                    pool.submit(play_some, kind, args.seed, batch, args.records)
                    for batch in batches
                ]:
                    tally.add(some.result())
                print(line(kind, tally), flush=True)
                told = f"{kind.game} {kind.preset}, {kind.seats} players"
                wrong += [f"{told}: {why}" for why in verdict(kind, tally)]
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            return 130
    for why in wrong:
        print(why)
    if not wrong:
        print("every game ended, and every record replayed to the same digest")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
