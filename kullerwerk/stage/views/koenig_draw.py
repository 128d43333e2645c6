"""The table of König der Maulwürfel from above: course, gate, half-spheres, towers, blockers.

All in mm; sizes of text and widths of lines in logical pixels. Light comes from the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from kullerwerk.stage import theme
from kullerwerk.stage import track_parts as parts
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Glow,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
    mixed,
    turned,
)
from kullerwerk.stage.track_parts import FRAME, PLAYED, SHADE, WOOD, WOOD_DARK, WOOD_LIGHT
from rules.koenig.board import Board, Pieces
from rules.koenig.board import Line as Ray
from sim.settled import DEGREE, MM, Pose

_RIM = 26.0
"""Width of the table's wooden frame, mm."""
MARGIN = 34.0
"""Room round the table, mm."""


def world(board: Board) -> Rect:
    """All that is to be seen, mm."""
    return Rect(-MARGIN, -MARGIN, board.length / MM + 2 * MARGIN, board.width / MM + 2 * MARGIN)


def mm(point: Sequence[int]) -> Point:
    """A place of the rules in mm."""
    return point[0] / MM, point[1] / MM


def radians(angle: float) -> float:
    """An angle of the rules (0.01 degrees) in radians."""
    return math.radians(angle / DEGREE)


# --- the table ---------------------------------------------------------------


def table_shapes(board: Board, surface: str, words: tuple[str, str]) -> tuple[Shape, ...]:
    """What never changes: ground, start box, finish line; ``words`` = start, finish."""
    wide, high = board.length / MM, board.width / MM
    ground = PLAYED.ground(surface)
    at = Rect(0, 0, wide, high)
    x0, y0, x1, y1 = (v / MM for v in board.start_box)
    ends = mm(board.gate.a), mm(board.gate.b)
    letters, low = mixed(FRAME, theme.INK, 0.4), board.posts[1].radius / MM + 14
    return (
        box(Rect(6 - _RIM, -10 - _RIM, wide + 2 * _RIM, high + 2 * _RIM), faded(SHADE, 0.8), r=30),
        box(at.inset(-_RIM), FRAME, mixed(FRAME, theme.INK, 0.5), 1.5, 24),
        box(at, ground, mixed(FRAME, theme.INK, 0.5), 1.5),
        *_grain(at, ground, surface),
        *parts.start_box(Rect(x0, y0, x1 - x0, y1 - y0), words[0], PLAYED),
        *parts.finish(*ends, crossing(board.gate)),
        Text(ends[1][0], ends[1][1] - low, words[1], 13, letters, "centre", "middle", True),
    )


def _grain(at: Rect, ground: Colour, surface: str) -> Iterator[Shape]:
    """Planks, or the fibres of felt."""
    if surface == "felt":
        return
    dark = mixed(ground, FRAME, 0.28)
    planks = max(3, round(at.h / 130))
    for k in range(1, planks):
        y = at.y + at.h * k / planks
        yield Line(((at.x, y), (at.right, y)), faded(dark, 0.6), 1.0)
    for k in range(planks):
        y = at.y + at.h * k / planks
        for j in range(2):
            x = at.x + at.w * ((0.37 * k + 0.5 * j + 0.21) % 1.0)
            yield Line(((x, y), (x, y + at.h / planks)), faded(dark, 0.5), 1.0)
        for j in range(1, 5):
            z = y + at.h / planks * j / 5
            start = at.x + at.w * ((0.61 * k + 0.29 * j) % 0.8)
            points = tuple(
                (start + 40 * i, z + 2.5 * math.sin(i * 0.9 + j + k)) for i in range(6)
                if start + 40 * i < at.right
            )  # fmt: skip
            yield Line(points, faded(dark, 0.3), 1.0)


def obstacle_shapes(board: Board, scale: float) -> tuple[Shape, ...]:
    """Half-spheres with their names, and the posts with the rod between them."""
    out: list[Shape] = []
    for ball in board.spheres:
        out += parts.half_sphere(mm(ball.centre), ball.radius / MM, ball.name, scale)
    for post in board.posts:
        out += parts.post(mm(post.centre), post.radius / MM)
    return tuple(out)


# --- the course --------------------------------------------------------------


def crossing(ray: Ray) -> Point:
    """The unit vector in which a ray is crossed: from its right to its left."""
    dx, dy = ray.b[0] - ray.a[0], ray.b[1] - ray.a[1]
    size = math.hypot(dx, dy)
    return -dy / size, dx / size


