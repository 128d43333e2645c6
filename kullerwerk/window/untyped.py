"""OpenGL as pyglet has it: without types (its own name ctypes that no plain number fits), and late.

pyglet looks for a display as soon as its OpenGL is imported; here that is done at the first call.
"""

from __future__ import annotations

from typing import Any


class _Late:
    """The names of `pyglet.gl`, each looked up once."""

    def __getattr__(self, name: str) -> Any:
        import pyglet.gl

        found = getattr(pyglet.gl, name)
        setattr(self, name, found)
        return found


gl: Any = _Late()
"""The module `pyglet.gl`."""
