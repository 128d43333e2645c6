"""The table of König der Maulwürfel from above: course, gate, half-spheres, towers, blockers.

All in mm; sizes of text and widths of lines in logical pixels. Light comes from the upper left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from kullerwerk.stage import theme
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
    arrow,
    box,
    faded,
    mixed,
    turned,
)
from rules.koenig.board import Board, Pieces
from rules.koenig.board import Disc as Footprint
from rules.koenig.board import Line as Ray
from sim.settled import DEGREE, MM, Pose

GROUNDS: dict[str, Colour] = {
    "smooth": (226, 205, 170, 255),
    "lively": (203, 214, 219, 255),
    "felt": (122, 158, 122, 255),
}
"""The table, by the name of its surface."""
FRAME: Colour = (120, 84, 50, 255)
WOOD: Colour = (200, 155, 106, 255)
WOOD_DARK: Colour = (122, 82, 48, 255)
WOOD_LIGHT: Colour = (240, 220, 190, 255)
COURSE: Colour = (91, 63, 140, 255)
_SHADE: Colour = (30, 20, 8, 70)
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
    ground = GROUNDS.get(surface, GROUNDS["smooth"])
    at = Rect(0, 0, wide, high)
    out: list[Shape] = [
        box(Rect(6 - _RIM, -10 - _RIM, wide + 2 * _RIM, high + 2 * _RIM), faded(_SHADE, 0.8), r=30),
        box(at.inset(-_RIM), FRAME, mixed(FRAME, theme.INK, 0.5), 1.5, 24),
        box(at, ground, mixed(FRAME, theme.INK, 0.5), 1.5),
    ]
    out += _grain(at, ground, surface)
    out += _start_box(board, words[0])
    out += _finish(board, words[1])
    return tuple(out)


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


def _start_box(board: Board, word: str) -> Iterator[Shape]:
    x0, y0, x1, y1 = (v / MM for v in board.start_box)
    at = Rect(x0, y0, x1 - x0, y1 - y0)
    yield box(at, (255, 255, 255, 70), None)
    yield Line(at.corners(), (255, 255, 255, 230), 2.0, True, (9, 6))
    yield Text(at.x + 5, at.top + 9, word, 13, mixed(FRAME, theme.INK, 0.4), bold=True)


def _finish(board: Board, word: str) -> Iterator[Shape]:
    """Chequers across the gate, behind the line."""
    (ax, ay), (bx, by) = mm(board.gate.a), mm(board.gate.b)
    length = math.hypot(bx - ax, by - ay)
    ahead = crossing(board.gate)
    count = max(4, round(length / 12))
    side = length / count
    for row in range(2):
        for k in range(count):
            x = ax + (bx - ax) * k / count - row * side * ahead[0]
            y = ay + (by - ay) * k / count - row * side * ahead[1]
            along = ((bx - ax) / count, (by - ay) / count)
            back = (-side * ahead[0], -side * ahead[1])
            corners = (
                (x, y), (x + along[0], y + along[1]),
                (x + along[0] + back[0], y + along[1] + back[1]), (x + back[0], y + back[1]),
            )  # fmt: skip
            yield Polygon(corners, theme.INK if (row + k) % 2 else theme.WHITE)
    yield Line(((ax, ay), (bx, by)), theme.INK, 2.0)
    yield Text(
        bx, by - board.posts[1].radius / MM - 14, word, 13, mixed(FRAME, theme.INK, 0.4),
        "centre", "middle", True,
    )  # fmt: skip


def obstacle_shapes(board: Board) -> tuple[Shape, ...]:
    """Half-spheres with their names, and the posts with the rod between them."""
    out: list[Shape] = []
    for ball in board.spheres:
        out += _half_sphere(ball)
    for post in board.posts:
        (x, y), r = mm(post.centre), post.radius / MM
        out.append(Glow(x + 5, y - 6, 2.2 * r, (30, 20, 8, 130)))
        out.append(Disc(x, y, r, WOOD, WOOD_DARK, 1.5))
        out.append(Disc(x - 0.25 * r, y + 0.3 * r, 0.45 * r, WOOD_LIGHT))
    return tuple(out)


def _half_sphere(ball: Footprint) -> Iterator[Shape]:
    (x, y), r = mm(ball.centre), ball.radius / MM
    yield Glow(x + 0.28 * r, y - 0.32 * r, 1.5 * r, (30, 20, 8, 170))
    steps = 9
    for k in range(steps):
        share = k / (steps - 1)
        shrink = 1 - share * 0.86
        shift = (1 - shrink) * 0.42 * r
        colour = mixed(mixed(WOOD, WOOD_DARK, 0.45), WOOD_LIGHT, share**1.25)
        edge = WOOD_DARK if k == 0 else None
        yield Disc(x - shift, y + shift, shrink * r, colour, edge, 1.2)
    size = 17 if r > 30 else 14
    yield Text(x + 0.1 * r, y - 0.1 * r, ball.name, size, WOOD_DARK, "centre", "middle", True)


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
        behind, ahead = k < done, counters is not None and k == done
        colour = theme.GOOD if behind else COURSE
        start, end = _free_part(board, ray)
        if not gate:
            if ahead:
                out.append(Line((start, end), faded(COURSE, 0.25), 9.0))
            out.append(Line((start, end), colour, 2.6 if ahead else 1.6, dash=(9, 6)))
        u, v = crossing(ray)
        share = 0.5 if gate else 0.62
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        r = max(17.0 if ahead else 14.5, 11.0 / scale)
        if gate:
            x, y = x + (r + 18) * u, y + (r + 18) * v
        tip = r + max(22.0, 15.0 / scale)
        out += arrow((x, y), (x + tip * u, y + tip * v), colour, 4.0, max(18.0, 12.0 / scale))
        fill = theme.GOOD if behind else theme.WHITE
        out.append(Disc(x, y, r, fill, colour, 3.0 if ahead else 2.0))
        if behind:
            tick = ((-0.42, 0.0), (-0.1, -0.36), (0.48, 0.42))
            points = tuple((x + a * r, y + b * r) for a, b in tick)
            out.append(Line(points, theme.WHITE, 3.0))
        else:
            size = min(28.0, r * scale * 1.1)
            out.append(Text(x, y, str(k + 1), size, colour, "centre", "middle", True))
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
        Polygon(tuple((x + 9, y - 11) for x, y in put(*foot)), _SHADE),
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
        Polygon(tuple((x + 6, y - 7) for x, y in foot), _SHADE),
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
