"""Frames as pictures: drawn beside the screen, so that they are the same on any display."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage.shapes import Colour, Frame
from kullerwerk.window.untyped import gl

if TYPE_CHECKING:
    from kullerwerk.window.renderer import Renderer


def picture(
    renderer: Renderer,
    frame: Frame,
    size: tuple[int, int],
    ratio: float = 1.0,
    ground: Colour = (255, 255, 255, 255),
) -> NDArray[np.uint8]:
    """Return a frame of ``size`` device pixels as rows from the top, 3 bytes a pixel."""
    renderer.current()
    wide, high = size
    target, texture = gl.GLuint(), gl.GLuint()
    gl.glGenFramebuffers(1, target)
    gl.glGenTextures(1, texture)
    try:
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture.value)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, wide, high, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, target.value)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture.value, 0
        )
        renderer.draw(frame, size, ratio, ground)
        pixels = np.empty((high, wide, 4), np.uint8)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        gl.glReadPixels(
            0, 0, wide, high, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, ctypes.c_void_p(pixels.ctypes.data)
        )
    finally:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDeleteFramebuffers(1, target)
        gl.glDeleteTextures(1, texture)
    return np.ascontiguousarray(pixels[::-1, :, :3])


def save_png(pixels: NDArray[np.uint8], path: Path, colours: int = 0) -> None:
    """Write a picture as a PNG file, whole or not at all; ``colours``: with so few (0: all)."""
    from PIL import Image

    beside = path.with_name(f".{path.name}.part")
    try:
        image = Image.fromarray(pixels)
        if colours:
            image = image.quantize(colours, dither=Image.Dither.NONE)
        image.save(beside, format="PNG", optimize=bool(colours))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
