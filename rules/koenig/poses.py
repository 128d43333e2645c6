"""Where towers and blockers may stand: start poses, blocker poses, contact angles.

All poses are named as in ``sim.settled``: a tower by the middle of its snout line and its heading,
a blocker by its centre and the direction of its length.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from rules.core.arcs import (
    Arcs,
    Span,
    Swing,
    blocked_by_disc,
    blocked_by_edge,
    blocked_by_polygon,
    free,
)
from rules.core.geometry import (
    TOUCH,
    XY,
    Polygon,
    block,
    direction,
    disc_overlap,
    footprint,
    overlap,
    towards,
)
from rules.core.types import LEGAL, Seat, Verdict, refuse
from rules.koenig.board import Pieces
from rules.koenig.state import State
from sim.settled import DEGREE, FULL_TURN, MM, Point, Pose

HALF_TURN = FULL_TURN // 2


def tower_polygon(pieces: Pieces, pose: Pose) -> Polygon:
    """The footprint of a tower."""
    return footprint(pose, pieces.tower_width, pieces.tower_depth)


def rival_towers(s: State, seat: Seat) -> list[tuple[str, Polygon]]:
    """Names and footprints of all standing towers but the seat's own."""
    return [
        (s.pieces(k).name, tower_polygon(s.pieces(k), racer.pose))
        for k, racer in enumerate(s.racers)
        if k != seat and racer.pose is not None
    ]


def in_the_way(s: State, seat: Seat, polygon: Polygon) -> Verdict:
    """Whether a piece of this outline would disturb a rival's tower or an obstacle."""
    # A look at the circles round both spares most of the exact tests.
    middle_x = (polygon[0][0] + polygon[2][0]) / 2
    middle_y = (polygon[0][1] + polygon[2][1]) / 2
    far = math.dist(polygon[0], polygon[2]) / 2
    for name, rival in rival_towers(s, seat):
        if overlap(polygon, rival) > TOUCH:
            return refuse(
                "overlaps-tower", f"it would stand on or push the {name} tower", "tower", name
            )
    for disc in s.board.obstacles:
        away = math.hypot(disc.centre[0] - middle_x, disc.centre[1] - middle_y)
        if away >= far + disc.radius:
            continue
        if disc_overlap(polygon, disc.centre, disc.radius) > TOUCH:
            return refuse("overlaps-obstacle", f"it would push {disc.name}", "obstacle", disc.name)
    return LEGAL


def check_tower(s: State, seat: Seat, pose: Pose) -> Verdict:
    """Whether the seat's tower may stand here: it stands on the table and disturbs nothing.

    It stands while the centre of its footprint is on the table; a corner may overhang.
    """
    pieces = s.pieces(seat)
    c, d = direction(pose[2])
    x = pose[0] - c * pieces.tower_depth / 2
    y = pose[1] - d * pieces.tower_depth / 2
    if not (-TOUCH <= x <= s.board.length + TOUCH and -TOUCH <= y <= s.board.width + TOUCH):
        return refuse("off-table", "the tower would fall: its middle is beyond the table's edge")
    return in_the_way(s, seat, tower_polygon(pieces, pose))


# --- start -------------------------------------------------------------------


def check_start(s: State, seat: Seat, pose: Pose) -> Verdict:
    """Whether the tower may start here: its whole footprint in the start box, no overlap."""
    polygon = tower_polygon(s.pieces(seat), pose)
    x_min, y_min, x_max, y_max = s.board.start_box
    for x, y in polygon:
        if not (x_min - TOUCH <= x <= x_max + TOUCH and y_min - TOUCH <= y <= y_max + TOUCH):
            return refuse(
                "outside-start-box",
                "the whole tower must stand in the start box behind the line",
                *s.board.start_box,
            )
    return in_the_way(s, seat, polygon)


