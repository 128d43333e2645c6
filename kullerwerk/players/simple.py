"""``random`` draws what it does; ``greedy`` heads for the next ray. Neither simulates.

Both place their blocker only when the last throw brought them nowhere, because a tower that must
stay also keeps its heading: at the table's edge it would throw its die off for ever.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kullerwerk.players.cards import reply
from kullerwerk.players.course import Spot, course_of
from kullerwerk.players.hand import carry_out
from rules.core.arcs import nearest
from rules.core.geometry import direction, towards
from rules.core.types import Continuous, Decide, Listed
from rules.koenig.poses import contact_for_heading, snout_pose
from rules.koenig.progress import follow
from rules.koenig.state import Action, Block, Pass, PlaceFrame, Pull, Start, State, Tower, Turn
from sim.settled import DEGREE, FULL_TURN, MM, Point, Pose

if TYPE_CHECKING:
    from rules.core.types import Knowledge

PULL = Pull(600 * MM, 0)
"""How a hat is pulled by somebody who thinks of nothing else."""
STARTS = 24
"""Start poses that a player looks at."""
WANDER = 65.0
"""How far off the way on a random tower may look, degrees."""
DRAWS = 6
"""How often a random player draws again, so as not to throw over a near edge."""
NEAR_EDGE = 130 * MM
"""How far ahead of the snout the table must go on."""
ESCAPE = 75.0
"""How far off the straight way a greedy tower looks after a turn without gain, degrees."""
BLOCKS = 0.3
BLOCKS_WHEN_BLOCKED = 0.8
"""How often a random player places its blocker, and how often after a turn without gain."""
BLOCK_FROM = math.radians(15)
"""How far a blocker must turn the die to be worth it."""
BLOCKS_AT = (65, 40, 100, 24, 140)
"""How far before the mouth a blocker is tried, mm, the likeliest first."""
BLOCKS_OFF = (-14, 14)
"""How far to the left of the heading, mm."""


@dataclass(slots=True)
class RandomPlayer:
    """Draws start, pull and blocker, and a heading within WANDER of the way on.

    It does not look over an edge that is near if it can help it. A heading drawn from the whole
    circle would make a random walk, which never gets round.
    """

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
                starts = [knowledge.random_action(self.rng) for _ in range(DRAWS)]
                inward = [a for a in starts if isinstance(a, Start) and inside(state, a.pose)]
                return inward[0] if inward else starts[0]
            case "place_tower":
                return self._tower(state)
            case "block":
                blocked = state.racers[knowledge.seat].blocked > 0
                if self.rng.random() >= (BLOCKS_WHEN_BLOCKED if blocked else BLOCKS):
                    return Pass()
                blocks = legal_blocks(knowledge, state, self.rng) if blocked else []
                return self.rng.choice(blocks) if blocks else knowledge.random_action(self.rng)
            case _:
                return knowledge.random_action(self.rng)

    def _tower(self, state: State) -> Action:
        frame = place_frame(state)
        straight = bearing(frame.die, target_of(state))
        towers: list[Tower] = []
        for _ in range(DRAWS):
            off = round(self.rng.uniform(-WANDER, WANDER) * DEGREE)
            tower = contact(state, straight + off)
            towers.append(tower)
            if inside(state, snout_pose(frame.die, frame.radius, tower.angle)):
                return tower
        return towers[0]


@dataclass(slots=True)
class GreedyPlayer:
    """Heads for the middle of the next ray and thinks of nothing behind it."""

    skill: float
    rng: random.Random

    def choose(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return a legal action."""
        return carry_out(knowledge, self.wish(knowledge), self.skill, self.rng)

    def wish(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return what the player means to do, before its hand errs."""
        state = knowledge.sample(self.rng)
        seat = knowledge.seat
        match kind_of(knowledge):
            case "start":
                starts = start_poses(knowledge, state, self.rng)
                return Start(min(starts, key=lambda pose: way_from(state, seat, pose)))
            case "block" if state.racers[seat].blocked > 0:
                blocks = legal_blocks(knowledge, state, self.rng)
                return self.rng.choice(blocks) if blocks else Pass()
            case "pull":
                return PULL
            case "place_tower":
                heading = bearing(place_frame(state).die, next_ray(state))
                if state.racers[seat].blocked:
                    # The straight way has just failed: something stands in it.
                    heading += round(self.rng.uniform(-ESCAPE, ESCAPE) * DEGREE)
                return contact(state, heading)
            case "reorient":
                return turn_for(knowledge, state)
            case "draft" | "remove":
                return knowledge.random_action(self.rng)
            case "respond:before" | "respond:after" | "respond:finish":
                return reply(knowledge, self.rng)
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
        for heading in (bearing((x, y), target), 0):
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
    """Return the point to head for from the die at rest, on the shortest way round, mm."""
    frame = place_frame(state)
    return course_of(state.board).target(spot(frame.die), frame.counters)


def next_ray(state: State) -> Spot:
    """Return the point to head for from the die at rest to cross the next ray, mm."""
    frame = place_frame(state)
    return course_of(state.board).middle(spot(frame.die), frame.counters)


def inside(state: State, pose: Pose) -> bool:
    """Tell whether the table goes on for a while in front of a tower."""
    c, d = direction(pose[2])
    x, y = pose[0] + c * NEAR_EDGE, pose[1] + d * NEAR_EDGE
    return 0 <= x <= state.board.length and 0 <= y <= state.board.width


def bearing(place: Point | Pose, target: Spot) -> int:
    """Return the heading in 0.01 degrees from a place to a target in mm."""
    return towards(place, (target[0] * MM, target[1] * MM))


def contact(state: State, heading: int) -> Tower:
    """Return the legal contact angle whose heading is nearest to the wanted one."""
    return Tower(nearest(place_frame(state).arcs, contact_for_heading(heading % FULL_TURN)))


def legal_blocks(
    knowledge: Knowledge[State, Action], state: State, rng: random.Random
) -> list[Block]:
    """Return legal blockers that turn the die to where its course leads on from the blocker.

    Angle in = angle out: the normal of the block halves the angle between the way back and the
    way on (the law that players use, GAMES.md 1.1). Rays between mouth and blocker count as
    crossed, so that a blocker can lead a die round a half-sphere (rulebook, figure 6). Where no
    such place is legal and the tower is stuck, some drawn ones.
    """
    seat = knowledge.seat
    racer = state.racers[seat]
    pose = racer.pose
    assert pose is not None, "a blocker is placed after the start"
    x, y = spot(pose)
    heading = math.radians(pose[2] / DEGREE)
    c, s = math.cos(heading), math.sin(heading)
    course = course_of(state.board)
    blocks: list[Block] = []
    for at in BLOCKS_AT:
        for off in BLOCKS_OFF:
            bx, by = x + c * at - s * off, y + s * at + c * off
            place = (round(bx * MM), round(by * MM))
            counters, _ = follow(state.board, racer.counters, (pose[:2], place))
            target = course.target((bx, by), counters)
            onward = math.atan2(target[1] - by, target[0] - bx)
            if abs(math.remainder(onward - heading, 2 * math.pi)) < BLOCK_FROM:
                continue
            normal = math.atan2(math.sin(onward) - s, math.cos(onward) - c)
            along = round(math.degrees(normal + math.pi / 2) * DEGREE) % FULL_TURN
            blocks.append(Block((*place, along)))
    legal = [block for block in blocks if knowledge.check(block).ok]
    space = knowledge.space
    if legal or not racer.blocked or isinstance(space, Listed):
        return legal
    return [action for action in space.propose(rng, 8) if isinstance(action, Block)]


def turn_for(knowledge: Knowledge[State, Action], state: State) -> Action:
    """Return the turn on the spot that looks best at the next target."""
    racer = state.racers[knowledge.seat]
    space = knowledge.space
    if racer.pose is None or isinstance(space, Listed) or not space.feasible:
        return Pass()
    target = course_of(state.board).target(spot(racer.pose), racer.counters)
    return Turn(nearest(space.feasible, bearing(racer.pose, target)))
