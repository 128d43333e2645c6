"""The legal moves of a decision as a numbered list: in pages, filtered, or as proposals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.core.errors import NotationError
from rules.core.types import Continuous, Game, Param

PAGE = 20
"""How many moves are listed at a time."""
PROPOSALS = 5
"""How many proposals are made where a move is made of numbers."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A legal move that somebody would make, and who: ``a greedy player``."""

    action: Any
    by: str


class Moves:
    """What may be done in a state. Numbers begin at 1 and do not change.

    ``advice`` is the first proposal where a move is made of numbers, and says whose it is.
    """

    def __init__(
        self, game: Game[Any, Any], state: Any, rng: random.Random, advice: Advice | None = None
    ) -> None:
        self._game = game
        self._state = state
        self._rng = rng
        self._space = game.space(state)
        listed = self._space.listed if isinstance(self._space, Continuous) else self._space.actions
        self._actions: list[Any] = list(listed)
        self._texts = [game.format(state, action) for action in listed]
        self._next = 0
        self._by: dict[str, str] = {}
        if isinstance(self._space, Continuous):
            if advice is not None:
                self._put_first(advice)
            self._propose()

    @property
    def only(self) -> Any | None:
        """The only legal move there is, None where there is a choice."""
        free = isinstance(self._space, Continuous)
        return self._actions[0] if len(self._actions) == 1 and not free else None

    def _put_first(self, advice: Advice) -> None:
        text = self._game.format(self._state, advice.action)
        if text in self._texts:
            at = self._texts.index(text)
            del self._actions[at], self._texts[at]
        self._actions.insert(0, advice.action)
        self._texts.insert(0, text)
        self._by[text] = advice.by

    def _propose(self) -> bool:
        """Add proposals that are not in the list yet."""
        assert isinstance(self._space, Continuous), "a move that is made of numbers"
        before = len(self._actions)
        for action in self._space.propose(self._rng, PROPOSALS):
            text = self._game.format(self._state, action)
            if text not in self._texts:
                self._actions.append(action)
                self._texts.append(text)
        return len(self._actions) > before

    def page(self, title: str) -> list[str]:
        """The first page of the list."""
        self._next = 0
        return self.more(title)

    def more(self, title: str) -> list[str]:
        """The next page, after the last one the first; new proposals where there are any."""
        total = len(self._actions)
        if isinstance(self._space, Continuous):
            if self._next >= total and self._next and not self._propose():
                self._next = 0
            head = [f"{title}: your own numbers, or a proposal", *self.how_to()]
        else:
            if self._next >= total:
                self._next = 0
            head = [f"{title}: {total} move{'' if total == 1 else 's'}"]
        shown = range(self._next, min(len(self._actions), self._next + PAGE))
        self._next = shown.stop
        lines = [*(head if shown.start == 0 else []), *self._lines(shown)]
        left = len(self._actions) - self._next
        if left > 0:
            lines.append(f"      ... {left} more: 'more', or the beginning of a move")
        return lines

    def _lines(self, shown: Sequence[int]) -> list[str]:
        width = max((len(self._texts[k]) for k in shown), default=0)
        lines: list[str] = []
        for k in shown:
            words = self._game.describe(self._state, self._actions[k])
            text = self._texts[k]
            line = f"  {k + 1:>3}  {text:<{width}}"
            line = line if words == text else f"{line}  {words}"
            by = f"  <- what {self._by[text]} would do" if text in self._by else ""
            lines.append(f"{line.rstrip()}{by}")
        return lines

    def how_to(self) -> list[str]:
        """What a move that is made of numbers consists of; nothing for other ones."""
        if not isinstance(self._space, Continuous):
            return []
        lines: list[str] = []
        example = next((t for t in reversed(self._texts) if any(map(str.isdigit, t))), "")
        for param in self._space.params:
            lines.append(f"      {param.name}: {_range(param, param.low, param.high)}")
        if self._space.feasible is not None and len(self._space.params) == 1:
            (param,) = self._space.params
            parts = [_range(param, low, high) for low, high in self._space.feasible]
            lines.append(f"      free: {'; '.join(parts[:6])}{'; ...' if parts[6:] else ''}")
        if example:
            lines.append(f"      for example: {example}")
        return lines

    def meant(self, said: str) -> Any:
        """The action of a number or a text; raises NotationError where it is none."""
        if said.isascii() and said.isdigit():
            number = int(said[:9])
            if not 1 <= number <= len(self._actions) or len(said) > 9:
                count = len(self._actions)
                raise NotationError(f"there is no move {said[:20]}; the last one is {count}")
            return self._actions[number - 1]
        return self._game.parse(self._state, said)

    def filtered(self, said: str) -> list[str]:
        """The moves whose text begins with what was said, or else whose words hold it."""
        start = said.strip().lower()
        if not start or start.isdigit():
            return []
        found = [k for k, text in enumerate(self._texts) if text.lower().startswith(start)]
        if not found:
            found = [
                k
                for k, action in enumerate(self._actions)
                if start in self._game.describe(self._state, action).lower()
            ]
        lines = self._lines(found[: 2 * PAGE])
        if found[2 * PAGE :]:
            lines.append(f"      ... {len(found) - 2 * PAGE} more: type more of it")
        return lines


def _range(param: Param, low: int, high: int) -> str:
    """A range of a number in its unit."""
    return f"{low / param.scale:g} to {high / param.scale:g} {param.unit}"
