"""What is edited, where it came from, and writing it back with its comments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kullerwerk.stage.edit.layout import Data, Layout, judged, layout_of
from scenes.errors import SceneError
from scenes.files import copy_text, load_scene, save_hill, save_track, source_text
from scenes.hill import MarbleHill
from scenes.parse import Source, parse
from scenes.track import Track


@dataclass(frozen=True, slots=True)
class Opened:
    """A scene that was opened: ``name`` as it was named, its ``text``, and its file.

    ``path`` None = a scene of the library, which is never written to.
    """

    name: str
    text: str
    path: Path | None


def opened(name: str) -> tuple[Opened, Layout]:
    """Open a scene of the library, or that of a file. Raises SceneError."""
    scene = load_scene(name)
    if not isinstance(scene, Track | MarbleHill):
        raise SceneError(name, None, "", "a track or a marble hill to edit", "a piece set")
    is_file = name.endswith(".toml") or "/" in name or "\\" in name
    path = Path(name) if is_file else None
    return Opened(name, source_text(name), path), layout_of(scene)


def saved(source: Opened, layout: Layout, path: Path) -> tuple[Opened, Layout]:
    """Write a layout to a file, and return what is edited from now on.

    A new file is a copy with a name of its own (`scenes.files.copy_scene`); an existing one other
    than that which was opened is refused, and so is that if somebody has changed it since. Raises
    SceneError, also for a layout with problems: the first one; nothing is written then.
    """
    if layout.scene is None:
        first = layout.problems[0]
        raise SceneError(str(path), None, first.key, first.expected, first.found, first.rest)
    text, data = source.text, layout.data
    if _own(source, path):
        if _there(path) and source_text(path) != text:
            expected = "the file as it was opened; save under another name"
            raise SceneError(str(path), None, "", expected, "one that was changed since")
    else:
        if path.suffix != ".toml":
            raise SceneError(str(path), None, "", "a file name that ends in .toml", str(path))
        if _there(path):
            raise SceneError(str(path), None, "", "the name of a new file", "an existing one")
        text = copy_text(source.name, path, text if source.path else None)
        data = _as_copy(data, text, path)
    now = judged(data)
    assert now.scene is not None, "a copy differs by its names alone"
    if isinstance(now.scene, Track):
        save_track(now.scene, path, text)
    else:
        save_hill(now.scene, path, text)
    return replace(source, name=str(path), text=source_text(path), path=path), now


def _as_copy(data: Data, text: str, path: Path) -> Data:
    """The data with the names that the text of its copy has."""
    named = parse(Source(str(path), text, path.parent))
    return data | {key: named[key] for key in ("name", "title", "note") if key in named}


def _own(source: Opened, path: Path) -> bool:
    """Whether a path is that of the file that was opened, also where that has gone since."""
    if source.path is None:
        return False
    if path.absolute() == source.path.absolute():
        return True
    try:
        return path.samefile(source.path)
    except OSError:
        return False


def _there(path: Path) -> bool:
    """Whether there is something of this name. Raises SceneError for an impossible one."""
    try:
        return path.exists()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SceneError(str(path), None, "", "a file that can be written", reason) from error
