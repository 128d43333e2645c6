"""Pictures and films of what a page shows: PNG, GIF, and MP4 where ffmpeg is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kullerwerk.stage import theme
from kullerwerk.stage.watch import WatchPage
from kullerwerk.window.pictures import picture, save_png
from kullerwerk.window.renderer import Renderer

COLOURS = 96
"""Of a GIF."""
Pixels = NDArray[np.uint8]


def film(
    renderer: Renderer, page: WatchPage, path: Path, fps: int, size: tuple[int, int]
) -> Generator[float]:
    """Make a film of a record from where its page stands, or a picture of that.

    Yields the share that is done after every frame; the file is there when all is. ``size`` is in
    device pixels, even numbers. Raises OSError. The page ends where the film does.
    """
    ratio = size[0] / page.size[0]

    def now() -> Pixels:
        return picture(renderer, page.frame(), size, ratio, theme.PAPER)

    if path.suffix == ".png":
        save_png(now(), path)
        yield 1.0
        return
    writer = _Gif(path, fps) if path.suffix == ".gif" else _Mp4(path, fps, size)
    first, count = page.index, max(1, len(page.steps) - page.index)
    page.playing = True
    still = 0
    try:
        while still < fps:
            writer.add(now())
            page.update(1 / fps)
            still = still + 1 if page.ended else 0
            page.playing = page.playing or not page.ended
            yield min(0.99, (page.index - first) / count)
        writer.close()
    except BaseException:
        writer.drop()
        raise
    yield 1.0


class _Gif:
    """Frames with the colours of the first one."""

    def __init__(self, path: Path, fps: int) -> None:
        self._path = path
        self._step = 1000 / fps
        self._frames: list[Any] = []
        self._times: list[float] = []
        self._last: Pixels | None = None

    def add(self, pixels: Pixels) -> None:
        """Add a frame; one that is like the last is shown longer."""
        from PIL import Image

        if self._last is not None and np.array_equal(self._last, pixels):
            self._times[-1] += self._step
            return
        self._last = pixels
        image = Image.fromarray(pixels)
        self._frames.append(image.quantize(COLOURS, dither=Image.Dither.NONE))
        self._times.append(self._step)

    def close(self) -> None:
        """Write the file."""
        beside = self._path.with_name(f".{self._path.name}.part")
        try:
            self._frames[0].save(
                beside, format="GIF", save_all=True, append_images=self._frames[1:],
                duration=[round(t) for t in self._times], loop=0,
            )  # fmt: skip
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)

    def drop(self) -> None:
        """Write nothing."""
        self._frames.clear()


class _Mp4:
    """Frames through ffmpeg."""

    def __init__(self, path: Path, fps: int, size: tuple[int, int]) -> None:
        self._path = path
        self._beside = path.with_name(f".{path.stem}.part.mp4")
        command = [
            "ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
            f"{size[0]}x{size[1]}", "-r", str(fps), "-i", "-", "-an", "-pix_fmt", "yuv420p",
            "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", str(self._beside),
        ]  # fmt: skip
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)

    @property
    def _pipe(self) -> IO[bytes]:
        assert self._process.stdin is not None, "frames go in there"
        return self._process.stdin

    def add(self, pixels: Pixels) -> None:
        """Add a frame."""
        try:
            self._pipe.write(pixels.tobytes())
        except BrokenPipeError as error:
            raise OSError(self._said()) from error

    def close(self) -> None:
        """Finish the file."""
        self._pipe.close()
        if self._process.wait():
            raise OSError(self._said())
        self._beside.replace(self._path)

    def _said(self) -> str:
        assert self._process.stderr is not None, "what ffmpeg says comes out there"
        said = self._process.stderr.read().decode(errors="replace").strip().splitlines()
        return f"ffmpeg: {said[-1] if said else 'it has stopped'}"

    def drop(self) -> None:
        """Write nothing."""
        self._process.kill()
        with suppress(OSError):
            self._pipe.close()
        self._process.wait()
        self._beside.unlink(missing_ok=True)
