"""Buddel-Wuddel as a ``Game`` (rulebook; GAMES.md part 5)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.buddel.board import grid_of
from rules.buddel.data import dump_state, load_state
from rules.buddel.flow import HANDLERS
from rules.buddel.legality import check_action
from rules.buddel.moves import list_actions, random_action
from rules.buddel.notation import format_action, parse_action
from rules.buddel.options import CHOICES, PRESETS, Options, options
from rules.buddel.start import SEATS, first_state
from rules.buddel.state import Action, Setup, State
from rules.buddel.text import draw
from rules.buddel.view import View, observe
from rules.buddel.words import colour, describe_action, tell_event
from rules.core.machine import Machine
from rules.core.registry import register
from rules.core.types import JSON, Choice, Event, Listed, Seat, Step, Verdict


class Buddel(Machine[State, Action]):
    """The whole game; see ``rules.core.types.Game`` for what each method promises."""

    name = "buddel"
    title = "Buddel-Wuddel"
    version = 1
    seats = SEATS
    presets: Mapping[str, Options] = PRESETS
    choices: Mapping[str, Choice] = CHOICES
    handlers = HANDLERS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over the default; raises OptionError."""
        return options(values)

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A game before it is drawn who begins, on the setup's board (default: the assumed one).

        Raises OptionError when the seats or the setup do not fit.
        """
        return self.begun(first_state(options or Options(), seats, setup or Setup()))

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many play."""
        return len(s.stones)

    def actions(self, s: State) -> tuple[Action, ...]:
        """All legal actions, sorted; () unless a decision is pending."""
        return list_actions(s)

    def space(self, s: State) -> Listed[Action]:
        """The legal actions."""
        return Listed(list_actions(s))

    def check(self, s: State, a: object) -> Verdict:
        """Whether an action is legal now, and if not, why; for any value at all."""
        return check_action(s, a)

    # --- what is known ---

    def observe(self, s: State, seat: Seat | None) -> View:
        """Everything: the game hides nothing."""
        return observe(s, seat, self.pending(s))

    def determinize(self, s: State, seat: Seat, rng: random.Random) -> State:
        """The state itself: nothing is hidden."""
        del seat, rng
        return s

    def score(self, s: State, seat: Seat) -> float:
        """Treasures, and for each mole in a cart the share of the way that is done. Not a rule.

        A mole in front counts half as much again, one above ground a little, a captive nothing.
        """
        grid = grid_of(s.board)
        longest = max(grid.away)
        total = float(s.stones[seat]) + 0.1 * s.surface[seat]
        for cell, riders in zip(s.carts, s.riders, strict=True):
            # A cart that cannot get to the chamber any more is as far as can be.
            away = grid.away[cell] if grid.away[cell] >= 0 else longest
            share = 0.2 + 0.7 * (1 - away / longest)
            total += sum(
                share * (1.5 if side == 0 else 1.0)
                for side, rider in enumerate(riders)
                if rider == seat
            )
        return total

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A random legal action, each as likely as any other."""
        return random_action(s, rng)

    # --- words ---

    def format(self, s: State, a: Action) -> str:
        """The exact text of an action."""
        return format_action(s, a)

    def parse(self, s: State, t: str) -> Action:
        """The action of a text; raises NotationError."""
        return parse_action(s, t)

    def seat_name(self, s: State, seat: Seat, lang: str = "en") -> str:
        """A seat by its colour, English or German (``de``)."""
        del s
        return colour(seat, lang)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in words, English or German (``de``)."""
        return describe_action(s, a, lang)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in words, English or German (``de``)."""
        return tell_event(s, event, lang)

    def draw(self, s: State, seat: Seat | None) -> str:
        """The table as text; nothing is hidden."""
        del seat
        return draw(s)

    def sampled(self, s: State) -> None:
        """None: no physics is asked."""
        del s

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


BUDDEL = Buddel()
register(BUDDEL)
