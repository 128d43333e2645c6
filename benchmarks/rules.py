"""How fast are the rules? ``python -m benchmarks.rules [--seconds S] [--game NAME]``.

Per game, on one core, with the fewest players and the default options:

* ``listed``: decisions a second where all legal actions are listed and a random one is carried out;
* ``random_action``: the same, where a random action is drawn without listing;
* ``playouts``: whole games a second by ``random_action``, from the start to the end;
* ``scripted`` (games that ask physics): events a second where the answers of such games, outcomes
  too, are carried out again with every check.

Chance between two decisions takes its time, but is not counted. Beside them stands a comparable
game of OpenSpiel, measured by turns with ours in the same run, where ``pyspiel`` can be imported:
its games are C++, called from Python move by move, as ours are. Figures are per second of processor
time; the floors are those of the design. Exit code 1: a floor was missed; 2: wrong use.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.core.errors import UnknownGame
from rules.core.registry import game as find_game
from rules.core.registry import names
from rules.core.run import SeededStreams, pick
from rules.core.types import Continuous, Decide, Draw, Game, Over

BLOCK = 0.2
"""Length of one turn of a measure, s of processor time."""
COMPARABLE = {
    "buddel": "einstein_wurfelt_nicht",
    "company": "backgammon",
    "hoehle": "breakthrough",
}
"""What comes near a game of ours: a die and a board, drawn numbers, steps on a large board."""
FLOORS = {"listed": 20_000, "random_action": 45_000, "scripted": 20_000}


@dataclass(slots=True)
class Rate:
    """Things done, and the processor time that they took."""

    what: str
    unit: str
    done: int = 0
    seconds: float = 0.0
    games: int = 0
    floor: int | None = None

    @property
    def rate(self) -> float:
        """Things per second."""
        return self.done / self.seconds if self.seconds else 0.0

    @property
    def missed(self) -> bool:
        """Whether the floor is not reached."""
        return self.floor is not None and self.rate < self.floor

    def line(self) -> str:
        """Return the figures as text."""
        text = f"{self.what:<14} {self.rate:>12,.1f} {self.unit}/s"
        if self.floor is not None:
            text += f"   floor {self.floor:,}: {'missed' if self.missed else 'met'}"
        if self.unit == "actions" and self.games:
            text += f"   ({self.done / self.games:.0f} a game)"
        return text


Work = Iterator[int]
"""Does a piece of work and gives how many things it did, for ever."""


@dataclass(slots=True)
class Measure:
    """A rate and the work that it is of."""

    rate: Rate
    work: Work
    warm: bool = field(default=False)

    def turn(self) -> None:
        """Work for a while."""
        if not self.warm:
            next(self.work)
            self.warm = True
        began = time.process_time()
        while (spent := time.process_time() - began) < BLOCK:
            self.rate.done += next(self.work)
            self.rate.games += 1
        self.rate.seconds += spent


class Playing:
    """Random games of one of our games."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.game: Game[Any, Any] = find_game(name)
        self.options = self.game.options({})
        self.seats = self.game.seats[0]
        self.seed = seed
        # The way that a search goes: what is listed or drawn is legal, and not checked again.
        self.act: Callable[[Any, Any], Any] = getattr(self.game, "apply_unchecked", self.game.apply)
        self.settle: Callable[[Any, Any], Any] = getattr(
            self.game, "settle_unchecked", self.game.settle
        )
        start = self.start()
        self.provider = self.game.sampled(start)
        self.listed = self._lists_all(start)

    def start(self) -> Any:
        """A game at its start."""
        return self.game.new(self.options, self.seats)

    def _lists_all(self, s: Any) -> bool:
        """Whether the decisions of a random game are all listed."""
        rng, streams = random.Random(0), SeededStreams.of(0)
        while not isinstance(pending := self.game.pending(s), Over):
            if isinstance(pending, Decide):
                if isinstance(self.game.space(s), Continuous):
                    return False
                s = self.act(s, self.game.random_action(s, rng)).state
            else:
                s = self.chance(s, pending, streams)
        return True

    def chance(self, s: Any, pending: Any, streams: SeededStreams) -> Any:
        """The state after an answer of chance or sampled physics."""
        if isinstance(pending, Draw):
            return self.settle(s, pick(pending.outcomes, streams.chance)).state
        assert self.provider is not None, "a game that asks physics has sampled outcomes"
        return self.settle(s, self.provider.resolve(pending.request, next(streams.physics))).state

    def decisions(self, *, listed: bool) -> Work:
        """Play games one after the other; gives the decisions of each."""
        game, act = self.game, self.act

        def any_listed(s: Any, rng: random.Random) -> Any:
            return rng.choice(game.actions(s))

        choose = any_listed if listed else game.random_action
        for number in range(sys.maxsize):
            rng, streams = random.Random(self.seed + number), SeededStreams.of(self.seed + number)
            s, done = self.start(), 0
            while not isinstance(pending := game.pending(s), Over):
                if isinstance(pending, Decide):
                    s = act(s, choose(s, rng)).state
                    done += 1
                else:
                    s = self.chance(s, pending, streams)
            yield done

    def playouts(self) -> Work:
        """Play games one after the other; each is one."""
        for _ in self.decisions(listed=False):
            yield 1

    def scripted(self) -> Work:
        """Carry out the answers of some games again, checked; gives answers and events."""
        game = self.game
        scripts = [self._script(self.seed + k) for k in range(4)]
        for number in range(sys.maxsize):
            s, events = self.start(), 0
            for answer in scripts[number % len(scripts)]:
                how = game.apply if isinstance(game.pending(s), Decide) else game.settle
                step = how(s, answer)
                s = step.state
                events += 1 + len(step.events)
            yield events

    def _script(self, seed: int) -> list[Any]:
        """The answers of a whole game."""
        rng, streams = random.Random(seed), SeededStreams.of(seed)
        s, answers = self.start(), list[Any]()
        while not isinstance(pending := self.game.pending(s), Over):
            if isinstance(pending, Decide):
                answer = self.game.random_action(s, rng)
                s = self.act(s, answer).state
            else:
                if isinstance(pending, Draw):
                    answer = pick(pending.outcomes, streams.chance)
                else:
                    assert self.provider is not None, "sampled outcomes"
                    answer = self.provider.resolve(pending.request, next(streams.physics))
                s = self.settle(s, answer).state
            answers.append(answer)
        return answers

    def measures(self) -> list[Measure]:
        """What is measured of this game."""
        physics = self.provider is not None
        floors = {"scripted": FLOORS["scripted"]} if physics else FLOORS
        found: list[Measure] = []
        if self.listed:
            found.append(self._measure("listed", floors, self.decisions(listed=True)))
        found.append(self._measure("random_action", floors, self.decisions(listed=False)))
        found.append(Measure(Rate("playouts", "games"), self.playouts()))
        if physics:
            rate = Rate("scripted", "events", floor=floors["scripted"])
            found.append(Measure(rate, self.scripted()))
        return found

    def _measure(self, what: str, floors: dict[str, int], work: Work) -> Measure:
        return Measure(Rate(what, "actions", floor=floors.get(what)), work)


