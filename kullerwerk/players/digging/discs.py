"""The luck in compiled playouts: random numbers, and the discs of a seat."""

from __future__ import annotations

from kullerwerk.players.digging.compiled import Floats, Ints, compiled
from rules.company.state import SET

ALL = sum(SET)
"""The discs of a seat."""


@compiled
def random_below(luck: Ints, below: int) -> int:
    """Return a number from 0 to ``below`` - 1 (xorshift, 32 bits: Marsaglia, 2003).

    ``luck`` holds the state; it is changed.
    """
    x = luck[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    luck[0] = x
    return (x * below) >> 32


@compiled
def chances_of(down: Ints, chances: Floats) -> None:
    """Fill in how likely the next disc has one of the values of each set of values (as bits).

    ``down``: the discs face down by value; where there is none, all will be turned down first.
    """
    total = down[0] + down[1] + down[2] + down[3]
    for values in range(16):
        found = 0
        for k in range(4):
            if values >> k & 1:
                found += down[k] if total else SET[k]
        chances[values] = found / (total if total else ALL)


@compiled
def turn_over(down: Ints, luck: Ints) -> int:
    """Turn over one of the discs that lie face down, and return its value."""
    k = random_below(luck, down[0] + down[1] + down[2] + down[3])
    value = 0
    while k >= 0:
        k -= down[value]
        value += 1
    down[value - 1] -= 1
    return value


@compiled
def turn_down(down: Ints) -> None:
    """Turn all discs of a seat face down."""
    down[0], down[1], down[2], down[3] = SET
