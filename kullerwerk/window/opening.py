"""Opening a window, on a display or without one, with the settings that pictures rely on."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyglet

if TYPE_CHECKING:
    from pyglet.window import Window

SMALLEST = (800, 560)
"""Logical pixels below which a window cannot be made."""


class NoDisplay(Exception):
    """There is no display that a window could open on: one sentence."""


def headless(wanted: bool = True) -> None:
    """Draw without any display (EGL). Must be called before the first window."""
    pyglet.options.headless = wanted


def open_window(size: tuple[int, int], title: str, *, visible: bool = True) -> Window:
    """Return a window of so many logical pixels. Raises NoDisplay with a sentence."""
    if sys.platform.startswith("linux") and not pyglet.options.headless:
        # Xlib fails deep inside of pyglet; the reason is nearly always this one.
        if not os.environ.get("DISPLAY"):
            raise NoDisplay("there is no display to open a window on")
    pyglet.options.dpi_scaling = "stretch"
    # Asking for errors after every call takes a millisecond of a frame.
    pyglet.options.debug_gl = sys.flags.dev_mode
    if pyglet.options.headless or not _has_sound():
        # Drivers write pages of complaints where there is no device.
        pyglet.options.audio = ("silent",)
    from pyglet.gl import Config
    from pyglet.window import Window

    try:
        config = Config(
            double_buffer=True,
            major_version=3,
            minor_version=3,
            forward_compatible=True,
            # Without these a headless window has 5 and 6 bits of colour.
            red_size=8,
            green_size=8,
            blue_size=8,
            alpha_size=8,
            # Edges are soft by themselves, and software pays dearly for more samples.
            sample_buffers=0,
            samples=0,
        )
        window = Window(
            *size, caption=title, config=config, resizable=True, visible=visible, vsync=True
        )
        window.set_minimum_size(*SMALLEST)
    except Exception as error:  # pyglet raises a different type on every system
        raise NoDisplay(f"no window can be opened here ({_plain(error)})") from error
    return window


def _has_sound() -> bool:
    """Whether it is worth looking for a sound device."""
    if not sys.platform.startswith("linux"):
        return True
    run = os.environ.get("XDG_RUNTIME_DIR", "")
    sockets = [Path(run) / name for name in ("pulse/native", "pipewire-0")] if run else []
    return Path("/dev/snd").exists() or any(socket.exists() for socket in sockets)


def _plain(error: Exception) -> str:
    """What an error of pyglet says, in one line."""
    said = " ".join(str(error).split()) or type(error).__name__
    return said[:120].rstrip(".")
