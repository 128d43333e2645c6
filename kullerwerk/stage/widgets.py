"""What can be pressed, chosen and typed on a page: frozen data, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import shortened, width, wrapped
from kullerwerk.stage.shapes import (
    Colour,
    Disc,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
)

Kind = Literal["button", "switch", "choice", "slider", "field", "spot"]


@dataclass(frozen=True, slots=True)
class Widget:
    """Something on a page that answers.

    ``id`` is what the page is told of. A ``switch`` is on or off (``chosen``), a ``choice`` steps
    through ``options``, a ``slider`` through numbers from ``low`` to ``high``, a ``field`` takes
    text. A ``spot`` is a place on a board: it draws nothing itself but its focus. ``why`` tells why
    it cannot be used; ``enabled`` False then. ``keys`` are shortcuts, the first one is shown.
    """

    id: str
    at: Rect
    label: str
    kind: Kind = "button"
    enabled: bool = True
    chosen: bool = False
    why: str = ""
    keys: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    index: int = 0
    value: float = 0.0
    low: float = 0.0
    high: float = 1.0
    step: float = 0.1
    shown: str = ""
    """A slider's or field's value as text."""
    colour: Colour | None = None
    """The ground of a button, where it means something."""
    round: bool = False
    """Whether a spot is round."""
    small: bool = False

    @property
    def middle(self) -> Point:
        """Where to press it."""
        return self.at.middle


@dataclass(frozen=True, slots=True)
class Look:
    """What the page knows of the pointer and the keyboard."""

    focus: str = ""
    ring: bool = False
    """Whether the focus is shown: somebody uses the keyboard."""
    hover: str = ""
    held: str = ""
    typed: str = ""
    """The text of the field that is written in."""


def drawn(widget: Widget, look: Look, sizes: theme.Sizes) -> Iterator[Shape]:
    """The shapes of a widget."""
    at, focused = widget.at, look.ring and look.focus == widget.id
    hover = look.hover == widget.id and widget.enabled
    size = sizes.small if widget.small else sizes.text
    match widget.kind:
        case "spot":
            pass
        case "slider":
            yield from _slider(widget, hover, sizes)
        case "choice":
            yield from _choice(widget, hover, size)
        case "field":
            yield from _field(widget, look, size)
        case _:
            yield from _button(widget, hover, look.held == widget.id, size)
    if focused:
        ring = at.inset(-3)
        if widget.round:
            yield Disc(*ring.middle, max(ring.w, ring.h) / 2, None, theme.FOCUS, 3.0)
        else:
            yield box(ring, None, theme.FOCUS, 3.0, 8.0)


def _ground(widget: Widget, hover: bool) -> Colour:
    if not widget.enabled:
        return theme.OFF
    if widget.colour is not None:
        return widget.colour
    if widget.chosen:
        return theme.ACCENT
    return theme.HOVER if hover else theme.BUTTON


def _button(widget: Widget, hover: bool, held: bool, size: float) -> Iterator[Shape]:
    at, ground = widget.at, _ground(widget, hover)
    ink = theme.text_on(ground) if widget.enabled else theme.SOFT
    edge = theme.ACCENT if hover or held or widget.chosen else theme.FAINT
    yield box(at, ground, edge, 2.0 if hover or held else 1.2, 7.0)
    room = at.w - 16
    if widget.kind == "switch":
        side = size
        place = Rect(at.x + 10, at.middle[1] - side / 2, side, side)
        yield box(place, theme.WHITE, theme.SOFT, 1.5, 3.0)
        if widget.chosen:
            a, b = place.x, place.y
            ticks = ((a + 3, b + side * 0.5), (a + side * 0.4, b + 3), (a + side - 2, b + side - 2))
            yield Line(ticks, theme.ACCENT, 2.5)
        words = shortened(widget.label, size, room - side - 10)
        yield Text(place.right + 8, at.middle[1], words, size, ink, "left", "middle")
        return
    shown = widget.keys[0] if widget.keys else ""
    lines = wrapped(widget.label, size, room) if at.h > 2.1 * size else (widget.label,)
    if len(lines) > 1 and " " in widget.label:
        lines = lines[: int(at.h / (1.25 * size))]
        y = at.middle[1] + (len(lines) - 1) * 0.625 * size
        for k, line in enumerate(lines):
            yield Text(at.middle[0], y - k * 1.25 * size, line, size, ink, "centre", "middle")
        return
    # A long word is better smaller than cut.
    size *= min(1.0, max(0.75, room / max(1.0, width(widget.label, size))))
    words = shortened(widget.label, size, room)
    yield Text(at.middle[0], at.middle[1], words, size, ink, "centre", "middle")
    if shown and widget.enabled and width(words, size) + 2 * width(shown, 10) + 34 < at.w:
        tint = ink if widget.chosen or widget.colour else theme.SOFT
        yield Text(at.right - 8, at.middle[1], shown, 10, tint, "right", "middle")


def _choice(widget: Widget, hover: bool, size: float) -> Iterator[Shape]:
    """A name above, and the value between two arrows."""
    at = widget.at
    ink = theme.INK if widget.enabled else theme.SOFT
    value = widget.options[widget.index] if widget.options else ""
    label, body = at.cut_left(at.w * 0.46)
    yield Text(
        label.x, label.middle[1], shortened(widget.label, size, label.w - 8), size, ink, "left",
        "middle",
    )  # fmt: skip
    yield box(body, _ground(widget, hover), theme.ACCENT if hover else theme.FAINT, 1.2, 7.0)
    y = body.middle[1]
    for x, way in ((body.x + 12, -1), (body.right - 12, 1)):
        tip = ((x + 5 * way, y), (x - 3 * way, y + 6), (x - 3 * way, y - 6))
        yield Polygon(tip, theme.ACCENT if widget.enabled else theme.FAINT)
    words = shortened(value, size, body.w - 44)
    yield Text(body.middle[0], y, words, size, ink, "centre", "middle")


def track_of(widget: Widget, sizes: theme.Sizes) -> Rect:
    """Where the handle of a slider runs."""
    del sizes
    _, body = widget.at.cut_left(widget.at.w * 0.46)
    return Rect(body.x + 8, body.middle[1] - 3, body.w * 0.62 - 8, 6)


def _slider(widget: Widget, hover: bool, sizes: theme.Sizes) -> Iterator[Shape]:
    at, size = widget.at, sizes.small if widget.small else sizes.text
    ink = theme.INK if widget.enabled else theme.SOFT
    label, _ = at.cut_left(at.w * 0.46)
    words = shortened(widget.label, size, label.w - 8)
    yield Text(label.x, label.middle[1], words, size, ink, "left", "middle")
    rail = track_of(widget, sizes)
    yield box(rail, theme.OFF, theme.FAINT, 1.0, 3.0)
    share = (
        0.0
        if widget.high <= widget.low
        else (widget.value - widget.low) / (widget.high - widget.low)
    )
    x = rail.x + rail.w * min(1.0, max(0.0, share))
    yield Disc(x, rail.middle[1], 8, theme.HOVER if hover else theme.WHITE, theme.ACCENT, 2.0)
    yield Text(at.right, at.middle[1], widget.shown, size, ink, "right", "middle")


def _field(widget: Widget, look: Look, size: float) -> Iterator[Shape]:
    at = widget.at
    writing = look.focus == widget.id and look.held == "field"
    words = look.typed if writing else widget.shown
    label, body = at.cut_left(at.w * 0.46) if widget.label else (Rect(at.x, at.y, 0, at.h), at)
    if widget.label:
        yield Text(label.x, label.middle[1], widget.label, size, theme.INK, "left", "middle")
    yield box(body, theme.WHITE, theme.ACCENT if writing else theme.FAINT, 1.5, 5.0)
    while words and width(words, size) > body.w - 16:
        words = words[1:]
    yield Text(body.x + 8, body.middle[1], words, size, theme.INK, "left", "middle")
    if writing:
        x = body.x + 9 + width(words, size)
        yield Line(((x, body.y + 6), (x, body.top - 6)), theme.ACCENT, 1.5)


def paragraph(
    at: Rect,
    text: str,
    size: float,
    colour: Colour = theme.INK,
    *,
    bold: bool = False,
    space: float = 1.35,
) -> tuple[tuple[Text, ...], float]:
    """The lines of a text from the top of ``at`` down, and the height that they take."""
    lines = wrapped(text, size, at.w, bold)
    out = tuple(
        Text(at.x, at.top - size * (0.95 + space * k), line, size, colour, bold=bold)
        for k, line in enumerate(lines)
    )
    return out, size * space * len(lines)
