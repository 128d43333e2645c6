"""A game in words, for any game: who did what, what followed, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kullerwerk.session import hides
from rules.core.types import Decide, Over

if TYPE_CHECKING:
    from rules.core.records import Replay
    from rules.core.types import Game


def action_text(game: Game[Any, Any], s: Any, action: Any) -> str:
    """An action as it is typed, and in words."""
    text = game.format(s, action)
    words = game.describe(s, action)
    return text if words == text else f"{text} ({words})"


def told(game: Game[Any, Any], played: Replay) -> Iterator[str]:
    """A line per decision and per event.

    Of a game that has not ended only what everybody may know: it may be gone on with.
    """
    s = game.load(played.header.setup)
    seats = range(game.seated(s))
    for pending, answer, step in played.steps:
        if isinstance(pending, Decide) and (played.complete or not hides(game, s, seats)):
            yield f"{game.seat_name(s, pending.seat)}: {action_text(game, s, answer)}"
        s = step.state
        for event in step.events:
            if played.complete or event.seen_by is None:
                yield f"  {game.tell(s, event)}"


def won(game: Game[Any, Any], s: Any, over: Over) -> str:
    """Who has won, and why the game ended: ``red wins (finish)``."""
    best = [game.seat_name(s, seat) for seat, rank in enumerate(over.ranking) if rank == 1]
    verb = "wins" if len(best) == 1 else "share the win"
    return f"{' and '.join(best)} {verb} ({over.termination.replace('_', ' ')})"
