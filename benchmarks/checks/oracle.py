"""An independent judge of throws: plain geometry, nothing of ``sim``.

It is told what stands on the table (`Scene`), what the die is (`Shape`), and what a throw left
behind (`Evidence`), and says in sentences what cannot be. Lengths in mm, angles in radians, times
in s; the settled state in the integers of the contract (0.01 mm, 0.01 degrees, ms).

What must hold: a ball of the die's inscribed radius fits at
every stored place, outside half-spheres, posts, towers and blockers and above the ground, to 0.1 mm
and what a hit sinks in (`Evidence.give`); the die
is never beyond the edge while it counts as on the table; no NaN; the outcome has a name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from benchmarks.checks.evidence import Evidence
from benchmarks.checks.geometry import (
    Array,
    Block,
    Scene,
    Shape,
    dot,
    polygon_gap,
    prism_gap,
    to_polyline,
    turned,
)

OUTCOMES = ("rests", "off_table", "never_left_mouth", "out_at_back", "cocked", "timed_out")
LEFT_THE_MOUTH = ("rests", "cocked", "timed_out", "off_table")
DEPTH = 0.1
"""Overlap of the inscribed ball with anything that is always forgiven, mm."""
STRAY = 0.1
"""How far the stored path may stray from the simulated one, mm."""
GRAIN = 0.01
"""Rounding of a point to 0.01 mm, in the worst direction, with a margin for floats, mm."""


def complaints(scene: Scene, shape: Shape, seen: Evidence) -> list[str]:
    """Everything that cannot be in this throw; empty = nothing to say against it."""
    if not finite(seen):
        return ["there is a NaN or an infinity among the numbers"]
    return [
        *_about_the_name(seen),
        *_about_places(scene, shape, seen),
        *_about_displaced(scene, shape, seen),
        *_about_the_path(scene, seen),
        *_about_the_outline(shape, seen),
        *_about_the_number(shape, seen),
    ]


def finite(seen: Evidence) -> bool:
    """Whether there is neither a NaN nor an infinity among the numbers."""
    moments = [(m.time, *m.place, *m.velocity, *m.spin) for m in seen.instants]
    numbers = (seen.places, seen.matrix, moments)
    return all(bool(np.isfinite(np.array(part)).all()) for part in numbers)


def _about_the_name(seen: Evidence) -> Iterator[str]:
    if seen.outcome not in OUTCOMES:
        yield f"the outcome {seen.outcome!r} has no name"
    if not 0 <= seen.time <= 10_000:
        yield f"it took {seen.time} ms"
    if not 0 <= seen.pose[2] < 36_000:
        yield f"yaw {seen.pose[2]}"


@dataclass(frozen=True)
class Depths:
    """How deep a die's inscribed ball was in things, at the stored places of a throw."""

    places: int
    deep: int
    """Places where it was deeper than `DEPTH`."""
    deepest: float
    """mm; 0 = never in anything."""


def _overlaps(scene: Scene, shape: Shape, seen: Evidence) -> tuple[list[str], Array]:
    """Name all that a die can be in, and how deep its inscribed ball was there (places, things).

    Not asked: -inf.
    """
    moved = {name for name, _ in seen.displaced}
    standing = [
        o for o in scene.obstacles if not isinstance(o, Block) or o.fixed or o.name not in moved
    ]
    places = np.array(seen.places)
    out = seen.events.index("out") if "out" in seen.events else len(places)
    # The hat presses a die into the ramp as hard as its pull: that is no hit.
    free = seen.events.index("hat clear") if "hat clear" in seen.events else len(places)
    names = [*(o.name for o in standing), "the ground", "the ramp", "its own tower"]
    depth = np.full((len(places), len(names)), -math.inf)
    if seen.outcome in ("off_table", "out_at_back") and len(places) == 1:
        # It was never over the table: the place is where on its edge that would have been.
        return names, depth
    for k, o in enumerate(standing):
        depth[:, k] = shape.r_in - o.gaps(places)
    depth[:, -3] = shape.r_in - places[:, 2]
    # The ramp's own section, where the die is above it and not beside the tower.
    ramp = [(scene.ramp_top[0], 0.0), (0.0, 0.0), (0.0, scene.lip), scene.ramp_top]
    length = math.dist(ramp[2], ramp[3])
    for i in range(free, min(out, len(places))):
        ahead, aside, z = scene.ahead(places[i]), scene.aside(places[i]), float(places[i, 2])
        if ahead > scene.ramp_top[0] and abs(aside) < scene.channel / 2:
            rises = ((z - scene.lip) * -ramp[3][0] + (ramp[3][1] - scene.lip) * ahead) / length
            if rises < shape.r_in:
                depth[i, -2] = shape.r_in - polygon_gap((ahead, z), ramp)
    depth[out + 1 :, -1] = shape.r_in - scene.tower.gaps(places[out + 1 :])
    return names, depth


