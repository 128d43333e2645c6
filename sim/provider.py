"""Answers the rules' requests by simulation, live."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import json
import platform
from functools import lru_cache
from importlib import resources

import numpy as np
import pymunk

from scenes.track import Track
from sim.arrays import SETTINGS
from sim.die_throw import throw
from sim.draws import draw
from sim.outcome import settled
from sim.settled import MM, DieSettled, DieThrow
from sim.solids import solid
from sim.thrown import Thrown
from sim.world import World, world_of


def thrown_by(
    track: Track, request: DieThrow, rng: np.random.Generator, tracing: bool = False
) -> tuple[Thrown, World]:
    """Throw the die of ``request``; returns the throw in floats, and its surroundings.

    Raises ``ValueError`` for a piece set that the track does not have, or a start face that the
    die does not have.
    """
    world = world_of(track, request)
    row = None
    if request.start_face:
        numbers = solid(world.die.kind, world.die.size).numbers
        if request.start_face not in numbers:
            raise ValueError(
                f"a {world.die.kind} has no face {request.start_face}: "
                f"expected 1 to {len(numbers)}, or 0 for any"
            )
        row = numbers.index(request.start_face)
    pull, sideways = request.pull
    if pull <= 0:
        raise ValueError(f"the hat must be pulled upward, got {pull / MM} mm/s")
    ended = throw(world, draw(rng), pull / MM, sideways / MM, row, tracing=tracing)
    return ended, world


def settle(track: Track, request: DieThrow, rng: np.random.Generator) -> DieSettled:
    """Return where the die of ``request`` comes to rest. All randomness comes from ``rng``."""
    return settled(*thrown_by(track, request, rng))


@dataclasses.dataclass(frozen=True, slots=True)
class Live:
    """The provider of live play: every request is simulated on ``track``."""

    track: Track

    def resolve(self, request: DieThrow, rng: np.random.Generator) -> DieSettled:
        """Answer one request."""
        return settle(self.track, request, rng)


def _of_a_throw() -> set[str]:
    """Return the modules of ``sim`` that a die's throw runs through, the contract aside."""
    found: set[str] = set()
    left = ["provider"]
    while left:
        name = left.pop()
        if name in found or name == "settled":
            continue
        found.add(name)
        text = (resources.files("sim") / f"{name}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module == "sim":
                left += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sim."):
                left.append((node.module or "").removeprefix("sim."))
    return found


@lru_cache(maxsize=1)
def settings_hash() -> str:
    """Return a short hash of all that decides a throw: settings, fit, our code and pymunk's."""
    names = {*(f"{name}.py" for name in _of_a_throw()), "compliance.json"}
    files = [resources.files("sim") / name for name in sorted(names)]
    parts = {
        "engine": ["pymunk", pymunk.version, pymunk.chipmunk_version],
        "settings": dataclasses.asdict(SETTINGS),
        "code": [[f.name, f.read_text(encoding="utf-8")] for f in files],
    }
    text = json.dumps(parts, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def provenance() -> dict[str, str]:
    """Return what a record says about the engine that gave its outcomes."""
    return {
        "engine": "compliant contacts, pymunk",
        "pymunk": pymunk.version,
        "chipmunk": pymunk.chipmunk_version,
        "numpy": np.__version__,
        "settings": settings_hash(),
        "fit": "sim/compliance.json",
        "platform": f"{platform.system()}-{platform.machine()}",
    }
