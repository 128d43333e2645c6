"""Compiled functions: what is compiled, and what the machine code is made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from sim.machine_code import keep

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])

_FILES = (
    "columns.py", "compiled.py", "contact.py", "flight.py", "kernel.py", "outline.py", "sliding.py",
    "touching.py", "touching_box.py", "touching_tower.py", "way.py", "world.py",
)  # fmt: skip
"""The files with compiled functions, and those of the constants that are built into them."""
_HERE = Path(__file__).parent

_compiled: list[Any] = []


def compiled(function: F) -> F:
    """Compile a function at its first call.

    All are inlined into what calls them, and none may make an array: so no references to arrays are
    counted, which took a third of the time.
    """
    # The switch for the runtime is known to the compiler, not to its stubs.
    njit = cast("Callable[..., Callable[[F], Any]]", numba.njit)
    made = njit(error_model="numpy", forceinline=True, _nrt=False)(function)
    _compiled.append(made)
    return cast(F, made)


@lru_cache(maxsize=1)
def keep_compiled() -> None:
    """From now on keep the machine code of all compiled functions for the next process.

    Not done where they are defined: it makes folders, and importing must not write.
    """
    keep(_compiled, "compiled", _HERE, [_HERE / name for name in _FILES])
