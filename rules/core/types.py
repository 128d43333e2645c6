"""The types through which a game is asked and answered (see ``docs/rules.md``).

One question rules them all: *who must act on what?* ``Game.pending`` answers it from the state
alone, and each of its four answers has one way on: a ``Decide`` goes through ``Game.apply``, a
``Draw`` or an ``Ask`` through ``Game.settle``, an ``Over`` nowhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sim.settled import Request

Seat = int
"""0..n-1 in seating order; the order of turns is data of the game."""

Outcome = Any
"""An outcome of chance: an int, a string or a tuple of such; always hashable."""

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

JSON = dict[str, Any]
"""A JSON object: what ``Game.dump`` gives and ``Game.load`` takes."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat must choose an action of this kind."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance decides: every outcome that can happen, with an integer weight above 0."""

    kind: str
    outcomes: tuple[tuple[Outcome, int], ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Physics decides: the request waits for a provider, its answers cannot be listed."""

    request: Request


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended.

    ``ranking`` holds a rank per seat (1 = best, ties share a rank), ``scores`` a number per seat.
    """

    termination: str
    ranking: tuple[int, ...]
    scores: tuple[float, ...]


Pending = Decide | Draw | Ask | Over


@dataclass(frozen=True, slots=True)
class Event:
    """Base of the typed facts that a step tells: frozen data, never rules.

    ``seen_by`` names the seats that may know the fact; None = everybody.
    """

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        """Seats that may see this event, None = all of them and spectators."""
        return None


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after an action or an outcome, and what happened on the way."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an action is legal, and if not, why.

    ``code`` is stable (``"overlaps"``), ``rule`` says in a player's words what the rule wants, and
    ``detail`` holds what it is about (names, numbers).
    """

    ok: bool
    code: str = ""
    rule: str = ""
    detail: tuple[object, ...] = ()

    def __str__(self) -> str:
        """One sentence for the player."""
        return "legal" if self.ok else self.rule


LEGAL = Verdict(ok=True)


def refuse(code: str, rule: str, *detail: object) -> Verdict:
    """Say no: a stable code, a sentence in the player's words, and what it is about."""
    return Verdict(False, code, rule, detail)


@dataclass(frozen=True, slots=True)
class Param:
    """One number of a continuous action: integers from ``low`` to ``high``, both included.

    ``scale`` units make one ``unit`` (100 and ``"mm"``: the integer counts 0.01 mm). ``wraps``
    tells an angle, where ``high + 1`` is ``low`` again.
    """

    name: str
    low: int
    high: int
    unit: str
    scale: int = 100
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class Listed(Generic[A_co]):
    """All legal actions, sorted and unique."""

    actions: tuple[A_co, ...]


@dataclass(frozen=True, slots=True)
class Continuous(Generic[A_co]):
    """An action made of numbers, too many to list.

    ``feasible`` is the exact set of a single parameter as closed integer intervals, in rising
    order and without overlap, or None where only ``Game.check`` can tell. ``propose(rng, n)``
    gives up to ``n`` legal candidates, at least one. ``listed`` are the actions to choose from
    beside the numbers (a pass).
    """

    params: tuple[Param, ...]
    feasible: tuple[tuple[int, int], ...] | None
    propose: Callable[[random.Random, int], tuple[A_co, ...]]
    listed: tuple[A_co, ...] = ()

    @property
    def count(self) -> int | None:
        """How many actions are legal, None where that is not known."""
        if self.feasible is None:
            return None
        return sum(high - low + 1 for low, high in self.feasible) + len(self.listed)


@dataclass(frozen=True, slots=True)
class Choice:
    """The values of an option to offer and to test, the default first.

    ``between`` allows every whole number from the first to the second, not only those. ``needs``
    is another option and the value that it must have for this one to count, ``seats`` the numbers
    of players for which it does (None, empty = always). What does not count may be given all the
    same: it changes nothing.
    """

    values: tuple[Any, ...]
    between: tuple[int, int] | None = None
    needs: tuple[str, Any] | None = None
    seats: tuple[int, ...] = ()


