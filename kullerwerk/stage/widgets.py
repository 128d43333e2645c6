"""What can be pressed, chosen and typed on a page: frozen data, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kullerwerk.stage import theme
from kullerwerk.stage.keys import key_label
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

Kind = Literal["button", "switch", "choice", "slider", "field", "number", "spot"]


@dataclass(frozen=True, slots=True)
class Widget:
    """Something on a page that answers.

    ``id`` is what the page is told of. A ``switch`` is on or off (``chosen``), a ``choice`` steps
    through ``options``, a ``slider`` through numbers from ``low`` to ``high``, a ``field`` takes
    text. A ``number`` is typed as in a field, or stepped between two arrows. A ``spot`` is a place
    on a board: it draws nothing itself but its focus. ``why`` tells why it cannot be used;
    ``enabled`` False then. ``keys`` are shortcuts, the first one is shown.
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
    name: str = ""
    """What it is called where its label is not written on it."""

    @property
    def spoken(self) -> str:
        """What it is called for those who do not see the page."""
        return self.label or self.name

    @property
    def middle(self) -> Point:
        """Where to press it; a number there, where it is typed."""
        return (body_of(self) if self.kind == "number" else self.at).middle


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


LABEL = 0.46
"""The share of a row that its name takes where a value stands beside it."""
ARROW = 26.0
"""How wide the arrows beside a value are, to be pressed."""


def body_of(widget: Widget) -> Rect:
    """Where the value of a choice, slider, field or number stands: beside its name."""
    if not widget.label:
        return widget.at
    return widget.at.cut_left(widget.at.w * LABEL)[1]


def arrow_at(widget: Widget, x: float) -> int:
    """Which arrow of a number is at a place: -1, 1, or 0 = none, and it is typed."""
    body = body_of(widget)
    return -1 if body.x <= x < body.x + ARROW else 1 if x >= body.right - ARROW else 0


def drawn(widget: Widget, look: Look, sizes: theme.Sizes, lang: str = "en") -> Iterator[Shape]:
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
        case "number":
            yield from _number(widget, look, hover, size)
        case "switch":
            yield from _switch(widget, hover, size)
        case _:
            yield from _button(widget, hover, look.held == widget.id, size, lang)
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


def _button(widget: Widget, hover: bool, held: bool, size: float, lang: str) -> Iterator[Shape]:
    at, ground = widget.at, _ground(widget, hover)
    ink = theme.text_on(ground) if widget.enabled else theme.SOFT
    edge = theme.ACCENT if hover or held or widget.chosen else theme.FAINT
    yield box(at, ground, edge, 2.0 if hover or held else 1.2, 7.0)
    room = at.w - 16
    lines, rows = (widget.label,), int(at.h / (1.25 * size))
    if rows > 1 and " " in widget.label:
        lines = wrapped(widget.label, size, room)
    if len(lines) > 1:
        lines = lines[:rows]
        y = at.middle[1] + (len(lines) - 1) * 0.625 * size
        for k, line in enumerate(lines):
            yield Text(at.middle[0], y - k * 1.25 * size, line, size, ink, "centre", "middle")
        return
    # A long word is better smaller than cut.
    size *= min(1.0, max(0.75, room / max(1.0, width(widget.label, size))))
    words = shortened(widget.label, size, room)
    yield Text(at.middle[0], at.middle[1], words, size, ink, "centre", "middle")
    shown, less = key_label(widget.keys[0], lang) if widget.keys else "", 0.72 * size
    if shown and widget.enabled and width(words, size) + 2 * width(shown, less) + 34 < at.w:
        tint = ink if widget.chosen or widget.colour else theme.SOFT
        yield Text(at.right - 9, at.middle[1], shown, less, tint, "right", "middle")


def _switch(widget: Widget, hover: bool, size: float) -> Iterator[Shape]:
    """A name, and a knob: at the right with a tick = on, at the left = off."""
    at, y = widget.at, widget.at.middle[1]
    ink = theme.INK if widget.enabled else theme.SOFT
    ground = theme.OFF if not widget.enabled else theme.HOVER if hover else theme.BUTTON
    yield box(at, ground, theme.ACCENT if hover else theme.FAINT, 1.2, 7.0)
    high = 1.25 * size
    rail = Rect(at.right - 10 - 1.9 * high, y - high / 2, 1.9 * high, high)
    on = theme.ACCENT if widget.enabled else theme.SOFT
    fill, edge = (on, on) if widget.chosen else (theme.OFF, theme.SOFT)
    yield box(rail, fill, edge, 1.5, high / 2)
    r = high / 2 - 3
    x = rail.right - high / 2 if widget.chosen else rail.x + high / 2
    yield Disc(x, y, r, theme.WHITE, edge, 1.5)
    if widget.chosen:
        tick = ((x - 0.45 * r, y), (x - 0.1 * r, y - 0.4 * r), (x + 0.5 * r, y + 0.4 * r))
        yield Line(tick, on, 2.0)
    words = shortened(widget.label, size, rail.x - at.x - 20)
    yield Text(at.x + 10, y, words, size, ink, "left", "middle")


def _name(widget: Widget, size: float) -> Iterator[Shape]:
    """The name of a row, beside its value."""
    if widget.label:
        ink = theme.INK if widget.enabled else theme.SOFT
        words = shortened(widget.label, size, widget.at.w * LABEL - 8)
        yield Text(widget.at.x, widget.at.middle[1], words, size, ink, "left", "middle")


