"""Counting the nodes of a game's tree: what a generator of moves is compared by."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.core.types import Ask, Continuous, Decide, Draw, Game, Over


class CannotCountError(ValueError):
    """A tree that has no number of branches: one sentence that says where."""


@dataclass(slots=True)
class Count:
    """Nodes by what they wait for."""

    decisions: int = 0
    chances: int = 0
    ends: int = 0

    @property
    def nodes(self) -> int:
        """All of them."""
        return self.decisions + self.chances + self.ends


@dataclass(frozen=True, slots=True)
class Row:
    """The nodes at one depth, and the seconds that counting them took."""

    depth: int
    count: Count
    seconds: float


def branches(game: Game[Any, Any], s: Any) -> Iterator[tuple[str, Any]]:
    """Every answer that a state can get, as text, with the state after it.

    A game that is over has none. Raises CannotCountError where the answers are numbers out of a
    range, or come from physics.
    """
    pending = game.pending(s)
    match pending:
        case Decide(kind=kind):
            space = game.space(s)
            if isinstance(space, Continuous):
                raise CannotCountError(
                    f"{game.name} cannot be counted: the decision {kind!r} is made of numbers, "
                    "too many to list"
                )
            # The unchecked way, where there is one: what is listed is legal.
            act = getattr(game, "apply_unchecked", game.apply)
            for action in space.actions:
                yield game.format(s, action), act(s, action).state
        case Draw(kind=kind, outcomes=outcomes):
            settle = getattr(game, "settle_unchecked", game.settle)
            for outcome, _ in outcomes:
                yield f"{kind} {outcome}", settle(s, outcome).state
        case Ask(request=request):
            raise CannotCountError(
                f"{game.name} cannot be counted: where the pieces of a {type(request).__name__} "
                "go is up to physics"
            )
        case Over():
            return


def count(game: Game[Any, Any], s: Any, depth: int) -> Count:
    """The nodes that are ``depth`` answers away from ``s``; raises CannotCountError."""
    found = Count()
    act = getattr(game, "apply_unchecked", game.apply)
    settle = getattr(game, "settle_unchecked", game.settle)

    def visit(s: Any, depth: int) -> None:
        pending = game.pending(s)
        if not depth:
            if isinstance(pending, Decide):
                found.decisions += 1
            elif isinstance(pending, Over):
                found.ends += 1
            else:
                found.chances += 1
        elif isinstance(pending, Decide) and (actions := game.actions(s)):
            for action in actions:
                visit(act(s, action).state, depth - 1)
        elif isinstance(pending, Draw):
            for outcome, _ in pending.outcomes:
                visit(settle(s, outcome).state, depth - 1)
        else:  # an end, or what cannot be counted
            for _, after in branches(game, s):
                visit(after, depth - 1)

    visit(s, depth)
    return found


def rows(game: Game[Any, Any], s: Any, depth: int) -> Iterator[Row]:
    """The counts from depth 0 to ``depth``, each as soon as it is known."""
    for at in range(depth + 1):
        began = time.perf_counter()
        found = count(game, s, at)
        yield Row(at, found, time.perf_counter() - began)


def divided(game: Game[Any, Any], s: Any, depth: int) -> Iterator[tuple[str, Count]]:
    """The counts at ``depth`` (from 1 on) below each first answer, which is given as text."""
    for text, after in branches(game, s):
        yield text, count(game, after, depth - 1)
