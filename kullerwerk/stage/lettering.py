"""How wide text is, and where its lines break: measured with the very font that is drawn."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont


@lru_cache(maxsize=2)
def font_file(bold: bool) -> Path:
    """DejaVu Sans, as matplotlib brings it: the same letters on every system."""
    spec = find_spec("matplotlib")
    assert spec is not None, "matplotlib is installed with kullerwerk"
    assert spec.origin is not None, "matplotlib has a folder"
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" / name


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> FreeTypeFont:
    """The font whose em is ``size`` pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(bold)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def advance(letter: str, bold: bool) -> float:
    """How far a letter moves the pen, as a share of the em; letters are not kerned."""
    return font(64, bold).getlength(letter) / 64


@lru_cache(maxsize=4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is, in the unit of ``size``."""
    return size * sum(advance(letter, bold) for letter in text)


@lru_cache(maxsize=1024)
def wrapped(text: str, size: float, room: float, bold: bool = False) -> tuple[str, ...]:
    """The lines of a text that fit into ``room``; a word that is longer is cut."""
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, size, bold) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while width(line, size, bold) > room and len(line) > 1:
                fits = max(
                    1,
                    next(
                        k
                        for k in range(len(line), 0, -1)
                        if k == 1 or width(line[:k], size, bold) <= room
                    ),
                )
                lines.append(line[:fits])
                line = line[fits:]
        lines.append(line)
    return tuple(lines)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """A text that fits into ``room``, with dots where something is left out."""
    if width(text, size, bold) <= room:
        return text
    for k in range(len(text) - 1, 0, -1):
        short = f"{text[:k].rstrip()}…"
        if width(short, size, bold) <= room:
            return short
    return "…"
