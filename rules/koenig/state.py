"""The state of a race, and the actions: frozen data, integers as in ``sim.settled``."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.arcs import Arcs
from rules.core.types import Over, Seat
from rules.koenig.board import Board, Pieces
from rules.koenig.options import Options
from sim.settled import MM, DieThrow, Point, Pose

# --- actions -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Start:
    """Put the tower into the start box: middle of the snout line, heading."""

    pose: Pose


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """Put the own blocker on the table: its centre, the direction of its length."""

    pose: Pose


@dataclass(frozen=True, slots=True, order=True)
class Pass:
    """Leave the blocker (or the heading) as it is."""


@dataclass(frozen=True, slots=True, order=True)
class Pull:
    """Pull the hat: upward speed and slip to the left of the heading, both in 0.01 mm/s."""

    speed: int
    side: int


@dataclass(frozen=True, slots=True, order=True)
class Tower:
    """Put the tower to its die: the contact angle, from the die's centre to the snout."""

    angle: int


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """Turn the tower on the spot, round the middle of its footprint, to a new heading."""

    heading: int


PULL_SPEED = (100 * MM, 2000 * MM)
"""Slowest and fastest pull."""
PULL_SIDE = (-300 * MM, 300 * MM)
"""Farthest slip to the right and to the left."""
STANDARD_PULL = Pull(600 * MM, 0)
"""A calm, straight pull."""

Action = Start | Block | Pass | Pull | Tower | Turn

# --- frames of the agenda ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class RaceFrame:
    """Bottom of the agenda: the next turn belongs to ``order[index]`` in round ``round``."""

    index: int
    round: int


@dataclass(frozen=True, slots=True)
class StartFrame:
    """The tower must be put into the start box."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReorientFrame:
    """The tower may be turned on the spot (option ``reorient_after_blocked_turns``)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BlockFrame:
    """The blocker may be placed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PullFrame:
    """The hat must be pulled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RollFrame:
    """The die rolls; physics answers."""

    seat: Seat
    request: DieThrow


@dataclass(frozen=True, slots=True)
class PlaceFrame:
    """The tower must be put to its die.

    ``die`` is the middle of the die at rest, ``radius`` that of its outline, ``arcs`` the legal
    contact angles, ``counters`` what the rays will count once the tower has followed, and
    ``crossed`` the crossings on the way there: (ray, direction).
    """

    seat: Seat
    die: Point
    radius: int
    arcs: Arcs
    counters: tuple[int, ...]
    crossed: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EndFrame:
    """The turn ends; ``since`` is where the tower stood when it began."""

    seat: Seat
    since: Pose


Frame = (
    RaceFrame
    | StartFrame
    | ReorientFrame
    | BlockFrame
    | PullFrame
    | RollFrame
    | PlaceFrame
    | EndFrame
)

# --- state -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Racer:
    """One seat's tower in the race.

    ``pieces`` is the index of its colour on the board; ``pose`` None until it starts; ``rest`` the
    last rest place of its die that counts; ``counters`` one number per ray, the gate last;
    ``blocked`` the own turns in a row that brought the tower less than 1 cm farther.
    """

    pieces: int
    pose: Pose | None
    rest: Point | None
    counters: tuple[int, ...]
    blocked: int


@dataclass(frozen=True, slots=True)
class State:
    """A race at a moment."""

    board: Board
    options: Options
    order: tuple[Seat, ...]
    racers: tuple[Racer, ...]
    blocker: Pose | None
    """The blocker of the seat whose turn it is, while it stands on the table."""
    agenda: tuple[Frame, ...]
    over: Over | None

    def pieces(self, seat: Seat) -> Pieces:
        """What the seat plays with."""
        return self.board.sets[self.racers[seat].pieces]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a race begins: a board, the colour of each seat, and for hand-made starts more.

    ``colours`` names a piece set per seat, () = the board's first ones in their order. ``racers``
    may hold a prepared Racer per seat (its ``pieces`` is ignored); None starts at the start box.
    """

    board: Board
    colours: tuple[str, ...] = ()
    racers: tuple[Racer | None, ...] = ()
