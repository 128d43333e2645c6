"""Boards as data, and the tables that are made of one: rails, goblin spaces, ways, distances.

A board is drawn in signs, its top row first: ``S`` start, ``T`` chamber, ``G`` goblin space, ``#``
stone, ``.`` rails. Columns are a, b, c, …, rows count from 1 at the bottom: ``d9``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core.errors import OptionError

N, E, S, W = range(4)
"""Board directions and the seats of a cart; N is toward the chamber."""
LETTERS = "nesw"
FORWARD_OR_SIDEWAYS = (N, E, W)
"""Never backwards (rulebook, "A mine cart may only be pulled")."""

START, CHAMBER, GOBLIN, STONE, RAIL = "STG#."
CARTS = 2
WIDEST, HIGHEST = 26, 40


@dataclass(frozen=True, slots=True)
class Board:
    """A layout: ``assumed`` tells that it is our own, for no published one was seen."""

    name: str
    rows: tuple[str, ...]
    assumed: bool = False


DEFAULT = Board(
    "Zwei Schächte",
    (
        "###T###",
        ".......",
        "G..#..G",
        "#.....#",
        "..G#G..",
        "G.....G",
        "..G#G..",
        "#..#..#",
        "##S#S##",
    ),
    assumed=True,
)
"""The board of GAMES.md 5.2."""

BOARDS: dict[str, Board] = {DEFAULT.name: DEFAULT}
"""Boards by their names."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """What follows from a board; a cell is a number, row by row from a1."""

    names: tuple[str, ...]
    cells: Mapping[str, int]
    rails: frozenset[int]
    """Cells that a cart can be on, starts and chamber included."""
    starts: tuple[int, ...]
    chamber: int
    goblins: tuple[int, ...]
    """The cell of each goblin space."""
    spaces: Mapping[str, int]
    """Goblin spaces by their names."""
    steps: tuple[tuple[int, int, int, int], ...]
    """Per cell the cell that a step to N, E, S, W leads to, -1 where there is none."""
    beside: tuple[tuple[tuple[int, int], ...], ...]
    """Per cell its goblin spaces as (side, goblin space), in the order N, E, S, W."""
    away: tuple[int, ...]
    """Per cell the fewest steps to the chamber, -1 where it cannot be reached."""


@lru_cache(maxsize=64)
def _grid(board: Board) -> Grid:
    high, wide = len(board.rows), len(board.rows[0]) if board.rows else 0
    where = f"board {board.name or '?'}"
    if not board.name or not 0 < wide <= WIDEST or not 0 < high <= HIGHEST:
        raise OptionError(f"{where} must have a name, 1 to 26 columns and 1 to 40 rows")
    if any(len(row) != wide or not set(row) <= set("STG#.") for row in board.rows):
        raise OptionError(f"{where} must have rows of one length made of the signs S T G # .")
    signs = "".join(reversed(board.rows))
    names = tuple(f"{chr(ord('a') + k % wide)}{k // wide + 1}" for k in range(len(signs)))
    starts = tuple(k for k, sign in enumerate(signs) if sign == START)
    if len(starts) != CARTS or signs.count(CHAMBER) != 1:
        raise OptionError(f"{where} must have two start spaces and one chamber")
    chamber = signs.index(CHAMBER)
    goblins = tuple(k for k, sign in enumerate(signs) if sign == GOBLIN)
    number = {cell: k for k, cell in enumerate(goblins)}

    def beside(cell: int) -> tuple[int, int, int, int]:
        column = cell % wide
        return (
            cell + wide if cell + wide < len(signs) else -1,
            cell + 1 if column + 1 < wide else -1,
            cell - wide if cell >= wide else -1,
            cell - 1 if column else -1,
        )

    def ways(cell: int) -> tuple[int, int, int, int]:
        if signs[cell] not in (START, RAIL):
            return (-1, -1, -1, -1)
        around = beside(cell)
        open_to = [k if k >= 0 and signs[k] in (RAIL, CHAMBER) else -1 for k in around]
        return (open_to[N], open_to[E], -1, open_to[W])

    steps = tuple(ways(k) for k in range(len(signs)))
    away = _distances(steps, chamber)
    if any(number.get(k) is not None for k in beside(chamber)):
        raise OptionError(f"{where} must have no goblin space beside the chamber")
    if any(away[k] < 0 for k in starts):
        raise OptionError(f"{where} must have a way from each start space to the chamber")
    return Grid(
        names,
        {name: k for k, name in enumerate(names)},
        frozenset(k for k, sign in enumerate(signs) if sign in (START, RAIL, CHAMBER)),
        starts,
        chamber,
        goblins,
        {names[cell]: k for k, cell in enumerate(goblins)},
        steps,
        tuple(
            tuple((side, number[k]) for side, k in enumerate(beside(cell)) if k in number)
            if signs[cell] in (START, RAIL)
            else ()
            for cell in range(len(signs))
        ),
        away,
    )


def _distances(steps: tuple[tuple[int, int, int, int], ...], chamber: int) -> tuple[int, ...]:
    """Fewest steps from each cell to the chamber, -1 where there is no way."""
    away = [-1] * len(steps)
    away[chamber] = 0
    found = [chamber]
    for cell in found:
        for k, around in enumerate(steps):
            if away[k] < 0 and cell in around:
                away[k] = away[cell] + 1
                found.append(k)
    return tuple(away)


_DEFAULT_GRID = _grid(DEFAULT)


def grid_of(board: Board) -> Grid:
    """The tables of a board; raises OptionError with a sentence where it cannot be played on."""
    return _DEFAULT_GRID if board is DEFAULT else _grid(board)
