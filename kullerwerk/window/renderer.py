"""Frames on the screen: one texture of letters, one shader, a draw call per layer."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage.shapes import Camera, Colour, Frame, Layer, Raster, Rect, Shape
from kullerwerk.window.glyphs import SIDE, Glyphs
from kullerwerk.window.mesh import VERTEX, Mesh, Part
from kullerwerk.window.untyped import gl

if TYPE_CHECKING:
    from pyglet.window import Window

VERTEX_SHADER = """#version 330 core
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 at;
layout(location = 2) in vec4 colour;
uniform vec2 size;
out vec2 texel;
out vec4 tint;
void main() {
    texel = at;
    tint = colour;
    gl_Position = vec4(place / size * 2.0 - 1.0, 0.0, 1.0);
}
"""
FRAGMENT_SHADER = """#version 330 core
in vec2 texel;
in vec4 tint;
uniform sampler2D picture;
uniform int coloured;
out vec4 seen;
void main() {
    vec4 found = texture(picture, texel);
    seen = coloured == 1 ? found : vec4(tint.rgb, tint.a * found.r);
}
"""


@dataclass(slots=True)
class _Buffers:
    array: int
    vertices: int
    indices: int
    count: int = 0


_Box = tuple[float, float, float, float]
"""Left, low, right and top, in device pixels."""


@dataclass(slots=True)
class _Kept:
    layer: Layer
    ratio: float
    generation: int
    buffers: _Buffers
    vertices: NDArray[np.void]
    parts: dict[Shape, Part]
    built_at: Camera
    """The camera for which the vertices were made."""
    box: _Box
    """Where it is drawn."""


@dataclass(slots=True)
class _Picture:
    texture: int
    version: int
    shape: tuple[int, ...]
    buffers: _Buffers


class Renderer:
    """Draws frames in the context of a window.

    Layers of a key that the next frame does not have are thrown away with it.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self.current()
        self._glyphs = Glyphs()
        from pyglet.graphics.shader import Shader, ShaderProgram

        self._program = ShaderProgram(
            Shader(VERTEX_SHADER, "vertex"), Shader(FRAGMENT_SHADER, "fragment")
        )
        self._letters = _texture(gl.GL_NEAREST)
        self._layers: dict[str, _Kept] = {}
        self._pictures: dict[str, _Picture] = {}
        self.built = 0
        """How many layers the last frame had to build."""

    def current(self) -> None:
        """Make the window's context the one that is drawn in: others may have been since."""
        self._window.switch_to()

    def draw(
        self,
        frame: Frame,
        size: tuple[int, int],
        ratio: float,
        ground: Colour = (255, 255, 255, 255),
        areas: Sequence[Rect] | None = None,
    ) -> None:
        """Draw a frame into what is bound: ``size`` device pixels, ``ratio`` for each logical.

        ``areas``: only there, in logical pixels; None = everywhere.
        """
        self.current()
        self.built = 0
        for _ in range(2):  # where letters did not fit any more, all is built once again
            before = self._glyphs.generation
            for thing in frame:
                if isinstance(thing, Layer):
                    self._prepare(thing, ratio)
            if self._glyphs.generation == before:
                break
        if self._glyphs.dirty:
            self._upload_letters()
        gl.glViewport(0, 0, *size)
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glClearColor(*(part / 255 for part in ground))
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendFuncSeparate(
            gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA
        )
        self._program.use()
        self._program["size"] = (float(size[0]), float(size[1]))
        gl.glActiveTexture(gl.GL_TEXTURE0)
        pictures = {
            thing.key: self._picture(thing, ratio) for thing in frame if isinstance(thing, Raster)
        }
        for area in (None,) if areas is None else areas:
            self._paint(frame, ratio, area, pictures)
        gl.glBindVertexArray(0)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        self._program.stop()
        self._forget({thing.key for thing in frame})

    def _paint(
        self, frame: Frame, ratio: float, area: Rect | None, pictures: dict[str, _Picture]
    ) -> None:
        """Draw all layers, or what lies of them in ``area``."""
        _clip(area, None, ratio)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        for thing in frame:
            kept = self._layers[thing.key] if isinstance(thing, Layer) else None
            if area is not None and kept is not None and _apart(area, kept.box, ratio):
                continue
            if not _clip(area, thing.clip, ratio):
                continue
            if kept is not None:
                buffers = kept.buffers
                self._program["coloured"] = 0
                gl.glBindTexture(gl.GL_TEXTURE_2D, self._letters)
            else:
                picture = pictures[thing.key]
                buffers = picture.buffers
                self._program["coloured"] = 1
                gl.glBindTexture(gl.GL_TEXTURE_2D, picture.texture)
            gl.glBindVertexArray(buffers.array)
            gl.glDrawElements(gl.GL_TRIANGLES, buffers.count, gl.GL_UNSIGNED_INT, None)

    def _prepare(self, layer: Layer, ratio: float) -> None:
        kept = self._layers.get(layer.key)
        generation = self._glyphs.generation
        same = kept is not None and kept.ratio == ratio and kept.generation == generation
        if kept is not None and same and (kept.layer is layer or _equal(kept.layer, layer)):
            return
        if kept is not None and same and _only_shifted(kept, layer):
            # All goes elsewhere as a whole: a layer that is lifted, a picture that is dragged.
            was, now = kept.built_at, layer.camera
            shifted = kept.vertices.copy()
            shifted["place"] += ((now.x - was.x) * ratio, (now.y - was.y) * ratio)
            _fill_vertices(kept.buffers, shifted)
            kept.layer, kept.box = layer, _box(shifted)
            return
        still = kept is not None and same and kept.built_at == layer.camera
        mesh = Mesh(self._glyphs, ratio, kept.parts if kept is not None and still else None)
        for shape in layer.shapes:
            mesh.add(shape, layer.camera)
        vertices, indices = mesh.arrays()
        buffers = kept.buffers if kept is not None else _new_buffers()
        _fill(buffers, vertices, indices)
        # Where the letters began anew in the midst of it, it is of the old ones and built again.
        self._layers[layer.key] = _Kept(
            layer, ratio, generation, buffers, vertices, mesh.parts, layer.camera, _box(vertices)
        )  # fmt: skip
        self.built += 1

    def _picture(self, raster: Raster, ratio: float) -> _Picture:
        found = self._pictures.get(raster.key)
        if found is None:
            found = _Picture(_texture(gl.GL_LINEAR), -1, (), _new_buffers())
            self._pictures[raster.key] = found
        if found.version != raster.version or found.shape != raster.pixels.shape:
            pixels = np.ascontiguousarray(raster.pixels, np.uint8)
            gl.glBindTexture(gl.GL_TEXTURE_2D, found.texture)
            how = gl.GL_LINEAR if raster.smooth else gl.GL_NEAREST
            gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MAG_FILTER, how)
            high, wide = pixels.shape[:2]
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, wide, high, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE,
                _pointer(pixels),
            )  # fmt: skip
            found.version, found.shape = raster.version, raster.pixels.shape
        corners = np.zeros(4, VERTEX)
        corners["place"] = [
            tuple(v * ratio for v in raster.camera.out(corner)) for corner in raster.box.corners()
        ]
        corners["at"] = [(0, 0), (1, 0), (1, 1), (0, 1)]
        corners["colour"] = 255
        _fill(found.buffers, corners, np.array([0, 1, 2, 0, 2, 3], np.uint32))
        return found

    def _upload_letters(self) -> None:
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._letters)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        low, high = self._glyphs.changed
        if (low, high) == (0, SIDE):
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, gl.GL_R8, SIDE, SIDE, 0, gl.GL_RED, gl.GL_UNSIGNED_BYTE,
                _pointer(self._glyphs.pixels),
            )  # fmt: skip
        else:
            # A few new letters are a few rows; all of them would take longer than a frame may.
            gl.glTexSubImage2D(
                gl.GL_TEXTURE_2D, 0, 0, low, SIDE, high - low, gl.GL_RED, gl.GL_UNSIGNED_BYTE,
                _pointer(self._glyphs.pixels[low:high]),
            )  # fmt: skip
        self._glyphs.dirty = False

    def _forget(self, seen: set[str]) -> None:
        for key in [key for key in self._layers if key not in seen]:
            _drop(self._layers.pop(key).buffers)
        for key in [key for key in self._pictures if key not in seen]:
            gone = self._pictures.pop(key)
            gl.glDeleteTextures(1, gl.GLuint(gone.texture))
            _drop(gone.buffers)


