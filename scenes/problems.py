"""What contradicts in a scene: one problem = a key, what was expected there, what was found.

Models report problems of their own (a hat above the ramp's end, two half-spheres in one place);
:func:`refuse` turns the first one into an error that pydantic carries to whoever built the model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic_core import PydanticCustomError

Key = tuple[str | int, ...]
"""Way to a value: names of tables and keys, and 0-based places in lists."""

PROBLEM = "scene_problem"
"""The error type under which pydantic reports a :class:`Problem`."""


@dataclass(frozen=True, slots=True)
class Problem:
    """At ``key``, ``expected`` was expected and ``found`` was found; both complete a sentence."""

    key: Key
    expected: str
    found: str

    def __str__(self) -> str:
        """Return ``half_spheres[1].x: expected ..., found ...``."""
        return f"{dotted(self.key)}: expected {self.expected}, found {self.found}"


def dotted(key: Key) -> str:
    """Return a key as people read it: ``half_spheres[2].radius``."""
    text = ""
    for step in key:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def and_more(count: int) -> str:
    """Return how a sentence about the first of several problems ends (at most "and 2 more")."""
    return f" (and {min(count, 2)} more)" if count > 0 else ""


def refuse(problems: Iterable[Problem]) -> None:
    """Raise for the first problem, if there is one; to be called in a pydantic validator."""
    found = list(problems)
    if found:
        raise PydanticCustomError(
            PROBLEM,
            "{sentence}",
            {
                "sentence": f"{found[0]}{and_more(len(found) - 1)}",
                "problems": tuple(found),
            },
        )


def number(value: float) -> str:
    """Return a measure as people write it: at most two decimals, no trailing zeros."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
