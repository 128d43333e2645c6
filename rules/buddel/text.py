"""The table as text for a terminal: the board, the seats of the carts, who has what."""

from __future__ import annotations

from rules.buddel.board import LETTERS, grid_of
from rules.buddel.state import State
from rules.buddel.words import COLOURS, SIDES


def draw(s: State) -> str:
    """The board from above, its chamber at the top.

    ``#`` stones, ``.`` rails, ``S`` starts, ``T`` the chamber, ``1`` and ``2`` the carts, ``g`` a
    goblin space, ``W`` Gorgan on one; a captive is the first letter of its colour, as a capital.
    Lines below say so, and what the letters of seats and ways mean.
    """
    grid, names = grid_of(s.board), COLOURS["en"]
    initials = [name[0].upper() for name in names]
    signs = [list(row.lower().replace("s", "S").replace("t", "T")) for row in s.board.rows]
    wide, high = len(signs[0]), len(signs)

    def put(cell: int, sign: str) -> None:
        signs[high - 1 - cell // wide][cell % wide] = sign

    for space, owner in enumerate(s.captives):
        if owner >= 0:
            put(grid.goblins[space], initials[owner])
        elif space == s.gorgan:
            put(grid.goblins[space], "W")
    for cart, cell in enumerate(s.carts):
        put(cell, str(cart + 1))
    lines = [f"{high - k:3} {' '.join(row)}" for k, row in enumerate(signs)]
    lines.append("    " + " ".join(chr(ord("a") + k) for k in range(wide)))
    lines.append(
        "# stone, . rails, S start, T chamber, 1 2 carts, "
        "g goblin (one that holds a mole: first letter of its colour)"
    )
    sides = SIDES["en"]
    letters = ", ".join(f"{LETTERS[k]} {side}" for k, side in enumerate(sides))
    lines.append(f"seats and ways: {letters} (front is toward the chamber)")
    for cart, (cell, riders) in enumerate(zip(s.carts, s.riders, strict=True)):
        seats = "  ".join(
            f"{sides[k]}: {names[rider] if rider >= 0 else '-'}" for k, rider in enumerate(riders)
        )
        lines.append(f"cart {cart + 1} on {grid.names[cell]}  {seats}")
    place = "beside the chamber" if s.gorgan < 0 else f"on {grid.names[grid.goblins[s.gorgan]]}"
    lines.append(f"Gorgan (W) {place}; {_count(s.left, 'treasure')} in the chamber")
    lines += [
        f"{names[k]}: {_count(stones, 'treasure')}, {_count(s.surface[k], 'mole')} above ground, "
        f"{s.captives.count(k)} captive"
        for k, stones in enumerate(s.stones)
    ]
    return "\n".join(lines)


def _count(number: int, what: str) -> str:
    """So many of them."""
    return f"{number} {what}{'' if number == 1 else 's'}"
