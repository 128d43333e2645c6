"""What the scene's checks say, in the words of whoever looks at the table."""

from __future__ import annotations

import re

from kullerwerk.stage.edit.layout import Data, value_at
from scenes.errors import SceneError


def sentence(problem: SceneError, lang: str, data: Data) -> str:
    """A problem as one sentence in the language of the window.

    Lists count from 1 for people, and half-spheres and rays are called by their names.
    """
    del lang
    where = _where(problem.key, data)
    return f"{where}: expected {problem.expected}, found {problem.found}."


def _where(key: str, data: Data) -> str:
    found = re.match(r"(half_spheres|course)\[(\d+)\](?:\.(\w+))?", key)
    if found is None:
        return key
    name = "name" if found[1] == "half_spheres" else "around"
    called = value_at(data, (found[1], int(found[2]), name), "?")
    what = f"half-sphere {called}" if name == "name" else f"the ray of {called}"
    return f"{what}, {found[3]}" if found[3] else what