def _equal(a: Layer, b: Layer) -> bool:
    return a.camera == b.camera and (a.shapes is b.shapes or a.shapes == b.shapes)


def _only_shifted(kept: _Kept, layer: Layer) -> bool:
    return kept.layer.shapes is layer.shapes and kept.built_at.scale == layer.camera.scale


def _box(vertices: NDArray[np.void]) -> _Box:
    """Where corners of triangles lie."""
    if not len(vertices):
        return 0.0, 0.0, 0.0, 0.0
    low, high = vertices["place"].min(axis=0), vertices["place"].max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _apart(area: Rect, box: _Box, ratio: float) -> bool:
    """Whether nothing of a box lies in an area."""
    return (
        box[2] < area.x * ratio - 1
        or box[0] > area.right * ratio + 1
        or box[3] < area.y * ratio - 1
        or box[1] > area.top * ratio + 1
    )


def _clip(area: Rect | None, clip: Rect | None, ratio: float) -> bool:
    """Draw only in an area and within a layer's clip; whether there is anything to draw."""
    if area is None and clip is None:
        gl.glDisable(gl.GL_SCISSOR_TEST)
        return True
    left, low, right, top = -_FAR, -_FAR, _FAR, _FAR
    if area is not None:
        left, low = floor(area.x * ratio), floor(area.y * ratio)
        right, top = ceil(area.right * ratio), ceil(area.top * ratio)
    if clip is not None:
        x, y, wide, high = (max(0, round(v * ratio)) for v in clip)
        left, low, right, top = max(left, x), max(low, y), min(right, x + wide), min(top, y + high)
    left, low = max(0, left), max(0, low)
    if right <= left or top <= low:
        return False
    gl.glEnable(gl.GL_SCISSOR_TEST)
    gl.glScissor(left, low, right - left, top - low)
    return True


