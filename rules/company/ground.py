"""A layer as it lies: tables of everything that does not depend on the moles.

They are made once for each layer, rotation and number of players, and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.company.board import Board
from rules.company.net import (
    CELLS,
    STEPS,
    TURNS,
    VECTORS,
    WAYS,
    Cell,
    cell_of,
    distance,
    spot_of,
    spots,
    turned,
)
from rules.company.state import VALUES, Move, Put, State, bits
from rules.core.types import Seat

Go = tuple[int, Move]
"""The bits of a move's spaces, the last one included, all of which must be free; and the move."""

OFF, WAY_IN, SPECIAL = "off", "way-in", "special"
Why = str
"""Why a move is never legal: it leaves the layer; no way leads into the hole from there; it
would be the second one to end on a special space."""


@dataclass(frozen=True, slots=True)
class Ground:
    """An uncovered layer in the frame of the table."""

    cells: tuple[Cell, ...]
    """All crossings, in rising order."""
    spaces: tuple[Put, ...]
    """Where moles may be placed, free or not: everywhere but in holes."""
    hole_cells: tuple[Cell, ...]
    special_cells: tuple[Cell, ...]
    holes: int
    """The holes as bits."""
    specials: int
    """The special spaces as bits."""
    lowest: bool
    """Whether it is the lowest layer: a mole in its hole has won."""
    solid: tuple[Cell, ...]
    """Crossings beside the hole from which a solid way leads in."""
    dashed: tuple[Cell, ...]
    """Crossings beside the hole from which a dashed way leads in."""
    moves: tuple[tuple[tuple[tuple[Go, ...], ...], ...], ...]
    """``moves[bonus][value][cell]``: what a lone mole on a cell could do."""
    steps: tuple[tuple[tuple[int | Why, ...], ...], ...]
    """``steps[bonus][value][6 * cell + way]``: the bits of that move, or why it is never legal."""
    digs: tuple[tuple[tuple[int, int], ...], ...]
    """``digs[cell]``: (value, bits) of the moves that end in a hole."""


@lru_cache(maxsize=256)
def ground(board: Board, depth: int, rotation: int, limited: bool) -> Ground:
    """The tables of a layer; ``limited``: only solid ways lead into the lowest hole."""
    layer = board.layers[depth]
    lowest = depth + 1 == len(board.layers)
    cells = tuple(sorted(map(cell_of, spots(layer.radius))))
    holes = tuple(sorted(cell_of(turned(spot, rotation)) for spot in layer.holes))
    specials = tuple(sorted(cell_of(turned(spot, rotation)) for spot in layer.specials))
    solid = tuple(VECTORS.index(turned(spot, rotation)) for spot in layer.solid)
    dashed = tuple(VECTORS.index(turned(spot, rotation)) for spot in layer.dashed)
    open_sides = solid if limited else (*solid, *dashed)
    sides = open_sides if layer.solid else tuple(range(TURNS))

    def step(bonus: bool, value: int, cell: Cell, way: int) -> int | Why:
        (q, r), (dq, dr) = spot_of(cell), VECTORS[way]
        end = (q + value * dq, r + value * dr)
        if distance((q, r)) > layer.radius or distance(end) > layer.radius:
            return OFF
        target = cell_of(end)
        # A mole that moves along a way comes in from the side behind it.
        if target in holes and (way + TURNS // 2) % TURNS not in sides:
            return WAY_IN
        if bonus and target in specials:
            return SPECIAL
        return bits(tuple(cell + k * STEPS[way] for k in range(1, value + 1)))

    steps = tuple(
        tuple(
            tuple(
                OFF if value not in VALUES else step(bonus, value, cell, way)
                for cell in range(CELLS)
                for way in range(len(WAYS))
            )
            for value in range(VALUES[-1] + 1)
        )
        for bonus in (False, True)
    )
    moves = tuple(
        tuple(
            tuple(
                tuple(
                    (mask, Move(cell, way))
                    for way in range(len(WAYS))
                    if isinstance(mask := row[6 * cell + way], int)
                )
                for cell in range(CELLS)
            )
            for row in rows
        )
        for rows in steps
    )
    digs = tuple(
        tuple(
            (value, mask)
            for value in VALUES
            for mask, move in moves[False][value][cell]
            if cell + value * STEPS[move.way] in holes
        )
        for cell in range(CELLS)
    )
    return Ground(
        cells=cells,
        spaces=tuple(Put(cell) for cell in cells if cell not in holes),
        hole_cells=holes,
        special_cells=specials,
        holes=bits(holes),
        specials=bits(specials),
        lowest=lowest,
        solid=_beside(holes, solid, cells),
        dashed=_beside(holes, dashed, cells),
        moves=moves,
        steps=steps,
        digs=digs,
    )


def _beside(
    holes: tuple[Cell, ...], sides: tuple[int, ...], cells: tuple[Cell, ...]
) -> tuple[Cell, ...]:
    """The crossings on these sides of the holes."""
    known = {spot_of(cell) for cell in cells}
    found: list[Cell] = []
    for hole in holes:
        q, r = spot_of(hole)
        spots_there = [(q + VECTORS[side][0], r + VECTORS[side][1]) for side in sides]
        found += [cell_of(spot) for spot in spots_there if spot in known]
    return tuple(sorted(found))


# --- of a state --------------------------------------------------------------

_GROUNDS: dict[tuple[int, int, int | None, int], tuple[Board, Ground]] = {}
"""Layers as they lie by the identity of their board, which they keep alive: found faster than by
its value. Cleared when many boards have been in use."""
_MOST_GROUNDS = 256


def ground_of(s: State) -> Ground:
    """The layer that lies open; ValueError while chance has not said how."""
    key = (id(s.board), s.layer, s.rotation, len(s.moles))
    found = _GROUNDS.get(key)
    if found is not None:
        return found[1]
    if s.rotation is None:
        raise ValueError("nobody knows yet how the layer lies")
    if len(_GROUNDS) >= _MOST_GROUNDS:
        _GROUNDS.clear()
    g = ground(s.board, s.layer, s.rotation, len(s.moles) == 2)
    _GROUNDS[key] = s.board, g
    return g


def can_move(s: State, seat: Seat, value: int, bonus: bool) -> bool:
    """Whether any mole of a seat can be moved by a value."""
    table = ground_of(s).moves[bonus][value]
    taken = s.occupied
    for cell in s.moles[seat]:
        for mask, _ in table[cell]:
            if not taken & mask:
                return True
    return False


def all_in_holes(s: State, seat: Seat) -> bool:
    """Whether all moles of a seat sit in holes, so that it may pass."""
    return not bits(s.moles[seat]) & ~ground_of(s).holes
