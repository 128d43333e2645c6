"""Ends of layers and of games in compiled playouts: who goes on, and who gets which share."""

from __future__ import annotations

from kullerwerk.players.digging.compiled import Floats, Ints, compiled
from kullerwerk.players.digging.tables import Tables
from rules.company.net import TURNS


@compiled
def in_holes(holes: int, own: Ints, count: int) -> int:
    """Return how many moles of a seat sit in holes."""
    inside = 0
    for mole in range(count):
        inside += holes >> own[mole] & 1
    return inside


@compiled
def lift(holes: int, moles: Ints, counts: Ints, won: Floats) -> int:
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
        counts[seat] = in_holes(holes, moles[seat], counts[seat])
    return taken


@compiled
def own_holes_above(t: Tables, layer: int, moles: Ints, counts: Ints, taken: int) -> int:
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


@compiled
def add_expected(counts: Ints, share: float, won: Floats) -> None:
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


@compiled
def add_ranked(t: Tables, g: int, moles: Ints, counts: Ints, won: Floats) -> None:
    """Add the shares of a game that ends at the cap: most moles, then most of them in holes."""
    seats = len(counts)
    holes = int(t.holes[g])
    top = -1
    first = 0
    for seat in range(seats):
        key = 100 * counts[seat] + in_holes(holes, moles[seat], counts[seat])
        if key > top:
            top, first = key, 1
        elif key == top:
            first += 1
    for seat in range(seats):
        if 100 * counts[seat] + in_holes(holes, moles[seat], counts[seat]) == top:
            won[seat] += 1.0 / first