def their_decisions(spiel: Any, name: str, *, whole: bool) -> Work:
    """Random games of OpenSpiel; gives the decisions of each, or 1 for each whole game."""
    game: Any = spiel.load_game(name)
    for number in range(sys.maxsize):
        rng = random.Random(number)
        s: Any = game.new_initial_state()
        done = 0
        while not s.is_terminal():
            if s.is_chance_node():
                outcomes, weights = zip(*s.chance_outcomes(), strict=True)
                s.apply_action(rng.choices(outcomes, weights)[0])
            else:
                s.apply_action(rng.choice(s.legal_actions()))
                done += 1
        yield 1 if whole else done


def open_spiel() -> tuple[Any, str] | None:
    """OpenSpiel and its version, None where it is not installed."""
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    try:
        version = importlib.metadata.version("open_spiel")
    except importlib.metadata.PackageNotFoundError:
        version = "unknown"
    return spiel, version


def compared(name: str, seconds: float, spiel: Any) -> tuple[list[Rate], list[Rate]]:
    """Measure a game of ours and the one beside it by turns, ``seconds`` each measure."""
    ours = Playing(name).measures()
    theirs: list[Measure] = []
    other = COMPARABLE.get(name)
    if spiel is not None and other is not None:
        theirs = [
            Measure(Rate("listed", "actions"), their_decisions(spiel, other, whole=False)),
            Measure(Rate("playouts", "games"), their_decisions(spiel, other, whole=True)),
        ]
    while ours[0].rate.seconds < seconds:
        for measure in (*ours, *theirs):
            measure.turn()
    return [m.rate for m in ours], [m.rate for m in theirs]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 = a floor was missed, 2 = wrong use."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rules", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="per measure (default 3)")
    parser.add_argument("--game", default="", help="only this game")
    given = parser.parse_args(arguments)
    if not given.seconds > 0:
        print("--seconds must be above 0", file=sys.stderr)
        return 2
    found = open_spiel()
    if found is None:
        print("OpenSpiel is not installed (pip install open_spiel), so nothing stands beside ours")
    missed = 0
    try:
        chosen = [find_game(given.game).name] if given.game else names()
    except UnknownGame as error:
        print(f"{error}", file=sys.stderr)
        return 2
    for name in chosen:
        spiel = found[0] if found is not None else None
        ours, theirs = compared(name, given.seconds, spiel)
        print(f"{name}, {find_game(name).seats[0]} players")
        for rate in ours:
            print(f"    {rate.line()}")
            missed += rate.missed
        if found is not None:
            other = COMPARABLE.get(name)
            print(
                f"    beside it: {other} of OpenSpiel {found[1]} (C++)"
                if other
                else "    beside it: nothing, no game of OpenSpiel asks physics"
            )
        for rate in theirs:
            print(f"    {rate.line()}", flush=True)
    print("all floors met" if not missed else f"floors missed: {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
