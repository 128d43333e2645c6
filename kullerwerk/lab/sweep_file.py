"""What the file of a sweep may say: which fields vary, and over what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from scenes.parts import Part
from scenes.problems import Problem

MOST = 100_000
"""Most layouts of a study."""
WAYS = ("values", "grid", "uniform", "normal")
"""What an entry may say of its field."""

Count = Annotated[int, Field(ge=1, le=10_000_000)]


class Grid(Part):
    """``steps`` numbers from ``from`` to ``to``, evenly spaced, both included."""

    start: Annotated[float, Field(alias="from")]
    """First number."""
    to: float
    """Last number."""
    steps: Annotated[int, Field(ge=2, le=10_000)]
    """How many numbers."""


class Uniform(Part):
    """Any number between two, each as likely."""

    low: float
    """Least number."""
    high: float
    """Largest number."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield bounds in the wrong order."""
        if self.low >= self.high:
            yield Problem(("high",), f"more than low, which is {self.low:g}", f"{self.high:g}")


class Normal(Part):
    """A number of the bell curve."""

    mean: float
    """Mean."""
    sd: Annotated[float, Field(gt=0, le=1e9)]
    """Standard deviation."""


class Vary(Part):
    """A field and what it takes: one of ``values``, ``grid``, ``uniform`` and ``normal``."""

    field: Annotated[
        str,
        Field(
            min_length=1,
            json_schema_extra={"expected": "the way to a field, such as half_spheres.A.x"},
        ),
    ]
    """Way to the field in the scene file, such as ``half_spheres.A.x``, or ``options.NAME``."""
    values: (
        Annotated[
            tuple[Any, ...],
            Field(
                min_length=1,
                max_length=10_000,
                json_schema_extra={"expected": "a list of 1 to 10000 values"},
            ),
        ]
        | None
    ) = None
    """A list of values."""
    grid: Grid | None = None
    """Evenly spaced numbers."""
    uniform: Uniform | None = None
    """Drawn: any number between two."""
    normal: Normal | None = None
    """Drawn: a number of the bell curve."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield an entry that says nothing, or more than one thing."""
        given = [name for name in WAYS if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "none of them"
            yield Problem((), f"one of {', '.join(WAYS)} for {self.field}", found)

    @property
    def way(self) -> str:
        """Which of `WAYS` the entry goes."""
        return next(name for name in WAYS if getattr(self, name) is not None)

    @property
    def drawn(self) -> bool:
        """Whether values are drawn by chance."""
        return self.uniform is not None or self.normal is not None


class Sweep(Part):
    """A study file: what is measured, and which fields vary."""

    format: Literal[1]
    """Version of the file's layout."""
    kind: Literal["sweep"]
    """Says that the file holds a sweep."""
    track: str
    """Name of a library track, or a .toml file next to this one."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    """Root seed; leave it out for a random one."""
    throws: Count | None = None
    """How many throws of each layout; 2000 where neither this nor until is given."""
    until: Annotated[float, Field(ge=1e-4, le=0.5)] | None = None
    """Instead: as many as make intervals at most so much to each side."""
    sets: tuple[str, ...] = ()
    """Piece sets that run; leave it out for all of the track."""
    player: str = "greedy"
    """Who aims."""
    samples: Annotated[int, Field(ge=1, le=MOST)] | None = None
    """How many draws, where something is drawn."""
    options: Annotated[
        dict[str, bool | int | str], Field(default_factory=dict[str, bool | int | str])
    ]
    """Options of the rules."""
    vary: Annotated[
        tuple[Vary, ...],
        Field(max_length=100, json_schema_extra={"expected": "one or more [[vary]] tables"}),
    ]
    """The fields that vary, the last one fastest."""

    def contradictions(self) -> Iterator[Problem]:
        """Yield throws beside until, a field given twice, draws of which nobody knows how many."""
        if self.throws is not None and self.until is not None:
            yield Problem(("until",), "throws or until, not both", "both")
        if not self.vary:
            yield Problem(("vary",), "one or more [[vary]] tables", "none")
        fields = [one.field for one in self.vary]
        for index, name in enumerate(fields):
            if name in fields[:index]:
                yield Problem(("vary", index, "field"), "each field once", f"a second {name}")
        drawn = any(one.drawn for one in self.vary)
        if drawn and self.samples is None:
            yield Problem(("samples",), "how many draws there are, such as samples = 64", "none")
        if not drawn and self.samples is not None:
            yield Problem(("samples",), "none where nothing is drawn", str(self.samples))
