"""Many games between computer players: seats in rotation, one row per game.

Game k of a run depends on the seed and on k alone, so a run gives the same rows whatever the number
of processes, and a shorter run the first rows of a longer one.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from kullerwerk.players.ahead import wins
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.streams import PLAYERS, Streams, python_stream
from rules.core.registry import game as find_game
from rules.core.run import SeededStreams, run
from rules.core.types import Ask, Decide, Draw, Game, Over, Pending, Provider, Step

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event as Flag

GAMES = 3000
"""The seeds of an arena's games come from this stream of its root seed."""
PASS = "pass"
"""The text of an action that does nothing, in every game."""
FORFEITS = ("Forfeited", "NoMove", "NoSteps", "TurnMissed", "TurnPassed", "TurnSkipped")
"""The events of all games that tell of a turn, or of a further move, that was lost."""


class Stopped(Exception):
    """Somebody asked to stop in the middle of a game."""


class Died(Exception):
    """A process of the run died."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a run plays: a game, its options, the players, the root seed, and live physics or not.

    ``options`` are values as ``Game.options`` takes them.
    """

    game: str
    options: Mapping[str, object]
    players: tuple[Spec, ...]
    seed: int
    physics: bool = False

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which player sits on each seat in game ``number``: all move on by one seat."""
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a run. ``players`` and all other tuples hold an entry per seat.

    ``shares`` = the share of the win; ``passes`` counts actions that pass, ``forfeits`` turns and
    further moves that were lost because nothing could be done, or missed by a card.
    """

    number: int
    seed: int
    end: str
    players: tuple[int, ...]
    ranking: tuple[int, ...]
    scores: tuple[float, ...]
    shares: tuple[float, ...]
    decisions: tuple[int, ...]
    passes: tuple[int, ...]
    forfeits: tuple[int, ...]
    draws: int
    throws: int


@dataclass(slots=True)
class _Count:
    """What happens in a game, counted as it goes."""

    game: Game[Any, Any]
    state: Any
    stopped: Callable[[], bool]
    decisions: list[int]
    passes: list[int]
    forfeits: list[int]
    draws: int = 0
    throws: int = 0

    def __call__(self, pending: Pending, answer: Any, step: Step[Any]) -> None:
        """Count a step."""
        if self.stopped():
            raise Stopped
        match pending:
            case Decide(seat=seat):
                self.decisions[seat] += 1
                self.passes[seat] += self.game.format(self.state, answer) == PASS
            case Draw():
                self.draws += 1
            case Ask():
                self.throws += 1
            case Over():
                raise ValueError("a game that is over takes no answers")
        for event in step.events:
            seat = getattr(event, "seat", None)
            if type(event).__name__ in FORFEITS and isinstance(seat, int):
                self.forfeits[seat] += 1
        self.state = step.state


def play_one(match: Match, number: int, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play game ``number`` of a run; raises Stopped at the next step once ``stopped()`` is true."""
    game = find_game(match.game)
    count = len(match.players)
    seed = python_stream(match.seed, GAMES, number).getrandbits(63)
    state = game.new(game.options(match.options), count)
    provider = _live(state) if match.physics else game.sampled(state)
    make = maker(game, provider)
    seating = match.seating(number)
    players = [
        make(match.players[player], python_stream(seed, PLAYERS + seat))
        for seat, player in enumerate(seating)
    ]
    streams = Streams(seed, count) if match.physics else SeededStreams.of(seed)
    counted = _Count(game, state, stopped, [0] * count, [0] * count, [0] * count)
    end = game.pending(run(game, state, players, provider or _Nothing(), streams, None, counted))
    assert isinstance(end, Over), "a run plays to the end"
    return Played(
        number,
        seed,
        end.termination,
        seating,
        end.ranking,
        end.scores,
        wins(end),
        tuple(counted.decisions),
        tuple(counted.passes),
        tuple(counted.forfeits),
        counted.draws,
        counted.throws,
    )


class _Nothing:
    """The provider of a game that never asks physics."""

    def resolve(self, request: Any, stream: Any, /) -> Any:
        """Refuse."""
        del stream
        raise LookupError(f"nobody answers {type(request).__name__}")


def has_physics(game: str) -> bool:
    """Whether a game can be played with live physics."""
    return game == "koenig"


def _live(state: Any) -> Provider:
    """Return live physics on the track that a race is on."""
    from scenes.files import load_track
    from sim.provider import Live

    return Live(load_track(state.board.name))


def play_all(
    match: Match, games: int, jobs: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Played]:
    """Yield the games 0 to ``games`` - 1 of a run as they are done, from ``jobs`` processes.

    Once ``stopped()`` is true no further game is begun, and those under way are given up. Raises
    Died where a process ended by itself.
    """
    if jobs > 1:
        yield from _in_processes(match, games, jobs, stopped)
        return
    for number in range(games):
        if stopped():
            return
        try:
            yield play_one(match, number, stopped)
        except Stopped:
            return


_stop: Flag | None = None
"""In a process of the pool: set once the run is to stop."""


def _begin(stop: Flag) -> None:
    global _stop  # noqa: PLW0603 - a process of a pool has no other place for what it was given
    _stop = stop
    # The keys reach every process; the one that started the others tells them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(match: Match, number: int) -> Played | None:
    assert _stop is not None, "the pool has begun this process"
    try:
        return play_one(match, number, _stop.is_set)
    except Stopped:
        return None


def _in_processes(
    match: Match, games: int, jobs: int, stopped: Callable[[], bool]
) -> Iterator[Played]:
    # Fresh processes on every system, so that none depends on what this one has done.
    fresh = multiprocessing.get_context("spawn")
    stop = fresh.Event()
    numbers = iter(range(games))
    with ProcessPoolExecutor(
        min(jobs, games), mp_context=fresh, initializer=_begin, initargs=(stop,)
    ) as pool:
        running: set[Future[Played | None]] = set()
        try:
            while True:
                if stopped():
                    stop.set()
                # No game waits inside the pool, where it could not be called back.
                more = 0 if stop.is_set() else jobs - len(running)
                running |= {pool.submit(_work, match, k) for k in islice(numbers, more)}
                if not running:
                    return
                done = wait(running, 0.2, FIRST_COMPLETED).done
                running -= done
                for future in done:
                    played = future.result()
                    if played is not None:
                        yield played
        except BrokenProcessPool as error:
            raise Died from error
        finally:
            stop.set()
