"""Scene files: the library, loading with one clear sentence for a bad file, saving, copying.

A track file names its piece sets (library names, or ``.toml`` files next to it, or tables of its
own); loading resolves them. Nothing is written when anything is wrong.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import math
import os
import re
import tempfile
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, NamedTuple, TypeGuard, TypeVar, cast, get_args, get_origin

from pydantic import ValidationError

from scenes.checks import race_problems
from scenes.errors import SceneError, from_problems, from_validation, shown
from scenes.hill import MarbleHill
from scenes.lines import line_of
from scenes.parse import FORMAT, Data, Source, migrate, parse, read_text, tables
from scenes.parts import Part, PieceSet
from scenes.problems import Key, dotted
from scenes.track import Track

Kind = Literal["track", "set", "hill"]
KINDS: tuple[Kind, ...] = ("track", "set", "hill")
Scene = Track | PieceSet | MarbleHill
"""Everything that a scene file may hold."""

_FOLDERS: dict[Kind, str] = {"track": "tracks", "set": "sets", "hill": "hills"}
_MODELS: dict[Kind, type[Part]] = {"track": Track, "set": PieceSet, "hill": MarbleHill}
_Model = TypeVar("_Model", Track, PieceSet, MarbleHill)


class LibraryEntry(NamedTuple):
    """One scene of the library."""

    kind: Kind
    name: str
    title: str
    assumed: bool


def library() -> list[LibraryEntry]:
    """Return every scene that comes with the program: tracks, sets by start number, hills."""
    tracks = sorted((load_track(name) for name in _names("track")), key=lambda track: track.name)
    sets = (load_set(name) for name in _names("set"))
    ordered = sorted(sets, key=lambda piece_set: piece_set.face.start_number)
    hills = (load_hill(name) for name in _names("hill"))
    return [
        LibraryEntry(scene.kind, scene.name, scene.title, scene.assumed)
        for scene in (*tracks, *ordered, *hills)
    ]


def load_track(name_or_path: str | Path) -> Track:
    """Return a track of the library, or that of a file, with its piece sets, fit to be raced on.

    A text that ends in ``.toml`` or holds a slash is a path; anything else a name of the library.
    Raises SceneError.
    """
    return read_track(_source(name_or_path, "track"))


def load_set(name_or_path: str | Path) -> PieceSet:
    """Return a piece set of the library, or that of a file. Raises SceneError."""
    return read_set(_source(name_or_path, "set"))


def load_hill(name_or_path: str | Path) -> MarbleHill:
    """Return a marble hill of the library, or that of a file. Raises SceneError."""
    return read_hill(_source(name_or_path, "hill"))


def load_scene(name_or_path: str | Path) -> Scene:
    """Return a scene of any kind, whichever the name or the file is. Raises SceneError."""
    return _read(_source(name_or_path, *KINDS))


def load_course(name_or_path: str | Path) -> Track | MarbleHill:
    """Return a track or a marble hill, whichever the name or the file is. Raises SceneError."""
    source = _source(name_or_path, "track", "hill")
    return read_hill(source) if parse(source).get("kind") == "hill" else read_track(source)


def _read(source: Source) -> Scene:
    """Return the scene in a text, of whichever kind it says that it is."""
    match parse(source).get("kind"):
        case "set":
            return read_set(source)
        case "hill":
            return read_hill(source)
        case _:
            return read_track(source)


def read_track(source: Source) -> Track:
    """Return the track in a text, fit to be raced on. Raises SceneError."""
    data, lines = tables(source, "track")
    if isinstance(data.get("sets"), list):
        data["sets"] = [
            _piece_set(item, ("sets", index), source, lines)
            for index, item in enumerate(cast("list[object]", data["sets"]))
        ]
    track = _validated(Track, data, source, lines)
    error = from_problems(race_problems(track), source.file, lines)
    if error:
        raise error
    return track


def read_set(source: Source) -> PieceSet:
    """Return the piece set in a text. Raises SceneError."""
    data, lines = tables(source, "set")
    return _validated(PieceSet, data, source, lines)


def read_hill(source: Source) -> MarbleHill:
    """Return the marble hill in a text. Raises SceneError."""
    data, lines = tables(source, "hill")
    return _validated(MarbleHill, data, source, lines)


def source_text(name_or_path: str | Path) -> str:
    """Return the text of a library scene or a file, comments and all. Raises SceneError."""
    return _source(name_or_path, *KINDS).text


def schema(kind: Kind) -> dict[str, object]:
    """Return the JSON Schema of a kind of scene file, with descriptions and units."""
    result = cast("dict[str, object]", _MODELS[kind].model_json_schema())
    result = {"$schema": "https://json-schema.org/draft/2020-12/schema", **result}
    if kind == "track":
        sets = cast("dict[str, dict[str, object]]", result["properties"])["sets"]
        name = {
            "type": "string",
            "description": "A set of the library, or a .toml file next to the track's.",
        }
        sets["items"] = {"anyOf": [name, sets["items"]]}
    return result


def scene_hash(scene: Scene) -> str:
    """Return 16 hexadecimal digits that change whenever any value of the scene does."""
    plain = _plain_numbers(scene.model_dump(mode="json"))
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def copy_scene(name_or_path: str, path: str | Path, *, force: bool = False) -> Path:
    """Write a scene of the library, or of a file, to another file and return its path.

    The copy keeps the comments, and has a name and a title of its own, made of the new file's name;
    what a library scene says about itself alone is left behind. An existing file is refused unless
    ``force``. Raises SceneError.
    """
    target = Path(path)
    source = _source(name_or_path, *KINDS)
    if target.suffix != ".toml":
        raise SceneError(str(path), None, "", "a file name that ends in .toml", shown(target.name))
    itself = source.folder is not None and target.exists() and target.samefile(source.file)
    if itself or (target.exists() and not force):
        found = "the scene itself" if itself else "an existing one (--force overwrites it)"
        raise SceneError(str(path), None, "", "the name of a new file", found)
    text = copy_text(name_or_path, target)
    copied = Source(str(path), text, target.parent)
    _read(copied)  # a track's sets that are files next to the original are not next to the copy
    write_atomically(target, text)
    return target


def copy_text(name_or_path: str, target: Path, text: str | None = None) -> str:
    """Return the text of a scene's copy in a file of that name, as `copy_scene` writes it.

    ``text`` is that of a file as it was when it was read, None = as it is now. Raises SceneError.
    """
    from scenes.keep import edited

    if text is None:
        load_scene(name_or_path)  # nothing is copied that could not be loaded
        source = _source(name_or_path, *KINDS)
    else:
        source = Source(name_or_path, text, Path(name_or_path).parent)
    name = _own_name(target.stem)
    data = parse(source) | {"name": name, "title": name}
    text = source.text
    if source.folder is None:
        data["note"] = f"Copied from {name_or_path}."
        # The first sentence tells what the original is, the following ones its units and axes.
        text = re.sub(r"\A# [^.]*\.", f"# {name}, copied from {name_or_path}.", text)
    return edited(text, data, {})


def _own_name(stem: str) -> str:
    """Return a name for a scene in a file of that name: valid, and not one of the library's."""
    words = re.sub(r"[^\w-]+", "-", stem).strip("-")
    name = words[:40].rstrip("-") or "copy"
    if name in [known for kind in KINDS for known in _names(kind)]:
        name = f"my-{name}"
    return name


