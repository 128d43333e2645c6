"""Makes reference files: ``python -m benchmarks.reference FOLDER --scene open --die d6``.

Writes FOLDER/SCENE_DIE.npz with the fields that benchmarks/README.md lists, about five throws a
second and core. Files that are there already are left alone (``--again`` makes them anew), so a
run that was stopped goes on where it was. Needs MuJoCo (extra ``reference``).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter, ValidationError

from benchmarks.reference.catalogue import DICE, TRAINING, VALIDATION
from benchmarks.reference.engine import NoEngineError, engine
from benchmarks.reference.files import save
from benchmarks.reference.scenes import ReferenceScene, restitution
from benchmarks.reference.throws import ReferenceThrow, Thrower

BLOCK = 10
"""Throws between two signs of life."""
RECORDED = 10
"""Throws whose path is kept, where asked for."""


class WrongUseError(ValueError):
    """A wish that cannot be met; the message is one sentence."""


def own_scenes(path: Path) -> dict[str, ReferenceScene]:
    """Read scenes from a JSON file: an object of names, each with what differs from ``open``.

    ``restitution`` follows from ``e`` where it is not given. Raises `WrongUseError`.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongUseError(f"{path}: {error.strerror}") from error
    try:
        changes = TypeAdapter(dict[str, dict[str, object]]).validate_json(text)
    except ValidationError as error:
        raise WrongUseError(
            f"{path}: expected a JSON object of scenes ({error.errors()[0]['msg']})"
        ) from error
    base = cast("dict[str, object]", TRAINING["open"].model_dump(mode="json"))
    found: dict[str, ReferenceScene] = {}
    for name, change in changes.items():
        unknown = sorted(set(change) - set(base))
        if unknown:
            raise WrongUseError(
                f"{path}: {name}.{unknown[0]}: no such key: expected one of {', '.join(base)}"
            )
        try:
            derived = dict[str, object]()
            if "restitution" not in change and isinstance(change.get("e"), float):
                derived["restitution"] = restitution(cast("float", change["e"]))
            found[name] = ReferenceScene.model_validate_json(json.dumps(base | derived | change))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in (name, *first["loc"]))
            raise WrongUseError(f"{path}: {place}: {first['msg']}") from error
        except ValueError as error:
            raise WrongUseError(f"{path}: {name}.e: {error}") from error
    return found


def seed_of(seed: int, name: str) -> int:
    """Return the seed of one file, so that no two files of a run share their random numbers."""
    return seed * 2**32 + zlib.crc32(name.encode())


def _block(task: tuple[ReferenceScene, str, int, int, int, int]) -> list[ReferenceThrow]:
    scene, die, seed, count, first, recorded = task
    return list(Thrower(scene, DICE[die]).throws(seed, count, first, recorded))


def _blocks(
    scene: ReferenceScene, die: str, seed: int, throws: int, recorded: int, jobs: int
) -> Iterator[list[ReferenceThrow]]:
    tasks = [
        (scene, die, seed, min(BLOCK, throws - first), first, recorded)
        for first in range(0, throws, BLOCK)
    ]
    if jobs == 1:
        yield from map(_block, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_block, tasks)


def make(
    path: Path, scene: ReferenceScene, die: str, seed: int, throws: int, jobs: int, recorded: int
) -> list[ReferenceThrow]:
    """Throw, show how far it is, and return the throws."""
    done: list[ReferenceThrow] = []
    start = time.monotonic()
    for block in _blocks(scene, die, seed, throws, recorded, jobs):
        done += block
        rate = len(done) / (time.monotonic() - start)
        print(
            f"\r{path.name}: {len(done)}/{throws} throws, {rate:.1f} a second ",
            end="" if len(done) < throws else "\n",
            file=sys.stderr,
            flush=True,
        )
    return done


def _chosen(given: argparse.Namespace) -> dict[str, ReferenceScene]:
    """Return the scenes that were asked for."""
    known: Mapping[str, ReferenceScene] = TRAINING | VALIDATION
    wanted = cast("list[str]", given.scene)
    if given.scenes_file is not None:
        own = own_scenes(cast("Path", given.scenes_file))
        known = {**known, **own}
        wanted = wanted or list(own)
    wanted = wanted or list(TRAINING)
    for name in wanted:
        if name not in known:
            raise WrongUseError(f"no scene is called {name!r}: expected one of {', '.join(known)}")
    return {name: known[name] for name in wanted}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.reference", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument(
        "--scene", action="append", default=[], help="a scene by name (again for more); "
        "default: the training scenes"
    )  # fmt: skip
    parser.add_argument(
        "--die", action="append", default=[], choices=list(DICE), help="default: all four"
    )
    parser.add_argument("--throws", type=int, default=400, help="throws per file (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="default 1")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--scenes-file", type=Path, help="JSON file with scenes of your own")
    parser.add_argument("--paths", action="store_true", help=f"keep {RECORDED} paths per file")
    parser.add_argument("--small", action="store_true", help="keep only what scoring needs")
    parser.add_argument("--again", action="store_true", help="make files anew that are there")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 2 = MuJoCo is missing or a wish cannot be met."""
    given = _parser().parse_args(arguments)
    folder: Path = given.folder
    dice: list[str] = given.die or list(DICE)
    try:
        scenes = _chosen(given)
        if min(given.throws, given.jobs) < 1 or given.seed < 0:
            raise WrongUseError("--throws and --jobs count from 1, --seed from 0")
        engine()
        folder.mkdir(parents=True, exist_ok=True)
    except (WrongUseError, NoEngineError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{folder}: {error.strerror}", file=sys.stderr)
        return 2
    for name, scene in scenes.items():
        for die in dice:
            path = folder / f"{name}_{die}.npz"
            if path.exists() and not given.again:
                print(f"{path.name}: there already", file=sys.stderr)
                continue
            throws = make(
                path,
                scene,
                die,
                seed_of(given.seed, path.stem),
                given.throws,
                given.jobs,
                RECORDED if given.paths else 0,
            )
            save(path, scene, DICE[die], throws, given.small)
    return 0


if __name__ == "__main__":
    sys.exit(main())
