"""A layout that is being edited: a scene's values as plain data, and the steps to undo and redo.

Data is never changed: a command returns other data that shares what it leaves alone. A layout may
be wrong for a while (a half-sphere dragged through another one); then it has ``problems``, each a
sentence of the scene's own checks, and no ``scene``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import ValidationError

from scenes.checks import race_problems
from scenes.errors import SceneError, from_problems, from_validation
from scenes.hill import MarbleHill
from scenes.problems import Key
from scenes.track import Track

Data = dict[str, Any]
"""A scene as a file holds it; never changed in place."""
Place = tuple[float, float]
DIGITS = 2
"""Decimals of the millimetres that the editor writes."""
MOST_STEPS = 500
"""So many steps can be undone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Data, and what the scene's checks say of it: a ``scene``, or ``problems``."""

    data: Data
    scene: Track | MarbleHill | None = field(compare=False)
    problems: tuple[SceneError, ...] = field(compare=False)


def layout_of(scene: Track | MarbleHill) -> Layout:
    """The layout of a scene."""
    return judged(scene.model_dump(mode="json", exclude_none=True))


def judged(data: Data) -> Layout:
    """Data with what the checks say of it: those of the models, and of tracks that of races."""
    model = MarbleHill if data["kind"] == "hill" else Track
    try:
        scene = model.model_validate(data)
    except ValidationError as error:
        return Layout(data, None, _all(from_validation(error, model, "", {})))
    if isinstance(scene, Track):
        found = from_problems(race_problems(scene), "", {})
        if found is not None:
            return Layout(data, None, _all(found))
    return Layout(data, scene, ())


def _all(error: SceneError) -> tuple[SceneError, ...]:
    return error, *error.rest


def value_at(data: Data, key: Key, usual: Any = None) -> Any:
    """The value at a key; ``usual`` where there is none."""
    here: Any = data
    for step in key:
        try:
            here = here[step]
        except (KeyError, IndexError):
            return usual
    return here


def put(data: Data, key: Key, value: Any) -> Data:
    """The data with another value at a key; tables on the way that are missing are made."""
    return cast("Data", _put(data, key, value))


def _put(here: Any, key: Key, value: Any) -> Any:
    if not key:
        return value
    step, *rest = key
    if isinstance(here, list):
        items = list(cast("list[Any]", here))
        items[cast("int", step)] = _put(items[cast("int", step)], tuple(rest), value)
        return items
    table = dict(cast("Data", here)) if isinstance(here, dict) else {}
    table[str(step)] = _put(table.get(str(step)), tuple(rest), value)
    return table


def without(data: Data, key: Key) -> Data:
    """The data without a key of one of its tables, which may be missing."""
    if value_at(data, key) is None:
        return data
    *way, last = key
    table = cast("Data", value_at(data, tuple(way)))
    return put(data, tuple(way), {k: v for k, v in table.items() if k != last})


def tidy(value: float) -> float:
    """A measure as the editor writes it."""
    return round(value, DIGITS) + 0.0


def near(value: float, step: float) -> float:
    """The nearest multiple of a step, 0 = of what the editor writes at all."""
    return tidy(round(value / step) * step if step > 0 else value)


def on_grid(place: Place, step: float) -> Place:
    """The nearest point of a grid; ``step`` 0 = there is none."""
    return near(place[0], step), near(place[1], step)


class History:
    """The layouts that there were, the one there is, and those that were undone.

    Steps that follow each other with the same ``merge`` are one step for who undoes them: a drag, a
    slider, a row of presses of an arrow key.
    """

    def __init__(self, layout: Layout) -> None:
        self.now = layout
        self._past: list[Layout] = []
        self._future: list[Layout] = []
        self._merge = ""
        self._kept = layout

    def do(self, data: Data, merge: str = "") -> bool:
        """Go on to other data; whether it differs from what there was."""
        if data == self.now.data:
            return False
        if merge and merge == self._merge and self._past[-1].data == data:
            # Dragged back to where it was: nothing is left that could be undone.
            self.now, self._future = self._past.pop(), []
            self.seal()
            return True
        if not merge or merge != self._merge:
            self._past = [*self._past[-MOST_STEPS + 1 :], self.now]
        self._merge = merge
        self._future = []
        self.now = judged(data)
        return True

    def seal(self) -> None:
        """The next step is one of its own."""
        self._merge = ""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back."""
        if self._past:
            self._future.append(self.now)
            self.now = self._past.pop()
            self.seal()

    def redo(self) -> None:
        """Take the step again that was undone last."""
        if self._future:
            self._past.append(self.now)
            self.now = self._future.pop()
            self.seal()

    def keep(self) -> None:
        """What there is now has been saved."""
        self._kept = self.now

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost."""
        return self.now.data != self._kept.data
