"""A sweep: the same course with some of its fields over lists, grids or distributions.

The study is a TOML file (`Sweep`). Lists and grids multiply, each with each; what is drawn from
distributions is drawn once, as a Latin hypercube (McKay, Beckman and Conover, Technometrics 21,
1979, p. 239), and taken with each of them. All layouts share their random numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import numpy as np
import polars as pl
from pydantic import Field, ValidationError
from scipy import stats
from scipy.stats import qmc

import kullerwerk
from kullerwerk.lab.layouts import Size, frame_of, measure_all, row_of
from kullerwerk.lab.measure import Measurement
from kullerwerk.lab.runs import RULES, Runs, sets_of
from kullerwerk.lab.sample import Work
from kullerwerk.lab.study import StudyError
from kullerwerk.lab.vary import (
    FieldError,
    LayoutError,
    changed,
    check_apart,
    check_value,
    keys_of,
    kind_of,
)
from kullerwerk.players.specs import Spec, SpecError, parse_player
from kullerwerk.streams import LAYOUTS
from rules.core.errors import OptionError
from rules.koenig.options import options
from scenes.errors import SceneError, from_validation
from scenes.files import load_track, scene_hash
from scenes.parse import Source, read_text, tables
from scenes.parts import Part
from scenes.problems import Problem
from scenes.track import Track
from sim.provider import settings_hash

KIND = "sweep"
MOST = 100_000
"""Most layouts of a study."""
THROWS = 2_000
"""Throws of each layout where a study does not say."""
OPTIONS = "options."
"""Fields that begin so are options of the rules, not of the scene."""

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

    field: str
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
        ways = ("values", "grid", "uniform", "normal")
        given = [name for name in ways if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "none of them"
            yield Problem((), f"one of {', '.join(ways)} for {self.field}", found)

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


@dataclass(frozen=True, slots=True)
class Point:
    """A layout of a sweep: ``values`` by field, and ``problem`` where it cannot be ("": it can)."""

    values: Mapping[str, object]
    runs: Runs | None
    problem: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A sweep that is ready to be made."""

    name: str
    track: Track
    sets: tuple[str, ...]
    player: Spec
    seed: int
    size: Size
    fields: tuple[str, ...]
    drawn: bool
    """Whether any field is drawn by chance."""
    points: tuple[Point, ...]

    def question(self) -> dict[str, Any]:
        """Return whose work a folder holds: more throws or other values are the same study."""
        return {
            "what": KIND,
            "scene": scene_hash(self.track),
            "sets": list(self.sets),
            "player": str(self.player),
            "seed": self.seed,
            "settings": settings_hash(),
        }


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep found: a measurement for every point that could be."""

    plan: Plan
    found: tuple[Measurement | None, ...]

    @property
    def table(self) -> pl.DataFrame:
        """A row per point: its number, values, what was measured, and where that comes from."""
        plan = self.plan
        rows: list[dict[str, object]] = []
        for number, (point, found) in enumerate(zip(plan.points, self.found, strict=True)):
            rows.append(
                {
                    "point": number,
                    **point.values,
                    "problem": point.problem,
                    **({} if found is None else row_of(found)),
                    "seed": plan.seed,
                    "version": kullerwerk.__version__,
                    "settings": settings_hash(),
                    "player": str(plan.player),
                    "sets": ",".join(plan.sets),
                }
            )
        return frame_of(rows, plan.fields)


def read_sweep(path: Path, seed: int | None, random: int) -> Plan:
    """Return the sweep of a study file.

    ``seed`` goes over that of the file; ``random`` is taken where neither says one. Raises
    StudyError with one sentence.
    """
    try:
        source = Source(str(path), read_text(path), path.parent)
        data, lines = tables(source, KIND)
        try:
            study = Sweep.model_validate(data)
        except ValidationError as error:
            raise from_validation(error, Sweep, source.file, lines) from error
        local = study.track.endswith(".toml")
        track = load_track(path.parent / study.track if local else study.track)
    except SceneError as error:
        raise StudyError(str(error)) from error
    try:
        return plan_of(
            study, track, path.stem, next(s for s in (seed, study.seed, random) if s is not None)
        )
    except (FieldError, OptionError, SpecError) as error:
        raise StudyError(f"{path}: {error}") from error


def plan_of(study: Sweep, track: Track, name: str, seed: int) -> Plan:
    """Return the layouts of a study. Raises FieldError, OptionError, SpecError."""
    for wanted in study.sets:
        known = [one.name for one in track.sets]
        if wanted not in known:
            raise FieldError(f"sets: expected some of {', '.join(known)}, found {wanted}")
    player = parse_player(study.player)
    _check_options(study.options)
    count = 1
    for one in study.vary:
        count *= 1 if one.drawn else len(_listed(one))
    count *= study.samples or 1
    if count > MOST:
        raise FieldError(f"vary: expected at most {MOST} layouts in all, found {count}")
    for one in study.vary:
        _check(track, one)
    check_apart(track, [one.field for one in study.vary if not one.field.startswith(OPTIONS)])
    points = tuple(
        _point(study, track, player, seed, values) for values in _values(study, track, seed)
    )
    drawn = any(one.drawn for one in study.vary)
    return Plan(
        name, track, sets_of(track, study.sets), player, seed,
        Size(study.throws or THROWS, study.until), tuple(one.field for one in study.vary), drawn,
        points,
    )  # fmt: skip


def _check_options(values: Mapping[str, object]) -> None:
    for name in values:
        if name not in RULES:
            raise FieldError(f"{OPTIONS}{name}: expected one of {', '.join(RULES)} (what matters "
                             f"to a tower that is alone), found {name}")  # fmt: skip
    options(values)


def _check(track: Track, one: Vary) -> None:
    """Raise FieldError, or OptionError, for a field or a value that cannot be."""
    listed = () if one.drawn else _listed(one)
    if one.field.startswith(OPTIONS):
        name = one.field.removeprefix(OPTIONS)
        if one.values is None:
            raise FieldError(f"{one.field}: expected values = [...], found something else")
        for value in listed:
            _check_options({name: value})
        return
    keys_of(track, one.field)
    kind, _ = kind_of(track, one.field)
    if one.values is None and kind not in ("number", "integer"):
        raise FieldError(f"{one.field}: expected values = [...] for what is not a number, "
                         f"found {'a distribution' if one.drawn else 'a grid'}")  # fmt: skip
    for value in listed:
        check_value(track, one.field, _fitting(track, one.field, value))


def _listed(one: Vary) -> tuple[object, ...]:
    """Return the values of a list or a grid."""
    if one.values is not None:
        return tuple(_plain(value) for value in one.values)
    assert one.grid is not None, "what is not drawn is a list or a grid"
    steps = np.linspace(one.grid.start, one.grid.to, one.grid.steps)
    return tuple(round(float(value), 9) for value in steps)


def _plain(value: object) -> object:
    """Return tuples as lists again, as scene files have them."""
    if isinstance(value, tuple | list):
        return [_plain(item) for item in cast("Sequence[object]", value)]
    return value


def _values(study: Sweep, track: Track, seed: int) -> Iterator[dict[str, object]]:
    """Yield the values of each point: lists and grids multiplied, each with all draws."""
    drawn = [one for one in study.vary if one.drawn]
    listed = [one for one in study.vary if not one.drawn]
    draws = _draws(drawn, study.samples or 1, seed)
    for chosen in itertools.product(*(_listed(one) for one in listed)):
        for draw in draws:
            taken = dict(zip((one.field for one in listed), chosen, strict=True)) | draw
            yield {one.field: _fitting(track, one.field, taken[one.field]) for one in study.vary}


def _draws(drawn: Sequence[Vary], samples: int, seed: int) -> list[dict[str, object]]:
    """Return the draws: a stratum of its own for each, in every field."""
    if not drawn:
        return [{}]
    stream = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(LAYOUTS, 0)))
    shares = qmc.LatinHypercube(len(drawn), rng=stream).random(samples)
    columns: list[np.ndarray] = []
    for one, share in zip(drawn, shares.T, strict=True):
        if one.uniform is not None:
            columns.append(one.uniform.low + (one.uniform.high - one.uniform.low) * share)
        else:
            assert one.normal is not None, "what is drawn is one or the other"
            columns.append(stats.norm.ppf(share, one.normal.mean, one.normal.sd))
    names = [one.field for one in drawn]
    # Six digits are more than any measure of a scene has, and the same on every machine.
    return [
        {name: float(f"{column[k]:.6g}") for name, column in zip(names, columns, strict=True)}
        for k in range(samples)
    ]


def _fitting(track: Track, field: str, value: object) -> object:
    """Return a whole number for a field that holds such, where a grid or a draw met one."""
    if field.startswith(OPTIONS) or not isinstance(value, float):
        return value
    if kind_of(track, field)[0] == "integer":
        return round(value)
    return value


def _point(
    study: Sweep, track: Track, player: Spec, seed: int, values: Mapping[str, object]
) -> Point:
    rules = {k.removeprefix(OPTIONS): v for k, v in values.items() if k.startswith(OPTIONS)}
    scene = {k: v for k, v in values.items() if not k.startswith(OPTIONS)}
    try:
        layout = changed(track, scene)
        known = [one.name for one in layout.sets]
        for name in study.sets:
            if name not in known:
                raise LayoutError(f"sets: expected some of {', '.join(known)}, found {name}")
    except LayoutError as error:
        return Point(values, None, str(error))
    chosen = tuple(sorted({**study.options, **rules}.items()))
    return Point(values, Runs(layout, sets_of(layout, study.sets), player, seed, chosen), "")


def sweep(plan: Plan, folder: Path | None = None, work: Work | None = None) -> Swept:
    """Measure every layout of a plan that can be.

    ``folder`` keeps what is done; ``work`` hears of throws. Raises StudyError,
    `kullerwerk.lab.study.Interrupted`, OSError.
    """
    possible = [point.runs for point in plan.points if point.runs is not None]
    found = iter(measure_all(possible, plan.size, folder, Work() if work is None else work))
    return Swept(plan, tuple(p.runs and next(found) for p in plan.points))
