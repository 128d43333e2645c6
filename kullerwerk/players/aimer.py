"""``aimer`` tries in the simulation what it might do, and does what landed best.

It looks two steps ahead: the heading chosen for the tower now is the heading of the *next* throw,
so a contact angle is judged by where its next throw lands, and a blocker by where this throw does.
All candidates of a decision meet the same random numbers (errors of the own hand and of the dice),
and half of them drop out after each round of playouts (sequential halving: Karnin, Koren, Somekh,
ICML 2013), so the budget is a count of playouts and never a time. With ``throws`` above 1 a playout
goes on: the tower follows its die, looks at the next point of the course, and throws again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from kullerwerk.players.course import course_of
from kullerwerk.players.hand import carry_out, shifted
from kullerwerk.players.simple import (
    PULL,
    GreedyPlayer,
    bearing,
    contact,
    kind_of,
    legal_blocks,
    place_frame,
    spot,
    start_poses,
    target_of,
    way_from,
)
from rules.core.arcs import nearest
from rules.core.geometry import reach
from rules.koenig.flow import throw_request
from rules.koenig.poses import contact_arcs, contact_for_heading, snout_pose
from rules.koenig.progress import count_throw
from rules.koenig.state import Action, Block, Pass, Start, State, Tower
from sim.settled import DEGREE, ON_TABLE, DieSettled, DieThrow, Point, Pose

if TYPE_CHECKING:
    from rules.core.types import Knowledge

Simulate = Callable[[DieThrow, int, int], DieSettled]
"""``simulate(request, seed, k)``: throw k under a seed; the same three give the same answer."""

ANGLES_DEG = (0, -8, 8, -17, 17, -28, 28, -42, 42, -60, 60, -90, 90, 180)
"""Headings to try, off the straight line to the next point of the course, the likeliest first."""
WIN = 400.0
"""What a win is worth, mm of way."""
LOST_TURN = 120.0
"""What a throw costs that the tower cannot follow, mm: its heading stays as bad as it was."""
REACH = 200.0
"""About the way of one throw, mm: what a wrong heading for the next one may cost."""
LATER = 1 << 20
"""How far apart in a seed's random numbers the throws of one playout lie."""

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Situation:
    """From where a throw is judged: the counters, the last rest place, and the way still to go."""

    state: State
    seat: int
    counters: tuple[int, ...]
    rest: Point | None
    way: float


