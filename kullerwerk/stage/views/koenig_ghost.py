"""What a hand holds at the table of König der Maulwürfel, drawn: a piece, the pull, a hint.

In mm, except for the reason, which is on the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import width, wrapped
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    arrow,
    box,
    faded,
)
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views import koenig_hand as hand
from rules.core.arcs import Arcs
from rules.koenig.poses import contact_arcs, heading_arcs
from rules.koenig.state import (
    PULL_SIDE,
    PULL_SPEED,
    Action,
    Block,
    PlaceFrame,
    Pull,
    State,
)
from sim.settled import MM

HANDLE = 13.0
"""Radius of the handle that turns a piece, logical pixels."""
_MIDDLING: Colour = (214, 140, 0, 255)
"""Neither calm nor wild."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a drawing needs to know: the state, how it is seen, and the colours of piece sets."""

    state: State
    camera: Camera
    sizes: theme.Sizes
    colour_of: Callable[[str], Colour]

    def tower_colour(self, seat: int) -> Colour:
        """The colour of a seat's tower."""
        return self.colour_of(self.state.sets(seat)[0])


def handle(see: Sight, held: hand.Held) -> Point:
    """Where the handle is that turns a piece, on the page."""
    x, y, angle = table.pose_of(hand.pose_of(see.state, held))
    off = 34 / see.camera.scale
    if held.kind == "block":
        off += see.state.pieces(held.seat).blocker_length / MM / 2
    if held.kind == "tower":
        off = -see.state.pieces(held.seat).tower_depth / MM - off
    return see.camera.out((x + off * math.cos(angle), y + off * math.sin(angle)))


def ring(s: State, held: hand.Held) -> tuple[Point, float, Arcs] | None:
    """Middle, radius (mm) and legal angles of a piece that is led round; None for others."""
    if held.kind not in ("tower", "turn"):
        return None
    pieces, middle, top = s.pieces(held.seat), table.mm(hand.pivot(s, held)), s.agenda[-1]
    if isinstance(top, PlaceFrame):
        arcs = contact_arcs(s, held.seat, top.die, top.radius)
        return middle, (top.radius + pieces.tower_depth) / MM + 16, arcs
    return middle, pieces.tower_depth / MM / 2 + 30, heading_arcs(s, held.seat)


def ghost_shapes(see: Sight, held: hand.Held, fine: bool) -> list[Shape]:
    """The piece in the hand; red and hatched at its rim where it may not stand."""
    s, scale = see.state, see.camera.scale
    pieces, pose = s.pieces(held.seat), table.pose_of(hand.pose_of(s, held))
    if held.kind == "block":
        out = table.blocker_shapes(pieces, pose, see.colour_of(s.sets(held.seat)[2]))
        outline = table.blocker_outline(pieces, pose)
    else:
        out = table.tower_shapes(pieces, pose, see.tower_colour(held.seat), held.seat)
        outline = table.tower_outline(pieces, pose)
    if not fine:
        out.append(Polygon(outline, faded(theme.BAD, 0.45)))
        out += _hatched(outline)
    edge = theme.GOOD if fine else theme.BAD
    out.append(Line(outline, edge, 3.5, True, None if fine else (7, 4)))
    if held.kind != "block":
        out.append(_line_of_throw(pose, edge))
    return [*out, *_handle_shapes(see.camera.back(handle(see, held)), edge, scale)]


