"""Whole games of company played on by machine code: quick moves of everybody, to the very end.

A playout goes by the rules of ``rules.company`` and lets every seat take the move after which it
stands best by ``rules.company.view.standing``, as ``greedy`` does. Two things are simpler than
there: what a further move of a special space is worth is guessed by the chance to fill a hole with
it, and of two discs (option ``tournament``) the first is kept.

All compiled functions are in this file, for numba keeps machine code by the file of a function.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _config
from numpy.typing import NDArray

from rules.company.board import Board
from rules.company.ground import ground
from rules.company.net import NAMES, STEPS, TURNS, Cell, cell_of, turned
from rules.company.state import (
    SET,
    BonusFrame,
    DiscFrame,
    MoveFrame,
    NextFrame,
    PlaceFrame,
    RotateFrame,
    State,
    TurnFrame,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

TURN, DISC, MOVE, BONUS, PLACE, ROTATE = range(6)
"""What a playout begins with: a turn, a disc to turn over, a move by a value, the question whether
to take a further move, a mole to place, or a layer to lie down."""

SPACES = len(NAMES)
"""Crossings of the largest layer: few enough for the bits of one number."""
LIFT = 1000.0
"""What lifting a layer is worth beside moles in holes: more than anything."""
FURTHER = 0.7
"""What the chance to fill a hole with a further move counts for, in moles."""
NEAR = 0.3
"""What the chance to fill a hole with the next disc counts for (``standing``)."""

TINY = 1e-9
"""Scores that differ by less are equal."""

_INDEX: dict[Cell, int] = {cell: k for k, cell in enumerate(sorted(NAMES))}

_compiled: list[Any] = []


def _fast(function: F) -> F:
    """Compile a function at its first call."""
    njit = cast("Callable[..., Callable[[F], Any]]", numba.njit)
    made = njit(error_model="numpy")(function)
    _compiled.append(made)
    return cast(F, made)


@lru_cache(maxsize=1)
def keep_compiled() -> None:
    """From now on keep the machine code for the next process; importing must not write."""
    config = cast(Any, _config)
    if not config.DISABLE_JIT:
        for made in _compiled:
            made.enable_caching()


class Tables(NamedTuple):
    """A board in numbers; ground ``TURNS * layer + rotation``, crossings counted from 0 to 60."""

    paths: Ints
    """``[ground, bonus, value, space, way]``: the bits of a move that must be free, -1 = never."""
    targets: Ints
    """``[value, space, way]``: where a move ends."""
    holes: Ints
    """``[ground]``: the holes as bits."""
    hole_numbers: Ints
    """``[ground, space]``: which hole of the layer it is."""
    specials: Ints
    """``[ground]``: the special spaces as bits; 0 where they give no further move."""
    digs: Ints
    """``[ground, space, k]``: the bits of the moves that end in a hole."""
    dig_values: Ints
    """``[ground, space, k]``: 1 << (value - 1) of those."""
    dig_counts: Ints
    """``[ground, space]``: how many there are."""
    dig_reach: Ints
    """``[ground, space]``: the bits of all of them."""
    spaces: Ints
    """``[k]``: the spaces of the top layer."""
    limits: Ints
    """How many layers, and after how many turns a game ends."""


@lru_cache(maxsize=64)
def tables(board: Board, limited: bool, bonus_moves: bool, cap: int) -> Tables:
    """Return a board in numbers."""
    count = TURNS * len(board.layers)
    grounds = [
        ground(board, depth, rotation, limited)
        for depth in range(len(board.layers))
        for rotation in range(TURNS)
    ]
    paths = np.full((count, 2, 5, SPACES, TURNS), -1, np.int64)
    targets = np.full((5, SPACES, TURNS), -1, np.int64)
    most = max(max(map(len, g.digs)) for g in grounds)
    digs = np.zeros((count, SPACES, most), np.int64)
    values = np.zeros((count, SPACES, most), np.int64)
    counts = np.zeros((count, SPACES), np.int64)
    reach = np.zeros((count, SPACES), np.int64)
    hole_numbers = np.full((count, SPACES), -1, np.int64)
    for k, g in enumerate(grounds):
        for number, spot in enumerate(board.layers[k // TURNS].holes):
            hole_numbers[k, _INDEX[cell_of(turned(spot, k % TURNS))]] = number
        for cell in g.cells:
            space = _INDEX[cell]
            for bonus in (False, True):
                for value in range(1, 5):
                    for mask, move in g.moves[bonus][value][cell]:
                        paths[k, int(bonus), value, space, move.way] = _packed(mask)
                        end = cell + value * STEPS[move.way]
                        targets[value, space, move.way] = _INDEX[end]
            for n, (value, mask) in enumerate(g.digs[cell]):
                digs[k, space, n] = _packed(mask)
                values[k, space, n] = 1 << (value - 1)
                reach[k, space] |= _packed(mask)
            counts[k, space] = len(g.digs[cell])
    return Tables(
        paths,
        targets,
        np.array([_packed(g.holes) for g in grounds], np.int64),
        hole_numbers,
        np.array([_packed(g.specials) if bonus_moves else 0 for g in grounds], np.int64),
        digs,
        values,
        counts,
        reach,
        np.array([_INDEX[cell] for cell in grounds[0].cells], np.int64),
        np.array([len(board.layers), cap], np.int64),
    )


def _packed(mask: int) -> int:
    """Bits of crossings by their numbers from 0 to 60."""
    packed = 0
    while mask:
        low = mask & -mask
        packed |= 1 << _INDEX[low.bit_length() - 1]
        mask ^= low
    return packed


UNKNOWN: Floats = np.full((1, 1, 2), -1.0)
"""What moles are worth in a game of more than two: see ``_expect``."""
FEW_HOLES = 8
"""Above so many holes it counts only how many moles of each seat came through, not where."""
GAMES = 40_000
"""Playouts that tell what moles are worth on one layer, where they come to ``EACH`` or more."""
EACH = 500
"""Playouts that tell what moles in certain holes are worth."""


@lru_cache(maxsize=64)
def worth_of(board: Board, bonus_moves: bool, cap: int) -> Floats:
    """Return the first seat's chance to win when a layer is uncovered, in a game of two.

    ``[layer, holes above that are its own as bits, who moves next]``; all others of these holes are
    the rival's. -1 = not known. From the lowest layer up, each by playouts to the next one, from
    every way to share out the holes, or from some for every number of own ones.
    """
    t = tables(board, True, bonus_moves, cap)
    most = max(len(layer.holes) for layer in board.layers)
    worth = np.full((len(board.layers) + 1, 1 << most, 2), -1.0)
    rng = random.Random(1)
    for layer in range(len(board.layers) - 1, 0, -1):
        count = len(board.layers[layer - 1].holes)
        ways = (1 << count) - 1
        if count <= FEW_HOLES:
            for own in range(1, ways):
                won = np.zeros(2)
                play_on(t, _shared(board, layer, own), 1, 0, max(EACH, GAMES // ways), worth,
                        layer + 1, won)  # fmt: skip
                worth[layer, own, 0] = won[0] / won.sum()
                worth[layer, ways ^ own, 1] = won[1] / won.sum()
            continue
        by_number: list[Floats] = []
        for number in range(1, count):
            won = np.zeros(2)
            for k in range(GAMES // EACH):
                own = sum(1 << hole for hole in rng.sample(range(count), number))
                play_on(t, _shared(board, layer, own), 1, 10 * k, 10, worth, layer + 1, won)
            by_number.append(won / won.sum())
        for own in range(1, ways):
            worth[layer, own, 0] = by_number[own.bit_count() - 1][0]
            worth[layer, ways ^ own, 1] = by_number[own.bit_count() - 1][1]
    return worth


class Position(NamedTuple):
    """Where playouts begin."""

    moles: Ints
    """``[seat, k]``: the spaces of its moles."""
    counts: Ints
    """``[seat]``: how many moles it has."""
    discs: Ints
    """``[seat, value - 1]``: its discs face down."""
    rest: Ints
    """Layer, rotation (-1: not known yet), seat, phase, value, bonus, moles to be placed, turns,
    idle turns, passes."""


def position(s: State) -> Position:
    """Return a state in numbers; the game is not over."""
    seats = len(s.moles)
    frame = s.agenda[-1]
    value, bonus, left = 0, False, 0
    rotation = -1 if s.rotation is None else s.rotation
    most = max(1, *map(len, s.moles))
    match frame:
        case TurnFrame(seat=seat):
            phase = TURN
        case DiscFrame(seat=seat, bonus=bonus):
            phase = DISC
        case MoveFrame(seat=seat, bonus=bonus, value=value):
            phase = MOVE
        case BonusFrame(seat=seat):
            phase = BONUS
        case PlaceFrame(seat=seat, left=left):
            phase = PLACE
            most += left // seats + 1
        case RotateFrame():
            phase = ROTATE
            before = s.agenda[-2]
            assert isinstance(before, NextFrame), "a layer lies down between two turns"
            seat = before.seat
        case _:
            raise ValueError(f"no game is played on from a {type(frame).__name__}")
    moles = np.zeros((seats, most), np.int64)
    for one, own in enumerate(s.moles):
        moles[one, : len(own)] = [_INDEX[cell] for cell in own]
    counts = np.array([len(own) for own in s.moles], np.int64)
    rest = (s.layer, rotation, seat, phase, value, bonus, left, s.turns, s.idle, s.passes)
    return Position(moles, counts, np.array(s.discs, np.int64), np.array(rest, np.int64))


def _shared(board: Board, layer: int, own: int) -> Position:
    """Return a layer that is uncovered with the first seat on move, ``own`` its holes above."""
    holes = [_INDEX[cell_of(spot)] for spot in board.layers[layer - 1].holes]
    seats = [[at for k, at in enumerate(holes) if (own >> k & 1) == mine] for mine in (1, 0)]
    moles = np.zeros((2, len(holes)), np.int64)
    for seat, spaces in enumerate(seats):
        moles[seat, : len(spaces)] = spaces
    return Position(
        moles,
        np.array([len(spaces) for spaces in seats], np.int64),
        np.array((SET, SET), np.int64),
        np.array((layer, -1, 1, ROTATE, 0, 0, 0, 0, 0, 0), np.int64),
    )


# --- compiled ------------------------------------------------------------------


@_fast
def _random(luck: Ints, below: int) -> int:
    """Return a number from 0 to ``below`` - 1 (xorshift, 32 bits: Marsaglia, 2003)."""
    x = luck[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    luck[0] = x
    return (x * below) >> 32


@_fast
def chances_of(down: Ints, sums: Floats) -> None:
    """Fill in how likely the next disc has one of the values of each set."""
    total = down[0] + down[1] + down[2] + down[3]
    for values in range(16):
        found = 0
        for k in range(4):
            if total == 0:
                if values >> k & 1:
                    found += 2 if 1 <= k <= 2 else 1
            elif values >> k & 1:
                found += down[k]
        sums[values] = found / (total if total else 6)


@_fast
def _reached(t: Tables, g: int, space: int, taken: int) -> int:
    """Return the values by which a mole reaches a free hole."""
    values = 0
    for k in range(t.dig_counts[g, space]):
        if not taken & t.digs[g, space, k]:
            values |= t.dig_values[g, space, k]
    return values


@_fast
def best_move(
    t: Tables,
    g: int,
    own: Ints,
    count: int,
    taken: int,
    value: int,
    bonus: int,
    sums: Floats,
    kept: Ints,
    luck: Ints,
) -> int:
    """Return ``TURNS * mole + way`` of the move after which the seat stands best; -1: none.

    ``sums``: of the discs that will lie face down then. ``kept`` is room for a number per mole.
    """
    holes = int(t.holes[g])
    size = 0
    rest = holes
    while rest:
        rest &= rest - 1
        size += 1
    inside = 0
    for mole in range(count):
        if holes >> own[mole] & 1:
            inside += 1
            kept[mole] = 0
        else:
            kept[mole] = _reached(t, g, own[mole], taken)
    best = -1
    top = -1.0
    ties = 0
    for mole in range(count):
        cell = own[mole]
        for way in range(TURNS):
            mask = t.paths[g, bonus, value, cell, way]
            if mask < 0 or taken & mask:
                continue
            target = t.targets[value, cell, way]
            changed = 1 << cell | 1 << target
            after = taken ^ changed
            now = inside - (holes >> cell & 1)
            near = 0.0
            union = 0
            if holes >> target & 1:
                now += 1
            else:
                union = _reached(t, g, target, after)
                near = sums[union]
            for other in range(count):
                if other == mole or holes >> own[other] & 1:
                    continue
                at = own[other]
                reached = _reached(t, g, at, after) if t.dig_reach[g, at] & changed else kept[other]
                near += sums[reached]
                union |= reached
            score = min(now + NEAR * near + 0.05 * count, float(size))
            if after & holes == holes:
                score += LIFT
            elif not bonus and t.specials[g] >> target & 1:
                score += FURTHER * sums[union]
            if score > top + TINY:
                best, top, ties = TURNS * mole + way, score, 1
            elif score > top - TINY:
                ties += 1
                if _random(luck, ties) == 0:
                    best = TURNS * mole + way
    return best


@_fast
def best_place(
    t: Tables, g: int, own: Ints, count: int, taken: int, sums: Floats, kept: Ints, luck: Ints
) -> int:
    """Return the space where a mole placed by the seat brings it nearest to holes."""
    for other in range(count):
        kept[other] = _reached(t, g, own[other], taken)
    best = -1
    top = -1.0
    ties = 0
    for k in range(len(t.spaces)):
        space = t.spaces[k]
        bit = 1 << space
        if (taken | t.holes[g]) & bit:
            continue
        after = taken | bit
        near = sums[_reached(t, g, space, after)]
        for other in range(count):
            at = own[other]
            near += sums[_reached(t, g, at, after) if t.dig_reach[g, at] & bit else kept[other]]
        if near > top + TINY:
            best, top, ties = space, near, 1
        elif near > top - TINY:
            ties += 1
            if _random(luck, ties) == 0:
                best = space
    return best


@_fast
def _next(counts: Ints, seat: int) -> int:
    """Return the next seat that still has moles."""
    seat = (seat + 1) % len(counts)
    while not counts[seat]:
        seat = (seat + 1) % len(counts)
    return seat


@_fast
def _inside(holes: int, own: Ints, count: int) -> int:
    """Return how many moles of a seat sit in holes."""
    inside = 0
    for mole in range(count):
        inside += holes >> own[mole] & 1
    return inside


@_fast
def _turned_over(down: Ints, luck: Ints) -> int:
    """Turn over a disc and return its value."""
    k = _random(luck, down[0] + down[1] + down[2] + down[3])
    value = 0
    while k >= 0:
        k -= down[value]
        value += 1
    down[value - 1] -= 1
    return value


@_fast
def _shuffle(down: Ints) -> None:
    """Turn all six discs of a seat face down."""
    down[0], down[1], down[2], down[3] = 1, 2, 2, 1


@_fast
def _lift(holes: int, moles: Ints, counts: Ints, won: Floats) -> int:
    """Take away the moles that sit in no hole and return the spaces of the others, as bits.

    0: the game is over, with no seat left or one, and its shares are added to ``won``.
    """
    seats = len(counts)
    before = 0
    left = 0
    last = -1
    taken = 0
    for seat in range(seats):
        before += counts[seat] > 0
        stay = 0
        for mole in range(counts[seat]):
            if holes >> moles[seat, mole] & 1:
                moles[seat, stay] = moles[seat, mole]
                taken |= 1 << moles[seat, stay]
                stay += 1
        if stay:
            left += 1
            last = seat
    if left == 1:
        won[last] += 1.0
        return 0
    for seat in range(seats):
        if left == 0 and counts[seat]:
            won[seat] += 1.0 / before
        counts[seat] = _inside(holes, moles[seat], counts[seat])
    return taken


@_fast
def _own_holes(t: Tables, layer: int, moles: Ints, counts: Ints, taken: int) -> int:
    """Return the first seat's holes of the layer above as bits, 0 unless all have moles in them.

    However that layer lay: only how they lie to each other tells something.
    """
    for rotation in range(TURNS):
        g = TURNS * (layer - 1) + rotation
        if t.holes[g] == taken:
            own = 0
            for mole in range(counts[0]):
                own |= 1 << t.hole_numbers[g, moles[0, mole]]
            return own
    return 0


@_fast
def _expect(counts: Ints, share: float, won: Floats) -> None:
    """Add the first seat's share of a game of two, or shares by the moles of more seats."""
    seats = len(counts)
    if seats == 2:
        won[0] += share
        won[1] += 1.0 - share
        return
    total = 0
    for seat in range(seats):
        total += counts[seat]
    for seat in range(seats):
        won[seat] += counts[seat] / total


