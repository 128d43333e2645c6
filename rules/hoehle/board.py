"""The board: rows of signs as data, and tables computed from them once.

Cells are numbered from the westmost file to the eastmost and in each from south to north. A cell is
named by its file and rank (``k9``): the files are the letters from a, west to east, the ranks count
from 1, south to north. North is +y, east +x, whatever way the board is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from string import ascii_lowercase

from rules.core.errors import OptionError
from rules.hoehle.state import DIRECTIONS, Dig, Move

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""One step in each direction, in the order of ``DIRECTIONS``."""
CAVE, TUNNEL, PLAIN = "O", "T", "."
CORNERS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The corner of each seat (0 = south, 1 = west, 2 = north, 3 = east), by the number of players."""
SEATS = range(2, 5)
MOLES = 9
"""Mole tiles of each player ("Each player receives 9 mole tiles")."""
BUSY = 2
"""Busy tiles of each player ("and 2 busy tiles"); who has placed them all has won."""
LARGEST = 26
"""A board has at most this many files and ranks."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What the rules look up, computed from the rows of a board.

    A position is the number whose bytes, the lowest first, are the contents of the cells; ``hop``
    holds what a tile's step adds to it: ``hop[tile][cell][direction]``.
    """

    names: tuple[str, ...]
    index: dict[str, int]
    places: tuple[tuple[int, int], ...]
    """(file, rank) of each cell, from 0."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """``rays[cell][direction]``: the cells from a neighbour to the edge of the board."""
    cave: tuple[bool, ...]
    tunnel: tuple[bool, ...]
    caves: tuple[int, ...]
    tunnels: tuple[int, ...]
    ring: dict[int, tuple[int, int, int, int]]
    """The four cells that share an edge with a cave."""
    near: tuple[tuple[int, ...], ...]
    """``near[cell]``: the caves whose ring the cell belongs to."""
    starts: tuple[tuple[int, ...], ...]
    """Start cells of each corner."""
    weight: tuple[int, ...]
    hop: tuple[tuple[tuple[int, ...], ...], ...]
    moves: tuple[tuple[Move, ...], ...]
    """Every move there can be, made once: ``moves[cell][direction]``."""
    digs: dict[int, tuple[Dig, ...]]
    """Every dig there can be, made once: from an entrance to each entrance, sorted."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board. Make it with ``make_board``, so that equal boards are the same object.

    ``rows`` are the ranks from north to south: a blank is no cell, ``O`` a cave, ``T`` a tunnel
    entrance, ``1`` to ``4`` a start cell of the southern, western, northern, eastern corner, ``.``
    any other cell. ``assumed``: the places are our own, for no source shows them.
    """

    name: str
    assumed: bool
    rows: tuple[str, ...]
    tables: Tables = field(compare=False, repr=False)

    def __hash__(self) -> int:
        """The hash of the rows."""
        return hash(self.rows)


@lru_cache(maxsize=64)
def make_board(name: str, assumed: bool, rows: tuple[str, ...]) -> Board:
    """The board of these rows; raises OptionError where it cannot be played on."""
    if not 0 < len(rows) <= LARGEST or not all(0 < len(row) <= LARGEST for row in rows):
        raise OptionError(f"board {name!r} must have 1 to {LARGEST} ranks and files")
    if len({len(row) for row in rows}) > 1:
        raise OptionError(f"the rows of board {name!r} must be of equal length")
    signs = {
        (file, rank): sign
        for rank, row in enumerate(reversed(rows))
        for file, sign in enumerate(row)
        if sign != " "
    }
    unknown = sorted(set(signs.values()) - set(f"{CAVE}{TUNNEL}{PLAIN}1234"))
    if unknown:
        raise OptionError(f"board {name!r} has cells of no known kind: {''.join(unknown)}")
    places = tuple(sorted(signs))
    return Board(name, assumed, rows, _tables(name, places, tuple(signs[p] for p in places)))


def _tables(name: str, places: tuple[tuple[int, int], ...], signs: tuple[str, ...]) -> Tables:
    names = tuple(f"{ascii_lowercase[file]}{rank + 1}" for file, rank in places)
    at = {place: cell for cell, place in enumerate(places)}

    def ray(place: tuple[int, int], step: tuple[int, int]) -> Iterable[int]:
        x, y = place[0] + step[0], place[1] + step[1]
        while (x, y) in at:
            yield at[x, y]
            x, y = x + step[0], y + step[1]

    cells = range(len(places))
    rays = tuple(tuple(tuple(ray(place, step)) for step in STEPS) for place in places)
    caves = tuple(cell for cell in cells if signs[cell] == CAVE)
    tunnels = tuple(cell for cell in cells if signs[cell] == TUNNEL)
    ring: dict[int, tuple[int, int, int, int]] = {}
    near: list[list[int]] = [[] for _ in cells]
    for cave in caves:
        round_it = [rays[cave][d][0] for d in (0, 2, 4, 6) if rays[cave][d]]
        if len(round_it) != 4:
            raise OptionError(f"cave {names[cave]} of board {name!r} has no cell on some side")
        north, east, south, west = round_it
        ring[cave] = (north, east, south, west)
        for cell in round_it:
            near[cell].append(cave)
    weight = tuple(1 << (8 * cell) for cell in cells)
    hops = tuple(
        tuple(weight[line[0]] - weight[cell] if line else 0 for line in rays[cell])
        for cell in cells
    )
    return Tables(
        names,
        {one: cell for cell, one in enumerate(names)},
        places,
        rays,
        tuple(sign == CAVE for sign in signs),
        tuple(sign == TUNNEL for sign in signs),
        caves,
        tunnels,
        ring,
        tuple(map(tuple, near)),
        tuple(tuple(cell for cell in cells if signs[cell] == str(k)) for k in range(1, 5)),
        weight,
        tuple(tuple(tuple(tile * by for by in row) for row in hops) for tile in range(5)),
        tuple(tuple(Move(cell, d) for d in range(len(DIRECTIONS))) for cell in cells),
        {cell: tuple(Dig(cell, to) for to in tunnels) for cell in tunnels},
    )


GARDEN = (
    "         3         ",
    "        3T3        ",
    "       3...3       ",
    "      3T.T.T3      ",
    "     3.......3     ",
    "    2T...O...T4    ",
    "   2....T.T....4   ",
    "  2T...O...O...T4  ",
    " 2....T.T.T.T....4 ",
    "2T.T.O...O...O.T.T4",
    " 2....T.T.T.T....4 ",
    "  2T...O...O...T4  ",
    "   2....T.T....4   ",
    "    2T...O...T4    ",
    "     1.......1     ",
    "      1T.T.T1      ",
    "       1...1       ",
    "        1T1        ",
    "         1         ",
)
"""The default board: 181 cells, 9 caves in the middle, 32 tunnel entrances (GAMES.md 4.1; their
places are our own, 4.2)."""


def default_board() -> Board:
    """The garden: a square board of ten cells a side, set on its corner."""
    return make_board("garden", True, GARDEN)