def _hull(points: Sequence[XY]) -> list[XY]:
    """The convex hull, counter-clockwise."""
    ordered = sorted(set(points))

    def half(way: Sequence[XY]) -> list[XY]:
        chain: list[XY] = []
        for x, y in way:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _meets(a: XY, b: XY, c: XY, d: XY) -> XY | None:
    """Where two segments cross."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if cross == 0:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    t, u = (wx * vy - wy * vx) / cross, (wx * uy - wy * ux) / cross
    if 0 <= t <= 1 and 0 <= u <= 1:
        return a[0] + t * ux, a[1] + t * uy
    return None


def _edges(polygon: Sequence[XY]) -> Iterator[tuple[XY, XY]]:
    return zip(polygon, [*polygon[1:], polygon[0]], strict=True)


def _free_middles(
    box: tuple[float, float, float, float], walls: Sequence[Sequence[XY]]
) -> Iterator[XY]:
    """Points of a box outside convex polygons: if there are any, a corner of what is free is one.

    Such a corner is a corner of the box, or two of the outlines cross there, or a polygon has a
    corner there.
    """
    x0, y0, x1, y1 = box
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    outlines = [list(_edges(corners)), *(list(_edges(wall)) for wall in walls)]
    candidates = list(corners)
    for wall in walls:
        candidates += wall
    for i, one in enumerate(outlines):
        for other in outlines[i + 1 :]:
            for a, b in one:
                for c, d in other:
                    point = _meets(a, b, c, d)
                    if point is not None:
                        candidates.append(point)
    for x, y in candidates:
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            continue
        inside = any(
            all(
                (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.5 * math.hypot(bx - ax, by - ay)
                for (ax, ay), (bx, by) in _edges(wall)
            )
            for wall in walls
        )
        if not inside:
            yield x, y


def _headings(s: State, seat: Seat) -> list[int]:
    """Headings to look at for a free start: flush with the box or a rival, then whole degrees."""
    flush = [0, HALF_TURN // 2]
    for k, racer in enumerate(s.racers):
        if k != seat and racer.pose is not None:
            flush += [racer.pose[2] % HALF_TURN, (racer.pose[2] + HALF_TURN // 2) % HALF_TURN]
    return list(dict.fromkeys([*flush, *range(0, HALF_TURN, DEGREE)]))


def free_start(s: State, seat: Seat) -> Pose | None:
    """A legal start pose, None if there is no free spot.

    For a heading the answer is exact: the middle of the footprint must lie in the start box shrunk
    by the footprint, outside everything in the way grown by it. Looked at are the headings flush
    with the box and with the rivals' towers, and every whole degree; a gap that only opens in
    between counts as no free spot (README.md, rulings).
    """
    pieces = s.pieces(seat)
    x_min, y_min, x_max, y_max = s.board.start_box
    reach = math.hypot(pieces.tower_depth, pieces.tower_width) / 2
    around = (x_min - reach, y_min - reach, x_max + reach, y_max + reach)
    things: list[Sequence[XY]] = [polygon for _, polygon in rival_towers(s, seat)]
    for disc in s.board.obstacles:
        grown = disc.radius / math.cos(math.pi / 16)
        things.append(
            [
                (
                    disc.centre[0] + grown * math.cos(k * math.pi / 8),
                    disc.centre[1] + grown * math.sin(k * math.pi / 8),
                )
                for k in range(16)
            ]
        )
    things = [thing for thing in things if _near(thing, around)]
    for heading in _headings(s, seat):
        c, d = direction(heading)
        half_x = (abs(c) * pieces.tower_depth + abs(d) * pieces.tower_width) / 2
        half_y = (abs(d) * pieces.tower_depth + abs(c) * pieces.tower_width) / 2
        box = (x_min + half_x, y_min + half_y, x_max - half_x, y_max - half_y)
        if box[0] > box[2] or box[1] > box[3]:
            continue
        middle = footprint((0, 0, heading), pieces.tower_width, pieces.tower_depth)
        shape = [
            (x + c * pieces.tower_depth / 2, y + d * pieces.tower_depth / 2) for x, y in middle
        ]
        walls = [
            wall
            for thing in things
            if _near(wall := _hull([(x + u, y + v) for x, y in thing for u, v in shape]), box)
        ]
        for x, y in _free_middles(box, walls):
            snout_x, snout_y = x + c * pieces.tower_depth / 2, y + d * pieces.tower_depth / 2
            pose = (round(snout_x), round(snout_y), heading)
            if check_start(s, seat, pose).ok:
                return pose
    return None


def _near(polygon: Sequence[XY], box: tuple[float, float, float, float]) -> bool:
    return (
        min(x for x, _ in polygon) < box[2]
        and max(x for x, _ in polygon) > box[0]
        and min(y for _, y in polygon) < box[3]
        and max(y for _, y in polygon) > box[1]
    )


def random_start(s: State, seat: Seat, rng: random.Random) -> Pose | None:
    """A random legal start pose, uniform by rejection; None when none was hit."""
    x_min, y_min, x_max, y_max = s.board.start_box
    for _ in range(60):
        pose = (
            rng.randint(x_min, x_max),
            rng.randint(y_min, y_max),
            rng.randrange(FULL_TURN),
        )
        if check_start(s, seat, pose).ok:
            return pose
    return None


# --- blocker -----------------------------------------------------------------


def check_block(s: State, seat: Seat, pose: Pose) -> Verdict:
    """Whether the blocker may lie here: wholly on the table, touching at most."""
    pieces = s.pieces(seat)
    polygon = block(pose, pieces.blocker_length, pieces.blocker_depth)
    for x, y in polygon:
        if not (-TOUCH <= x <= s.board.length + TOUCH and -TOUCH <= y <= s.board.width + TOUCH):
            return refuse("off-table", "the blocker must stand wholly on the table")
    own = s.racers[seat].pose
    if own is not None and overlap(polygon, tower_polygon(pieces, own)) > TOUCH:
        return refuse("overlaps-tower", "it would stand on your own tower", "tower", pieces.name)
    return in_the_way(s, seat, polygon)


def random_block(s: State, seat: Seat, rng: random.Random, *, ahead: bool = False) -> Pose | None:
    """A random legal blocker pose, None when none was hit.

    Uniform on the table, or with ``ahead`` where a die will roll: 4 to 30 cm before the mouth.
    """
    pose = s.racers[seat].pose
    for _ in range(40):
        if ahead and pose is not None:
            c, d = direction(pose[2])
            out, off = rng.randint(40 * MM, 300 * MM), rng.randint(-80 * MM, 80 * MM)
            place = (round(pose[0] + c * out - d * off), round(pose[1] + d * out + c * off))
        else:
            place = (rng.randint(0, s.board.length), rng.randint(0, s.board.width))
        found = (*place, rng.randrange(FULL_TURN))
        if check_block(s, seat, found).ok:
            return found
    return None


# --- tower at its die --------------------------------------------------------


def snout_pose(die: Point, radius: int, angle: int) -> Pose:
    """The tower's pose at a contact angle: ``radius`` from the die's centre, heading for it."""
    c, d = direction(angle)
    return (
        round(die[0] + radius * c),
        round(die[1] + radius * d),
        (angle + HALF_TURN) % FULL_TURN,
    )


def _swung(s: State, seat: Seat, centre: Point, near: float) -> Arcs:
    """The legal angles of the seat's tower when it is swung round a point."""
    pieces = s.pieces(seat)
    swing = Swing(centre, near, pieces.tower_depth, pieces.tower_width)
    blocked: list[Span] = blocked_by_edge(swing, s.board.length, s.board.width)
    for disc in s.board.obstacles:
        blocked += blocked_by_disc(swing, disc.centre, disc.radius)
    for _, polygon in rival_towers(s, seat):
        blocked += blocked_by_polygon(swing, polygon)
    return free(blocked)


