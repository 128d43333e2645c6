"""Our throws against reference throws of a full 3-D engine, file by file.

``python -m benchmarks.reference_throws FOLDER`` builds scene and die from the JSON in every .npz of
the folder, throws ten times as often as the file does (at most 5 000) and prints, per file in the
order of their names,

    scene die energy=0.xxx off=+0.xx stuck=+0.xx time=x.xx face=0.xxx n=N settings=HASH

and last ``worst=0.xxx file=NAME``, the largest energy distance and its file. Off and stuck are our
share less the file's, time is our median over the file's, ``n`` counts our throws. ``energy`` and
``face`` are ``-`` where fewer than 250 of the file's dice came to rest on the table, ``time`` where
none did. A die that ends in its tower, or behind it, counts as at rest on the table, as it does in
the files. Exit code 2: a file is missing or holds no reference throws.
"""

from __future__ import annotations

import argparse
import math
import sys
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import cast

import numpy as np
from pydantic import ValidationError

from benchmarks.reference.bounce import of_contact
from benchmarks.reference.files import BadReferenceError, Reference, load
from benchmarks.reference.scenes import ReferenceDie, ReferenceScene
from benchmarks.scores import Sample, Score, face_classes, same_angles, score
from scenes.parts import Die, Tower
from scenes.track import Contact
from sim.batch import generator
from sim.compliance import Compliance
from sim.die_throw import throw
from sim.draws import draw
from sim.outcome import face_down
from sim.provider import settings_hash
from sim.solids import solid
from sim.thrown import Thrown
from sim.world import Box, Disc, World

TIMES = 10
"""We throw this many times as often as the file."""
MOST = 5000
"""At most so many throws a file."""
STREAM = 102
"""Spawn key of this benchmark."""
MM = 1000.0
"""mm in a m, and g in a kg."""
_EDGE = 1e-6
"""A die that left the table ends on its edge, mm."""

GOALS = {"energy": 0.02, "off": 0.05, "stuck": 0.03, "time": 0.15, "face": 0.08}
"""The most by which each figure may be off."""


def world_of_reference(scene: ReferenceScene, die: ReferenceDie) -> World:
    """Build the surroundings of a reference throw: mouth at the origin, looking along +x.

    The tower is nothing but its ramp, and one contact holds for every pair: with the restitution of
    the contact itself, where the file's is what it leaves under gravity. Raises ``ValueError``
    (pydantic's) for what this program has no model for.
    """
    tower = scene.tower
    contact = Contact(
        restitution=of_contact(scene.restitution, scene.contact_hz), friction=scene.mu
    )
    (length, width), (x, y) = scene.table, scene.table_center
    channel = tower.width * MM
    return World(
        table=(
            (x - length / 2) * MM,
            (y - width / 2) * MM,
            (x + length / 2) * MM,
            (y + width / 2) * MM,
        ),
        x=0.0,
        y=0.0,
        heading=0.0,
        tower=Tower(
            ramp_length=tower.length * MM,
            ramp_angle_deg=tower.angle,
            lip=tower.lip * MM,
            channel_width=channel,
            channel_height=tower.mouth_height * MM * math.cos(math.radians(tower.angle)),
            hat_above=(tower.length - tower.hat_at) * MM,
            width=max(60.0, channel),
        ),
        die=Die(
            kind=die.kind,
            size=die.size * MM,
            mass=die.mass * MM,
            edge_radius=die.edge_radius * MM,
        ),
        discs=tuple(
            Disc(f"half-sphere {k}", x * MM, y * MM, r * MM, True)
            for k, (x, y, r) in enumerate(scene.hemispheres, 1)
        ),
        boxes=tuple(
            Box(f"box {k}", x * MM, y * MM, math.radians(yaw), long * MM, wide * MM, high * MM)
            for k, (x, y, long, wide, high, yaw) in enumerate(scene.boxes, 1)
        ),
        own_tower=None,
        die_table=contact,
        die_ramp=contact,
        die_wood=contact,
        contact_hz=scene.contact_hz,
    )


