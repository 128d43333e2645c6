"""Playing in a terminal: the table as text, numbered moves, and an answer read line by line.

A ``Table`` runs one game. Everything that people see on its ``Screen`` is what their seat may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kullerwerk.console import quoted, target_problem
from kullerwerk.move_list import Advice, Moves
from kullerwerk.players.make import Maker
from kullerwerk.players.specs import Spec
from kullerwerk.seats import Seated
from kullerwerk.session import ADVICE, IDEAS, Session, hides
from kullerwerk.told import action_text, won
from rules.core.errors import IllegalAction, NotationError
from rules.core.types import Continuous, Decide, Event, Game, Knowledge, Over, Seat

NEWS = 12
"""How many lines of what happened are said at most after a curtain."""
QUICK = ("random", "greedy")
"""Computer players that answer at once: their hint is the first proposal. Others are asked when
somebody wants a hint."""
PASS = "pass"
"""The text of a pass, the same in all games."""
WINDOW = "respond"
"""Decisions of this kind are asked of everybody, whatever they hold: a window to answer in."""
LEAVE = ("quit", "q", "exit")

HELP = """\
A move: its number, or its text as in the list. The beginning of a move's text lists
the moves that begin with it. Enter shows the list again, or makes the only move.
  more        the next moves of a long list, or other proposals
  board       the table again
  hint        what a computer player would do here
  undo        take back your last move, up to the last thing that chance decided
  save FILE   write the game down; 'kullerwerk play --text --resume FILE' goes on with it
  quit        leave the game"""


class Quit(Exception):
    """Somebody at the screen leaves the game."""


@dataclass(frozen=True, slots=True)
class Screen:
    """How people are told and asked, and how what they have seen is taken off the screen.

    ``ask`` takes a prompt and gives a line, and raises EOFError where there are no more;
    ``waiting`` shows, as long as it lasts, that somebody thinks.
    """

    say: Callable[[str], None]
    ask: Callable[[str], str]
    wipe: Callable[[], None]
    waiting: Callable[[str], AbstractContextManager[None]]


class Table:
    """One game at one screen, between people and computer players."""

    def __init__(
        self,
        session: Session,
        seats: tuple[Seated, ...],
        make: Maker,
        advisor: Spec,
        screen: Screen,
    ) -> None:
        self._session = session
        self._game = session.game
        self._seats = seats
        self._people = tuple(k for k, seat in enumerate(seats) if seat is None)
        self._make = make
        self._advisor = advisor
        self._say = screen.say
        self._ask = screen.ask
        self._wipe = screen.wipe
        self._waiting = screen.waiting
        self._at: Seat | None = self._people[0] if len(self._people) == 1 else None
        """Who sits at the screen; None: nobody, or whoever likes to."""
        self._shown = ""
        """The table as it was drawn last."""
        self._news: list[str] = []
        """All that everybody may know."""
        self._heard: dict[Seat, int] = dict.fromkeys(self._people, 0)
        """How much of the news a seat has had before it while it was asked something."""
        self._private: dict[Seat, list[str]] = {seat: [] for seat in self._people}
        """What a seat has yet to be told alone."""
        self._kind = ""
        """The kind of decision that was asked for last."""
        self._window: Seat | None = None
        """Who wants to answer in the window that is open."""
        self._closed = False
        self._passed = 0
        """How many have passed in a row in it."""
        """Nobody at the screen wants to answer in it."""
        self._leaving = False
        self._saved: set[Path] = set()

    # --- the loop ---

    def play(self, opening: Iterable[Event] = ()) -> Over:
        """Play to the end; ``opening`` is what happened before the first question.

        Raises Quit when somebody leaves, EOFError and KeyboardInterrupt as they come.
        """
        session = self._session
        self._tell(session.first, opening)
        if not self._people:
            self._draw(None)
        while not isinstance(pending := session.pending, Over):
            kind = pending.kind if isinstance(pending, Decide) else ""
            if kind != self._kind or not kind.startswith(WINDOW):
                self._kind, self._closed, self._window, self._passed = kind, False, None, 0
            if not isinstance(pending, Decide):
                step = session.let_chance_answer()
                self._tell(step.state, step.events)
            elif self._seats[pending.seat] is None:
                self._person(pending)
            else:
                self._computer(pending)
        self._draw(self._at if len(self._people) == 1 else None)
        for line in result_lines(self._game, session.state, pending, self._seats):
            self._say(line)
        return pending

    def _computer(self, pending: Decide) -> None:
        spec = self._seats[pending.seat]
        assert spec is not None, "a computer player"
        session = self._session
        player = self._make(spec, session.player_stream(pending.seat))
        with self._waiting(f"{self._name(pending.seat)} thinks"):
            action = player.choose(Knowledge(self._game, session.state, pending.seat))
        self._carry_out(pending, action)

    def _carry_out(self, pending: Decide, action: Any) -> None:
        """Make a legal move, and say what it was where nothing is hidden, and what followed."""
        session = self._session
        before, who = session.state, self._name(pending.seat)
        step = session.act(action)
        text = self._game.format(before, action)
        if pending.kind.startswith(WINDOW):
            self._passed = self._passed + 1 if text == PASS else 0
            if text != PASS:
                self._closed = False
            elif self._passed == len(self._seats):
                # It has shut: where a turn was missed the next window is of the same kind.
                self._kind = ""
        if not hides(self._game, before, range(len(self._seats))):
            self._hear(f"{who}: {action_text(self._game, before, action)}")
        self._tell(step.state, step.events)

    # --- telling ---

    def _tell(self, state: Any, events: Iterable[Event]) -> None:
        """Tell what happened to those who may know it."""
        for event in events:
            who = event.seen_by
            if who is None:
                self._hear("  " + self._game.tell(state, event))
                continue
            for seat in self._people:
                if seat in who:
                    text = "  " + self._game.tell(state, event)
                    if seat == self._at:
                        self._say(text)
                    else:
                        self._private[seat].append(text)

    def _hear(self, line: str) -> None:
        """Say what everybody may know, and remember it for the next one at the screen."""
        self._say(line)
        self._news.append(line)

    def _say_news(self, heard: int) -> None:
        """Say the last news again, from number ``heard`` on: what came before has been read."""
        for line in self._news[max(heard, len(self._news) - NEWS) :]:
            self._say(line)

    def _draw(self, seat: Seat | None) -> None:
        """Draw the table, if it is not what was drawn last."""
        picture = self._game.draw(self._session.state, seat)
        if picture != self._shown:
            self._say("")
            self._say(picture)
            self._shown = picture

    # --- people ---

    def _person(self, pending: Decide) -> None:
        """Let a person decide; other ones do not see what that seat sees."""
        seat = pending.seat
        several = len(self._people) > 1
        hidden = several and hides(self._game, self._session.state, self._people)
        if hidden and pending.kind.startswith(WINDOW) and self._passes(seat):
            self._carry_out(pending, self._game.parse(self._session.state, PASS))
            return
        if hidden and self._at != seat:
            self._curtain(seat)
        self._at = seat
        for line in self._private[seat]:
            self._say(line)
        self._private[seat].clear()
        self._draw(seat)
        self._window = None
        self._decide(pending)

    def _curtain(self, seat: Seat) -> None:
        """Hide what the last one saw until ``seat`` has taken the screen, and say what is new."""
        self._clear()
        prompt = f"{capital(self._name(seat))}, the screen is yours: press Enter. "
        while self._ask(prompt).strip().lower() in LEAVE:
            self._quit()
        self._clear()
        self._say_news(self._heard[seat])

    def _name(self, seat: Seat) -> str:
        """What the table now calls a seat."""
        return self._game.seat_name(self._session.state, seat)

    def _clear(self) -> None:
        self._at, self._shown = None, ""
        self._wipe()

    def _passes(self, seat: Seat) -> bool:
        """Whether this seat passes in an open window: all people are asked at once, in the open.

        A curtain for each of them would take long, and only for those who hold a card it would
        tell who does.
        """
        state = self._session.state
        if PASS not in [self._game.format(state, action) for action in self._game.actions(state)]:
            return False
        if self._closed:
            return True
        if self._window is None:
            self._clear()
            self._say_news(min(self._heard.values()))
            self._draw(None)
            self._shown = ""  # it was not drawn for anybody
            self._heard = dict.fromkeys(self._people, len(self._news))
            self._window = self._volunteer()
            self._closed = self._window is None
        return seat != self._window

    def _volunteer(self) -> Seat | None:
        """Ask everybody at the screen who wants to answer."""
        known = {str(seat + 1): seat for seat in self._people}
        numbers = ", ".join(f"{word} = {self._name(seat)}" for word, seat in known.items())
        known |= {self._name(seat).lower(): seat for seat in self._people}
        while True:
            said = self._ask(f"Does anyone answer? Enter = nobody, {numbers}: ")
            word = said.strip().lower()
            if not word:
                return None
            if word in known:
                return known[word]
            if word in LEAVE:
                self._quit()
            else:
                self._say(f"Expected Enter, {numbers}; found {said.strip()!r}.")

    def _decide(self, pending: Decide) -> None:
        """Ask until a legal move was made, or the game stands elsewhere."""
        session = self._session
        self._heard[pending.seat] = len(self._news)
        moves = Moves(self._game, session.state, session.stream(IDEAS), self._advice(pending))
        title = f"{self._name(pending.seat)}, {re.sub('[_:]', ' ', pending.kind)}"
        for line in moves.page(title):
            self._say(line)
        while True:
            said = self._ask(f"{self._name(pending.seat)}> ").strip()
            word, _, rest = said.partition(" ")
            word = word.lower()
            self._leaving = self._leaving and word in LEAVE
            match word:
                case "help" | "h" | "?":
                    self._say(HELP)
                    for line in moves.how_to():
                        self._say(line)
                case "more" | "m":
                    for line in moves.more(title):
                        self._say(line)
                case "board" | "b":
                    self._shown = ""
                    self._draw(pending.seat)
                case "hint":
                    self._hint(pending)
                case "undo" | "u":
                    if self._undo():
                        return
                case "save" | "save!":
                    self._save(rest.strip(), anew=word == "save!")
                case _ if word in LEAVE:
                    self._quit()
                case _:
                    if self._move(pending, moves, said, title):
                        return

    def _move(self, pending: Decide, moves: Moves, said: str, title: str) -> bool:
        """Make the move that was said, or say why it cannot be, or list what it may have meant."""
        if not said and moves.only is None:
            for line in moves.page(title):
                self._say(line)
            return False
        try:
            action = moves.meant(said) if said else moves.only
            verdict = self._game.check(self._session.state, action)
            if not verdict.ok:
                raise IllegalAction(verdict)
        except IllegalAction as error:
            self._say(f"Not possible: {error}.")
        except NotationError as error:
            found = moves.filtered(said)
            for line in found or [f"{sentence(str(error))} ('help' tells what can be typed.)"]:
                self._say(line)
        else:
            self._carry_out(pending, action)
            return True
        return False

    def _advised(self, pending: Decide) -> Any:
        """What the player that is asked for hints would do: the same as often as it is asked."""
        session = self._session
        player = self._make(self._advisor, session.stream(ADVICE))
        with self._waiting("thinking"):
            return player.choose(Knowledge(self._game, session.state, pending.seat))

    def _advice(self, pending: Decide) -> Advice | None:
        """The hint, for the list of a move that is made of numbers."""
        free = isinstance(self._game.space(self._session.state), Continuous)
        if not free or self._advisor.kind not in QUICK:
            return None
        return Advice(self._advised(pending), f"a {self._advisor.kind} player")

    def _hint(self, pending: Decide) -> None:
        said = action_text(self._game, self._session.state, self._advised(pending))
        self._say(f"A {self._advisor.kind} player would say: {said}")

    def _undo(self) -> bool:
        left = self._session.back_to(self._people)
        if left is None:
            self._say("There is nothing to take back: no move of yours since the start or the last "
                      "thing that chance or somebody else decided.")  # fmt: skip
            return False
        count = len(self._session.steps) - left
        self._session.take_back(left)
        self._say(f"Taken back: {count} answer{'' if count == 1 else 's'}.")
        self._news.clear()
        self._heard = dict.fromkeys(self._people, 0)
        return True

    def _save(self, name: str, *, anew: bool) -> None:
        """Write the game down; ``anew`` replaces a file that is not from here."""
        if not name:
            self._say("Expected the name of a file after 'save', for example: save game.jsonl")
            return
        path = Path(name)
        record = self._session.record
        problem = target_problem(path)
        if problem:
            self._say(problem)
        elif record is not None and path.exists() and path.samefile(record):
            self._say(f"{name} is the record of this game and holds it already.")
        elif path.exists() and path not in self._saved and not anew:
            self._say(f"{name} exists already; 'save! {name}' replaces it.")
        else:
            try:
                self._session.save(path)
            except OSError as error:
                self._say(f"{name}: it cannot be written ({error.strerror or error}).")
                return
            self._saved.add(path)
            self._say(f"Saved; 'kullerwerk play --text --resume {quoted(name)}' goes on with it.")

    def _quit(self) -> None:
        if self._session.unsaved and not self._leaving:
            self._leaving = True
            self._say("The game is not saved: 'save FILE' keeps it, 'quit' once more leaves.")
            return
        raise Quit


def capital(text: str) -> str:
    """A text with a capital letter first."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text as a sentence: a capital letter first, a full stop last."""
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")


def result_lines(game: Game[Any, Any], s: Any, over: Over, seats: tuple[Seated, ...]) -> list[str]:
    """The end of a game: who has won and why, and who came where."""
    lines = [f"The game is over: {won(game, s, over)}."]
    for seat in sorted(range(len(seats)), key=lambda k: over.ranking[k]):
        spec = seats[seat]
        who = "human" if spec is None else str(spec)
        lines.append(
            f"  {over.ranking[seat]}. {game.seat_name(s, seat)} ({who}), "
            f"score {over.scores[seat]:g}"
        )
    return lines
