"""The state of a game, and the actions: frozen data of integers and tuples.

Moles of a colour are alike, so a place holds the seat that owns the mole there, -1 = nobody.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

from rules.buddel.board import DEFAULT, Board
from rules.buddel.options import Options
from rules.core.types import Over, Seat

NOBODY = -1
NOWHERE = -1
"""Where Gorgan stands at the start: beside the chamber, on no goblin space."""
MOLES = 3
"""Moles of a player."""
TREASURES = 20
SEATED: dict[int, int] = {2: 3, 3: 2, 4: 2}
"""Moles of each player that are seated at the start, by the number of players."""

Riders = tuple[int, int, int, int]
"""Who sits on the sides N, E, S, W of a cart."""
EMPTY: Riders = (NOBODY, NOBODY, NOBODY, NOBODY)

# --- actions -----------------------------------------------------------------


class Ordered:
    """Actions of different kinds have an order too: that of ``RANKS``, then of their fields."""

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        """Whether this action comes before the other."""
        if type(self) not in RANKS or type(other) not in RANKS:
            return NotImplemented
        mine, theirs = RANKS[type(self)], RANKS[type(other)]
        return (mine, astuple(self)) < (theirs, astuple(other))  # pyright: ignore[reportArgumentType]


@dataclass(frozen=True, slots=True)
class Sit(Ordered):
    """Seat a mole of one's own from the surface."""

    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class Move(Ordered):
    """Pull a cart along a path: a direction per step."""

    cart: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn(Ordered):
    """The quarter turn that ends a move: clockwise (N to E) or the other way."""

    right: bool


@dataclass(frozen=True, slots=True)
class Free(Ordered):
    """Gorgan goes to a goblin space, and its captive to a free seat."""

    space: int
    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class Ransom(Ordered):
    """Gorgan goes to a captive of one's own, which goes home with a treasure."""

    space: int


@dataclass(frozen=True, slots=True)
class Send(Ordered):
    """A mole of one's own takes a captive's place (option ``send_own_mole``).

    It comes from a seat, or from the surface (``from_cart`` and ``from_side`` -1); the captive goes
    to a free seat, which may be the one that was just left.
    """

    from_cart: int
    from_side: int
    space: int
    cart: int
    side: int


@dataclass(frozen=True, slots=True)
class Post(Ordered):
    """Gorgan goes to a goblin space without a mole."""

    space: int


@dataclass(frozen=True, slots=True)
class Pass(Ordered):
    """Gorgan stays: only where he can go nowhere, and one may but need not send a mole."""


@dataclass(frozen=True, slots=True)
class Home(Ordered):
    """Put the cart that arrived on a free start space (its cell)."""

    start: int


RANKS: dict[type, int] = {
    kind: k for k, kind in enumerate((Sit, Move, Turn, Free, Ransom, Send, Post, Pass, Home))
}

Action = Sit | Move | Turn | Free | Ransom | Send | Post | Pass | Home

# --- frames of the agenda ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstFrame:
    """Chance decides who begins; ``seating`` = moles are seated before the first turn.

    ``turn`` is the number of that turn, 1 but for hand-made starts.
    """

    seating: bool
    turn: int


@dataclass(frozen=True, slots=True)
class TurnFrame:
    """Bottom of the agenda: the next turn, which begins with a roll."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class SeatingFrame:
    """Moles are seated before the first turn; ``left`` = how many each player still has to."""

    seat: Seat
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveFrame:
    """A cart must be pulled, up to that many steps."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class TurnCartFrame:
    """A cart that was pulled must be turned."""

    seat: Seat
    cart: int


@dataclass(frozen=True, slots=True)
class GorganFrame:
    """Gorgan's face was rolled."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HomeFrame:
    """An emptied cart must be put on a start space; then ``first`` is the first to board it."""

    seat: Seat
    cart: int
    first: Seat


@dataclass(frozen=True, slots=True)
class BoardingFrame:
    """Moles from the surface board the cart that came home, one each in turn."""

    seat: Seat
    cart: int


Frame = (
    FirstFrame
    | TurnFrame
    | SeatingFrame
    | MoveFrame
    | TurnCartFrame
    | GorganFrame
    | HomeFrame
    | BoardingFrame
)

# --- state -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A game at a moment."""

    board: Board
    options: Options
    carts: tuple[int, int]
    """The cell of each cart."""
    riders: tuple[Riders, Riders]
    captives: tuple[int, ...]
    """Who is held on each goblin space."""
    gorgan: int
    """His goblin space, or NOWHERE."""
    surface: tuple[int, ...]
    """Moles of each player that wait above ground."""
    stones: tuple[int, ...]
    """Treasures of each player."""
    left: int
    """Treasures in the chamber."""
    agenda: tuple[Frame, ...]
    over: Over | None


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game begins: a board, who is first (None = chance), and for hand-made starts more.

    With ``carts`` (names of two cells) the game begins at a turn, without seating: ``riders`` as in
    ``State``; ``captives`` as (name of a goblin space, owner); ``gorgan`` = his space's name; moles
    that are named nowhere wait on the surface; ``stones`` are handed out; ``turn`` is its number.
    """

    board: Board = DEFAULT
    first: Seat | None = None
    carts: tuple[str, str] | None = None
    riders: tuple[Riders, Riders] = (EMPTY, EMPTY)
    captives: tuple[tuple[str, Seat], ...] = ()
    gorgan: str = ""
    stones: tuple[int, ...] = ()
    turn: int = 1
