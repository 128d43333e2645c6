"""Gamepads as keys: whatever the keyboard can do, they can.

The cross and the left stick go from one thing to the next, A presses, B goes back; the shoulders
turn what is held, and so on. A machine without gamepads, or without access to them, has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kullerwerk.stage.page import NO_MODS, Mods

if TYPE_CHECKING:
    from collections.abc import Callable

CTRL: Mods = frozenset({"ctrl"})
BUTTONS: dict[str, tuple[str, Mods]] = {
    "a": ("return", NO_MODS),
    "b": ("escape", NO_MODS),
    "x": ("h", NO_MODS),
    "y": ("tab", NO_MODS),
    "leftshoulder": ("q", NO_MODS),
    "rightshoulder": ("e", NO_MODS),
    "back": ("z", CTRL),
    "start": ("f10", NO_MODS),
    "guide": ("f1", NO_MODS),
}
"""What a button is on the keyboard."""
REPEAT_AFTER = 0.35
REPEAT = 0.12
"""Seconds until a direction that is held is given again, and from then on."""
REST = 0.5
"""A stick that is nearer to its middle gives no direction."""


class Gamepads:
    """Turns what gamepads do into keys for ``press``."""

    def __init__(self, press: Callable[[str, Mods], None]) -> None:
        self._press = press
        self._stick = ""
        self._cross = ""
        self._held = ""
        self._wait = 0.0
        self._manager: Any = None

    def find(self) -> None:
        """Look for gamepads, now and whenever one is plugged in."""
        try:
            from pyglet.input import ControllerManager

            self._manager = ControllerManager()
            for one in self._manager.get_controllers():
                self.take(one)
            self._manager.push_handlers(on_connect=self.take)
        except Exception:  # drivers fail in many ways, and the keyboard is there
            self._manager = None

    def take(self, controller: Any) -> None:
        """Listen to a gamepad."""
        controller.open()
        controller.push_handlers(self)

    def update(self, dt: float) -> None:
        """Repeat a direction that is held."""
        held = self._cross or self._stick
        if held != self._held:
            self._held, self._wait = held, REPEAT_AFTER
            if held:
                self._press(held, NO_MODS)
            return
        if not held:
            return
        self._wait -= dt
        if self._wait <= 0:
            self._wait = REPEAT
            self._press(held, NO_MODS)

    # --- events, by the names that pyglet gives them ---

    def on_button_press(self, controller: Any, button: str) -> None:
        """A button goes down."""
        del controller
        if button in BUTTONS:
            self._press(*BUTTONS[button])

    def on_dpad_motion(self, controller: Any, vector: Any) -> None:
        """The cross is pushed somewhere."""
        del controller
        self._cross = _way(vector.x, vector.y, REST)

    def on_stick_motion(self, controller: Any, stick: str, vector: Any) -> None:
        """A stick is pushed somewhere."""
        del controller
        if stick == "leftstick":
            self._stick = _way(vector.x, vector.y, REST)


def _way(x: float, y: float, rest: float) -> str:
    """The arrow key of a direction, "" near the middle."""
    if max(abs(x), abs(y)) < rest:
        return ""
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "up" if y > 0 else "down"
