"""The texts of all actions that can ever be legal in a game, by its options and seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rules.core.registry import game as find_game

Texts = Callable[[object, int], Iterator[str]]

_WORDS: dict[str, Texts] = {}
"""Vocabularies by the name of the game; a game whose actions are numbers has none."""


@cache
def vocabulary(name: str, options: object, seats: int) -> tuple[str, ...]:
    """The sorted texts; () where the actions of a game are made of numbers."""
    find_game(name)
    words = _WORDS.get(name)
    return () if words is None else tuple(sorted(set(words(options, seats))))
