"""The tree that ``search`` grows: nodes are questions of the game, edges the actions."""

from __future__ import annotations

import math
from typing import Any

CAUTION = 0.2
"""How much an action that was tried seldom is mistrusted in the end."""
BELIEF = 1.0
"""How many playouts the first look at an action counts for."""


class Edge:
    """One action of a node: what was thought of it at first, and what became of it since."""

    __slots__ = ("action", "node", "prior", "proven", "state", "totals", "visits")

    def __init__(self, action: Any, prior: tuple[float, ...], state: Any) -> None:
        self.action = action
        self.prior = prior
        self.state = state
        self.visits = 0
        self.totals = [0.0] * len(prior)
        self.node: Node | None = None
        self.proven: tuple[float, ...] | None = None
        """How the game ends from here in best play, once that is known."""

    def mean(self, seat: int) -> float:
        """Return the share of a win that the seat may hope for."""
        if self.proven is not None:
            return self.proven[seat]
        return (BELIEF * self.prior[seat] + self.totals[seat]) / (BELIEF + self.visits)

    def least(self, seat: int) -> float:
        """Return the share that it will hardly fall short of: what was tried little counts less."""
        if self.proven is not None:
            return self.proven[seat]
        return self.mean(seat) - CAUTION / math.sqrt(BELIEF + self.visits)


class Node:
    """A question of the game: the edges of a decision, or the children by outcome of a chance."""

    __slots__ = ("drawn", "edges", "order", "state", "visits")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.visits = 0
        self.edges: dict[Any, Edge] | None = None
        self.order: list[Edge] = []
        self.drawn: dict[Any, tuple[Any, Node]] = {}

    def proof(self, seat: int) -> tuple[float, ...] | None:
        """Return how the game ends from this decision in best play, None while that is open.

        Who can win has won, and who knows the ends of all actions takes the best of them.
        """
        ends = [edge.proven for edge in self.order if edge.proven is not None]
        best = max(ends, key=lambda end: end[seat], default=None)
        if best is None or (best[seat] < 1 and len(ends) < len(self.order)):
            return None
        return best
