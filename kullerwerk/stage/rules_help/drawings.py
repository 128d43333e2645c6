"""Small drawings for the help of the rules, two units high each, in own colours and shapes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from kullerwerk.stage.rules_help import grid_drawings as grid
from kullerwerk.stage.rules_help import rolling_drawings as rolling
from kullerwerk.stage.rules_help.signs import Made
from kullerwerk.stage.shapes import Shape

HIGH = 2.0
"""How high every drawing is."""

DRAWINGS: dict[str, Callable[[], Made]] = {
    "ring": grid.draw_ring,
    "push": grid.draw_push,
    "tunnel": grid.draw_tunnel,
    "line": grid.draw_line,
    "lift": grid.draw_lift,
    "ways": grid.draw_ways,
    "turn": grid.draw_turn,
    "goblin": grid.draw_goblin,
    "chamber": grid.draw_chamber,
    "hatches": rolling.draw_hatches,
    "infront": rolling.draw_infront,
    "horn": rolling.draw_horn,
    "fright": rolling.draw_fright,
    "throw": rolling.draw_throw,
    "contact": rolling.draw_contact,
    "ray": rolling.draw_ray,
    "hat": rolling.draw_hat,
}
"""What makes each drawing, by its name."""


@cache
def drawing(name: str) -> tuple[float, tuple[Shape, ...]]:
    """How wide a drawing is, and its shapes; raises KeyError for a name that there is not."""
    wide, shapes = DRAWINGS[name]()
    return wide, tuple(shapes)
