"""The family game of König der Maulwürfel, as a ``Game`` (rulebook; GAMES.md part 1)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from rules.core.agenda import resolve
from rules.core.arcs import Arcs, count, nearest, nth, within
from rules.core.errors import BadOutcome, IllegalAction, OptionError
from rules.core.registry import register
from rules.core.types import (
    JSON,
    LEGAL,
    Continuous,
    Decide,
    Event,
    Listed,
    Outcome,
    Param,
    Pending,
    Seat,
    Step,
    Verdict,
    refuse,
)
from rules.koenig import events as facts
from rules.koenig import notation
from rules.koenig.board import default_board
from rules.koenig.data import LIMIT, dump_state, load_state
from rules.koenig.flow import HANDLERS
from rules.koenig.options import PRESETS, Options, options
from rules.koenig.outcomes import check_settled
from rules.koenig.poses import (
    HALF_TURN,
    check_block,
    check_start,
    check_tower,
    contact_towards,
    free_start,
    heading_arcs,
    random_block,
    random_start,
    snout_pose,
    turned_pose,
)
from rules.koenig.progress import course_length, ideal_line, remaining
from rules.koenig.state import (
    Action,
    Block,
    BlockFrame,
    Pass,
    PlaceFrame,
    Pull,
    PullFrame,
    RaceFrame,
    Racer,
    ReorientFrame,
    RollFrame,
    Setup,
    Start,
    StartFrame,
    State,
    Tower,
    Turn,
)
from rules.koenig.view import View, observe
from sim.settled import FULL_TURN, MM

PULL_SPEED = (100 * MM, 2000 * MM)
PULL_SIDE = (-300 * MM, 300 * MM)
STANDARD_PULL = Pull(600 * MM, 0)
"""A calm, straight pull."""

_KINDS: dict[type[Action], str] = {
    Start: "start",
    Block: "block",
    Pull: "pull",
    Tower: "place_tower",
    Turn: "reorient",
}
_WANTED = {
    "start": "put your tower into the start box",
    "reorient": "turn your tower on the spot or pass",
    "block": "place your blocker or pass",
    "pull": "pull the hat",
    "place_tower": "put your tower to your die",
}


def _ints(*values: object) -> bool:
    return all(type(value) is int and abs(value) <= LIMIT for value in values)


def _angle(value: int) -> bool:
    return 0 <= value < FULL_TURN


def _well_formed(a: Action) -> bool:
    """Whether an action holds whole numbers and angles from 0 to 35999."""
    match a:
        case Start(pose=pose) | Block(pose=pose):
            # Untrusted input: the annotation does not bind what a caller hands over.
            given = cast("object", pose)
            if not isinstance(given, tuple):
                return False
            values = cast("tuple[object, ...]", given)
            return len(values) == 3 and _ints(*values) and _angle(pose[2])
        case Pull(speed=speed, side=side):
            return _ints(speed, side)
        case Tower(angle=angle) | Turn(heading=angle):
            return _ints(angle) and _angle(angle)
        case Pass():
            return True


class Koenig:
    """The family game; see ``rules.core.types.Game`` for what each method promises."""

    name = "koenig"
    version = 1
    seats = range(2, 5)
    presets: Mapping[str, Options] = PRESETS

    def options(self, values: Mapping[str, object]) -> Options:
        """Options with these values over the default; raises OptionError."""
        return options(values)

    def new(self, options: Options | None, seats: int, setup: Setup | None = None) -> State:
        """The state of ``begin``."""
        return self.begin(options, seats, setup).state

    def begin(self, options: Options | None, seats: int, setup: Setup | None = None) -> Step[State]:
        """A race at its first turn, on the setup's board (default: Rundkurs).

        Raises OptionError when the seats or the setup do not fit: 2 to 4 seats, a colour of its
        own for each of them, all start numbers different.
        """
        chosen = Options() if options is None else options
        given = Setup(default_board()) if setup is None else setup
        board = given.board
        if seats not in self.seats:
            raise OptionError(f"koenig is for 2 to 4 players, not {seats}")
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
        prepared = given.racers or (None,) * seats
        if len(prepared) != seats:
            raise OptionError(f"a prepared start must name {seats} racers, not {len(prepared)}")
        zero = (0,) * len(board.rays)
        racers = tuple(
            Racer(k, None, None, zero, 0)
            if racer is None
            else Racer(k, racer.pose, racer.rest, racer.counters, racer.blocked)
            for k, racer in zip(chosen_sets, prepared, strict=True)
        )
        order = tuple(sorted(range(seats), key=lambda seat: numbers[seat]))
        s = State(board, chosen, order, racers, None, (RaceFrame(0, 1),), None)
        _check_prepared(s)
        told: list[Event] = []
        return Step(resolve(s, HANDLERS, told.append), tuple(told))

    # --- questions ---

    def seated(self, s: State) -> int:
        """How many race."""
        return len(s.racers)

    def pending(self, s: State) -> Pending:
        """Who must act on what."""
        if s.over is not None:
            return s.over
        frame = s.agenda[-1]
        ask = HANDLERS[type(frame)].pending
        if ask is None:
            raise ValueError(f"{type(frame).__name__} cannot wait for an answer")
        return ask(s, frame)

    def actions(self, s: State) -> tuple[Action, ...]:
        """Nothing: every decision of this game is made of numbers, see ``space``."""
        del s
        return ()

    def space(self, s: State) -> Listed[Action] | Continuous[Action]:
        """The legal actions of the pending decision as numbers; an empty list without one."""
        pending = self.pending(s)
        if not isinstance(pending, Decide):
            return Listed(())
        seat, board = pending.seat, s.board
        angle = Param("angle", 0, FULL_TURN - 1, "deg", wraps=True)
        match s.agenda[-1]:
            case StartFrame():
                x_min, y_min, x_max, y_max = board.start_box
                return Continuous(
                    (
                        Param("x", x_min, x_max, "mm"),
                        Param("y", y_min, y_max, "mm"),
                        Param("heading", 0, FULL_TURN - 1, "deg", wraps=True),
                    ),
                    None,
                    lambda rng, n: self._propose_starts(s, seat, rng, n),
                )
            case BlockFrame():
                return Continuous(
                    (Param("x", 0, board.length, "mm"), Param("y", 0, board.width, "mm"), angle),
                    None,
                    lambda rng, n: self._propose_blocks(s, seat, rng, n),
                    (Pass(),),
                )
            case PullFrame():
                return Continuous(
                    (Param("speed", *PULL_SPEED, "mm/s"), Param("sideways", *PULL_SIDE, "mm/s")),
                    None,
                    _propose_pulls,
                )
            case ReorientFrame():
                arcs = heading_arcs(s, seat)
                return Continuous(
                    (Param("heading", 0, FULL_TURN - 1, "deg", wraps=True),),
                    arcs,
                    lambda rng, n: tuple(Turn(nth(arcs, k)) for k in _some(count(arcs), rng, n)),
                    (Pass(),),
                )
            case PlaceFrame() as frame:
                return Continuous(
                    (angle,),
                    ((0, FULL_TURN - 1),) if s.options.hand_mode else frame.arcs,
                    lambda rng, n: self._propose_towers(s, frame, rng, n),
                )
            case _:
                return Listed(())

    def check(self, s: State, a: object) -> Verdict:
        """Whether an action is legal now, and if not, why; for any value at all."""
        pending = self.pending(s)
        if not isinstance(pending, Decide):
            return refuse("nobody-decides", "nobody has to decide anything now")
        wanted = refuse("wrong-action", f"now you must {_WANTED[pending.kind]}", pending.kind)
        if isinstance(a, Pass):
            return LEGAL if pending.kind in ("block", "reorient") else wanted
        if not isinstance(a, (Start, Block, Pull, Tower, Turn)):
            return wanted
        if _KINDS[type(a)] != pending.kind:
            return wanted
        if not _well_formed(a):
            return refuse(
                "not-whole-numbers",
                "an action must hold whole numbers, and angles from 0 up to 360 degrees",
            )
        return self._check_place(s, pending.seat, a)

    def _check_place(self, s: State, seat: Seat, a: Action) -> Verdict:
        match a, s.agenda[-1]:
            case Start(pose=pose), _:
                return check_start(s, seat, pose)
            case Block(pose=pose), _:
                return check_block(s, seat, pose)
            case Pull(speed=speed, side=side), _:
                return _check_pull(speed, side)
            case Tower(angle=angle), PlaceFrame() as frame:
                if s.options.hand_mode or within(frame.arcs, angle):
                    return LEGAL
                found = check_tower(s, seat, snout_pose(frame.die, frame.radius, angle))
                return _too_tight(found, frame.arcs, angle)
            case Turn(heading=heading), _:
                arcs = heading_arcs(s, seat)
                if within(arcs, heading):
                    return LEGAL
                pose = s.racers[seat].pose
                if pose is None:
                    return refuse("wrong-action", "your tower has not started")
                found = check_tower(s, seat, turned_pose(s.pieces(seat), pose, heading))
                return _too_tight(found, arcs, heading)
            case _:
                return refuse("wrong-action", "this is no action for now")

    # --- answers ---

    def apply(self, s: State, a: Action) -> Step[State]:
        """Carry out a decision; raises IllegalAction, and ``s`` is as it was."""
        verdict = self.check(s, a)
        if not verdict.ok:
            raise IllegalAction(verdict, _text_of(a))
        return self.apply_unchecked(s, a)

    def apply_unchecked(self, s: State, a: Action) -> Step[State]:
        """Carry out an action that is known to be legal; for search."""
        told: list[Event] = []
        frame = s.agenda[-1]
        act = HANDLERS[type(frame)].act
        if act is None:
            raise ValueError(f"{type(frame).__name__} takes no action")
        after = resolve(act(s, frame, a, told.append), HANDLERS, told.append)
        return Step(after, tuple(told))

    def settle(self, s: State, o: Outcome) -> Step[State]:
        """Take the answer of the physics; raises BadOutcome, and ``s`` is as it was."""
        frame = s.agenda[-1] if s.agenda else None
        if not isinstance(frame, RollFrame):
            raise BadOutcome("nothing was thrown, so there is no outcome to take")
        settled = check_settled(s, frame, o)
        told: list[Event] = []
        handler = HANDLERS[RollFrame].settle
        assert handler is not None
        after = resolve(handler(s, frame, settled, told.append), HANDLERS, told.append)
        return Step(after, tuple(told))

    # --- what is known ---

    def observe(self, s: State, seat: Seat | None) -> View:
        """Everything: the family game hides nothing."""
        return observe(s, seat, self.pending(s))

    def determinize(self, s: State, seat: Seat, rng: random.Random) -> State:
        """The state itself: nothing is hidden."""
        del seat, rng
        return s

    def score(self, s: State, seat: Seat) -> float:
        """Share of the ideal line behind the seat's tower; 2 for a winner. Not a rule."""
        if s.over is not None and s.over.termination == "finish":
            return 2.0 * s.over.scores[seat]
        racer = s.racers[seat]
        if racer.pose is None:
            return 0.0
        return 1 - remaining(s.board, racer.counters, racer.pose[:2]) / course_length(s.board)

    def random_action(self, s: State, rng: random.Random) -> Action:
        """A random legal action: uniform over the numbers; a blocker in every second turn."""
        pending = self.pending(s)
        if not isinstance(pending, Decide):
            raise ValueError("nobody has to decide anything now")
        seat = pending.seat
        match s.agenda[-1]:
            case StartFrame():
                return self._propose_starts(s, seat, rng, 1)[0]
            case BlockFrame():
                pose = random_block(s, seat, rng) if rng.random() < 0.5 else None
                return Pass() if pose is None else Block(pose)
            case PullFrame():
                return Pull(rng.randint(*PULL_SPEED), rng.randint(*PULL_SIDE))
            case ReorientFrame():
                arcs = heading_arcs(s, seat)
                return Turn(nth(arcs, rng.randrange(count(arcs))))
            case PlaceFrame() as frame:
                if s.options.hand_mode:
                    return Tower(rng.randrange(FULL_TURN))
                return Tower(nth(frame.arcs, rng.randrange(count(frame.arcs))))
            case frame:
                raise ValueError(f"{type(frame).__name__} waits for no decision")

    def _propose_starts(
        self, s: State, seat: Seat, rng: random.Random, n: int
    ) -> tuple[Action, ...]:
        found = [pose for _ in range(n) if (pose := random_start(s, seat, rng)) is not None]
        if not found:
            spot = free_start(s, seat)
            if spot is None:
                raise ValueError("there is no free spot in the start box")
            found.append(spot)
        return tuple(Start(pose) for pose in found)

    def _propose_blocks(
        self, s: State, seat: Seat, rng: random.Random, n: int
    ) -> tuple[Action, ...]:
        found = (random_block(s, seat, rng, ahead=True) for _ in range(n))
        proposed = tuple(Block(pose) for pose in found if pose is not None)
        return proposed or (Pass(),)

    def _propose_towers(
        self, s: State, frame: PlaceFrame, rng: random.Random, n: int
    ) -> tuple[Action, ...]:
        """Half of them near the heading of the ideal line, the others anywhere on the arcs."""
        line = ideal_line(s.board, frame.counters, frame.die)
        ahead = contact_towards(frame.die, line[1])
        angles = [nearest(frame.arcs, ahead)]
        while len(angles) < n:
            if len(angles) % 2:
                angles.append(nth(frame.arcs, rng.randrange(count(frame.arcs))))
            else:
                near = round(ahead + rng.gauss(0, HALF_TURN / 6)) % FULL_TURN
                angles.append(nearest(frame.arcs, near))
        return tuple(Tower(angle) for angle in dict.fromkeys(angles))

    # --- words ---

    def format(self, s: State, a: Action) -> str:
        """The exact text of an action."""
        del s
        return notation.format_action(a)

    def parse(self, s: State, t: str) -> Action:
        """The action of a text; raises NotationError."""
        del s
        return notation.parse_action(t)

    def describe(self, s: State, a: Action, lang: str = "en") -> str:
        """An action in English words."""
        del lang
        return notation.describe_action(s, a)

    def tell(self, s: State, event: Event, lang: str = "en") -> str:
        """An event in English words."""
        del lang
        return facts.tell(s, event)

    # --- data ---

    def dump(self, s: State) -> JSON:
        """The whole state as JSON data."""
        return dump_state(s)

    def load(self, d: JSON) -> State:
        """The state of a dump; raises RecordError."""
        return load_state(d)


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