def contact_arcs(s: State, seat: Seat, die: Point, radius: int) -> Arcs:
    """All legal contact angles of the seat's tower at its die, exactly (rulebook fig. 7a)."""
    return _swung(s, seat, die, radius)


def turned_pose(pieces: Pieces, pose: Pose, heading: int) -> Pose:
    """The pose of a tower that is turned on the spot, round the middle of its footprint."""
    (c, d), (e, f) = direction(pose[2]), direction(heading)
    half = pieces.tower_depth / 2
    return round(pose[0] + (e - c) * half), round(pose[1] + (f - d) * half), heading


def heading_arcs(s: State, seat: Seat) -> Arcs:
    """All legal headings of the seat's tower when it is turned on the spot."""
    pose, pieces = s.racers[seat].pose, s.pieces(seat)
    if pose is None:
        return ()
    c, d = direction(pose[2])
    half = pieces.tower_depth / 2
    middle = (round(pose[0] - c * half), round(pose[1] - d * half))
    # A rectangle turned by half a turn is the same: direction of the footprint = heading.
    return _swung(s, seat, middle, -half)


def contact_for_heading(heading: int) -> int:
    """The contact angle of a tower that shall have this heading."""
    return (heading + HALF_TURN) % FULL_TURN


def contact_towards(die: Point, target: Sequence[float]) -> int:
    """The contact angle of a tower that shall point from the die at a target."""
    return contact_for_heading(towards(die, target))
