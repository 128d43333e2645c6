"""States as JSON and back, by the types of their fields: frozen dataclasses all the way down.

A value is written and read as its declared type says: whole numbers, texts, true and false, None,
``Literal``, tuples, dataclasses, and unions. A dataclass of a union is written with its name under
``"is"``, so that frames of an agenda come back as what they were. What is read is checked: a
wrong type or name, a missing or an unknown field is a RecordError that says where.
"""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from rules.core.errors import RecordError

T = TypeVar("T")

LARGEST = 10**9
"""No whole number of a state is larger."""
TAG = "is"


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _members(kind: Any) -> tuple[Any, ...]:
    """Members of a union; a single type is its own."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _records(kind: Any) -> dict[str, type]:
    """The dataclasses of a union, by their names."""
    return {
        cast("type", one).__name__: one
        for one in _members(kind)
        if isinstance(one, type) and is_dataclass(one)
    }


def to_json(kind: Any, value: Any) -> Any:
    """``value``, which is of the type ``kind``, as JSON data."""
    if is_dataclass(value) and not isinstance(value, type):
        data = {
            name: to_json(hint, getattr(value, name)) for name, hint in _hints(type(value)).items()
        }
        return {TAG: type(value).__name__, **data} if len(_records(kind)) > 1 else data
    if isinstance(value, tuple):
        values = cast("tuple[Any, ...]", value)
        return [
            to_json(hint, one) for hint, one in zip(_items(kind, len(values)), values, strict=True)
        ]
    return value


def _items(kind: Any, size: int) -> tuple[Any, ...]:
    """The types of the items of a tuple of that size; raises RecordError where there are others."""
    for one in _members(kind):
        if get_origin(one) is not tuple:
            continue
        args = get_args(one)
        if args[-1:] == (Ellipsis,):
            return (args[0],) * size
        if len(args) == size:
            return args
    raise RecordError(f"there are {size} values, which is not how many there must be")


def from_json(kind: type[T], data: object, where: str = "the state") -> T:
    """The value of the type ``kind`` that ``data`` holds; raises RecordError with ``where``."""
    return cast("T", _read(kind, data, where))


def _read(kind: Any, data: object, where: str) -> Any:
    for one in _members(kind):
        if one is types.NoneType and data is None:
            return None
        if get_origin(one) is Literal and any(
            type(data) is type(choice) and data == choice for choice in get_args(one)
        ):
            return data
        if one in (int, str, bool, float) and type(data) is one:
            if isinstance(data, int | float) and not abs(data) <= LARGEST:
                raise RecordError(f"{where}: {str(data)[:20]} is no number that can stand here")
            return data
    if isinstance(data, list):
        values = cast("list[object]", data)
        if any(get_origin(one) is tuple for one in _members(kind)):
            try:
                items = _items(kind, len(values))
            except RecordError as error:
                raise RecordError(f"{where}: {error.why}") from None
            return tuple(
                _read(hint, value, f"{where}[{k}]")
                for k, (hint, value) in enumerate(zip(items, values, strict=True))
            )
    if isinstance(data, dict):
        given = cast("dict[str, object]", data)
        known = _records(kind)
        if len(known) == 1:
            (record,) = known.values()
        else:
            record = known.get(str(given.get(TAG)))
            given = {name: value for name, value in given.items() if name != TAG}
        if record is not None:
            hints = _hints(record)
            if given.keys() != hints.keys():
                wrong = sorted(given.keys() ^ hints.keys())
                raise RecordError(f"{where}: {', '.join(map(str, wrong))} missing or unknown")
            values = {
                name: _read(hint, given[name], f"{where}.{name}") for name, hint in hints.items()
            }
            return record(**values)
    text = str(cast("Any", data))[:40]
    raise RecordError(f"{where}: this value cannot stand here: {text}")
