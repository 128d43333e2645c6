"""``random`` takes what comes; ``greedy`` turns its tower to the next ray and simulates nothing."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kullerwerk.players.course import Spot, course_of
from kullerwerk.players.hand import carry_out
from rules.core.arcs import nearest
from rules.core.geometry import towards
from rules.core.types import Continuous, Decide, Listed
from rules.koenig.poses import contact_for_heading
from rules.koenig.state import Action, Pass, PlaceFrame, Pull, Start, State, Tower, Turn
from sim.settled import MM, Point, Pose

if TYPE_CHECKING:
    from rules.core.types import Knowledge

Known = "Knowledge[State, Action]"

PULL = Pull(600 * MM, 0)
"""How a hat is pulled by somebody who thinks of nothing else."""
STARTS = 24
"""Start poses that a player looks at."""


@dataclass(slots=True)
class RandomPlayer:
    """Any legal action."""

    skill: float
    rng: random.Random

    def choose(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return a legal action."""
        return carry_out(knowledge, knowledge.random_action(self.rng), self.skill, self.rng)


@dataclass(slots=True)
class GreedyPlayer:
    """Heads for the next ray of the course, and leaves the blocker where it is."""

    skill: float
    rng: random.Random

    def choose(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return a legal action."""
        return carry_out(knowledge, self.wish(knowledge), self.skill, self.rng)

    def wish(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return what the player means to do, before its hand errs."""
        state = knowledge.sample(self.rng)
        match kind_of(knowledge):
            case "start":
                starts = start_poses(knowledge, state, self.rng)
                return Start(min(starts, key=lambda pose: way_from(state, knowledge.seat, pose)))
            case "pull":
                return PULL
            case "place_tower":
                return Tower(contact_for(state, target_of(state)))
            case "reorient":
                return turn_for(knowledge, state)
            case _:
                return Pass()


def kind_of(knowledge: Knowledge[State, Action]) -> str:
    """Return the kind of the pending decision."""
    pending = knowledge.pending
    assert isinstance(pending, Decide), "players are asked for decisions only"
    return pending.kind


def spot(place: Point | Pose) -> Spot:
    """Return a place of the rules in mm."""
    return place[0] / MM, place[1] / MM


def way_from(state: State, seat: int, pose: Pose) -> float:
    """Return the way in mm from a snout to the finish."""
    return course_of(state.board).way(spot(pose), state.racers[seat].counters)


def start_poses(
    knowledge: Knowledge[State, Action], state: State, rng: random.Random
) -> list[Pose]:
    """Return legal start poses, most of them turned to the first point of the course."""
    space = knowledge.space
    assert isinstance(space, Continuous), "a start pose is made of numbers"
    course = course_of(state.board)
    counters = state.racers[knowledge.seat].counters
    found = [a.pose for a in space.propose(rng, STARTS) if isinstance(a, Start)]
    x_min, y_min, x_max, y_max = state.board.start_box
    for i in range(STARTS):
        # The front of the box, and rows behind it for those who find it taken.
        x = x_max - round((x_max - x_min) * (i // 6) / 8)
        y = y_min + round((y_max - y_min) * (0.5 + i % 6) / 6)
        target = course.target(spot((x, y)), counters)
        for heading in (towards((x, y), (target[0] * MM, target[1] * MM)), 0):
            pose = (x, y, heading)
            if knowledge.check(Start(pose)).ok:
                found.append(pose)
    return found


def place_frame(state: State) -> PlaceFrame:
    """Return the frame that asks for the tower's place."""
    frame = state.agenda[-1]
    assert isinstance(frame, PlaceFrame), "the tower's place is asked for"
    return frame


def target_of(state: State) -> Spot:
    """Return the point to head for from the die at rest, mm."""
    frame = place_frame(state)
    return course_of(state.board).target(spot(frame.die), frame.counters)


def contact_for(state: State, target: Spot) -> int:
    """Return the legal contact angle that looks best at a target (mm)."""
    frame = place_frame(state)
    heading = towards(frame.die, (target[0] * MM, target[1] * MM))
    return nearest(frame.arcs, contact_for_heading(heading))


def turn_for(knowledge: Knowledge[State, Action], state: State) -> Action:
    """Return the turn on the spot that looks best at the next target."""
    racer = state.racers[knowledge.seat]
    space = knowledge.space
    if racer.pose is None or isinstance(space, Listed) or not space.feasible:
        return Pass()
    target = course_of(state.board).target(spot(racer.pose), racer.counters)
    heading = towards(racer.pose, (target[0] * MM, target[1] * MM))
    return Turn(nearest(space.feasible, heading))


def off_heading(pose: Pose, target: Spot) -> float:
    """Return how far in radians, 0..pi, a pose looks past a target."""
    bearing = math.atan2(target[1] - pose[1] / MM, target[0] - pose[0] / MM)
    return abs(math.remainder(bearing - math.radians(pose[2] / 100), 2 * math.pi))
