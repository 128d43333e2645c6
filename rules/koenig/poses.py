"""Where towers and blockers may stand: start poses, blocker poses, contact angles.

All poses are named as in ``sim.settled``: a tower by the middle of its snout line and its heading,
a blocker by its centre and the direction of its length.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

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
from rules.koenig.startbox import free_spots, polygon_round
from rules.koenig.state import State
from sim.settled import FULL_TURN, MM, Point, Pose

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


def free_start(s: State, seat: Seat) -> Pose | None:
    """A legal start pose, None if there is no free spot (``startbox`` says what counts as one)."""
    pieces = s.pieces(seat)
    things = (
        *(polygon for _, polygon in rival_towers(s, seat)),
        *(polygon_round(disc.centre, disc.radius) for disc in s.board.obstacles),
    )
    spots = free_spots(s.board.start_box, pieces.tower_width, pieces.tower_depth, things)
    return next((pose for pose in spots if check_start(s, seat, pose).ok), None)


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
