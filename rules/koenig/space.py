"""What may be done now, as a space of numbers with candidates, and random actions."""

from __future__ import annotations

import random

from rules.core.arcs import FULL, Arcs, count, nearest, nth
from rules.core.types import Continuous, Listed, Param, Seat
from rules.koenig.draft import takes
from rules.koenig.poses import (
    HALF_TURN,
    contact_towards,
    free_start,
    heading_arcs,
    random_block,
    random_start,
)
from rules.koenig.progress import ideal_line
from rules.koenig.state import (
    PULL_SIDE,
    PULL_SPEED,
    STANDARD_PULL,
    Action,
    Block,
    BlockFrame,
    DraftFrame,
    Pass,
    PlaceFrame,
    Pull,
    PullFrame,
    ReorientFrame,
    Start,
    StartFrame,
    State,
    Tower,
    Turn,
    WindowFrame,
)
from rules.koenig.windows import plays
from sim.settled import FULL_TURN

ANGLE = Param("angle", 0, FULL_TURN - 1, "deg", wraps=True)
HEADING = Param("heading", 0, FULL_TURN - 1, "deg", wraps=True)


def legal_angles(s: State, frame: PlaceFrame) -> Arcs:
    """The contact angles that are accepted: the arcs, or by hand the whole circle."""
    return FULL if s.options.hand_mode else frame.arcs


def space_of(s: State) -> Listed[Action] | Continuous[Action]:
    """The legal actions of the pending decision as numbers, or listed; none without one."""
    board = s.board
    match s.agenda[-1] if s.agenda else None:
        case StartFrame(seat=seat):
            x_min, y_min, x_max, y_max = board.start_box
            return Continuous(
                (Param("x", x_min, x_max, "mm"), Param("y", y_min, y_max, "mm"), HEADING),
                None,
                lambda rng, n: _starts(s, seat, rng, n),
            )
        case BlockFrame(seat=seat):
            return Continuous(
                (Param("x", 0, board.length, "mm"), Param("y", 0, board.width, "mm"), ANGLE),
                None,
                lambda rng, n: _blocks(s, seat, rng, n),
                (Pass(),),
            )
        case PullFrame():
            return Continuous(
                (Param("speed", *PULL_SPEED, "mm/s"), Param("sideways", *PULL_SIDE, "mm/s")),
                None,
                _pulls,
            )
        case ReorientFrame(seat=seat):
            arcs = heading_arcs(s, seat)
            return Continuous((HEADING,), arcs, lambda rng, n: _turns(arcs, rng, n), (Pass(),))
        case PlaceFrame() as frame:
            return Continuous(
                (ANGLE,), legal_angles(s, frame), lambda rng, n: _towers(s, frame, rng, n)
            )
        case _:
            return Listed(listed(s))


def listed(s: State) -> tuple[Action, ...]:
    """All legal actions, sorted, of a decision that is not made of numbers; () elsewhere."""
    match s.agenda[-1] if s.agenda else None:
        case DraftFrame() as frame:
            return takes(s, frame)
        case WindowFrame() as frame:
            return plays(s, frame)
        case _:
            return ()


def random_action(s: State, rng: random.Random) -> Action:
    """A random legal action: uniform over the numbers, or over parts, or over cards and a pass.

    A blocker is placed in every second turn.
    """
    match s.agenda[-1] if s.agenda else None:
        case StartFrame(seat=seat):
            return _starts(s, seat, rng, 1)[0]
        case BlockFrame(seat=seat):
            pose = random_block(s, seat, rng) if rng.random() < 0.5 else None
            return Pass() if pose is None else Block(pose)
        case PullFrame():
            return Pull(rng.randint(*PULL_SPEED), rng.randint(*PULL_SIDE))
        case ReorientFrame(seat=seat):
            return Turn(_any_angle(heading_arcs(s, seat), rng))
        case PlaceFrame() as frame:
            return Tower(_any_angle(legal_angles(s, frame), rng))
        case DraftFrame() | WindowFrame():
            return rng.choice(listed(s))
        case _:
            raise ValueError("nobody has to decide anything now")


def _any_angle(arcs: Arcs, rng: random.Random) -> int:
    return nth(arcs, rng.randrange(count(arcs)))


def _starts(s: State, seat: Seat, rng: random.Random, n: int) -> tuple[Action, ...]:
    found = [pose for _ in range(n) if (pose := random_start(s, seat, rng)) is not None]
    if not found:
        spot = free_start(s, seat)
        if spot is None:
            raise ValueError("there is no free spot in the start box")
        found.append(spot)
    return tuple(Start(pose) for pose in found)


def _blocks(s: State, seat: Seat, rng: random.Random, n: int) -> tuple[Action, ...]:
    """Places ahead of the mouth, where a blocker may steer the die."""
    found = (random_block(s, seat, rng, ahead=True) for _ in range(n))
    proposed = tuple(Block(pose) for pose in found if pose is not None)
    return proposed or (Pass(),)


def _pulls(rng: random.Random, n: int) -> tuple[Action, ...]:
    """A calm straight pull first, then random ones."""
    others = [Pull(rng.randint(*PULL_SPEED), rng.randint(*PULL_SIDE)) for _ in range(n - 1)]
    return tuple(dict.fromkeys([STANDARD_PULL, *others]))


def _turns(arcs: Arcs, rng: random.Random, n: int) -> tuple[Action, ...]:
    angles = (_any_angle(arcs, rng) for _ in range(max(1, n)))
    return tuple(Turn(angle) for angle in dict.fromkeys(angles))


def _towers(s: State, frame: PlaceFrame, rng: random.Random, n: int) -> tuple[Action, ...]:
    """The heading of the ideal line first, then half of them near it, half anywhere legal.

    By hand too only places are proposed that disturb nothing.
    """
    line = ideal_line(s.board, frame.counters, frame.die)
    ahead = contact_towards(frame.die, line[1])
    angles = [nearest(frame.arcs, ahead)]
    while len(angles) < n:
        if len(angles) % 2:
            angles.append(_any_angle(frame.arcs, rng))
        else:
            near = round(ahead + rng.gauss(0, HALF_TURN / 6)) % FULL_TURN
            angles.append(nearest(frame.arcs, near))
    return tuple(Tower(angle) for angle in dict.fromkeys(angles))
