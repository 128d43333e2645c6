"""Compiled functions of this package: how they are compiled, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from rules.company import net, state
from sim.machine_code import keep

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_CONSTANTS = (Path(net.__file__), Path(state.__file__))
"""Files elsewhere whose constants are built into compiled functions."""

_compiled: list[Any] = []


def compiled(function: F) -> F:
    """Compile a function at its first call."""
    njit = cast("Callable[..., Callable[[F], Any]]", numba.njit)
    made = njit(error_model="numpy")(function)
    _compiled.append(made)
    return cast(F, made)


@lru_cache(maxsize=1)
def keep_compiled() -> None:
    """From now on keep the machine code of all compiled functions for the next process.

    Not done where they are defined: it makes folders, and importing must not write.
    """
    keep(_compiled, "digging", _HERE, (*sorted(_HERE.glob("*.py")), *_CONSTANTS))
