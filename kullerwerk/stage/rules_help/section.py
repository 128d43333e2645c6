"""What the help of the rules is made of."""

from __future__ import annotations

from dataclasses import dataclass

Both = tuple[str, str]
"""A text in English and German."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, paragraphs, and the names of drawings that stand below them."""

    title: Both
    texts: tuple[Both, ...]
    pictures: tuple[str, ...] = ()
