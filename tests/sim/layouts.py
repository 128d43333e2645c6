"""Random legal layouts, throws over them, and what a throw left behind for the `oracle`.

Everything is drawn from a ``random.Random``: seeded (`layout_of`, for many throws and for repeating
one of them), or hypothesis's own, which shrinks (``strategies.randoms``). The oracle's scene is
built here from the request and the models, not from ``sim``'s own.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import oracle

from scenes.files import load_set
from scenes.parts import PieceSet, Tower
from scenes.track import Contact, Gate, HalfSphere, Materials, StartBox, Table, Track
from sim.die_throw import Thrown
from sim.outcome import settled
from sim.provider import thrown_by
from sim.settled import DieSettled, DieThrow, Pose, Standing
from sim.solids import solid

NAMES = ("yellow", "red", "green", "blue")
STREAM = 7
"""Spawn key of the throws over random layouts."""


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


def random_layout(rng: random.Random) -> Layout:
    """Draw a legal layout: nothing overlaps, the middle of the tower stands on the table.

    Half of the mouths stand next to an edge, or right before an obstacle.
    """
    between = rng.uniform
    length, width = between(300, 1300), between(300, 900)
    sets = tuple(_varied(rng, piece_set) for piece_set in library_sets())
    by_name = {piece_set.name: piece_set for piece_set in sets}
    thrower = rng.choice(NAMES)
    die = rng.choice(NAMES)
    tower = by_name[thrower].tower

    pose = _mouth(rng, length, width, tower.depth)
    own = tower_block(thrower, pose, tower)
    taken: list[oracle.Ball | oracle.Post | oracle.Block] = [own]

    posts: list[oracle.Post] = []
    post_radius = between(2, 12)
    for name in ("post 1", "post 2"):
        near = rng.random() < 0.3

        def post(name: str = name, near: bool = near) -> oracle.Post:
            x, y = _spot(rng, length, width, pose, near)
            return oracle.Post(name, x, y, post_radius)

        found = _free(post, length, width, taken)
        if found is None:  # no room for a gate: another table
            return random_layout(rng)
        posts.append(found)
        taken.append(found)
    spheres: list[oracle.Ball] = []
    for i in range(rng.randint(0, 5)):
        near = rng.random() < 0.4

        def sphere(name: str = f"half-sphere {i}", near: bool = near) -> oracle.Ball:
            x, y = _spot(rng, length, width, pose, near)
            return oracle.Ball(name, x, y, between(10, 45))

        found = _free(sphere, length, width, taken)
        if found is not None:
            spheres.append(found)
            taken.append(found)
    towers: list[Standing] = []
    for name in rng.sample([n for n in NAMES if n != thrower], rng.randint(0, 3)):
        near = rng.random() < 0.4

        def rival(name: str = name, near: bool = near) -> tuple[Pose, oracle.Block]:
            x, y = _spot(rng, length, width, pose, near)
            place = (_units(x), _units(y), rng.randrange(36_000))
            return place, tower_block(name, place, by_name[name].tower)

        placed = _free_block(rival, length, width, taken)
        if placed is not None:
            towers.append(Standing(name, placed))
    blockers: list[Standing] = []
    for name in rng.sample(NAMES, rng.randint(0, 4)):
        near = rng.random() < 0.6

        def laid(name: str = name, near: bool = near) -> tuple[Pose, oracle.Block]:
            x, y = _spot(rng, length, width, pose, near)
            place = (_units(x), _units(y), rng.randrange(36_000))
            return place, blocker_block(name, place, by_name[name])

        placed = _free_block(laid, length, width, taken)
        if placed is not None:
            blockers.append(Standing(name, placed))

    def contact(most: float = 0.9) -> Contact:
        return Contact(restitution=between(0, most), friction=between(0, 1))

    track = Track(
        format=1,
        kind="track",
        name="random",
        table=Table(length=length, width=width),
        materials=Materials(
            die_table=contact(),
            die_ramp=contact(),
            die_wood=contact(),
            blocker_table_friction=between(0.05, 1),
        ),
        gate=Gate(
            left_post=(posts[0].x, posts[0].y),
            right_post=(posts[1].x, posts[1].y),
            post_radius=post_radius,
        ),
        half_spheres=tuple(
            HalfSphere(name=f"h{i}", x=s.x, y=s.y, radius=s.radius) for i, s in enumerate(spheres)
        ),
        start_box=StartBox(x_min=0.0, x_max=10.0, y_min=0.0, y_max=10.0),
        sets=sets,
    )
    request = DieThrow(
        tower=thrower,
        die=die,
        pose=pose,
        towers=tuple(towers),
        blockers=tuple(blockers),
        pull=(_units(between(100, 2000)), _units(between(-300, 300))),
    )
    return Layout(track, request, rng.getrandbits(32))


def _units(mm: float) -> int:
    return round(mm * 100)


def _varied(rng: random.Random, piece_set: PieceSet) -> PieceSet:
    """A library set, one in four with a tower or a die of another size."""
    if rng.random() < 0.75:
        return piece_set
    tower, die = piece_set.tower, piece_set.die
    size = die.size * rng.uniform(0.6, 1.4)
    ramp, angle = rng.uniform(90, 200), rng.uniform(30, 65)
    return piece_set.model_copy(
        update={
            "tower": tower.model_copy(
                update={
                    "ramp_length": ramp,
                    "ramp_angle_deg": angle,
                    "lip": rng.uniform(0, 12),
                    # The whole ramp stands above the footprint.
                    "depth": max(tower.depth, ramp * math.cos(math.radians(angle)) + 5),
                }
            ),
            "die": die.model_copy(
                update={
                    "size": size,
                    "mass": die.mass * (size / die.size) ** 3,
                    "edge_radius": rng.uniform(0, size / 8) if die.kind == "d6" else 0.0,
                }
            ),
        }
    )


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


def _spot(
    rng: random.Random, length: float, width: float, pose: Pose, near: bool
) -> tuple[float, float]:
    """Anywhere on the table, or ``near`` the way that a die takes from the mouth."""
    if not near:
        return rng.uniform(0, length), rng.uniform(0, width)
    turn = math.radians(pose[2] / 100)
    ahead, aside = rng.uniform(2, 220), rng.uniform(-50, 50)
    return (
        pose[0] / 100 + ahead * math.cos(turn) - aside * math.sin(turn),
        pose[1] / 100 + ahead * math.sin(turn) + aside * math.cos(turn),
    )


Disc = oracle.Ball | oracle.Post
_D = TypeVar("_D", oracle.Ball, oracle.Post)


def _free(
    draw: Callable[[], _D], length: float, width: float, taken: list[Disc | oracle.Block]
) -> _D | None:
    for _ in range(20):
        disc = draw()
        r = disc.radius
        on_table = r <= disc.x <= length - r and r <= disc.y <= width - r
        if on_table and all(_apart(disc, other) > 0.001 for other in taken):
            return disc
    return None


def _free_block(
    draw: Callable[[], tuple[Pose, oracle.Block]],
    length: float,
    width: float,
    taken: list[Disc | oracle.Block],
) -> Pose | None:
    for _ in range(20):
        pose, block = draw()
        on_table = all(0 <= x <= length and 0 <= y <= width for x, y in block.corners())
        if on_table and all(_apart(block, other) > 0.01 for other in taken):
            taken.append(block)
            return pose
    return None


def _apart(a: Disc | oracle.Block, b: Disc | oracle.Block) -> float:
    if isinstance(a, oracle.Block):
        return oracle.prism_gap(a, b)
    if isinstance(b, oracle.Block):
        return oracle.prism_gap(b, a)
    return math.dist((a.x, a.y), (b.x, b.y)) - a.radius - b.radius


def tower_block(name: str, pose: Pose, tower: Tower) -> oracle.Block:
    """A tower's footprint: it reaches back from the snout line (its pose), as high as its ramp."""
    turn = math.radians(pose[2] / 100)
    height = tower.lip + tower.ramp_length * math.sin(math.radians(tower.ramp_angle_deg))
    return oracle.Block(
        f"tower {name}",
        pose[0] / 100 - tower.depth / 2 * math.cos(turn),
        pose[1] / 100 - tower.depth / 2 * math.sin(turn),
        turn,
        tower.depth,
        tower.width,
        height,
    )


