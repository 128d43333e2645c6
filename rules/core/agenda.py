"""The agenda: a stack of pending work whose top owns the decision.

Frames are frozen data inside the state, so that they take part in equality, dumps and digests;
what a frame *does* stands in a table of the game, ``{frame type: Handler}``. Whatever interrupts a
turn is pushed on top of it, and "then the interrupted turn is continued" is a pop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.core.types import Event, Pending

Emit = Callable[[Event], None]
"""Takes an event that has just happened."""


class HasAgenda(Protocol):
    """A state with an agenda; the last frame is the top."""

    @property
    def agenda(self) -> tuple[Any, ...]:
        """The frames, the top one last."""
        ...


S = TypeVar("S", bound=HasAgenda)


@dataclass(frozen=True, slots=True)
class Handler(Generic[S]):
    """What a frame type does while it is on top.

    ``advance`` does the frame's automatic work and gives the next state, or None when the frame
    waits for an answer; ``pending`` is the question it then asks. ``act`` carries out a legal
    action, ``settle`` a valid outcome; both give the next state. A frame leaves the agenda only
    through these functions, so each of them must change the agenda.
    """

    advance: Callable[[S, Any, Emit], S | None] | None = None
    pending: Callable[[S, Any], Pending] | None = None
    act: Callable[[S, Any, Any, Emit], S] | None = None
    settle: Callable[[S, Any, Any, Emit], S] | None = None


def resolve(s: S, handlers: Mapping[type, Handler[S]], emit: Emit) -> S:
    """Run automatic frames until one waits for an answer or the agenda is empty."""
    while s.agenda:
        frame = s.agenda[-1]
        advance = handlers[type(frame)].advance
        if advance is None:
            return s
        after = advance(s, frame, emit)
        if after is None:
            return s
        s = after
    return s
