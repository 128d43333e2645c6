"""Compiled functions: what is compiled, and where the machine code is kept.

numba keys the code that it keeps by the file of the function alone: after a change in one of the
files that a compiled function calls into, it would go on with the old code. So the folder is named
after the state of all compiled files.
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

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])
config = cast(Any, _config)  # its settings come from the environment, so checkers know none

_FILES = (
    "columns.py", "compiled.py", "contact.py", "flight.py", "kernel.py", "outline.py", "sliding.py",
    "touching.py", "touching_box.py", "touching_tower.py", "way.py", "world.py",
)  # fmt: skip
"""The files with compiled functions, and those of the constants that are built into them."""
_HERE = Path(__file__).parent


def _folder() -> str:
    """Return the folder for this state of the files: beside them, or among the user's caches."""
    stamp = 0
    for name in _FILES:
        state = (_HERE / name).stat()
        stamp = (stamp * 1_000_003 + state.st_mtime_ns + state.st_size) % 2**48
    own = _HERE / "__pycache__"
    if not os.access(own if own.exists() else _HERE, os.W_OK):
        kept = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        own = Path(kept) if kept else Path.home() / ".cache"
        own /= "kullerwerk"
    return str(own / f"compiled-{stamp:012x}")


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
