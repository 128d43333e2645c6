"""Random legal layouts: tables, towers, dice, obstacles and materials of every kind.

Everything is drawn from a ``random.Random``: seeded (`layout_of`, for many throws and for repeating
one of them), or hypothesis's own, which shrinks (``strategies.randoms``). A layout can be written
to a file and read again (`to_json`, `from_json`), so that what a bug needed outlives changes of
the drawing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from benchmarks.checks.geometry import Ball, Block, Post, prism_gap
from scenes.files import load_set
from scenes.parts import Blocker, Die, PieceSet, Tower
from scenes.track import Contact, Gate, HalfSphere, Materials, StartBox, Table, Track
from sim.settled import DieThrow, Pose, Standing

NAMES = ("yellow", "red", "green", "blue")
ROUND = {"d4": 0.613, "d6": 0.867, "d10": 0.75, "d12": 0.63}
"""Upper bound of the radius of the ball round a die, over its size."""


@dataclass(frozen=True)
class Layout:
    """A track, what is asked of it, and the seed of the throw's own random numbers."""

    track: Track
    request: DieThrow
    seed: int


@lru_cache(maxsize=1)
def library_sets() -> tuple[PieceSet, ...]:
    """The four piece sets of the library."""
    return tuple(load_set(name) for name in NAMES)


def plain_track(
    length: float = 1200.0,
    width: float = 800.0,
    half_spheres: tuple[HalfSphere, ...] = (),
    sets: tuple[PieceSet, ...] | None = None,
    materials: Materials | None = None,
) -> Track:
    """An almost empty table: a narrow gate in its lower left corner, the library's sets."""
    return Track(
        format=1,
        kind="track",
        name="plain",
        table=Table(length=length, width=width),
        materials=materials or Materials(),
        gate=Gate(left_post=(10.0, 30.0), right_post=(10.0, 10.0), post_radius=5.0),
        half_spheres=half_spheres,
        start_box=StartBox(x_min=0.0, x_max=10.0, y_min=0.0, y_max=10.0),
        sets=sets or library_sets(),
    )


def with_tower(name: str, **measures: float) -> tuple[PieceSet, ...]:
    """The library's sets, the tower of ``name`` with other measures."""
    return tuple(
        s.model_copy(update={"tower": s.tower.model_copy(update=measures)}) if s.name == name else s
        for s in library_sets()
    )


def layout_of(seed: int, k: int) -> Layout:
    """Layout ``k`` of the series ``seed``: the same on every machine."""
    return random_layout(random.Random(f"layout {seed} {k}"))


class _File(BaseModel):
    """A layout's file."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1] = 1
    kind: Literal["layout"] = "layout"
    track: Track
    request: DieThrow
    seed: int


def to_json(layout: Layout) -> str:
    """A layout as the text of a file."""
    file = _File(track=layout.track, request=layout.request, seed=layout.seed)
    return file.model_dump_json(indent=1) + "\n"


def from_json(text: str) -> Layout:
    """Read what `to_json` wrote. Raises ``ValueError`` for anything else."""
    file = _File.model_validate_json(text)
    return Layout(file.track, file.request, file.seed)


Obstacle = Ball | Post | Block
_T = TypeVar("_T", Ball, Post, Block)


class _Ground:
    """The table while it is being laid: what stands there already, and where the mouth is."""

    def __init__(self, rng: random.Random, length: float, width: float, pose: Pose) -> None:
        self.rng = rng
        self.length, self.width, self.pose = length, width, pose
        self.taken: list[Obstacle] = []

    def spot(self, near: float) -> tuple[float, float]:
        """Anywhere on the table, or, with probability ``near``, on a die's way from the mouth."""
        rng = self.rng
        if rng.random() >= near:
            return rng.uniform(0, self.length), rng.uniform(0, self.width)
        turn = math.radians(self.pose[2] / 100)
        ahead, aside = rng.uniform(2, 220), rng.uniform(-50, 50)
        return (
            self.pose[0] / 100 + ahead * math.cos(turn) - aside * math.sin(turn),
            self.pose[1] / 100 + ahead * math.sin(turn) + aside * math.cos(turn),
        )

    def lay(self, build: Callable[[float, float], _T], near: float) -> _T | None:
        """Find a free place for a piece, one in four against what stands; None = no room."""
        for _ in range(20):
            x, y = self.spot(near)
            piece = build(x, y)
            if self.rng.random() < 0.25:
                piece = self._pushed_against(build, self.rng.choice(self.taken), x, y)
            if self._fits(piece):
                self.taken.append(piece)
                return piece
        return None

    def _pushed_against(
        self, build: Callable[[float, float], _T], other: Obstacle, x: float, y: float
    ) -> _T:
        """Push a piece from ``x, y`` towards another until they touch."""
        far, near = 1.0, 0.0
        # The gap of two convex footprints falls along the way to the other's middle.
        for _ in range(40):
            share = (far + near) / 2
            piece = build(other.x + share * (x - other.x), other.y + share * (y - other.y))
            if apart(piece, other) >= 0.0:
                far = share
            else:
                near = share
        return build(other.x + far * (x - other.x), other.y + far * (y - other.y))

    def _fits(self, piece: Obstacle) -> bool:
        if isinstance(piece, Block):
            on_table = all(
                0 <= x <= self.length and 0 <= y <= self.width for x, y in piece.corners()
            )
        else:
            r = piece.radius
            on_table = r <= piece.x <= self.length - r and r <= piece.y <= self.width - r
        return on_table and all(apart(piece, other) >= 0.0 for other in self.taken)


