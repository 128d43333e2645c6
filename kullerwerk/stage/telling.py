"""The log of a game at the window: one line for each thing that happened, in a player's words.

The rules can say what somebody decides and what comes of it. Here a decision has a line of its own
only where nothing that follows tells of it: a pass, mostly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kullerwerk.session import hides
from kullerwerk.stage.koenig_told import told as told_of_a_race
from rules.core.types import Decide, Event, Pending, Seat, Step

PASS = "pass"
"""The text of a pass, the same in all games."""
Answered = tuple[Pending, Any, Step[Any]]
"""A question, its answer, what followed."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the log; ``seat`` did it, None = it followed; ``to`` may read it."""

    text: str
    seat: Seat | None = None
    to: tuple[Seat, ...] | None = None


def told(game: Any, state: Any, event: Event, lang: str) -> str:
    """An event in a player's words; "" = it goes without saying."""
    if game.name == "koenig":
        return told_of_a_race(state, event, lang)
    return game.tell(state, event, lang)


def told_all(game: Any, state: Any, events: Iterable[Event], lang: str) -> Iterator[Said]:
    """The lines of events."""
    for event in events:
        if text := told(game, state, event, lang):
            yield Said(text, None, event.seen_by)


def told_step(
    game: Any, first: Any, steps: Sequence[Answered], number: int, lang: str
) -> list[Said]:
    """The lines of a step: the ``number``-th from 0 of a game that began at ``first``.

    What is decided while something is hidden is said by its events alone.
    """
    before = steps[number - 1][2].state if number else first
    pending, answer, step = steps[number]
    out = list(told_all(game, step.state, step.events, lang))
    if isinstance(pending, Decide):
        if not _tells(game, before, pending, answer, step):
            if hides(game, before, range(game.seated(before))):
                return out
            words = game.describe(before, answer, lang)
            said = f"{game.seat_name(before, pending.seat, lang)}: {words}"
            return [Said(said, pending.seat), *out]
        doer: Seat | None = pending.seat
    else:
        # What was thrown, or turned over, tells of the decision before.
        asked, _, earlier = steps[number - 1] if number else (None, None, None)
        silent = earlier is not None and not earlier.events
        doer = asked.seat if silent and isinstance(asked, Decide) else None
    if doer is not None and out:
        out[0] = Said(out[0].text, doer, out[0].to)
    return out


def _tells(game: Any, before: Any, pending: Decide, answer: Any, step: Step[Any]) -> bool:
    """Whether what followed, or follows, says what was decided."""
    if game.format(before, answer) != PASS:
        return True
    return bool(step.events) and getattr(step.events[0], "seat", None) == pending.seat
