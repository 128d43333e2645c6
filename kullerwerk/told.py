"""A game in words, for any game: who did what, what followed, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kullerwerk.session import hides
from rules.core.types import Decide, Over, Seat

if TYPE_CHECKING:
    from rules.core.records import Replay
    from rules.core.types import Game


def name_of(seat: Seat) -> str:
    """What a seat is called where its game gives it no colour."""
    return f"player {seat + 1}"


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
            yield f"{name_of(pending.seat)}: {action_text(game, s, answer)}"
        s = step.state
        for event in step.events:
            if played.complete or event.seen_by is None:
                yield f"  {game.tell(s, event)}"


def won(over: Over) -> str:
    """Who has won, and why the game ended: ``player 2 wins (finish)``."""
    best = [name_of(seat) for seat, rank in enumerate(over.ranking) if rank == 1]
    verb = "wins" if len(best) == 1 else "share the win"
    return f"{' and '.join(best)} {verb} ({over.termination.replace('_', ' ')})"
