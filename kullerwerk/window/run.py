"""The window's loop: pages on a stack, events into pages, a frame sixty times a second."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyglet

from kullerwerk.stage import theme
from kullerwerk.stage.page import Back, Leave, Mods, Open, Page
from kullerwerk.stage.shapes import Frame, alike
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.watch import WatchPage
from kullerwerk.window.canvas import Canvas
from kullerwerk.window.gamepad import Gamepads
from kullerwerk.window.offers import Offers
from kullerwerk.window.renderer import Renderer
from kullerwerk.window.sounds import Sounds

if TYPE_CHECKING:
    from pyglet.window import Window

FRAME = 1 / 60
STALE = 0.5
"""Seconds after which a picture is drawn again even if nothing has changed: it may be lost."""
LONGEST = 0.1
"""Seconds that a frame may move things on at most, after the window was not shown for a while."""


class Runner:
    """Shows pages in a window until the last one is left."""

    def __init__(self, window: Window, page: Page, around: Surroundings) -> None:
        self.window = window
        self.around = around
        self.pages = [page]
        self._nothing = Page(around)
        self.rescued: list[Path] = []
        """Files that hold what would have been lost as the program was told to end."""
        self._renderer = Renderer(window)
        self._canvas = Canvas(self._renderer)
        self._sounds = Sounds()
        self._offers = Offers()
        self._gamepads = Gamepads(self._key)
        self.done = False
        self.frames = 0
        """How many frames were drawn."""
        self._drawn: tuple[Frame, tuple[int, int], float] | None = None
        """What the window shows, in how many pixels, and since when."""
        self._film: tuple[Path, Generator[float]] | None = None
        self._stopped: Callable[[], bool] = lambda: False
        self._full = around.settings.full_screen
        if self._full:
            window.set_fullscreen(True)
        page.resize(*_size(window))
        window.push_handlers(self)

    @property
    def page(self) -> Page:
        """The page that is shown; behind the last one none that answers to late events."""
        return self.pages[-1] if self.pages else self._nothing

    def run(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Go on until the window is closed, or ``stopped`` says so."""
        self._stopped = stopped
        self._gamepads.find()
        pyglet.clock.schedule_interval(self.tick, FRAME)
        try:
            pyglet.app.run(None)
        finally:
            pyglet.clock.unschedule(self.tick)
            self.close()

    def close(self) -> None:
        """End all pages, and who works in the background."""
        self._stop_film()
        while self.pages:
            self.pages.pop().closing()
        self.around.close()
        with contextlib.suppress(Exception):  # a window that the system has closed already
            self.window.close()

    def tick(self, dt: float) -> None:
        """One frame."""
        if self.done:
            return
        if self._stopped():
            self.rescued += [path for page in self.pages if (path := page.rescue()) is not None]
            self._end()
            return
        self._gamepads.update(min(dt, LONGEST))
        if self._film is not None:
            self._go_on_filming()
        else:
            self.page.update(min(dt, LONGEST))
        self._follow()
        if self.done:
            pyglet.app.exit()
            return
        self._sounds.play(self.around.sounds)
        self._offers.tell(self.page)
        if self.draw():
            self.window.flip()

    def draw(self) -> bool:
        """Draw the page into the window, if it does not show just that; whether it was drawn."""
        size = self.window.get_framebuffer_size()
        frame, now = self.page.frame(), time.monotonic()
        old = self._drawn
        if old is not None and old[1] == size and now < old[2] + STALE and alike(frame, old[0]):
            return False
        ratio = size[0] / max(1.0, self.page.size[0])
        self._canvas.show(frame, size, ratio, theme.PAPER)
        self._drawn = (frame, size, now)
        self.frames += 1
        return True

    # --- films ---

    def _begin_film(self, page: WatchPage) -> None:
        assert page.export is not None, "a film is wanted"
        path, fps = page.export
        page.export = None
        from kullerwerk.window.films import film

        wide, high = self.window.get_framebuffer_size()
        size = (wide - wide % 2, high - high % 2)
        self._film = (path, film(self._renderer, page, path, fps, size))

    def _go_on_filming(self) -> None:
        """Make the next frames, as long as a frame of the window may take."""
        assert self._film is not None, "a film is made"
        path, frames = self._film
        word, page, until = self.around.word, self.page, time.monotonic() + FRAME
        share = 0.0
        try:
            while time.monotonic() < until:
                share = next(frames)
        except StopIteration:
            self._film_over()
            page.say(word("watch.made", path=path))
        except OSError as error:
            self._film_over()
            page.say(word("watch.failed", path=path, why=error.strerror or error), bad=True)
        else:
            page.say(word("watch.making", path=path, share=round(100 * share)))

    def _stop_film(self) -> None:
        if self._film is not None:
            self._film[1].close()
            self._film_over()
            self.page.say("")

    def _film_over(self) -> None:
        self._film = None
        self.page.resize(*_size(self.window))  # it was not, so that all frames are alike

    def _follow(self) -> None:
        """Go where the page wants to go."""
        while self.pages and (go := self.page.go) is not None:
            self.page.go = None
            match go:
                case Open(page=page, instead=instead):
                    if instead:
                        self.pages.pop().closing()
                    page.resize(*_size(self.window))
                    self.pages.append(page)
                case Back():
                    self.pages.pop().closing()
                    if self.pages:
                        self.page.resize(*_size(self.window))
                case Leave():
                    while self.pages:
                        self.pages.pop().closing()
        if not self.pages:
            self.done = True
        elif isinstance(self.page, WatchPage) and self.page.export is not None:
            self._begin_film(self.page)
        if self.around.settings.full_screen != self._full:
            self._full = self.around.settings.full_screen
            self.window.set_fullscreen(self._full)

    # --- events, by the names that pyglet gives them ---

    def on_draw(self) -> bool:
        """Frames are drawn by the clock."""
        return True

    def on_expose(self) -> None:
        """What the window showed is lost."""
        self._drawn = None

    def on_close(self) -> bool:
        """The window shall close; a page with changes that no file has asks first."""
        for page in reversed(self.pages):
            asks = page.before_closing()
            if asks is not None:
                if asks is not self.page:
                    asks.resize(*_size(self.window))
                    self.pages.append(asks)
                return True
        self._end()
        return True

    def _end(self) -> None:
        self._stop_film()
        while self.pages:
            self.pages.pop().closing()
        self.done = True
        pyglet.app.exit()

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        del width, height
        if self._film is None:
            self.page.resize(*_size(self.window))

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves."""
        del dx, dy
        self.page.move(x, y)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button goes down."""
        del modifiers
        if self._film is None:
            self.page.press(x, y, _button(button))
        self._follow_now()

    def on_mouse_drag(
        self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int
    ) -> None:
        """The pointer moves with a button down."""
        del buttons, modifiers
        if self._film is None:
            self.page.drag(x, y, dx, dy)
        self._follow_now()

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A button goes up."""
        del button, modifiers
        if self._film is None:
            self.page.release(x, y)
        self._follow_now()

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """The wheel turns."""
        del scroll_x
        if self._film is None:
            self.page.scroll(x, y, scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key goes down."""
        self._key(key_name(symbol), mods_of(modifiers))
        return True  # Escape would close the window

    def _key(self, name: str, mods: Mods) -> None:
        if name == "f11":
            now = self.around.settings
            self.around.change(replace(now, full_screen=not now.full_screen))
        elif self._film is None:
            self.page.key(name, mods)
        elif name == "escape":
            self._stop_film()
        self._follow_now()

    def on_text(self, text: str) -> None:
        """Letters are typed."""
        self.page.text(text)

    def _follow_now(self) -> None:
        if not self.done:
            self._follow()
            if self.done:
                pyglet.app.exit()


def _size(window: Any) -> tuple[float, float]:
    wide, high = window.get_size()
    return float(wide), float(high)


def _button(button: int) -> str:
    from pyglet.window import mouse

    return {mouse.LEFT: "left", mouse.RIGHT: "right", mouse.MIDDLE: "middle"}.get(button, "other")


def key_name(symbol: int) -> str:
    """What pages call a key."""
    from pyglet.window import key

    name = key.symbol_string(symbol).lower()
    return name.removeprefix("_") if name[:1] == "_" else name


def mods_of(modifiers: int) -> Mods:
    """Which keys are held besides."""
    from pyglet.window import key

    pairs = ((key.MOD_SHIFT, "shift"), (key.MOD_CTRL, "ctrl"), (key.MOD_COMMAND, "ctrl"),
             (key.MOD_ALT, "alt"))  # fmt: skip
    return frozenset(name for bit, name in pairs if modifiers & bit)
