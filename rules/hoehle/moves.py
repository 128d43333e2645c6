"""Where tiles can go: rows that are pushed, digs, and the positions that come out of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from rules.core.types import Seat
from rules.hoehle.board import Tables
from rules.hoehle.state import LAST_MOLE, Dig, DigFrame, EntranceFrame, Move, MoveFrame, State

LEAVES, ENTERS, IS_BUSY = -1, -2, -3
"""Why a tile cannot go: a tile would leave the board, the mover would enter a cave that it may not
enter, a busy tile would move."""
TRIES = 400
"""Random draws before the legal actions are listed after all."""
NONE: frozenset[int] = frozenset()


def gap(cells: Sequence[int], ray: Sequence[int], cave: Sequence[bool], enters: bool) -> int:
    """How many tiles a move along ``ray`` pushes, or LEAVES, ENTERS, IS_BUSY.

    ``enters``: the mover may push a tile out of a cave and stand there instead of it.
    """
    if not ray:
        return LEAVES
    to = ray[0]
    if cave[to] and not 0 < cells[to] * enters <= LAST_MOLE:
        return IS_BUSY if cells[to] > LAST_MOLE else ENTERS
    for count, cell in enumerate(ray):
        tile = cells[cell]
        if not tile:
            return count
        if tile > LAST_MOLE:
            return IS_BUSY
    return LEAVES


def position(cells: bytes | bytearray) -> int:
    """The position of these cells as a number (see ``Tables``)."""
    return int.from_bytes(cells, "little")


def forbidden(s: State, seat: Seat) -> frozenset[int]:
    """The positions in which the turn of this seat may not end."""
    if s.options.repetition != "forbidden":
        return NONE
    return s.seen[(seat + 1) % s.seats]


def movers(s: State, seat: Seat) -> list[int]:
    """Cells of the tiles that the seat may move as far as their owner goes, in rising order."""
    cells = s.cells
    if s.options.movers == "any":
        return [cell for cell, tile in enumerate(cells) if 0 < tile <= LAST_MOLE]
    return cells_of(cells, seat + 1)


def cells_of(cells: bytes, tile: int) -> list[int]:
    """The cells of all tiles of one kind, in rising order."""
    found: list[int] = []
    cell = cells.find(tile)
    while cell >= 0:
        found.append(cell)
        cell = cells.find(tile, cell + 1)
    return found


def after_move(s: State, t: Tables, now: int, cell: int, direction: int, pushed: int) -> int:
    """The position after a move out of the position ``now``, before any dig or busy tile."""
    cells, hop = s.cells, t.hop
    now += hop[cells[cell]][cell][direction]
    if pushed:
        for one in t.rays[cell][direction][:pushed]:
            now += hop[cells[one]][one][direction]
    return now


def free_entrances(
    s: State, t: Tables, cell: int, ray: Sequence[int], pushed: int
) -> Iterator[int]:
    """The entrances that are free once the tile of ``cell`` has pushed that many along ``ray``."""
    cells, filled = s.cells, ray[pushed]
    for one in t.tunnels:
        if (not cells[one] and one != filled) or one == cell:
            yield one


def ends_well(
    s: State, t: Tables, now: int, never: frozenset[int], cell: int, direction: int, pushed: int
) -> bool:
    """Whether a move can end its turn in a position that is allowed, by one of its digs if any."""
    after = after_move(s, t, now, cell, direction, pushed)
    ray = t.rays[cell][direction]
    to = ray[0]
    if not t.tunnel[to]:
        return after not in never
    tile, weight = s.cells[cell], t.weight
    bare, digs = after - tile * weight[to], False
    for one in free_entrances(s, t, cell, ray, pushed):
        digs = True
        if bare + tile * weight[one] not in never:
            return True
    return not digs and after not in never


def legal_moves(s: State, frame: MoveFrame) -> tuple[Move, ...]:
    """All legal moves, sorted."""
    t, cells = s.board.tables, s.cells
    cave, tunnel, rays, hop, made = t.cave, t.tunnel, t.rays, t.hop, t.moves
    enters = s.options.mover_enters_occupied_cave
    never, now = forbidden(s, frame.seat), position(cells)
    found: list[Move] = []
    ends: list[int] = []
    for cell in movers(s, frame.seat):
        if cave[cell] or cell in frame.resting:
            continue
        moves, hops = made[cell], hop[cells[cell]][cell]
        for direction, ray in enumerate(rays[cell]):
            if not ray:
                continue
            to = ray[0]
            if cells[to]:
                pushed = gap(cells, ray, cave, enters)
                if pushed < 0:
                    continue
                if tunnel[to]:
                    if ends_well(s, t, now, never, cell, direction, pushed):
                        found.append(moves[direction])
                        ends.append(-1)
                    continue
                found.append(moves[direction])
                ends.append(after_move(s, t, now, cell, direction, pushed))
            elif tunnel[to]:
                if ends_well(s, t, now, never, cell, direction, 0):
                    found.append(moves[direction])
                    ends.append(-1)
            elif not cave[to]:
                found.append(moves[direction])
                ends.append(now + hops[direction])
    if never.isdisjoint(ends):
        return tuple(found)
    return tuple(move for move, end in zip(found, ends, strict=True) if end not in never)


def can_move(s: State, frame: MoveFrame, never: frozenset[int] | None = None) -> bool:
    """Whether there is any legal move; ``never`` None = with the rule of repetition."""
    t, cells = s.board.tables, s.cells
    enters = s.options.mover_enters_occupied_cave
    never = forbidden(s, frame.seat) if never is None else never
    now = position(cells)
    for cell in movers(s, frame.seat):
        if t.cave[cell] or cell in frame.resting:
            continue
        for direction, ray in enumerate(t.rays[cell]):
            pushed = gap(cells, ray, t.cave, enters)
            if pushed >= 0 and ends_well(s, t, now, never, cell, direction, pushed):
                return True
    return False


def random_move(s: State, frame: MoveFrame, rng: random.Random) -> Move:
    """A random legal move, all alike: tiles and directions are drawn until they can go."""
    t, cells, resting = s.board.tables, s.cells, frame.resting
    cave, rays = t.cave, t.rays
    enters = s.options.mover_enters_occupied_cave
    spots = movers(s, frame.seat)
    never, now = forbidden(s, frame.seat), position(cells)
    size = 8 * len(spots)
    for _ in range(TRIES):
        drawn = int(rng.random() * size)
        cell, direction = spots[drawn >> 3], drawn & 7
        if cave[cell] or cell in resting:
            continue
        pushed = gap(cells, rays[cell][direction], cave, enters)
        if pushed >= 0 and ends_well(s, t, now, never, cell, direction, pushed):
            return t.moves[cell][direction]
    return rng.choice(legal_moves(s, frame))


# --- digs --------------------------------------------------------------------


def legal_digs(s: State, frame: EntranceFrame | DigFrame) -> tuple[Dig, ...]:
    """All legal digs, sorted."""
    t, cells = s.board.tables, s.cells
    if isinstance(frame, EntranceFrame):
        return tuple(dig for cell in frame.cells for dig in t.digs[cell] if not cells[dig.to])
    return tuple(
        dig for dig in t.digs[frame.cell] if not cells[dig.to] and not repeats(s, frame, dig)
    )


def repeats(s: State, frame: DigFrame, dig: Dig) -> bool:
    """Whether a dig would end its turn in a position that is forbidden."""
    weight = s.board.tables.weight
    by = s.cells[dig.cell] * (weight[dig.to] - weight[dig.cell])
    return position(s.cells) + by in forbidden(s, frame.seat)


def random_dig(s: State, frame: EntranceFrame | DigFrame, rng: random.Random) -> Dig:
    """A random legal dig, all alike."""
    t, cells = s.board.tables, s.cells
    starts = frame.cells if isinstance(frame, EntranceFrame) else (frame.cell,)
    ends = len(t.tunnels)
    for _ in range(TRIES):
        start, end = divmod(int(rng.random() * len(starts) * ends), ends)
        dig = t.digs[starts[start]][end]
        if not cells[dig.to] and (isinstance(frame, EntranceFrame) or not repeats(s, frame, dig)):
            return dig
    return rng.choice(legal_digs(s, frame))
