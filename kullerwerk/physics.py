"""Live physics: which games have it, on which scenes, and what a record says of it.

The engines are loaded when they are needed, each without the other.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from scenes.files import Kind, load_hill, load_track
from scenes.hill import MarbleHill

if TYPE_CHECKING:
    from rules.core.records import Header
    from rules.core.types import Provider
    from scenes.track import Track

SCENES: dict[str, Kind] = {"koenig": "track", "kullern": "hill"}
"""The games that can be simulated, with the kind of scene that each is played on."""
DEFAULT_SCENES: dict[str, str] = {"koenig": "rundkurs", "kullern": "galton"}
"""The scene of each where nobody names one."""


def has_physics(game: str) -> bool:
    """Whether a game can be played with live physics."""
    return game in SCENES


def live(scene: Track | MarbleHill) -> Provider:
    """Return the provider that simulates on a scene."""
    if isinstance(scene, MarbleHill):
        from sim.marbles.provider import LiveMarbles

        return LiveMarbles(scene)
    from sim.provider import Live

    return Live(scene)


def provenance(game: str) -> dict[str, str]:
    """Return what a record says of the engine that gave the outcomes of a game."""
    if SCENES[game] == "hill":
        return _of_marbles()
    from sim.provider import provenance as of_dice

    return of_dice()


def settings_of(scene: Track | MarbleHill) -> str:
    """Return a short hash of all that decides outcomes on a scene beside the scene itself."""
    if isinstance(scene, MarbleHill):
        return _marbles_hash()
    from sim.provider import settings_hash

    return settings_hash()


def simulated(head: Header) -> bool:
    """Whether a record comes from live physics, and not from the game's own sampled outcomes."""
    return has_physics(head.game) and "settings" in head.engine


def game_scene(game: str, name: str) -> Track | MarbleHill:
    """Return the scene of a name (or file) that a game is played on. Raises SceneError."""
    return load_hill(name) if SCENES[game] == "hill" else load_track(name)


def _of_marbles() -> dict[str, str]:
    import platform

    import pymunk

    return {
        "engine": "marbles, pymunk",
        "pymunk": pymunk.version,
        "chipmunk": pymunk.chipmunk_version,
        "settings": _marbles_hash(),
        "platform": f"{platform.system()}-{platform.machine()}",
    }


@lru_cache(maxsize=1)
def _marbles_hash() -> str:
    """Return a short hash of all code that decides a run of marbles, ours and pymunk's."""
    import pymunk

    files = [f for f in (resources.files("sim") / "marbles").iterdir() if f.name.endswith(".py")]
    files += [resources.files("sim") / f"{name}.py" for name in ("marble", "world")]
    parts = {
        "engine": [pymunk.version, pymunk.chipmunk_version],
        "code": sorted([f.name, f.read_text(encoding="utf-8")] for f in files),
    }
    text = json.dumps(parts, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
