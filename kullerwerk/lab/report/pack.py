"""Columns of whole numbers as text in a page; replay.js unpacks them."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence

import numpy as np


def packed(values: Sequence[int]) -> str:
    """Return whole numbers of 32 bits as text: differences, deflated, in base 64."""
    numbers = np.asarray(values, dtype=np.int64)
    steps = np.diff(numbers, prepend=0).astype("<i4")
    # Byte by byte: the high bytes are nearly always the same, and so take nearly no room.
    planes = steps.view(np.uint8).reshape(-1, 4).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(planes).tobytes(), 9)).decode()


def unpacked(text: str) -> list[int]:
    """Return the numbers of a packed text."""
    planes = np.frombuffer(zlib.decompress(base64.b64decode(text)), np.uint8).reshape(4, -1)
    return np.cumsum(np.ascontiguousarray(planes.T).view("<i4").ravel(), dtype=np.int64).tolist()
