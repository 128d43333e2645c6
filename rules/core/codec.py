"""Frozen data to JSON and back: requests, settled states, the tuples that states are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, cast

from rules.core.types import JSON
from sim.settled import (
    DieSettled,
    DieThrow,
    LiftMarmot,
    MarbleDrop,
    MarbleRequest,
    MarblesSettled,
    OnHill,
    PlaceMarmot,
    PushSlider,
    Request,
    Resume,
    Settled,
    Standing,
)


def plain(value: Any) -> Any:
    """Dataclasses as objects, tuples as arrays, all the way down."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in cast("tuple[Any, ...]", value)]
    return value


def frozen(value: Any) -> Any:
    """Arrays as tuples, all the way down; objects stay."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in cast("list[Any]", value))
    return value


def _standing(values: Sequence[Mapping[str, Any]]) -> tuple[Standing, ...]:
    return tuple(Standing(value["name"], frozen(value["pose"])) for value in values)


def load_throw(data: JSON) -> DieThrow:
    """The throw of a dump; KeyError or TypeError where it cannot be one."""
    return DieThrow(
        tower=data["tower"],
        die=data["die"],
        pose=frozen(data["pose"]),
        towers=_standing(data["towers"]),
        blockers=_standing(data["blockers"]),
        pull=frozen(data["pull"]),
        start_face=data["start_face"],
        stop=data["stop"],
    )


_MARBLES: dict[str, type[MarbleRequest]] = {
    kind.__name__: kind for kind in (MarbleDrop, LiftMarmot, PlaceMarmot, PushSlider, Resume)
}


def load_request(data: JSON, kind: str) -> Request:
    """The request of a dump, ``kind`` being the name of its type.

    Raises KeyError or TypeError where it cannot be one.
    """
    if kind == DieThrow.__name__:
        return load_throw(data)
    values = {name: frozen(value) for name, value in data.items() if name != "on"}
    on = {name: frozen(value) for name, value in data["on"].items()}
    return _MARBLES[kind](on=OnHill(**on), **values)


def load_settled(data: JSON, asked: str) -> Settled:
    """The answer of a dump to a request of the type named ``asked``.

    Raises KeyError or TypeError where it cannot be one.
    """
    if asked in _MARBLES:
        return MarblesSettled(**{name: frozen(value) for name, value in data.items()})
    if asked != DieThrow.__name__:
        raise KeyError(asked)
    return DieSettled(
        outcome=data["outcome"],
        pose=frozen(data["pose"]),
        face=data["face"],
        path=frozen(data["path"]),
        outline=frozen(data["outline"]),
        displaced=_standing(data["displaced"]),
        time=data["time"],
    )
