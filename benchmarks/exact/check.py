"""One figure of a problem: what it should be, how near it must come, how it is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Kind = Literal["relative", "absolute", "same", "at most", "at least"]


@dataclass(frozen=True, slots=True)
class Check:
    """A figure with an exact answer.

    ``kind`` says what ``limit`` means: a share of the answer, a distance from it, nothing (an
    integer that must be the same), or that the answer is itself a bound.
    """

    number: str
    """Number of the problem."""
    what: str
    """The case and the quantity, with its unit."""
    exact: float
    run: Callable[[], float]
    """Poses the problem to the shipped contact and measures the figure."""
    limit: float = 0.0
    kind: Kind = "relative"
    listed: float | None = None
    """The problem's own limit, where the shipped contact cannot be held to it."""

    def met(self, ours: float) -> bool:
        """Tell whether ``ours`` is inside the limit."""
        match self.kind:
            case "relative":
                return abs(ours - self.exact) <= self.limit * abs(self.exact)
            case "absolute":
                return abs(ours - self.exact) <= self.limit
            case "same":
                return ours == self.exact
            case "at most":
                return ours <= self.exact
            case "at least":
                return ours >= self.exact

    def answer(self) -> str:
        """Return the answer in words."""
        bound = {"at most": "<= ", "at least": ">= "}.get(self.kind, "")
        return bound + shown(self.exact)

    def allowed(self) -> str:
        """Return the limit in words."""
        text = self._limit(self.limit)
        return (
            text if self.listed is None else f"{text} (the problem's: {self._limit(self.listed)})"
        )

    def _limit(self, limit: float) -> str:
        match self.kind:
            case "relative":
                return f"{100 * limit:g} %"
            case "absolute":
                return f"+-{limit:g}"
            case "same":
                return "exact"
            case _:
                return "bound"

    def off(self, ours: float) -> str:
        """Return how far ``ours`` is from the answer, in the terms of the limit."""
        match self.kind:
            case "relative":
                return f"{100 * (ours / self.exact - 1):+.3f} %"
            case "absolute":
                return f"{ours - self.exact:+.2g}"
            case _:
                return ""


def shown(value: float) -> str:
    """Return a figure as the table shows it: whole numbers whole, others with 5 digits."""
    return str(int(value)) if value == int(value) and abs(value) < 1e6 else f"{value:.5g}"
