"""The layer that lies open as text for a terminal."""

from __future__ import annotations

from rules.company.ground import ground_of
from rules.company.net import LARGEST_RADIUS, NAMES, spot_of
from rules.company.state import SET, VALUES, Discs, State
from rules.company.words import SEATS


def draw(s: State) -> str:
    """The layer from above: ``o`` hole, ``*`` special, ``=`` and ``~`` solid and dashed ways in.

    A mole is the first letter of its colour, before the sign of what it stands on. Each row begins
    and ends with the names of its outer spaces. Below, what the signs mean that this layer has, and
    every seat's moles and face-down discs.
    """
    lines = [f"layer {s.layer + 1} of {len(s.board.layers)}: {s.board.layers[s.layer].name}"]
    if s.rotation is None:
        lines.append("chance has not said yet how it lies")
    else:
        lines += [*_rows(s), _legend(s)]
    for seat, own in enumerate(s.moles):
        name = SEATS["en"][seat]
        known = s.rotation is not None
        inside = sum(ground_of(s).holes >> cell & 1 for cell in own) if known else 0
        where = f", {inside} in holes" if inside else ""
        begins = ", begins" if seat == s.starter and not s.turns else ""
        discs = _discs(s.discs[seat])
        lines.append(f"{name[0]} {name}: moles {len(own)}{where}; discs face down {discs}{begins}")
    return "\n".join(lines)


def _rows(s: State) -> list[str]:
    g = ground_of(s)
    signs = dict.fromkeys(g.cells, ".")
    signs |= dict.fromkeys(g.solid, "=") | dict.fromkeys(g.dashed, "~")
    signs |= dict.fromkeys(g.special_cells, "*") | dict.fromkeys(g.hole_cells, "o")
    for seat, own in enumerate(s.moles):
        for cell in own:
            under = signs[cell].strip(".")
            signs[cell] = SEATS["en"][seat][0] + under
    lines: list[str] = []
    for r in range(-LARGEST_RADIUS, LARGEST_RADIUS + 1):
        row = [cell for cell in g.cells if spot_of(cell)[1] == r]
        if row:
            q = spot_of(row[0])[0]
            # Half a space to the right for every row down, a whole one for every q.
            indent = " " * (2 * (2 * q + r + 2 * LARGEST_RADIUS))
            cells = "".join(f"{signs[cell]:<4}" for cell in row)
            lines.append(f"{NAMES[row[0]]}  {indent}{cells} {NAMES[row[-1]]}")
    return lines


def _legend(s: State) -> str:
    """What the signs of this layer mean."""
    g = ground_of(s)
    signs = ["o hole"]
    if g.special_cells:
        signs.append("* special space")
    if g.solid:
        signs.append("= solid way into the hole")
    if g.dashed:
        signs.append("~ dashed way" + (", only over the hole" if len(s.moles) == 2 else ""))
    return "; ".join(signs)


def _discs(down: Discs) -> str:
    """Values of discs, and how many of the set they are."""
    values = " ".join(str(v) for v, n in zip(VALUES, down, strict=True) for _ in range(n))
    return f"{values or '-'} ({sum(down)} of {sum(SET)})"
