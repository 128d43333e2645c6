"""Pages that are longer than the window: wheel, keys and a bar at the side."""

from __future__ import annotations

from kullerwerk.stage import theme
from kullerwerk.stage.page import NO_MODS, Mods, Page
from kullerwerk.stage.shapes import Frame, Layer, Rect, box
from kullerwerk.stage.surroundings import Surroundings

NOTCH = 48.0
"""Logical pixels that a notch of the wheel scrolls at text size 1."""
BAR = 10.0
"""How wide the bar at the side is."""
RING = 6.0
"""Room for the ring round what the keyboard is at."""


class ScrollPage(Page):
    """A page with a part that scrolls: subclasses say which (`room`) and how long it is (`long`).

    Widgets have their places as they are scrolled now: ``y`` of the page's foot at the start plus
    ``scrolled``. What is out of sight is not drawn and cannot be pressed; the keyboard brings it
    back.
    """

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around)
        self._scrolled = 0.0
        self._grip: float | None = None
        """How far above the middle of the bar's handle the pointer holds it."""

    # --- for subclasses ---

    @property
    def room(self) -> Rect:
        """Where the part that scrolls is seen."""
        return Rect(0, 0, *self.size)

    @property
    def long(self) -> float:
        """How high all of it is."""
        return 0.0

    # --- how far ---

    @property
    def scrolled(self) -> float:
        """Logical pixels that lie above the upper edge of what is seen."""
        return min(self._most, self._scrolled)

    @property
    def _most(self) -> float:
        return max(0.0, self.long - self.room.h)

    @property
    def visible(self) -> Rect | None:
        """The room, and a little beside it for the ring of the keyboard."""
        return self.room.inset(-RING, -RING)

    def scroll_to(self, y: float) -> None:
        """Have so many logical pixels above the upper edge."""
        self._scrolled = min(self._most, max(0.0, y))

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel scrolls wherever the pointer is."""
        del x, y
        self.scroll_to(self.scrolled - steps * NOTCH * self.around.sizes.scale)

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """Page up and down, and to both ends."""
        del mods
        leaf = 0.85 * self.room.h
        ways = {"pageup": -leaf, "pagedown": leaf, "home": -self._most, "end": self._most}
        if key not in ways or not self._most:
            return False
        self.scroll_to(self.scrolled + ways[key])
        return True

    def update(self, dt: float) -> None:
        """Bring what the keyboard has come to into sight."""
        del dt
        focus = self.find(self.look.focus) if self.look.ring else None
        if focus is None or focus.id == self._shown_focus:
            return
        self._shown_focus = focus.id
        room = self.room
        if focus.at.y < room.y:
            self.scroll_to(self.scrolled + room.y - focus.at.y)
        elif focus.at.top > room.top:
            self.scroll_to(self.scrolled - (focus.at.top - room.top))

    _shown_focus = ""

    # --- the bar ---

    @property
    def _rail(self) -> Rect:
        room = self.room
        x = min(room.right + RING + 8, self.size[0] - BAR - 4)
        return Rect(x, room.y, BAR, room.h)

    @property
    def _handle(self) -> Rect:
        rail, room = self._rail, self.room
        high = max(36.0, rail.h * room.h / max(self.long, 1.0))
        share = self.scrolled / self._most if self._most else 0.0
        return Rect(rail.x, rail.top - high - share * (rail.h - high), rail.w, high)

    def _hold(self, y: float) -> None:
        """Bring the handle to where the pointer holds it."""
        rail, handle = self._rail, self._handle
        free = rail.h - handle.h
        if free > 0:
            top = y - (self._grip or 0.0) + handle.h / 2
            self.scroll_to((rail.top - top) / free * self._most)

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """Take hold of the bar; beside its handle it comes to the pointer."""
        if button != "left" or not self._most or not self._rail.inset(-5, 0).holds(x, y):
            return False
        handle = self._handle
        self._grip = y - handle.middle[1] if handle.inset(-5, 0).holds(x, y) else 0.0
        self._hold(y)
        return True

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Move the handle."""
        del x, dx, dy
        if self._grip is not None:
            self._hold(y)

    def raw_release(self, x: float, y: float) -> None:
        """Let go of it."""
        del x, y
        self._grip = None

    def over(self) -> Frame:
        """The bar, where there is more than can be seen."""
        if not self._most:
            return ()
        tint = theme.ACCENT if self._grip is not None else theme.SOFT
        return (
            Layer(
                "scroll",
                (
                    box(self._rail, theme.OFF, None, 1.0, BAR / 2),
                    box(self._handle, tint, None, 1.0, BAR / 2),
                ),
            ),
        )
