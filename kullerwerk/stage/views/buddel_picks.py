"""Which picks on the board of the mine an action is."""

from __future__ import annotations

from typing import Any

from kullerwerk.stage.views.board import Picks
from rules.buddel.board import grid_of
from rules.buddel.moves import list_actions
from rules.buddel.state import Free, Home, Move, Post, Ransom, Send, Sit, State, Turn

TREASURE = "treasure"
STOP = "stop"


class Pulls:
    """The ways that carts can be pulled in a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._steps = grid_of(state.board).steps
        self._best: dict[tuple[int, int], Move] = {}
        """The shortest way of each cart to each cell, the first of them."""
        self._longer: set[tuple[int, tuple[int, ...]]] = set()
        """Ways that some longer one begins with."""
        for move in list_actions(state):
            if isinstance(move, Move):
                to = move.cart, self.cells(move)[-1]
                if to not in self._best or len(move.path) < len(self._best[to].path):
                    self._best[to] = move
                for k in range(1, len(move.path)):
                    self._longer.add((move.cart, move.path[:k]))

    def cells(self, move: Move) -> list[int]:
        """The cells that a cart comes to."""
        out, at = list[int](), self.state.carts[move.cart]
        for way in move.path:
            at = self._steps[at][way]
            out.append(at)
        return out

    def shortest(self, move: Move) -> bool:
        """Whether a way is the one that is offered for its last cell."""
        return self._best.get((move.cart, self.cells(move)[-1])) == move

    def picks_of(self, move: Move, *, stepwise: bool) -> Picks:
        """The cart and the last cell, or all cells, and that it stops where it could go on."""
        cells = [f"cell:{cell}" for cell in self.cells(move)]
        cart = f"cart:{move.cart}"
        if not stepwise:
            return (cart, cells[-1])
        stops = (STOP,) if (move.cart, move.path) in self._longer else ()
        return (cart, *cells, *stops)


def picks_of(action: Any) -> Picks:
    """The picks of any action but a way; () = it has no place on the board."""
    match action:
        case Turn(right=right):
            return (f"turn:{int(right)}",)
        case Sit(cart=cart, side=side):
            return (f"seat:{cart}:{side}",)
        case Free(space=space, cart=cart, side=side):
            return (f"goblin:{space}", f"seat:{cart}:{side}")
        case Ransom(space=space):
            return (f"goblin:{space}", TREASURE)
        case Send(from_cart=cart, from_side=side):
            since = "surface" if cart < 0 else f"seat:{cart}:{side}"
            return (since, f"goblin:{action.space}", f"seat:{action.cart}:{action.side}")
        case Post(space=space):
            return (f"goblin:{space}",)
        case Home(start=start):
            return (f"cell:{start}",)
        case _:
            return ()
