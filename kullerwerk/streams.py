"""All randomness of a run, split from one root seed into streams that do not disturb each other.

Stream ``s``, number ``k`` comes from ``numpy.random.SeedSequence(seed, spawn_key=(s, k))``, so that
a player who draws more numbers changes neither the dice nor its rivals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.random import Generator

CHANCE = 0
PHYSICS = 1
PLAYERS = 2
"""Seat k draws from stream PLAYERS + k."""
STUDIES = 100
"""The drops, runs and races of a study draw from this one, each with its number."""

LAYOUTS = 101
"""The values of a sweep's drawn fields, and the tries of a tuning, come from this one."""


def python_stream(seed: int, stream: int, number: int = 0) -> random.Random:
    """Return a ``random.Random`` for rules and players (no numpy in their hands)."""
    from numpy.random import SeedSequence

    words = SeedSequence(seed, spawn_key=(stream, number)).generate_state(4)
    return random.Random(int.from_bytes(words.astype("<u4").tobytes(), "little"))


def physics_stream(seed: int, number: int) -> Generator:
    """Return the generator of throw ``number`` of a game."""
    from numpy.random import SeedSequence, default_rng

    return default_rng(SeedSequence(seed, spawn_key=(PHYSICS, number)))


def study_stream(seed: int, number: int) -> Generator:
    """Return the generator of drop ``number`` of a study."""
    from numpy.random import SeedSequence, default_rng

    return default_rng(SeedSequence(seed, spawn_key=(STUDIES, number)))


def study_seed(seed: int, number: int) -> int:
    """Return the root seed of run or race ``number`` of a study: 63 bits."""
    from numpy.random import SeedSequence

    words = SeedSequence(seed, spawn_key=(STUDIES, number)).generate_state(2)
    return int.from_bytes(words.astype("<u4").tobytes(), "little") >> 1


def layouts_seed(seed: int, number: int) -> int:
    """Return a root seed for sample ``number`` of many layouts of a study: 63 bits."""
    from numpy.random import SeedSequence

    words = SeedSequence(seed, spawn_key=(LAYOUTS, number)).generate_state(2)
    return int.from_bytes(words.astype("<u4").tobytes(), "little") >> 1


@dataclass(slots=True)
class Throws:
    """An iterator of numpy generators: throw k of the game gets the k-th, whoever throws."""

    seed: int
    next_throw: int = 0

    def __iter__(self) -> Iterator[Generator]:
        """Return itself."""
        return self

    def __next__(self) -> Generator:
        """Return the generator of the next throw."""
        number = self.next_throw
        self.next_throw += 1
        return physics_stream(self.seed, number)


@dataclass(slots=True)
class Streams:
    """The streams of one game: ``chance`` for draws, ``physics`` for throws, one per seat."""

    seed: int
    seats: int
    chance: random.Random = field(init=False)
    physics: Throws = field(init=False)
    players: tuple[random.Random, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.chance = python_stream(self.seed, CHANCE)
        self.physics = Throws(self.seed)
        self.players = tuple(python_stream(self.seed, PLAYERS + k) for k in range(self.seats))
