"""What happens between a cart and the goblin spaces beside it, seat by seat (rulebook, five cases).

Used by the rules after a cart was turned, and by screens and players to see what would happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.buddel.board import Grid
from rules.buddel.state import Riders

Case = Literal["caught", "boards", "swaps", "protected"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A seat and the goblin space beside it, before anything happens there.

    ``caught``: the rider stays on the space; ``boards``: the captive takes the empty seat;
    ``swaps``: both; ``protected``: Gorgan stands there, the rider goes on. Where there is nobody on
    both there is no meeting.
    """

    case: Case
    side: int
    space: int
    rider: int
    captive: int


def turned(riders: Riders, *, right: bool) -> Riders:
    """The riders after a quarter turn: clockwise N goes to E, E to S, S to W, W to N."""
    n, e, s, w = riders
    return (w, n, e, s) if right else (e, s, w, n)


def meetings(
    grid: Grid, cell: int, riders: Riders, captives: Sequence[int], gorgan: int
) -> tuple[Meeting, ...]:
    """What the goblins beside a cell do to a cart there, in the order N, E, S, W.

    Each seat has a goblin space of its own, so none of these changes another.
    """
    found: list[Meeting] = []
    for side, space in grid.beside[cell]:
        rider, captive = riders[side], captives[space]
        if space == gorgan:
            if rider >= 0:
                found.append(Meeting("protected", side, space, rider, captive))
        elif captive >= 0:
            found.append(Meeting("swaps" if rider >= 0 else "boards", side, space, rider, captive))
        elif rider >= 0:
            found.append(Meeting("caught", side, space, rider, captive))
    return tuple(found)