def save_track(track: Track, path: str | Path, over: str | None = None) -> None:
    """Write a track to a file, all or nothing.

    ``over`` is the text that the track was edited from; without it, that of the file, if there is
    one. Its comments and layout are kept and only what changed is written. Raises SceneError, and
    writes nothing, for a track that could not be loaded again.
    """
    _save(track, path, over)


def save_hill(hill: MarbleHill, path: str | Path, over: str | None = None) -> None:
    """Write a marble hill to a file, as `save_track` does a track. Raises SceneError."""
    _save(hill, path, over)


def _save(scene: Track | MarbleHill, path: str | Path, over: str | None) -> None:
    from scenes.keep import edited

    target = Path(path)
    if over is None and target.exists():
        over = read_text(target)
    source = Source(str(path), over or "", target.parent)
    old = parse(source)
    plain = cast("Data", _plain_numbers(scene.model_dump(mode="json", exclude_none=True)))
    if isinstance(scene, Track):
        plain["sets"] = _set_references(scene, old, source)
    text = edited(source.text, plain, _defaults(type(scene)))
    saved = Source(str(path), text, target.parent)
    again = read_track(saved) if isinstance(scene, Track) else read_hill(saved)
    if again != scene:
        what = scene.kind
        raise RuntimeError(
            f"{path}: the saved text does not hold the same {what}; please report it"
        )
    write_atomically(target, text)


