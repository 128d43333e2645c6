"""The moves of compiled playouts: after which a seat stands best, as ``greedy`` would choose."""

from __future__ import annotations

from kullerwerk.players.digging.compiled import Floats, Ints, compiled
from kullerwerk.players.digging.discs import random_below
from kullerwerk.players.digging.tables import Tables
from rules.company.net import TURNS

LIFT = 1000.0
"""What lifting a layer is worth beside moles in holes: more than anything."""
FURTHER = 0.7
"""What the chance to fill a hole with a further move counts for, in moles."""
NEAR = 0.3
"""What the chance to fill a hole with the next disc counts for (``standing``)."""
EACH_MOLE = 0.05
"""What a mole counts for wherever it is (``standing``)."""
TINY = 1e-9
"""Scores that differ by less are equal."""


@compiled
def reaching(t: Tables, g: int, space: int, taken: int) -> int:
    """Return the values by which a mole on a space reaches a free hole, as bits."""
    values = 0
    for k in range(t.dig_counts[g, space]):
        if not taken & t.digs[g, space, k]:
            values |= t.dig_values[g, space, k]
    return values


@compiled
def best_move(
    t: Tables,
    g: int,
    own: Ints,
    count: int,
    taken: int,
    value: int,
    bonus: int,
    chances: Floats,
    before: Ints,
    luck: Ints,
) -> int:
    """Return ``TURNS * mole + way`` of the move after which the seat stands best; -1: none.

    ``own``: the spaces of its ``count`` moles; ``taken``: those of everybody, as bits. ``chances``:
    of the discs that will lie face down then. ``before`` is room for a number per mole.
    """
    holes = int(t.holes[g])
    size = 0
    uncounted = holes
    while uncounted:
        uncounted &= uncounted - 1
        size += 1
    inside = 0
    for mole in range(count):
        if holes >> own[mole] & 1:
            inside += 1
            before[mole] = 0
        else:
            before[mole] = reaching(t, g, own[mole], taken)
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
                union = reaching(t, g, target, after)
                near = chances[union]
            for other in range(count):
                if other == mole or holes >> own[other] & 1:
                    continue
                at = own[other]
                reached = (
                    reaching(t, g, at, after) if t.dig_reach[g, at] & changed else before[other]
                )
                near += chances[reached]
                union |= reached
            score = min(now + NEAR * near + EACH_MOLE * count, float(size))
            if after & holes == holes:
                score += LIFT
            elif not bonus and t.specials[g] >> target & 1:
                score += FURTHER * chances[union]
            if score > top + TINY:
                best, top, ties = TURNS * mole + way, score, 1
            elif score > top - TINY:
                ties += 1
                if random_below(luck, ties) == 0:
                    best = TURNS * mole + way
    return best


@compiled
def best_place(
    t: Tables, g: int, own: Ints, count: int, taken: int, chances: Floats, before: Ints, luck: Ints
) -> int:
    """Return the space where a mole placed by the seat brings it nearest to holes."""
    for other in range(count):
        before[other] = reaching(t, g, own[other], taken)
    best = -1
    top = -1.0
    ties = 0
    for k in range(len(t.spaces)):
        space = t.spaces[k]
        bit = 1 << space
        if (taken | t.holes[g]) & bit:
            continue
        after = taken | bit
        near = chances[reaching(t, g, space, after)]
        for other in range(count):
            at = own[other]
            reached = reaching(t, g, at, after) if t.dig_reach[g, at] & bit else before[other]
            near += chances[reached]
        if near > top + TINY:
            best, top, ties = space, near, 1
        elif near > top - TINY:
            ties += 1
            if random_below(luck, ties) == 0:
                best = space
    return best
