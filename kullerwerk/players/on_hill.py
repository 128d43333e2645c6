"""Players that look ahead with sampled runs while the marbles themselves are simulated.

Sampled runs (``rules.kullern.sampled``) know marbles by the lane and the exit that they lie in; a
simulated world holds their places in 0.01 mm. So the hill is laid anew for the player.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.core.types import Knowledge
from rules.kullern.board import spot
from rules.kullern.sampled import HOLLOW_ROW, hill_row, hut_row
from rules.kullern.state import HUT, State
from sim.settled import MM

if TYPE_CHECKING:
    from rules.core.types import Player
    from scenes.hill import MarbleHill


class OnHill:
    """A player of kullern who sees the marbles of a simulated hill where sampled runs have them."""

    def __init__(self, player: Player[Any, Any], hill: MarbleHill) -> None:
        self._player = player
        self._hill = hill

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return the action that the player chooses."""
        # Nothing is hidden in kullern, so a sample is the state itself and takes no numbers.
        state = knowledge.sample(random.Random(0))
        laid = relaid(state, self._hill)
        return self._player.choose(Knowledge(knowledge.game, laid, knowledge.seat))


def relaid(state: State, hill: MarbleHill) -> State:
    """Return a state at rest with its world in the rows of sampled runs."""
    exits = [x * MM for x in hill.rows[0].x]
    world: list[tuple[int, ...]] = []
    for where, row in zip(state.marbles, state.world, strict=True):
        if len(row) == len(HOLLOW_ROW):
            world.append(row)  # nothing has moved yet since a start made by hand
            continue
        at = spot(state.board, state.marmots[where]) if where >= 0 else None
        if at is not None:
            world.append(hill_row(at))
        elif where == HUT:
            world.append(hut_row(min(range(len(exits)), key=lambda k: abs(exits[k] - row[1]))))
        else:
            world.append(HOLLOW_ROW)
    return replace(state, world=tuple(world))
