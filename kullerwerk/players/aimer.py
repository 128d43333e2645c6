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
from rules.koenig.progress import Counted, count_throw
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
                errors = random.Random(f"{seed}:{j}")
                slips = [tuple(errors.gauss(0, 1) for _ in range(5)) for _ in range(self.throws)]
                for i in order:
                    totals[i] += self._playout(throw(candidates[i]), situation, slips, seed, j)
            done += more
            order = sorted(order, key=lambda i: (-totals[i], i))[: (len(order) + 1) // 2]
        return candidates[order[0]]

    def _playout(
        self,
        request: DieThrow,
        at: Situation,
        slips: Sequence[tuple[float, ...]],
        seed: int,
        j: int,
    ) -> float:
        """Return how good playout ``j`` is: a throw, and those that follow it.

        In mm of way gained, and a little for how the tower looks at the end. ``slips`` holds the
        errors of the hand in each throw.
        """
        gained = 0.0
        for later, errors in enumerate(slips):
            asked = shifted(request, self.skill, errors)
            settled = self.simulate(asked, seed, j + later * LATER)
            left = len(slips) - 1 - later
            counted: Counted | None = None
            if settled.outcome in ON_TABLE:
                counted = count_throw(at.state.board, at.counters, at.rest, settled)
                if counted.wins:
                    return gained + at.way + WIN * (left + 1)
            following = None if counted is None else follow_up(settled, at, counted.counters)
            if following is None:
                if left == 0:
                    return gained - LOST_TURN
                # The tower stays, and without a blocker it throws as before.
                request = replace(request, blockers=())
                continue
            gained += at.way - following.at.way
            if left == 0:
                return gained - REACH / 2 * (1 - math.cos(following.turned))
            at = following.at
            request = throw_request(at.state, at.seat, following.pose, None, PULL)
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


@dataclass(frozen=True, slots=True)
class FollowUp:
    """How it stands once the tower has followed its die.

    ``pose`` looks at the next point of the course, as nearly as it may: ``turned`` radians off.
    """

    at: Situation
    pose: Pose
    turned: float


def follow_up(settled: DieSettled, at: Situation, counters: tuple[int, ...]) -> FollowUp | None:
    """Return how a tower follows a die that rests on the table; None where it finds no place."""
    die: Point = settled.pose[:2]
    radius = reach(settled.outline, die)
    arcs = contact_arcs(at.state, at.seat, die, radius)
    if not arcs:
        return None
    course = course_of(at.state.board)
    wanted = contact_for_heading(bearing(die, course.target(spot(die), counters)))
    angle = nearest(arcs, wanted)
    onward = Situation(at.state, at.seat, counters, die, course.way(spot(die), counters))
    turned = math.radians((angle - wanted) / DEGREE)
    return FollowUp(onward, snout_pose(die, radius, angle), turned)
