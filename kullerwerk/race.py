"""A race as it is told: one line per turn, and the ways of all dice for the picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kullerwerk.console import counted
from rules.core.types import Event
from rules.koenig.events import (
    BlockerDisplaced,
    BlockerPlaced,
    DieRolled,
    Finished,
    TowerStarted,
    TowerStays,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
)
from rules.koenig.pro_events import AttemptStarted, TurnMissed
from rules.koenig.progress import course_length, remaining
from rules.koenig.state import State
from rules.koenig.words import REASONS
from sim.settled import DEGREE, MM, Point, Pose

ENDS = {"cocked": "leaning", "timed_out": "still moving when it was stopped"}
"""What a line adds to the place of a die that did not come to rest on a face."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of a race, for the picture: ``counts`` = the tower followed it, or it won."""

    seat: int
    turn: int
    path: tuple[Point, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as data: what a line of the race says."""

    seat: int
    round: int
    blocker: Pose | None = None
    displaced: bool = False
    rolled: DieRolled | None = None
    stays: str = ""
    skipped: bool = False
    missed: bool = False
    """A card of the pro game ended the turn without a throw."""
    attempts: int = 1
    """How many there were: more than one by cards of the pro game."""
    wins: bool = False
    done: int = 0
    of: int = 0
    share: float = 0.0
    """How much of the course is behind the tower, 0..1."""


@dataclass(slots=True)
class Story:
    """Listens to a race's events and puts them together turn by turn."""

    turns: list[Turn] = field(default_factory=list[Turn])
    starts: dict[int, Pose] = field(default_factory=dict[int, Pose])
    _open: list[Event] = field(default_factory=list[Event])
    _round: int = 1
    """The first turn begins with the game, before anybody can listen."""

    @property
    def rolls(self) -> list[Roll]:
        """Every throw so far, in order of time."""
        return [
            Roll(turn.seat, k, turn.rolled.path, not turn.stays)
            for k, turn in enumerate(self.turns)
            if turn.rolled is not None
        ]

    def hear(self, state: State, events: Iterable[Event]) -> list[Turn]:
        """Take the events that led to ``state``; return the turns that they end."""
        ended: list[Turn] = []
        for event in events:
            if isinstance(event, TurnStarted):
                self._open, self._round = [], event.round
            self._open.append(event)
            if isinstance(event, TowerStarted):
                self.starts[event.seat] = event.pose
            if isinstance(event, TurnEnded | TurnSkipped | Finished):
                ended.append(_turn(state, event.seat, self._round, self._open))
                self._open = []
        self.turns += ended
        return ended


def _turn(state: State, seat: int, number: int, events: Iterable[Event]) -> Turn:
    """Put the events of one turn together."""
    facts: dict[str, Any] = {}
    for event in events:
        match event:
            case AttemptStarted():
                # A wholly new turn: what the last attempt came to is gone.
                facts = {"attempts": event.number}
            case TurnMissed():
                facts["missed"] = True
            case BlockerPlaced():
                facts["blocker"] = event.pose
            case BlockerDisplaced():
                facts["displaced"] = True
            case DieRolled():
                facts["rolled"] = event
            case TowerStays():
                facts["stays"] = REASONS["en"][event.reason]
            case TurnSkipped():
                facts["skipped"] = True
            case Finished():
                facts["wins"] = True
            case _:
                pass
    racer = state.racers[seat]
    whole = course_length(state.board)
    place = racer.rest if facts.get("wins") else racer.pose
    left = whole if place is None else remaining(state.board, racer.counters, place[:2])
    done = next((k for k, c in enumerate(racer.counters) if c < 1), len(racer.counters))
    share = 1.0 if facts.get("wins") else min(1.0, max(0.0, 1 - left / whole))
    return Turn(seat, number, **facts, done=done, of=len(racer.counters), share=share)


def line(turn: Turn, name: str, kind: str) -> str:
    """Return the line of a turn: who, blocker, number, where, how far, why the tower stays."""
    parts = [f"{turn.round:>3}  {name:<7}{kind:<8}"]
    if turn.skipped:
        parts.append("no free spot in the start box: the turn is skipped")
        return " ".join(parts)
    if turn.missed:
        which = f"attempt {turn.attempts} of " if turn.attempts > 1 else ""
        parts.append(f"misses {which}the turn: a card was played")
        return " ".join(parts)
    rolled = turn.rolled
    assert rolled is not None, "a turn that is not skipped has a throw"
    parts.append(f"number {rolled.face or '-':<3}")
    place = f"{rolled.place[0] / MM:4.0f},{rolled.place[1] / MM:3.0f}"
    parts.append(f"at {place} {rolled.distance / MM:4.0f} mm out ")
    parts.append(f"rays {turn.done}/{turn.of} {turn.share:4.0%}")
    notes: list[str] = []
    if rolled.outcome in ENDS:
        notes.append(f"die {ENDS[rolled.outcome]}")
    if turn.blocker is not None:
        x, y, angle = turn.blocker
        moved = ", pushed" if turn.displaced else ""
        notes.append(f"blocker at {x / MM:.0f},{y / MM:.0f} turned {angle / DEGREE:.0f}°{moved}")
    if turn.attempts > 1:
        notes.append(f"attempt {turn.attempts}")
    if turn.stays:
        notes.append(f"tower stays: {turn.stays}")
    if turn.wins:
        notes.append("over the finish line")
    if notes:
        parts.append(" " + "; ".join(notes))
    return " ".join(parts).rstrip()


def result_line(end: State, names: Sequence[str], turns: Sequence[Turn]) -> str:
    """Return the sentence that ends a race, or says that it was broken off."""
    if end.over is None:
        return f"broken off after {counted(len(turns), 'turn')}"
    best = _winners(end, names)
    rounds = max((turn.round for turn in turns), default=0)
    if end.over.termination == "finish":
        return f"{best[0]} wins in round {rounds}"
    verb = "wins" if len(best) == 1 else "share the win"
    after = counted(rounds, "round")
    return f"{' and '.join(best)} {verb}: farthest along after {after}, nobody finished"


def _winners(end: State, names: Sequence[str]) -> list[str]:
    """Return who won; nobody yet in a race that was broken off."""
    if end.over is None:
        return []
    return [name for name, rank in zip(names, end.over.ranking, strict=True) if rank == 1]


def standing_line(end: State, turns: Sequence[Turn], seat: int, name: str, kind: str) -> str:
    """Return a player's place in a picture's legend, also of a race that was broken off."""
    own = [turn for turn in turns if turn.seat == seat]
    share = own[-1].share if own else 0.0
    won = end.over is not None and end.over.ranking[seat] == 1
    how = f"{'wins, ' if won else ''}{share:.0%} of the course"
    return f"{name} ({kind}): {how}, {counted(len(own), 'turn')}"


def race_data(
    end: State,
    turns: Sequence[Turn],
    names: Sequence[str],
    players: Sequence[str],
    *,
    seed: int | None,
    engine: Mapping[str, Any],
) -> dict[str, Any]:
    """Return a race as JSON data; ``names`` and ``players`` hold an entry per seat.

    ``scene`` is the hash of the track. "end", "ranking" and "winners" say nothing of a race that
    was broken off.
    """
    return {
        "track": end.board.name,
        "scene": end.board.scene,
        "seed": seed,
        "engine": dict(engine),
        "players": [
            {"set": name, "player": player} for name, player in zip(names, players, strict=True)
        ],
        "end": end.over.termination if end.over else None,
        "ranking": list(end.over.ranking) if end.over else None,
        "winners": _winners(end, names),
        "turns": [turn_data(turn) for turn in turns],
    }


def turn_data(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON data: mm, degrees, seconds."""
    data: dict[str, Any] = {"round": turn.round, "seat": turn.seat, "skipped": turn.skipped}
    if turn.missed:
        data["missed"] = True
    if turn.attempts > 1:
        data["attempts"] = turn.attempts
    if turn.rolled is not None:
        data |= {
            "outcome": turn.rolled.outcome,
            "number": turn.rolled.face,
            "x": turn.rolled.place[0] / MM,
            "y": turn.rolled.place[1] / MM,
            "distance": turn.rolled.distance / MM,
            "time_s": turn.rolled.time / 1000,
        }
    if turn.blocker is not None:
        x, y, angle = turn.blocker
        data["blocker"] = {
            "x": x / MM,
            "y": y / MM,
            "angle_deg": angle / DEGREE,
            "pushed": turn.displaced,
        }
    return data | {
        "stays": turn.stays or None,
        "rays_done": turn.done,
        "rays": turn.of,
        "share": round(turn.share, 4),
        "wins": turn.wins,
    }