@dataclass(slots=True)
class AimerPlayer:
    """Tries candidates in the simulation before it chooses."""

    skill: float
    playouts: int
    rng: random.Random
    simulate: Simulate
    throws: int = 1

    def choose(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return a legal action."""
        return carry_out(knowledge, self.wish(knowledge), self.skill, self.rng)

    def wish(self, knowledge: Knowledge[State, Action]) -> Action:
        """Return what the player means to do, before its hand errs."""
        state = knowledge.sample(self.rng)
        match kind_of(knowledge):
            case "start":
                return self._start(knowledge, state)
            case "block":
                return self._block(knowledge, state)
            case "place_tower":
                return self._tower(knowledge, state)
            case _:
                return GreedyPlayer(self.skill, self.rng).wish(knowledge)

    def _start(self, knowledge: Knowledge[State, Action], state: State) -> Action:
        seat = knowledge.seat
        racer = state.racers[seat]
        poses = sorted(
            start_poses(knowledge, state, self.rng), key=lambda pose: way_from(state, seat, pose)
        )
        candidates = [Start(pose) for pose in dict.fromkeys(poses)][: len(ANGLES_DEG) // 2]

        def throw(start: Start) -> DieThrow:
            return throw_request(state, seat, start.pose, None, PULL)

        situation = Situation(
            state, seat, racer.counters, racer.rest, way_from(state, seat, candidates[0].pose)
        )
        return self._best(candidates, throw, situation)

    def _block(self, knowledge: Knowledge[State, Action], state: State) -> Action:
        seat = knowledge.seat
        racer = state.racers[seat]
        assert racer.pose is not None, "a blocker is placed after the start"
        candidates: list[Action] = [Pass(), *legal_blocks(knowledge, state, self.rng)]
        pose = racer.pose

        def throw(action: Action) -> DieThrow:
            blocker = action.pose if isinstance(action, Block) else None
            return throw_request(state, seat, pose, blocker, PULL)

        situation = Situation(
            state, seat, racer.counters, racer.rest, way_from(state, seat, racer.pose)
        )
        return self._best(candidates, throw, situation)

    def _tower(self, knowledge: Knowledge[State, Action], state: State) -> Action:
        seat = knowledge.seat
        frame = place_frame(state)
        target = target_of(state)
        straight = bearing(frame.die, target)
        candidates = list(dict.fromkeys(contact(state, straight + a * DEGREE) for a in ANGLES_DEG))

        def throw(tower: Tower) -> DieThrow:
            pose = snout_pose(frame.die, frame.radius, tower.angle)
            return throw_request(state, seat, pose, None, PULL)

        way = course_of(state.board).way(spot(frame.die), frame.counters)
        situation = Situation(state, seat, frame.counters, frame.die, way)
        return self._best(candidates, throw, situation)

    def _best(
        self, candidates: Sequence[C], throw: Callable[[C], DieThrow], situation: Situation
    ) -> C:
        """Return the candidate whose simulated throws landed best."""
        count = affordable(len(candidates), self.playouts)
        if count == 1:
            return candidates[0]
        seed = self.rng.getrandbits(63)
        totals = dict.fromkeys(range(count), 0.0)
        order = list(totals)
        rounds = _rounds(count)
        done = 0
        for _ in range(rounds):
            more = self.playouts // (rounds * len(order))
            for j in range(done, done + more):
                for i in order:
                    totals[i] += self._playout(throw(candidates[i]), situation, seed, j)
            done += more
            order = sorted(order, key=lambda i: (-totals[i], i))[: (len(order) + 1) // 2]
        return candidates[order[0]]

    def _playout(self, request: DieThrow, at: Situation, seed: int, j: int) -> float:
        """Return how good playout ``j`` of a throw and of those that follow it is."""
        errors = random.Random(f"{seed}:{j}")
        gained = 0.0
        for later in range(self.throws):
            slips = tuple(errors.gauss(0, 1) for _ in range(5))
            asked = shifted(request, self.skill, slips)
            settled = self.simulate(asked, seed, j + later * LATER)
            left = self.throws - 1 - later
            if left == 0:
                return gained + value(settled, at)
            following = follow_up(settled, at)
            if following is None:
                # The tower stays, and without a blocker it throws as before.
                request = replace(request, blockers=())
                continue
            onward, pose = following
            if onward.way == 0:
                return gained + at.way + WIN * (left + 1)
            gained += at.way - onward.way
            at = onward
            request = throw_request(at.state, at.seat, pose, None, PULL)
        return gained


def _rounds(count: int) -> int:
    """Return in how many rounds of halving one of ``count`` candidates is left."""
    return (count - 1).bit_length()


def affordable(count: int, playouts: int) -> int:
    """Return how many candidates, at most ``count``, a budget of playouts can try.

    Each takes part in every round until it drops out, with at least one playout.
    """
    while count > 1 and count * _rounds(count) > playouts:
        count -= 1
    return count


def follow_up(settled: DieSettled, at: Situation) -> tuple[Situation, Pose] | None:
    """Return how it stands after a throw, and where the tower goes; None where it must stay.

    A way of 0 tells that the die has finished.
    """
    if settled.outcome not in ON_TABLE:
        return None
    die: Point = settled.pose[:2]
    counted = count_throw(at.state.board, at.counters, at.rest, settled)
    radius = reach(settled.outline, die)
    if counted.wins:
        won = Situation(at.state, at.seat, counted.counters, die, 0.0)
        return won, snout_pose(die, radius, 0)
    arcs = contact_arcs(at.state, at.seat, die, radius)
    if not arcs:
        return None
    course = course_of(at.state.board)
    target = course.target(spot(die), counted.counters)
    angle = nearest(arcs, contact_for_heading(bearing(die, target)))
    way = max(course.way(spot(die), counted.counters), 1.0)
    onward = Situation(at.state, at.seat, counted.counters, die, way)
    return onward, snout_pose(die, radius, angle)


def value(settled: DieSettled, at: Situation) -> float:
    """Return how good a settled throw is: mm of way gained, and a little for what comes next."""
    if settled.outcome not in ON_TABLE:
        return -LOST_TURN
    counted = count_throw(at.state.board, at.counters, at.rest, settled)
    if counted.wins:
        return at.way + WIN
    die: Point = settled.pose[:2]
    arcs = contact_arcs(at.state, at.seat, die, reach(settled.outline, die))
    if not arcs:
        return -LOST_TURN
    course = course_of(at.state.board)
    target = course.target(spot(die), counted.counters)
    wanted = contact_for_heading(bearing(die, target))
    turn = math.radians((nearest(arcs, wanted) - wanted) / DEGREE)
    return at.way - course.way(spot(die), counted.counters) - REACH / 2 * (1 - math.cos(turn))