def depths(scene: Scene, shape: Shape, seen: Evidence) -> Depths:
    """Measure how deep the die was in anything."""
    deepest = _overlaps(scene, shape, seen)[1].max(axis=1)
    return Depths(len(deepest), int((deepest > DEPTH).sum()), max(0.0, float(deepest.max())))


def _about_places(scene: Scene, shape: Shape, seen: Evidence) -> Iterator[str]:
    """The inscribed ball keeps clear of everything, at every stored place."""
    give = seen.give()
    last = len(seen.places) - 1
    names, depth = _overlaps(scene, shape, seen)
    for i, k in np.argwhere(depth > DEPTH + np.array(give)[:, None]).tolist():
        yield (
            f"{_place(seen, i)}: ball {depth[i, k]:.3f} mm deep in {names[k]}, "
            f"a hit explains {give[i]:.3f} mm"
        )
    beyond = False
    for i, p in enumerate(seen.places):
        if scene.ahead(p) > 0.0:
            if beyond:
                yield f"{_place(seen, i)}: went on after it was beyond the edge"
            beyond = beyond or not scene.inside(p)
    end = seen.places[last]
    if seen.outcome in ("rests", "cocked", "timed_out") and not scene.inside(end):
        yield f"{seen.outcome} at {end}, beyond the edge"
    if seen.outcome == "off_table":
        edge = min(end[0], end[1], scene.length - end[0], scene.width - end[1])
        if abs(edge) > 1e-6:
            yield f"off the table at {end}, {edge:.3f} mm from the edge"


def _place(seen: Evidence, i: int) -> str:
    x, y, z = seen.places[i]
    return f"place {i} of {len(seen.places) - 1} ({x:.3f}, {y:.3f}, {z:.3f})"


def _about_displaced(scene: Scene, shape: Shape, seen: Evidence) -> Iterator[str]:
    """Pushed blockers end on the table, clear of the die and of what stands fast."""
    poses = dict(seen.displaced)
    if len(poses) != len(seen.displaced):
        yield "a blocker is displaced twice"
    final: list[Block] = []
    for o in scene.obstacles:
        if isinstance(o, Block) and not o.fixed:
            pose = poses.pop(o.name, None)
            if pose is None:
                final.append(o)
                continue
            x, y, yaw = pose[0] / 100, pose[1] / 100, math.radians(pose[2] / 100)
            moved = replace(o, x=x, y=y, yaw=yaw)
            if scene.inside((moved.x, moved.y)):
                final.append(moved)
    if poses:
        yield f"displaced what is no blocker: {sorted(poses)}"
    give = seen.give()[-1]
    end = np.array(seen.places[-1:])
    for block in final:
        deep = shape.r_in - float(block.gaps(end)[0])
        if seen.outcome != "off_table" and deep > DEPTH + give:
            yield f"at the end: ball {deep:.3f} mm deep in {block.name}, which was moved or not"
        for o in scene.obstacles:
            if isinstance(o, Block) and not o.fixed:
                continue
            deep = -prism_gap(block, o)
            if deep > 0.5:
                yield f"{block.name} ended {deep:.3f} mm deep in {o.name}"
    for i, a in enumerate(final):
        for b in final[:i]:
            if -prism_gap(a, b) > 0.5:
                yield f"{a.name} ended {-prism_gap(a, b):.3f} mm deep in {b.name}"


