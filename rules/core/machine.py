"""The part of a game that is the same for all: an agenda asks, and answers move it on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from rules.core.agenda import Handler, resolve
from rules.core.errors import BadOutcome, IllegalAction
from rules.core.types import Decide, Draw, Event, Outcome, Over, Pending, Step, Verdict


class HasEnd(Protocol):
    """A state with an agenda, and with an end once that is empty."""

    @property
    def agenda(self) -> tuple[Any, ...]:
        """The frames, the top one last."""
        ...

    @property
    def over(self) -> Over | None:
        """How the game ended, None while it goes on."""
        ...


S = TypeVar("S", bound=HasEnd)
A = TypeVar("A")


class Machine(Generic[S, A]):
    """``new``, ``pending``, ``apply``, ``settle`` of a game whose state is an agenda of frames.

    A game has ``handlers`` for its frames and ``begin`` for its start, says by ``check`` which
    actions are legal, writes them with ``format``, and refuses settled physics that cannot be with
    ``check_settled``.
    """

    handlers: Mapping[type, Handler[S]]

    def begin(self, options: Any, seats: int, setup: Any = None) -> Step[S]:
        """A game before its first question, and what has happened by then."""
        raise NotImplementedError

    def new(self, options: Any, seats: int, setup: Any = None) -> S:
        """The state of ``begin``."""
        return self.begin(options, seats, setup).state

    def check(self, s: S, a: object) -> Verdict:
        """Whether an action is legal now."""
        raise NotImplementedError

    def format(self, s: S, a: A) -> str:
        """The exact text of an action."""
        raise NotImplementedError

    def check_settled(self, s: S, o: object) -> None:
        """Raise BadOutcome where the settled state cannot answer the request that waits."""
        raise BadOutcome("nothing was asked of the physics, so there is no outcome to take")

    def begun(self, s: S) -> Step[S]:
        """A state at the beginning with its automatic work done, and what that was."""
        told: list[Event] = []
        return Step(resolve(s, self.handlers, told.append), tuple(told))

    def pending(self, s: S) -> Pending:
        """Who must act on what."""
        if s.over is not None:
            return s.over
        frame = s.agenda[-1]
        ask = self.handlers[type(frame)].pending
        if ask is None:
            raise ValueError(f"{type(frame).__name__} cannot wait for an answer")
        return ask(s, frame)

    def apply(self, s: S, a: A) -> Step[S]:
        """Carry out a decision; raises IllegalAction, and ``s`` is as it was."""
        verdict = self.check(s, a)
        if not verdict.ok:
            try:
                text = self.format(s, a)
            except (TypeError, ValueError, AttributeError, IndexError, KeyError):
                text = ""
            raise IllegalAction(verdict, text)
        return self.apply_unchecked(s, a)

    def apply_unchecked(self, s: S, a: A) -> Step[S]:
        """Carry out an action that is known to be legal; for search."""
        frame = s.agenda[-1]
        act = self.handlers[type(frame)].act
        if act is None:
            raise ValueError(f"{type(frame).__name__} takes no action")
        told: list[Event] = []
        after = resolve(act(s, frame, a, told.append), self.handlers, told.append)
        return Step(after, tuple(told))

    def settle(self, s: S, o: Outcome) -> Step[S]:
        """Take an answer of chance or physics; raises BadOutcome, and ``s`` is as it was."""
        pending = self.pending(s)
        if isinstance(pending, Decide | Over):
            raise BadOutcome("nothing was thrown or drawn, so there is no outcome to take")
        if isinstance(pending, Draw):
            if not any(type(o) is type(one) and o == one for one, _ in pending.outcomes):
                can = ", ".join(str(one) for one, _ in pending.outcomes)
                raise BadOutcome(f"{pending.kind} can be {can}, not {str(o)[:40]!r}")
        else:
            self.check_settled(s, o)
        return self.settle_unchecked(s, o)

    def settle_unchecked(self, s: S, o: Outcome) -> Step[S]:
        """Take an outcome that is known to be possible; for search."""
        frame = s.agenda[-1]
        settle = self.handlers[type(frame)].settle
        if settle is None:
            raise ValueError(f"{type(frame).__name__} takes no outcome")
        told: list[Event] = []
        after = resolve(settle(s, frame, o, told.append), self.handlers, told.append)
        return Step(after, tuple(told))
