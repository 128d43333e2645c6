"""OpenGL as pyglet has it, without types: its own name ctypes that no plain number fits."""

from __future__ import annotations

from typing import Any

import pyglet.gl

gl: Any = pyglet.gl
"""The module `pyglet.gl`."""
