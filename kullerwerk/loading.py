"""Opening what a user names, with one sentence where it cannot be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kullerwerk.console import fail

if TYPE_CHECKING:
    from scenes.track import Track


def open_track(name: str) -> Track:
    """Return the track of a library name or a file's path; leave the command if it is bad."""
    from scenes.files import SceneError, load_track

    try:
        return load_track(name)
    except SceneError as error:
        fail(str(error))
