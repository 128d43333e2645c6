"""Things that slide, grow and fade between two states of a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kullerwerk.stage.shapes import Point
from kullerwerk.stage.surroundings import Surroundings

SLIDE = 0.28
"""Seconds that a piece takes from one place to the next."""


def eased(share: float) -> float:
    """Slow at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


@dataclass(slots=True)
class _Way:
    points: tuple[Point, ...]
    time: float
    grows: bool
    delay: float
    gone: float = 0.0

    @property
    def share(self) -> float:
        return eased((self.gone - self.delay) / self.time)


class Slides:
    """Pieces on their way, by a name each. With reduced motion they are there at once."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._ways: dict[str, _Way] = {}

    @property
    def busy(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._ways)

    def add(
        self, key: str, start: Point, end: Point, time: float = SLIDE, delay: float = 0.0
    ) -> None:
        """Let a piece go from a place to another one, after ``delay`` seconds."""
        if not self._around.settings.reduced_motion:
            self._ways[key] = _Way((start, end), time, False, delay)

    def follow(
        self, key: str, points: Sequence[Point], time: float = SLIDE, delay: float = 0.0
    ) -> None:
        """Let a piece go from place to place, for each of them as long."""
        if len(points) > 1 and not self._around.settings.reduced_motion:
            self._ways[key] = _Way(tuple(points), time, False, delay)

    def grow(self, key: str, time: float = SLIDE, delay: float = 0.0) -> None:
        """Let a piece appear."""
        if not self._around.settings.reduced_motion:
            self._ways[key] = _Way((), time, True, delay)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds go by."""
        for way in self._ways.values():
            way.gone += dt
        if all(way.gone >= way.time + way.delay for way in self._ways.values()):
            self._ways.clear()

    def skip(self) -> None:
        """Let everything be where it goes."""
        self._ways.clear()

    def place(self, key: str, rest: Point) -> Point:
        """Where a piece is now; ``rest`` if it is not on its way."""
        way = self._ways.get(key)
        if way is None or way.grows:
            return rest
        along = way.share * (len(way.points) - 1)
        k = min(int(along), len(way.points) - 2)
        (x, y), (u, v), s = way.points[k], way.points[k + 1], along - k
        return x + (u - x) * s, y + (v - y) * s

    def size(self, key: str) -> float:
        """How large a piece is now, 1 = as it will be."""
        way = self._ways.get(key)
        return way.share if way is not None and way.grows else 1.0

    def share(self, key: str) -> float:
        """How much of something that was added has gone by, 0 to 1; 1 if it is not under way."""
        way = self._ways.get(key)
        return 1.0 if way is None else way.share

    def has(self, key: str) -> bool:
        """Whether it is under way, or has only to wait for others that are."""
        return key in self._ways


class Acts:
    """What is shown one after the other, and the state that each act shows.

    ``shown`` is the state to draw: as soon as an act begins, that of the act.
    """

    def __init__(self, slides: Slides, shown: Any) -> None:
        self._slides = slides
        self._coming: deque[tuple[Any, Callable[[], None]]] = deque()
        self.shown: Any = shown

    @property
    def busy(self) -> bool:
        """Whether anything is still to be shown."""
        return self._slides.busy or bool(self._coming)

    def add(self, shown: Any, begin: Callable[[], None] = lambda: None) -> None:
        """Show a state once what is under way has ended; ``begin`` adds its slides."""
        self._coming.append((shown, begin))
        self._go_on()

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds go by."""
        self._slides.update(dt)
        self._go_on()

    def _go_on(self) -> None:
        while self._coming and not self._slides.busy:
            self.shown, begin = self._coming.popleft()
            begin()

    def skip(self) -> None:
        """Show the last act's state at once."""
        if self._coming:
            self.shown = self._coming[-1][0]
        self._coming.clear()
        self._slides.skip()

    def reset(self, shown: Any) -> None:
        """Show a state and nothing else."""
        self.skip()
        self.shown = shown