def random_layout(rng: random.Random) -> Layout:
    """Draw a legal layout: nothing overlaps, the middle of the tower stands on the table.

    Half of the mouths stand next to an edge, or right before an obstacle; obstacles touch each
    other and the tower now and then.
    """
    between = rng.uniform
    length, width = between(300, 1300), between(300, 900)
    sets = _varied_sets(rng)
    by_name = {piece_set.name: piece_set for piece_set in sets}
    thrower = rng.choice(NAMES)
    die = rng.choice(NAMES)
    tower = by_name[thrower].tower

    pose = _mouth(rng, length, width, tower.depth)
    ground = _Ground(rng, length, width, pose)
    ground.taken.append(tower_block(thrower, pose, tower))

    post_radius = between(1, 12)
    posts = [
        ground.lay(lambda x, y, name=name: Post(name, x, y, post_radius), near=0.3)
        for name in ("post 1", "post 2")
    ]
    left, right = posts
    if left is None or right is None:  # no room for a gate: another table
        return random_layout(rng)
    spheres: list[Ball] = []
    for i in range(rng.randint(0, 5)):
        radius = between(5, 15) if rng.random() < 0.2 else between(10, 60)
        ball = ground.lay(lambda x, y, i=i, r=radius: Ball(f"h{i}", x, y, r), near=0.4)
        if ball is not None:
            spheres.append(ball)
    towers: list[Standing] = []
    for name in rng.sample([n for n in NAMES if n != thrower], rng.randint(0, 3)):
        yaw = rng.randrange(36_000)

        def rival(x: float, y: float, name: str = name, yaw: int = yaw) -> Block:
            return tower_block(name, (_units(x), _units(y), yaw), by_name[name].tower)

        if (block := ground.lay(rival, near=0.4)) is not None:
            towers.append(Standing(name, _snout(block, by_name[name].tower, yaw)))
    blockers: list[Standing] = []
    for name in rng.sample(NAMES, rng.randint(0, 4)):
        yaw = rng.randrange(36_000)

        def laid(x: float, y: float, name: str = name, yaw: int = yaw) -> Block:
            return blocker_block(name, (_units(x), _units(y), yaw), by_name[name])

        if (block := ground.lay(laid, near=0.6)) is not None:
            blockers.append(Standing(name, (_units(block.x), _units(block.y), yaw)))

    track = Track(
        format=1,
        kind="track",
        name="random",
        table=Table(length=length, width=width),
        materials=_materials(rng),
        gate=Gate(
            left_post=(left.x, left.y), right_post=(right.x, right.y), post_radius=post_radius
        ),
        half_spheres=tuple(HalfSphere(name=s.name, x=s.x, y=s.y, radius=s.radius) for s in spheres),
        start_box=StartBox(x_min=0.0, x_max=10.0, y_min=0.0, y_max=10.0),
        sets=sets,
    )
    request = DieThrow(
        tower=thrower,
        die=die,
        pose=pose,
        towers=tuple(towers),
        blockers=tuple(blockers),
        # Most pulls by far are those of a hand; some are very slow or very fast.
        pull=(
            _units(between(100, 2000) if rng.random() < 0.8 else 30 * 100 ** rng.random()),
            _units(between(-300, 300)),
        ),
        start_face=rng.randint(1, by_name[die].die.sides) if rng.random() < 0.3 else 0,
    )
    return Layout(track, request, rng.getrandbits(32))


def _units(mm: float) -> int:
    return round(mm * 100)


def _materials(rng: random.Random) -> Materials:
    """Every pair on its own: mostly what materials are like, sometimes anything that is legal."""

    def contact() -> Contact:
        if rng.random() < 0.85:
            return Contact(restitution=rng.uniform(0.1, 0.8), friction=rng.uniform(0.05, 0.6))
        return Contact(restitution=rng.uniform(0, 0.95), friction=rng.uniform(0, 1))

    return Materials(
        die_table=contact(),
        die_ramp=contact(),
        die_wood=contact(),
        blocker_table_friction=rng.uniform(0.05, 1),
    )


def _varied_sets(rng: random.Random) -> tuple[PieceSet, ...]:
    """The library's sets; every second die, tower and blocker with other measures.

    Any die may be thrown out of any tower, so every channel is wide enough for every die, and every
    footprint deep enough to have all of a die above it that leans on the hat: no piece may stand
    where a die is before the throw.
    """
    dice = [_varied_die(rng, s.die) if rng.random() < 0.5 else s.die for s in library_sets()]
    widest = max(die.breadth for die in dice)
    longest = max(2 * ROUND[die.kind] * die.size for die in dice)
    return tuple(
        piece_set.model_copy(
            update={
                "die": die,
                "tower": _varied_tower(rng, piece_set.tower, widest, longest),
                "blocker": _varied_blocker(rng, piece_set.blocker),
            }
        )
        for piece_set, die in zip(library_sets(), dice, strict=True)
    )


