"""Actions and views as numbers, as learning libraries want them.

An action's number is its place in the game's *vocabulary*, the sorted texts of all actions that
can ever be legal: so a number means the same action in every state. Where an action is made of
numbers itself (``Continuous``: a game without vocabulary), an agent chooses among ``CANDIDATES``
proposals instead, which the environment draws anew for every decision; number k is the k-th of
them by their texts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from kullerwerk.adapters.vocabulary import vocabulary
from rules.core.types import Continuous, Game

CANDIDATES = 64
"""Proposals to choose from where actions cannot be listed."""
LENGTH = 1024
"""Numbers of an observation; a longer view is cut, a shorter one ends in zeros."""

LEFT_OUT = frozenset({"seen", "tables"})
"""Fields of views that grow with the game, and what is only looked up."""

Vector = NDArray[np.int32]


class Codec:
    """Numbers for the actions of one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        texts = vocabulary(game.name)
        self._texts = texts
        self._numbers = {text: k for k, text in enumerate(texts)}
        self.size = max(len(texts), CANDIDATES)

    def legal(self, s: Any, rng: random.Random) -> dict[int, Any]:
        """The legal actions by their numbers, in rising order; ``rng`` draws proposals."""
        space = self.game.space(s)
        if isinstance(space, Continuous):
            free = CANDIDATES - len(space.listed)
            made = [*space.listed, *space.propose(rng, free)[:free]]
            offered = {self.game.format(s, a): a for a in made}
            return dict(enumerate(offered[text] for text in sorted(offered)))
        if not self._texts:
            texts = {self.game.format(s, a): a for a in space.actions}
            return dict(enumerate(texts[text] for text in sorted(texts)))
        numbered = [(self.number(self.game.format(s, a)), a) for a in space.actions]
        return dict(sorted(numbered, key=lambda one: one[0]))

    def number(self, text: str) -> int:
        """The number of an action's text; KeyError where the vocabulary lacks it."""
        return self._numbers[text]

    def text(self, number: int) -> str:
        """The text of a number."""
        return self._texts[number]


def flat(view: object) -> list[int]:
    """Whole numbers of a view, field by field; texts as a checksum, None as -1.

    A tuple is told with its length before it, so that what follows keeps its meaning.
    """
    if is_dataclass(view) and not isinstance(view, type):
        kind = [_word(type(view).__name__)]
        return kind + [n for name in _names(type(view)) for n in flat(getattr(view, name))]
    if isinstance(view, bool):
        return [int(view)]
    if isinstance(view, int):
        return [max(-(2**31), min(2**31 - 1, view))]
    if isinstance(view, float):
        return [round(view * 1000)]
    if view is None:
        return [-1]
    if isinstance(view, str):
        return [_word(view)]
    if isinstance(view, dict):
        view = tuple(sorted(cast("dict[Any, Any]", view).items()))
    if isinstance(view, frozenset | set):
        view = tuple(sorted(cast("frozenset[Any]", view)))
    values = cast("Sequence[object]", view)
    return [len(values)] + [n for one in values for n in flat(one)]


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in LEFT_OUT)


@cache
def _word(text: str) -> int:
    return crc32(text.encode()) & 0x7FFFFFFF


def vector(view: object) -> Vector:
    """A view as `LENGTH` whole numbers."""
    found = np.zeros(LENGTH, np.int32)
    numbers = flat(view)[:LENGTH]
    found[: len(numbers)] = numbers
    return found
