"""Fields of a track by their names, and layouts that differ from one another in them.

A field is the way to a value in the scene file, with dots between: ``half_spheres.A.x``,
``gate.left_post.y``, ``materials.die_table.friction``, ``sets.red.tower.ramp_length``. The tables
of a list are told by their names (rays by the half-sphere that they go round) or by their places
from 0 on; ``*`` takes all of them. ``x`` and ``y`` are the two numbers of a point.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

from pydantic import ValidationError

from scenes.checks import race_problems
from scenes.errors import SceneError, describe, from_problems, from_validation, node_at, shown
from scenes.problems import Key, dotted
from scenes.track import SURFACES, Track

Values = Mapping[str, object]
"""For each field the value that it takes."""

_NAMES = {"half_spheres": "name", "course": "around", "sets": "name"}
"""The key that tells the tables of a list apart."""
_AXES = {"x": 0, "y": 1}
_EVERY = "*"
_CONTACT: Key = ("materials", "die_table")


class FieldError(Exception):
    """A field that no track has, or a value that it cannot hold at all; one sentence.

    ``place`` tells which of several fields that is, from 0.
    """

    def __init__(self, sentence: str, place: int = 0) -> None:
        super().__init__(sentence)
        self.place = place


class LayoutError(Exception):
    """A layout that cannot be built or raced on; one sentence that says why."""


def changed(track: Track, values: Values) -> Track:
    """Return the track with other values in these fields.

    Raises FieldError for a field that is not there, LayoutError where the scene's own checks
    refuse the whole: a value beyond its limits, pieces that overlap, a gate too narrow.
    """
    data, fields = _with(track, values)
    try:
        made = Track.model_validate(data)
    except ValidationError as error:
        raise LayoutError(_sentence(from_validation(error, Track, "", {}), fields)) from error
    problem = from_problems(race_problems(made), "", {})
    if problem is not None:
        raise LayoutError(_sentence(problem, fields))
    return made


def check_value(track: Track, field: str, value: object) -> None:
    """Raise FieldError for a value that a field cannot hold, wherever anything else stands."""
    data, fields = _with(track, {field: value})
    keys = tuple(fields)
    try:
        Track.model_validate(data)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            place = detail["loc"]
            # Contradictions with other fields come with the way to the part that has them.
            if detail["type"] != "scene_problem" and any(place[: len(k)] == k for k in keys):
                wanted = describe(_node(keys[0])) if place in keys else "a value that fits here"
                raise FieldError(f"{field}: expected {wanted}, found {shown(value)}") from error


def value_at(track: Track, field: str) -> object:
    """Return what a field holds (that of the first of all with ``*``). Raises FieldError."""
    found: Any = _data(track)
    for step in keys_of(track, field)[0]:
        found = found[step]
    return found


def kind_of(track: Track, field: str) -> tuple[str, str]:
    """Return a field's JSON type (``number``, ``integer``, ``string`` ...) and its unit, or "".

    Raises FieldError.
    """
    node = _node(keys_of(track, field)[0])
    return str(node.get("type", "")), str(node.get("unit", ""))


def check_number(track: Track, field: str) -> None:
    """Raise FieldError for a field that holds others: a table, a list of tables, a point."""
    found: object = value_at(track, field)
    way = field
    while isinstance(found, dict | list) and found:
        if isinstance(found, dict):
            table = cast("dict[str, object]", found)
            step = next((k for k, v in table.items() if _is_number(v)), next(iter(table)))
            found = table[step]
        else:
            items = cast("list[object]", found)
            step = next(iter(_names_in(items, keys_of(track, way)[0])), "0")
            found = items[0]
        way = f"{way}.{step}"
    if way != field:
        what = "a table" if isinstance(value_at(track, field), dict) else "a list"
        raise FieldError(f"{field}: expected a number in it, such as {way}, found {what}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def keys_of(track: Track, field: str) -> tuple[Key, ...]:
    """Return the ways to the values that a field means: one, or more with ``*``.

    Raises FieldError, which says up to where the field was understood and what could follow.
    """
    if not field:
        raise FieldError("expected the way to a field, such as half_spheres.A.x, found nothing")
    steps = re.sub(r"\[(\w+)\]", r".\1", field).split(".")
    return tuple(_ways(_data(track), (), steps, field))


def _ways(here: object, way: Key, steps: Sequence[str], field: str) -> Iterator[Key]:
    if not steps:
        yield way
        return
    step, *rest = steps
    if isinstance(here, dict):
        table = cast("dict[str, object]", here)
        if step not in table:
            raise _unknown(field, way, step, list(table))
        yield from _ways(table[step], (*way, step), rest, field)
        return
    if not isinstance(here, list):
        raise FieldError(f"{field}: {_named(way)} is a single value, {step or '.'} is not in it")
    items = cast("list[object]", here)
    names = _names_in(items, way)
    if step == _EVERY and items:
        for place, item in enumerate(items):
            yield from _ways(item, (*way, place), rest, field)
    elif step in names:
        place = names.index(step)
        yield from _ways(items[place], (*way, place), rest, field)
    elif step.isdecimal() and int(step) < len(items):
        yield from _ways(items[int(step)], (*way, int(step)), rest, field)
    else:
        raise _unknown(field, way, step, names or [str(k) for k in range(len(items))])


def _names_in(items: Sequence[object], way: Key) -> list[str]:
    """Return what the items of a list are called: tables by name, numbers of a point by axis."""
    identity = _NAMES.get(str(way[-1]))
    if identity is not None:
        return [str(cast("dict[str, object]", item)[identity]) for item in items]
    is_point = len(items) == len(_AXES) and way[-1] != "numbers"
    return list(_AXES) if is_point else []


def _unknown(field: str, way: Key, step: str, known: Sequence[str]) -> FieldError:
    where = f" in {_named(way)}" if way else ""
    there = f"one of {', '.join(known)}" if known else "nothing: it is empty"
    return FieldError(f"{field}: expected{where} {there}, found {step or 'nothing'}")


def _named(way: Key) -> str:
    return dotted(way)


def _data(track: Track) -> dict[str, Any]:
    """Return a track as plain data in which every field can be found.

    A table's own contact with dice, left out where the surface is a named one, is there too.
    """
    data = _lists(track.model_dump(mode="json"))
    data["materials"]["die_table"] = track.die_table.model_dump(mode="json")
    return data


def check_apart(track: Track, names: Sequence[str]) -> None:
    """Raise FieldError where two of these fields mean the same value, or one is part of another."""
    taken: dict[Key, str] = {}
    for place, name in enumerate(names):
        if name in names[:place]:
            raise FieldError(f"{name} is there twice", place)
        for key in keys_of(track, name):
            for other, earlier in taken.items():
                if key[: len(other)] == other or other[: len(key)] == key:
                    raise FieldError(f"{name}: {earlier} already means {_named(key)}", place)
        taken |= dict.fromkeys(keys_of(track, name), name)


def _with(track: Track, values: Values) -> tuple[dict[str, Any], dict[Key, str]]:
    """Return a track's data with these values, and which field stands behind which key."""
    data = _data(track)
    fields = {key: field for field in values for key in keys_of(track, field)}
    own = [key for key in fields if key[: len(_CONTACT)] == _CONTACT]
    for key, field in fields.items():
        if key not in own:
            _put(data, key, values[field])
    if track.materials.die_table is None:
        # What is not said of the contact is that of the surface, which may be another one now.
        named = SURFACES.get(str(data["table"]["surface"]))
        data["materials"]["die_table"] = named.model_dump(mode="json") if own and named else None
    for key in own:
        _put(data, key, values[fields[key]])
    return data, fields


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_lists(item) for item in cast("list[Any]", value)]
    return value


def _put(data: dict[str, Any], key: Key, value: object) -> None:
    here: Any = data
    for step in key[:-1]:
        here = here[step]
    if here is not None:  # the contact of a surface that is refused has nothing to be put in
        here[key[-1]] = copy.deepcopy(value)


@cache
def _schema() -> dict[str, object]:
    return cast("dict[str, object]", Track.model_json_schema())


def _node(key: Key) -> dict[str, object]:
    return node_at(_schema(), key)


def _sentence(error: SceneError, fields: Mapping[Key, str]) -> str:
    """Return what is wrong with a layout, in the words of whoever named the fields."""
    names = {dotted(key): field for key, field in fields.items()}
    where = names.get(error.key, error.key)
    return f"{where}: expected {error.expected}, found {error.found}"
