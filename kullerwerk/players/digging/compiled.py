"""Compiled functions of this package: how they are compiled, and where machine code is kept.

numba keys the code that it keeps by the file of the function alone: after a change in one of the
files that a compiled function calls into, it would go on with the old code. So the folder is named
after the state of all files that the code is made of.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _config
from numpy.typing import NDArray

from rules.company import net, state

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])
config = cast(Any, _config)  # its settings come from the environment, so checkers know none

_HERE = Path(__file__).parent
_CONSTANTS = (Path(net.__file__), Path(state.__file__))
"""Files elsewhere whose constants are built into compiled functions."""

_compiled: list[Any] = []


def _folder() -> str:
    """Return the folder for this state of the files: beside them, or among the user's caches."""
    stamp = 0
    for path in (*sorted(_HERE.glob("*.py")), *_CONSTANTS):
        found = path.stat()
        stamp = (stamp * 1_000_003 + found.st_mtime_ns + found.st_size) % 2**48
    own = _HERE / "__pycache__"
    if not os.access(own if own.exists() else _HERE, os.W_OK):
        kept = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        own = Path(kept) if kept else Path.home() / ".cache"
        own /= "kullerwerk"
    return str(own / f"digging-{stamp:012x}")


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
    if config.DISABLE_JIT:
        return
    before = config.CACHE_DIR
    if not before:  # the user's own choice of a folder (NUMBA_CACHE_DIR) stands
        config.CACHE_DIR = _folder()
    try:
        for made in _compiled:
            made.enable_caching()
    finally:
        config.CACHE_DIR = before
