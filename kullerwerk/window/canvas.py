"""The picture that a window shows, kept, so that only what has changed is drawn again."""

from __future__ import annotations

from kullerwerk.stage.changes import changes
from kullerwerk.stage.shapes import Colour, Frame, Rect
from kullerwerk.window.renderer import Renderer
from kullerwerk.window.untyped import gl


class Canvas:
    """A picture beside the screen of the size of the window."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._target = 0
        self._texture = 0
        self._made: tuple[tuple[int, int], float, Colour] | None = None
        self._frame: Frame = ()

    def show(self, frame: Frame, size: tuple[int, int], ratio: float, ground: Colour) -> None:
        """Bring the picture up to date, and put it into the window."""
        self._renderer.current()
        areas = None
        if self._made == (size, ratio, ground):
            screen = Rect(0.0, 0.0, size[0] / ratio, size[1] / ratio)
            areas = changes(self._frame, frame, screen)
        else:
            self._make(size)
            self._made = (size, ratio, ground)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._target)
        self._renderer.draw(frame, size, ratio, ground, areas)
        self._frame = frame
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._target)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        gl.glBlitFramebuffer(
            0, 0, *size, 0, 0, *size, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST
        )  # fmt: skip
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)

    def _make(self, size: tuple[int, int]) -> None:
        """Make a picture of this size."""
        if self._target:
            gl.glDeleteFramebuffers(1, gl.GLuint(self._target))
            gl.glDeleteTextures(1, gl.GLuint(self._texture))
        target, texture = gl.GLuint(), gl.GLuint()
        gl.glGenFramebuffers(1, target)
        gl.glGenTextures(1, texture)
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture.value)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target.value)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture.value, 0
        )
        self._target, self._texture = target.value, texture.value
