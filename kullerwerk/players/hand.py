"""The hand that carries out what a head has decided: it errs, and less so with more skill.

Errors are normal, with the spreads below; between skill 0 and 1 they fall with (1 - skill)^1.5, so
that a fair hand is already steady. They are drawn from the player's own stream. A hand never does
what the rules refuse: an error that would is taken back by half, and in the end altogether.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.koenig.state import Action, Block, Pull, Start, Tower, Turn
from sim.settled import DEGREE, FULL_TURN, MM, DieThrow, Pose

if TYPE_CHECKING:
    from rules.core.types import Knowledge
    from rules.koenig.state import State

HALVINGS = 5


@dataclass(frozen=True, slots=True)
class Spreads:
    """Standard deviations: placing in mm, turning in degrees, the pull as a share and in mm/s."""

    place: float
    heading: float
    pull: float
    slip: float


CLUMSY = Spreads(place=30.0, heading=40.0, pull=0.40, slip=150.0)
"""Skill 0."""
STEADY = Spreads(place=1.0, heading=1.0, pull=0.04, slip=5.0)
"""Skill 1."""


def spreads(skill: float) -> Spreads:
    """Return the spreads of a skill from 0 to 1."""

    def between(clumsy: float, steady: float) -> float:
        return steady + (clumsy - steady) * (1.0 - skill) ** 1.5

    return Spreads(
        between(CLUMSY.place, STEADY.place),
        between(CLUMSY.heading, STEADY.heading),
        between(CLUMSY.pull, STEADY.pull),
        between(CLUMSY.slip, STEADY.slip),
    )


def carry_out(
    knowledge: Knowledge[State, Action], wish: Action, skill: float, rng: random.Random
) -> Action:
    """Return what the hand makes of a legal wish: a legal action of the same kind."""
    errors = (rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1))
    spread = spreads(skill)
    for halving in range(HALVINGS):
        done = _shift(wish, spread, errors, 0.5**halving)
        if knowledge.check(done).ok:
            return done
    return wish


def _shift(
    wish: Action, spread: Spreads, errors: tuple[float, float, float], scale: float
) -> Action:
    e0, e1, e2 = (e * scale for e in errors)
    match wish:
        case Start(pose=pose):
            return Start(_shift_pose(pose, spread, e0, e1, e2))
        case Block(pose=pose):
            return Block(_shift_pose(pose, spread, e0, e1, e2))
        case Pull(speed=speed, side=side):
            return Pull(
                round(speed * max(0.1, 1 + spread.pull * e0)), round(side + spread.slip * e1 * MM)
            )
        case Tower(angle=angle):
            return Tower(_turned(angle, spread.heading * e0))
        case Turn(heading=heading):
            return Turn(_turned(heading, spread.heading * e0))
        case _:
            # To pass, to take a part and to play a card leave nothing to a hand's errors.
            return wish


def _shift_pose(pose: Pose, spread: Spreads, e0: float, e1: float, e2: float) -> Pose:
    x, y, angle = pose
    return (
        x + round(spread.place * e0 * MM),
        y + round(spread.place * e1 * MM),
        _turned(angle, spread.heading * e2),
    )


def _turned(angle: int, degrees: float) -> int:
    return (angle + round(degrees * DEGREE)) % FULL_TURN


def shifted(request: DieThrow, skill: float, errors: Sequence[float]) -> DieThrow:
    """Return a throw as a hand of this skill would carry it out, for playouts.

    ``errors`` are five standard normal numbers: for the heading, the pull, its slip, and the
    place of a blocker.
    """
    spread = spreads(skill)
    x, y, heading = request.pose
    speed, side = request.pull
    return dataclasses.replace(
        request,
        pose=(x, y, _turned(heading, spread.heading * errors[0])),
        pull=(
            round(speed * max(0.1, 1 + spread.pull * errors[1])),
            round(side + spread.slip * errors[2] * MM),
        ),
        blockers=tuple(
            dataclasses.replace(
                b, pose=_shift_pose(b.pose, spread, errors[3], errors[4], errors[0])
            )
            for b in request.blockers
        ),
    )