def _arrows(body: Rect, enabled: bool, size: float) -> Iterator[Shape]:
    """The two arrows that step through values."""
    y, a = body.middle[1], 0.4 * size
    for x, way in ((body.x + ARROW / 2, -1), (body.right - ARROW / 2, 1)):
        tip = ((x + 0.8 * a * way, y), (x - 0.5 * a * way, y + a), (x - 0.5 * a * way, y - a))
        yield Polygon(tip, theme.ACCENT if enabled else theme.FAINT)


def _choice(widget: Widget, hover: bool, size: float) -> Iterator[Shape]:
    """A name, and the value between two arrows."""
    body = body_of(widget)
    ink = theme.INK if widget.enabled else theme.SOFT
    value = widget.options[widget.index] if widget.options else ""
    yield from _name(widget, size)
    yield box(body, _ground(widget, hover), theme.ACCENT if hover else theme.FAINT, 1.2, 7.0)
    yield from _arrows(body, widget.enabled and len(widget.options) > 1, size)
    words = shortened(value, size, body.w - 2 * ARROW)
    yield Text(*body.middle, words, size, ink, "centre", "middle")


def track_of(widget: Widget, sizes: theme.Sizes) -> Rect:
    """Where the handle of a slider runs: what its number leaves free."""
    body, size = body_of(widget), sizes.small if widget.small else sizes.text
    number = max(3.2 * size, width(widget.shown, size))
    return Rect(body.x + 10, body.middle[1] - 3, max(20.0, body.w - number - 24), 6)


def _slider(widget: Widget, hover: bool, sizes: theme.Sizes) -> Iterator[Shape]:
    at, size = widget.at, sizes.small if widget.small else sizes.text
    ink = theme.INK if widget.enabled else theme.SOFT
    yield from _name(widget, size)
    rail = track_of(widget, sizes)
    share = (
        0.0
        if widget.high <= widget.low
        else (widget.value - widget.low) / (widget.high - widget.low)
    )
    x = rail.x + rail.w * min(1.0, max(0.0, share))
    strong = theme.ACCENT if widget.enabled else theme.FAINT
    yield box(rail, theme.OFF, theme.FAINT, 1.0, 3.0)
    if x - rail.x > 4:
        yield box(Rect(rail.x, rail.y, x - rail.x, rail.h), strong, None, 1.0, 3.0)
    r = 0.55 * size
    yield Disc(x, rail.middle[1], r, theme.HOVER if hover else theme.WHITE, strong, 2.5)
    yield Text(at.right - 4, at.middle[1], widget.shown, size, ink, "right", "middle")


def _field(widget: Widget, look: Look, size: float) -> Iterator[Shape]:
    body = body_of(widget)
    yield from _name(widget, size)
    yield from _written(widget, look, body, size)


def _written(
    widget: Widget, look: Look, body: Rect, size: float, room: float = 16.0
) -> Iterator[Shape]:
    """The box of a text that can be typed, and the text, its end shown where it is long."""
    writing = look.focus == widget.id and look.held == "field"
    words = look.typed if writing else widget.shown
    ground = theme.WHITE if widget.enabled else theme.OFF
    hover = look.hover == widget.id and widget.enabled
    edge = theme.ACCENT if writing or hover else theme.FAINT
    yield box(body, ground, edge, 2.0 if writing else 1.2, 7.0)
    cut = words
    while cut and width(cut, size) > body.w - room - 4:
        cut = cut[1:]
    ink = theme.INK if widget.enabled else theme.SOFT
    x = body.x + room / 2
    if widget.kind == "number":
        x = body.middle[0] - width(cut, size) / 2
    yield Text(x, body.middle[1], cut, size, ink, "left", "middle")
    if writing:
        x += 1 + width(cut, size)
        yield Line(((x, body.y + 7), (x, body.top - 7)), theme.ACCENT, 1.5)


def _number(widget: Widget, look: Look, hover: bool, size: float) -> Iterator[Shape]:
    """A name, and a number between two arrows, which can be typed too."""
    del hover
    body = body_of(widget)
    yield from _name(widget, size)
    yield from _written(widget, look, body, size, 2 * ARROW)
    yield from _arrows(body, widget.enabled, size)


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


def notice(said: str, bad: bool, wide: float, sizes: theme.Sizes) -> Iterator[Shape]:
    """A sentence in a box at the foot of a page of this width."""
    if not said:
        return
    size = sizes.text
    lines = wrapped(said, size, min(wide - 60, 900 * sizes.scale))
    w = max(width(line, size) for line in lines) + 32
    at = Rect((wide - w) / 2, 14, w, len(lines) * size * 1.35 + 16)
    yield box(at, theme.WHITE, theme.BAD if bad else theme.GOOD, 2.0, 8.0)
    for k, line in enumerate(lines):
        y = at.top - 8 - size * (0.68 + 1.35 * k)
        yield Text(at.middle[0], y, line, size, theme.INK, "centre", "middle")


def to_and_fro(at: Rect, seconds: float) -> list[Shape]:
    """A bar that moves while nobody knows how long something takes yet: once across in 1.5 s."""
    share = abs((seconds / 1.5 + 1.0) % 2.0 - 1.0)
    wide = at.w / 4
    runner = Rect(at.x + share * (at.w - wide), at.y, wide, at.h)
    r = at.h / 2
    return [box(at, theme.FAINT, r=r), box(runner, theme.ACCENT, r=r)]
