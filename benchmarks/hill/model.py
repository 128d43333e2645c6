"""A hill, and its hut, as MuJoCo models (MJCF): solid balls among real walls. SI units.

The hill's x runs across, its y downhill in the plate, z square to it; the hut's x runs across, its
y up, z through it from the back to the front. Gravity is what is tilted.

Walls stand square to the plane that they are drawn in: a box for every side and a cylinder for
every corner, which together are the outline rounded as `sim.marbles.walls` says. Contacts are
damped springs (`Springs`) that give a ball back the restitution of its materials, stepped as those
of our dice are (`sim.compliance.material`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scenes.hill import MarbleHill, Marbles
from scenes.track import Contact
from sim.compliance import Compliance, material
from sim.marbles.walls import Point, Walls

MM = 0.001
"""m in a mm, and kg in a g."""
GRAVITY = 9.81
"""m/s^2."""
CLEAR = 0.05
"""How much deeper the hut is than a ball is thick, mm, on each side."""
HALF_HEIGHT = 12.0
"""Half the height of the walls, mm; they reach as far below the floor as above it."""
SHARE = 0.99
"""Share of the wished acceleration that a contact brings about (``solimp``)."""
TOLERANCE = 1e-14
"""Of the solver: so that a ball runs among others as alone, but for the last digits."""
ROLLING = 7 / 5
"""A ball that rolls with resistance C slows down by C N / m if the torque is this times C N R."""


@dataclass(frozen=True, slots=True)
class Springs:
    """How contacts are resolved: their frequency, Hz, and the time step, s."""

    frequency: float = 1000.0
    step: float = 2.5e-5


def _contact(contact: Contact, springs: Springs, torque: float = 0.0) -> str:
    """Return the attributes of a wall; ``torque`` is that of rolling over the load, m."""
    stiff, damp, *_ = material(
        Compliance(frequency=springs.frequency, share=1.0, grip=1.0, twist=0.0),
        contact.restitution,
        contact.friction,
        springs.step,
    )
    # Its materials hold for a pair of a marble and a wall: those of the marble do not count.
    return (
        f'friction="{contact.friction} 0 {torque:.6g}" condim="{6 if torque else 3}" priority="1" '
        f'solref="{-stiff:.6g} {-damp:.6g}" solimp="{SHARE} {SHARE} 0.001" '
        'contype="0" conaffinity="1"'
    )


def _pillar(at: Point, radius: float, height: float, more: str) -> str:
    return (
        f'<geom type="cylinder" size="{radius * MM:.9g} {height * MM:.9g}" '
        f'pos="{at[0] * MM:.9g} {at[1] * MM:.9g} 0" {more}/>'
    )


def _side(a: Point, b: Point, radius: float, height: float, more: str) -> str:
    half = math.dist(a, b) / 2
    angle = math.atan2(b[1] - a[1], b[0] - a[0])
    return (
        f'<geom type="box" size="{half * MM:.9g} {radius * MM:.9g} {height * MM:.9g}" '
        f'pos="{(a[0] + b[0]) / 2 * MM:.9g} {(a[1] + b[1]) / 2 * MM:.9g} 0" '
        f'euler="0 0 {angle:.12g}" {more}/>'
    )


def wall_geoms(walls: Walls, height: float, more: str) -> list[str]:
    """Return the geometries of walls that reach ``height`` mm to both sides of the plane."""
    lines: list[tuple[Sequence[Point], bool]] = [(core, True) for core in walls.cores]
    lines += [(spine, False) for spine in walls.spines]
    geoms: list[str] = []
    for line, closed in lines:
        geoms += [_pillar(at, walls.rounding, height, more) for at in line]
        ends = [*line[1:], line[0]] if closed else line[1:]
        geoms += [
            _side(a, b, walls.rounding, height, more)
            for a, b in zip(line, ends, strict=False)
            if math.dist(a, b) > 1e-6
        ]
    return geoms


def _plane(z: float, up: int, more: str) -> str:
    return f'<geom type="plane" size="1 1 1" pos="0 0 {z * MM:.9g}" zaxis="0 0 {up}" {more}/>'


def _ball(marbles: Marbles, number: int) -> str:
    return (
        f'<body name="ball{number}" pos="0 0 0"><freejoint/><geom type="sphere" '
        f'size="{marbles.radius * MM:.9g}" mass="{marbles.mass * MM:.9g}" '
        'contype="1" conaffinity="0"/></body>'
    )


def _model(
    gravity: tuple[float, float, float],
    geoms: Sequence[str],
    marbles: Marbles,
    balls: int,
    springs: Springs,
) -> str:
    """Return a model with some balls that do not meet one another."""
    pull = " ".join(f"{value:.9g}" for value in gravity)
    return (
        f'<mujoco><compiler angle="radian"/><option timestep="{springs.step}" cone="elliptic" '
        f'impratio="10" gravity="{pull}" integrator="Euler" tolerance="{TOLERANCE}" '
        f'jacobian="sparse"/><worldbody>{"".join(geoms)}'
        f"{''.join(_ball(marbles, k) for k in range(balls))}</worldbody></mujoco>"
    )


def slope_gravity(hill: MarbleHill) -> tuple[float, float, float]:
    """Return gravity as the tilted plate feels it, m/s^2."""
    tilt = math.radians(hill.slope.slope_deg)
    return 0.0, GRAVITY * math.sin(tilt), -GRAVITY * math.cos(tilt)


def _floor(hill: MarbleHill, springs: Springs) -> str:
    """Return the attributes of what marbles roll on."""
    materials = hill.materials
    contact = Contact(
        restitution=materials.marble_hill.restitution, friction=materials.floor_friction
    )
    torque = ROLLING * materials.rolling * hill.marbles.radius * MM
    return _contact(contact, springs, torque)


def hill_model(hill: MarbleHill, walls: Walls, springs: Springs, balls: int = 1) -> str:
    """Return the hill with these walls and some balls that do not meet one another."""
    more = _contact(hill.materials.marble_hill, springs)
    geoms = [_plane(0.0, 1, _floor(hill, springs)), *wall_geoms(walls, HALF_HEIGHT, more)]
    return _model(slope_gravity(hill), geoms, hill.marbles, balls, springs)


def vee_model(hill: MarbleHill, springs: Springs) -> str:
    """Return a single straight groove down the hill, with a ball."""
    more = _floor(hill, springs)
    lean = math.radians(hill.slope.half_angle_deg)
    sides = [
        f'<geom type="plane" size="1 1 1" zaxis="{turn * math.cos(lean):.12g} 0 '
        f'{math.sin(lean):.12g}" {more}/>'
        for turn in (-1, 1)
    ]
    return _model(slope_gravity(hill), sides, hill.marbles, 1, springs)


def hut_model(hill: MarbleHill, walls: Walls, springs: Springs) -> str:
    """Return the hut with these walls, a thin box between two plates, with a ball."""
    more = _contact(hill.materials.marble_hut, springs)
    half = hill.marbles.radius + CLEAR
    geoms = [
        _plane(-half, 1, more), _plane(half, -1, more), *wall_geoms(walls, half + 1, more)
    ]  # fmt: skip
    return _model((0.0, -GRAVITY, 0.0), geoms, hill.marbles, 1, springs)