def _about_the_path(scene: Scene, seen: Evidence) -> Iterator[str]:
    """From the snout line to the pose, within 0.1 mm of the way that was simulated."""
    pose, path = seen.pose, [(x / 100, y / 100) for x, y in seen.path]
    end = seen.places[-1]
    if not path or seen.path[-1] != pose[:2]:
        yield f"the path ends at {seen.path[-1:]}, the pose is {pose}"
        return
    if math.dist((pose[0] / 100, pose[1] / 100), end[:2]) > GRAIN:
        yield f"the pose {pose} is not the last place {end}"
    if seen.outcome not in LEFT_THE_MOUTH:
        if len(path) != 1:
            yield f"{seen.outcome} with a path of {len(path)} points"
        return
    # One point alone: a mouth that stands out over the edge, so that nothing led over the table.
    begins = len(path) > 1 or seen.outcome != "off_table"
    if begins and scene.ahead(end) > 0.0 and abs(scene.ahead(path[0])) > GRAIN:
        yield f"the path starts {scene.ahead(path[0]):.3f} mm from the snout line"
    inside = [p for p in path if not scene.inside(p, GRAIN)]
    if inside:
        yield f"the path leaves the table at {inside[0]}"
    if any(a == b for a, b in pairwise(seen.path)):
        yield "the path names a point twice in a row"
    # In a mouth that stands out over the edge the way is told along the edge.
    places = [scene.on_table(p) if scene.ahead(p) < 0.0 else p for p in seen.places]
    away = np.minimum(to_polyline(path, seen.places), to_polyline(path, places))
    if away.max() > GRAIN:
        k = int(away.argmax())
        yield f"the path passes {path[k]}, {away[k]:.3f} mm from every place"
        return
    went = 0
    while went < len(places) and scene.ahead(seen.places[went]) < 0.0:
        went += 1
    strays = to_polyline(places[went:], path) if went < len(places) else np.zeros(1)
    if strays.max() > STRAY + GRAIN:
        k = int(strays.argmax())
        yield f"the path passes {strays[k]:.3f} mm from the place {seen.places[went + k]}"


def _about_the_outline(shape: Shape, seen: Evidence) -> Iterator[str]:
    """Convex, counter-clockwise, round the centre, and as wide as the die that lies there."""
    outline = seen.outline
    if seen.outcome == "off_table":
        if outline:
            yield "a die off the table has an outline"
        return
    if not 3 <= len(outline) <= 12:
        yield f"an outline of {len(outline)} points"
        return
    ring = [*outline[1:], *outline[:2]]
    for a, b, c in zip(outline, ring, ring[1:], strict=False):
        if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) <= 0:
            yield f"the outline does not turn left at {b}"
    x, y = seen.pose[:2]
    for a, b in zip(outline, ring, strict=False):
        if (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) <= 0:
            yield f"the centre is outside the side from {a} to {b}"
    wide = max(math.dist((x, y), p) for p in outline) / 100
    if seen.outcome != "cocked" and abs(wide - shape.lying) > 2 * GRAIN:
        yield f"the outline reaches {wide:.3f} mm, a lying die {shape.lying:.3f} mm"
    if not shape.r_in - GRAIN < wide < shape.r_out + 2 * GRAIN:
        yield f"the outline reaches {wide:.3f} mm"


def _about_the_number(shape: Shape, seen: Evidence) -> Iterator[str]:
    """The number is that of the face that looks up most (a d4: down), in a true orientation."""
    m = seen.matrix
    for i in range(3):
        for j in range(3):
            want = 1.0 if i == j else 0.0
            if abs(dot(m[3 * i : 3 * i + 3], m[3 * j : 3 * j + 3]) - want) > 1e-6:
                yield f"the orientation is no rotation: {m}"
                return
    handed = dot(
        m[0:3],
        (m[4] * m[8] - m[5] * m[7], m[5] * m[6] - m[3] * m[8], m[3] * m[7] - m[4] * m[6]),
    )
    if handed < 0.0:
        yield "the orientation is a mirror image"
    if seen.outcome == "off_table":
        if seen.face != 0:
            yield f"a die off the table shows {seen.face}"
        return
    heights = [turned(m, n)[2] * (-1 if shape.reads_bottom else 1) for n in shape.normals]
    best = {shape.numbers[i] for i, h in enumerate(heights) if h > max(heights) - 1e-9}
    if seen.face not in best:
        yield f"it shows {seen.face}, the faces that count are {sorted(best)}"
