"""Die Maulwurf Company, as a ``Game`` (rulebook; GAMES.md part 2)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.company import legality, notation, text, view, words
from rules.company.board import check_board, default_board
from rules.company.data import dump_state, load_state
from rules.company.flow import HANDLERS, landed
from rules.company.net import TURNS, cell_of, spots
from rules.company.options import CHOICES, PRESETS, Options, options
from rules.company.state import (
    MOLES,
    SET,
    Action,
    Frame,
    RotateFrame,
    Setup,
    StartFrame,
    State,
    occupied,
)
from rules.core.agenda import resolve
from rules.core.errors import OptionError
from rules.core.machine import Machine
from rules.core.registry import register
from rules.core.types import JSON, Choice, Event, Listed, Seat, Step, Verdict


class Company(Machine[State, Action]):
    """The game of dig layers; see ``rules.core.types.Game`` for what each method promises."""

    name = "company"
    title = "Die Maulwurf Company"
    version = 1
    seats = range(2, 5)
    presets: Mapping[str, Options] = PRESETS
    choices: Mapping[str, Choice] = CHOICES
    handlers = HANDLERS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over those of a preset; raises OptionError."""
        return options(values)

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A game before its first question, on the setup's board (default: four layers).

        Raises OptionError when the seats, the board or a hand-made start do not fit.
        """
        chosen = Options() if options is None else options
        given = Setup(default_board()) if setup is None else setup
        if seats not in self.seats:
            raise OptionError(f"company is for 2 to 4 players, not {seats}")
        check_board(given.board)
        _check_setup(given, seats)
        each = 0 if given.moles else given.each or MOLES[seats]
        moles = tuple(tuple(sorted(own)) for own in given.moles) or ((),) * seats
        start = StartFrame(given.starter, each)
        lies = given.rotation is not None
        agenda: tuple[Frame, ...] = (start,) if lies else (start, RotateFrame())
        s = State(
            given.board, chosen, given.layer, given.rotation, None, moles, occupied(moles),
            given.discs or (SET,) * seats, 0, 0, 0, agenda, None,
        )  # fmt: skip
        told: list[Event] = []
        if lies:
            s = landed(s, told.append)
        return Step(resolve(s, self.handlers, told.append), tuple(told))

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many play, those without moles included."""
        return len(s.moles)

    def actions(self, s: State) -> tuple[Action, ...]:
        """All legal actions, sorted and unique; () unless a decision is pending."""
        return legality.legal_actions(s)

    def space(self, s: State) -> Listed[Action]:
        """The same."""
        return Listed(legality.legal_actions(s))

    def check(self, s: State, a: object) -> Verdict:
        """Whether an action is legal now, and if not, why; for any value at all."""
        return legality.check_action(s, a)

    # --- what is known ---

    def observe(self, s: State, seat: Seat | None) -> view.View:
        """Everything but what nobody knows."""
        return view.observe(s, seat, self.pending(s))

    def determinize(self, s: State, seat: Seat, rng: random.Random) -> State:
        """The state itself: what nobody knows is chance, and not in it."""
        del seat, rng
        return s

    def score(self, s: State, seat: Seat) -> float:
        """Layers behind the seat, moles in holes and near them; 2 for a winner. Not a rule."""
        return view.standing(s, seat)

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A legal action, each with the same chance."""
        return legality.random_action(s, rng)

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
        """A seat by its colour, English or German."""
        del s
        return words.seat_name(seat, lang)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in words, English or German."""
        return words.describe_action(s, a, lang)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in words, English or German."""
        del s
        return words.tell_event(event, lang)

    def draw(self, s: State, seat: Seat | None) -> str:
        """The layer that lies open; all see the same."""
        del seat
        return text.draw(s)

    def sampled(self, s: State) -> None:
        """No physics is asked."""
        del s

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


def _check_setup(given: Setup, seats: int) -> None:
    """Refuse a start that is none; raises OptionError."""

    def want(truth: bool, what: str) -> None:
        if not truth:
            raise OptionError(f"company cannot begin so: {what}")

    board = given.board
    want(0 <= given.layer < len(board.layers), f"board {board.name} has no layer {given.layer + 1}")
    want(given.rotation is None or 0 <= given.rotation < TURNS, "a layer has six positions, 0 to 5")
    want(given.starter is None or 0 <= given.starter < seats, "there is no such starter")
    want(len(given.discs) in (0, seats), f"discs for {seats} players are needed")
    for down in given.discs:
        fit = all(0 <= n <= most for n, most in zip(down, SET, strict=True))
        want(fit and any(down), "each player has some of the discs 1, 2, 2, 3, 3, 4 face down")
    layer = board.layers[given.layer]
    known = {cell_of(spot) for spot in spots(layer.radius)}
    if not given.moles:
        want(given.layer == 0, "moles are placed on the top layer")
        want(given.each >= 0, "each player needs a mole")
        each, room = given.each or MOLES[seats], len(known) - len(layer.holes)
        want(
            each * seats <= room,
            f"layer 1 has {room} spaces beside its holes, too few for {seats} times {each} moles",
        )
        return
    want(given.each == 0, "moles that stand are not placed as well")
    want(len(given.moles) == seats, f"moles of {seats} players are needed")
    everywhere = [cell for own in given.moles for cell in own]
    want(set(everywhere) <= known, "a mole stands beside the layer")
    want(len(set(everywhere)) == len(everywhere), "two moles stand on one space")
    want(sum(map(bool, given.moles)) > 1, "at least two players need a mole")


COMPANY = Company()
register(COMPANY)
