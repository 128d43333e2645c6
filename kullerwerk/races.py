"""Races of every game that can be simulated, told alike: lines, result, data and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kullerwerk import hill_race
from kullerwerk import race as track_race

if TYPE_CHECKING:
    from rules.core.types import Event
    from rules.koenig.state import State as TrackState
    from rules.kullern.state import State as HillState


class Race(Protocol):
    """A race that is told while it goes, or again from its record."""

    @property
    def turns(self) -> int:
        """How many turns were played."""
        ...

    def hear(self, state: Any, events: Sequence[Event]) -> list[str]:
        """Take the events that led to ``state``; return the lines that tell them."""
        ...

    def field(self) -> str:
        """Return who plays."""
        ...

    def result(self) -> str:
        """Return the sentence that ends the race, or says that it was broken off."""
        ...

    def data(self, *, seed: int | None, engine: Mapping[str, Any], scene: str) -> dict[str, Any]:
        """Return the race as JSON data; ``scene`` is the hash of its track or hill."""
        ...

    def draw(self, scene: Any, path: Path) -> None:
        """Draw the race on its track or hill as a PNG or an SVG, by the suffix of ``path``."""
        ...


def race_of(game: str, state: Any, players: Sequence[str]) -> Race:
    """Return a race that begins at ``state``; ``players`` are written as in a record."""
    return OnHill(state, players) if game == "kullern" else OnTrack(state, players)


class OnTrack:
    """A race of dice."""

    def __init__(self, state: TrackState, players: Sequence[str]) -> None:
        self._state = state
        self._players = players
        self._kinds = [text.partition(":")[0] for text in players]
        self._story = track_race.Story()

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self._story.turns)

    def hear(self, state: TrackState, events: Sequence[Event]) -> list[str]:
        """Return a line for each turn that ends."""
        self._state = state
        return [
            track_race.line(turn, state.who(turn.seat), self._kinds[turn.seat])
            for turn in self._story.hear(state, events)
        ]

    def _names(self) -> list[str]:
        return [self._state.who(seat) for seat in range(len(self._players))]

    def field(self) -> str:
        """Return the piece sets and their players."""
        pairs = zip(self._names(), self._players, strict=True)
        return ", ".join(f"{name} ({player})" for name, player in pairs)

    def result(self) -> str:
        """Return the sentence that ends the race."""
        return track_race.result_line(self._state, self._names(), self._story.turns)

    def data(self, *, seed: int | None, engine: Mapping[str, Any], scene: str) -> dict[str, Any]:
        """Return the race as JSON data."""
        del scene  # the state knows it
        return track_race.race_data(
            self._state, self._story.turns, self._names(), self._players, seed=seed, engine=engine
        )

    def draw(self, scene: Any, path: Path) -> None:
        """Draw every die's way over the course."""
        from kullerwerk.draw.race import race_picture

        names, turns = self._names(), self._story.turns
        legend = [
            track_race.standing_line(self._state, turns, seat, name, kind)
            for seat, (name, kind) in enumerate(zip(names, self._kinds, strict=True))
        ]
        race_picture(scene, names, self._story, legend, path)


class OnHill:
    """A race of marmots against marbles."""

    def __init__(self, state: HillState, players: Sequence[str]) -> None:
        self._players = players
        self._story = hill_race.Story(state, players)

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self._story.done

    def hear(self, state: HillState, events: Sequence[Event]) -> list[str]:
        """Return a line for each event."""
        return self._story.hear(state, events)

    def field(self) -> str:
        """Return the players and the colours of their marmots."""
        state = self._story.state
        own = [" and ".join(hill_race.colours(state, k)) for k in range(len(self._players))]
        return ", ".join(
            f"player {seat + 1} {colours} ({player})"
            for seat, (colours, player) in enumerate(zip(own, self._players, strict=True))
        )

    def result(self) -> str:
        """Return the sentence that ends the game."""
        return self._story.result()

    def data(self, *, seed: int | None, engine: Mapping[str, Any], scene: str) -> dict[str, Any]:
        """Return the game as JSON data."""
        return self._story.data(self._players, seed=seed, engine=engine, scene=scene)

    def draw(self, scene: Any, path: Path) -> None:
        """Draw hut and hill as they stand at the end."""
        from kullerwerk.draw.hill_race import hill_race_picture

        legend = [self._story.standing(seat) for seat in range(len(self._players))]
        hill_race_picture(scene, self._story.state, legend, path)
