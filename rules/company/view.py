"""What a seat sees of a game: everything but what nobody knows.

The values of face-down discs and the way covered layers lie are unknown to all, so they are chance
and no secret: a state does not hold them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.company.board import Board
from rules.company.ground import ground_of
from rules.company.net import Cell
from rules.company.options import Options
from rules.company.state import (
    SET,
    BonusFrame,
    DiscFrame,
    Discs,
    KeepFrame,
    MoveFrame,
    State,
)
from rules.core.types import Decide, Pending, Seat


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen by ``seat`` (None: a spectator).

    ``holes`` and ``specials`` lie in the frame of the table, () while chance has not said how the
    layer lies. ``value`` is the disc to move by, ``pair`` the two discs of which one is kept,
    ``bonus`` whether it is about the further move of a special space; 0, () and False otherwise.
    """

    seat: Seat | None
    board: Board
    options: Options
    pending: Pending
    layer: int
    rotation: int | None
    starter: Seat | None
    holes: tuple[Cell, ...]
    specials: tuple[Cell, ...]
    moles: tuple[tuple[Cell, ...], ...]
    in_holes: tuple[int, ...]
    discs: tuple[Discs, ...]
    """Discs face down, by value: what a seat may still turn over is public."""
    turns: int
    idle: int
    passes: int
    value: int
    pair: tuple[int, ...]
    bonus: bool

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is."""
        return self.pending.seat if isinstance(self.pending, Decide) else None

    @property
    def left(self) -> tuple[Seat, ...]:
        """Seats that still have moles."""
        return tuple(seat for seat, own in enumerate(self.moles) if own)

    def face_up(self, seat: Seat) -> Discs:
        """The discs of a seat that lie open, those just turned over included."""
        one, two, three, four = self.discs[seat]
        return SET[0] - one, SET[1] - two, SET[2] - three, SET[3] - four

    def chances(self, seat: Seat) -> dict[int, float]:
        """How likely each value is when the seat turns over a disc."""
        down = self.discs[seat]
        return {value: n / sum(down) for value, n in enumerate(down, start=1) if n}


def observe(s: State, seat: Seat | None, pending: Pending) -> View:
    """The view of a state."""
    g = None if s.rotation is None else ground_of(s)
    top = s.agenda[-1] if s.agenda else None
    turned = isinstance(top, DiscFrame | KeepFrame | MoveFrame)
    return View(
        seat=seat,
        board=s.board,
        options=s.options,
        pending=pending,
        layer=s.layer,
        rotation=s.rotation,
        starter=s.starter,
        holes=() if g is None else g.hole_cells,
        specials=() if g is None else g.special_cells,
        moles=s.moles,
        in_holes=tuple(
            0 if g is None else sum(g.holes >> cell & 1 for cell in own) for own in s.moles
        ),
        discs=s.discs,
        turns=s.turns,
        idle=s.idle,
        passes=s.passes,
        value=top.value if isinstance(top, MoveFrame) else 0,
        pair=(top.first, top.second) if isinstance(top, KeepFrame) else (),
        bonus=top.bonus if turned else isinstance(top, BonusFrame),
    )


def standing(s: State, seat: Seat) -> float:
    """How well a seat stands, about 0 to 1, for greedy players; not a rule.

    Layers behind it, then its moles in holes, then the chance of each other mole to reach a free
    hole with the next disc; 2 for a winner.
    """
    if s.over is not None:
        return 2.0 * s.over.scores[seat]
    own = s.moles[seat]
    depth = len(s.board.layers)
    if s.rotation is None or not own:
        return s.layer / depth if own else 0.0
    g = ground_of(s)
    down = s.discs[seat]
    total = sum(down) or 6
    inside = sum(g.holes >> cell & 1 for cell in own)
    near = 0.0
    for cell in own:
        if not g.holes >> cell & 1:
            values = {value for value, mask in g.digs[cell] if not s.occupied & mask}
            near += sum(down[value - 1] for value in values) / total
    part = min(1.0, (inside + 0.3 * near + 0.05 * len(own)) / len(g.hole_cells))
    return (s.layer + part) / depth
