"""The state of a game, its frames, and the actions: frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.types import Over, Seat
from rules.kullern.board import Hill
from rules.kullern.options import Options
from sim.settled import Side, Touch

# --- actions -----------------------------------------------------------------

Verb = Literal["hatch", "pass", "walk"]


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """What a seat decides.

    ``hatch``: drop a marble into hatch ``number`` (from 1). ``walk``: walk with the own marmot
    ``number`` (from 0: A, B, ...). ``pass``: walk with none (``number`` 0).
    """

    verb: Verb
    number: int


PASS = Action("pass", 0)
"""Do not take the step that is offered."""


def hatch(number: int) -> Action:
    """Drop a marble into a hatch, the leftmost is 1."""
    return Action("hatch", number)


def walk(which: int) -> Action:
    """Walk with an own marmot, the first is 0."""
    return Action("walk", which)


# --- frames of the agenda ----------------------------------------------------

Cause = Literal["horn", "hollow", "end", "stuck"]
"""Why the slider is pushed: a horn on a walk, no marble to drop, none left at the end of a turn
(option), a marble stuck in the hut (junior)."""


@dataclass(frozen=True, slots=True)
class StartFrame:
    """Chance names the first player."""


@dataclass(frozen=True, slots=True)
class TurnFrame:
    """Bottom of the agenda: the next turn is the seat's, the ``turn``-th of the game."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class EndFrame:
    """The seat's turn ends."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DropFrame:
    """Three marbles are to be dropped: ``number`` are, and ``steps`` rolled out.

    ``alarmed``: for the next one there already was an alarm.
    """

    seat: Seat
    number: int
    steps: int
    alarmed: bool


@dataclass(frozen=True, slots=True)
class WalkFrame:
    """A marmot is to be walked: ``steps`` and as many as it has marbles in front."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class AlarmFrame:
    """The slider is to be pushed."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class FrightFrame:
    """Too many marbles in front of a marmot? Looked at until there are not."""


@dataclass(frozen=True, slots=True)
class JuniorFrame:
    """As ``DropFrame``; ``moved``: a marmot of the seat has walked in this turn."""

    seat: Seat
    number: int
    moved: bool
    alarmed: bool


@dataclass(frozen=True, slots=True)
class RunFrame:
    """Marbles run and stop at touches: ``pairs`` have touched since the drop.

    ``pushed``: the slider was pushed since, so nothing may stay in the hut.
    """

    pairs: tuple[Touch, ...]
    pushed: bool


@dataclass(frozen=True, slots=True)
class StepFrame:
    """No own marmot walked: one may take a step."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DropWait:
    """Physics: a marble was dropped."""

    seat: Seat
    hatch: int
    marble: int


@dataclass(frozen=True, slots=True)
class LiftWait:
    """Physics: a marmot was lifted."""

    marmot: int


@dataclass(frozen=True, slots=True)
class PlaceWait:
    """Physics: a marmot was put to a place, from the place ``since``.

    It is on its walk, or goes back after a fright: then it stands nowhere meanwhile.
    """

    marmot: int
    place: int
    since: int


@dataclass(frozen=True, slots=True)
class PushWait:
    """Physics: the slider was pushed."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class ResumeWait:
    """Physics: goes on after a touch that moved nobody."""


Wait = DropWait | LiftWait | PlaceWait | PushWait | ResumeWait
"""Frames that wait for physics."""
Frame = (
    StartFrame
    | TurnFrame
    | EndFrame
    | DropFrame
    | WalkFrame
    | AlarmFrame
    | FrightFrame
    | JuniorFrame
    | RunFrame
    | StepFrame
    | DropWait
    | LiftWait
    | PlaceWait
    | PushWait
    | ResumeWait
)

# --- state -------------------------------------------------------------------

HOLLOW, HUT, ROLLING = -1, -2, -3
"""Where a marble is that no marmot holds."""


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment.

    ``marmots`` holds the place of each marmot (see ``board``), two for each colour, those of seat 0
    first. ``marbles`` holds for each marble the marmot that holds it, or ``HOLLOW``, ``HUT``, or
    ``ROLLING``; ``world`` is what the simulation builds the hill from, never read by the rules.
    """

    board: Hill
    options: Options
    seats: int
    marmots: tuple[int, ...]
    marbles: tuple[int, ...]
    world: tuple[tuple[int, ...], ...]
    slider: Side
    agenda: tuple[Frame, ...]
    over: Over | None

    @property
    def each(self) -> int:
        """Marmots of each seat."""
        return len(self.marmots) // self.seats

    @property
    def needed(self) -> int:
        """Marmots in deck chairs that win (rulebook, "End", two-player and junior variant)."""
        if self.options.variant == "junior":
            return 1
        return 3 if len(self.marmots) // self.seats == 4 else 2

    def owned(self, seat: Seat) -> range:
        """The marmots of a seat."""
        each = len(self.marmots) // self.seats
        return range(seat * each, seat * each + each)

    def owner(self, marmot: int) -> Seat:
        """The seat of a marmot."""
        return marmot * self.seats // len(self.marmots)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins: a hill, and for hand-made starts more.

    ``marmots`` are places, () = all at the start; ``front`` marbles in front of each, () = none;
    ``hut`` how many marbles are stuck, behind the closed exit of hatch 1; all others are in the
    hollow. ``slider`` None = as on the hill; ``first`` None = chance names the first player.
    """

    board: Hill
    marmots: tuple[int, ...] = ()
    front: tuple[int, ...] = ()
    hut: int = 0
    slider: Side | None = None
    first: Seat | None = None
