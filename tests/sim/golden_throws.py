"""Hashes of a few settled throws, noted per platform; run as a program it notes them anew.

``python tests/sim/golden_throws.py`` writes ``tests/sim/golden/<system>-<machine>.json``.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import layouts

from sim.provider import settings_hash

SERIES = 3
THROWS = 8
HOW_TO = "run `python tests/sim/golden_throws.py` and commit the file it writes"


def file() -> Path:
    """Where this platform's hashes are noted."""
    name = f"{platform.system()}-{platform.machine()}".lower()
    return Path(__file__).parent / "golden" / f"{name}.json"


def hashes() -> dict[str, str]:
    """The settled state, the whole simulated path and the time to rest of each throw."""
    found: dict[str, str] = {}
    for k in range(THROWS):
        ended, state = layouts.thrown(layouts.layout_of(SERIES, k))
        whole = repr((state, ended.path, ended.matrix, ended.time))
        digest = hashlib.blake2b(whole.encode(), digest_size=8).hexdigest()
        found[f"layout {k}: {state.outcome}, {state.time} ms"] = digest
    return found


def libc() -> str:
    """The C library: its sines may differ in the last bit, and a throw is chaotic."""
    return "-".join(platform.libc_ver()) or platform.version()


if __name__ == "__main__":
    data = {"libc": libc(), "settings": settings_hash(), "throws": hashes()}
    file().parent.mkdir(exist_ok=True)
    file().write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(file())