@_fast
def _rank(t: Tables, g: int, moles: Ints, counts: Ints, won: Floats) -> None:
    """Add the shares of a game that ends at the cap: most moles, then most of them in holes."""
    seats = len(counts)
    holes = int(t.holes[g])
    top = -1
    first = 0
    for seat in range(seats):
        key = 100 * counts[seat] + _inside(holes, moles[seat], counts[seat])
        if key > top:
            top, first = key, 1
        elif key == top:
            first += 1
    for seat in range(seats):
        if 100 * counts[seat] + _inside(holes, moles[seat], counts[seat]) == top:
            won[seat] += 1.0 / first


@_fast
def _play(
    t: Tables,
    moles: Ints,
    counts: Ints,
    discs: Ints,
    rest: Ints,
    luck: Ints,
    sums: Floats,
    kept: Ints,
    worth: Floats,
    stop: int,
    won: Floats,
) -> None:
    """Play a game to its end and add each seat's share of the win to ``won``.

    Where layer ``stop`` is uncovered, what the moles there are ``worth`` stands for the rest.
    """
    seats = len(counts)
    layers, cap = t.limits[0], t.limits[1]
    layer, rotation, seat, phase = rest[0], rest[1], rest[2], rest[3]
    value, bonus, left, turns = rest[4], rest[5], rest[6], rest[7]
    idle, passes = rest[8], rest[9]
    taken = 0
    for one in range(seats):
        for mole in range(counts[one]):
            taken |= 1 << moles[one, mole]
    while True:
        alive = 0
        for one in range(seats):
            alive += counts[one] > 0
        own, down = moles[seat], discs[seat]
        ends = False
        lifts = False
        if phase == ROTATE:
            if layer == stop:
                share = 0.0
                if seats == 2:
                    own_holes = _own_holes(t, layer, moles, counts, taken)
                    share = worth[layer, own_holes, _next(counts, seat)]
                if share >= 0.0:
                    _expect(counts, share, won)
                    return
            rotation = _random(luck, TURNS)
        g = TURNS * layer + rotation
        holes = int(t.holes[g])
        lowest = layer + 1 == layers
        if phase == ROTATE:
            if lowest and taken & holes:
                for one in range(seats):
                    won[one] += _inside(holes, moles[one], counts[one])
                return
            if taken & holes == holes:
                lifts = True
            elif turns >= cap:
                _rank(t, g, moles, counts, won)
                return
            else:
                phase = TURN
                seat = _next(counts, seat)
        elif phase == PLACE:
            chances_of(down, sums)
            space = best_place(t, g, own, counts[seat], taken, sums, kept, luck)
            own[counts[seat]] = space
            counts[seat] += 1
            taken |= 1 << space
            left -= 1
            seat = (seat + 1) % seats
            if not left:
                phase = TURN
        elif phase == TURN:
            phase, bonus = DISC, 0
            if _inside(holes, own, counts[seat]) == counts[seat]:
                idle += 1
                passes += 1
                ends = True
        elif phase == BONUS:
            phase, bonus = DISC, 1
            reached = 0
            for mole in range(counts[seat]):
                if not holes >> own[mole] & 1:
                    reached |= _reached(t, g, own[mole], taken)
            if not reached:
                idle = passes = 0
                ends = True
        elif phase == DISC:
            value = _turned_over(down, luck)
            phase = MOVE
        else:
            chances_of(down, sums)
            best = best_move(t, g, own, counts[seat], taken, value, bonus, sums, kept, luck)
            if not down[0] + down[1] + down[2] + down[3]:
                _shuffle(down)
            ends = True
            passes = 0
            if best < 0:
                idle = 0 if bonus else idle + 1
            else:
                idle = 0
                mole = best // TURNS
                target = t.targets[value, own[mole], best % TURNS]
                taken ^= 1 << own[mole] | 1 << target
                own[mole] = target
                if holes >> target & 1:
                    if lowest:
                        won[seat] += 1.0
                        return
                    if taken & holes == holes:
                        turns += 1
                        ends = False
                        lifts = True
                elif not bonus and t.specials[g] >> target & 1:
                    phase = BONUS
                    ends = False
        if ends:
            turns += 1
            if idle and (passes >= alive or idle >= 3 * alive):
                if lowest:
                    for one in range(seats):
                        if counts[one]:
                            won[one] += 1.0 / alive
                    return
                lifts = True
            else:
                if idle == 2 * alive:
                    for one in range(seats):
                        if counts[one]:
                            _shuffle(discs[one])
                if turns >= cap:
                    _rank(t, g, moles, counts, won)
                    return
                phase = TURN
                seat = _next(counts, seat)
        if lifts:
            idle = passes = 0
            taken = _lift(holes, moles, counts, won)
            if not taken:
                return
            layer += 1
            phase = ROTATE


@_fast
def play_on(
    t: Tables, start: Position, seed: int, first: int, games: int, worth: Floats, stop: int,
    won: Floats,
) -> None:  # fmt: skip
    """Play games on from a position, and add each seat's share of the wins to ``won``.

    The games are ``first`` and the ``games`` - 1 after it: game k of a seed meets the same luck
    from every position. They end where layer ``stop`` is uncovered, by what moles are ``worth``.
    """
    luck = np.zeros(1, np.int64)
    sums = np.zeros(16, np.float64)
    kept = np.zeros(start.moles.shape[1], np.int64)
    for k in range(first, first + games):
        luck[0] = ((seed ^ (k * 0x9E3779B1)) & 0xFFFFFFFF) | 1
        for _ in range(4):
            _random(luck, 2)
        _play(
            t, start.moles.copy(), start.counts.copy(), start.discs.copy(), start.rest, luck,
            sums, kept, worth, stop, won,
        )  # fmt: skip