def thrown(
    world: World, seed: int, pulls: Sequence[float], compliance: Compliance | None = None
) -> list[Thrown]:
    """Throw once per pull, mm/s: throw k with the random numbers of throw k of study ``seed``.

    The one way of the benchmarks into the engine. The files lay a die by the shortest turn that
    brings its start face on the ramp, and a d6 then four quarters, less a few degrees, about the
    ramp's normal. The faces across its y axis come out of that turned by the ramp's angle against
    the channel, one way or the other, so a third of their d6 begin with a corner at the hat. Ours
    do as well.
    """
    faces = solid(world.die.kind, world.die.size).normals
    slope = math.radians(world.tower.ramp_angle_deg)
    found: list[Thrown] = []
    for k, pull in enumerate(pulls):
        draws = draw(generator(seed, k))
        face = int(draws.start_face * len(faces))
        aside = slope * faces[face][1] if world.die.kind == "d6" else 0.0
        found.append(
            throw(world, draws, pull, start_face=face, start_yaw=aside, compliance=compliance)
        )
    return found


def pulls_of(scene: ReferenceScene, seed: int, count: int) -> list[float]:
    """Draw the hat's speeds, mm/s, uniform over the scene's range."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STREAM,)))
    low, high = scene.pull
    return (rng.uniform(low, high, count) * MM).tolist()


def seed_of(name: str, seed: int = 0) -> int:
    """Return the seed of the file ``name``: no two files share their random numbers."""
    return seed * 2**32 + zlib.crc32(name.encode())


def sample_of(world: World, throws: Sequence[Thrown]) -> Sample:
    """Put what scoring needs of our throws into rows, in the terms of the reference files."""
    body = solid(world.die.kind, world.die.size)
    return Sample(
        place=np.array([t.place[:2] for t in throws]),
        time=np.array([t.time for t in throws]),
        off_table=np.array([_gone(world, t) for t in throws]),
        stuck=np.array([_never_came_out(t, body.half) for t in throws]),
        start_face=np.array([t.start_face for t in throws]),
        face_down=np.array([face_down(body, t.matrix) for t in throws]),
        face_normals=np.array(body.normals),
    )


def _gone(world: World, one: Thrown) -> bool:
    """Tell whether a die left the table, at the tower's back too."""
    if one.outcome != "out_at_back":
        return one.outcome == "off_table"
    x_min, y_min, x_max, y_max = world.table
    x, y, _ = one.place
    return min(x - x_min, x_max - x, y - y_min, y_max - y) < _EDGE


def _never_came_out(one: Thrown, half: float) -> bool:
    """Tell whether a die was never half a die in front of the ramp's lower end.

    One that came out and rolled back under its tower did.
    """
    if one.outcome not in ("never_left_mouth", "out_at_back"):
        return False
    return max(x for x, _, _ in one.path) < half


@dataclass(frozen=True, slots=True)
class Scored:
    """What became of one file."""

    reference: Reference
    ours: Sample
    score: Score

    def line(self) -> str:
        """Return the line that is printed for the file."""
        found = self.score
        time = "-" if found.time is None else f"{found.time:.2f}"
        return (
            f"{self.reference.scene_name} {self.reference.die.kind} energy={_figure(found.energy)} "
            f"off={found.off:+.2f} stuck={found.stuck:+.2f} time={time} "
            f"face={_figure(found.face)} n={len(self.ours.time)} settings={settings_hash()}"
        )

    def missed(self) -> list[str]:
        """Return the goals that are missed."""
        found = self.score
        errors = {
            "energy": found.energy,
            "off": abs(found.off),
            "stuck": abs(found.stuck),
            "time": None if found.time is None else abs(found.time - 1),
            "face": found.face,
        }
        return [
            f"{self.reference.name}: {key} is off by {error:.3f}; goal: at most {GOALS[key]:g}"
            for key, error in errors.items()
            if error is not None and error > GOALS[key]
        ]


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def scored(reference: Reference, seed: int, throws: int | None) -> Scored:
    """Throw and score one file; ``throws`` None: ten times as often as the file, at most 5 000."""
    world = world_of_reference(reference.scene, reference.die)
    count = throws or min(MOST, TIMES * len(reference.throws.time))
    own_seed = seed_of(reference.name, seed)
    ours = sample_of(world, thrown(world, own_seed, pulls_of(reference.scene, own_seed, count)))
    return Scored(reference, ours, score(ours, reference.throws))


