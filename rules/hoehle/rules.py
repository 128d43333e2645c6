"""Die Maulwurfshöhle as a ``Game`` (rulebook; GAMES.md part 4)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.core.errors import OptionError
from rules.core.machine import Machine
from rules.core.registry import register
from rules.core.types import JSON, Choice, Event, Listed, Seat, Step, Verdict
from rules.hoehle import notation, words
from rules.hoehle.board import CORNERS, MOLES, SEATS, Board, default_board
from rules.hoehle.data import dump_state, load_state
from rules.hoehle.flow import HANDLERS, best_ring, can_win, first_turn, nothing_seen, ringed
from rules.hoehle.legality import check_action
from rules.hoehle.moves import legal_digs, legal_moves, random_dig, random_move
from rules.hoehle.options import CHOICES, PRESETS, Options, options
from rules.hoehle.state import (
    LAST_MOLE,
    Action,
    DigFrame,
    EntranceFrame,
    MoveFrame,
    Setup,
    StarterFrame,
    State,
)
from rules.hoehle.text import draw
from rules.hoehle.view import View, observe


class Hoehle(Machine[State, Action]):
    """The game; see ``rules.core.types.Game`` for what each method promises."""

    name = "hoehle"
    title = "Die Maulwurfshöhle"
    version = 1
    seats = SEATS
    presets: Mapping[str, Options] = PRESETS
    choices: Mapping[str, Choice] = CHOICES
    handlers = HANDLERS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over the default; raises OptionError."""
        return options(values)

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A game before its first turn, on the setup's board (default: the garden).

        Raises OptionError when the seats or the setup do not fit.
        """
        if seats not in SEATS:
            raise OptionError(f"hoehle is for 2 to 4 players, not {seats}")
        given = Setup() if setup is None else setup
        board = default_board() if given.board is None else given.board
        none = nothing_seen(seats)
        s = State(
            board,
            Options() if options is None else options,
            seats,
            _laid_out(board, seats, given),
            none,
            none,
            (StarterFrame(),),
            None,
        )
        _check_start(s)
        if given.first is None:
            return self.begun(s)
        if given.first not in range(seats):
            raise OptionError(f"there is no seat {given.first} that could start")
        return self.begun(first_turn(s, given.first))

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many play."""
        return s.seats

    def actions(self, s: State) -> tuple[Action, ...]:
        """All legal actions, sorted; () unless a decision is pending."""
        if not s.agenda:
            return ()
        frame = s.agenda[-1]
        if isinstance(frame, MoveFrame):
            return legal_moves(s, frame)
        if isinstance(frame, EntranceFrame | DigFrame):
            return legal_digs(s, frame)
        return ()

    def space(self, s: State) -> Listed[Action]:
        """The legal actions."""
        return Listed(self.actions(s))

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
        """Half for a busy tile, up to half for the best ring; 2 for a winner. Not a rule."""
        if s.over is not None and s.over.scores[seat] == 1:
            return 2.0
        busy = s.cells.count(seat + 1 + LAST_MOLE)
        return 0.5 * busy + best_ring(s.board, s.cells, seat) / 8

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A random legal action, all alike, without listing them."""
        frame = s.agenda[-1] if s.agenda else None
        if isinstance(frame, MoveFrame):
            return random_move(s, frame, rng)
        if isinstance(frame, EntranceFrame | DigFrame):
            return random_dig(s, frame, rng)
        raise ValueError("there is nothing to decide")

    # --- words ---

    def format(self, s: State, a: Action) -> str:
        """The exact text of an action."""
        return notation.format_action(s.board, a)

    def parse(self, s: State, t: str) -> Action:
        """The action of a text; raises NotationError."""
        return notation.parse_action(s.board, t)

    def seat_name(self, s: State, seat: Seat, lang: str = "en") -> str:
        """A seat by its corner, English or German."""
        return words.seat_name(s, seat, lang)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in words, English or German."""
        return words.describe(s, a, lang)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in words, English or German."""
        return words.tell(s, event, lang)

    def draw(self, s: State, seat: Seat | None) -> str:
        """The board; the game hides nothing."""
        del seat
        return draw(s)

    def sampled(self, s: State) -> None:
        """Nothing: this game never asks the physics."""
        del s

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


def _laid_out(board: Board, seats: int, given: Setup) -> bytes:
    """The cells at the start; raises OptionError."""
    t = board.tables
    cells = bytearray(len(t.names))
    corners = tuple(tuple(t.names[cell] for cell in t.starts[corner]) for corner in CORNERS[seats])
    for tiles, first in ((given.moles or corners, 1), (given.busy, 1 + LAST_MOLE)):
        if tiles and len(tiles) != seats:
            raise OptionError(f"a prepared start must name tiles of {seats} seats")
        for seat, names in enumerate(tiles):
            for name in names:
                if name not in t.index:
                    raise OptionError(f"board {board.name} has no cell {name}")
                if cells[t.index[name]]:
                    raise OptionError(f"two tiles cannot stand on {name}")
                cells[t.index[name]] = first + seat
    return bytes(cells)


def _check_start(s: State) -> None:
    """Refuse a start that no game could come to; raises OptionError."""
    t = s.board.tables
    for seat in range(s.seats):
        if s.cells.count(seat + 1) > MOLES:
            raise OptionError(f"a player has at most {MOLES} mole tiles")
        if s.cells.count(seat + 1 + LAST_MOLE) > 1:
            raise OptionError("a player with two busy tiles on the board has won already")
    for cell, tile in enumerate(s.cells):
        if tile > LAST_MOLE and not t.cave[cell]:
            raise OptionError(f"a busy tile can lie in a cave only, not on {t.names[cell]}")
    for cave in t.caves:
        if ringed(s.board, s.cells, cave) is not None:
            raise OptionError(f"the cave {t.names[cave]} is ringed already")
    if not any(can_win(s.board, s.cells, seat) for seat in range(s.seats)):
        raise OptionError("nobody could win this game")


HOEHLE = Hoehle()
register(HOEHLE)
