"""What a seat sees of a game: everything, for nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.types import Ask, Decide, Pending, Seat
from rules.kullern.board import Hill
from rules.kullern.options import Options
from rules.kullern.state import (
    HOLLOW,
    HUT,
    ROLLING,
    DropFrame,
    JuniorFrame,
    State,
    TurnFrame,
    WalkFrame,
)
from sim.settled import Request, Side


@dataclass(frozen=True, slots=True)
class MarmotView:
    """A marmot: whose it is, where it stands (see ``board``), and what lies in front of it."""

    owner: Seat
    place: int
    front: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen by ``seat`` (None: a spectator).

    ``number`` marbles are dropped in this turn and ``steps`` have rolled out; ``request`` is what
    the physics is asked, ``world`` where each marble is, for pictures and simulations.
    """

    seat: Seat | None
    board: Hill
    options: Options
    seats: int
    turn: int
    pending: Pending
    marmots: tuple[MarmotView, ...]
    needed: int
    hut: int
    hollow: int
    rolling: int
    slider: Side
    number: int
    steps: int
    world: tuple[tuple[int, ...], ...]
    request: Request | None

    @property
    def to_move(self) -> Seat | None:
        """Whose decision it is."""
        return self.pending.seat if isinstance(self.pending, Decide) else None


def observe(s: State, seat: Seat | None, pending: Pending) -> View:
    """The view of a state."""
    turn = number = steps = 0
    for frame in s.agenda:
        match frame:
            case TurnFrame():
                turn = frame.turn - 1
            case DropFrame():
                number, steps = frame.number, frame.steps
            case JuniorFrame():
                number = frame.number
            case WalkFrame():
                number, steps = 3, frame.steps
            case _:
                pass
    return View(
        seat=seat,
        board=s.board,
        options=s.options,
        seats=s.seats,
        turn=turn,
        pending=pending,
        marmots=tuple(
            MarmotView(s.owner(k), place, s.marbles.count(k)) for k, place in enumerate(s.marmots)
        ),
        needed=s.needed,
        hut=s.marbles.count(HUT),
        hollow=s.marbles.count(HOLLOW),
        rolling=s.marbles.count(ROLLING),
        slider=s.slider,
        number=number,
        steps=steps,
        world=s.world,
        request=pending.request if isinstance(pending, Ask) else None,
    )
