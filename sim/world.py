"""A throw's surroundings as plain numbers: what the two planes collide with.

Built from a track and a request (`world_of`), or from any other description of a scene. Lengths in
mm, masses in g, angles in radians, speeds in mm/s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scenes.parts import Die, PieceSet, Tower
from scenes.track import Contact, Track
from sim.settled import DEGREE, MM, DieThrow, Pose

GRAVITY = 9810.0
"""mm/s^2."""


@dataclass(frozen=True, slots=True)
class Box:
    """A block of height ``height`` on the table, centred at ``x, y``, its length along ``yaw``.

    ``mass`` 0 = fixed (a tower); else a blocker that slides with ``friction`` on the table.
    """

    name: str
    x: float
    y: float
    yaw: float
    length: float
    depth: float
    height: float
    mass: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A half-sphere (``half_sphere``) or an upright post of radius ``radius`` at ``x, y``."""

    name: str
    x: float
    y: float
    radius: float
    half_sphere: bool


@dataclass(frozen=True, slots=True)
class World:
    """Everything round one throw. The mouth stands at ``x, y`` and looks along ``heading``.

    ``own_tower`` is the throwing tower's footprint as an obstacle for a die that comes back; None
    where the tower is nothing but a ramp.
    """

    table: tuple[float, float, float, float]
    """x_min, y_min, x_max, y_max."""
    x: float
    y: float
    heading: float
    tower: Tower
    die: Die
    discs: tuple[Disc, ...]
    boxes: tuple[Box, ...]
    own_tower: Box | None
    die_table: Contact
    die_ramp: Contact
    die_wood: Contact
    contact_hz: float | None = None
    """Frequency of the die's contacts, Hz, where the scene knows it; None: as shipped."""


def _angle(units: int) -> float:
    return math.radians(units / DEGREE)


def _tower_box(name: str, pose: Pose, tower: Tower) -> Box:
    """Return a standing tower's footprint: it reaches back from the snout line."""
    heading = _angle(pose[2])
    back = tower.depth / 2
    return Box(
        name=name,
        x=pose[0] / MM - back * math.cos(heading),
        y=pose[1] / MM - back * math.sin(heading),
        yaw=heading,
        length=tower.depth,
        depth=tower.width,
        height=tower.lip + tower.ramp_length * math.sin(math.radians(tower.ramp_angle_deg)),
    )


def _set(track: Track, name: str) -> PieceSet:
    for piece_set in track.sets:
        if piece_set.name == name:
            return piece_set
    known = ", ".join(s.name for s in track.sets)
    raise ValueError(f"track {track.name!r} has no piece set {name!r}: expected one of {known}")


def world_of(track: Track, request: DieThrow) -> World:
    """Build the surroundings of ``request`` on ``track``.

    Raises ``ValueError`` where the request names a piece set that the track does not have.
    """
    thrower = _set(track, request.tower).tower
    posts = (track.gate.left_post, track.gate.right_post)
    discs = [
        *(Disc(h.name, h.x, h.y, h.radius, True) for h in track.half_spheres),
        *(
            Disc(f"post {i}", x, y, track.gate.post_radius, False)
            for i, (x, y) in enumerate(posts, 1)
        ),
    ]
    boxes = [
        _tower_box(other.name, other.pose, _set(track, other.name).tower)
        for other in request.towers
    ]
    for laid in request.blockers:
        blocker = _set(track, laid.name).blocker
        boxes.append(
            Box(
                name=laid.name,
                x=laid.pose[0] / MM,
                y=laid.pose[1] / MM,
                yaw=_angle(laid.pose[2]),
                length=blocker.length,
                depth=blocker.depth,
                height=blocker.height,
                mass=blocker.mass,
                friction=track.materials.blocker_table_friction,
            )
        )
    return World(
        table=(0.0, 0.0, track.table.length, track.table.width),
        x=request.pose[0] / MM,
        y=request.pose[1] / MM,
        heading=_angle(request.pose[2]),
        tower=thrower,
        die=_set(track, request.die).die,
        discs=tuple(discs),
        boxes=tuple(boxes),
        own_tower=_tower_box(request.tower, request.pose, thrower),
        die_table=track.die_table,
        die_ramp=track.materials.die_ramp,
        die_wood=track.materials.die_wood,
    )
