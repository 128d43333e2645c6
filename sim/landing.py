"""What the side plane cannot know of a ground contact: friction across it, kicks and yaw."""

from __future__ import annotations

import math

from sim.die import TURN_SPEED, DieRecord

_PATCH = 2.0
"""Arm of the friction that brakes the yaw, mm."""
_SIDEWAYS_DECAY = 5e-3
"""Time in which a slow die stops rolling sideways over its edges, s."""
_MOST_TURN = 0.6
"""A landing turns the motion by at most this, radians."""


def rub_sideways(die: DieRecord, height: float, pressed: float, friction: float) -> None:
    """Rub across the heading in a contact that gave ``pressed`` mm/s.

    ``height`` is that of the centre above the ground. Friction stops the slip of the lowest point
    (sideways motion and roll together) as far as its share of the cone allows, and brakes the yaw.
    """
    across = die.vl + height * die.roll
    if across:
        along = die.vs + height * die.omega
        limit = friction * pressed * abs(across) / math.hypot(across, along)
        yields = 1.0 + height * height / die.gyration
        push = -math.copysign(min(limit, abs(across) / yields), across)
        die.vl += push
        die.roll += push * height / die.gyration
    if die.yaw:
        brake = friction * pressed * _PATCH / die.gyration
        die.yaw -= math.copysign(min(brake, abs(die.yaw)), die.yaw)


def calm(die: DieRecord, time: float, held: bool = False) -> None:
    """Let a slow die stop rolling sideways: it would have to climb over its edges.

    ``held``: the heading cannot follow such a motion, so it is stopped at any speed, and what
    slides on without rolling is left to friction.
    """
    if held or die.vs * die.vs + die.vl * die.vl < TURN_SPEED * TURN_SPEED:
        decay = math.exp(-time / _SIDEWAYS_DECAY)
        die.roll *= decay
        if not held:
            die.vl *= decay


def kick(die: DieRecord, turn: float, yaw: float, pressed: float, lost: float) -> None:
    """Turn the motion and give it yaw, as a landing on one corner does.

    ``turn`` times impact speed over plan speed is the angle; ``yaw`` (rad/mm) times impact speed
    the yaw gained, for no more energy (per mass) than the impact ``lost``.
    """
    speed = math.hypot(die.vs, die.vl)
    if speed > TURN_SPEED:
        die.turn_motion(max(-_MOST_TURN, min(_MOST_TURN, turn * pressed / speed)))
    if lost > 0.0:
        most = math.sqrt(die.yaw**2 + 2.0 * lost / die.gyration)
        die.yaw = max(-most, min(most, die.yaw + yaw * pressed))
