"""König der Maulwürfel, family and pro, as a ``Game`` (rulebook; GAMES.md part 1)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from rules.core.errors import OptionError
from rules.core.machine import Machine
from rules.core.registry import register
from rules.core.types import (
    JSON,
    Choice,
    Continuous,
    Event,
    Listed,
    Seat,
    Step,
    Verdict,
)
from rules.koenig import notation, words
from rules.koenig.board import Board, default_board
from rules.koenig.data import dump_state, load_state
from rules.koenig.draft import beginning, equipped, order_of
from rules.koenig.flow import HANDLERS
from rules.koenig.hidden import determinize
from rules.koenig.legality import check_action
from rules.koenig.names import seat_name
from rules.koenig.options import CHOICES, PRESETS, Options, options
from rules.koenig.outcomes import check_settled
from rules.koenig.poses import check_tower
from rules.koenig.progress import course_length, remaining
from rules.koenig.sampled import Sampled
from rules.koenig.space import listed, random_action, space_of
from rules.koenig.state import (
    NOT_YET,
    Action,
    RaceFrame,
    Racer,
    RollFrame,
    Setup,
    State,
)
from rules.koenig.text import draw
from rules.koenig.view import View, observe


class Koenig(Machine[State, Action]):
    """Both versions of the game; see ``rules.core.types.Game`` for what each method promises."""

    name = "koenig"
    title = "König der Maulwürfel"
    version = 2
    seats = range(2, 5)
    presets: Mapping[str, Options] = PRESETS
    choices: Mapping[str, Choice] = CHOICES
    handlers = HANDLERS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over the default; raises OptionError."""
        return options(values)

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A race at its first turn, or at its draft, on the setup's board (default: Rundkurs).

        Raises OptionError when the seats or the setup do not fit: 2 to 4 seats, a colour of its
        own for each of them, all start numbers different.
        """
        chosen = Options() if options is None else options
        given = Setup(default_board()) if setup is None else setup
        board = given.board
        if seats not in self.seats:
            raise OptionError(f"koenig is for 2 to 4 players, not {seats}")
        if chosen.variant == "pro":
            return self.begun(_pro(board, chosen, seats, given))
        known = [pieces.name for pieces in board.sets]
        colours = given.colours or tuple(known[:seats])
        if len(colours) != seats or len(set(colours)) != seats:
            raise OptionError(
                f"track {board.name} must give each of {seats} players a piece set of its own, "
                f"not {', '.join(colours) or 'none'}"
            )
        for colour in colours:
            if colour not in known:
                raise OptionError(f"track {board.name} has no piece set {colour!r}")
        chosen_sets = [known.index(colour) for colour in colours]
        numbers = [board.sets[k].start_number for k in chosen_sets]
        if len(set(numbers)) != seats:
            raise OptionError("two players have the same start number, so nobody knows who begins")
        racers = _racers(board, chosen_sets, given)
        order = tuple(sorted(range(seats), key=lambda seat: numbers[seat]))
        s = State(board, chosen, order, racers, None, (RaceFrame(0, 1),), None)
        _check_prepared(s)
        return self.begun(s)

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many race."""
        return len(s.racers)

    def actions(self, s: State) -> tuple[Action, ...]:
        """The parts or cards to choose from; () for decisions made of numbers, see ``space``."""
        return listed(s)

    def space(self, s: State) -> Listed[Action] | Continuous[Action]:
        """The legal actions of the pending decision as numbers, or listed; none without one."""
        return space_of(s)

    def check(self, s: State, a: object) -> Verdict:
        """Whether an action is legal now, and if not, why; for any value at all."""
        return check_action(s, self.pending(s), a)

    def check_settled(self, s: State, o: object) -> None:
        """Raise BadOutcome for what cannot have become of the throw that waits."""
        frame = s.agenda[-1]
        assert isinstance(frame, RollFrame)
        check_settled(s, frame, o)

    # --- what is known ---

    def observe(self, s: State, seat: Seat | None) -> View:
        """Everything but what others hold in their hands (pro)."""
        return observe(s, seat, self.pending(s))

    def determinize(self, s: State, seat: Seat, rng: random.Random) -> State:
        """The state itself, or in the pro game one with the cards it cannot see dealt anew."""
        return determinize(s, seat, rng)

    def score(self, s: State, seat: Seat) -> float:
        """Share of the ideal line behind the seat's tower; 2 for a winner. Not a rule."""
        if s.over is not None and s.over.termination == "finish":
            return 2.0 * s.over.scores[seat]
        racer = s.racers[seat]
        if racer.pose is None:
            return 0.0
        return 1 - remaining(s.board, racer.counters, racer.pose[:2]) / course_length(s.board)

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A random legal action: uniform over numbers or the list; a blocker every second time."""
        return random_action(s, rng)

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
        """A seat by the colour of its tower; by its number in a draft until it has one."""
        return seat_name(s, seat, lang)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in words; any language but German is English."""
        return words.describe(s, a, lang)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in words; any language but German is English."""
        return words.tell(s, event, lang)

    def draw(self, s: State, seat: Seat | None, lang: str = "en") -> str:
        """The table from above, and in the pro game parts and cards as the seat may see them."""
        return draw(s, seat, lang)

    def sampled(self, s: State) -> Sampled:
        """Plausible throws on this board, without physics."""
        return Sampled(s.board)

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


def _racers(board: Board, colours: Sequence[int], given: Setup) -> tuple[Racer, ...]:
    """The racers at the start, or as they were prepared; raises OptionError."""
    seats = len(colours)
    prepared = given.racers or (None,) * seats
    if len(prepared) != seats:
        raise OptionError(f"a prepared start must name {seats} racers, not {len(prepared)}")
    zero = (0,) * len(board.rays)
    return tuple(
        Racer(k, None, None, zero, 0)
        if racer is None
        else Racer(k, racer.pose, racer.rest, racer.counters, racer.blocked)
        for k, racer in zip(colours, prepared, strict=True)
    )


def _pro(board: Board, chosen: Options, seats: int, given: Setup) -> State:
    """A pro game before its draft, or with parts and cards as they were prepared."""
    pro, agenda = beginning(board, seats, given)
    racers = _racers(board, (NOT_YET,) * seats, given)
    if not given.kits:
        return State(board, chosen, (), racers, None, agenda, None, pro)
    order, racers = order_of(board, pro), equipped(racers, pro)
    s = State(board, chosen, order, racers, None, agenda, None, pro)
    _check_prepared(s)
    return s


def _check_prepared(s: State) -> None:
    """Refuse a hand-made start that no race could come to; raises OptionError."""
    for seat, racer in enumerate(s.racers):
        name = s.pieces(seat).name
        if len(racer.counters) != len(s.board.rays):
            raise OptionError(f"the {name} racer must count {len(s.board.rays)} rays")
        if racer.pose is None:
            continue
        found = check_tower(s, seat, racer.pose)
        if not found.ok:
            raise OptionError(f"the {name} tower cannot begin where it is put: {found.rule}")


KOENIG = Koenig()
register(KOENIG)
