"""Facts about the installed program: versions, platform, folders."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import kullerwerk

LIBRARIES = (
    "pymunk",
    "numpy",
    "scipy",
    "pyglet",
    "pydantic",
    "tomlkit",
    "typer",
    "rich",
    "matplotlib",
)
"""The libraries whose versions can change a result or an output."""


def describe() -> dict[str, str]:
    """Return name -> value of everything that a bug report should carry."""
    facts = {
        "kullerwerk": kullerwerk.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
    }
    facts |= {name: _version(name) for name in LIBRARIES}
    facts |= _engine()
    facts["installed in"] = str(Path(kullerwerk.__file__).resolve().parent.parent)
    facts["interpreter"] = sys.executable
    facts["current folder"] = str(Path.cwd())
    return facts


def _engine() -> dict[str, str]:
    from sim.provider import provenance

    return {
        "engine" if key == "engine" else f"engine {key}": str(value)
        for key, value in provenance().items()
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
