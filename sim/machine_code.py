"""Machine code of compiled functions that is kept for the next process.

numba keys the code that it keeps by the file of the function alone: after a change in one of the
files that a compiled function calls into, it would go on with the old code. So the folder is named
after the state of all files that the code is made of.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from numba.core import config as _config

config = cast(Any, _config)  # its settings come from the environment, so checkers know none


def keep(functions: Iterable[Any], name: str, beside: Path, files: Iterable[Path]) -> None:
    """From now on keep the machine code of functions that numba compiles.

    ``files`` are those that it is made of. The folder's name begins with ``name``; it is in the
    folder ``beside``, or among the user's caches where nothing can be written there.
    """
    if config.DISABLE_JIT:
        return
    before = config.CACHE_DIR
    if not before:  # the user's own choice of a folder (NUMBA_CACHE_DIR) stands
        config.CACHE_DIR = _folder(name, beside, files)
    try:
        for made in functions:
            made.enable_caching()
    finally:
        config.CACHE_DIR = before


def _folder(name: str, beside: Path, files: Iterable[Path]) -> str:
    """Return the folder for this state of the files."""
    stamp = 0
    for path in files:
        found = path.stat()
        stamp = (stamp * 1_000_003 + found.st_mtime_ns + found.st_size) % 2**48
    own = beside / "__pycache__"
    if not os.access(own if own.exists() else beside, os.W_OK):
        kept = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        own = Path(kept) if kept else Path.home() / ".cache"
        own /= "kullerwerk"
    return str(own / f"{name}-{stamp:012x}")
