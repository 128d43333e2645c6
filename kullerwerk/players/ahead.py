"""Looking ahead in any game, by the protocol alone: candidates, steps, chance and worth.

What is here knows no game. Outcomes of chance are drawn with the caller's numbers, never with those
of the run, and physics is answered by the game's own sampled throws.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.core.run import pick
from rules.core.types import Ask, Continuous, Decide, Draw, Game, Over, Pending, Provider

WIN = 1e9
"""What a won game is worth to a greedy player, beside any score."""
FOLLOW_UPS = 4
"""Decisions of a seat in a row that are taken for one move."""
MAX_CHANCE = 10_000
"""More outcomes of chance in a row than any game has: a rule that never comes to an end."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player thinks of one action: ``value`` to itself, after looking ``visits`` times."""

    action: Any
    value: float
    visits: int


def best(thoughts: tuple[Thought, ...], rng: random.Random) -> Any:
    """Return the action of the highest value, of equal ones any."""
    top = max(thought.value for thought in thoughts)
    return rng.choice([thought.action for thought in thoughts if thought.value == top])


def wins(over: Over) -> tuple[float, ...]:
    """Return each seat's share of a game that is over: 1 for the winner, split among tied ones."""
    first = over.ranking.count(1)
    return tuple(1 / first if rank == 1 else 0.0 for rank in over.ranking)


Score = Callable[[Any, int], float]
"""``score(state, seat)``: how well a seat stands, the more the better."""


class Ahead:
    """A game to look ahead in: steps without the checks that legal answers do not need."""

    __slots__ = ("_provider", "apply", "game", "score", "settle")

    def __init__(self, game: Game[Any, Any], score: Score | None = None) -> None:
        self.game = game
        self.score = game.score if score is None else score
        self._provider: Provider | None = None
        apply = getattr(game, "apply_unchecked", game.apply)
        settle = getattr(game, "settle_unchecked", game.settle)
        self.apply: Callable[[Any, Any], Any] = lambda s, a: apply(s, a).state
        """The state after a legal action."""
        self.settle: Callable[[Any, Any], Any] = lambda s, o: settle(s, o).state
        """The state after a possible outcome."""

    def start(self, s: Any) -> None:
        """Take the sampled throws of the game that ``s`` belongs to."""
        self._provider = self.game.sampled(s)

    @property
    def physical(self) -> bool:
        """Whether the game asks physics."""
        return self._provider is not None

    def candidates(self, s: Any, rng: random.Random, count: int) -> tuple[Any, ...]:
        """Return all listed actions of a decision, and about ``count`` of those made of numbers."""
        space = self.game.space(s)
        if isinstance(space, Continuous):
            return tuple(dict.fromkeys((*space.listed, *space.propose(rng, count))))
        return space.actions

    def anyhow(self, s: Any, rng: random.Random) -> Any:
        """Return a random action; of numbers what the game proposes first, or what it lists."""
        if self.game.actions(s):
            return self.game.random_action(s, rng)
        space = self.game.space(s)
        if not isinstance(space, Continuous):
            return self.game.random_action(s, rng)
        if space.listed and rng.random() < 0.8:
            return space.listed[0]
        return space.propose(rng, 1)[0]

    def outcome(self, s: Any, pending: Draw | Ask, rng: random.Random) -> Any:
        """Return an outcome of what is pending, drawn as chance would."""
        if isinstance(pending, Draw):
            return pick(pending.outcomes, rng)
        if self._provider is None:
            raise ValueError(f"{self.game.name} asks for physics, but has no sampled outcomes")
        del s
        return self._provider.resolve(pending.request, rng)

    def decided(self, s: Any, rng: random.Random) -> tuple[Any, Decide | Over]:
        """Return the next state in which somebody decides or all is over, and that question."""
        for _ in range(MAX_CHANCE):
            pending: Pending = self.game.pending(s)
            if isinstance(pending, Decide | Over):
                return s, pending
            s = self.settle(s, self.outcome(s, pending, rng))
        raise ValueError(f"{self.game.name} draws for ever")

    def finish(
        self,
        s: Any,
        seat: int,
        luck: int,
        width: int = 1_000_000,
        blind: frozenset[str] = frozenset(),
    ) -> tuple[Any, Decide | Over]:
        """Return the state in which the seat's move is done, and the question asked there.

        Decisions of the same seat that follow at once belong to the move, FOLLOW_UPS of them at
        most; each is taken by the score right after it, of ``width`` actions at most, of numbers
        what the game proposes first; those of the kinds ``blind`` at random. All chance comes
        from the number ``luck``.
        """
        pending = self.game.pending(s)
        if isinstance(pending, Over) or (isinstance(pending, Decide) and pending.seat != seat):
            return s, pending
        rng = random.Random(luck)
        s, after = self.decided(s, rng)
        for _ in range(FOLLOW_UPS):
            if isinstance(after, Over) or after.seat != seat:
                break
            if after.kind in blind:
                s, after = self.decided(self.apply(s, self.game.random_action(s, rng)), rng)
            else:
                s, after = self._next(s, seat, rng, width)
        return s, after

    def _next(self, s: Any, seat: int, rng: random.Random, width: int) -> tuple[Any, Decide | Over]:
        space = self.game.space(s)
        if isinstance(space, Continuous):
            action = space.listed[0] if space.listed else space.propose(rng, 1)[0]
            return self.decided(self.apply(s, action), rng)
        if len(space.actions) == 1:
            return self.decided(self.apply(s, space.actions[0]), rng)
        luck = rng.getrandbits(63)
        top = -math.inf
        found: tuple[Any, Decide | Over] | None = None
        # From a random place on, so that of equal ones not always the first is taken.
        count = len(space.actions)
        first = rng.randrange(count)
        for k in range(min(count, width)):
            # Spread over all of them: neighbours in a sorted list are much alike.
            after = self.apply(s, space.actions[(first + k * count // min(count, width)) % count])
            pending = self.game.pending(after)
            at = after
            if not isinstance(pending, Decide | Over):
                at, pending = self.decided(after, random.Random(luck))
            value = self.standing(at, pending, seat)
            if value > top:
                top, found = value, (at, pending)
        assert found is not None, "a decision has a legal answer"
        return found

    def standing(self, s: Any, pending: Pending, seat: int) -> float:
        """Return the seat's score; a game that is over counts for more than any score."""
        score = self.score(s, seat)
        if isinstance(pending, Over):
            score += WIN * (wins(pending)[seat] or -1.0)
        return score

    def shares(self, s: Any, pending: Pending, scale: float) -> tuple[float, ...]:
        """Return each seat's chance to win, 0..1, as the scores tell it; exact where it is over.

        They sum to 1: the scores' weights are exponential, ``scale`` being a lead that makes a
        seat e times as likely to win as another one (Luce's choice rule).
        """
        if isinstance(pending, Over):
            return wins(pending)
        score = self.score
        scores = [score(s, seat) for seat in range(self.game.seated(s))]
        if len(scores) == 2:
            lead = min(max((scores[0] - scores[1]) / scale, -700.0), 700.0)
            mine = 1 / (1 + math.exp(-lead))
            return mine, 1 - mine
        top = max(scores)
        weights = [math.exp(max((one - top) / scale, -700.0)) for one in scores]
        total = sum(weights)
        return tuple(weight / total for weight in weights)
