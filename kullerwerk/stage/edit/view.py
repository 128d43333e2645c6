"""How the layout is looked at and moved: the map, the paths, the grid, the live symmetry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kullerwerk.stage.edit.handles import Axis
from kullerwerk.stage.edit.stack import Stack

STEPS: tuple[float, ...] = (1.0, 5.0, 10.0, 20.0, 50.0)
"""Grids of a table to choose from, mm."""
HILL_STEPS: tuple[float, ...] = (0.1, 0.5, 1.0, 5.0, 10.0)
"""Those of a hill: splitters are set by tenths, rows by millimetres."""
AXES: tuple[Axis | None, ...] = (None, "x", "y")


@dataclass(slots=True)
class View:
    """The switches of the editor that change nothing of the layout."""

    heat: bool = True
    ways: bool = True
    grid: bool = False
    step: float = 10.0
    steps: tuple[float, ...] = STEPS
    axis: Axis | None = None
    """What stands at the mirror image of a thing that is moved moves along."""

    @property
    def snap(self) -> float:
        """The grid that things snap to, mm; 0 = none."""
        return self.step if self.grid else 0.0

    def change(self, what: str, value: Any) -> bool:
        """Turn a switch, or make a choice; whether there is one of that name."""
        match what:
            case "heat":
                self.heat = not self.heat
            case "ways":
                self.ways = not self.ways
            case "grid":
                self.grid = not self.grid
            case "step":
                self.step = self.steps[value]
            case "axis":
                self.axis = AXES[value]
            case _:
                return False
        return True

    def rows(self, stack: Stack, word: Callable[..., str], *, hill: bool) -> None:
        """The switches and choices; a hill has no up and down to exchange."""
        stack.add("heat", word("edit.heat"), kind="switch", chosen=self.heat, small=True)
        stack.add("ways", word("edit.ways"), kind="switch", chosen=self.ways, small=True)
        stack.add(
            "grid", word("edit.grid"), kind="switch", chosen=self.grid, keys=("g",), small=True
        )
        stack.add(
            "step", word("edit.step"), kind="choice", small=True,
            options=tuple(f"{stack.spelled(step)} mm" for step in self.steps),
            index=self.steps.index(self.step),
        )  # fmt: skip
        axes = AXES[:2] if hill else AXES
        stack.add(
            "axis", word("edit.axis"), kind="choice", small=True,
            options=tuple(word(f"edit.axis.{axis}") for axis in axes), index=axes.index(self.axis),
        )  # fmt: skip
        stack.add("mirror:x", word("edit.mirror.x"), small=True)
        if not hill:
            stack.add("mirror:y", word("edit.mirror.y"), small=True)
