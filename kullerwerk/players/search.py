"""``search``, for any game: Monte Carlo tree search over what the seat knows.

The tree's nodes are decisions and chances. An action is first tried at once, and what the scores
say then stands for as much as a playout (priors: Gelly and Silver, ICML 2007); on they go by UCT
(Kocsis and Szepesvari, ECML 2006) over the likeliest actions, more of them the more often a node
is visited (progressive widening: Coulom, 2007), each seat for its own share of a win (max^n). Draws
branch by their outcomes; physics, which cannot be listed, by a growing number of sampled ones
(double progressive widening: Couetoux et al., LION 2011). Where something is hidden, each playout
runs through a world of its own that agrees with what the seat knows, all through one tree
(information set search: Cowling, Powley and Whitehouse, 2012).
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kullerwerk.players.ahead import Ahead, Score, Thought, wins
from kullerwerk.players.tree import BELIEF, Edge, Node
from rules.core.types import (
    Ask,
    Continuous,
    Decide,
    Draw,
    Game,
    Knowledge,
    Over,
)

PLAYOUTS = 200
"""Playouts for a decision, where nothing else is said."""

EXPLORE = 0.35
"""How much an action that was tried seldom is favoured, in shares of a win."""
WIDTH = 4
"""The likeliest actions of a node at its first visit; with n visits, WIDEN * sqrt(n) more."""
WIDEN = 1.5
CANDIDATES = 8
"""Actions made of numbers that a node looks at."""
INNER = 4
"""The same for a node within the tree, where playouts go on."""
FOLLOWED = 6
"""Actions of a follow-up to the same move that a first look at an action looks at."""
REPLIED = 4
"""The same for the moves with which a playout goes on."""
ASIDE = "respond"
"""Decisions of this kind only ask whether anybody answers: they do not count as plies."""
OPEN = 10
"""Visits of a node before it is opened, where its outcomes cannot be listed."""
MOST_DEEP = 300
"""Decisions in one playout at most: a cycle in the rules must not hold it for ever."""
TRIALS = 3
"""Short random games before each decision that tell how far the scores swing."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: a count of ``playouts``, or ``seconds``.

    A playout ends ``plies`` decisions beyond the tree, taken at random or by a guide. With 0 it
    ends with the move in which it leaves the tree, and ``replies`` more moves; these are greedy,
    but for decisions of the kinds ``blind``, whose worth does not show right after them.
    """

    playouts: int = PLAYOUTS
    seconds: float | None = None
    plies: int = 0
    replies: int = 0
    blind: frozenset[str] = frozenset()


Guide = Callable[[Any, int, random.Random], Any]
"""``guide(state, seat, rng)``: what a quick player that knows the game would do there."""


class SearchMover:
    """Thinks ahead in a tree; draws from its own stream alone."""

    __slots__ = (
        "_ahead",
        "_even",
        "_guide",
        "_luck",
        "_open",
        "_plays_on",
        "_rng",
        "_root",
        "_scale",
        "_squares",
        "_trials",
        "budget",
    )

    def __init__(
        self,
        game: Game[Any, Any],
        rng: random.Random,
        budget: Budget | None = None,
        guide: Guide | None = None,
        score: Score | None = None,
    ) -> None:
        self._ahead = Ahead(game, score)
        self._rng = rng
        self._guide = guide
        self.budget = budget or Budget()
        self._open = True
        self._plays_on = False
        self._luck = 0
        self._scale = 1.0
        self._even: tuple[float, ...] = ()
        self._squares = 0.0
        self._trials = 0
        self._root = Node(None)

    def choose(self, knowledge: Knowledge[Any, Any]) -> Any:
        """Return the legal action that looks best."""
        return self.think(knowledge)[0].action

    def think(self, knowledge: Knowledge[Any, Any]) -> tuple[Thought, ...]:
        """Return what was found about each action, the best first."""
        rng = self._rng
        state = knowledge.sample(rng)
        # A game that hides nothing gives the one state there is.
        self._open = knowledge.sample(rng) is state
        self._ahead.start(state)
        actions = self._candidates(state, knowledge.seat, CANDIDATES)
        if len(actions) == 1:
            return (Thought(actions[0], 0.0, 0),)
        self._luck = rng.getrandbits(60)
        self._plays_on = self.budget.plies > 0 or self._ahead.physical
        self._learn_scale(state)
        seats = knowledge.game.seated(state)
        self._even = (1 / seats,) * seats
        self._root = Node(state)
        self._expand(self._root, state, knowledge.seat, actions, 0)
        for _ in self._thinking():
            if all(edge.proven is not None for edge in self._root.order):
                break
            world = state if self._open else knowledge.sample(rng)
            self._playout(world)
        seat = knowledge.seat
        edges = sorted(self._root.order, key=lambda edge: -edge.least(seat))
        return tuple(Thought(edge.action, edge.mean(seat), edge.visits) for edge in edges)

    def _thinking(self) -> Iterator[None]:
        """Yield as often as there is budget for a playout."""
        seconds = self.budget.seconds
        if seconds is None:
            yield from itertools.repeat(None, self.budget.playouts)
            return
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield

    def _learn_scale(self, s: Any) -> None:
        """Learn a little more about how far the leads of seats move in a few rounds of the game."""
        ahead = self._ahead
        rng = random.Random(self._luck)
        seats = ahead.game.seated(s)

        def leads(at: Any) -> list[float]:
            scores = [ahead.score(at, seat) for seat in range(seats)]
            middle = sum(scores) / seats
            return [score - middle for score in scores]

        before = leads(s)
        for _ in range(TRIALS):
            at, pending = self._play_on(s, 4 * seats, rng)
            if not isinstance(pending, Over):
                moved = zip(before, leads(at), strict=True)
                self._squares += sum((b - a) ** 2 for a, b in moved) / seats
                self._trials += 1
        # Who is far behind must still tell a good move from a bad one.
        gap = sum(lead * lead for lead in before) / seats
        self._scale = math.sqrt(self._squares / max(1, self._trials) + gap) or 1.0

    def _candidates(self, s: Any, seat: int, count: int) -> tuple[Any, ...]:
        """Return the actions to look at, what the guide would do among them."""
        actions = self._ahead.candidates(s, self._rng, count)
        if self._guide is None:
            return actions
        return tuple(dict.fromkeys((self._guide(s, seat, self._rng), *actions)))

    def _quick(self, s: Any, seat: int, rng: random.Random) -> Any:
        """Return what anybody may do: what the guide would, or at random."""
        if self._guide is not None:
            return self._guide(s, seat, rng)
        return self._ahead.anyhow(s, rng)

    # --- one playout ---

    def _playout(self, s: Any) -> None:
        node = self._root
        path: list[tuple[Node, Edge, int] | None] = []
        end: tuple[float, ...] | None = None
        for depth in range(MOST_DEEP):
            if self._open:
                s = node.state
            pending = self._ahead.game.pending(s)
            if isinstance(pending, Over):
                end = value = wins(pending)
                break
            node.visits += 1
            if isinstance(pending, Draw | Ask):
                path.append(None)
                s, node = self._drawn(node, s, pending, depth)
                continue
            if node.edges is None and not self._single(node, s):
                value = self._leaf(node, s, pending.seat, depth)
                end = node.proof(pending.seat)
                break
            edge = self._select(node, s, pending.seat, depth)
            path.append((node, edge, pending.seat))
            if edge.proven is not None:
                end = value = edge.proven
                break
            s = edge.state if self._open else self._ahead.apply(s, edge.action)
            if edge.node is None:
                edge.node = Node(s if self._open else None)
            node = edge.node
        else:
            value = self._ahead.shares(s, self._ahead.game.pending(s), self._scale)
        for passed in path:
            if passed is not None:
                edge = passed[1]
                edge.visits += 1
                for seat, share in enumerate(value):
                    edge.totals[seat] += share
        if end is not None and self._open:
            self._prove(path, end)

    def _prove(
        self, path: list[tuple[Node, Edge, int] | None], end: tuple[float, ...] | None
    ) -> None:
        """Keep an end that was reached, and what it proves of the decisions that led there.

        MCTS solver: Winands, Bjornsson and Saito, 2008. A chance proves nothing.
        """
        while path and end is not None:
            passed = path.pop()
            if passed is None:
                return
            node, edge, seat = passed
            edge.proven = end
            end = node.proof(seat)

    def _single(self, node: Node, s: Any) -> bool:
        """Open a node with one legal action for good: there is nothing to think about."""
        space = self._ahead.game.space(s)
        if isinstance(space, Continuous) or len(space.actions) != 1:
            return False
        (action,) = space.actions
        after = self._ahead.apply(s, action)
        edge = Edge(action, self._even, after if self._open else None)
        node.edges = {action: edge}
        node.order = [edge]
        return True

    def _leaf(self, node: Node, s: Any, seat: int, depth: int) -> tuple[float, ...]:
        """Return what a new node is worth: by its best action, or by playing on from it.

        Where playouts go on, a node is opened at a later visit.
        """
        luck = self._luck + (depth << 20) + node.visits
        if not self._plays_on:
            self._expand(node, s, seat, self._candidates(s, seat, CANDIDATES), depth)
            return node.order[0].prior
        if node.visits > (OPEN if self._ahead.physical else 1):
            share = self._ahead.shares(s, Decide(seat, ""), self._scale)
            self._expand(node, s, seat, self._candidates(s, seat, INNER), depth, share)
        # The k-th playout through every sister meets the same luck.
        if self.budget.plies:
            end = self._play_on(s, self.budget.plies, random.Random(luck))
        else:
            blind = self.budget.blind
            end = self._ahead.finish(s, seat, luck, REPLIED, blind)
            for k in range(self.budget.replies):
                if isinstance(end[1], Over):
                    break
                end = self._ahead.finish(end[0], end[1].seat, luck + k, REPLIED, blind)
        return self._ahead.shares(*end, self._scale)

    def _play_on(self, s: Any, plies: int, rng: random.Random) -> tuple[Any, Decide | Over]:
        """Return how it stands after some more decisions, taken anyhow."""
        ahead = self._ahead
        s, pending = ahead.decided(s, rng)
        while plies > 0 and isinstance(pending, Decide):
            plies -= not pending.kind.startswith(ASIDE)
            s, pending = ahead.decided(ahead.apply(s, self._quick(s, pending.seat, rng)), rng)
        return s, pending

    def _expand(
        self,
        node: Node,
        s: Any,
        seat: int,
        actions: tuple[Any, ...],
        depth: int,
        share: tuple[float, ...] | None = None,
    ) -> None:
        """Open a node; ``share`` = what every action is worth at first, None: try each of them."""
        if node.edges is None:
            node.edges = {}
        for action in actions:
            after = self._ahead.apply(s, action)
            prior = self._prior(after, seat, depth) if share is None else share
            node.edges[action] = edge = Edge(action, prior, after if self._open else None)
            node.order.append(edge)
            if self._open and isinstance(over := self._ahead.game.pending(after), Over):
                edge.proven = wins(over)
        node.order.sort(key=lambda edge: -edge.prior[seat])

    def _prior(self, s: Any, seat: int, depth: int) -> tuple[float, ...]:
        """Return what an action is worth at first: where the seat's move ends if it goes on anyhow.

        Sisters meet the same luck.
        """
        s, pending = self._ahead.finish(s, seat, self._luck + depth, FOLLOWED, self.budget.blind)
        return self._ahead.shares(s, pending, self._scale)

    def _select(self, node: Node, s: Any, seat: int, depth: int) -> Edge:
        """Return the edge to go on with."""
        assert node.edges is not None, "a node is opened before it is passed"
        legal = node.order if self._open else self._legal(node, s, seat, depth)
        visits = sum(edge.visits for edge in legal) if not self._open else node.visits
        width = WIDTH + int(WIDEN * math.sqrt(visits))
        if legal[0].prior[seat] == legal[-1].prior[seat]:
            width = len(legal)
        bonus = EXPLORE * math.sqrt(math.log(visits + 1))
        best = legal[0]
        top = -math.inf
        for edge in legal[:width]:
            if edge.proven is not None:
                if edge.proven[seat] > top:
                    best, top = edge, edge.proven[seat]
                continue
            tried = edge.visits + BELIEF
            value = (BELIEF * edge.prior[seat] + edge.totals[seat]) / tried
            value += bonus / math.sqrt(tried)
            if value > top:
                best, top = edge, value
        return best

    def _legal(self, node: Node, s: Any, seat: int, depth: int) -> list[Edge]:
        """Return the edges that are legal in this world, new ones among them."""
        edges = node.edges
        assert edges is not None, "a node is opened before it is passed"
        game = self._ahead.game
        space = game.space(s)
        if isinstance(space, Continuous):
            legal = [edge for edge in node.order if game.check(s, edge.action).ok]
            if legal:
                return legal
            actions = self._candidates(s, seat, CANDIDATES)
        else:
            actions = space.actions
        new = tuple(action for action in actions if action not in edges)
        if new:
            self._expand(node, s, seat, new, depth)
        known = set(actions)
        return [edge for edge in node.order if edge.action in known]

    def _drawn(self, node: Node, s: Any, pending: Draw | Ask, depth: int) -> tuple[Any, Node]:
        """Go on from a chance: to the outcomes drawn before, or to a new one."""
        ahead = self._ahead
        drawn = node.drawn
        if isinstance(pending, Draw):
            outcome = ahead.outcome(s, pending, self._rng)
            if outcome not in drawn:
                after = ahead.settle(s, outcome)
                drawn[outcome] = (outcome, Node(after if self._open else None))
                return after, drawn[outcome][1]
            child = drawn[outcome][1]
            return (child.state if self._open else ahead.settle(s, outcome)), child
        turn = node.visits - 1
        number = turn % (1 + math.isqrt(node.visits))
        key = (pending.request, number) if not self._open else number
        if key not in drawn:
            # The k-th throw of every sister meets the same luck.
            luck = random.Random(self._luck + (depth << 20) + (number << 8))
            outcome = ahead.outcome(s, pending, luck)
            after = ahead.settle(s, outcome)
            drawn[key] = (outcome, Node(after if self._open else None))
            return after, drawn[key][1]
        outcome, child = drawn[key]
        return (child.state if self._open else ahead.settle(s, outcome)), child
