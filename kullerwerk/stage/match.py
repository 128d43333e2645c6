"""A game at the window: people and computer players, chance and physics, one step at a time.

The page asks `Match.update` as long as nothing is being shown; whatever takes longer than a frame
is done in the background. What happens is queued in ``happened`` for the board to show.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kullerwerk.players.specs import Spec
from kullerwerk.seats import Seated
from kullerwerk.session import ADVICE, Session, hides
from kullerwerk.stage.surroundings import Surroundings, failed
from kullerwerk.stage.telling import PASS, Said, told_all, told_step
from kullerwerk.stage.thinking import decide, resolve
from rules.core.errors import IllegalAction
from rules.core.types import Ask, Decide, Draw, Event, Over, Pending, Seat, Step, Verdict

WINDOW = "respond"
"""Decisions of this kind are asked of everybody, whatever they hold."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A question, its answer, what followed, and how a throw went in between (None = unknown)."""

    before: Any
    pending: Pending
    answer: Any
    step: Step[Any]
    trace: Any = None
    lines: int = 0
    """How long the log was before: what was thrown is told once it has been shown."""


class Match:
    """A session with those who sit at it.

    ``scene`` is what is simulated, None where outcomes are sampled. ``advisor`` gives hints.
    """

    def __init__(
        self,
        around: Surroundings,
        session: Session,
        seats: tuple[Seated, ...],
        scene: Any = None,
        advisor: Spec | None = None,
        opening: Iterable[Event] = (),
    ) -> None:
        self.around = around
        self.session = session
        self.game = session.game
        self.seats = seats
        self.scene = scene
        self.advisor = advisor or Spec("greedy")
        self.people = tuple(k for k, seat in enumerate(seats) if seat is None)
        self.happened: deque[Happened] = deque()
        self.log: list[Said] = []
        self.at: Seat | None = self.people[0] if len(self.people) == 1 else None
        """Whose eyes see the screen; None = everybody's."""
        self.advice: Any = None
        """What the advisor would do now, None = nobody has asked."""
        self._job: Future[Any] | None = None
        self._hint: Future[Any] | None = None
        self._volunteer: Seat | None = None
        self._closed = False
        self._kind: str = ""
        self.trouble = ""
        """Why the game cannot go on: something in the background has failed."""
        self._seen: tuple[Any, bool] = (None, False)
        """A state, and whether something is hidden in it."""
        self._opening = tuple(opening)
        self._marks: list[int] = []
        """How long the log was before each answer."""
        self._lang = ""
        """The language of the log."""
        self._tell_all()

    # --- how it stands ---

    @property
    def state(self) -> Any:
        """How the game stands."""
        return self.session.state

    @property
    def pending(self) -> Pending:
        """What is asked."""
        return self.session.pending

    @property
    def over(self) -> Over | None:
        """How it ended, None while it goes on."""
        pending = self.pending
        return pending if isinstance(pending, Over) else None

    @property
    def turn(self) -> Seat | None:
        """Who must decide, None where nobody must."""
        pending = self.pending
        return pending.seat if isinstance(pending, Decide) else None

    def name(self, seat: Seat) -> str:
        """What people call a seat."""
        return self.game.seat_name(self.state, seat, self.around.lang)

    @property
    def hidden(self) -> bool:
        """Whether people at the screen see different things."""
        if len(self.people) < 2:
            return False
        state = self.state
        if self._seen[0] is not state:  # many worlds are looked at: once for each state
            self._seen = (state, hides(self.game, state, self.people))
        return self._seen[1]

    @property
    def curtain(self) -> Seat | None:
        """Whom the screen must be handed to before it shows anything, None = nobody."""
        pending = self.pending
        if not isinstance(pending, Decide) or pending.seat not in self.people:
            return None
        if pending.seat == self.at or not self.hidden or self.asks_all or self._silent(pending):
            return None
        return pending.seat

    @property
    def asks_all(self) -> bool:
        """Whether everybody at the screen is asked at once whether they want to answer."""
        pending = self.pending
        return (
            isinstance(pending, Decide)
            and pending.seat in self.people
            and pending.kind.startswith(WINDOW)
            and self.hidden
            and self._volunteer is None
            and not self._closed
            and self._can_pass
        )

    @property
    def _can_pass(self) -> bool:
        state = self.state
        return any(self.game.format(state, a) == PASS for a in self.game.actions(state))

    @property
    def waits(self) -> Decide | None:
        """The question that a person at the screen must answer now, None = there is none."""
        pending = self.pending
        if not isinstance(pending, Decide) or pending.seat not in self.people:
            return None
        if self.curtain is not None or self.asks_all or self._silent(pending):
            return None
        return pending

    @property
    def thinking(self) -> bool:
        """Whether somebody thinks, or something rolls, in the background."""
        return self._job is not None

    @property
    def hinting(self) -> bool:
        """Whether the advisor thinks."""
        return self._hint is not None

    # --- going on ---

    def update(self) -> None:
        """Do what nobody at the screen has to do: at most one step."""
        if self._hint is not None and self._hint.done():
            self._take_hint(self._hint)
        if self._job is not None:
            if self._job.done():
                self._take_job(self._job)
            return
        if self.trouble:
            return
        pending, session = self.pending, self.session
        match pending:
            case Over():
                return
            case Draw():
                before = self.state
                try:
                    step = session.let_chance_answer()
                except OSError as error:
                    self._not_written(error)
                    return
                self._happen(before, pending, session.steps[-1][1], step)
            case Ask():
                self._job = self.around.thrower(self.scene).submit(
                    resolve, self.game.name, self.scene, self.state, pending.request,
                    session.throw_stream(),
                )  # fmt: skip
            case Decide(seat=seat):
                if not pending.kind.startswith(WINDOW) or pending.kind != self._kind:
                    self._kind, self._volunteer, self._closed = pending.kind, None, False
                spec = self.seats[seat]
                if spec is not None:
                    self._job = self.around.background.submit(
                        decide, self.game.name, self.scene, self.session.first, self.state, seat,
                        spec, session.player_stream(seat),
                    )  # fmt: skip
                elif self._silent(pending):
                    self.act(self.game.parse(self.state, PASS))

    def _silent(self, pending: Decide) -> bool:
        """Whether a person passes without being asked: it has said so in the open."""
        if not (pending.kind.startswith(WINDOW) and self.hidden and self._can_pass):
            return False
        return self._closed or (self._volunteer is not None and pending.seat != self._volunteer)

    def _take_job(self, job: Future[Any]) -> None:
        self._job = None
        before, pending = self.state, self.pending
        try:
            found = job.result()
        except Exception as error:  # whatever it was, the game stays as it stands
            self.trouble = failed(self.around, error)
            return
        try:
            if isinstance(pending, Ask):
                answer, trace = found
                self._happen(before, pending, answer, self.session.settle(answer), trace)
            elif isinstance(pending, Decide):
                self._happen(before, pending, found, self.session.act(found))
                self._heard(before, pending, found)
        except OSError as error:
            self._not_written(error)

    def _not_written(self, error: OSError) -> None:
        """The record cannot be written: the game waits rather than lose what is played."""
        why = error.strerror or str(error)
        said = self.around.word("save.failed", path=self.session.record, why=why)
        self.trouble = said.removesuffix(".")

    def try_again(self) -> None:
        """Go on after a trouble."""
        self.trouble = ""

    # --- what people do ---

    def check(self, action: Any) -> Verdict:
        """Whether an action is legal now, and why not."""
        return self.game.check(self.state, action)

    def act(self, action: Any) -> Verdict:
        """Carry out what a person has decided; the verdict says why where it is not legal.

        Where the record cannot be written nothing has changed, and ``trouble`` says so.
        """
        before, pending = self.state, self.pending
        try:
            step = self.session.act(action)
        except IllegalAction as error:
            return error.verdict
        except OSError as error:
            self._not_written(error)
            return Verdict(ok=False, rule=self.trouble)
        self.advice = None
        self._hint = None
        self._happen(before, pending, action, step)
        if isinstance(pending, Decide):
            self._heard(before, pending, action)
        return Verdict(ok=True)

    def _heard(self, before: Any, pending: Decide, action: Any) -> None:
        """What an answer in a window changes about who is asked in it."""
        if not pending.kind.startswith(WINDOW):
            return
        passed = self.game.format(before, action) == PASS
        if not passed:
            self._closed = False  # somebody may have an answer to that
        if not passed or pending.seat == self._volunteer:
            self._volunteer = None
        if passed and self._all_passed(pending.kind):
            # It has shut: the next one may be of the same kind, where a turn was missed.
            self._volunteer, self._closed = None, False

    def _all_passed(self, kind: str) -> bool:
        """Whether the last answers were passes of all seats in a row."""
        count = 0
        for pending, answer, _ in reversed(self.session.steps):
            asked = isinstance(pending, Decide) and pending.kind == kind
            if not asked or self.game.format(self.state, answer) != PASS:
                break
            count += 1
        return count % self.game.seated(self.state) == 0

    def take_screen(self) -> None:
        """The one whom the curtain waits for sits at the screen now."""
        self.at = self.curtain

    def volunteer(self, seat: Seat | None) -> None:
        """Somebody at the screen, or nobody, wants to answer in the window that is open."""
        if isinstance(self.pending, Decide):
            self._kind = self.pending.kind
        self._volunteer, self._closed = seat, seat is None
        if seat is not None and self.at != seat:
            self.at = None

    def ask_hint(self) -> None:
        """Have the advisor think about the question that is asked now."""
        pending = self.waits
        if pending is not None and self._hint is None:
            self._hint = self.around.background.submit(
                decide, self.game.name, self.scene, self.session.first, self.state, pending.seat,
                self.advisor, self.session.stream(ADVICE),
            )  # fmt: skip

    def _take_hint(self, job: Future[Any]) -> None:
        self._hint = None
        try:
            self.advice = job.result()
        except Exception as error:  # a hint is no reason to stop a game
            self.trouble = failed(self.around, error)

    def undo(self) -> str:
        """Take back the last decision of the people here; "" or why that cannot be."""
        left = self.session.back_to(self.people)
        if self._job is not None or left is None:
            return self.around.word("undo.not" if self.session.steps else "undo.nothing")
        try:
            self.session.take_back(left)
        except OSError as error:  # it is taken back at the table, and later in the record
            self._not_written(error)
        del self.log[self._marks[left] :]
        del self._marks[left + 1 :]
        self.happened.clear()
        self.advice = self._hint = None  # a hint that is still thought about was for another state
        self._volunteer, self._closed = None, False
        return ""

    def save(self, path: Path) -> None:
        """Write a record of the game so far; raises OSError."""
        self.session.save(path)

    # --- telling ---

    def _happen(
        self, before: Any, pending: Pending, answer: Any, step: Step[Any], trace: Any = None
    ) -> None:
        lines = len(self.log)
        self._write(len(self._marks) - 1)
        self.happened.append(Happened(before, pending, answer, step, trace, lines))

    def _tell_all(self) -> None:
        """Write the log from the beginning, in the language that is wanted now."""
        session, self._lang = self.session, self.around.lang
        self.log.clear()
        self.log += told_all(self.game, session.first, self._opening, self._lang)
        self._marks[:] = [len(self.log)]
        for number in range(len(session.steps)):
            self._write(number)

    def _write(self, number: int) -> None:
        session, lang = self.session, self.around.lang
        self.log += told_step(self.game, session.first, session.steps, number, lang)
        self._marks.append(len(self.log))

    def readable(self, count: int | None = None) -> list[Said]:
        """Of the first ``count`` lines (None = all) those that whoever sits here may read."""
        if self._lang != self.around.lang:
            self._tell_all()
        who = self.people if self.over is None else range(len(self.seats))
        if self.curtain is not None or self.asks_all:
            who = ()  # the screen is on its way to somebody else
        elif self.at is not None:
            who = (self.at,)
        elif self.over is None and self.people:
            who = ()
        return [
            line
            for line in self.log[:count]
            if line.to is None or any(seat in line.to for seat in who)
        ]

    def close(self) -> None:
        """End the record of the game."""
        # Where it cannot be written all that was played before is there, and goes on from there.
        with contextlib.suppress(OSError):
            self.session.close()
