"""The part of MuJoCo that is used here, typed, and loaded only when it is needed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol, cast

from benchmarks.reference.dice import Floats


class Data(Protocol):
    """State of a simulation. ``qpos``: die (3 + quaternion wxyz), then the hat's height."""

    time: float
    qpos: Floats
    qvel: Floats


class _Models(Protocol):
    from_xml_string: Callable[[str], object]


class Engine(Protocol):
    """The module ``mujoco``."""

    __version__: str
    MjModel: _Models
    MjData: Callable[[object], Data]
    mj_step: Callable[[object, Data, int], None]
    """Model, state, number of steps."""


class NoEngineError(RuntimeError):
    """MuJoCo is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "this needs MuJoCo, which is not installed: run make reference, or pip install mujoco"
        )


def engine() -> Engine:
    """Return the module ``mujoco``; raises `NoEngineError` where it is not installed."""
    try:
        return cast("Engine", importlib.import_module("mujoco"))
    except ModuleNotFoundError as missing:
        if missing.name != "mujoco":
            raise
        raise NoEngineError from missing
