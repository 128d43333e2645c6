"""What a designer wants of a layout: ``turns=14, fairness, off_table<0.03``, and which is better.

``turns=14`` is as near to 14 as can be, ``fairness`` (or ``spread``) as few turns as can be
between the slowest and the fastest set, any other figure alone as small as can be;
``off_table<0.03`` and ``turns>12`` must hold. A set's own figure is ``turns:red``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kullerwerk.lab.measure import HEADLINES, QUANTILES

BAD = 1_000.0
"""The cost of what is not known, such as the turns of a course that nobody finishes."""
_ALIASES = {"fairness": "spread"}
_TERM = re.compile(r"([a-z_0-9]+(?::[\w-]+)?)\s*(?:(<=|>=|=|<|>)\s*(\S+))?")
_PARTS = re.compile(r"\s*,\s*")
_One = TypeVar("_One")


class GoalError(Exception):
    """A goal that cannot be read; one sentence."""


@dataclass(frozen=True, slots=True)
class Term:
    """One wish: ``sign`` is ``=`` (near ``value``), ``<``, ``>`` (must hold) or "" (small)."""

    key: str
    sign: str
    value: float

    def __str__(self) -> str:
        return f"{self.key}{self.sign}{self.value:g}" if self.sign else self.key

    def miss(self, figure: float) -> float:
        """Return by how much a figure misses the wish; for a limit that holds 0 or less."""
        if math.isnan(figure):
            return BAD
        match self.sign:
            case "=":
                return abs(figure - self.value)
            case "<":
                return figure - self.value
            case ">":
                return self.value - figure
            case _:
                return figure


@dataclass(frozen=True, slots=True)
class Score:
    """How a layout does: ``costs`` to be small, and ``excess`` over the limits, 0 = they hold."""

    costs: tuple[float, ...]
    excess: float


@dataclass(frozen=True, slots=True)
class Goal:
    """All wishes together."""

    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return ", ".join(str(term) for term in self.terms)

    @property
    def wishes(self) -> tuple[Term, ...]:
        """What is to be as near or as small as can be."""
        return tuple(term for term in self.terms if term.sign not in ("<", ">"))

    @property
    def limits(self) -> tuple[Term, ...]:
        """What must hold."""
        return tuple(term for term in self.terms if term.sign in ("<", ">"))

    @property
    def keys(self) -> tuple[str, ...]:
        """The figures that matter, each once."""
        return tuple(dict.fromkeys(term.key for term in self.terms))

    def score(self, figure: Callable[[str], float]) -> Score:
        """Return how a layout does whose figures (nan: not known) ``figure`` gives by key."""
        excess = sum(
            max(0.0, term.miss(figure(term.key))) / max(abs(term.value), 0.01)
            for term in self.limits
        )
        costs = tuple(term.miss(figure(term.key)) for term in self.wishes)
        return Score(costs or (excess,), excess)


def parse_goal(text: str, sets: Sequence[str], rays: int) -> Goal:
    """Read the goal of a course with some piece ``sets`` and ``rays``. Raises GoalError."""
    known = [*HEADLINES, *(f"turns_p{q * 100:.0f}" for q in QUANTILES)]
    alone = [f"passage_{k + 1}" for k in range(rays + 1)]
    alone += ["spread"] if len(sets) > 1 else []
    terms: list[Term] = []
    for part in _PARTS.split(text.strip()):
        found = _TERM.fullmatch(part)
        if found is None:
            raise GoalError(
                "expected wishes such as turns=14, fairness, off_table<0.03 with commas between, "
                f"found {part or 'nothing'}"
            )
        name, sign, number = found.groups()
        key, _, of = name.partition(":")
        key = _ALIASES.get(key, key)
        if key == "spread" and len(sets) < 2:
            raise GoalError("fairness needs two piece sets or more that run")
        if key not in (known if of else [*known, *alone]):
            listed = ", ".join([*known, *alone, *(["fairness"] if len(sets) > 1 else [])])
            raise GoalError(f"there is no figure {name}; expected one of {listed}")
        if of and of not in sets:
            raise GoalError(f"{name}: there is no set {of} that runs; expected {', '.join(sets)}")
        if key == "progress" and not sign:
            raise GoalError("nobody wants progress small; write progress>80 or progress=100")
        term = Term(f"{key}:{of}" if of else key, (sign or "")[:1], _number(key, part, number))
        if str(term) in [str(other) for other in terms]:
            raise GoalError(f"{part} is there twice")
        terms.append(term)
    return Goal(tuple(terms))


def _number(key: str, part: str, text: str | None) -> float:
    if text is None:
        return 0.0
    share = key in HEADLINES and HEADLINES[key][1] == "%"
    percent = share and text.endswith("%")
    try:
        value = float(text.removesuffix("%") if percent else text) / (100.0 if percent else 1.0)
    except ValueError:
        value = math.nan
    if share and not 0.0 <= value <= 1.0:
        raise GoalError(f"{part}: expected a share from 0 to 1, or one in %, found {text}")
    if not math.isfinite(value):
        raise GoalError(f"{part}: expected a number, found {text}")
    return value


def dominates(one: Score, other: Score) -> bool:
    """Whether a layout is at least as good in everything, and better in something.

    Limits come first: who keeps them, or exceeds them less, is the better one.
    """
    if one.excess != other.excess and max(one.excess, other.excess) > 0.0:
        return one.excess < other.excess
    pairs = list(zip(one.costs, other.costs, strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def first_front(scored: Sequence[tuple[_One, Score]]) -> list[tuple[_One, Score]]:
    """Return the layouts that nobody dominates."""
    return [a for a in scored if not any(dominates(b[1], a[1]) for b in scored)]


def fronts(scored: Sequence[tuple[_One, Score]]) -> list[list[tuple[_One, Score]]]:
    """Return layouts in fronts: nobody dominates those of the first one, and so on."""
    left: list[tuple[_One, Score]] = list(scored)
    result: list[list[tuple[_One, Score]]] = []
    while left:
        front: list[tuple[_One, Score]] = first_front(left)
        left = [a for a in left if not any(a is b for b in front)]
        result.append(front)
    return result


def ranked(scored: Sequence[tuple[_One, Score]]) -> list[_One]:
    """Return layouts, the best first; of one front those first that stand most apart."""
    return [one for front in fronts(scored) for one in _apart(front)]


def _apart(front: Sequence[tuple[_One, Score]]) -> list[_One]:
    """Return a front by its crowding distance, the ends first (Deb et al., IEEE TEC 6, 2002)."""
    distance = [0.0] * len(front)
    for goal in range(len(front[0][1].costs)):
        order = sorted(range(len(front)), key=lambda k: front[k][1].costs[goal])
        costs = [front[k][1].costs[goal] for k in order]
        width = (costs[-1] - costs[0]) or 1.0
        distance[order[0]] = distance[order[-1]] = math.inf
        for place in range(1, len(order) - 1):
            distance[order[place]] += (costs[place + 1] - costs[place - 1]) / width
    return [front[k][0] for k in sorted(range(len(front)), key=lambda k: -distance[k])]
