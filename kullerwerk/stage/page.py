"""A page of the window: what is on it, and how the pointer and the keyboard work on any of them.

Everything that answers is a `Widget`, boards included, so that whatever the mouse can do the
keyboard can: Tab and the arrow keys go from one to the next, Enter presses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from pathlib import Path
from typing import Any

from kullerwerk.stage.shapes import Frame, Layer, Rect
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Look, Widget, arrow_at, body_of, drawn, notice, track_of

Mods = frozenset[str]
"""Of ``shift``, ``ctrl`` and ``alt`` those that are held."""
NO_MODS: Mods = frozenset()
TYPED = ("field", "number")
"""The kinds of widgets that take text."""
ENTER = ("return", "enter", "num_enter")
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


@dataclass(frozen=True, slots=True)
class Open:
    """Go on to another page; Escape comes back to this one. ``instead``: it does not."""

    page: Page
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Go back to the page before; from the first one, leave."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the window."""


Go = Open | Back | Leave


class Page:
    """A page: subclasses say what is on it (`widgets`, `layers`) and what happens (`do`)."""

    title = ""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.size = (1280.0, 800.0)
        self.look = Look()
        self.go: Go | None = None
        """Where to go next; the window looks after every event."""
        self.notice = ""
        """What was refused, and why, or what has been done: at the foot of the page."""
        self.bad = False
        """Whether the notice says no."""
        self._typed = ""
        self._drag = ""

    # --- for subclasses ---

    def widgets(self) -> tuple[Widget, ...]:
        """All that answers, in the order of the keyboard."""
        return ()

    def layers(self) -> Frame:
        """What lies behind the widgets."""
        return ()

    def over(self) -> Frame:
        """What lies before them."""
        return ()

    def do(self, what: str, value: Any = None) -> None:
        """Carry out what a widget is for; ``value`` of a choice, slider or field."""
        del what, value

    def entered(self, name: str) -> None:
        """Enter has ended a field; `do` has been told what was typed."""
        del name

    @property
    def visible(self) -> Rect | None:
        """The part of the page that its widgets are seen in, None = all of it."""
        return None

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds go by."""
        del dt

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """A press that no widget takes; True where the page does."""
        del x, y, button
        return False

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves after such a press."""
        del x, y, dx, dy

    def raw_release(self, x: float, y: float) -> None:
        """The end of it."""
        del x, y

    def raw_move(self, x: float, y: float) -> None:
        """The pointer moves with nothing pressed."""
        del x, y

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel."""
        del x, y, steps

    def raw_key(self, key: str, mods: Mods) -> bool:
        """A key, before anything else sees it; True where the page takes it."""
        del key, mods
        return False

    def before_closing(self) -> Page | None:
        """A page that asks whether the window may close, itself if it does; None = it may."""
        return None

    def rescue(self) -> Path | None:
        """Keep what no file has in a new one: the program is told to end and cannot ask."""
        return None

    def closing(self) -> None:
        """The page goes away for good."""

    # --- saying things ---

    def say(self, text: str, *, bad: bool = False) -> None:
        """Put a sentence at the foot of the page."""
        self.notice, self.bad = text, bad

    # --- the pointer ---

    def resize(self, wide: float, high: float) -> None:
        """The window has another size, in logical pixels."""
        self.size = (wide, high)

    def at(self, x: float, y: float) -> Widget | None:
        """The uppermost widget at a place."""
        if self.visible is not None and not self.visible.holds(x, y):
            return None
        for widget in reversed(self.widgets()):
            if widget.at.holds(x, y):
                return widget
        return None

    def move(self, x: float, y: float) -> None:
        """The pointer moves."""
        found = self.at(x, y)
        hover = "" if found is None else found.id
        if hover != self.look.hover:
            self.look = replace(self.look, hover=hover)
        self.raw_move(x, y)

    def press(self, x: float, y: float, button: str = "left") -> None:
        """A button of the pointer goes down."""
        self._end_field()
        self.look = replace(self.look, ring=False)
        found = self.at(x, y) if button == "left" else None
        if found is None:
            self._drag = "raw" if self.raw_press(x, y, button) else ""
            return
        self.look = replace(self.look, focus=found.id, held=found.id)
        if not found.enabled:
            self.say(found.why, bad=True)
            return
        if found.kind == "slider":
            self._drag = found.id
            self._slide(found, x)
        elif found.kind == "field" or (found.kind == "number" and not arrow_at(found, x)):
            self._begin_field(found)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves while it is down."""
        if self._drag == "raw":
            self.raw_drag(x, y, dx, dy)
        elif self._drag:
            found = self.find(self._drag)
            if found is not None:
                self._slide(found, x)

    def release(self, x: float, y: float) -> None:
        """The button goes up: what it went down on is carried out if it is still there."""
        drag, self._drag = self._drag, ""
        if drag == "raw":
            self.raw_release(x, y)
            return
        held = self.look.held
        if held == "field":
            return
        self.look = replace(self.look, held="")
        found = self.at(x, y)
        if found is None or found.id != held or not found.enabled:
            return
        if found.kind == "choice":
            body = body_of(found)
            self._step(found, -1 if body.holds(x, y) and x < body.x + body.w * 0.3 else 1)
        elif found.kind == "number":
            self._count(found, arrow_at(found, x))
        elif found.kind in ("button", "switch", "spot"):
            self._activate(found)

    def scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel turns."""
        self.raw_scroll(x, y, steps)

    # --- the keyboard ---

    def key(self, key: str, mods: Mods = NO_MODS) -> None:
        """A key goes down; names are those of pyglet in small letters."""
        if self.look.held == "field" and self._field_key(key, mods):
            return
        if self.raw_key(key, mods):
            return
        if key == "escape":
            self.escape()
            return
        if key == "tab":
            self._go_round(-1 if "shift" in mods else 1)
            return
        focus = self.find(self.look.focus) if self.look.ring else None
        if (key in ENTER or key == "space") and focus is not None:
            # The space itself is typed next, which is not what a field shall begin with.
            if key != "space" or focus.kind not in TYPED:
                self._press_focus(focus)
            return
        key = "enter" if key in ENTER else key  # one key for shortcuts
        if key in WAYS:
            if focus is not None and focus.enabled and key in ("left", "right"):
                way = 1 if key == "right" else -1
                if focus.kind == "choice":
                    self._step(focus, way)
                    return
                if focus.kind == "slider":
                    self._set(focus, focus.value + way * focus.step)
                    return
                if focus.kind == "number":
                    self._count(focus, way)
                    return
            self._go_towards(*WAYS[key])
            return
        name = f"ctrl+{key}" if "ctrl" in mods else key
        for widget in self.widgets():
            if name in widget.keys:
                if widget.enabled:
                    self._activate(widget)
                else:
                    self.say(widget.why, bad=True)
                return

    def text(self, typed: str) -> None:
        """Letters are typed."""
        if self.look.held == "field" and typed.isprintable():
            self._typed += typed
            self.look = replace(self.look, typed=self._typed)

    def escape(self) -> None:
        """Escape was pressed."""
        self.go = Back()

    def find(self, name: str) -> Widget | None:
        """The widget of this name."""
        return next((widget for widget in self.widgets() if widget.id == name), None)

    def focus_on(self, name: str) -> None:
        """Put the keyboard to a widget."""
        self.look = replace(self.look, focus=name)

    def _press_focus(self, focus: Widget) -> None:
        if not focus.enabled:
            self.say(focus.why, bad=True)
        elif focus.kind == "choice":
            self._step(focus, 1)
        elif focus.kind in TYPED:
            self._begin_field(focus)
        elif focus.kind != "slider":
            self._activate(focus)

    def _go_round(self, way: int) -> None:
        order = [widget.id for widget in self.widgets()]
        if not order:
            return
        here = self.look.focus
        if here not in order:
            at = 0 if way > 0 else len(order) - 1
        else:
            # The first key shows where the focus is.
            at = (order.index(here) + (way if self.look.ring else 0)) % len(order)
        self.look = replace(self.look, focus=order[at], ring=True)

    def _go_towards(self, dx: int, dy: int) -> None:
        """To the nearest widget in a direction; what lies askew counts as farther."""
        here = self.find(self.look.focus)
        if here is None or not self.look.ring:
            self._go_round(1)
            return
        x, y = here.middle
        best, least = "", float("inf")
        for widget in self.widgets():
            u, v = widget.middle[0] - x, widget.middle[1] - y
            along, across = u * dx + v * dy, abs(u * dy) + abs(v * dx)
            if widget.id == here.id or along <= 0.5:
                continue
            cost = along + 2.2 * across
            if cost < least:
                best, least = widget.id, cost
        if best:
            self.look = replace(self.look, focus=best, ring=True)

    # --- carrying out ---

    def _activate(self, widget: Widget) -> None:
        self.say("")
        self.do(widget.id, not widget.chosen if widget.kind == "switch" else None)

    def _step(self, widget: Widget, way: int) -> None:
        self.say("")
        if widget.options:
            self.do(widget.id, (widget.index + way) % len(widget.options))

    def _slide(self, widget: Widget, x: float) -> None:
        rail = track_of(widget, self.around.sizes)
        share = (x - rail.x) / rail.w if rail.w else 0.0
        self._set(widget, widget.low + (widget.high - widget.low) * share)

    def _set(self, widget: Widget, value: float) -> None:
        steps = round((value - widget.low) / widget.step)
        value = min(widget.high, max(widget.low, widget.low + steps * widget.step))
        if value != widget.value:
            self.do(widget.id, value)

    def _count(self, widget: Widget, way: int) -> None:
        """To the next number that is a multiple of the step."""
        self.say("")
        if way:
            steps = widget.value / widget.step
            value = (floor(steps) + 1 if way > 0 else ceil(steps) - 1) * widget.step
            value = min(widget.high, max(widget.low, value))
            if value != widget.value:
                self.do(widget.id, value)

    def _begin_field(self, widget: Widget) -> None:
        self._typed = widget.shown
        self.look = replace(self.look, focus=widget.id, held="field", typed=self._typed)

    def _end_field(self) -> None:
        if self.look.held != "field":
            return
        focus, typed = self.look.focus, self._typed
        widget = self.find(focus)
        self.look = replace(self.look, held="", typed="")
        if widget is None:
            return
        if widget.kind != "number":
            self.do(focus, typed)
        elif typed != widget.shown:
            value = _whole(typed)
            if value is None or not widget.low <= value <= widget.high:
                low, high = f"{widget.low:.0f}", f"{widget.high:.0f}"
                self.say(self.around.word("number.refuse", low=low, high=high), bad=True)
            else:
                self.say("")
                self.do(focus, float(value))

    def _field_key(self, key: str, mods: Mods) -> bool:
        if key == "backspace":
            self._typed = "" if "ctrl" in mods else self._typed[:-1]
            self.look = replace(self.look, typed=self._typed)
        elif key in ENTER:
            self._end_field()
            self.entered(self.look.focus)
        elif key == "escape":
            self.look = replace(self.look, held="", typed="")
        elif key == "tab":
            self._end_field()
            return False
        return True

    # --- drawing ---

    def frame(self) -> Frame:
        """All of the page."""
        sizes, lang = self.around.sizes, self.around.lang
        shapes = [
            shape for widget in self.widgets() for shape in drawn(widget, self.look, sizes, lang)
        ]
        return (
            *self.layers(),
            Layer("widgets", tuple(shapes), clip=self.visible),
            *self.over(),
            Layer("notice", tuple(notice(self.notice, self.bad, self.size[0], sizes))),
        )


def _whole(text: str) -> int | None:
    """A whole number that was typed, None where it is none."""
    try:
        return int(text.strip())
    except ValueError:
        return None
