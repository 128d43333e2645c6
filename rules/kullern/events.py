"""What happens in a game, as typed facts (``text.py`` says them in words)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.types import Event, Seat
from rules.kullern.state import Cause
from sim.settled import Side


@dataclass(frozen=True, slots=True)
class FirstNamed(Event):
    """Chance named the first player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A seat's turn begins."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class MarbleDropped(Event):
    """A marble was dropped: it came out, is stuck in the hut, or jumped off the track inside.

    ``freed`` others came out in the same run.
    """

    seat: Seat
    hatch: int
    marble: int
    end: Literal["out", "stuck", "lost"]
    freed: int


@dataclass(frozen=True, slots=True)
class ChipsPlaced(Event):
    """The left neighbour puts counting chips before the player, who now has ``total``."""

    seat: Seat
    by: Seat
    chips: int
    total: int


@dataclass(frozen=True, slots=True)
class MarblesLost(Event):
    """Marbles left the track or fell into a deck chair; they are put into the hollow."""

    marbles: int


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The marbles did not come to rest by themselves and were put to their next rest places."""


@dataclass(frozen=True, slots=True)
class MarmotWalked(Event):
    """A marmot walks ``steps`` counted steps, from one place to another."""

    marmot: int
    steps: int
    since: int
    place: int


@dataclass(frozen=True, slots=True)
class MarmotStays(Event):
    """A marmot with no step was chosen."""

    marmot: int


@dataclass(frozen=True, slots=True)
class NoSteps(Event):
    """No marmot of the seat has a step: the turn ends without a walk."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Alarm(Event):
    """The slider is about to be pushed."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class SliderPushed(Event):
    """The slider was pushed to the other side, and marbles came out."""

    slider: Side
    out: int


@dataclass(frozen=True, slots=True)
class DropsOver(Event):
    """No marble is left to drop, even after the alarm."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Fright(Event):
    """A marmot has too many marbles in front and is lifted."""

    marmot: int
    marbles: int


@dataclass(frozen=True, slots=True)
class MarmotBack(Event):
    """A frightened marmot is put down."""

    marmot: int
    since: int
    place: int


@dataclass(frozen=True, slots=True)
class MarmotTouched(Event):
    """A rolling marble touched a marmot (junior), which walks a step unless it did before."""

    marmot: int
    marble: int
    again: bool


@dataclass(frozen=True, slots=True)
class StepOffered(Event):
    """No own marmot walked in this turn, so the player may take a step (junior)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HomeReached(Event):
    """A marmot sits down in a deck chair, the ``count``-th of its owner."""

    seat: Seat
    marmot: int
    count: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over."""

    reason: str
    ranking: tuple[int, ...]
