"""The state of a race, and the actions: frozen data, integers as in ``sim.settled``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.core.arcs import Arcs
from rules.core.types import Over, Seat
from rules.koenig.board import Board, Pieces, assembled
from rules.koenig.cards import Moment, Played
from rules.koenig.options import Options
from sim.settled import MM, DieOutcome, DieThrow, Point, Pose

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
    """Leave the blocker (or the heading) as it is, or play no card."""


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


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """Take a part in the draft (or out of the game): its group, and its name in the group."""

    group: str
    part: str


@dataclass(frozen=True, slots=True)
class Play:
    """Play an action card; ``target`` is the number of the card that it cancels, 0 = none."""

    card: str
    target: int = 0

    def __lt__(self, other: object) -> bool:
        """Cards by name and target, after a pass."""
        if isinstance(other, Play):
            return (self.card, self.target) < (other.card, other.target)
        return False if isinstance(other, Pass) else NotImplemented

    def __gt__(self, other: object) -> bool:
        """The other way round: asked by ``Pass() < Play(...)`` too."""
        if isinstance(other, Play):
            return (self.card, self.target) > (other.card, other.target)
        return True if isinstance(other, Pass) else NotImplemented


PULL_SPEED = (100 * MM, 2000 * MM)
"""Slowest and fastest pull."""
PULL_SIDE = (-300 * MM, 300 * MM)
"""Farthest slip to the right and to the left."""
STANDARD_PULL = Pull(600 * MM, 0)
"""A calm, straight pull."""

Action = Start | Block | Pass | Pull | Tower | Turn | Take | Play

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


# --- frames of the pro game ---


@dataclass(frozen=True, slots=True)
class StarterFrame:
    """Chance names the seat that begins the draft."""


@dataclass(frozen=True, slots=True)
class DraftFrame:
    """The seats take parts one after the other; ``picks`` of them are done.

    ``removing``: they first take one part of each group out of the game.
    """

    starter: Seat
    picks: int
    removing: bool


@dataclass(frozen=True, slots=True)
class DealFrame:
    """Action cards are dealt, clockwise from ``starter``, as many as selection cards say."""

    starter: Seat


@dataclass(frozen=True, slots=True)
class Result:
    """What a throw has come to, before anybody may answer it with cards.

    ``place`` is where the die is, ``face`` its number; on the table: ``radius`` of its outline,
    what the rays will count and the crossings (as in PlaceFrame), and whether that wins the race.
    """

    outcome: DieOutcome
    face: int
    place: Point
    radius: int
    counters: tuple[int, ...]
    crossed: tuple[tuple[int, int], ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class AttemptFrame:
    """An attempt of the seat's turn, the ``number``-th, and the cards that were played in it.

    ``stage`` tells what is done: nothing, the window before the throw has been opened, the throw
    has begun, or it has its ``result`` and the window after it has been opened.
    """

    seat: Seat
    number: int
    stage: Literal["open", "before", "throw", "after"]
    played: tuple[Played, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """Everybody may play a card on the attempt below; ``asked`` answers now.

    ``passes`` seats have passed in a row; the window shuts when all have.
    """

    moment: Moment
    asked: Seat
    passes: int


Frame = (
    RaceFrame
    | StartFrame
    | ReorientFrame
    | BlockFrame
    | PullFrame
    | RollFrame
    | PlaceFrame
    | EndFrame
    | StarterFrame
    | DraftFrame
    | DealFrame
    | AttemptFrame
    | WindowFrame
)

# --- state -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Racer:
    """One seat's tower in the race.

    ``pieces`` is the index of its colour on the board (pro: of its tower); ``pose`` None until it
    starts; ``rest`` the last rest place of its die that counts; ``counters`` one number per ray,
    the gate last; ``blocked`` the own turns in a row that brought the tower less than 1 cm farther.
    """

    pieces: int
    pose: Pose | None
    rest: Point | None
    counters: tuple[int, ...]
    blocked: int


Kit = tuple[int, ...]
"""The piece set whose part a seat has, one for each of ``GROUPS``; NOT_YET = it has none."""
NOT_YET = -1


@dataclass(frozen=True, slots=True)
class Pro:
    """What the pro game adds: who has which parts and cards.

    ``removed`` names the part that was taken out of each group before the draft (NOT_YET = none).
    ``hands`` and ``undealt`` count the cards of each kind of the deck.
    """

    deck: str
    kits: tuple[Kit, ...]
    removed: Kit
    hands: tuple[tuple[int, ...], ...]
    undealt: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A race at a moment; ``order`` is () until the pro game's faces are drafted."""

    board: Board
    options: Options
    order: tuple[Seat, ...]
    racers: tuple[Racer, ...]
    blocker: Pose | None
    """The blocker of the seat whose turn it is, while it stands on the table."""
    agenda: tuple[Frame, ...]
    over: Over | None
    pro: Pro | None = None

    def pieces(self, seat: Seat) -> Pieces:
        """What the seat plays with; ValueError before it has drafted all of it."""
        if self.pro is not None:
            return assembled(self.board, self.pro.kits[seat])
        return self.board.sets[self.racers[seat].pieces]

    def sets(self, seat: Seat) -> tuple[str, str, str]:
        """The names of the piece sets of the seat's tower, die and blocker."""
        sets = self.board.sets
        if self.pro is None:
            name = sets[self.racers[seat].pieces].name
            return name, name, name
        tower, die, _, _, blocker, _ = self.pro.kits[seat]
        return sets[tower].name, sets[die].name, sets[blocker].name

    def colour(self, seat: Seat) -> str | None:
        """The piece set of the seat's tower, None before it has drafted one."""
        if self.pro is None:
            return self.board.sets[self.racers[seat].pieces].name
        tower = self.pro.kits[seat][0]
        return None if tower == NOT_YET else self.board.sets[tower].name

    def who(self, seat: Seat) -> str:
        """What to call a seat: the colour of its tower, or its number before it has one."""
        return self.colour(seat) or f"player {seat + 1}"


@dataclass(frozen=True, slots=True)
class Setup:
    """How a race begins: a board, the colour of each seat, and for hand-made starts more.

    ``colours`` names a piece set per seat, () = the board's first ones in their order. ``racers``
    may hold a prepared Racer per seat (its ``pieces`` is ignored); None starts at the start box.

    The pro game drafts, so it takes no notice of ``colours``. A prepared one begins with the race:
    ``kits`` holds per seat the piece sets of its parts, by their names in the order of ``GROUPS``,
    and ``hands`` the names of its action cards; the cards left over are the undealt ones.
    """

    board: Board
    colours: tuple[str, ...] = ()
    racers: tuple[Racer | None, ...] = ()
    kits: tuple[tuple[str, ...], ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