def _task(task: tuple[Reference, int, int | None]) -> Scored:
    return scored(*task)


def all_scored(
    references: Sequence[Reference], seed: int, throws: int | None, jobs: int
) -> Iterator[Scored]:
    """Score files in their order, ``jobs`` at a time. The figures don't depend on ``jobs``."""
    tasks = [(reference, seed, throws) for reference in references]
    if jobs == 1:
        yield from map(_task, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_task, tasks)


def references_in(folder: Path, only: str = "*") -> list[Reference]:
    """Read the reference files of a folder whose names fit a pattern, in the order of their names.

    Raises `BadReferenceError` where there is none, or one that can't be used.
    """
    if not folder.is_dir():
        raise BadReferenceError(f"{folder}: expected a folder with reference files (.npz)")
    paths = sorted(p for p in folder.glob("*.npz") if fnmatch(p.stem, only))
    if not paths:
        named = "" if only == "*" else f" whose name fits {only!r}"
        raise BadReferenceError(f"{folder}: there is no .npz file{named} in it")
    return [_usable(load(path), path) for path in paths]


def _usable(reference: Reference, path: Path) -> Reference:
    """Refuse a scene or a solid that this program has no model for."""
    try:
        world = world_of_reference(reference.scene, reference.die)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadReferenceError(
            f"{path}: {error.title}: {place}: {first['msg']} (mm, g, degrees)"
        ) from error
    angles, _ = face_classes(np.array(solid(world.die.kind, world.die.size).normals))
    others, _ = face_classes(reference.throws.face_normals)
    if not same_angles(angles, others):
        raise BadReferenceError(f"{path}: the face_normals are not those of a {world.die.kind}")
    return reference


def worst(found: Sequence[Scored]) -> str:
    """Return the last line."""
    known = [(s.score.energy, s.reference.name) for s in found if s.score.energy is not None]
    if not known:
        return "worst=- file=-"
    energy, name = max(known)
    return f"worst={energy:.3f} file={name}.npz"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 = a goal is missed (with ``--goals``), 2 = wrong use or a bad file."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reference_throws",
        description=(__doc__ or "").partition("\n")[0],
    )
    parser.add_argument("folder", type=Path, help="folder with reference files (.npz)")
    parser.add_argument("--throws", type=int, help=f"per file; default {TIMES} times the file's")
    parser.add_argument(
        "--only", default="*", metavar="PATTERN", help="files by name, e.g. 'open*'"
    )
    parser.add_argument("--jobs", type=int, default=1, help="files at a time (default 1)")
    parser.add_argument("--seed", type=int, default=0, help="another set of throws (default 0)")
    parser.add_argument("--picture", type=Path, metavar="FOLDER", help="a picture per file")
    parser.add_argument("--goals", action="store_true", help="name the goals missed, exit with 1")
    given = parser.parse_args(arguments)
    throws = cast("int | None", given.throws)
    if given.jobs < 1 or given.seed < 0 or (throws is not None and throws < 2):
        print("--jobs counts from 1, --throws from 2, --seed from 0", file=sys.stderr)
        return 2
    pictures = cast("Path | None", given.picture)
    try:
        references = references_in(given.folder, given.only)
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
    except BadReferenceError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{pictures}: {error.strerror}", file=sys.stderr)
        return 2
    found: list[Scored] = []
    for one in all_scored(references, given.seed, throws, given.jobs):
        found.append(one)
        print(one.line(), flush=True)
        if pictures:
            from benchmarks.draw.throws import picture

            reference = one.reference
            picture(pictures / f"{reference.name}.png", reference, one.ours, one.line())
    missed = [goal for one in found for goal in one.missed()] if given.goals else []
    for goal in missed:
        print(f"MISSED: {goal}", file=sys.stderr)
    print(worst(found))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
