"""Hashes of settled throws, noted per platform: whoever changes one bit of a throw notices.

``python -m benchmarks.golden`` prints the hashes of this machine and says what differs from what is
noted; ``--write`` notes them anew (after a change of the physics that is meant), ``--json`` prints
them as JSON. What is noted stands in ``tests/sim/golden``, a file for every key: operating system
with its C library and what its functions give (a sine may differ in the last bit from one processor
to the next, and a throw is chaotic), family of processors, versions of pymunk, numba and llvmlite
(which make the machine code). Exit code 0 = as noted or nothing noted, 1 = something differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict, cast

import pymunk

from benchmarks.checks import layouts, throwing
from sim.provider import settings_hash

SERIES = 3
THROWS = 8
FOLDER = Path(__file__).resolve().parent.parent / "tests" / "sim" / "golden"
HOW_TO = "run `python -m benchmarks.golden --write` and commit the file that it writes"


class Golden(TypedDict):
    """A throw as it is noted."""

    outcome: str
    settled: str
    """When and at which stored event the core called it settled."""
    hash: str
    """Of the settled state, the whole simulated way, the orientation and the time."""


class Noted(TypedDict):
    """A file of noted throws."""

    settings: str
    throws: dict[str, Golden]


def _functions() -> str:
    """Hash of what the C library's functions give: it chooses them by the processor too."""
    found: list[float] = []
    for k in range(1, 2000):
        x = k / 317.0
        found += [math.sin(x), math.cos(x), math.exp(-x), math.log(x)]
        found += [math.atan2(x, 1.7), math.acos(1.0 / (1.0 + x)), math.cosh(x / 3.0)]
    return hashlib.blake2b(repr(found).encode(), digest_size=3).hexdigest()


def key() -> str:
    """System and C library, family of processors, versions of what computes."""
    libc = "".join(platform.libc_ver())
    system = f"{platform.system()}-{libc}" if libc else platform.system()
    engines = f"pymunk{pymunk.version}-numba{version('numba')}-llvmlite{version('llvmlite')}"
    return f"{system}-{_functions()}-{platform.machine()}-{engines}".lower()


def file() -> Path:
    """Where the throws of this platform are noted."""
    return FOLDER / f"{key()}.json"


def throws() -> dict[str, Golden]:
    """Throw the golden layouts."""
    found: dict[str, Golden] = {}
    for k in range(THROWS):
        ended, state = throwing.thrown(layouts.layout_of(SERIES, k))
        whole = repr((state, ended.path, ended.matrix, ended.time))
        found[f"layout {k}"] = Golden(
            outcome=state.outcome,
            settled=f"event {len(ended.trace) - 1} at {ended.time * 1000:.4f} ms",
            hash=hashlib.blake2b(whole.encode(), digest_size=8).hexdigest(),
        )
    return found


def noted() -> Noted | None:
    """What is noted for this platform; None = nothing."""
    path = file()
    if not path.exists():
        return None
    return cast("Noted", json.loads(path.read_text(encoding="utf-8")))


def differences(old: dict[str, Golden], new: dict[str, Golden]) -> list[str]:
    """Say of every throw that is not as noted what became of it."""
    lines: list[str] = []
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) == new.get(name):
            continue
        was, now = old.get(name), new.get(name)
        if was is None or now is None:
            lines.append(f"{name}: {'not noted' if was is None else 'no longer thrown'}")
        elif was["hash"] != now["hash"] and was["settled"] == now["settled"]:
            lines.append(f"{name}: {now['outcome']}, {now['settled']}, with other figures")
        else:
            lines.append(
                f"{name}: {was['outcome']}, {was['settled']} -> {now['outcome']}, {now['settled']}"
            )
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.golden", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--write", action="store_true", help="note the throws of this platform")
    parser.add_argument("--json", action="store_true", help="print the throws as JSON")
    given = parser.parse_args(arguments)
    here = throws()
    if given.json:
        print(json.dumps(here, indent=1))
        return 0
    for name, throw in here.items():
        print(f"{name}: {throw['hash']}  {throw['outcome']}, {throw['settled']}")
    if given.write:
        FOLDER.mkdir(exist_ok=True)
        data = Noted(settings=settings_hash(), throws=here)
        file().write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        print(file().relative_to(FOLDER.parents[2]))
        return 0
    old = noted()
    if old is None:
        print(f"nothing is noted for {key()}; if two runs give the same, {HOW_TO}")
        return 0
    changed = differences(old["throws"], here)
    print(*changed, f"{len(changed)} of {len(here)} differ from what is noted", sep="\n")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