def write_atomically(path: Path, text: str) -> None:
    """Write a text file as a whole or not at all. Raises SceneError."""
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=path.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            # mkstemp lets only the owner read; keep the old file's rights, or give usual ones.
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SceneError(str(path), None, "", "a file that can be written", reason) from error


def _names(kind: Kind) -> list[str]:
    folder = _library_folder(kind)
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    )


def _library_folder(kind: Kind) -> Traversable:
    return resources.files("scenes") / "library" / _FOLDERS[kind]


def _source(name_or_path: str | Path, *kinds: Kind) -> Source:
    name = str(name_or_path)
    if isinstance(name_or_path, Path) or name.endswith(".toml") or "/" in name or os.sep in name:
        path = Path(name_or_path)
        return Source(name, read_text(path), path.parent)
    for one in kinds:
        if name in _names(one):
            file = _library_folder(one) / f"{name}.toml"
            return Source(name, file.read_text(encoding="utf-8"), None)
    raise _no_such_name(name, kinds)


def _no_such_name(name: str, kinds: Sequence[Kind]) -> SceneError:
    known = [known for one in kinds for known in _names(one)]
    nearest = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean {nearest[0]}?)" if nearest else ""
    if Path(name).is_file():
        hint = " (files end in .toml, or are named with their folder)"
    what = "scene" if kinds == KINDS else " or ".join(kinds)
    expected = f"a {what} of the library ({', '.join(known)}) or a .toml file"
    return SceneError(name or '""', None, "", expected, f"no such {what}{hint}")


def _validated(model: type[_Model], data: Data, source: Source, lines: dict[Key, int]) -> _Model:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise from_validation(error, model, source.file, lines) from error


def _piece_set(item: object, key: Key, source: Source, lines: dict[Key, int]) -> object:
    """Return what a track's ``sets`` entry stands for: a set, or a table to be validated."""
    if isinstance(item, dict):
        table = cast("Data", item)
        data = {"format": FORMAT, "kind": "set", **table}
        return migrate(data, source.file, line_of((*key, "format"), lines))
    if isinstance(item, str):
        if item.endswith(".toml") and source.folder is not None:
            path = source.folder / item
            if path.is_file():
                return load_set(path)
        elif item in _names("set"):
            return load_set(item)
    raise SceneError(
        source.file,
        line_of(key, lines),
        dotted(key),
        f"a set of the library ({', '.join(_names('set'))}), a .toml file next to this one "
        "or a table",
        shown(item),
    )


def _set_references(track: Track, old: Data, source: Source) -> list[object]:
    """Return for each set of a track how its file names it: as before, by name, or in full."""
    references: dict[str, object] = {}
    listed = old.get("sets")
    for item in cast("list[object]", listed) if isinstance(listed, list) else []:
        if isinstance(item, str):
            try:
                found = _piece_set(item, (), source, {})
            except SceneError:  # the old text names a set that has gone: write the new one in full
                continue
            references[cast("PieceSet", found).name] = item
    result: list[object] = []
    for piece_set in track.sets:
        reference = references.get(piece_set.name, piece_set.name)
        try:
            same = _piece_set(reference, (), source, {}) == piece_set
        except SceneError:
            same = False
        plain = _plain_numbers(piece_set.model_dump(mode="json", exclude_none=True))
        result.append(reference if same else plain)
    return result


def _defaults(model: type[Part]) -> Data:
    """Return what a file may leave out, with the values that hold then.

    ``name[]`` holds the defaults of the tables in the list ``name``.
    """
    result: Data = {}
    for name, field in model.model_fields.items():
        kind = cast("object", field.annotation)
        if isinstance(field.default, Part):
            result[name] = _plain_numbers(field.default.model_dump(mode="json", exclude_none=True))
        elif not field.is_required():
            result[name] = _plain_numbers(field.default)
        elif _is_part(kind):
            result[name] = _defaults(kind)
        if get_origin(kind) is tuple and _is_part(item := get_args(kind)[0]):
            result[f"{name}[]"] = _defaults(item)
    return result


def _is_part(kind: object) -> TypeGuard[type[Part]]:
    return isinstance(kind, type) and issubclass(kind, Part)


def _plain_numbers(value: object) -> object:
    """Return plain data with 600.0 as 600 and -0.0 as 0, as people write numbers."""
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _plain_numbers(item) for key, item in items}
    if isinstance(value, list | tuple):
        return [_plain_numbers(item) for item in cast("list[object]", value)]
    return value
