"""A game of kullern as it is told: a line per event, and turn by turn as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kullerwerk.console import counted
from rules.kullern import events as facts
from rules.kullern.moves import home
from rules.kullern.rules import KULLERN
from rules.kullern.text import COLOURS, name, place_text, player

if TYPE_CHECKING:
    from rules.core.types import Event
    from rules.kullern.state import State


@dataclass(slots=True)
class Turn:
    """One turn. Marmots are numbers as in the rules; several walk in the junior game alone."""

    seat: int
    number: int
    drops: list[facts.MarbleDropped] = field(default_factory=list[facts.MarbleDropped])
    chips: int = 0
    walks: list[facts.MarmotWalked] = field(default_factory=list[facts.MarmotWalked])
    alarms: list[str] = field(default_factory=list[str])
    frights: list[facts.Fright] = field(default_factory=list[facts.Fright])
    home: list[int] = field(default_factory=list[int])
    lost: int = 0
    """Marbles that left the track."""


class Story:
    """Listens to the events of a game. ``turns`` holds all that began, ``done`` counts the ended.

    ``players`` holds the kind of player on each seat.
    """

    def __init__(self, state: State, players: Sequence[str]) -> None:
        self.state = state
        self.turns: list[Turn] = []
        self.done = 0
        self._kinds = [text.partition(":")[0] for text in players]

    def hear(self, state: State, events: Sequence[Event]) -> list[str]:
        """Take the events that led to ``state``; return a line for each."""
        self.state = state
        lines: list[str] = []
        for event in events:
            match event:
                case facts.TurnStarted(seat=seat, turn=number):
                    self.done = len(self.turns)
                    self.turns.append(Turn(seat, number))
                    lines.append(f"turn {number}: {player(seat)} ({self._kinds[seat]})")
                case facts.FirstNamed():
                    lines.append(KULLERN.tell(state, event))
                case facts.GameOver():
                    self.done = len(self.turns)  # the result is told apart
                case _:
                    self._note(event)
                    lines.append(f"  {KULLERN.tell(state, event)}")
        return lines

    def _note(self, event: Event) -> None:
        """Keep what an event of a turn tells."""
        if not self.turns:  # a start made by hand, with a first player who was not named by chance
            self.turns.append(Turn(getattr(event, "seat", 0), 1))
        turn = self.turns[-1]
        match event:
            case facts.MarbleDropped():
                turn.drops.append(event)
            case facts.ChipsPlaced(total=total):
                turn.chips = total
            case facts.MarmotWalked():
                turn.walks.append(event)
            case facts.Alarm(cause=cause):
                turn.alarms.append(cause)
            case facts.Fright():
                turn.frights.append(event)
            case facts.HomeReached(marmot=marmot):
                turn.home.append(marmot)
            case facts.MarblesLost(marbles=marbles):
                turn.lost += marbles
            case _:
                pass

    # --- the end ---

    @property
    def winners(self) -> list[str]:
        """Who has won; nobody yet in a game that was broken off."""
        over = self.state.over
        return [player(k) for k, rank in enumerate(over.ranking) if rank == 1] if over else []

    def result(self) -> str:
        """Return the sentence that ends the game, or says that it was broken off."""
        over = self.state.over
        if over is None:
            return f"broken off after {counted(self.done, 'turn')}"
        who = " and ".join(self.winners)
        verb = "wins" if len(self.winners) == 1 else "share the win"
        if over.termination == "home":
            chairs = counted(self.state.needed, "marmot")
            return f"{who} {verb} in turn {len(self.turns)}: {chairs} in deck chairs"
        why = "no deck chair is left" if over.termination == "chairs" else "nobody is home"
        after = counted(len(self.turns), "turn")
        return f"{who} {verb}: farthest uphill after {after}, {why}"

    def standing(self, seat: int) -> str:
        """Return how a seat stands, for a picture's legend."""
        s = self.state
        own = [drop for turn in self.turns if turn.seat == seat for drop in turn.drops]
        out = sum(drop.end == "out" for drop in own)
        won = "wins, " if player(seat) in self.winners else ""
        return (
            f"{player(seat)} ({self._kinds[seat]}): {won}{home(s, seat)} of {s.needed} home, "
            f"{out} of {counted(len(own), 'marble')} out"
        )

    def data(
        self, players: Sequence[str], *, seed: int | None, engine: Mapping[str, Any], scene: str
    ) -> dict[str, Any]:
        """Return the game as JSON data; ``scene`` is the hash of the hill, "" where unknown.

        "end", "ranking", "scores" and "winners" say nothing of a game that was broken off.
        """
        s, over = self.state, self.state.over
        return {
            "game": KULLERN.name,
            "hill": s.board.name,
            "scene": scene or None,
            "seed": seed,
            "engine": dict(engine),
            "options": KULLERN.dump(s)["options"],
            "players": [
                {"colours": colours(s, seat), "player": said, "home": home(s, seat)}
                for seat, said in enumerate(players)
            ],
            "end": over.termination if over else None,
            "ranking": list(over.ranking) if over else None,
            "scores": list(over.scores) if over else None,
            "winners": self.winners,
            "marmots": [
                {"name": name(s, k), "seat": s.owner(k), "place": place_text(s, place)}
                for k, place in enumerate(s.marmots)
            ],
            "turns": [self._turn_data(turn) for turn in self.turns],
        }

    def _turn_data(self, turn: Turn) -> dict[str, Any]:
        s = self.state
        return {
            "turn": turn.number,
            "seat": turn.seat,
            "drops": [
                {"hatch": drop.hatch, "end": drop.end, "freed": drop.freed} for drop in turn.drops
            ],
            "steps": turn.chips,
            "walks": [
                {
                    "marmot": name(s, walk.marmot),
                    "steps": walk.steps,
                    "from": place_text(s, walk.since),
                    "to": place_text(s, walk.place),
                }
                for walk in turn.walks
            ],
            "alarms": turn.alarms,
            "frights": [
                {"marmot": name(s, one.marmot), "marbles": one.marbles} for one in turn.frights
            ],
            "lost": turn.lost,
            "home": [name(s, marmot) for marmot in turn.home],
        }


def colours(s: State, seat: int) -> list[str]:
    """Return the colours of a seat's marmots."""
    return list(dict.fromkeys(COLOURS["en"][k // 2 % 4] for k in s.owned(seat)))