def course_shapes(board: Board, counters: Sequence[int] | None, scale: float) -> tuple[Shape, ...]:
    """The rays with their order and direction; done ones are ticked, the next one is lit.

    ``counters`` are those of the player whose turn it is, None = nobody's; ``scale`` is the
    logical pixels of a millimetre: numbers stay legible on a small picture.
    """
    done = 0
    for counter in counters or ():
        if counter < 1:
            break
        done += 1
    out: list[Shape] = []
    for k, ray in enumerate(board.rays):
        gate = k == len(board.rays) - 1
        one = parts.Ray(*_free_part(board, ray), crossing(ray), k + 1, gate)
        lit = counters is not None and k == done
        out += parts.ray(one, scale, done=k < done, lit=lit)
    return tuple(out)


def _free_part(board: Board, ray: Ray) -> tuple[Point, Point]:
    """A ray without what its half-sphere covers, from there outwards."""
    radii = {disc.centre: disc.radius / MM for disc in board.spheres}
    a, b = ray.a, ray.b
    if b in radii and a not in radii:
        a, b = b, a
    (ax, ay), (bx, by) = mm(a), mm(b)
    size = math.hypot(bx - ax, by - ay)
    cut = radii.get(a, 0.0) / size if size else 0.0
    return (ax + (bx - ax) * cut, ay + (by - ay) * cut), (bx, by)


# --- towers and blockers -----------------------------------------------------


def tower_shapes(
    pieces: Pieces, pose: tuple[float, float, float], colour: Colour, mark: int, hat: float = 0.0
) -> list[Shape]:
    """A tower from above, its mouth in front: ``pose`` = snout in mm, heading in radians.

    ``hat`` tells how far the hat is pulled, 0 = it is on, 1 = it is gone.
    """
    wide, deep = pieces.tower_width / MM, pieces.tower_depth / MM
    at, heading = (pose[0], pose[1]), pose[2]

    def put(*points: Point) -> tuple[Point, ...]:
        return turned(points, at, heading)

    w, channel = wide / 2, 0.28 * wide
    deepest = mixed(colour, theme.INK, 0.55)
    foot = ((0, -w), (0, w), (-deep, w), (-deep, -w))
    out: list[Shape] = [
        Polygon(tuple((x + 9, y - 11) for x, y in put(*foot)), SHADE),
        Polygon(put(*foot), colour, deepest, 2.0),
    ]
    steps = 5
    for k in range(steps):  # the ramp, darker towards its upper end
        a, b = -0.8 * deep * k / steps, -0.8 * deep * (k + 1) / steps
        tint = mixed((214, 178, 130, 255), (70, 48, 30, 255), k / (steps - 1))
        out.append(Polygon(put((a, -channel), (a, channel), (b, channel), (b, -channel)), tint))
    out.append(Line(put((-0.8 * deep, channel), (0, channel)), deepest, 1.5))
    out.append(Line(put((-0.8 * deep, -channel), (0, -channel)), deepest, 1.5))
    # The snout: two eyes beside the mouth, and the lip that names the pose.
    for side in (1, -1):
        x, y = put((-0.13 * deep, side * (channel + w) / 2))[0]
        out.append(Disc(x, y, 0.075 * wide, theme.WHITE, deepest, 1.0))
        x, y = put((-0.1 * deep, side * (channel + w) / 2))[0]
        out.append(Disc(x, y, 0.035 * wide, theme.INK))
    out.append(Line(put((0, channel), (0, -channel)), theme.INK, 4.0))
    out.append(Polygon(put((7, 0), (0, 6), (0, -6)), theme.INK))
    if hat < 1.0:
        out += hat_shapes(pieces, pose, colour, mark, hat)
    return out


def hat_place(pieces: Pieces, pose: tuple[float, float, float]) -> Point:
    """The middle of a tower's hat, mm."""
    return turned(((-0.64 * pieces.tower_depth / MM, 0),), (pose[0], pose[1]), pose[2])[0]


def hat_radius(pieces: Pieces) -> float:
    """How large a hat is drawn, mm."""
    return 0.36 * pieces.tower_width / MM