def _text_of(a: object) -> str:
    """The text of an action, empty for something that is none."""
    if isinstance(a, (Start, Block, Pass, Pull, Tower, Turn)) and _well_formed(a):
        return notation.format_action(a)
    return ""


def _check_pull(speed: int, side: int) -> Verdict:
    if not PULL_SPEED[0] <= speed <= PULL_SPEED[1]:
        return refuse(
            "pull-speed",
            f"a hat is pulled at {PULL_SPEED[0] // MM} to {PULL_SPEED[1] // MM} mm/s",
            *PULL_SPEED,
        )
    if not PULL_SIDE[0] <= side <= PULL_SIDE[1]:
        return refuse(
            "pull-sideways",
            f"a hat slips sideways by {PULL_SIDE[0] // MM} to {PULL_SIDE[1] // MM} mm/s",
            *PULL_SIDE,
        )
    return LEGAL


def _too_tight(found: Verdict, arcs: Arcs, angle: int) -> Verdict:
    """Why an angle outside the arcs is refused, also where it misses by a hair."""
    if not found.ok:
        return found
    near = nearest(arcs, angle) if arcs else angle
    return refuse(
        "too-tight",
        f"it would just touch something; the nearest free angle is {near / 100:.2f} degrees",
        near,
    )


def _propose_pulls(rng: random.Random, n: int) -> tuple[Action, ...]:
    """A calm straight pull first, then random ones."""
    others = [Pull(rng.randint(*PULL_SPEED), rng.randint(*PULL_SIDE)) for _ in range(n - 1)]
    return tuple(dict.fromkeys([STANDARD_PULL, *others]))


def _some(size: int, rng: random.Random, n: int) -> list[int]:
    return sorted({rng.randrange(size) for _ in range(max(1, n))})


KOENIG = Koenig()
register(KOENIG)
