"""Throw the die of a layout, and hand the judges what it left behind.

The judges' scene is built here from the request and the models, not from ``sim``'s own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from benchmarks.checks import between, oracle
from benchmarks.checks.energy import Books, Gyration, books
from benchmarks.checks.evidence import Evidence, Instant
from benchmarks.checks.geometry import Ball, Post, Scene, Shape
from benchmarks.checks.layouts import Layout, blocker_block, tower_block
from scenes.track import Track
from sim.compliance import shipped
from sim.outcome import settled
from sim.provider import thrown_by
from sim.settled import DieSettled, DieThrow
from sim.solids import inertia_of, solid
from sim.thrown import Thrown

STREAM = 7
"""Spawn key of the throws over random layouts."""


@dataclass(frozen=True)
class Judgement:
    """What the judges say of one throw."""

    outcome: str
    complaints: tuple[str, ...]
    ways: int
    """Ways between stored places ..."""
    known: int
    """... and those of them that are known to half a millimetre, in plan at least."""
    depths: oracle.Depths
    """How deep the die was in anything, at its stored places."""
    energy: Books | None
    """None: not asked for, or the die pushed a blocker, which may give energy back."""


def scene_of(track: Track, request: DieThrow) -> Scene:
    """What the judges need to know of a request on a track."""
    tower = track.piece_set(request.tower).tower
    slope = math.radians(tower.ramp_angle_deg)
    posts = (track.gate.left_post, track.gate.right_post)
    return Scene(
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
        channel=tower.channel_width,
        obstacles=(
            *(Ball(h.name, h.x, h.y, h.radius) for h in track.half_spheres),
            *(Post(f"post {i}", x, y, track.gate.post_radius) for i, (x, y) in enumerate(posts, 1)),
            *(tower_block(t.name, t.pose, track.piece_set(t.name).tower) for t in request.towers),
            *(blocker_block(b.name, b.pose, track.piece_set(b.name)) for b in request.blockers),
        ),
    )


def shape_of(track: Track, request: DieThrow) -> Shape:
    """The die's corners, normals and numbers as plain data."""
    die = track.piece_set(request.die).die
    body = solid(die.kind, die.size)
    return Shape(body.corners, body.normals, body.numbers, body.reads_bottom)


def instants_of(thrown: Thrown) -> tuple[Instant, ...]:
    """The trace of a throw as plain data; empty where it was not traced."""
    return tuple(
        Instant(
            m.time, m.event, m.place, m.velocity, m.spin, m.free,
            (m.matrix[2], m.matrix[5], m.matrix[8]),
        )
        for m in thrown.trace
    )  # fmt: skip


def evidence(thrown: Thrown, state: DieSettled, shape: Shape) -> Evidence:
    """What a throw left behind, as plain data."""
    give = shipped()
    return Evidence(
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
        instants=instants_of(thrown),
        softness=1.0 / (2.0 * math.pi * give.frequency * give.share),
        reach=shape.r_out,
    )


def inertia(layout: Layout) -> Gyration:
    """Moments of inertia per mass of the die of a layout, mm^2: across its axis, and about it."""
    die = layout.track.piece_set(layout.request.die).die
    return inertia_of(die.kind, solid(die.kind, die.size).r_in)


def thrown(layout: Layout) -> tuple[Thrown, DieSettled]:
    """Throw the die of a layout, with its trace."""
    rng = np.random.default_rng(np.random.SeedSequence(layout.seed, spawn_key=(STREAM,)))
    ended, world = thrown_by(layout.track, layout.request, rng, tracing=True)
    return ended, settled(ended, world)


def judged(layout: Layout, energy: bool = False) -> Judgement:
    """Throw the die of a layout and ask every judge; ``energy`` also has its books added up."""
    ended, state = thrown(layout)
    scene = scene_of(layout.track, layout.request)
    shape = shape_of(layout.track, layout.request)
    seen = evidence(ended, state, shape)
    found = oracle.complaints(scene, shape, seen)
    if not oracle.finite(seen):
        return Judgement(state.outcome, tuple(found), 0, 0, oracle.Depths(0, 0, 0.0), None)
    ways = between.judge(scene, shape, seen)
    kept = books(seen.instants, inertia(layout)) if energy and not seen.displaced else None
    return Judgement(
        state.outcome,
        (*found, *ways.complaints, *(kept.complaints if kept else ())),
        ways.total,
        ways.sharp,
        oracle.depths(scene, shape, seen),
        kept,
    )
