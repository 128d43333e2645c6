"""Words of command lines that several benchmarks take; each refuses what cannot be."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path


def positive(text: str) -> int:
    """Return a whole number from 1 on."""
    return _whole(text, 1)


def not_negative(text: str) -> int:
    """Return a whole number from 0 on."""
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    value = int(text)
    if value < least:
        raise ArgumentTypeError(f"expected a whole number from {least} on, got {text}")
    return value


def picture_file(text: str) -> Path:
    """Return where a picture can be drawn."""
    path = Path(text)
    if path.suffix not in (".png", ".svg"):
        raise ArgumentTypeError(f"{text}: expected a name that ends in .png or .svg")
    if not path.absolute().parent.is_dir():
        raise ArgumentTypeError(f"{text}: no such folder")
    return path