def _hatched(outline: tuple[Point, ...]) -> list[Shape]:
    """Lines across a rectangle: that it may not stand there is not told by colour alone."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    out: list[Shape] = []
    for k in range(1, 6):
        u, v = k / 6, min(1.0, k / 6 + 0.35)
        start = (ax + (dx - ax) * u, ay + (dy - ay) * u)
        end = (bx + (cx - bx) * v, by + (cy - by) * v)
        out.append(Line((start, end), faded(theme.BAD, 0.85), 2.0))
    return out


def _line_of_throw(pose: tuple[float, float, float], colour: Colour) -> Line:
    x, y, angle = pose
    c, d = math.cos(angle), math.sin(angle)
    ends = ((x + 10 * c, y + 10 * d), (x + 92 * c, y + 92 * d))
    return Line(ends, faded(colour, 0.8), 2.0, dash=(6, 5))


def _handle_shapes(at: Point, edge: Colour, scale: float) -> list[Shape]:
    """A disc with a bent arrow."""
    (x, y), r, tip = at, 6.5 / scale, 4.5 / scale
    bow = tuple(
        (x + r * math.cos(0.6 + 0.7 * k), y + r * math.sin(0.6 + 0.7 * k)) for k in range(7)
    )
    a, b = bow[0]
    return [
        Disc(x, y, HANDLE / scale, theme.WHITE, edge, 2.5),
        Line(bow, edge, 2.0),
        Polygon(((a + tip, b), (a, b + tip), (a - tip * 0.6, b - tip * 0.6)), edge),
    ]


# --- the pull ----------------------------------------------------------------


def pull_shapes(see: Sight, seat: int, grip: hand.Grip | None) -> list[Shape]:
    """How the hat is to be pulled: an arrow away from the mouth; and the hat in the hand."""
    s, scale = see.state, see.camera.scale
    pose = s.racers[seat].pose
    assert pose is not None, "a tower that pulls stands"
    at, pieces = table.pose_of(pose), s.pieces(seat)
    x, y = table.hat_place(pieces, at)
    u, v = -math.cos(at[2]), -math.sin(at[2])
    far = (hand.OUT + 26) / scale
    out: list[Shape] = [
        *arrow((x, y), (x + far * u, y + far * v), faded(theme.INK, 0.55), 5.0, 20 / scale),
        Disc(x, y, table.hat_radius(pieces) * 1.25, None, theme.FOCUS, 3.0),
    ]
    if grip is not None:
        _, along, left = grip.track[-1]
        along, left = min(max(along, -20.0), hand.OUT) / scale, left / scale
        # Left of the heading (-u, -v) is (v, -u).
        off = (along * u + left * v, along * v - left * u)
        out += table.hat_shapes(pieces, at, see.tower_colour(seat), seat, 0.25, off)
    return out


def gauge_shapes(see: Sight, seat: int, pull: Pull, area: Rect, keys: str) -> list[Shape]:
    """A bar for the strength and a needle for the slip, near the tower, on the page.

    ``keys`` says how keys change them.
    """
    s, sizes = see.state, see.sizes
    pose = s.racers[seat].pose
    assert pose is not None, "a tower that pulls stands"
    at = table.pose_of(pose)
    x, y = see.camera.out(table.hat_place(s.pieces(seat), at))
    size = sizes.small
    wide = max(150 * sizes.scale, width(keys, size * 0.85))
    high = size * 3.4 + 42
    # Clear of the arrow and of the tower: above or below, where there is more room.
    lift = 62 + 60 * abs(math.sin(at[2]))
    low = y + lift if y < area.middle[1] else y - lift - high
    left = min(max(x - wide / 2 - 10, area.x + 6), area.right - wide - 26)
    room = Rect(left, min(max(low, area.y + 6), area.top - high - 6), wide + 20, high)
    bar = Rect(room.x + 10, room.y + 30 + size * 1.2, wide, 12)
    share = (pull.speed - PULL_SPEED[0]) / (PULL_SPEED[1] - PULL_SPEED[0])
    tint = theme.GOOD if share < 0.45 else _MIDDLING if share < 0.75 else theme.BAD
    needle, middle = bar.y - 16, bar.middle[0]
    # Seen from behind the tower, as a hand pulls: a slip to the left goes to the left.
    knob = middle - bar.w / 2 * pull.side / PULL_SIDE[1]
    return [
        box(room, (255, 255, 255, 235), theme.FAINT, 1.2, 7),
        box(bar, theme.OFF, theme.SOFT, 1.0, 3),
        box(Rect(bar.x, bar.y, max(2, wide * share), bar.h), tint, None, r=3),
        Line(((bar.x, needle), (bar.right, needle)), theme.SOFT, 2.0),
        Line(((middle, needle - 6), (middle, needle + 6)), theme.SOFT, 1.5),
        Disc(knob, needle, 6, theme.ACCENT, theme.WHITE, 1.5),
        Text(bar.x, room.y + size * 0.9, keys, size * 0.85, theme.SOFT, "left", "middle"),
        Text(bar.x, bar.top + size * 0.8, f"{pull.speed // MM} mm/s", size, theme.INK, "left",
             "middle", True),
    ]  # fmt: skip


# --- the hint ----------------------------------------------------------------


def advice_shapes(see: Sight, seat: int, action: Action) -> list[Shape]:
    """What the hint says, in green: where a piece stands, or how the hat is pulled."""
    s = see.state
    if isinstance(action, Pull):
        pose = s.racers[seat].pose
        if pose is None:
            return []
        at = table.pose_of(pose)
        x, y = table.hat_place(s.pieces(seat), at)
        u, v = -math.cos(at[2]), -math.sin(at[2])
        far, left = 40 + 60 * action.speed / PULL_SPEED[1], action.side / MM * 0.25
        return list(arrow((x, y), (x + far * u + left * v, y + far * v - left * u), theme.GOOD, 6.0,
                          20))  # fmt: skip
    held = hand.held_by(s, seat, action)
    if held is None:
        return []
    pose, pieces = table.pose_of(hand.pose_of(s, held)), s.pieces(seat)
    block = isinstance(action, Block)
    outline = table.blocker_outline(pieces, pose) if block else table.tower_outline(pieces, pose)
    out: list[Shape] = [
        Polygon(outline, faded(theme.GOOD, 0.22)),
        Line(outline, theme.GOOD, 3.0, True, (8, 5)),
    ]
    if not block:
        x, y, angle = pose
        end = (x + 70 * math.cos(angle), y + 70 * math.sin(angle))
        out += arrow((x, y), end, theme.GOOD, 4.0, 18)
    return out


# --- why not -----------------------------------------------------------------


def reason_shapes(see: Sight, held: hand.Held, why: str, area: Rect) -> list[Shape]:
    """Why the piece in the hand may not stand where it is, beside it on the page."""
    size = see.sizes.small
    lines = wrapped(why, size, 240 * see.sizes.scale)
    wide = max(width(line, size) for line in lines) + 18
    high = len(lines) * size * 1.3 + 10
    x, y = see.camera.out(table.mm(hand.pose_of(see.state, held)))
    reach = 60 * see.camera.scale + 22
    left = x + reach if x + reach + wide < area.right else x - reach - wide
    low = min(max(y + 24, area.y + 6), area.top - high - 6)
    at = Rect(max(area.x + 6, left), low, wide, high)
    out: list[Shape] = [box(at, theme.WHITE, theme.BAD, 2.0, 6.0)]
    for k, line in enumerate(lines):
        y = at.top - 5 - size * (0.65 + 1.3 * k)
        out.append(Text(at.x + 9, y, line, size, theme.INK, "left", "middle"))
    return out
