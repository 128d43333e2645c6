"""Providers that need no physics: a script, and a table of throws sampled before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sim.settled import Request, Settled


class Scripted:
    """Answers with given outcomes, one after the other; for tests and hand-made games."""

    def __init__(self, outcomes: Iterable[Settled]) -> None:
        self._left = iter(outcomes)

    def resolve(self, request: Request, stream: Any) -> Settled:
        """The next outcome of the script; raises LookupError when it has ended."""
        del stream
        for outcome in self._left:
            return outcome
        raise LookupError(f"the script has ended, and {type(request).__name__} is asked for")


class Table:
    """Answers with outcomes sampled before: one of those of the request's class, by chance.

    ``key`` names the class of a request (which die out of which tower), ``rows`` holds outcomes
    per class, each equally likely, and ``fit`` moves one to where the request takes place.
    """

    def __init__(
        self,
        rows: Mapping[str, Sequence[Settled]],
        key: Callable[[Request], str],
        fit: Callable[[Request, Settled], Settled],
    ) -> None:
        self._rows = rows
        self._key = key
        self._fit = fit

    def resolve(self, request: Request, stream: Any) -> Settled:
        """One outcome of the request's class; ``stream.random()`` chooses which."""
        rows = self._rows[self._key(request)]
        return self._fit(request, rows[min(int(stream.random() * len(rows)), len(rows) - 1)])
