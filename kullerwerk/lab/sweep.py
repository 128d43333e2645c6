"""A sweep: the same course with some of its fields over lists, grids or distributions.

The study is a TOML file (`Sweep`). Lists and grids multiply, each with each; what is drawn from
distributions is drawn once, as a Latin hypercube (McKay, Beckman and Conover, Technometrics 21,
1979, p. 239), and taken with each of them. All layouts share their random numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl
from pydantic import ValidationError
from scipy import stats
from scipy.stats import qmc

import kullerwerk
from kullerwerk.lab.layouts import Size, frame_of, measure_all, row_of
from kullerwerk.lab.measure import Measurement
from kullerwerk.lab.runs import RULES, Runs, sets_of
from kullerwerk.lab.sample import Work
from kullerwerk.lab.study import StudyError, open_shelf
from kullerwerk.lab.sweep_file import MOST, Sweep, Vary
from kullerwerk.lab.vary import (
    FieldError,
    LayoutError,
    changed,
    check_apart,
    check_number,
    check_value,
    kind_of,
)
from kullerwerk.players.specs import Spec, SpecError, parse_player
from kullerwerk.streams import LAYOUTS
from rules.core.errors import OptionError
from rules.koenig.options import options
from scenes.errors import SceneError, from_validation
from scenes.files import load_track, scene_hash
from scenes.lines import line_of
from scenes.parse import FORMAT, Source, read_text, tables
from scenes.problems import Key
from scenes.track import Track
from sim.provider import settings_hash

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

KIND = "sweep"
THROWS = 2_000
"""Throws of each layout where a study does not say."""
OPTIONS = "options."
"""Fields that begin so are options of the rules, not of the scene."""


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

    def plot(self, path: str | Path | None = None) -> MatplotlibFigure:
        """Return how the figures hang on the fields, as a picture; also into a PNG or SVG file.

        Raises ValueError for another suffix, OSError.
        """
        from kullerwerk.draw.style import saved
        from kullerwerk.draw.sweep import sweep_figure

        return saved(sweep_figure(self), path)

    def report(self, path: str | Path) -> Path:
        """Write figures and picture as one HTML page and return its path. Raises OSError."""
        from kullerwerk.lab.report.short_page import sweep_page, write_short_page

        return write_short_page(sweep_page(self), self.plot(), path)


class _Misfit(Exception):
    """What does not fit a track, and the ``key`` of the study that says it."""

    def __init__(self, key: Key, sentence: str) -> None:
        super().__init__(sentence)
        self.key = key


@contextmanager
def _at(*key: str | int) -> Generator[None]:
    """Say at which key of a study something is wrong."""
    try:
        yield
    except (FieldError, OptionError, SpecError) as error:
        raise _Misfit(key, str(error)) from error


def read_sweep(path: Path, seed: int | None, random: int) -> Plan:
    """Return the sweep of a study file.

    ``seed`` goes over that of the file; ``random`` is taken where neither says one. Raises
    StudyError with one sentence.
    """
    expected = "a study file"
    try:
        text = read_text(path, expected)
        if not text.strip():
            raise SceneError(str(path), None, "", expected, "an empty one")
        data, lines = tables(Source(str(path), text, path.parent), KIND)
        study = _validated(data, str(path), lines)
        local = study.track.endswith(".toml")
        track = load_track(path.parent / study.track if local else study.track)
    except SceneError as error:
        raise StudyError(str(error)) from error
    try:
        return _plan_of(study, track, path.stem, _first(seed, study.seed, random))
    except _Misfit as error:
        raise StudyError(f"{path}, line {line_of(error.key, lines)}: {error}") from error


def sweep_of(
    data: Mapping[str, object], track: Track | None, seed: int | None, random: int
) -> Plan:
    """Return the sweep of a study that is no file; ``track`` stands for the one that it names.

    Raises StudyError with one sentence.
    """
    own = {} if track is None else {"track": track.name}
    try:
        study = _validated({"format": FORMAT, "kind": KIND, **data, **own}, "study", {})
        scene = load_track(study.track) if track is None else track
    except SceneError as error:
        where = f"{error.key}: " if error.key else ""
        said = f"study: {where}expected {error.expected}, found {error.found}"
        raise StudyError(said) from error
    try:
        return _plan_of(study, scene, "study", _first(seed, study.seed, random))
    except _Misfit as error:
        raise StudyError(f"study: {error}") from error


def _validated(data: Mapping[str, object], file: str, lines: dict[Key, int]) -> Sweep:
    try:
        return Sweep.model_validate(data)
    except ValidationError as error:
        raise from_validation(error, Sweep, file, lines) from error


def _first(*seeds: int | None) -> int:
    return next(seed for seed in seeds if seed is not None)


def _plan_of(study: Sweep, track: Track, name: str, seed: int) -> Plan:
    """Return the layouts of a study. Raises _Misfit."""
    for wanted in study.sets:
        known = [one.name for one in track.sets]
        if wanted not in known:
            raise _Misfit(("sets",), f"sets: expected some of {', '.join(known)}, found {wanted}")
    with _at("player"):
        player = parse_player(study.player)
    with _at("options"):
        _check_options(study.options)
    count = 1
    for one in study.vary:
        count *= 1 if one.drawn else len(_listed(one))
    count *= study.samples or 1
    if count > MOST:
        raise _Misfit(("vary",), f"vary: expected at most {MOST} layouts in all, found {count}")
    for index, one in enumerate(study.vary):
        _check(track, one, index)
    of_scene = [k for k, one in enumerate(study.vary) if not one.field.startswith(OPTIONS)]
    try:
        check_apart(track, [study.vary[k].field for k in of_scene])
    except FieldError as error:
        raise _Misfit(("vary", of_scene[error.place], "field"), str(error)) from error
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


def _check(track: Track, one: Vary, index: int) -> None:
    """Raise _Misfit for a field or a value that cannot be."""
    listed = () if one.drawn else _listed(one)
    if one.field.startswith(OPTIONS):
        name = one.field.removeprefix(OPTIONS)
        with _at("vary", index, "field"):
            if one.values is None:
                raise FieldError(f"{one.field}: expected values = [...], found something else")
            for value in listed:
                _check_options({name: value})
        return
    with _at("vary", index, "field"):
        kind, _ = kind_of(track, one.field)
        if one.values is None:
            check_number(track, one.field)
    with _at("vary", index, one.way):
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
    open_shelf(folder, plan)
    possible = [point.runs for point in plan.points if point.runs is not None]
    shelves = None if folder is None else folder / "work"
    found = iter(measure_all(possible, plan.size, shelves, Work() if work is None else work))
    return Swept(plan, tuple(p.runs and next(found) for p in plan.points))
