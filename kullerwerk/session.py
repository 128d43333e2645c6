"""A game in progress: what was answered, the streams of chance, undo, and the record.

All random numbers come from the seed and from where the game stands: draw k and throw k have
streams of their own, and so has every decision of a player. A game that is saved and taken up
again goes on as if it had never stopped, and an answer taken back gets the same reply again.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from errno import EBUSY
from pathlib import Path
from typing import Any

from kullerwerk.console import atomic
from kullerwerk.streams import CHANCE, PHYSICS, PLAYERS, physics_stream, python_stream
from rules.core.records import Header, Writer
from rules.core.run import pick
from rules.core.types import Ask, Decide, Draw, Game, Over, Pending, Provider, Seat, Step

ADVICE = 1000
"""Hints draw from this stream."""
IDEAS = 1001
"""Proposals for actions made of numbers draw from this one."""

GUESSES = 4
"""How many worlds that a seat thinks possible are compared with the one there is."""

Answered = tuple[Pending, Any, Step[Any]]
"""A question, its answer, and what followed."""


class Session:
    """One game from its start to now.

    ``provider`` answers physics (None: the game never asks); ``live`` tells that it simulates and
    wants the streams of numpy. ``record`` is written line by line; a file of that name is replaced.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        head: Header,
        provider: Provider | None = None,
        steps: Sequence[Answered] = (),
        record: Path | None = None,
        *,
        live: bool = False,
    ) -> None:
        self.game = game
        self.head = head
        self.steps = list(steps)
        self.first = game.load(head.setup)
        self.record = record
        self.kept = len(self.steps)
        """How many answers some file holds."""
        self._provider = provider
        self.live = live
        self._writer: Writer | None = None
        self._torn = False
        """Whether the record lacks something that could not be written."""
        self._theirs = False
        """Whether that is so because another program writes it too."""
        self._write_again()

    @property
    def state(self) -> Any:
        """How the game stands."""
        return self.steps[-1][2].state if self.steps else self.first

    @property
    def pending(self) -> Pending:
        """The question that is asked now."""
        return self.game.pending(self.state)

    @property
    def seed(self) -> int:
        """The seed of the game; a header without one is given one before."""
        assert self.head.seed is not None, "a session has a seed"
        return self.head.seed

    def stream(self, kind: int) -> random.Random:
        """The random numbers of this kind for the question that is asked now."""
        return python_stream(self.seed, kind, len(self.steps))

    def player_stream(self, seat: Seat) -> random.Random:
        """The random numbers of a player for the decision that is asked now."""
        return self.stream(PLAYERS + seat)

    def act(self, action: Any) -> Step[Any]:
        """Carry out a decision; raises IllegalAction, and nothing has changed.

        So it is where the record cannot be written: OSError.
        """
        return self._keep(self.pending, action, self.game.apply(self.state, action))

    def let_chance_answer(self) -> Step[Any]:
        """Let chance or physics answer, as the seed has it."""
        pending = self.pending
        answer: Any
        if isinstance(pending, Draw):
            number = sum(isinstance(asked, Draw) for asked, _, _ in self.steps)
            answer = pick(pending.outcomes, python_stream(self.seed, CHANCE, number))
        else:
            assert isinstance(pending, Ask), "chance is asked"
            assert self._provider is not None, "a game that asks physics has a provider"
            answer = self._provider.resolve(pending.request, self.throw_stream())
        return self.settle(answer)

    def throw_stream(self) -> Any:
        """The random numbers of the throw that is asked for now."""
        number = sum(isinstance(asked, Ask) for asked, _, _ in self.steps)
        return (physics_stream if self.live else _plain_throws)(self.seed, number)

    def settle(self, answer: Any) -> Step[Any]:
        """Take what chance or physics has answered; raises BadOutcome."""
        return self._keep(self.pending, answer, self.game.settle(self.state, answer))

    def _keep(self, pending: Pending, answer: Any, step: Step[Any]) -> Step[Any]:
        if self._torn:
            self._write_again()
        if self._writer is not None:
            self._torn = True  # a part of a line may be there when the disk is full
            try:
                self._writer.add(self.state, pending, answer, step)
            except OSError as error:
                self._theirs = error.errno == EBUSY
                raise
            self._torn = False
            self.kept = len(self.steps) + 1
        self.steps.append((pending, answer, step))
        return step

    # --- taking back ---

    def back_to(self, seats: Collection[Seat]) -> int | None:
        """Where ``undo`` leads: the number of answers that are left then, None where it cannot.

        It is the last decision of these seats. What chance has answered is never taken back, and
        where something is hidden neither is what another seat has decided: it may have shown
        what that seat knew.
        """
        hidden = hides(self.game, self.state, range(self.head.seats))
        now = self.pending
        for number in range(len(self.steps) - 1, -1, -1):
            asked = self.steps[number][0]
            if not isinstance(asked, Decide):
                return None
            if hidden and (not isinstance(now, Decide) or asked.seat != now.seat):
                return None
            if asked.seat in seats:
                return number
        return None

    def take_back(self, left: int) -> None:
        """Drop all answers but the first ``left``, also from the record.

        Raises OSError where that cannot be written: they are dropped all the same, and the record
        is written anew with the next answer.
        """
        del self.steps[left:]
        if self.kept > left:
            self.kept = -1  # a file holds another way on
        self._torn = self.record is not None
        self._write_again()

    def _write_again(self) -> None:
        if self.record is not None:
            self._writer = Writer.going_on(self.record, self.game, self.head, self.steps)
            self.kept = len(self.steps)
        self._torn = self._theirs = False

    # --- keeping ---

    @property
    def unsaved(self) -> bool:
        """Whether answers would be lost if the game ended now."""
        return len(self.steps) != self.kept

    def save(self, path: Path) -> None:
        """Write a record of the game so far; what was in the file stays until that is whole."""
        with (
            atomic(path) as beside,
            Writer.going_on(beside, self.game, self.head, self.steps),
        ):
            pass
        self.kept = len(self.steps)

    def close(self) -> None:
        """End the record: with the result, or as a game that was broken off here.

        Raises OSError; a record that lacks something already ends where that is, without a word.
        """
        if self._torn and not self._theirs:
            with suppress(OSError):
                self._write_again()
        if self._writer is not None and not self._torn:
            self._writer.close()


def _plain_throws(seed: int, number: int) -> random.Random:
    """The stream of a sampled throw."""
    return python_stream(seed, PHYSICS, number)


def hides(game: Game[Any, Any], s: Any, seats: Collection[Seat]) -> bool:
    """Whether one of these seats sees or knows something that another of them does not.

    Two seats may see the same by chance (equal cards): then other worlds are possible for them.
    """
    views = [_of_nobody(game.observe(s, seat)) for seat in seats]
    if any(view != views[0] for view in views):
        return True
    guess = random.Random(0)
    return any(game.determinize(s, seat, guess) != s for seat in seats for _ in range(GUESSES))


def _of_nobody(view: Any) -> Any:
    """A view without the mark of who looks."""
    if is_dataclass(view) and not isinstance(view, type):
        named = [field.name for field in fields(view) if field.name == "seat"]
        if named:
            return replace(view, seat=None)
    return view


def result(session: Session) -> Over | None:
    """How the game ended, None while it goes on."""
    pending = session.pending
    return pending if isinstance(pending, Over) else None