def blocker_block(name: str, pose: Pose, piece_set: PieceSet) -> oracle.Block:
    """A blocker: its pose is its centre and the direction of its length."""
    b = piece_set.blocker
    x, y, yaw = pose
    turn = math.radians(yaw / 100)
    return oracle.Block(name, x / 100, y / 100, turn, b.length, b.depth, b.height, fixed=False)


def scene_of(track: Track, request: DieThrow) -> oracle.Scene:
    """What the oracle needs to know of a request on a track."""
    tower = track.piece_set(request.tower).tower
    slope = math.radians(tower.ramp_angle_deg)
    posts = (track.gate.left_post, track.gate.right_post)
    return oracle.Scene(
        length=track.table.length,
        width=track.table.width,
        mouth=(request.pose[0] / 100, request.pose[1] / 100),
        heading=math.radians(request.pose[2] / 100),
        tower=tower_block(request.tower, request.pose, tower),
        ramp_top=(
            -tower.ramp_length * math.cos(slope),
            tower.lip + tower.ramp_length * math.sin(slope),
        ),
        lip=tower.lip,
        obstacles=(
            *(oracle.Ball(h.name, h.x, h.y, h.radius) for h in track.half_spheres),
            *(
                oracle.Post(f"post {i}", x, y, track.gate.post_radius)
                for i, (x, y) in enumerate(posts, 1)
            ),
            *(tower_block(t.name, t.pose, track.piece_set(t.name).tower) for t in request.towers),
            *(blocker_block(b.name, b.pose, track.piece_set(b.name)) for b in request.blockers),
        ),
    )


def shape_of(track: Track, request: DieThrow) -> oracle.Shape:
    """The die's corners, normals and numbers as plain data."""
    die = track.piece_set(request.die).die
    body = solid(die.kind, die.size)
    return oracle.Shape(body.corners, body.normals, body.numbers, body.reads_bottom)


def evidence(thrown: Thrown, state: DieSettled) -> oracle.Evidence:
    """What a throw left behind, as plain data."""
    return oracle.Evidence(
        outcome=state.outcome,
        pose=state.pose,
        face=state.face,
        path=state.path,
        outline=state.outline,
        displaced=tuple((d.name, d.pose) for d in state.displaced),
        time=state.time,
        places=thrown.path,
        matrix=thrown.matrix,
        events=tuple(m.event for m in thrown.trace),
    )


def thrown(layout: Layout) -> tuple[Thrown, DieSettled]:
    """Throw the die of a layout, with its trace."""
    rng = np.random.default_rng(np.random.SeedSequence(layout.seed, spawn_key=(STREAM,)))
    ended, world = thrown_by(layout.track, layout.request, rng, tracing=True)
    return ended, settled(ended, world)


def judged(layout: Layout) -> tuple[str, list[str]]:
    """Throw the die of a layout; returns the outcome and what the oracle has against it."""
    ended, state = thrown(layout)
    scene = scene_of(layout.track, layout.request)
    shape = shape_of(layout.track, layout.request)
    return state.outcome, oracle.complaints(scene, shape, evidence(ended, state))
