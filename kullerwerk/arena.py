"""Many games between computer players: seats in rotation, one row per game.

Game k of a run depends on the seed and on k alone, so a run gives the same rows whatever the number
of processes, and a shorter run the first rows of a longer one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kullerwerk.jobs import Stopped, results
from kullerwerk.physics import game_scene, live
from kullerwerk.players.ahead import wins
from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.streams import PLAYERS, Streams, python_stream
from rules.core.providers import Scripted
from rules.core.registry import game as find_game
from rules.core.run import SeededStreams, run
from rules.core.types import Ask, Decide, Draw, Game, Over, Pending, Step

GAMES = 3000
"""The seeds of an arena's games come from this stream of its root seed."""
PASS = "pass"
"""The text of an action that does nothing, in every game."""
FORFEITS = ("Forfeited", "NoMove", "NoSteps", "TurnMissed", "TurnPassed", "TurnSkipped")
"""The events of all games that tell of a turn, or of a further move, that was lost."""


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
    scene = game_scene(match.game, state.board.name) if match.physics else None
    provider = game.sampled(state) if scene is None else live(scene)
    make = maker(game, provider, scene)
    seating = match.seating(number)
    players = [
        make(match.players[player], python_stream(seed, PLAYERS + seat))
        for seat, player in enumerate(seating)
    ]
    streams = Streams(seed, count) if match.physics else SeededStreams.of(seed)
    counted = _Count(game, state, stopped, [0] * count, [0] * count, [0] * count)
    end = game.pending(run(game, state, players, provider or Scripted(()), streams, None, counted))
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


def play_all(
    match: Match, games: int, jobs: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Played]:
    """Yield the games 0 to ``games`` - 1 of a run as they are done, from ``jobs`` processes.

    Once ``stopped()`` is true no further game is begun, and those under way are given up. Raises
    Died where a process ended by itself.
    """
    return results(play_one, match, games, jobs, stopped)