def _varied_die(rng: random.Random, die: Die) -> Die:
    """Another size, density and roundness."""
    size = rng.uniform(8, 32)
    return Die(
        kind=die.kind,
        size=size,
        mass=max(0.1, die.mass * (size / die.size) ** 3 * rng.uniform(0.5, 2)),
        edge_radius=rng.uniform(0, size / (12 if die.kind == "d4" else 6))
        if rng.random() < 0.7
        else 0.0,
    )


def _varied_tower(rng: random.Random, tower: Tower, widest: float, longest: float) -> Tower:
    """Another ramp, hat and channel; half of the towers as they are where all dice fit them."""
    slope = math.cos(math.radians(tower.ramp_angle_deg))
    # Room for its corners too: a die that is wedged between walls is another matter.
    fits = 1.5 * widest < min(tower.channel_width, tower.channel_height)
    if rng.random() < 0.5 and fits and tower.hat_at * slope + longest + 2 < tower.depth:
        return tower
    ramp, angle = rng.uniform(80, 260), rng.uniform(25, 68)
    slope = math.cos(math.radians(angle))
    hat_above = rng.uniform(5, ramp - max(40.0, widest + 5))
    channel = max(5.0, 1.5 * widest + rng.uniform(0.5, 25))
    return Tower(
        ramp_length=ramp,
        ramp_angle_deg=angle,
        lip=rng.uniform(0, 12) if rng.random() < 0.9 else 0.0,
        channel_width=channel,
        channel_height=max(5.0, widest + rng.uniform(0.5, 25)),
        hat_above=hat_above,
        width=max(tower.width, channel + rng.uniform(2, 20)),
        depth=max(tower.depth, slope * ramp + 5, slope * (ramp - hat_above) + longest + 2),
    )


def _varied_blocker(rng: random.Random, blocker: Blocker) -> Blocker:
    """Every second one of another size and density."""
    if rng.random() < 0.5:
        return blocker
    length, depth, height = rng.uniform(12, 110), rng.uniform(8, 40), rng.uniform(6, 50)
    # g per mm^3, from balsa to a heavy wood
    mass = length * depth * height * rng.uniform(1.5e-4, 1.2e-3)
    return Blocker(length=length, depth=depth, height=height, mass=max(0.1, mass))


def _mouth(rng: random.Random, length: float, width: float, depth: float) -> Pose:
    """Where the tower stands: anywhere, or near an edge; its middle on the table."""
    while True:
        heading = rng.randrange(36_000)
        turn = math.radians(heading / 100)
        x, y = rng.uniform(5, length - 5), rng.uniform(5, width - 5)
        if rng.random() < 0.3:
            side = rng.randrange(4)
            off = rng.uniform(-15, 60)
            x = off if side == 0 else length - off if side == 1 else x
            y = off if side == 2 else width - off if side == 3 else y
        back = depth / 2
        if 0 <= x - back * math.cos(turn) <= length and 0 <= y - back * math.sin(turn) <= width:
            return _units(x), _units(y), heading


def apart(a: Obstacle, b: Obstacle) -> float:
    """Distance of two footprints (of two blocks: a lower bound with the right sign), mm."""
    if isinstance(a, Block):
        return prism_gap(a, b)
    if isinstance(b, Block):
        return prism_gap(b, a)
    return math.dist((a.x, a.y), (b.x, b.y)) - a.radius - b.radius


def tower_block(name: str, pose: Pose, tower: Tower) -> Block:
    """A tower's footprint: it reaches back from the snout line (its pose), as high as its ramp."""
    turn = math.radians(pose[2] / 100)
    height = tower.lip + tower.ramp_length * math.sin(math.radians(tower.ramp_angle_deg))
    return Block(
        f"tower {name}",
        pose[0] / 100 - tower.depth / 2 * math.cos(turn),
        pose[1] / 100 - tower.depth / 2 * math.sin(turn),
        turn,
        tower.depth,
        tower.width,
        height,
    )


def _snout(block: Block, tower: Tower, yaw: int) -> Pose:
    """The pose of which `tower_block` made ``block``."""
    turn = math.radians(yaw / 100)
    return (
        _units(block.x + tower.depth / 2 * math.cos(turn)),
        _units(block.y + tower.depth / 2 * math.sin(turn)),
        yaw,
    )


def blocker_block(name: str, pose: Pose, piece_set: PieceSet) -> Block:
    """A blocker: its pose is its centre and the direction of its length."""
    b = piece_set.blocker
    x, y, yaw = pose
    turn = math.radians(yaw / 100)
    return Block(name, x / 100, y / 100, turn, b.length, b.depth, b.height, fixed=False)