class Game(Protocol[S, A]):
    """The rules of one game: stateless, over states that are pure frozen data.

    Contracts, each a conformance test: a ``Decide`` has a legal answer; an ``Over`` has no actions;
    what is refused leaves the state as it was; no clock, no global random numbers, no set order.
    """

    @property
    def name(self) -> str:
        """The name in records and on the command line."""
        ...

    @property
    def title(self) -> str:
        """The game's name for people."""
        ...

    @property
    def version(self) -> int:
        """Raised whenever any record could replay differently."""
        ...

    @property
    def seats(self) -> range:
        """How many may play."""
        ...

    @property
    def presets(self) -> Mapping[str, Any]:
        """Options by the name of the variant; the first one is the default."""
        ...

    @property
    def choices(self) -> Mapping[str, Choice]:
        """What each option can be."""
        ...

    def options(self, values: Mapping[str, object]) -> Any:
        """Options of these values over the default; raises OptionError with a sentence.

        A value ``preset`` names the options of ``presets`` that the others are laid over.
        """
        ...

    def begin(self, options: Any, seats: int, setup: Any = None) -> Step[S]:
        """The state at the start, and what happened on the way to its first question.

        ``setup`` None = the default board; raises OptionError where these do not go together.
        """
        ...

    def new(self, options: Any, seats: int, setup: Any = None) -> S:
        """The state of ``begin``."""
        ...

    def seated(self, s: S) -> int:
        """How many play."""
        ...

    def seat_name(self, s: S, seat: Seat, lang: str = "en") -> str:
        """What people call a seat, as ``draw`` and ``tell`` do: by its colour or its corner.

        No two seats have the same name; where a seat takes its colour in the game it can change.
        """
        ...

    def pending(self, s: S) -> Pending:
        """Who must act on what: total, cheap, the single source of truth."""
        ...

    def actions(self, s: S) -> tuple[A, ...]:
        """All legal actions, sorted and unique; () unless a listed decision is pending."""
        ...

    def space(self, s: S) -> Listed[A] | Continuous[A]:
        """The legal actions, listed or as a continuous set."""
        ...

    def check(self, s: S, a: A) -> Verdict:
        """Whether ``a`` is legal now, for any value at all; never raises."""
        ...

    def apply(self, s: S, a: A) -> Step[S]:
        """Carry out a decision; raises IllegalAction and never changes ``s``."""
        ...

    def settle(self, s: S, o: Outcome) -> Step[S]:
        """Answer a Draw or an Ask; raises BadOutcome and never changes ``s``."""
        ...

    def observe(self, s: S, seat: Seat | None) -> Any:
        """What this seat may know (None = a spectator): a type of its own, not a state."""
        ...

    def determinize(self, s: S, seat: Seat, rng: random.Random) -> S:
        """A state that agrees with all that the seat knows."""
        ...

    def random_action(self, s: S, rng: random.Random) -> A:
        """A random legal action, without listing all of them."""
        ...

    def score(self, s: S, seat: Seat) -> float:
        """How well the seat stands, for greedy players; not a rule."""
        ...

    def format(self, s: S, a: A) -> str:
        """The exact text of an action."""
        ...

    def parse(self, s: S, t: str) -> A:
        """The action of a text; raises NotationError with a sentence."""
        ...

    def describe(self, s: S, a: A, lang: str = "en") -> str:
        """An action in words."""
        ...

    def tell(self, s: S, event: Event, lang: str = "en") -> str:
        """An event of this game in words."""
        ...

    def draw(self, s: S, seat: Seat | None) -> str:
        """The table as text for a terminal, as this seat may see it (None = a spectator)."""
        ...

    def sampled(self, s: S) -> Provider | None:
        """A provider of plausible outcomes without physics; None where the game never asks."""
        ...

    def dump(self, s: S) -> JSON:
        """The whole state as JSON data; ``load`` gives an equal state back."""
        ...

    def load(self, d: JSON) -> S:
        """The state of a dump; raises RecordError where it cannot be one."""
        ...


class Knowledge(Generic[S, A]):
    """What a player is given to decide on: never the state itself."""

    __slots__ = ("_state", "game", "seat")

    def __init__(self, game: Game[S, A], state: S, seat: Seat) -> None:
        self.game = game
        self.seat = seat
        self._state = state

    @property
    def pending(self) -> Pending:
        """The question that is asked."""
        return self.game.pending(self._state)

    @property
    def view(self) -> Any:
        """What the seat may know."""
        return self.game.observe(self._state, self.seat)

    @property
    def actions(self) -> tuple[A, ...]:
        """All legal actions of a listed decision."""
        return self.game.actions(self._state)

    @property
    def space(self) -> Listed[A] | Continuous[A]:
        """The legal actions, listed or continuous."""
        return self.game.space(self._state)

    def check(self, action: A) -> Verdict:
        """Whether an action would be accepted, and why not."""
        return self.game.check(self._state, action)

    def parse(self, text: str) -> A:
        """The action of a text."""
        return self.game.parse(self._state, text)

    def format(self, action: A) -> str:
        """The text of an action."""
        return self.game.format(self._state, action)

    def random_action(self, rng: random.Random) -> A:
        """A random legal action."""
        return self.game.random_action(self._state, rng)

    def sample(self, rng: random.Random) -> S:
        """A state that agrees with all that the seat knows, to think ahead with."""
        return self.game.determinize(self._state, self.seat, rng)


class Player(Protocol[S, A]):
    """Somebody who decides."""

    def choose(self, knowledge: Knowledge[S, A]) -> A:
        """One legal action for the question in ``knowledge.pending``."""
        ...


class Provider(Protocol):
    """Something that answers physics: live, scripted, or out of a table.

    It knows the requests of its own game, a ``Request`` each, and answers with a ``Settled``.
    """

    def resolve(self, request: Any, stream: Any, /) -> Any:
        """The settled state of a request, with random numbers from ``stream`` alone."""
        ...


class Streams(Protocol):
    """The random streams of a run, apart from those of the players, who have their own."""

    @property
    def chance(self) -> random.Random:
        """For draws."""
        ...

    @property
    def physics(self) -> Any:
        """An iterator: ``next`` gives the stream of the next throw."""
        ...