def hat_shapes(
    pieces: Pieces,
    pose: tuple[float, float, float],
    colour: Colour,
    mark: int,
    pulled: float = 0.0,
    off: Point = (0.0, 0.0),
) -> list[Shape]:
    """A hat; the further it is ``pulled`` the nearer to the eye, and the fainter, it is."""
    x, y = hat_place(pieces, pose)
    x, y = x + off[0], y + off[1]
    r = hat_radius(pieces) * (1 + 0.7 * pulled)
    fade = 1.0 - pulled * pulled
    pale = mixed(colour, theme.WHITE, 0.25)
    return [
        Glow(x + 4 + 30 * pulled, y - 5 - 34 * pulled, r * 1.25, (30, 20, 8, round(130 * fade))),
        Disc(x, y, r, faded(colour, fade), faded(mixed(colour, theme.INK, 0.6), fade), 1.6),
        Disc(x - 0.08 * r, y + 0.1 * r, 0.72 * r, faded(pale, fade)),
        theme.mark(mark, (x, y), 0.36 * r, faded(theme.text_on(colour), fade)),
    ]


def blocker_shapes(pieces: Pieces, pose: tuple[float, float, float], colour: Colour) -> list[Shape]:
    """A blocker: ``pose`` = its centre in mm and the direction of its length in radians."""
    a, b = pieces.blocker_length / MM / 2, pieces.blocker_depth / MM / 2
    at, angle = (pose[0], pose[1]), pose[2]
    foot = turned(((-a, -b), (a, -b), (a, b), (-a, b)), at, angle)
    inner = turned(((-a + 3, -b + 3), (a - 3, -b + 3), (a - 3, b - 3), (-a + 3, b - 3)), at, angle)
    return [
        Polygon(tuple((x + 6, y - 7) for x, y in foot), SHADE),
        Polygon(foot, mixed(WOOD, colour, 0.35), WOOD_DARK, 1.8),
        Polygon(inner, mixed(WOOD_LIGHT, colour, 0.3)),
        Line(turned(((-a + 5, 0), (a - 5, 0)), at, angle), faded(WOOD_DARK, 0.5), 1.0),
    ]


def tower_outline(pieces: Pieces, pose: tuple[float, float, float]) -> tuple[Point, ...]:
    """The footprint of a tower."""
    w, deep = pieces.tower_width / MM / 2, pieces.tower_depth / MM
    return turned(((0, -w), (0, w), (-deep, w), (-deep, -w)), (pose[0], pose[1]), pose[2])


def blocker_outline(pieces: Pieces, pose: tuple[float, float, float]) -> tuple[Point, ...]:
    """The footprint of a blocker."""
    a, b = pieces.blocker_length / MM / 2, pieces.blocker_depth / MM / 2
    return turned(((-a, -b), (a, -b), (a, b), (-a, b)), (pose[0], pose[1]), pose[2])


def rest_shapes(at: Point, colour: Colour, mark: int) -> list[Shape]:
    """Where a die came to rest last: a small disc with the mark of its player."""
    x, y = at
    return [
        Disc(x, y, 7, faded(colour, 0.8), faded(theme.INK, 0.7), 1.0),
        theme.mark(mark, at, 3.4, theme.text_on(colour)),
    ]


def ring_shapes(middle: Point, r: float, legal: Sequence[tuple[int, int]]) -> tuple[Shape, ...]:
    """A ring of directions: legal ones green, the others red and hatched."""
    out: list[Shape] = []
    step = 3
    for k in range(0, 360, step):
        inside = any(low <= (k + step / 2) * DEGREE <= high for low, high in legal)
        a, b = math.radians(k), math.radians(k + step)
        ends = ((math.cos(a), math.sin(a)), (math.cos(b), math.sin(b)))
        band = 5.0
        corners = tuple(
            (middle[0] + (r + off) * c, middle[1] + (r + off) * s)
            for (c, s), off in (
                (ends[0], -band),
                (ends[0], band),
                (ends[1], band),
                (ends[1], -band),
            )
        )
        if inside:
            out.append(Polygon(corners, faded(theme.GOOD, 0.75)))
        else:
            out.append(Polygon(corners, faded(theme.BAD, 0.35)))
            out.append(Line((corners[0], corners[2]), faded(theme.BAD, 0.9), 1.5))
    return tuple(out)


def pose_of(pose: Pose) -> tuple[float, float, float]:
    """A pose of the rules in mm and radians."""
    return pose[0] / MM, pose[1] / MM, radians(pose[2])
