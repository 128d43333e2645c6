"""The throwing tower seen from inside: channel, mouth, and where the die is with respect to them.

While the tower stands in the side plane, the heading is the mouth's and the die keeps to the
channel; once the die has come out it may go aside, but not back through the tower's front.
"""

from __future__ import annotations

import math

from sim.die import DieRecord
from sim.landing import calm, rub_sideways
from sim.side import Side
from sim.solids import Solid, Vec3
from sim.start import side_play
from sim.world import World

_ASIDE = 0.5
"""A die further out of the channel's play than this, mm, can only meet the tower's front."""


class Mouth:
    """Follows one die out of its tower."""

    def __init__(self, world: World, die: DieRecord, side: Side, solid: Solid) -> None:
        """Begin with the die on the ramp."""
        self.world, self.die, self.side, self.solid = world, die, side, solid
        self.cos, self.sin = math.cos(world.heading), math.sin(world.heading)
        self.play = side_play(world)
        self.went_out = False
        """The centre was half a die or more in front of the snout line."""
        self.behind = False
        """The die fell over the upper end of the ramp."""
        self.on_table: Vec3 = (die.x, die.y, die.z)
        self.carried_off: Vec3 | None = None
        """First place beyond the table's edge to which an overhanging tower carried the die."""

    def s(self) -> float:
        """Way along the mouth's heading, mm."""
        return (self.die.x - self.world.x) * self.cos + (self.die.y - self.world.y) * self.sin

    def aside(self) -> float:
        """Way to the left of the mouth's heading, mm."""
        return (self.die.y - self.world.y) * self.cos - (self.die.x - self.world.x) * self.sin

    def inside_tower(self) -> bool:
        """Tell whether the centre lies inside the tower's footprint."""
        tower = self.world.tower
        return -tower.depth <= self.s() <= 0.0 and abs(self.aside()) <= tower.width / 2

    def watch(self, s: float, on_table: bool) -> bool:
        """Note where the die, now at ``s``, is, and keep it in; True = its motion was changed."""
        die = self.die
        if on_table:
            self.on_table, self.carried_off = (die.x, die.y, die.z), None
        else:
            self.carried_off = self.carried_off or (die.x, die.y, die.z)
        if s >= self.solid.half:
            self.went_out = True
        elif s < self.side.top[0] - self.solid.half:
            self.behind = True
        elif self.went_out and abs(self.aside()) > self.play + _ASIDE:
            if die.vs < 0.0:
                die.vs *= -self.world.die_wood.restitution
                return True
        elif not self.behind and die.vl:
            self.keep_in()
        return False

    def cleared(self, s: float) -> bool:
        """Tell whether the die is wholly out of the tower."""
        return s >= self.solid.half and s > self.side.reach + 1.0

    def keep_in(self) -> None:
        """Let the channel's walls turn a sideways motion back."""
        die = self.die
        aside = self.aside()
        if abs(aside) > self.play:
            back = math.copysign(abs(aside) - self.play, aside)
            die.x += back * self.sin
            die.y -= back * self.cos
            if die.vl * aside > 0.0:
                die.vl *= -self.world.die_ramp.restitution

    def drag(self, push: float, pull: float, sideways: float) -> None:
        """Let a hat that slips sideways drag the die along: friction shares the slip."""
        share = sideways / math.hypot(pull, sideways)
        self.die.vl += self.world.die_wood.friction * push * share
        self.keep_in()

    def rub(self, pressed: float, time: float) -> None:
        """Rub across the heading on ramp or ground, in a contact that gave ``pressed`` mm/s."""
        die = self.die
        if die.vl or die.roll or die.yaw:
            rub_sideways(die, self.solid.r_in, pressed, self.world.die_ramp.friction)
            calm(die, time, held=True)

    def lift_off_ramp(self, near: float, highest: float) -> None:
        """Lift a die that an obstacle pressed into its own ramp, to ``highest`` at most."""
        die = self.die
        gap = self.side.ahead(self.s(), die.z, die.theta, 0.0, 0.0, 0.0, near)[0]
        if gap < -near:
            die.z = max(die.z, min(highest, die.z - gap / self.side.normal[1]))
