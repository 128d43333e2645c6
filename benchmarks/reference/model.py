"""A scene and a die as a MuJoCo model (MJCF). SI units.

Elliptic friction cones; contacts are springs of ``contact_hz`` whose damping stands for the
nominal restitution ``e``. The hat is a real body on a rail: a mocap body has no velocity and would
not rub the die. It meets the die only.
"""

from __future__ import annotations

import math

from benchmarks.reference.dice import corners
from benchmarks.reference.scenes import ReferenceDie, ReferenceScene

RAMP_THICKNESS = 0.02
WALL = 0.004
"""Half thickness of the channel's side walls, m."""
HAT = 0.03
"""Half height of the hat, m."""


def _contact(scene: ReferenceScene) -> str:
    """Attributes of every geometry: friction and contact spring."""
    if scene.e is None:
        raise ValueError("the scene has no nominal damping e, which this engine needs")
    omega = 2 * math.pi * scene.contact_hz
    decay = math.log(scene.e)
    damping = -decay / math.hypot(math.pi, decay)
    return (
        f'friction="{scene.mu} 0.0005 0.0001" '
        f'solref="{-(omega**2):.6g} {-2 * damping * omega:.6g}" '
        f'solimp="0.95 0.95 0.001" condim="4"'
    )


def _box(size: tuple[float, float, float], pos: tuple[float, float, float], more: str) -> str:
    """Return a box with half sizes ``size``, m."""
    return (
        f'<geom type="box" size="{size[0]} {size[1]} {size[2]}" '
        f'pos="{pos[0]} {pos[1]} {pos[2]}" {more}/>'
    )


def _table(scene: ReferenceScene, contact: str) -> list[str]:
    (length, width), (x, y) = scene.table, scene.table_center
    return [
        _box((length / 2, width / 2, 0.02), (x, y, -0.02), contact),
        *(
            f'<geom type="sphere" size="{r}" pos="{x} {y} 0" {contact}/>'
            for x, y, r in scene.hemispheres
        ),
        *(
            _box((long / 2, wide / 2, high / 2), (x, y, high / 2), f'euler="0 0 {yaw}" {contact}')
            for x, y, long, wide, high, yaw in scene.boxes
        ),
    ]


def _tower(scene: ReferenceScene, contact: str) -> list[str]:
    tower = scene.tower
    cos, sin = math.cos(math.radians(tower.angle)), math.sin(math.radians(tower.angle))
    middle, half = tower.length / 2, tower.width / 2
    tilted = f'euler="0 {tower.angle} 0" {contact}'
    thick = RAMP_THICKNESS / 2
    above = 0.02  # the walls' middle over the ramp
    return [
        _box(
            (middle, half, thick),
            (-middle * cos - thick * sin, 0, tower.lip + middle * sin - thick * cos),
            tilted,
        ),
        *(
            _box(
                (middle, WALL, 0.03),
                (
                    -middle * cos + above * sin,
                    side * (half + WALL),
                    tower.lip + middle * sin + above * cos,
                ),
                tilted,
            )
            for side in (-1, 1)
        ),
        _box((0.001, half, 0.03), (-0.001, 0, tower.lip + tower.mouth_height + 0.03), contact),
    ]


def _die(die: ReferenceDie, contact: str) -> tuple[str, str]:
    """Return the asset and the body of the die."""
    if die.kind == "d6":
        half = die.size / 2
        asset, shape = "", f'type="box" size="{half} {half} {half}"'
    else:
        points = " ".join(f"{value:.6g}" for value in corners(die.kind, die.size).ravel())
        asset = f'<asset><mesh name="die" vertex="{points}"/></asset>'
        shape = 'type="mesh" mesh="die"'
    return asset, (
        f'<body name="die" pos="0 0 1"><freejoint/>'
        f'<geom {shape} mass="{die.mass}" contype="3" conaffinity="3" {contact}/></body>'
    )


def _hat(scene: ReferenceScene, contact: str) -> str:
    tower = scene.tower
    angle = math.radians(tower.angle)
    x = -tower.hat_at * math.cos(angle)
    z = tower.lip + tower.hat_at * math.sin(angle) + 0.028
    plate = _box(
        (0.001, tower.width / 2, HAT),
        (0, 0, 0),
        f'mass="1000" contype="2" conaffinity="2" {contact}',
    )
    return (
        f'<body name="hat" gravcomp="1" pos="{x} 0 {z}"><joint type="slide" axis="0 0 1"/>'
        f"{plate}</body>"
    )


def model_xml(scene: ReferenceScene, die: ReferenceDie, step: float) -> str:
    """Return the MJCF of ``die`` in ``scene``, with a time step of ``step`` s.

    Raises ``ValueError`` where the scene has no nominal damping.
    """
    contact = _contact(scene)
    asset, body = _die(die, contact)
    still = "".join([*_table(scene, contact), *_tower(scene, contact)])
    return (
        f'<mujoco><compiler angle="degree"/><option timestep="{step}" cone="elliptic" '
        f'impratio="10" gravity="0 0 -9.81" integrator="implicitfast"><flag multiccd="enable"/>'
        f"</option>{asset}<worldbody>{still}{body}{_hat(scene, contact)}</worldbody></mujoco>"
    )
