"""What a tuning may change: ``half_spheres.A.x=700..900``, ``table.surface=smooth|felt``."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from kullerwerk.lab.vary import (
    FieldError,
    check_apart,
    check_number,
    check_value,
    kind_of,
    value_at,
)
from scenes.track import Track

OBSTACLES = "obstacles"
"""Stands for the places of all half-spheres."""
REACH = 100.0
"""How far they may be shifted in each direction where nothing is said, mm."""
_BOUNDS = re.compile(r"(\S+?)\.\.([^:\s]+)(?::(\S+))?")
_STEPS = {"mm": 1.0, "degrees": 0.5, "g": 0.1}
"""Steps that a ruler can tell, by unit; a range of fewer than 20 has tenths of them."""


@dataclass(frozen=True, slots=True)
class Range:
    """A field and what it may be: ``choices``, or ``low`` to ``high``, in steps if not 0."""

    field: str
    low: float = 0.0
    high: float = 0.0
    step: float = 0.0
    choices: tuple[object, ...] = ()

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return math.floor((self.high - self.low) / self.step + 1e-9)

    def at(self, place: float) -> object:
        """Return the value of a place: of a choice, a step, or between ``low`` and ``high``."""
        if self.choices:
            return self.choices[int(place)]
        if not self.step:
            return float(f"{place:.6g}")
        value = round(self.low + self.step * place, 9)
        return int(value) if isinstance(self.low, int) else value

    def place(self, value: object) -> float | None:
        """Return where a value is (the nearest step); None where it is out of reach."""
        if self.choices:
            return self.choices.index(value) if value in self.choices else None
        number = cast("float", value)
        if not self.low <= number <= self.high:
            return None
        return min(round((number - self.low) / self.step), self.steps) if self.step else number

    def __str__(self) -> str:
        if self.choices:
            return f"{self.field}={'|'.join(_written(one) for one in self.choices)}"
        return f"{self.field}={self.low:g}..{self.high:g}" + (f":{self.step:g}" * bool(self.step))


def parse_ranges(track: Track, texts: Sequence[str]) -> tuple[Range, ...]:
    """Read what may vary on a track. Raises FieldError."""
    ranges = [one for text in texts for one in _parse(track, text.strip())]
    if not ranges:
        raise FieldError(f"expected FIELD=LOW..HIGH, FIELD=A|B or {OBSTACLES}, found nothing")
    check_apart(track, [one.field for one in ranges])
    return tuple(ranges)


def _parse(track: Track, text: str) -> list[Range]:
    field, found, what = (part.strip() for part in text.partition("="))
    if field == OBSTACLES:
        return _obstacles(track, _number(text, what) if found else REACH)
    if not found:
        raise FieldError(f"{text}: expected FIELD=LOW..HIGH, FIELD=A|B or {OBSTACLES}")
    kind, unit = kind_of(track, field)
    bounds = _BOUNDS.fullmatch(what)
    if bounds is None:
        choices = tuple(_read(one.strip()) for one in what.split("|"))
        if len(choices) < 2:
            raise FieldError(f"{text}: expected LOW..HIGH or A|B, found {what or 'nothing'}")
        for one in choices:
            check_value(track, field, one)
        return [Range(field, choices=choices)]
    check_number(track, field)
    if kind not in ("number", "integer"):
        raise FieldError(f"{text}: expected choices A|B for what is not a number")
    low, high = _number(text, bounds[1]), _number(text, bounds[2])
    if low >= high:
        raise FieldError(f"{text}: expected the smaller number first")
    step = _number(text, bounds[3]) if bounds[3] else _step(unit, high - low)
    if kind == "integer":
        low, high, step = math.ceil(low), math.floor(high), max(1, round(step))
    if step < 0.0 or step > high - low:
        raise FieldError(f"{text}: expected a step above 0 and at most the range, found {step:g}")
    for one in (low, high):
        check_value(track, field, one)
    return [Range(field, low, high, step)]


def _obstacles(track: Track, reach: float) -> list[Range]:
    """Return the places of all half-spheres, shifted by at most so much and on the table."""
    if not track.half_spheres:
        raise FieldError(f"{OBSTACLES}: track {track.name} has no half-spheres")
    if reach < 1.0:
        raise FieldError(f"{OBSTACLES}={reach:g}: expected mm, 1 or more")
    result: list[Range] = []
    for sphere in track.half_spheres:
        for axis, here, size in (
            ("x", sphere.x, track.table.length),
            ("y", sphere.y, track.table.width),
        ):
            low = float(max(math.ceil(sphere.radius), here - reach))
            high = float(min(math.floor(size - sphere.radius), here + reach))
            if high - low >= 1.0:
                result.append(Range(f"half_spheres.{sphere.name}.{axis}", low, high, 1.0))
    return result


def _step(unit: str, width: float) -> float:
    step = _STEPS.get(unit, 0.0)
    return step if width >= 20 * step else step / 10


def _number(text: str, number: str) -> float:
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FieldError(f"{text}: expected a number, found {number or 'nothing'}")
    return value


def _read(text: str) -> object:
    try:
        return cast("object", json.loads(text))
    except ValueError:
        return text


def _written(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def values_now(track: Track, ranges: Sequence[Range]) -> list[float] | None:
    """Return the places of what a track has now; None where any of it is out of reach."""
    places = [one.place(value_at(track, one.field)) for one in ranges]
    return None if any(place is None for place in places) else cast("list[float]", places)
