"""The texts of all actions that can ever be legal in a game on its default board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product

from rules.buddel import board as carts
from rules.company import net
from rules.company.state import VALUES
from rules.hoehle import board as caves
from rules.hoehle.state import DIRECTIONS
from rules.kullern.notation import LETTERS


def _buddel() -> Iterator[str]:
    grid = carts.grid_of(carts.DEFAULT)
    goblins = [grid.names[cell] for cell in grid.goblins]
    seats = [f"cart{cart + 1}.{side}" for cart in range(carts.CARTS) for side in carts.LETTERS]
    yield from ("pass", "turn-l", "turn-r")
    yield from (f"sit {seat}" for seat in seats)
    yield from (f"home {grid.names[start]}" for start in grid.starts)
    for space in goblins:
        yield f"goblin post {space}"
        yield f"goblin free {space} > treasure"
        yield from (f"goblin free {space} > {seat}" for seat in seats)
        for origin in ("surface", *seats):
            yield from (f"goblin send {origin} > {space} > {seat}" for seat in seats)
    for steps in range(1, 5):
        for ways in product("new", repeat=steps):
            if not any({"e", "w"} == {one, two} for one, two in pairwise(ways)):
                path = " ".join(_together(ways))
                yield from (f"cart{cart + 1} {path}" for cart in range(carts.CARTS))


def _together(ways: tuple[str, ...]) -> Iterator[str]:
    """Steps that go the same way as one number: n, n, w -> n2, w1."""
    begun = 0
    for k in range(1, len(ways) + 1):
        if k == len(ways) or ways[k] != ways[begun]:
            yield f"{ways[begun]}{k - begun}"
            begun = k


def _company() -> Iterator[str]:
    yield from ("flip", "pass")
    yield from (f"keep {value}" for value in sorted(set(VALUES)))
    for name in net.NAMES.values():
        yield f"put {name}"
        yield from (f"{name} {way}" for way in net.WAYS)


def _hoehle() -> Iterator[str]:
    board = caves.default_board()
    for name in board.tables.index:
        yield from (f"{name} {way}" for way in DIRECTIONS)
    tunnels = [board.tables.names[cell] for cell in board.tables.tunnels]
    yield from (f"dig {one} > {other}" for one in tunnels for other in tunnels if one != other)


def _kullern() -> Iterator[str]:
    yield "pass"
    yield from (f"hatch {number}" for number in range(1, 6))
    yield from (f"walk {letter}" for letter in LETTERS)


_WORDS: dict[str, Callable[[], Iterator[str]]] = {
    "buddel": _buddel,
    "company": _company,
    "hoehle": _hoehle,
    "kullern": _kullern,
}


@cache
def vocabulary(name: str) -> tuple[str, ...]:
    """The sorted texts; () for a game some of whose actions are made of numbers."""
    return tuple(sorted(set(_WORDS[name]()))) if name in _WORDS else ()
