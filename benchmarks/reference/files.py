"""Reference files (.npz): one scene and one die, some hundred throws. SI units."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from benchmarks.reference.dice import Floats, corners, face_normals
from benchmarks.reference.scenes import ReferenceDie, ReferenceScene
from benchmarks.reference.throws import ReferenceThrow
from benchmarks.scores import Sample

Model = TypeVar("Model", bound=BaseModel)

MM = 1000.0
"""mm in one m."""
NEEDED = ("time", "x", "y", "off_table", "stuck", "start_face", "face_down")
"""Fields with one value per throw that scoring needs; ``face_normals`` comes on top."""


class BadReferenceError(ValueError):
    """A file that holds no reference throws; the message is one sentence that names the file."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What scoring needs of one file."""

    name: str
    """The file's name without its ending, e.g. ``open_d6``."""
    scene: ReferenceScene
    die: ReferenceDie
    throws: Sample
    """In mm, as all samples are."""

    @property
    def scene_name(self) -> str:
        """The name without the die's."""
        return self.name.removesuffix(f"_{self.die.kind}")


def save(
    path: Path,
    scene: ReferenceScene,
    die: ReferenceDie,
    throws: Sequence[ReferenceThrow],
    small: bool = False,
) -> None:
    """Write a file; a reader never sees half of it. ``small`` keeps only what scoring needs."""
    real = np.float32 if small else np.float64
    fields: dict[str, NDArray[np.generic]] = {
        "scene": np.array(scene.model_dump_json(exclude_none=True)),
        "die": np.array(die.model_dump_json()),
        "time": np.array([t.time for t in throws], real),
        "x": np.array([t.place[0] for t in throws], real),
        "y": np.array([t.place[1] for t in throws], real),
        "off_table": np.array([t.off_table for t in throws]),
        "stuck": np.array([t.stuck for t in throws]),
        "face_down": np.array([t.face_down for t in throws], np.uint8 if small else np.int64),
        "start_face": np.array([t.start_face for t in throws], np.uint8 if small else np.int64),
        "face_normals": face_normals(corners(die.kind, die.size)),
    }
    if not small:
        fields |= {
            "z": np.array([t.place[2] for t in throws]),
            "quat": np.array([t.quat for t in throws]),
            "face_up": np.array([t.face_up for t in throws]),
            "flatness": np.array([t.flatness for t in throws]),
            "pull": np.array([t.pull for t in throws]),
            "exit": np.array([t.exit for t in throws]),
        }
        fields |= {f"path{k}": np.array(t.path, np.float32) for k, t in enumerate(throws) if t.path}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **fields)
    draft = path.with_suffix(".draft")
    draft.write_bytes(buffer.getvalue())
    draft.replace(path)


def load(path: Path) -> Reference:
    """Read a file; raises `BadReferenceError` where it holds no reference throws."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            known = set(stored.files)
            wanted = ("scene", "die", "face_normals", *NEEDED)
            for key in wanted:
                if key not in known:
                    raise BadReferenceError(f"{path}: there is no field {key!r} in it")
            data = {key: np.asarray(stored[key]) for key in wanted}
    except FileNotFoundError:
        raise BadReferenceError(f"{path}: no such file") from None
    except BadReferenceError:
        raise
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, KeyError) as error:
        raise BadReferenceError(f"{path}: expected a NumPy .npz file ({error})") from error
    scene = _model(path, "scene", data["scene"], ReferenceScene)
    die = _model(path, "die", data["die"], ReferenceDie)
    count = data["x"].size
    if count == 0:
        raise BadReferenceError(f"{path}: it holds no throws")
    for key in NEEDED:
        if data[key].shape != (count,):
            raise BadReferenceError(
                f"{path}: field {key!r} has the shape {data[key].shape}: expected ({count},)"
            )
        if data[key].dtype.kind not in "fiub" or not np.isfinite(data[key]).all():
            raise BadReferenceError(f"{path}: field {key!r} holds something else than numbers")
    return Reference(
        name=path.stem,
        scene=scene,
        die=die,
        throws=Sample(
            place=np.stack([data["x"], data["y"]], axis=1).astype(np.float64) * MM,
            time=data["time"].astype(np.float64),
            off_table=data["off_table"].astype(np.bool_),
            stuck=data["stuck"].astype(np.bool_),
            start_face=data["start_face"].astype(np.int64),
            face_down=data["face_down"].astype(np.int64),
            face_normals=_normals(path, die, data),
        ),
    )


def _model(path: Path, key: str, text: NDArray[np.generic], model: type[Model]) -> Model:
    try:
        return model.model_validate_json(str(text))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in (key, *first["loc"]))
        raise BadReferenceError(f"{path}: {place}: {first['msg']}") from error


def _normals(path: Path, die: ReferenceDie, data: dict[str, NDArray[np.generic]]) -> Floats:
    """Return the face normals; rows of faces must point into them."""
    normals = data["face_normals"]
    faces = len(face_normals(corners(die.kind, die.size)))
    if normals.shape != (faces, 3) or normals.dtype.kind not in "fiu":
        raise BadReferenceError(
            f"{path}: field 'face_normals' has the shape {normals.shape}: "
            f"expected ({faces}, 3) for a {die.kind}"
        )
    for key in ("start_face", "face_down"):
        rows = data[key].astype(np.int64)
        if rows.min() < 0 or rows.max() >= faces:
            raise BadReferenceError(
                f"{path}: field {key!r} names a face {rows.min()} to {rows.max()}: "
                f"expected 0 to {faces - 1}"
            )
    return normals.astype(np.float64)