_FAR = 1 << 30


def _texture(how: int) -> int:
    name = gl.GLuint()
    gl.glGenTextures(1, name)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name.value)
    for key, value in (
        (gl.GL_TEXTURE_MIN_FILTER, how),
        (gl.GL_TEXTURE_MAG_FILTER, how),
        (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE),
        (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE),
    ):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, key, value)
    return name.value


def _new_buffers() -> _Buffers:
    array, names = gl.GLuint(), (gl.GLuint * 2)()
    gl.glGenVertexArrays(1, array)
    gl.glGenBuffers(2, names)
    gl.glBindVertexArray(array.value)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, names[0])
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, names[1])
    for place, count, kind, exact, offset in (
        (0, 2, gl.GL_FLOAT, gl.GL_FALSE, 0),
        (1, 2, gl.GL_FLOAT, gl.GL_FALSE, 8),
        (2, 4, gl.GL_UNSIGNED_BYTE, gl.GL_TRUE, 16),
    ):
        gl.glEnableVertexAttribArray(place)
        gl.glVertexAttribPointer(
            place, count, kind, exact, VERTEX.itemsize, ctypes.c_void_p(offset)
        )
    gl.glBindVertexArray(0)
    return _Buffers(array.value, names[0], names[1])


def _fill_vertices(buffers: _Buffers, vertices: NDArray[np.void]) -> None:
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffers.vertices)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, vertices.nbytes, _pointer(vertices), gl.GL_DYNAMIC_DRAW)


def _fill(buffers: _Buffers, vertices: NDArray[np.void], indices: NDArray[np.uint32]) -> None:
    gl.glBindVertexArray(buffers.array)
    _fill_vertices(buffers, vertices)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, buffers.indices)
    gl.glBufferData(
        gl.GL_ELEMENT_ARRAY_BUFFER, indices.nbytes, _pointer(indices), gl.GL_DYNAMIC_DRAW
    )
    gl.glBindVertexArray(0)
    buffers.count = len(indices)


def _drop(buffers: _Buffers) -> None:
    gl.glDeleteVertexArrays(1, gl.GLuint(buffers.array))
    gl.glDeleteBuffers(2, (gl.GLuint * 2)(buffers.vertices, buffers.indices))


def _pointer(array: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
