"""Das große Kullern as a ``Game`` (rulebook; GAMES.md part 3)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.core.errors import OptionError, RecordError
from rules.core.machine import Machine
from rules.core.registry import register
from rules.core.types import JSON, Choice, Event, Listed, Seat, Step, Verdict
from rules.kullern import notation, text
from rules.kullern.data import dump_state, load_state
from rules.kullern.flow import HANDLERS
from rules.kullern.legality import actions_of, check_action, random_action
from rules.kullern.moves import farness
from rules.kullern.options import CHOICES, PRESETS, Options, options
from rules.kullern.outcomes import check_settled
from rules.kullern.sampled import Sampled
from rules.kullern.start import begin_state
from rules.kullern.state import (
    Action,
    DropWait,
    LiftWait,
    PlaceWait,
    PushWait,
    ResumeWait,
    Setup,
    State,
)
from rules.kullern.view import View, observe


class Kullern(Machine[State, Action]):
    """The game; see ``rules.core.types.Game`` for what each method promises."""

    name = "kullern"
    title = "Das große Kullern"
    version = 1
    seats = range(2, 5)
    presets: Mapping[str, Options] = PRESETS
    choices: Mapping[str, Choice] = CHOICES
    handlers = HANDLERS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over those of a preset; raises OptionError."""
        return options(values)

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A game before its first turn, on the setup's hill (default: the Galton hill).

        Raises OptionError when seats, hill and prepared start do not go together.
        """
        if seats not in self.seats:
            raise OptionError(f"kullern is for 2 to 4 players, not {seats}")
        step = self.begun(begin_state(Options() if options is None else options, seats, setup))
        try:
            self.load(self.dump(step.state))
        except RecordError as error:
            raise OptionError(f"this start cannot be: {error.why}") from error
        return step

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many play."""
        return s.seats

    def actions(self, s: State) -> tuple[Action, ...]:
        """All legal actions, sorted."""
        return actions_of(s, self.pending(s))

    def space(self, s: State) -> Listed[Action]:
        """All legal actions."""
        return Listed(actions_of(s, self.pending(s)))

    def check(self, s: State, a: object) -> Verdict:
        """Whether an action is legal now, and if not, why; for any value at all."""
        return check_action(s, self.pending(s), a)

    def check_settled(self, s: State, o: object) -> None:
        """Raise BadOutcome for what cannot have become of the run that waits."""
        frame = s.agenda[-1]
        assert isinstance(frame, DropWait | LiftWait | PlaceWait | PushWait | ResumeWait)
        check_settled(s, frame, o)

    # --- what is known ---

    def observe(self, s: State, seat: Seat | None) -> View:
        """Everything: nothing is hidden."""
        return observe(s, seat, self.pending(s))

    def determinize(self, s: State, seat: Seat, rng: random.Random) -> State:
        """The state itself: nothing is hidden."""
        del seat, rng
        return s

    def score(self, s: State, seat: Seat) -> float:
        """Share of the way that the seat's best marmots have walked; 2 for a winner."""
        if s.over is not None and s.over.termination == "home":
            return 2.0 * s.over.scores[seat]
        return farness(s, seat) / (s.needed * s.board.chair)

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A random legal action, all equally likely."""
        return random_action(s, self.pending(s), rng)

    # --- words ---

    def format(self, s: State, a: Action) -> str:
        """The exact text of an action."""
        del s
        return notation.format_action(a)

    def parse(self, s: State, t: str) -> Action:
        """The action of a text; raises NotationError."""
        del s
        return notation.parse_action(t)

    def seat_name(self, s: State, seat: Seat, lang: str = "en") -> str:
        """A seat by its number, as its marmots have it on the hill."""
        del s
        return text.player(seat, lang)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in words."""
        return text.describe(s, a, lang)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in words."""
        return text.tell(s, event, lang)

    def draw(self, s: State, seat: Seat | None) -> str:
        """The hill as text; nothing is hidden."""
        del seat
        return text.draw(s)

    def sampled(self, s: State) -> Sampled:
        """Plausible runs on this hill, without physics."""
        return Sampled(s.board)

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


KULLERN = Kullern()
register(KULLERN)
